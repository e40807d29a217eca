"""What players thought of their options: their own estimates, kept beside the decisions where that is asked for."""

from __future__ import annotations

from typing import Any

import polars as pl

from ludwright.agents.catalogue import RANDOM
from ludwright.agents.texts import bots_of, runs_code
from ludwright.agents.why import why
from ludwright.play.playable import Playable
from ludwright.playtests.plan import PlanCell
from ludwright.playtests.recording import CONSIDERED


def considered(game: Playable, cell: PlanCell, seed: int, games: pl.DataFrame, decisions: pl.DataFrame) -> pl.DataFrame:
    """Every decision of the first games of a chunk, with what the player whose it was thinks of each of its options."""
    rows: list[tuple[Any, ...]] = []
    codes = decisions.select(cell.packing.part("code")).to_series()
    first = 0
    for number, length in games.select("game", "decisions").rows():
        answers = codes.slice(first, length).to_list()
        first += length
        rows += _of_game(game, cell, seed, number, number - cell.first + cell.deal, answers)
    return pl.DataFrame(rows, schema=CONSIDERED, orient="row")


def _of_game(
    game: Playable, cell: PlanCell, seed: int, number: int, deal: int, answers: list[int]
) -> list[tuple[Any, ...]]:
    match = game.start(seed, deal)
    silent = {RANDOM.name, *bots_of(game)}
    rows = []
    for ply, code in enumerate(answers):
        agent = cell.agents[match.actor or 0]
        if len(match.codes()) > 1 and agent not in silent and not runs_code(agent):
            for one in why(match, agent, seed).moves:
                low, high = one.interval or (None, None)
                rows.append((number, ply, one.code, one.code == code, one.visits, one.value, low, high))
        match.apply(code)
    return rows
