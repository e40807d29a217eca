"""The published search switch by switch, at its own budgets: ``python -m bench.published_search``; with ``--table`` what was measured, as a table.

Simple Coins, one search for each goal (unless said), followed to its end. Every variant plays the same seeds and is compared with the plain one seed by seed. Results are
kept in ``bench/results/published_search.json`` as they come in: it can be interrupted, and gone on with.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ludwright
from bench.switch_tables import differences, interval

KEPT = Path(__file__).parent / "results" / "published_search.json"
BEST, GOALS = 2400, 4
PLAIN = "plain"
Results = dict[str, dict[str, list[float]]]


@dataclass(frozen=True)
class Variant:
    """One way to search: the experiment it belongs to, its settings, and what is changed in the game's text."""

    experiment: str
    name: str
    settings: str = ""
    changes: tuple[str, str] = ("", "")
    subgoals: bool = True
    kind: str = "spmcts"
    most: int = 400_000
    """The largest budget it is tried with."""

    def agent(self, runs: int) -> str:
        """The player, for so many runs in all."""
        goals = f"{runs // GOALS},once=yes,subgoals=yes" if self.subgoals else f"{runs},once=yes"
        return f"{self.kind}:{goals}{',' if self.settings else ''}{self.settings}"

    def game(self) -> ludwright.Game:
        """Simple Coins, or what the variant makes of it."""
        from ludwright.game import bundled_path

        path = bundled_path("simple_coins")
        assert path is not None
        old, new = self.changes
        text = path.read_text("utf-8")
        assert old in text
        return ludwright.load_text(text.replace(old, new))


_RANGE, _GROUPS = "in 0..2400", "group earn 0.9, leave 0.1"
VARIANTS = [
    Variant("", PLAIN),
    *(Variant("C", f"c = {c:g}", f"c={c:g}") for c in (0.02, 0.05, 0.2, 0.5, 1)),
    *(Variant("1 limits", f"range of the result × {n}", changes=(_RANGE, f"in 0..{2400 * n}")) for n in (2, 4, 8)),
    Variant("3 subgoals", "one search of four sessions", subgoals=False),
    *(Variant("4 formulas", f"formula {name}", f"formula={name}") for name in ("tuned", "tuned2", "sp")),
    *(Variant("5 best result", f"weight {w:g}", f"best={w:g}") for w in (0.2, 0.4, 0.6, 0.8, 1)),
    Variant("6 non-tree", "non-tree", "anywhere=10000", most=40_000),
    Variant("6 non-tree", "non-tree, best path", "anywhere=10000,bestpath=yes", most=40_000),
    Variant("7 equal states", "equal states dropped", "equal=drop"),
    *(Variant("7 equal states", f"equal states dropped, c = {c:g}", f"equal=drop,c={c:g}") for c in (0.02, 1)),
    *(Variant("8 widening", f"widening from {n}", f"widen={n}") for n in (1, 2, 5, 10)),
    *(Variant("9 level limit", f"level limit × {n:g}", f"level={n:g}") for n in (0.5, 1, 2, 4)),
    Variant("10 best path", "best path added", "bestpath=yes"),
    Variant("11 groups", "no groups", "playout=random"),
    *(Variant("11 groups", f"leave {n:g}", changes=(_GROUPS, f"group earn {1 - n:g}, leave {n:g}")) for n in (0.01, 0.2, 0.5)),
    Variant("16 two searches", "two searches of half the runs", "searches=2"),
    Variant("16 two searches", "four searches of a quarter", "searches=4"),
    Variant("17 nested", "nested, textbook", "follow=no", subgoals=False, kind="nested"),
    Variant("17 nested", "nested", subgoals=False, kind="nested"),
]  # fmt: skip
BUDGETS = {4_000: 20, 40_000: 20, 400_000: 8}
"""Runs in all, and how many seeds."""


def results_of(variant: Variant, runs: int, seeds: int) -> list[float]:
    """The coins of whole games, one for each seed."""
    games = ludwright.simulate(variant.game(), seeds, agents=variant.agent(runs), seed=1, threads=1, keep=True)
    assert games.returns is not None
    old, new = variant.changes
    most = int(new.split("..")[1]) if old == _RANGE else BEST
    return [most * float(value) for value in games.returns[:, 0]]


def measure(budgets: dict[int, int]) -> Results:
    """Whatever was not measured before."""
    found: Results = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    for runs, seeds in budgets.items():
        for variant in VARIANTS:
            known = found.setdefault(variant.name, {})
            if runs <= variant.most and len(known.get(str(runs), [])) < seeds:
                known[str(runs)] = results_of(variant, runs, seeds)
                KEPT.write_text(json.dumps(found, indent=1) + "\n")
                print(f"{variant.name}, {runs:,}: {sum(known[str(runs)]) / seeds:,.0f}", flush=True)
    return found


def table(found: Results, budgets: Sequence[int]) -> list[str]:
    """A row for each variant, with differences from the plain search."""
    head = ["experiment", "variant", *(cell for n in budgets for cell in (f"{n:,} runs", "difference"))]
    rows = [head, ["---", "---", *["---:"] * (2 * len(budgets))]]
    for variant in VARIANTS:
        cells: list[str] = []
        for runs in budgets:
            own, plain = (found.get(name, {}).get(str(runs), []) for name in (variant.name, PLAIN))
            cells += _cells(own, plain, variant.name == PLAIN)
        rows.append([variant.experiment, variant.name, *cells])
    return [f"| {' | '.join(row)} |" for row in rows]


def _cells(own: Sequence[float], plain: Sequence[float], is_plain: bool) -> list[str]:
    if not own:
        return ["", ""]
    middle, off = interval(own)
    here = f"{middle:,.0f} ± {off:.0f}"
    if is_plain or not plain:
        return [here, ""]
    gain, off = interval(differences(own, plain))
    sure = "**" if abs(gain) > off else ""
    return [here, f"{sure}{gain:+,.0f} ± {off:.0f}{sure}".replace("-", "−")]


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--table", action="store_true", help="print what was measured")
    options.add_argument("--budgets", type=int, nargs="+", default=list(BUDGETS))
    given: Any = options.parse_args()
    budgets = {runs: BUDGETS.get(runs, 8) for runs in given.budgets}
    found = json.loads(KEPT.read_text()) if given.table else measure(budgets)
    print("\n".join(table(found, list(budgets))))


if __name__ == "__main__":
    main()
