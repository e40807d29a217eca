"""Whether statements may fault: then they stay behind the conditions that guard them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludwright import ir
from ludwright.engine.walks import called, calls, statements

MOST_PASSES = 10_000
"""Loops with more passes may use up what may be worked out between two decisions."""
_STOPPING = (ir.Check, ir.Store, ir.Preserve, ir.Emit, ir.Redeal)


def may_fault(body: Iterable[ir.Stmt], value: ir.Expr, functions: Mapping[str, ir.Function]) -> bool:
    """Whether running the statements, or working out the value, could stop the game."""
    seen = set[str]()

    def faults(body: Iterable[ir.Stmt]) -> bool:
        return any(
            isinstance(s, _STOPPING)
            or (isinstance(s, ir.Loop) and s.stop.hi - s.start.lo > MOST_PASSES)
            or any(map(may_stop, called(s)))
            for s in statements(body)
        )

    def may_stop(name: str) -> bool:
        if name in seen:
            return False
        seen.add(name)
        known = functions.get(name)
        return known is None or not known.body or faults(known.body)

    return faults(body) or any(map(may_stop, calls(value)))
