"""The correspondence with OpenSpiel, game by game. ``docs/against_openspiel.md`` tells it in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyspiel

from tests.against_openspiel.harness import WAYS, Key, Pairing, place, split_squares


def _same_number(state: Any, action: int) -> Key:
    return action


def _cell_number(wide: int) -> Callable[[Any], Key]:
    """Cells numbered row by row; our bottom row is their top row, a mirror image that changes nothing."""

    def key(option: Any) -> Key:
        column, row = place(option.values[0])
        return row * wide + column

    return key


# ---------------------------------------------------------------- Tic-tac-toe, Connect Four, Othello

TIC_TAC_TOE = Pairing("tic_tac_toe", "tic_tac_toe", _cell_number(3), _same_number)


def connect_four(wide: int, high: int) -> Pairing:
    return Pairing(
        "connect_four",
        f"connect_four(rows={high},columns={wide})",
        lambda option: int(option.values[0]) - 1,
        _same_number,
        {"wide": wide, "high": high},
    )


OTHELLO = Pairing("othello", "othello", _cell_number(8), _same_number, passes=(64,))

# ---------------------------------------------------------------- Hex


def hex_board(size: int, swap: bool) -> Pairing:
    number = _cell_number(size)

    def our_key(option: Any) -> Key:
        return size * size if option.action == "take_over" else number(option)

    return Pairing("hex", f"hex(board_size={size},swap={swap})", our_key, _same_number, {"size": size, "swap": swap})


# ---------------------------------------------------------------- Breakthrough, Clobber


def _squares(state: Any, action: int) -> Key:
    """From and to of an action, as its text says."""
    return split_squares(state.action_to_string(action))


def _flipped(high: int) -> Callable[[Any, int], Key]:
    """From and to of an action, their top row (the highest label) being our row 1."""

    def key(state: Any, action: int) -> Key:
        (x, y), (to_x, to_y) = split_squares(state.action_to_string(action))
        return (x, high - 1 - y), (to_x, high - 1 - to_y)

    return key


def breakthrough(wide: int, high: int) -> Pairing:
    def our_key(option: Any) -> Key:
        x, y = place(option.values[0])
        right, up = WAYS[option.values[1]]
        return (x, y), (x + right, y + up)

    return Pairing(
        "breakthrough",
        f"breakthrough(rows={high},columns={wide})",
        our_key,
        _flipped(high),
        {"wide": wide, "high": high},
    )


def clobber(wide: int, high: int) -> Pairing:
    return Pairing(
        "clobber",
        f"clobber(rows={high},columns={wide})",
        lambda option: (place(option.values[0]), place(option.values[1])),
        _squares,
        {"wide": wide, "high": high},
    )


# ---------------------------------------------------------------- Kalah, Nim, Pig

KALAH = Pairing("kalah", "mancala", lambda option: int(option.values[0]), _same_number)

_HEAPS = ("small", "middle", "large")


def nim(last_loses: bool) -> Pairing:
    return Pairing(
        "nim",
        f"nim(pile_sizes=3;4;5,is_misere={last_loses})",
        lambda option: (int(option.values[1]) - 1) * 3 + _HEAPS.index(option.values[0]),
        _same_number,
        {"last_loses": last_loses},
    )


def pig(players: int) -> Pairing:
    return Pairing(
        "pig",
        f"pig(players={players},horizon=1000000)",
        lambda option: 0 if option.action == "throw" else 1,
        _same_number,
        {"must_throw": False, "stop_at_goal": True},
        players=players,
        passes=(1,),
        dice=True,
        losers=-1.0 / (players - 1),
    )


# ---------------------------------------------------------------- Checkers


def _checkers_key(option: Any) -> Key:
    x, y = place(option.values[0])
    right, up = WAYS[option.values[1]]
    far = 2 if option.action == "jump" else 1
    return (x, y), (x + far * right, y + far * up)


CHECKERS = Pairing(
    "checkers",
    "checkers",
    _checkers_key,
    _squares,
    {"quiet_turns": 40, "men_disturb": False, "same_position": 0},
)


# ---------------------------------------------------------------- Dots and Boxes, Y, Go


def dots_and_boxes(wide: int, high: int) -> Pairing:
    def our_key(option: Any) -> Key:
        row, rest = divmod(_number(option.values[0]) - 1, 2 * wide + 1)
        return ("h", row, rest) if rest < wide else ("v", row, rest - wide)

    def their_key(state: Any, action: int) -> Key:
        way, row, column = state.action_to_string(action)[3:-1].split(",")
        return way, int(row), int(column)

    theirs = f"dots_and_boxes(num_rows={high},num_cols={wide})"
    return Pairing("dots_and_boxes", theirs, our_key, their_key, {"wide": wide, "high": high})


def _number(words: str) -> int:
    """The number of a corner or an edge."""
    return int(words.split()[-1])


def y_board(size: int) -> Pairing:
    return Pairing("y", f"y(board_size={size})", _cell_number(size), _same_number, {"size": size})


def go(size: int) -> Pairing:
    number = _cell_number(size)

    def our_key(option: Any) -> Key:
        return size * size if option.action == "pass_turn" else number(option)

    return Pairing("go", f"go(board_size={size},komi=7.5)", our_key, _same_number, {"size": size})


# ---------------------------------------------------------------- Corridors, Lines of Action


def corridors(size: int, stock: int) -> Pairing:
    """Their top row is our highest one; a wall is named by the post in its middle, a step by where it leads."""

    def key_in(play: Any, option: Any) -> Key:
        if option.action == "build":
            row, column = divmod(_number(option.values[0]) - 1, size + 1)
            return "wall", column, row, option.values[1]
        x, y = place(play["pawn", play.actor])
        for way in option.values:
            x, y = x + WAYS[way][0], y + WAYS[way][1]
        return "pawn", x, y

    def their_key(state: Any, action: int) -> Key:
        words = state.action_to_string(action)
        column, row = ord(words[0]) - ord("a"), size - int(words[1:].rstrip("hv"))
        if words[-1] in "hv":
            return "wall", column + 1, row, "upright" if words[-1] == "v" else "flat"
        return "pawn", column, row

    theirs = f"quoridor(board_size={size},wall_count={stock})"
    return Pairing("corridors", theirs, _by_position, their_key, {"size": size, "stock": stock}, key_in=key_in)


def _by_position(option: Any) -> Key:
    raise AssertionError("this game's moves are told apart by where they lead")


def _line_of_action(play: Any, option: Any) -> Key:
    (x, y), (right, up) = place(option.values[0]), WAYS[option.values[1]]
    men = {place(name) for name, man in play["cell.man"].items() if man is not None}
    far = sum((x + right * step, y + up * step) in men for step in range(-8, 9))
    return (x, y), (x + far * right, y + far * up)


LINES_OF_ACTION = Pairing(
    "lines_of_action",
    "lines_of_action",
    _by_position,
    lambda state, action: split_squares(state.action_to_string(action).replace("x", "-")),
    key_in=_line_of_action,
    cut_short=lambda state: list(state.returns()) == [0, 0],
)
"""Theirs is a draw as soon as any position of men comes again, whoever is to move; ours, as published, with the third."""

# ---------------------------------------------------------------- Chess

_BACK_RANK = {"1": "e1", "8": "e8"}


def _long_algebraic(option: Any) -> Key:
    """From and to as `e2e4`, what a pawn becomes behind it; castling is a move of the king."""
    if option.action == "castle":
        goal = str(option.values[0])
        return _BACK_RANK[goal[1]] + goal
    made = {"knight": "n", "bishop": "b", "rook": "r", "queen": "q"}
    return "".join(option.values[:2]) + "".join(made[sort] for sort in option.values[2:])


CHESS = Pairing(
    "chess",
    "chess",
    _long_algebraic,
    lambda state, action: str(pyspiel.chess.action_to_move(action, state.board()).to_lan()),
    seats=(1, 0),
    their_results=lambda state: state.returns()[::-1],
)


ALL_BUT_BACKGAMMON = [
    TIC_TAC_TOE,
    connect_four(7, 6),
    connect_four(5, 4),
    OTHELLO,
    hex_board(11, swap=False),
    hex_board(5, swap=True),
    breakthrough(8, 8),
    breakthrough(5, 5),
    clobber(6, 5),
    clobber(4, 4),
    KALAH,
    nim(last_loses=False),
    nim(last_loses=True),
    pig(2),
    pig(3),
    CHECKERS,
    dots_and_boxes(3, 3),
    dots_and_boxes(2, 1),
    y_board(9),
    y_board(4),
    go(5),
    go(9),
    corridors(5, 3),
    corridors(9, 10),
    LINES_OF_ACTION,
    CHESS,
]
