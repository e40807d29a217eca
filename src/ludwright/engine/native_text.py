"""Writes the rules of a game as LLVM assembly text.

Text, not objects: a few hundred lines of rules become some ten thousand instructions, and building strings is by far the
quickest way to them. What is proven by ranges is written bare; everything else is clamped, so that no program touches
memory outside its blocks. Locals are stack slots, which LLVM turns into registers.
"""

from __future__ import annotations

from ludwright import ir
from ludwright.engine.chains import Usage
from ludwright.engine.facts import ProgramFacts
from ludwright.engine.layout import CLEARED, CTX_ARENA_SIZE, CTX_ARENA_USED, CTX_DEPTH, DEPTH_LIMIT
from ludwright.engine.locals import Locals
from ludwright.engine.native_prelude import prelude
from ludwright.engine.native_steps import NativeSteps
from ludwright.engine.native_values import TYPES, ZEROS
from ludwright.engine.ranges import ANY, Ranges
from ludwright.engine.trust import Range, Trust
from ludwright.engine.walks import ProgramError, first_line, statements

LONG = 20_000
"""Lines of assembly beyond which a function is taken as it is: improving it would take LLVM minutes."""

LARGE = 2800
"""Lines of assembly from which on a program's functions are left apart: LLVM takes more than its share of time for large ones."""
APART = 40
"""Lines of a function that is still put into its callers in a large program."""


