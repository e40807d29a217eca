"""Faults planted in ten games of different kinds, and what `balance` does about them: ``python -m bench.planted_faults [GAME …] [--games N]``.

What is wished is what the game was before: its own figure, some percent up and down. Told is what was changed, whether it is more than undoing the
plant, whether it holds on fresh deals, and how long it took.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

import ludwright
from ludwright.balancing.knobs import find_knobs
from ludwright.balancing.result import Balance
from ludwright.balancing.versions import lay_out
from ludwright.game import described

ROOM, POINTS = 0.06, 0.05
"""A range is so much of the figure wide to each side; of a share, so many points."""
GAMES = 40_000
_RUNAWAY = """param lead_bonus = 16 in 0..40
turn
  if must_throw: throw
  any number of throw while not stop_at_goal or my points + pot < goal
  my points += pot
  if my points > opponent.points: my points += lead_bonus"""


@dataclass(frozen=True)
class Plant:
    """A fault, as lines of a variant."""

    what: str
    game: str
    lines: str
    figure: str
    agent: str
    knob: str
    """The one that undoes it, and what it was."""
    before: int
    players: int = 2


PLANTS = (
    Plant("runaway leader", "pig", _RUNAWAY, "leader at turn 4 loses in", "hold at 20", "lead_bonus", 0),
    Plant("seat bonus", "hamlet", "setup: players[1].coins += 12", "first player wins", "builder", "setup.1", 0),
    Plant("overpowered card", "harbour_town", "change Gold.cost = 1", "turns", "big money", "Gold.cost", 6),
    Plant("twice as long, simultaneous", "six_takes", "change goal = 132", "turns", "close fit", "goal", 66),
    Plant("over too early, hidden cards", "letters", "change goal = 5", "turns", "reader", "goal", 7),
    Plant("too hard for a team", "fireworks", "change hints = 1", "scores", "conventions", "hints", 8),
    Plant("twice as long, dice", "cant_stop", "change columns_to_win = 5", "turns", "prudent", "columns_to_win", 3),
    Plant("smaller hands, hidden cards", "crazy_eights", "change hand_size = 5", "turns", "matcher", "hand_size", 7),
    Plant("half as long again, trade", "island", "change goal = 14", "turns", "settler", "goal", 10, 3),
    Plant("useless action", "expeditions", "change cost = 40", "scores", "surveyor", "cost", 20),
)  # fmt: skip


def planted(plant: Plant, folder: Path) -> Path:
    """The game with its fault, as a variant beside a copy of it."""
    lay_out(described(plant.game), folder)
    faulty = folder / "faulty.game"
    faulty.write_text(f'variant "Faulty" of "{plant.game}.game"\n{plant.lines}\n')
    return faulty


def wished(plant: Plant, games: int = 2_000) -> tuple[str, float, float]:
    """The sentence, and the ends of its range."""
    share = "wins" in plant.figure or plant.figure.endswith(" in")
    sentence = (
        f"{plant.figure} at least {'1%' if share else '-1000'}{' of games' if plant.figure.endswith(' in') else ''}"
    )
    found = ludwright.expect(
        plant.game, sentence, agents=plant.agent, games=games, seed=9, players=plant.players, threads=1
    )
    value = found.verdicts[0].value
    assert value is not None
    room = POINTS if share else ROOM * abs(value)
    low, high = value - room, value + room
    if not share:
        return f"{plant.figure} {low:.3f}..{high:.3f}", low, high
    of_games = " of games" if plant.figure.endswith(" in") else ""
    return f"{plant.figure} {100 * low:.1f}..{100 * high:.1f}%{of_games}", low, high


@dataclass(frozen=True)
class Mended:
    """What came of it."""

    found: Balance
    wish: str
    undone: float
    """The size of undoing the plant."""
    fresh: float | None
    """The figure on deals that no search has seen."""
    holds: bool

    @property
    def small(self) -> bool:
        """Whether it is no more than undoing the plant."""
        best = self.found.versions[0]
        return len(best.version.changes) == 1 and best.size <= self.undone + 1e-9


def mended(plant: Plant, folder: Path, games: int = GAMES, fresh: int = 3_000) -> Mended:
    """Look for a fix, and play the best once more on deals of its own."""
    faulty = planted(plant, folder)
    sentence, low, high = wished(plant)
    found = ludwright.balance(
        faulty, [sentence], agents=plant.agent, players=plant.players, games=games, threads=1, out=folder / "out"
    )
    knob = find_knobs(described(faulty), (plant.players,), {})[plant.knob]
    value = None
    if found.versions:
        again = ludwright.expect(
            str(found.versions[0].file),
            sentence,
            agents=plant.agent,
            players=plant.players,
            games=fresh,
            seed=4_321,
            threads=1,
        )
        value = again.verdicts[0].value
    slack = 0.01 if sentence.endswith(("%", "games")) else 0.02 * abs(low)  # fresh games have a spread of their own
    holds = value is not None and low - slack <= value <= high + slack
    return Mended(found, sentence, knob.size(plant.before), value, holds)


def main() -> None:
    """Plant, look, tell."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("only", nargs="*", metavar="GAME")
    asked.add_argument("--games", type=int, default=GAMES)
    said = asked.parse_args()
    out = Console(highlight=False, width=170)
    for plant in PLANTS:
        if said.only and plant.game not in said.only:
            continue
        began = time.process_time()
        with TemporaryDirectory() as place:
            one = mended(plant, Path(place), said.games)
            spent = time.process_time() - began
            state = (
                f"no larger than undoing it: {one.small}; holds: {one.holds} ({one.fresh:.3f})"
                if one.found.versions
                else "NOT MENDED"
            )
            out.print(
                f"{plant.game}, {plant.what}: `{one.wish}`; {state}; {one.found.games:,} games, {spent:.0f} s of processor time"
            )
            out.print(f"   {one.found.sentence}")


if __name__ == "__main__":
    main()
