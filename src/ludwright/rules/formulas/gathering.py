"""Sets in which every value stands once, gathered from walks."""

from __future__ import annotations

from collections.abc import Callable

from ludwright import ir
from ludwright.ir import terms
from ludwright.model.kinds import Type
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets

WIDEST = 20_000
"""So many values are told apart by one word each; of wider ranges as many values are kept, and each is looked for."""


def gather(form: Callable[[], Type], walk: Callable[[sets.Visit], None], code: Code) -> sets.StoredSet:
    """The values that a walk visits, each once, in the order in which they come first. What they are is known once it is emitted."""
    statements, start = code.statements, len(code.statements)
    visits: list[tuple[ir.Expr, list[ir.Stmt]]] = []

    def visit(x: ir.Expr) -> None:
        noting: list[ir.Stmt] = []
        visits.append((code.keep(x), noting))
        code.emit(ir.If(terms.YES, noting))

    walk(visit)
    type_ = form()
    lo, hi = min((x.lo for x, _ in visits), default=0), max((x.hi for x, _ in visits), default=0)
    if type_.form == "ref" and type_.kind is not None:
        root = type_.kind.root if type_.kind.role == "component" else type_.kind
        lo, hi = max(0, root.first), max(0, root.first, root.last)
    size = min(hi - lo + 1, WIDEST)
    number = terms.local(code.fresh("count"), 0, size)
    gathered = sets.StoredSet(code.array(size, "values"), size, number, type_, lo, hi)
    beginning: list[ir.Stmt] = [ir.Set(number.name, terms.ZERO)]
    if hi - lo < WIDEST:
        flags, name = code.array(size, "seen"), code.fresh("i")
        clear = ir.ArrayStore(flags, terms.local(name, 0, size - 1), size, terms.ZERO)
        beginning.append(ir.Loop(name, terms.ZERO, terms.const(size - 1), [clear], 0))
    for x, noting in visits:
        note = _noted(gathered, x)
        if hi - lo < WIDEST:
            at = terms.clamp(terms.sub(x, terms.const(lo)), 0, size - 1)
            new = terms.eq(ir.ArrayLoad(ir.INT, 0, 1, flags, at, size), terms.ZERO)
            noting.append(ir.If(new, [ir.ArrayStore(flags, at, size, terms.ONE), *note]))
        else:
            with code.block() as searching:
                known = gathered.contains(code, x)
            noting += [*searching, ir.If(terms.invert(known), note)]
    statements[start:start] = beginning
    return gathered


def _noted(gathered: sets.StoredSet, x: ir.Expr) -> list[ir.Stmt]:
    """Write a value behind the others."""
    assert isinstance(gathered.number, ir.Local)
    more = terms.lowest(terms.add(gathered.number, terms.ONE), terms.const(gathered.size))
    return [ir.ArrayStore(gathered.array, gathered.number, gathered.size, x), ir.Set(gathered.number.name, more)]
