"""A match played on desks is the game that plain calls on one state and one context play, wherever it goes back to."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import ludwright
from ludwright import ir
from ludwright.engine.random import MASK, Stream, stream
from ludwright.game import Game
from ludwright.hidden.layout import OPEN, is_seen
from ludwright.play.match import GameOverError, IllegalMoveError, Match
from tests.bundled import bundled

GAMES = ["connect_four", "tic_tac_toe", "kuhn_poker", "hearts", "pig", "backgammon", "leduc_poker", "crazy_eights"]


class Plain:
    """One state and one context, changed in place; what is legal is listed anew for every question."""

    def __init__(self, game: Game, seed: int) -> None:
        self.compiled, self.table = game.compiled, game.table
        self.state = self.compiled.new_state()
        self.context = self.compiled.new_context(Stream(*stream(seed, 0, 0)))
        self.compiled.setup(self.state, self.table, self.context)
        self.kept: list[tuple[np.ndarray, np.ndarray]] = []

    def codes(self) -> list[int]:
        self.compiled.legal(self.state, self.table, self.context)
        return [] if self.state[ir.OVER] else self.compiled.options(self.context)

    def apply(self, code: int) -> None:
        self.kept.append((self.state.copy(), self.context.copy()))
        self.compiled.advance(self.state, self.table, self.context, code)

    def undo(self) -> None:
        self.state[:], self.context[:] = self.kept.pop()

    def stands(self) -> tuple[list[int], tuple[int, int], list[int], bool]:
        chance = self.context[ir.CTX_RNG_STATE], self.context[ir.CTX_RNG_STREAM]
        return (
            self.state.tolist(),
            (int(chance[0]) & MASK, int(chance[1]) & MASK),
            self.codes(),
            bool(self.state[ir.OVER]),
        )


def stands(match: Match) -> tuple[list[int], tuple[int, int], list[int], bool]:
    return match.words, match.chance, match.codes(), match.over


@pytest.mark.parametrize("name", GAMES)
def test_steps_and_steps_back_are_those_of_plain_calls(name: str) -> None:
    game = bundled(name)
    chooser = random.Random(name)
    for seed in range(3):
        match, plain = game.start(seed=seed), Plain(game, seed)
        other = game.start(seed=seed + 100)  # shares the desk: what it does must not be seen
        for _ in range(150):
            assert stands(match) == plain.stands()
            if plain.kept and (match.over or chooser.random() < 0.2):
                match.undo()
                plain.undo()
                continue
            code = chooser.choice(match.codes())
            match.apply(code)
            plain.apply(code)
            if other.over:
                other = game.start(seed=chooser.randrange(1000))
            elif chooser.random() < 0.3:
                other.apply(chooser.choice(other.codes()))
            if chooser.random() < 0.1:
                match.returns()
                match = match.copy()


@pytest.mark.parametrize("name", GAMES)
def test_both_runs_stand_alike_after_going_back_copying_and_restoring(name: str) -> None:
    game = bundled(name)
    native, twin = game.start(seed=5), game.start(seed=5, run="twin")
    chooser = random.Random(1)
    for number in range(60):
        if native.over:
            native.undo()
            twin.undo()
        assert (native.words, native.chance, native.codes()) == (twin.words, twin.chance, twin.codes())
        assert [native.observe(seat) for seat in range(game.players)] == [
            twin.observe(seat) for seat in range(game.players)
        ]
        code = chooser.choice(native.codes())
        if number % 7 == 3:
            native, twin = native.copy(), twin.copy()
        if number % 11 == 5:
            native.restore(twin.snapshot())
        native.apply(code)
        twin.apply(code)
        assert native.answers == twin.answers
        assert (native.returns(), native.scores(), native.actor) == (twin.returns(), twin.scores(), twin.actor)


@pytest.mark.parametrize("name", ["kuhn_poker", "hearts", "crazy_eights", "liars_dice", "fireworks"])
def test_an_observation_shows_the_cards_that_are_seen(name: str) -> None:
    game = bundled(name)
    layout, model = game.layout, game.rules.model
    match = game.start(seed=2)
    for _ in range(25):
        if match.over:
            break
        for seat in range(game.players):
            words, named = match.words, match.observe(seat).named()
            seen = [
                layout.role[c] == OPEN
                or bool(is_seen(layout.spots, layout.watch, layout.watch_top, match.numbers(), seat, c))
                for c in range(model.components)
            ]
            fronts = [front for front, _ in game.observer.seen.fronts()]
            expected = [
                (words[model.arrays["place"] + c], ~front if front < 0 else words[front] if knows else None)
                for c, (front, knows) in enumerate(zip(fronts, seen, strict=True))
            ]
            items = [(named[f"place of item {i}"], named[f"what item {i} is"]) for i in range(1, model.components + 1)]
            assert Counter(items) == Counter(expected)
        match.apply(match.codes()[-1])


def test_many_copies_go_their_own_ways_and_back() -> None:
    start = ludwright.load("connect_four").start(seed=1)
    start.apply(start.codes()[3])
    before = stands(start)
    copies = [start.copy() for _ in start.codes()]
    for copy, code in zip(copies, start.codes(), strict=True):
        copy.apply(code)
    assert len({tuple(copy.words) for copy in copies}) == len(copies)
    assert stands(start) == before
    for copy in copies:
        copy.undo()
        assert stands(copy) == before
        copy.undo()
        with pytest.raises(ludwright.LudwrightError, match="nothing to take back"):
            copy.undo()
    assert len(start.answers) == 1


def test_what_is_wrong_is_said_and_changes_nothing() -> None:
    match = ludwright.load("connect_four").start(seed=1)
    before = stands(match)
    for wrong in (-1, 10**6, 2**40):
        with pytest.raises(IllegalMoveError, match=f"the code {wrong} is not legal here"):
            match.apply(wrong)
    match.codes().clear()  # a list of its own
    assert stands(match) == before
    assert match.answers == []
    while not match.over:
        match.apply(np.int64(match.codes()[0]))  # type: ignore[arg-type]
    assert all(type(code) is int for code in match.answers)
    with pytest.raises(GameOverError):
        match.apply(match.answers[-1])


def test_settings_of_one_machine_code_do_not_share_what_they_read() -> None:
    game = ludwright.load("pig")
    match = game.start(seed=3)
    short = game.setting(goal=20).start(seed=3)
    while not short.over:
        code = short.codes()[0]
        short.apply(code)
        match.apply(code)
    assert not match.over


def test_a_pause_at_the_end_of_a_turn_asks_nothing() -> None:
    game = ludwright.load("movement_points")._other()
    table = game.table.copy()
    table[ir.PAUSED] = 1
    game.__dict__["table"] = table
    match, plain = game.start(seed=1), Plain(game, 1)
    pauses = 0
    while not match.over:
        assert stands(match) == plain.stands()
        assert match.codes() == []
        pauses += 1
        match.go_on()
        plain.apply(0)
    assert stands(match) == plain.stands()
    assert pauses > 1


def test_threads_may_step_matches_of_one_game() -> None:
    game = ludwright.load("hearts")

    def play(seed: int) -> list[int]:
        match = game.start(seed=seed)
        for _ in range(200):
            if match.over:
                break
            match.apply(match.codes()[-1])
        return match.words

    alone = [play(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(8))) == alone
