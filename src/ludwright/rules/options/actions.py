"""Actions: their legal ways, their codes, their effects, and the questions that offer them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Node, Part, StatementNode, parts
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes
from ludwright.model.kinds import Kind, Type
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope
from ludwright.rules.options.coding import MOST_CODES, Coding, all_differ, coding_for
from ludwright.rules.options.enumeration import Enumeration

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.rules.compiler import Rules
    from ludwright.rules.flow.flow import Flow

Guard = syntax.When | syntax.WhenAfterwards | syntax.IfAble | syntax.Let
"""What stands before the effects of an action."""
FLAGS = 32
"""Bits of an option above its code, where `if able` lines note what a way satisfies."""


@dataclass
class ActionRules:
    """One declared action."""

    name: str
    number: int
    declaration: Declaration
    params: list[tuple[str, Formula]]
    guards: list[Guard]
    effects: list[StatementNode]
    late: list[Guard] = field(default_factory=list)
    """Conditions that stand behind effects: a mistake."""
    group: str | None = None
    takes: syntax.Takes | None = None
    """How long it lasts."""
    base: int = 0
    codings: list[Coding] = field(default_factory=list)
    ready: bool = False
    offered: bool = False
    done: bool = False
    """Whether its conditions and effects were compiled."""

    @property
    def lets(self) -> list[syntax.Let]:
        """The names it gives before its effects."""
        return [guard for guard in self.guards if isinstance(guard, syntax.Let)]

    @property
    def size(self) -> int:
        size = 1
        for coding in self.codings:
            size *= coding.radix
        return size


class Actions:
    """All actions of a game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.known: dict[str, ActionRules] = {}
        self._busy: set[str] = set()
        for number, (declaration, tree) in enumerate(rules.model.declared(syntax.ActionDeclaration)):
            action = self.known[str(tree.name)] = self._read(number, declaration, tree)
            for late in action.late:
                message = "conditions stand before the effects of an action"
                rules.wrong(Scope(Code("late"), declaration), late, message, "move this line up")
            for guard in [g for g in action.guards if isinstance(g, syntax.WhenAfterwards)]:
                self._foreseeable(action, guard)

    def _foreseeable(self, action: ActionRules, guard: syntax.WhenAfterwards) -> None:
        """`when afterwards` tries the effects out: neither chance nor questions can be tried."""
        habits = self.rules.habits
        for what, does in (("draw chance", habits.draws), ("ask somebody", habits.asks)):
            if any(does(effect) for effect in action.effects):
                message = f"the effects of `{action.name}` {what}, so that nobody knows what holds afterwards"
                self.rules.wrong(Scope(Code("afterwards"), action.declaration), guard, message, "leave it out")
                action.guards.remove(guard)
                return

    def _read(self, number: int, declaration: Declaration, tree: syntax.ActionDeclaration) -> ActionRules:
        given = tree.parameters.parameters if tree.parameters is not None else ()
        action = ActionRules(str(tree.name), number, declaration, [(str(p.name), p.values) for p in given], [], [])
        for option in tree.options:
            if isinstance(option, syntax.InGroup):
                action.group = str(option.name)
            else:
                action.takes = option
        for node in tree.body:
            if isinstance(node, syntax.When | syntax.WhenAfterwards | syntax.IfAble):
                (action.late if action.effects else action.guards).append(node)
            elif isinstance(node, syntax.Let) and not action.effects and self._is_formula(node.value):
                action.guards.append(node)
            else:
                action.effects.append(node)
        return action

    def _is_formula(self, node: Part) -> bool:
        """Whether the right side of a `let` changes nothing, so that conditions may use it."""
        if isinstance(node, Token):
            return str(node) not in self.rules.procedures
        changing = syntax.Rolling | syntax.Create | syntax.RandomOf
        return not any(
            isinstance(n, changing) or (isinstance(n, syntax.FunctionCall) and str(n.name) in self.rules.procedures)
            for n in nodes(node)
        )

    # ------------------------------------------------------------ codes

    def prepare(self, action: ActionRules, scope: Scope) -> None:
        """Fix the codes of an action: they depend on its parameters only."""
        if action.ready:
            return
        if action.name in self._busy:
            raise self.rules.wrong(
                scope, None, f"`{action.name}` needs itself to know what is legal", "break the circle"
            )
        self._busy.add(action.name)
        code = Code("probe")
        inner = Scope(code, action.declaration, terms.local("me", 0, self.rules.model.players - 1), where=action.name)
        others: list[ir.Expr] = []
        try:
            for word, source in action.params:
                inner = self._lets(action, inner, before=word)
                members = self.rules.formulas.members(source, inner)
                sample: list[ir.Expr] = []
                with code.block():
                    members.each(code, sample.append)
                x = sample[0] if sample else terms.ZERO
                coding = coding_for(members, x, source, self.rules, inner, others=others)
                if coding.form == "equal":
                    coding = replace(coding, named=(), before=tuple(self._alike(coding, action.codings)))
                elif coding.merges and coding.zone is not None and not all_differ(self.rules):
                    before = self._alike(coding, action.codings)
                    coding = coding.apart_from([i for i in before if action.codings[i].zone is coding.zone])
                action.codings.append(coding)
                chosen = terms.local(word, coding.lo, coding.hi)
                if source == "others":
                    others.append(chosen)
                inner = inner.bind(word, Scalar(chosen, coding.type))
        finally:
            self._busy.discard(action.name)
        action.base = self.rules.questions.reserve(action.size, action.name, action.declaration)
        action.ready = True

    @staticmethod
    def _alike(coding: Coding, before: list[Coding]) -> Iterator[int]:
        """Which of the parameters before one may be the same thing: such a thing has a name, and is told from all others."""
        for i, other in enumerate(before):
            kind = other.type.kind
            if kind is not None and kind.role == "component" and other.lo <= coding.hi and coding.lo <= other.hi:
                yield i

    def _lets(self, action: ActionRules, scope: Scope, before: str) -> Scope:
        return scope

    def bind(self, action: ActionRules, values: list[ir.Expr], scope: Scope) -> Scope:
        inner = Scope(scope.code, action.declaration, scope.me, where=action.name)
        for (word, _), coding, value in zip(action.params, action.codings, values, strict=True):
            inner = inner.bind(word, Scalar(value, coding.type))
        return inner

    def encode(self, action: ActionRules, values: list[ir.Expr]) -> ir.Expr:
        total: ir.Expr = ZERO
        for coding, value in zip(action.codings, values, strict=True):
            offset = coding.offset(value, self.rules, values)
            total = terms.add(terms.mul(total, terms.const(coding.radix)), terms.clamp(offset, 0, coding.radix - 1))
        return terms.add(total, terms.const(action.base))

    def decode(self, action: ActionRules, answer: ir.Expr, scope: Scope) -> list[ir.Expr]:
        """The parameters an answer stands for, on the state on which it was given."""
        code = scope.code
        rest = code.keep(terms.clamp(terms.sub(answer, terms.const(action.base)), 0, max(0, action.size - 1)))
        offsets: list[ir.Expr] = []
        for coding in reversed(action.codings):
            if len(action.codings) == 1:
                offsets.append(rest)
                break
            offsets.append(code.keep(terms.mod(rest, terms.const(coding.radix))))
            rest = code.keep(terms.div(rest, terms.const(coding.radix)))
        values: list[ir.Expr] = []
        inner = Scope(code, action.declaration, scope.me, where=action.name)
        for (word, source), coding, offset in zip(action.params, action.codings, reversed(offsets), strict=True):
            offset = terms.clamp(offset, 0, coding.radix - 1)
            members = (
                self.rules.formulas.members(source, inner)
                if coding.form != "index"
                else sets.Numbers(ZERO, ZERO, coding.type)
            )
            value = code.keep(coding.member(offset, members, self.rules, inner, values), word)
            values.append(value)
            inner = inner.bind(word, Scalar(value, coding.type))
        return values

    # ------------------------------------------------------------ legal ways

    def ways(self, action: ActionRules, given: list[Scalar], me: ir.Expr, code: Code, scope: Scope) -> None:
        """Emit the codes of all legal ways (with the first parameters given)."""
        name = self._ways_function(action, given, scope, counting=False)
        code.emit(ir.Do(name, (me, *(terms.as_int(g.expr) for g in given))))

    def _ways_function(self, action: ActionRules, given: list[Scalar], scope: Scope, counting: bool) -> str:
        self.prepare(action, scope)
        name = f"{'can' if counting else 'ways'}_{action.name}_{len(given)}"
        if name in self.rules.functions:
            return name
        players = self.rules.model.players
        code = Code(name)
        params = [("me", 0, players - 1)]
        fixed: list[ir.Expr] = []
        for (word, _), coding in zip(action.params[: len(given)], action.codings, strict=False):
            local = terms.local(f"given_{word}", coding.lo - 1, coding.hi + 1)
            params.append((local.name, local.lo, local.hi))
            fixed.append(local)
        result = ir.BOOL if counting else None
        self.rules.functions[name] = ir.Function(name, params, [], result, 0, 1)
        inner = Scope(code, action.declaration, terms.local("me", 0, players - 1), where=action.name)
        base = code.keep(ir.OptionCount(ir.INT, 0, 1 << 20), "base") if not counting else ZERO
        able = [g for g in action.guards if isinstance(g, syntax.IfAble)]
        Enumeration(self, action, fixed, inner, counting, able).run()
        if counting:
            code.emit(ir.Return(terms.NO))
        elif able:
            self._keep_able(code, base, len(able))
        self.rules.functions[name] = ir.Function(
            name, params, code.statements, result, 0, 1, code.arrays, changes=not counting
        )
        return name

    def _keep_able(self, code: Code, base: ir.Expr, lines: int) -> None:
        """Apply the `if able` lines one after the other to the options from ``base`` on."""
        count = ir.OptionCount(ir.INT, 0, 1 << 20)
        for line in range(lines):
            fits, forces = 1 << (FLAGS + 2 * line), 1 << (FLAGS + 2 * line + 1)
            forced = code.switch_on(hint="forced")

            def bits(i: ir.Expr, mask: int) -> ir.Expr:
                option = ir.OptionAt(ir.INT, -ir.LIMIT, ir.LIMIT, i)
                return terms.ne(ir.Binary(ir.INT, 0, ir.LIMIT, "band", option, terms.const(mask)), ZERO)

            sets.walk(
                code,
                base,
                terms.sub(count, ONE),
                lambda i, f=forces, t=forced: code.emit(  # type: ignore[misc]
                    ir.If(bits(i, f), [ir.Set(t.name, terms.YES), ir.Break()])
                ),
            )
            kept = code.variable(base, 0, 1 << 20, "kept")
            with code.block() as body:

                def sift(i: ir.Expr, mask: int = fits, kept: ir.Local = kept) -> None:
                    move = [
                        ir.SetOption(kept, ir.OptionAt(ir.INT, -ir.LIMIT, ir.LIMIT, i)),
                        ir.Set(kept.name, terms.lowest(terms.add(kept, ONE), terms.const(1 << 20))),
                    ]
                    code.emit(ir.If(bits(i, mask), list(move)))

                sets.walk(code, base, terms.sub(count, ONE), sift)
                code.emit(ir.SetOptionCount(kept))
            code.emit(ir.If(forced, body))
        low = terms.const((1 << FLAGS) - 1)
        sets.walk(
            code,
            base,
            terms.sub(count, ONE),
            lambda i: code.emit(
                ir.SetOption(
                    i, ir.Binary(ir.INT, 0, MOST_CODES, "band", ir.OptionAt(ir.INT, -ir.LIMIT, ir.LIMIT, i), low)
                )
            ),
        )

    def deed(self, node: Part, scope: Scope) -> tuple[ActionRules, list[Part]]:
        """An action as named in `does`, `one of` or `can`, with the parameters given."""
        call = node if isinstance(node, syntax.FunctionCall) else None
        head = call.name if call is not None else node
        if isinstance(head, Token) and str(head) in self.known:
            action = self.known[str(head)]
            given = parts(call.arguments) if call is not None else []
            if len(given) > len(action.params):
                raise self.rules.wrong(
                    scope, node, f"`{head}` takes {len(action.params)} in its brackets, here are {len(given)}"
                )
            return action, given
        if isinstance(head, Token):
            raise self.rules.unknown_deed(head, scope)
        raise self.rules.wrong(scope, node, "expected the name of an action")

    def given(self, action: ActionRules, nodes_: Sequence[Part], scope: Scope) -> list[Scalar]:
        self.prepare(action, scope)
        values = []
        for node, coding in zip(nodes_, action.codings, strict=False):
            value = self.rules.formulas.scalar(node, scope, coding.type)
            self.rules.fitting.fits(value.type, Type(coding.type.form, coding.type.kind, True), node, scope)
            # one beyond the range on either side stands for all that is outside: no way has it
            expr = terms.clamp(terms.as_int(self.rules.formulas.fit(value, coding.type)), coding.lo - 1, coding.hi + 1)
            values.append(Scalar(scope.code.keep(expr), coding.type))
        return values

    def can(self, seat: ir.Expr, deed: Part, node: Part, scope: Scope) -> ir.Expr:
        action, args = self.deed(deed, scope)
        given = self.given(action, args, scope)
        name = self._ways_function(action, given, scope, counting=True)
        return ir.Call(ir.BOOL, 0, 1, name, (seat, *(g.expr for g in given)))

    # ------------------------------------------------------------ effects

    def effect_function(self, action: ActionRules, scope: Scope) -> tuple[str, set[str]]:
        """The plain function that does an action whose effects never ask."""
        self.prepare(action, scope)
        name = f"do_{action.name}"
        if name in self.rules.functions:
            return name, self.rules.leaving[name]
        players = self.rules.model.players
        params = [("me", 0, players - 1)]
        values: list[ir.Expr] = []
        for (word, _), coding in zip(action.params, action.codings, strict=True):
            local = terms.local(f"p_{word}", coding.lo, coding.hi)
            params.append((local.name, local.lo, local.hi))
            values.append(local)
        code = Code(name)
        inner = self.bind(action, values, Scope(code, action.declaration, terms.local("me", 0, players - 1)))
        leaving = self.rules.structure.parts_left(action.effects)
        result = ir.INT if leaving is not None else None
        self.rules.functions[name] = ir.Function(name, params, [], result, 0, 1 + len(self.rules.parts), changes=True)
        self.rules.leaving[name] = leaving or set()
        self._body(action, inner)
        if result is not None:
            code.emit(ir.Return(ZERO))
        self.rules.functions[name] = ir.Function(
            name, params, code.statements, result, 0, 1 + len(self.rules.parts), code.arrays, changes=True
        )
        return name, self.rules.leaving[name]

    def _body(self, action: ActionRules, scope: Scope) -> None:
        lets = action.lets if action.effects else []
        used = set().union(*map(names_in, action.effects), *(names_in(let.value) for let in lets))
        needed = [let for let in lets if str(let.name) in used]
        self.rules.effects.run([*needed, *action.effects], scope)
        if action.takes is not None:
            self.rules.clock.add(action.takes.amount, action.takes.unit, scope)

    def asks(self, action: ActionRules) -> bool:
        return any(self.rules.habits.asks(e) for e in action.effects)

    # ------------------------------------------------------------ questions

    def ask(
        self,
        flow: Flow,
        deeds: Sequence[Part],
        who: ir.Expr | None,
        node: Part,
        scope: Scope,
        may: bool,
        otherwise: StatementNode | None,
    ) -> None:
        """``p does one of a, b``: exactly one legal way, or what stands after `otherwise`."""
        seat = who if who is not None else self.rules.formulas.me(node, scope)
        self.rules.equal_things.keep_names_apart(scope)
        parsed = [self.deed(d, scope) for d in deeds]
        for action, _ in parsed:
            action.offered = True

        def emit(inner: Scope) -> None:
            if may:
                inner.code.emit(ir.Emit(ZERO))
            for action, args in parsed:
                given = self.given(action, args, inner.having(me=scope.me))
                self.ways(action, given, inner.me or ZERO, inner.code, inner)
            self._once_each(parsed, inner)

        question = self.rules.questions.new(flow, emit, node, scope, name=" or ".join(a.name for a, _ in parsed))
        question.offers = tuple(action.name for action, _ in parsed)
        done = flow.label("done")
        none = flow.label("none")
        if self.rules.players_leave:  # who has left does nothing
            here = flow.label("here")
            flow.fork(self.rules.seats.still_in(seat), here, done)
            flow.start(here)
        told = none
        if may or (otherwise is not None and not _ends(otherwise)):
            ways = self.rules.passed_over.actions(parsed, seat)
            told = self.rules.passed_over.offered(flow, question, ways, seat, none, node, scope)
        self.rules.questions.put(flow, question, seat, may, told)
        if may:
            go = flow.label("go")
            flow.fork(terms.eq(self.answer(), ZERO), done, go)
            flow.start(go)
        self.perform(flow, parsed, seat, node, scope)
        settled = flow.settled
        flow.jump(done)
        flow.start(none)
        if may:
            pass
        elif otherwise is not None:
            flow.run([otherwise], scope)
            if settled and not flow.settled:
                self.rules.ending.test(flow, "action", seat, node, scope)
        else:
            flow.code.emit(ir.Check(terms.NO, ir.NO_ACTION, self.rules.line(scope, node)))
        flow.fall(done)
        flow.settled = settled and not may

    def _once_each(self, parsed: list[tuple[ActionRules, list[Part]]], scope: Scope) -> None:
        """An action that is named twice may offer the same way twice."""
        if len({action.name for action, _ in parsed}) < len(parsed):
            self.rules.questions.once_each(scope.code)

    def answer(self) -> ir.Load:
        return terms.state(ir.ANSWER, lo=0, hi=MOST_CODES)

    def perform(
        self, flow: Flow, parsed: list[tuple[ActionRules, list[Part]]], seat: ir.Expr, node: Part, scope: Scope
    ) -> None:
        """Do the action that was answered."""
        after = flow.label("did")
        ordered = sorted({a.name: a for a, _ in parsed}.values(), key=lambda a: a.base)
        for i, action in enumerate(ordered):
            if i + 1 < len(ordered):
                this, following = flow.label(action.name), flow.label("or")
                flow.fork(terms.lt(self.answer(), terms.const(action.base + action.size)), this, following)
                flow.start(this)
                self._perform_one(flow, action, seat, node, scope)
                flow.jump(after)
                flow.start(following)
            else:
                self._perform_one(flow, action, seat, node, scope)
        if len(ordered) > 1:
            flow.fall(after)
        if not flow.in_action:
            self.rules.ending.after_action(flow, seat, node, scope)

    def _perform_one(self, flow: Flow, action: ActionRules, seat: ir.Expr, node: Part, scope: Scope) -> None:
        code = flow.code
        action.done = True
        code.emit(ir.Note("do", (self.answer(), seat)))
        code.emit(terms.store(ir.ACTED, seat, lo=-1, hi=self.rules.model.players))
        self.rules.counting.count_action(code, action.number)
        inner = scope.having(me=seat)
        values = self.decode(action, self.answer(), inner)
        learnt: Sequence[Node] = []
        if self.rules.passed_over.hears(flow) and action.guards:
            values = [code.keep(v) for v in values]
            learnt = self.rules.passed_over.done(action, values, inner.having(code=code))
        hidden = self.rules.model.floor_words or self.rules.knowledge.kept
        if hidden and not action.lets:
            values = [code.keep(v) for v in values]
            shown = self.bind(action, values, inner.having(code=code))
            for word, source in action.params:
                self.rules.evidence.chosen(word, source, None, shown)
            for guard in action.guards:
                if isinstance(guard, syntax.When) and not _is_told(guard.condition, action.effects):
                    self.rules.evidence.needed(guard.condition, shown, learnt)
        if any(isinstance(guard, syntax.IfAble) for guard in action.guards):
            values = [code.keep(v) for v in values]
            self.rules.evidence.could_not(action, values, inner.having(code=code))
        if not self.asks(action):
            name, parts = self.effect_function(action, scope)
            flow.effect(name, (seat, *values), parts, node, scope)
            return
        body = syntax.StatementBlock((*action.lets, *action.effects), span=action.declaration.tree.span)
        scalars = [Scalar(v, c.type) for v, c in zip(values, action.codings, strict=True)]
        outer, flow.in_action = flow.in_action, True
        actor = flow.spill(Scalar(seat, self.rules.model.player.ref()), node, scope)
        flow.enter(
            action.name,
            [w for w, _ in action.params],
            scalars,
            body,
            action.declaration,
            node,
            inner.having(me=actor.expr),
            wants=False,
        )
        flow.in_action = outer
        if action.takes is not None:
            self.rules.clock.add(action.takes.amount, action.takes.unit, inner)

    def any_number(self, flow: Flow, what: syntax.AnyNumberOf, who: ir.Expr | None, node: Part, scope: Scope) -> None:
        """``any number of a, b up to 3 times while C``: again and again until *stop*."""
        maximizing = what.maximizing
        going_on = what.condition.condition if what.condition is not None else None
        seat = who if who is not None else self.rules.formulas.me(node, scope)
        self.rules.equal_things.keep_names_apart(scope)
        parsed = [self.deed(d, scope) for d in what.actions]
        for action, _ in parsed:
            action.offered = True
        again, done = flow.label("again"), flow.label("done")
        counter = limit = None
        if what.at_most is not None:
            counter = flow.frame.slots()
            limit = flow.spill(
                Scalar(self.rules.formulas.number(what.at_most.number, scope), Type("number")), node, scope
            ).expr
            flow.code.emit(flow.frame.store(counter, ZERO, lo=0, hi=MOST_CODES))
        flow.fall(again)
        if going_on is not None:
            go = flow.label("while")
            flow.fork(self.rules.formulas.cond(going_on, scope), go, done)
            flow.start(go)
        if counter is not None and limit is not None:
            go = flow.label("more")
            flow.fork(terms.lt(flow.frame.load(counter, 0, MOST_CODES), limit), go, done)
            flow.start(go)
        flow.pass_by(scope, node)

        def emit(inner: Scope) -> None:
            if maximizing is None:
                inner.code.emit(ir.Emit(ZERO))
                for action, args in parsed:
                    given = self.given(action, args, inner.having(me=scope.me))
                    self.ways(action, given, inner.me or ZERO, inner.code, inner)
            else:
                left = (
                    terms.sub(limit, flow.frame.load(counter, 0, MOST_CODES)) if counter is not None and limit else None
                )
                self.rules.maximizing.emit(parsed, maximizing, node, inner, going_on, left)
            self._once_each(parsed, inner)

        question = self.rules.questions.new(flow, emit, node, scope, name=" or ".join(a.name for a, _ in parsed))
        question.offers = tuple(action.name for action, _ in parsed)
        none = done
        if maximizing is None:
            ways = self.rules.passed_over.actions(parsed, seat)
            none = self.rules.passed_over.offered(flow, question, ways, seat, done, node, scope)
        self.rules.questions.put(flow, question, seat, maximizing is None, none)
        if maximizing is None:
            go = flow.label("go")
            flow.fork(terms.eq(self.answer(), ZERO), done, go)
            flow.start(go)
        if counter is not None:
            count = flow.frame.load(counter, 0, MOST_CODES)
            flow.code.emit(
                flow.frame.store(
                    counter, terms.lowest(terms.add(count, ONE), terms.const(MOST_CODES)), lo=0, hi=MOST_CODES
                )
            )
        self.perform(flow, parsed, seat, node, scope)
        flow.jump(again)
        flow.start(done)


def _is_told(test: Formula, effects: Sequence[StatementNode]) -> bool:
    """Whether an action tells everybody of each card what its condition asks of any of them."""
    match test:
        case syntax.AnyOf(
            syntax.Generator(name, source, start=None, backwards=None, limit=syntax.Clause(condition=asked))
        ):
            everyone = syntax.Generator(name, source)
            return any(
                isinstance(n, syntax.TellWhether) and n.members == everyone and n.condition == asked
                for e in effects
                for n in nodes(e)
            )
    return False


def _ends(node: StatementNode) -> bool:
    """Whether a statement ends the game: then nobody needs to conclude anything."""
    if isinstance(node, syntax.EndOfPhase):
        return str(node.phase) == "game"
    return isinstance(node, syntax.Settling | syntax.Tie)


__all__ = ["ActionRules", "Actions", "Kind", "nodes"]
