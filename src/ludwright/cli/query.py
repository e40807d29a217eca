"""``ludwright query``: questions to recorded games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludwright.cli.manners import FINE
from ludwright.cli.options import Json, Seed
from ludwright.cli.visible import say

if TYPE_CHECKING:
    from ludwright.playtests import Playtest
    from ludwright.queries import Query

_ROWS, _MOMENTS = 40, 10
"""So much is printed if nothing else is said."""
_WHEN = ("before", "after", "turns", "end")


def query(
    run: Annotated[
        str,
        typer.Argument(
            metavar="RUN",
            help="The folder of a playtest, its name in runs/, or `last`; several with commas. With --games also games.",
        ),
    ],
    texts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="EXPR", help="What to follow, as in a rule: p.points. Several with --combine, or side by side."
        ),
    ] = None,
    before: Annotated[bool, typer.Option("--before", help="Look before every decision.")] = False,
    after: Annotated[bool, typer.Option("--after", help="Look after every decision (the default).")] = False,
    turns: Annotated[bool, typer.Option("--turns", help="Look at the end of every turn.")] = False,
    end: Annotated[bool, typer.Option("--end", help="Look at the end of the game.")] = False,
    first: Annotated[
        int | None, typer.Option("--from", metavar="I", min=0, help="The first decision (from 0) or turn (from 1).")
    ] = None,
    last: Annotated[int | None, typer.Option("--to", metavar="J", min=0, help="The last one.")] = None,
    combine: Annotated[
        str | None,
        typer.Option(metavar="HOW", help="Several expressions to one: difference, quotient, sum, maximum ..."),
    ] = None,
    how: Annotated[
        str, typer.Option(metavar="HOW", help="Games to one: average, median, quantile:0.9, deviation, minimum ...")
    ] = "average",
    per: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Groups: seat, agent, winner, version, players; none: all together."),
    ] = None,
    where: Annotated[
        str | None,
        typer.Option(metavar="SQL", help='Only some games: a condition such as "winner = 1 and turns > 20".'),
    ] = None,
    among: Annotated[str | None, typer.Option(metavar="PATTERN", help="Only games that a pattern finds.")] = None,
    values: Annotated[bool, typer.Option("--values", help="Every single value instead of a summary.")] = False,
    find: Annotated[
        str | None, typer.Option(metavar="PATTERN", help='Find games and moments: "leader at turn 5 loses".')
    ] = None,
    sql: Annotated[
        str | None,
        typer.Option(metavar="SELECT", help="Ask in SQL, over games, seats, decisions, actions, turns, cells."),
    ] = None,
    show: Annotated[
        int | None,
        typer.Option("--show", "--limit", min=0, help="How many rows to print, default 40; or moments, default 10."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write the table: .csv, .parquet or .json.")
    ] = None,
    chart: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it: .svg, .png, .html or .pdf.")] = None,
    kind: Annotated[str, typer.Option(help="--chart: line, bar, box, histogram, scatter or heat.")] = "line",
    title: Annotated[str | None, typer.Option(help="--chart: what stands above it.")] = None,
    played: Annotated[
        int | None, typer.Option("--games", "-n", min=1, help="Where RUN is a game: play so many first.")
    ] = None,
    agents: Annotated[str, typer.Option("--agents", "-a", metavar="A,B", help="--games: who plays.")] = "random",
    seed: Seed = 1,
    threads: Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")] = None,
    as_json: Json = False,
) -> int:
    """Follow any expression of the game language along recorded games, find games and moments, or ask in SQL."""
    wanted = [name for name, given in zip(_WHEN, (before, after, turns, end), strict=True) if given]
    if len(wanted) > 1:
        raise typer.BadParameter(f"say one of them: --{' or --'.join(wanted)}")
    if (bool(texts) + (find is not None) + (sql is not None)) != 1:
        raise typer.BadParameter("say what to ask: an expression such as p.points, or --find, or --sql")
    following = {
        "--chart": chart, "--combine": combine, "--per": per, "--values": values, "--among": among, "--from": first, "--to": last,
        **{f"--{name}": True for name in wanted},
    }  # fmt: skip
    if not texts:
        _refuse({**following, **({"--where": where} if sql is not None else {})}, "--find" if sql is None else "--sql")
    runs = _opened(run) if played is None else _played(run, agents, played, seed, threads)
    asked = QueryRequest(runs, threads, show, out, as_json)
    if sql is not None:
        return asked.tell(asked.only_run.sql(sql))
    if find is not None:
        return asked.tell_found(asked.found(find, where), run)
    from ludwright.queries import Query, usual_time

    look = wanted[0].removesuffix("s") if wanted else usual_time(runs.values())
    games = None if among is None else asked.found(among, where).games
    question = Query(
        *texts or (),
        when=look,
        first=first,
        last=last,
        combine=combine,
        games=games,
        where=where if among is None else None,
    )
    if chart is not None:
        asked.draw(question, chart, kind, how, per, title)
        if out is None and not as_json:
            return FINE
    return asked.answer(question, None if values else how, per)


def _refuse(options: dict[str, Any], asked: str) -> None:
    """What is for expressions only does not go with a pattern or SQL."""
    for name, given in options.items():
        if given is not None and given is not False:
            hint = "say it in the SQL itself" if asked == "--sql" and name != "--chart" else "leave it out"
            hint = "write the table with --out, and draw that" if name == "--chart" else hint
            raise typer.BadParameter(
                f"this is for expressions such as p.points, not for {asked}: {hint}", param_hint=name
            )


def _opened(names: str) -> dict[str, Playtest]:
    """The runs that are asked, by their names."""
    from ludwright.playtests import open_run
    from ludwright.playtests.shelf import find_run

    folders = [find_run(name.strip()) for name in names.split(",")]
    return {folder.name if len(folders) > 1 else "": open_run(folder) for folder in folders}


def _played(names: str, agents: str, games: int, seed: int, threads: int | None) -> dict[str, Playtest]:
    """The same, of games that are played now. Nothing of them is kept."""
    from ludwright.cli.playtests import playtest_bar
    from ludwright.cli.progress import announce_kernels
    from ludwright.playtests import playtest

    found = {}
    for name in names.split(","):
        with playtest_bar() as progress:
            run = playtest(
                name.strip(), agents, games, seed=seed, threads=threads, progress=progress, announce=announce_kernels
            )
        if not run.complete:
            raise KeyboardInterrupt
        found[run.title] = run
    return found if len(found) > 1 else {"": run}


class QueryRequest:
    """A question to one or more runs, and how its answer is to be told."""

    def __init__(
        self, runs: dict[str, Playtest], threads: int | None, show: int | None, out: Path | None, as_json: bool
    ) -> None:
        self.runs, self.threads, self.show, self.out, self.as_json = runs, threads, show, out, as_json

    @property
    def only_run(self) -> Playtest:
        """The run, where there may be only one."""
        if len(self.runs) > 1:
            raise typer.BadParameter("this is asked of one run at a time", param_hint="RUN")
        return next(iter(self.runs.values()))

    def answer(self, question: Query, how: str | None, per: str | None) -> int:
        """A table of values, or of a summary; of several runs one below the other."""
        import polars as pl

        from ludwright.queries import summary, values

        tables = []
        for name, run in self.runs.items():
            with self._progress() as progress:
                if how is None:
                    table = values(run, question, self.threads, progress)
                else:
                    table = summary(run, question, how, per, self.threads, progress)
            tables.append(table.select(pl.lit(name).alias("run"), pl.all()) if len(self.runs) > 1 else table)
        table = pl.concat(tables, how="diagonal")
        if not table.height and not self.as_json:
            say(
                "There is no such moment in these games: `--where`, `--among`, `--from` and `--to` say which are looked at."
            )
            return FINE
        return self.tell(table)

    def draw(self, question: Query, path: Path, kind: str, how: str, per: str | None, title: str | None) -> None:
        """A picture in a file."""
        from ludwright.queries import picture

        with self._progress() as progress:
            made = picture(self.runs, question, kind, how, per, title, self.threads, progress)
        made.save(path)
        if not self.as_json:
            say(f"The picture is {path}.")

    def found(self, pattern: str, where: str | None) -> Any:
        """What a pattern finds."""
        from ludwright.queries import find

        with self._progress() as progress:
            return find(self.only_run, pattern, where, threads=self.threads, progress=progress)

    def tell(self, table: Any) -> int:
        """A table: into a file, as JSON, or on the terminal."""
        from ludwright.cli.answers import print_table, write_table
        from ludwright.cli.printing import print_json

        if self.out is not None:
            write_table(table, self.out)
        if self.as_json:
            print_json(table.to_dicts())
        elif self.out is not None:
            say(f"{table.height:,} rows are in {self.out}.")
        else:
            print_table(table, _ROWS if self.show is None else self.show)
        return FINE

    def tell_found(self, found: Any, name: str) -> int:
        """Games and moments, with the command that shows one."""
        from ludwright.cli.answers import found_as_json, print_found, write_table
        from ludwright.cli.printing import print_json

        if self.out is not None:
            write_table(found.cases, self.out)
        if self.as_json:
            print_json(found_as_json(found, self.show))
        else:
            print_found(found, name, _MOMENTS if self.show is None else self.show)
        return FINE

    def _progress(self) -> Any:
        from ludwright.cli.progress import announce_kernels, progress_bar
        from ludwright.queries.kernels import prepare

        prepare(announce_kernels)
        return progress_bar()
