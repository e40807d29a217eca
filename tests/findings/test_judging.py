"""A verdict states what is sure, the most important first, and each thing once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import ludwright
from ludwright.findings import RULES, Look, Play, Rule, ThresholdError, judge, plays_of, thresholds
from ludwright.metrics.catalogue import METRICS
from ludwright.metrics.intervals import share


@pytest.fixture(scope="module")
def play() -> Play:
    return plays_of(ludwright.playtest("tic_tac_toe", games=300, seed=1))[0]


def rule(name: str, hits: int, weight: float = 1.0, **more: object) -> Rule:
    """One that sees so many hits in a hundred tries."""

    def looks(play: Play, threshold: float) -> Iterator[Look]:
        yield Look(share(name, hits, 100), threshold, True, 0.0, 1.0)

    return Rule(name, "", 0.5, "", "{value} ({interval})", "Do something.", looks, weight, **more)  # type: ignore[arg-type]


def judged(play: Play, *rules: Rule) -> list[str]:
    limits = thresholds() | {rule.name: rule.threshold for rule in rules}
    return [finding.name for finding in judge([play], limits, rules).findings]


def test_only_what_is_sure_is_stated(play: Play) -> None:
    assert judged(play, rule("sure", 80), rule("likely", 58), rule("not so", 30)) == ["sure"]


def test_questions_are_counted(play: Play) -> None:
    # 62 of 100 is sure by itself, not as one of forty questions
    assert judged(play, rule("alone", 62)) == ["alone"]
    assert judged(play, rule("alone", 62), *(rule(f"other {n}", 50) for n in range(40))) == []


def test_the_most_important_comes_first(play: Play) -> None:
    assert judged(play, rule("small", 80, weight=0.5), rule("large", 99), rule("heavy", 80, weight=2.0)) == [
        "heavy",
        "large",
        "small",
    ]


def test_consequences_are_told_with_their_cause(play: Play) -> None:
    rules = [rule("cause", 99), rule("consequence", 98, implied_by=("cause",))]
    limits = thresholds() | {one.name: 0.5 for one in rules}
    findings = judge([play], limits, rules).findings
    assert [finding.name for finding in findings] == ["cause"]
    assert [follow.name for follow in findings[0].follows] == ["consequence"]
    assert "What follows: 98%" in findings[0].sentence


def test_a_sentence_tells_what_how_much_and_where(play: Play) -> None:
    finding = judge([play]).findings[0]
    assert finding.name == "seat advantage"
    for part in (
        "Going first is an advantage: with random players, seat 1 wins 6",
        "%); a fair share is 50%",
        "300 games of 2 random players",
        "See game",
    ):
        assert part in finding.sentence
    told = finding.as_json()
    assert told["interval"][0] > told["threshold"] == pytest.approx(0.55)


def test_every_question_is_answered(play: Play) -> None:
    verdict = judge([play])
    assert {answer.state for answer in verdict.answers} <= {"found", "fine", "open"}
    assert all(answer.look.clears for answer in verdict.answers if answer.state == "found")
    assert str(len(verdict.answers)) in verdict.promise and "5%" in verdict.promise


def test_a_higher_threshold_silences_a_rule(play: Play) -> None:
    assert judge([play], thresholds(texts=["seat advantage=40%"])).findings == []


def test_thresholds_come_from_files_and_texts(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("draws = 0.4\nseat_advantage = '3%'\n")
    (tmp_path / "b.json").write_text('{"thresholds": {"error rate": 0.01}}')
    found = thresholds(tmp_path / "a.toml", ["draws=0.3"])
    assert (found["draws"], found["seat advantage"]) == (0.3, 0.03)
    assert thresholds(tmp_path / "b.json")["error rate"] == 0.01


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("drawz=0.3", "did you mean `draws`"),
        ("draws", "write a threshold's name"),
        ("draws=many", "is a number, not `many`"),
        ("draws=-1", "is 0 or more"),
        ("error rate=2", "lies between 0 and 1"),
    ],
)
def test_wrong_thresholds_are_explained(text: str, message: str) -> None:
    with pytest.raises(ThresholdError, match=message):
        thresholds(texts=[text])


def test_a_file_without_thresholds_is_explained(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("this is not TOML")
    with pytest.raises(ThresholdError, match="holds no thresholds"):
        thresholds(tmp_path / "a.toml")
    with pytest.raises(ThresholdError, match="can't be read"):
        thresholds(tmp_path / "b.toml")


def test_the_page_lists_every_rule_with_its_threshold() -> None:
    page = (Path(__file__).parents[2] / "docs" / "findings.md").read_text(encoding="utf-8")
    for one in RULES:
        assert f"| {one.name} | {one.meaning} | {one.threshold:g} |" in page


def test_every_rule_is_made_of_metrics_that_there_are() -> None:
    known = {one.name for one in METRICS}
    assert {name for one in RULES for name in one.metrics} <= known


def test_ways_to_do_one_action_are_one_finding(play: Play) -> None:
    def looks(play: Play, threshold: float) -> Iterator[Look]:
        for name, hits in (("take red", 80), ("take blue", 90), ("give red", 85)):
            yield Look(share(name, hits, 100), threshold, True, 0.0, 1.0, {}, name, family=name.split()[0])

    strong = Rule("strong", "", 0.5, "", "`{subject}` is strong", "", looks)
    findings = judge([play], thresholds() | {"strong": 0.5}, [strong]).findings
    assert [finding.subject for finding in findings] == ["take blue", "give red"]
    assert "Also: `take red` is strong." in findings[0].sentence


def test_what_is_no_fault_is_a_note(play: Play) -> None:
    verdict = judge([play], thresholds() | {"odd": 0.5}, [rule("odd", 90, fault=False)])
    assert verdict.findings == [] and [note.name for note in verdict.notes] == ["odd"]


def test_a_finding_that_shows_nowhere_in_particular_is_seen_in_a_usual_game(play: Play) -> None:
    witness = judge([play], thresholds() | {"sure": 0.5}, [rule("sure", 90)]).findings[0].witnesses[0]
    assert 5 <= len(play.run.codes(witness.game)) <= 9 and witness.ply == 0


def test_what_weak_players_show_of_one_seat_is_no_fault_where_strong_ones_do_well_in_it(play: Play) -> None:
    strong = plays_of(ludwright.playtest("tic_tac_toe", "mcts:2", games=20, seed=1))[0]

    def looks(one: Play, threshold: float) -> Iterator[Look]:
        for seat, bad in (("seat 1", one is play), ("seat 2", one is strong)):
            yield Look(share(seat, 90 if bad else 10, 100), threshold, True, 0.0, 1.0, {}, seat)

    seats = Rule("seats", "", 0.5, "", "{subject}", "Do something.", looks, whose="all")
    found = judge([play, strong], thresholds() | {"seats": 0.5}, [seats])
    assert [(one.subject, one.play) for one in found.findings] == [("seat 2", strong)]
    assert [(one.subject, one.play) for one in found.notes] == [("seat 1", play)]
