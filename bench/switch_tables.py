"""The tables of :mod:`bench.switches`: means with intervals, differences from the plain search on the same seeds, play-outs needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import mean, stdev

from scipy.stats import binom, t

from bench.switches import LADDER, PLAIN, PLANS, SWITCHES, WANTED, Results, Switch

DECISIONS = 120
"""So many decisions a full game of Simple Coins has."""
BEST = 2400


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean and how far the truth may lie off it, with 95% confidence."""
    if len(values) < 2:
        return mean(values), float("nan")
    return mean(values), float(t.ppf(0.975, len(values) - 1)) * stdev(values) / sqrt(len(values))


def differences(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """Seed by seed, as far as both were played."""
    return [a - b for a, b in zip(one, other, strict=False)]


def median_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The median, and between which of the values in order the true one lies, with at least 95% confidence if there are six or more."""
    ordered = sorted(values)
    outside = max(0, int(binom.ppf(0.025, len(ordered), 0.5)) - 1)
    return ordered[len(ordered) // 2], ordered[outside], ordered[-1 - outside]


def _cell(found: dict[str, list[float]], beside: dict[str, list[float]], budget: int, plain: bool) -> list[str]:
    values = found.get(str(budget))
    if values is None:
        return ["", ""]
    middle, off = interval(values)
    here = f"{middle:.3f} ± {off:.3f}"
    base = beside.get(str(budget))
    if plain or base is None:
        return [here, ""]
    gain, off = interval(differences(values, base))
    sure = "**" if abs(gain) > off else ""
    return [here, f"{sure}{gain:+.3f} ± {off:.3f}{sure}"]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def table(results: Results, budgets: Sequence[int], unit: str) -> Iterator[str]:
    """One table: a row for every variant."""
    yield _row(["variant", "agent", *(cell for n in budgets for cell in (f"{n:,} {unit}", "difference"))])
    yield _row(["---", "---", *["---:"] * (2 * len(budgets))])
    for switch in SWITCHES:
        found = results.get(switch.name)
        if found:
            beside = results.get(switch.beside, {})
            cells = [cell for n in budgets for cell in _cell(found, beside, n, switch.name == PLAIN)]
            name = switch.name if switch.beside == PLAIN else f"{switch.name} (beside {switch.beside})"
            yield _row([name, f"`{switch.text.replace('{n}', 'N').replace('{root}', '√N')}`", *cells])


def _needed(found: dict[str, list[float]], wanted: float, switch: Switch) -> str:
    """From which budget on each seed reached it first; half of the seeds decide."""
    most = max(int(budget) for budget in found)
    seeds = len(next(iter(found.values())))
    needs: list[float] = []
    for seed in range(seeds):
        reached = [int(budget) for budget, results in found.items() if results[seed] >= wanted - 1e-9]
        needs.append(min(reached) * DECISIONS if reached else float("inf"))
    middle, low, high = median_interval(needs)
    if middle == float("inf"):
        ever = sum(need < float("inf") for need in needs)
        return f"not within {most * DECISIONS:,}" + (f" ({ever} of {seeds} seeds)" if ever else "")
    return f"{middle:,.0f} ({low:,.0f} to {f'{high:,.0f}' if high < float('inf') else 'more'})"


def need_table(results: Results) -> Iterator[str]:
    """How many play-outs a game each variant needs."""
    yield _row(["variant", *(f"{share * BEST:,.0f} coins" for share in WANTED)])
    yield _row(["---", *["---:"] * len(WANTED)])
    for switch in SWITCHES:
        found = results.get(switch.name)
        if found:
            yield _row([switch.name, *(_needed(found, wanted, switch) for wanted in WANTED)])


def pages(kept: dict[str, Results]) -> str:
    """All tables as Markdown."""
    lines: list[str] = []
    for plan in PLANS:
        for measure, budgets, unit in (("whole", plan.whole, "a decision"), ("once", plan.once, "in one search")):
            results = kept.get(f"{plan.game} {measure}")
            if results:
                lines += ["", f"### {plan.game}, {measure}", "", *table(results, list(budgets), unit)]
    if "need" in kept:
        lines += ["", f"### play-outs needed, budgets from {LADDER[0]} to {LADDER[-1]} a decision", ""]
        lines += need_table(kept["need"])
    return "\n".join(lines)
