"""Consequences in our language: lines of effects, as deep as they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright.importing.wgdl.expressions import Expression, Operation, Path, UnreadableError
from ludwright.importing.wgdl.formulas import NUMBERS, PRODUCT, SUM, Around, Written
from ludwright.importing.wgdl.model import DESIGN, INSTANCE, Attribute, Class, Consequence
from ludwright.importing.wgdl.words import Word

if TYPE_CHECKING:
    from ludwright.importing.wgdl.translation import Translation

Line = tuple[int, str, Word]
MOST_LINES = 20_000


class Effects:
    """Writes consequences out where they are used; those that come round again in time are procedures."""

    def __init__(self, translation: Translation) -> None:
        self.translation = translation
        self.model, self.formulas, self.wrong = translation.model, translation.formulas, translation.wrong
        self.procedures: dict[tuple[str, Around], tuple[str, list[Line]]] = {}
        self._again = self._recurring()
        self._written = 0

    # ------------------------------------------------------------ what comes round again

    def _recurring(self) -> set[str]:
        """Consequences that lead back to themselves; without time between, that is a mistake."""
        found = set()
        for name, one in self.model.consequences.items():
            seen: list[str] = []
            timed, here = False, one
            while here.other is not None and here.other.text in self.model.consequences:
                timed = timed or here.kind == "timed"
                if here.other.text == name:
                    found.add(name)
                    if not timed:
                        self.wrong(one.word, f"`{name}` calls itself without time between", "make one of them `timed`")
                    break
                if here.other.text in seen:
                    break
                seen.append(here.other.text)
                here = self.model.consequences[here.other.text]
        return found

    # ------------------------------------------------------------ lines

    def uses(self, words: list[Word], around: Around, depth: int) -> list[Line]:
        """The consequences of an action, in order."""
        return [line for word in words for line in self.lines(self.model.consequences[word.text], around, depth)]

    def lines(self, one: Consequence, around: Around, depth: int) -> list[Line]:
        self._written += 1
        if self._written > MOST_LINES:
            raise self.formulas.unreadable(one.word, "the consequences of this file come to too many lines")
        if one.name in self._again and depth > 0 and not self._inside(one.name, around):
            return [(depth, self._procedure(one, around), one.word)]
        try:
            return self._written_out(one, around, depth)
        except UnreadableError:
            return []

    def _inside(self, name: str, around: Around) -> bool:
        return self._writing == (name, around)

    _writing: tuple[str, Around] | None = None

    def _procedure(self, one: Consequence, around: Around) -> str:
        """A call of the procedure for a consequence that comes round again."""
        key = (one.name, around)
        if key not in self.procedures:
            name = self.translation.naming.names.fresh(one.name)
            self.procedures[key] = (name, [])
            outer, self._writing = self._writing, key
            lines = self.lines(one, around, 1)
            self._writing = outer
            self.procedures[key] = (name, lines)
        given = ", ".join(self.arguments(around))
        return f"{self.procedures[key][0]}{f'({given})' if given else ''}"

    @staticmethod
    def arguments(around: Around) -> list[str]:
        return [name for name in (around.this_name, around.other_name) if name]

    def _written_out(self, one: Consequence, around: Around, depth: int) -> list[Line]:
        match one.kind:
            case "direct":
                assert one.expression is not None
                return [(depth, self._assignment(one.expression, around), one.word)]
            case "conditional":
                assert one.expression is not None
                head = f"if {self.formulas.condition(one.expression, around, one.word)}"
                return [(depth, head, one.word), *self._other(one, around, depth)]
            case "timed":
                assert one.expression is not None
                delay = self.formulas.number(one.expression, around)
                text = f"whole({delay.text})" if delay.type == "double" else delay.bound(SUM)
                return [(depth, f"in {text} seconds", one.word), *self._other(one, around, depth)]
            case "create":
                assert one.created is not None
                return [(depth, f"create {self._made(one.created, around).text}", one.word)]
            case "createAndAssign":
                return self._create_and_assign(one, around, depth)
        return self._count(one, around, depth)

    def _other(self, one: Consequence, around: Around, depth: int) -> list[Line]:
        assert one.other is not None
        known = self.model.consequences.get(one.other.text)
        if known is None:
            raise self.formulas.unreadable(one.other, f"there is no consequence `{one.other.text}`")
        outer, here = self._writing, self._writing
        if here is not None and known.name == here[0] and around == here[1]:
            return [(depth + 1, self._procedure(known, around), one.word)]
        lines = self.lines(known, around, depth + 1)
        self._writing = outer
        return lines or [(depth + 1, "nothing", one.word)]

    # ------------------------------------------------------------ assignments

    def _assignment(self, expression: Expression, around: Around) -> str:
        if not isinstance(expression, Operation) or expression.sign != "=":
            raise self.formulas.unreadable(
                expression.word, "a direct consequence sets something", "`town.money = long 3`"
            )
        target = self._target(expression.left, around)
        value = expression.right
        if isinstance(value, Operation) and value.sign in "+-" and _same(value.left, expression.left):
            by = self.formulas.write(value.right, around)
            if by.type in NUMBERS and target.type in NUMBERS and (by.type == "long" or target.type == "double"):
                return f"{target.text} {value.sign}= {by.text}"
        return f"{target.text} = {self._fitting(self.formulas.write(value, around), target, expression)}"

    def _target(self, expression: Expression, around: Around) -> Written:
        if not isinstance(expression, Path) or len(expression.parts) < 2:
            raise self.formulas.unreadable(expression.word, "only an attribute can be set", "`town.money = …`")
        found = self.formulas.write(expression, around)
        if not found.changeable:
            hint = "it was declared by `attribute class`; without `class` every instance has its own"
            if expression.parts[0] == "game":
                hint = "use `game increase …`"
            raise self.formulas.unreadable(expression.word, f"`{'.'.join(expression.parts)}` never changes", hint)
        return found

    def _fitting(self, value: Written, target: Written, at: Operation) -> str:
        """What is assigned, as the target's type."""
        if target.type == "long" and value.type == "double":
            return self.formulas.whole(value, at.word).text
        if target.type == value.type or (target.type == "double" and value.type == "long"):
            if target.cls is not None and value.cls is not None:
                return self._narrowed(value, target.cls, target.holds, at.word)
            return value.text
        if target.type == "object" and value.type == "null":
            return "none"
        raise self.formulas.unreadable(at.word, f"a {value.type} does not fit into a {target.type}")

    def _narrowed(self, value: Written, wanted: Class, holds: str, at: Word) -> str:
        assert value.cls is not None
        if value.cls.is_a(wanted):
            return value.text
        if not wanted.is_a(value.cls):
            raise self.formulas.unreadable(at, f"a {value.cls.name} is never a {wanted.name}")
        if holds == DESIGN:
            return f"first x in {self.translation.designs(wanted)} with x is {value.bound(PRODUCT)}"
        return f"first x in {self.translation.naming.plural(wanted)} with x is {value.bound(PRODUCT)}"

    # ------------------------------------------------------------ creations and counts

    def _made(self, expression: Expression, around: Around) -> Written:
        found = self.formulas.write(expression, around)
        if found.type != "object" or found.holds != DESIGN:
            hint = "`object:NAME`, or the class of a forEveryGOD action"
            raise self.formulas.unreadable(expression.word, "only a description can be made", hint)
        return found

    def _create_and_assign(self, one: Consequence, around: Around, depth: int) -> list[Line]:
        assert one.created is not None and one.expression is not None
        sides = [one.created, one.expression]
        targets = [side for side in sides if self._is_reference(side, around)]
        if not targets:
            hint = "one of the two is an attribute of type object:CLASS"
            raise self.formulas.unreadable(one.word, "nothing here can keep the new instance", hint)
        target = self._target(targets[-1], around)
        made = self._made(sides[0] if targets[-1] is sides[1] else sides[1], around)
        assert made.cls is not None and target.cls is not None
        if made.cls.is_a(target.cls):
            return [(depth, f"{target.text} = create {made.text}", one.word)]
        kept = self._narrowed(Written("made", 8, "object", made.cls, INSTANCE), target.cls, INSTANCE, one.word)
        return [(depth, f"let made = create {made.text}", one.word), (depth, f"{target.text} = {kept}", one.word)]

    def _is_reference(self, side: Expression, around: Around) -> bool:
        if not isinstance(side, Path) or len(side.parts) < 2:
            return False
        found = self.formulas.write(side, around)
        return found.type == "object" and found.changeable and found.holds == INSTANCE

    def _count(self, one: Consequence, around: Around, depth: int) -> list[Line]:
        naming = self.translation.naming
        parts: list[tuple[str, bool]] = []
        for part in one.parts:
            word = part[-1]
            if "." not in word.text:
                parts.append((word.text, True))
                continue
            found = self.formulas.write(Path(tuple(word.text.split(".")), word), around)
            if found.type != "string":
                raise self.formulas.unreadable(word, f"`{word.text}` is no text", "counters are counted by texts")
            parts.append((found.text, False))
        sums = self._sums(one, parts, depth)
        if all(fixed for _, fixed in parts):
            node = naming.counters[tuple(text for text, _ in parts)]
            return [(depth, f"{naming.counted}[{node}] += 1", one.word), *sums]
        column = self._column(one, around)
        if column:
            return [(depth, f"{naming.counted}[{column}] += 1", one.word), *sums]
        tests = [
            f"x.{naming.part(i)} is {naming.text(text) if fixed else text}" for i, (text, fixed) in enumerate(parts)
        ]
        if self.translation.counters.depth > len(parts):
            tests.append(f"x.{naming.part(len(parts))} is none")
        walk = f"first x in {self.translation.all_counters} with {' and '.join(tests)}"
        return [(depth, f"{naming.counted}[{walk}] += 1", one.word), *sums]

    def _column(self, one: Consequence, around: Around) -> str:
        """Which counter it is, read off the description, if one constant of that decides; else nothing."""
        changing = [(i, part[-1].text.split(".")) for i, part in enumerate(one.parts) if "." in part[-1].text]
        if len(changing) != 1 or len(changing[0][1]) != 2:
            return ""
        place, (start, name) = changing[0]
        sides = [(around.this, around.this_name)] if start == "this" else []
        if around.other is not None and start == around.other.name:
            sides = [(around.other, around.other_name)]
        cls, said = sides[0] if sides else (None, "")
        attribute = cls.all_attributes().get(name) if cls is not None else None
        if cls is None or attribute is None or not attribute.constant or not said:
            return ""
        before, after = ([part[-1].text for part in some] for some in (one.parts[:place], one.parts[place + 1 :]))
        return f"{said}.{self.translation.naming.count_column(cls, attribute, before, after)}"

    def _sums(self, one: Consequence, parts: list[tuple[str, bool]], depth: int) -> list[Line]:
        """What else is one more: sums that are counted as well."""
        naming, lines = self.translation.naming, []
        for node, name in naming.sums.items():
            deeper = len(parts) - len(node)
            if deeper != 1 and not (deeper > 1 and self.translation.options.sum_all):
                continue
            pairs = [*zip(parts, node, strict=False)]
            if any(fixed and text != wanted for (text, fixed), wanted in pairs):
                continue
            tests = [f"{text} is {naming.text(wanted)}" for (text, fixed), wanted in pairs if not fixed]
            if tests:
                lines.append((depth, f"if {' and '.join(tests)}", one.word))
            lines.append((depth + bool(tests), f"{name} += 1", one.word))
        return lines


def _same(a: Expression, b: Expression) -> bool:
    return isinstance(a, Path) and isinstance(b, Path) and a.parts == b.parts


__all__ = ["Attribute", "Effects", "Line"]
