"""Charts of boards: where things are done, or, where options do not name places, where things lie in the end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import polars as pl

from ludwright.findings.play import Play
from ludwright.metrics.figure import Witness
from ludwright.metrics.picks import named_choices
from ludwright.reports.section import Section, draw, note_of

_CELL = r"(?:^|[ ,])([a-z])(\d{1,2})$"
"""How a cell of a grid ends the words of an option."""
_GAMES, _DECISIONS, _LEAST = 60, 20_000, 20
"""So many games are looked at for what lies where, or as many as have so many decisions, but so many at least."""


def heat(play: Play, plays: Sequence[Play]) -> Section | None:
    """Where on a grid players act."""
    named = named_choices(play.evidence.decisions, play.evidence.actions)
    cell = pl.col("what").str.extract_groups(_CELL)
    cells = named.with_columns(cell.struct.field("1").alias("x"), cell.struct.field("2").cast(pl.Int32).alias("y"))
    known = cells.drop_nulls(["x", "y"])
    if len(known) < 0.5 * len(named) or known["x"].n_unique() < 2 or known["y"].n_unique() < 2:
        return _in_the_end(play)
    frame = known.group_by("x", "y").agg((pl.len() / len(known)).alias("share")).sort("x", "y")
    chart = draw(
        frame.with_columns(pl.col("share") * len(frame)), "heat", x="x", y="y", colour="share", title="Where things are done", x_title="",
        y_title="", colour_title="choices", note=f"1: as many as if all places had the same. {note_of(play)}",
    )  # fmt: skip
    top = frame.sort("share", descending=True).row(0)
    sentence = f"Most is done at {top[0]}{top[1]}: {top[2]:.1%} of {len(known):,} choices, where {1 / len(frame):.1%} would be an even share."
    row = known.filter(pl.col("x") == top[0], pl.col("y") == top[1]).row(0, named=True)
    shown = (Witness(row["game"], ply=row["ply"], note=f"at {top[0]}{top[1]}"),)
    return Section("heat map", "Where things are done", sentence, chart, play, shown)


def _some_games(play: Play) -> list[int]:
    """Games that came to their end: fewer, where they are long."""
    over = play.evidence.games.filter(pl.col("end") == "over").head(_GAMES)
    few = (pl.col("decisions").cum_sum() <= _DECISIONS) | (pl.int_range(pl.len()) < _LEAST)
    return over.filter(few)["game"].to_list()


def _in_the_end(play: Play) -> Section | None:
    """Where on a grid something lies when the game is over."""
    from ludwright.drawing import scene_of

    games = _some_games(play)
    if not games or not any(board.shape == "grid" for board in scene_of(play.run.match(games[0], 0)).boards):
        return None
    taken: Counter[tuple[str, int]] = Counter()
    cells: set[tuple[str, int]] = set()
    for game in games:
        boards = [board for board in scene_of(play.run.match(game)).boards if board.shape == "grid"]
        for spot in boards[0].cells if boards else ():
            found = re.fullmatch(r"([a-z])(\d{1,2})", spot.name)
            if found is not None:
                place = found[1], int(found[2])
                cells.add(place)
                taken[place] += bool(spot.tokens)
    if not cells or not sum(taken.values()) or len({x for x, _ in cells}) < 2 or len({y for _, y in cells}) < 2:
        return None
    rows = [(x, y, taken[x, y] / len(games)) for x, y in sorted(cells)]
    frame = pl.DataFrame(rows, schema=["x", "y", "share"], orient="row")
    if frame["share"].n_unique() < 2:
        return None  # a picture of one colour tells nothing
    chart = draw(
        frame, "heat", x="x", y="y", colour="share", shares=True, title="Where things lie in the end", x_title="", y_title="",
        colour_title="share of games", note=f"{len(games)} of {note_of(play)}",
    )  # fmt: skip
    low = frame.sort("share").row(0)
    sentence = f"At {low[0]}{low[1]} something lies most rarely: at the end of {low[2]:.0%} of {len(games)} games."
    return Section("heat map", "Where things lie in the end", sentence, chart, play)
