"""Versions of games: a planted change is found, an unchanged copy shows nothing."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import ludwright
from ludwright.comparing import CHANGED, OPEN, SAME, Comparison, ComparisonError, margins
from ludwright.comparing.difference import judged
from ludwright.comparing.rules import as_html, changes
from tests.cli.running import run
from tests.comparing.conftest import METRICS, PIG


def test_a_planted_change_is_found_and_told_first(found: Comparison) -> None:
    turns = found["duration in turns"]
    assert turns.state == CHANGED and turns.low is not None and turns.low > 0
    assert found.sentence.startswith("B (Harsh Pig) is longer: ")
    assert found["completion"].state == SAME
    assert found.pairs == 120


def test_the_differences_are_those_of_the_two_playtests(found: Comparison) -> None:
    one, other = (side.run.games.collect()["turns"].mean() for side in (found.a, found.b))
    assert isinstance(one, float) and isinstance(other, float)
    assert found["duration in turns"].value == pytest.approx(other - one)
    assert found.a.run.games.collect()["number"].to_list() == found.b.run.games.collect()["number"].to_list()


def test_the_rules_that_differ_are_shown(found: Comparison) -> None:
    lines = [(line.sign, line.text.split("#")[0].strip()) for place in found.rules for line in place]
    assert ("-", "if face is 1: end turn") in lines and ("+", "if face <= 2: end turn") in lines
    assert ("+", 'game "Harsh Pig"') in lines


def test_the_page_has_all_of_it(found: Comparison) -> None:
    page = found.html()
    assert "is longer" in page and "<mark>&lt;=</mark>" in page and page.count("<svg") == 2
    assert "src=" not in page and "@import" not in page


def test_an_unchanged_copy_shows_nothing(tmp_path: Path) -> None:
    copy = tmp_path / "copy.game"
    copy.write_text(PIG, encoding="utf-8")
    found = ludwright.compare("pig", copy, games=60, metrics=METRICS)
    assert not found.of(CHANGED) and found.alike == found.pairs == 60 and not found.rules
    assert all(one.value == 0 for one in found.differences)
    assert found.sentence.startswith("No difference is sure")
    assert f"{len(found.differences)} figures are shown to be equivalent, 0 are open" in found.sentence


def test_one_game_set_otherwise_and_agents_in_every_seat() -> None:
    found = ludwright.compare(
        "pig",
        b_params={"goal": 50},
        agents="hold at 20,random",
        games=80,
        metrics=["agent shares", "duration in turns"],
    )
    assert found.b.label == "Pig, goal=50" and found.pairs == 80
    lines = [(line.sign, line.text.split("#")[0].strip()) for place in found.rules for line in place]
    assert ("-", "param goal = 100 in 20..200") in lines and ("+", "param goal = 50 in 20..200") in lines
    assert found["duration in turns"].state == CHANGED
    assert found["agent shares: hold at 20"].value is not None


def test_playtests_that_were_kept(tmp_path: Path) -> None:
    short = ludwright.playtest("pig", games=60, params={"goal": 50}, out=tmp_path / "short", seed=3)
    found = ludwright.compare(short, "pig", metrics=["duration in turns"])  # played as the other one was
    assert found.pairs == 60 and found.b.run.seed == 3
    apart = ludwright.compare(short, ludwright.playtest("pig", games=60, seed=4), metrics=["duration in turns"])
    assert not apart.pairs and "different deals" in apart.basis and apart["duration in turns"].state == CHANGED
    longer = ludwright.playtest("pig", games=90, seed=3)
    assert ludwright.compare(short, longer, metrics=["duration in turns"]).pairs == 60
    both = ludwright.playtest("pig", games=40, grid={"goal": [50, 60]})
    assert ludwright.compare(both, metrics=["duration in turns"]).b.label == "goal=60"


def test_what_matters_can_be_set(found: Comparison, tmp_path: Path) -> None:
    file = tmp_path / "matters.toml"
    file.write_text('shares = "30%"\nerror_rate = 0.01\n')
    loose = margins(file, ["duration in turns=60", "decision space=10%"])
    assert loose.of("draws", "share", 0.5) == 0.3 and loose.of("duration in turns", "turns", 40.0) == 60
    assert loose.of("decision space", "options", 3.0) == pytest.approx(0.3) and loose.error_rate == 0.01
    assert loose.of("drama", "", 0.2) == 0.3 and loose.of("downtime", "decisions", 4.0) == pytest.approx(0.2)
    seats = [one for one in judged(found.differences, 120, loose) if one.key[0] == "seat shares"]
    assert seats and all(one.state == SAME for one in seats)
    assert all(one.state == OPEN for one in judged(found.differences, 120) if one.key[0] == "seat shares")


@pytest.mark.parametrize(
    ("text", "message"),
    [("shers=1", "did you mean `shares`"), ("shares=0", "more than 0"), ("shares=few", "is a number"), ("error rate=1", "between 0 and 1")],
)  # fmt: skip
def test_wrong_thresholds_are_explained(text: str, message: str) -> None:
    with pytest.raises(ludwright.LudwrightError, match=message):
        margins(texts=[text])


def test_wrong_use() -> None:
    with pytest.raises(ComparisonError, match="the same game"):
        ludwright.compare("pig")
    with pytest.raises(ludwright.LudwrightError, match="gaol"):
        ludwright.compare("pig", b_params={"gaol": 50}, games=10)
    three = ludwright.playtest("pig", games=20, grid={"goal": [50, 60, 70]})
    with pytest.raises(ComparisonError, match="has 3 versions"):
        ludwright.compare(three)
    with pytest.raises(ComparisonError, match="say which"):
        ludwright.compare(three, "pig")


def test_the_command(tmp_path: Path, harsh: Path) -> None:
    page = tmp_path / "page.html"
    few = ["-n", "60", "-m", "duration in turns"]
    ran = run("compare", "pig", str(harsh), *few, "-m", "completion", "--all", "--html", str(page))
    assert ran.code == 0 and ran.out.startswith("B (Harsh Pig) is longer") and "+   if face <= 2" in ran.out
    assert "equivalent" in ran.out
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    told = json.loads(run("compare", "pig", "--b", "goal=50", *few, "--json").out)
    assert told["differences"][0]["state"] == "changed" and told["paired"] and told["pairs"] == 60
    assert run("compare", "pig", "nothing.game", *few).code == 2
    assert run("compare", "pig", *few).code == 2


def test_texts_that_are_the_same_have_no_changes() -> None:
    assert changes("a\nb\n", "a\nb\n") == []
    assert "<del" in as_html(changes("a\n", "b\n")) and "<ins" in as_html(changes("a\n", "b\n"))


def test_sensitivity_finds_what_moves_a_figure_and_what_does_not() -> None:
    found = ludwright.sensitivity(
        "pig", {"goal": [40, 60], "stop_at_goal": [0, 1]}, games=80, metrics=["duration in turns", "decision space"]
    )
    first = found.effects[0]
    assert (first.param, first.over_range.state) == ("goal", CHANGED) and 0.3 < first.slope < 0.5
    alone, in_all = found.share_of("duration in turns", "goal")
    assert alone.value > 0.95 and in_all.low > 0.9
    assert ("decision space", "") not in found.shares
    assert "`goal` matters most: it moves duration in turns" in found.sentence
    with pytest.raises(ComparisonError, match="nothing is known"):
        found.share_of("decision space", "goal")


def test_the_command_sensitivity(tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    few = ["--vary", "goal=30,50", "-n", "40", "-m", "duration in turns"]
    ran = run("sensitivity", "pig", *few, "--chart", str(chart))
    assert ran.code == 0 and ran.out.startswith("In Pig, `goal` moves") and "<svg" in chart.read_text(encoding="utf-8")
    assert max(map(len, ran.out.splitlines()[2:-1])) <= 80  # the tables fit a narrow screen
    told = json.loads(run("sensitivity", "pig", *few, "--json").out)
    assert told["effects"][0]["values"] == [30, 50] and told["base"] == {"goal": 100}
    assert run("sensitivity", "pig", "--vary", "goal=5..9").code == 2
    assert run("sensitivity", "tic_tac_toe").code == 2


def test_interrupted_it_tells_the_lines_that_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludwright.comparing import sensitivity as one_file  # the function; its module is needed

    module = sys.modules[one_file.__module__]
    measured, calls = module.__dict__["_measured"], []

    def until_three(*given: object) -> object:
        calls.append(1)
        if len(calls) > 3:  # the base, and both values of the first parameter
            raise KeyboardInterrupt
        return measured(*given)

    monkeypatch.setattr(module, "_measured", until_three)
    vary = {"goal": [30, 50], "must_throw": [0, 1]}
    found = ludwright.sensitivity("pig", vary, games=40, metrics=["duration in turns"])
    assert not found.complete and {one.param for one in found.effects} == {"goal"} and not found.shares
    with pytest.raises(KeyboardInterrupt):
        ludwright.sensitivity("pig", vary, games=40, metrics=["duration in turns"])


@pytest.mark.slow
def test_false_alarms_are_as_rare_as_promised(tmp_path: Path) -> None:
    """A die that is thrown for nothing: the games differ, the game does not. Any alarm in 5% of comparisons: of 60 more than 8 have one with a chance of 0.3%."""
    idle = tmp_path / "idle.game"
    idle.write_text(
        PIG.replace("  let face = roll d6\n", "  let idle = roll d6\n  let face = roll d6\n"), encoding="utf-8"
    )
    alarms = 0
    for seed in range(60):
        found = ludwright.compare(
            "pig", idle, games=100, seed=seed, metrics=["viability", "decisions a turn", "downtime"]
        )
        assert found.alike < found.pairs / 2
        alarms += bool(found.of(CHANGED))
    assert alarms <= 8
