"""The tables of a playtest as Polars frames: see ``docs/queries.md`` for their columns.

The files hold what can't be worked out, as narrow as it goes (:mod:`.packing`); here the rest is added, and everything has its words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from ludwright.model.limits import MOST_SEATS
from ludwright.play.code_words import CodeWords
from ludwright.playtests.chunk_tables import ENDS, TURN_ENDS, return_of, score_of
from ludwright.playtests.packing import Packing
from ludwright.playtests.plan import Plan
from ludwright.playtests.recording import CONSIDERED
from ludwright.playtests.store import PlaytestStore

if TYPE_CHECKING:
    from ludwright.game import Game

KEPT: dict[str, dict[str, Any]] = {
    "considered": CONSIDERED,
    "decisions": {"what": pl.Int64},
    "turns": TURN_ENDS,
    "games": {
        "game": pl.UInt32,
        "cell": pl.Int32,
        "end": pl.UInt8,
        "fault": pl.Int32,
        "line": pl.Int32,
        "winners": pl.UInt16,
        "drawn": pl.Boolean,
        "decisions": pl.Int32,
        "moves": pl.Int32,
        "turns": pl.Int32,
        "rounds": pl.Int32,
    },
}
"""The columns of the files; beside these the games have one for what each seat got, and one for its score where there are scores."""
ALONE = {1 << seat: seat + 1 for seat in range(MOST_SEATS)}
"""Who won, where a single seat did, by the winners as bits."""
TIME = "time"
"""A column that only some games have."""
_ACTIONS = {
    "version": pl.Int32,
    "players": pl.Int32,
    "code": pl.Int32,
    "question": pl.Int32,
    "action": pl.String,
    "words": pl.String,
}


def scan(files: Sequence[Path], table: str) -> pl.LazyFrame:
    """The files of a table as one frame."""
    return pl.scan_parquet(list(files), glob=False) if files else pl.LazyFrame(schema=KEPT[table])


def has(files: Sequence[Path], column: str) -> bool:
    """Whether files that are alike have a column."""
    return column in pl.scan_parquet(files[0], glob=False).collect_schema()


def cells(plan: Plan) -> pl.DataFrame:
    """Who sits where: one row a cell and seat."""
    rows = [
        (cell.index, cell.version, plan.versions[cell.version].name, cell.players, cell.first, cell.deal, seat, agent)
        for cell in plan.cells
        for seat, agent in enumerate(cell.agents, 1)
    ]
    kinds = {
        "cell": pl.Int32,
        "version": pl.Int32,
        "version_name": pl.String,
        "players": pl.Int32,
        "first": pl.Int64,
        "deal": pl.Int64,
        "seat": pl.Int32,
        "agent": pl.String,
    }
    return pl.DataFrame(rows, schema=kinds, orient="row")


def _kept_games(files: Sequence[Path], players: int) -> pl.LazyFrame:
    """Games of so many players, with lists of what the seats got."""
    seats, nothing = range(1, players + 1), pl.lit(None, pl.List(pl.Float64))
    scored = bool(files) and has(files, score_of(1))
    return scan(files, "games").select(
        *KEPT["games"],
        (pl.concat_list(map(return_of, seats)) if files else nothing).alias("returns"),
        (pl.concat_list(map(score_of, seats)) if scored else nothing).alias("scores"),
    )


def _plies(games: pl.LazyFrame) -> pl.LazyFrame:
    """Which decision of which game every decision is: they lie in the order of the games."""
    plies = pl.int_ranges(0, "decisions", dtype=pl.Int32).alias("ply")
    return games.filter(pl.col("decisions") > 0).select(pl.col("game").cast(pl.Int64), plies).explode("ply")


class Frames:
    """The tables of one playtest, of all chunks that are there."""

    def __init__(self, store: PlaytestStore, plan: Plan) -> None:
        self.store, self.plan = store, plan
        self.chunks = sorted(chunk for chunk in store.done() if chunk < len(plan.chunks))

    def files(self, table: str) -> list[Path]:
        """The files of a table."""
        return [path for chunk in self.chunks if (path := self.store.path(table, chunk)).is_file()]

    def alike(self, table: str) -> dict[tuple[str, int, Packing], list[Path]]:
        """The files of a table, by the text that was played, how many played, and how decisions are packed: within these they have the
        same columns."""
        found: dict[tuple[str, int, Packing], list[Path]] = {}
        for chunk in self.chunks:
            path = self.store.path(table, chunk)
            if path.is_file():
                cell = self.plan.cells[self.plan.chunks[chunk].cell]
                key = self.plan.versions[cell.version].main, cell.players, cell.packing
                found.setdefault(key, []).append(path)
        return found

    def has(self, table: str, column: str) -> bool:
        """Whether any file of a table has a column that only some games have."""
        return any(has(files, column) for files in self.alike(table).values())

    # ------------------------------------------------------------ tables

    def games(self) -> pl.LazyFrame:
        """One row a game."""
        return self._games().drop("winners")

    def _games(self) -> pl.LazyFrame:
        parts = [_kept_games(files, players) for (_, players, _), files in self.alike("games").items()]
        kept = pl.concat(parts or [_kept_games([], 0)])
        own = cells(self.plan).select("cell", "version", "players", "first", "deal").unique(maintain_order=True)
        winner = pl.col("winners").replace_strict(ALONE, default=None, return_dtype=pl.Int32).alias("winner")
        return (
            kept.with_columns(pl.col("game").cast(pl.Int64))
            .join(own.lazy(), on="cell", how="left", maintain_order="left")
            .select(
                "game", "cell", "version", "players",
                (pl.col("game") - pl.col("first") + pl.col("deal")).alias("number"),
                pl.col("end").replace_strict(dict(enumerate(ENDS)), return_dtype=pl.String),
                "fault", "line", winner, "drawn", "winners", "decisions", "moves", "turns", "rounds", "returns", "scores",
            )
        )  # fmt: skip

    def decisions(self) -> pl.LazyFrame:
        """One row a decision."""
        parts, names = [], ("actor", "code", "question", "options")
        games = self.alike("games")
        for key, files in self.alike("decisions").items():
            timed = [TIME] if has(files, TIME) else []
            own = scan(files, "decisions").select(*(key[-1].part(name) for name in names), *timed)
            parts.append(pl.concat([_plies(scan(games[key], "games")), own], how="horizontal"))
        if not parts:
            parts = [pl.LazyFrame(schema={"game": pl.Int64, **dict.fromkeys(("ply", *names), pl.Int32)})]
        return pl.concat(parts, how="diagonal")

    def turns(self) -> pl.LazyFrame:
        """One row a tracked quantity at the end of a turn."""
        parts = [scan(files, "turns") for files in self.alike("turns").values()] or [scan([], "turns")]
        # each text has names of its own
        return pl.concat([part.cast({"game": pl.Int64, "name": pl.String}) for part in parts])

    def considered(self) -> pl.LazyFrame:
        """One row an option of a decision, with what the player thought of it."""
        return scan(self.files("considered"), "considered").with_columns(pl.col("game").cast(pl.Int64))

    def seats(self) -> pl.LazyFrame:
        """One row a game and seat. A game that did not come to its end has neither winners nor results."""
        nothing = pl.lit(None, pl.Float64).repeat_by("players")
        rows = self._games().select(
            "game",
            "cell",
            "version",
            "players",
            seat=pl.int_ranges(1, pl.col("players") + 1, dtype=pl.Int32),
            result="returns",
            score=pl.coalesce("scores", nothing),
            drawn="drawn",
            winners=pl.col("winners").cast(pl.Int32),
            count=pl.col("winners").bitwise_count_ones(),
            over=pl.col("end") == "over",
        )
        won = pl.col("winners") // pl.lit(2, pl.Int32).pow(pl.col("seat") - 1) % 2 == 1
        share = (
            pl.when(~pl.col("over")).then(None)
            .when("won").then(1 / pl.col("count"))
            .when("drawn").then(1 / pl.col("players"))
            .otherwise(0.0)
        )  # fmt: skip
        return (
            rows.explode("seat", "result", "score")
            .with_columns(won=won)
            .with_columns(shared=pl.col("won") & (pl.col("count") > 1), share=share)
            .join(
                cells(self.plan).lazy().select("cell", "seat", "agent"),
                on=["cell", "seat"],
                how="left",
                maintain_order="left",
            )
            .select(
                "game", "cell", "version", "players", "seat", "agent",
                pl.col("result").fill_nan(None).alias("return"),
                pl.col("score").fill_nan(None), "won", "shared", "share",
            )
        )  # fmt: skip

    def actions(self, known: Iterable[tuple[int, int, Game]]) -> pl.DataFrame:
        """What the codes mean, for every version and number of players: one row a code that was chosen."""
        own = cells(self.plan).select("version", "players", "cell").unique().lazy()
        used = (
            self.decisions()
            .select("game", "code", "question")
            .join(self.games().select("game", "cell"), on="game")
            .select("cell", "code", "question")
            .unique()
            .join(own, on="cell")
            .select("version", "players", "code", "question")
            .unique()
            .sort("version", "players", "code", "question")
            .collect()
        )
        rows: list[tuple[int, int, int, int, str, str]] = []
        for version, players, game in known:
            words = CodeWords(game)
            own_codes = used.filter((pl.col("version") == version) & (pl.col("players") == players))
            for _, _, number, question in own_codes.rows():
                rows.append((version, players, number, question, *words.of(number, question)))
        return pl.DataFrame(rows, schema=_ACTIONS, orient="row")
