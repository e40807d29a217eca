"""Rules about how long games are: over too soon, too short, too long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars as pl

from ludwright.findings.finding import Look
from ludwright.findings.rule import STRONGEST, Rule
from ludwright.language import syntax
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes
from ludwright.metrics.figure import Witness
from ludwright.metrics.intervals import mean, share

if TYPE_CHECKING:
    from ludwright.findings.play import Play
    from ludwright.game import Game

_COUNTED = 100
"""In so many games it is counted how often a part is repeated."""


def _soon_looks(play: Play, threshold: float) -> Iterator[Look]:
    yield from _unasked_looks(play, threshold)
    yield from _single_looks(play, threshold)


def _unasked_looks(play: Play, threshold: float) -> Iterator[Look]:
    """Games that end before everybody has decided anything."""
    if play.players < 2:
        return
    decisions = play.evidence.decisions
    games = play.evidence.games.filter(pl.col("end") == "over")
    asked = decisions.group_by("game").agg(pl.col("actor").n_unique().alias("asked"))
    rows = games.select("game").join(asked, on="game")
    if not len(rows) or rows["asked"].max() != play.players:  # a seat that never decides anything does so by the rules
        return
    early = rows.filter(pl.col("asked") < play.players).sort("game")
    shown = tuple(Witness(game, note="somebody never moved") for game in early["game"].head(3).to_list())
    words = {"what": "end before everybody has made a single decision"}
    yield Look(share("over before all moved", len(early), len(rows)), threshold, True, 0.0, 1.0, words, witnesses=shown)


def _single_looks(play: Play, threshold: float) -> Iterator[Look]:
    """Games in which a part that the rules repeat, such as a deal, is played only once."""
    part = repeated_part(play.game)
    ended = play.evidence.games.filter(pl.col("end") == "over").sort("number", "game")["game"].head(_COUNTED).to_list()
    if part is None or not ended:
        return
    times = play.run.query(f"{part}.number", when="end", games=ended)
    single = times.filter(pl.col("value") == 1).sort("game")["game"].to_list()
    figure = share(f"one {part}", len(single), len(times))
    words = {"what": f"are over after a single `{part}`, though the rules repeat it"}
    yield Look(figure, threshold, True, 0.0, 1.0, words, part, witnesses=tuple(map(Witness, single[:3])))


def repeated_part(game: Game) -> str | None:
    """The stage that the whole game repeats until somebody has reached something; None where there is none, or the rules count how often it is played."""
    description = getattr(game, "description", None)
    for declaration in description.declarations if description is not None else ():
        if declaration.kind != "play":
            continue
        for node in nodes(declaration.tree):
            if isinstance(node, syntax.RepeatCallUntil | syntax.RepeatCallWhile):
                part = str(node.call.what)
                if part in game.rules.stages and not {part, "number"} <= names_in(node.condition):
                    return part
    return None


OVER_TOO_SOON = Rule(
    "over too soon",
    "Games that are over before everybody has made a single decision, or after a single one of the deals or hands that the rules repeat",
    0.2,
    "of games",
    "Over too soon: {who}, {value} of games {what} ({interval})",
    "Let everybody have at least one turn, or start further from the end.",
    _soon_looks,
    weight=0.9,
    whose=STRONGEST,
    metrics=("duration in turns",),
)


def _short_looks(play: Play, threshold: float) -> Iterator[Look]:
    """How often each player decides something in a game."""
    games = play.evidence.games.filter(pl.col("end") == "over")
    if play.players < 2 or not len(games) or not play.evidence.decisions["actor"].is_not_null().any():
        return
    figure = mean("decisions", games["decisions"].to_numpy() / play.players, unit="decisions")
    shown = games.sort("decisions", "game")["game"].head(3).to_list()
    yield Look(figure, threshold, False, 2 * threshold, 0.0, witnesses=tuple(Witness(game, ply=0) for game in shown))


TOO_SHORT = Rule(
    "too short",
    "Games in which players decide hardly anything before they are over",
    3.0,
    "decisions for each player",
    "Very short: {who}, each player makes only {value} a game ({interval})",
    "Start further from the end, or play several rounds.",
    _short_looks,
    weight=0.6,
    whose=STRONGEST,
    metrics=("duration in turns",),
    implied_by=("nothing to decide", "over too soon"),
)


def _long_looks(play: Play, threshold: float) -> Iterator[Look]:
    figure = play.figure("duration in minutes")
    yield Look(figure, threshold, True, threshold * 0.5, threshold * 3)


TOO_LONG = Rule(
    "too long",
    "Games that take people very long, with ten seconds for a decision",
    120.0,
    "minutes",
    "The game is long: {who}, about {value} of deciding ({interval}), at ten seconds a decision",
    "Fewer rounds, fewer choices a turn, a lower goal.",
    _long_looks,
    weight=0.9,
    whose=STRONGEST,
    metrics=("duration in minutes",),
)
RULES = (OVER_TOO_SOON, TOO_SHORT, TOO_LONG)
