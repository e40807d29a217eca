"""How many options players really have: counted in a few random games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludwright import ir
from ludwright.engine.random import Stream, stream
from ludwright.play.agents import Agents

if TYPE_CHECKING:
    from ludwright.game import Game

GAMES = 50
SEED = 1
MOST_DECISIONS = 50_000
"""No further game is begun after so many."""


@dataclass
class OptionCounts:
    """How many options there were, counted question by question."""

    counts: Counter[int] = field(default_factory=Counter)

    @property
    def asked(self) -> int:
        """How many questions there were."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """The mean number of options: the branching factor."""
        return sum(options * times for options, times in self.counts.items()) / self.asked if self.asked else 0.0

    @property
    def most(self) -> int:
        """The greatest number of options."""
        return max(self.counts, default=0)

    def as_json(self) -> dict[str, Any]:
        """Plain numbers."""
        return {"questions": self.asked, "mean": self.mean, "max": self.most}


@dataclass
class Branching:
    """What was counted, and in which games: the first so many of a seed, as ``simulate`` plays them."""

    games: int = 0
    seed: int = SEED
    all: OptionCounts = field(default_factory=OptionCounts)
    by_question: dict[str, OptionCounts] = field(default_factory=dict)
    """For each question by its name."""

    @property
    def questions_a_game(self) -> float:
        """How often somebody is asked in a game."""
        return self.all.asked / self.games if self.games else 0.0

    def as_json(self) -> dict[str, Any]:
        """Plain numbers."""
        return {
            "games": self.games, "seed": self.seed, **self.all.as_json(), "questions_a_game": self.questions_a_game,
            "by_question": {name: options.as_json() for name, options in self.by_question.items()},
        }  # fmt: skip


def measure_branching(game: Game, games: int = GAMES, seed: int = SEED) -> Branching:
    """Play the first random games of a seed and count the options at every question."""
    found = Branching(seed=seed)
    compiled, table = game.compiled, game.table
    state = compiled.new_state()
    names = [question.name for question in game.rules.questions.all]
    for number in range(games):
        if found.all.asked >= MOST_DECISIONS:
            break
        players = Agents(game, seed, number)
        context = compiled.new_context(Stream(*stream(seed, number, 0)))
        options = compiled.setup(state, table, context)
        while options > 0 and found.all.asked < 2 * MOST_DECISIONS:
            found.all.counts[options] += 1
            found.by_question.setdefault(names[int(state[ir.QUESTION])], OptionCounts()).counts[options] += 1
            code = players.pick(int(state[ir.ACTOR]), compiled.options(context), ())
            options = compiled.advance(state, table, context, code)
        found.games += 1
    return found
