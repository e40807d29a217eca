"""What stands in a match, by name; and how a match looks in Python."""

from __future__ import annotations

from typing import Any

import pytest

import ludwright
from ludwright.library import bundled_games
from ludwright.play.values import UnknownNameError
from tests.bundled import bundled
from tests.python_game.games import Nim


def test_variables_zones_and_what_players_have() -> None:
    match: Any = ludwright.load("kuhn_poker").start(seed=4)  # what players have is not known to types
    assert (match["paid"], match["called"], match["bettor"]) == ([1, 1], [False, False], None)
    hands = [match.hand(seat)[0] for seat in range(2)]
    assert sorted([*hands, *match["deck"]]) == ["1", "2", "3"]
    assert match["hand"] == [match["hand", 0], match["hand", 1]] == [[hands[0]], [hands[1]]]


def test_boards_and_marks_of_cells_are_dictionaries() -> None:
    match = ludwright.load("tic_tac_toe").start()
    match.apply("place b2")
    assert match["cell.mark"]["b2"] == "X" and match["cell.mark"]["a1"] is None
    board = ludwright.load("checkers").start()["square"]
    assert len(board) == 64 and board["b1"] == []
    assert [board[cell][0].split(" of ") for cell in ("a1", "h8")] == [
        ["man", seat] for seat in ludwright.load("checkers").seats
    ]


def test_dice_show_their_faces() -> None:
    tray = ludwright.load("yacht").start(seed=1)["tray"]
    assert len(tray) == 5 and set(tray) <= {1, 2, 3, 4, 5, 6}


def test_indices_keep_their_names() -> None:
    match = ludwright.load("island").start(seed=1)
    assert match["bank"] == dict.fromkeys(("brick", "wood", "wool", "grain", "ore"), 19)
    assert match["goods", 0] == dict.fromkeys(match["bank"], 0)


def test_an_unknown_name_gets_a_message() -> None:
    match = ludwright.load("kuhn_poker").start()
    with pytest.raises(UnknownNameError, match="Kuhn poker has no `hnd`; did you mean `hand`"):
        match["hnd"]
    with pytest.raises(UnknownNameError, match="`hand` has no `2`"):
        match["hand", 2]
    with pytest.raises(AttributeError, match="a match has no `hnd`"):
        getattr(match, "hnd")  # noqa: B009


@pytest.mark.parametrize("name", [game.name for game in bundled_games()])
def test_everything_of_every_game_can_be_read(name: str) -> None:
    match = bundled(name).start(seed=1)
    for own in match.game.values.homes:
        match[own]
    assert set(match.game.values.of_players) <= set(dir(match))


def test_a_match_is_printed_and_drawn() -> None:
    match = ludwright.load("tic_tac_toe").start()
    match.apply("place b2")
    assert "O to move" in str(match) and "X" in str(match)
    assert match._repr_svg_().startswith("<svg") and match.game._repr_svg_().startswith("<svg")


def test_a_game_in_python_says_where_its_parts_are() -> None:
    match = ludwright.load(Nim).start()
    assert "legal" in dir(match) and match._ipython_key_completions_() == []
    with pytest.raises(UnknownNameError, match="has no `heap` to ask for"):
        match["heap"]
    with pytest.raises(AttributeError, match="a match has no `heap`"):
        getattr(match, "heap")  # noqa: B009
    assert match.game._repr_svg_().startswith("<svg")
