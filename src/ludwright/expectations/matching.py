"""Expectations about the course of games, looked for in recorded games: every case, for, against or open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from ctypes import CFUNCTYPE, c_double, c_int64
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.engine.random import Stream
from ludwright.expectations.compiling import ExpectingGame
from ludwright.expectations.course import Compiled, Course, Happening, Occurrence, Window
from ludwright.expectations.moments import Moment, Replay, State
from ludwright.queries.finding import AGAINST, CASES, FOR, OPEN

Bound = npt.NDArray[np.int32]
"""What a case has bound so far."""
_EXPORTS = "real_expect."
Case = tuple[int, int, str]
"""The frame at which it was opened, the frame at which it was decided, and how."""


class Matcher:
    """Looks for all courses of one game."""

    def __init__(self, game: ExpectingGame) -> None:
        self.game, self.known = game, expected_of(game)
        self.replay = Replay(game)
        self.context = game.compiled.new_context(Stream(0, 1))
        self.scratch = game.compiled.new_state()
        compiled = game.compiled
        compiled.accept(self.replay.table)
        blocks = (self.scratch, self.replay.table, self.context)
        self._places = tuple(block.ctypes.data for block in blocks)
        called = CFUNCTYPE(c_double, c_int64, c_int64, c_int64, c_int64)
        exports = (name for name in compiled.addresses if name.startswith(_EXPORTS))
        self._functions = {name.removeprefix("real_"): called(compiled.addresses[name]) for name in exports}
        self.nothing: Bound = np.zeros(self.known.last - self.known.first, np.int32)
        self.moments: list[Moment] = []
        self._stages: dict[str, list[int]] = {}

    def cases(self, seed: int, number: int, codes: Sequence[int]) -> list[list[Case]]:
        """The cases of every course in one game."""
        self.moments = self.replay.moments(seed, number, codes)
        self._stages = {
            part: [int(self._call(test, moment.state, self.nothing)) for moment in self.moments]
            for part, test in self.known.numbers.items()
        }
        return [list(self._of(course)) for course in self.known.courses]

    def _of(self, course: Course) -> Iterator[Case]:
        for place in range(len(self.moments)):
            bound = self.nothing if course.after is None else self._occurs(course.after, place, self.nothing)
            if bound is None:
                continue
            bound = self._with_next(bound, place)
            for let in course.lets:
                self._call(let, self.moments[place].state, bound, self.moments[place])
                bound = self._bound()
            frame, verdict = self._decided(course, place, bound)
            yield self.moments[place].frame, frame, verdict
            if course.after is None:
                return  # the whole game is one case

    def _with_next(self, bound: Bound, place: int) -> Bound:
        turn = self.moments[place].turn
        following = next((m for m in self.moments[place + 1 :] if m.turn > turn), None)
        bound = bound.copy()
        bound[self.known.next - self.known.first] = -1 if following is None else following.player
        return bound

    # ------------------------------------------------------------ one case

    def _decided(self, course: Course, opened: int, bound: Bound) -> tuple[int, str]:
        here = self.moments[opened].frame
        if any(not self._earlier(one, course.window, opened, bound) for one in course.earlier):
            return here, AGAINST
        if course.earlier and not (course.thens or course.always or course.without):
            return here, FOR
        if not self._always(course, opened, bound):
            return here, AGAINST
        waiting = list(course.thens)
        closes = self._closing(course.window, opened, bound)
        if not waiting and not course.always and not course.without:
            return here, FOR
        if course.until is not None and self._ends(course.until, opened, bound):
            return here, AGAINST if waiting else FOR
        for place in range(opened + 1, len(self.moments)):
            moment = self.moments[place]
            if closes is not None and closes(moment):
                return here, AGAINST if waiting else FOR
            if waiting and (found := self._occurs(waiting[0], place, bound)) is not None:
                bound = found
                waiting.pop(0)
                if not waiting:
                    return moment.frame, FOR
            if any(self._occurs(one, place, bound) is not None for one in course.without):
                return moment.frame, AGAINST
            if not self._always(course, place, bound):
                return moment.frame, AGAINST
            if course.until is not None and self._occurs(course.until, place, bound) is not None:
                return moment.frame if not waiting else here, AGAINST if waiting else FOR
        if course.window is not None and not self._whole(course.window, opened, bound):
            return self.moments[-1].frame, OPEN
        return here, AGAINST if waiting else FOR

    def _always(self, course: Course, place: int, bound: Bound) -> bool:
        moment = self.moments[place]
        return all(self._call(test, moment.state, bound, moment) for test in course.always)

    def _ends(self, until: Occurrence, place: int, bound: Bound) -> bool:
        """Whether the end of something closes a case at the very moment at which it is opened."""
        ends = Occurrence(tuple(h for h in until.any_of if h.form == "end_of"), until.holds, until.before)
        return bool(ends.any_of) and self._occurs(ends, place, bound) is not None

    def _earlier(self, wanted: Occurrence, window: Window | None, opened: int, bound: Bound) -> bool:
        for place in range(opened, -1, -1):
            if window is not None and self._is_before(window, opened, place, bound):
                return False
            if place < opened and self._occurs(wanted, place, bound) is not None:
                return True
        return False

    # ------------------------------------------------------------ how long

    def _closing(self, window: Window | None, opened: int, bound: Bound) -> Callable[[Moment], bool] | None:
        """Whether a moment lies behind the end of a case."""
        if window is None:
            return None
        origin, number = self.moments[opened], window.number
        if window.of:
            last = self._own_turns(window, opened, bound)
            return lambda moment: len(last) >= number and moment.turn > last[number - 1]
        return lambda moment: _distance(window, origin, moment) > number

    def _whole(self, window: Window, opened: int, bound: Bound) -> bool:
        """Whether the game went on to the end of the window."""
        if window.of:
            return len(self._own_turns(window, opened, bound)) >= window.number
        return _distance(window, self.moments[opened], self.moments[-1]) >= window.number

    def _own_turns(self, window: Window, opened: int, bound: Bound) -> list[int]:
        """The turns of a player that begin behind a moment."""
        origin = self.moments[opened]
        seat = int(self._call(window.of, origin.state, bound, origin)) - 1
        later = (m for m in self.moments[opened + 1 :] if m.turn > origin.turn and m.player == seat and not m.over)
        return list(dict.fromkeys(moment.turn for moment in later))

    def _is_before(self, window: Window, opened: int, place: int, bound: Bound) -> bool:
        origin, moment = self.moments[opened], self.moments[place]
        if window.of:
            seat = int(self._call(window.of, origin.state, bound, origin)) - 1
            between = {m.turn for m in self.moments[place:opened] if m.player == seat and m.turn < origin.turn}
            return len(between) > window.number
        return _distance(window, moment, origin) > window.number

    # ------------------------------------------------------------ what happens at a moment

    def _occurs(self, wanted: Occurrence, place: int, bound: Bound) -> Bound | None:
        """What is bound when it happens; None where it does not."""
        moment = self.moments[place]
        earlier = moment.before if moment.before is not None else self.moments[max(0, place - 1)].state
        for happening in wanted.any_of:
            found = self._happens(happening, place, earlier, bound)
            if found is None:
                continue
            state = earlier if wanted.before else moment.state
            if not wanted.holds or self._call(wanted.holds, state, found, moment):
                return found
        return None

    def _happens(self, happening: Happening, place: int, earlier: State, bound: Bound) -> Bound | None:
        moment, form = self.moments[place], happening.form
        if form in ("start_of", "end_of"):
            there = self._begins(happening.name, place) if form == "start_of" else self._is_end(happening.name, place)
            return bound if there else None
        if form == "becomes":
            now = place > 0 and self._call(happening.test, moment.state, bound, moment)
            return (
                bound if now and not self._call(happening.test, self.moments[place - 1].state, bound, moment) else None
            )
        if moment.before is None or (form == "says" and not self._said(moment, happening.name)):
            return None
        return self._bound() if self._call(happening.test, earlier, bound, moment) else None

    def _said(self, moment: Moment, words: str) -> bool:
        option = self.game.wording.option(moment.code, moment.before.tolist() if moment.before is not None else [])
        return words in (option.words, option.action) or words in option.values

    def _begins(self, part: str, place: int) -> bool:
        moment, last = self.moments[place], self.moments[place - 1] if place else None
        if last is None or part == "game":
            return last is None and (part in ("game", "turn", "round") or self._stages[part][0] > 1)
        if part == "turn":
            return moment.turn > last.turn
        if part == "round":
            return moment.round > last.round
        return self._stages[part][place] > self._stages[part][place - 1]

    def _is_end(self, part: str, place: int) -> bool:
        moment = self.moments[place]
        if part == "game":
            return moment.over
        if part in ("turn", "round"):
            following = self.moments[place + 1] if place + 1 < len(self.moments) else None
            return following is None or getattr(following, part) > getattr(moment, part)
        numbers = self._stages[part]
        return numbers[place] > 1 and (place + 1 == len(numbers) or numbers[place + 1] != numbers[place])

    # ------------------------------------------------------------ functions of the state

    def _call(self, name: str, state: State, bound: Bound, moment: Moment | None = None) -> float:
        """The value of a function on a state with what is bound; afterwards ``_bound`` tells what it has bound itself."""
        known, scratch = self.known, self.scratch
        scratch[:] = state
        scratch[known.first : known.last] = bound
        if moment is not None:
            scratch[known.code] = moment.code
            scratch[known.actor] = max(0, moment.actor if moment.fresh else moment.player)
        value: float = self._functions[name](*self._places, 0)
        return value

    def _bound(self) -> Bound:
        return self.scratch[self.known.first : self.known.last].copy()


def _distance(window: Window, origin: Moment, moment: Moment) -> int:
    field = {"move": "frame", "turn": "turn", "round": "round"}[window.unit]
    return int(getattr(moment, field)) - int(getattr(origin, field))


def expected_of(game: ExpectingGame) -> Compiled:
    """What the rules of a game know of its expectations."""
    found: Compiled = game.rules.expected  # type: ignore[attr-defined]
    return found


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
