"""Are larger maps fairer? Conquest on maps of many sizes, drawn at random: ``python -m bench.maps [--maps N] [--games N]``.

Published work on generating maps for this game says so. Here the scripted player plays itself on maps of 6 to 80 lands, once with as many new units
a turn as the rules give, a third of the lands held, and once with three for everybody, which tells whether it is the units that do it.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from rich.console import Console
from rich.progress import track
from scipy.spatial import Delaunay
from scipy.stats import spearmanr

import ludwright
from ludwright import charts

PICTURE = Path(__file__).parents[1] / "docs" / "bench" / "conquest_maps.png"
SIZES = (6, 8, 10, 12, 15, 18, 22, 26, 30, 36, 42, 48, 54, 60, 70, 80)
CONNECTIONS, CONTINENT, BONUS = 1.95, 7, 0.56
"""The measures of the classic map: connections a land, lands a continent, bonus a land of a continent."""
RECRUITS = "held(me).count / 3 rounded up"
RULES = {"a third of the lands": RECRUITS, "always three": "3"}
"""How many units come in a turn, in words and in the language."""


@dataclass(frozen=True)
class Played:
    """One map under one rule: how many games each seat won, and how many turns their wars took."""

    lands: int
    units: str
    games: int
    first: int
    second: int
    turns: float


def draw_map(lands: int, seed: int) -> dict[str, Any]:
    """A connected map that can be drawn without crossings, in the measures of the classic one."""
    dice = np.random.default_rng([lands, seed])
    roads = connections(dice.random((lands, 2)), dice)
    home = continents(lands, roads, dice)
    names = [f"Land {land + 1}" for land in range(lands)]
    found = {}
    for continent in sorted(set(home)):
        members = [name for name, its in zip(names, home, strict=True) if its == continent]
        bonus = max(1, round(BONUS * len(members)) + int(dice.integers(-1, 2)))
        found[f"Continent {continent + 1}"] = {"bonus": bonus, "lands": members}
    return {"lands": names, "connections": [[names[a], names[b]] for a, b in roads], "continents": found}


def connections(points: Any, dice: np.random.Generator) -> list[tuple[int, int]]:
    """A spanning tree of the shortest edges of a triangulation, and as many of the others as the classic map has."""
    corners = Delaunay(points).simplices
    edges = {(min(a, b), max(a, b)) for one in corners.tolist() for a in one for b in one if a != b}
    ordered = sorted(edges, key=lambda edge: float(np.linalg.norm(points[edge[0]] - points[edge[1]])))
    part = list(range(len(points)))
    tree: list[tuple[int, int]] = []
    others: list[tuple[int, int]] = []
    for a, b in ordered:
        (others if part[a] == part[b] else tree).append((a, b))
        old, new = part[a], part[b]
        part = [new if its == old else its for its in part]
    more = dice.permutation(len(others))[: max(0, round(CONNECTIONS * len(points)) - len(tree))]
    return tree + [others[place] for place in more]


def continents(lands: int, roads: list[tuple[int, int]], dice: np.random.Generator) -> list[int]:
    """The continent of every land: they grow from single lands, a neighbour at a time."""
    many = max(2, round(lands / CONTINENT))
    home = dict(zip(dice.choice(lands, many, replace=False).tolist(), range(many), strict=True))
    while len(home) < lands:
        border = [(b, home[a]) for one in roads for a, b in (one, one[::-1]) if a in home and b not in home]
        land, continent = border[int(dice.integers(len(border)))]
        home[land] = continent
    return [home[land] for land in range(lands)]


def play(sizes: tuple[int, ...], maps: int, games: int) -> Iterator[Played]:
    """Every map under both rules, played by the scripted player on both sides with the same seeds."""
    [bundled] = [game for game in ludwright.bundled_games() if game.name == "conquest"]
    text = bundled.path.read_text(encoding="utf-8")
    assert RECRUITS in text, "the game's text has changed: say here how units are counted now"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for lands in track(sizes, "playing"):
            for seed in range(maps):
                (folder / "map.json").write_text(json.dumps(draw_map(lands, seed)), encoding="utf-8")
                for words, units in RULES.items():
                    file = folder / "war.game"
                    file.write_text(text.replace("world.json", "map.json").replace(RECRUITS, units), encoding="utf-8")
                    result = ludwright.simulate(ludwright.load(file), games, agents="thesis", seed=seed)
                    first, second = result.wins
                    yield Played(lands, words, games, first, second, result.turns.mean - lands)  # a turn to claim each


def frame(played: list[Played]) -> pl.DataFrame:
    """The share of the first seat among decided games, a row a map."""
    return pl.DataFrame([asdict(one) for one in played]).with_columns(
        share=pl.col("first") / (pl.col("first") + pl.col("second"))
    )


def main() -> None:
    """Play, draw, and say how far size and fairness go together."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--maps", type=int, default=5, help="maps of each size")
    asked.add_argument("--games", type=int, default=1000, help="games on each map")
    said = asked.parse_args()
    found = frame(list(play(SIZES, said.maps, said.games)))
    chart = charts.draw(
        found, "scatter", x="lands", y="share", colour="units", shares=True, title="Conquest: does the first to move win?",
        x_title="lands on the map", y_title="games won by the first", colour_title="new units a turn",
        note=f"{found.height // len(RULES)} maps drawn at random, {said.games:,} games each by the scripted player",
    )  # fmt: skip
    chart.save(PICTURE)
    out = Console()
    for (words,), rows in found.group_by("units", maintain_order=True):
        way = spearmanr(rows["lands"], rows["share"])
        small, large = (
            float(np.mean(rows.filter(which)["share"].to_numpy()))
            for which in (pl.col("lands") <= 10, pl.col("lands") >= 60)
        )
        out.print(
            f"{words}: the first wins {small:.1%} on up to 10 lands, {large:.1%} from 60 on; "
            f"rank correlation {way.statistic:+.2f} (p = {way.pvalue:.1g})"
        )


if __name__ == "__main__":
    main()
