"""Where the words of a variable lie, checks of indices, and variables that begin anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ZERO
from ludwright.language.syntax import Part
from ludwright.model.kinds import Field
from ludwright.rules.emit.code import Code
from ludwright.rules.names.scope import Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

WORD = 2**31 - 1


class Addresses:
    """Turns indices into proven or checked addresses."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def in_bounds(self, index: ir.Expr, lo: int, hi: int | ir.Expr, scope: Scope, node: Part) -> None:
        top = terms.const(hi) if isinstance(hi, int) else hi
        inside = terms.both(terms.ge(index, terms.const(lo)), terms.le(index, top))
        if terms.is_const(inside, 0):
            raise self.rules.wrong(scope, node, f"the index is never in range {lo}..{top.hi}")
        if not terms.is_const(inside, 1) and not scope.real:
            scope.code.emit(ir.Check(inside, ir.BAD_INDEX, self.rules.line(scope, node)))

    def check_range(self, number: ir.Expr, lo: int, hi: int, scope: Scope, node: Part | None = None) -> None:
        inside = terms.both(terms.ge(number, terms.const(lo)), terms.le(number, terms.const(hi)))
        if not terms.is_const(inside, 1) and not scope.real:
            scope.code.emit(ir.Check(inside, ir.BAD_INDEX, self.rules.line(scope, node)))

    def address(
        self, field: Field, given: tuple[ir.Expr, ...], scope: Scope, node: Part | None
    ) -> tuple[ir.Expr, int, int]:
        """Where a word of a variable lies: its index, and the range it is proven or clamped into."""
        if len(given) != len(field.dims):
            raise self.rules.wrong(scope, node, f"`{field.name}` needs an index here", f"write `{field.name}[...]`")
        index: ir.Expr = ZERO
        first = 0
        for place, (dim, one) in enumerate(zip(field.dims, given, strict=True)):
            none = place == 0 and dim.type.form == "ref" and one.lo < 0
            if dim.type.form != "ref" or (place > 0 and one.lo < dim.first):
                inside = terms.both(terms.ge(one, terms.const(dim.first)), terms.le(one, terms.const(dim.last)))
                if terms.is_const(inside, 0):
                    raise self.rules.wrong(
                        scope, node, f"`{field.name}` has no such index", f"it runs from {dim.first} to {dim.last}"
                    )
                if not terms.is_const(inside, 1) and not scope.real:
                    one = scope.code.keep(one)
                    inside = terms.both(terms.ge(one, terms.const(dim.first)), terms.le(one, terms.const(dim.last)))
                    scope.code.emit(ir.Check(inside, ir.BAD_INDEX, self.rules.line(scope, node)))
                one = terms.clamp(one, dim.first, dim.last)
            offset = terms.sub(one, terms.const(dim.first))
            if none:
                first = -field.row
                offset = (
                    terms.select(terms.ge(one, ZERO), offset, terms.const(-1))
                    if dim.first
                    else terms.clamp(offset, -1, dim.count - 1)
                )
            elif one.hi > dim.last or one.lo < dim.first:
                offset = terms.clamp(offset, 0, dim.count - 1)
            index = terms.add(terms.mul(index, terms.const(dim.count)), offset)
        return index, first, field.size - 1

    def reset(self, code: Code, part: str) -> None:
        """Variables that begin anew each turn, round or stage."""
        for field in self.rules.model.all_fields():
            if field.reset != part:
                continue
            if field.size == 1:
                code.statements.extend(
                    self.rules.hidden_variables.begins_anew(code, field, ZERO, self._start_word(field, ZERO))
                )
                code.emit(terms.store(field.base, self._start_word(field, ZERO), lo=field.lo, hi=field.hi))
                continue
            name = code.fresh("i")
            index = terms.local(name, 0, field.size - 1)
            put = ir.Store(field.base, index, 0, field.size - 1, self._start_word(field, index), field.lo, field.hi, 0)
            known = self.rules.hidden_variables.begins_anew(code, field, index, self._start_word(field, index))
            code.emit(ir.Loop(name, ZERO, terms.const(field.size - 1), [*known, put], 0))

    def _start_word(self, field: Field, index: ir.Expr) -> ir.Expr:
        words = [self.rules.image_words[field.base + i] for i in range(field.size)]
        if all(isinstance(w, int) and w == words[0] for w in words):
            return terms.const(words[0])  # type: ignore[arg-type]
        return terms.table(self.rules.image_base + field.base, index, 0, field.size - 1, field.lo, field.hi)
