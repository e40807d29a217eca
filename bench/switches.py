"""What every switch of search is worth in solo games: ``python -m bench.switches``, some 20 minutes on one core.

Every variant plays the same seeds, so that it can be compared with the plain search game by game. Results are kept as they come in
``bench/results/switches.json``, and what is there is not measured again: it can be interrupted, and gone on with. ``--table`` prints what there
is (:mod:`bench.switch_tables`).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from pathlib import Path
from typing import Any

import ludwright
from ludwright.agents.kernels import lines, tree
from ludwright.play.agents import Agents

KEPT = Path(__file__).parent / "results" / "switches.json"

PLAIN, UNMERGED = "plain", "without merging"


@dataclass(frozen=True)
class Switch:
    """A way to search: its name, its text with a place for the budget, and beside what it is to be seen."""

    name: str
    text: str
    beside: str = PLAIN
    most: int = 1_000_000
    """The highest budget it is asked with: what looks at the whole tree in every iteration takes too long beyond."""

    def agent(self, budget: int) -> str:
        """The text of the agent for a budget of play-outs."""
        return self.text.format(n=budget, root=isqrt(budget))


SWITCHES = [
    Switch(PLAIN, "mcts:{n}"),
    Switch("UCB1, c = 0.2", "mcts:{n},c=0.2"),
    Switch("UCB1, c = 0.05", "mcts:{n},c=0.05"),
    Switch("UCB1-tuned", "mcts:{n},formula=tuned"),
    Switch("tuned-2", "mcts:{n},formula=tuned2"),
    Switch("SP-MCTS", "mcts:{n},formula=sp"),
    Switch("best-result weighting 0.5", "mcts:{n},best=0.5"),
    Switch("subgoals", "mcts:{n},subgoals=yes"),
    Switch("without groups", "mcts:{n},playout=random"),
    Switch(UNMERGED, "mcts:{n},merge=no"),
    Switch("best path added", "mcts:{n},merge=no,bestpath=yes", UNMERGED),
    Switch("non-tree", "mcts:{n},merge=no,anywhere=yes", UNMERGED, 3000),
    Switch("widening 1", "mcts:{n},widen=1"),
    Switch("widening 2", "mcts:{n},widen=2"),
    Switch("level limit 100", "mcts:{n},level=100"),
    Switch("level limit 1,000", "mcts:{n},level=1000"),
    Switch("forfeiting 0.5", "mcts:{n},forfeit=0.5"),
    Switch("forfeiting 0.9", "mcts:{n},forfeit=0.9"),
    Switch("forfeiting 1", "mcts:{n},forfeit=1"),
    Switch("forfeiting 1.1", "mcts:{n},forfeit=1.1"),
    Switch("ten short searches", "mcts:{n},searches=10"),
    Switch("RAVE 100", "mcts:{n},rave=100"),
    Switch("MAST", "mcts:{n},playout=mast"),
    Switch("MAST, subgoals", "mcts:{n},playout=mast,subgoals=yes"),
    Switch("most visited, not best", "mcts:{n},final=visited"),
    Switch("flat", "flat:{n}"),
    Switch("nested", "nested:{n}"),
    Switch("nested, textbook", "nested:{n},follow=no"),
    Switch("policy adaptation, 1 level", "nrpa:{n},level=1"),
    Switch("policy adaptation, 2 levels", "nrpa:{root}"),
    Switch("evolution", "rhea:{n}"),
]
BY_NAME = {switch.name: switch for switch in SWITCHES}
NO_LINE = ("most visited, not best", "flat", "evolution")
"""These keep to no course found before: one search for a whole game says nothing of them."""

DEAR = ("policy adaptation, 1 level", "policy adaptation, 2 levels")
"""On Homestead these learn never to end a session: 600 play-outs take half a minute."""


@dataclass(frozen=True)
class Plan:
    """What is measured of a game: budgets, each with how many seeds."""

    game: str
    whole: dict[int, int]
    """Play-outs for each decision of a game."""
    once: dict[int, int]
    """Play-outs of one search at the beginning, the best course of which is followed to the end."""
    without: Sequence[str] = ()
    """Variants that are not tried there."""

    def budgets(self, switch: Switch, measure: str) -> dict[int, int]:
        """With which budgets and how many seeds a variant is tried."""
        if switch.name in self.without or (measure == "once" and switch.name in NO_LINE):
            return {}
        return {n: seeds for n, seeds in (self.whole if measure == "whole" else self.once).items() if n <= switch.most}


PLANS = [
    Plan("simple_coins", {30: 30, 300: 15}, {600: 30, 3000: 30, 12_000: 10}),
    Plan(
        "homestead",
        {10: 6},
        {600: 8},
        (
            *DEAR,
            "UCB1, c = 0.2",
            "widening 2",
            "level limit 1,000",
            "forfeiting 0.5",
            "forfeiting 1.1",
            "most visited, not best",
            "flat",
            "evolution",
        ),
    ),
]
WANTED, LADDER, LADDER_SEEDS = (0.95, 0.99, 1.0), [2**k for k in range(2, 9)], 6
"""Shares of the best result of Simple Coins, and the budgets for each decision that are tried one after the other."""


def by_decision(game: Any, agent: str, seeds: int) -> list[float]:
    """The results of whole games, one search for each decision."""
    games = ludwright.simulate(game, seeds, agents=agent, seed=1, threads=1, keep=True)
    assert games.returns is not None
    return [float(value) for value in games.returns[:, 0]]


def by_one_search(game: Any, switch: Switch, budget: int, number: int) -> float:
    """The result of a game in which all thinking is done at the beginning, or where goals are taken one by one, a share before each."""
    rules = game.rules
    goals = len(list(rules.model.of("goal"))) if "subgoals=yes" in switch.text else 1
    agents, match = Agents(game, 1, number, [switch.agent(max(1, budget // goals))]), game.start(seed=1, game=number)
    sitter = agents.sitter(0)
    assert sitter is not None
    mind, place = sitter.mind, tree.ITERATIONS if switch.text.startswith("mcts") else lines.ITERATIONS
    full, searches, reached = int(mind.block[place]), int(mind.block[tree.SEARCHES]), -1
    while not match.over:
        now = int(match.words[rules.analysis.goals_word()]) if goals > 1 else 0
        codes = match.codes()
        mind.put(place, full if now != reached else 1)
        if place == tree.ITERATIONS:
            mind.put(tree.SEARCHES, searches if now != reached else 1)
        reached = now if len(codes) > 1 else reached
        match.apply(agents.pick(0, codes, match.words))
    return float(match.returns()[0])


def played(game: Any, switch: Switch, budget: int, seeds: int, measure: str) -> list[float]:
    """The results of a variant, one for each seed."""
    if measure == "whole":
        return by_decision(game, switch.agent(budget), seeds)
    return [by_one_search(game, switch, budget, number) for number in range(seeds)]


def needed(game: Any, switch: Switch) -> Iterator[tuple[int, list[float]]]:
    """The results of ever larger budgets for each decision, until every seed has come to the best there is."""
    open_seeds = True
    for budget in LADDER:
        if open_seeds and budget <= switch.most:
            found = by_decision(game, switch.agent(budget), LADDER_SEEDS)
            open_seeds = min(found) < 1.0
            yield budget, found


Results = dict[str, dict[str, list[float]]]


def load() -> dict[str, Results]:
    """What was measured so far: by measure, variant and budget."""
    found: dict[str, Results] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {}
    return found


def _keep(kept: dict[str, Results], measure: str, switch: Switch, budget: int, found: list[float]) -> None:
    kept.setdefault(measure, {}).setdefault(switch.name, {})[str(budget)] = found
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text(json.dumps(kept) + "\n", encoding="utf-8")
    print(f"{measure}, {switch.name}, {budget}: {sum(found) / len(found):.4f}", file=sys.stderr, flush=True)


def measure_game(plan: Plan, kept: dict[str, Results]) -> None:
    """Everything about one game that is not there yet."""
    game = ludwright.load(plan.game)
    for switch in SWITCHES:
        for measure in ("whole", "once"):
            there = kept.get(f"{plan.game} {measure}", {}).get(switch.name, {})
            for budget, seeds in plan.budgets(switch, measure).items():
                if str(budget) not in there:
                    found = played(game, switch, budget, seeds, measure)
                    _keep(kept, f"{plan.game} {measure}", switch, budget, found)


def measure_need(kept: dict[str, Results]) -> None:
    """How much each variant needs to find all coins."""
    game = ludwright.load("simple_coins")
    for switch in SWITCHES:
        if switch.name not in kept.get("need", {}):
            for budget, found in needed(game, switch):
                _keep(kept, "need", switch, budget, found)


def main() -> None:
    """Measure what is missing, then print the tables."""
    options = argparse.ArgumentParser(
        prog="python -m bench.switches", description=__doc__.splitlines()[0] if __doc__ else ""
    )
    options.add_argument("part", nargs="*", help="only these: " + ", ".join([plan.game for plan in PLANS] + ["need"]))
    options.add_argument("--table", action="store_true", help="measure nothing, print what there is")
    given = options.parse_args()
    kept = load()
    if not given.table:
        for plan in PLANS:
            if not given.part or plan.game in given.part:
                measure_game(plan, kept)
        if not given.part or "need" in given.part:
            measure_need(kept)
    from bench.switch_tables import pages

    print(pages(kept))


if __name__ == "__main__":
    main()
