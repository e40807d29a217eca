"""Rules about the course of games: who leads, whether that changes, how long it all takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.findings.finding import Look
from ludwright.findings.rule import STRONGEST, Looking, Rule, interval
from ludwright.metrics.curve import NOBODY, OutcomeCurve
from ludwright.metrics.figure import Figure, Witness
from ludwright.metrics.intervals import share
from ludwright.spelling import percent

if TYPE_CHECKING:
    from ludwright.findings.play import Play

_EARLY = 1 / 3
"""The first part of a game, in which everybody has been ahead for once."""
_MOMENTS = 5
"""A game with fewer turns than this, on average, has no course to speak of."""
_GROWTH, _MOST_GROWTH = 0.03, 0.3
"""A lead that grows by so much of itself in every round feeds itself; one that grows by so much is out of reach at once."""
_TELLING = 0.02
"""A lead that tells less than this of who wins, of all there is to tell, is none."""


def _several(play: Play) -> bool:
    return play.about_winning


def _led(play: Play) -> bool:
    """Whether the game says who is ahead, and that means something: else nothing can be said about leaders."""
    curve = play.evidence.leads
    if not _several(play) or not curve.count or float(np.mean(curve.lengths)) < _MOMENTS:
        return False
    return (play.told_by_lead or 0.0) >= _TELLING


def _simple(name: str, above: bool, fair: float, worst: float, led: bool = False) -> Looking:
    def looks(play: Play, threshold: float) -> Iterator[Look]:
        if _led(play) if led else _several(play):
            yield Look(play.figure(name), threshold, above, fair, worst)

    return looks


def _runaway_looks(play: Play, threshold: float) -> Iterator[Look]:
    figure = play.figure("runaway leader")
    if not _led(play) or not figure.known:
        return
    won = _games_of_leaders(play.evidence.leads)
    often = f"whoever leads at half-time wins {percent(figure.value or 0.0)} of the games"
    words = {"what": f"The leader runs away: {play.who}, {often} ({interval(figure)})"}
    yield Look(figure, threshold, True, 0.6, 1.0, words, witnesses=won)
    slope = play.figure("catch-up")
    if slope.value is not None and (figure.value or 0.0) > (1 + 1 / play.players) / 2:
        grows = f"whoever is ahead gains another {percent(slope.value)} of the lead in every round"
        ends = f"{percent(slope.low or 0.0).removesuffix('%')}–{percent(slope.high or 0.0)}"
        words = {"what": f"Being ahead puts you further ahead: {play.who}, {grows} ({ends}), and {often}"}
        yield Look(slope, _GROWTH, True, 0.0, _MOST_GROWTH, words, "snowball", witnesses=won)


def _games_of_leaders(curve: OutcomeCurve) -> tuple[Witness, ...]:
    rows = curve.at(0.5)
    leader = curve.leaders[rows]
    won = np.nonzero((curve.winners != NOBODY) & (leader == curve.winners))[0][:3]
    return tuple(Witness(int(curve.games[game]), note="leads and wins", **curve.mark(int(rows[game]))) for game in won)


RUNAWAY = Rule(
    "runaway leader",
    "Whoever leads when half of the game is over wins almost always, or being ahead is what puts players further ahead",
    0.85,
    "of games",
    "{what}",
    "Help those behind to catch up, or make the late game worth more.",
    _runaway_looks,
    weight=1.2,
    whose=STRONGEST,
    metrics=("runaway leader", "catch-up"),
    implied_by=("all games end alike", "seat advantage"),
)


def _comebacks(curve: OutcomeCurve) -> Figure:
    """How often the winner was behind somebody after the first third of the game."""
    won = curve.winners != NOBODY
    rows = np.arange(len(curve.values))
    length: npt.NDArray[np.int64] = np.repeat(curve.lengths, curve.lengths).astype(np.int64)
    within = rows - np.repeat(curve.starts[:-1], curve.lengths)
    rows = rows[won[curve.of_game] & (within >= _EARLY * length) & (within < length - 1)]
    winner = curve.winners[curve.of_game[rows]]
    behind = rows[curve.values[rows].max(axis=1, initial=0.0) - curve.values[rows, winner] > 1e-12]
    games = (curve.sums(behind) > 0) & won
    first = {int(curve.of_game[row]): int(row) for row in behind[::-1]}
    shown = [
        Witness(int(curve.games[game]), note="the winner is behind", **curve.mark(first[game]))
        for game in np.nonzero(games)[0][:3].tolist()
    ]
    return share("comebacks", int(games.sum()), int(won.sum()), witnesses=tuple(shown))


def _comeback_looks(play: Play, threshold: float) -> Iterator[Look]:
    curve = play.evidence.leads
    if not _led(play) or not curve.count:
        return
    yield Look(_comebacks(curve), threshold, False, 0.5, 0.0)


NO_COMEBACKS = Rule(
    "no comebacks",
    "Winners who were never behind after the first third of the game",
    0.1,
    "of games",
    "No comebacks: {who}, the winner was behind after the first third in only {value} of games ({interval})",
    "Give those behind something that the leader does not have.",
    _comeback_looks,
    weight=0.9,
    whose=STRONGEST,
    metrics=("drama", "lead changes"),
    implied_by=("all games end alike", "seat advantage"),
)
LITTLE_DRAMA = Rule(
    "little drama",
    "Winners who are hardly ever behind, and then not far",
    0.03,
    "on a scale from 0 to 1",
    "No suspense: {who}, winners are hardly ever behind, and then not by much (drama {value} ({interval}); below {threshold} is little)",
    "Hide scores, or let the last turns weigh more.",
    _simple("drama", False, 0.2, 0.0, led=True),
    weight=0.7,
    whose=STRONGEST,
    metrics=("drama",),
    implied_by=("all games end alike", "seat advantage"),
)


def _king_looks(play: Play, threshold: float) -> Iterator[Look]:
    if play.players < 3 or not _several(play):
        return
    from ludwright.findings.kings import kingmaking

    yield Look(kingmaking(play), threshold, True, 0.0, 0.6)


KINGMAKING = Rule(
    "kingmaking",
    "Players who can't win any more decide who does",
    0.1,
    "of games",
    "Kingmaking: {who}, a player with no chance left decided who won in {value} of games ({interval})",
    "Keep everybody in the race to the end, or let those who are out of it decide nothing.",
    _king_looks,
    weight=1.1,
    whose=STRONGEST,
    metrics=("kingmaking",),
)


def _drag_looks(play: Play, threshold: float) -> Iterator[Look]:
    if _led(play):
        figure = play.figure("decisiveness")
        yield Look(figure, threshold, False, 0.8, 0.0, {"rest": percent(1 - (figure.value or 0.0))})


DRAG = Rule(
    "drag",
    "Games that are decided long before they are over",
    0.35,
    "of the game",
    "The last {rest} is a formality: {who}, the winner is settled when {value} of the game is played ({interval})",
    "Let the game end when it is decided, or keep it open longer.",
    _drag_looks,
    weight=0.9,
    whose=STRONGEST,
    metrics=("decisiveness",),
    implied_by=("all games end alike", "seat advantage"),
)


DOWNTIME = Rule(
    "downtime",
    "Players who wait long for their turn",
    18.0,
    "decisions",
    "Long waits: {who}, {value} of others pass between two of your own turns ({interval})",
    "Shorter turns, or something to do in the turns of others.",
    _simple("downtime", True, 3.0, 60.0),
    weight=0.9,
    whose=STRONGEST,
    metrics=("downtime",),
)


def _option_looks(play: Play, threshold: float) -> Iterator[Look]:
    yield Look(play.figure("decision space"), threshold, True, threshold / 4, threshold * 4)


OPTIONS = Rule(
    "too many options",
    "Decisions with so many options that nobody can weigh them",
    120.0,
    "options",
    "Too much to weigh: {who}, a decision has {value} on average ({interval})",
    "Split the decision into steps, or rule out what nobody would choose.",
    _option_looks,
    weight=0.9,
    whose=STRONGEST,
    metrics=("decision space",),
)


def _elimination_looks(play: Play, threshold: float) -> Iterator[Look]:
    figure = play.figure("elimination")
    if _several(play) and figure.known:
        yield Look(
            figure, threshold, True, 0.0, 0.7, witnesses=tuple(_at_the_exit(play, one) for one in figure.witnesses)
        )


def _at_the_exit(play: Play, witness: Witness) -> Witness:
    """The game from where the first player has nothing to decide any more."""
    if witness.ply is not None or witness.turn is not None:
        return witness
    own = play.evidence.decisions.filter(pl.col("game") == witness.game)
    last = own.group_by("actor").agg(pl.col("ply").max()).sort("ply")
    return witness if not len(last) else replace(witness, ply=int(last["ply"][0]) + 1, note="the first player is out")


ELIMINATION = Rule(
    "elimination",
    "Players who are out of the game and only watch",
    0.25,
    "of the game",
    "Early elimination: {who}, whoever is out first sits out the last {value} of the game ({interval})",
    "Let the game end soon after the first is out, or keep everybody in.",
    _elimination_looks,
    weight=0.9,
    whose=STRONGEST,
    metrics=("elimination",),
)

RULES = (RUNAWAY, NO_COMEBACKS, LITTLE_DRAMA, KINGMAKING, DRAG, DOWNTIME, OPTIONS, ELIMINATION)
