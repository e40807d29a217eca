"""Writes the rules of a game as plain Python: one function for each function of the program, one for each block of its machine.

The text is meant to be read and stepped through. Arithmetic that is proven to stay in its range is written bare.
"""

from __future__ import annotations

import re

from ludwright import ir
from ludwright.engine.facts import ProgramFacts
from ludwright.engine.layout import DEPTH_LIMIT
from ludwright.engine.locals import Locals
from ludwright.engine.twin_names import TwinNames
from ludwright.engine.twin_steps import TwinSteps
from ludwright.engine.twin_values import NOTHING
from ludwright.engine.walks import first_line


class TwinSource:
    """The Python text of a whole program."""

    def __init__(self, program: ir.Program, facts: ProgramFacts, *, notes: bool = False, careful: bool = False) -> None:
        self.program = program
        self.facts = facts
        self.notes = notes
        self.careful = careful
        names = TwinNames()
        self.functions = {name: names[name] for name in program.functions}
        self.blocks = {name: names[f"at {name}"] for name in program.machine.blocks}
        self._taken = {*self.functions.values(), *self.blocks.values()}
        self._results = {name: function.result or ir.INT for name, function in program.functions.items()}
        pieces = [self._function(function) for function in program.functions.values()]
        self.text = "\n\n".join([*pieces, *self._machine()])

    def describe(self, expr: ir.Expr) -> str:
        """A few words on an expression, for a message."""
        return re.sub(r"\s+", " ", repr(expr))[:300]

    def _function(self, function: ir.Function) -> str:
        names = TwinNames(self._taken)
        params = [names[name] for name, _, _ in function.params]
        arrays = {name: names[f"{name} list"] for name in function.arrays}
        body = TwinSteps(self, names, {}, arrays)
        body.ring = function.name in self.facts.ringed
        body.result = function.result
        found = Locals(function.body, [name for name, _, _ in function.params], self._results)
        for name in sorted(found.early):
            body.line(f"{names[name]} = {NOTHING[found.types.get(name, ir.INT)]}")
        for name, size in function.arrays.items():
            body.line(f"{arrays[name]} = [0] * {size}")
        line = first_line(function.body)
        if body.ring:
            body.line("run.depth += 1")
            body.line(f"if run.depth > {DEPTH_LIMIT}:")
            body.indent += 1
            body.fault(ir.TOO_DEEP, line)
            body.indent -= 1
        if function.name in self.facts.paying_functions:
            body.pay(str(self.facts.paying_functions[function.name]), line)
        body.run(function.body)
        if not (function.body and isinstance(function.body[-1], ir.Return)):
            body._return(ir.Return(None))
        given = "".join(f", {name}" for name in params)
        return "\n".join([f"def {self.functions[function.name]}(state, table, run{given}):", *body.lines, ""])

    # ------------------------------------------------------------ the machine

    def _machine(self) -> list[str]:
        machine = self.program.machine
        found = {name: Locals(block.body, (), self._results) for name, block in machine.blocks.items()}
        for name, block in machine.blocks.items():
            if isinstance(block.end, ir.Fork):
                found[name].read(block.end.cond)
            elif isinstance(block.end, ir.Dispatch):
                found[name].read(block.end.value)
        used: dict[str, int] = {}
        types: dict[str, str] = {}
        across: set[str] = set()
        for locals_ in found.values():
            for name in locals_.names:
                used[name] = used.get(name, 0) + 1
            across |= locals_.early
            types.update(locals_.types)
        across |= {name for name, times in used.items() if times > 1}
        names = TwinNames()
        shared = {name: f"frame.{names[name]}" for name in sorted(across)}
        arrays = {name: f"frame.{names[name + ' list']}" for name in machine.arrays}
        pieces = [self._frame(shared, arrays, types)]
        pieces += [self._block(block, shared, arrays) for block in machine.blocks.values()]
        entries = ", ".join(self.blocks[name] for name in machine.entries)
        pieces.append(f"ENTRIES = ({entries},)\n")
        return pieces

    def _frame(self, shared: dict[str, str], arrays: dict[str, str], types: dict[str, str]) -> str:
        lines = ["class Frame:", '    """What the blocks of the machine hand on to each other."""', ""]
        places = [place.removeprefix("frame.") for place in (*shared.values(), *arrays.values())]
        lines.append(f"    __slots__ = ({''.join(f'{place!r}, ' for place in places)})")
        lines += ["", "    def __init__(self):"]
        for name, place in shared.items():
            lines.append(f"        self.{place.removeprefix('frame.')} = {NOTHING[types.get(name, ir.INT)]}")
        for name, place in arrays.items():
            lines.append(f"        self.{place.removeprefix('frame.')} = [0] * {self.program.machine.arrays[name]}")
        return "\n".join([*lines, "        pass", ""])

    def _block(self, block: ir.Block, shared: dict[str, str], arrays: dict[str, str]) -> str:
        body = TwinSteps(self, TwinNames(self._taken), shared, arrays)
        body.run(block.body)
        self._end(body, block)
        return "\n".join([f"def {self.blocks[block.name]}(state, table, run, frame):", *body.lines, ""])

    def _end(self, body: TwinSteps, block: ir.Block) -> None:
        match block.end:
            case ir.Jump():
                self._go(body, block, block.end.to)
            case ir.Fork():
                body.line(f"if {body.bare(block.end.cond)}:")
                body.indent += 1
                self._go(body, block, block.end.then)
                body.indent -= 1
                self._go(body, block, block.end.otherwise)
            case ir.Dispatch():
                entry = body.simple(block.end.value)
                body.pay("1", first_line(block.body))
                body.unless(f"0 <= {entry} < {len(self.program.machine.entries)}", ir.BAD_INDEX, 0)
                body.line(f"return ENTRIES[{entry}]")
            case ir.Ask():
                body.line(f"state[{ir.RESUME}] = {self.program.machine.entries.index(block.end.resume)}")
                body.unless("run.options", ir.NO_ACTION, first_line(block.body))
                body.line("return None")
            case ir.Halt():
                body.line(f"if not state[{ir.OVER}]:")
                body.line(f"    state[{ir.OVER}] = 1")
                body.line(f"state[{ir.ACTOR}] = -1")
                body.line("run.options.clear()")
                body.line("return None")

    def _go(self, body: TwinSteps, block: ir.Block, to: str) -> None:
        if (block.name, to) in self.facts.steps_back:
            body.pay("1", first_line(block.body))
        body.line(f"return {self.blocks[to]}")
