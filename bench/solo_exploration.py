"""How much `mcts` should explore in games for one: ``python -m bench.solo_exploration``.

Every setting of `c` plays the same seeds; results are compared with the largest `c` one by one. They are kept in ``bench/results/solo_exploration.json`` as they come in.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

import ludwright
from bench.switch_tables import differences, interval
from bench.township import until

KEPT = Path(__file__).parent / "results" / "solo_exploration.json"
SETTINGS = (0.7, 0.2, 0.1, 0.05, 0.02)
GAMES: dict[str, Callable[[], ludwright.Game]] = {
    "Simple Coins": lambda: ludwright.load("simple_coins"),
    "Homestead, commuter": lambda: ludwright.load("homestead").under("commuter"),
    "Township, one session": lambda: until(1),
    "Yacht for one": lambda: ludwright.load("yacht", players=1),
}
PLANS = {
    "Simple Coins": [("mcts:30", 12), ("mcts:300", 12), ("mcts:3000,subgoals=yes", 4)],
    "Homestead, commuter": [("mcts:30", 12), ("mcts:300", 8)],
    "Township, one session": [("mcts:300", 12), ("mcts:3000", 8)],
    "Yacht for one": [("mcts:30", 40), ("mcts:300", 20)],
}
Kept = dict[str, list[float]]


def measure(title: str, agent: str, c: float, seeds: int, kept: Kept) -> list[float]:
    """Results of whole games, as far as they are not known yet."""
    key = f"{title}|{agent}|{c:g}"
    if len(kept.get(key, [])) < seeds:
        games = ludwright.simulate(GAMES[title](), seeds, agents=f"{agent},c={c:g}", seed=1, threads=1, keep=True)
        assert games.returns is not None
        kept[key] = [float(value) for value in games.returns[:, 0]]
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps(kept, indent=1) + "\n")
    return kept[key]


def table(kept: Kept) -> list[str]:
    """A row for every game and budget, a column for every setting; what surely differs from the first is bold."""
    rows = [["game", "player", *(f"c = {c:g}" for c in SETTINGS)], ["---", "---", *["---:"] * len(SETTINGS)]]
    for title, plans in PLANS.items():
        for agent, _ in plans:
            cells, first = [], kept.get(f"{title}|{agent}|{SETTINGS[0]:g}", [])
            for c in SETTINGS:
                values = kept.get(f"{title}|{agent}|{c:g}", [])
                cells.append(_cell(values, first) if values else "")
            rows.append([title, f"`{agent}`", *cells])
    return [f"| {' | '.join(row)} |" for row in rows]


def _cell(values: list[float], first: list[float]) -> str:
    middle, off = interval(values)
    digits = 1 if middle > 10 else 3
    said = f"{middle:.{digits}f} ± {off:.{digits}f}"
    if values is first or not first:
        return said
    gain, doubt = interval(differences(values, first))
    return f"**{said}**" if abs(gain) > doubt else said


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--table", action="store_true", help="print what was measured")
    given = options.parse_args()
    kept: Kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    if not given.table:
        for title, plans in PLANS.items():
            for agent, seeds in plans:
                for c in SETTINGS:
                    values = measure(title, agent, c, seeds, kept)
                    print(f"{title}, {agent}, c = {c:g}: {sum(values) / len(values):.3f}", flush=True)
    print(*table(kept), sep="\n")


if __name__ == "__main__":
    main()
