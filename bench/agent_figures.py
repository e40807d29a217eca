"""The figures of players that look for the best line, and of players that learn: ``python -m bench.agent_figures [nested] [learned]``.

Measures them and writes them into ``docs/agents/nested.md`` and ``docs/agents/learned.md``, between the two marks of each page. Everything is seeded, so that
the same version measures the same; both take a few minutes on one core.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb
from pathlib import Path
from statistics import fmean, stdev

from scipy.special import stdtrit

import ludwright
from ludwright.agents.best_lines import best_line
from ludwright.play.simulate import SimulationResult
from ludwright.statistics import wilson

DOCS = Path(__file__).parents[1] / "docs" / "agents"
BEGIN, END = "<!-- measured by `python -m bench.agent_figures {name}` -->", "<!-- end of what is measured -->"

Row = Sequence[str]
Say = Callable[[str], None]

# ---------------------------------------------------------------- the best line

LINES = [
    ("nested:10000", 10),
    ("nested:20000,follow=no", 10),
    ("nrpa:30,times=10", 10),
    ("nrpa:30,times=30", 10),
    ("nrpa:30", 20),
    ("nrpa:1000,level=1", 20),
]
"""Who looks for the best line of Simple Coins, and with how many seeds."""
_BEST = 1.0


def nested(say: Say, rows: Sequence[tuple[str, int]] = LINES) -> list[Row]:
    """How near each comes to the optimum of Simple Coins, at the first decision."""
    table: list[Row] = [
        (
            "agent", "seeds", "2,400 reached (95% interval)",
            "play-outs until the best line was found: median (95% interval)", "mean result",
        )
    ]  # fmt: skip
    game = ludwright.load("simple_coins")
    for agent, seeds in rows:
        found = [best_line(game, agent, seed) for seed in range(1, seeds + 1)]
        results = [one.value for one in found]
        reached = sum(value >= _BEST - 1e-9 for value in results)
        low, high = wilson(reached, seeds)
        middle, least, most = median([float(one.found_after) for one in found])
        room = float(stdtrit(seeds - 1, 0.975)) * stdev(results) / seeds**0.5
        table.append(
            (
                f"`{agent}`", f"1 to {seeds}", f"{reached} of {seeds} ({low:.0%} to {high:.0%})",
                f"{middle:,.0f} ({least:,.0f} to {most:,.0f})", f"{fmean(results):.3f} ± {room:.3f}",
            )
        )  # fmt: skip
        say(" | ".join(table[-1]))
    return table


def median(values: Sequence[float]) -> tuple[float, float, float]:
    """The middle of some values, and between which of them the true middle lies with 95% confidence (order statistics).

    >>> median([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    (5.5, 2, 9)
    """
    order, count = sorted(values), len(values)
    below = accumulate(comb(count, hits) / 2**count for hits in range(count))
    first = max(1, sum(chance <= 0.025 for chance in below))
    return fmean(order[(count - 1) // 2 : count // 2 + 1]), order[first - 1], order[count - first]


# ---------------------------------------------------------------- what is learned


@dataclass(frozen=True)
class Lesson:
    """A game that is learned, and who is played then, beside what was published of it."""

    game: str
    players: int
    games: int
    against: str | None
    """Whom it learns against; itself, if nobody is named."""
    rivals: Sequence[tuple[str, int, str]]
    """Against whom it plays in every seat, so many games in each, and what was published. Itself is `itself`."""


LESSONS = [
    Lesson("tic_tac_toe", 2, 100_000, None, [("random", 10_000, "9,088 / 912 / 0 and 5,600 / 4,274 / 126"), ("itself", 10_000, "all drawn")]),
    Lesson("colors", 2, 100_000, None, [("random", 2_000, "wins by far"), ("greedy", 2_000, "always wins"), ("itself", 2_000, "even, many ways to win")]),
    Lesson("colors", 3, 100_000, None, [("random", 2_000, ""), ("greedy", 2_000, "seats 1 and 2 win, seat 3 can't"), ("itself", 2_000, "nearly always a three-way tie")]),
    Lesson("colors", 3, 60_000, "greedy", [("greedy", 1_000, "")]),
    Lesson("bird_lady", 2, 20_000, None, [("random", 1_000, "far above"), ("greedy", 1_000, "slightly above"), ("itself", 1_000, "")]),
    Lesson("bird_lady", 3, 20_000, None, [("random", 1_000, "far above"), ("greedy", 1_000, "slightly above")]),
    Lesson("connect_four", 2, 20_000, None, [("random", 200, ""), ("greedy", 200, ""), ("mcts:100", 200, "")]),
    Lesson("pig", 2, 20_000, None, [("hold at 20", 1_000, "")]),
]  # fmt: skip


def learned(say: Say, lessons: Sequence[Lesson] = LESSONS, share: float = 1.0) -> list[Row]:
    """Wins, draws and losses of what was learned, seat by seat; ``share`` of the games is played."""
    table: list[Row] = [("game", "learned in", "played", "published", "here")]
    for lesson in lessons:
        game = ludwright.load(lesson.game, lesson.players)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "learned.npz"
            taught = ludwright.learn(game, max(10, round(lesson.games * share)), against=lesson.against)
            taught.save(file)
            for place, row in enumerate(_trials(lesson, game, f"learned:{file}", share)):
                named = f"{game.title}, {lesson.players} players"
                how = f"{taught.games:,} games" + (f" against `{lesson.against}`" if lesson.against else "")
                table.append((named, how, *row) if not place else ("", "", *row))
                say(" | ".join(table[-1]))
    return table


def _trials(lesson: Lesson, game: ludwright.Game, agent: str, share: float) -> Iterator[tuple[str, str, str]]:
    for rival, asked, published in lesson.rivals:
        games, seats = max(4, round(asked * share)), range(lesson.players)
        if rival == "itself":
            result = ludwright.simulate(game, games, seed=2, agents=agent, threads=1)
            told = ", ".join(_record(result, seat) for seat in seats)
            yield f"against itself, {games:,} games", published, told
            continue
        tables = [[agent if other == seat else rival for other in seats] for seat in seats]
        found = [ludwright.simulate(game, games, seed=2, agents=who, threads=1) for who in tables]
        told = ", ".join(_record(result, seat) for seat, result in enumerate(found))
        number = "" if lesson.players == 2 else f"{lesson.players - 1} "
        yield f"against {number}`{rival}`, each seat, {games:,} games", published, told


def _record(result: SimulationResult, seat: int) -> str:
    """Games won, alone or with others, drawn, and lost."""
    won = result.wins[seat]
    return f"{won:,} / {result.draws:,} / {result.finished - won - result.draws:,}"


# ---------------------------------------------------------------- pages


def written(page: str, name: str, table: Sequence[Row], mark: str = BEGIN) -> str:
    """A page with a table between its marks.

    >>> print(written("a\\n<!-- measured by `python -m bench.agent_figures x` -->\\nold\\n<!-- end of what is measured -->\\nb", "x", [("p",), ("1",)]))
    a
    <!-- measured by `python -m bench.agent_figures x` -->
    | p |
    | --- |
    | 1 |
    <!-- end of what is measured -->
    b
    """
    begin = mark.format(name=name)
    before, _, rest = page.partition(begin)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"the page has no place for the figures of `{name}`: {begin} ... {END}")
    head, *rows = (f"| {' | '.join(row)} |" for row in table)
    lines = [head, "| " + " | ".join(["---"] * len(table[0])) + " |", *rows]
    return f"{before}{begin}\n" + "\n".join(lines) + f"\n{END}{after}"


MEASURED: dict[str, Callable[[Say], list[Row]]] = {"nested": nested, "learned": learned}


def main() -> None:
    """Measure what is asked for, and write it into the pages."""
    options = argparse.ArgumentParser(prog="python -m bench.agent_figures", description=__doc__)
    options.add_argument("names", nargs="*", metavar="nested|learned", help="what to measure; default: both")
    names = options.parse_args().names or list(MEASURED)
    for name in names:
        if name not in MEASURED:
            options.error(f"there is no page `{name}`: say nested or learned")
    for name in names:
        page = DOCS / f"{name}.md"
        written(page.read_text(encoding="utf-8"), name, [("looked at before it takes long",)])
        table = MEASURED[name](print)
        page.write_text(written(page.read_text(encoding="utf-8"), name, table), encoding="utf-8")


if __name__ == "__main__":
    main()
