"""Walks a game of ours and the same game of OpenSpiel side by side and compares them at every position.

A :class:`Pairing` says how the two correspond: which settings make the rules equal, and under which common key an
option of ours and an action of theirs are the same move. Everything else is the same for every game.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any

import pyspiel

import ludwright
from ludwright.engine.random import Stream, stream

Key = Hashable


@dataclass
class Pairing:
    """A game of ours, the same game of OpenSpiel, and how their moves correspond."""

    ours: str
    theirs: str
    our_key: Callable[[Any], Key]
    """An option to its key."""
    their_key: Callable[[Any, int], Key]
    """An action, in the state before it, to its key."""
    params: dict[str, int | bool] = field(default_factory=dict)
    players: int | None = None
    passes: tuple[int, ...] = ()
    """Actions that OpenSpiel asks for and that our rules take by themselves; only ever the single legal one."""
    dice: bool = False
    """Whether a move of ours may throw one die, to be thrown again in theirs."""
    losers: float = -1.0
    """What OpenSpiel gives each loser; ours get -1."""
    seats: tuple[int, ...] | None = None
    """Which player of theirs sits in each seat of ours, where that differs."""
    foretell: Callable[[Stream], list[int]] | None = None
    """The outcomes of their chance in the order they ask for them, told from the stream that ours draws from."""
    unwise: Callable[[Any, int], bool] | None = None
    """An action, in the state before it, that ends most games too early: it is made only one time in twenty."""
    key_in: Callable[[Any, Any], Key] | None = None
    """A match and an option to its key, where a move is told by where it leads."""
    cut_short: Callable[[Any], bool] = lambda state: False
    """Whether theirs ended by a rule that ours does not have."""
    our_results: Callable[[Any], list[float]] = lambda play: play.returns()
    their_results: Callable[[Any], list[float]] = lambda state: list(state.returns())

    @property
    def title(self) -> str:
        """A name for the test."""
        knobs = ", ".join(f"{name} {value}" for name, value in self.params.items())
        return f"{self.ours} ({knobs})" if knobs else self.ours

    def load(self) -> Any:
        """Our game, asking for forced moves too."""
        return ludwright.load(self.ours, players=self.players, params=self.params, ask_forced=True)

    def load_theirs(self) -> Any:
        """OpenSpiel's game."""
        return pyspiel.load_game(self.theirs)


@dataclass
class Pair:
    """One position in both systems."""

    pairing: Pairing
    play: Any
    state: Any
    chance: Stream
    outcomes: list[int] = field(default_factory=list)
    """What their chance will bring, the next one last."""

    @classmethod
    def start(cls, pairing: Pairing, game: Any, their_game: Any, seed: int) -> Pair:
        """Both at their first question."""
        pair = cls(pairing, game.start(seed=seed), their_game.new_initial_state(), Stream(*stream(seed, 0, 0)))
        if pairing.foretell is not None:
            pair.outcomes = pairing.foretell(pair.chance)[::-1]
        pair._take_passes()
        return pair

    def moves(self) -> dict[Key, tuple[Any, int]]:
        """All moves as key to (option, action), after checking that both systems offer the same."""
        play, state = self.play, self.state
        assert play.fault is None, f"{self.pairing.title}: {play.fault}\n{state}"
        if state.is_terminal() and not play.over and self.pairing.cut_short(state):
            return {}
        assert play.over == state.is_terminal(), f"over: ours {play.over}, theirs {state.is_terminal()}\n{state}"
        if play.over:
            self._compare_returns()
            return {}
        actor = play.actor if self.pairing.seats is None else self.pairing.seats[play.actor]
        assert actor == state.current_player(), f"to move: ours {play.actor}, theirs\n{state}"
        key_in = self.pairing.key_in or (lambda _, option: self.pairing.our_key(option))
        ours = {key_in(play, option): option for option in play.legal()}
        theirs = {self.pairing.their_key(state, action): action for action in state.legal_actions()}
        assert len(ours) == len(play.codes()), "two options of ours are the same move"
        assert ours.keys() == theirs.keys(), (
            f"only ours {set(ours) - set(theirs)}, only theirs {set(theirs) - set(ours)}\n{state}"
        )
        return {key: (ours[key], theirs[key]) for key in ours}

    def make(self, option: Any, action: int) -> None:
        """The same move in both."""
        self.play.apply(option.code)
        self.state.apply_action(action)
        if self.pairing.dice and self.state.is_chance_node():
            self.state.apply_action(self.chance.below(6))
        self._take_passes()

    def copy(self) -> Pair:
        """A branch that goes its own way."""
        return Pair(self.pairing, self.play.copy(), self.state.clone(), self.chance.copy(), [*self.outcomes])

    def _take_passes(self) -> None:
        while not self.state.is_terminal():
            if self.state.is_chance_node():
                outcome = self.outcomes.pop()
                assert outcome in self.state.legal_actions(), f"our chance brings {outcome}\n{self.state}"
                self.state.apply_action(outcome)
                continue
            legal = self.state.legal_actions()
            if len(legal) != 1 or legal[0] not in self.pairing.passes:
                return
            self.state.apply_action(legal[0])

    def _compare_returns(self) -> None:
        ours, theirs = self.pairing.our_results(self.play), self.pairing.their_results(self.state)
        theirs = [-1.0 if value == self.pairing.losers else value for value in theirs]
        assert ours == theirs, f"results: ours {ours}, theirs {theirs}\n{self.state}"


