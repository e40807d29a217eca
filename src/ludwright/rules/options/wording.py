"""Options in words: what a code means to a person.

The words of the legal options of one question all differ, and a code keeps its words for as long as the question stands:
so words can be given as an answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir.terms import NO_NUMBER
from ludwright.language import syntax
from ludwright.language.syntax import Part
from ludwright.language.syntax.walking import nodes
from ludwright.model.kinds import Field, Kind, plain_fraction
from ludwright.model.naming import zone_labels
from ludwright.rules.options.coding import Coding

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules
    from ludwright.rules.options.actions import ActionRules
    from ludwright.rules.options.questions import QuestionRules

STOP, PASS, DECLINE = "stop", "pass", "decline"
"""Ways to refuse: to go on with actions or with picking, to act at all, to choose."""


@dataclass(frozen=True)
class Option:
    """One legal answer: its stable code, the action or question it answers, the chosen values, and all of it in words."""

    code: int
    action: str
    values: tuple[str, ...]
    words: str

    def __str__(self) -> str:
        return self.words


class Wording:
    """Finds words for codes."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self._actions = sorted((a for a in rules.actions.known.values() if a.ready), key=lambda a: a.base)
        self._questions = [q for q in rules.questions.all if q.base]
        self._refusals = dict(_refusals(rules))
        self._names: dict[int, list[str]] = {}
        self._designs: dict[int, str] = {}
        self._zones: dict[int, str] = {}
        self._copies = _copies(self.model.component_design)

    def option(self, code: int, state: Sequence[int]) -> Option:
        """The option of a code on a state."""
        if code == 0:
            return Option(0, STOP, (), self._refusal(state))
        for action in self._actions:
            if action.base <= code < action.base + action.size:
                return self._action(action, code, state)
        number = int(state[ir.QUESTION])
        current = self.rules.questions.all[number] if number < len(self.rules.questions.all) else None
        for question in [q for q in (current,) if q is not None] + self._questions:
            if question.base and question.base <= code < question.base + question.size:
                return self._answer(question, code, state)
        return Option(code, "?", (), f"option {code}")

    def picture(self, state: Sequence[int], seat: int | None) -> list[str]:
        """How a position looks, where only those whose rules it is can say: line by line, to a seat or to all."""
        return []

    # ------------------------------------------------------------ refusing

    def _refusal(self, state: Sequence[int]) -> str:
        number = int(state[ir.QUESTION])
        question = self.rules.questions.all[number] if number < len(self.rules.questions.all) else None
        if question is None:
            return STOP
        if _is_call(question):
            assert question.words is not None
            return f"no {question.words[0]}"
        way = self._refusals.get(question.line, STOP)
        return way if way not in self.rules.actions.known else f"{way} here"

    # ------------------------------------------------------------ actions and answers

    def _action(self, action: ActionRules, code: int, state: Sequence[int]) -> Option:
        rest = code - action.base
        offsets: list[int] = []
        for coding in reversed(action.codings):
            offsets.append(rest % coding.radix)
            rest //= coding.radix
        offsets.reverse()
        values: tuple[str, ...] = ()
        for i, coding in enumerate(action.codings):
            said = self._another(action, offsets, i, state) or self._of_mine(action, offsets, i, state)
            said = said or self._value(coding, offsets[i], state, values)
            values += (said,)
        return Option(
            code, action.name, values, self._voyage(action, offsets, values, state) or self._deed(action, values)
        )

    def _of_mine(self, action: ActionRules, offsets: list[int], i: int, state: Sequence[int]) -> str | None:
        """One of `my boats`: nobody need say whose it is."""
        coding = action.codings[i]
        if coding.form != "equal" or coding.named or coding.before or not isinstance(action.params[i][1], syntax.My):
            return None
        return self.thing(offsets[i] + coding.first, state, mine=True)

    def _voyage(
        self, action: ActionRules, offsets: list[int], values: tuple[str, ...], state: Sequence[int]
    ) -> str | None:
        """Something moved from one cell to another: `sail boat at Home to Osprey`, or only `sail to Osprey` where there is nothing else to sail."""
        if len(values) != 2 or not self._moves(action):
            return None
        coding, number = action.codings[0], action.codings[0].first + offsets[0]
        kind = self._kind(number)
        where = self._where(number, state)
        if not where.startswith("at ") or f" {where}" not in values[0]:
            return None  # a piece that is not on a board yet, or is called by its cell
        equal, mine = self.rules.equal_things, isinstance(action.params[0][1], syntax.My)
        others = [c for c in range(coding.lo, coding.hi + 1) if not mine or self._same_owner(c, number)]
        own = equal.look(number, kind, state)
        alone = all(equal.look(c, kind, state) == own for c in others)
        from_where = "" if alone else f" {values[0]}," if "," in values[0] else f" {values[0]}"
        return f"{action.name}{from_where} to {values[1]}"

    @staticmethod
    def _moves(action: ActionRules) -> bool:
        """Whether an action is to move its first parameter to its second, a cell."""
        if [coding.form for coding in action.codings] not in (["equal", "index"], ["index", "index"]):
            return False
        thing, cell = (coding.type.kind for coding in action.codings)
        if thing is None or thing.role != "component" or cell is None or cell.role != "cell":
            return False
        moves = [n for effect in action.effects for n in nodes(effect) if isinstance(n, syntax.Move)]
        words = [word for word, _ in action.params]
        return any([str(move.things), str(move.to)] == words for move in moves)

    def _another(self, action: ActionRules, offsets: list[int], i: int, state: Sequence[int]) -> str | None:
        """The second of two equal things that an action is done with."""
        coding, equal = action.codings[i], self.rules.equal_things
        kind = coding.type.kind
        if coding.form != "equal" or len(coding.before) != 1 or kind is None or not equal.is_merged(kind):
            return None
        first = coding.before[0]
        other, number = action.codings[first].first + offsets[first], coding.first + offsets[i]
        alike = action.codings[first].form == "equal" and equal.look(other, kind, state) == equal.look(
            number, kind, state
        )
        if alike and other == number:
            return None
        return f"another {self.thing(number, state)}" if alike else self.thing(number, state)

    def _deed(self, action: ActionRules, values: tuple[str, ...]) -> str:
        """An action with its values; two numbers are told apart by their names."""
        if not values:
            return action.name
        numbers = [coding.type.kind is None for coding in action.codings]
        named = sum(numbers) > 1
        parts = [
            f"{word} {value}" if named and is_number else value
            for (word, _), value, is_number in zip(action.params, values, numbers, strict=True)
        ]
        apart = ", " if any(" " in value for value in values) else " "
        return f"{action.name} {apart.join(parts)}"

    def _answer(self, question: QuestionRules, code: int, state: Sequence[int]) -> Option:
        offset = code - question.base
        if question.words is not None:
            value = question.words[offset]
        else:
            assert question.coding is not None
            value = self._value(question.coding, offset, state)
        return Option(code, question.name, (value,), value if _is_call(question) else f"choose {value}")

    # ------------------------------------------------------------ values

    def _value(self, coding: Coding, offset: int, state: Sequence[int], before: Sequence[str] = ()) -> str:
        """What a number stands for; ``before`` is what was said of the parameters before."""
        if offset >= coding.plain:
            return f"the same {before[coding.before[offset - coding.plain]]}"
        if coding.form == "position":
            return f"number {offset + 1}"
        kind = coding.type.kind
        if kind is None:
            return str(offset + coding.first)
        if coding.form == "design":
            return self.design(coding.first + offset)
        if coding.form == "look":
            return self._look(kind, offset, state)
        if coding.form == "face":
            merged = self.rules.equal_things.is_merged(kind)
            return kind.face_name(min(kind.faces) + offset) if merged else self.component(kind.first + offset, state)
        if coding.form == "equal" and not coding.named and not coding.before:
            return self.thing(offset + coding.first, state)
        return self.member(kind, offset + coding.first, state)

    def _look(self, kind: Kind, code: int, state: Sequence[int]) -> str:
        """A card by its design and by what is marked on it; no, none and 0 are not said."""
        if not self.rules.equal_things.is_merged(kind):
            return self.component(kind.root.first + code, state)
        design, marks = self.rules.equal_things.look_parts(kind, code)
        said = [self.design(design)]
        for field, word, value in marks:
            refers = field.type.form == "ref"
            if value == (-1 if refers and not self._names_card(field) else 0):
                continue
            words = field.name if self._names_card(field) else self._mark(field, value, state)
            said.append(f"{words} ({word + 1})" if word or (field.dims and not field.owner) else words)
        return ", ".join(said)

    @staticmethod
    def _names_card(field: Field) -> bool:
        return field.type.kind is not None and field.type.kind.role == "component"

    def design(self, number: int) -> str:
        """The name of a design; where two share a name, with its number."""
        if number not in self._designs:
            self._designs[number] = self._design(number)
        return self._designs[number]

    def _design(self, number: int) -> str:
        for kind in self.model.component_kinds:
            designs = kind.design
            if designs is not None and designs.first <= number <= designs.last:
                return self._members(designs)[number - designs.first]
        names = self.model.design_names
        return names[number] if 0 <= number < len(names) else str(number)

    def member(self, kind: Kind, number: int, state: Sequence[int]) -> str:
        """The name of one member of a kind; pieces on a board are named by where they stand."""
        if number < 0:
            return "none"
        if kind.role == "component":
            return self.component(number, state)
        names, index = self._members(kind), number - kind.first
        return names[index] if 0 <= index < len(names) else str(number)

    def _members(self, kind: Kind) -> list[str]:
        """The names of all members of a kind, made different where two are the same."""
        if id(kind) not in self._names:
            names = kind.members
            if kind.role == "design" and len(names) != kind.count:
                names = self.model.design_names[kind.first : kind.first + kind.count]
            again = Counter(names)
            self._names[id(kind)] = [f"{n} ({i})" if again[n] > 1 else n for i, n in enumerate(names, 1)]
        return self._names[id(kind)]

    def component(self, number: int, state: Sequence[int]) -> str:
        """One card, piece or die: by its square, its face or its design, and where copies are equal by its number."""
        model = self.model
        place = int(state[model.arrays["place"] + number])
        for holding in model.holdings:
            if holding.place <= place < holding.place + holding.board.count:
                cell = holding.board.members[place - holding.place]
                if len(model.holdings) == 1 and holding.room == 1:
                    return cell
                where = cell if len({id(h.board) for h in model.holdings}) == 1 else f"{holding.board.name} {cell}"
                return f"{self.copy(number, state)} at {where}"
        return self.copy(number, state)

    def face(self, number: int, kind: Kind, state: Sequence[int]) -> str:
        """What a die shows."""
        return kind.face_name(int(state[kind.fields["face"].base + number - kind.first]))

    def thing(self, number: int, state: Sequence[int], mine: bool = False) -> str:
        """One of several things that are equal, by its design and as much of where it is, whose it is and what it carries as tells it from those that are
        not equal to it; where it can only be ``mine``, from those of the same owner."""
        equal, kind = self.rules.equal_things, self._kind(number)
        if not equal.possible(kind) or not equal.is_merged(kind):
            return self.component(number, state)
        own = equal.look(number, kind, state)
        if kind.limit and sum(equal.look(c, kind, state) == own for c in range(kind.first, kind.last + 1)) == 1:
            return self.component(number, state)  # what is made in play has a number
        name, where, owner = self._name(number, state), self._where(number, state), self.model.component_owner[number]
        others = [
            c
            for c in range(kind.first, kind.last + 1)
            if self._name(c, state) == name
            and equal.look(c, kind, state) != own
            and not (mine and not self._same_owner(c, number))
        ]
        told = where.startswith("at ") or any(self._where(c, state) != where for c in others)
        others = [c for c in others if self._where(c, state) == where]
        words = name
        if owner >= 0 and any(self.model.component_owner[c] != owner for c in others):
            others = [c for c in others if self.model.component_owner[c] == owner]
            words = f"{words} of {self.model.player.members[owner]}"
        words = f"{words} {where}" if told and where else words
        for field, at, mark in self._marks(number, kind, state) if others else ():
            different = [c for c in others if int(state[field.base + at + (c - number) * field.row]) != mark[0]]
            if different:
                others = [c for c in others if c not in different]
                words = f"{words}, {mark[1]}"
        return self.component(number, state) if others else words

    def _same_owner(self, one: int, other: int) -> bool:
        return self.model.component_owner[one] == self.model.component_owner[other]

    def _marks(self, number: int, kind: Kind, state: Sequence[int]) -> Iterator[tuple[Field, int, tuple[int, str]]]:
        """What a thing carries: the variable, which of its words, and that in words."""
        for field in kind.fields.values():
            if len(field.dims) != 1 or not field.dims[0].first <= number <= field.dims[0].last:
                continue
            at = number - field.dims[0].first
            value = int(state[field.base + at])
            yield field, at, (value, self._mark(field, value, state))

    def _mark(self, field: Field, value: int, state: Sequence[int]) -> str:
        """What is marked on a thing, in words."""
        if field.type.form == "bool":
            return field.name if value else f"not {field.name}"
        if field.type.form == "ref" and field.type.kind is not None:
            return f"{field.name} {self.member(field.type.kind, value, state)}"
        if field.type.form == "fraction":
            return f"{field.name} {plain_fraction(value)}"
        return f"{field.name} {'none' if value == NO_NUMBER else value}"

    def _kind(self, number: int) -> Kind:
        return next(k for k in self.model.component_kinds if k.parent is None and k.first <= number <= k.last)

    def _name(self, number: int, state: Sequence[int]) -> str:
        design = self.model.design_in(state, number)
        return self.design(design) if design >= 0 else self._kind(number).name

    def _where(self, number: int, state: Sequence[int]) -> str:
        """Where a thing is: at a cell, in a zone, or nowhere."""
        place = int(state[self.model.arrays["place"] + number])
        for holding in self.model.holdings:
            if holding.place <= place < holding.place + holding.board.count:
                cell = holding.board.members[place - holding.place]
                alone = len({id(h.board) for h in self.model.holdings}) == 1
                return f"at {cell}" if alone else f"at {holding.board.name} {cell}"
        if not self._zones:
            self._zones.update(pair for zone in self.model.all_zones() for pair in zone_labels(zone))
        return f"in {self._zones[place]}" if place in self._zones else ""

    def copy(self, number: int, state: Sequence[int]) -> str:
        """One component by its face or design, and its number where there are equal ones."""
        model = self.model
        for kind in model.component_kinds:
            if kind.first <= number <= kind.last:
                own = number - kind.first + 1
                if kind.faces:
                    return f"die {own} ({kind.face_name(int(state[kind.fields['face'].base + own - 1]))})"
                if kind.limit and "design" in model.arrays:
                    design = int(state[model.arrays["design"] + number])
                    return f"{self.design(design) if design >= 0 else kind.name} {own}"
        copy, copies = self._copies[number]
        name = self.design(model.design_in(state, number))
        return f"{name} {copy}" if copies > 1 else name


