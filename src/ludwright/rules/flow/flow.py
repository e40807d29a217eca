"""The flow of a game as one resumable machine: turns, stages, questions, and effects that ask.

Code that asks is cut into blocks. What must outlive a question lies in *slots*: words of the state at a fixed place for code that
runs in one place only, or in a frame on the stack for procedures called from several places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language.syntax import node_of
from ludwright.model.kinds import BOOL, NUMBER, Type
from ludwright.rules.analysis.habits import called
from ludwright.rules.beliefs.reading_cards import public
from ludwright.rules.flow.at_once import compile_at_once
from ludwright.rules.flow.ending import MOST_RULES
from ludwright.rules.flow.routines import Routines
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope, Value, WrongError
from ludwright.rules.state.frames import WORD, Frame, Routine, Stored, Way

if TYPE_CHECKING:
    pass

Node = Tree[Any] | Token


class Flow(Routines):
    """Builds the machine."""

    # ------------------------------------------------------------ statements

    def run(self, statements: list[Node], scope: Scope) -> Scope:
        held = len(self.held)
        for statement in statements:
            try:
                scope = self.statement(statement, scope)
            except WrongError:
                if isinstance(statement, Tree) and statement.data == "let":
                    scope = self.effects.guarded(statement, scope)
        for entry in reversed(self.held[held:]):
            self.rules.secrets.end_held(self.code, entry)
        del self.held[held:]
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

    def statement(self, node: Node, scope: Scope) -> Scope:
        self._at = (scope, node)
        if self.is_plain(node):
            if isinstance(node, Tree):
                self.rules.questions.hold(self, node)
            self.settled = False
            return self.effects.statement(node, scope)
        assert isinstance(node, Tree)
        if node.data == "let":
            self.rules.questions.hold(self, node)
        handler = getattr(self, f"_{node.data}", None)
        if handler is None:
            raise self.rules.wrong(
                scope, node, f"this is not playable yet ({str(node.data).replace('_', ' ').strip()})"
            )
        with scope.code.at(lambda: self.rules.line(scope, node)):
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
        inner = scope.bind(str(name), kept, assignable=isinstance(kept, Scalar))
        self.rules.evidence.named(node, inner)
        flag = self.rules.card_reader.named(str(name), right, scope)
        if flag is None:
            return inner
        return inner.bind(public(str(name)), self._kept(Scalar(flag, BOOL), right, scope, wide=False))

    def _kept(self, found: Value, node: Node, scope: Scope, wide: bool) -> Value:
        if isinstance(found, sets.Set):
            return self.store_list(found, node, scope)
        from ludwright.rules.names.scope import ZoneRef

        if isinstance(found, ZoneRef):
            place = self.spill(Scalar(found.place, NUMBER), node, scope)
            if getattr(found.zone, "room", 2) > 1:
                return ZoneRef(terms.clamp(place.expr, 0, self.model.places), found.zone)
        scalar = self.rules.formulas.as_scalar(found, node, scope)
        return self.spill(scalar, node, scope, wide)

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
            self.rules.formulas.value(right, scope)  # finds what can't stand in a formula, and where
            raise self.rules.wrong(
                scope, node, "a question can't stand inside a formula", "ask first, on a line of its own"
            )
        value = self.call(call[0], call[1], right, scope, wants=True)
        assert value is not None
        inner = scope.bind("answer of the procedure", value)
        plain = node_of("assign", [*node.children[:-1], Token("NAME", "answer of the procedure")], node.meta)
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
            self.rules.evidence.branch(test, scope)
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
        self.rules.hidden_variables.walked(node, scope)
        self.rules.evidence.walked(node, scope)
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
        self.rules.equal_things.keep_apart(stored.type)
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
        self.rules.evidence.counted(times, many, scope)
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
        self._loop(node, scope, lambda: terms.invert(self._seen(node.children[0], scope)), node.children[1])

    def _repeat_while(self, node: Tree[Any], scope: Scope) -> None:
        self._loop(node, scope, lambda: self._seen(node.children[0], scope), node.children[1])

    def _repeat_call_until(self, node: Tree[Any], scope: Scope) -> None:
        self._loop(node, scope, lambda: terms.invert(self._seen(node.children[1], scope)), node.children[0])

    def _repeat_call_while(self, node: Tree[Any], scope: Scope) -> None:
        self._loop(node, scope, lambda: self._seen(node.children[1], scope), node.children[0])

    def _seen(self, test: Node, scope: Scope) -> ir.Expr:
        """A condition of which everybody sees how it comes out."""
        cond = self.rules.formulas.cond(test, scope)
        self.rules.evidence.repeated(test, scope)
        return cond

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

    def status(self, code: ir.Expr, node: Node, scope: Scope, parts: set[str]) -> None:
        """After an effect that may leave early: go where it said."""
        over, on = self.label("over"), self.label("on")
        self.fork(terms.eq(code, ONE), over, on)
        self.start(over)
        self.close(ir.Halt())
        self.start(on)
        for part in sorted(parts & set(self.rules.parts)):
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
            if self.rules.calls.takes_many(args, scope):
                self._written_out(word, args, node, scope)
                return
            if not self.rules.habits.name_asks(word) and word in self.rules.procedures:
                self.rules.calls.follow(word, args, node, scope)
                return
            self.call(word, args, node, scope, wants=False)
            return
        if word in self.rules.actions.known:
            self.rules.actions.ask(self, [head], scope.me, node, scope, may=False, otherwise=None)
            return
        raise self.rules.unknown_deed(name, scope)

    def _written_out(self, name: str, args: list[Node], node: Node, scope: Scope) -> None:
        """A procedure that is given sets or zones, in the place of its call."""
        words, body, declaration = self.rules.calls.written_out(name, args, node, scope, wants=False)
        self.rules.equal_things.keep_names_apart(scope)
        inner = Scope(self.code, declaration, scope.me, where=name)
        for word, arg in zip(words, args, strict=True):
            found = self.rules.formulas.value(arg, scope)
            inner = inner.bind(word, self._kept(found, arg, scope, wide=word in self.rules.assigned))
        self.run([body], inner)

    def _resolve(self, node: Tree[Any], scope: Scope) -> None:
        self.settled = False
        self.rules.calls.resolve_flow(self, node, scope)

    def _timer(self, node: Tree[Any], scope: Scope) -> None:
        self.settled = False
        self.rules.clock.set(node, scope)

    # ------------------------------------------------------------ stages and turns

    def _stage(self, node: Tree[Any], scope: Scope) -> None:
        _, name, params, body = node.children
        if params is not None:
            raise self.rules.wrong(scope, params, "a stage inside a block takes nothing in brackets")
        self.stage_body(str(name), body, node, scope)

    def stage_body(self, name: str, body: Node, node: Node, scope: Scope) -> None:
        self.rules.turns.begin_part(self.code, name, scope)
        secret = name in self.rules.secret_stages
        if secret:
            begin = self.label(f"secret_{name}")
            self.rules.secrets.begin_stage(self.code, self.entry(begin))
            self.fall(begin)
            self.rules.secrets.unsure(self.code)
        done = self.label(f"end_of_{name}")
        self.ways.append(Way(name, done, self.frame))
        self.rules.structure.note_part_label(name, done, self.frame.fixed)
        self.run([body], scope.having(where=name))
        self.ways.pop()
        settled = self.settled
        self.fall(done)
        if secret:
            self.rules.secrets.end_secret(self.code)
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
            if name is not None and str(name) not in self.rules.procedures and str(name) not in self.rules.stages:
                raise self.rules.unknown_deed(name, scope)
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
        again, times = self.label("settle"), self.frame.slots()
        self.code.emit(self.frame.store(times, ZERO, lo=0, hi=MOST_RULES))
        count = self.frame.load(times, 0, MOST_RULES)
        line = self.rules.line(scope, scope.declaration.tree)
        self.fall(again)
        outer, self.in_action = self.in_action, True  # an action done by a rule is part of it
        for declaration in self.model.of("whenever"):
            test, effects = declaration.tree.children
            inner = Scope(self.code, declaration, scope.me, where="whenever")
            fires, on = self.label("fires"), self.label("on")
            try:
                cond = self.rules.formulas.cond(test, inner)
            except WrongError:
                continue
            if terms.is_const(cond, 0):
                self.rules.never(declaration, test)
            self.rules.evidence.tested(test, inner)
            self.fork(cond, fires, on)
            self.start(fires)
            self.code.emit(ir.Check(terms.lt(count, terms.const(MOST_RULES)), ir.ENDLESS_RULES, line))
            more = terms.lowest(terms.add(count, ONE), terms.const(MOST_RULES))
            self.code.emit(self.frame.store(times, more, lo=0, hi=MOST_RULES))
            self.run([effects], inner)
            self.jump(again)
            self.start(on)
        self.in_action = outer

    def _resolving(self, node: Tree[Any], scope: Scope) -> None:
        kind: Any
        event: Any
        kind, event = node.children
        self.rules.calls.resolving(self, kind, event, scope.declaration.tree, scope)


__all__ = ["BOOL", "Flow", "Frame", "Routine", "Stored", "Way"]
