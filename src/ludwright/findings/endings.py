"""Rules about how games end: not at all, by a fault, without a winner, always alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from ludwright import ir
from ludwright.findings.finding import Look
from ludwright.findings.rule import ALL, STRONGEST, Rule, interval
from ludwright.metrics.figure import Witness
from ludwright.metrics.intervals import mean, share
from ludwright.play.outcome import line_text
from ludwright.spelling import percent

if TYPE_CHECKING:
    from ludwright.findings.play import Play

_TOLD = 3
"""Of more kinds of faults the rest is not told."""
_OFTEN = 0.2
"""Scores are gains and losses if random players end above nothing in so many games, and below in so many."""


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
    part = same["count"][0] / len(level) if len(same) else 0.0
    often = "always with " if part == 1.0 else f"in {percent(part)} of those with "
    common = f", {often}{same['score'][0]:g} points" if len(same) else ""
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


def _easy_looks(play: Play, threshold: float) -> Iterator[Look]:
    for look in _won(play, True, threshold):
        yield replace(
            look, words={"what": f"it is won in {percent(look.figure.value or 0.0)} of games ({interval(look.figure)})"}
        )
    yield from _gains(play)


def _gains(play: Play) -> Iterator[Look]:
    """Where a game for one, or for all together, brings gains and losses, as against a bank: what a game brings on average."""
    if not play.nature.common or not play.nature.scored or not _gains_and_losses(play):
        return
    got = _scores(play)
    figure = mean("gain", got["score"].to_numpy())
    spread = float(got["score"].std() or 1.0)  # type: ignore[arg-type]
    shown = got.filter(pl.col("score") > 0)["game"].head(3).to_list()
    what = f"a game brings a gain of {figure.value or 0.0:.2f} on average ({interval(figure)}); against a bank that is fair, 0"
    yield Look(figure, 0.0, True, 0.0, spread, {"what": what}, "gain", witnesses=tuple(map(Witness, shown)))


def _scores(play: Play) -> pl.DataFrame:
    """The score of every finished game of players who have one together: game, score."""
    ended = play.evidence.seats.drop_nulls(["won", "score"])
    return ended.group_by("game").agg(pl.col("score").first()).sort("game")


def _gains_and_losses(play: Play) -> bool:
    """Whether scores are gains and losses: random players end with less than nothing in many games, and with more in many."""
    by_chance = next((one for one in play.table if not one.level and not one.mixed), play)
    got = _scores(by_chance)["score"]
    return len(got) > 0 and min((got > 0).sum(), (got < 0).sum()) >= _OFTEN * len(got)


TOO_EASY = Rule(
    "too easy",
    "A game against the game itself that is almost always won, or that brings a gain on average where there are gains and losses",
    0.05,
    "of games lost at the least",
    "The game is too easy: {who}, {what}",
    "Make it harder, or offer levels of difficulty.",
    _easy_looks,
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


RULES = (FAULTS, ENDLESS, SHARED, DRAWS, ALIKE, TOO_EASY, TOO_HARD)
