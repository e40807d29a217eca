"""Rules about what players can choose: too strong, too weak, all the same, the best way to begin.

They read nothing but interventions: one player does without an option, or takes it every time, on the same deals. What too strong and too
weak mean is defined in :mod:`ludwright.powers.verdicts`, for the command `power` as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ludwright.agents.barred import OPENING as FIRST
from ludwright.findings.finding import Look
from ludwright.findings.rule import STRONGEST, Rule, spelled
from ludwright.metrics.figure import Figure
from ludwright.powers import verdicts
from ludwright.powers.answers import is_one_of_many_alike
from ludwright.powers.cells import names_a_cell
from ludwright.powers.sentences import spell_share
from ludwright.powers.suspects import SAME, STRONG, WEAK
from ludwright.powers.things import ACTIONS
from ludwright.powers.verdicts import Condition

if TYPE_CHECKING:
    from ludwright.findings.play import Play
    from ludwright.powers.looks import Look as Tried
    from ludwright.powers.suspects import Suspect

_POINTS = spelled("points")
Asked = Callable[["Tried", float, float], "list[Condition] | None"]


def joined(conditions: Sequence[Condition], look: Look) -> Look:
    """A look that is sure only if all conditions hold. If one surely does not, that is what is looked at, and all is well."""
    failing = next((one for one in conditions if one.fails), None)
    shown = failing or conditions[0]
    sure = max(one.chance for one in conditions) if all(one.holds for one in conditions) else 1.0
    return replace(look, figure=in_points(shown.figure), threshold=shown.limit, above=shown.above, chance=sure)


def in_points(figure: Figure) -> Figure:
    """A difference of shares, told in points."""
    return replace(figure, unit="points") if figure.name in ("worth", "forced", "beside others") else figure


def _looks(play: Play, limit: float, asked: Asked, suspected: str, opening: bool = False) -> Iterator[Look]:
    """What was tried, and what was suspected and there was no time to try."""
    if play.trials is None or not play.about_winning:
        return
    share = 1 / play.players
    for name, one in play.trials.options.items():
        if name.startswith(FIRST) != opening or one.indispensable or (suspected == STRONG and one.kind == ACTIONS):
            continue  # what a game is about is no option that is too strong: to play cards in a card game
        if suspected != STRONG and _says_nothing(play, name):
            continue
        conditions = asked(one, share, limit)
        if conditions:
            worst = share * _scale(one, suspected) * (-1 if conditions[0].limit < 0 else 1)
            words = _words(play, one) | ({"weak": _why_weak(play, one)} if suspected == WEAK else {})
            yield joined(
                conditions,
                Look(
                    one.worth, 0.0, True, 0.0, worst, words, name.removeprefix(FIRST),
                    family=play.trials.actions.get(name) or name,
                ),
            )  # fmt: skip
    for suspect in play.trials.untried:
        if suspected != STRONG and _says_nothing(play, suspect.name):
            continue
        if suspect.kind != "cards" and suspect.suspected == suspected and suspect.opening == opening:
            yield _untried(suspect, limit * share)


def _says_nothing(play: Play, option: str) -> bool:
    """Whether an option is one of many that differ by a place or a number alone: that some are worse than others is what they are for."""
    return names_a_cell(play.game, option) or is_one_of_many_alike(play.game, option)


def _scale(one: Tried, suspected: str) -> float:
    """What something matters less by: what chance takes half of the time, such as one of two answers, takes less of the choice away if everybody
    takes it; and what is left wherever there is anything else may be there for those who have nothing else."""
    if suspected == STRONG:
        return 1 / (1 - one.expected) if one.expected < 1 else 1.0
    return 2.0 if suspected == WEAK and one.unavoidable else 1.0


def _untried(suspect: Suspect, limit: float) -> Look:
    """What there was no time to try can't be told yet."""
    seen = Figure("worth", limit, -1.0, 1.0, "not tried", 0, "deals", "points")
    return Look(seen, limit, True, 0.0, 1.0, {}, suspect.name.removeprefix(FIRST), 1.0, family=suspect.action)


_ASKED = 2
"""Where more than so many cards or stages ask for an answer, they are not told."""
_NOTHING = 0.5
"""Fewer points of the chance to win are told as nothing."""


def _words(play: Play, one: Tried) -> dict[str, str]:
    assert play.trials is not None and one.forced is not None and one.taken is not None
    return {
        "option": _told(play, one.what.removeprefix(FIRST)),
        "who": play.trials.who,
        "without": spell_share(one.without),
        "leave": "leave it wherever they can" if one.unavoidable else "do without it",
        "even": f"{1 / play.players:.0%}",
        "rate": spell_share(one.taken),
        "expected": f"{one.expected:.0%}",
        "forced": _change(one.forced),
        "most": _POINTS(
            max(abs(end or 0.0) for figure in (one.worth, one.forced) for end in (figure.low, figure.high))
        ),
        "evidence": play.trials.told_of(one),
    }


def _told(play: Play, option: str) -> str:
    """An option in a sentence; an answer with the card or stage that asks for it."""
    words = play.evidence.words
    rows = words.filter(words["words"].str.replace_all(",", "") == option)
    asked = dict.fromkeys(name.partition(".")[0] for name in rows["action"].to_list() if "." in name)
    if not asked or len(asked) > _ASKED:
        return f"`{option}`"
    return f"`{option}` (asked by {' or '.join(f'`{name}`' for name in sorted(asked))})"


