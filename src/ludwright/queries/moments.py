"""The moments of recorded games as tables of yes and no, for :mod:`ludwright.queries.chains`.

A game's moments are its stops: where somebody is asked, the end of every turn, the end of the game. What was played belongs to the first moment
behind it.
"""

from __future__ import annotations

import re
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ludwright.game import Game
from ludwright.play.code_words import CodeWords
from ludwright.queries import kernels as k
from ludwright.queries.chains import Games, LinkSpan, Rows, Table
from ludwright.queries.following import Stops

_QUESTION_BITS = 24


class Moments:
    """All moments of some games of one cell, one game behind the other."""

    def __init__(self, stops: Stops, won: Table, deeds: Deeds) -> None:
        """``won`` has a row for every game of the stops and a column for every seat."""
        self.stops, self.seats, self.deeds = stops, won.shape[1], deeds
        self.marks = stops.marks
        ends = np.searchsorted(self.marks[:, k.GAME], np.arange(len(stops.ids) + 1))
        self.games = Games(ends[:-1], ends[1:])
        self.of_row = self.games.of_row
        self.won_in_game = won

    # ------------------------------------------------------------ time

    @cached_property
    def fresh(self) -> Table:
        """Whether something was just played."""
        return np.equal(self.marks[:, k.FRESH], 1)

    @cached_property
    def turn(self) -> npt.NDArray[np.int32]:
        """The turn a moment belongs to: what was played, to the turn in which it was."""
        return np.where(self.fresh, self.marks[:, k.MADE_TURN], self.marks[:, k.TURN])

    @cached_property
    def round(self) -> npt.NDArray[np.int32]:
        """The round likewise."""
        rounds = self.marks[:, k.ROUND]
        return np.where(self.fresh, np.concatenate([rounds[:1], rounds[:-1]]), rounds)

    @property
    def frame(self) -> npt.NDArray[np.int32]:
        """How many answers were given."""
        return self.marks[:, k.FRAME]

    def count(self, unit: str) -> npt.NDArray[np.int32]:
        """Turns, rounds, or decisions: a decision's number is its ply, from 0, so before the first it is -1."""
        return {"turn": self.turn, "round": self.round, "decision": self.frame - 1}[unit]

    @cached_property
    def turn_ends(self) -> Table:
        """Whether a turn ends here, or the game."""
        found: Table = (self.marks[:, k.STOP] & int(k.TURN_END | k.OVER)) != 0
        return found

    @cached_property
    def last(self) -> Table:
        """Whether the game ends here."""
        return np.equal(self.marks[:, k.STOP], int(k.OVER))

    def ends_of(self, unit: str, number: int) -> Table:
        """The end of a turn, of a round (the last end of a turn in it), or the moment behind a decision."""
        there = np.equal(self.count(unit), number)
        if unit == "decision":
            return there & self.fresh
        found = there & self.turn_ends
        if unit == "round":
            rows = np.nonzero(found)[0]
            behind = np.append(self.of_row[rows[1:]] != self.of_row[rows[:-1]], True)
            found = np.zeros_like(found)
            found[rows[behind[: len(rows)]]] = True
        return found

    def span(self, unit: str, number: int) -> LinkSpan:
        """So many turns, rounds or decisions from a moment on."""
        count = self.count(unit).astype(np.int64)[:, None]
        return LinkSpan(count, count + number, count[self.games.first] + (number if unit == "decision" else number - 1))

    def span_of(self, number: int) -> LinkSpan:
        """So many whole turns of each seat: to the end of the last of them."""
        player = self.marks[:, k.PLAYER]
        begins = np.ones(len(player), np.bool_)
        begins[1:] = (self.turn[1:] != self.turn[:-1]) | (self.of_row[1:] != self.of_row[:-1])
        own = player[:, None] == np.arange(self.seats)
        begun = np.cumsum(begins[:, None] & own, axis=0)
        before = np.where(self.games.first > 0, self.games.first - 1, 0)
        earlier = np.where((self.games.first > 0)[:, None], begun[before], 0)
        begun = begun - earlier[self.of_row]
        # odd within a seat's own turn, even between two of them
        count = 2 * begun - own
        from_start = np.full((len(self.games.first), self.seats), 2 * number - 1)
        return LinkSpan(count.astype(np.int64), (2 * (begun + number) - 1).astype(np.int64), from_start)

    # ------------------------------------------------------------ who and what: a column for every seat

    @cached_property
    def played(self) -> Table:
        """Who has just played."""
        return self.fresh[:, None] & np.equal(self.marks[:, [k.MADE_BY]], np.arange(self.seats))

    @cached_property
    def won(self) -> Table:
        """Who wins the game in the end, alone or with others."""
        return self.won_in_game[self.of_row]

    @cached_property
    def lost(self) -> Table:
        """Who does not, while others do."""
        found = ~self.won_in_game & self.won_in_game.any(axis=1, keepdims=True)
        return found[self.of_row]

    def ahead(self, text: str) -> Table:
        """Who is ahead of all others at the moment, by the values of `lead` or `score`."""
        values = self.values(text)
        if values.shape[1] < 2:
            return np.zeros((len(values), self.seats), np.bool_)
        best = np.equal(values, values.max(axis=1, keepdims=True))
        alone: Table = best & (best.sum(axis=1, keepdims=True) == 1)
        return alone

    def values(self, text: str) -> npt.NDArray[np.float64]:
        """The values of an expression: one column, or one for every seat."""
        columns = [i for i, line in enumerate(self.stops.lines) if line.title == text]
        return self.stops.values[:, columns]

    def by_game(self, table: Table, rows: Table) -> Table:
        """What a table says at the chosen row of each game (the last, where several are), at all rows of that game; no where there is none."""
        chosen = np.nonzero(rows)[0]
        found = np.zeros((len(self.games.first), table.shape[1]), np.bool_)
        found[self.of_row[chosen]] = table[chosen]
        return found[self.of_row]

    # ------------------------------------------------------------ what was played

    def plays(self, action: str, words: str) -> Table:
        """Whether an action of that name, or with such words, was just played."""
        made = self.marks[:, k.CODE].astype(np.int64) << _QUESTION_BITS | self.marks[:, k.QUESTION]
        kinds = np.unique(made[self.fresh]).tolist()
        mask = (1 << _QUESTION_BITS) - 1
        meant = [kind for kind in kinds if self.deeds.fits(kind >> _QUESTION_BITS, kind & mask, action, words)]
        found: Table = self.fresh & np.isin(made, np.array(meant, np.int64))
        return found


class Deeds:
    """What can be played in a game, by its name and in words."""

    def __init__(self, game: Game) -> None:
        self.game, self._words = game, CodeWords(game)
        self._known: dict[tuple[int, int], tuple[str, str]] = {}

    def fits(self, code: int, question: int, action: str, words: str) -> bool:
        """Whether a code is meant by the name of an action, or by words with stars."""
        if (code, question) not in self._known:
            self._known[code, question] = self._words.of(code, question)
        names = self._known[code, question]
        if words:
            return re.fullmatch(".*".join(re.escape(part) for part in re.split(r"\*+", words)), names[1]) is not None
        return action in names

    def names(self) -> list[str]:
        """All names under which something can be played."""
        asked = [question.name for question in self.game.rules.questions.all]
        return list(dict.fromkeys([*self.game.actions, *asked, "stop", "pass", "decline"]))


def rows_of(table: Table) -> tuple[Rows, Rows]:
    """Where a table says yes: rows and columns."""
    rows, columns = np.nonzero(table)
    return rows, columns
