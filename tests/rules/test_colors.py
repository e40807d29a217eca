"""Colors: games worked out by hand from the rules replay to their scores."""

from __future__ import annotations

import ludwright


def replay(players: int, marbles: list[str]) -> ludwright.Match:
    match = ludwright.load("colors", players=players, ask_forced=True).start()
    for colour in marbles:
        match.apply("take_black" if colour == "black" else f"take {colour}")
    return match


def test_a_game_for_two_worked_out_by_hand() -> None:
    # red 7 forces blue -4, green 4 forces yellow 0; the same colour never twice in a row; 3 red, 5 green, 4 yellow, 2 blue
    match = replay(
        2, ["red", "green", "blue", "yellow", "red", "green", "blue", "yellow", "red", "green", "black", "yellow"]
    )
    assert not match.over
    # first: red blue red blue red, then blue is gone: black; second: green yellow three times
    assert match.scores() == [7 - 4 + 7 - 4 + 7 - 8, 4 + 4 + 4]
    assert [o.words for o in match.legal()] == ["take green", "take yellow"]
    match.apply("take green")
    match.apply("take green")
    match.apply("take yellow")
    assert match.over
    assert match.scores() == [9, 16]
    assert match.returns() == [-1.0, 1.0]


def test_what_was_taken_last_restricts_what_comes_next() -> None:
    assert [o.words for o in replay(2, []).legal()] == ["take red", "take green", "take yellow", "take blue"]
    assert [o.words for o in replay(2, ["red", "green"]).legal()] == ["take blue"]
    assert [o.words for o in replay(2, ["blue", "green"]).legal()] == ["take red", "take green", "take yellow"]
    assert [o.words for o in replay(2, ["blue", "green", "yellow"]).legal()] == ["take yellow"]


def test_without_a_marble_that_fits_a_black_one_is_taken() -> None:
    match = replay(2, ["blue", "blue", "red", "green"])
    assert [o.words for o in match.legal()] == ["take_black"]


def test_three_players_can_share_the_win() -> None:
    result = ludwright.simulate(ludwright.load("colors", players=3), 5000, seed=5, threads=1)
    assert result.faulted == 0
    assert result.draws > 0
