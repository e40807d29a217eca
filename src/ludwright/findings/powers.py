"""Rules about what things are worth, by intervention: one player has to do without, on the same deals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from ludwright.findings.certainty import chance
from ludwright.findings.finding import Look
from ludwright.findings.options import joined
from ludwright.findings.rule import STRONGEST, Rule, interval, spelled
from ludwright.metrics.figure import Figure
from ludwright.powers.paired import MIXED, paired
from ludwright.powers.paired import chance as paired_chance
from ludwright.powers.sentences import spell_share
from ludwright.powers.verdicts import GREAT, for_experts, stands_out

if TYPE_CHECKING:
    from ludwright.findings.play import Play
    from ludwright.powers.looks import Look as Barred
    from ludwright.powers.trials import Trials

_POINTS = spelled("points")


def _dear_looks(play: Play, threshold: float) -> Iterator[Look]:
    if play.trials is None or not play.about_winning:
        return
    even = 1 / play.players
    for one in play.trials.things:
        if one.what not in play.trials.suspects or one.indispensable:
            continue
        above = play.trials.suspects[one.what]
        conditions = stands_out(one, even, above, threshold)
        if not conditions:
            continue
        held = next((figure for figure in play.holdings if figure.name == one.what), None)
        words = _words(play, play.trials, one, above, held)
        shown = held.witnesses if held is not None else ()
        sign = even if above else -even
        yield joined(
            conditions,
            Look(one.worth, 0.0, above, 0.0, sign / 2, words, one.what, None, shown, f"{one.what} {words['much']}"),
        )


def _words(play: Play, trials: Trials, one: Barred, above: bool, held: Figure | None) -> dict[str, str]:
    seen = (
        ""
        if held is None
        else f". In games nobody meddled with, whoever alone has it takes {spell_share(held)} of the wins"
    )
    beside = one.beyond if above else one.beside
    value = beside.value or 0.0
    size = replace(beside, unit="points")
    if value < 0 and size.low is not None and size.high is not None:  # told as so much less
        size = replace(size, low=-size.high, high=-size.low)
    return {
        "much": "too strong" if above else "too weak",
        "who": trials.who,
        "players": str(play.players),
        "without": spell_share(one.without),
        "even": f"{1 / play.players:.0%}",
        "away": _POINTS(abs(value)),
        "more": "more" if value > 0 else "less",
        "interval": interval(size),
        "each": " for each copy" if one.copies > 1 and not above else "",
        "others": "as many other things" if one.copies > 1 and above else "other things",
        "seen": seen,
        "evidence": trials.told_of(one),
    }


DEAR = Rule(
    "power of a thing",
    "A card, or another thing to have, that costs far more, or far less, to do without than others",
    GREAT,
    "of a fair share of the wins, beyond what is usual",
    "`{subject}` is {much} for {players} players: {who} who do without it win {without} instead of {even}; that costs {away}{each} {more} than "
    "doing without {others} ({interval}){seen}",
    "Change what it costs or what it brings.",
    _dear_looks,
    weight=1.4,
    whose=STRONGEST,
    only_suspects=True,
    metrics=("observed power",),
    topic="things to have",
)


# ---------------------------------------------------------------- for experts


def _expert_looks(play: Play, threshold: float) -> Iterator[Look]:
    """What strong players can't do without, and beginners do better without."""
    if play.trials is None or not play.about_winning:
        return
    even = 1 / play.players
    strong = {one.what: one for one in (*play.trials.things, *play.trials.options.values())}
    for name, theirs in play.trials.beginners.items():
        conditions = for_experts(strong[name], theirs, even, threshold)
        if conditions:
            words = {
                "who": play.trials.who,
                "without": spell_share(strong[name].without),
                "even": f"{even:.0%}",
                "theirs": spell_share(theirs.without),
                "evidence": play.trials.told_of(strong[name]),
            }
            yield joined(conditions, Look(theirs.worth, 0.0, True, 0.0, even, words, name, family=name))