class NativeText:
    """The LLVM assembly of a whole program."""

    def __init__(self, program: ir.Program, facts: ProgramFacts, trust: Trust | None = None) -> None:
        self.program = program
        self.facts = facts
        self.trust = trust or Trust(program)
        self.labels = 0
        self.results = {name: function.result for name, function in program.functions.items()}
        self._known = {name: function.result or ir.INT for name, function in program.functions.items()}
        self._returned: dict[str, Range] = dict.fromkeys(facts.ringed, ANY)
        self._ranges: dict[str, Ranges] = {}
        for name in facts.order:
            self._find_ranges(program.functions[name])
        self._sizes = {"state": program.state_size, "table": program.table_size}
        self._blocks = (
            f"ptr noalias nonnull align 4 dereferenceable({4 * program.state_size}) %s, "
            f"ptr noalias nonnull readonly align 4 dereferenceable({4 * max(program.table_size, 1)}) %t, "
            f"ptr noalias nonnull align 8 dereferenceable({8 * ir.CTX_HEADER}) %x"
        )
        pieces = [self._function(function) for function in program.functions.values()]
        pieces.append(self._machine())
        pieces += self._exports()
        if sum(piece.count("\n") for piece in pieces) > LARGE:
            pieces = [_apart(piece) if piece.count("\n") > APART else piece for piece in pieces]
        text = "\n".join(pieces)
        self.text = text + prelude(text)

    def _find_ranges(self, function: ir.Function) -> None:
        """Work out the ranges of a function's locals and of its result."""
        early = Locals(function.body, [name for name, _, _ in function.params], self._known).early
        ranges = self._ranges[function.name] = Ranges(
            [function.body], function.params, early, self._returned, self.trust, _cleared(function.arrays)
        )
        if function.name not in self._returned:
            self._returned[function.name] = ranges.returned(function.body) if function.result == ir.INT else ANY

    def check(self, block: str, first: int, last: int) -> None:
        """See to it that a range of words lies in its block."""
        if not (first >= 0 and last < self._sizes[block]):
            raise ProgramError(f"words {first}..{last} are outside the {block} of {self._sizes[block]} words")

    def symbol(self, name: str) -> str:
        """The LLVM name of a function."""
        plain = "".join(
            sign if sign.isascii() and (sign.isalnum() or sign in " ._-") else f"<{ord(sign):x}>" for sign in name
        )
        return f'@"f {plain}"'

    # ------------------------------------------------------------ functions

    def _function(self, function: ir.Function) -> str:
        body = NativeSteps(self, function.result or "", self._ranges[function.name], Usage([function.body]))
        changed = {stmt.name for stmt in statements(function.body) if isinstance(stmt, ir.Set | ir.Draw | ir.Loop)}
        changed |= {
            stmt.into for stmt in statements(function.body) if isinstance(stmt, ir.Do) and stmt.into is not None
        }
        given = ""
        for number, (name, _, _) in enumerate(function.params):
            given += f", i64 %p{number}"
            if name in changed:
                body.set_local(name, f"%p{number}", ir.INT)
            else:
                body.fixed[name] = f"%p{number}"
        self._cache_words(body, function)
        self._arrays(body, function.arrays)
        line = first_line(function.body)
        out = body.fresh()
        guarded = function.name in self.facts.paying_functions
        if function.name in self.facts.ringed:
            self._enter_ring(body, line, out)
        if guarded:
            body.pay(str(self.facts.paying_functions[function.name]), line, out)
        body.run(function.body)
        if body.open:
            body.finish(ZEROS.get(body.result, ""))
        if guarded:
            body.place(out)
            body.finish(ZEROS.get(body.result, ""))
        type_ = TYPES[function.result] if function.result else "void"
        # A hint and no order: short functions that call short functions twice would double the code at every step.
        hint = "inlinehint" if function.inline and function.name not in self.facts.ringed else ""
        if function.name == self.program.options:
            hint = "cold"  # while playing, the machine calls what it needs itself: no copies of that in here
        if len(body.lines) > LONG:
            hint = "noinline optnone"
        opening = (
            f"define internal fastcc {type_} {self.symbol(function.name)}({self._blocks}{given}) {hint} #0 {{\nentry:"
        )
        return "\n".join([opening, *body.head, *body.lines, "}"])

    def _cache_words(self, body: NativeSteps, function: ir.Function) -> None:
        """Keep the fuel and the number of options in registers where they are used again and again."""
        inside = list(statements(function.body))
        if any(isinstance(stmt, ir.While) or (isinstance(stmt, ir.Loop) and self.facts.pays(stmt)) for stmt in inside):
            body.cache(ir.CTX_FUEL)
        if any(isinstance(stmt, ir.Emit) for stmt in inside):
            body.cache(ir.CTX_OPTIONS)
            body.add("%capacity_at = getelementptr inbounds i64, ptr %x, i64 " + str(ir.CTX_CAPACITY))
            body.add("%capacity = load i64, ptr %capacity_at, align 8")

    def _arrays(self, body: NativeSteps, arrays: dict[str, int]) -> None:
        """Find room for the local arrays: on the stack, or in the arena if they are large."""
        taken = 0
        for name, size in arrays.items():
            if self.facts.on_stack(8 * size):
                body.arrays[name] = place = f"%a{len(body.arrays)}"
                body.head.append(f"  {place} = alloca [{max(size, 1)} x i64], align 16")
                if size <= CLEARED:
                    body.add(f"call void @llvm.memset.p0.i64(ptr align 16 {place}, i8 0, i64 {8 * size}, i1 false)")
            else:
                body.arrays[name] = body.new(f"call ptr @take(ptr %x, i64 {size})")
                taken += size
        if taken:
            body.leave.append(f"call void @give_back(ptr %x, i64 {taken})")

    def _enter_ring(self, body: NativeSteps, line: int, out: str) -> None:
        """Count how deep functions call each other; too deep is a fault."""
        depth = body.new("call i64 @go_deeper(ptr %x)")
        body.leave.append("call void @come_up(ptr %x)")
        shallow = body.new(f"icmp sle i64 {depth}, {DEPTH_LIMIT}")
        bad, good = body.fresh(), body.fresh()
        body.branch(shallow, good, bad, ", !prof !1")
        body.place(bad)
        body.note_fault(ir.TOO_DEEP, line)
        body.jump(out)
        body.place(good)

    # ------------------------------------------------------------ the machine

    def _machine(self) -> str:
        machine = self.program.machine
        bodies = [block.body for block in machine.blocks.values()]
        ends = [end for block in machine.blocks.values() if (end := _condition(block.end)) is not None]
        # What one block sets, another reads: all of them begin as 0.
        names = {name for block in bodies for name in Locals(block, (), self._known).names}
        body = NativeSteps(
            self,
            "",
            Ranges(bodies, (), names, self._returned, self.trust, _cleared(machine.arrays)),
            Usage(bodies, ends),
        )
        self._arrays(body, machine.arrays)
        labels = {name: f"m{number}" for number, name in enumerate(machine.blocks)}
        at = body.new(f"getelementptr inbounds i32, ptr %s, i64 {ir.RESUME}")
        entry = body.new(f"sext i32 {body.new(f'load i32, ptr {at}, align 4')} to i64")
        body.head.append("  %next = alloca i64")
        body.add(f"store i64 {entry}, ptr %next")
        body.place("dispatch")
        listed = " ".join(f"i64 {number}, label %{labels[name]}" for number, name in enumerate(machine.entries))
        body.add(f"switch i64 {body.new('load i64, ptr %next')}, label %lost [ {listed} ]")
        body.open = False
        body.place("lost")
        body.note_fault(ir.BAD_INDEX, 0)
        body.jump("stop")
        for name, block in machine.blocks.items():
            body.place(labels[name])
            body.run(block.body)
            self._end(body, block, labels)
        body.place("stop")
        self._stop(body)
        hint = "optnone" if len(body.lines) > LONG else ""
        opening = f"define internal fastcc i32 @machine({self._blocks}) {hint} #1 {{\nentry:"
        return "\n".join([opening, *body.head, *body.lines, "}"])

    def _end(self, body: NativeSteps, block: ir.Block, labels: dict[str, str]) -> None:
        if not body.open:
            raise ProgramError(f"block {block.name} leaves the machine")
        end = block.end
        cond = body.truth(end.cond) if isinstance(end, ir.Fork) else ""
        value = body.number(end.value) if isinstance(end, ir.Dispatch) else ""
        asked = _condition(end)
        if self.facts.may_fault(block.body) or (asked is not None and self.facts.faulty_call(asked)):
            self._stop_if_faulted(body)
        match end:
            case ir.Jump():
                self._go(body, block, end.to, labels)
            case ir.Fork():
                then, otherwise = body.fresh(), body.fresh()
                body.branch(cond, then, otherwise)
                body.place(then)
                self._go(body, block, end.then, labels)
                body.place(otherwise)
                self._go(body, block, end.otherwise, labels)
            case ir.Dispatch():
                body.pay("1", first_line(block.body), "stop")
                body.add(f"store i64 {value}, ptr %next")
                body.jump("dispatch")
            case ir.Ask():
                self._ask(body, block, self.program.machine.entries.index(end.resume))
            case ir.Halt():
                self._halt(body)

    def _go(self, body: NativeSteps, block: ir.Block, to: str, labels: dict[str, str]) -> None:
        if (block.name, to) in self.facts.steps_back:
            body.pay("1", first_line(block.body), "stop")
        body.jump(labels[to])

    def _stop_if_faulted(self, body: NativeSteps) -> None:
        code = body.new(f"load i64, ptr {body.context(ir.CTX_FAULT)}, align 8")
        fine = body.new(f"icmp eq i64 {code}, 0")
        good = body.fresh()
        body.branch(fine, good, "stop", ", !prof !1")
        body.place(good)

    def _word(self, body: NativeSteps, word: int, value: str) -> None:
        at = body.new(f"getelementptr inbounds i32, ptr %s, i64 {word}")
        body.add(f"store i32 {value}, ptr {at}, align 4")

    def _ask(self, body: NativeSteps, block: ir.Block, entry: int) -> None:
        self._word(body, ir.RESUME, str(entry))
        options = body.new(f"load i64, ptr {body.context(ir.CTX_OPTIONS)}, align 8")
        some = body.new(f"icmp ne i64 {options}, 0")
        bad, good = body.fresh(), body.fresh()
        body.branch(some, good, bad, ", !prof !1")
        body.place(bad)
        body.note_fault(ir.NO_ACTION, first_line(block.body))
        body.jump("stop")
        body.place(good)
        body.depart()
        body.add(f"ret i32 {body.new(f'trunc i64 {options} to i32')}")
        body.open = False

    def _halt(self, body: NativeSteps) -> None:
        at = body.new(f"getelementptr inbounds i32, ptr %s, i64 {ir.OVER}")
        over = body.new(f"load i32, ptr {at}, align 4")
        running = body.new(f"icmp eq i32 {over}, 0")
        body.add(f"store i32 {body.new(f'select i1 {running}, i32 1, i32 {over}')}, ptr {at}, align 4")
        self._word(body, ir.ACTOR, "-1")
        body.add(f"store i64 0, ptr {body.context(ir.CTX_OPTIONS)}, align 8")
        body.depart()
        body.add("ret i32 0")
        body.open = False

    def _stop(self, body: NativeSteps) -> None:
        """The end of a game that cannot go on."""
        code = body.new(f"load i64, ptr {body.context(ir.CTX_FAULT)}, align 8")
        line = body.new(f"load i64, ptr {body.context(ir.CTX_FAULT_LINE)}, align 8")
        self._word(body, ir.OVER, "2")
        self._word(body, ir.ACTOR, "-1")
        self._word(body, ir.FAULT, body.new(f"trunc i64 {code} to i32"))
        self._word(body, ir.FAULT_LINE, body.new(f"trunc i64 {line} to i32"))
        body.add(f"store i64 0, ptr {body.context(ir.CTX_OPTIONS)}, align 8")
        body.depart()
        body.add("ret i32 0")
        body.open = False

    # ------------------------------------------------------------ exports

    def _renew(self, body: NativeSteps, options: bool) -> None:
        """Fill up the fuel and forget the last fault."""
        words = [(ir.CTX_FUEL, ir.FUEL), (ir.CTX_FAULT, 0), (ir.CTX_FAULT_LINE, 0)]
        if options:
            words.append((ir.CTX_OPTIONS, 0))
        if self.facts.ringed:
            words.append((CTX_DEPTH, 0))
        if self.facts.arena:
            words.append((CTX_ARENA_USED, 0))
        for word, value in words:
            body.add(f"store i64 {value}, ptr {body.context(word)}, align 8")

    def _export(self, head: str, body: NativeSteps) -> str:
        return "\n".join([f"define {head} #1 {{\nentry:", *body.head, *body.lines, "}"])

    def _without_arena(self, body: NativeSteps, answer: str) -> None:
        """Refuse to run with a context that has no room for what does not fit the stack."""
        if not self.facts.arena:
            return
        size = body.new(f"load i64, ptr {body.context(CTX_ARENA_SIZE)}, align 8")
        enough = body.new(f"icmp sge i64 {size}, {self.facts.arena}")
        bad, good = body.fresh(), body.fresh()
        body.branch(enough, good, bad, ", !prof !1")
        body.place(bad)
        body.note_fault(ir.TOO_DEEP, 0)
        body.add(answer)
        body.open = False
        body.place(good)

    def _return_if_over(self, body: NativeSteps) -> None:
        at = body.new(f"getelementptr inbounds i32, ptr %s, i64 {ir.OVER}")
        running = body.new(f"icmp eq i32 {body.new(f'load i32, ptr {at}, align 4')}, 0")
        done, go_on = body.fresh(), body.fresh()
        body.branch(running, go_on, done, ", !prof !1")
        body.place(done)
        body.add("ret i32 0")
        body.open = False
        body.place(go_on)

    def _exports(self) -> list[str]:
        setup = self._plain()
        self._renew(setup, options=True)
        for first, last in self._to_clear():
            at = setup.new(f"getelementptr inbounds i32, ptr %s, i64 {first}")
            size = 4 * (last - first + 1)
            setup.add(f"call void @llvm.memset.p0.i64(ptr align 4 {at}, i8 0, i64 {size}, i1 false)")
        self._without_arena(setup, "ret i32 0")
        self._run_machine(setup)
        advance = self._plain()
        self._renew(advance, options=True)
        self._return_if_over(advance)
        self._without_arena(advance, "ret i32 0")
        self._word(advance, ir.ANSWER, "%code")
        self._run_machine(advance)
        legal = self._plain()
        self._renew(legal, options=True)
        self._return_if_over(legal)
        self._without_arena(legal, "ret i32 0")
        legal.call(self.program.options, ())
        fine = legal.new(f"icmp eq i64 {legal.new(f'load i64, ptr {legal.context(ir.CTX_FAULT)}, align 8')}, 0")
        at = legal.context(ir.CTX_OPTIONS)
        options = legal.new(f"select i1 {fine}, i64 {legal.new(f'load i64, ptr {at}, align 8')}, i64 0")
        legal.add(f"store i64 {options}, ptr {at}, align 8")
        legal.add(f"ret i32 {legal.new(f'trunc i64 {options} to i32')}")
        return [
            self._export(f"i32 @setup({self._blocks})", setup),
            self._export(f"i32 @advance({self._blocks}, i32 %code)", advance),
            self._export(f"i32 @legal({self._blocks})", legal),
            *(self._real(name, function) for name, function in self.program.reals.items()),
        ]

    def _to_clear(self) -> list[tuple[int, int]]:
        """The words (first, last) that must be zeros before a game begins: what its first image does not cover, and the head."""
        end = self.program.state_size - 1
        if self.trust.image is None:
            return [(0, end)]
        first, last, _ = self.trust.image
        parts = [(0, max(first - 1, ir.HEADER - 1)), (last + 1, end)]
        return [part for part in parts if part[0] <= part[1]]

    def _plain(self) -> NativeSteps:
        """The body of a function without locals."""
        return NativeSteps(self, "", Ranges((), (), (), self._returned, self.trust), Usage(()))

    def _run_machine(self, body: NativeSteps) -> None:
        body.add(f"ret i32 {body.new('tail call fastcc i32 @machine(ptr %s, ptr %t, ptr %x)')}")

    def _real(self, name: str, function: str) -> str:
        body = self._plain()
        self._renew(body, options=False)
        self._without_arena(body, "ret double 0.0")
        params = self.program.functions[function].params
        given = "".join(f", i64 %p{number}" for number in range(len(params)))
        passed = "".join(f", i64 {body.clamp(f'%p{number}', lo, hi)}" for number, (_, lo, hi) in enumerate(params))
        type_ = self.results[function]
        if type_ is None:
            raise ProgramError(f"{function} has no result")
        called = f"call fastcc {TYPES[type_]} {self.symbol(function)}(ptr %s, ptr %t, ptr %x{passed})"
        value = body.convert(body.new(called), type_, ir.REAL)
        fine = body.new(f"icmp eq i64 {body.new(f'load i64, ptr {body.context(ir.CTX_FAULT)}, align 8')}, 0")
        body.add(f"ret double {body.new(f'select i1 {fine}, double {value}, double 0.0')}")
        return self._export(f'double @"real_{self.symbol(name)[4:-1]}"({self._blocks}{given})', body)


def _condition(end: ir.Terminator) -> ir.Expr | None:
    """What the end of a block evaluates."""
    match end:
        case ir.Fork():
            return end.cond
        case ir.Dispatch():
            return end.value
        case _:
            return None


def _apart(piece: str) -> str:
    """A function that LLVM is not to put into its callers."""
    return piece.replace(" #0 {", " #1 {", 1)


def _cleared(arrays: dict[str, int]) -> list[str]:
    """The arrays that begin as zeros."""
    return [name for name, size in arrays.items() if size <= CLEARED]
