"""How a game in Python lies in a flat block of 32-bit words: its head, its results, and what its position is made from.

A position is kept in one of two forms. Either as the numbers that the game's ``encode`` gives; or as a *record*: where the
game's chance stood at the start, and every action since by its code. Where an action drew from another stream of chance
than the one before it (a search tries things with a stream of its own), the record says so in front of its code. Either
form holds all there is to know, so a block is a value: a copy of it is a copy of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from struct import Struct, calcsize, pack, unpack

import numpy as np

from ludwright import ir
from ludwright.engine.compiled import State
from ludwright.engine.random import Stream

SWITCH = -1
"""In a record: the next action draws from the stream whose state and increment follow, four words."""
_SWITCH_WORDS = 5
_SWITCHES = 64
"""A record has room for so many of these beside its actions."""

_LARGEST = 1_000_000
"""Whole results stay within this, as in every game."""

Chain = tuple[int, int]
"""Where a stream of chance stands: its state and its increment."""


@dataclass(slots=True)
class Head:
    """What a block says besides the position."""

    words: list[int]
    """The header that every state has: ``words[ir.ACTOR]`` and so on."""
    began: Chain
    """Where chance stood before the game was set up."""
    drawn: Chain
    """Where it stood after the last action that drew from it."""
    used: int = 0
    """How many words the position takes."""


class ObjectLayout:
    """Where everything lies, for one number of players."""

    def __init__(self, players: int, room: int) -> None:
        self.players = players
        self.room = room
        """How many words a position may take."""
        # As in every game, the results follow the header: whole, then placings; here the exact results after them.
        self._results = Struct(f"={2 * players}i{players}d")
        self._header = Struct(f"={ir.HEADER}i")
        self._past = Struct("=4Qi")
        self._past_at = 4 * ir.HEADER + self._results.size
        self.position = (self._past_at + self._past.size) // 4
        """The word at which the position begins."""
        self.state_size = self.position + room

    @staticmethod
    def record_room(moves: int) -> int:
        """How many words a record of that many moves may take."""
        return moves + _SWITCHES * _SWITCH_WORDS

    def read(self, state: State) -> Head:
        """The head of a block."""
        began, stream, drawn, other, used = self._past.unpack_from(state.data, self._past_at)
        words = list(self._header.unpack_from(state.data))
        return Head(words, (began, stream), (drawn, other), min(max(used, 0), self.room))

    def write(self, state: State, head: Head) -> None:
        """Write the head of a block."""
        self._header.pack_into(state.data, 0, *head.words)
        self._past.pack_into(state.data, self._past_at, *head.began, *head.drawn, head.used)

    def write_results(self, state: State, returns: Sequence[float], placings: Sequence[int]) -> None:
        """Write how the game ended."""
        whole = [round(min(max(value, -_LARGEST), _LARGEST)) for value in returns]
        self._results.pack_into(state.data, 4 * ir.HEADER, *whole, *placings, *returns)

    def result(self, state: State, seat: int) -> float:
        """What a seat got."""
        return float(self._results.unpack_from(state.data, 4 * ir.HEADER)[2 * self.players + seat])

    def placing(self, state: State, seat: int) -> int:
        """The place of a seat; 0 in a draw."""
        return int(self._results.unpack_from(state.data, 4 * ir.HEADER)[self.players + seat])

    def place(self, state: State, head: Head) -> bytes:
        """The words of the position as bytes: equal for equal positions."""
        return state[self.position : self.position + head.used].tobytes()

    def put(self, state: State, place: bytes) -> None:
        """Write the words of the position."""
        end = self.position + len(place) // 4
        state[self.position : end] = np.frombuffer(place, np.int32)
        state[end:] = 0


def numbers(words: bytes) -> tuple[int, ...]:
    """Words as numbers."""
    return unpack(f"={len(words) // 4}i", words)


def words(given: Sequence[int]) -> bytes:
    """Numbers as words; struct.error if one of them does not fit."""
    return pack(f"={len(given)}i", *given)


def switch(chain: Chain) -> bytes:
    """The words that say which stream the next action draws from."""
    return pack("=i2Q", SWITCH, *chain)


assert calcsize("=i2Q") == 4 * _SWITCH_WORDS


def steps(record: bytes, stream: Stream) -> Iterator[int]:
    """The codes of a record. Before each, ``stream`` is set to draw what was drawn then."""
    listed, at = numbers(record), 0
    while at < len(listed):
        if listed[at] == SWITCH:
            stream.state, stream.inc = unpack("=2Q", record[4 * at + 4 : 4 * (at + _SWITCH_WORDS)])
            at += _SWITCH_WORDS
        yield listed[at]
        at += 1
