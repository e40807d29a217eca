"""Questions about strategies, each answered by figures in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from ludwright.metrics.catalogue import metric
from ludwright.metrics.evidence import Evidence
from ludwright.metrics.figure import Figure
from ludwright.metrics.skill import luck

if TYPE_CHECKING:
    from ludwright.tournaments import Ladder

BETWEEN = ("dominance", "metagame", "agent shares", "greedy gap", "luck", "ladder depth")
"""Metrics of games between different players."""
AMONG = (
    "opening dominance", "opening win rates", "opening entropy", "winning sequences", "winning lines", "trajectory distance",
    "commonest result",
)  # fmt: skip
"""Metrics of games among equals."""
_FEW = 3
_RANDOM = "random"
_ALIKE = 0.9
"""What is so in that share of games is nearly always so."""
_ONE = 0.05
Figures = dict[str, Figure]


@dataclass(frozen=True)
class Answer:
    """A question, what is to say to it, and the figures that say it."""

    question: str
    sentence: str
    figures: tuple[Figure, ...]
    details: tuple[str, ...] = ()
    """Lines of a list: the openings, sequences, agents that were found."""

    @property
    def known(self) -> bool:
        """Whether anything can be said."""
        return any(figure.known for figure in self.figures)

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "question": self.question,
            "answer": self.sentence,
            "details": list(self.details),
            "figures": [figure.as_json() for figure in self.figures],
        }


@dataclass(frozen=True)
class _Question:
    text: str
    metrics: tuple[str, ...]
    answer: Callable[..., str]
    details: Callable[..., Iterator[str]] = field(default=lambda *_: iter(()))


def answered(between: pl.DataFrame, among: Evidence | None, ladder: Ladder | None = None) -> list[Answer]:
    """All questions answered.

    ``between`` has the seats of games between different players, as playtests have them; ``among`` are games among equals, the
    strongest there are; ``ladder`` one that was climbed.
    """
    met = Evidence(seats=between, ladder=ladder)
    found: Figures = {name: metric(name).of(met) for name in BETWEEN}
    found["luck"] = between_extremes(between, found["agent shares"])
    found |= {name: metric(name).of(among if among is not None else Evidence()) for name in AMONG}
    answers = []
    for question in QUESTIONS:
        figures = tuple(found[name] for name in question.metrics)
        known = figures[0].known
        sentence = question.answer(*figures) if known else f"That can't be told: {figures[0].note}."
        details = tuple(question.details(*figures)) if known else ()
        answers.append(Answer(question.text, sentence, figures, details))
    return answers


def between_extremes(seats: pl.DataFrame, shares: Figure) -> Figure:
    """Luck between the strongest and a random player, or the weakest: among players equally strong all would look like luck."""
    ranked = sorted(shares.parts, key=lambda part: (part.name != _RANDOM, part.value or 0.0))
    if len(ranked) < 2:
        return luck(seats)
    weakest = seats.filter(pl.col("agent") == ranked[0].name)
    met = set(seats.join(weakest, on="game", how="semi")["agent"].to_list())
    best = max(ranked[1:], key=lambda part: (part.name in met, part.value or 0.0))
    extremes = [best.name, ranked[0].name]
    only = seats.filter(pl.col("agent").is_in(extremes).all().over("game"))
    if not len(only):  # at larger tables, or where all play the same deals
        only = seats.filter(pl.col("agent").is_in(extremes))
    found = luck(only)
    return replace(found, note=" and ".join(f"`{name}`" for name in extremes)) if found.known else found


# ---------------------------------------------------------------- words


def percent(figure: Figure) -> str:
    """A share with its interval: `57% (52 to 61%)`."""
    value = f"{figure.value or 0.0:.0%}"
    return (
        value if figure.low is None or figure.high is None else f"{value} ({figure.low * 100:.0f} to {figure.high:.0%})"
    )


def number(figure: Figure) -> str:
    """A number with its interval: `2.3 (1.9 to 2.8)`."""
    value = f"{figure.value or 0.0:.3g}"
    return value if figure.low is None or figure.high is None else f"{value} ({figure.low:.3g} to {figure.high:.3g})"


def _best(found: Figure) -> str:
    top, rivals = found.parts[0], len(found.parts) - 1
    against = top.note.removeprefix("against ")
    if found.value and rivals == 1:
        return f"Yes: `{top.name}` beats `{against}`, from whom it takes {percent(top)}."
    if found.value:
        return f"Yes: `{top.name}` beats all {rivals} others, even `{against}`, from whom it takes {percent(top)}."
    none = (
        "neither of the two surely beats the other" if rivals == 1 else f"none of {rivals + 1} surely beats all others"
    )
    return f"No: {none}. `{top.name}` comes closest; from `{against}` it takes {percent(top)}."


def _mix(found: Figure) -> str:
    heavy = [part for part in found.parts if (part.value or 0.0) >= _ONE]
    told = ", ".join(f"`{part.name}` {part.value:.0%}" for part in heavy)
    room = f" Chance in these games leaves room for {found.high:.0f}." if (found.high or 0.0) >= len(heavy) + 1 else ""
    if len(heavy) == 1:
        return f"One of {len(found.parts)}: against `{heavy[0].name}` nothing takes more than half.{room}"
    return f"{len(heavy)} of {len(found.parts)}. Nothing takes more than half from this mix: {told}.{room}"


def _obvious(found: Figure) -> str:
    rival, value = found.note.removeprefix("by "), (found.value or 0.0) + 0.5
    between = f"({(found.low or 0.0) * 100 + 50:.0f} to {(found.high or 0.0) + 0.5:.0%})"
    if (found.low or 0.0) > 0:
        return f"No, it can be beaten: {rival} takes {value:.0%} {between} of the points from `greedy`."
    luck_only = " That may be luck." if value > 0.5 else ""
    return f"As far as these games show, yes: the most that anybody takes from `greedy` is {value:.0%} {between}, {rival}.{luck_only}"


def _depth(found: Figure) -> str:
    rungs = int(found.value or 0)
    area = found.part("area")
    if not rungs:
        return "Thinking longer does not help: no rung of the ladder beats the one below."
    end = f"; {found.note}" if found.note else ""
    helping = "One rung of the ladder surely helps" if rungs == 1 else f"{rungs} rungs of the ladder surely help"
    return f"{helping}, where the players of a rung think twice as long as those below: {area.value:.0f} {area.unit} in all{end}."


def _rungs(found: Figure) -> Iterator[str]:
    for part in found.parts:
        if part.name != "area":
            yield f"{part.name}: {part.value:+.3g} {part.unit} ({part.low:.3g} to {part.high:.3g})"


def told_luck(found: Figure) -> str:
    """How much is luck between two kinds of players, in a sentence."""
    low, high = 1 - (found.high or 0.0), 1 - (found.low or 0.0)
    return (
        f"{1 - (found.value or 0.0):.0%} skill, {found.value or 0.0:.0%} luck between {found.note} "
        f"(skill {low * 100:.0f}–{high:.0%})."
    )


def _luck(found: Figure, shares: Figure) -> str:
    return told_luck(found)


def _strengths(found: Figure, shares: Figure) -> Iterator[str]:
    for part in sorted(shares.parts, key=lambda part: -(part.value or 0.0)):
        yield f"{part.name}: {percent(part)} of the points against all others"


def _openings(dominant: Figure, rates: Figure) -> str:
    if dominant.value:
        return f"Yes: {dominant.note} wins surely more often than any other first choice."
    return "No first choice surely beats all others of its seat."


def _opening_rows(dominant: Figure, rates: Figure) -> Iterator[str]:
    """The two best first choices of every seat, then the most common beginnings."""
    seats = dict.fromkeys(part.name.partition(":")[0] for part in dominant.parts)
    for seat in list(seats)[: 2 * _FEW]:
        for part in [part for part in dominant.parts if part.name.startswith(f"{seat}:")][:2]:
            yield f"{part.name}: wins {percent(part)}, {part.n:,} times"
    for part in sorted(rates.parts, key=lambda part: -part.part("win rate").n)[:_FEW]:
        rate = part.part("win rate")
        yield f"first two choices `{part.name}`: {percent(rate)} of {rate.n:,} win"


def _sequences(found: Figure) -> str:
    return f"Most often {found.note}: {percent(found)} of winners do that at some time."


def _sequence_rows(found: Figure) -> Iterator[str]:
    for part in found.parts[1 : 2 * _FEW]:
        yield f"{part.name}: {part.value:.0%}"


def _lines(found: Figure) -> str:
    largest = found.parts[0]
    if (largest.value or 0.0) >= _ALIKE:
        return (
            f"Nearly always the same: {percent(largest)} of winners choose alike ({largest.note or 'the same things'})."
        )
    return f"No: there are about {number(found)} different ways to win; the most common has {percent(largest)} of the wins."


def _line_rows(found: Figure) -> Iterator[str]:
    for part in found.parts[:_FEW]:
        yield f"{part.name}: {part.value:.0%}" + (f", {part.note}" if part.note else "")


def _ends(found: Figure) -> str:
    if (found.value or 0.0) >= _ALIKE:
        return f"Nearly: {found.note} in {percent(found)} of games."
    return f"No: the most common end is that {found.note}, in {percent(found)} of games."


def _variety(entropy: Figure, apart: Figure) -> str:
    return (
        f"They begin in about {number(entropy)} different ways (first three choices), and two games differ in "
        f"{percent(apart)} of their choices."
    )


QUESTIONS = (
    _Question("Is one way to play the best?", ("dominance",), _best),
    _Question("How many strategies are worth playing?", ("metagame",), _mix),
    _Question("Is the obvious plan the best?", ("greedy gap",), _obvious),
    _Question("Is it luck or skill?", ("luck", "agent shares"), _luck, _strengths),
    _Question("How deep is it?", ("ladder depth",), _depth, _rungs),
    _Question("Is there a best opening?", ("opening dominance", "opening win rates"), _openings, _opening_rows),
    _Question("What do winners do in a row?", ("winning sequences",), _sequences, _sequence_rows),
    _Question("Does one plan always win?", ("winning lines",), _lines, _line_rows),
    _Question("How different are games?", ("opening entropy", "trajectory distance"), _variety),
    _Question("Do all games end alike?", ("commonest result",), _ends),
)
