"""Who is left in the long run, against OpenSpiel's and against what can be said without reckoning."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from ludwright.metagames.alpha_rank import alpha_rank, at_care
from ludwright.metagames.shares import Shares
from tests.metagames.test_mixtures import Found, fair


@pytest.fixture
def theirs(monkeypatch: pytest.MonkeyPatch) -> Any:
    """OpenSpiel's own, without its pictures, which need a library of their own."""
    egt = pytest.importorskip("open_spiel.python.egt")
    no_pictures = ModuleType("alpharank_visualizer")
    monkeypatch.setitem(sys.modules, "open_spiel.python.egt.alpharank_visualizer", no_pictures)
    monkeypatch.setattr(egt, "alpharank_visualizer", no_pictures, raising=False)
    from open_spiel.python.egt import alpharank

    return alpharank


@pytest.mark.parametrize("care", [0.5, 2.0, 8.0])
def test_it_is_openspiels(theirs: Any, care: float) -> None:
    matrix = fair(np.random.default_rng(1), 4)
    known = theirs.compute([matrix], m=20, alpha=care, use_local_selection_model=False)[2]
    assert at_care(Shares.between(matrix), care, 20) == pytest.approx(known, abs=1e-9)


def test_who_beats_all_others_is_left_alone() -> None:
    assert alpha_rank(Shares.between([[0.5, 0.6, 0.7], [0.4, 0.5, 0.9], [0.3, 0.1, 0.5]])) == pytest.approx(
        [1, 0, 0], abs=0.01
    )


def test_where_everybody_loses_to_one_other_it_goes_round() -> None:
    ranks = alpha_rank(Shares.between([[0.5, 0.2, 0.7], [0.8, 0.5, 0.0], [0.3, 1.0, 0.5]]))
    assert ranks.min() > 0.2


def test_three_at_a_table_who_all_gain_by_joining_the_others_end_up_alike() -> None:
    """Whoever plays like the other two gets more: which of both ways it becomes, nobody can tell."""
    together: Found = {(0, 0, 1): {0: (0.5, 0.0), 1: (0.0, 0.0)}, (0, 1, 1): {0: (0.0, 0.0), 1: (0.5, 0.0)}}
    assert alpha_rank(Shares.of(2, 3, together)) == pytest.approx([0.5, 0.5], abs=1e-6)
    better: Found = {(0, 0, 1): {0: (0.3, 0.0), 1: (0.4, 0.0)}, (0, 1, 1): {0: (0.2, 0.0), 1: (0.4, 0.0)}}
    assert alpha_rank(Shares.of(2, 3, better))[1] > 0.99
