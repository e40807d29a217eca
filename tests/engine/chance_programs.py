"""Programs made up at random, with every kind of expression and statement, whose claimed ranges are true."""

from __future__ import annotations

from random import Random

from ludwright import ir
from tests.engine.build import binary, const, machine, program, real, select, truth, unary

STATE, TABLE, OPTIONS = 80, 40, 12
FULL = (-(1 << 63), (1 << 63) - 1)
WORD = (-(1 << 31), (1 << 31) - 1)

PLACES = [
    (16, 1, -5, 5),
    (17, 1, 0, 1),
    (18, 8, 0, 7),
    (26, 8, -100, 100),
    (34, 4, *WORD),
    (38, 3, -1, 2),
    (41, 16, 0, 15),
]
"""Where the state keeps what: base, count, and the range of each word."""
COLUMNS = [(4, 8, 0, 7), (12, 8, -50, 50), (20, 10, *WORD), (30, 10, 0, 15)]
"""The same for the table."""
LOCALS = {"i": (-10, 10), "j": (0, 7), "k": WORD, "long": (-ir.LIMIT, ir.LIMIT), "m": (-300, 300)}
EDGES = [
    0,
    1,
    -1,
    2,
    3,
    7,
    63,
    64,
    65,
    255,
    -64,
    1 << 31,
    -(1 << 31),
    (1 << 31) - 1,
    1 << 32,
    ir.LIMIT,
    -ir.LIMIT,
    ir.LIMIT - 1,
]
REALS = [0.0, 1.0, -1.0, 0.5, 1e300, -1e300, 1e-300, 3.141592653589793, 1 / 3]


def table_words(chance: Random) -> list[int]:
    """A table that keeps to its columns."""
    words = [0] * TABLE
    for base, count, lo, hi in COLUMNS:
        for at in range(base, base + count):
            words[at] = chance.choice([lo, hi, chance.randint(lo, hi)])
    return words


