"""Expectations about the course of games, looked for in recorded games: every case, for, against or open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.expectations.compiling import ExpectingGame
from ludwright.expectations.course import CaseWindow, CompiledCourses, Occurrence
from ludwright.expectations.moments import StopMoment
from ludwright.expectations.occurring import Bound, OccurredMatch, Occurring
from ludwright.queries.pattern_result import AGAINST, CASES, FOR, OPEN

Case = tuple[int, int, str]
"""The frame at which it was opened, the frame at which it was decided, and how."""


class Matcher(Occurring):
    """Looks for all courses of one game."""

    def cases(self, seed: int, number: int, codes: Sequence[int]) -> list[list[Case]]:
        """The cases of every course in one game."""
        self.replayed(seed, number, codes)
        return [list(self._of(course)) for course in self.known.courses]

    def _of(self, course: CompiledCourses) -> Iterator[Case]:
        if course.after is None:  # the whole game is one case
            yield self._case(course, 0, OccurredMatch(self.nothing, -inf))
            return
        for place in range(len(self.moments)):
            for match in self.all(course.after, place, self.nothing):
                yield self._case(course, place, match)

    def _case(self, course: CompiledCourses, place: int, match: OccurredMatch) -> Case:
        moment = self.moments[place]
        state = moment.state if course.after is None else self.after(course.after.any_of[0], place)
        bound = self._with_next(match.bound, place)
        for let in course.lets:
            self.call(let, state, bound, moment)
            bound = self.bound()
        frame, verdict = self._decided(course, place, match.rank, bound)
        return moment.frame, frame, verdict

    def _with_next(self, bound: Bound, place: int) -> Bound:
        turn = self.moments[place].turn
        following = next((m for m in self.moments[place + 1 :] if m.turn > turn), None)
        bound = bound.copy()
        bound[self.known.next - self.known.first] = -1 if following is None else following.player
        return bound

    # ------------------------------------------------------------ one case

    def _decided(self, course: CompiledCourses, opened: int, rank: float, bound: Bound) -> tuple[int, str]:
        here = self.moments[opened].frame
        if any(not self._earlier(one, course.window, opened, bound) for one in course.earlier):
            return here, AGAINST
        if not (course.thens or course.always or course.without):
            return here, FOR
        waiting = list(course.thens)
        closes = self._closing(course.window, opened, bound)
        for place in range(opened, len(self.moments)):
            moment = self.moments[place]
            if place > opened and closes is not None and closes(moment):
                return here, AGAINST if waiting else FOR
            since = rank if place == opened else -inf
            while waiting and (found := self.occurs(waiting[0], place, bound, since)) is not None:
                bound, since = found.bound, found.rank
                waiting.pop(0)
                if not waiting:
                    return moment.frame, FOR
            behind = rank if place == opened else -inf
            if any(self.occurs(one, place, bound, behind) is not None for one in course.without):
                return moment.frame, AGAINST
            if not self._always(course, place, bound):
                return moment.frame, AGAINST
            if course.until is not None and self.occurs(course.until, place, bound, behind) is not None:
                return moment.frame if not waiting else here, AGAINST if waiting else FOR
        if course.window is not None and not self._lasts(course.window, opened, bound):
            return self.moments[-1].frame, OPEN
        return here, AGAINST if waiting else FOR

    def _always(self, course: CompiledCourses, place: int, bound: Bound) -> bool:
        moment = self.moments[place]
        return all(self.call(test, moment.state, bound, moment) for test in course.always)

    def _earlier(self, wanted: Occurrence, window: CaseWindow | None, opened: int, bound: Bound) -> bool:
        for place in range(opened - 1, -1, -1):
            if window is not None and self._is_before(window, opened, place, bound):
                return False
            if self.occurs(wanted, place, bound) is not None:
                return True
        return False

    # ------------------------------------------------------------ how long

    def _closing(self, window: CaseWindow | None, opened: int, bound: Bound) -> Callable[[StopMoment], bool] | None:
        """Whether a moment lies behind the end of a case."""
        if window is None:
            return None
        origin, number = self.moments[opened], window.number
        if window.of:
            last = self._own(window, opened, bound)
            return lambda moment: len(last) >= number and _when(window, moment) > last[number - 1]
        return lambda moment: _distance(window, origin, moment) > number

    def _lasts(self, window: CaseWindow, opened: int, bound: Bound) -> bool:
        """Whether the game went on to the end of the window."""
        if window.of:
            return len(self._own(window, opened, bound)) >= window.number
        return _distance(window, self.moments[opened], self.moments[-1]) >= window.number

    def _own(self, window: CaseWindow, opened: int, bound: Bound) -> list[int]:
        """The turns, rounds or moves of a player that begin behind a moment."""
        origin = self.moments[opened]
        seat = int(self.call(window.of, origin.state, bound, origin)) - 1
        later = (m for m in self.moments[opened + 1 :] if _when(window, m) > _when(window, origin))
        return list(dict.fromkeys(_when(window, m) for m in later if _is_of(window, m, seat)))

    def _is_before(self, window: CaseWindow, opened: int, place: int, bound: Bound) -> bool:
        origin, moment = self.moments[opened], self.moments[place]
        if not window.of:
            return _distance(window, moment, origin) > window.number
        seat = int(self.call(window.of, origin.state, bound, origin)) - 1
        earlier = (m for m in self.moments[place:opened] if _when(window, m) < _when(window, origin))
        return len({_when(window, m) for m in earlier if _is_of(window, m, seat)}) > window.number


def _when(window: CaseWindow, moment: StopMoment) -> int:
    """The number of the turn, round or move to which a moment belongs."""
    return {"move": moment.frame, "turn": moment.turn, "round": moment.round}[window.unit]


def _is_of(window: CaseWindow, moment: StopMoment, seat: int) -> bool:
    """Whether it is a player's own: a move that he made, a turn that he has, a round in which he has one. One in which the game ends is not whole."""
    if window.unit == "move":
        return moment.fresh and moment.actor == seat
    return moment.player == seat and not moment.over


