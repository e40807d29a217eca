"""What was found out about the power of things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ludwright.display import Block, Displayed
from ludwright.metrics.figure import Figure, nothing
from ludwright.powers.no_choice import GAMES
from ludwright.powers.paired import MIXED, Bounds, Numbers
from ludwright.powers.standing import Standing
from ludwright.powers.things import PowerError as PowerError

OVER, UNDER, TRAP, USEFUL, OPEN = "overpowered", "underpowered", "trap", "useful", "no difference seen"
INDISPENSABLE, SAME = "indispensable", "makes no difference"
SLIGHT = "slight"
SURE = 0.05
"""How often at most something is named by chance, among all things of a kind together."""
STALLED = 0.95
"""What nobody can do without: if all do, nobody gets anywhere in so many games."""


def scripted(agent: str) -> bool:
    """Whether a player follows a text and weighs nothing.

    >>> scripted("bot:builder"), scripted("improve:16,bot=builder"), scripted("greedy")
    (True, False, False)
    """
    return agent.startswith("bot:")


@dataclass
class Look:
    """What being barred from a thing costs a player of one kind."""

    kind: str
    what: str
    agent: str
    copies: int
    without: Figure
    """The share of wins of the one who is barred."""
    worth: Figure
    """The share of wins that the bar costs: its importance."""
    values: Numbers = field(repr=False)
    """The same deal by deal."""
    chance: float = 1.0
    """How likely such a cost is by chance alone, corrected for the number of things of its kind."""
    among: int = 1
    """How many things of its kind there are in the game."""
    bounds: Bounds | None = None
    """Between what the cost must lie."""
    beside: Figure = field(default_factory=lambda: nothing("beside others", "there is nothing like it"))
    """How much more a copy is worth than one of the others of its kind."""
    beside_values: Numbers | None = field(default=None, repr=False)
    beyond: Figure = field(default_factory=lambda: nothing("beside others", "there is nothing like it"))
    """How much more all its copies are worth than as many of the others; the same, if there is one."""
    beyond_values: Numbers | None = field(default=None, repr=False)
    observed: Figure | None = None
    """How much more often those win who have it, as games were played."""
    forced: Figure | None = None
    """What it brings to do it, or to take it, whenever that is legal; below 0 it costs so much. None if that was not tried."""
    forced_values: Numbers | None = field(default=None, repr=False)
    taken: Figure | None = None
    """How often its players choose it where they can choose something else as well; None if that is not known."""
    expected: float = 0.0
    """How often chance would."""
    stalled: float | None = None
    """If everybody does without: the share of the games in which nobody gets anywhere. None if that was not tried."""
    at_once: bool = False
    """Whether all players answer at once, whatever they are asked."""
    decided: float = 1.0
    """The share of the games that end with one winner, if nobody does without anything."""
    games: int = 0
    """Games with somebody who does without."""
    faulted: int = 0
    """Of these, those stopped by a fault."""
    stuck: int = 0
    """Of these, those in which there was nothing else to do at some time, so that it was done all the same."""
    sampled: int = 0
    """The same in the few games in which rules were asked for everything they do by themselves."""
    verdict: str = OPEN
    sentence: str = ""
    witness: str = ""
    """A command that shows a deal in which it mattered."""

    @property
    def scripted(self) -> bool:
        """Whether its players do what a text says: what they leave, or do badly, they do not because they found it so."""
        return scripted(self.agent)

    @property
    def indispensable(self) -> bool:
        """Whether nobody gets anywhere without it."""
        return self.stalled is not None and self.stalled >= STALLED

    @property
    def unavoidable(self) -> bool:
        """Whether there is nothing else at some time in most games: who does without it leaves it wherever that is possible."""
        return self.sampled > GAMES / 2

    @property
    def beside_bounds(self) -> Bounds | None:
        """Between what the difference to others must lie."""
        return None if self.bounds is None else MIXED

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "kind": self.kind, "what": self.what, "agent": self.agent, "copies": self.copies, "verdict": self.verdict,
            "sentence": self.sentence, "without": self.without.as_json(), "worth": self.worth.as_json(), "chance": self.chance,
            "beside": self.beside.as_json(), "taken": self.taken.as_json() if self.taken is not None else None, "expected": self.expected,
            "games": self.games, "faulted": self.faulted, "stuck": self.stuck, "stalled_without": self.stalled,
            "observed": self.observed.as_json() if self.observed is not None else None, "witness": self.witness,
            "forced": self.forced.as_json() if self.forced is not None else None,
        }  # fmt: skip


@dataclass
class Pair:
    """What two things are worth together, beyond what each is worth alone."""

    what: tuple[str, str]
    agent: str
    together: Figure
    chance: float
    sentence: str = ""

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "what": list(self.what), "agent": self.agent, "together": self.together.as_json(), "chance": self.chance,
            "sentence": self.sentence,
        }  # fmt: skip


@dataclass
class Deck:
    """The game with something changed about a card."""

    what: str
    change: str
    """What was changed, in words."""
    cells: dict[str, int]
    """The cells of the game's tables that were changed, with their numbers now."""
    agent: str
    first: Figure
    """How much more the first seat wins."""
    length: Figure
    """How much longer games are, in turns."""
    worth: Figure
    """What being barred from the card costs in this deck."""
    holders: Figure
    """How often those win who have it, in games that nobody meddled with."""
    faults: int = 0
    chance: float = 1.0
    sentence: str = ""

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "what": self.what, "change": self.change, "cells": self.cells, "agent": self.agent, "first": self.first.as_json(),
            "length": self.length.as_json(), "worth": self.worth.as_json(), "holders": self.holders.as_json(), "faults": self.faults, "chance": self.chance,
            "sentence": self.sentence,
        }  # fmt: skip


