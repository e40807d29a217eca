"""Situations and strategies in the words of the table: `with the King, after check, bet: call always`."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

import numpy as np

from ludwright.equilibria.tree import Situation, Tree
from ludwright.hidden.layout import OPEN, is_seen
from ludwright.hidden.seen import Seen, on_components
from ludwright.model.labels import Labels
from ludwright.model.visibility import everyone

ALWAYS = 0.995
"""From here on it is called always, and below the rest of 1 never."""


class Telling:
    """Finds the words for one tree."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.game = tree.game
        self.model = tree.game.rules.model
        self.labels = Labels(tree.game)
        self._seen = Seen(self.model, self.game.layout)
        self._answers: dict[int, list[str]] = {}

    def options(self, situation: Situation) -> list[str]:
        """Its options in words."""
        if situation.number not in self._answers:
            words = situation.words.tolist()
            self._answers[situation.number] = [self.game.wording.option(code, words).words for code in situation.codes]
        return self._answers[situation.number]

    # ------------------------------------------------------------ what has happened

    def before(self, situation: Situation) -> str:
        """What was answered so far, as far as the seat saw it, and which cards lie open: `after check, bet`."""
        steps = []
        names = self.game.players > 2
        for earlier, code in self.tree.path(situation.node):
            if earlier.seat != situation.seat and self._secret(earlier):
                continue
            words = self.options(earlier)[earlier.codes.index(code)]
            steps.append(f"{self.game.seats[earlier.seat]}: {words}" if names else words)
        told = f"after {', '.join(steps)}" if steps else "at the start"
        open_ = self._cards(situation, lambda seen: all(seen))
        return f"{told}, {open_}" if open_ else told

    def _secret(self, situation: Situation) -> bool:
        veil = self.model.arrays.get("veil")
        return veil is not None and situation.words[veil] != 0

    # ------------------------------------------------------------ what the seat knows

    def holding(self, situation: Situation) -> str:
        """What the seat sees and somebody else does not: `king hearts`; nothing if it sees no more than all."""
        seat = situation.seat
        own = self._cards(situation, lambda seen: seen[seat] and not all(seen))
        secrets = self._secrets(situation)
        return "; ".join(part for part in (own, secrets) if part)

    def _cards(self, situation: Situation, wanted: object) -> str:
        layout, words = self.game.layout, situation.words
        found: dict[int, list[str]] = {}
        for c in range(self.model.components):
            if layout.role[c] == OPEN or not self._lies_in_a_zone(words, c):
                continue
            seen = [
                bool(is_seen(layout.spots, layout.watch, layout.watch_top, words, seat, c))
                for seat in range(self.game.players)
            ]
            if wanted(seen):  # type: ignore[operator]
                found.setdefault(int(words[self.model.arrays["place"] + c]), []).append(self._thing(c, words.tolist()))
        hand = f" of {self.game.seats[situation.seat]}"
        told = []
        for place, things in sorted(found.items()):
            where = self.labels.place(place)
            named = " and ".join(sorted(things))
            told.append(named if where.endswith(hand) and len(found) == 1 else f"{named} in {where.removesuffix(hand)}")
        return ", ".join(told)

    def _lies_in_a_zone(self, words: Sequence[int] | np.ndarray, c: int) -> bool:
        return 0 <= int(words[self.model.arrays["place"] + c]) < self.model.zone_places

    def _thing(self, c: int, words: list[int]) -> str:
        face = self._seen.faces.get(c)
        if face is not None:
            return str(words[face])
        name = self.game.wording.design(self.model.design_in(words, c))
        return f"{self.labels.kind(c).name} {name}" if name.isdigit() else name

    def _secrets(self, situation: Situation) -> str:
        """Variables that the seat sees and somebody else does not."""
        words, told = situation.words.tolist(), []
        for variable, watchers in zip(self.model.all_fields(), self._seen.watchers, strict=True):
            if on_components(variable):
                continue
            for i, seen in enumerate(watchers):
                if seen >> situation.seat & 1 and seen != everyone(self.model):
                    value = self.labels.value(words[variable.base + i], variable.type, words)
                    name = self.labels.field(variable, i).removesuffix(f" of {self.game.seats[situation.seat]}")
                    told.append(f"{name} {value}")
        return ", ".join(told)

    # ------------------------------------------------------------ what it does

    def doing(self, situation: Situation, shares: Sequence[float]) -> str:
        """How often the seat takes its options: `call 1 time in 3, otherwise fold`."""
        taken = sorted(
            (
                (share, words)
                for share, words in zip(shares, self.options(situation), strict=True)
                if share > 1 - ALWAYS
            ),
            key=lambda pair: -pair[0],
        )
        if len(taken) == 1:
            return f"{taken[0][1]} always"
        if len(taken) == 2:
            (_, mostly), (share, seldom) = taken
            return f"{seldom} {often(share)}, otherwise {mostly}"
        return ", ".join(f"{words} {share:.0%}" for share, words in taken)


def often(share: float) -> str:
    """A share as one says it.

    >>> often(1.0), often(0.3334), often(0.4), often(0.123)
    ('always', '1 time in 3', '2 times in 5', '12% of the time')
    """
    if share >= ALWAYS:
        return "always"
    if share <= 1 - ALWAYS:
        return "never"
    for under in range(2, 7):
        over = round(share * under)
        if gcd(over, under) == 1 and 0 < over < under and abs(share - over / under) < 0.004:
            return f"{over} time{'s' if over > 1 else ''} in {under}"
    return f"{share:.0%} of the time"
