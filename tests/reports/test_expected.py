"""A report says what the designer expects, and what of it does not hold: with players of whom every game is known."""

from __future__ import annotations

import json

import pytest

import ludwright
from ludwright.cli.report import _print
from ludwright.expectations.recorded_expectations import asked, understood, wanted_of
from ludwright.language.source import read_text
from ludwright.reports import Report, report
from tests.expectations.climbing import CLIMB

EXPECTS = """expect "long <games>": "turns 8..9"
expect "nobody rests": "never anyone plays 'climb 0'"
expect "steps are small": always
  after p does climb(n)
  then another q does climb(1)
  within 1 turn
expect "no such thing": "{nowhere} at least 1"
expect "nearly so": "turns 5.5..6"
"""


@pytest.fixture(scope="module")
def climbed() -> Report:
    return report(ludwright.playtest(read_text(CLIMB + EXPECTS, "climb.game"), "quick,slow", 40))


def test_every_expectation_has_its_verdict(climbed: Report) -> None:
    states = {one.verdict.title: one.verdict.status for one in climbed.expected.told}
    assert states == {
        "long <games>": "red", "nobody rests": "green", "steps are small": "red", "nearly so": "undecided",
    }  # fmt: skip
    first = climbed.expected.told[0]
    assert first.sentence.startswith("5.5 (") and first.sentence.endswith("; expected 8 to 9")
    assert first.where == "40 games of 2 players, `quick` and `slow` in changing seats"
    assert climbed.expected.missing == ("no such thing",) and "`no such thing`" in climbed.expected.not_asked
    assert "no number of games will decide soon" in climbed.expected.told[-1].sentence


def test_what_does_not_hold_is_a_finding(climbed: Report) -> None:
    red = {one.subject: one for one in climbed.verdict.findings if one.name == "expectation"}
    assert set(red) == {"long <games>", "steps are small"}
    assert red["long <games>"].headline.startswith("not as the text expects: long <games>. Seen: 5.5 (")
    assert f". {len(climbed.verdict.findings)} problems found" in climbed.summary
    against = [witness for one in red.values() for witness in one.witnesses]
    assert against and all(climbed.replay_of(climbed.plays[0], witness) is not None for witness in against[:1])
    assert [one.importance for one in climbed.verdict.findings] == sorted(
        (one.importance for one in climbed.verdict.findings), reverse=True
    )


def test_text_and_data_tell_it(climbed: Report, capsys: pytest.CaptureFixture[str]) -> None:
    text, data = climbed.markdown(), climbed.as_json()
    assert "## What the designer expects" in text and "| nobody rests | green |" in text and "long &lt;games>" in text
    assert [one["status"] for one in data["expected"]["verdicts"]] == ["red", "green", "red", "undecided"]
    assert data["expected"]["not_understood"] == ["no such thing"]
    json.dumps(data)
    _print(climbed, [])
    out = capsys.readouterr().out
    assert "Expected: nobody rests: green: " in out and "Not understood here: `no such thing`" in out


@pytest.mark.slow
def test_the_page_tells_it(climbed: Report) -> None:
    page = climbed.html()
    part = page[page.index('id="expected"') : page.index('id="charts"')]
    assert "What the designer expects" in part and "long &lt;games&gt;" in part and "<b>undecided</b>" in part


def test_where_nothing_is_expected_nothing_is_said(made: Report, page: str) -> None:
    assert not made.expected and 'id="expected"' not in page and "expected" not in made.as_json()
    assert "What the designer expects" not in made.markdown()


def test_a_first_look_looks_at_few_games_only() -> None:
    run = ludwright.playtest(read_text(CLIMB + EXPECTS, "climb.game"), "quick,slow", 40)
    wanted = understood(run, (0, 2), wanted_of(run.game_in(run.cells[0])))
    few = {one.title: one.games for one in asked(run, [(0, 2)], wanted, decisions=50)}
    # the first twenty games have 5 decisions each: ten of them 50
    assert few == {"long <games>": 40, "nobody rests": 10, "steps are small": 10, "nearly so": 40}
