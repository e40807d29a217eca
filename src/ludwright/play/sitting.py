"""People and players of every kind at one table: who is next, what has happened, and how to go back."""

from __future__ import annotations

from dataclasses import dataclass

from ludwright.play.agents import HUMAN, Agents
from ludwright.play.hearing import Heard, Hearing
from ludwright.play.match import Match
from ludwright.rules.options.wording import Option


@dataclass(frozen=True)
class Done:
    """One answer that was given."""

    seat: int
    option: Option
    options: int
    """Among how many."""
    before: list[int]
    after: list[int]
    heard: list[Heard]
    """What anybody was shown or told then."""


class Sitting:
    """One match with somebody in every seat. The players who are no humans are those of ``simulate``: the same seed, the same choices.

    The game must ask what is forced too; such answers are given at once, and told like all others.
    """

    def __init__(self, match: Match, seats: list[str]) -> None:
        self.match, self.seats = match, seats
        self.done: list[Done] = []
        self.hearing = Hearing(match.game)
        self.at_start = self.hearing.at_start(match.seed, match.number)
        """What anybody was shown or told before the first choice."""
        self._agents = self._fresh_agents()
        if match.answers:
            self._replay(match.answers)

    def _fresh_agents(self) -> Agents:
        return Agents(self.match.game, self.match.seed, self.match.number, self.seats)

    @property
    def humans(self) -> list[int]:
        return [seat for seat, who in enumerate(self.seats) if who == HUMAN]

    @property
    def thinking(self) -> int | None:
        """The seat of a player that is about to think, which may take a while."""
        match = self.match
        seat = match.actor or 0
        return seat if not match.over and self._agents.thinks(seat) and len(match.codes()) > 1 else None

    def step(self) -> bool:
        """Let whoever needs no asking act: a player that is no human, or somebody with one option. False if a human must choose."""
        match = self.match
        seat, codes = match.actor or 0, match.codes()
        if len(codes) > 1 and self.seats[seat] == HUMAN:
            return False
        code = codes[0] if self.seats[seat] == HUMAN else self._agents.pick(seat, codes, match.words)
        self._apply(code, len(codes))
        return True

    def choose(self, option: Option) -> None:
        """The answer of a human."""
        self._apply(option.code, len(self.match.codes()))

    def _apply(self, code: int, options: int) -> None:
        match = self.match
        seat, before = match.actor or 0, match.words
        option = next(o for o in match.legal() if o.code == code)
        heard = self.hearing.after(before, match.chance, code)
        match.apply(code)
        self.done.append(Done(seat, option, options, before, match.words, heard))

    def undo(self) -> int | None:
        """Go back to the last choice of a human, and give the seat; nothing if there is none."""
        back = [i for i, done in enumerate(self.done) if done.options > 1 and self.seats[done.seat] == HUMAN]
        if not back:
            return None
        answers, seat = self.match.answers[: back[-1]], self.done[back[-1]].seat
        self._replay(answers)
        return seat

    def _replay(self, answers: list[int]) -> None:
        """From the start, so that the numbers of random and scripted players stand where they stood; those that think just begin anew."""
        old = self.match
        self.match = old.game.start(old.seed, old.number, old.run)
        self.done, self._agents = [], self._fresh_agents()
        for code in answers:
            seat, codes = self.match.actor or 0, self.match.codes()
            if self.seats[seat] != HUMAN and not self._agents.thinks(seat):
                self._agents.pick(seat, codes, self.match.words)
            self._apply(code, len(codes))
