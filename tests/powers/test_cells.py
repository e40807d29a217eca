"""Cells of a regular board: that one is worse than another is no finding."""

from __future__ import annotations

from pathlib import Path

import ludwright
from ludwright.findings import judge, plays_of
from ludwright.findings.options import RULES as OPTIONS
from ludwright.findings.play import rank_by_strength
from ludwright.reports.interventions import _from_hand, _halves, intervene

TEXT = """game "Row"
players 2
{board}
each player
  points = 50 in 0..99
play: repeat 2 times: turns once
turn: pick
action pick(c in {cells})
  my points += roll d6
  if {worst}: my points -= 9
score(p): p.points
winner: highest score
"""
SHAPES = {
    "row": ("board grid 5 x 1 of cell", "cells", "c.column is 1", "pick a1"),
    "stalls": ("enum stall: apples, bread, cakes, dates, figs", "stalls", "c is apples", "pick apples"),
}


def told(shape: str, folder: Path) -> list[tuple[str, str]]:
    board, cells, worst, _ = SHAPES[shape]
    path = folder / "row.game"
    path.write_text(TEXT.format(board=board, cells=cells, worst=worst), encoding="utf-8")
    runs = [ludwright.playtest(path, agent, 200, players=2, seed=1, threads=1) for agent in ("random", "mcts:50")]
    plays = rank_by_strength([play for run in runs for play in plays_of(run, sample=200)])
    intervene(plays, seconds=0, games=1200, threads=1)
    verdict = judge(plays)
    return [(one.name, one.subject) for one in (*verdict.findings, *verdict.notes) if one.rule in OPTIONS]


def test_the_worst_stall_is_named_and_the_worst_cell_is_not(tmp_path: Path) -> None:
    assert ("underpowered option", SHAPES["stalls"][-1]) in told("stalls", tmp_path)
    assert SHAPES["row"][-1] not in {subject for _, subject in told("row", tmp_path)}


def test_of_a_card_that_is_bought_and_then_played_neither_is_barred_alone() -> None:
    run = ludwright.playtest("harbour_town", games=40, seed=1, threads=1)
    (play,) = plays_of(run)
    ways = [one for one in play.effects("words") if one.what != one.action]
    halves = _halves(play.game, ways)
    assert "buy Hexer" in halves and halves < {one.what for one in ways}


def test_cards_played_from_a_hand() -> None:
    assert _from_hand(ludwright.load("letters")) == {"play_card"}
    assert not _from_hand(ludwright.load("colors"))
