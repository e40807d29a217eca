"""The words of the state that hold what players know, and who sees which place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.model import visibility
from ludwright.model.world import TOLD_BITS
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

MOST_URNS = 2**31 - 1


class KnowledgeWords:
    """Reads and writes them. In games where all is seen there are none."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self.kept = "known" in self.model.arrays
        self.all = visibility.everyone(self.model)
        self.needed = rules.asks_for_knowledge
        self.top_seen = any(zone.top_seen is not None for zone in self.model.all_zones())

    # ------------------------------------------------------------ words of the state

    @property
    def slots(self) -> int:
        """Components and ghosts together."""
        return self.model.components + self.model.ghosts

    def known(self, c: ir.Expr) -> ir.Expr:
        return terms.state(self.model.arrays["known"], c, -1, self.model.components - 1, 0, self.all)

    def set_known(self, c: ir.Expr, mask: ir.Expr) -> ir.Stmt:
        last = self.model.components - 1
        return terms.store(self.model.arrays["known"], mask, c, 0, last, 0, self.all)

    def urn(self, c: ir.Expr) -> ir.Expr:
        return terms.state(self.model.arrays["urn"], c, -1, self.model.components - 1, 0, MOST_URNS)

    def _ghost(self, name: str, g: ir.Expr, hi: int) -> ir.Expr:
        return terms.state(self.model.arrays[f"ghost_{name}"], g, 0, self.model.ghosts - 1, 0, hi)

    def _set_ghost(self, name: str, g: ir.Expr, value: ir.Expr, hi: int) -> ir.Stmt:
        return terms.store(self.model.arrays[f"ghost_{name}"], value, g, 0, self.model.ghosts - 1, 0, hi)

    def _ghosts(self) -> ir.Expr:
        return terms.state(self.model.arrays["ghosts"], lo=0, hi=self.model.ghosts) if self.model.ghosts else ZERO

    def _each_ghost(self, code: Code, visit: Callable[[ir.Expr], None]) -> None:
        if self.model.ghosts:
            sets.walk(code, ZERO, terms.sub(self._ghosts(), ONE), visit)

    def each_component(self, code: Code, visit: Callable[[ir.Expr], None]) -> None:
        sets.walk(code, ZERO, terms.const(self.model.components - 1), visit)

    def _told_place(self, teller: ir.Expr, slot: ir.Expr, word: ir.Expr) -> ir.Expr:
        row = terms.add(terms.mul(teller, terms.const(self.slots)), slot)
        return terms.add(terms.mul(row, terms.const(self.model.told_words)), word)

    def _told_size(self) -> int:
        return self.model.tellers * self.slots * self.model.told_words

    def told(self, teller: ir.Expr, slot: ir.Expr, word: ir.Expr) -> ir.Expr:
        place = self._told_place(teller, slot, word)
        return terms.state(self.model.arrays["told"], place, 0, self._told_size() - 1, 0, (1 << TOLD_BITS) - 1)

    def _set_told(self, teller: ir.Expr, slot: ir.Expr, word: ir.Expr, value: ir.Expr) -> ir.Stmt:
        place = self._told_place(teller, slot, word)
        base = self.model.arrays["told"]
        return terms.store(base, value, place, 0, self._told_size() - 1, 0, (1 << TOLD_BITS) - 1)

    def _each_told_word(self, code: Code, visit: Callable[[ir.Expr, ir.Expr], None]) -> None:
        """All words of what was told about one slot."""
        if self.model.tellers:
            words = terms.const(self.model.told_words - 1)
            tellers = terms.const(self.model.tellers - 1)
            sets.walk(code, ZERO, tellers, lambda q: sets.walk(code, ZERO, words, lambda w: visit(q, w)))

    # ------------------------------------------------------------ who sees a place

    def watchers(self, place: ir.Expr, top: bool = False) -> ir.Expr:
        """Who sees what lies in a place (on top of it)."""
        masks = visibility.top_watchers(self.model) if top else visibility.place_watchers(self.model)
        base = self.model.tables.add([0, *masks]) + 1
        return terms.table(base, place, -1, len(masks) - 1, 0, self.all)

    def switch(self, statements: list[ir.Stmt]) -> list[ir.Stmt]:
        """Statements that run only where knowledge is kept."""
        if not self.kept or not statements:
            return []
        if self.needed:
            return statements
        return [ir.If(terms.eq(terms.table(ir.KEEP_KNOWLEDGE, lo=0, hi=1), ONE), statements)]

    def always(self, statements: list[ir.Stmt]) -> list[ir.Stmt]:
        """Like :meth:`switch`, also in games without cards."""
        if not statements or self.needed:
            return statements
        return [ir.If(terms.eq(terms.table(ir.KEEP_KNOWLEDGE, lo=0, hi=1), ONE), statements)]
