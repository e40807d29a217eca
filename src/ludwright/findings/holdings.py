"""Rules about cards and other things that players have: those who have one, against those who have not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.findings.effects import points
from ludwright.findings.finding import Look
from ludwright.findings.rule import EQUALS, Rule
from ludwright.metrics.figure import Figure, Witness
from ludwright.metrics.intervals import SHARE, mean
from ludwright.metrics.replays import Replays

if TYPE_CHECKING:
    from ludwright.findings.play import Play
    from ludwright.game import Game

_LEAST = 40
"""What fewer games tell apart is not looked at."""
_MOST = 60
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


def had(play: Play) -> pl.DataFrame:
    """What every seat ever had in a zone of its own, and since when: game, seat, what, ply."""
    game, evidence = play.game, play.evidence
    model, whose = game.rules.model, owners(game)
    if not model.components or "place" not in model.arrays or not whose.any():
        return pl.DataFrame(schema=HAD)
    count, base = model.components, model.arrays["place"]
    printed = np.array(model.component_design[:count])
    names: dict[int, str] = {}
    rows = []
    replays = Replays(play.run, evidence.games.filter(pl.col("end") == "over"), evidence.decisions, play.sample)
    for number, deal, codes in replays:
        seen: set[tuple[int, int]] = set()
        for ply, (state, _) in enumerate(replays.positions_of(game, deal, codes)):
            seats = whose[state[base : base + count]]
            # where cards are hidden, what each of them is stands in the state, too
            designs = state[first : first + count] if (first := model.arrays.get("design")) is not None else printed
            for place in np.nonzero(seats)[0].tolist():
                key = int(seats[place]), int(designs[place])
                if key not in seen:
                    seen.add(key)
                    name = names.setdefault(key[1], game.wording.design(key[1]))
                    rows.append((number, key[0], name, ply))
    return pl.DataFrame(rows, schema=HAD, orient="row")


def worth(play: Play) -> list[Figure]:
    """What of the wins goes to the seat that alone has a thing, for every thing; a draw is shared by all."""
    rows = had(play)
    alone = rows.filter(pl.len().over("game", "what") == 1).join(points(play.evidence.seats), on=["game", "seat"])
    often = alone.group_by("what").len().filter(pl.col("len") >= _LEAST).sort(["len", "what"], descending=[True, False])
    found = []
    for what in often["what"].head(_MOST).to_list():
        own = alone.filter(pl.col("what") == what).sort("game")
        best = own.sort("points", descending=True, maintain_order=True).head(3)
        shown = tuple(Witness(row["game"], ply=row["ply"], note=f"takes {what}") for row in best.iter_rows(named=True))
        found.append(mean(what, own["points"].to_numpy(), SHARE, unit="share", witnesses=shown))
    return found


def _looks(play: Play, threshold: float) -> Iterator[Look]:
    if play.players < 2 or play.nature.common:
        return
    found = play.holdings
    if not found:
        return
    # who has more things of all kinds may win more: what is usual is measured on all of them
    usual = float(np.mean([figure.value for figure in found if figure.value is not None]))
    for figure in found:
        for above in (True, False):
            limit = usual + threshold if above else usual - threshold
            words = {
                "usual": f"{usual:.0%}",
                "much": "too strong" if above else "too weak",
                "only": "" if above else "only ",
            }
            if 0.0 < limit < 1.0:
                yield Look(figure, limit, above, usual, 1.0 if above else 0.0, words, figure.name)


HOLDING = Rule(
    "overpowered card",
    "A card, or another thing to have, whose owner wins far more often, or far more rarely, than owners of others",
    0.12,
    "of wins beyond what is usual",
    "`{subject}` is {much}: whoever alone has it takes {only}{value} of the wins ({interval}); {usual} is usual for things to have",
    "Change what it costs or what it brings. Having and winning go together here; that one causes the other is likely, not proven.",
    _looks,
    weight=1.1,
    whose=EQUALS,
    metrics=("observed power",),
    per_table=True,
)

RULES = (HOLDING,)
