"""The correspondence with OpenSpiel, game by game. ``docs/against_openspiel.md`` tells it in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
]
