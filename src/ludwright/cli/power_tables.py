"""What things are worth, as tables that fit a narrow screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ludwright.metrics.figure import Figure
    from ludwright.powers import Look, Power, Standing

_MARKS = {"overpowered": "▲", "underpowered": "▼", "trap": "✗", "makes no difference": "=", "indispensable": "!"}
_LEGEND = "▲ overpowered   ▼ underpowered   ✗ trap   = no difference   ! indispensable   ± 95% interval"


def print_power(found: Power, out: Console) -> None:
    """All that was found."""
    from rich.markup import escape

    deals = f"{found.deals:,} deals in every seat, {found.players} players, seed {found.seed}"
    out.print(f"[bold]{escape(found.title)}[/bold]: {deals}; {found.games:,} games")
    out.print(f"[dim]{escape(_who(found))}[/dim]")
    if len(found.agents) > 1:
        _by_skill(found, out)
    else:
        _looks(found, out)
        _standings(found, out)
    for one in [one for one in found.named if one.agent == found.agents[-1]]:
        out.print(f"• {escape(one.sentence)}")
        if one.witness:
            out.print(f"  [dim]{escape(one.witness)}[/dim]", soft_wrap=True)
    for look in found.looks:
        if look not in found.named and look.agent == found.agents[-1] and _worth_telling(look):
            out.print(f"• {escape(look.sentence)}")
    sentences = [pair.sentence for pair in found.pairs] + [deck.sentence for deck in found.decks]
    for sentence in sentences + found.levels_told + found.notes:
        out.print(f"• {escape(sentence)}")
    if not found.named and (found.standings or found.looks):
        out.print("Nothing is surely too strong or too weak.")


def _who(found: Power) -> str:
    """Who plays, by the names used in sentences."""
    from ludwright.powers.players import called

    return "; ".join(f"{called(agent)}: {agent}" for agent in found.agents)


def _worth_telling(look: Look) -> bool:
    """What is no fault and yet no row of a table can say: indispensable things, and those that could not be measured, or not in full."""
    return look.verdict == "indispensable" or not look.worth.known or bool(look.stuck or look.sampled or look.faulted)


def _new(headings: Sequence[str], left: Sequence[int] = (0,)) -> Table:
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for place, heading in enumerate(headings):
        table.add_column(escape(heading), justify="left" if place in left else "right")
    return table


def _looks(found: Power, out: Console) -> None:
    """What doing without costs."""
    from rich.markup import escape

    looks = found.looks
    if not looks:
        return
    more = [
        name
        for name, there in (
            ("beside others", any(look.beside.known for look in looks)),
            ("every time", any(look.forced is not None for look in looks)),
            ("who had it", any(look.observed is not None for look in looks)),
        )
        if there
    ]
    headings = [looks[0].agent, "copies", "without", "costs", "95% interval", *more, ""]
    table = _new(headings, (0, len(headings) - 1))
    for look in sorted(looks, key=lambda look: -(look.worth.value or 0.0)):
        figures = {"beside others": look.beside, "every time": look.forced, "who had it": look.observed}
        table.add_row(
            escape(look.what), str(look.copies), _shown(look.without, found, ""), _shown(look.worth, found), _span(look.worth, found),
            *(_shown(figures[name], found) for name in more), _word(look),
        )  # fmt: skip
    out.print(table)
    out.print()


def _standings(found: Power, out: Console) -> None:
    """What seats, factions and starts bring."""
    from rich.markup import escape

    if not found.standings:
        return
    table = _new(
        ["begins with", "wins" if not found.common else "gets", "gains", "95% interval", "as dealt", ""], (0, 5)
    )
    for one in sorted(found.standings, key=lambda one: (one.kind, -(one.gain.value or 0.0))):
        table.add_row(
            escape(one.what), _shown(one.wins, found, ""), _shown(one.gain, found), _span(one.gain, found),
            _shown(one.observed, found), _word(one),
        )  # fmt: skip
    out.print(table)
    out.print()


def _by_skill(found: Power, out: Console) -> None:
    """One row for each thing, one column for each kind of player."""
    from rich.markup import escape

    table = _new(["costs to do without", *found.agents])
    for what in dict.fromkeys(look.what for look in found.looks):
        own = {look.agent: look for look in found.looks if look.what == what}
        table.add_row(escape(what), *(_cell(own.get(agent), found) for agent in found.agents))
    for what in dict.fromkeys(one.what for one in found.standings):
        ones = {one.agent: one for one in found.standings if one.what == what}
        table.add_row(f"gained by {escape(what)}", *(_cell(ones.get(agent), found) for agent in found.agents))
    if table.rows:
        out.print(table)
        out.print(f"[dim]{_LEGEND}[/dim]")
        out.print()


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
