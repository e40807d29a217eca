"""Options and states in words: what a code means to a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludwright.model.kinds import Kind
from ludwright.rules import ir
from ludwright.rules.coding import Coding

if TYPE_CHECKING:
    from ludwright.rules.actions import Action
    from ludwright.rules.questions import Question
    from ludwright.rules.rules import Rules


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

    def option(self, code: int, state: Sequence[int]) -> Option:
        """The option of a code on a state."""
        if code == 0:
            return Option(0, "stop", (), self._refusal(state))
        for action in self._actions:
            if action.base <= code < action.base + action.size:
                return self._action(action, code, state)
        number = int(state[ir.QUESTION])
        current = self.rules.questions.all[number] if number < len(self.rules.questions.all) else None
        for question in [q for q in (current,) if q is not None] + self._questions:
            if question.base and question.base <= code < question.base + question.size:
                return self._answer(question, code, state)
        return Option(code, "?", (), f"option {code}")

    def _refusal(self, state: Sequence[int]) -> str:
        number = int(state[ir.QUESTION])
        question = self.rules.questions.all[number] if number < len(self.rules.questions.all) else None
        if question is not None and question.words and question.size == 1:
            return f"no {question.words[0]}"
        return "stop"

    def _action(self, action: Action, code: int, state: Sequence[int]) -> Option:
        rest = code - action.base
        offsets: list[int] = []
        for coding in reversed(action.codings):
            offsets.append(rest % coding.radix)
            rest //= coding.radix
        values = tuple(self._value(c, o, state) for c, o in zip(action.codings, reversed(offsets), strict=True))
        words = f"{action.name} {' '.join(values)}" if values else action.name
        return Option(code, action.name, values, words)

    def _answer(self, question: Question, code: int, state: Sequence[int]) -> Option:
        offset = code - question.base
        if question.words is not None:
            value = question.words[offset]
        else:
            assert question.coding is not None
            value = self._value(question.coding, offset, state)
        return Option(code, question.name, (value,), f"{question.name} {value}")

    def _value(self, coding: Coding, offset: int, state: Sequence[int]) -> str:
        if coding.form == "position":
            return f"number {offset + 1}"
        kind = coding.type.kind
        if kind is None:
            return str(offset + coding.first)
        if coding.form == "design":
            return self.model.design_names[coding.first + offset]
        return self.member(kind, offset + coding.first, state)

    def member(self, kind: Kind, number: int, state: Sequence[int]) -> str:
        """The name of one member of a kind; pieces on a board are named by where they stand."""
        if number < 0:
            return "none"
        if kind.role == "component":
            return self._component(number, state)
        index = number - kind.first
        return kind.members[index] if 0 <= index < len(kind.members) else str(number)

    def _component(self, number: int, state: Sequence[int]) -> str:
        model = self.model
        place = int(state[model.arrays["place"] + number])
        for holding in model.holdings:
            if holding.place <= place < holding.place + holding.board.count:
                return holding.board.members[place - holding.place]
        for kind in model.component_kinds:
            if kind.first <= number <= kind.last and kind.faces:
                face = int(state[kind.fields["face"].base + number - kind.first])
                return f"die {number - kind.first + 1} ({face})"
        if "design" in model.arrays:
            design = int(state[model.arrays["design"] + number])
            return f"{model.design_names[design] if design >= 0 else 'nothing'} {number}"
        return model.design_names[model.component_design[number]]
