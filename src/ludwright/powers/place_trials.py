"""Starting places tried out for a report, in the time there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludwright.game import Game
from ludwright.inspecting.stopping import NoPlacesError
from ludwright.powers.giving import placed
from ludwright.powers.places import StartingPlaces
from ludwright.powers.players import seconds_a_game
from ludwright.powers.screening import ENOUGH, LEAST, MOST
from ludwright.powers.standing import Standing
from ludwright.powers.table import SeededDeals, StoppedError

_FEW = 12
"""Of games with more places than this only the command `power` tells: a report has no time for all of them."""


@dataclass
class PlaceTrials:
    """What was found out by exchanging places, at one table."""

    agent: str
    players: int
    deals: int
    places: list[Standing] = field(default_factory=list)

    @property
    def told(self) -> str:
        """What it rests on, in words."""
        return (
            f"{self.deals:,} deals, as they are and with places exchanged, {self.players} players, all `{self.agent}`"
        )


def place_trials(
    game: Game,
    agents: Sequence[str],
    seed: int,
    *,
    seconds: float,
    games: int | None = None,
    threads: int | None = None,
) -> PlaceTrials | None:
    """Let players change places, on as many deals as ``seconds`` allow, or with so many ``games`` in all.

    ``agents`` are players from the strongest to the weakest: the first with whom there is time for enough deals plays. None if there are no
    places to exchange, or no time.
    """
    try:
        places = StartingPlaces(game, seed)
    except NoPlacesError:
        return None
    if len(places.found) > _FEW:
        return None
    pairs = game.players * (game.players - 1) // 2
    runs = 1 + pairs + game.players * sum(place.seat is None for place in places.found)
    agent, deals = "", 0
    for agent in agents:
        each = 0.0 if games else seconds_a_game(game, agent, [], seed, threads, seconds=seconds / 10)
        deals = min(MOST, games // runs if games else int(seconds / (each * runs)))
        if games or deals >= ENOUGH:
            break
    if deals < LEAST:
        return None
    table = SeededDeals(game, deals, seed, threads, None)
    table.places = places
    found = PlaceTrials(agent, game.players, deals)
    try:
        found.places = list(placed(table, agent, (), table.barred(agent, [])))
    except StoppedError:
        raise KeyboardInterrupt from None
    return found
