"""The published search switch by switch, at its own budgets: ``python -m bench.published_search``; with ``--table`` what was measured, as tables.

Two games: Simple Coins, and Homestead under its profile `commuter`, each four sessions long; and, for forfeiting, Homestead played for reaching a level soon. One
search for each session (unless said), followed to its end. Every variant plays the same seeds and is compared with the plain one seed by seed. Results are kept
in ``bench/results/published_search.json`` as they come in: it can be interrupted, and gone on with.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import ludwright
from bench.switch_tables import differences, interval

KEPT = Path(__file__).parent / "results" / "published_search.json"
PLAIN = "plain"
Results = dict[str, dict[str, list[list[float]]]]
"""For each variant, by the runs in all: the values of a game for each seed, the result first."""
Change = tuple[str, str]


@dataclass(frozen=True)
class Bench:
    """A game that is searched: its text, what is measured in it, and how much it is searched."""

    name: str
    title: str
    values: tuple[str, ...]
    """Formulas of the game whose values at the end make up the result."""
    result: Callable[[Sequence[float]], float]
    """The result by the game's own formula, whatever the search was told to want."""
    budgets: dict[int, int]
    """Runs in all, and how many seeds."""
    changes: tuple[Change, ...] = ()
    profile: str | None = None
    goals: int = 4
    digits: int = 0

    @property
    def source(self) -> str:
        """The text of the bundled game."""
        from ludwright.game import bundled_path

        path = bundled_path(self.name)
        assert path is not None
        return path.read_text("utf-8")


@dataclass(frozen=True)
class Variant:
    """One way to search: the experiment it belongs to, its settings, and what is changed in the game's text."""

    experiment: str
    name: str
    settings: str = ""
    changes: tuple[Change, ...] = ()
    searches: int | None = None
    """How many searches share the budget; as many as there are goals, unless said. One alone takes no notice of goals."""
    kind: str = "spmcts"
    most: int = 1_000_000
    """The largest budget it is tried with."""
    plain: str = PLAIN
    """What it is compared with."""

    def agent(self, bench: Bench, runs: int) -> str:
        """The player, for so many runs in all."""
        searches = bench.goals if self.searches is None else self.searches
        said = [f"{self.kind}:{runs // searches}", "once=yes", *(["subgoals=yes"] if searches > 1 else [])]
        return ",".join([*said, *([self.settings] if self.settings else [])])

    def game(self, bench: Bench) -> ludwright.Game:
        """The game, or what the variant makes of it."""
        text = bench.source
        for old, new in (*bench.changes, *self.changes):
            assert old in text, old
            text = text.replace(old, new)
        game = ludwright.load_text(text)
        return game if bench.profile is None else game.under(bench.profile)


def _homestead_result(values: Sequence[float]) -> float:
    xp, missions, coins = values
    return 0.5 * min(1.0, xp / 500) + 0.3 * min(1.0, missions / 2) + 0.2 * min(1.0, coins / 15_000)


_RESULT = """result
  50% of xp in 0..500
  30% of count(m in missions with done[m]) in 0..2
  20% of coins in 0..15000
"""
_TWO_GOALS = "goal 1 when session.number is 2\ngoal 2 when session.number is 4\n"
_FOUR_GOALS = "".join(f"goal {n} when session.number is {n + 1}\n" for n in (1, 2, 3, 4))
_XP, _MISSIONS, _COINS = "xp", "count(m in missions with done[m])", "coins"
COINS = Bench("simple_coins", "Simple Coins", ("coins",), lambda values: values[0], {40_000: 8})
HOMESTEAD = Bench(
    "homestead", "Homestead", (_XP, _MISSIONS, _COINS), _homestead_result, {3_000: 12, 18_000: 8},
    ((_TWO_GOALS, _FOUR_GOALS),), "commuter", digits=3,
)  # fmt: skip
SOON = Bench(
    "homestead", "Homestead, level 4 soon", ("clock.now",), lambda values: values[0] / 3600, {1_000: 8},
    ((_TWO_GOALS, ""), (_RESULT, "end when level >= 4\nresult\n  100% of clock.now in 604800..0\n")), "commuter", 1, 1,
)  # fmt: skip


def _formulas(*, weights: Sequence[float]) -> list[Variant]:
    return [
        *(Variant("C", f"c = {c:g}", f"c={c:g}") for c in (0.02, 0.05, 0.2, 0.5, 1)),
        *(Variant("4 formulas", f"formula {name}", f"formula={name}") for name in ("tuned", "tuned2", "sp")),
        *(Variant("5 best result", f"weight {w:g}", f"formula=tuned,best={w:g}", plain="formula tuned") for w in weights),
        Variant("6 non-tree", "non-tree", "anywhere=10000", most=40_000),
        Variant("6 non-tree", "non-tree, best path", "anywhere=10000,bestpath=yes", most=40_000, plain="best path added"),
        Variant("7 equal states", "equal states dropped", "equal=drop"),
        *(Variant("7 equal states", f"equal states dropped, c = {c:g}", f"equal=drop,c={c:g}", plain=f"c = {c:g}") for c in (0.02, 1)),
        *(Variant("8 widening", f"widening from {n}", f"widen={n}") for n in (1, 2, 5, 10)),
        *(Variant("9 level limit", f"level limit × {n:g}", f"level={n:g}") for n in (0.5, 1, 2, 4)),
        Variant("10 best path", "best path added", "bestpath=yes"),
    ]  # fmt: skip


