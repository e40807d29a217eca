"""Games and moments found by a pattern."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.arguments import text
from ludwright.display import Block, Displayed, FinePrint, TextTable
from ludwright.game import Game
from ludwright.mistakes import nearest
from ludwright.queries.asking import PLAYER
from ludwright.queries.chains import Rows, Table, look
from ludwright.queries.conditions import Worked, conditions_of, people_of, units_of
from ludwright.queries.following import Progress, Stops, Wanted, follow
from ludwright.queries.moments import Deeds, Moments, rows_of
from ludwright.queries.pattern import Expression, Leads, Pattern, Plays, read_pattern
from ludwright.queries.recorded import QueryError, RecordedRun, RecordedWinners, chosen
from ludwright.statistics import wilson

FOR, AGAINST, OPEN = "for", "against", "open"
CASES = {"game": pl.Int64, "seat": pl.Int32, "opened": pl.Int32, "frame": pl.Int32, "verdict": pl.String}
"""The columns of a table of cases. Seat: who `p` is. Opened: the frame at which a case began; null for a whole game. Frame: where it was
decided, as `ludwright inspect` counts them: so many answers were given."""
_EVERYTHING = Wanted(15)
_ROUNDS = "round.number"
_SHOWN = 10
"""So many moments are listed when it is shown."""
"""Games count their rounds only where somebody speaks of them."""


@dataclass(frozen=True, repr=False)
class PatternResult(Displayed):
    """What a pattern found: cases for it, against it, and open ones, in which a game ended too early to tell."""

    text: str
    cases: pl.DataFrame
    """One row a case: game, seat, opened, frame, verdict."""
    whole_games: bool
    """Whether a case is a whole game, rather than a moment."""

    @cached_property
    def count(self) -> int:
        """How many cases speak for the pattern."""
        return self._number(FOR)

    @cached_property
    def tried(self) -> int:
        """How many cases speak for or against it."""
        return self.count + self._number(AGAINST)

    @property
    def open(self) -> int:
        """How many cases the end of a game left open."""
        return self._number(OPEN)

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        what = "games" if self.whole_games else "cases"
        if self.share is None:
            yield f"`{self.text}`: no case" + (f", {self.open:,} left open" if self.open else "")
            return
        low, high = self.interval
        left = f"; {self.open:,} left open" if self.open else ""
        yield f"`{self.text}`: {self.count:,} of {self.tried:,} {what}, {self.share:.1%} (95% interval {low:.1%} to {high:.1%}){left}"
        if moments := self.moments[:_SHOWN]:
            yield TextTable(["game", "frame"], [[f"{game:,}", f"{frame:,}"] for game, frame in moments], text=())
        if self.count > _SHOWN:
            yield FinePrint(f"and {self.count - _SHOWN:,} more in `moments`")

    def _number(self, verdict: str) -> int:
        return int((self.cases["verdict"] == verdict).sum())

    @property
    def moments(self) -> list[tuple[int, int]]:
        """Game and frame of each case for it."""
        return self._moments(FOR)

    @property
    def against(self) -> list[tuple[int, int]]:
        """Game and frame of each case against it."""
        return self._moments(AGAINST)

    def _moments(self, verdict: str) -> list[tuple[int, int]]:
        return self.cases.filter(pl.col("verdict") == verdict).select("game", "frame").rows()

    @property
    def games(self) -> list[int]:
        """The games with a case for it."""
        found: list[int] = self.cases.filter(pl.col("verdict") == FOR)["game"].unique(maintain_order=True).to_list()
        return found

    @property
    def share(self) -> float | None:
        """The share of the cases that speak for it."""
        return self.count / self.tried if self.tried else None

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, with 95% confidence. Cases of the same game count as alike: what they tell is worth fewer cases."""
        decided = self.cases.filter(pl.col("verdict") != OPEN)
        games = decided.group_by("game").agg(size=pl.len(), good=(pl.col("verdict") == FOR).sum())
        if self.whole_games or games.height < 2 or self.share is None:
            return wilson(self.count, self.tried)
        around = float((((games["good"] - self.share * games["size"]) ** 2).sum()) * games.height / (games.height - 1))
        plain = self.share * (1 - self.share) * self.tried
        worth = min(1.0, plain / around) if around > 0 else games.height / self.tried
        return wilson(self.count * worth, self.tried * worth)


