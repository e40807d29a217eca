"""How sure a look is, worked out by hand."""

from __future__ import annotations

import pytest

from ludwright.findings.certainty import chance, games_to_decide
from ludwright.findings.finding import Look
from ludwright.metrics.figure import Figure
from ludwright.metrics.intervals import share
from ludwright.statistics import holm


def look(hits: int, tries: int, threshold: float, above: bool = True) -> Look:
    return Look(share("x", hits, tries), threshold, above, 0.0, 1.0)


def test_shares_are_tested_exactly() -> None:
    # ten heads of ten throws of a fair coin
    assert chance(look(10, 10, 0.5)) == pytest.approx(1 / 1024)
    assert chance(look(0, 10, 0.5, above=False)) == pytest.approx(1 / 1024)
    assert chance(look(9, 10, 0.5)) == pytest.approx(11 / 1024)


def test_other_figures_are_tested_by_their_interval() -> None:
    # two standard errors beyond the threshold
    figure = Figure("x", 3.0, 3.0 - 1.959963984540054, 3.0 + 1.959963984540054, "t", 100)
    assert chance(Look(figure, 1.0, True, 0.0, 5.0)) == pytest.approx(0.02275, abs=1e-5)


def test_without_an_interval_nothing_is_sure() -> None:
    assert chance(Look(Figure("x", 3.0), 1.0, True, 0.0, 5.0)) == 1.0
    assert not Look(Figure("x", 3.0), 1.0, True, 0.0, 5.0).clears


def test_a_figure_that_is_the_same_in_all_games_is_sure_if_there_are_many() -> None:
    same = Figure("x", 3.0, 3.0, 3.0, "t", 10)
    assert chance(Look(same, 1.0, True, 0.0, 5.0)) == pytest.approx(1 / 1024)
    assert chance(Look(same, 3.5, True, 0.0, 5.0)) == 1.0


def test_chances_are_corrected_for_their_number() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_the_size_is_that_of_the_near_end() -> None:
    figure = Figure("x", 0.8, 0.75, 0.85, "t", 100)
    assert Look(figure, 0.6, True, 0.5, 1.0).size == pytest.approx(0.5)
    assert Look(figure, 0.9, False, 1.0, 0.0).size == pytest.approx(0.15)


def test_an_open_question_tells_how_many_games_would_decide_it() -> None:
    # half the room is needed: four times the games
    assert games_to_decide(look(55, 100, 0.5)) in range(300, 480)
    assert games_to_decide(look(50, 100, 0.5)) is None
