"""What the parser does when a rule is complete: it makes the node of the rule, with its place.

This stands for Lark's own builders of trees, of which it takes over two ways: a rule whose name begins with `_` (Lark makes such
rules for repetitions) hands its parts on to the rule around it, and a rule marked with `?` that has a single part is that part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from lark import Token
from lark.grammar import Rule

from ludwright.language.syntax.base import Span
from ludwright.language.syntax.shaping import maker

Reduction = Callable[[list[Any]], Any]
_LAYOUT = frozenset(["_NL", "_INDENT", "_DEDENT"])


class NodeRun:
    """The parts of a repetition, until the rule around it takes them."""

    __slots__ = ("parts", "span")

    def __init__(self, parts: list[Any], span: Span | None) -> None:
        self.parts = parts
        self.span = span


def reductions(rules: Iterable[Rule]) -> dict[Rule, Reduction]:
    """For each rule what becomes of its parts."""
    return {rule: _reduction(rule) for rule in rules}


def _reduction(rule: Rule) -> Reduction:
    taken, gaps = _taken(rule)
    name = rule.alias or rule.origin.name
    single = bool(rule.options.expand1) and not rule.alias
    if single and len(rule.expansion) == 1 and taken == [(0, False, 0)] and not gaps:
        return lambda values: values[0]
    run = name.startswith("_")
    make = None if run or (single and len(taken) == 1) else maker(name)
    single = single and len(taken) == 1
    plain = [at for at, expand, before in taken] if not any(e or b for _, e, b in taken) and not gaps else None

    def reduce(values: list[Any]) -> Any:
        if plain is not None:
            parts = [values[at] for at in plain]
        else:
            parts = []
            for at, expand, before in taken:
                if before:
                    parts += [None] * before
                if not expand:
                    parts.append(values[at])
                elif parts:
                    parts += values[at].parts
                else:
                    parts = values[at].parts  # nobody else will look at that list again
            if gaps:
                parts += [None] * gaps
        if single:
            return parts[0]
        span = _span(values)
        if make is None:
            return NodeRun(parts, span)
        return make(parts, span)

    return reduce


def _taken(rule: Rule) -> tuple[list[tuple[int, bool, int]], int]:
    """Which symbols of a rule are parts (where, whether it is a repetition, how many gaps before it), and gaps at the end."""
    gaps_before = [0] * (len(rule.expansion) + 1)
    at = 0
    for empty in rule.options.empty_indices:
        if empty:
            gaps_before[at] += 1
        else:
            at += 1
    taken = []
    gaps = 0
    symbol: Any
    for number, symbol in enumerate(rule.expansion):
        gaps += gaps_before[number]
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            taken.append((number, not symbol.is_term and symbol.name.startswith("_"), gaps))
            gaps = 0
    return taken, gaps + gaps_before[-1]


def _span(values: list[Any]) -> Span | None:
    """From the first to the last of the values that have a place; line ends have none."""
    line: Any
    column: Any
    for first in values:
        if isinstance(first, Token):
            if first.type in _LAYOUT:
                continue
            line, column = first.line, first.column
            break
        if first.span is not None:
            line, column = first.span[:2]
            break
    else:
        return None
    for last in reversed(values):
        if isinstance(last, Token):
            if last.type not in _LAYOUT:
                return Span(line, column, last.end_line, last.end_column)  # type: ignore[arg-type]
        elif last.span is not None:
            return Span(line, column, last.span[2], last.span[3])
    return None
