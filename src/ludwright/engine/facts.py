"""What both runs must know of a program before they write their code, found once: who calls whom, who may fault, who pays fuel.

Fuel is what keeps a wrong program from running for ever, so it has to bound all the work, not only single loops:

* A loop pays its passes when the passes it is proven to make at most, times what its body may do for nothing, are more
  than ``FREE_PASSES``. So a loop with many passes pays, and so do the outer ones of nested short loops. A body that does more than ``FREE_PASSES``
  for nothing makes each pass dearer.
* A function that does more than ``FREE_PASSES`` for nothing pays on entry, one for every ``CALLS`` of that; one that calls itself in a ring pays one.
* The machine pays one for every step back to an earlier block and for every dispatch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludwright import ir
from ludwright.engine.layout import DEPTH_LIMIT, SMALL, STACK_BUDGET
from ludwright.engine.walks import ProgramError, bodies, called, calls, parts, span, statements, values, within

CALLS = 16
"""How many passes and calls that cost nothing by themselves are paid with one, by the function that makes too many of them."""
_CLOSE = 16
"""Words between two ranges of a state that are rather copied as well than passed over."""


def exits(block: ir.Block) -> tuple[str, ...]:
    """The blocks a block goes on to without a question, a dispatch apart."""
    match block.end:
        case ir.Jump():
            return (block.end.to,)
        case ir.Fork():
            return block.end.then, block.end.otherwise
        case _:
            return ()


def rings(graph: dict[str, set[str]]) -> tuple[list[str], set[str]]:
    """The nodes of a graph, those pointed at first, and the nodes that lie on a ring."""
    order: list[str] = []
    on_ring: set[str] = set()
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    waiting: set[str] = set()
    for root in graph:
        if root in number:
            continue
        path = [(root, iter(graph[root]))]
        number[root] = low[root] = len(number)
        stack.append(root)
        waiting.add(root)
        while path:
            node, successors = path[-1]
            for successor in successors:
                if successor not in number:
                    number[successor] = low[successor] = len(number)
                    stack.append(successor)
                    waiting.add(successor)
                    path.append((successor, iter(graph[successor])))
                    break
                if successor in waiting:
                    low[node] = min(low[node], number[successor])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == number[node]:
                    at = stack.index(node)
                    component = stack[at:]
                    del stack[at:]
                    waiting.difference_update(component)
                    order.extend(reversed(component))
                    if len(component) > 1 or node in graph[node]:
                        on_ring.update(component)
    return order, on_ring


class ProgramFacts:
    """The facts about one program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._paying: dict[int, int] = {}
        self._callees = {name: self._called(function.body) for name, function in program.functions.items()}
        self.order, self.ringed = rings(self._callees)
        """The functions, callees first, and those that call each other in a ring."""
        self.paying_functions: dict[str, int] = {}
        """The functions that pay on entry, and how much."""
        self._weight: dict[str, int] = dict.fromkeys(self.ringed, 0)
        self.faulting: set[str] = set(self.ringed)
        """The functions that may fault, or call one that may."""
        self.burning: set[str] = set(self.ringed)
        """The functions that use up fuel, or call one that does."""
        self._writes: dict[str, set[tuple[int, int]]] = {}
        self.choosing: set[str] = set(self.ringed)
        """The functions that read or change the options, or call one that does."""
        self._plan_memory()
        for name in self.order:
            self._study(name)
        machine = program.machine
        for block in machine.blocks.values():
            self._weigh(block.body)
            if isinstance(block.end, ir.Fork | ir.Dispatch):
                self._require(calls(block.end.cond if isinstance(block.end, ir.Fork) else block.end.value))
        self.steps_back = self._steps_back()
        """The pairs of blocks (from, to) of the machine that pay one."""

    def pays(self, loop: ir.Loop) -> bool:
        """Whether that loop pays its passes on entry."""
        return id(loop) in self._paying

    def price(self, loop: ir.Loop) -> int:
        """How much it pays for each."""
        return self._paying[id(loop)]

    def may_fault(self, body: list[ir.Stmt]) -> bool:
        """Whether running a body may end in a fault."""
        return any(self._faults(stmt) for stmt in statements(body))

    def faulty_call(self, expr: ir.Expr) -> bool:
        """Whether evaluating an expression may end in a fault."""
        return any(name in self.faulting for name in calls(expr))

    def on_stack(self, size: int) -> bool:
        """Whether a buffer of that many bytes has its place on the machine stack."""
        return self._roomy or size <= SMALL

    def writes(self, body: list[ir.Stmt]) -> list[tuple[int, int]]:
        """The ranges of words of the state (first, last) that a body may write to, those close to each other as one."""
        found = sorted(self._written(body))
        ranges: list[tuple[int, int]] = []
        for first, last in found:
            if ranges and first <= ranges[-1][1] + _CLOSE:
                ranges[-1] = (ranges[-1][0], max(ranges[-1][1], last))
            else:
                ranges.append((first, last))
        return ranges

    def _written(self, body: list[ir.Stmt]) -> set[tuple[int, int]]:
        found: set[tuple[int, int]] = set()
        for stmt in statements(body):
            if isinstance(stmt, ir.Store) and stmt.first <= stmt.last:
                found.add((stmt.base + stmt.first, stmt.base + stmt.last))
            if isinstance(stmt, ir.Redeal):
                found.add((0, self.program.state_size - 1))
            for name in called(stmt):
                found |= self._written_by(name)
        return found

    def _written_by(self, name: str) -> set[tuple[int, int]]:
        """What a function and all that it calls may write to."""
        known = self._writes.get(name)
        if known is None:
            known = self._writes[name] = set()
            reached, waiting = {name}, [name]
            while waiting:
                for callee in self._callees[waiting.pop()] - reached:
                    reached.add(callee)
                    waiting.append(callee)
            for function in reached:
                for stmt in statements(self.program.functions[function].body):
                    if isinstance(stmt, ir.Store) and stmt.first <= stmt.last:
                        known.add((stmt.base + stmt.first, stmt.base + stmt.last))
                    elif isinstance(stmt, ir.Redeal):
                        known.add((0, self.program.state_size - 1))
        return known

    # ------------------------------------------------------------ who calls whom

    def _require(self, names: Iterable[str]) -> set[str]:
        found = set(names)
        missing = found - self.program.functions.keys()
        if missing:
            raise ProgramError(f"call of unknown functions {sorted(missing)}")
        return found

    def _called(self, body: list[ir.Stmt]) -> set[str]:
        found: set[str] = set()
        for stmt in statements(body):
            found.update(called(stmt))
        return self._require(found)

    # ------------------------------------------------------------ fuel

    def _study(self, name: str) -> None:
        function = self.program.functions[name]
        weight = self._weigh(function.body)
        if name in self.ringed or weight > ir.FREE_PASSES:
            self.paying_functions[name] = max(1, weight // CALLS)
            weight = 0
            self.faulting.add(name)
        elif self.may_fault(function.body):
            self.faulting.add(name)
        self._weight[name] = weight
        if name in self.paying_functions or self.burns(function.body):
            self.burning.add(name)
        if self.chooses(function.body):
            self.choosing.add(name)

    def burns(self, body: list[ir.Stmt]) -> bool:
        """Whether running a body may use up fuel."""
        return any(
            isinstance(stmt, ir.While)
            or (isinstance(stmt, ir.Loop) and self.pays(stmt))
            or any(name in self.burning for name in called(stmt))
            for stmt in statements(body)
        )

    def chooses(self, body: list[ir.Stmt]) -> bool:
        """Whether running a body may read or change the options."""
        return any(
            isinstance(stmt, ir.Emit | ir.SetOption | ir.SetOptionCount)
            or any(map(_reads_options, values(stmt)))
            or any(name in self.choosing for name in called(stmt))
            for stmt in statements(body)
        )

    def _weigh(self, body: list[ir.Stmt]) -> int:
        """How many passes and calls a body makes at most without paying for them."""
        total = 0
        for stmt in body:
            for value in values(stmt):
                total += sum(1 + self._weight[name] for name in calls(value))
            match stmt:
                case ir.Do():
                    total += 1 + self._weight[stmt.function]
                case ir.Loop():
                    most = max(0, span(stmt.stop)[1] - span(stmt.start)[0] + 1)
                    each = 1 + self._weigh(stmt.body)
                    inside = most * each
                    if inside > ir.FREE_PASSES:
                        self._paying[id(stmt)] = max(1, each // ir.FREE_PASSES)
                    else:
                        total += inside
                case ir.While():
                    if any(isinstance(s, ir.Continue) for s in _same_loop(stmt.test)):
                        raise ProgramError("a test of a loop cannot go on with the next pass")
                    self._weigh(stmt.test)
                    self._weigh(stmt.body)
                case ir.If() | ir.Switch():
                    total += max(self._weigh(inner) for inner in bodies(stmt))
                case ir.Preserve():
                    total += self._weigh(stmt.body)
                case _:
                    pass
        return total

    # ------------------------------------------------------------ faults

    def _faults(self, stmt: ir.Stmt) -> bool:
        """Whether that statement alone may fault, its inner bodies apart."""
        if any(self.faulty_call(value) for value in values(stmt)):
            return True
        match stmt:
            case ir.Store():
                return not (within(stmt.index, stmt.first, stmt.last) and within(stmt.value, stmt.lo, stmt.hi))
            case ir.Check():
                return not (isinstance(stmt.cond, ir.Const) and stmt.cond.value)
            case ir.Loop():
                return self.pays(stmt)
            case ir.Do():
                return stmt.function in self.faulting
            case ir.While() | ir.Emit():
                return True
            case _:
                return False

    # ------------------------------------------------------------ the machine

    def _steps_back(self) -> set[tuple[str, str]]:
        blocks = self.program.machine.blocks
        for name in self.program.machine.entries:
            if name not in blocks:
                raise ProgramError(f"unknown entry {name}")
        found: set[tuple[str, str]] = set()
        open_, done = 1, 2
        mark: dict[str, int] = {}
        for root in [*self.program.machine.entries, *blocks]:
            if root in mark:
                continue
            mark[root] = open_
            path = [(root, iter(exits(blocks[root])))]
            while path:
                name, successors = path[-1]
                for successor in successors:
                    if successor not in blocks:
                        raise ProgramError(f"unknown block {successor}")
                    if successor not in mark:
                        mark[successor] = open_
                        path.append((successor, iter(exits(blocks[successor]))))
                        break
                    if mark[successor] == open_:
                        found.add((name, successor))
                else:
                    mark[name] = done
                    path.pop()
        return found

    # ------------------------------------------------------------ memory of local arrays and saved states

    def _buffers(self, arrays: dict[str, int], body: list[ir.Stmt]) -> list[int]:
        """The sizes in bytes of the buffers a body needs."""
        kept = [self.writes(stmt.body) for stmt in statements(body) if isinstance(stmt, ir.Preserve)]
        return [8 * size for size in arrays.values()] + [
            4 * sum(last - first + 1 for first, last in ranges) for ranges in kept
        ]

    def _plan_memory(self) -> None:
        """Decide between stack and arena: the stack, unless the deepest call could take more than the budget."""
        machine = self.program.machine
        sizes = {
            name: self._buffers(function.arrays, function.body) for name, function in self.program.functions.items()
        }
        own = self._buffers(machine.arrays, [stmt for block in machine.blocks.values() for stmt in block.body])
        self._roomy = self._deepest(sizes, own, 0) <= STACK_BUDGET
        self.arena = 0 if self._roomy else self._deepest(sizes, own, SMALL) // 8
        """Words of arena that are enough for the deepest call."""

    def _deepest(self, sizes: dict[str, list[int]], own: list[int], above: int) -> int:
        """Bytes of all buffers larger than ``above`` that are open at once in the worst case, each rounded up to whole words."""

        def total(buffers: list[int]) -> int:
            return sum(size + 8 for size in buffers if size > above)

        if self.ringed:
            deepest_ring = max(total(sizes[name]) for name in self.ringed)
            return sum(map(total, sizes.values())) + total(own) + DEPTH_LIMIT * deepest_ring
        depth: dict[str, int] = {}
        for name in self.order:
            depth[name] = total(sizes[name]) + max((depth[callee] for callee in self._callees[name]), default=0)
        return total(own) + max(depth.values(), default=0)


def _reads_options(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.OptionAt | ir.OptionCount) or any(map(_reads_options, parts(expr)))


def _same_loop(body: list[ir.Stmt]) -> Iterator[ir.Stmt]:
    """The statements of a body that belong to the same innermost loop."""
    for stmt in body:
        yield stmt
        if not isinstance(stmt, ir.Loop | ir.While):
            for inner in bodies(stmt):
                yield from _same_loop(inner)
