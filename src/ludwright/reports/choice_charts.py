"""Charts of choices: what options and things are worth, what is done when and where."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from ludwright.findings.play import Play
from ludwright.metrics.choice_effects import in_words
from ludwright.reports.section import STEPS, Section, draw, note_of, told

_OWN = "Random players often make up for a missed chance a turn later, so this doesn't tell what a choice is worth to strong players."


def power(play: Play, plays: Sequence[Play]) -> Section | None:
    """What single choices do in random play."""
    base = next((one for one in plays if one.level == 0 and not one.mixed), None)
    if base is None or base.players < 2 or base.nature.common:
        return None
    known = [effect for effect in base.effects("words") if effect.figure.known]
    found = sorted(known, key=lambda effect: -abs(effect.figure.value or 0.0))[:16]
    if not found:
        return None
    found.sort(key=lambda effect: -(effect.figure.value or 0.0))
    frame = pl.DataFrame(
        [(one.what, one.figure.value, one.figure.low, one.figure.high) for one in found],
        schema=["what", "effect", "low", "high"], orient="row",
    )  # fmt: skip
    chart = draw(
        frame, "bar", x="what", y="effect", low="low", high="high", shares=True, title="What a single choice changes", x_title="",
        y_title="change of the chance to win", note="Taking it rather than something else. " + note_of(base),
    )  # fmt: skip
    top, last = found[0], found[-1]
    least = (
        ""
        if last is top
        else f" `{last.what}` {'hurts most' if (last.figure.value or 0.0) < 0 else 'helps least'}: {told(last.figure)}."
    )
    sentence = f"When random players choose `{top.what}` rather than something else, their chance to win changes by {told(top.figure)}, the most of all.{least}"
    shown = (*top.figure.witnesses[:1], *(last.figure.witnesses[:1] if least else ()))
    return Section("power", "What a single choice changes", f"{sentence} {_OWN}", chart, base, shown)


def holdings(play: Play, plays: Sequence[Play]) -> Section | None:
    """Whose owners win: cards and other things to have."""
    if play.players < 2 or play.nature.common:
        return None
    equals = [one for one in plays if not one.mixed] or [play]
    rows = [(part.name, one.names, part.value, part.low, part.high) for one in equals for part in one.holdings]
    if not rows:
        return None
    frame = pl.DataFrame(rows, schema=["what", "players", "share", "low", "high"], orient="row")
    means = frame.group_by("what", maintain_order=True).agg(pl.col("share").mean().alias("mean"))
    most = means.sort(["mean", "what"], descending=[True, False])
    kept = pl.concat([most.head(8), most.tail(8)]).unique("what", maintain_order=True)
    frame = kept.join(frame, on="what", how="left", maintain_order="left")
    chart = draw(
        frame, "bar", x="what", y="share", low="low", high="high", colour="players", shares=True, title="Who wins with what",
        x_title="", y_title="share of wins of whoever alone has it", colour_title="played by", note=note_of(play),
    )  # fmt: skip
    best = max((part for part in (play.holdings or equals[0].holdings)), key=lambda part: part.value or 0.0)
    owner = play if play.holdings else equals[0]
    sentence = (
        f"Among {owner.called(owner.agents[0])}, whoever alone has `{best.name}` takes {told(best)} of the wins; a fair share is {1 / play.players:.0%}. "
        "That they go together does not prove that one causes the other."
    )
    return Section("holdings", "Who wins with what", sentence, chart, owner, best.witnesses[:1])


def flow(play: Play, plays: Sequence[Play]) -> Section | None:
    rows = play.evidence.decisions.filter(pl.col("options") > 1)
    if not len(rows):
        return None
    kinds = play.evidence.actions["action"].n_unique()
    named = in_words(rows, play.evidence.actions, "action" if kinds > 1 else "words")
    if named["what"].n_unique() < 2:
        return None
    step = (pl.col("ply") * STEPS // (pl.col("ply").max().over("game") + 1) * (100 / STEPS)).alias("time")
    frame = named.with_columns(step).group_by("time", "what").agg(pl.len().alias("many")).sort("what", "time")
    chart = draw(
        frame, "flow", x="time", y="many", colour="what", title="What is done when", x_title="percent of the game",
        y_title="share of choices", colour_title="", note=note_of(play),
    )  # fmt: skip
    entropy = play.figure("action entropy")
    sentence = f"How evenly options are used: {told(entropy)}, where 1 would be all alike and 0 always the same."
    return Section("flow", "What is done when", sentence, chart, play)
