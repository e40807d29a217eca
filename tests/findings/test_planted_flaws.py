"""Flaws that are planted in a fair game are named; where none is planted, nothing is."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.findings import Verdict, judge
from ludwright.findings.options import RULES as OPTIONS
from ludwright.findings.play import rank_by_strength
from ludwright.reports.interventions import intervene
from ludwright.reports.playing import Players, ReportOptions
from tests.findings.conftest import Judging
from tests.findings.market import FAIR, FLAWS, TRACK, Flaw
from tests.powers.games import STALLS

QUICK = ("a bonus for seat 1", "an overpowered ware")
RANDOM = (("random", 1000),)


def _check(verdict_on: Judging, flaw: Flaw) -> None:
    verdict = verdict_on(flaw.text, flaw.plays, flaw.players, flaw.move_limit, flaw.tried)
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


def test_nothing_is_named_that_was_tried_in_a_fair_game(verdict_on: Judging) -> None:
    verdict = verdict_on(FAIR, (("random", 200), ("mcts:50", 200)), tried=800)
    assert not verdict.findings and not verdict.notes
    assert {answer.look.subject for answer in verdict.answers if answer.rule.name == "overpowered option"}


def test_what_can_be_made_up_for_later_is_not_called_useless(verdict_on: Judging) -> None:
    """In random play a single purchase hardly matters: but nobody scores without any."""
    verdict = verdict_on(STALLS, (("random", 500), ("mcts:50", 200)), tried=400)
    about = {(one.name, one.subject) for one in (*verdict.findings, *verdict.notes)}
    assert not [name for name, subject in about if subject in ("buy", "earn")]
    assert ("underpowered option", "build") in about


def test_without_a_trial_nothing_is_said_about_options(verdict_on: Judging) -> None:
    verdict = verdict_on(FLAWS["an overpowered ware"].text, (("random", 300), ("mcts:50", 100)))
    assert not [one for one in verdict.answers if one.rule in OPTIONS]


def _with_interventions(folder: Path, ahead: int) -> Verdict:
    path = folder / "track.game"
    path.write_text(TRACK.format(ahead=ahead), encoding="utf-8")
    wish = ReportOptions(agents="greedy", games=200, players=(2,), threads=1)
    plays = rank_by_strength(list(Players(path, wish, None).plays()))
    intervene(plays, seconds=10, games=200, threads=1)
    assert plays[0].places is not None
    return judge(plays)


def test_a_starting_place_that_is_too_good_is_among_the_first_three_findings(tmp_path: Path) -> None:
    found = _with_interventions(tmp_path, ahead=6).findings[:3]
    assert ("starting place", "place of seat 2") in [(one.name, one.subject) for one in found]
    place = next(one for one in found if one.name == "starting place")
    assert "The place of seat 2 is too good: greedy players who begin there win" in place.headline
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