def _change(figure: Figure) -> str:
    """What it changes, in points of the chance to win.

    >>> from ludwright.metrics.figure import Figure
    >>> _change(Figure("", -0.331, -0.334, -0.29)), _change(Figure("", 0.017, 0.01, 0.02)), _change(Figure("", 0.0, -0.03, 0.03))
    ('costs 33 points of win chance (29–33)', 'brings 1.7 points of win chance (1–2)', 'changes nothing (−3 to 3 points of win chance)')
    """
    low, high, value = (100 * (end or 0.0) for end in (figure.low, figure.high, figure.value))
    if abs(value) < _NOTHING:
        return f"changes nothing ({_whole(low)} to {_whole(high)} points of win chance)"
    least, most = (low, high) if value > 0 else (-high, -low)
    ends = f"{_whole(least)}{'–' if least > 0 else ' to '}{_whole(most)}"
    return f"{'brings' if value > 0 else 'costs'} {_POINTS(abs(value) / 100)} of win chance ({ends})"


def _whole(points: float) -> str:
    return f"{round(points)}".replace("-", "−")


# ---------------------------------------------------------------- too strong


def _overpowered_looks(play: Play, threshold: float) -> Iterator[Look]:
    return _looks(play, threshold, verdicts.too_strong, STRONG)


OVERPOWERED = Rule(
    "overpowered option",
    "An action, card or place that is always the right choice: doing without it costs much, and taking it every time is no mistake",
    verdicts.STRONG,
    "of a fair share of the wins (0.3: 15 points with two players)",
    "{option} is too strong: {who} who {leave} win {without} instead of {even}. They take it nearly always, in {rate} of cases, and taking it "
    "every time {forced}",
    "Make it dearer, rarer or weaker.",
    _overpowered_looks,
    weight=1.2,
    whose=STRONGEST,
    only_suspects=True,
    metrics=("win rates", "pick rates"),
    topic="too strong",
)


def _opening_looks(play: Play, threshold: float) -> Iterator[Look]:
    return _looks(play, threshold, verdicts.too_strong, STRONG, opening=True)


OPENING = Rule(
    "dominant opening",
    "A first choice that is always right: whoever begins otherwise wins far less",
    verdicts.STRONG,
    "of a fair share of the wins (0.3: 15 points with two players)",
    "There is only one good way to begin: {who} who don't open with {option} win {without} instead of {even}. They open with it in {rate} of "
    "games",
    "Make the first choices more equal, or forbid this one at the start.",
    _opening_looks,
    weight=1.15,
    whose=STRONGEST,
    only_suspects=True,
    metrics=("opening win rates",),
    topic="too strong",
)


# ---------------------------------------------------------------- too weak


def _misled(one: Tried, share: float) -> bool:
    """Whether it looks like a trap rather than like something that players leave."""
    return one.taken is not None and (one.worth.value or 0.0) < -verdicts.MISLED * share


def _too_weak(one: Tried, share: float, limit: float) -> list[Condition] | None:
    if one.expected < verdicts.COMMON:
        return None
    return verdicts.misleads(one, share) if _misled(one, share) else verdicts.too_weak(one, share, limit)


def _why_weak(play: Play, one: Tried) -> str:
    words = _words(play, one)
    template = _TRAP if _misled(one, 1 / play.players) else _NEVER
    return template.format_map(words)


_NEVER = (
    "never worth it: for {who}, taking it every time {forced}, and those who {leave} still win {without}. They take it in {rate} of cases, chance "
    "would in {expected}"
)
_TRAP = (
    "a trap: {who} who {leave} win {without} instead of {even}. Yet they take it in {rate} of cases, where chance would in {expected}; taking it every "
    "time {forced}"
)


def _underpowered_looks(play: Play, threshold: float) -> Iterator[Look]:
    return _looks(play, threshold, _too_weak, WEAK)


UNDERPOWERED = Rule(
    "underpowered option",
    "An action, card or place that is never worth it: taking it costs, doing without it costs nothing, and strong players leave it; or they do better without it",
    verdicts.WEAK,
    "of a fair share of the wins, for taking it every time (0.1: 5 points with two players)",
    "{option} is {weak}",
    "Make it cheaper or stronger, or leave it out.",
    _underpowered_looks,
    weight=0.9,
    whose=STRONGEST,
    only_suspects=True,
    metrics=("pick rates", "unused options"),
    topic="too weak",
)


def _bad_looks(play: Play, threshold: float) -> Iterator[Look]:
    return _looks(play, threshold, verdicts.shunned, "")


BAD = Rule(
    "bad option",
    "An action, card or place that costs much of the chance to win if it is taken every time, and that nobody misses; no fault, but worth knowing",
    verdicts.STRONG,
    "of a fair share of the wins, for taking it every time (0.3: 15 points with two players)",
    "{option} is mostly a mistake: for {who}, taking it every time {forced}, and those who {leave} still win {without}. They take it in {rate} of "
    "cases, chance would in {expected}",
    "Bad choices are part of a game of skill. Look whether players can see it coming, and whether it is ever the best there is.",
    _bad_looks,
    weight=0.5,
    whose=STRONGEST,
    only_suspects=True,
    metrics=("win rates",),
    topic="too weak",
    fault=False,
)


# ---------------------------------------------------------------- all the same


def _useless_looks(play: Play, threshold: float) -> Iterator[Look]:
    return _looks(play, threshold, verdicts.no_difference, SAME)


USELESS = Rule(
    "useless choice",
    "An option that makes no difference to who wins, whether it is never taken or every time",
    verdicts.MARGIN,
    "of a fair share of the wins (0.1: 5 points with two players)",
    "{option} makes no difference: whether {who} never take it or always do, their chance to win changes by {most} at most, and they take it in "
    "{rate} of cases, about as chance would ({expected})",
    "Let it do something, or leave it out.",
    _useless_looks,
    weight=1.0,
    whose=STRONGEST,
    only_suspects=True,
    metrics=("action win rates", "agency"),
)

RULES = (OVERPOWERED, OPENING, UNDERPOWERED, BAD, USELESS)
