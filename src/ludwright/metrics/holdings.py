"""What players have: cards and other things that lie in a zone of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.metrics.picks import named_choices
from ludwright.metrics.replays import Replays

if TYPE_CHECKING:
    from ludwright.game import Game

HAD = {"game": pl.Int64, "seat": pl.Int32, "what": pl.String, "ply": pl.Int32}


def owners(game: Game) -> npt.NDArray[np.int32]:
    """For every place whose it is: a seat from 1, or 0."""
    model = game.rules.model
    found = np.zeros(model.places + 1, np.int32)
    for zone in model.all_zones():
        if zone.owner is not None and zone.owner.role == "player" and not zone.dice and zone.dims:
            each = zone.size // game.players
            for seat in range(game.players):
                found[zone.place + seat * each : zone.place + (seat + 1) * each] = seat + 1
    return found


def holdings(replays: Replays, game: Game) -> pl.DataFrame:
    """What every seat ever had in a zone of its own, and since when: game, seat, what, ply."""
    model, whose = game.rules.model, owners(game)
    if not model.components or "place" not in model.arrays or not whose.any():
        return pl.DataFrame(schema=HAD)
    count, base = model.components, model.arrays["place"]
    printed = np.array(model.component_design[:count])
    # where cards are hidden, what each of them is stands in the state, too
    hidden = model.arrays.get("design")
    names: dict[int, str] = {}
    many = 1 << 32
    rows = []
    for number, deal, codes in replays:
        places, designs = [], []
        for state, _ in replays.positions_of(game, deal, codes):
            places.append(state[base : base + count].copy())
            if hidden is not None:
                designs.append(state[hidden : hidden + count].copy())
        seats = whose[np.array(places)]
        made = np.array(designs) if hidden is not None else np.broadcast_to(printed, seats.shape)
        ply, card = np.nonzero(seats)
        pairs = seats[ply, card].astype(np.int64) * many + made[ply, card] + 1
        found, since = np.unique(pairs, return_index=True)
        for place in np.argsort(since, kind="stable").tolist():
            seat, design = divmod(int(found[place]), many)
            design -= 1
            if design not in names:
                names[design] = game.wording.design(design)
            rows.append((number, seat, names[design], int(ply[since[place]])))
    return pl.DataFrame(rows, schema=HAD, orient="row")


def chosen_or_seen(decisions: pl.DataFrame, offers: pl.DataFrame, actions: pl.DataFrame) -> pl.DataFrame:
    """What every seat chose, and what it could have chosen and did not: game, seat, what, had."""
    keys = ["game", "seat", "what"]
    seen = named_choices(offers.rename({"actor": "seat"}), actions).select(keys).unique()
    own = named_choices(decisions.rename({"actor": "seat"}), actions)
    chosen = own.select(*keys, pl.lit(True).alias("had")).unique()
    return seen.join(chosen, on=keys, how="left").with_columns(pl.col("had").fill_null(False))
