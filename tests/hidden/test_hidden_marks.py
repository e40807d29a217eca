"""Marks of things and cells that not everybody sees: each is hidden by itself, and nothing tells what all of them come to."""

from __future__ import annotations

import pytest

import ludwright
from tests.hidden.every_deal import secret, steps
from tests.hidden.test_secret_numbers import ANN

MARKS = """
var told = 0 in 0..99
things gem, copies 2
  worth = 1 in 0..4, seen by nobody
zone bag of gem, holds all gems
board grid 3 x 1 of cell
  gold = 0 in 0..2, seen by nobody
"""
GEMS = "for g in gems: g.worth = random n in 1..2"
MINES = "let c = random x in cells\nc.gold = 2"


@pytest.mark.parametrize("hidden", [GEMS, MINES])
def test_the_sum_of_marks_is_not_told(hidden: str) -> None:
    text = steps(MARKS, hidden).replace("one of go", "one of go, stay") + "\naction stay\n  nothing"
    match = ludwright.load_text(text).start(seed=1)
    match.apply("go")
    told = match.observe(0).named()
    assert not [name for name in told if name.startswith("sum of")]
    assert any(value is None for name, value in told.items() if "worth" in name or "gold" in name)


@pytest.mark.parametrize("hidden", [GEMS, MINES])
def test_marks_are_dealt_whatever_they_are(hidden: str) -> None:
    secret(steps(MARKS, hidden, "if cells[1, 1].gold > 0: told = 1", players="2 named Ann, Ben"), 2, ANN)