def _is_call(question: QuestionRules) -> bool:
    """Whether somebody is asked to say one word, as in `first q in others to say "challenge"`."""
    return (
        question.words is not None and question.size == 1 and question.name.split(".")[-1].startswith(question.words[0])
    )


def _copies(designs: list[int]) -> list[tuple[int, int]]:
    """For every component: which copy of its design it is, and how many there are."""
    copies, so_far = Counter(designs), Counter[int]()
    found = []
    for design in designs:
        so_far[design] += 1
        found.append((so_far[design], copies[design]))
    return found


def _refusals(rules: Rules) -> Iterator[tuple[int, str]]:
    """What it is called to refuse, by the line of the question; lines with two different ways are left out."""
    found: dict[int, set[str]] = {}
    files = rules.description.files
    for declaration in rules.description.declarations:
        file = files.index(declaration.file) if declaration.file in files else 0
        for node in nodes(declaration.tree):
            way = _way_to_refuse(node)
            if way is not None:
                line = declaration.place(node).line
                found.setdefault(file * ir.FILE_LINES + line, set()).add(way)
    return ((line, ways.pop()) for line, ways in found.items() if len(ways) == 1)


def _way_to_refuse(node: Part) -> str | None:
    match node:
        case syntax.MayDo():
            return PASS
        case syntax.Choose(chooses=syntax.MayChoose()) | syntax.ChooseOption(chooses=syntax.MayChoose()):
            return DECLINE
        case syntax.AnyNumberOf() | syntax.ChosenAnyNumber() | syntax.Choose(chosen=syntax.ChosenUpTo()):
            return STOP
    return None