def _distance(window: CaseWindow, origin: StopMoment, moment: StopMoment) -> int:
    return _when(window, moment) - _when(window, origin)


def table_of(rows: Sequence[tuple[int, Case]]) -> pl.DataFrame:
    """Cases with their games as the table that queries use."""
    return pl.DataFrame(
        [
            {"game": game, "seat": None, "opened": opened, "frame": frame, "verdict": verdict}
            for game, (opened, frame, verdict) in rows
        ],
        schema=CASES,
    )


def look(
    run: Any, games: dict[int, ExpectingGame], wanted: npt.NDArray[np.int64], progress: Any = None
) -> list[pl.DataFrame]:
    """The cases of every course in some games of a run; ``games`` has the rules of each cell."""
    matchers: dict[int, Matcher] = {}
    found: list[list[tuple[int, Case]]] = []
    done = 0
    for piece in run.pieces():
        if piece.cell.index not in games:
            continue
        game = games[piece.cell.index]
        if id(game) not in matchers:
            matchers[id(game)] = Matcher(game)
        matcher = matchers[id(game)]
        found = found or [[] for _ in matcher.known.courses]
        for place in np.nonzero(np.isin(piece.ids, wanted))[0].tolist():
            codes = piece.codes[piece.offsets[place] : piece.offsets[place + 1]].tolist()
            for rows, cases in zip(found, matcher.cases(run.seed, int(piece.numbers[place]), codes), strict=True):
                rows += [(int(piece.ids[place]), case) for case in cases]
            done += 1
            if progress is not None:
                progress(done, len(wanted))
    return [table_of(rows) for rows in found]


__all__ = ["Matcher", "look", "table_of"]
