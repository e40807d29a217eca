"""What is worked out again and again although it can't have changed is worked out once.

As long as a function leaves the state as it is, two things are looked for: the same call of a function with the same arguments, and, inside a loop,
a walk that does not depend on where the loop is. Each is worked out where it is first needed, so nothing is worked out that was not before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ludwright import ir
from ludwright.engine.walks import bodies, called, parts, statements, values
from ludwright.ir import terms

SHORT_WALK = 4
"""Walks of so few steps are cheaper than to ask whether they were done."""
_CHANGES = (ir.Store, ir.Draw, ir.Redeal, ir.Preserve)
_LEAVING = (ir.Return, ir.Emit, ir.SetOption, ir.SetOptionCount, ir.Note, ir.Draw, ir.Store, ir.Preserve, ir.Redeal)
_WALKS = {ir.Loop, ir.While}
_OPTIONS = (ir.OptionCount, ir.OptionAt)


def share(functions: dict[str, ir.Function]) -> None:
    """Go through all functions."""
    inside = {name: list(statements(function.body)) for name, function in functions.items()}
    forms = {name: {type(stmt) for stmt in every} for name, every in inside.items()}
    callees = {name: {other for stmt in every for other in called(stmt)} for name, every in inside.items()}
    changing = _spread(forms, callees, _CHANGES)
    telling = changing | _spread(forms, callees, (ir.Emit, ir.SetOption, ir.SetOptionCount, ir.Note))
    costly = _spread(forms, callees, (ir.Loop, ir.While))
    for name, function in functions.items():
        if forms[name] & _WALKS or callees[name] & (costly - telling):
            function.body = _Sharing(function, costly - telling, telling, changing).run()


def _spread(
    forms: dict[str, set[type[ir.Stmt]]], callees: dict[str, set[str]], kinds: tuple[type[ir.Stmt], ...]
) -> set[str]:
    """The functions in which there is such a statement, and those that call one of them, or one that nobody knows."""
    found = {name for name in forms if not forms[name].isdisjoint(kinds) or callees[name] - forms.keys()}
    callers: dict[str, list[str]] = {}
    for name, others in callees.items():
        for other in others:
            callers.setdefault(other, []).append(name)
    waiting = [*found]
    while waiting:
        for caller in callers.get(waiting.pop(), ()):
            if caller not in found:
                found.add(caller)
                waiting.append(caller)
    return found


@dataclass
class _Frame:
    """A loop round what is looked at."""

    assigned: frozenset[str]
    before: list[ir.Stmt] = field(default_factory=list)
    """What has to stand before it."""


@dataclass
class _Group:
    """Statements that belong together: a walk, and what it begins with."""

    reads: set[str] = field(default_factory=set)
    writes: Counter[str] = field(default_factory=Counter)
    early: set[str] = field(default_factory=set)
    """What is read before it is set."""
    alone: bool = True
    """Whether they do nothing but set locals and arrays."""


class _Sharing:
    """One function."""

    def __init__(self, function: ir.Function, costly: set[str], telling: set[str], changing: set[str]) -> None:
        self.function, self.costly, self.telling, self.changing = function, costly, telling, changing
        self._late: set[int] = set()
        """The statements, by their identity, before which the state may have been changed."""
        self._inside: dict[int, tuple[bool, bool]] = {}
        """Of every statement, by its identity: whether the state may be changed in it, and whether there is anything to share."""
        for stmt in function.body:
            self._look_into(stmt)
        self.assigned = Counter(name for stmt in statements(function.body) for name in _assigned(stmt))
        self._given = {name for name, _, _ in function.params if name not in self.assigned}
        self._calls: dict[ir.Call, ir.Local] = {}
        self._made = 0
        self._beginning: list[ir.Stmt] = []

    def run(self) -> list[ir.Stmt]:
        body = self.function.body
        self._pass(body, False)
        often = Counter[ir.Call]()
        self._count(body, 1, often)
        for call, times in often.items():
            if times > 1:
                self._made += 1
                self._calls[call] = ir.Local(call.type, call.lo, call.hi, f"shared_{self._made}")
        made = self._body(body, [])
        return [*self._beginning, *made]

    # ------------------------------------------------------------ changes of the state

    def _look_into(self, stmt: ir.Stmt) -> tuple[bool, bool]:
        names = set(called(stmt))
        changes = isinstance(stmt, _CHANGES) or not names.isdisjoint(self.changing)
        costly = type(stmt) in _WALKS or not names.isdisjoint(self.costly)
        for body in bodies(stmt):
            for inner in body:
                more = self._look_into(inner)
                changes, costly = changes or more[0], costly or more[1]
        self._inside[id(stmt)] = changes, costly
        return changes, costly

    def _changes(self, stmt: ir.Stmt) -> bool:
        """Whether a statement may change the state, or one inside it."""
        return self._inside[id(stmt)][0]

    def _pass(self, body: Iterable[ir.Stmt], late: bool) -> bool:
        """Note which statements come after a change; whether what follows them does."""
        for stmt in body:
            inside = late or (type(stmt) in _WALKS and self._changes(stmt))
            if inside:
                self._late.add(id(stmt))
            ends = [self._pass(below, inside) for below in bodies(stmt)]
            late = inside or any(ends) or (not bodies(stmt) and self._changes(stmt))
            if isinstance(stmt, ir.Return):
                return False  # nothing follows
        return late

    # ------------------------------------------------------------ calls

    def _count(self, body: Iterable[ir.Stmt], times: int, often: Counter[ir.Call]) -> None:
        for stmt in body:
            if not self._inside[id(stmt)][1]:
                continue
            for value in values(stmt) if id(stmt) not in self._late else ():
                for call in dict.fromkeys(self._surely(value)):
                    often[call] += times
            inner = 2 if isinstance(stmt, ir.Loop | ir.While) else times
            for below in bodies(stmt):
                self._count(below, inner, often)

    def _surely(self, expr: ir.Expr) -> Iterator[ir.Call]:
        """The costly calls in an expression that are made whenever it is worked out, and always come to the same."""
        if isinstance(expr, ir.Call) and expr.function in self.costly and all(map(self._lasting, expr.args)):
            yield expr
            return
        inside = parts(expr)
        if isinstance(expr, ir.Select) or (isinstance(expr, ir.Binary) and expr.op in ("and", "or")):
            inside = inside[:1]
        for part in inside:
            yield from self._surely(part)

    def _lasting(self, expr: ir.Expr) -> bool:
        """Whether an expression has one value as long as the function runs."""
        if isinstance(expr, ir.Local):
            return expr.name in self._given
        if isinstance(expr, (ir.ArrayLoad, *_OPTIONS)) or (isinstance(expr, ir.Call) and expr.function in self.telling):
            return False
        return all(map(self._lasting, parts(expr)))

    def _with_calls(self, stmt: ir.Stmt) -> tuple[list[ir.Stmt], ir.Stmt]:
        """What has to be worked out before a statement, and the statement that uses it."""
        given = values(stmt) if id(stmt) not in self._late else ()
        needed = [call for value in given for call in self._surely(value) if call in self._calls]
        if not needed:
            return [], stmt
        before = [
            self._once(f"has_{local.name}", [ir.Set(local.name, call)])
            for call in dict.fromkeys(needed)
            if (local := self._calls[call])
        ]
        return before, _exchanged(stmt, self._calls)

    def _once(self, flag: str, body: list[ir.Stmt]) -> ir.Stmt:
        if not any(isinstance(s, ir.Set) and s.name == flag for s in self._beginning):
            self._beginning.append(ir.Set(flag, terms.NO))
        return ir.If(terms.invert(terms.flag(flag)), [*body, ir.Set(flag, terms.YES)])

    # ------------------------------------------------------------ loops

    def _body(self, body: list[ir.Stmt], loops: list[_Frame]) -> list[ir.Stmt]:
        made: list[ir.Stmt] = []
        sizes: list[int] = []
        for at, stmt in enumerate(body):
            begin = len(made)
            made += self._made_of(stmt, loops)
            sizes.append(len(made) - begin)
            first = self._group(body, at, loops) if loops and self._is_walk(stmt) else None
            if first is None:
                continue
            frame, start = first
            count = sum(sizes[start:])
            group = made[len(made) - count :]
            self._made += 1
            flag = f"has_walk_{self._made}"
            frame.before.append(ir.Set(flag, terms.NO))
            made[len(made) - count :] = [ir.If(terms.invert(terms.flag(flag)), [*group, ir.Set(flag, terms.YES)])]
            sizes[start:] = [0] * (at - start) + [1]
        return made

    def _made_of(self, stmt: ir.Stmt, loops: list[_Frame]) -> list[ir.Stmt]:
        if not self._inside[id(stmt)][1]:
            return [stmt]
        loop = type(stmt) in _WALKS
        frame = _Frame(frozenset(_all_assigned([stmt]) if loop else ()))
        inner = [*loops, frame] if loop and not self._changes(stmt) else []
        before, stmt = self._with_calls(stmt)
        match stmt:
            case ir.Loop():
                stmt = replace(stmt, body=self._body(stmt.body, inner))
                before += frame.before
            case ir.While():
                test = self._body(stmt.test, inner)
                stmt = replace(stmt, test=[*test, *before], body=self._body(stmt.body, inner))
                before = frame.before
            case ir.If():
                then = self._body(stmt.then, loops)
                stmt = replace(stmt, then=then, otherwise=self._body(stmt.otherwise, loops))
            case ir.Switch():
                cases = {number: self._body(case, loops) for number, case in stmt.cases.items()}
                stmt = replace(stmt, cases=cases, default=self._body(stmt.default, loops))
        return [*before, stmt]

    def _is_walk(self, stmt: ir.Stmt) -> bool:
        if isinstance(stmt, ir.Loop):
            start, stop = stmt.start, stmt.stop
            short = isinstance(start, ir.Const) and isinstance(stop, ir.Const) and stop.value - start.value < SHORT_WALK
            return not short or any(isinstance(s, ir.Loop | ir.While) for s in statements(stmt.body))
        if isinstance(stmt, ir.While):
            return True
        if not isinstance(stmt, ir.Set):
            return False
        shared = [call.function for call in self._surely(stmt.value) if call in self._calls]
        return any(name in self.costly and name not in shared for name in called(stmt))

    def _group(self, body: list[ir.Stmt], at: int, loops: list[_Frame]) -> tuple[_Frame, int] | None:
        """The outermost loop in which a walk always comes to the same, and with which statement the walk begins."""
        start, writes = at, set(_all_assigned([body[at]]))
        while (
            start
            and isinstance(body[start - 1], ir.Set | ir.Loop)
            and writes & (own := set(_all_assigned([body[start - 1]])))
        ):
            start -= 1
            writes |= own
        group = _Group()
        self._look(body[start : at + 1], set(), group, loops=0)
        elsewhere = any(self.assigned[name] != number for name, number in group.writes.items())
        if not group.alone or elsewhere or group.early & group.writes.keys():
            return None
        found = None
        for frame in reversed(loops):
            if (group.reads - group.writes.keys()) & frame.assigned:
                break
            found = frame
        return (found, start) if found is not None else None

    def _look(self, body: Iterable[ir.Stmt], known: set[str], group: _Group, loops: int) -> set[str]:
        """Go through statements with the locals that are set by now; those set in the end."""
        known = set(known)
        for stmt in body:
            if isinstance(stmt, _LEAVING) or (isinstance(stmt, ir.Break | ir.Continue) and not loops):
                group.alone = False
            if isinstance(stmt, ir.Do) and (stmt.function in self.telling or stmt.into is None):
                group.alone = False
            if not isinstance(stmt, ir.While):
                for value in values(stmt):
                    self._read(value, known, group)
            match stmt:
                case ir.If():
                    known |= self._look(stmt.then, known, group, loops) & self._look(
                        stmt.otherwise, known, group, loops
                    )
                case ir.Switch():
                    for below in bodies(stmt):
                        self._look(below, known, group, loops)
                case ir.Loop():
                    self._look(stmt.body, known | {stmt.name}, group, loops + 1)
                case ir.While():
                    known = self._look(stmt.test, known, group, loops + 1)
                    self._read(stmt.cond, known, group)
                    self._look(stmt.body, known, group, loops + 1)
            for name in _assigned(stmt):
                group.writes[name] += 1
                if not isinstance(stmt, ir.Loop):
                    known.add(name)
        return known

    def _read(self, expr: ir.Expr, known: set[str], group: _Group) -> None:
        if isinstance(expr, _OPTIONS) or (isinstance(expr, ir.Call) and expr.function in self.telling):
            group.alone = False
        name = expr.name if isinstance(expr, ir.Local) else f"[]{expr.array}" if isinstance(expr, ir.ArrayLoad) else ""
        if name:
            group.reads.add(name)
            if name not in known and isinstance(expr, ir.Local):  # of arrays nothing is read that was not stored
                group.early.add(name)
        for part in parts(expr):
            self._read(part, known, group)


def _assigned(stmt: ir.Stmt) -> Iterator[str]:
    """The locals and arrays that a statement itself sets."""
    match stmt:
        case ir.Set() | ir.Loop() | ir.Draw():
            yield stmt.name
        case ir.Do(into=str() as name):
            yield name
        case ir.ArrayStore():
            yield f"[]{stmt.array}"


def _all_assigned(body: Iterable[ir.Stmt]) -> Iterator[str]:
    return (name for stmt in statements(body) for name in _assigned(stmt))


def _exchanged(stmt: ir.Stmt, calls: dict[ir.Call, ir.Local]) -> ir.Stmt:
    """A statement in which calls are exchanged for what they came to."""

    def new(expr: ir.Expr) -> ir.Expr:
        if isinstance(expr, ir.Call) and expr in calls:
            return calls[expr]
        match expr:
            case ir.Binary():
                return replace(expr, a=new(expr.a), b=new(expr.b))
            case ir.Load() | ir.ArrayLoad():
                return replace(expr, index=new(expr.index))
            case ir.Unary():
                return replace(expr, a=new(expr.a))
            case ir.Select():
                return replace(expr, cond=new(expr.cond), a=new(expr.a), b=new(expr.b))
            case ir.Call():
                return replace(expr, args=tuple(map(new, expr.args)))
        return expr

    match stmt:
        case ir.Set() | ir.Return(value=ir.Expr()):
            return replace(stmt, value=new(stmt.value)) if stmt.value is not None else stmt
        case ir.ArrayStore():
            return replace(stmt, index=new(stmt.index), value=new(stmt.value))
        case ir.If() | ir.While() | ir.Check():
            return replace(stmt, cond=new(stmt.cond))
        case ir.Switch():
            return replace(stmt, value=new(stmt.value))
        case ir.Loop():
            return replace(stmt, start=new(stmt.start), stop=new(stmt.stop))
        case ir.Do():
            return replace(stmt, args=tuple(map(new, stmt.args)))
        case ir.Emit():
            return replace(stmt, code=new(stmt.code))
    return stmt


__all__ = ["share"]
