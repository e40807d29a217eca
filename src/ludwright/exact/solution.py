"""What was proven of a game or a position, in numbers and in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from ludwright.display import Block, Displayed, FinePrint, TextTable


@dataclass(frozen=True)
class SolvedMove:
    """A legal move, and what it leads to with best play of all."""

    code: int
    words: str
    values: list[float] | None
    """For every seat; None where it was not proven."""
    best: bool
    """Whether whoever is to move can do no better."""

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"move": self.words, "values": self.values, "best": self.best}


@dataclass(repr=False)
class Solution(Displayed):
    """The proven value of a position with best play, and how it was found."""

    title: str
    seats: list[str]
    mover: int | None
    """Whose move it is; None where that is left to chance, or the game is over."""
    values: list[float] | None
    """What every seat gets; None where it hangs on play without end."""
    interests: str
    """``opposed``, ``common`` or ``each``."""
    chance: bool
    positions: int
    complete: bool
    """Whether all positions were gone through, or only as many as the proof needs."""
    moves: list[SolvedMove] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    """Best play of all from here to the end, in games without chance: one such line."""
    plies: int | None = None
    """How many moves that takes, if whoever gets the better of it hurries and the others delay."""
    bounds: tuple[float, float] | None = None
    """Where the value hangs on play without end: what the first seat gets if that counts as the worst, and as the best."""
    decisive: bool = False
    """Whether every end is a win of one seat."""
    opening: bool = True
    """Whether this is the beginning of a game, or a later position."""
    fault: str | None = None
    """A fault that somebody who plays badly may meet."""
    seconds: float = 0.0

    @property
    def words(self) -> str:
        """The result as a sentence."""
        return f"{self._verdict()} ({self._counted()})."

    def _counted(self) -> str:
        word = "position" if self.positions == 1 else "positions"
        return f"{self.positions:,} {word}" if self.complete else f"{self.positions:,} {word} looked at"

    def _verdict(self) -> str:
        if self.values is None:
            return self._undecided()
        if self.interests == "common":
            who = "" if len(self.seats) == 1 else " together"
            most = "the most that can be expected" if self.chance else "the best that can be reached"
            return f"{self.title}: {most}{who} is {_number(self.values[0])}{self._length()}"
        if self.interests == "each":
            shares = ", ".join(f"{seat} {_signed(value)}" for seat, value in zip(self.seats, self.values, strict=True))
            return f"{self.title}: with best play, no teams, {shares}"
        return self._duel(self.values[0])

    def _duel(self, value: float) -> str:
        if self.chance and not value.is_integer():
            leader = 0 if value > 0 else 1
            if self.decisive:
                return f"{self.title}: {self._name(leader)} wins {(1 + abs(value)) / 2:.2%} of games if both play best"
            return f"{self.title}: {self._name(leader)} gains {_number(abs(value))} a game on average if both play best"
        if value == 0:
            return f"{self.title} is a draw with best play"
        winner = 0 if value > 0 else 1
        amount = "" if abs(value) == 1 else f" {_number(abs(value))}"
        return f"{self.title}: {self._name(winner)} wins{amount} with best play{self._length()}"

    def _length(self) -> str:
        return "" if self.plies is None or not self.plies else f" in {self.plies} move{'s' * (self.plies != 1)}"

    def _name(self, seat: int) -> str:
        if self.mover is None:
            return self.seats[seat]
        first, second = ("who moves first", "who moves second") if self.opening else ("to move", "not to move")
        return f"{self.seats[seat]}, {first if seat == self.mover else second},"

    def _undecided(self) -> str:
        if self.bounds is None:
            return f"{self.title}: no end can be reached"
        low, high = map(_signed, self.bounds)
        return (
            f"{self.title} is not decided: it can go on without end, and the rules do not say what that is worth; "
            f"for {self.seats[0]} it is {low} if that counts as the worst, and {high} if it counts as the best"
        )

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        yield self.words
        if self.moves:
            yield self.table()
        if self.line:
            yield f"Best play: {told_line(self.line)}"
        if self.fault is not None:
            yield FinePrint(f"{self.fault}; nobody who plays well needs to go there")

    def table(self) -> TextTable:
        """What each legal move leads to."""
        rows = []
        for move in self.moves:
            values = (
                [f"{value:+.4g}" if value else "0" for value in move.values] if move.values else ["?"] * len(self.seats)
            )
            rows.append([move.words, *values, "best" if move.best else ""])
        return TextTable(["move", *self.seats, ""], rows, text=(0, len(self.seats) + 1))

    def as_json(self) -> dict[str, Any]:
        """Plain values, ready for a JSON file."""
        return {
            "game": self.title,
            "result": self.words,
            "seats": self.seats,
            "to_move": None if self.mover is None else self.seats[self.mover],
            "values": self.values,
            "interests": self.interests,
            "chance": self.chance,
            "positions": self.positions,
            "complete": self.complete,
            "plies": self.plies,
            "moves": [move.as_json() for move in self.moves],
            "line": self.line,
            "fault": self.fault,
            "seconds": self.seconds,
        }


def told_line(line: list[str]) -> str:
    """A line of moves, those made several times in a row told once."""
    told = []
    for move, same in groupby(line):
        times = len(list(same))
        told.append(move if times == 1 else f"{move} ({times} times)")
    return ", ".join(told)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:,.4f}"


def _signed(value: float) -> str:
    return "0" if round(value, 4) == 0 else f"{value:+,.0f}" if value == round(value) else f"{value:+,.4f}"
