"""The flow of a game as one resumable machine: turns, stages, questions, and effects that ask.

Code that asks is cut into blocks. What must outlive a question lies in *slots*: words of the state at a fixed place for code that
runs in one place only, or in a frame on the stack for procedures called from several places."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.model.kinds import BOOL, NUMBER, Type
from ludwright.rules import ir, sets, terms
from ludwright.rules.at_once import Sealed, compile_at_once
from ludwright.rules.code import Code
from ludwright.rules.effects import Effects
from ludwright.rules.habits import called
from ludwright.rules.scope import Scalar, Scope, Value, WrongError
from ludwright.rules.terms import NONE, ONE, ZERO

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.rules.rules import Rules

Node = Tree[Any] | Token

STACK_WORDS = 512
MOST_PASSES = 10_000
WORD = 2**31 - 1


class Stored(sets.Set):
    """A list kept in slots: a word that counts, then room for the members."""

    def __init__(self, flow: Flow, frame: Frame, start: int, size: int, type_: Type, lo: int, hi: int) -> None:
        self.flow, self.frame, self.start, self.bound, self.type, self.lo, self.hi = (
            flow,
            frame,
            start,
            size,
            type_,
            lo,
            hi,
        )

    def _word(self, index: ir.Expr, offset: int, lo: int, hi: int) -> ir.Load:
        return self.frame.load(self.start + offset, lo, hi, index, self.bound)

    @property
    def number(self) -> ir.Load:
        return self.frame.load(self.start, 0, self.bound)

    def at(self, index: ir.Expr) -> ir.Expr:
        return self.frame.load(self.start + 1, self.lo, self.hi, index, self.bound)

    def each(self, code: Code, visit: sets.Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        sets.walk(code, ZERO, terms.sub(self.number, ONE), lambda i: visit(code.keep(self.at(i), "member")), backwards)

    def count(self, code: Code) -> ir.Expr:
        return self.number

    def empty(self, code: Code) -> ir.Expr:
        return terms.eq(self.number, ZERO)

    def put(self, code: Code, x: ir.Expr, line: int) -> None:
        """Add one at the end."""
        number = code.keep(self.number)
        code.emit(ir.Check(terms.lt(number, terms.const(self.bound)), ir.FULL, line))
        code.emit(self.frame.store(self.start + 1, x, number, self.bound, self.lo, self.hi))
        code.emit(
            self.frame.store(
                self.start, terms.lowest(terms.add(number, ONE), terms.const(self.bound)), ZERO, 1, 0, self.bound
            )
        )

    def clear(self, code: Code) -> None:
        code.emit(self.frame.store(self.start, ZERO, ZERO, 1, 0, self.bound))


class Frame:
    """Where the slots of one piece of asking code lie."""

    def __init__(self, flow: Flow, fixed: bool) -> None:
        self.flow, self.fixed, self.size = flow, fixed, 2

    def slots(self, count: int = 1) -> int:
        if self.fixed:
            return self.flow.rules.model.words(count)
        start = self.size
        self.size += count
        if self.size > STACK_WORDS // 2:
            raise self.flow.too_much()
        return start

    def load(self, start: int, lo: int, hi: int, index: ir.Expr = ZERO, size: int = 1) -> ir.Load:
        if self.fixed:
            return terms.state(start, index, 0, size - 1, lo, hi)
        return terms.state(
            0,
            terms.add(self.flow.frame_word(), terms.add(terms.clamp(index, 0, size - 1), terms.const(start))),
            0,
            self.flow.stack_end() - 1,
            lo,
            hi,
        )

    def store(
        self,
        start: int,
        value: ir.Expr,
        index: ir.Expr = ZERO,
        size: int = 1,
        lo: int = -WORD - 1,
        hi: int = WORD,
        line: int = 0,
    ) -> ir.Store:
        if self.fixed:
            return terms.store(start, value, index, 0, size - 1, lo, hi, line)
        where = terms.add(self.flow.frame_word(), terms.add(terms.clamp(index, 0, size - 1), terms.const(start)))
        return terms.store(0, value, where, 0, self.flow.stack_end() - 1, lo, hi, line)


@dataclass
class Routine:
    """A procedure, stage or action whose effects ask, callable from several places."""

    label: str
    frame: Frame
    params: list[int]
    result: Type | None = None
    result_range: tuple[int, int] = (0, 0)
    sizes: list[ir.Store] = field(default_factory=list)


@dataclass
class Way:
    """Where `end X` and `answer` lead from here."""

    part: str
    label: str
    frame: Frame
    result: int | None = None


class Flow:
    """Builds the machine."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self.effects = Effects(rules)
        self.code = Code("machine")
        self.blocks: dict[str, ir.Block] = {}
        self.entries: list[str] = []
        self.frame = Frame(self, fixed=True)
        self.ways: list[Way] = []
        self.settled = False
        self.in_action = False
        self.sealed: Sealed | None = None
        self.depth = 0
        self.routines: dict[object, Routine] = {}
        self._labels = 0
        self._open = ""
        self._stack: int | None = None
        self._result: int | None = None
        self._passes = ir.SPARE
        self._at: tuple[Scope, Node]

    # ------------------------------------------------------------ blocks

    def label(self, hint: str) -> str:
        self._labels += 1
        return f"{hint}_{self._labels}"

    def entry(self, label: str) -> int:
        if label not in self.entries:
            self.entries.append(label)
        return self.entries.index(label)

    def start(self, label: str) -> None:
        """Begin the block of that label; the one before must have ended."""
        self._open = label
        self.code.statements = []
        self.settled = False

    def close(self, end: ir.Terminator) -> None:
        if self._open:
            self.blocks[self._open] = ir.Block(self._open, self.code.statements, end)
        self._open = ""
        self.code.statements = []

    def jump(self, label: str) -> None:
        self.close(ir.Jump(label))

    def fall(self, label: str) -> None:
        """Go on in a new block of that label."""
        self.jump(label)
        self.start(label)

    def fork(self, cond: ir.Expr, yes: str, no: str) -> None:
        self.close(ir.Fork(cond, yes, no))

    # ------------------------------------------------------------ slots and frames

    def frame_word(self) -> ir.Load:
        return terms.state(ir.FRAME, lo=0, hi=self.stack_end() - STACK_WORDS // 2 - 1)

    def stack_end(self) -> int:
        if self._stack is None:
            self._stack_top = self.model.words(1)
            self._stack = self.model.words(STACK_WORDS)
            self.rules.image[self._stack_top] = self._stack
            self.rules.image[ir.FRAME] = self._stack
        return self._stack + STACK_WORDS

    def spill(self, value: Scalar, node: Node, scope: Scope, wide: bool = False) -> Scalar:
        """Put a value where it outlives a question; ``wide``: where any other value of its type may follow it."""
        start = self.frame.slots()
        lo, hi = self.widest(value) if wide else self._word_range(value)
        expr = terms.as_int(value.expr)
        self.code.emit(self.frame.store(start, expr, lo=lo, hi=hi, line=self.rules.line(scope, node)))
        return self._slot(start, value.type, lo, hi)

    def _slot(self, start: int, type_: Type, lo: int, hi: int) -> Scalar:
        load = self.frame.load(start, lo, hi)
        return Scalar(terms.as_bool(load) if type_.form == "bool" else load, type_)

    def _word_range(self, value: Scalar) -> tuple[int, int]:
        if value.type.form == "bool":
            return 0, 1
        if value.type.form == "ref" and value.type.kind is not None:
            kind = value.type.kind
            low = kind.root.first if kind.role == "component" else kind.first
            high = kind.root.last if kind.role == "component" else kind.last
            return (min(NONE, value.expr.lo) if value.expr.lo < low else low), high
        return max(value.expr.lo, -WORD - 1), min(value.expr.hi, WORD)

    def pass_by(self, scope: Scope, node: Node) -> None:
        """Count one pass of a loop, so that none goes on for ever without a question."""
        passes = terms.state(self._passes, lo=0, hi=MOST_PASSES)
        self.code.emit(
            ir.Check(terms.lt(passes, terms.const(MOST_PASSES)), ir.ENDLESS_LOOP, self.rules.line(scope, node))
        )
        self.code.emit(
            terms.store(
                self._passes, terms.lowest(terms.add(passes, ONE), terms.const(MOST_PASSES)), lo=0, hi=MOST_PASSES
            )
        )

    # ------------------------------------------------------------ statements

    def run(self, statements: list[Node], scope: Scope) -> Scope:
        for statement in statements:
            try:
                scope = self.statement(statement, scope)
            except WrongError:
                if isinstance(statement, Tree) and statement.data == "let":
                    scope = self.effects.guarded(statement, scope)
        return scope

    def is_plain(self, node: Node) -> bool:
        if not isinstance(node, Tree):
            return True
        if node.data in ("let", "answer", "stage", "turns", "settle", "resolving"):
            return False
        habits = self.rules.habits
        return (
            not habits.asks(node)
            and not habits.leaves(node)
            and not any(True for _ in node.find_data("answer"))
            and not any(True for _ in node.find_data("stage"))
        )

    def too_much(self) -> WrongError:
        """What is remembered across the questions of a procedure has no room."""
        scope, node = self._at
        return self.rules.wrong(
            scope, node, "this remembers too much across a question", "split the procedure, or choose from fewer things"
        )

    def statement(self, node: Node, scope: Scope) -> Scope:
        self._at = (scope, node)
        if self.is_plain(node):
            self.settled = False
            return self.effects.statement(node, scope)
        assert isinstance(node, Tree)
        handler = getattr(self, f"_{node.data}", None)
        if handler is None:
            raise self.rules.wrong(
                scope, node, f"this is not playable yet ({str(node.data).replace('_', ' ').strip()})"
            )
        return handler(node, scope) or scope

    def _block(self, node: Tree[Any], scope: Scope) -> None:
        self.run(list(node.children), scope)

    _steps = _block
    _effects = _block

    def _let(self, node: Tree[Any], scope: Scope) -> Scope:
        name, right = node.children
        self.settled = False
        call = self._procedure(right, scope)
        if call is not None and self.rules.habits.name_asks(call[0]):
            value = self.call(call[0], call[1], right, scope, wants=True)
            assert value is not None
            if str(name) in self.rules.assigned:
                return scope.bind(str(name), self.spill(value, right, scope, wide=True), assignable=True)
            return scope.bind(str(name), value)
        found = self.effects.right_side(right, scope)
        kept = self._kept(found, right, scope, wide=str(name) in self.rules.assigned)
        return scope.bind(str(name), kept, assignable=isinstance(kept, Scalar))  # type: ignore[arg-type]

    def _kept(self, found: Value, node: Node, scope: Scope, wide: bool) -> object:
        if isinstance(found, sets.Set):
            return self.store_list(found, node, scope)
        from ludwright.rules.scope import ZoneRef

        if isinstance(found, ZoneRef):
            place = self.spill(Scalar(found.place, NUMBER), node, scope)
            if getattr(found.zone, "room", 2) > 1:
                return ZoneRef(terms.clamp(place.expr, 0, self.model.places), found.zone)
        scalar = self.rules.formulas.as_scalar(found, node, scope)
        return self.spill(scalar, node, scope, wide)

    def store_list(self, members: sets.Set, node: Node, scope: Scope) -> Stored:
        """Note a set down in slots."""
        kept = members if isinstance(members, sets.Kept) else sets.keep(self.code, members)
        stored = self.new_list(kept.size, kept.type, kept.lo, kept.hi)
        stored.clear(self.code)
        line = self.rules.line(scope, node)
        kept.each(self.code, lambda x: stored.put(self.code, x, line))
        return stored

    def new_list(self, size: int, type_: Type, lo: int, hi: int) -> Stored:
        return Stored(self, self.frame, self.frame.slots(size + 1), size, type_, lo, hi)

    def _procedure(self, node: Node, scope: Scope) -> tuple[str, list[Node]] | None:
        if isinstance(node, Tree) and node.data == "call_" and str(node.children[0]) in self.rules.procedures:
            return str(node.children[0]), [a for a in node.children[1].children if a is not None]
        if isinstance(node, Token) and str(node) in self.rules.procedures and str(node) not in scope.names:
            return str(node), []
        return None

    def _assign(self, node: Tree[Any], scope: Scope) -> None:
        self.settled = False
        right = node.children[-1]
        call = self._procedure(right, scope)
        if call is None:
            raise self.rules.wrong(
                scope, node, "a question can't stand inside a formula", "ask first, on a line of its own"
            )
        value = self.call(call[0], call[1], right, scope, wants=True)
        assert value is not None
        inner = scope.bind("answer of the procedure", value)
        plain = Tree("assign", [*node.children[:-1], Token("NAME", "answer of the procedure")], node.meta)
        self.effects.statement(plain, inner)

    # ------------------------------------------------------------ branches and loops

    def _if_(self, node: Tree[Any], scope: Scope) -> None:
        done = self.label("fi")
        parts = [(node.children[0], node.children[1])]
        last: Node | None = None
        for rest in node.children[2:]:
            if rest is not None and rest.data == "elif_":
                parts.append((rest.children[0], rest.children[1]))
            elif rest is not None:
                last = rest.children[0]
        for test, body in parts:
            cond = self.rules.formulas.cond(test, scope)
            yes, no = self.label("then"), self.label("else")
            self.fork(cond, yes, no)
            self.start(yes)
            self.run([body], scope)
            self.jump(done)
            self.start(no)
        if last is not None:
            self.run([last], scope)
        self.fall(done)

    def _for_(self, node: Tree[Any], scope: Scope) -> None:
        gen, key, body = node.children
        name, members, _, _ = self.rules.formulas.gen(gen, scope)
        still = self.effects.still_there(members, lambda place: self.spill(Scalar(place, NUMBER), node, scope).expr)
        if key is not None:
            members = self.effects.sorted(name, members, key, scope)
        stored = self.store_list(members, node, scope)
        self.walk(stored, node, scope, lambda x, inner: self._one(name, x, still, body, inner))

    def _one(self, name: str, x: Scalar, still: sets.Test | None, body: Node, scope: Scope) -> None:
        if still is not None:
            go, skip = self.label("still"), self.label("gone")
            self.fork(still(x.expr), go, skip)
            self.start(go)
            self.run([body], scope.bind(name, x))
            self.fall(skip)
            return
        self.run([body], scope.bind(name, x))

    def walk(self, stored: Stored, node: Node, scope: Scope, visit: object, leave: str | None = None) -> str:
        """A loop over a stored list; returns the label behind it."""
        at = self.frame.slots()
        self.code.emit(self.frame.store(at, ZERO, lo=0, hi=stored.bound))
        test, body, done = self.label("each"), self.label("body"), leave or self.label("done")
        self.fall(test)
        index = self.frame.load(at, 0, stored.bound)
        self.fork(terms.lt(index, stored.number), body, done)
        self.start(body)
        self.pass_by(scope, node)
        x = self.spill(Scalar(stored.at(index), Type(stored.type.form, stored.type.kind)), node, scope)
        self.code.emit(
            self.frame.store(at, terms.lowest(terms.add(index, ONE), terms.const(stored.bound)), lo=0, hi=stored.bound)
        )
        visit(x, scope)  # type: ignore[operator]
        self.jump(test)
        self.start(done)
        return done

    def _repeat_times(self, node: Tree[Any], scope: Scope) -> None:
        times, body = node.children
        left = self.frame.slots()
        many = terms.clamp(self.rules.formulas.number(times, scope), 0, WORD)
        self.code.emit(self.frame.store(left, many, lo=0, hi=WORD))
        count = self.frame.load(left, 0, WORD)
        self._loop(
            node,
            scope,
            lambda: terms.gt(count, ZERO),
            body,
            lambda: self.code.emit(self.frame.store(left, terms.highest(terms.sub(count, ONE), ZERO), lo=0, hi=WORD)),
        )

    def _repeat_until(self, node: Tree[Any], scope: Scope) -> None:
        self._loop(
            node, scope, lambda: terms.invert(self.rules.formulas.cond(node.children[0], scope)), node.children[1]
        )

    def _repeat_while(self, node: Tree[Any], scope: Scope) -> None:
        self._loop(node, scope, lambda: self.rules.formulas.cond(node.children[0], scope), node.children[1])

    def _repeat_call_until(self, node: Tree[Any], scope: Scope) -> None:
        self._loop(
            node, scope, lambda: terms.invert(self.rules.formulas.cond(node.children[1], scope)), node.children[0]
        )

    def _repeat_call_while(self, node: Tree[Any], scope: Scope) -> None:
        self._loop(node, scope, lambda: self.rules.formulas.cond(node.children[1], scope), node.children[0])

    def _loop(self, node: Tree[Any], scope: Scope, test: object, body: Node, step: object = None) -> None:
        again, inside, done = self.label("again"), self.label("pass"), self.label("done")
        self.fall(again)
        self.fork(test(), inside, done)  # type: ignore[operator]
        self.start(inside)
        self.pass_by(scope, node)
        if step is not None:
            step()  # type: ignore[operator]
        self.run([body], scope)
        self.jump(again)
        self.start(done)

    # ------------------------------------------------------------ leaving

    def _wins(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.ending.outcome(node, scope, 1)
        self._over()

    def _loses(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.ending.outcome(node, scope, -1)
        self._over()

    def _tie(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.ending.draw(self.code)
        self._over()

    def _over(self) -> None:
        self.close(ir.Halt())
        self.start(self.label("unreached"))

    def _stop(self, node: Tree[Any], scope: Scope) -> None:
        part = str(node.children[0])
        if part == "game":
            self.rules.ending.finish(self.code)
            self._over()
            return
        self.leave(part, node, scope)
        self.start(self.label("unreached"))

    def leave(self, part: str, node: Node, scope: Scope) -> None:
        """End the current block by going to the end of a turn or stage."""
        for way in reversed(self.ways):
            if way.part == part:
                if way.frame is not self.frame:
                    self._unwind(way.frame)
                self.jump(way.label)
                return
        self.rules.structure.part_code(part, node, scope)
        if self.frame.fixed:
            raise self.rules.wrong(scope, node, f"this is not inside a `{part}`")
        label = self.rules.structure.part_label(part, node, scope)
        self._unwind(None)
        self.jump(label)

    def _unwind(self, frame: Frame | None) -> None:
        """Cut the stack back to the code at a fixed place."""
        self.stack_end()
        assert self._stack is not None
        self.code.emit(terms.store(ir.FRAME, terms.const(self._stack), lo=0, hi=WORD))
        self.code.emit(terms.store(self._stack_top, terms.const(self._stack), lo=0, hi=WORD))

    def status(self, code: ir.Expr, node: Node, scope: Scope, parts: set[str]) -> None:
        """After an effect that may leave early: go where it said."""
        over, on = self.label("over"), self.label("on")
        self.fork(terms.eq(code, ONE), over, on)
        self.start(over)
        self.close(ir.Halt())
        self.start(on)
        for part in sorted(parts):
            number = self.rules.structure.part_code(part, node, scope)
            gone, on = self.label(f"end_{part}"), self.label("on")
            # the code word must outlive the fork: it lies in a slot
            self.fork(terms.eq(code, terms.const(number)), gone, on)
            self.start(gone)
            self.leave(part, node, scope)
            self.start(on)

    def effect(self, function: str, args: tuple[ir.Expr, ...], parts: set[str], node: Node, scope: Scope) -> None:
        """Call a plain function that may leave early, and follow it."""
        known = self.rules.functions[function]
        if known.result is None:
            self.code.emit(ir.Do(function, args))
            return
        local = self.code.fresh("status")
        self.code.emit(ir.Do(function, args, local))
        code = terms.local(local, 0, 1 + len(self.rules.parts))
        if parts:
            slot = self.frame.slots()
            self.code.emit(self.frame.store(slot, code, lo=0, hi=1000))
            code = self.frame.load(slot, 0, 1000)  # type: ignore[assignment]
        self.status(code, node, scope, parts)

    def _answer(self, node: Tree[Any], scope: Scope) -> None:
        for way in reversed(self.ways):
            if way.part == "answer":
                value = self.rules.formulas.scalar(node.children[0], scope)
                self.rules.calls.set_result(way, value, node, scope)
                self.jump(way.label)
                self.start(self.label("unreached"))
                return
        raise self.rules.wrong(scope, node, "`answer` stands outside a procedure")

    # ------------------------------------------------------------ calling what asks

    def _call(self, node: Tree[Any], scope: Scope) -> None:
        head = node.children[0]
        name = called(node)
        if name is None:
            raise self.rules.wrong(scope, node, "this is a formula, not something to do")
        word = str(name)
        if word in self.rules.procedures or word in self.rules.stages:
            self.settled = False
            args = [a for a in head.children[1].children if a is not None] if isinstance(head, Tree) else []
            if not self.rules.habits.name_asks(word) and word in self.rules.procedures:
                self.rules.calls.follow(word, args, node, scope)
                return
            self.call(word, args, node, scope, wants=False)
            return
        if word in self.rules.actions.known:
            self.rules.actions.ask(self, [head], scope.me, node, scope, may=False, otherwise=None)
            return
        raise self.rules.unknown_deed(name, scope)

    def _resolve(self, node: Tree[Any], scope: Scope) -> None:
        self.settled = False
        self.rules.calls.resolve_flow(self, node, scope)

    def call(self, name: str, args: list[Node], node: Node, scope: Scope, wants: bool) -> Scalar | None:
        declaration = self.rules.procedures.get(name) or self.rules.stages[name]
        tree = declaration.tree
        is_stage = declaration.kind == "stage"
        params = tree.children[2] if is_stage else tree.children[1]
        body = tree.children[3] if is_stage else tree.children[2]
        words = [str(w) for w in params.children[0].children] if params is not None else []
        if len(words) != len(args):
            raise self.rules.wrong(scope, node, f"`{name}` takes {len(words)} in its brackets, here are {len(args)}")
        values = [self.rules.formulas.scalar(a, scope) for a in args]
        return self.enter(name, words, values, body, declaration, node, scope, wants, stage=name if is_stage else None)

    def enter(
        self,
        name: str,
        words: list[str],
        values: list[Scalar],
        body: Node,
        declaration: Declaration,
        node: Node,
        scope: Scope,
        wants: bool,
        stage: str | None = None,
    ) -> Scalar | None:
        """Run a body that asks: in place where it is used once, else as a routine with a frame."""
        if self.rules.uses.get(name, 0) <= 1 and not self.rules.recursive(name):
            return self._in_place(name, words, values, body, declaration, node, scope, stage)
        routine = self._routine(name, words, values, body, declaration, scope, stage)
        return self._call_routine(routine, values, node, scope)

    def _in_place(
        self,
        name: str,
        words: list[str],
        values: list[Scalar],
        body: Node,
        declaration: Declaration,
        node: Node,
        scope: Scope,
        stage: str | None,
    ) -> Scalar | None:
        inner = Scope(self.code, declaration, scope.me, where=name)
        for word, value in zip(words, values, strict=True):
            inner = inner.bind(word, self.spill(value, node, scope))
        done = self.label(f"after_{name}")
        way = Way("answer", done, self.frame, self.frame.slots())
        self.code.emit(self.frame.store(way.result or 0, terms.const(NONE)))
        self.ways.append(way)
        outer_action, outer_depth = self.in_action, self.depth
        if stage is not None:
            self.stage_body(stage, body, node, inner)
        else:
            self.run([body], inner)
        self.ways.pop()
        self.in_action, self.depth = outer_action, outer_depth
        self.fall(done)
        type_, (lo, hi) = self.rules.calls.result_of(way)
        return (
            self._slot(way.result or 0, type_, lo, hi) if type_ is not None else Scalar(terms.const(NONE), Type("none"))
        )

    def _routine(
        self,
        name: str,
        words: list[str],
        values: list[Scalar],
        body: Node,
        declaration: Declaration,
        scope: Scope,
        stage: str | None,
    ) -> Routine:
        types = tuple((v.type.form, id(v.type.kind)) for v in values)
        # the same text means something else inside an action, and inside a turn
        key = (name, types, scope.me is not None, self.in_action, self.depth > 0)
        if key in self.routines:
            return self.routines[key]
        self.stack_end()
        frame = Frame(self, fixed=False)
        starts = [frame.slots() for _ in range(1 + len(values))]
        routine = self.routines[key] = Routine(self.label(name), frame, starts)
        saved = (self.frame, self._open, self.code.statements, self.ways, self.settled, self.in_action, self.depth)
        self.frame, self.ways, self.settled = frame, [], False
        self.start(routine.label)
        inner = Scope(self.code, declaration, where=name)
        if scope.me is not None:
            inner.me = frame.load(starts[0], 0, self.model.players - 1)
        for word, value, start in zip(words, values, starts[1:], strict=True):
            lo, hi = self.widest(value)
            inner = inner.bind(word, self._slot(start, Type(value.type.form, value.type.kind, True), lo, hi))
        done = self.label(f"leave_{name}")
        result = self._result_word()
        way = Way("answer", done, frame, -result)
        self.ways.append(way)
        self.code.emit(terms.store(result, terms.const(NONE)))
        if stage is not None:
            self.stage_body(stage, body, body, inner)
        else:
            self.run([body], inner)
        self.fall(done)
        routine.result, routine.result_range = self.rules.calls.result_of(way)
        self._return()
        for size in routine.sizes:
            size.value = terms.add(self.frame_word(), terms.const(frame.size))
        routine.sizes = []
        self.frame, self._open, self.code.statements, self.ways, self.settled, self.in_action, self.depth = saved
        return routine

    def widest(self, value: Scalar) -> tuple[int, int]:
        if value.type.form == "bool":
            return 0, 1
        if value.type.form == "ref" and value.type.kind is not None:
            kind = value.type.kind.root if value.type.kind.role == "component" else value.type.kind
            return NONE, kind.last
        return -WORD - 1, WORD

    def _result_word(self) -> int:
        if self._result is None:
            self._result = self.model.words(1)
        return self._result

    def _call_routine(self, routine: Routine, values: list[Scalar], node: Node, scope: Scope) -> Scalar | None:
        code = self.code
        end = self.stack_end()
        assert self._stack is not None
        back = self.label("back")
        new = code.keep(terms.state(self._stack_top, lo=0, hi=end - STACK_WORDS // 2 - 1), "frame")
        line = self.rules.line(scope, node)
        room = terms.le(new, terms.const(end - STACK_WORDS // 2 - 1))
        code.emit(ir.Check(room, ir.TOO_DEEP, line))

        def put(offset: int, value: ir.Expr) -> None:
            code.emit(terms.store(0, value, terms.add(new, terms.const(offset)), 0, end - 1))

        put(0, terms.const(self.entry(back)))
        put(1, self.frame_word())
        if scope.me is not None:
            put(routine.params[0], scope.me)
        for start, value in zip(routine.params[1:], values, strict=True):
            put(start, terms.as_int(value.expr))
        code.emit(terms.store(ir.FRAME, new, lo=0, hi=end - STACK_WORDS // 2 - 1))
        top = terms.store(
            self._stack_top,
            terms.add(self.frame_word(), terms.const(routine.frame.size)),
            lo=0,
            hi=end - STACK_WORDS // 2 - 1,
            line=line,
        )
        code.emit(top)
        routine.sizes.append(top)
        self.jump(routine.label)
        self.start(back)
        if routine.result is None:
            return Scalar(terms.const(NONE), Type("none"))
        lo, hi = routine.result_range
        load = terms.state(self._result_word(), lo=lo, hi=hi)
        value = Scalar(terms.as_bool(load) if routine.result.form == "bool" else load, routine.result)
        return self.spill(value, node, scope)

    def _return(self) -> None:
        """Back to the caller: its frame, its block."""
        code = self.code
        frame = code.keep(self.frame_word(), "frame")
        back = code.keep(self.frame.load(0, 0, WORD), "back")
        before = code.keep(self.frame.load(1, 0, self.stack_end() - STACK_WORDS // 2 - 1), "before")
        name = code.fresh("i")
        wipe = terms.store(0, ZERO, terms.add(frame, terms.local(name, 0, STACK_WORDS // 2)), 0, self.stack_end() - 1)
        code.emit(ir.Loop(name, ZERO, terms.const(min(self.frame.size, 60) - 1), [wipe], 0))
        code.emit(terms.store(self._stack_top, frame, lo=0, hi=WORD))
        code.emit(terms.store(ir.FRAME, before, lo=0, hi=WORD))
        self.close(ir.Dispatch(back))

    # ------------------------------------------------------------ stages and turns

    def _stage(self, node: Tree[Any], scope: Scope) -> None:
        _, name, params, body = node.children
        if params is not None:
            raise self.rules.wrong(scope, params, "a stage inside a block takes nothing in brackets")
        self.stage_body(str(name), body, node, scope)

    def stage_body(self, name: str, body: Node, node: Node, scope: Scope) -> None:
        self.rules.turns.begin_part(self.code, name, scope)
        done = self.label(f"end_of_{name}")
        self.ways.append(Way(name, done, self.frame))
        self.rules.structure.note_part_label(name, done, self.frame.fixed)
        self.run([body], scope.having(where=name))
        self.ways.pop()
        settled = self.settled
        self.fall(done)
        self.settled = settled and False
        self.rules.turns.end_part(self, name, node, scope)

    def _turns(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.turns.compile(self, node, scope)

    # ------------------------------------------------------------ actions and questions

    def _does(self, node: Tree[Any], scope: Scope) -> None:
        self._act(node, None, scope)

    _may_do = _does

    def _otherwise(self, node: Tree[Any], scope: Scope) -> None:
        self._act(node.children[0], node.children[1], scope)

    def _act(self, node: Tree[Any], otherwise: Node | None, scope: Scope) -> None:
        if node.data == "call":
            name = called(node)
            if name is not None and str(name) in self.rules.actions.known:
                self.rules.actions.ask(self, [node.children[0]], scope.me, node, scope, may=False, otherwise=otherwise)
                return
            raise self.rules.wrong(scope, node, "`otherwise` follows something that may be impossible: an action")
        may = node.data == "may_do"
        children = list(node.children)
        who = scope.me
        if may or len(children) == 2:
            who = self.rules.formulas.seat(children[0], scope)
            children = children[1:]
            who = (
                self.spill(Scalar(who, self.model.player.ref()), node, scope).expr
                if not self.rules.is_me(who, scope)
                else who
            )
        what = children[0]
        if isinstance(what, Tree) and what.data == "any_number":
            self.rules.actions.any_number(self, what, who, node, scope)
            return
        deeds = list(what.children) if isinstance(what, Tree) and what.data == "one_of" else children
        self.rules.actions.ask(self, deeds, who, node, scope, may=may, otherwise=otherwise)

    def _choose(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.questions.choose(self, node, scope)

    def _options(self, node: Tree[Any], scope: Scope) -> Scope:
        return self.rules.questions.options(self, node, scope)

    def _first_to(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.questions.first_to(self, node, scope)

    def _at_once(self, node: Tree[Any], scope: Scope) -> Scope:
        return compile_at_once(self, node, scope)

    def _settle(self, node: Tree[Any], scope: Scope) -> None:
        """`whenever` rules that ask: in text order, again from the top until none holds."""
        again = self.label("settle")
        self.fall(again)
        self.pass_by(scope, node)
        for declaration in self.model.of("whenever"):
            test, effects = declaration.tree.children
            inner = Scope(self.code, declaration, scope.me, where="whenever")
            fires, on = self.label("fires"), self.label("on")
            self.fork(self.rules.formulas.cond(test, inner), fires, on)
            self.start(fires)
            self.run([effects], inner)
            self.jump(again)
            self.start(on)

    def _resolving(self, node: Tree[Any], scope: Scope) -> None:
        kind: Any
        event: Any
        kind, event = node.children
        self.rules.calls.resolving(self, kind, event, scope.declaration.tree, scope)


__all__ = ["BOOL", "Flow", "Frame", "Routine", "Stored", "Way"]
