"""Formulas in our language: each with how tightly it binds and what it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ludwright.importing.wgdl.expressions import Design, Expression, Operation, Path, UnreadableError, Value
from ludwright.importing.wgdl.families import CATALOGUE, GLOBAL
from ludwright.importing.wgdl.model import DESIGN, INSTANCE, Attribute, Class, Object
from ludwright.importing.wgdl.words import Word
from ludwright.mistakes import nearest

if TYPE_CHECKING:
    from ludwright.importing.wgdl.translation import Translation

OR, AND, NOT, COMPARED, SUM, PRODUCT, UNARY, ATOM = range(1, 9)
NUMBERS = ("long", "double")
DIGITS = 3
"""Digits behind the point that fractions keep."""


@dataclass(frozen=True)
class Written:
    """A formula as text: how tightly it binds, its type, and for references their class and what they hold."""

    text: str
    level: int
    type: str
    cls: Class | None = None
    holds: str = ""
    changeable: bool = False

    def bound(self, level: int) -> str:
        """The text, in brackets if it binds more loosely."""
        return self.text if self.level >= level else f"({self.text})"


@dataclass(frozen=True)
class Around:
    """What `this` and the other class stand for."""

    this: Class | None = None
    this_name: str = ""
    other: Class | None = None
    other_name: str = ""
    every: str = ""
    rule: bool = False


class Formulas:
    """Writes formulas, and tells what does not fit."""

    def __init__(self, translation: Translation) -> None:
        self.translation = translation
        self.model, self.families, self.wrong = translation.model, translation.families, translation.wrong
        self._missing: set[str] = set()
        """Descriptions without instances, as far as that was told."""
        self.cuts = False
        """Whether a division that cuts towards zero occurs."""
        self.first_columns: set[tuple[str, str]] = set()
        """Families and attributes whose first values are read from descriptions."""

    def unreadable(self, at: Word, message: str, hint: str = "") -> UnreadableError:
        self.wrong(at, message, hint)
        return UnreadableError()

    def condition(self, expression: Expression, around: Around, at: Word) -> str:
        found = self.write(expression, around)
        if found.type != "boolean":
            raise self.unreadable(
                _place(expression), f"yes or no is wanted here, this is {_kind(found)}", "compare it with something"
            )
        return found.text

    def number(self, expression: Expression, around: Around) -> Written:
        found = self.write(expression, around)
        if found.type not in NUMBERS:
            raise self.unreadable(_place(expression), f"a number is wanted here, this is {_kind(found)}")
        return found

    def write(self, expression: Expression, around: Around) -> Written:
        match expression:
            case Value():
                return self._value(expression)
            case Design(name=name, word=word):
                return self._design(name, word)
            case Path():
                return self._path(expression, around)
            case Operation():
                return self._operation(expression, around)

    def whole(self, found: Written, at: Word) -> Written:
        """A number cut towards zero."""
        if found.type != "double":
            return found
        self.wrong.note(at, "a fraction is cut towards zero here", "the attribute is a long")
        return Written(f"whole({found.text})", ATOM, "long")

    # ------------------------------------------------------------ values

    def _value(self, value: Value) -> Written:
        if value.type == "boolean":
            return Written("yes" if value.text == "true" else "no", ATOM, "boolean")
        if value.type == "string":
            return Written(self.translation.naming.text(value.text), ATOM, "string")
        text = self.literal(value.text, value.type, value.word)
        return Written(text, UNARY if text.startswith("-") else ATOM, value.type)

    def literal(self, text: str, type_: str, word: Word) -> str:
        """A number in our spelling."""
        sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text.removeprefix("+"))
        whole, _, part = digits.partition(".")
        if len(whole.lstrip("0")) > (10 if type_ == "long" else 7) or int(whole) > (
            1_000_000_000 if type_ == "long" else 2_000_000
        ):
            raise self.unreadable(word, f"`{text}` is too large", "up to a billion fit; fractions up to 2,000,000")
        if type_ == "long":
            return f"{sign}{int(whole)}"
        if len(part.rstrip("0")) > DIGITS:
            self.wrong.note(word, f"of `{text}` three digits behind the point are kept")
        return f"{sign}{int(whole)}.{(part.rstrip('0')[:DIGITS] or '0')}"

    def _design(self, name: str, word: Word) -> Written:
        one = self.model.objects.get(name)
        if one is None:
            close = nearest(name, self.model.objects)
            raise self.unreadable(word, f"there is no object `{name}`", f"did you mean `{close}`?" if close else "")
        return Written(self.translation.naming.objects[name], ATOM, "object", one.cls, DESIGN)

    # ------------------------------------------------------------ paths

    def _path(self, path: Path, around: Around) -> Written:
        start, *rest = path.parts
        if path.parts == ("null",):
            return Written("none", ATOM, "null")
        if start == "game" and rest:
            return self.translation.counter(path)
        if start == "this":
            found = self._this(path, around)
        elif around.other is not None and start == around.other.name:
            found = Written(around.other_name, ATOM, "object", around.other, around.every)
        elif start in self.model.objects:
            return self._of_description(self.model.objects[start], path, rest)
        else:
            known = [*self.model.objects, "this", *([around.other.name] if around.other else [])]
            close = nearest(start, known)
            hint = f"did you mean `{close}`?" if close else "an object, `this`, or the class of a forEvery action"
            if not rest and (owners := self._owners_of(start, around)):
                hint = f"whose? {' or '.join(f'`{owner}.{start}`' for owner in owners[:3])}"
            if start in self.model.classes:
                hint = "a class stands for something only in an action `forEveryInstance` or `forEveryGOD` of it"
            raise self.unreadable(path.word, f"nothing is called `{start}` here", hint)
        return self._through(found, rest, path)

    def _owners_of(self, attribute: str, around: Around) -> list[str]:
        """Before whose name an attribute makes sense here."""
        found = ["this"] if around.this is not None and attribute in around.this.all_attributes() else []
        if around.other is not None and attribute in around.other.all_attributes():
            found.append(around.other.name)
        return found or [
            one.name for one in self.model.objects.values() if one.initials and attribute in one.cls.all_attributes()
        ]

    def _this(self, path: Path, around: Around) -> Written:
        if around.this is None:
            raise self.unreadable(path.word, "a rule has no `this`", "name an object: `town.money`")
        return Written(around.this_name, ATOM, "object", around.this, INSTANCE)

    def _of_description(self, one: Object, path: Path, rest: list[str]) -> Written:
        naming = self.translation.naming
        if not rest:
            return Written(naming.objects[one.name], ATOM, "object", one.cls, DESIGN)
        attribute = self._attribute(one.cls, rest[0], path)
        if self.families.form(one.cls) == GLOBAL or attribute.constant:
            if self.families.form(one.cls) == GLOBAL and not one.initials:
                raise self._no_instance(one, path)
            return self._through(Written(naming.objects[one.name], ATOM, "object", one.cls, DESIGN), rest, path, one)
        if not one.initials and not one.created:
            raise self._no_instance(one, path)
        return self._through(self._first(one.cls, naming.objects[one.name]), rest, path)

    def _no_instance(self, one: Object, path: Path) -> UnreadableError:
        if one.name in self._missing:
            return UnreadableError()
        self._missing.add(one.name)
        return self.unreadable(
            path.word, f"there is never an instance of `{one.name}`", f"add a line `initial {one.name}`"
        )

    def _first(self, cls: Class, design: str) -> Written:
        """The first instance of a description."""
        return Written(
            f"(first x in {self.translation.naming.plural(cls)} with x is {design})", ATOM, "object", cls, INSTANCE
        )

    def _attribute(self, cls: Class, name: str, path: Path) -> Attribute:
        known = cls.all_attributes()
        if name not in known:
            close = nearest(name, known)
            hint = f"did you mean `{close}`?" if close else f"it has {', '.join(known) or 'none'}"
            glued = next((sign for sign in "-+*/<>=" if sign in name), "")
            if glued:
                hint = f"if `{glued}` is meant as an operator, put spaces round it"
            raise self.unreadable(path.word, f"the class `{cls.name}` has no attribute `{name}`", hint)
        return known[name]

    def _through(self, found: Written, rest: list[str], path: Path, one: Object | None = None) -> Written:
        for name in rest:
            if found.cls is None:
                raise self.unreadable(path.word, f"`{name}` is asked of something that has no attributes")
            attribute = self._attribute(found.cls, name, path)
            found = self._read(found, attribute, one)
            one = None
        return found

    def _read(self, found: Written, attribute: Attribute, one: Object | None) -> Written:
        naming, cls = self.translation.naming, found.cls
        assert cls is not None
        if self.families.form(cls) == GLOBAL:
            one = one or next(one for one in cls.root.descriptions() if one.initials)
            text, change = naming.variable(one, attribute), not attribute.constant
        elif attribute.constant:
            text, change = f"{found.text}.{naming.attribute(attribute.name)}", False
        elif found.holds == DESIGN:
            self.first_columns.add((cls.root.name, attribute.name))
            text, change = f"{found.text}.{naming.first(attribute)}", False
        else:
            text, change = f"{found.text}.{naming.attribute(attribute.name)}", True
        target = self.model.classes.get(attribute.target)
        return Written(text, ATOM, attribute.type, target, attribute.holds, change)

    # ------------------------------------------------------------ operators

    def _operation(self, one: Operation, around: Around) -> Written:
        if one.sign == "=":
            raise self.unreadable(one.word, "`=` sets something, it does not ask", "write `==`")
        left, right = self.write(one.left, around), self.write(one.right, around)
        if one.sign in ("==", "!="):
            return self._same(one, left, right)
        if one.sign in ("&&", "||", "xor"):
            return self._logic(one, left, right)
        for side, found in ((one.left, left), (one.right, right)):
            if found.type not in NUMBERS:
                hint = self._priority_hint(one, side)
                raise self.unreadable(_place(side), f"`{one.sign}` needs numbers, this is {_kind(found)}", hint)
        if one.sign in (">", ">=", "<", "<="):
            return Written(f"{left.bound(SUM)} {one.sign} {right.bound(SUM)}", COMPARED, "boolean")
        type_ = "double" if "double" in (left.type, right.type) else "long"
        if one.sign in "+-":
            return Written(f"{left.bound(SUM)} {one.sign} {right.bound(PRODUCT)}", SUM, type_)
        if one.sign == "*":
            return Written(f"{left.bound(PRODUCT)} * {right.bound(UNARY)}", PRODUCT, type_)
        if type_ == "double":
            return Written(f"{left.bound(PRODUCT)} / {right.bound(UNARY)}", PRODUCT, type_)
        self.cuts = True
        return Written(f"{self.translation.cut}({left.text}, {right.text})", ATOM, type_)

    def _same(self, one: Operation, left: Written, right: Written) -> Written:
        fits = (
            left.type == right.type
            or (left.type in NUMBERS and right.type in NUMBERS)
            or {left.type, right.type} == {"object", "null"}
        )
        if not fits:
            odd = one.right if isinstance(one.right, Operation) and one.right.sign in ("&&", "||", "xor") else one.left
            hint = self._priority_hint(one, odd)
            raise self.unreadable(one.word, f"`{one.sign}` compares {_kind(left)} with {_kind(right)}", hint)
        equal = one.sign == "=="
        if left.type == "boolean":
            for value, other in ((left, right), (right, left)):
                if value.text in ("yes", "no"):
                    same = (value.text == "yes") == equal
                    return other if same else replace(other, text=f"not {other.bound(COMPARED)}", level=NOT)
        if left.cls is not None and right.cls is not None:
            self._related(one, left.cls, right.cls)
            if self.families.form(left.cls) != CATALOGUE and left.holds == DESIGN and right.holds == INSTANCE:
                left, right = right, left
        return Written(f"{left.bound(SUM)} {'is' if equal else 'is not'} {right.bound(SUM)}", COMPARED, "boolean")

    def _related(self, one: Operation, left: Class, right: Class) -> None:
        if not left.is_a(right) and not right.is_a(left):
            raise self.unreadable(one.word, f"a {left.name} is never a {right.name}")

    def _logic(self, one: Operation, left: Written, right: Written) -> Written:
        for side, found in ((one.left, left), (one.right, right)):
            if found.type != "boolean":
                hint = "`==` and `!=` bind looser than `&&` and `||`: put brackets round each comparison"
                raise self.unreadable(_place(side), f"`{one.word.text}` joins yes or no, this is {_kind(found)}", hint)
        if one.sign == "xor":
            return Written(f"{left.bound(SUM)} is not {right.bound(SUM)}", COMPARED, "boolean")
        word, level = ("and", AND) if one.sign == "&&" else ("or", OR)
        last = right.text if right.level == level else right.bound(NOT)
        return Written(f"{left.bound(NOT)} {word} {last}", level, "boolean")

    @staticmethod
    def _priority_hint(one: Operation, side: Expression) -> str:
        if isinstance(side, Operation) and not side.bracketed and side.sign in ("&&", "||", "xor"):
            return f"`{one.sign}` binds looser than `{side.sign}`: put brackets round the comparison"
        return ""


def _place(expression: Expression) -> Word:
    return expression.word


def _kind(found: Written) -> str:
    names = {"long": "a number", "double": "a number", "boolean": "yes or no", "string": "a text", "null": "null"}
    return names.get(found.type) or f"an object of `{found.cls.name if found.cls else '?'}`"
