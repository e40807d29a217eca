"""The figures of a chart: the columns that it needs, under fixed names, as numbers or as words in their order."""

from __future__ import annotations

from dataclasses import dataclass, field

import polars as pl

from ludwright.charts.refusals import ChartError, none_such
from ludwright.charts.theme import MOST_GROUPS

_UNFIT = r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x{2028}\x{2029}\x{fffe}\x{ffff}]"
"""What may not stand in SVG."""


@dataclass
class Sheet:
    """What a chart is drawn from."""

    rows: pl.DataFrame
    """One column for each role that was given: x, y, colour, low, high."""
    names: dict[str, str]
    """What each role is called, for the axes and the legend."""
    width: int
    shares: bool = False
    """Whether the values are shares, told as percents."""
    notes: list[str] = field(default_factory=list)
    """Sentences about what was left out or put together."""
    words: dict[str, list[str]] = field(default_factory=dict)
    """The words of roles that are no numbers, in the order in which they are drawn."""

    def has(self, role: str) -> bool:
        return role in self.rows.columns

    def is_number(self, role: str) -> bool:
        """Whether a role was given as numbers."""
        return self.rows.schema[role].is_numeric()

    @property
    def keys(self) -> list[str]:
        """The roles that say which thing a row is about."""
        return [role for role in ("x", "colour") if self.has(role)]

    @property
    def value_format(self) -> str:
        """How values are written on axes."""
        return ".3~%" if self.shares else ",.6~r"

    # ------------------------------------------------------------ reading

    def need(self, kind: str, *roles: str) -> None:
        """Complain if a role was not given."""
        for role in roles:
            if not self.has(role):
                raise ChartError(f"a {kind} chart needs a column for `{role}`")

    def as_numbers(self, *roles: str) -> None:
        """Take roles as numbers; what is not finite counts as missing."""
        for role in roles:
            if not self.has(role):
                continue
            kind = self.rows.schema[role]
            if not (kind.is_numeric() or kind == pl.Boolean or kind == pl.Null):
                raise ChartError(f"`{self.names[role]}` must hold numbers to be drawn as `{role}`, but it holds {kind}")
            column = pl.col(role).cast(pl.Float64)
            self.rows = self.rows.with_columns(pl.when(column.is_finite()).then(column).alias(role))

    def as_words(self, *roles: str) -> None:
        """Take roles as words: numbers by size, all others in the order in which they come."""
        for role in roles:
            if not self.has(role):
                continue
            kind = self.rows.schema[role]
            if kind.is_nested() or kind in (pl.Duration, pl.Binary, pl.Object):
                raise ChartError(f"`{self.names[role]}` holds {kind}, which can't be drawn as `{role}`")
            if kind.is_numeric():
                found = self.rows[role].unique().sort(nulls_last=True)
                self.rows = self.rows.with_columns(_plain(role))
                self.words[role] = found.to_frame(role).select(_plain(role))[role].to_list()
            else:
                self.rows = self.rows.with_columns(_plain(role))
                self.words[role] = self.rows[role].unique(maintain_order=True).to_list()

    def drop_missing(self, *roles: str) -> None:
        """Leave out the rows that lack a number, and say so."""
        before = self.rows.height
        self.rows = self.rows.drop_nulls([role for role in roles if self.has(role)])
        gone = before - self.rows.height
        if gone:
            self.notes.append(f"{_rows(gone)} without a value left out.")

    # ------------------------------------------------------------ putting together

    def one_row_each(self, *keys: str) -> None:
        """The mean of rows that are about the same thing."""
        there = [role for role in keys if self.has(role)]
        others = [role for role in self.rows.columns if role not in there]
        if not others or not self.rows.select(pl.struct(there).is_duplicated().any()).item():
            return
        self.rows = self.rows.group_by(there, maintain_order=True).agg(pl.col(others).mean())
        self.notes.append("Means of several rows each.")

    def fewer_groups(self, *, together: bool = False) -> None:
        """At most as many groups as there are colours: the others are left out, or ``together`` made one."""
        found = self.words.get("colour", [])
        if len(found) <= MOST_GROUPS:
            return
        if together:
            sums = self.rows.group_by("colour").agg(pl.col("y").sum()).sort("y", descending=True)["colour"].to_list()
            largest = set(sums[: MOST_GROUPS - 1])
            kept = [word for word in found if word in largest]
            other = f"{len(found) - len(kept)} others"
            self.rows = self.rows.with_columns(
                pl.when(pl.col("colour").is_in(kept)).then("colour").otherwise(pl.lit(other)).alias("colour")
            )
            self.words["colour"] = [*kept, other]
        else:
            self.keep_first("colour", MOST_GROUPS)

    def rename(self, role: str, new: dict[str, str]) -> None:
        """Other words for the words of a role, unless two would become the same."""
        if len(set(new.values())) < len(new):
            return
        self.rows = self.rows.with_columns(pl.col(role).replace(new))
        self.words[role] = [new.get(word, word) for word in self.words[role]]

    def keep_first(self, role: str, most: int) -> None:
        """The first words of a role only, and say so."""
        found = self.words[role]
        if len(found) <= most:
            return
        self.words[role] = found[:most]
        self.rows = self.rows.filter(pl.col(role).is_in(found[:most]))
        self.notes.append(f"The first {most} of {len(found):,} {self.names[role]} are drawn.")


def sheet_of(
    frame: pl.DataFrame | pl.LazyFrame, given: dict[str, str | None], names: dict[str, str | None], width: int
) -> Sheet:
    """The columns that a chart is drawn from."""
    wanted = {role: column for role, column in given.items() if column is not None}
    columns = frame.collect_schema().names()
    for column in wanted.values():
        if column not in columns:
            raise none_such("column", column, columns)
    if ("low" in wanted) != ("high" in wanted):
        raise ChartError("`low` and `high` are the two ends of an interval: give both or neither")
    picked = frame.lazy().select(pl.col(column).alias(role) for role, column in wanted.items()).collect()
    called = {role: column.replace("_", " ") for role, column in wanted.items()}
    return Sheet(picked, {**called, **{role: name for role, name in names.items() if name is not None}}, width)


def _plain(role: str) -> pl.Expr:
    """A column as words: yes and no, whole numbers without a point, `none` for what is missing."""
    column = pl.col(role)
    return (
        pl.when(column.is_null())
        .then(pl.lit("none"))
        .otherwise(
            column.cast(pl.String)
            .replace({"true": "yes", "false": "no"})
            .str.replace(r"^(-?\d+)\.0$", "$1")
            .str.replace_all(_UNFIT, " ")
        )
        .alias(role)
    )


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count:,} rows"
