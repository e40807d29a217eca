"""Rules about how games end: not at all, by a fault, without a winner, always alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars as pl

from ludwright import ir
from ludwright.findings.finding import Look
from ludwright.findings.rule import ALL, STRONGEST, Rule
from ludwright.metrics.figure import Witness
from ludwright.metrics.intervals import mean, share
from ludwright.play.outcome import line_text

if TYPE_CHECKING:
    from ludwright.findings.play import Play

_TOLD = 3
"""Of more kinds of faults the rest is not told."""


def _fault_looks(play: Play, threshold: float) -> Iterator[Look]:
    figure = play.figure("faults")
    if figure.value is None:
        return
    # one game stopped by a fault is proof enough that there is one
    certain = 0.0 if figure.value > 0 and threshold <= 0 else None
    what = "; ".join(_stopped_at(play)) or "no fault"
    yield Look(figure, threshold, True, -0.6, 0.4, {"what": what}, chance=certain)


def _stopped_at(play: Play) -> Iterator[str]:
    """What went wrong, and at which line of the text: the commonest first."""
    stopped = play.evidence.games.filter(pl.col("end") == "fault").group_by("fault", "line").len()
    for fault, line, _ in stopped.sort("len", "line", descending=[True, False]).head(_TOLD).iter_rows():
        place = ""
        if line and hasattr(play.game, "where"):
            where = play.game.where(line).rpartition("/")[2]
            place = f" (`{line_text(play.game, line)}`, {where})"
        yield f"{ir.FAULTS.get(fault, 'a fault')}{place}"


FAULTS = Rule(
    "faults",
    "Games stopped because a rule could not be carried out",
    0.0,
    "of games",
    "A rule can't be carried out: {what}, in {value} of games ({interval}) {who}",
    "Say in the rules what happens then.",
    _fault_looks,
    weight=1.6,
    whose=ALL,
    one_is_enough=True,
    metrics=("faults",),
)


def _endless_looks(play: Play, threshold: float) -> Iterator[Look]:
    figure = play.figure("endless games")
    few = figure.value == 0.0 and (figure.high or 0.0) > threshold
    if not (few and play.level):  # a few games of thinking players, all of which ended, tell nothing
        yield Look(figure, threshold, True, -0.2, 0.5, {"moves": f"{play.run.plan.move_limit:,}"})


ENDLESS = Rule(
    "endless games",
    "Games that do not come to an end",
    0.01,
    "of games",
    "Games may never end: {who}, {value} did not come to an end within {moves} moves ({interval})",
    "Add an end that comes by itself: a number of rounds, a supply that runs out.",
    _endless_looks,
    weight=1.5,
    whose=ALL,
    metrics=("endless games",),
)


def _level(play: Play) -> pl.DataFrame:
    """For every finished game whether all seats have the same, and highest, score."""
    ended = play.evidence.seats.drop_nulls("won")
    alike = (pl.col("score").n_unique() == 1) & pl.col("score").is_not_null().all()
    return ended.group_by("game").agg(alike.alias("level"), pl.col("score").first()).sort("game")


def _shared_looks(play: Play, threshold: float) -> Iterator[Look]:
    """Only where all have a score: a shared win is one in which all have the same."""
    if not play.about_winning:
        return
    games = _level(play)
    level = games.filter("level")
    if not len(games) or not play.evidence.seats["score"].is_not_null().any():
        return
    figure = share("shared by all", len(level), len(games))
    same = level["score"].value_counts(sort=True)
    common = f", {same['score'][0]:g} points each in {same['count'][0] / len(level):.0%} of those" if len(same) else ""
    words = {
        "all": {2: "both", 3: "all three", 4: "all four"}.get(play.players, f"all {play.players}"),
        "common": common,
    }
    shown = tuple(Witness(game) for game in level["game"].head(3).to_list())
    yield Look(figure, threshold, True, 0.0, 1.0, words, witnesses=shown)


SHARED = Rule(
    "shared by all",
    "Games in which all seats have the same score in the end, so that all share the win",
    0.25,
    "of games",
    "Too many ties: {who}, {all} end with the same score in {value} of games ({interval}){common}",
    "Add a tie-break, or scores in smaller steps.",
    _shared_looks,
    weight=1.4,
    whose=STRONGEST,
    metrics=("draws", "commonest result"),
)


def _draw_looks(play: Play, threshold: float) -> Iterator[Look]:
    if not play.about_winning:
        return
    figure = play.figure("draws")
    scored = play.evidence.seats["score"].is_not_null().any()
    if not scored and figure.known:
        yield Look(figure, threshold, True, 0.0, 1.0)


DRAWS = Rule(
    "draws",
    "Games that nobody wins",
    0.25,
    "of games",
    "Too many draws: {who}, {value} of games ({interval}); more than {threshold} is a lot",
    "Add a way to break the balance, or let a drawn position be worth something to one side.",
    _draw_looks,
    weight=1.1,
    whose=STRONGEST,
    metrics=("draws",),
)


def _alike_looks(play: Play, threshold: float) -> Iterator[Look]:
    figure = play.figure("commonest result")
    if not play.about_winning or not figure.known or "seat" not in figure.note:
        return
    yield Look(figure, threshold, True, 1 / play.players, 1.0, {"what": figure.note})


ALIKE = Rule(
    "all games end alike",
    "Games that almost always have the same winner",
    0.9,
    "of games",
    "Same winner almost every time: {who}, {what} in {value} of games ({interval})",
    "If better play does not change who wins, the game is decided before it begins: change the start or the first turns.",
    _alike_looks,
    weight=1.3,
    whose=STRONGEST,
    metrics=("commonest result",),
    implied_by=("seat advantage",),
)


def _won(play: Play, above: bool, threshold: float) -> Iterator[Look]:
    """How often a game against the game itself is won."""
    if not play.nature.common or play.nature.scored:
        return
    won = play.evidence.seats.drop_nulls("won").group_by("game").agg(pl.col("won").any()).sort("game")
    figure = share("games won", int(won["won"].sum()), len(won))
    shown = won.filter(pl.col("won") == above)["game"].head(3).to_list()
    limit = 1 - threshold if above else threshold
    yield Look(figure, limit, above, 0.5, 1.0 if above else 0.0, witnesses=tuple(map(Witness, shown)))


TOO_EASY = Rule(
    "too easy",
    "A game against the game itself that is almost always won",
    0.05,
    "of games lost at the least",
    "The game is too easy: {who}, it is won in {value} of games ({interval})",
    "Make it harder, or offer levels of difficulty.",
    lambda play, threshold: _won(play, True, threshold),
    whose=STRONGEST,
)


def _hard_looks(play: Play, threshold: float) -> Iterator[Look]:
    if play.level:  # that random players lose tells nothing
        yield from _won(play, False, threshold)


TOO_HARD = Rule(
    "too hard",
    "A game against the game itself that is almost never won, however well it is played",
    0.05,
    "of games won at the least",
    "The game is too hard: {who}, it is won in only {value} of games ({interval})",
    "Make it easier, or offer levels of difficulty.",
    _hard_looks,
    weight=1.3,
    whose=STRONGEST,
)


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
    yield Look(share("over before all moved", len(early), len(rows)), threshold, True, 0.0, 1.0, witnesses=shown)


OVER_TOO_SOON = Rule(
    "over too soon",
    "Games that are over before everybody has made a single decision",
    0.2,
    "of games",
    "Over too soon: {who}, {value} of games end before everybody has made a single decision ({interval})",
    "Let everybody have at least one turn, or start further from the end.",
    _unasked_looks,
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

RULES = (FAULTS, ENDLESS, SHARED, DRAWS, ALIKE, TOO_EASY, TOO_HARD, OVER_TOO_SOON, TOO_SHORT)
