"""Flaws that are planted in a fair game are named; where none is planted, nothing is."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.findings import Verdict, judge
from ludwright.findings.play import rank_by_strength
from ludwright.reports.interventions import intervene
from ludwright.reports.playing import Players, Wish
from tests.findings.conftest import Judging
from tests.findings.market import FAIR, FLAWS, TRACK, Flaw

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


def _with_interventions(folder: Path, ahead: int) -> Verdict:
    path = folder / "track.game"
    path.write_text(TRACK.format(ahead=ahead), encoding="utf-8")
    wish = Wish(agents="greedy", games=200, players=(2,), threads=1)
    plays = rank_by_strength(list(Players(path, wish, None).plays()))
    intervene(plays, wish, None)
    assert plays[0].places is not None
    return judge(plays)


def test_a_starting_place_that_is_too_good_is_among_the_first_three_findings(tmp_path: Path) -> None:
    found = _with_interventions(tmp_path, ahead=6).findings[:3]
    assert ("starting place", "place of seat 2") in [(one.name, one.subject) for one in found]
    place = next(one for one in found if one.name == "starting place")
    assert "the place of seat 2 is too good: who begins there wins" in place.headline
    assert "400 deals, as they are and with places exchanged, 2 players, all `greedy`" in place.sentence


@pytest.mark.slow
def test_fair_starting_places_are_not_named(tmp_path: Path) -> None:
    found = _with_interventions(tmp_path, ahead=1)
    assert not [one for one in found.findings if one.name == "starting place"]
    assert [one for one in found.answers if one.rule.name == "starting place"]


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
