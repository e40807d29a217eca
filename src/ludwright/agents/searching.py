"""Players that search a tree: their settings as numbers in a block, and the memory their kernel works in."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ludwright.agents.auto_settings import defaults
from ludwright.agents.catalogue import MCTS
from ludwright.agents.kernels import block as places
from ludwright.agents.kernels import choosing, deciding, endgame, tree
from ludwright.agents.kernels.learned import decide_by_learning
from ludwright.agents.minds import AgentMemory, SeatedAgent
from ludwright.agents.nature import nature_of
from ludwright.agents.parallel import crew_sizes, sit_together
from ludwright.agents.settings import AgentError, Value
from ludwright.agents.stakes import put_stakes
from ludwright.agents.texts import bots_of
from ludwright.agents.unused_settings import check_effects
from ludwright.play.playable import Playable

FORMULAS = {"ucb1": choosing.UCB1, "tuned": choosing.TUNED, "tuned2": choosing.TUNED2, "sp": choosing.SINGLE}
FINALS = {
    "visited": deciding.MOST_VISITS,
    "mean": deciding.BEST_MEAN,
    "best": deciding.BEST_RESULT,
    "mixed": deciding.MIXED,
}
POLICIES = {
    "random": places.RANDOM_POLICY,
    "groups": places.GROUP_POLICY,
    "greedy": places.GREEDY_POLICY,
    "mast": places.MAST_POLICY,
    "decisive": places.DECISIVE_POLICY,
    "careful": places.CAREFUL_POLICY,
    "learned": places.LEARNED_POLICY,
}
DEEPEST = 512
"""The most answers from the root of a tree down to a leaf."""
MOST_HABITS = 1 << 22
"""Beyond so many answers (times seats) it is not remembered how each did."""
LONGEST_TRAIL = 1 << 14
"""Decisions of a play-out that are remembered."""
ROWS_AN_ITERATION = 64
"""So many rows are made ready for each iteration, up to the setting `nodes`."""


TRUST = 1.2
"""How much it counts what answers were foretold to be the best, against what they brought."""
ROWS_A_SECOND = 4_000_000
"""So many for each second: memory that is never needed takes time, too."""


class Judge(Protocol):
    """Somebody who says what positions are worth."""

    @property
    def mirrored(self) -> bool:
        """Whether what one of two seats gains, the other loses."""

    @property
    def evaluate(self) -> int:
        """The address of the function that says what a position is worth."""

    @property
    def foretell(self) -> int:
        """The address of the function that says how likely each answer is the best; 0: none."""

    def evaluator(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> AgentMemory:
        """Memory to judge positions with, for one thread."""
        ...


def judge_of(game: Playable, file: str) -> Judge:
    """Whoever has learned what stands in a file."""
    found: Judge = import_module("ludwright.learning.player").judge(game, file)
    return found


class Searcher:
    """A player that searches, for one game. It sits down once for every thread."""

    def __init__(
        self, game: Playable, settings: Mapping[str, Value], evenly: bool = False, judge: Judge | None = None
    ) -> None:
        self.game = game
        self.nature = nature_of(game)
        given = {setting.name: setting.default for setting in MCTS.settings}
        given.update(defaults(game, self.nature, settings))
        given.update(settings)
        self.settings = given
        check_effects(given, settings)
        self.evenly = evenly
        self.spread = False
        """Whether it notes how far results lie apart, also where it does not look at that itself."""
        self._judge = judge or (judge_of(game, str(given["learned"])) if given["learned"] else None)
        self._check()

    def _check(self) -> None:
        crew_sizes(self.settings)
        playout = str(self.settings["playout"])
        if playout == "learned" and self._judge is None:
            raise AgentError("`playout=learned` needs the file of what was learned: add `learned=FILE`")
        if playout.startswith("bot:") and self._bot() is None:
            known = ", ".join(f"`{name}`" for name in bots_of(self.game)) or "none"
            raise AgentError(f"`playout={playout}`: {self.game.title} has no such bot; it has {known}")
        if playout == "greedy" and not self._has("lead") and not self._has("score"):
            raise AgentError(
                f"`playout=greedy`: {self.game.title} says neither who is ahead nor a score; add `lead(p): ...`"
            )

    def _has(self, name: str) -> bool:
        return f"real_{name}" in self.game.compiled.addresses

    def _bot(self) -> str | None:
        name = str(self.settings["playout"]).removeprefix("bot:")
        return next((export for bot, export in bots_of(self.game).items() if bot.casefold() == name.casefold()), None)

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> SeatedAgent:
        """Take a seat: with memory of its own, and as often as it searches side by side."""
        sizes = crew_sizes(self.settings)
        if sizes == [1]:
            return self._sit(limit, stop)
        stop = stop if stop is not None else np.zeros(1, np.int64)
        return sit_together(lambda: self._sit(limit, stop), sizes, stop)

    def _sit(self, limit: int, stop: npt.NDArray[np.int64] | None) -> SeatedAgent:
        game, given = self.game, self.settings
        by_bot = str(given["playout"]).startswith("bot:")
        table = game.table if by_bot else getattr(game, "forgetful_table", game.table)
        mind = AgentMemory(game, table, limit, stop)
        put_stakes(mind)
        if by_bot:
            mind.put(places.BOT, game.compiled.addresses[f"real_{self._bot()}"])
        mind.put(places.POLICY, int(places.BOT_POLICY if by_bot else POLICIES[str(given["playout"])]))
        mind.put(places.GREED, float(given["greed"]))
        self._set_up(mind)
        if self._judge is not None:
            self._ask(self._judge, mind, limit, stop)
        self._make_room(mind)
        return SeatedAgent(deciding.decide_by_search().address, mind)

    def _ask(self, judge: Judge, mind: AgentMemory, limit: int, stop: npt.NDArray[np.int64] | None) -> None:
        """Have positions judged by what was learned."""
        evaluator = judge.evaluator(limit, stop)
        mind.keep(evaluator)
        mind.put(places.EVALUATE, judge.evaluate)
        mind.put(places.EVALUATOR, evaluator.address)
        mind.put(places.MIRRORED, int(judge.mirrored))
        if str(self.settings["playout"]) == "learned":
            mind.put(places.DECIDE_LEARNED, decide_by_learning().address)
        if judge.foretell:
            if not mind.block[tree.MERGED] and self.settings["prior"]:
                mind.put(tree.FORETELL, judge.foretell)
                mind.put(tree.TRUST, TRUST * float(self.settings["prior"]))
                mind.put(tree.PLAIN, 0)
            mind.room(tree.FORETOLD, self.game.compiled.capacity + 3, np.float64)[1] = np.nan
        elif self.nature.exact and not mind.block[tree.MERGED] and not self.settings["depth"]:
            mind.put(tree.PRIOR_VISITS, float(self.settings["prior"]))
            mind.put(tree.PLAIN, 0 if self.settings["prior"] else mind.block[tree.PLAIN])

    @property
    def _alone(self) -> bool:
        """Whether a best course can be kept and followed."""
        return self.nature.exact and self.nature.common

    def _set_up(self, mind: AgentMemory) -> None:
        given, exact = self.settings, self.nature.exact
        seconds, searches = float(given["time"]), int(given["searches"])
        share = searches * int(given["threads"])
        mind.put(tree.ITERATIONS, 0 if seconds else max(1, int(given["iterations"]) // share))
        mind.put(tree.NANOSECONDS, int(seconds * 1e9 / searches))
        mind.put(tree.SEARCHES, searches)
        mind.put(tree.FORMULA, int(choosing.EVENLY if self.evenly else FORMULAS[str(given["formula"])]))
        mind.put(tree.EXACT, int(exact))
        mind.put(tree.MERGED, int(bool(given["merge"])))
        mind.put(tree.CLOSED, int(given["chance"] == "closed" and not exact))
        mind.put(tree.OBSERVERS, int(given["observers"] == "each" and self.nature.hidden))
        mind.put(tree.DEPTH, int(given["depth"]))
        mind.put(tree.FINAL, int(FINALS[str(given["final"])]))
        mind.put(
            tree.PROVING,
            int(bool(given["prove"]) and exact and self.nature.duel and not given["merge"] and not self.evenly),
        )
        mind.put(tree.LOOKING, int(bool(given["look"]) and bool(mind.block[tree.PROVING])))
        mind.put(tree.SOLVE, int(given["solve"]) if mind.block[tree.PROVING] else 0)
        mind.put(tree.C, float(given["c"]))
        mind.put(tree.BEST_WEIGHT, float(given["best"]))
        mind.put(tree.SINGLE_D, float(given["single"]))
        mind.put(tree.SIMILAR_K, float(given["rave"]))
        mind.put(tree.WIDEN_C, float(given["widen"]))
        mind.put(tree.WIDEN_POWER, float(given["power"]))
        unusual = ("best", "rave", "widen")
        plain = (
            given["formula"] == "ucb1"
            and not given["merge"]
            and not self.evenly
            and not any(given[name] for name in unusual)
        )
        mind.put(tree.PLAIN, int(plain))
        mind.put(tree.GUIDED, int(bool(given["guide"]) and str(given["playout"]).startswith("bot:")))
        mind.put(tree.LEVEL_LIMIT, int(given["level"]))
        mind.put(tree.PARANOID, int(bool(given["paranoid"])))
        mind.put(tree.URGENCY, -1.0)
        mind.put(
            tree.REUSE,
            int(bool(given["reuse"]) and exact and not given["merge"] and not self.evenly and not given["anywhere"]),
        )
        mind.put(tree.BEST_PATH, int(bool(given["bestpath"]) and self._alone))
        mind.put(tree.SUBGOALS, int(bool(given["subgoals"]) and self._alone and self._goals() > 0))
        mind.put(places.GOALS, self._goals() if mind.block[tree.SUBGOALS] else 0)
        mind.put(places.HOPE, float(given["forfeit"]) if self._alone else 0.0)

    def _goals(self) -> int:
        """Where a game keeps the number of goals reached; 0 if it has none."""
        rules = getattr(self.game, "rules", None)
        return rules.analysis.goals_word() if rules is not None and any(True for _ in rules.model.of("goal")) else 0

    def _make_room(self, mind: AgentMemory) -> None:
        game, given = self.game, self.settings
        rows = int(given["nodes"])
        wanted = float(given["time"]) * ROWS_A_SECOND if given["time"] else int(given["iterations"]) * ROWS_AN_ITERATION
        rows = min(rows, max(4096, int(wanted)))
        wide = self.spread or given["formula"] != "ucb1" or float(given["best"]) > 0 or given["final"] == "best"
        reals = (
            6
            if mind.block[tree.PRIOR_VISITS] or mind.block[tree.FORETELL]
            else 5
            if float(given["rave"]) > 0
            else 3
            if wide
            else 1
        )
        mind.put(tree.MOST_ROWS, rows)
        mind.put(tree.REALS_A_ROW, reals)
        for edges, numbers in ((tree.EDGES, tree.REALS), (tree.SHELF, tree.SHELF_REALS)):
            if edges is tree.EDGES or mind.block[tree.REUSE]:
                mind.room(edges, rows * int(tree.ROW), np.int32)
                mind.room(numbers, rows * reals, np.float64)
        if given["anywhere"] and self._alone:
            mind.room(tree.PARENTS, rows, np.int64)
        worths = rows if given["merge"] else 1
        mind.room(tree.WORTHS, worths * game.players, np.float64)
        mind.put(tree.WORTH_ROWS, worths)
        mind.room(tree.PATH, 2 * DEEPEST, np.int64)
        mind.room(places.PATH_SCRATCH, DEEPEST, np.int64)
        mind.put(tree.PATH_ROWS, int(given["deepest"]))
        mind.room(tree.LEVELS, DEEPEST, np.int64)
        mind.room(tree.MARKS, game.compiled.capacity + 1, np.int32)
        mind.room(tree.TALLY, game.compiled.capacity + 1, np.float64)
        mind.room(tree.CURSOR, 16, np.int64)
        mind.room(tree.TAKEN, 1, np.int64)
        mind.hold(tree.LOGS, np.log(np.arange(int(tree.LOGS_KEPT)) + 1.0))
        mind.room(tree.HOLDERS, game.players, np.int64)
        self._remember(mind)
        self._tell_apart(mind, rows)
        self._solve(mind)

    def _remember(self, mind: AgentMemory) -> None:
        """Room for what is remembered of play-outs: answers and how they did, and the best course of a solo game."""
        given = self.settings
        learns = given["playout"] == "mast" or float(given["rave"]) > 0
        questions = getattr(getattr(self.game, "rules", None), "questions", None)
        codes = int(questions.codes) if questions is not None else 1 << 16
        habits = min(MOST_HABITS, codes * self.game.players) if learns else 1
        mind.room(places.HABIT, 3 * habits, np.float64)
        mind.put(places.HABIT_ROWS, habits)
        trail = min(int(mind.block[places.LIMIT]), LONGEST_TRAIL) if learns or self._alone else 0
        mind.room(places.TRAIL, 2 * trail, np.int32)
        mind.put(places.TRAIL_ROWS, trail)
        if self._alone:
            mind.room(tree.LINE, trail + 2, np.float64)
            mind.put(tree.LINE_ROWS, trail)
            mind.hold(tree.EXPECTED, self.game.compiled.new_state())
            for place in (places.PACE, places.RUN_PACE):
                mind.hold(place, np.full(trail + 1, -np.inf))
            mind.put(places.PACE_ROWS, trail)

    def _tell_apart(self, mind: AgentMemory, rows: int) -> None:
        """Room for positions, where these are told apart."""
        points = bool(mind.block[tree.MERGED]) or bool(mind.block[tree.CLOSED])
        bits = (2 * rows).bit_length() if points else 0
        mind.room(tree.KEYS, 1 << bits, np.int64)
        mind.room(tree.POINTS, 1 << bits, np.int32)
        mind.put(tree.POINT_BITS, bits)
        needed = points or bool(mind.block[tree.SOLVE])
        significant = words_that_matter(self.game) if needed else np.zeros(1, np.int32)
        mind.hold(tree.SIGNIFICANT, significant)
        mind.put(tree.SIGNIFICANT_WORDS, len(significant) if needed else 0)

    def _solve(self, mind: AgentMemory) -> None:
        """Room for playing the last moves through."""
        if mind.block[tree.SOLVE]:
            mind.room(tree.SOLVE_FRAMES, int(endgame.LEVELS * endgame.FRAME), np.int64)
            mind.room(tree.SOLVE_STATES, int(endgame.LEVELS * mind.block[places.STATE_WORDS]), np.int32)
            for place in (tree.SOLVE_KEYS, tree.SOLVE_VALUES):
                mind.room(place, 1 << int(endgame.TABLE_BITS), np.int64)


def words_that_matter(game: Playable) -> npt.NDArray[np.int32]:
    """The words of a state that tell positions apart: of a game written in Python all of them."""
    from ludwright.engine.positions import significant

    if not hasattr(game, "layout"):
        return np.arange(game.compiled.new_state().size, dtype=np.int32)
    return significant(game)


def make(game: Playable, settings: Mapping[str, Value]) -> Searcher:
    """A player that searches a tree."""
    return Searcher(game, settings)
