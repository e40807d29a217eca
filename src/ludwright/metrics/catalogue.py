"""All metrics, in the order in which they are told: what each means, how it is defined, what it is made of."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ludwright.metrics.agency import agency
from ludwright.metrics.choice import (
    action_entropy,
    decision_space,
    decisions_a_turn,
    false_choices,
    genuine_decisions,
    options_a_turn,
)
from ludwright.metrics.cooperation import forced_moves, information_given, information_used, piles_built_together
from ludwright.metrics.coverage import positions_reached, rare_rules, unused_actions, unused_options, unused_rules
from ludwright.metrics.drama import decisiveness, drama, lead_changes
from ludwright.metrics.duration import (
    deviation_of_moves,
    deviation_of_turns,
    duration_error,
    duration_in_minutes,
    duration_in_moves,
    duration_in_turns,
)
from ludwright.metrics.economy import course_of_quantities, final_quantities, growth, sources_and_sinks
from ludwright.metrics.evidence import Evidence, NoEvidenceError
from ludwright.metrics.figure import Figure, nothing
from ludwright.metrics.holes import dead_ends, endless, faults
from ludwright.metrics.members import uneven_use
from ludwright.metrics.paralysis import analysis_paralysis
from ludwright.metrics.patterns import patterns
from ludwright.metrics.picks import action_rates, action_win_rates, opening_rates, pick_rates, win_rates
from ludwright.metrics.power import observed_power
from ludwright.metrics.replayability import (
    commonest_result,
    opening_entropy,
    trajectory_distance,
    winning_lines,
    winning_sequences,
)
from ludwright.metrics.skill import agent_shares, greedy_gap, ladder_depth, luck
from ludwright.metrics.social import catch_up, downtime, elimination, kingmaking, runaway_leader
from ludwright.metrics.strategy import dominance, metagame, opening_dominance
from ludwright.metrics.swings import killer_moves, permanence
from ludwright.metrics.tension import surprise, suspense, uncertainty
from ludwright.metrics.viability import (
    completion,
    deviation_of_scores,
    draws,
    first_seat_advantage,
    scores,
    seat_fairness,
    seat_shares,
    second_seat_wins,
    shared_wins,
    time_outs,
)

_DEFINITION = "Definition: "
_LEADS, _AHEAD = {"curve": "leads"}, {"curve": "ahead"}
_TRACKS = {"turns": "tracks"}
_BY = {
    "leads": " By the game's lead as it is.",
    "ahead": " By the game's lead as it is, or by an oracle where it has none.",
}
_REPLAYED = ("offers",)
"""What is used where it can be had, and done without elsewhere."""


@dataclass(frozen=True)
class Metric:
    """One thing that can be measured."""

    name: str
    group: str
    function: Callable[..., Figure]
    taken_from: Mapping[str, str] = field(default_factory=dict)
    """Where the function's arguments come from, if not from what has their name."""

    @cached_property
    def _told(self) -> list[str]:
        paragraphs = inspect.cleandoc(self.function.__doc__ or "").split("\n\n")
        return [" ".join(paragraph.split()) for paragraph in paragraphs]

    @property
    def meaning(self) -> str:
        """In one line."""
        return self._told[0] + _BY.get(self.taken_from.get("curve", ""), "")

    @property
    def definition(self) -> str:
        """As a formula, in words."""
        told = next((text for text in self._told if text.startswith(_DEFINITION)), "")
        return told.removeprefix(_DEFINITION)

    @cached_property
    def _parameters(self) -> dict[str, bool]:
        """The arguments of the function, and whether each must be given."""
        parameters = inspect.signature(self.function).parameters.values()
        return {one.name: one.default is inspect.Parameter.empty for one in parameters}

    @property
    def needs(self) -> tuple[str, ...]:
        """What it is made of: frames, or what evidence makes of them."""
        return tuple(self.taken_from.get(name, name) for name, must in self._parameters.items() if must)

    @property
    def settings(self) -> tuple[str, ...]:
        """What can be set."""
        return tuple(name for name, must in self._parameters.items() if not must and name not in _REPLAYED)

    def _taken(self, given: Iterable[str]) -> list[str]:
        """What of the evidence was given."""
        return [self.taken_from.get(name, name) for name in given]

    def of(self, evidence: Evidence, **settings: Any) -> Figure:
        """The figure; one that says why there is none, where the evidence does not tell."""
        given = {name: value for name, value in settings.items() if name in self.settings and value is not None}
        try:
            for name, must in self._parameters.items():
                if must or (name in _REPLAYED and evidence.run is not None):
                    given[name] = getattr(evidence, self.taken_from.get(name, name))
            if "offers" in given:
                given["actions"] = evidence.words
            found, taken = self.function(**given).placed(evidence.placed), self._taken(given)
            if evidence.run is not None:
                found = found.shown_by(evidence.typical(taken))
            found = replace(found, looked_at=evidence.looked_at_for(taken))
        except NoEvidenceError as error:
            return nothing(self.name, str(error))
        return found.called(found.name.replace(_plain(self.function), self.name, 1)) if self.taken_from else found


