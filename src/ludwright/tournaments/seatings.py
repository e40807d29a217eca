"""Who sits where: every seating where that can be paid for, else some in which nobody has it better than another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from math import comb, factorial, perm
from random import Random

from ludwright.tournaments.texts import TournamentError

Seating = tuple[int, ...]
"""For each seat the agent that sits there, by its number."""

_MOST = 1_000
"""More seatings than this are never played."""
_FEW = 24
"""So many are played even if there are few games for each."""
_GAMES = 10
"""If there are more, each should get that many games at least."""
_CANDIDATES = 200


@dataclass(frozen=True)
class SeatingDesign:
    """The seatings of a tournament."""

    seatings: list[Seating]
    words: str
    """How they were chosen."""


def design(agents: int, seats: int, games: int, itself: bool = False) -> SeatingDesign:
    """Seatings for so many agents and games, each to get equally many games."""
    own = [(agent,) * seats for agent in range(agents)] if itself else []
    if agents < 2:
        chosen = SeatingDesign([], "the agent plays itself")
    elif (full := _all_count(agents, seats)) and (_pays(full, games - len(own)) or seats == 2):
        chosen = SeatingDesign(list(_all(agents, seats)), "every seating")
    elif agents > seats and _pays(comb(agents, seats) * seats, games - len(own)):
        chosen = SeatingDesign(list(_rotated(agents, seats)), f"every group of {seats}, each once round the table")
    else:
        times = max(1, min(_MOST, games // _GAMES) // agents)
        chosen = SeatingDesign(
            cyclic(agents, seats, times), "a choice of seatings, every agent equally often in every seat"
        )
    seatings = chosen.seatings + own
    if games < len(seatings):
        raise TournamentError(
            f"{'1 game is' if games == 1 else f'{games:,} games are'} too few: there are {len(seatings):,} seatings, "
            "and each needs at least one game"
        )
    return SeatingDesign(seatings, chosen.words)


def _pays(seatings: int, games: int) -> bool:
    return seatings <= min(_MOST, games) and (seatings <= _FEW or seatings * _GAMES <= games)


def _all_count(agents: int, seats: int) -> int:
    if agents >= seats:
        return perm(agents, seats)
    each, more = divmod(seats, agents)
    alike: int = factorial(each) ** agents * (each + 1) ** more
    return comb(agents, more) * factorial(seats) // alike


def _all(agents: int, seats: int) -> Iterator[Seating]:
    """Every way to seat different agents; if there are too few, each as often as the others, or once more."""
    if agents >= seats:
        yield from permutations(range(agents), seats)
        return
    each, more = divmod(seats, agents)
    for extra in combinations(range(agents), more):
        yield from _arrangements([each + (agent in extra) for agent in range(agents)], seats)


def _arrangements(left: list[int], seats: int) -> Iterator[Seating]:
    if not seats:
        yield ()
        return
    for agent, times in enumerate(left):
        if times:
            left[agent] -= 1
            for rest in _arrangements(left, seats - 1):
                yield (agent, *rest)
            left[agent] += 1


def _rotated(agents: int, seats: int) -> Iterator[Seating]:
    """Every group moved once round the table: each agent equally often in each seat, each two equally often together."""
    for group in combinations(range(agents), seats):
        for turn in range(seats):
            yield group[turn:] + group[:turn]


def cyclic(agents: int, seats: int, times: int) -> list[Seating]:
    """Seatings in which agent k + 1 takes the place of agent k, all round: each agent equally often in each seat.

    Of many such rounds those are taken that let all pairs meet as equally often as possible.
    """
    dice = Random(agents * 8 + seats)  # always the same: a design is no matter of luck
    met = [0] * agents
    """How often two agents so far apart have met."""
    found: list[Seating] = []
    for _ in range(times):
        starts = [_any_start(agents, seats, dice) for _ in range(_CANDIDATES)]
        start = min(starts, key=lambda start: _unevenness(start, met))
        for distance in _distances(start, agents):
            met[distance] += 1
        found += [tuple((agent + step) % agents for agent in start) for step in range(agents)]
    return found


def _any_start(agents: int, seats: int, dice: Random) -> Seating:
    whole, more = divmod(seats, agents)
    start = [*range(agents)] * whole + dice.sample(range(agents), more)
    dice.shuffle(start)
    return tuple(start)


def _distances(start: Seating, agents: int) -> Iterator[int]:
    for one, other in permutations(start, 2):
        if one != other:
            yield (one - other) % agents


def _unevenness(start: Seating, met: list[int]) -> int:
    counts = list(met)
    for distance in _distances(start, len(met)):
        counts[distance] += 1
    return sum(count * count for count in counts)
