"""From what the grammar puts into a rule, by position, to the node with its fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from lark import Token

from ludwright.language.syntax import declarations as d
from ludwright.language.syntax import statements as s
from ludwright.language.syntax.base import RULES, FieldShape, Node, Span, shape

Shaped = tuple[Callable[..., Node], Sequence[Any]]
"""A class and the values of its fields."""


def maker(rule: str) -> Callable[[list[Any], Span | None], Node]:
    """What makes the node of a rule from its parts by position; it fails if they don't fit."""
    irregular = _IRREGULAR.get(rule)
    if irregular is not None:

        def make(parts: list[Any], span: Span | None) -> Node:
            kind, values = irregular(parts)
            return kind(*values, span=span)

        return make
    (kind,) = RULES[rule]
    return _regular(kind, shape(kind))


def made(rule: str, parts: Iterable[Any], span: Span | None = None) -> Node:
    """The node of a rule from its parts by position, None for an optional one left out: `made("is_", left, right)`."""
    return maker(rule)(list(parts), span)


def _regular(kind: Callable[..., Node], fields: Sequence[FieldShape]) -> Callable[[list[Any], Span | None], Node]:
    """Fields in the order of the parts, at most one of them a tuple that takes all that the others leave."""
    runs = [number for number, field in enumerate(fields) if field.many]
    if not runs:
        return lambda parts, span: kind(*parts, span=span)
    (before,) = runs
    behind = len(fields) - before - 1

    def make(parts: list[Any], span: Span | None) -> Node:
        end = len(parts) - behind
        run = tuple([part for part in parts[before:end] if part is not None])
        return kind(*parts[:before], run, *parts[end:], span=span)

    return make


def _sorted_out(parts: Sequence[Any], *kinds: type[Any] | tuple[type[Any], ...]) -> list[tuple[Any, ...]]:
    """The parts of each kind."""
    return [tuple(part for part in parts if isinstance(part, kind)) for kind in kinds]


def _enum(parts: list[Any]) -> Shaped:
    kind, second, *rows = parts
    if isinstance(second, d.NameList):
        return d.EnumDeclaration, (kind, second)
    return d.EnumDeclaration, (kind, None, second, tuple(row for row in rows if row is not None))


def _cards(parts: list[Any]) -> Shaped:
    word, kind, family, *rest = parts
    axes, sources, options, lines = _sorted_out(
        rest,
        d.CardAxis,
        (Token, d.SheetSource),
        (d.Copies, d.RoomFor, d.RoomForEach, d.Unlimited),
        (d.TableRow, d.Attribute),
    )
    return d.CardsDeclaration, (word, kind, family, axes, sources[0] if sources else None, options, lines)


def _board(parts: list[Any]) -> Shaped:
    options, lines = _sorted_out(parts[5:], (d.BoardOption, d.Holds), (d.TableRow, d.Attribute, d.LinkLine))
    return d.BoardDeclaration, (*parts[:5], options, lines)


def _picture(parts: list[Any]) -> Shaped:
    rows, legends = _sorted_out(parts[1:], d.TableRow, (d.Legend, d.LegendAssign))
    return d.PictureDeclaration, (parts[0], rows, legends)


def _legend(parts: list[Any]) -> Shaped:
    return (d.Legend if len(parts) == 3 else d.LegendAssign), parts


def _zone(parts: list[Any]) -> Shaped:
    kinds, options = _sorted_out(parts[2:], Token, Node)
    return d.ZoneDeclaration, (*parts[:2], kinds, options)


def _attribute(parts: list[Any]) -> Shaped:
    name, index, third, fourth, *options = parts
    if isinstance(third, d.TypeName):
        return d.Attribute, (name, index, third, fourth, None, tuple(options))
    return d.Attribute, (name, index, None, third, fourth, tuple(options))


def _action(parts: list[Any]) -> Shaped:
    name, parameters, *rest = parts
    (options,) = _sorted_out(rest, (d.InGroup, d.Takes))
    return d.ActionDeclaration, (name, parameters, options, tuple(p for p in rest[len(options) :] if p is not None))


def _group(parts: list[Any]) -> Shaped:
    return d.GroupDeclaration, (tuple(parts[::2]), tuple(parts[1::2]))


def _rule(parts: list[Any]) -> Shaped:
    return (d.BotLet if len(parts) == 1 else d.BotRuleLine), parts


def _expect(parts: list[Any]) -> Shaped:
    title, second, *lines = parts
    if isinstance(second, d.Quota):
        return d.ExpectDeclaration, (title, second, tuple(lines))
    return d.ExpectSentence, ((None, title) if second is None else (title, second))


def _up_to(parts: list[Any]) -> Shaped:
    return (d.RoomFor if len(parts) == 1 else s.ChosenUpTo), parts


def _at_most(parts: list[Any]) -> Shaped:
    return (s.AtMostTimes if len(parts) == 1 else d.AtMost), parts


def _always(parts: list[Any]) -> Shaped:
    return (d.AlwaysLine if parts else d.Always), parts


def _any_number(parts: list[Any]) -> Shaped:
    if len(parts) == 1:
        return s.ChosenAnyNumber, parts
    return s.AnyNumberOf, (tuple(parts[:-3]), *parts[-3:])


def _does(parts: list[Any]) -> Shaped:
    return s.Does, (None, *parts) if len(parts) == 1 else parts


def _assign(parts: list[Any]) -> Shaped:
    return s.Assign, (parts[0], None, parts[1]) if len(parts) == 2 else parts


def _choose(parts: list[Any]) -> Shaped:
    return s.Choose, (*parts[:6], None, parts[6]) if len(parts) == 7 else parts


def _chosen(parts: list[Any]) -> Shaped:
    return s.ChosenNumber, (None, *parts) if len(parts) == 1 else parts


_IRREGULAR: dict[str, Callable[[list[Any]], Shaped]] = {
    "enum": _enum,
    "cards": _cards,
    "board": _board,
    "picture": _picture,
    "legend": _legend,
    "zone": _zone,
    "attr": _attribute,
    "action": _action,
    "group": _group,
    "rule": _rule,
    "expect": _expect,
    "up_to": _up_to,
    "at_most": _at_most,
    "always": _always,
    "any_number": _any_number,
    "does": _does,
    "assign": _assign,
    "choose": _choose,
    "chosen": _chosen,
}
"""Rules whose parts mean different things by their number or sort."""
