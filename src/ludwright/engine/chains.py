"""Finds conditions inside conditions that are better tested all at once.

``if a: t = …; if b: if c: …`` costs a branch for each condition, and a branch that goes either way costs more than the
few instructions it guards: a processor guesses wrong and starts again. Where what lies between the conditions is cheap and
does no harm, everything is worked out first, and one branch (or none) decides. Only conditions on the state are taken
together: one that depends on nothing but tables and counters goes the same way every time, and the processor learns it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ludwright import ir
from ludwright.engine.walks import parts, statements, values

BUDGET = 40
"""What may be worked out in vain, in steps of one simple operation."""

_COSTS = {"div": 4, "mod": 4, "mul": 2, "sat_mul": 6, "wrap_mul": 2, "rdiv": 12, "sat_add": 3, "sat_sub": 3}


def cost(expr: ir.Expr, most: int) -> int:
    """What an expression costs; more than ``most`` if it is too much, or may not be worked out early at all."""
    if isinstance(expr, ir.Const | ir.RealConst | ir.Local):
        return 0
    if isinstance(expr, ir.Call | ir.OptionAt | ir.OptionCount):
        return most + 1
    total = 1
    if isinstance(expr, ir.Load | ir.ArrayLoad):
        total = 2
    elif isinstance(expr, ir.Binary):
        if expr.op in ("div", "mod") and not (isinstance(expr.b, ir.Const) and expr.b.value > 0):
            return most + 1
        total = _COSTS.get(expr.op, 1)
    for part in parts(expr):
        total += cost(part, most - total)
        if total > most:
            return most + 1
    return total


@dataclass(slots=True)
class AssemblyChain:
    """Conditions to be tested at once, with the locals set between them, and what happens if all of them hold."""

    steps: list[ir.Set | ir.Expr] = field(default_factory=list)
    then: list[ir.Stmt] = field(default_factory=list)
    early: bool = False
    """Whether ``then`` may be worked out early, too: it only emits an option, or sets a single local."""


class Usage:
    """How the locals of one function are used."""

    def __init__(self, bodies: Iterable[list[ir.Stmt]], ends: Iterable[ir.Expr] = ()) -> None:
        self.reads: Counter[str] = Counter()
        self.sets: Counter[str] = Counter()
        self.changing: set[str] = set()
        """The locals that depend on the state (or on chance)."""
        for body in bodies:
            for stmt in statements(body):
                for value in values(stmt):
                    self._read(value, self.reads)
                match stmt:
                    case ir.Set():
                        self.sets[stmt.name] += 1
                        if self.dynamic(stmt.value):
                            self.changing.add(stmt.name)
                    case ir.Draw():
                        self.sets[stmt.name] += 1
                        self.changing.add(stmt.name)
                    case ir.Loop():
                        self.sets[stmt.name] += 1
                    case ir.Do(into=str()):
                        assert stmt.into is not None
                        self.sets[stmt.into] += 1
                        self.changing.add(stmt.into)
                    case _:
                        pass
        for end in ends:
            self._read(end, self.reads)

    def _read(self, expr: ir.Expr, counter: Counter[str]) -> None:
        if isinstance(expr, ir.Local):
            counter[expr.name] += 1
            return
        for part in parts(expr):
            self._read(part, counter)

    def dynamic(self, expr: ir.Expr) -> bool:
        """Whether a value may differ from one time to the next at the same counters: it depends on the state."""
        match expr:
            case ir.Local():
                return expr.name in self.changing
            case ir.Load(block="state") | ir.ArrayLoad() | ir.Call() | ir.OptionAt() | ir.OptionCount():
                return True
            case _:
                return any(map(self.dynamic, parts(expr)))

    # ------------------------------------------------------------ chains

    def chain(self, stmt: ir.If) -> AssemblyChain | None:
        """The chain that begins with a condition, if there is more to it than that condition."""
        if stmt.otherwise or not self.dynamic(stmt.cond):
            return None
        chain = AssemblyChain([stmt.cond])
        left = BUDGET
        inner: ir.If | None = stmt
        while inner is not None:
            body, inner = inner.then, None
            kept, left_after = self._leading_sets(body, left)
            rest = body[len(kept) :]
            chain.then = body
            if len(rest) == 1 and isinstance(rest[0], ir.If) and not rest[0].otherwise:
                price = cost(rest[0].cond, left_after)
                if price <= left_after and self.dynamic(rest[0].cond):
                    left = left_after - price
                    chain.steps += [*kept, rest[0].cond]
                    inner = rest[0]
            elif len(rest) == 1 and isinstance(rest[0], ir.Emit) and cost(rest[0].code, left_after) <= left_after:
                chain.steps += kept
                chain.then = rest
                chain.early = True
            elif len(body) == 1 and isinstance(body[0], ir.Set) and 0 < cost(body[0].value, left) <= left:
                chain.early = True
        if not self._unseen_outside(chain):
            return None
        return chain if len(chain.steps) > 1 or chain.early else None

    def _leading_sets(self, body: list[ir.Stmt], left: int) -> tuple[list[ir.Set], int]:
        kept: list[ir.Set] = []
        for stmt in body:
            if not isinstance(stmt, ir.Set) or self.sets[stmt.name] != 1:
                break
            price = cost(stmt.value, left)
            if price > left:
                break
            left -= price
            kept.append(stmt)
        return kept, left

    def _unseen_outside(self, chain: AssemblyChain) -> bool:
        """Whether the locals set between the conditions are read nowhere but inside the chain."""
        names = {step.name for step in chain.steps if isinstance(step, ir.Set)}
        if not names:
            return True
        inside: Counter[str] = Counter()
        for step in chain.steps:
            self._read(step.value if isinstance(step, ir.Set) else step, inside)
        for stmt in statements(chain.then):
            for value in values(stmt):
                self._read(value, inside)
        return all(inside[name] == self.reads[name] for name in names)
