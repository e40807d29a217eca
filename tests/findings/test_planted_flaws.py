"""Flaws that are planted in a fair game are named; where none is planted, nothing is."""

from __future__ import annotations

import pytest

from tests.findings.conftest import Judging
from tests.findings.market import FAIR, FLAWS, Flaw

QUICK = ("a bonus for seat 1", "an overpowered ware")
RANDOM = (("random", 1000),)


def _check(verdict_on: Judging, flaw: Flaw) -> None:
    verdict = verdict_on(flaw.text, flaw.plays, flaw.players, flaw.move_limit)
    first = [(finding.name, finding.subject if flaw.subject else "") for finding in verdict.findings[:3]]
    assert (flaw.named, flaw.subject) in first


@pytest.mark.parametrize("name", QUICK)
def test_a_planted_flaw_is_among_the_first_three_findings(verdict_on: Judging, name: str) -> None:
    _check(verdict_on, FLAWS[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in FLAWS if name not in QUICK])
def test_other_planted_flaws_are_among_the_first_three_findings(verdict_on: Judging, name: str) -> None:
    _check(verdict_on, FLAWS[name])


def test_nothing_is_named_in_a_fair_game(verdict_on: Judging) -> None:
    assert verdict_on(FAIR, RANDOM).findings == []


def _variant(number: int) -> tuple[str, int, int]:
    """A fair game: other wares, other dice, other numbers of days and players."""
    players = 2 + number % 2
    wares = ["bread", "cheese", "apple", "honey", "fish", "salt", "wool"][: players + 1 + number % 4]
    rows = "\n".join(f"  | {ware} | 0 |" for ware in wares)
    head, _, tail = FAIR.partition("enum ware\n")
    rules = tail[tail.index("var price") :].replace("d6", f"d{4 + number % 5 * 2}")
    return f"{head}enum ware\n  | name | extra |\n{rows}\n{rules}", players, players * (1 + number % 3) + players


@pytest.mark.slow
def test_thirty_fair_games_raise_no_more_false_alarms_than_stated(verdict_on: Judging) -> None:
    alarms = 0
    for number in range(30):
        text, players, days = _variant(number)
        verdict = verdict_on(text, (("random", 600),), players, days=days)
        alarms += bool(verdict.findings)
    # one of twenty verdicts may be wrong: of thirty, more than four would come about once in a hundred such tests
    assert alarms <= 4
