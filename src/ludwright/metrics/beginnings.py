"""How much there is of every tracked quantity before the first turn: what comes in during that turn is counted from there."""

from __future__ import annotations

from typing import Any

import polars as pl

from ludwright import ir
from ludwright.engine.compiled import signed
from ludwright.engine.random import Stream, stream
from ludwright.game import Game
from ludwright.inspecting.stopping import Stopping
from ludwright.play.course import LEAD, lines_of

BEGINNINGS = {"game": pl.Int64, "name": pl.String, "seat": pl.Int32, "value": pl.Float64}


def beginnings(run: Any, games: pl.DataFrame, turns: pl.DataFrame) -> pl.DataFrame:
    """The value of every track after the setup of the games that were followed; nothing where the setup itself asks somebody."""
    followed = games.join(turns.select("game").unique(), on="game", how="semi").sort("game")
    stopping: dict[int, Stopping | None] = {}
    rows: list[tuple[int, str, int | None, float]] = []
    for game, number in followed.select("game", "number").iter_rows():
        played = run.game_of(game)
        if id(played.program) not in stopping:
            made = Stopping(played)
            stopping[id(played.program)] = made if made.stops(run.plan.seed) else None
        stop = stopping[id(played.program)]
        if stop is not None:
            rows += [(game, *one) for one in _tracked(stop.plain, run.plan.seed, number)]
    return pl.DataFrame(rows, schema=BEGINNINGS, orient="row")


def _tracked(game: Game, seed: int, number: int) -> list[tuple[str, int | None, float]]:
    compiled, table = game.compiled, game.table
    state, context = compiled.new_state(), compiled.new_context(Stream(0, 1))
    chance = stream(seed, number, 0)
    context[ir.CTX_RNG_STATE], context[ir.CTX_RNG_STREAM] = signed(chance[0]), signed(chance[1])
    compiled.setup(state, table, context)
    return [
        (line.title, None if line.seat is None else line.seat + 1,
         float(compiled.real(line.export, state, table, context, line.seat or 0)))
        for line in lines_of(game)
        if line.title != LEAD
    ]  # fmt: skip