def _plain(function: Callable[..., Figure]) -> str:
    return function.__name__.replace("_", " ")


METRICS: tuple[Metric, ...] = (
    Metric("completion", "viability", completion),
    Metric("draws", "viability", draws),
    Metric("shared wins", "viability", shared_wins),
    Metric("time-outs", "viability", time_outs),
    Metric("scores", "viability", scores),
    Metric("deviation of scores", "viability", deviation_of_scores),
    Metric("seat shares", "viability", seat_shares),
    Metric("seat fairness", "viability", seat_fairness),
    Metric("first seat advantage", "viability", first_seat_advantage),
    Metric("second seat wins", "viability", second_seat_wins),
    Metric("duration in turns", "viability", duration_in_turns),
    Metric("duration in moves", "viability", duration_in_moves),
    Metric("deviation of turns", "viability", deviation_of_turns),
    Metric("deviation of moves", "viability", deviation_of_moves),
    Metric("duration in minutes", "viability", duration_in_minutes),
    Metric("duration error", "viability", duration_error),
    Metric("drama", "drama", drama),
    Metric("drama of the lead", "drama", drama, _LEADS),
    Metric("lead changes", "drama", lead_changes),
    Metric("lead changes of the lead", "drama", lead_changes, _LEADS),
    Metric("decisiveness", "drama", decisiveness),
    Metric("killer moves", "drama", killer_moves),
    Metric("permanence", "drama", permanence),
    Metric("uncertainty", "drama", uncertainty),
    Metric("suspense", "drama", suspense),
    Metric("surprise", "drama", surprise),
    Metric("decision space", "choice", decision_space),
    Metric("genuine decisions", "choice", genuine_decisions),
    Metric("decisions a turn", "choice", decisions_a_turn),
    Metric("options a turn", "choice", options_a_turn),
    Metric("action entropy", "choice", action_entropy),
    Metric("false choices", "choice", false_choices),
    Metric("analysis paralysis", "choice", analysis_paralysis),
    Metric("pick rates", "choice", pick_rates),
    Metric("action rates", "choice", action_rates),
    Metric("win rates", "choice", win_rates),
    Metric("action win rates", "choice", action_win_rates),
    Metric("opening win rates", "choice", opening_rates),
    Metric("agency", "choice", agency),
    Metric("observed power", "power", observed_power),
    Metric("luck", "skill", luck),
    Metric("agent shares", "skill", agent_shares),
    Metric("greedy gap", "skill", greedy_gap),
    Metric("ladder depth", "skill", ladder_depth),
    Metric("dominance", "strategy", dominance),
    Metric("opening dominance", "strategy", opening_dominance),
    Metric("metagame", "strategy", metagame),
    Metric("opening entropy", "strategy", opening_entropy),
    Metric("trajectory distance", "strategy", trajectory_distance),
    Metric("winning lines", "strategy", winning_lines),
    Metric("winning sequences", "strategy", winning_sequences),
    Metric("commonest result", "strategy", commonest_result),
    Metric("runaway leader", "social", runaway_leader, _AHEAD),
    Metric("catch-up", "social", catch_up, _AHEAD),
    Metric("kingmaking", "social", kingmaking),
    Metric("downtime", "social", downtime),
    Metric("elimination", "social", elimination),
    Metric("information given", "cooperation", information_given),
    Metric("information used", "cooperation", information_used),
    Metric("piles built together", "cooperation", piles_built_together),
    Metric("forced moves", "cooperation", forced_moves),
    Metric("patterns", "cooperation", patterns),
    Metric("final quantities", "economy", final_quantities, _TRACKS),
    Metric("quantities over time", "economy", course_of_quantities, _TRACKS),
    Metric("growth", "economy", growth, _TRACKS),
    Metric("sources and sinks", "economy", sources_and_sinks, _TRACKS),
    Metric("unused actions", "coverage", unused_actions),
    Metric("unused options", "coverage", unused_options, {"declared": "offered"}),
    Metric("unused rules", "coverage", unused_rules),
    Metric("rare rules", "coverage", rare_rules),
    Metric("uneven use", "coverage", uneven_use),
    Metric("positions reached", "coverage", positions_reached),
    Metric("faults", "holes", faults),
    Metric("dead ends", "holes", dead_ends),
    Metric("endless games", "holes", endless),
)
GROUPS: tuple[str, ...] = tuple(dict.fromkeys(metric.group for metric in METRICS))


def metric(name: str) -> Metric:
    """The metric of that name.

    >>> metric("drama").group
    'drama'
    """
    from ludwright.mistakes import nearest

    wanted = name.replace("_", " ")
    for one in METRICS:
        if one.name == wanted:
            return one
    close = nearest(wanted, [one.name for one in METRICS])
    hint = f"did you mean `{close}`?" if close else f"there are {', '.join(one.name for one in METRICS)}"
    raise NoEvidenceError(f"there is no metric `{name}`: {hint}")
