"""Questions: who is asked what, with which options; and choices in the middle of effects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NONE, ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Node, Part
from ludwright.model.held_secrets import is_many
from ludwright.model.kinds import BOOL, Kind, Type
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Answers, Scalar, Scope
from ludwright.rules.options.coding import MOST_CODES, Coding, coding_for, merged, zone_of

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.rules.compiler import Rules
    from ludwright.rules.flow.flow import Flow


@dataclass
class QuestionRules:
    """One place where somebody is asked. ``base`` is where the codes of its own answers begin (0: it offers actions)."""

    number: int
    name: str
    function: str
    base: int = 0
    size: int = 0
    coding: Coding | None = None
    words: list[str] | None = None
    line: int = 0
    offers: tuple[str, ...] = ()
    """The names of the actions it offers."""
    member: Callable[[ir.Expr, Code], ir.Expr] | None = None
    """What an answer stands for, counted from ``base``, while the question is open."""
    learn: Callable[[], None] | None = None
    """What everybody learns from its being asked at all."""
    at_once: bool = False
    """Whether all answer it at once."""
    picked: Callable[[Sequence[int]], int] | None = None
    """Where a set is chosen one by one: how many of it are, in a state in which it is asked."""


class Questions:
    """All questions of a game, and the codes of their options. Code 0 is always *stop*, *pass* or *no*."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.all: list[QuestionRules] = []
        self._next_code = 1
        self._names: dict[str, int] = {}

    @property
    def codes(self) -> int:
        """How many codes there are: all are below."""
        return self._next_code

    def reserve(self, size: int, name: str, declaration: Declaration) -> int:
        base = self._next_code
        self._next_code += size
        if self._next_code > MOST_CODES:
            from ludwright.mistakes import Mistake

            self.rules.report(
                Mistake(
                    declaration.place(),
                    f"`{name}` has too many options: {size:,}",
                    "narrow its ranges; 2,147,483,647 fit in all",
                )
            )
            self._next_code = base
        return base

    def new(self, flow: Flow, emit: Callable[[Scope], None], node: Part, scope: Scope, name: str) -> QuestionRules:
        """A question whose options are emitted by a function of its own."""
        number = len(self.all)
        function = f"options_{number}"
        question = QuestionRules(
            number, name, function, line=self.rules.line(scope, node), at_once=flow.sealed is not None
        )
        self.all.append(question)
        code = Code(function)
        asked = terms.state(ir.ACTOR, lo=0, hi=self.rules.model.players - 1)
        inner = scope.having(code=code, me=asked if self._asks_me(scope) else scope.me)
        inner.me = asked
        self.rules.functions[function] = ir.Function(function, [], [])
        emit(inner)
        self.rules.functions[function] = ir.Function(function, [], code.statements, arrays=code.arrays, changes=True)
        return question

    @staticmethod
    def _asks_me(scope: Scope) -> bool:
        return scope.me is not None

    def put(
        self, flow: Flow, question: QuestionRules, seat: ir.Expr, refusable: bool, none: str, secret: bool = False
    ) -> None:
        """Ask: emit the options; nothing to choose leads to ``none``; one that can't be refused is taken at once. What is answered in ``secret`` is no known
        answer where secret stages are gone through again."""
        code = flow.code
        if self.rules.players_leave:  # who has left is never asked
            here = flow.label("here")
            flow.fork(self.rules.seats.still_in(seat), here, none)
            flow.start(here)
        code.emit(terms.store(ir.ACTOR, seat, lo=-1, hi=self.rules.model.players - 1))
        code.emit(terms.store(ir.QUESTION, terms.const(question.number), lo=0, hi=1 << 20))
        code.emit(ir.SetOptionCount(ZERO))
        code.emit(ir.Do(question.function, ()))
        count = ir.OptionCount(ir.INT, 0, 1 << 20)
        some, asked, apply = flow.label("some"), flow.label("ask"), flow.label("answered")
        flow.fork(terms.le(count, ONE if refusable else ZERO), none, some)
        flow.start(some)
        if question.learn is not None:
            question.learn()
        if not refusable:
            forced = flow.label("forced")
            alone = terms.both(terms.eq(count, ONE), terms.eq(terms.table(ir.ASK_FORCED, lo=0, hi=1), ZERO))
            flow.fork(alone, forced, asked)
            flow.start(forced)
            flow.code.emit(terms.store(ir.ANSWER, ir.OptionAt(ir.INT, 0, MOST_CODES, ZERO), lo=0, hi=MOST_CODES))
            flow.code.emit(ir.Note("forced", ()))
            flow.jump(apply)
            flow.start(asked)
        flow.forget_passes()
        if flow.sealed is not None or flow.picking or self.rules.model.rewinds:
            replied, veiled = flow.label("replied"), secret and self.rules.model.rewinds
            if veiled:
                self.rules.secrets.veil(flow.code, 1)
            flow.entry(replied)
            flow.close(ir.Ask(replied))
            flow.start(replied)
            self.rules.secrets.replied(flow.code)
            if veiled:
                self.rules.secrets.veil(flow.code, -1)
            flow.jump(apply)
        else:
            flow.entry(apply)
            flow.close(ir.Ask(apply))
        flow.start(apply)
        moves = terms.state(ir.MOVES, lo=0, hi=MOST_CODES)
        flow.code.emit(
            terms.store(ir.MOVES, terms.lowest(terms.add(moves, ONE), terms.const(MOST_CODES)), lo=0, hi=MOST_CODES)
        )

    # ------------------------------------------------------------ choosing

    def _name(self, scope: Scope, word: str) -> str:
        name = f"{scope.where}.{word}" if scope.where else word
        self._names[name] = self._names.get(name, 0) + 1
        return name if self._names[name] == 1 else f"{name} {self._names[name]}"

    def _seat(self, flow: Flow, who: Formula, scope: Scope) -> ir.Expr:
        seat = self.rules.formulas.seat(who, scope)
        if self.rules.is_me(seat, scope) or isinstance(seat, ir.Const):
            return seat
        return flow.spill(Scalar(seat, self.rules.model.player.ref()), who, scope).expr

    def choose(self, flow: Flow, node: syntax.Choose, scope: Scope) -> None:
        seat = self._seat(flow, node.who, scope)
        may = isinstance(node.chooses, syntax.MayChoose)
        done, none = flow.label("done"), flow.label("none")
        held = self.hold(flow, node)
        choose = self.choose_many if is_many(node.chosen) else self.choose_one
        inner = choose(flow, node, seat, may, none, scope)
        if node.secretly is not None:
            self._unseen(flow, node.source, scope)
        if node.body is not None:
            flow.run([node.body], inner)
        flow.jump(done)
        flow.start(none)
        if node.otherwise is not None:
            flow.run([node.otherwise.body], scope)
        flow.fall(done)
        if held is not None:
            self.rules.secrets.end_held(flow.code, held)

    def hold(self, flow: Flow, node: Node) -> int | None:
        """Something is done in secret that others do not know while they are asked. The place in the flow where a redeal does it again, unless that is held
        to the end of the block."""
        held = self.rules.model.held
        if id(node) not in held:
            return None
        begin = flow.label("held")
        entry = flow.entry(begin)
        self.rules.secrets.begin_held(flow.code, entry)
        flow.fall(begin)
        if held[id(node)]:
            flow.held.append(entry)
            return None
        return entry

    def _unseen(self, flow: Flow, source: Formula, scope: Scope) -> None:
        """Somebody chose secretly among the cards of a zone: for those who don't see it, it may be any of them."""
        place = sets.zone_place(self.rules.formulas.members(source, scope))
        if place is not None:
            self.rules.knowledge.mixed(flow.code, flow.code.keep(place), secretly=True)

    def candidates(self, name: str, source: Part, test: Part | None, scope: Scope) -> sets.SetValue:
        members = self.rules.formulas.members(source, scope)
        if test is None:
            return members
        return sets.Where(
            members, lambda x: self.rules.formulas.cond(test, self.rules.formulas.bound(scope, name, x, members.type))
        )

    def _begin_picking(self, flow: Flow, members: sets.SetValue, node: syntax.Choose) -> int | None:
        """Somebody begins to pick from cards that not everybody sees, or in secret: until he has done, nobody else knows what he picked. The place in the flow where
        a redeal picks again."""
        zone = zone_of(members)
        model = self.rules.model
        unseen = (zone is not None and not zone.public) or id(node) in model.held
        if not unseen or flow.sealed is not None or model.has_secret_stage or "rewind" not in model.arrays:
            return None
        begin = flow.label("picking")
        entry = flow.entry(begin)
        self.rules.secrets.begin_sealed(flow.code, entry)
        flow.fall(begin)
        flow.picking = True
        return entry

    def _coding(self, flow: Flow, members: sets.SetValue, node: syntax.Choose, scope: Scope) -> Coding:
        """How what is chosen is numbered; whoever is asked counts as the description says it."""
        chooser, apart = self.rules.formulas.seat(node.who, scope), flow.sealed is not None
        sample: list[ir.Expr] = []
        with scope.code.block():
            members.each(scope.code, sample.append)
        x = sample[0] if sample else ZERO
        return coding_for(members, x, node.source, self.rules, scope, chooser, apart)

    def choose_one(self, flow: Flow, node: syntax.Choose, seat: ir.Expr, may: bool, none: str, scope: Scope) -> Scope:
        name, source, test = str(node.chosen.name), node.source, node.condition
        probe = scope.having(code=Code("probe"))
        members = self.rules.formulas.members(source, probe)
        coding = self._coding(flow, members, node, probe)
        base = self.reserve(coding.radix, name, scope.declaration)

        def emit(inner: Scope) -> None:
            inner = inner.having(me=scope.me)
            if may:
                inner.code.emit(ir.Emit(ZERO))
            members = merged(self.candidates(name, source, test, inner), coding, inner.code, self.rules)
            line = self.rules.line(scope, node)
            members.each(inner.code, lambda x: inner.code.emit(ir.Emit(self._code(coding, base, x), line)))

        def member(offset: ir.Expr, code: Code) -> ir.Expr:
            inner = scope.having(code=code)
            return coding.member(offset, self.candidates(name, source, test, inner), self.rules, inner)

        question = self.new(flow, emit, node, scope, self._name(scope, name))
        question.base, question.size, question.coding, question.member = base, coding.radix, coding, member
        ways = self.rules.passed_over.choice(name, source, test)
        told = self.rules.passed_over.offered(flow, question, ways, seat, none, node, scope)
        self.put(flow, question, seat, may, told, node.secretly is not None)
        answer = self.rules.actions.answer()
        if may:
            go = flow.label("go")
            flow.fork(terms.eq(answer, ZERO), none, go)
            flow.start(go)
        flow.code.emit(ir.Note("answer", (answer, seat)))
        offset = terms.clamp(terms.sub(answer, terms.const(base)), 0, coding.radix - 1)
        members = self.candidates(name, source, test, scope)
        value = flow.spill(Scalar(coding.member(offset, members, self.rules, scope), coding.type), node, scope)
        if flow.sealed is not None:
            flow.sealed.put(name, value, coding.lo, coding.hi, node, scope)
        elif node.secretly is None:
            self.rules.evidence.chosen(name, source, test, scope.bind(name, value))
            if test is not None:
                self.rules.passed_over.picked(flow, name, source, test, value, scope)
        return scope.bind(name, value)

    def _code(self, coding: Coding, base: int, x: ir.Expr) -> ir.Expr:
        return terms.add(terms.clamp(coding.offset(x, self.rules), 0, coding.radix - 1), terms.const(base))

    def choose_many(self, flow: Flow, node: syntax.Choose, seat: ir.Expr, may: bool, none: str, scope: Scope) -> Scope:
        """A set, picked one at a time in ascending order, so that every subset has one path."""
        chosen, source, test = node.chosen, node.source, node.condition
        name = str(chosen.name)
        code = flow.code
        formulas = self.rules.formulas
        probe = scope.having(code=Code("probe"))
        members = formulas.members(source, probe)
        coding = self._coding(flow, members, node, probe)
        base = self.reserve(coding.radix, name, scope.declaration)
        exact = isinstance(chosen, syntax.ChosenNumber)
        bound = max(1, members.bound)

        def candidates(inner: Scope) -> sets.SetValue:
            found = self.candidates(name, source, test, inner)
            return found if coding.merges else merged(found, coding, inner.code, self.rules)

        most: ir.Expr = terms.const(bound)
        if not isinstance(chosen, syntax.ChosenAnyNumber) and chosen.number is not None:
            number = terms.clamp(formulas.number(chosen.number, scope), 0, bound)
            most = flow.spill(Scalar(number, Type("number")), node, scope).expr
        picked = flow.new_list(min(bound, max(1, most.hi)), coding.type, coding.lo, coding.hi)
        picked.clear(code)
        line = self.rules.line(scope, node)
        if exact:
            # fewer there than wanted: all of them, without asking
            available = code.keep(candidates(scope).count(code))
            enough, fewer, ready = flow.label("enough"), flow.label("fewer"), flow.label("picked")
            flow.fork(terms.ge(available, most) if may else terms.gt(available, most), enough, none if may else fewer)
            flow.start(fewer)
            kept = sets.keep(code, candidates(scope))
            kept.each(flow.code, lambda x: picked.put(flow.code, x, line))
            flow.jump(ready)
            flow.start(enough)
        else:
            some, ready = flow.label("some"), flow.label("picked")
            ways = self.rules.passed_over.choice(name, source, test)
            told = self.rules.passed_over.offered(flow, None, ways, seat, none, node, scope)
            flow.fork(self.candidates(name, source, test, scope).empty(code), told, some)
            flow.start(some)
            self.rules.passed_over.able(flow, ways, node, scope)
        unseen = self._begin_picking(flow, members, node)
        if unseen is not None:
            picked.clear(flow.code)
        again = flow.label("pick")
        flow.fall(again)

        def emit(inner: Scope) -> None:
            inner = inner.having(me=scope.me)
            number = inner.code.keep(picked.number)
            last = inner.code.variable(terms.const(-1), -1, coding.radix - 1, "last")
            with inner.code.block() as some_picked:
                newest = inner.code.keep(picked.at(terms.sub(number, ONE)))
                offset = terms.clamp(coding.offset(newest, self.rules), 0, coding.radix - 1)
                inner.code.emit(ir.Set(last.name, offset))
            inner.code.emit(ir.If(terms.gt(number, ZERO), some_picked))
            if not exact:
                inner.code.emit(ir.Emit(ZERO))
            elif may:
                inner.code.emit(ir.If(terms.eq(number, ZERO), [ir.Emit(ZERO)]))

            def follows(x: ir.Expr) -> ir.Expr:
                offset = inner.code.keep(coding.offset(x, self.rules))
                if not coding.merges:
                    return terms.gt(offset, last)
                return terms.both(terms.ge(offset, last), terms.invert(picked.contains(inner.code, x)))

            line = self.rules.line(scope, node)
            left = sets.Where(candidates(inner), follows)
            if exact:
                kept = sets.keep(inner.code, left)
                need = inner.code.keep(terms.sub(most, number))

                def offer(x: ir.Expr) -> None:
                    offset = inner.code.keep(coding.offset(x, self.rules))
                    higher = sets.Where(kept, lambda y: terms.ge(coding.offset(y, self.rules), offset))
                    enough = terms.ge(higher.count(inner.code), need)
                    inner.code.emit(ir.If(enough, [ir.Emit(self._code(coding, base, x), line)]))

                merged(kept, coding, inner.code, self.rules).each(inner.code, offer)
            else:
                offered = merged(left, coding, inner.code, self.rules)
                offered.each(inner.code, lambda x: inner.code.emit(ir.Emit(self._code(coding, base, x), line)))

        more = flow.label("more")
        flow.fork(terms.lt(picked.number, most), more, ready)
        flow.start(more)
        flow.pass_by(scope, node)

        def member(offset: ir.Expr, code: Code) -> ir.Expr:
            inner = scope.having(code=code)
            open_ = candidates(inner)
            if coding.merges:
                open_ = sets.Where(open_, lambda x: terms.invert(picked.contains(code, x)))
            return coding.member(offset, open_, self.rules, inner)

        question = self.new(flow, emit, node, scope, self._name(scope, name))
        question.base, question.size, question.coding, question.member = base, coding.radix, coding, member
        question.picked = picked.number_in
        self.put(flow, question, seat, not exact, ready, node.secretly is not None)
        answer = self.rules.actions.answer()
        if not exact or may:
            go = flow.label("go")
            flow.fork(terms.eq(answer, ZERO), ready, go)
            flow.start(go)
        flow.code.emit(ir.Note("answer", (answer, seat)))
        offset = terms.clamp(terms.sub(answer, terms.const(base)), 0, coding.radix - 1)
        picked.put(flow.code, flow.code.keep(member(offset, flow.code)), line)
        flow.jump(again)
        flow.start(ready)
        if unseen is not None:
            flow.picking = False
            self.rules.secrets.end_sealed(flow.code, unseen)
        if flow.sealed is not None:
            flow.sealed.put_list(name, picked, coding.lo, coding.hi, node, scope)
        elif test is not None and node.secretly is None:
            one = Type(coding.type.form, coding.type.kind)
            picked.each(flow.code, lambda x: self.rules.passed_over.picked(flow, name, source, test, Scalar(x, one), scope))  # fmt: skip
        if may or exact:
            go = flow.label("chosen")
            flow.fork(terms.gt(picked.number, ZERO), go, none)
            flow.start(go)
        return scope.bind(name, picked)

    def once_each(self, code: Code) -> None:
        """Take out options that were emitted twice, as by `one of move(a), move(b)`."""
        name = "once_each"
        if name not in self.rules.functions:
            self.rules.functions[name] = self._make_once_each(name)
        code.emit(ir.Do(name, ()))

    @staticmethod
    def _make_once_each(name: str) -> ir.Function:
        code = Code(name)
        count = code.keep(ir.OptionCount(ir.INT, 0, 1 << 20), "count")
        kept = code.variable(ZERO, 0, 1 << 20, "kept")

        def look(i: ir.Expr) -> None:
            option = code.keep(ir.OptionAt(ir.INT, 0, MOST_CODES, i), "option")
            twice = code.switch_on(hint="twice")
            sets.walk(code, ZERO, terms.sub(kept, ONE), lambda j: code.emit(
                ir.If(terms.eq(ir.OptionAt(ir.INT, 0, MOST_CODES, j), option), [ir.Set(twice.name, terms.YES), ir.Break()])))  # fmt: skip
            more = terms.lowest(terms.add(kept, ONE), terms.const(1 << 20))
            code.emit(ir.If(terms.invert(twice), [ir.SetOption(kept, option), ir.Set(kept.name, more)]))

        sets.walk(code, ZERO, terms.sub(count, ONE), look)
        code.emit(ir.SetOptionCount(kept))
        return ir.Function(name, [], code.statements, arrays=code.arrays, changes=True)

    # ------------------------------------------------------------ named alternatives

    def options(self, flow: Flow, node: syntax.ChooseOption, scope: Scope) -> Scope:
        name, options = str(node.name), node.options
        seat = self._seat(flow, node.who, scope)
        may = isinstance(node.chooses, syntax.MayChoose)
        kind = self.option_kind(self._name(scope, name), [str(option.name) for option in options])
        base = self.reserve(kind.count, name, scope.declaration)

        def emit(inner: Scope) -> None:
            inner = inner.having(me=scope.me)
            if may:
                inner.code.emit(ir.Emit(ZERO))
            for i, option in enumerate(options):
                body: list[ir.Stmt] = [ir.Emit(terms.const(base + i))]
                if option.condition is not None:
                    inner.code.emit(ir.If(self.rules.formulas.cond(option.condition, inner), body))
                else:
                    inner.code.statements.extend(body)

        self.hold(flow, node)
        question = self.new(flow, emit, node, scope, kind.name)
        question.base, question.size, question.words = base, kind.count, kind.members
        done = flow.label("done")
        chosen = flow.spill(Scalar(terms.const(NONE), kind.ref(True)), node, scope)
        told = done
        tests = [option.condition for option in options if option.condition is not None]
        if node.secretly is None and len(tests) == len(options):
            whens = self.rules.passed_over.alternatives(tests)
            told = self.rules.passed_over.offered(flow, question, whens, seat, done, node, scope)
        self.put(flow, question, seat, may, told, node.secretly is not None)
        answer = self.rules.actions.answer()
        flow.code.emit(ir.Note("answer", (answer, seat)))
        slot = chosen.expr
        assert isinstance(slot, ir.Load)
        value = terms.clamp(terms.sub(answer, terms.const(base)), NONE, kind.count - 1)
        flow.code.emit(ir.Store(slot.base, slot.index, slot.first, slot.last, value, slot.lo, slot.hi, 0))
        if flow.sealed is not None:
            flow.sealed.put(name, chosen, -1, kind.count - 1, node, scope)
        else:
            self.rules.hidden_variables.walked(node, scope.having(code=flow.code))
        for i, option in enumerate(options):
            if option.body is None:
                continue
            this, following = flow.label("option"), flow.label("or")
            flow.fork(terms.eq(chosen.expr, terms.const(i)), this, following)
            flow.start(this)
            if option.condition is not None and node.secretly is None:
                self.rules.passed_over.seen(flow, option.condition, scope)
            flow.run([option.body], scope)
            flow.jump(done)
            flow.start(following)
        flow.fall(done)
        return scope.bind(name, chosen)

    def option_kind(self, name: str, members: list[str]) -> Kind:
        return Kind(name, name, "answer", len(members), 0, members)

    # ------------------------------------------------------------ first to say

    def _shown_limit(self, gen: syntax.Generator) -> Formula | None:
        """What everybody sees of whoever is asked: that it holds."""
        shown = self.rules.passed_over.possible and not self.rules.model.has_secret_stage
        return gen.limit.condition if shown and isinstance(gen.limit, syntax.WithClause) else None

    def _passed_over(self, gen: syntax.Generator, limit: Formula, asked: Scalar | None, scope: Scope) -> None:
        """Whoever stands before somebody who is asked, and was not asked, does not have what is asked for; at the end, all of them."""
        code = scope.code
        if gen.start is not None:
            return
        with code.block() as found:
            name, members, _, _ = self.rules.formulas.gen(replace(gen, limit=None), scope)
            before = code.switch_on(True, "before")

            def look(x: ir.Expr) -> None:
                if asked is not None:
                    code.emit(ir.If(terms.eq(x, asked.expr), [ir.Set(before.name, terms.NO)]))
                inner = self.rules.formulas.bound(scope, name, x, members.type)
                with code.block() as lacks:
                    self.rules.passed_over.fails(limit, inner, gen)
                fails = terms.invert(self.rules.formulas.cond(limit, inner))
                code.emit(ir.If(terms.both(before, fails), lacks))

            members.each(code, look)
        code.statements.extend(self.rules.knowledge.always(found))

    def first_to(self, flow: Flow, node: syntax.FirstTo, scope: Scope) -> None:
        gen = node.members
        limited = gen.limit is not None and "rewind" in self.rules.model.arrays
        marked = limited and flow.sealed is None and not flow.picking and not self.rules.model.has_secret_stage
        if marked:  # who is asked, and who is not, tells something: a redeal asks again
            begin = flow.label("first_to")
            entry = flow.entry(begin)
            self.rules.secrets.begin_held(flow.code, entry)
            flow.fall(begin)
        name, members, _, _ = self.rules.formulas.gen(gen, scope)
        stored = flow.store_list(members, node, scope)
        limit = self._shown_limit(gen) if flow.sealed is None and not flow.picking else None
        word = node.words[1:-1]
        base = self.reserve(1, word, scope.declaration)
        done = flow.label("said")

        def emit(inner: Scope) -> None:
            inner.code.emit(ir.Emit(ZERO))
            inner.code.emit(ir.Emit(terms.const(base)))

        def turn(x: Scalar, inner: Scope) -> None:
            question = self.new(flow, emit, node, inner, self._name(scope, word))
            question.base, question.size, question.words = base, 1, [word]
            silent, said = flow.label("silent"), flow.label("says")
            if limit is not None:
                self.rules.telling.has_shown(limit, inner.bind(name, x))
                self.rules.passed_over.seen(flow, limit, inner.bind(name, x))
                self._passed_over(gen, limit, x, inner)
            outer, flow.picking = flow.picking, marked or flow.picking
            self.put(flow, question, x.expr, True, silent)
            flow.picking = outer
            answer = self.rules.actions.answer()
            flow.fork(terms.eq(answer, ZERO), silent, said)
            flow.start(said)
            if marked:
                self.rules.secrets.end_held(flow.code, entry)
            flow.code.emit(ir.Note("answer", (answer, x.expr)))
            flow.run([node.body], inner.bind(name, x))
            flow.jump(done)
            flow.start(silent)

        flow.walk(stored, node, scope, turn)
        if limit is not None:
            self._passed_over(gen, limit, None, scope.having(code=flow.code))
        if marked:
            self.rules.secrets.end_held(flow.code, entry)
        if node.otherwise is not None:
            flow.run([node.otherwise.body], scope)
        flow.fall(done)

    # ------------------------------------------------------------ everybody at once


__all__ = ["BOOL", "NONE", "Answers", "QuestionRules", "Questions"]
