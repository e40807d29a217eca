"""Games that rules look at: of one version, with one number of players, and the same players throughout."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from ludwright.findings.levels import THINKING, level_of
from ludwright.findings.rule import ALL, EQUALS, MIXED, RANDOM, STRONGEST, Rule
from ludwright.metrics.catalogue import metric
from ludwright.metrics.choice_effects import Effect, effects
from ludwright.metrics.evidence import Evidence
from ludwright.metrics.figure import Figure, Witness
from ludwright.powers.players import STRONG, THINKERS, called
from ludwright.spelling import in_a_row

if TYPE_CHECKING:
    from ludwright.agents.nature import Nature
    from ludwright.findings.preferences import Preference
    from ludwright.game import Game
    from ludwright.playtests import Playtest
    from ludwright.powers.place_trials import PlaceTrials
    from ludwright.powers.trials import Trials
    from ludwright.tournaments.ladder import Ladder

_WEIGHTS = (0.7, 0.85, 1.0)
"""What random, greedy and thinking players show counts so much."""
_NAMES = {"random": "random players", "greedy": "greedy players"}


class Play:
    """The games of a playtest of one version with one number of players."""

    def __init__(self, run: Playtest, version: int, players: int, name: str = "", sample: int | None = None) -> None:
        self.run, self.version, self.players, self.sample = run, version, players, sample
        self.name = name
        self.strongest = True
        """Whether there are no games of stronger equals with that many players."""
        self.best: Play | None = None
        """The games of the strongest equals with that many players."""
        self.experts: tuple[str, ...] = ()
        """Agents that proved the strongest there are for this game: no matter what kind they are, they are strong players."""
        self.expert_name = STRONG
        """What these are called: in a first look, where they have little time, nobody is strong."""
        self.patience = 2.0
        """For how many seconds a single question may play more games, if it needs them."""
        self.table: tuple[Play, ...] = ()
        """All plays with that many players."""
        self.ladder: Ladder | None = None
        """A ladder that players climbed who think longer and longer, if one was climbed."""
        self.trials: Trials | None = None
        """What was found out by taking things away, if that was tried."""
        self.places: PlaceTrials | None = None
        """What was found out by exchanging starting places, if that was tried."""
        cells = [cell for cell in run.cells if (cell.version, cell.players) == (version, players)]
        self.cells = cells
        self.agents: tuple[str, ...] = tuple(dict.fromkeys(agent for cell in cells for agent in cell.agents))
        self._effects: dict[str, list[Effect]] = {}
        self._figures: dict[tuple[str, tuple[tuple[str, Any], ...]], Figure] = {}

    def gone_on(self, run: Playtest) -> Play:
        """The same after more games were played: what was found out by trying stays."""
        found = Play(run, self.version, self.players, self.name, self.sample)
        for name in ("experts", "expert_name", "patience", "ladder", "trials", "places"):
            setattr(found, name, getattr(self, name))
        return found

    @cached_property
    def evidence(self) -> Evidence:
        """The frames."""
        return Evidence.of(self.run, self.version, self.players, sample=self.sample)

    @cached_property
    def game(self) -> Game:
        """The rules."""
        return self.run.game_in(self.cells[0])

    @cached_property
    def nature(self) -> Nature:
        """What kind of game it is."""
        from ludwright.agents.nature import nature_of

        return nature_of(self.game)

    @cached_property
    def for_points(self) -> bool:
        """Whether it is played for points that change hands, such as chips: who wins a game says little then."""
        from ludwright.agents.stakes import plays_for_score

        return plays_for_score(self.game)

    @cached_property
    def about_winning(self) -> bool:
        """Whether several players play to win, one or some of them against the others."""
        return self.players > 1 and not self.nature.common and not self.for_points

    @property
    def games(self) -> int:
        """How many there are."""
        return len(self.evidence.games)

    def figure(self, name: str, **settings: Any) -> Figure:
        """The figure of a metric, worked out once."""
        key = (name, tuple(sorted(settings.items())))
        if key not in self._figures:
            self._figures[key] = metric(name).of(self.evidence, **settings)
        return self._figures[key]

    def effects(self, by: str) -> list[Effect]:
        """What every option does: in ``words``, by kind of ``action``, or as an ``opening``."""
        if by not in self._effects:
            self._effects[by] = effects(self.evidence, by)
        return self._effects[by]

    @cached_property
    def told_by_lead(self) -> float | None:
        """How much of who wins the game's `lead` tells ahead, from 0 to 1; None if it has none, or there is nothing to tell."""
        error = self.evidence.curve.error if self.evidence.leads.count else None
        return None if error is None or not error.known else error.part("explained").value

    @cached_property
    def holdings(self) -> list[Figure]:
        """What of the wins goes to the seat that alone has a thing, for every thing to have."""
        from ludwright.findings.holdings import worth

        return worth(self)

    @cached_property
    def preferences(self) -> list[Preference]:
        """Of things that all can choose from the beginning: which is preferred to which."""
        from ludwright.findings.preferences import preferences

        return preferences(self)

    @cached_property
    def usual(self) -> tuple[Witness, ...]:
        """A game of the usual length, from its start: for what shows in every game."""
        games = self.evidence.games.sort("decisions", "game")
        return (
            (Witness(int(games["game"][len(games) // 2]), ply=0, note="a game of usual length"),) if len(games) else ()
        )

    # ------------------------------------------------------------ who plays

    @property
    def mixed(self) -> bool:
        """Whether different players meet."""
        return len(self.agents) > 1

    @property
    def level(self) -> int:
        """How strong the strongest of them is: 0 at random, 1 greedy or by rules, 2 thinking, or the strongest there are."""
        return max(self.level_of(agent) for agent in self.agents)

    def level_of(self, agent: str) -> int:
        """How strong one of them is."""
        return level_of(agent) if agent not in self.experts else THINKING

    @property
    def strong(self) -> bool:
        """Whether equals play who think: only what they show may be called fine."""
        return self.level == THINKING and not self.mixed

    def named(self, agent: str) -> str:
        """What players like this one are called in a sentence: `strong players`."""
        if agent in self.experts:
            return self.expert_name
        return _NAMES.get(agent, f"`{agent}` players")

    def called(self, agent: str) -> str:
        """What players are called who try something out: in a first look nobody is strong."""
        name = called(agent)
        return THINKERS if name == STRONG and self.expert_name != STRONG else name

    @property
    def who(self) -> str:
        """Who plays, in a sentence: `with strong players`."""
        if self.players == 1:
            return f"with {one_of(self.named(self.agents[0]))}"
        return f"with {in_a_row(map(self.named, self.agents))}"

    @property
    def names(self) -> str:
        """The same as a label: `strong players`."""
        return " and ".join(self.named(agent).replace("`", "") for agent in self.agents)

    @property
    def told(self) -> str:
        """Who plays, in the fine print: `2 strong players (mcts:1000)`."""
        several = len(self.run.versions) > 1
        version = f", {self.run.versions[self.version].name}" if several else ""
        names = " and ".join(map(self._fine_print, self.agents))
        if not self.mixed:
            names = names if names.startswith((self.expert_name, *_NAMES)) else f"{names} players"
        if self.players == 1:
            return f"{one_of(names)}{version}"
        return (
            f"{self.players} players, {names} in changing seats{version}"
            if self.mixed
            else f"{self.players} {names}{version}"
        )

    def _fine_print(self, agent: str) -> str:
        return f"{self.expert_name} (`{agent}`)" if agent in self.experts else _NAMES.get(agent, f"`{agent}`")

    def concerns(self, rule: Rule) -> bool:
        """Whether a rule looks at these games."""
        if self.mixed:
            return rule.whose in (ALL, MIXED) or (self.strongest and rule.whose in (EQUALS, STRONGEST))
        looked_at = {
            ALL: True,
            EQUALS: self.strongest or not self.level,
            MIXED: False,
            RANDOM: not self.level,
            STRONGEST: self.strongest,
        }
        return looked_at[rule.whose]

    def weight(self, rule: Rule) -> float:
        """How much these players' games count for a rule."""
        return 1.0 if rule.whose == RANDOM else _WEIGHTS[self.level]


def plays_of(run: Playtest, name: str = "", sample: int | None = None) -> list[Play]:
    """The plays of a playtest: every version, every number of players."""
    tables = sorted({(cell.version, cell.players) for cell in run.cells})
    return [Play(run, version, players, name, sample) for version, players in tables]


def rank_by_strength(plays: list[Play]) -> list[Play]:
    """Note for all plays whether there are games of stronger equals, and which. Of different players who meet, if nobody else plays."""
    best: dict[tuple[int, int], Play] = {}
    for play in sorted(plays, key=lambda one: (not one.mixed, one.level, bool(one.experts))):
        best[play.version, play.players] = play
    for play in plays:
        play.best = best[play.version, play.players]
        play.strongest = play.best.mixed == play.mixed and play.best.level == play.level
        play.table = tuple(one for one in plays if (one.version, one.players) == (play.version, play.players))
    return plays


def one_of(names: str) -> str:
    """A single player of that kind.

    >>> one_of("strong players (`mcts:50`)"), one_of("`mcts:50` players")
    ('a strong player (`mcts:50`)', 'a `mcts:50` player')
    """
    one = names.replace(" players", " player")
    return f"{'an' if one.strip('`')[:1] in 'aeiou' else 'a'} {one}"
