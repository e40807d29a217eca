"""What things are worth, as tables and sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludwright.display import Block, FinePrint, Picture, TextTable, Title

if TYPE_CHECKING:
    from ludwright.metrics.figure import Figure
    from ludwright.powers.looks import Look, Power
    from ludwright.powers.standing import Standing

_MARKS = {"overpowered": "▲", "underpowered": "▼", "trap": "✗", "makes no difference": "=", "indispensable": "!"}
LEGEND = "▲ overpowered   ▼ underpowered   ✗ trap   = no difference   ! indispensable   ± 95% interval"


def blocks(found: Power) -> Iterator[Block]:
    """All that was found."""
    yield Title(f"{found.title}: {deals(found)}; {found.games:,} games")
    yield FinePrint(who(found))
    if any(figure.known for figure in (*(look.worth for look in found.looks), *(one.gain for one in found.standings))):
        yield Picture(lambda: str(found.chart().svg()))
    for table in tables(found):
        yield table
        if len(found.agents) > 1:
            yield FinePrint(LEGEND)
    for sentence, witness in sentences(found):
        yield f"• {sentence}"
        if witness:
            yield FinePrint(witness)
    if nothing_named(found):
        yield NOTHING


NOTHING = "Nothing is surely too strong or too weak."


def nothing_named(found: Power) -> bool:
    """Whether something was looked at, and nothing found."""
    return not found.named and bool(found.standings or found.looks)


def deals(found: Power) -> str:
    """What was played."""
    return f"{found.deals:,} deals in every seat, {found.players} players, seed {found.seed}"


def who(found: Power) -> str:
    """Who plays, by the names used in sentences."""
    from ludwright.powers.players import called

    return "; ".join(f"{called(agent)}: {agent}" for agent in found.agents)


def sentences(found: Power) -> Iterator[tuple[str, str]]:
    """What is worth a sentence, each with the game that shows it, if there is one."""
    for one in [one for one in found.named if one.agent == found.agents[-1]]:
        yield one.sentence, one.witness
    for look in found.looks:
        if look not in found.named and look.agent == found.agents[-1] and _worth_telling(look):
            yield look.sentence, ""
    told = [pair.sentence for pair in found.pairs] + [deck.sentence for deck in found.decks]
    for sentence in told + found.levels_told + found.notes:
        yield sentence, ""


def _worth_telling(look: Look) -> bool:
    """What is no fault and yet no row of a table can say: indispensable things, and those that could not be measured, or not in full."""
    return look.verdict == "indispensable" or not look.worth.known or bool(look.stuck or look.sampled or look.faulted)


def tables(found: Power) -> Iterator[TextTable]:
    """Those that are not empty: what doing without costs, what seats bring; or both by kind of player."""
    made = [_by_skill(found)] if len(found.agents) > 1 else [_looks(found), _standings(found)]
    return (table for table in made if table.rows)


def _looks(found: Power) -> TextTable:
    """What doing without costs."""
    looks = found.looks
    more = [
        name
        for name, there in (
            ("beside others", any(look.beside.known for look in looks)),
            ("every time", any(look.forced is not None for look in looks)),
            ("who had it", any(look.observed is not None for look in looks)),
        )
        if there
    ]
    headings = [looks[0].agent if looks else "", "copies", "without", "costs", "95% interval", *more, ""]
    rows = []
    for look in sorted(looks, key=lambda look: -(look.worth.value or 0.0)):
        figures = {"beside others": look.beside, "every time": look.forced, "who had it": look.observed}
        rows.append([
            look.what, str(look.copies), _shown(look.without, found, ""), _shown(look.worth, found), _span(look.worth, found),
            *(_shown(figures[name], found) for name in more), _word(look),
        ])  # fmt: skip
    return TextTable(headings, rows, text=(0, len(headings) - 1))


def _standings(found: Power) -> TextTable:
    """What seats, factions and starts bring."""
    rows = [
        [one.what, _shown(one.wins, found, ""), _shown(one.gain, found), _span(one.gain, found), _shown(one.observed, found), _word(one)]
        for one in sorted(found.standings, key=lambda one: (one.kind, -(one.gain.value or 0.0)))
    ]  # fmt: skip
    headings = ["begins with", "wins" if not found.common else "gets", "gains", "95% interval", "as dealt", ""]
    return TextTable(headings, rows, text=(0, 5))


def _by_skill(found: Power) -> TextTable:
    """One row for each thing, one column for each kind of player."""
    rows = []
    for what in dict.fromkeys(look.what for look in found.looks):
        own = {look.agent: look for look in found.looks if look.what == what}
        rows.append([what, *(_cell(own.get(agent), found) for agent in found.agents)])
    for what in dict.fromkeys(one.what for one in found.standings):
        ones = {one.agent: one for one in found.standings if one.what == what}
        rows.append([f"gained by {what}", *(_cell(ones.get(agent), found) for agent in found.agents)])
    return TextTable(["costs to do without", *found.agents], rows)


def _cell(one: Look | Standing | None, found: Power) -> str:
    if one is None:
        return "–"
    figure = one.worth if hasattr(one, "worth") else one.gain
    if figure.value is None or figure.high is None:
        return "–"
    room = figure.high - figure.value
    spread = f"±{room:.2g}" if found.common else f"±{room * 100:.1f}"
    return f"{_shown(figure, found)} {spread} {_MARKS.get(one.verdict, ' ')}"


def _word(one: Look | Standing) -> str:
    return "" if one.verdict == "no difference seen" else one.verdict


def _shown(figure: Figure | None, found: Power, sign: str = "+") -> str:
    if figure is None or figure.value is None:
        return "–"
    return f"{figure.value:{sign}.3g}" if found.common else f"{figure.value:{sign}.1%}"


def _span(figure: Figure, found: Power) -> str:
    if figure.low is None or figure.high is None:
        return ""
    return " to ".join(f"{end:+.3g}" if found.common else f"{end * 100:+.1f}" for end in (figure.low, figure.high))
