"""What the games of a playtest say about expectations: the value of each, its interval, and the cases for and against it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.expectations.compiling import ExpectingGame
from ludwright.expectations.history import rules_of
from ludwright.expectations.judging import GREEN, RED, UNDECIDED, ExpectationVerdict, few, judged
from ludwright.expectations.matching import look
from ludwright.expectations.reading import ALWAYS, COURSE, EXPRESSION, FIGURE, PATTERN, Expectation, spot
from ludwright.expectations.witnesses import SEE, broken_by, of_figure, of_values
from ludwright.game import Game
from ludwright.metrics import Figure, measure
from ludwright.metrics.intervals import mean, standard_deviation
from ludwright.mistakes import LudwrightError, Mistake, MistakesError, nearest
from ludwright.queries import Query, find, values
from ludwright.queries.asking import with_lines
from ludwright.queries.pattern import read_pattern
from ludwright.queries.pattern_result import AGAINST, CASES, FOR, PatternResult

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class MeasuredGroup:
    """Games of one version with one number of players."""

    version: int
    name: str
    players: int
    ids: npt.NDArray[np.int64]


class Measuring:
    """Expectations of one playtest."""

    def __init__(self, run: Any, wanted: Sequence[Expectation], progress: Progress | None = None) -> None:
        self.run, self.wanted, self.progress = run, list(wanted), progress
        table = run.games.select("game", "version", "players").collect()
        self.groups = [
            MeasuredGroup(version, run.versions[version].name, players, part["game"].sort().to_numpy())
            for (version, players), part in sorted(table.group_by("version", "players"), key=lambda item: item[0])
        ]

    def verdicts(self) -> list[ExpectationVerdict]:
        """One for each expectation and group of games, each as if it were asked alone."""
        figures, courses = self._figures(), self._courses()
        found = []
        for number, one in enumerate(self.wanted):
            for group in self.groups:
                self._tell(one.title, number)
                begun = self._begun(one, group)
                if one.kind == FIGURE:
                    found.append(self._of_figure(begun, group, figures[group.version, group.players][one.text]))
                elif one.kind == EXPRESSION:
                    found.append(self._of_expression(begun, group))
                elif one.kind == PATTERN:
                    found.append(self._of_cases(begun, group, self._found(one, group)))
                else:
                    cases = courses[group.version, group.players][one.title]
                    found.append(self._of_cases(begun, group, PatternResult(one.title, cases, False)))
        return found

    def _begun(self, one: Expectation, group: MeasuredGroup) -> ExpectationVerdict:
        settings = self.run.versions[group.version].params
        cell = next(cell for cell in self.run.cells if cell.version == group.version)
        rules = rules_of(self.run.game_in(cell).description, settings)
        begun = ExpectationVerdict(one, group.version, group.name, group.players, len(group.ids), UNDECIDED, rules)
        return replace(begun, settings=tuple(sorted(settings.items())))

    def _found(self, one: Expectation, group: MeasuredGroup) -> PatternResult:
        found: PatternResult = self._asked(one, lambda: find(self.run, one.text, games=group.ids))
        opposite = broken_by(read_pattern(one.text))
        if opposite is None or not found.against:
            return found
        games = found.cases.filter(pl.col("verdict") == AGAINST)["game"].to_numpy()
        where = dict(find(self.run, opposite, games=games).moments)
        frames = [where.get(game, frame) for game, frame in found.cases.select("game", "frame").rows()]
        return replace(found, cases=found.cases.with_columns(pl.Series("frame", frames, dtype=CASES["frame"])))

    def _tell(self, what: str, number: int) -> None:
        if self.progress is not None:
            self.progress(what, number, len(self.wanted))

    def _asked(self, one: Expectation, ask: Callable[[], Any]) -> Any:
        """An answer; what is wrong with the question is told where it is written."""
        place = spot(one, "")
        try:
            return ask()
        except MistakesError as error:
            wrong = error.mistakes[0]
            raise MistakesError(Mistake(place, wrong.message, wrong.hint)) from None
        except LudwrightError as error:
            raise MistakesError(Mistake(place, str(error))) from None

    # ------------------------------------------------------------ figures

    def _figures(self) -> dict[tuple[int, int], dict[str, Figure]]:
        names = list(dict.fromkeys(one.text for one in self.wanted if one.kind == FIGURE))
        if not names:
            return {}
        return {
            (measured.version, measured.players): {name: measured[name] for name in names}
            for measured in measure(self.run, names)
        }

    def _of_figure(self, verdict: ExpectationVerdict, group: MeasuredGroup, figure: Figure) -> ExpectationVerdict:
        one = verdict.expectation
        if one.part and figure.known:
            wanted = f"seat {verdict.players}" if one.part == "seat 0" else one.part
            names = [part.name for part in figure.parts]
            if wanted not in names:
                close = nearest(wanted, names)
                hint = (
                    f"did you mean `{close}`?"
                    if close
                    else f"there are {', '.join(names[:8])}"
                    if names
                    else "it has no parts"
                )
                raise self._wrong(one, f"`{one.text}` has no part `{wanted}`", hint)
            figure = figure.part(wanted)
        seen = ((witness.game, witness.ply or 0) for witness in figure.witnesses)
        good, others, sides = of_figure(self.run, group.ids, one, group.players, seen)
        return self._of_value(replace(verdict, examples=good, against=others, sides=sides), figure)

    def _of_expression(self, verdict: ExpectationVerdict, group: MeasuredGroup) -> ExpectationVerdict:
        one = verdict.expectation
        table = self._asked(one, lambda: values(self.run, Query(one.text, when="end", games=group.ids)))
        if one.part:
            table = table.filter(pl.col("seat") == int(one.part))
            if not table.height:
                raise self._wrong(one, f"there is no seat {one.part} here, or the expression does not speak of `p`")
        by_game = table.group_by("game").agg(pl.col("value").mean()).sort("game")
        assert one.wish is not None
        games = by_game.join(self.run.games.select("game", "decisions").collect(), on="game", maintain_order="left")
        if one.spread:
            told = table.drop_nulls("value")
            ends = games.sort("value", "game").select("game", "decisions")
            verdict = replace(verdict, examples=(*ends.tail(1).rows(), *ends.head(1).rows()), sides=SEE)
            figure = standard_deviation(one.title, told["value"].to_numpy(), told["game"].to_numpy())
            return self._of_value(verdict, figure)
        good, others, sides = of_values(games, games["value"], one.wish)
        verdict = replace(verdict, examples=good, against=others, sides=sides)
        figure = mean(one.title, by_game["value"].to_numpy(), unit="share" if one.wish.percent else "")
        return self._of_value(verdict, figure)

    def _of_value(self, verdict: ExpectationVerdict, figure: Figure) -> ExpectationVerdict:
        one, share = verdict.expectation, figure.unit == "share"
        assert one.wish is not None
        if figure.known and share and not one.wish.percent and max(_ends(one)) > 1:
            raise self._wrong(one, f"`{one.text}` is a share", "write it in percent: `48..52%`")
        if figure.known and not share and one.wish.percent:
            raise self._wrong(one, f"`{one.text}` is no share, and has no percent", "write a plain number")
        wish = one.wish.of_share() if share else one.wish
        found = replace(
            verdict,
            value=figure.value,
            low=figure.low,
            high=figure.high,
            percent=share,
            note="" if figure.known else figure.note,
        )
        return judged(found, wish)

    # ------------------------------------------------------------ cases

    def _courses(self) -> dict[tuple[int, int], dict[str, pl.DataFrame]]:
        wanted = [one for one in self.wanted if one.kind == COURSE]
        found: dict[tuple[int, int], dict[str, pl.DataFrame]] = {}
        for group in self.groups if wanted else ():
            cells = [cell for cell in self.run.cells if (cell.version, cell.players) == (group.version, group.players)]
            made: dict[int, ExpectingGame] = {}
            games = {}
            for cell in cells:
                game = self.run.game_in(cell)
                if id(game) not in made:
                    made[id(game)] = expecting_game(game, wanted)
                games[cell.index] = made[id(game)]
            report = None if self.progress is None else lambda done, all_: self.progress("courses of games", done, all_)  # type: ignore[misc]
            tables = look(self.run, games, group.ids, report)
            empty = pl.DataFrame(schema=CASES)
            padded = tables or [empty] * len(wanted)
            found[group.version, group.players] = {one.title: table for one, table in zip(wanted, padded, strict=True)}
        return found

    def _of_cases(self, verdict: ExpectationVerdict, group: MeasuredGroup, found: PatternResult) -> ExpectationVerdict:
        one = verdict.expectation
        if one.of == "games" and not found.whole_games:
            found = _by_game(found, group.ids, one.bare)
        verdict = replace(
            verdict,
            count=found.count,
            tried=found.tried,
            open=found.open,
            examples=few(found.moments),
            against=few(found.against),
        )
        if one.wish is None:
            return _of_all(verdict, found)
        if one.of == "times":
            each = found.cases.filter(pl.col("verdict") == FOR).group_by("game").len()["len"].to_list()
            figure = mean(one.title, [*each, *[0] * (verdict.games - len(each))])
            return judged(replace(verdict, value=figure.value, low=figure.low, high=figure.high), one.wish)
        if not found.tried:
            return replace(verdict, percent=True, doubt=1.0, note=_none_decided(found))
        if not found.whole_games and found.cases["game"].n_unique() < 2:
            note = "all cases are of one game: too alike to tell how sure that is"
            return replace(verdict, value=found.share, percent=True, doubt=1.0, note=note)
        low, high = found.interval
        told = replace(verdict, value=found.share, low=low, high=high, percent=True)
        return judged(told, one.wish.of_share())

    def _wrong(self, one: Expectation, message: str, hint: str = "") -> MistakesError:
        return MistakesError(Mistake(spot(one, ""), message, hint))


def expecting_game(game: Game, wanted: Sequence[Expectation]) -> ExpectingGame:
    """The same game, able to tell what happened; mistakes in the lines of expectations come as an error."""
    bare = game._other()
    others = [declaration for declaration in game.description.declarations if declaration.kind != "expect"]
    bare.description = replace(game.description, declarations=others)
    made = with_lines(bare, [one.declaration for one in wanted if one.kind == COURSE], ExpectingGame)
    assert isinstance(made, ExpectingGame)
    return made


def _ends(one: Expectation) -> list[float]:
    assert one.wish is not None
    return [abs(end) for end in (one.wish.low, one.wish.high) if abs(end) != float("inf")]


def _of_all(verdict: ExpectationVerdict, found: PatternResult) -> ExpectationVerdict:
    """`always` and `never`: one case that speaks against it is enough, and none at all tells nothing."""
    always = verdict.expectation.rule == ALWAYS
    if not always:
        verdict = replace(verdict, examples=verdict.against, against=verdict.examples)
    if not found.tried:
        return replace(verdict, status=UNDECIDED, percent=True, note=_none_decided(found))
    broken = found.tried - found.count if always else found.count
    low, high = found.interval
    told = replace(verdict, value=found.share, low=low, high=high, percent=True, status=RED if broken else GREEN)
    if broken:
        return told
    could = 1 - low if always else high
    note = f"not once broken; it could be in up to {could:.1%} of {verdict.expectation.of} (95% confidence)"
    return replace(told, note=note)


def _none_decided(found: PatternResult) -> str:
    return "all cases were cut off by the end of the game" if found.open else "it never came to that"


def _by_game(found: PatternResult, ids: npt.NDArray[np.int64], bare: bool) -> PatternResult:
    """Games instead of cases: one speaks for it if any of its cases does. Where it never came to a case, nothing is known, unless that is what is asked."""
    if not found.cases.height and not bare:
        return found
    order = pl.col("verdict").replace_strict({FOR: 0, AGAINST: 1, "open": 2}, return_dtype=pl.Int8)
    best = found.cases.sort("game", order, maintain_order=True).unique("game", keep="first", maintain_order=True)
    others = np.setdiff1d(ids, best["game"].to_numpy())
    without = [{"game": int(game), "seat": None, "opened": None, "frame": 0, "verdict": AGAINST} for game in others]
    return PatternResult(found.text, pl.concat([best, pl.DataFrame(without, schema=CASES)]).sort("game"), True)
