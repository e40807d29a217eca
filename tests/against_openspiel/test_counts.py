"""Counts of move sequences and of positions by depth, beside OpenSpiel's and the published ones."""

from __future__ import annotations

from typing import Any

import pytest

import ludwright
from tests.against_openspiel import pairings
from tests.against_openspiel.harness import Pair, Pairing, count_lines, count_their_lines, count_turns

DEPTHS = [
    (pairings.TIC_TAC_TOE, 6, 7),
    (pairings.connect_four(7, 6), 5, 7),
    (pairings.breakthrough(8, 8), 3, 4),
    (pairings.breakthrough(5, 5), 4, 5),
    (pairings.OTHELLO, 6, 8),
    (pairings.hex_board(4, swap=False), 4, 5),
    (pairings.hex_board(4, swap=True), 4, 5),
    (pairings.KALAH, 6, 8),
    (pairings.nim(last_loses=False), 5, 7),
    (pairings.clobber(6, 5), 3, 4),
    (pairings.clobber(4, 4), 4, 6),
    (pairings.CHECKERS, 6, 8),
    (pairings.CHESS, 3, 4),
]


def _compare(pairing: Pairing, depth: int) -> None:
    play, state = pairing.load().start(seed=1), pairing.load_theirs().new_initial_state()
    ours = [count_lines(play, plies) for plies in range(1, depth + 1)]
    theirs = [count_their_lines(state, plies) for plies in range(1, depth + 1)]
    assert ours == theirs


@pytest.mark.parametrize(("pairing", "depth"), [(p, d) for p, d, _ in DEPTHS], ids=[p.title for p, _, _ in DEPTHS])
def test_sequences_of_moves_by_depth(pairing: Pairing, depth: int) -> None:
    _compare(pairing, depth)


@pytest.mark.slow
@pytest.mark.parametrize(("pairing", "depth"), [(p, d) for p, _, d in DEPTHS], ids=[p.title for p, _, _ in DEPTHS])
def test_longer_sequences_of_moves_by_depth(pairing: Pairing, depth: int) -> None:
    _compare(pairing, depth)


def test_othello_has_the_published_counts() -> None:
    play = ludwright.load("othello", ask_forced=True).start(seed=1)
    assert [count_lines(play, depth) for depth in range(1, 7)] == [4, 12, 56, 244, 1396, 8200]


def test_checkers_has_the_published_counts_a_chain_of_jumps_being_one_move() -> None:
    play = ludwright.load("checkers", ask_forced=True).start(seed=1)
    assert [count_turns(play, depth) for depth in range(1, 7)] == [7, 49, 302, 1469, 7361, 36768]


def test_tic_tac_toe_has_5478_positions_each_the_same_as_in_openspiel() -> None:
    pairing = pairings.TIC_TAC_TOE
    seen: set[Any] = set()
    open_pairs = [(Pair.start(pairing, pairing.load(), pairing.load_theirs(), seed=1), frozenset[tuple[int, str]]())]
    while open_pairs:
        pair, marks = open_pairs.pop()
        if marks in seen:
            continue
        seen.add(marks)
        for option, action in pair.moves().values():
            after = pair.copy()
            after.make(option, action)
            open_pairs.append((after, marks | {(pair.play.actor, option.values[0])}))
    assert len(seen) == 5_478


@pytest.mark.slow
def test_tic_tac_toe_has_255168_games() -> None:
    def games(play: Any) -> int:
        if play.over:
            return 1
        total = 0
        for code in play.codes():
            after = play.copy()
            after.apply(code)
            total += games(after)
        return total

    assert games(ludwright.load("tic_tac_toe", ask_forced=True).start(seed=1)) == 255_168