def walk(pairing: Pairing, positions: int, seed: int, games: int = 0) -> int:
    """Random games side by side until that many positions and games have been compared; how many games came to their end."""
    game, their_game = pairing.load(), pairing.load_theirs()
    chooser = random.Random(seed)
    seen = finished = 0
    while seen < positions or finished < games:
        pair = Pair.start(pairing, game, their_game, seed + finished)
        moves = pair.moves()
        seen += 1
        while moves:
            pair.make(*_choose(pair, moves, chooser))
            moves = pair.moves()
            seen += 1
        finished += 1
    return finished


def _choose(pair: Pair, moves: dict[Key, tuple[Any, int]], chooser: random.Random) -> tuple[Any, int]:
    keys = sorted(moves, key=repr)
    unwise = pair.pairing.unwise
    if unwise is not None and chooser.randrange(20):
        keys = [key for key in keys if not unwise(pair.state, moves[key][1])] or keys
    return moves[chooser.choice(keys)]


def count_lines(play: Any, depth: int) -> int:
    """How many sequences of that many moves there are in our game; a finished game has none."""
    if depth == 0:
        return 1
    codes = play.codes()
    if depth == 1:
        return len(codes)
    total = 0
    for code in codes:
        after = play.copy()
        after.apply(code)
        total += count_lines(after, depth - 1)
    return total


def count_their_lines(state: Any, depth: int) -> int:
    """The same in OpenSpiel."""
    if depth == 0:
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(count_their_lines(state.child(action), depth - 1) for action in actions)


def count_turns(play: Any, depth: int) -> int:
    """Like :func:`count_lines`, but all moves of one turn (a chain of jumps) count as one."""
    if depth == 0:
        return 1
    total = 0
    for code in play.codes():
        after = play.copy()
        after.apply(code)
        same_turn = not after.over and after.actor == play.actor
        total += count_turns(after, depth if same_turn else depth - 1)
    return total


def shuffled(chance: Stream, cards: Iterable[int]) -> list[int]:
    """Cards in the order a shuffle of ours leaves them in, the top one last: Fisher and Yates, from the top."""
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        other = chance.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def dealt(deck: list[int], players: int, number: int) -> list[list[int]]:
    """The hands after a deal of ours, which gives each seat all its cards in turn. They are taken from the deck."""
    return [[deck.pop() for _ in range(number)] for _ in range(players)]


_CELL = re.compile(r"([a-z]+)([0-9]+)")


def place(cell: str) -> tuple[int, int]:
    """Column and row from 0 of a cell's name: ``b3`` is (1, 2).

    >>> place("b3")
    (1, 2)
    """
    match = _CELL.fullmatch(cell)
    assert match, f"`{cell}` is not the name of a cell"
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("a") + 1
    return column - 1, int(match[2]) - 1


WAYS = {
    "north": (0, 1),
    "northeast": (1, 1),
    "east": (1, 0),
    "southeast": (1, -1),
    "south": (0, -1),
    "southwest": (-1, -1),
    "west": (-1, 0),
    "northwest": (-1, 1),
}
"""Change of column and row of each direction."""


def split_squares(text: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """``a7b6*`` as two places.

    >>> split_squares("a7b6*")
    ((0, 6), (1, 5))
    """
    found = [match[0] for match in _CELL.finditer(text)]
    assert len(found) == 2, text
    return place(found[0]), place(found[1])


def names(pairings: Iterable[Pairing]) -> list[str]:
    """Names for a parametrised test."""
    return [pairing.title for pairing in pairings]