_LAST = [
    Variant("14, 15, 16 trees", "two trees of half the runs", "searches=2"),
    Variant("14, 15, 16 trees", "four trees of a quarter", "searches=4"),
    Variant("17 nested", "nested, level 1", "level=1,follow=no", kind="nested", plain="four trees of a quarter"),
    Variant("17 nested", "nested, level 1, one search of all", "level=1,follow=no", searches=1, kind="nested", plain="one search of four sessions"),
    Variant("17 nested", "ours, with `follow`", kind="nested", plain="four trees of a quarter"),
    Variant("17 nested", "ours, one search of all", searches=1, kind="nested", plain="one search of four sessions"),
]  # fmt: skip


def _range(times: int) -> Change:
    return "in 0..2400", f"in 0..{2400 * times}"


def _leave(share: float) -> Change:
    return "group earn 0.9, leave 0.1", f"group earn {1 - share:g}, leave {share:g}"


def _result(*shares: str) -> Change:
    return _RESULT, "\n".join(["result", *(f"  {share}" for share in shares)]) + "\n"


def _ranges(times: int) -> Change:
    return _result(f"50% of {_XP} in 0..{500 * times}", f"30% of {_MISSIONS} in 0..{2 * times}", f"20% of {_COINS} in 0..{15_000 * times}")  # fmt: skip


def _groups(build: float, play: float, plan: float, leave: float) -> Change:
    return "group build 0.3, play 0.5, plan 0.15, leave 0.05", f"group build {build:g}, play {play:g}, plan {plan:g}, leave {leave:g}"  # fmt: skip


@cache
def benches() -> dict[str, tuple[Bench, list[Variant]]]:
    """The games by their titles, with what is tried on each."""
    coins = [
        Variant("", PLAIN),
        *(Variant("1 limits", f"range of the result × {n}", changes=(_range(n),)) for n in (2, 4, 8)),
        Variant("3 subgoals", "one search of four sessions", searches=1),
        *_formulas(weights=(0.2, 0.4, 0.6, 0.8, 1)),
        Variant("11 groups", "no groups", "playout=random"),
        *(Variant("11 groups", f"leave {n:g}", changes=(_leave(n),)) for n in (0.01, 0.2, 0.5)),
        *_LAST,
    ]
    two = "goal 1 when session.number is 3\ngoal 2 when session.number is 5\n"
    homestead = [
        Variant("", PLAIN),
        *(Variant("1 limits", f"ranges of the result × {n}", changes=(_ranges(n),)) for n in (2, 4, 8)),
        Variant("2 weights", "only experience", changes=(_result(f"100% of {_XP} in 0..500"),)),
        Variant("2 weights", "only missions", changes=(_result(f"100% of {_MISSIONS} in 0..2"),)),
        Variant("2 weights", "only coins", changes=(_result(f"100% of {_COINS} in 0..15000"),)),
        Variant("2 weights", "all alike", changes=(_result(f"34% of {_XP} in 0..500", f"33% of {_MISSIONS} in 0..2", f"33% of {_COINS} in 0..15000"),)),
        Variant("3 subgoals", "one search of four sessions", searches=1),
        Variant("3 subgoals", "two searches of two sessions", changes=((_FOUR_GOALS, two),), searches=2),
        *_formulas(weights=(0.2, 0.4, 0.6, 0.8, 1)),
        Variant("11 groups", "no groups", "playout=random"),
        Variant("11 groups", "all groups alike", changes=(_groups(0.25, 0.25, 0.25, 0.25),)),
        Variant("11 groups", "build + 0.1", changes=(_groups(0.4, 0.43, 0.13, 0.04),)),
        Variant("11 groups", "plan + 0.1", changes=(_groups(0.27, 0.44, 0.25, 0.04),)),
        Variant("11 groups", "leave + 0.1", changes=(_groups(0.27, 0.44, 0.14, 0.15),)),
        *_LAST,
    ]  # fmt: skip
    soon = [
        Variant("", PLAIN),
        *(Variant("12 forfeiting", f"forfeiting {f:g}", f"forfeit={f:g}") for f in (1, 1.02, 1.1, 1.4, 1.8, 2)),
    ]
    return {one.title: (one, tried) for one, tried in ((COINS, coins), (HOMESTEAD, homestead), (SOON, soon))}