class Maker:
    """Makes one program."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.pure: list[ir.Function] = []
        self.impure: list[ir.Function] = []
        self.reals: list[ir.Function] = []
        self.params: list[tuple[str, int, int]] = []
        self.counters: list[tuple[str, int, int]] = []
        self.arrays: dict[str, int] = {}
        self.changing = False
        self.loops = 0
        self.line = 0
        self.in_machine = False
        self.names = 0

    # ------------------------------------------------------------ expressions

    def number(self, depth: int) -> ir.Expr:
        c = self.chance
        if depth <= 0 or c.random() < 0.15:
            return self.leaf()
        kind = c.randrange(12)
        if kind < 6:
            return self.arithmetic(depth)
        if kind == 6:
            return select(self.truth(depth - 1), self.number(depth - 1), self.number(depth - 1))
        if kind == 7:
            return self.load(depth - 1)
        if kind == 8 and self.arrays:
            name = c.choice(list(self.arrays))
            return ir.ArrayLoad(ir.INT, *WORD, name, self.number(depth - 1), self.arrays[name])
        if kind == 9 and self.pure:
            function = c.choice(self.pure)
            if function.result == ir.INT:
                return ir.Call(ir.INT, function.lo, function.hi, function.name, self.arguments(function, depth))
        if kind == 10:
            return unary("int", self.truth(depth - 1))
        if self.changing and kind == 11:
            index = self.number(depth - 1)
            return ir.OptionAt(ir.INT, *FULL, index) if c.random() < 0.5 else ir.OptionCount(ir.INT, 0, OPTIONS)
        return self.load(depth - 1)

    def leaf(self) -> ir.Expr:
        c = self.chance
        names = [ir.Local(ir.INT, lo, hi, name) for name, lo, hi in self.params + self.counters]
        names += [ir.Local(ir.INT, lo, hi, name) for name, (lo, hi) in LOCALS.items()]
        if c.random() < 0.4:
            return const(c.choice(EDGES) if c.random() < 0.4 else c.randint(-9, 20))
        return c.choice(names)

    def load(self, depth: int) -> ir.Expr:
        c = self.chance
        block, places = c.choice([("state", PLACES), ("state", PLACES), ("table", COLUMNS)])
        base, count, lo, hi = c.choice(places)
        return ir.Load(ir.INT, lo, hi, block, base, self.index(count, depth), 0, count - 1)

    def index(self, count: int, depth: int) -> ir.Expr:
        """Now proven to be inside, now anything at all."""
        value = self.number(depth)
        way = self.chance.randrange(3)
        if way == 0:
            return const(self.chance.randrange(count))
        if way == 1:
            return binary("max", binary("min", value, count - 1), 0)
        return value

    def arithmetic(self, depth: int) -> ir.Expr:
        c = self.chance
        a, b = self.number(depth - 1), self.number(depth - 1)
        op = c.choice(
            [
                "add",
                "sub",
                "mul",
                "min",
                "max",
                "div",
                "mod",
                "band",
                "bor",
                "bxor",
                "shl",
                "shr",
                "neg",
                "sat_add",
                "sat_sub",
                "sat_mul",
                "wrap_add",
                "wrap_mul",
            ]
        )
        if op == "neg":
            made: ir.Expr = unary("neg", a)
        else:
            made = binary(op, a, b)
        if op in ("add", "sub", "mul", "neg") and not (made.lo >= -ir.LIMIT and made.hi <= ir.LIMIT):
            return binary("sat_" + op, a, b) if op != "neg" else binary("sat_sub", const(0), a)
        return made

    def arguments(self, function: ir.Function, depth: int) -> tuple[ir.Expr, ...]:
        return tuple(self.kept(self.number(depth - 1), lo, hi) for _, lo, hi in function.params)

    def kept(self, value: ir.Expr, lo: int, hi: int) -> ir.Expr:
        """A value made to lie in a range."""
        if value.lo >= lo and value.hi <= hi:
            return value
        return binary("max", binary("min", value, hi), lo)

    def truth(self, depth: int) -> ir.Expr:
        c = self.chance
        kind = c.randrange(8)
        if depth <= 0 or kind == 0:
            return c.choice([truth(True), truth(False), ir.Local(ir.BOOL, 0, 1, "b"), ir.Local(ir.BOOL, 0, 1, "b2")])
        if kind <= 3:
            op = c.choice(["eq", "ne", "lt", "le", "gt", "ge"])
            return binary(op, self.number(depth - 1), self.number(depth - 1))
        if kind == 4:
            return binary(c.choice(["eq", "ne", "lt", "le", "gt", "ge"]), self.real(depth - 1), self.real(depth - 1))
        if kind == 5:
            return unary("not", self.truth(depth - 1))
        if kind == 6 and self.pure and (function := c.choice(self.pure)).result == ir.BOOL:
            return ir.Call(ir.BOOL, 0, 1, function.name, self.arguments(function, depth))
        if kind == 7 and c.random() < 0.3:
            return select(self.truth(depth - 1), self.truth(depth - 1), self.truth(depth - 1))
        return binary(c.choice(["and", "or"]), self.truth(depth - 1), self.truth(depth - 1))

    def real(self, depth: int) -> ir.Expr:
        c = self.chance
        kind = c.randrange(7)
        if depth <= 0 or kind == 0:
            return c.choice([real(c.choice(REALS)), ir.Local(ir.REAL, 0, 0, "r"), ir.Local(ir.REAL, 0, 0, "r2")])
        if kind == 1:
            return unary("real", self.number(depth - 1))
        if kind == 2:
            return unary("rneg", self.real(depth - 1))
        if kind == 3:
            return select(self.truth(depth - 1), self.real(depth - 1), self.real(depth - 1))
        return binary(
            c.choice(["radd", "rsub", "rmul", "rdiv", "rmin", "rmax"]), self.real(depth - 1), self.real(depth - 1)
        )

    # ------------------------------------------------------------ statements

    def body(self, depth: int, most: int = 4) -> list[ir.Stmt]:
        return [self.statement(depth) for _ in range(self.chance.randint(1, most))]

    def next_line(self) -> int:
        self.line += 1
        return self.line

    def statement(self, depth: int) -> ir.Stmt:
        c = self.chance
        kind = c.randrange(24)
        if kind in (22, 23):
            return self.chain(c.randint(1, 4))
        if kind == 0:
            return ir.Set(c.choice(["b", "b2"]), self.truth(2))
        if kind == 1:
            return ir.Set(c.choice(["r", "r2"]), self.real(3))
        if depth > 0 and kind in (2, 3):
            return ir.If(self.truth(3), self.body(depth - 1), self.body(depth - 1) if c.random() < 0.5 else [])
        if depth > 0 and kind == 4:
            cases = {c.randint(-2, 12): self.body(depth - 1, 2) for _ in range(c.choice([0, 1, 3, 12]))}
            return ir.Switch(self.number(2), cases, self.body(depth - 1, 2) if c.random() < 0.5 else [])
        if depth > 0 and kind in (5, 6):
            return self.loop(depth)
        if depth > 0 and kind == 7:
            return self.while_(depth)
        if kind == 8 and self.arrays:
            name = c.choice(list(self.arrays))
            return ir.ArrayStore(name, self.number(2), self.arrays[name], self.kept(self.number(2), *WORD))
        if kind == 9 and c.random() < 0.3:
            return ir.Check(self.truth(2), c.randint(1, 16), self.next_line())
        if kind == 10 and self.loops and c.random() < 0.4:
            return c.choice([ir.Break, ir.Continue])()
        if kind == 11 and not self.in_machine and c.random() < 0.2:
            return self.leave()
        if self.changing:
            if kind == 12:
                return ir.Draw("j", self.kept(self.number(2), -2, 8))
            if kind == 13:
                return ir.Emit(self.number(2))
            if kind == 14:
                return c.choice([ir.SetOption(self.number(1), self.number(2)), ir.SetOptionCount(self.number(1))])
            if kind == 15 and depth > 0:
                return ir.Preserve(self.body(depth - 1))
            if kind == 16 and self.impure:
                function = c.choice(self.impure)
                into = {None: None, ir.BOOL: "b", ir.INT: "long"}[function.result]
                return ir.Do(function.name, self.arguments(function, 2), into)
            if kind in (17, 18, 19):
                base, count, lo, hi = c.choice(PLACES)
                value = self.number(3)
                if c.random() < 0.8:
                    value = self.kept(value, lo, hi)
                at = self.index(count, 2)
                if c.random() < 0.7:
                    at = self.kept(at, 0, count - 1)
                return ir.Store(base, at, 0, count - 1, value, lo, hi, self.next_line())
        elif kind == 15 and depth > 0:
            self.changing = True
            inside = [stmt for stmt in self.body(depth - 1) if not self.touches_options(stmt)]
            self.changing = False
            return ir.Preserve(inside)
        name = c.choice(list(LOCALS))
        return ir.Set(name, self.kept(self.number(4), *LOCALS[name]))

    def chain(self, depth: int) -> ir.Stmt:
        """Conditions inside conditions with locals of their own between them, some of whose ranges hold only there."""
        c = self.chance
        if depth == 0:
            kind = c.randrange(6)
            if kind == 0 and self.loops:
                return ir.Break()
            if kind <= 3 and self.changing:
                return ir.Emit(self.number(2))
            if kind == 4 and not self.in_machine:
                return self.leave()
            name = c.choice(list(LOCALS))
            return ir.Set(name, self.kept(self.number(3), *LOCALS[name]))
        self.names += 1
        fresh = f"t{self.names}"
        value = self.number(2)
        below: list[ir.Stmt] = [ir.Set(fresh, value)]
        outer = list(self.counters)
        self.counters.append((fresh, value.lo, value.hi))
        if c.random() < 0.4:
            # a range that is only true inside: the condition sees to it
            base, count, lo, hi = c.choice(PLACES)
            narrow = ir.Local(ir.INT, 0, count - 1, fresh)
            held = ir.Load(ir.INT, lo, hi, "state", base, narrow, 0, count - 1)
            test = binary(
                "and",
                binary("ge", ir.Local(ir.INT, value.lo, value.hi, fresh), 0),
                binary("lt", ir.Local(ir.INT, value.lo, value.hi, fresh), count),
            )
            deeper = ir.If(binary(c.choice(["eq", "ne", "lt"]), held, self.number(1)), [self.chain(depth - 1)])
            below.append(ir.If(test, [deeper]))
        else:
            below.append(self.chain(depth - 1))
        if c.random() < 0.9:
            self.counters = outer
        else:
            self.counters[-1] = (fresh, min(0, value.lo), max(0, value.hi))
        return ir.If(self.truth(2), below)

    def touches_options(self, stmt: ir.Stmt) -> bool:
        """Whether a statement could do something that outlives a preserved state."""
        from ludwright.engine.walks import statements

        lasting = (ir.Emit, ir.SetOption, ir.SetOptionCount, ir.Draw, ir.Do)
        return any(isinstance(inner, lasting) for inner in statements([stmt]))

    def leave(self) -> ir.Stmt:
        match self.result:
            case ir.INT:
                return ir.Return(self.number(2))
            case ir.BOOL:
                return ir.Return(self.truth(2))
            case ir.REAL:
                return ir.Return(self.real(3))
            case _:
                return ir.Return(None)

    def loop(self, depth: int) -> ir.Stmt:
        c = self.chance
        lo, hi = c.choice([(0, 7), (1, 3), (-2, 2), (0, 70), (5, 4)])
        start = const(lo) if c.random() < 0.5 else self.kept(self.number(2), lo, hi)
        stop = const(hi) if c.random() < 0.5 else self.kept(self.number(2), lo, hi)
        self.names += 1
        name = f"n{self.names}"
        self.counters.append((name, min(lo, hi), max(lo, hi)))
        self.loops += 1
        inside = self.body(depth - 1, 3)
        self.loops -= 1
        self.counters = [counter for counter in self.counters if counter[0] != name]
        if c.random() < 0.3:
            # read after its loop it keeps the last value it had, or 0
            self.counters.append((name, min(lo, hi, 0), max(lo, hi, 0)))
        return ir.Loop(name, start, stop, inside, self.next_line(), c.random() < 0.3)

    def while_(self, depth: int) -> ir.Stmt:
        self.loops += 1
        inside = self.body(depth - 1, 3)
        self.loops -= 1
        loops, self.loops = self.loops, 0
        test = [stmt for stmt in self.body(0, 2) if not isinstance(stmt, ir.Break | ir.Continue)]
        self.loops = loops
        limit = self.chance.choice([0, 1, 5, 100, 100_000])
        return ir.While(
            test,
            self.truth(3),
            inside,
            self.next_line(),
            limit,
            self.chance.choice([ir.ENDLESS_LOOP, ir.ENDLESS_RULES]),
        )

    # ------------------------------------------------------------ functions

    def function(self, name: str, result: str | None, changing: bool, params: int) -> ir.Function:
        c = self.chance
        self.params = [(f"p{number}", *c.choice([(0, 7), (-20, 20), WORD])) for number in range(params)]
        self.arrays = {f"a{number}": c.randint(1, 9) for number in range(c.randrange(2))}
        self.counters, self.changing, self.result, self.loops = [], changing, result, 0
        fill: list[ir.Stmt] = [
            ir.ArrayStore(array, const(at), size, const(at * 3 - 4))
            for array, size in self.arrays.items()
            for at in range(size)
        ]
        body = [*fill, *self.body(3, 6), self.leave()]
        lo, hi = FULL if result == ir.INT else (0, 1)
        return ir.Function(name, self.params, body, result, lo, hi, dict(self.arrays), changing, c.random() < 0.2)

    def ring(self) -> list[ir.Function]:
        """Two functions that call each other, as deep as their parameter says."""
        c = self.chance
        deep = c.choice([5, 60, 150, 400])
        functions = []
        for name, other in (("ping", "pong"), ("pong", "ping")):
            self.params, self.counters, self.arrays, self.changing = [("p", 0, 400)], [], {}, True
            self.result, self.loops = ir.INT, 0
            left = ir.Local(ir.INT, 0, 400, "p")
            functions.append(
                ir.Function(
                    name,
                    [("p", 0, 400)],
                    [
                        ir.If(binary("le", left, 400 - deep), [ir.Return(self.number(2))]),
                        *self.body(0, 2),
                        ir.Do(other, (binary("max", binary("sub", left, 1), 0),), "long"),
                        ir.Return(ir.Local(ir.INT, *LOCALS["long"], "long")),
                    ],
                    ir.INT,
                    -ir.LIMIT,
                    ir.LIMIT,
                    {},
                    True,
                )
            )
        for function in functions:
            first = function.body[0]
            assert isinstance(first, ir.If) and isinstance(first.then[0], ir.Return) and first.then[0].value is not None
            first.then[0] = ir.Return(self.kept(first.then[0].value, -ir.LIMIT, ir.LIMIT))
        return functions

    def program(self) -> ir.Program:
        c = self.chance
        functions: list[ir.Function] = []
        for number in range(c.randint(0, 3)):
            made = self.function(f"pure.{number}", c.choice([ir.INT, ir.BOOL]), False, c.randrange(3))
            self.pure.append(made)
        for number in range(c.randint(0, 3)):
            made = self.function(f"do {number}", c.choice([None, ir.BOOL]), True, c.randrange(3))
            self.impure.append(made)
        if c.random() < 0.2:
            ring = self.ring()
            functions += ring
            self.impure.append(ring[0])
        reals = {}
        for number in range(2):
            made = self.function(f"real {number}", ir.REAL, False, 1)
            self.reals.append(made)
            reals[f"track.{number}"] = made.name
        options = self.function("options", None, True, 0)
        options.body[:-1] += [ir.Emit(const(5)), ir.Emit(self.number(1))]
        functions += [*self.pure, *self.impure, *self.reals, options]
        return program(self.machine(), functions, state=STATE, table=TABLE, max_options=OPTIONS, reals=reals)

    def machine(self) -> ir.Machine:
        c = self.chance
        self.params, self.counters, self.arrays, self.changing = [], [], {}, True
        self.in_machine, self.loops = True, 0
        names = [f"block {number}" for number in range(c.randint(2, 6))]
        entries = names[: c.randint(1, len(names))]
        blocks = []
        for name in names:
            self.counters = []
            body = self.body(2, 4)
            if c.random() < 0.6:
                body.append(ir.Emit(self.number(1)))
            kind = c.randrange(10)
            end: ir.Terminator
            if kind < 4:
                end = ir.Ask(c.choice(entries))
            elif kind < 6:
                end = ir.Jump(c.choice(names))
            elif kind < 8:
                end = ir.Fork(self.truth(3), c.choice(names), c.choice(names))
            elif kind == 8:
                end = ir.Dispatch(self.number(1))
            else:
                end = ir.Halt()
            blocks.append(ir.Block(name, body, end))
        return machine(blocks, entries)
