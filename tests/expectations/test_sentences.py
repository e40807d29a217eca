"""Sentences about figures, expressions and patterns, and the three things that can be said of them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import ludwright
from ludwright.expectations.judging import ExpectationVerdict, corrected, judged
from ludwright.expectations.reading import expectations, read_lines
from ludwright.expectations.wishes import Wish, read_wish
from ludwright.language.printer import to_text
from ludwright.mistakes import MistakesError
from tests.expectations.climbing import CLIMB, forty, two


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("48..52%", Wish(0.48, 0.52, True)),
        ("20 to 40", Wish(20, 40)),
        ("under 10%", Wish(high=0.1, percent=True)),
        ("at least half", Wish(low=0.5, percent=True)),
        ("between 1.5 and 2", Wish(1.5, 2)),
        ("over -3", Wish(low=-3)),
        ("some", None),
    ],
)
def test_ranges(text: str, wish: Wish | None) -> None:
    assert read_wish(text) == wish


@pytest.mark.parametrize(
    ("sentence", "status", "value"),
    [
        ("turns 5..6", "green", 5.5),
        ("turns over 7", "red", 5.5),
        ("first player wins 40..60%", "undecided", 0.5),
        ("seat 2 wins at least 90%", "red", 0.5),
        ("agent quick wins at least 80%", "green", 1.0),
        ("draws under 20%", "green", 0.0),
        ("{top} 6..7", "green", 6.0),
        (
            "deviation of turns 0.3..0.8",
            "green",
            (10 / 39) ** 0.5,
        ),  # half of the games take 5 turns and half 6: 40 · 0.5² / 39
        ("deviation of {top} under 1", "green", 0.0),
        ("deviation of {p.height} of seat 1 over 3", "red", None),
        ("{p.height} of seat 1 4..5", "green", 4.5),
        ("duration in turns of seat 1 under 3", None, None),
        ("never anyone plays 'climb 0'", "green", 1.0),
        ("seat 1 plays 'climb 2'", "red", 0.5),
        ("seat 1 plays 'climb 2' in at least 20% of games", "green", 0.5),
        ("after p plays 'climb 1': p plays 'climb 1' within 1 turn of p, in every case", "green", 1.0),
        ("after p plays climb: p wins in at most 40% of cases", "red", 120 / 220),
        ("always {top < 6} until anyone wins", "red", None),
    ],
)
def test_sentences(sentence: str, status: str | None, value: float | None) -> None:
    if status is None:
        with pytest.raises(MistakesError, match="has no part"):
            ludwright.expect(forty(), sentence)
        return
    verdict = ludwright.expect(forty(), sentence).verdicts[0]
    assert verdict.status == status
    if value is not None:
        assert verdict.value == pytest.approx(value)


def test_undecided_says_how_many_games_would_do() -> None:
    run = forty()
    verdict = ludwright.expect(run, "first player wins 40..60%").verdicts[0]
    # the interval reaches 0.15 to each side, and the nearest end is 0.1 away
    assert verdict.high is not None and verdict.low is not None
    half = (verdict.high - verdict.low) / 2
    assert verdict.needed == pytest.approx(40 * (half / 0.1) ** 2, rel=0.05)
    assert verdict.needed is not None and verdict.expectation.wish is not None
    enough = replace(verdict, games=verdict.needed, low=0.5 - 0.0999, high=0.5 + 0.0999)
    assert judged(enough, verdict.expectation.wish).doubt < 0.05


def _verdict(title: str, doubt: float) -> ExpectationVerdict:
    one = expectations(read_lines(f'expect "{title}": "turns 3..5"'))[0]
    return ExpectationVerdict(one, 0, "", 2, 100, "green", value=4.0, low=3.5, high=4.5, doubt=doubt)


def test_many_at_once_are_corrected_by_holm() -> None:
    found = corrected([_verdict("a", 0.03), _verdict("b", 0.001), _verdict("c", 0.02)])
    assert [verdict.corrected for verdict in found] == pytest.approx([0.04, 0.003, 0.04])
    assert [verdict.status for verdict in found] == ["green", "green", "green"]
    found = corrected([_verdict("a", 0.04), _verdict("b", 0.001), _verdict("c", 0.03)])
    assert [verdict.corrected for verdict in found] == pytest.approx([0.06, 0.003, 0.06])
    assert [verdict.status for verdict in found] == ["undecided", "green", "undecided"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('expect "drws under 10%"', "there is no figure `drws`"),
        ('expect "first seat vins 40..50%"', "`vins` is unknown"),
        ('expect "first player wins 50%"', "`50%` is no range"),
        ('expect "turns 9..5"', "this range ends before it begins"),
        ('expect "first player wins 48..52"', "`seat shares` is a share"),
        ('expect "turns under 10%"', "`duration in turns` is no share"),
        ('expect "seat 7 wins under 10%"', "there is no seat 7"),
        ('expect "{heigth} under 10"', "heigth"),
        ('expect "seat 1 plaes climb"', "`plaes` can't stand here"),
        ('expect "seat 1 plays clim"', "nothing called `clim` can be played"),
        ('expect "turns 5..6"', "is expected twice"),
        ('track "x": 3', "only expectations stand here"),
    ],
)
def test_a_mistake_has_its_place(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "wishes.txt"
    file.write_text(f'# what I want\nexpect "turns 5..6"\n{line}\n')
    with pytest.raises(MistakesError) as caught:
        ludwright.expect(two(), file=file)
    (mistake,) = caught.value.mistakes
    assert message in mistake.message
    assert mistake.place is not None
    assert (mistake.place.file, mistake.place.line) == (str(file), 3)


def test_those_of_the_game_are_taken_where_nothing_else_is_said(tmp_path: Path) -> None:
    path = tmp_path / "climb.game"
    path.write_text(CLIMB + 'expect "it takes a while": "turns 5..6"\nexpect "draws under 20%"\n')
    found = ludwright.expect(path, agents="quick,slow", games=40)
    assert [(verdict.title, verdict.status) for verdict in found.verdicts] == [
        ("it takes a while", "green"),
        ("draws under 20%", "green"),
    ]


def test_history_tells_what_other_rules_got(tmp_path: Path) -> None:
    path, kept = tmp_path / "climb.game", tmp_path / "kept.jsonl"
    for summit in (6, 6, 8):
        path.write_text(CLIMB.replace("summit = 6", f"summit = {summit}") + 'expect "turns 5..6"\n')
        found = ludwright.expect(path, agents="quick,slow", games=10, history=kept)
    assert [json.loads(line)["status"] for line in kept.read_text().splitlines()] == ["green", "green", "red"]
    (before,) = found.earlier(found.verdicts[0])
    assert (before["status"], before["value"]) == ("green", 5.5)


def test_what_is_set_makes_other_rules_and_what_is_expected_does_not(tmp_path: Path) -> None:
    path, kept = tmp_path / "climb.game", tmp_path / "kept.jsonl"
    for more, params in (("", {}), ('expect "draws under 20%"\n# a comment\n', {}), ("", {"summit": 8})):
        path.write_text(CLIMB + 'expect "turns 5..6"\n' + more)
        found = ludwright.expect(path, agents="quick,slow", games=10, history=kept, params=params)
    (before,) = found.earlier(found["turns 5..6"])
    assert (before["status"], before["settings"], found["turns 5..6"].settings) == ("green", {}, (("summit", 8),))


@pytest.mark.parametrize("line", ['expect "draws under 10%"', 'expect "few draws": "draws under 10%"'])
def test_sentences_are_printed_as_they_were_written(line: str) -> None:
    assert to_text(read_lines(line)[0].tree).strip() == line