def results_of(bench: Bench, variant: Variant, runs: int, seeds: int) -> list[list[float]]:
    """Whole games, one for each seed: the result by the game's own formula, and the values it is made of."""
    from ludwright.play.agents import Agents
    from ludwright.solo.courses import course_of
    from ludwright.solo.questions import asked

    question = asked(variant.game(bench), values=bench.values)
    places = [1 + question.titles.index(value) for value in bench.values]
    found = []
    for number in range(seeds):
        who = Agents(question.game, 1, number, [variant.agent(bench, runs)])
        course = course_of(question, lambda match, who=who: who.pick(0, match.codes(), match.words), 1, number)  # type: ignore[misc]
        values = [float(course.values[-1][place]) for place in places]
        found.append([bench.result(values), *values])
    return found


def measure(titles: Sequence[str], most: int, wanted: Sequence[str] = ()) -> None:
    """Whatever was not measured before, small budgets first."""
    for title in titles:
        bench, variants = benches()[title]
        for runs, seeds in bench.budgets.items():
            for variant in variants:
                if (
                    runs <= min(most, variant.most)
                    and len(known(title).get(variant.name, {}).get(str(runs), [])) < seeds
                ):
                    games = results_of(bench, variant, runs, seeds)
                    everything = json.loads(KEPT.read_text()) if KEPT.exists() else {}
                    everything.setdefault(title, {}).setdefault(variant.name, {})[str(runs)] = games
                    KEPT.parent.mkdir(exist_ok=True)
                    KEPT.write_text(json.dumps(everything) + "\n")
                    mean = sum(game[0] for game in games) / seeds
                    print(f"{title}, {variant.name}, {runs:,}: {mean:,.{bench.digits}f}", flush=True)


def known(title: str) -> Results:
    """What was measured of a game."""
    found: dict[str, Results] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    return found.get(title, {})


def table(bench: Bench, variants: Sequence[Variant], found: Results) -> list[str]:
    """A row for each variant, with differences from what it is compared with."""
    budgets = [n for n in bench.budgets if any(str(n) in one for one in found.values())]
    head = ["experiment", "variant", *(cell for n in budgets for cell in (f"{n:,} runs", "difference"))]
    rows = [head, ["---", "---", *["---:"] * (2 * len(budgets))]]
    for variant in variants:
        cells: list[str] = []
        for runs in budgets:
            own, plain = ([game[0] for game in found.get(name, {}).get(str(runs), [])] for name in (variant.name, variant.plain))  # fmt: skip
            cells += _cells(own, plain, variant.name == PLAIN, bench.digits)
        rows.append([variant.experiment, variant.name + _beside(variant), *cells])
    return [f"| {' | '.join(row)} |" for row in rows]


def weights_table(found: Results) -> list[str]:
    """Experiment 2: what searches that want only one thing get of each, with the most runs that were tried."""
    runs = max((int(n) for one in found.values() for n in one), default=0)
    rows = [["what it wants", "experience", "missions", "coins"], ["---", "---:", "---:", "---:"]]
    for name in (PLAIN, "all alike", "only experience", "only missions", "only coins"):
        games = found.get(name, {}).get(str(runs), [])
        if games:
            cells = ("{:,.{}f} ± {:.{}f}".format(m, d, off, d) for (m, off), d in ((interval([g[i] for g in games]), d) for i, d in ((1, 0), (2, 2), (3, 0))))  # fmt: skip
            rows.append([name, *cells])
    return [f"| {' | '.join(row)} |" for row in rows]


def _beside(variant: Variant) -> str:
    return "" if variant.plain == PLAIN else f" (beside {variant.plain})"


def _cells(own: Sequence[float], plain: Sequence[float], is_plain: bool, digits: int) -> list[str]:
    if not own:
        return ["", ""]
    middle, off = interval(own)
    here = f"{middle:,.{digits}f} ± {off:.{digits}f}"
    if is_plain or not plain:
        return [here, ""]
    gain, off = interval(differences(own, plain))
    sure = "**" if abs(gain) > off else ""
    return [here, f"{sure}{gain:+,.{digits}f} ± {off:.{digits}f}{sure}".replace("-", "−")]


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--table", action="store_true", help="print what was measured")
    options.add_argument("--game", choices=list(benches()), action="append", help="only this game")
    options.add_argument("--most", type=int, default=1_000_000, help="leave out larger budgets")
    options.add_argument(
        "--experiment", action="append", default=[], metavar="NUMBER", help="only this one of the published experiments"
    )
    given: Any = options.parse_args()
    titles = given.game or list(benches())
    if not given.table:
        measure(titles, given.most, given.experiment)
    for title in titles:
        bench, variants = benches()[title]
        found = known(title)
        print(f"\n{title}\n", *table(bench, variants, found), sep="\n")
        if bench is HOMESTEAD:
            print("", *weights_table(found), sep="\n")


if __name__ == "__main__":
    main()
