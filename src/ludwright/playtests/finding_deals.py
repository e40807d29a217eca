"""A deal that fits a game told in sentences: whoever plays a card holds it, and a hint points at something.

The game is played along the trace on any deal; wherever a card has to be in a hand it is exchanged for one of which nothing is known yet. What was
played or pointed at stays as it is. Where that leads nowhere, other cards are exchanged, some hundreds of times.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from ludwright.playtests.rehearsal import Deals
from ludwright.playtests.sentences import Turn, TurnReader

if TYPE_CHECKING:
    from ludwright.play.match import Match

_TRIES = 300


class FoundDeal:
    """What came of the search: where each design lies, and how far the trace goes with it."""

    def __init__(self, wanted: dict[int, list[int]], turns: int, whole: bool) -> None:
        self.wanted, self.turns, self.whole = wanted, turns, whole


def find_deal(table: TurnReader, deals: Deals, start: Match, turns: Sequence[Turn], seats: dict[str, int]) -> FoundDeal:
    """A deal for as many turns as can be had; ``whole`` if nothing in the deal stands against the rest."""
    best: FoundDeal | None = None
    for attempt in range(_TRIES):
        found = _Search(table, deals, start, turns, seats, Random(attempt)).run()
        if found.whole:
            return found
        if best is None or found.turns > best.turns:
            best = found
    assert best is not None
    return best


class _Search:
    def __init__(
        self,
        table: TurnReader,
        deals: Deals,
        start: Match,
        turns: Sequence[Turn],
        seats: dict[str, int],
        chance: Random,
    ) -> None:
        self.table, self.deals, self.turns, self.seats, self.chance = table, deals, turns, seats, chance
        self.match = start.copy()
        self.state = start.words
        self.first = table.model.arrays["design"]
        self.zones = {place: table.labels.inside(place, self.state) for place in deals.zones().values()}
        self.cards = [card for cards in self.zones.values() for card in cards]
        self.fixed: set[int] = set()
        """Cards that were played, or that a hint needs: they stay what they are."""
        self.owner: dict[int, int] = {}
        """Who plays a design later, where one card alone can be meant."""
        for turn in turns:
            if turn.verb in ("plays", "discards") and turn.player in seats:
                designs = table.called(turn.what)
                if len(designs) == 1:
                    self.owner.setdefault(designs[0], seats[turn.player])

    def run(self) -> FoundDeal:
        done = 0
        whole = True
        for turn in self.turns:
            whole = self._do(turn)
            if not whole or self.stuck:
                break
            done += 1
        wanted = {place: [self._design(card) for card in cards] for place, cards in self.zones.items()}
        return FoundDeal(wanted, done, whole)

    stuck = False
    """Whether the trace itself is wrong from here on."""

    def _do(self, turn: Turn) -> bool:
        """Play a turn; no if the deal stands against it."""
        seat, to = self.seats.get(turn.player), self.seats.get(turn.to or "")
        while not self.match.over and len(self.match.codes()) == 1 and self.match.actor != seat:
            self._advance(self.match.codes()[0])
        if seat is None or self.match.over or self.match.actor != seat or (turn.verb == "hints" and to is None):
            self.stuck = True
            return True
        if turn.verb in ("plays", "discards"):
            fine = self._hold(seat, turn)
        elif turn.verb == "hints":
            assert to is not None
            fine = self._show(to, turn)
        else:
            fine = True
        if not fine or self.stuck:
            return fine
        ways = self.table.ways(self.match, turn, to)
        if not ways:
            self.stuck = True
            return True
        self._advance(ways[0])
        return True

    def _advance(self, code: int) -> None:
        self.match.apply(code)
        self.state = self.match.words

    def _design(self, card: int) -> int:
        return self.state[self.first + card]

    def _hold(self, seat: int, turn: Turn) -> bool:
        """See to it that a player holds a card."""
        wanted = set(self.table.called(turn.what))
        hand = self.table.hand(seat, self.state)
        there = [card for card in hand if self._design(card) in wanted]
        if there:
            self.fixed.add(self.chance.choice(there) if len(there) > 1 else there[0])
            return True
        source = [card for card in self.cards if self._design(card) in wanted and card not in self.fixed]
        if not source:
            self.stuck = not any(
                self._design(card) in wanted and card in self.fixed and card in self._hidden() for card in self.cards
            )
            return self.stuck
        return self._exchange(hand, self.chance.choice(source), seat)

    def _hidden(self) -> set[int]:
        """Cards in hands: a fixed one there is fixed for its owner alone."""
        return {card for seat in range(self.match.game.players) for card in self.table.hand(seat, self.state)}

    def _show(self, to: int, turn: Turn) -> bool:
        """See to it that somebody holds a card with a value."""
        value = self.table.value(turn.what)
        if value is None:
            self.stuck = True
            return True
        has = [number for number, words in enumerate(self.table.printed) if value in words]
        hand = self.table.hand(to, self.state)
        for card in hand:
            if self._design(card) in has and (card in self.fixed or self.owner.get(self._design(card), to) == to):
                self.fixed.add(card)
                return True
        free = [card for card in self.cards if self._design(card) in has and card not in self.fixed]
        own = [card for card in free if self.owner.get(self._design(card)) == to]
        others = [card for card in free if self._design(card) not in self.owner]
        source = own if own and (self.chance.random() < 0.8 or not others) else others
        if not source:
            return False
        return self._exchange(hand, self.chance.choice(source), to)

    def _exchange(self, hand: list[int], card: int, seat: int) -> bool:
        """Put what is printed on a card into a hand, for something there that is not known yet."""
        loose = [one for one in hand if one not in self.fixed]
        useless = [one for one in loose if self.owner.get(self._design(one)) != seat]
        if not loose:
            return False
        slot = self.chance.choice(useless or loose)
        words = np.array(self.state, np.int32)
        words[[self.first + slot, self.first + card]] = words[[self.first + card, self.first + slot]]
        self.match = self.match.twin_of(words, self.match.chance)
        self.state = words.tolist()
        self.fixed.add(slot)
        return True
