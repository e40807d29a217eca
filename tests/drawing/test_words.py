"""Drawings as text, and the small arts behind them."""

from __future__ import annotations

from itertools import pairwise

import pytest

import ludwright
from ludwright.drawing import draw_text, scene_of
from ludwright.drawing.colours import PALETTE, colours_of, ink_on, lightness, tell_apart
from ludwright.drawing.layout import cell_points
from ludwright.drawing.signs import signs
from ludwright.mistakes import Place
from ludwright.model.boards import make_board
from ludwright.model.maps import graph_from_links
from ludwright.play.frames import frame
from tests.drawing.tables import SHAPES, match_of


def test_tic_tac_toe_looks_like_tic_tac_toe() -> None:
    match = ludwright.load("tic-tac-toe").start(seed=1, run="twin")
    for move in ("place b2", "place a3", "place c1"):
        match.apply(move)
    assert draw_text(match).splitlines() == [
        "Tic-tac-toe",
        "After 3 moves: O to move",
        "",
        "  3  O · ·",
        "  2  · X ·",
        "  1  · · X",
        "     a b c",
        "",
        "  X",
        "▶ O",
    ]


def test_kings_are_capital_letters() -> None:
    match = frame("checkers", seed=2, moves=0)
    board = draw_text(match)
    assert "b man of Black" in board and "king" not in board
    kings = match.game.rules.model.kinds["man"].fields["king"]
    match._words[kings.base] = 1
    assert "B man of Black, king" in draw_text(match)


def test_a_ring_is_two_rows_like_a_mancala_board() -> None:
    lines = draw_text(frame("kalah", seed=1, moves=0)).splitlines()
    assert "       13 12 11 10 9  8" in lines and "       1  2  3  4  5  6" in lines
    assert lines.index("    14                   7") in range(5, 7)


def test_all_shapes_are_drawn() -> None:
    words = draw_text(match_of(SHAPES))
    assert "2b" in words  # two stones on one field
    assert "Rome  goods blue 4  — Bonn, Oslo" in words
    assert "corners:" in words and "edges:" in words
    assert "b' pawn of Ben" in words


def test_the_end_tells_the_result() -> None:
    match = frame("tic-tac-toe", seed=3, moves=99)
    scene = scene_of(match)
    assert match.over and "over" in scene.standing and "wins" in scene.standing
    assert sorted(player.result for player in scene.players) == ["+1", "-1"]
    assert not any(player.to_move for player in scene.players)


def test_signs_are_short_and_different() -> None:
    assert signs(["bird4", "bird5", "fruit"]) == ["B4", "B5", "Fr"]
    assert signs(["aaaa", "aaab"]) == ["1", "2"]
    assert signs([]) == []


def test_colours_follow_names_and_differ_otherwise() -> None:
    assert colours_of(["Black", "White"]) != list(PALETTE[:2])
    assert colours_of(["Anna", "Black"]) == list(PALETTE[:2])
    assert colours_of(["wood", "forest"]) == list(PALETTE[:2])
    assert colours_of(["white_king", "white_pawn", "black_king"]) == colours_of(["white", "black"])[:1] * 2 + [
        colours_of(["black", "white"])[0]
    ]
    assert tell_apart(colours_of(["Black", "White"])) and not tell_apart(PALETTE[:2])
    assert all(abs(lightness(ink_on(colour)) - lightness(colour)) > 0.3 for colour in PALETTE)


@pytest.mark.parametrize("count", [5, 14, 40])
def test_no_two_cells_of_a_ring_lie_on_each_other(count: int) -> None:
    assert len(set(cell_points(make_board("ring", [count])))) == count


def test_a_map_without_positions_puts_neighbours_nearer_than_strangers() -> None:
    names = [f"t{i}" for i in range(9)]
    chain = graph_from_links([(a, [b], Place("x", 1, 1)) for a, b in pairwise(names)])
    points = cell_points(chain)
    far = abs(points[0][0] - points[8][0]) + abs(points[0][1] - points[8][1])
    near = abs(points[0][0] - points[1][0]) + abs(points[0][1] - points[1][1])
    assert far > 4 * near > 0


def test_a_game_written_in_python_is_drawn_as_far_as_it_is_known() -> None:
    from tests.python_game.games import Nim

    words = draw_text(ludwright.load(Nim).start(seed=1))
    assert "At the start" in words and "▶" in words
