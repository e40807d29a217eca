"""What can't have changed is worked out once, and comes to the same."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import ludwright
from ludwright.rules import compiler
from tests.language_meaning.both_runs import play, sheet

GAMES = Path(ludwright.__file__).parent / "games"

GAME = sheet("""
    game "Again and again"
    players 2
    board grid 6 x 6 of cell
      owner: player or none
      worth = 1 in 1..9
    define mine(p): count(c in cells with c.owner is p)
    define rich(p): max(c.worth for c in cells with c.owner is p)
    define dear(p): count(c in cells with c.owner is p and c.worth > 4)
    setup
      for c in cells: c.worth = 1 + (c.row * c.column) mod 9
    turn: place
    action place(c in cells)
      when c.owner is none
      when dear(me) + mine(me) < 30 and mine(me) + dear(me) < 29
      when mine(me) < 16 and c.worth + mine(me) < 24
      when c.worth <= 3 + count(d in cells with d.owner is none)
      when any d in cells with d.worth > c.worth - rich(me) and d.number > max(e.number for e in c.neighbours with e.owner is not me)
      c.owner = me
    end when mine(players[2]) > 8: draw
    score(p): sum(c.worth for c in cells with c.owner is p and c.worth < max(d.worth for d in cells with d.owner is none))
    winner: highest score
""")


def _without(text: str, monkeypatch: pytest.MonkeyPatch) -> ludwright.Game:
    with monkeypatch.context() as patch:
        patch.setattr(compiler, "share", lambda functions: None)
        return ludwright.load_text(text)


def _spent(game: ludwright.Game) -> int:
    """How many lines of the twin are run to list the first options."""
    match, lines = game.start(1, run="twin"), 0

    def count(frame: FrameType, event: str, _: object) -> Any:
        nonlocal lines
        lines += event == "line"
        return count

    sys.settrace(count)
    game.twin.legal(match._words, match._table, match._twin_context)
    sys.settrace(None)
    return lines


@pytest.mark.parametrize("seed", range(3))
def test_it_comes_to_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = _without(GAME, monkeypatch).start(seed)
    shared, chooser = play(GAME, seed=seed), random.Random(seed)
    while not plain.over:
        assert shared.options == sorted(option.words for option in plain.legal())
        option = chooser.choice(plain.legal()).words
        plain.apply(option)
        shared.do(option)
        assert shared.native.words == plain.words
    assert shared.over
    assert shared.native.scores() == plain.scores()


def test_an_inner_walk_is_done_once(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, shared = _spent(_without(GAME, monkeypatch)), _spent(ludwright.load_text(GAME))
    assert 0 < shared < plain / 4


def test_what_changes_is_worked_out_anew() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0 in 0..99
        var total = 0 in 0..9999
        define squares: sum(k * k for k in 1..n)
        define twice: squares + squares
        define stepwise: sum(k * count(j in 1..9 with j <= k) for k in 1..9)
        turn: go
        action go
          for i in 1..3
            n = i
            total += squares
          total += twice + stepwise
        end when total > 200: me wins
    """)
    table = play(text, "total")
    assert table.see("total") == (1 + 5 + 14) + 28 + 285


def _same_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = ludwright.load(name)
    with monkeypatch.context() as patch:
        patch.setattr(compiler, "share", lambda functions: None)
        plain = ludwright.load(name)
    for seed in range(3):
        one, other, chooser = shared.start(seed), plain.start(seed), random.Random(seed)
        while not one.over and one.moves < 150:
            assert one.codes() == other.codes()
            code = chooser.choice(one.codes())
            one.apply(code)
            other.apply(code)
        assert one.words == other.words
        assert one.leads() == other.leads()
        assert one.scores() == other.scores()


@pytest.mark.parametrize("name", ["yacht", "go"])
def test_bundled_games_stay_as_they_are(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _same_games(name, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.stem for path in GAMES.glob("*.game")))
def test_all_bundled_games_stay_as_they_are(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _same_games(name, monkeypatch)


def test_the_program_is_the_same_in_every_process() -> None:
    script = f"import ludwright, hashlib; print(hashlib.sha256(ludwright.load_text({GAME!r}).twin.source.encode()).hexdigest())"
    found = {
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "4", "5")
    }
    assert len(found) == 1
