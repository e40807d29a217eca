"""From what somebody asks for to a plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

import numpy as np

from ludwright.agents.seating import check
from ludwright.agents.texts import bots_of
from ludwright.engine.kernel import BUILDING
from ludwright.game import Game, player_range
from ludwright.language.source import Description
from ludwright.play.agents import seated
from ludwright.play.kernels import prepare
from ludwright.play.outcome import has_common_score, is_cooperative
from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.packing import Packing
from ludwright.playtests.plan import MOST_CELLS, MOST_GAMES, GameText, Plan, PlanCell, seatings_of, spread, versions_of
from ludwright.playtests.recording import Recorder
from ludwright.playtests.running import Loader
from ludwright.playtests.source import named
from ludwright.playtests.until import read_until
from ludwright.rules.options.bots import RANDOM

_PROBE = 8
"""So many games show how long games are."""
_DECISIONS = 1 << 20
"""A chunk should have about so many decisions, where nobody thinks."""
_ROWS = 1 << 19
"""At most about so many rows of tracked quantities in a chunk."""
_FEWEST, _FEWEST_TIMED, _MOST = 64, 8, 1 << 16
_PIECES, _SMALLEST, _LARGEST = 128, 4, 64
"""Where somebody thinks: in about so many pieces, of so many games."""


@dataclass(frozen=True)
class PlanOptions:
    """What is asked for."""

    agents: list[str]
    games: int
    players: list[int] | None
    seatings: str
    seed: int
    params: dict[str, int]
    grid: dict[str, list[int]]
    profile: str | None
    until: str | None
    tracked: int
    move_limit: int
    considered: int = 0
    origin: dict[str, Any] | None = None
    timed: bool = False
    """Whether the clock may stop it: then it is played in small pieces, as only whole ones are kept."""

    def of(self, game: Game) -> PlanOptions:
        """The same, where a loaded game says how many play, and what is set."""
        own = {name: int(value) for name, value in game._set.items() if name not in self.grid}
        return replace(
            self,
            players=self.players or [game.players],
            params={**own, **self.params},
            profile=self.profile or game.profile,
            origin=game.origin.as_json() if game.origin is not None else None,
        )


def plan_for(descriptions: Sequence[Description], wish: PlanOptions) -> tuple[Plan, Loader]:
    """The plan, and the games it is played with: versions of one game, the first of them in the first place."""
    _check(wish)
    sources = named(descriptions)
    least = max(player_range(description)[0] for description in descriptions)
    counts = wish.players or [max(least, len(wish.agents) if wish.seatings != "all" else 0)]
    plan = Plan(
        descriptions[0].title,
        tuple(wish.agents),
        wish.seatings,
        wish.seed,
        wish.games,
        wish.tracked,
        wish.move_limit,
        wish.profile,
        wish.until,
        versions_of(
            [GameText(own.title, main, own.text_hash) for main, own in sources.items()], wish.params, wish.grid
        ),
        (),
        wish.considered,
        wish.origin,
    )
    loader = Loader(sources, plan)
    plan = replace(plan, cells=tuple(_cells(plan, counts, loader, wish.timed)))
    loader.plan = plan
    return plan, loader


def _check(wish: PlanOptions) -> None:
    if wish.games < 1:
        raise PlaytestError("at least one game must be played")
    if wish.tracked < 0 or wish.considered < 0 or wish.move_limit < 1:
        raise PlaytestError("`tracked` and `considered` must be 0 or more, and `move_limit` 1 or more")
    if not wish.agents:
        raise PlaytestError("nobody plays: name an agent, for example `random`")
    if wish.players is not None and len(set(wish.players)) < len(wish.players):
        raise PlaytestError("a number of players is named twice")
    if wish.until is not None:
        read_until(wish.until)


def _cells(plan: Plan, counts: list[int], loader: Loader, timed: bool) -> list[PlanCell]:
    found: list[PlanCell] = []
    first = 0
    seatings = {players: seatings_of(plan.agents, players, plan.seatings) for players in counts}
    if len(plan.versions) * sum(map(len, seatings.values())) > MOST_CELLS:
        raise PlaytestError(
            f"that is more than {MOST_CELLS:,} combinations of versions, players and seatings: ask for fewer"
        )
    sizes: dict[tuple[str, int, tuple[str, ...]], int] = {}
    for version in plan.versions:
        for players in counts:
            shares = spread(plan.games, len(seatings[players]))
            for agents, games in zip(seatings[players], shares, strict=True):
                if not games:
                    continue
                cell = PlanCell(len(found), version.index, players, agents, first, games, 1)
                game = loader.game(cell)
                who = tuple(seated(game, list(agents)))
                kind = version.main, players, who
                if kind not in sizes:
                    check(game, who)
                    sizes[kind] = _chunk(game, replace(cell, agents=who), plan, timed)
                cell = replace(cell, agents=who, chunk=min(games, sizes[kind]), packing=Packing.of(game))
                found.append(replace(cell, cooperative=is_cooperative(game), points=has_common_score(game)))
                first += games
    if first > MOST_GAMES:
        raise PlaytestError(f"{first:,} games are too many: a playtest has {MOST_GAMES:,} at most")
    return found


def _chunk(game: Game, cell: PlanCell, plan: Plan, timed: bool) -> int:
    """How many games to play and keep at a time: it may depend on the game and the plan, never on how fast it goes."""
    if any(name != RANDOM and name not in bots_of(game) for name in cell.agents):
        return max(1 if timed else _SMALLEST, min(_LARGEST, ceil(cell.games / ((1 + timed) * _PIECES))))
    prepare(BUILDING.get())
    recorder = Recorder(game, cell, plan.seed, min(_PROBE, plan.tracked), plan.move_limit, np.zeros(1, np.int64))
    mean, rows = recorder.lengths(min(_PROBE, cell.games))
    most = (
        _MOST if plan.until is None and not timed else ceil(cell.games / _PIECES)
    )  # it is only looked at between chunks
    size = max(_FEWEST_TIMED if timed else _FEWEST, min(most, int(_DECISIONS / max(1.0, mean))))
    # of games that are followed and hardly end, fewer: every thread holds a chunk of them
    return size if rows * min(size, plan.tracked) <= _ROWS else max(1, int(_ROWS / rows))