def find(
    run: RecordedRun,
    pattern: str | Pattern,
    where: str | pl.Expr | None = None,
    games: Sequence[int] | npt.NDArray[np.int64] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> PatternResult:
    """Look for a pattern in the games of a run: all, those for which a condition on the table of games holds, or those given."""
    wanted = chosen(run, where) if games is None else np.asarray(games, np.int64)
    read = pattern if isinstance(pattern, Pattern) else read_pattern(text("pattern", pattern))
    search = _Search(run, read)
    found = [search.cases(stops) for stops in follow(run, search.texts, _EVERYTHING, wanted, threads, progress)]
    search.check_names()
    cases = pl.concat(found) if found else pl.DataFrame(schema=CASES)
    return PatternResult(read.text, cases, read.opening is None)


class _Search:
    """One pattern, looked for in one part of a run after the other."""

    def __init__(self, run: RecordedRun, pattern: Pattern) -> None:
        self.run, self.pattern = run, pattern
        self._check_people()
        self.ahead = self._who_is_ahead()
        expressions = [c.text for c in conditions_of(pattern) if isinstance(c, Expression)]
        asked = [
            *expressions,
            *([self.ahead] if self.ahead else []),
            *([_ROUNDS] if "round" in units_of(pattern) else []),
        ]
        self.texts = list(dict.fromkeys(asked))
        self._winners = RecordedWinners(run)
        self._unknown = {c.action for c in conditions_of(pattern) if isinstance(c, Plays) and c.action}
        self._names: list[str] = []
        self._deeds: dict[int, Deeds] = {}

    def _check_people(self) -> None:
        most = max((cell.players for cell in self.run.cells), default=0)
        agents = dict.fromkeys(agent for cell in self.run.cells for agent in cell.agents)
        for who in people_of(self.pattern):
            if who.kind == "seat" and not 1 <= (who.number or 0) <= most:
                raise QueryError(f"there is no seat {who.number}: they are 1 to {most}")
            if who.kind == "agent" and who.text not in agents:
                close = nearest(who.text, agents)
                hint = f"did you mean `{close}`?" if close else f"there are {', '.join(agents)}"
                raise QueryError(f"nobody called `{who.text}` played: {hint}")

    def _who_is_ahead(self) -> str:
        """The game's `lead`, or its score, where the pattern asks who is ahead."""
        asked = any(isinstance(c, Leads) for c in conditions_of(self.pattern))
        if not asked and all(who.kind != "leader" for who in people_of(self.pattern)):
            return ""
        cell = self.run.cells[0]
        game = self.run.game_in(cell)
        for word in ("lead", "score"):
            declared = next(iter(game.rules.model.of(word)), None)
            if declared is not None and declared.tree.parameters is not None:
                return word
        raise QueryError(f"{game.title} does not say who is ahead: it has no `lead(p): ...` and no `score(p): ...`")

    def check_names(self) -> None:
        """A name that nothing has in any of the games is a slip."""
        for name in sorted(self._unknown) if self._names else ():
            close = nearest(name, self._names)
            hint = f"did you mean `{close}`?" if close else f"there are {', '.join(self._names)}"
            raise QueryError(
                f'nothing called `{name}` can be played: {hint}; words go into quotes, as in `plays "{name} *"`'
            )

    def _deeds_of(self, game: Game) -> Deeds:
        if id(game) not in self._deeds:
            self._deeds[id(game)] = Deeds(game)
            self._names = list(dict.fromkeys([*self._names, *self._deeds[id(game)].names()]))
            self._unknown -= set(self._names)
        return self._deeds[id(game)]

    # ------------------------------------------------------------ cases

    def cases(self, stops: Stops) -> pl.DataFrame:
        """The cases in some games."""
        moments = Moments(stops, self._winners.won(stops.ids, stops.cell.players), self._deeds_of(stops.game))
        if not len(moments.marks):
            return pl.DataFrame(schema=CASES)
        worked = Worked(moments, self.ahead)
        if self.pattern.opening is None:
            return self._whole_games(worked)
        return self._opened(worked, worked.holds(self.pattern.opening))

    def _whole_games(self, worked: Worked) -> pl.DataFrame:
        moments = worked.moments
        spoken_of = self._spoken_of(moments)
        fulfilled, _, at = self._look(worked, None, spoken_of)
        hit: Table = np.any(fulfilled, axis=1, keepdims=False)
        column = fulfilled.argmax(axis=1)
        row = np.where(hit, at[np.arange(len(at)), column % at.shape[1]], spoken_of)
        seats = column + 1 if self._speaks_of_players else None
        verdict = np.where(hit, FOR, AGAINST)
        return _table(moments, np.arange(len(at)), seats, None, row, verdict, hit)

    def _spoken_of(self, moments: Moments) -> Rows:
        """For every game the moment a pattern names where nothing in it happens, as in `leader at turn 5 loses`; else the end."""
        rows = np.full(len(moments.games.end), -1)
        for who in people_of(self.pattern):
            if who.kind == "leader" and who.number is not None and who.unit is not None:
                named = np.nonzero(moments.ends_of(who.unit, who.number))[0]
                np.maximum.at(rows, moments.of_row[named], named)
        return np.where(rows >= 0, rows, moments.games.end - 1)

    def _opened(self, worked: Worked, opening: Table) -> pl.DataFrame:
        moments = worked.moments
        rows, columns = rows_of(opening)
        if not len(rows):
            return pl.DataFrame(schema=CASES)
        fulfilled, open_, at = self._look(worked, rows, rows)
        each = np.arange(len(rows))
        if opening.shape[1] > 1:
            yes, maybe = (table[each, columns % table.shape[1]] for table in (fulfilled, open_))
        else:
            yes, maybe = fulfilled.any(axis=1), open_.any(axis=1)
            columns = fulfilled.argmax(axis=1)
        row = np.where(yes, at[each, columns % at.shape[1]], rows)
        verdict = np.where(yes, FOR, np.where(maybe, OPEN, AGAINST))
        seats = columns + 1 if self._speaks_of_players else None
        shown = yes | (opening.shape[1] > 1)
        return _table(moments, moments.of_row[rows], seats, moments.frame[rows], row, verdict, shown)

    @property
    def _speaks_of_players(self) -> bool:
        from ludwright.language.parser import parse_formula
        from ludwright.queries.asking import free_names

        texts = (c.text for c in conditions_of(self.pattern) if isinstance(c, Expression))
        return any(who.kind == "player" for who in people_of(self.pattern)) or any(
            PLAYER in free_names(parse_formula(text)) for text in texts
        )

    def _look(self, worked: Worked, rows: Rows | None, otherwise: Rows) -> tuple[Table, Table, Rows]:
        """All chains from the starts of games, or behind some rows: fulfilled, open, and where the last event of all came about."""
        games = worked.moments.games
        origins = games.starts() if rows is None else games.behind(rows)
        fulfilled, possible = np.ones((len(origins.start), 1), np.bool_), np.ones((len(origins.start), 1), np.bool_)
        at = otherwise[:, None]
        for steps in self.pattern.chains:
            links, gate = worked.chain(steps)
            outcome = look(links, games, origins, lenient=rows is None)
            good = outcome.fulfilled & gate[origins.anchor]
            fulfilled, possible = fulfilled & good, possible & (good | (outcome.open & gate[origins.anchor]))
            at = outcome.last if outcome.last is not None else at
        return fulfilled, possible & ~fulfilled, at


def _table(
    moments: Moments, games: Rows, seats: Rows | None, opened: Any, rows: Rows, verdict: Any, shown: Any
) -> pl.DataFrame:
    ids = moments.stops.ids
    seat = pl.repeat(None, len(games), dtype=pl.Int32, eager=True)
    if seats is not None:
        seat = pl.Series(np.where(shown, seats, 0).astype(np.int32)).replace(0, None)
    frame = moments.frame[np.minimum(rows, len(moments.frame) - 1)]
    beginning = (
        pl.Series(opened, dtype=pl.Int32)
        if opened is not None
        else pl.repeat(None, len(games), dtype=pl.Int32, eager=True)
    )
    return pl.DataFrame(
        {"game": ids[games], "seat": seat, "opened": beginning, "frame": frame, "verdict": verdict}, schema=CASES
    )
