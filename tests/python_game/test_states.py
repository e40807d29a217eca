"""A state of a game in Python is a value: its copies, in any order and in any thread, are whole games."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from random import Random

import numpy as np
import pytest

import ludwright
from ludwright import ir
from ludwright.engine.compiled import State
from ludwright.engine.random import Stream, stream
from ludwright.mistakes import LudwrightError
from ludwright.play.match import SnapshotError
from ludwright.python_game import LoadedPythonGame
from ludwright.python_game.memory import KEPT
from tests.python_game.games import (
    EncodedMarket,
    EncodedTicTacToe,
    FastMarket,
    Market,
    Nim,
    StreamingMarket,
    TicTacToe,
)

MARKETS = [Market, FastMarket, EncodedMarket, StreamingMarket]


@dataclass
class Node:
    """A state somewhere in a tree of tries, and the game it must be."""

    state: State
    truth: Market
    codes: list[int]


def begin(game: LoadedPythonGame, seed: int) -> Node:
    """A new game, once as a block and once as a plain object with the same chance."""
    rules = game.compiled
    state = rules.new_state()
    context = rules.new_context(Stream(*stream(seed, 0, 0)))
    rules.setup(state, game.table, context)
    return Node(state, rules.replayed(state.tolist()), rules.options(context))  # type: ignore[arg-type]


def tried(game: LoadedPythonGame, node: Node, code: int, chance: Stream) -> Node:
    """One action further, by the rules on a copy of the block and by hand on a copy of the plain object."""
    rules = game.compiled
    state, context = node.state.copy(), rules.new_context(chance)
    rules.advance(state, game.table, context, code)
    truth = Market()
    truth.__dict__.update({name: value for name, value in node.truth.__dict__.items() if name != "turns"})
    truth.deck, truth.coins, truth.hands = list(truth.deck), list(truth.coins), [list(hand) for hand in truth.hands]
    action = rules.actions(node.state)[code]
    truth.perform(action, ludwright.Chance(chance.copy()))
    return Node(state, truth, rules.options(context))


def same(game: LoadedPythonGame, node: Node) -> None:
    """The block means the game that it must be, whatever has been remembered or forgotten."""
    rules, truth = game.compiled, node.truth
    for found in (rules.position(node.state), rules.replayed(node.state.tolist())):
        assert isinstance(found, Market)
        assert (found.deck, found.hands, found.coins, found.seat) == (truth.deck, truth.hands, truth.coins, truth.seat)
    assert bool(node.state[ir.OVER]) == truth.over()
    if not truth.over():
        assert int(node.state[ir.ACTOR]) == truth.seat
        assert list(rules.actions(node.state).values()) == list(dict.fromkeys(truth.actions()))
    assert rules.real("score", node.state, game.table, rules.new_context(Stream(0, 1)), 0) == truth.score(0)


@pytest.mark.parametrize("kind", MARKETS)
def test_any_copy_of_any_state_can_be_played_on_in_any_order(kind: type[Market]) -> None:
    game = ludwright.load(kind, players=3, ask_forced=True)
    random = Random(4)
    nodes = [begin(game, seed) for seed in range(3)]
    for step in range(400):
        node = random.choice(nodes[-12:] if random.random() < 0.7 else nodes)
        same(game, node)
        if node.codes:
            # As in a search, every try may have a chance of its own.
            nodes.append(tried(game, node, random.choice(node.codes), Stream(*stream(9, step, 0))))
    for node in random.sample(nodes, 60):
        same(game, node)
    assert len(nodes) > KEPT, "some games must have been forgotten and made again"


@pytest.mark.parametrize("kind", MARKETS)
def test_a_state_means_the_same_to_a_game_that_was_loaded_later(kind: type[Market]) -> None:
    here, there = ludwright.load(kind), ludwright.load(kind)
    play = here.start(seed=3)
    for _ in range(6):
        play.apply(play.codes()[-1 if play.moves % 2 else 0])
        state = np.array(play.words, np.int32)
        assert there.compiled.position(state).picture() == play.position().picture()
        assert list(there.compiled.actions(state)) == play.codes()


def test_many_threads_on_copies_of_one_state() -> None:
    game = ludwright.load(Market, players=4, ask_forced=True)
    root = begin(game, 1)
    ways: dict[int, list[str]] = {}

    def play_out(number: int) -> None:
        random, way = Random(5), []
        for turn in range(40):
            node = root
            while node.codes:
                node = tried(game, node, random.choice(node.codes), Stream(*stream(2, turn, 0)))
            way.append(game.compiled.position(node.state).picture())
            same(game, node)
        ways[number] = way

    threads = [threading.Thread(target=play_out, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ways) == 4
    assert ways[0] == ways[1] == ways[2] == ways[3]


def test_undo_leads_back_through_every_position() -> None:
    play = ludwright.load(Market).start(seed=2)
    pictures = [play.position().picture()]
    while not play.over:
        play.apply(play.codes()[0])
        pictures.append(play.position().picture())
    while True:
        assert play.position().picture() == pictures.pop()
        if not pictures:
            break
        play.undo()
    with pytest.raises(LudwrightError, match="nothing to take back"):
        play.undo()


def test_chance_goes_on_where_it_was_after_an_undo() -> None:
    play = ludwright.load(Market).start(seed=2)
    sale = next(option for option in play.legal() if option.action == "sell")
    play.apply(sale)
    coins = play.position().picture()
    play.undo()
    play.apply(sale)
    assert play.position().picture() == coins


def test_a_copy_of_a_match_goes_its_own_way() -> None:
    play = ludwright.load(TicTacToe).start()
    play.apply("place b2")
    other = play.copy()
    other.apply("place a1")
    play.apply("place c3")
    assert play.position().picture() == "..O\n.X.\n..."
    assert other.position().picture() == "...\n.X.\nO.."
    other.undo()
    other.undo()
    assert other.position().picture() == "...\n...\n..."


def test_what_is_done_to_a_position_does_not_touch_the_match() -> None:
    play = ludwright.load(TicTacToe).start()
    position = play.position()
    assert isinstance(position, TicTacToe)
    position.cells[4] = 0
    position.seat = 1
    assert len(play.legal()) == 9
    assert play.position().picture() == "...\n...\n..."


@pytest.mark.parametrize("kind", MARKETS)
def test_a_snapshot_comes_back_whole(kind: type[Market]) -> None:
    play = ludwright.load(kind, players=3).start(seed=8, game=2)
    for _ in range(4):
        play.apply(play.codes()[0])
    kept, picture = play.snapshot(), play.position().picture()
    other = ludwright.load(kind, players=3).start(seed=1)
    other.restore(kept)
    assert (other.position().picture(), other.actor, other.moves) == (picture, play.actor, play.moves)
    for match in (play, other):
        match.apply(match.codes()[0])
    assert other.position().picture() == play.position().picture()


def test_a_snapshot_of_another_game_is_refused() -> None:
    play = ludwright.load(TicTacToe).start()
    play.apply(1)
    for foreign in (ludwright.load(Nim).start().snapshot(), ludwright.load("tic-tac-toe").start().snapshot(), b"?"):
        with pytest.raises(SnapshotError):
            play.restore(foreign)
    assert play.moves == 1


def test_words_that_are_no_state_are_refused() -> None:
    game = ludwright.load(Market)
    rules = game.compiled
    state = begin(game, 1).state
    random = Random(1)
    refused = 0
    for _ in range(200):
        broken = state.copy()
        broken[rules.layout.position - 1] = random.randrange(-5, 5_000)
        broken[rules.layout.position :] = [random.choice([-1, 0, 7, 1 << 30]) for _ in range(rules.layout.room)]
        try:
            rules.position(broken)
        except LudwrightError:
            refused += 1
    assert refused > 150


def test_an_answer_that_is_not_an_option_is_a_fault_of_that_game() -> None:
    game = ludwright.load(Nim)
    state, context = game.compiled.new_state(), game.compiled.new_context(Stream(0, 1))
    game.compiled.setup(state, game.table, context)
    assert game.compiled.advance(state, game.table, context, 12_345) == 0
    assert (state[ir.OVER], state[ir.FAULT]) == (2, ir.BAD_ANSWER)


def test_equal_positions_of_a_game_that_encodes_are_equal_words() -> None:
    game = ludwright.load(EncodedTicTacToe)
    begin_at = game.compiled.layout.position
    ways = []
    for order in ("place a1", "place b2", "place c3"), ("place c3", "place b2", "place a1"), ("place a1", "place b2"):
        play = game.start(seed=5)
        for words in order:
            play.apply(words)
        ways.append(play.words[begin_at:])
    assert ways[0] == ways[1] != ways[2]


def test_nothing_of_a_longer_position_stays_behind() -> None:
    game = ludwright.load(EncodedMarket)
    play = game.start(seed=5)
    sizes = set()
    while not play.over:
        play.apply(play.codes()[-1])
        position = play.position()
        assert isinstance(position, EncodedMarket)
        numbers = position.encode()
        sizes.add(len(numbers))
        assert play.words[game.compiled.layout.position :] == numbers + [0] * (game.compiled.layout.room - len(numbers))
    assert len(sizes) > 1
