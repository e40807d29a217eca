"""What a simulation found, in rows and sentences: who won how much, how long games were, what stopped some of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludwright.display import Block, FinePrint, TextTable, Title
from ludwright.statistics import wilson

if TYPE_CHECKING:
    from ludwright.play.simulate import SimulationResult
    from ludwright.play.tally import Lengths, Results


@dataclass(frozen=True)
class ResultRow:
    """What one seat won."""

    name: str
    won: int
    shared: int
    """Of the games it won, those it shared."""
    share: float
    interval: tuple[float, float]


def blocks(result: SimulationResult) -> Iterator[Block]:
    """All of it, for notebooks and for `print`."""
    players = "1 player" if len(result.seats) == 1 else f"{len(result.seats)} players"
    kind = "random " if at_random(result) else ""
    title = f"{result.title}: " if result.title else ""
    stopped = f" (interrupted; {result.asked:,} were asked for)" if result.interrupted else ""
    yield Title(f"{title}{result.games:,} {kind}games, {players}, seed {result.seed}{stopped}")
    if result.finished:
        told = score(result)
        if told:
            yield from told
        else:
            yield _table(result)
            yield from not_won(result)
        yield length_words(result)
    for fault in result.faults:
        games = "1 game" if fault.games == 1 else f"{fault.games:,} games"
        yield f"Fault: {fault.words} ({games} of {result.games:,}, such as game {fault.examples[0]})"
    if result.seconds > 0:
        yield FinePrint(f"{result.games_per_second:,.0f} games a second, {result.seconds:.2f} s")


def _table(result: SimulationResult) -> TextTable:
    found = rows(result)
    shared = ["shared"] if any(row.shared for row in found) else []
    return TextTable(
        ["seat", "won", *shared, "share", "95% interval"],
        [
            [row.name, f"{row.won:,}", *([f"{row.shared:,}"] if shared else []), f"{row.share:.1%}", span(row)]
            for row in found
        ],
    )


def span(row: ResultRow) -> str:
    """Where the true share lies."""
    low, high = row.interval
    return f"{low:.1%} to {high:.1%}"


def rows(result: SimulationResult) -> list[ResultRow]:
    """Who won how many games and which share of all, seat by seat; in one row where all win and lose together."""
    if result.cooperative:
        won = result.wins[0]
        return [ResultRow("all together", won, 0, won / result.finished, wilson(won, result.finished))]
    return [
        ResultRow(name, result.wins[seat], result.shared[seat], result.win_share(seat), result.win_interval(seat))
        for seat, name in enumerate(names(result))
    ]


def not_won(result: SimulationResult) -> list[str]:
    """How many games were drawn, lost or won by several, and how these count."""

    def part(games: int) -> str:
        return f"{games:,} of {result.finished:,} games ({games / result.finished:.1%})"

    alike = ("", "") if result.cooperative else (", each winner having an equal part", ", shared by all")
    told = []
    if result.won.won_by_several and not result.cooperative:
        told.append(f"Won by several: {part(result.won.won_by_several)}{alike[0]}")
    if result.draws:
        told.append(f"Drawn: {part(result.draws)}{alike[1]}")
    if result.lost_by_all:
        told.append(f"Lost by all: {part(result.lost_by_all)}")
    return told


def names(result: SimulationResult) -> list[str]:
    """The seats, with who sat there unless all played at random."""
    if at_random(result):
        return list(result.seats)
    return [f"{seat} ({who})" for seat, who in zip(result.seats, result.who, strict=True)]


def at_random(result: SimulationResult) -> bool:
    """Whether nobody had a plan."""
    return set(result.who) <= {"random"}


def length(result: SimulationResult) -> tuple[str, Lengths]:
    """In what to count how long games are: in moves, or in turns where nobody ever moves."""
    return ("moves", result.moves) if result.moves.most else ("turns", result.turns)


def length_words(result: SimulationResult) -> str:
    """How long games are."""
    unit, found = length(result)
    return (
        f"Length: {found.mean:,.1f} {unit} on average; shortest {found.least:,}, "
        f"middle {found.median:,}, longest {found.most:,}"
    )


def score(result: SimulationResult) -> list[str]:
    """The mean result of a game for one, or of a team that plays for points, and how it spreads; there a win share says nothing."""
    results = result.results
    if results is None:
        return []
    told = _figure(results)
    low, high = results.interval
    what = "Result" if len(result.seats) == 1 else "Common score"
    middle = results.quantile(0.5)
    steps = [("lowest", results.least), ("middle", middle), ("highest", results.most)]
    if middle is not None:
        steps[1:1] = [("a quarter up to", results.quantile(0.25))]
        steps[3:3] = [("three quarters up to", results.quantile(0.75))]
    spread = ", ".join(
        f"{name} {f'{value:,.0f}' if value == int(value) else told(value)}"
        for name, value in steps
        if value is not None
    )
    players = [] if at_random(result) else [f"Players: {', '.join(names(result))}"]
    return [
        *players,
        f"{what}: {told(results.mean)} on average, 95% interval {told(low)} to {told(high)}",
        f"Spread: {spread}; standard deviation {told(results.deviation)}",
    ]


def _figure(results: Results) -> Callable[[float], str]:
    """How to write figures of about this size."""
    whole = results.least == int(results.least) and results.most == int(results.most)
    digits = 2 if whole or max(abs(results.least), abs(results.most)) >= 2 else 4
    return lambda value: f"{value:,.{digits}f}"
