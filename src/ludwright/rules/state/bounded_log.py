"""Short lists in the state, of which it turns out only while the rules are read whether a game needs one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules


class BoundedLog:
    """A list of rows of words. Its functions may be called from the beginning, and are written at the end: without a list they do nothing.

    Before the rows stand two words: how many there are, and one for whatever the list counts."""

    name: str
    """What the list is called among the arrays of the model, and how the names of its functions begin."""
    most: int
    words: int
    asked: frozenset[str]
    """The functions that answer something and change nothing."""
    possible: bool
    """Whether a game may have such a list at all."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self.knowledge = rules.knowledge

    @property
    def kept(self) -> bool:
        """Whether there is anything in the rules that the list is for."""
        return self.name in self.model.arrays

    def _params(self, name: str) -> list[tuple[str, int, int]]:
        """What a function takes."""
        raise NotImplementedError

    def begin(self) -> None:
        """Make room for the list."""
        if not self.kept:
            self.model.arrays[self.name] = self.model.words(2 + self.most * self.words)

    # ------------------------------------------------------------ words of the state

    @property
    def _base(self) -> int:
        return self.model.arrays[self.name]

    def _count(self) -> ir.Expr:
        return terms.state(self._base, lo=0, hi=self.most)

    def _set_count(self, count: ir.Expr) -> ir.Stmt:
        return terms.store(self._base, terms.clamp(count, 0, self.most), lo=0, hi=self.most)

    def _word(self, row: ir.Expr, word: ir.Expr, hi: int, lo: int = 0) -> ir.Expr:
        place = terms.add(terms.mul(row, terms.const(self.words)), word)
        return terms.state(self._base + 2, place, 0, self.most * self.words - 1, lo, hi)

    def _set_word(self, row: ir.Expr, word: ir.Expr, value: ir.Expr, hi: int, lo: int = 0) -> ir.Stmt:
        place = terms.add(terms.mul(row, terms.const(self.words)), word)
        last = self.most * self.words - 1
        return terms.store(self._base + 2, value, place, 0, last, lo, hi)

    def _each(self, code: Code, visit: Callable[[ir.Expr], None], backwards: bool = False) -> None:
        sets.walk(
            code, ZERO, terms.sub(self._count(), ONE), lambda f: visit(terms.clamp(f, 0, self.most - 1)), backwards
        )

    def _lies_in(self, slot: ir.Expr, place: ir.Expr) -> ir.Expr:
        c = terms.clamp(slot, 0, self.model.components - 1)
        return terms.both(terms.eq(slot, c), terms.eq(self.rules.places.place_of(c), place))

    # ------------------------------------------------------------ functions

    def call(self, code: Code, name: str, *args: ir.Expr) -> None:
        """Do something to the list, in games that have one."""
        if self.possible:
            code.emit(ir.Do(self.function(name), args))

    def asks(self, name: str, *args: ir.Expr) -> ir.Expr:
        """Ask something of the list; no in games without one."""
        if not self.possible:
            return terms.NO
        return terms.ne(ir.Call(ir.INT, 0, 1, self.function(name), args), ZERO)

    def function(self, name: str) -> str:
        """The name of a function that is written when all rules have been read."""
        full = f"{self.name}_{name}_"
        if full not in self.rules.functions:
            made = self.rules.functions[full] = ir.Function(full, self._params(name), [])
            answers = self._answers(name)
            if answers is not None:
                made.result = ir.INT
                made.lo, made.hi = answers
            made.changes = name not in self.asked
        return full

    def _answers(self, name: str) -> tuple[int, int] | None:
        """The least and the most that a function answers; None if it does something and answers nothing."""
        return (-1, self.most - 1) if name == "open" else (0, 1) if name in self.asked else None

    def finish(self) -> None:
        """Write the functions that are called."""
        prefix = f"{self.name}_"
        if not self.kept:
            for name, function in self.rules.functions.items():
                if name.startswith(prefix) and function.result is not None:
                    function.body.append(ir.Return(ZERO))
            return
        done: set[str] = set()
        while waiting := [n for n in self.rules.functions if n.startswith(prefix) and n not in done]:
            for name in waiting:
                done.add(name)
                code, function = Code(name), self.rules.functions[name]
                names = [terms.local(*param) for param in function.params]
                getattr(self, f"_make_{name.removeprefix(prefix).removesuffix('_')}")(code, *names)
                function.body, function.arrays = code.statements, code.arrays

    def _make_drop(self, code: Code, row: ir.Expr) -> None:
        """Forget a row; later ones move up."""
        last = self.most * self.words - 1
        start = terms.mul(row, terms.const(self.words))
        stop = terms.sub(terms.mul(self._count(), terms.const(self.words)), terms.const(self.words + 1))

        def move(i: ir.Expr) -> None:
            there = terms.clamp(terms.add(i, terms.const(self.words)), 0, last)
            word = terms.state(self._base + 2, there, 0, last)
            code.emit(terms.store(self._base + 2, word, terms.clamp(i, 0, last), 0, last))

        sets.walk(code, start, stop, move)
        code.emit(self._set_count(terms.sub(self._count(), ONE)))
