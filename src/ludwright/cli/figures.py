"""Figures for people: one line each, in 80 columns, by groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from rich.markup import escape

from ludwright.metrics import GROUPS, METRICS
from ludwright.metrics.wording import GATHERED, says

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.metrics import Figure, Measured, Metric

WIDE = 80
_NAME, _VALUE, _INTERVAL = 25, 6, 15
_WORDS = WIDE - _NAME - _VALUE - _INTERVAL - 5
_FEW = 8
"""So many parts are shown where they are asked for."""
_HEADINGS = {
    "viability": "does it end, who wins, how long does it take?",
    "drama": "is it exciting, and for how long?",
    "choice": "what is there to choose, and does it matter?",
    "power": "is something too strong?",
    "skill": "does it matter who plays?",
    "strategy": "is there one best way?",
    "social": "what do players do to each other?",
    "cooperation": "what do players do for each other?",
    "economy": "how much is there of what?",
    "coverage": "what is never used?",
    "holes": "what goes wrong?",
}


def print_catalogue(out: Console) -> None:
    """All metrics by groups, each with what it means."""
    for group in GROUPS:
        out.print(f"[bold]{group}[/bold]: {_HEADINGS.get(group, '')}")
        for one in METRICS:
            if one.group == group:
                name = f"  {one.name:<{_NAME + 1}}"
                out.print(escape(fill(one.meaning, WIDE, initial_indent=name, subsequent_indent=" " * len(name))))
    out.print("Definitions are in `--json`. `ludwright metrics GAME drama` measures a group.")


def print_measured(title: str, measured: Measured, parts: bool, out: Console) -> None:
    """All figures of games of one version with one number of players."""
    players = "1 player" if measured.players == 1 else f"{measured.players} players"
    head = f"{title}: {measured.games:,} games, {players}, {', '.join(measured.agents)}"
    out.print(f"[bold]{escape(_filled(head))}[/bold]")
    if measured.curve:
        out.print(escape(_filled(_chances(measured))))
    silent = []
    for group in GROUPS:
        figures = list(measured.of_group(group))
        if not any(_tells(*one) for one in figures):
            silent += figures
            continue
        out.print(f"\n[bold]{group}[/bold]: {_HEADINGS.get(group, '')}")
        _print_group(figures, parts, out)
    if silent:
        out.print()
    _print_silent(silent, "", out)
    for line in _fewer(measured):
        out.print(f"[dim]{escape(_filled(line))}[/dim]")


def _fewer(measured: Measured) -> Iterator[str]:
    """Figures that are made of fewer games than there are, by how many."""
    told: dict[tuple[int, int], list[str]] = {}
    for metric, figure in measured.figures:
        if _tells(metric, figure) and figure.looked_at is not None and figure.looked_at[0] < figure.looked_at[1]:
            told.setdefault(figure.looked_at, []).append(metric.name)
    for (games, of), names in sorted(told.items()):
        yield f"made of {games:,} of {of:,} games: {', '.join(names)}"


def _chances(measured: Measured) -> str:
    error = measured.curve_error
    off = f"; off by {shown(error.value, 'share')}% on average" if error is not None and error.known else ""
    by_moves = any(figure.name.endswith("by moves") for _, figure in measured.of_group("drama"))
    return f"chances to win {'move by move' if by_moves else 'turn by turn'}: {measured.curve}{off}"


def _tells(metric: Metric, figure: Figure) -> bool:
    """Whether a figure has a value, or is one whose parts have."""
    return figure.known or (metric.name in GATHERED and any(one.known for one in figure.all()))


def _print_group(figures: Sequence[tuple[Metric, Figure]], parts: bool, out: Console) -> None:
    for metric, figure in figures:
        if figure.known:
            out.print(escape(_line(_short(figure.name), figure, says(metric.name, figure), 1)))
        elif _tells(metric, figure):
            out.print(escape(f"  {_short(figure.name)}"))
        if _tells(metric, figure) and (parts or not figure.known):
            for line in _lines_of_parts(metric, figure):
                out.print(escape(line))
        if parts and figure.witnesses:
            out.print(f"[dim]{escape(f'    see {_witness(figure)}')}[/dim]")
    _print_silent([one for one in figures if not _tells(*one)], "  ", out)


def _print_silent(figures: Sequence[tuple[Metric, Figure]], indent: str, out: Console) -> None:
    """Metrics of which nothing can be said, by what stands in their way."""
    reasons: dict[str, list[str]] = {}
    for metric, figure in figures:
        reasons.setdefault(figure.note, []).append(metric.name)
    for why, names in reasons.items():
        words = f"not told: {', '.join(names)} ({why})"
        out.print(f"[dim]{escape(_filled(words, indent))}[/dim]")


def _lines_of_parts(metric: Metric, figure: Figure) -> Iterator[str]:
    for part in figure.parts[:_FEW]:
        if not part.known:
            yield f"    {part.name}: {part.note}"
            continue
        name = part.name
        if len(name) > _NAME - 2:  # it gets a line of its own
            yield f"    {_cut(name, WIDE - 4)}"
            name = ""
        yield _line(name, part, _words_of_part(metric, figure, part), 2)
    if len(figure.parts) > _FEW:
        yield f"    … and {len(figure.parts) - _FEW} more: --json"


def _words_of_part(metric: Metric, figure: Figure, part: Figure) -> str:
    """What a part counts: what its figure does, where it is of the same kind."""
    if part.note:
        return part.note
    if not figure.known:
        return says(metric.name, part)
    return part.unit if part.unit not in ("share", "") else f"in {part.n:,} {part.of}" if part.unit == "share" else ""


def _line(name: str, figure: Figure, words: str, depth: int) -> str:
    """Name, value, interval, and what it counts; what is too long is cut."""
    indent = "  " * depth
    sign = "%" if figure.unit == "share" else ""
    value, between = shown(figure.value, figure.unit) + sign, ""
    if figure.low is not None and figure.high is not None:
        between = f"{shown(figure.low, figure.unit)} to {shown(figure.high, figure.unit)}{sign}"
    if figure.how == "Holm":  # a question with two answers
        value = "yes" if figure.value else "no"
    if not between:  # nothing stands between the value and what it counts
        wide = _WORDS + _INTERVAL + 1
        return f"{_cut(indent + name, _NAME + 2):<{_NAME + 2}} {value:>{_VALUE}} {_cut(words, wide)}".rstrip()
    return f"{_cut(indent + name, _NAME + 2):<{_NAME + 2}} {value:>{_VALUE}} {between:>{_INTERVAL}} {_cut(words, _WORDS)}".rstrip()


def _short(name: str) -> str:
    """A figure's name without what it was measured by: the line says that."""
    return (
        name.removesuffix(" by turns").removesuffix(" by moves").removesuffix(" in turns") if " by " in name else name
    )


def _cut(text: str, wide: int) -> str:
    return text if len(text) <= wide else text[: wide - 1] + "…"


def _filled(text: str, indent: str = "") -> str:
    return fill(text, WIDE, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False)


def shown(value: float | None, unit: str) -> str:
    """A number with three digits; a share in percent, without the sign."""
    if value is None:
        return "–"
    if unit == "share":
        percent = 100 * value
        return f"{percent:.0f}" if abs(percent - round(percent)) < 0.05 else f"{percent:.1f}"
    if 0.0005 <= abs(value) < 1:
        return f"{value:.3f}".rstrip("0").rstrip(".")
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def _witness(figure: Figure) -> str:
    first = figure.witnesses[0]
    place = f"game {first.game}" + (f", frame {first.ply}" if first.ply is not None else "")
    return f"{place}: {first.note}" if first.note else place
