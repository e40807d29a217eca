"""Figures for people: one line each, in 80 columns, by groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from rich.markup import escape

from ludwright.metrics import GROUPS, METRICS
from ludwright.metrics.metric_rows import QUESTIONS, chances, fewer, short_name, tells, value_and_interval
from ludwright.metrics.wording import says

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.metrics import Figure, Measured, Metric

WIDE = 80
_NAME, _VALUE, _INTERVAL = 25, 6, 15
_WORDS = WIDE - _NAME - _VALUE - _INTERVAL - 5
_FEW = 8
"""So many parts are shown where they are asked for."""


def print_catalogue(out: Console) -> None:
    """All metrics by groups, each with what it means."""
    for group in GROUPS:
        out.print(f"[bold]{group}[/bold]: {QUESTIONS.get(group, '')}")
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
        out.print(escape(_filled(chances(measured))))
    silent = []
    for group in GROUPS:
        figures = list(measured.of_group(group))
        if not any(tells(*one) for one in figures):
            silent += figures
            continue
        out.print(f"\n[bold]{group}[/bold]: {QUESTIONS.get(group, '')}")
        _print_group(figures, parts, out)
    if silent:
        out.print()
    _print_silent(silent, "", out)
    for line in fewer(measured):
        out.print(f"[dim]{escape(_filled(line))}[/dim]")


def _print_group(figures: Sequence[tuple[Metric, Figure]], parts: bool, out: Console) -> None:
    for metric, figure in figures:
        if figure.known:
            out.print(escape(_line(short_name(figure.name), figure, says(metric.name, figure), 1)))
        elif tells(metric, figure):
            out.print(escape(f"  {short_name(figure.name)}"))
        if tells(metric, figure) and (parts or not figure.known):
            for line in _lines_of_parts(metric, figure):
                out.print(escape(line))
        if parts and figure.witnesses:
            out.print(f"[dim]{escape(f'    see {_witness(figure)}')}[/dim]")
    _print_silent([one for one in figures if not tells(*one)], "  ", out)


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
    value, between = value_and_interval(figure)
    if not between:  # nothing stands between the value and what it counts
        wide = _WORDS + _INTERVAL + 1
        return f"{_cut(indent + name, _NAME + 2):<{_NAME + 2}} {value:>{_VALUE}} {_cut(words, wide)}".rstrip()
    return f"{_cut(indent + name, _NAME + 2):<{_NAME + 2}} {value:>{_VALUE}} {between:>{_INTERVAL}} {_cut(words, _WORDS)}".rstrip()


def _cut(text: str, wide: int) -> str:
    return text if len(text) <= wide else text[: wide - 1] + "…"


def _filled(text: str, indent: str = "") -> str:
    return fill(text, WIDE, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False)


def _witness(figure: Figure) -> str:
    first = figure.witnesses[0]
    place = f"game {first.game}" + (f", frame {first.ply}" if first.ply is not None else "")
    return f"{place}: {first.note}" if first.note else place
