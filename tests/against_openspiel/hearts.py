"""Hearts side by side, one deal: OpenSpiel's three cards to pass may be named in any order, ours come as a set.

So while cards are passed, theirs must offer all cards still in the hand, and ours those that can follow in the order of a set;
a set is chosen at random and given to both. From the first trick on, everything is compared as in the other games.
"""

from __future__ import annotations

import random
from typing import Any

import pyspiel

import ludwright
from ludwright.engine.random import Stream, stream
from tests.against_openspiel.harness import dealt, shuffled

SUITS = ("clubs", "diamonds", "hearts", "spades")
"""In their order; ours has spades before hearts."""
OURS = ("clubs", "diamonds", "spades", "hearts")
DIRECTIONS = {1: 1, 2: 3, 3: 2, 4: 0}
"""Our deals in turn, and their number for the same way to pass: left, right, across, not at all."""


def number(card: str) -> int:
    """Their number of a card of ours: ``clubs 2`` is 0."""
    suit, rank = card.split()
    return (int(rank) - 2) * 4 + SUITS.index(suit)


DECK = [number(f"{suit} {rank}") for suit in OURS for rank in range(2, 15)]


class Deal:
    """One deal in both systems."""

    def __init__(self, game: Any, their_game: Any, first_pass: int, seed: int) -> None:
        self.play = game.start(seed=seed)
        self.state = their_game.new_initial_state()
        hands = dealt(shuffled(Stream(*stream(seed, 0, 0)), DECK), 4, 13)
        self.state.apply_action(DIRECTIONS[first_pass])
        for card in range(13):
            for seat in range(4):
                self.state.apply_action(hands[seat][card])

    def moves(self) -> dict[int, Any]:
        """Our options by their number, after checking who is asked and whether it is over."""
        play, state = self.play, self.state
        assert play.fault is None, play.fault
        assert play.over == state.is_terminal(), f"over: ours {play.over}\n{state}"
        if play.over:
            assert [26 - total for total in play.scores()] == state.returns(), f"{play.scores()}\n{state}"
            return {}
        assert play.actor == state.current_player(), f"to move: ours {play.actor}\n{state}"
        return {number(option.values[0]): option for option in play.legal()}

    def pass_three(self, chooser: random.Random) -> None:
        """One seat chooses three cards in both."""
        hand = self.state.legal_actions()
        assert len(hand) == 13
        wanted = chooser.sample(hand, 3)
        named: list[int] = []
        for _ in range(3):
            options = self.moves()
            assert set(self.state.legal_actions()) == set(hand) - set(named)
            assert options.keys() <= set(hand) - set(named)
            card = min((card for card in options if card in wanted), key=lambda card: int(options[card].code))
            self.play.apply(options[card])
            self.state.apply_action(card)
            named.append(card)
        assert set(named) == set(wanted)

    def follow(self, chooser: random.Random) -> bool:
        """One card in both; no when the deal is over."""
        options = self.moves()
        assert set(options) == set(self.state.legal_actions()), (
            f"ours {sorted(options)}, theirs {self.state.legal_actions()}\n{self.state}"
        )
        if not options:
            return False
        card = chooser.choice(sorted(options))
        self.play.apply(options[card])
        self.state.apply_action(card)
        return True


def walk(deals: int, seed: int, queen_breaks: bool = True, theirs: str = "hearts") -> int:
    """Random deals side by side, every way to pass in turn; how many questions were compared."""
    their_game = pyspiel.load_game(theirs)
    chooser = random.Random(seed)
    compared = 0
    for first_pass in DIRECTIONS:
        params = {"limit": 1, "first_pass": first_pass, "queen_breaks": queen_breaks}
        game = ludwright.load("hearts", params=params, ask_forced=True)
        for index in range(deals // len(DIRECTIONS)):
            deal = Deal(game, their_game, first_pass, seed + index)
            for _ in range(4 if first_pass != 4 else 0):
                deal.pass_three(chooser)
                compared += 3
            while deal.follow(chooser):
                compared += 1
    return compared
