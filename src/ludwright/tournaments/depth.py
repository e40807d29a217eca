"""How deep a game is, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludwright.spelling import percent
from ludwright.tournaments.words import number, whole

if TYPE_CHECKING:
    from ludwright.tournaments.ladder import Ladder
    from ludwright.tournaments.rungs import Rung


def sentences(ladder: Ladder) -> list[str]:
    """All that can be said."""
    return [*_playing(ladder), *_depth(ladder), *_growth(ladder)]


def _playing(ladder: Ladder) -> Iterator[str]:
    if ladder.interrupted:
        yield f"It was interrupted after {ladder.games:,} games."
    if ladder.faulted:
        yield f"{'1 game was' if ladder.faulted == 1 else f'{ladder.faulted:,} games were'} stopped by a fault and counted for nobody."


def _depth(ladder: Ladder) -> Iterator[str]:
    if not ladder.rungs:
        yield "No rung came to its end, so nothing can be said."
        return
    top, highest = ladder.top, ladder.rungs[-1].budget
    if ladder.idle:
        yield "Thinking does not help: nobody ever chooses anything in this game, it is pure luck."
    elif all(rung.share.level == rung.share.games for rung in ladder.rungs):
        alike = "brought the same score" if ladder.common else "was drawn"
        yield f"Every game {alike}, so nothing can be said: begin with more thought (--start), or look at the rules."
    elif top is None and ladder.ended:
        yield (
            f"Thinking does not help: neither {ladder.rungs[0].agent} against a random player nor twice the thought surely "
            f"wins more. {_not_more(ladder.rungs[-1], ladder.common)}"
        )
    elif top is None:
        yield f"No gain is shown so far, up to {highest:,} play-outs."
    elif ladder.ended:
        helps = "no longer helps" if ladder.firm else "doesn't seem to help"
        unsure = "" if ladder.firm else " More games (--games) would tell."
        yield f"Thinking longer than {top:,} play-outs {helps}. {_not_more(ladder.rungs[-1], ladder.common)}{unsure}"
    elif top == highest:
        end = "was interrupted" if ladder.interrupted else "ends"
        yield f"Thinking still helps at {top:,} play-outs, where the ladder {end}: the game is deeper than that."
    else:
        yield f"Thinking helps up to {top:,} play-outs; that {highest:,} help more is not shown, but one rung proves little."


def _not_more(rung: Rung, common: bool) -> str:
    """What the last rung rules out."""
    if rung.harms:
        return "Doubling it once more even does harm."
    high = rung.verdict.high
    return (
        f"Doubling it once more brings {number(high)} at most."
        if common
        else f"Whoever thinks twice as long wins {percent(high)} of the points at most."
    )


def _growth(ladder: Ladder) -> Iterator[str]:
    if ladder.top is None:
        return
    shown = number if ladder.common else whole
    unit = "points" if ladder.common else "Elo"
    value, low, high = ladder.total
    steps = "one step" if ladder.gained == 1 else f"{ladder.gained} steps"
    yield (
        f"From a random player to {ladder.top:,} play-outs, in {steps}, thinking brings {shown(value)} {unit} ({shown(low)} to "
        f"{shown(high)})."
    )
    if ladder.per_doubling is not None:
        value, low, high = ladder.per_doubling
        yield f"Each doubling from {ladder.start:,} on brings {shown(value)} {unit} ({shown(low)} to {shown(high)})."
    worse = [rung for rung in ladder.rungs if rung.harms]
    if worse:
        yield f"Strange: {worse[0].agent} is worse than {worse[0].below}."
