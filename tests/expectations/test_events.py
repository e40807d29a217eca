"""What is shown, what is put where, who leaves: every case in a game worked out by hand."""

from __future__ import annotations

from functools import cache

import pytest

import ludwright
from ludwright.expectations import ExpectationResults
from tests.expectations.peeking import peeked

# what is expected, the frames of game 0 that speak for it, those against it
CASES: dict[str, tuple[str, list[int], list[int]]] = {
    "whoever is shown cards is shown each of them": ("0 to 9 times a game\n  after p sees c", [1, 2, 7, 8], []),
    "one's own cards are no news": ("never\n  after p sees c with before c is in p.hand", [0], []),
    "a new name is bound": ("always\n  after p sees c\n  then p does put\n  within 1 turn of p", [3, 5, 9, 11], []),
    "an action is done when all is answered": (
        "0 to 9 times a game\n  after p does put(c) with players.count is 1", [3, 9], [],
    ),
    "what a deed brings about comes after it": ("always\n  after p does put(c)\n  then c enters pile\n  before end of turn", [3, 5, 9, 11], []),
    "a kind, and the place of anybody": ("0 to 9 times a game\n  after card enters p.hand", [0], []),
    "a place of anybody without a name": ("0 to 9 times a game\n  after c enters hand with c.rank > 5", [0], []),
    "one card": ("0 to 9 times a game\n  after c enters pile with c.rank is 2", [11], []),
    "who leaves": ("always\n  after p leaves day\n  then q leaves day with q is not p\n  within 1 turn", [6, 12], [6, 12]),
    "a known card must be the same": ("always\n  after p sees c with c.rank > 4\n  then c enters pile\n  before end of day", [3, 9], [2]),
}  # fmt: skip


@cache
def _found() -> ExpectationResults:
    lines = [f'expect "{title}": {lines}' for title, (lines, _, _) in CASES.items()]
    return ludwright.expect(peeked(), *lines)


@pytest.mark.parametrize("title", CASES)
def test_cases_are_those_found_by_hand(title: str) -> None:
    verdict = _found()[title]
    _, good, bad = CASES[title]
    assert [frame for game, frame in verdict.examples if game == 0] == good
    assert [frame for game, frame in verdict.against if game == 0] == bad


def test_all_at_once_are_counted_one_by_one() -> None:
    assert _found()["whoever is shown cards is shown each of them"].value == 10
    assert _found()["a kind, and the place of anybody"].value == 6
