"""Noting sums over hidden cards that everybody saw how they compare, one by one or as some of which at least one does so (:mod:`ludwright.rules.beliefs.sums`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.model.kinds import Type
from ludwright.rules.beliefs.reading_cards import ReadVariable
from ludwright.rules.beliefs.sums import FAR, MOST_SUMS, WORD
from ludwright.rules.emit.code import Code

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

NUMBER = Type("number")


@dataclass(frozen=True)
class SumGroup:
    """Some sums of which at least one is within its bounds: the number of the group, and a local that counts them."""

    number: ir.Expr
    many: ir.Local


@dataclass(frozen=True)
class SumCase:
    """A test as one of a group: it holds, or does not."""

    group: SumGroup
    holds: bool

    def turned(self) -> SumCase:
        return SumCase(self.group, not self.holds)


class NotedSums:
    """Compiles the notes."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def sum(
        self, code: Code, read: Callable[[ReadVariable], None], by: ir.Expr, sign: str, case: SumCase | None = None
    ) -> None:
        """Note a sum that everybody saw how it compares with 0; or how it would, as one of several."""
        readings, found = self.rules.readings, code.fresh("sum")
        code.emit(ir.Do(readings.function("begin"), (), found))
        new = terms.local(found, 0, MOST_SUMS - 1)
        sure = code.switch_on(True, "sure")
        read(ReadVariable(NUMBER, readings.variable_of(new), sure))
        least, most = _bounds(code, by, sign, None if case is None else case.holds)
        if case is None:
            done = ir.Do(readings.function("end"), (new, terms.const(self.rules.knowledge.all), least, most))
        else:
            done = ir.Do(readings.function("join"), (new, case.group.number, least, most))
            more = terms.lowest(terms.add(case.group.many, ONE), terms.const(WORD))
            code.emit(ir.Set(case.group.many.name, more))
        code.emit(ir.If(sure, [done], [ir.Do(readings.function("give_up"), (new,))]))

    def group(self, code: Code, note: Callable[[SumGroup], None]) -> None:
        """Note some sums of which at least one is within its bounds."""
        readings, number = self.rules.readings, code.fresh("group")
        code.emit(ir.Do(readings.function("group"), (), number))
        group = SumGroup(terms.local(number, 0, WORD), code.variable(ZERO, 0, WORD, "many"))
        note(group)
        code.emit(ir.Do(readings.function("end_group"), (group.number, group.many)))


def _bounds(code: Code, by: ir.Expr, sign: str, holds: bool | None) -> tuple[ir.Expr, ir.Expr]:
    """By how much less and more a difference may be, so that it compares with 0 as it does; or so that the comparison holds, or does not."""
    if sign in ("==", "!="):
        out = code.keep(terms.neg(by))
        other = terms.sub(out, ONE)
        if holds is not None:
            return (out, out) if holds == (sign == "==") else (out, other)
        return out, terms.select(terms.eq(by, ZERO), out, other)
    strictly = sign in (">", "<=")
    first = code.keep(terms.sub(ONE if strictly else ZERO, by))  # the least change with which it is above
    above = (
        terms.truth(holds == (sign in (">", ">=")))
        if holds is not None
        else terms.gt(by, ZERO)
        if strictly
        else terms.ge(by, ZERO)
    )
    above = code.keep(above)
    return terms.select(above, first, terms.const(-FAR)), terms.select(above, terms.const(FAR), terms.sub(first, ONE))
