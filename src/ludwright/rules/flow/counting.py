"""What the rules count by themselves: turns taken, actions done, positions repeated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE
from ludwright.language.syntax.reading import names_in
from ludwright.rules.emit.code import Code
from ludwright.rules.flow.repeats import PositionHistory

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

WORD = 2**31 - 1


class Counting:
    """Words for counters exist only in games that read them."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._times: int | None = None
        self._repeats: PositionHistory | None = None

    def turns_of(self, seat: ir.Expr) -> ir.Expr:
        return self.rules.turns.turns_of(seat)

    def times(self, action: ir.Expr) -> ir.Expr:
        count = self.rules.model.action.count
        return terms.state(self._times_base(), action, 0, max(0, count - 1), 0, WORD)

    def _times_base(self) -> int:
        if self._times is None:
            self._times = self.rules.model.words(max(1, self.rules.model.action.count))
        return self._times

    def count_action(self, code: Code, number: int) -> None:
        if "times" not in self.rules.words_used:
            return
        base = self._times_base() + number
        code.emit(
            terms.store(
                base, terms.lowest(terms.add(terms.state(base, lo=0, hi=WORD), ONE), terms.const(WORD)), lo=0, hi=WORD
            )
        )

    def repeats(self) -> ir.Expr:
        return self._history().count()

    def _history(self) -> PositionHistory:
        if self._repeats is None:
            self._repeats = PositionHistory(self.rules)
        return self._repeats

    def words_for_repeats(self) -> set[str]:
        """`repeats`, unless that is a name of the game's own, and the definitions that use it."""
        definitions = self.rules.definitions
        found = {"repeats"} - {*self.rules.model.all_names(), *definitions}
        while more := {name for name, d in definitions.items() if names_in(d.tree) & found} - found:
            found |= more
        return found

    def remember_position(self, code: Code) -> None:
        if "repeats" in self.rules.words_used:
            self._history().remember(code)
