"""WGDL carried out as it is written, without our language: slow, short, and independent of the translation."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ludwright.importing.places import Wrong
from ludwright.importing.wgdl.declaring import Declaring
from ludwright.importing.wgdl.expressions import Design, Expression, Operation, Path, Value
from ludwright.importing.wgdl.model import CREATION, DESIGN, PLAYER, RULE, Action, Class, Consequence, Object
from ludwright.importing.wgdl.words import statements_of, words_of


@dataclass(eq=False)
class Instance:
    design: Object
    values: dict[str, Any] = field(default_factory=dict)


class Reference:
    """One running game."""

    def __init__(self, text: str) -> None:
        wrong = Wrong("reference", text.split("\n"))
        self.model = Declaring(statements_of(words_of(text)[0])[0], wrong).read()
        assert not wrong.mistakes
        self.instances: list[Instance] = []
        self.waiting: list[tuple[int, int, Consequence, Any, Any, Action]] = []
        self.counts: dict[tuple[str, ...], int] = {}
        self.clock = self.set = 0
        self.goal = 1
        starts = [(word.line, word.column, one) for one in self.model.objects.values() for word in one.initials]
        for _, _, one in sorted(starts, key=lambda start: start[:2]):
            self._make(one, first=True)

    # ------------------------------------------------------------ moves

    def moves(self) -> list[tuple[Action, Instance, Any]]:
        """Every legal move: the action, its object, and the other object or description."""
        found = []
        for action in self.model.actions.values():
            if action.kind != PLAYER or action.cls is None:
                continue
            for this in [one for one in self.instances if one.design.cls.is_a(action.cls)]:
                for other in self._others(action):
                    legal = all(self.value(test, action, this, other) for test, _ in action.conditions)
                    found += [(action, this, other)] if legal else []
        return found

    def _others(self, action: Action) -> list[Any]:
        if action.other is None:
            return [None]
        if action.every == DESIGN:
            return list(action.other.descriptions())
        return [one for one in self.instances if one.design.cls.is_a(action.other)]

    def play(self, action: Action, this: Instance, other: Any) -> None:
        self._do(action, this, other)
        self._after()

    def forced(self) -> None:
        """Do the only thing there is to do."""
        moves = self.moves()
        if moves:
            self.play(*moves[0])
        else:
            self.wait()

    def wait(self) -> None:
        """Let time pass until the next thing is due."""
        if self.waiting:
            self.clock = max(self.clock, min(time for time, *_ in self.waiting))
        self._after()

    def _after(self) -> None:
        while due := [one for one in self.waiting if one[0] <= self.clock]:
            first = min(due, key=lambda one: one[:2])
            self.waiting.remove(first)
            self._consequence(first[2], first[5], first[3], first[4])
        for rule in self.model.actions.values():
            if rule.kind == RULE:
                self._do(rule, None, None)
        while self.goal <= len(self.model.goals) and self._reached(self.goal):
            self.goal += 1

    def _reached(self, number: int) -> bool:
        rule = Action("goal", RULE, self.model.goals[number - 1].word)
        return bool(self.value(self.model.goals[number - 1].expression, rule, None, None))

    @property
    def over(self) -> bool:
        return self.goal > len(self.model.goals) or not (self.waiting or self.moves())

    def _do(self, action: Action, this: Any, other: Any) -> None:
        if all(self.value(test, action, this, other) for test, _ in action.conditions):
            for word in action.uses:
                self._consequence(self.model.consequences[word.text], action, this, other)

    def _consequence(self, one: Consequence, action: Action, this: Any, other: Any) -> None:
        match one.kind:
            case "direct":
                assert isinstance(one.expression, Operation)
                self._assign(
                    one.expression.left, self.value(one.expression.right, action, this, other), action, this, other
                )
            case "conditional":
                if self.value(one.expression, action, this, other):
                    self._consequence(self._other(one), action, this, other)
            case "timed":
                self.set += 1
                delay = int(self.value(one.expression, action, this, other))
                self.waiting.append((self.clock + delay, self.set, self._other(one), this, other, action))
            case "create":
                self._make(self.value(one.created, action, this, other))
            case "createAndAssign":
                sides = [one.created, one.expression]
                made = next(s for s in sides if isinstance(s, Design) or (isinstance(s, Path) and len(s.parts) == 1))
                target = next(s for s in sides if s is not made)
                self._assign(target, self._make(self.value(made, action, this, other)), action, this, other)
            case _:
                path = tuple(self._text(part[-1], action, this, other) for part in one.parts)
                self.counts[path] = self.counts.get(path, 0) + 1

    def _other(self, one: Consequence) -> Consequence:
        assert one.other is not None
        return self.model.consequences[one.other.text]

    def _text(self, word: Any, action: Action, this: Any, other: Any) -> str:
        if "." not in word.text:
            return str(word.text)
        return str(self.value(Path(tuple(word.text.split(".")), word), action, this, other))

    def _make(self, design: Object, first: bool = False) -> Instance:
        made = Instance(design)
        for name, attribute in design.cls.all_attributes().items():
            if not attribute.constant:
                made.values[name] = self._worth(attribute.type, design.value(attribute).text)
        self.instances.append(made)
        for action in self.model.actions.values() if not first else ():
            if action.kind == CREATION and action.cls is not None and design.cls.is_a(action.cls):
                self._do(action, made, None)
        return made

    def _worth(self, type_: str, text: str) -> Any:
        match type_:
            case "long":
                return int(text)
            case "double":
                return Fraction(text)
            case "boolean":
                return text.lower() == "true"
            case "object":
                return None if text == "null" else self.model.objects[text]
        return text

    # ------------------------------------------------------------ formulas

    def _at(self, parts: tuple[str, ...], action: Action, this: Any, other: Any) -> Any:
        if parts[0] == "this":
            return this
        if action.other is not None and parts[0] == action.other.name:
            return other
        design = self.model.objects[parts[0]]
        return next((one for one in self.instances if one.design is design), design)

    def _read(self, thing: Any, name: str) -> Any:
        design = thing.design if isinstance(thing, Instance) else thing
        attribute = design.cls.all_attributes()[name]
        if attribute.constant or not isinstance(thing, Instance):
            return self._worth(attribute.type, design.value(attribute).text)
        return thing.values[name]

    def _assign(self, target: Any, value: Any, action: Action, this: Any, other: Any) -> None:
        thing = self._at(target.parts, action, this, other)
        for part in target.parts[1:-1]:
            thing = self._read(thing, part)
        attribute = thing.design.cls.all_attributes()[target.parts[-1]]
        thing.values[target.parts[-1]] = int(value) if attribute.type == "long" else value

    def value(self, expression: Expression | None, action: Action, this: Any, other: Any) -> Any:
        match expression:
            case Value(type=type_, text=text):
                return self._worth(type_, text)
            case Design(name=name):
                return self.model.objects[name]
            case Path(parts=("null",)):
                return None
            case Path(parts=("game", name)):
                return self._counted(self.model.counters[name][0])
            case Path(parts=parts):
                thing = self._at(parts, action, this, other)
                for part in parts[1:]:
                    thing = self._read(thing, part)
                return thing
            case Operation(sign=sign):
                a = self.value(expression.left, action, this, other)
                b = self.value(expression.right, action, this, other)
                return _worked_out(sign, a, b)
        raise AssertionError(expression)

    def _counted(self, parts: list[str]) -> int:
        if parts[-1] != "sum":
            return self.counts.get(tuple(parts), 0)
        return sum(n for node, n in self.counts.items() if node[:-1] == tuple(parts[:-1]))


def _worked_out(sign: str, a: Any, b: Any) -> Any:
    match sign:
        case "==" | "!=":
            same = a.design is b if isinstance(a, Instance) and isinstance(b, Object) else a == b
            return same == (sign == "==")
        case "&&":
            return a and b
        case "||":
            return a or b
        case "xor":
            return a != b
        case "/":
            if isinstance(a, int) and isinstance(b, int):
                return int(Fraction(a, b))
            return Fraction(int(Fraction(a) / b * 1000), 1000)
    return {
        ">": lambda: a > b, ">=": lambda: a >= b, "<": lambda: a < b, "<=": lambda: a <= b,
        "+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b,
    }[sign]()  # fmt: skip


def classes_of(one: Instance) -> list[Class]:
    return list(one.design.cls.line())
