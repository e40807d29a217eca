"""Entries of a variable and cards that are hardly ever used, though their like are."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import ludwright
from ludwright.findings import plays_of
from ludwright.findings.play import rank_by_strength
from ludwright.findings.unused import UNEVEN
from ludwright.metrics.members import USED, uneven_use
from ludwright.playtests import Playtest

TRACKS = """game "Tracks"
players 2
var won[1..6]: player or none
turn: run
action run(n in 1..6)
  when {open}
  won[n] = me
end when turn.number is 8
score(p): 0
winner: highest score
"""
STALLS = """game "Stalls"
players 2
cards ware
  | name  | price | copies |
  | Apple |   1   |   3    |
  | Bread |   2   |   3    |
  | Cake  |   2   |   3    |
  | Dates |   3   |   3    |
  | Figs  |  {figs}   |   3    |
zone heap of ware, face down, holds all wares, shuffled
zone row of ware, up to 4, refilled from heap
zone rest of ware
each player
  coins = 9 in 0..9
  zone {mine} of ware
turn: one of buy, clear
action buy(w in row)
  when w.price <= my coins
  move w to my {mine}{then}
action clear
  move row to rest
end when heap is empty or turn.number > 12
score(p): 0
winner: highest score
"""


def played(text: str, folder: Path) -> Playtest:
    path = folder / "own.game"
    path.write_text(text)
    return ludwright.playtest(path, games=300, seed=1, threads=1)


def members(*rows: tuple[str, str, int, int]) -> pl.DataFrame:
    return pl.DataFrame([(*row, 0) for row in rows], schema=USED, orient="row")


def test_known_answer_of_uneven_use() -> None:
    used = [("won", f"won[{n}]", used, 200) for n, used in enumerate((0, 3, 50, 60, 70, 80, 90, 100))]
    found = uneven_use(members(*used, *(("laps", f"laps[{n}]", 0, 200) for n in range(4))))
    assert found.value == 2  # of the laps all are unused: that is what they are like
    assert [(part.name, part.value) for part in found.parts] == [("won[0]", 0.0), ("won[1]", 0.015)]
    assert found.part("won[0]").part("usual").value == pytest.approx(0.325)
    assert not uneven_use(members()).known


def stated(text: str, folder: Path) -> list[str]:
    (play,) = rank_by_strength(plays_of(played(text, folder)))
    return [look.subject for look in UNEVEN.looks(play, UNEVEN.threshold) if look.clears]


def test_a_track_that_nobody_can_win_is_named_and_no_other(tmp_path: Path) -> None:
    assert stated(TRACKS.format(open="n is not 5 or turn.number > 99"), tmp_path) == ["won[5]"]
    assert stated(TRACKS.format(open="n > 0"), tmp_path) == []


@pytest.mark.parametrize(
    ("figs", "mine", "then", "named"),
    [
        (20, "basket", "", ["Figs in basket"]),
        (3, "basket", "", []),
        (20, "basket", "\n  move my basket to rest", []),  # where nothing stays, nothing is collected
    ],
)
def test_a_card_that_nobody_can_collect_is_named(
    figs: int, mine: str, then: str, named: list[str], tmp_path: Path
) -> None:
    assert stated(STALLS.format(figs=figs, mine=mine, then=then), tmp_path) == named


def test_what_is_not_there_from_the_start_is_not_missed() -> None:
    # the bag of Colors has no black marbles: its table says so
    run = ludwright.playtest("colors", games=60, seed=1, threads=1)
    (play,) = rank_by_strength(plays_of(run))
    assert [part.name for part in play.figure("uneven use").parts] == []