@dataclass(repr=False)
class Power(Displayed):
    """The power of the things of a game."""

    title: str
    players: int
    deals: int
    seed: int
    agents: list[str]
    common: bool
    share: float = 0.0
    """What a seat gets on average if nobody is barred from anything: its share of the wins, or in a common game the result."""
    looks: list[Look] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)
    standings: list[Standing] = field(default_factory=list)
    """Seats, factions and starts."""
    notes: list[str] = field(default_factory=list)
    """What could not be looked at."""
    games: int = 0
    faulted: int = 0
    interrupted: bool = False

    def look(self, what: str, agent: str | None = None) -> Look:
        """What was found about a thing, by default with the last kind of player."""
        found = [look for look in self.looks if look.what == what and agent in (None, look.agent)]
        if not found:
            raise PowerError(f"nothing was found out about `{what}`")
        return found[-1]

    def standing(self, what: str, agent: str | None = None) -> Standing:
        """What was found about a seat, a faction or a start, by default with the last kind of player."""
        found = [one for one in self.standings if one.what == what and agent in (None, one.agent)]
        if not found:
            raise PowerError(f"nothing was found out about `{what}`")
        return found[-1]

    @property
    def named(self) -> list[Look | Standing]:
        """What is over- or underpowered, a trap or useless; the surest first."""
        found: list[tuple[float, Look | Standing]] = [
            (look.chance, look) for look in self.looks if look.verdict in (OVER, UNDER, TRAP, SAME)
        ]
        found += [(one.chance, one) for one in self.standings if one.verdict in (OVER, UNDER)]
        return [one for _, one in sorted(found, key=lambda pair: pair[0])]

    @property
    def levels_told(self) -> list[str]:
        """Where players of several kinds were asked: what is strong or weak for some, and what it is for the others."""
        found = []
        for what in dict.fromkeys(one.what for one in self.named) if len(self.agents) > 1 else ():
            verdicts: dict[str, list[str]] = {}
            everything: list[Look | Standing] = [*self.looks, *self.standings]
            for one in everything:
                if one.what == what:
                    verdicts.setdefault(one.verdict, []).append(one.agent)
            if len(verdicts) > 1:
                told = "; ".join(f"{verdict} for {', '.join(agents)}" for verdict, agents in verdicts.items())
                found.append(f"{what}: {told}.")
        return found

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "game": self.title, "players": self.players, "deals": self.deals, "seed": self.seed, "agents": self.agents,
            "common": self.common, "share": self.share, "games": self.games, "faulted": self.faulted, "interrupted": self.interrupted,
            "looks": [look.as_json() for look in self.looks], "pairs": [pair.as_json() for pair in self.pairs],
            "decks": [deck.as_json() for deck in self.decks], "standings": [one.as_json() for one in self.standings],
            "by_skill": self.levels_told, "notes": self.notes,
        }  # fmt: skip

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        from ludwright.powers.worth_tables import blocks

        return blocks(self)

    def chart(self) -> Any:
        """A bar for each thing: what being barred from it costs."""
        import polars as pl

        from ludwright.charts import draw

        known: list[tuple[Look | Standing, Figure]] = [(look, look.worth) for look in self.looks]
        known += [(one, one.gain) for one in self.standings]
        rows = [
            {"what": one.what, "worth": figure.value, "low": figure.low, "high": figure.high, "player": one.agent}
            for one, figure in known
            if figure.known
        ]
        if not rows:
            raise PowerError("there is nothing to draw: no look was finished")
        colour = "player" if len(self.agents) > 1 else None
        return draw(
            pl.DataFrame(rows), "bar", x="what", y="worth", low="low", high="high", colour=colour, shares=not self.common,
            title=f"{self.title}: what things are worth", x_title="", y_title="share of wins",
            note=f"What doing without costs, or what a start brings. {self.deals:,} deals in every seat, {self.players} players; thin lines are 95% intervals.",
        )  # fmt: skip
