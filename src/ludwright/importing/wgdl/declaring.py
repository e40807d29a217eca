"""From statements to a model: names are looked up wherever they are declared, and every slip is told at its word."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from ludwright.importing.places import Wrong
from ludwright.importing.wgdl.expressions import TYPES, Expression, UnreadableError, ends_of, is_number, is_truth, read
from ludwright.importing.wgdl.model import (
    CREATION,
    DESIGN,
    INSTANCE,
    PLAYER,
    RULE,
    Action,
    Attribute,
    Class,
    Consequence,
    Goal,
    Group,
    Model,
    Object,
)
from ludwright.importing.wgdl.words import Statement, Word
from ludwright.mistakes import nearest

KINDS = ("direct", "conditional", "timed", "create", "createAndAssign", "game")
_DECLARING = ("class", "object", "action", "actionGroup", "attribute", "consequence", "game")
T = TypeVar("T")
_EVERY = {"forEveryInstance": INSTANCE, "forEveryGOD": DESIGN}


class Declaring:
    """Reads the statements of one file; forward references are allowed everywhere."""

    def __init__(self, statements: list[Statement], wrong: Wrong) -> None:
        self.statements, self.wrong, self.model = statements, wrong, Model()
        self._refused: set[str] = set()
        """Names whose declarations were refused, and classes and objects that were said to be missing: nothing more is said about them."""

    def read(self) -> Model:
        passes: list[dict[str, Callable[[Statement], None]]] = [
            {"class": self._class},
            {"class": self._parent, "object": self._object},
            {"attribute": self._attribute_of_class, "action": self._action, "actionGroup": self._group},
            {
                "attribute": self._value_of_object,
                "initial": self._initial,
                "condition": self._condition,
                "consequence": self._consequence,
                "game": self._counter,
                "goal": self._goal,
                "isInGroup": self._member,
            },
            {"hasConsequence": self._use},
        ]
        for readers in passes:
            for statement in self.statements:
                if statement.keyword.text in readers:
                    try:
                        readers[statement.keyword.text](statement)
                    except UnreadableError:
                        if statement.keyword.text in _DECLARING:
                            self._refused.update(word.text for word in statement.words[:3])
        self._count_goals()
        return self.model

    # ------------------------------------------------------------ help

    def _unreadable(self, at: Word, message: str, hint: str = "") -> UnreadableError:
        self.wrong(at, message, hint)
        return UnreadableError()

    def _word(self, statement: Statement, number: int, what: str, example: str) -> Word:
        if number >= len(statement.words):
            raise self._unreadable(statement.at(number), f"{what} is missing here", f"for example `{example}`")
        return statement.words[number]

    def _known(self, table: dict[str, T], word: Word, what: str, others: Iterable[str] = ()) -> T:
        if word.text not in table:
            if word.text in self._refused:
                raise UnreadableError
            if "class" in what or "object" in what:
                self._refused.add(word.text)
            close = nearest(word.text, [*table, *others])
            raise self._unreadable(
                word, f"there is no {what} `{word.text}`", f"did you mean `{close}`?" if close else ""
            )
        return table[word.text]

    def _new(self, table: dict[str, T], word: Word, thing: T, what: str, before: Word | None) -> None:
        if word.text in table:
            first = f"the first stands in line {before.line}" if before is not None else ""
            raise self._unreadable(word, f"there are two {what} called `{word.text}`", first)
        table[word.text] = thing

    def _no_more(self, statement: Statement, number: int) -> None:
        if len(statement.words) > number:
            extra = statement.words[number]
            self.wrong(extra, f"`{extra.text}` is too much in this line", f"`{statement.keyword.text}` ends before it")

    def _formula(self, words: list[Word], at: Word) -> Expression:
        return read(words, at, self.wrong)

    # ------------------------------------------------------------ classes and objects

    @staticmethod
    def _class_words(statement: Statement) -> list[Word]:
        """`a : b`, also where the colon clings to a name."""
        found = []
        for word in statement.words:
            column = word.column
            for part in word.text.replace(":", " : ").split():
                found.append(Word(part, word.line, column))
                column += len(part)
        return found

    def _class(self, statement: Statement) -> None:
        words = self._class_words(statement)
        if not words or words[0].text == ":":
            raise self._unreadable(statement.keyword, "the name of the class is missing", "for example `class oven`")
        before = self.model.classes.get(words[0].text)
        self._new(
            self.model.classes, words[0], Class(words[0].text, words[0]), "classes", before.word if before else None
        )

    def _parent(self, statement: Statement) -> None:
        words = self._class_words(statement)
        if len(words) < 2 or words[0].text not in self.model.classes:
            return
        if words[1].text != ":" or len(words) != 3:
            raise self._unreadable(words[1], "a class has one name, then perhaps `: PARENT`", "`class oven : machine`")
        one, parent = self.model.classes[words[0].text], self._known(self.model.classes, words[2], "class")
        if one.parent is not None or one.word.line != words[0].line:
            return
        if one in parent.line():
            raise self._unreadable(words[2], f"the class `{one.name}` would be its own ancestor")
        one.parent = parent
        parent.derived.append(one)

    def _object(self, statement: Statement) -> None:
        name = self._word(statement, 0, "the name of the object", "object small_oven is oven")
        verb = self._word(statement, 1, "`is`", f"object {name.text} is oven")
        if verb.text.lower() != "is":
            raise self._unreadable(verb, f"expected `is`, found `{verb.text}`", f"`object {name.text} is CLASS`")
        cls = self._known(self.model.classes, self._word(statement, 2, "the class", "is oven"), "class")
        if name.text in self.model.classes:
            raise self._unreadable(name, f"`{name.text}` is a class already", "give the object another name")
        before = self.model.objects.get(name.text)
        self._new(
            self.model.objects, name, one := Object(name.text, cls, name), "objects", before.word if before else None
        )
        cls.objects.append(one)
        self._no_more(statement, 3)

    def _initial(self, statement: Statement) -> None:
        word = self._word(statement, 0, "an object", "initial town")
        self._known(self.model.objects, word, "object").initials.append(word)
        self._no_more(statement, 1)

    # ------------------------------------------------------------ attributes

    def _attribute_of_class(self, statement: Statement) -> None:
        words = statement.words
        constant = bool(words) and words[0].text == "class"
        words = words[1:] if constant else words
        if not words:
            raise self._unreadable(statement.keyword, "a class or an object is missing here")
        if words[0].text not in self.model.classes:
            if constant:
                self._known(self.model.classes, words[0], "class")
            return
        owner = self.model.classes[words[0].text]
        if len(words) < 4:
            hint = "`attribute [class] CLASS NAME TYPE VALUE`"
            raise self._unreadable(words[-1], "an attribute of a class needs a name, a type and a value", hint)
        name, type_, default = words[1:4]
        kind, target = type_.text.lower(), ""
        if kind.startswith("object:"):
            kind, target = "object", type_.text[7:]
            self._known(self.model.classes, Word(target, type_.line, type_.column + 7), "class")
        elif kind not in TYPES:
            close = nearest(kind, TYPES)
            hint = f"did you mean `{close}`?" if close else f"{', '.join(TYPES)} or object:CLASS"
            raise self._unreadable(type_, f"there is no type `{type_.text}`", hint)
        made = Attribute(name.text, kind, owner, constant, default, name, target)
        for above in owner.line():
            if name.text in above.attributes:
                line = above.attributes[name.text].word.line
                raise self._unreadable(
                    name, f"`{owner.name}` has two attributes called `{name.text}`", f"the first stands in line {line}"
                )
        owner.attributes[name.text] = made
        if len(words) > 4 and kind != "string":
            self.wrong(words[4], f"`{words[4].text}` is too much in this line", "an attribute has one value")

    def _value_of_object(self, statement: Statement) -> None:
        words = statement.words
        if not words or words[0].text in ("class", *self.model.classes):
            attribute = self._of_line(words)
            if attribute is not None:
                self.fits(attribute, attribute.default)
            return
        one = self._known(self.model.objects, words[0], "class or object", self.model.classes)
        name = self._word(statement, 1, "an attribute", f"attribute {one.name} price 4")
        known = one.cls.all_attributes()
        if name.text not in known:
            if name.text in self._refused:
                raise UnreadableError
            close = nearest(name.text, known)
            hint = f"did you mean `{close}`?" if close else f"it has {', '.join(known) or 'none'}"
            raise self._unreadable(
                name, f"the class `{one.cls.name}` of `{one.name}` has no attribute `{name.text}`", hint
            )
        value = self._word(statement, 2, "a value", f"attribute {one.name} {name.text} 4")
        if value.text.lower() == known[name.text].type and len(words) > 3:
            value = words[3]
        if name.text in one.values:
            line = one.values[name.text].line
            raise self._unreadable(name, f"`{one.name}` gets its `{name.text}` twice", f"first in line {line}")
        self.fits(known[name.text], value)
        one.values[name.text] = value

    def _of_line(self, words: list[Word]) -> Attribute | None:
        """The attribute that a line declared, unless it was refused."""
        words = words[1:] if words and words[0].text == "class" else words
        owner = self.model.classes.get(words[0].text) if words else None
        found = owner.attributes.get(words[1].text) if owner is not None and len(words) > 1 else None
        return found if found is not None and found.word is words[1] else None

    def fits(self, attribute: Attribute, value: Word) -> None:
        """Whether a value is of the attribute's type."""
        text, type_ = value.text, attribute.type
        if type_ == "object":
            if text == "null":
                return
            one = self._known(
                self.model.objects, Word(text.removeprefix("object:"), value.line, value.column), "object"
            )
            if not one.cls.is_a(self.model.classes[attribute.target]):
                raise self._unreadable(value, f"`{one.name}` is a {one.cls.name}, not a {attribute.target}")
            return
        good = {"boolean": is_truth, "string": lambda _: True, "double": is_number}.get(
            type_, lambda text: is_number(text) and "." not in text
        )
        if not good(text):
            self.wrong(value, f"`{text}` is no {type_}", f"`{attribute.name}` is a {type_}")

    # ------------------------------------------------------------ actions

    def _action(self, statement: Statement) -> None:
        words = statement.words
        if not words:
            raise self._unreadable(statement.keyword, "the name of the action is missing")
        if words[0].text == "create" or (words[0].text.startswith("create:") and len(words) == 1):
            hint = "`action create:CLASS NAME`: the colon clings to both, then comes a name"
            raise self._unreadable(words[0], "this is no action on creation", hint)
        if len(words) == 1:
            made = Action(words[0].text, RULE, words[0])
        elif words[0].text.startswith("create:"):
            cls = self._known(self.model.classes, Word(words[0].text[7:], words[0].line, words[0].column + 7), "class")
            made = Action(words[1].text, CREATION, words[1], cls)
            self._no_more(statement, 2)
        else:
            made = Action(words[1].text, PLAYER, words[1], self._known(self.model.classes, words[0], "class"))
            self._second_part(made, statement)
        before = self.model.actions.get(made.name)
        self._new(self.model.actions, made.word, made, "actions", before.word if before else None)

    def _second_part(self, made: Action, statement: Statement) -> None:
        if len(statement.words) == 2:
            return
        word = statement.words[2]
        every = next((mode for name, mode in _EVERY.items() if name.lower() == word.text.lower()), "")
        if not every:
            raise self._unreadable(
                word, f"`{word.text}` can't follow an action", "only forEveryInstance or forEveryGOD can"
            )
        cls = self._word(statement, 3, "a class", f"{word.text} oven")
        made.every, made.other = every, self._known(self.model.classes, cls, "class")
        self._no_more(statement, 4)

    def _condition(self, statement: Statement) -> None:
        name = self._word(statement, 0, "an action", "condition bake this.busy == boolean false")
        action = self._known(self.model.actions, name, "action")
        action.conditions.append((self._formula(statement.words[1:], name), name))

    def _consequence(self, statement: Statement) -> None:
        name = self._word(statement, 0, "the name of the consequence", "consequence pay direct town.money = long 0")
        rest = statement.words[1:]
        kind = next((one for one in KINDS if rest and one.lower() == rest[0].text.lower()), "")
        rest = rest[1:] if kind else rest
        made = Consequence(name.text, kind or "direct", name)
        try:
            self._filled(made, rest, name)
        finally:
            before = self.model.consequences.get(name.text)
            self._new(self.model.consequences, name, made, "consequences", before.word if before else None)

    def _filled(self, made: Consequence, rest: list[Word], name: Word) -> None:
        match made.kind:
            case "direct":
                made.expression = self._formula(rest, name)
            case "conditional" | "timed":
                if len(rest) < 2:
                    hint = f"`consequence {made.name} {made.kind} EXPRESSION OTHER`"
                    raise self._unreadable(
                        rest[-1] if rest else name, "an expression and a consequence are needed here", hint
                    )
                if rest[-1].text == ")" or is_number(rest[-1].text):
                    later = "later" if made.kind == "timed" else "then"
                    hint = f"`consequence {made.name} {made.kind} EXPRESSION OTHER`"
                    raise self._unreadable(
                        rest[-1], f"the consequence that is done {later} is missing behind this", hint
                    )
                made.other = rest[-1]
                made.expression = self._formula(rest[:-1], name)
            case "create":
                made.created = self._formula(rest, name)
            case "createAndAssign":
                end = ends_of(rest)
                made.created = self._formula(rest[:end], name)
                made.expression = self._formula(rest[end:], rest[end - 1] if rest else name)
            case "game":
                if not rest or rest[0].text.lower() != "increase":
                    raise self._unreadable(
                        rest[0] if rest else name, "a counter can only `increase`", "`game increase a, b`"
                    )
                made.parts = _path(rest[1:])
                if not made.parts or not all(made.parts):
                    raise self._unreadable(
                        rest[-1], "what is counted is missing here", "`game increase string sold, this.label`"
                    )

    def _use(self, statement: Statement) -> None:
        action = self._known(
            self.model.actions, self._word(statement, 0, "an action", "hasConsequence bake pay"), "action"
        )
        word = self._word(statement, 1, "a consequence", f"hasConsequence {action.name} pay")
        self._known(self.model.consequences, word, "consequence")
        action.uses.append(word)
        self._no_more(statement, 2)

    # ------------------------------------------------------------ counters, groups, goals

    def _counter(self, statement: Statement) -> None:
        name = self._word(statement, 0, "the name of the counter", "game bakedAll baked.sum")
        said = " ".join(word.text for word in statement.words[1:]).replace(",", ".")
        parts = [part.strip().removeprefix("string ").strip() for part in said.split(".")]
        if not all(parts):
            raise self._unreadable(statement.at(1), "a path of names is missing here", "`game bakedAll baked.sum`")
        before = self.model.counters.get(name.text)
        self._new(self.model.counters, name, (parts, name), "counters", before[1] if before else None)

    def _group(self, statement: Statement) -> None:
        name = self._word(statement, 0, "the name of the group", "actionGroup trade 0.6")
        number = self._word(statement, 1, "a likelihood", f"actionGroup {name.text} 0.6")
        if not is_number(number.text) or float(number.text) < 0:
            raise self._unreadable(number, f"`{number.text}` is no likelihood", "a number such as 0.6")
        before = self.model.groups.get(name.text)
        self._new(
            self.model.groups, name, Group(name.text, number.text, name), "groups", before.word if before else None
        )
        self._no_more(statement, 2)

    def _member(self, statement: Statement) -> None:
        group = self._word(statement, 0, "a group", "isInGroup trade buy")
        action = self._word(statement, 1, "an action", f"isInGroup {group.text} buy")
        if group.text in self.model.actions and action.text in self.model.groups:
            raise self._unreadable(
                group, "the group stands first, then the action", f"`isInGroup {action.text} {group.text}`"
            )
        one = self._known(self.model.groups, group, "group")
        known = self._known(self.model.actions, action, "action")
        if known.group:
            raise self._unreadable(action, f"`{known.name}` is in the group `{known.group}` already")
        known.group = one.name
        one.actions.append(known.name)
        self._no_more(statement, 2)

    def _goal(self, statement: Statement) -> None:
        number = self._word(statement, 0, "the number of the goal", "goal 1 town.fame >= long 1")
        if not number.text.isdecimal() or not 0 < int(number.text[:9]) < 1000:
            raise self._unreadable(number, f"`{number.text}` is no number of a goal", "goals are counted from 1")
        goal = Goal(int(number.text), self._formula(statement.words[1:], number), number)
        for other in self.model.goals:
            if other.number == goal.number:
                raise self._unreadable(
                    number, f"there are two goals {goal.number}", f"the first stands in line {other.word.line}"
                )
        self.model.goals.append(goal)

    def _count_goals(self) -> None:
        self.model.goals.sort(key=lambda goal: goal.number)
        for expected, goal in enumerate(self.model.goals, 1):
            if goal.number != expected:
                self.wrong(goal.word, f"goal {expected} is missing", "goals are counted from 1, without a gap")
                return


def _path(words: list[Word]) -> list[list[Word]]:
    """The parts of a path that is counted, between commas."""
    parts: list[list[Word]] = [[]]
    for word in words:
        if word.text == ",":
            parts.append([])
        elif word.text.lower() != "string" or not words:
            parts[-1].append(word)
    return parts
