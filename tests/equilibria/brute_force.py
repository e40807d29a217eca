"""What games are worth, by playing them through one by one on the plain Python run: slow, and sharing nothing with the trees."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from ludwright.game import Game
from ludwright.play.match import Match
from tests.hidden.every_deal import AllChances, begin

History = tuple[object, ...]


class PlayedThrough:
    """All ways through a game. All answers are as likely as each other."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.values = [Fraction(0)] * game.players
        """What every seat gets on average."""
        self.situations: dict[History, set[tuple[int, ...]]] = defaultdict(set)
        """All that a seat may have seen and done when it is asked, with the options it then has."""
        self.ways = 0
        chance = AllChances()
        while True:
            match = self._one(chance)
            self.ways += 1
            for seat, value in enumerate(match.scores() or match.returns()):
                self.values[seat] += chance.probability * Fraction(value)
            if not chance.go_on():
                break

    def _one(self, chance: AllChances) -> Match:
        match = begin(self.game, chance)
        seen: list[list[object]] = [[] for _ in range(self.game.players)]
        while True:
            for seat, past in enumerate(seen):
                now = match.observe(seat).key()
                if not past or past[-1] != now:
                    past.append(now)
            assert match.fault is None, match.fault
            if match.over:
                return match
            codes = match.codes()
            seat = match.actor or 0
            self.situations[(seat, *seen[seat])].add(tuple(codes))
            code = codes[chance.below(len(codes))]
            seen[seat].append(code)
            match.apply(code)
