"""Answers to questions: tables on the terminal and in files, games and moments that were found."""

from __future__ import annotations

from io import BytesIO
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.markup import escape

from ludwright.cli.printing import console

if TYPE_CHECKING:
    import polars as pl

    from ludwright.queries import PatternResult

_FILES = (".csv", ".parquet", ".json")


def print_table(table: pl.DataFrame, most: int) -> None:
    """A table with its columns lined up; a long one is cut, and says so."""
    from rich.table import Table

    out = console()
    shown = Table(box=None, pad_edge=False, header_style="bold")
    for name, kind in table.schema.items():
        shown.add_column(escape(name), justify="right" if kind.is_numeric() else "left", no_wrap=True)
    for row in table.head(most).rows():
        shown.add_row(*(escape(_told(value)) for value in row))
    out.print(shown if table.columns else "nothing")
    if table.height > most:
        out.print(f"... and {table.height - most:,} more rows: --out FILE writes all of them, --show N prints more")


def _told(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    if isinstance(value, float):
        return f"{value:,.0f}" if value == int(value) and abs(value) < 1e15 else f"{value:,.4g}"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list):
        return " ".join(_told(one) for one in value)
    return str(value)


def write_table(table: pl.DataFrame, path: Path) -> None:
    """A table into a file, in the form that its name says."""
    import polars as pl

    from ludwright.written import put

    if path.suffix not in _FILES:
        raise typer.BadParameter(f"`{path}`: a table is written as {', '.join(_FILES)}", param_hint="--out")
    made = BytesIO()
    try:
        if path.suffix == ".parquet":
            table.write_parquet(made)
        elif path.suffix == ".json":
            table.write_json(made)
        else:
            lists = [name for name, kind in table.schema.items() if kind == pl.List]
            plain = table.with_columns(pl.col(name).cast(pl.List(pl.String)).list.join(" ") for name in lists)
            plain.write_csv(made)
    except pl.exceptions.PolarsError as error:
        message = f"`{path}` can't be written: {str(error).splitlines()[0]}"
        raise typer.BadParameter(message, param_hint="--out") from None
    put(path, made.getvalue())


def print_found(found: PatternResult, run: str, most: int) -> None:
    """How many cases there are, and where to look at them."""
    out = console()
    what = "games" if found.whole_games else "cases"
    share = (
        ""
        if found.share is None
        else f": {found.share:.1%}, 95% interval {found.interval[0]:.1%} to {found.interval[1]:.1%}"
    )
    open_ = f"; {found.open:,} left open by the end of the game" if found.open else ""
    out.print(f"{found.count:,} of {found.tried:,} {what}{share}{open_}")
    _list(found, "for", run, most)
    if not found.whole_games:
        _list(found, "against", run, most)


def _list(found: PatternResult, verdict: str, run: str, most: int) -> None:
    import polars as pl

    out = console()
    cases = found.cases.filter(pl.col("verdict") == verdict)
    if not found.whole_games and cases.height and most:
        out.print(f"{verdict}:")
    name = f'"{run}"' if " " in run else run
    for row in cases.head(most).iter_rows(named=True):
        who = f", p is seat {row['seat']}" if row["seat"] is not None else ""
        out.print(
            escape(f"  ludwright inspect {name} --game {row['game']} --frame {row['frame']}{who and '  #' + who[1:]}")
        )
    if cases.height > most:
        out.print(f"  ... and {cases.height - most:,} more: --show N prints more, --out FILE writes all of them")


def found_as_json(found: PatternResult, most: int | None) -> dict[str, Any]:
    """Plain values."""
    import polars as pl

    low, high = found.interval
    cases = {
        verdict: found.cases.filter(pl.col("verdict") == verdict)[:most].drop("verdict").to_dicts()
        for verdict in ("for", "against", "open")
    }
    return {
        "pattern": found.text,
        "count": found.count,
        "tried": found.tried,
        "open": found.open,
        "share": found.share,
        "interval": [low, high],
        "cases": cases,
    }