EXPERTS = Rule(
    "for experts",
    "A card or an option that strong players can't do without, and that only harms those who can't play; no fault, but worth knowing",
    GREAT,
    "of a fair share of the wins (0.1: 5 points with two players)",
    "`{subject}` is for experts: {who} who do without it win {without} instead of {even}; random players do better without it, and win {theirs}",
    "Say in the rules what it is good for, or leave it out of the first game.",
    _expert_looks,
    weight=0.6,
    whose=STRONGEST,
    only_suspects=True,
    fault=False,
)

# ---------------------------------------------------------------- one of two


def _preferred_looks(play: Play, threshold: float) -> Iterator[Look]:
    if play.trials is None or not play.about_winning or play.level < 2:
        return
    for one in play.preferences:
        costs = [play.trials.options.get(name.replace(",", "")) for name in (one.one, one.other)]
        if costs[0] is None or costs[1] is None or not costs[0].worth.known or not costs[1].worth.known:
            continue
        if {costs[0].what, costs[1].what} & play.trials.longer:
            continue  # one of them was tried on other deals
        both = min(len(costs[0].values), len(costs[1].values))
        more = costs[0].values[:both] - costs[1].values[:both]
        figure = paired("more", more, MIXED, unit="points")
        words = {
            "other": one.other,
            "who": play.trials.who,
            "cost": _POINTS(costs[0].worth.value or 0.0),
            "less": _POINTS(costs[1].worth.value or 0.0),
            "more": interval(figure),
            "evidence": play.trials.told,
        }
        look = Look(one.figure, threshold, True, threshold, 1.0, words, one.one)
        # both must be sure: that it is taken more often, and that it is worth more
        worth_more = paired_chance(more, MIXED) if (figure.value or 0.0) > 0 else 1.0
        yield replace(look, chance=max(chance(look), worth_more))


PREFERRED = Rule(
    "one-sided choice",
    "Of things that all can choose from the beginning, one that strong players nearly always prefer to another, and rightly",
    0.8,
    "of the cases in which one of the two is chosen",
    "`{subject}` is preferred to `{other}`: where both can be chosen, {who} take it in {value} of the cases ({interval}), and rightly: doing "
    "without it costs {cost}, without the other {less} (for the difference, {more})",
    "Make the other stronger or cheaper, or this one dearer.",
    _preferred_looks,
    weight=0.6,
    whose=STRONGEST,
    only_suspects=True,
    metrics=("pick rates",),
)

# ---------------------------------------------------------------- places


def _place_looks(play: Play, threshold: float) -> Iterator[Look]:
    if play.places is None or not play.about_winning:
        return
    even = 1 / play.players
    for one in play.places.places:
        words = {
            "who": play.called(play.places.agent),
            "wins": spell_share(one.wins),
            "even": f"{even:.0%}",
            "evidence": play.places.told,
            "seen": _as_dealt(one.observed),
        }
        figure = replace(one.gain, unit="points", name=one.what)
        # with two players who always have the same places, what is too good for one is too bad for the other
        for above in (True, False) if len(play.places.places) > 2 else (True,):
            much = "too good" if above else "too bad"
            yield Look(
                figure, threshold * even if above else -threshold * even, above, 0.0, 1 - even if above else -even,
                {**words, "much": much}, one.what, family="places",
            )  # fmt: skip


def _as_dealt(figure: Figure) -> str:
    if not figure.value:
        return ""
    points = _POINTS(abs(figure.value))
    return f". As dealt, whoever has it takes {points} {'more' if figure.value > 0 else 'less'} than the others"


PLACE = Rule(
    "starting place",
    "A starting place on a board that wins more, or less, than its fair share, whoever begins there and whose turn comes first",
    0.1,
    "of a fair share of the wins",
    "The {subject} is {much}: {who} who begin there win {wins} instead of {even}, whichever seat it is; that is {value} beyond the fair share "
    "({interval}){seen}",
    "Move the places, or give the weaker ones something.",
    _place_looks,
    weight=1.4,
    whose=STRONGEST,
    per_table=True,
)

RULES = (DEAR, EXPERTS, PREFERRED, PLACE)
