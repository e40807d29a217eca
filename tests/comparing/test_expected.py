"""What the designer expects of two versions, and what turned: with players of whom every game is known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludwright
from ludwright.comparing import Comparison
from ludwright.comparing.expected import section, turned
from ludwright.language.source import read_text
from tests.cli.running import run
from tests.expectations.climbing import CLIMB

EXPECTS = """expect "turns 5..6"
expect "nobody rests": "never anyone plays 'climb 0'"
expect "a summit <of> nine": "{top} at least 9"
expect "a step is answered": at least 50% of cases
  after p does climb
  then another q does climb
  within 2 turns
"""
OTHER = CLIMB.replace("summit = 6", "summit = 12").replace('"Climb"', '"High Climb"')


@pytest.fixture(scope="module")
def found() -> Comparison:
    one, other = (read_text(text, f"{name}.game") for name, text in (("a", CLIMB + EXPECTS), ("b", OTHER + EXPECTS)))
    return ludwright.compare(one, other, agents="quick,slow", games=40, metrics=["draws"])


def test_each_expectation_has_its_state_on_both_sides(found: Comparison) -> None:
    states = {one.title: (one.states, one.turned) for one in found.expected}
    assert states == {
        "turns 5..6": (
            ("green", "red"),
            "turned red",
        ),  # quick takes 3 turns to 6, and 6 to 12: 5 or 6, 11 or 12 in all
        "nobody rests": (("green", "green"), "stays green"),
        "a summit <of> nine": (("red", "green"), "turned green"),
        "a step is answered": (("green", "green"), "stays green"),
    }
    turns = found.expected[0]
    assert (turns.a and turns.a.value, turns.b and turns.b.value) == (5.5, 11.5)
    assert turns.seen[0].startswith("5.5 (") and turns.seen[0].endswith("; expected 5 to 6")
    assert turned(found.expected) == "What is expected turned red: `turns 5..6`; turned green: `a summit <of> nine`."


def test_the_page_and_the_data_tell_it(found: Comparison) -> None:
    part, data = section(found.expected), found.as_json()
    assert "What the designer expects" in part and "turned red" in part and "a summit &lt;of&gt; nine" in part
    assert [one["turned"] for one in data["expected"]] == [one.turned for one in found.expected]
    assert data["expected"][0]["a"]["status"] == "green" and data["turned"] == turned(found.expected)
    json.dumps(data)


@pytest.mark.slow
def test_the_whole_page_has_it(found: Comparison) -> None:
    page = found.html()
    assert section(found.expected) in page and 'href="#expected"' in page


def test_what_one_version_expects_is_asked_of_the_other_if_it_can_be() -> None:
    named = 'expect "a peak": "{peak} at least 1"\nexpect "short": "turns 5..6"\n'
    one = read_text(CLIMB, "a.game")
    other = read_text(CLIMB.replace("define top", "define peak") + named, "b.game")
    found = ludwright.compare(one, other, agents="quick,slow", games=40, metrics=["draws"]).expected
    states = {pair.title: (pair.states, pair.turned) for pair in found}
    assert states == {
        "a peak": (("not asked", "green"), "not asked, then green"),
        "short": (("green", "green"), "stays green"),
    }


@pytest.mark.slow
def test_the_command_tells_it_only_where_something_is_expected(tmp_path: Path) -> None:
    path = tmp_path / "climb.game"
    path.write_text(CLIMB + 'expect "turns 5..6"\n', encoding="utf-8")
    few = ["-n", "40", "-m", "draws", "-a", "quick,slow"]
    ran = run("compare", str(path), "--b", "summit=12", *few)
    assert ran.code == 0 and "turned red" in ran.out and "What is expected turned red: `turns 5..6`." in ran.out
    path.write_text(CLIMB, encoding="utf-8")
    assert "expected" not in run("compare", str(path), "--b", "summit=12", *few).out
