"""`ludwright solve` at the command line."""

from __future__ import annotations

import json

from tests.cli.running import run


def test_it_says_who_wins_and_by_which_moves() -> None:
    ran = run("solve", "nim")
    assert ran.code == 0
    assert "seat 1, who moves first, wins with best play in 11 moves (232 positions)." in ran.out
    assert [line.split() for line in ran.out.splitlines() if line.endswith("best")] == [
        ["take", "small", "2", "+1", "-1", "best"]
    ]


def test_a_later_position_can_be_solved_too_and_printed_as_data() -> None:
    ran = run("solve", "nim", "--after", "take small 2, take large 5", "--json")
    found = json.loads(ran.out)
    assert ran.code == 0
    assert found["to_move"] == "seat 1"
    assert found["values"] == [1, -1]
    assert [move["move"] for move in found["moves"] if move["best"]] == ["take middle 3"]


def test_a_game_that_is_too_big_or_hidden_is_one_sentence_and_wrong_use() -> None:
    for arguments, words in (
        (("connect_four", "--limit", "1000"), "is too big"),
        (("leduc_poker",), "somebody does not see everything"),
        (("nim", "--after", "take small 9"), "is not legal here"),
    ):
        ran = run("solve", *arguments)
        assert ran.code == 2
        assert words in ran.err
        assert len(ran.err.strip().splitlines()) == 1
