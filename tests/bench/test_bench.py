"""What ``make bench`` measures is what it says."""

from __future__ import annotations

from typing import Any

import pyspiel
import pytest

import ludwright
from bench import ours, theirs
from bench.games import SHARED, Shared
from bench.recording import compare_recording, recording_table
from bench.search import SEARCHED, WAYS, Searched, compare_search, compare_threads, thread_table
from bench.stepping import STEPPED, compare_stepping, stepping_table
from bench.stepping import WAYS as STEPS
from ludwright.engine import native


def test_compiling_is_measured_with_nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = 0
    compile_text = native._compile

    def counting(*given: Any) -> bytes:
        nonlocal compiled
        compiled += 1
        return compile_text(*given)

    monkeypatch.setattr(native, "_compile", counting)
    for _ in range(2):
        ours.compile_seconds("tic_tac_toe")
    assert compiled == 2


@pytest.mark.parametrize(
    "shared",
    [pytest.param(one, marks=[pytest.mark.slow] if number % 4 else []) for number, one in enumerate(SHARED)],
    ids=[one.ours for one in SHARED],
)
def test_both_systems_play_every_shared_game(shared: Shared) -> None:
    game = ludwright.load(shared.ours, params=shared.params)
    result = ludwright.simulate(game, games=20, seed=1, threads=1)
    assert result.finished == 20
    their_game = pyspiel.load_game(shared.theirs)
    assert their_game.num_players() == game.players
    assert theirs.whole_games(their_game, shared.opening).games_a_second(0.001) > 0


@pytest.mark.parametrize("searched", SEARCHED, ids=lambda searched: searched.game)
def test_both_systems_search_every_game_measured(searched: Searched) -> None:
    row = compare_search(Searched(searched.game, 50, searched.hidden), 1)
    assert row.ours > 0
    assert row.theirs > 0


def test_two_threads_are_measured_beside_one() -> None:
    rows = compare_threads(Searched("tic_tac_toe", 50), 1)
    assert [row.way for row in rows] == list(WAYS)
    assert all(row.ratio > 0 for row in rows)
    assert thread_table(rows).row_count == 1


def test_recording_is_measured_beside_forgetting() -> None:
    row = compare_recording("tic_tac_toe", 50, 1)
    assert row.ratio == row.kept / row.forgotten > 0
    assert row.bytes_a_game > 0
    assert recording_table([row]).row_count == 1


@pytest.mark.parametrize("shared", STEPPED, ids=lambda shared: shared.ours)
def test_both_systems_are_stepped_from_python(shared: Shared) -> None:
    rows = compare_stepping(shared, 50, 1)
    assert [row.way for row in rows] == list(STEPS)
    assert all(row.ratio == row.ours / row.theirs > 0 for row in rows)
    assert stepping_table(rows).row_count == len(STEPS)
