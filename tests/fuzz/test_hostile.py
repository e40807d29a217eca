"""Hostile texts and the matrix of all words at all places: a message, or a game that plays alike in both runs.

One of them alone: ``python -m tests.fuzz.hostile --seed 1234 --count 1``, and with ``--show`` its text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import ludwright
from ludwright.language.source import read_text
from ludwright.mistakes import MistakesError
from tests.fuzz import matrix
from tests.fuzz.hostile import HangError, _at_most, hostile_case
from tests.fuzz.pool import run

if TYPE_CHECKING:
    from tests.conftest import Often

CHUNK = 1000
ALL = 220_000


def check(first: int, count: int) -> None:
    print(f"seeds {first} to {first + count - 1}")
    found = run("hostile", first, first + count)
    assert not found.wrong, found.report()
    assert found.tries == count
    assert found.outcomes["refused"] > count / 4
    assert found.outcomes["played"] > count / 20


def test_some_hostile_texts(often: Often) -> None:
    check(0, often(100, 240))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(CHUNK, ALL, CHUNK))
def test_more_than_two_hundred_thousand_hostile_texts(first: int) -> None:
    check(first, CHUNK)


def test_all_of_the_matrix_is_among_them() -> None:
    made_by = {hostile_case(seed).made_by for seed in (0, 2, ALL - 2)}
    assert len(made_by) == 3
    assert len({number * 7919 % matrix.size() for number in range(ALL // 2)}) == matrix.size()


def test_every_base_is_a_game_and_every_word_stands_in_every_gap() -> None:
    for base in matrix.BASES.values():
        assert ludwright.load(read_text(base + matrix.TURN + matrix.END)).start().codes()
    form = matrix.Form("statement", "swap {n} and {h}", matrix.CONTEXTS[0], "open")
    assert "swap v and h" in form.text(0, "v") and "swap n and v" in form.text(1, "v")
    assert "swap v and v" in form.text(None, "v")


@pytest.mark.slow
def test_most_templates_are_games_with_the_words_that_belong_there() -> None:
    played, refused = 0, []
    for sort, template in {(sort, template): None for sort, template, _ in matrix.sites()}:
        place = {"statement": matrix.CONTEXTS, "formula": matrix.PLACES, "declaration": ("",)}[sort][0]
        try:
            ludwright.load(read_text(matrix.Form(sort, template, place, "timed").right()))
            played += 1
        except MistakesError:
            refused.append(template)
    assert played > 4 * len(refused), refused


def test_what_takes_too_long_is_stopped() -> None:
    with pytest.raises(HangError), _at_most(0.05):
        while True:
            sum(range(1000))
