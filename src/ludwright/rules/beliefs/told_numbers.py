"""Numbers that everybody knows, among those of which hidden changes are kept: nothing has to be remembered about these."""

from __future__ import annotations

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.rules.beliefs.transfer_layout import DELTA, DRAWN, HIGH, LOW, MOVED, PUT, SWAPPED, TESTED
from ludwright.rules.beliefs.transfer_words import DRAWN_FROM, GIVER, LAW, NAMED, TAKER, WORD, TransferWords
from ludwright.rules.emit.code import Code


class ToldNumbers(TransferWords):
    """Finds them, and sets them to what everybody sees as if they had always been that."""

    def told(self, cell: ir.Expr, strict: bool = False) -> ir.Expr:
        """Whether everybody knows what a number is, from before all that is in the list; ``strict``: and nothing in it speaks of its owner."""
        asked = ir.Call(ir.INT, 0, 1, self.function("told"), (cell, terms.const(int(strict))))
        return terms.ne(asked, ZERO)

    def _settle(self, cell: ir.Expr, value: ir.Expr) -> ir.Stmt:
        """A number of which nothing in the list speaks is about to be something, as everybody sees."""
        return ir.Do(self.function("settle"), (cell, terms.clamp(value, -WORD, WORD)))

    def _settled(self, cell: ir.Expr, value: ir.Expr) -> list[ir.Stmt]:
        """The same, and that is all, if it is so."""
        first = ir.If(terms.eq(self._count(), ZERO), [*self._known_as(cell, value), ir.Return(None)])
        return [first, ir.If(self.told(cell, True), [self._settle(cell, value), ir.Return(None)])]

    def _known_as(self, cell: ir.Expr, value: ir.Expr) -> list[ir.Stmt]:
        """Everybody knows what a number is, and there is no list."""
        known = self._set_known(cell, terms.const(self.knowledge.all))
        return [known, self._set_floor(cell, value), self._set_top(cell, value)]

    def _told_params(self, name: str) -> list[tuple[str, int, int]]:
        more = ("strict", 0, 1) if name == "told" else ("value", -WORD, WORD)
        return [("cell", 0, self.cells - 1), more]

    def _make_told(self, code: Code, cell: ir.Expr, strict: ir.Expr) -> None:
        unknown = terms.ne(self._known(cell), terms.const(self.knowledge.all))
        code.emit(ir.If(unknown, [ir.Return(ZERO)]))
        row, mentioned = code.keep(self.row(cell), "row"), terms.eq(strict, ONE)

        def look(entry: ir.Expr) -> None:
            giver, taker, law = self._wide(entry, GIVER), self._wide(entry, TAKER), self._wide(entry, LAW)
            gave, took, read = (terms.eq(side, row) for side in (giver, taker, self._wide(entry, DRAWN_FROM)))
            put = terms.eq(law, terms.const(PUT))
            among = terms.both(terms.ge(row, giver), terms.lt(row, terms.add(giver, self._wide(entry, NAMED))))
            gives = [terms.lt(law, terms.const(DRAWN)), *(terms.eq(law, terms.const(one)) for one in (MOVED, SWAPPED))]
            changes = terms.both(took, terms.ne(law, terms.const(TESTED)))
            for one in gives:
                changes = terms.either(changes, terms.both(gave, one))
            for speaks in (changes, terms.both(among, put), terms.both(mentioned, terms.either(terms.either(gave, took), read))):  # fmt: skip
                code.emit(ir.If(speaks, [ir.Return(ZERO)]))

        self._each(code, look)
        code.emit(ir.Return(ONE))

    def _make_settle(self, code: Code, cell: ir.Expr, value: ir.Expr) -> None:
        code.statements.extend([self._set_floor(cell, value), self._set_top(cell, value), self._set_start(cell, value)])

        def clear(entry: ir.Expr) -> None:
            for part, number in ((DELTA, ZERO), (LOW, self._least_of(cell)), (HIGH, self._most_of(cell))):
                code.emit(self._put(entry, cell, part, number))

        self._each(code, clear)

    def _unless_veiled(self, code: Code) -> None:
        """What happens in a secret stage tells nothing to all."""
        if self.model.has_secret_stage:
            code.emit(ir.If(terms.invert(self.rules.secrets.open_play()), [ir.Return(None)]))

    def _wide(self, entry: ir.Expr, word: ir.Expr) -> ir.Expr:
        return self._word(entry, word, WORD, -WORD)
