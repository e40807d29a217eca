"""Single steps from Python: ours and OpenSpiel's, in turns.

Each row is one thing that programs do with a game in progress: play random games step by step, copy a position, look at it as a seat sees
it: the plain numbers (``seen``; theirs come as a list), and the same with names and legal answers (``observe``). What is measured is the time of the processor. A step of theirs may be one of chance, which ours takes along with the answer before.

``python -m bench.stepping`` measures this alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from statistics import median
from time import process_time
from typing import Any

import pyspiel
from rich.console import Console
from rich.table import Table

import ludwright
from bench.games import SHARED, Shared
from bench.theirs import step_by_chance

STEPPED = [shared for shared in SHARED if shared.ours in ("tic_tac_toe", "connect_four", "kuhn_poker", "hearts")]
WAYS = ("step", "copy", "seen", "observe")


@dataclass(frozen=True)
class SteppingRow:
    """One way to use one game: microseconds of both, and how many times as long ours takes."""

    game: str
    way: str
    ours: float
    theirs: float
    ratio: float


def _our_steps(game: Any, chooser: random.Random, steps: int) -> None:
    seeds = count(1)
    match = game.start(seed=next(seeds))
    for _ in range(steps):
        if match.over:
            match = game.start(seed=next(seeds))
        match.apply(chooser.choice(match.codes()))


def _their_steps(game: Any, chooser: random.Random, steps: int) -> None:
    state = game.new_initial_state()
    while steps:
        if state.is_terminal():
            state = game.new_initial_state()
        if state.is_chance_node():
            step_by_chance(state, chooser)
        else:
            state.apply_action(chooser.choice(state.legal_actions()))
            steps -= 1


def _again(call: Callable[[], Any], times: int) -> None:
    for _ in range(times):
        call()


def _dealt(game: Any) -> Any:
    """Their first position in which a player acts."""
    state, chooser = game.new_initial_state(), random.Random(1)
    while state.is_chance_node():
        step_by_chance(state, chooser)
    return state


def _sight(game: Any, state: Any) -> Callable[[], Any]:
    """What their players are shown as numbers."""
    kind = game.get_type()
    seen = state.observation_tensor if kind.provides_observation_tensor else state.information_state_tensor
    return partial(seen, state.current_player())


def compare_stepping(shared: Shared, times: int, slices: int) -> list[SteppingRow]:
    """Measure one game in all ways, in turns."""
    game = ludwright.load(shared.ours, params=shared.params, ask_forced=True)
    their_game = pyspiel.load_game(shared.theirs)
    match, state, chooser = game.start(seed=1), _dealt(their_game), random.Random(1)
    seat, theirs = match.actor or 0, partial(_again, _sight(their_game, state))
    pairs: dict[str, tuple[Callable[[int], None], Callable[[int], None]]] = {
        "step": (partial(_our_steps, game, chooser), partial(_their_steps, their_game, chooser)),
        "copy": (partial(_again, match.copy), partial(_again, state.clone)),
        "seen": (partial(_again, partial(match.seen, seat)), theirs),
        "observe": (partial(_again, partial(match.observe, seat)), theirs),
    }
    return [_compared(shared.ours, way, *pairs[way], times, slices) for way in WAYS]


def _compared(
    game: str, way: str, ours: Callable[[int], None], theirs: Callable[[int], None], times: int, slices: int
) -> SteppingRow:
    spent: list[tuple[float, float]] = []
    ours(10)
    theirs(10)
    for _ in range(slices):
        begin = process_time()
        ours(times)
        between = process_time()
        theirs(times)
        spent.append((1e6 * (between - begin) / times, 1e6 * (process_time() - between) / times))
    ratio = median(a / b for a, b in spent)
    return SteppingRow(game, way, median(a for a, _ in spent), median(b for _, b in spent), ratio)


def stepping_table(rows: list[SteppingRow]) -> Table:
    """What one call, or one step with its choice, takes."""
    table = Table(title="Stepped from Python: processor time", title_justify="left")
    for heading in ("game", "what", "ours", "OpenSpiel", "ratio of times"):
        table.add_column(heading, justify="left" if heading in ("game", "what") else "right")
    for row in rows:
        table.add_row(row.game, row.way, f"{row.ours:.2f} µs", f"{row.theirs:.2f} µs", f"{row.ratio:.1f}")
    return table


if __name__ == "__main__":
    Console().print(stepping_table([row for shared in STEPPED for row in compare_stepping(shared, 2_000, 5)]))
