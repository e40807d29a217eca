"""What it is worth to sit in a seat, to be of a faction, to begin with something: given to each player in turn, on the same deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

import numpy as np

from ludwright.inspecting.arranging import arranged
from ludwright.inspecting.stopping import NobodyStandsError
from ludwright.mistakes import nearest
from ludwright.powers.barring import trace
from ludwright.powers.paired import MIXED, Numbers, chance, paired, won
from ludwright.powers.places import StartingPlace, StartingPlaces
from ludwright.powers.standing import Standing
from ludwright.powers.starts import Start, positions, starts_of
from ludwright.powers.table import SeededDeals
from ludwright.powers.things import FACTIONS, PLACES, SEATS, STARTS, PowerError

Named = TypeVar("Named", Start, StartingPlace)


def standings(
    table: SeededDeals, agent: str, kinds: Sequence[str], only: Sequence[str], free: Numbers
) -> Iterator[Standing]:
    """All of the kinds asked for; ``free`` is what every seat gets as the deals are."""
    if SEATS in kinds and table.game.players > 1 and not table.common:
        yield from (one for one in _seats(table, agent, free) if not only or one.what in only)
    wanted = tuple(kind for kind in (FACTIONS, STARTS) if kind in kinds)
    found = starts_of(table.game, wanted, table.seed) if wanted else []
    among = len(found)
    if only:
        found = _named(found, only, strictly=set(kinds) <= {FACTIONS, STARTS})
    if found:
        dealt = positions(table.game, table.deals, table.seed)
        for start in found:
            yield _given(table, agent, start, free, np.array([start.has(words) for words in dealt]), among)


def placed(
    table: SeededDeals, agent: str, only: Sequence[str], free: Numbers, strictly: bool = False
) -> Iterator[Standing]:
    """What starting places on a board are worth: two players change places, and the order of turns stays."""
    if table.common or table.game.players < 2:
        raise NobodyStandsError("it takes players who play against each other.")
    table.places = places = table.places or StartingPlaces(table.game, table.seed)
    known: dict[tuple[int, int], Numbers] = {}
    for place in _named(places.found, only, strictly) if only else places.found:
        own, has = places.points(table, agent, place, free, known), places.has(place, table.deals)
        own[~has.any(axis=1)] = np.nan  # where nobody has it, nobody could change with him
        yield _standing(table, agent, PLACES, place.name, own, free, has, len(places.found))


def _named(found: Sequence[Named], only: Sequence[str], strictly: bool) -> list[Named]:
    """Those that are named; strictly, where nothing else can be meant."""
    known = [start.name for start in found]
    for name in only if strictly else ():
        if name not in known:
            close = nearest(name, known)
            raise PowerError(f"nobody begins with `{name}`" + (f": did you mean `{close}`?" if close else ""))
    return [start for start in found if start.name in only]


def _seats(table: SeededDeals, agent: str, free: Numbers) -> Iterator[Standing]:
    """What of the wins goes to a seat among equals: everything else is the same."""
    for seat, name in enumerate(table.game.seats):
        fair = 1 / table.game.players
        gain, bounds = free[:, seat] - fair, won(fair)
        figure = paired("gain", gain, bounds, unit="share")
        yield Standing(
            SEATS, str(name), agent, paired("wins", free[:, seat], (0.0, 1.0), unit="share"), figure, gain,
            figure.called("observed"), chance(gain, bounds), table.game.players, witness=_witness(table, agent, gain),
        )  # fmt: skip


def _given(table: SeededDeals, agent: str, start: Start, free: Numbers, has: Any, among: int) -> Standing:
    """What a start brings: it is given to every seat in turn, in exchange for what that seat was dealt."""
    columns = []
    for seat in range(table.game.players):
        game = arranged(table.game, partial(start.give, seat))
        columns.append(table.points([agent] * table.game.players, f"{agent} with {start.name}", game)[:, seat])
    own = np.column_stack(columns)
    if start.kind == FACTIONS:
        # where nobody is of it, nobody could be given all that belongs to it; where all win together it is the reverse
        own[has.any(axis=1) == table.common] = np.nan
    return _standing(table, agent, start.kind, start.name, own, free, has, among)


def _standing(
    table: SeededDeals, agent: str, kind: str, name: str, own: Numbers, free: Numbers, has: Any, among: int
) -> Standing:
    """What it brings that every seat in turn has something: ``own`` is what they get then, ``free`` what they get as dealt."""
    unit = "" if table.common else "share"
    gain = (own - free).mean(axis=1)
    dealt = _as_dealt(free, has)
    shares, gains, mixed = (None, None, None) if table.common else ((0.0, 1.0), won(1 / table.game.players), MIXED)
    return Standing(
        kind, name, agent, paired("wins", own.mean(axis=1), shares, unit=unit), paired("gain", gain, gains, unit=unit), gain,
        paired("observed", dealt, mixed, unit=unit), chance(gain, gains), among,
        witness=_witness(table, agent, np.nan_to_num(dealt), gain),
    )  # fmt: skip


def _as_dealt(free: Numbers, has: Any) -> Numbers:
    """How much more those took who were dealt it than the others of the same deal."""
    with np.errstate(invalid="ignore"):
        with_it, without = (np.where(rows, free, 0.0).sum(axis=1) / rows.sum(axis=1) for rows in (has, ~has))
    found: Numbers = with_it - without
    return found


def _witness(table: SeededDeals, agent: str, shown: Numbers, on_the_whole: Numbers | None = None) -> str:
    """How to see the first deal, as it is, that went most as deals do on the whole."""
    mean = float(np.nanmean(shown if on_the_whole is None else on_the_whole))
    way = np.nan_to_num(shown) * (1 if mean >= 0 else -1)
    return trace(table, int(np.argmax(way)), agent, agent, 0) if len(way) and way.max() > 0 else ""
