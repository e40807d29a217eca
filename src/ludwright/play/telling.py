"""What a seat may be told of another's move: never more than it could see at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.drawing.things import things_of
from ludwright.hidden.secrecy import secrecy_of
from ludwright.hidden.sight import Sight
from ludwright.rules.options.coding import Coding
from ludwright.rules.options.wording import Option

if TYPE_CHECKING:
    from ludwright.game import Game

IN_SECRET = "chooses in secret"


class Hearsay:
    """Tells the moves of one game to one seat."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.things = things_of(game)
        self.secrecy = secrecy_of(game)

    def told(self, option: Option, seat: int | None, before: Sequence[int], after: Sequence[int]) -> str:
        """A move in words, with what the seat sees neither before nor after it left out."""
        if seat is not None and self.secrecy.asked(before):
            return IN_SECRET
        chosen = self.chosen(option, before)
        if seat is None or len(chosen) != len(option.values):
            return option.words
        values = [
            value if self._open(value, coding, offset, seat, before, after) else f"a hidden {coding.type.kind.name}"  # type: ignore[union-attr]
            for value, (coding, offset) in zip(option.values, chosen, strict=True)
        ]
        if values == list(option.values):
            return option.words
        verb = option.action if option.action in self.game.rules.actions.known else "choose"
        return f"{verb} {', '.join(values)}"

    def _open(
        self, value: str, coding: Coding, offset: int, seat: int, before: Sequence[int], after: Sequence[int]
    ) -> bool:
        """Whether the seat may hear a value: all but the names of things that it sees neither before nor after."""
        kind = coding.type.kind
        if kind is None or kind.role != "component" or coding.form == "position":
            return True
        if coding.zone is not None and coding.merges:
            return self._seen(value, coding, seat, before, after)
        sight, number = Sight(self.game, seat), coding.first + offset
        if coding.form == "face" and self.game.rules.equal_things.is_merged(kind):
            return any(
                self.things.known(die, sight, state) and self.game.wording.face(die, kind, state) == value
                for state in (before, after)
                for die in range(kind.first, kind.last + 1)
            )
        if coding.form == "face":
            number += kind.first
        return self.things.known(number, sight, before) or self.things.known(number, sight, after, placed=True)

    def chosen(self, option: Option, state: Sequence[int]) -> list[tuple[Coding, int]]:
        """How each value of an option is coded, and its number in that code."""
        rules = self.game.rules
        action = rules.actions.known.get(option.action)
        if action is not None and action.base <= option.code < action.base + action.size:
            rest, found = option.code - action.base, []
            for coding in reversed(action.codings):
                rest, offset = divmod(rest, coding.radix)
                found.append((coding, offset))
            return found[::-1]
        number = int(state[ir.QUESTION])
        asked = [rules.questions.all[number]] if number < len(rules.questions.all) else []
        for question in [*asked, *rules.questions.all]:
            if question.base and question.base <= option.code < question.base + question.size:
                return [(question.coding, option.code - question.base)] if question.coding is not None else []
        return []

    def _seen(self, value: str, coding: Coding, seat: int, before: Sequence[int], after: Sequence[int]) -> bool:
        """Whether the seat saw some card of that name lie where it was chosen from, or sees it afterwards."""
        zone, model, sight = coding.zone, self.things.model, Sight(self.game, seat)
        assert zone is not None
        places = range(zone.place, zone.place + zone.size)
        if zone.seen == "owner" and zone.size == model.players:  # whoever chooses by the front has it in their own
            places = range(zone.place + before[ir.ACTOR], zone.place + before[ir.ACTOR] + 1)
        for number in range(model.components):
            design = self.things.design(number, before)
            if before[model.arrays["place"] + number] not in places or design < 0:
                continue
            name = self.game.wording.design(design)
            known = self.things.known(number, sight, before) or self.things.known(number, sight, after, placed=True)
            if known and f"{value.removeprefix('the same ')},".startswith(f"{name},"):
                return True
        return False
