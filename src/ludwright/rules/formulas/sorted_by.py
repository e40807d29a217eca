"""Sets narrowed by something printed: ``c in cells with c.column is x`` walks the cells of that column only.

Which members have which value is known before the game starts, so that the lists lie in the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright.ir import terms
from ludwright.language import syntax
from ludwright.language.syntax import Formula
from ludwright.language.syntax.reading import joined, names_in
from ludwright.model.kinds import Kind
from ludwright.rules.names import sets
from ludwright.rules.names.scope import FieldRef, Scope, WrongError

if TYPE_CHECKING:
    from ludwright.rules.formulas.walks import Walks

MOST_VALUES = 4_000


def narrowed(
    formulas: Walks, name: str, base: sets.SetValue, test: Formula, scope: Scope
) -> tuple[sets.SetValue, list[Formula]]:
    """The set with printed conditions applied, and the conditions that are left to test."""
    parts = joined(test)
    if (
        not isinstance(base, sets.MemberSet)
        or base.kind.role not in ("cell", "enum", "design")
        or scope.static
        or not base.kind.count
    ):
        return base, parts
    for i, part in enumerate(parts):
        match = _printed_is(part, name)
        if match is None:
            continue
        word, value = match
        values = _values(formulas, base.kind, word)
        if values is None:
            continue
        listed = _list(formulas, base, word, values, value, scope)
        if listed is not None:
            return listed, parts[:i] + parts[i + 1 :]
    return base, parts


def _printed_is(part: Formula, name: str) -> tuple[str, Formula] | None:
    """For ``x.word is e``, where e does not speak of x: the word and e."""
    match part:
        case syntax.Is(syntax.MemberOf(subject, word, None), right) if subject == name and name not in names_in(right):
            return str(word), right
    return None


def _values(formulas: Walks, kind: Kind, word: str) -> list[int] | None:
    """What is printed on each member, as plain numbers."""
    if word in kind.fields:
        return None
    if kind.role == "cell" and kind.geometry is not None and word in ("row", "column") and word not in kind.properties:
        return list(kind.geometry.rows if word == "row" else kind.geometry.columns)
    return None


def _list(
    formulas: Walks, base: sets.MemberSet, word: str, values: list[int], value: Formula, scope: Scope
) -> sets.SetValue | None:
    lo, hi = min(values), max(values)
    if hi - lo > MOST_VALUES:
        return None
    with scope.code.block() as before:
        try:
            wanted = formulas.value(value, scope)
            if isinstance(wanted, FieldRef):
                wanted = formulas.as_scalar(wanted, value, scope)
        except WrongError:
            return None
    if getattr(getattr(wanted, "type", None), "form", "") != "number" or wanted.type.optional:  # type: ignore[union-attr]
        return None
    scope.code.statements.extend(before)
    number = scope.code.keep(terms.as_int(wanted.expr))  # type: ignore[union-attr]
    lists = [[i for i, v in enumerate(values) if v == k] for k in range(lo, hi + 1)]
    offsets, items, total, longest = formulas.model.tables.ragged(lists)
    owner = terms.sub(number, terms.const(lo))
    if number.lo < lo or number.hi > hi:
        inside = terms.both(terms.ge(number, terms.const(lo)), terms.le(number, terms.const(hi)))
        owner = terms.select(inside, terms.clamp(owner, 0, hi - lo), terms.const(-1))
    return sets.Listed(
        offsets, items, total, scope.code.keep(owner), len(lists), longest, base.type, 0, base.kind.count - 1
    )
