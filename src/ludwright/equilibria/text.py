"""An equilibrium as text, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludwright.equilibria.equilibrium_result import Equilibrium, StrategyLine
    from ludwright.equilibria.values import Judgement

SHOWN = 40
"""How many situations are told, if not all are asked for."""
FEW = 8
"""How many dominated options are told."""


def told(found: Equilibrium, judged: tuple[str, Judgement] | None = None, everything: bool = False) -> Iterator[str]:
    """The whole report, line by line."""
    seats = found.game.seats
    goal = (
        "score" if found.goal.name == "score" else "wins (1 for a win, -1 for a loss)" if len(seats) > 1 else "result"
    )
    yield f"{found.game.title}: {len(found.tree):,} positions, {len(found.tree.situations):,} situations to decide in; played for the {goal}"
    yield ""
    for seat, value in zip(seats, found.values, strict=True):
        yield f"  {seat} gets {value:+.4f} on average"
    yield ""
    yield from _how_sure(found)
    if judged is not None:
        yield from _judged(found, *judged)
    yield from _strategy(found, everything)
    yield from _no_good(found)
    if found.tree.faults:
        yield f"{found.tree.faults:,} ways through the game are stopped by a fault: `ludwright simulate` shows which"


def _how_sure(found: Equilibrium) -> Iterator[str]:
    if found.tree.players == 1:
        yield "This is the best result there is, by going through everything."
    elif found.exploitability < 1e-9:
        yield "Nobody gains anything by playing otherwise."
    else:
        yield f"Nobody gains more than {max(r.gain for r in found.learnt.judgement.responses):.2g} by playing otherwise (after {found.rounds:,} rounds of learning)."
    if not found.certain:
        why = "more than two play" if found.tree.players > 2 else "one's gain is not the other's loss"
        yield f"As {why}, there may be other equilibria with other values."


def _judged(found: Equilibrium, who: str, judged: Judgement) -> Iterator[str]:
    yield ""
    yield f"{who}:"
    for seat, value, response in zip(found.game.seats, judged.values, judged.responses, strict=True):
        yield f"  {seat} gets {value:+.4f}, and with the best answer to the others {response.value:+.4f}"
    yield f"  exploitability {judged.exploitability:.4f}"


def _strategy(found: Equilibrium, everything: bool) -> Iterator[str]:
    chosen = sorted(found.tree.situations, key=lambda s: -found.likely[s.number])
    shown = {
        s.number for s in (chosen if everything else chosen[:SHOWN]) if everything or found.likely[s.number] > 1e-4
    }
    for seat, name in enumerate(found.game.seats):
        own = [s for s in found.tree.situations if s.number in shown and s.seat == seat]
        yield ""
        yield f"{name}{'' if own else ': nothing to decide that matters'}"
        yield from _situations(sorted((found.line(s) for s in own), key=lambda line: line.before != "at the start"))
    if len(shown) < len(chosen):
        yield ""
        yield f"These are the {len(shown):,} situations that come up most, of {len(chosen):,}; `--all` tells all."


def _situations(lines: Iterable[StrategyLine]) -> Iterator[str]:
    by_past: dict[str, list[StrategyLine]] = {}
    for line in lines:
        by_past.setdefault(line.before, []).append(line)
    for before, alike in by_past.items():
        yield f"  {before}"
        for doing, same in groupby(
            sorted(alike, key=lambda line: (line.holding, line.doing)), key=lambda line: line.doing
        ):
            holding = " or ".join(line.holding for line in same if line.holding)
            yield f"    with {holding}: {doing}" if holding else f"    {doing}"


def _no_good(found: Equilibrium) -> Iterator[str]:
    seats, telling = found.game.seats, found.telling
    if found.never_used:
        yield ""
        yield "Offered, but never done in this equilibrium:"
        for seat, uses in groupby(found.never_used, key=lambda use: use.seat):
            yield f"  {seats[seat]}: {', '.join(use.words for use in uses)}"
    if found.dominated:
        options = sum(len(s.codes) for s in found.tree.situations)
        yield ""
        yield f"Never worth doing, whatever the others do ({len(found.dominated):,} of {options:,} options):"
        for worse in sorted(found.dominated, key=lambda d: -found.likely[d.situation.number])[:FEW]:
            words = dict(zip(worse.situation.codes, telling.options(worse.situation), strict=True))
            holding = telling.holding(worse.situation)
            where = f"{telling.before(worse.situation)}{f', with {holding}' if holding else ''}"
            how = f"at best {worse.at_best:+g}, {words[worse.by]} brings at least {worse.instead:+g}"
            yield f"  {seats[worse.situation.seat]} {where}: {words[worse.code]} ({how})"
        if len(found.dominated) > FEW:
            yield f"  and {len(found.dominated) - FEW:,} more"
