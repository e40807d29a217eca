"""Ten games of different kinds with a planted fault: the fix is never larger than undoing it, and holds on fresh seeds.

What is wished is what the game was before: its own figure, some percent up and down.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

import ludwright
from ludwright.balancing.knobs import find_knobs
from ludwright.balancing.versions import lay_out
from ludwright.game import described

ROOM, POINTS = 0.06, 0.05
"""A range is so much of the figure wide to each side; of a share, so many points."""


@dataclass(frozen=True)
class Plant:
    """A fault, as lines of a variant."""

    game: str
    lines: str
    figure: str
    agent: str
    undone: tuple[str, int] | None
    """The knob that undoes it; None where that takes more than a knob's turn."""
    players: int = 2


PLANTS = (
    Plant("pig", "change goal = 200", "turns", "hold at 20", ("goal", 100)),
    Plant("pig", "setup\n  players[1].points += 30", "first player wins", "hold at 20", ("setup.1", 0)),
    Plant("harbour_town", "change Gold.cost = 1", "turns", "big money", ("Gold.cost", 6)),
    Plant("six_takes", "change goal = 132", "turns", "close fit", ("goal", 66)),
    Plant("letters", "change goal = 4", "turns", "reader", ("goal", 7)),
    Plant("fireworks", "change lives = 1", "scores", "conventions", ("lives", 3)),
    Plant("cant_stop", "change columns_to_win = 5", "turns", "prudent", ("columns_to_win", 3)),
    Plant("crazy_eights", "change hand_size = 5", "turns", "matcher", ("hand_size", 7)),
    Plant("island", "change goal = 14", "turns", "settler", ("goal", 10), 3),
    Plant("expeditions", "change cost = 40", "scores", "surveyor", ("cost", 20)),
)


def wished(plant: Plant, folder: Path, games: int = 2_000) -> tuple[str, float, float]:
    """The sentence, and the ends of its range."""
    found = ludwright.expect(
        plant.game, f"{plant.figure} at least {'1%' if 'wins' in plant.figure else '-1000'}", agents=plant.agent, games=games, seed=9,
        players=plant.players, threads=1,
    )  # fmt: skip
    value = found.verdicts[0].value
    assert value is not None
    if found.verdicts[0].percent:
        low, high = value - POINTS, value + POINTS
        return f"{plant.figure} {100 * low:.1f}..{100 * high:.1f}%", low, high
    low, high = value - ROOM * abs(value), value + ROOM * abs(value)
    return f"{plant.figure} {low:.3f}..{high:.3f}", low, high


@pytest.mark.slow
@pytest.mark.parametrize("plant", PLANTS, ids=lambda one: f"{one.game}: {one.lines.splitlines()[-1].strip()}")
def test_a_planted_fault_is_mended_by_no_more_than_undoing_it(plant: Plant, tmp_path: Path) -> None:
    lay_out(described(plant.game), tmp_path)
    faulty = tmp_path / "faulty.game"
    faulty.write_text(f'variant "Faulty" of "{plant.game}.game"\n{plant.lines}\n')
    sentence, low, high = wished(plant, tmp_path)
    found = ludwright.balance(
        faulty, [sentence], agents=plant.agent, players=plant.players, games=60_000, threads=1, out=tmp_path / "out"
    )  # fmt: skip
    assert found.versions, found.sentence
    best = found.versions[0]
    if plant.undone is not None:
        knob = find_knobs(described(faulty), (plant.players,), {})[plant.undone[0]]
        assert len(best.version.changes) == 1 and best.size <= knob.size(plant.undone[1]) + 1e-9, found.sentence
    again = ludwright.expect(
        str(best.file), sentence, agents=plant.agent, players=plant.players, games=3_000, seed=4_321, threads=1
    )
    value = again.verdicts[0].value
    assert value is not None and low - 0.02 * abs(low) <= value <= high + 0.02 * abs(high), (found.sentence, value)
