"""Time: a game clock, effects after a delay, effects that come again and again, waiting.

Actions and `wait` only say how much time passes; it passes after the action, timer by timer in order of time, then of creation, each running when the
clock stands at its moment."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NONE, ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Body, Formula, Part
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes
from ludwright.mistakes import Mistake
from ludwright.model.kinds import Kind
from ludwright.rules.emit.code import Code
from ludwright.rules.flow.later import Delayed, LaterRoutines
from ludwright.rules.flow.sessions import Sessions
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope, WrongError

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules
    from ludwright.rules.flow.flow import Flow

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
COUNTED = ("turn", "round")
MOST_TIMERS = 128
"""How many effects can wait at once, unless the clock says otherwise."""
MOST_WAITING = 8192
MOST_CAPTURED = 6
MOST_EVENTS = 10_000
WORD = 2**31 - 1
LEAST = ("least", 0, WORD)
"""How much time passes at least."""


@dataclass
class Site:
    """One place where a timer is set: the function it runs, and what it keeps of the moment it was set."""

    function: str
    kinds: list[Kind | None]
    unit: str
    leaves: bool


class Clock:
    """The words and functions of time; a game without any has none of them."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self._unit = next((clock.unit for _, clock in self.model.declared(syntax.ClockDeclaration)), None)
        self.most = self._most_waiting()
        self.sessions = Sessions(rules, self._tick())
        timed = syntax.Timer | syntax.Wait | syntax.EveryDeclaration | syntax.Takes
        self.used = self.sessions.used or any(
            isinstance(n, timed) for d in rules.description.declarations for n in nodes(d.tree)
        )
        self.sites: list[Site] = []
        self.later = LaterRoutines(self)
        self.last, self.most_names = self.most - 1, MOST_CAPTURED
        if not self.used:
            return
        words = self.model.words
        self.pending, self.to_next, self.created, self.top = words(1), words(1), words(1), words(1)
        self.number, self.filled, self.soonest = words(1), words(1), words(1)
        rules.image[self.soonest] = WORD
        self.time, self.site, self.order, self.who = (words(self.most) for _ in range(4))
        self.kept = words(self.most * MOST_CAPTURED)
        for i in range(self.most):
            rules.image[self.site + i] = NONE
            rules.image[self.time + i] = WORD
        self.everys = list(self.model.declared(syntax.EveryDeclaration))
        self.next_time = words(max(1, len(self.everys)))
        for i in range(max(1, len(self.everys))):
            rules.image[self.next_time + i] = NONE

    # ------------------------------------------------------------ amounts of time

    def _tick(self) -> int | None:
        """The seconds in the clock's own unit, if the game has a clock."""
        return None if self._unit is None else SECONDS.get(self._unit.removesuffix("s"))

    def seconds(self, amount: Formula, unit: Token, scope: Scope) -> tuple[ir.Expr, str]:
        """An amount of time in the clock's own unit; or a number of turns or rounds."""
        word = str(unit).removesuffix("s")
        number = self.rules.formulas.number(amount, scope)
        if word in COUNTED:
            return number, word
        if self._unit is None:
            raise self.rules.wrong(scope, unit, "this game has no clock", "add a line `clock in seconds`")
        tick = self._tick()
        if word not in SECONDS or tick is None:
            raise self.rules.wrong(
                scope, unit, f"`{unit}` is no unit of time", "seconds, minutes, hours, days, weeks, turns or rounds"
            )
        if SECONDS[word] % tick:
            raise self.rules.wrong(scope, unit, f"the clock counts in {self._unit}: `{unit}` are finer")
        return terms.clamp(terms.mul(number, terms.const(SECONDS[word] // tick)), 0, WORD), "clock"

    def now(self) -> ir.Load:
        return terms.state(ir.CLOCK, lo=0, hi=WORD)

    def wait(self, node: syntax.Wait, scope: Scope) -> None:
        amount, unit = node.amount, node.unit
        if amount is None or unit is None:
            if self._tick() is None:
                raise self.rules.wrong(scope, node, "this game has no clock", "add a line `clock in seconds`")
            scope.code.emit(terms.store(self.to_next, ONE, lo=0, hi=1))
            return
        if str(unit).removesuffix("s") == "session" and self.sessions.named:
            self.sessions.wait(scope.code, self.rules.formulas.number(amount, scope))
            return
        self.add(amount, unit, scope)

    def add(self, amount: Formula, unit: Token, scope: Scope) -> None:
        """Let some time pass after this action."""
        number, kind = self.seconds(amount, unit, scope)
        if kind != "clock":
            raise self.rules.wrong(scope, unit, "only time can pass, not turns")
        pending = terms.state(self.pending, lo=0, hi=WORD)
        scope.code.emit(terms.store(self.pending, terms.clamp(terms.add(pending, number), 0, WORD), lo=0, hi=WORD))

    # ------------------------------------------------------------ setting timers

    def set(self, node: syntax.Timer, scope: Scope) -> None:
        """``in 300 seconds: ...``: the names it uses are kept as they are now."""
        suite, rules, code = node.body, self.rules, scope.code
        number, kind = self.seconds(node.delay, node.unit, scope)
        asks = rules.habits.asks(suite)
        if asks and kind == "clock":
            hint = "its effects happen by themselves; `in 2 turns: ...` may ask"
            raise rules.wrong(scope, node, "what comes by the clock can't ask", hint)
        if asks and rules.structure.parts_left([suite]):
            raise rules.wrong(scope, node, "what comes later can't end a turn or a stage", "only `end game` can")
        due = code.keep(number)
        used = names_in(suite)
        captured = [(n, v) for n, v in scope.names.items() if n in used and isinstance(v, Scalar)]
        for _, value in captured:
            rules.equal_things.keep_apart(value.type)
        if len(captured) > MOST_CAPTURED:
            raise rules.wrong(scope, node, f"a timer keeps at most {MOST_CAPTURED} names")
        site = (self._asking_site if asks else self._site)(suite, captured, kind, scope)
        free = code.variable(self._top(), 0, self.most, "free")

        def look(i: ir.Expr) -> None:
            code.emit(ir.If(terms.lt(self._word(self.site, i), ZERO), [ir.Set(free.name, i), ir.Break()]))

        self.walk(code, look, terms.state(self.filled, lo=0, hi=self.most))
        code.emit(ir.Check(terms.lt(free, terms.const(self.most)), ir.TOO_MANY_WAITING, rules.line(scope, node)))
        at = code.keep(terms.lowest(free, terms.const(self.last)), "at")
        code.emit(self._store_top(terms.highest(self._top(), terms.add(at, ONE))))
        code.emit(terms.store(self.filled, terms.add(at, ONE), lo=0, hi=self.most))
        code.emit(self._store_number(terms.add(self._number(), ONE)))
        base = self.now() if kind == "clock" else terms.state(ir.TURN if kind == "turn" else ir.ROUND, lo=0, hi=WORD)
        created = terms.state(self.created, lo=0, hi=WORD)
        code.emit(self._put(self.site, at, terms.const(site)))
        time = code.keep(terms.clamp(terms.add(base, due), 0, WORD), "time")
        code.emit(self._put(self.time, at, time))
        if kind == "clock":
            code.emit(self._store_soonest(terms.lowest(self._soonest(), time)))
        code.emit(self._put(self.order, at, created))
        code.emit(terms.store(self.created, terms.lowest(terms.add(created, ONE), terms.const(WORD)), lo=0, hi=WORD))
        code.emit(self._put(self.who, at, scope.me if scope.me is not None else ZERO))
        for i, (_, value) in enumerate(captured):
            assert isinstance(value, Scalar)
            code.emit(self._put_kept(at, i, terms.as_int(value.expr)))

    def _asking_site(self, suite: Body, captured: list[tuple[str, Any]], unit: str, scope: Scope) -> int:
        number = len(self.sites)
        self.sites.append(Site("", [v.type.kind for _, v in captured], unit, leaves=True))
        names = [(word, value.type, *self.rules.flow.widest(value)) for word, value in captured]
        self.later.bodies[number] = Delayed(suite, scope.declaration, scope.where, names)
        return number

    def _site(self, suite: Body, captured: list[tuple[str, Any]], unit: str, scope: Scope) -> int:
        rules = self.rules
        number = len(self.sites)
        name = f"timer_{number}"
        leaves = rules.structure.parts_left([suite]) is not None
        self.sites.append(Site(name, [v.type.kind for _, v in captured], unit, leaves))
        params = [("me", 0, self.model.players - 1)]
        code = Code(name)
        inner = Scope(code, scope.declaration, terms.local("me", 0, self.model.players - 1), where=scope.where)
        for word, value in captured:
            lo, hi = rules.flow.widest(value)
            local = terms.local(f"p_{word}", lo, hi)
            params.append((local.name, lo, hi))
            expr = terms.as_bool(local) if value.type.form == "bool" else local
            inner = inner.bind(word, Scalar(expr, value.type))
        rules.functions[name] = ir.Function(name, params, [], ir.INT if leaves else None, 0, 1, changes=True)
        rules.effects.run([suite], inner)
        if leaves:
            code.emit(ir.Return(ZERO))
        rules.functions[name] = ir.Function(
            name,
            params,
            code.statements,
            ir.INT if leaves else None,
            0,
            1 + len(rules.parts),
            code.arrays,
            changes=True,
        )
        return number

    # ------------------------------------------------------------ the places of those that wait

    def _most_waiting(self) -> int:
        """How many effects can wait at once."""
        for declaration, clock in self.model.declared(syntax.ClockDeclaration):
            if clock.waiting is not None:
                number = Fraction(str(clock.waiting))
                if number.denominator == 1 and 1 <= number <= MOST_WAITING:
                    return int(number)
                message = f"between 1 and {MOST_WAITING:,} effects can wait at once"
                self.rules.report(Mistake(declaration.place(clock.waiting), message))
        return MOST_TIMERS

    def waiting(self) -> ir.Expr:
        """How many effects wait."""
        return self._number() if self.used else ZERO

    def _number(self) -> ir.Expr:
        return terms.state(self.number, lo=0, hi=self.most)

    def _store_number(self, number: ir.Expr) -> ir.Stmt:
        return terms.store(self.number, terms.clamp(number, 0, self.most), lo=0, hi=self.most)

    def _soonest(self) -> ir.Expr:
        """Nothing that waits for the clock is due before this moment."""
        return terms.state(self.soonest, lo=0, hi=WORD)

    def _store_soonest(self, time: ir.Expr) -> ir.Stmt:
        return terms.store(self.soonest, time, lo=0, hi=WORD)

    def free(self, at: ir.Expr) -> list[ir.Stmt]:
        """Free the place of an effect. All places below `filled` are taken, so the next one is looked for from there on."""
        lowest = terms.lowest(terms.state(self.filled, lo=0, hi=self.most), at)
        return [
            self._put(self.site, at, terms.const(NONE)),
            self._put(self.time, at, terms.const(WORD)),
            terms.store(self.filled, lowest, lo=0, hi=self.most),
            self._store_number(terms.sub(self._number(), ONE)),
        ]

    def _top(self) -> ir.Expr:
        """The places in use lie below this one: only so many are looked at."""
        return terms.state(self.top, lo=0, hi=self.most)

    def _store_top(self, top: ir.Expr) -> ir.Stmt:
        return terms.store(self.top, top, lo=0, hi=self.most)

    def walk(self, code: Code, visit: Any, first: ir.Expr = ZERO) -> None:
        """Go through the places that may be in use."""
        sets.walk(code, first, terms.lowest(terms.sub(self._top(), ONE), terms.const(self.last)), visit)

    def _lower_top(self, code: Code) -> None:
        """Leave out the free places at the end."""
        last = terms.highest(terms.sub(self._top(), ONE), ZERO)
        free = terms.both(terms.gt(self._top(), ZERO), terms.lt(self._word(self.site, last), ZERO))
        code.emit(ir.While([], free, [self._store_top(last)], 0, self.most + 1))

    def _word(self, base: int, i: ir.Expr, lo: int = -1, hi: int = WORD) -> ir.Load:
        return terms.state(base, i, 0, self.last, lo, hi)

    def _put(self, base: int, i: ir.Expr, value: ir.Expr) -> ir.Stmt:
        return terms.store(base, value, i, 0, self.last)

    def _kept_word(self, i: ir.Expr, number: int, lo: int, hi: int) -> ir.Expr:
        place = terms.add(terms.mul(i, terms.const(MOST_CAPTURED)), terms.const(number))
        return terms.clamp(terms.state(self.kept, place, 0, self.most * MOST_CAPTURED - 1), lo, hi)

    def _put_kept(self, i: ir.Expr, number: int, value: ir.Expr) -> ir.Stmt:
        place = terms.add(terms.mul(i, terms.const(MOST_CAPTURED)), terms.const(number))
        return terms.store(self.kept, value, place, 0, self.most * MOST_CAPTURED - 1)

    def forget(self, code: Code, thing: ir.Expr) -> None:
        """The timers of a removed thing die. Which sites keep things is known only at the end: one function looks."""
        if self.used:
            code.emit(ir.Do("timers_die", (thing,)))

    # ------------------------------------------------------------ letting time pass

    def after_action(self, flow: Flow, seat: ir.Expr, node: Part, scope: Scope) -> None:
        if self.used:
            flow.effect("pass_time", (seat, self.sessions.an_action()), set(), node, scope)

    def after_turn(self, flow: Flow, seat: ir.Expr, node: Part, scope: Scope) -> None:
        """Time that passes in the turn itself, outside its actions; and timers that count turns."""
        if self.used and any(
            isinstance(n, syntax.Wait) for d in self.model.of("turn", "play", "stage", "proc") for n in nodes(d.tree)
        ):
            flow.effect("pass_time", (seat, ZERO), set(), node, scope)
        if self.used and self._counted:
            flow.effect("turn_timers", (seat,), set(), node, scope)
        if self.used and self._asks_later:
            self.later.call(flow, node, scope.having(me=seat))

    @cached_property
    def _counted(self) -> list[syntax.Timer]:
        """All that comes turns or rounds later."""
        every = (n for d in self.rules.description.declarations for n in nodes(d.tree) if isinstance(n, syntax.Timer))
        return [timer for timer in every if timer.unit.removesuffix("s") in COUNTED]

    @cached_property
    def _asks_later(self) -> bool:
        """Whether anything that comes turns or rounds later asks."""
        return any(self.rules.habits.asks(timer.body) for timer in self._counted)

    def declare(self) -> None:
        """Functions that others call before they can be written."""
        if self.used:
            me = [("me", 0, self.model.players - 1)]
            self.rules.functions["pass_time"] = ir.Function("pass_time", [*me, LEAST], [], ir.INT, 0, 1, changes=True)
            self.rules.functions["turn_timers"] = ir.Function("turn_timers", me, [], ir.INT, 0, 1, changes=True)
            thing = [("thing", 0, max(0, self.model.components - 1))]
            self.rules.functions["timers_die"] = ir.Function("timers_die", thing, [], changes=True)

    def finish(self) -> None:
        """Write the functions of time, now that every timer is known."""
        if self.used:
            self._write_pass_time()
            self._write_turn_timers()
            self._write_timers_die()

    def _write_pass_time(self) -> None:
        rules = self.rules
        code = Code("pass_time")
        me = terms.local("me", 0, self.model.players - 1)
        passing = terms.highest(terms.state(self.pending, lo=0, hi=WORD), terms.local(*LEAST))
        target = code.variable(terms.clamp(terms.add(self.now(), passing), 0, WORD), 0, WORD, "target")
        code.emit(terms.store(self.pending, ZERO, lo=0, hi=WORD))
        self._refresh(code, me)
        with code.block() as to_next:
            code.emit(terms.store(self.to_next, ZERO, lo=0, hi=1))
            first = code.variable(terms.const(WORD), 0, WORD, "first")
            self._each_due(code, first, lambda time, _: code.emit(ir.Set(first.name, terms.lowest(first, time))))
            found = terms.lt(first, terms.const(WORD))
            code.emit(ir.If(found, [ir.Set(target.name, terms.highest(target, first))]))
        code.emit(ir.If(terms.eq(terms.state(self.to_next, lo=0, hi=1), ONE), to_next))
        coming = self.sessions.look_ahead(code, self.now(), target) if self.sessions.used else None
        best = code.variable(ZERO, -1, WORD, "best")
        with code.block() as body:
            at_time, later = self._earliest(code, best, target)
            code.emit(ir.If(terms.lt(best, ZERO), [self._store_soonest(later), ir.Break()]))
            code.emit(terms.store(ir.CLOCK, terms.highest(at_time, self.now()), lo=0, hi=WORD))
            self._run(code, best, me)
            self._refresh(code, me)
        line = rules.line(Scope(code, rules.description.declarations[0]), None)
        # mostly nothing is due
        due = terms.YES if self.everys else terms.le(self._soonest(), target)
        code.emit(ir.If(due, [ir.While([], terms.YES, body, line, MOST_EVENTS, ir.ENDLESS_RULES)]))
        code.emit(terms.store(ir.CLOCK, terms.highest(target, self.now()), lo=0, hi=WORD))
        self._lower_top(code)
        if coming is not None:
            self.sessions.begin(code, coming, self.now())
            self._refresh(code, me)
        code.emit(ir.Return(ZERO))
        self._function("pass_time", code, LEAST)

    def _function(self, name: str, code: Code, *more: tuple[str, int, int]) -> None:
        params = [("me", 0, self.model.players - 1), *more]
        self.rules.functions[name] = ir.Function(name, params, code.statements, ir.INT, 0, 1, code.arrays, changes=True)

    def _each_due(self, code: Code, latest: ir.Expr, visit: Any, look: Any = None) -> None:
        """Walk all clock timers that are not due after ``latest``, then all repeated effects: visit(time, number); repeated ones count from the most
        that can wait. ``look`` is handed every time that is come by. Of a free place the time is far away, so that mostly nothing else is looked at."""
        clocked = [i for i, site in enumerate(self.sites) if site.unit == "clock"]

        def timer(i: ir.Expr) -> None:
            time = code.keep(self._word(self.time, i, 0), "time")
            if look is not None:
                look(time)
            site = self._word(self.site, i)
            mine: ir.Expr = terms.NO
            if len(clocked) == len(self.sites):
                mine = terms.ge(site, ZERO)
            else:
                for number in clocked:
                    mine = terms.either(mine, terms.eq(site, terms.const(number)))
            with code.block() as body:
                visit(time, i)
            code.emit(ir.If(terms.le(time, latest), [ir.If(mine, body)]))

        if clocked:
            self.walk(code, timer)
        for number in range(len(self.everys)):
            time = code.keep(terms.state(self.next_time + number, lo=-1, hi=WORD), "time")
            with code.block() as body:
                due = code.keep(terms.highest(time, ZERO), "time")
                if look is not None:
                    look(due)
                visit(due, terms.const(self.most + number))
            code.emit(ir.If(terms.ge(time, ZERO), body))

    def _earliest(self, code: Code, best: ir.Local, target: ir.Expr) -> tuple[ir.Expr, ir.Expr]:
        """Look for what is due first: when that is, and when the first of all comes that wait for the clock."""
        later = code.variable(terms.const(WORD), 0, WORD, "later")
        when = code.variable(terms.const(WORD), 0, WORD, "when")
        rank = code.variable(terms.const(WORD), 0, WORD, "rank")
        code.emit(ir.Set(best.name, terms.const(NONE)))

        def visit(time: ir.Expr, number: ir.Expr) -> None:
            order: ir.Expr = terms.const(WORD) if isinstance(number, ir.Const) else self._word(self.order, number, 0)
            order = code.keep(order, "order")
            sooner = terms.either(terms.lt(time, when), terms.both(terms.eq(time, when), terms.lt(order, rank)))
            take = terms.both(terms.le(time, target), terms.either(sooner, terms.lt(best, ZERO)))
            code.emit(ir.If(take, [ir.Set(best.name, number), ir.Set(when.name, time), ir.Set(rank.name, order)]))

        self._each_due(
            code,
            terms.lowest(when, target),
            visit,
            lambda time: code.emit(ir.Set(later.name, terms.lowest(later, time))),
        )
        return when, later

    def _run(self, code: Code, best: ir.Expr, me: ir.Expr) -> None:
        with code.block() as timer:
            at = code.keep(terms.clamp(best, 0, self.last), "at")
            self._fire(code, at, [i for i, s in enumerate(self.sites) if s.unit == "clock"])
        with code.block() as repeated:
            for number, (declaration, every) in enumerate(self.everys):
                with code.block() as body:
                    self._again(code, number, every, Scope(code, declaration, me, where="every"))
                code.emit(ir.If(terms.eq(best, terms.const(self.most + number)), body))
        code.emit(ir.If(terms.lt(best, terms.const(self.most)), timer, repeated))

    def _fire(self, code: Code, at: ir.Expr, numbers: list[int]) -> None:
        """Run a timer and free its place first, so that it may set others."""
        site = code.keep(self._word(self.site, at), "site")
        who = code.keep(terms.clamp(self._word(self.who, at), 0, self.model.players - 1), "who")
        kept = []
        for number in numbers:
            known = self.rules.functions[self.sites[number].function]
            kept.append([code.keep(self._kept_word(at, i, lo, hi)) for i, (_, lo, hi) in enumerate(known.params[1:])])
        for stmt in self.free(at):
            code.emit(stmt)
        for number, values in zip(numbers, kept, strict=True):
            one = self.sites[number]
            with code.block() as body:
                status = code.fresh("status") if one.leaves else None
                code.emit(ir.Do(one.function, (who, *values), status))
                if status is not None:
                    code.emit(ir.If(terms.eq(terms.local(status, 0, WORD), ONE), [ir.Return(ONE)]))
            code.emit(ir.If(terms.eq(site, terms.const(number)), body))

    def _period(self, every: syntax.EveryDeclaration, scope: Scope) -> ir.Expr:
        number, kind = self.seconds(every.amount, every.unit, scope)
        if kind != "clock":
            raise self.rules.wrong(scope, every.unit, "`every` counts time", "seconds, minutes, hours ...")
        return terms.clamp(number, 1, WORD)

    def _again(self, code: Code, number: int, every: syntax.EveryDeclaration, scope: Scope) -> None:
        """One beat of a repeated effect; the next is due a period later."""
        time = terms.state(self.next_time + number, lo=-1, hi=WORD)
        try:
            following = terms.clamp(terms.add(time, self._period(every, scope)), 0, WORD)
            code.emit(terms.store(self.next_time + number, following, lo=-1, hi=WORD))
            if self.rules.habits.asks(every.body):
                raise self.rules.wrong(scope, every.body, "a repeated effect can't ask", "it happens by itself")
            self.rules.effects.run([every.body], scope)
        except WrongError:
            return

    def _refresh(self, code: Code, me: ir.Expr) -> None:
        """A repeated effect counts while its condition holds, from when it began to."""
        for number, (declaration, every) in enumerate(self.everys):
            scope = Scope(code, declaration, me, where="every")
            try:
                cond = self.rules.formulas.cond(every.when, scope) if every.when is not None else terms.YES
                begin = terms.clamp(terms.add(self.now(), self._period(every, scope)), 0, WORD)
            except WrongError:
                continue
            time = terms.state(self.next_time + number, lo=-1, hi=WORD)
            start = ir.If(terms.lt(time, ZERO), [terms.store(self.next_time + number, begin, lo=-1, hi=WORD)])
            stop = terms.store(self.next_time + number, terms.const(NONE), lo=-1, hi=WORD)
            code.emit(ir.If(cond, [start], [stop]))

    def _write_turn_timers(self) -> None:
        code = Code("turn_timers")
        for unit, word in (("turn", ir.TURN), ("round", ir.ROUND)):
            numbers = [i for i, site in enumerate(self.sites) if site.unit == unit and i not in self.later.bodies]
            if not numbers:
                continue
            now = terms.state(word, lo=0, hi=WORD)

            def fire(i: ir.Expr, numbers: list[int] = numbers, now: ir.Expr = now) -> None:
                site = self._word(self.site, i)
                mine: ir.Expr = terms.NO
                for number in numbers:
                    mine = terms.either(mine, terms.eq(site, terms.const(number)))
                due = terms.both(mine, terms.le(self._word(self.time, i, 0), now))
                with code.block() as body:
                    self._fire(code, i, numbers)
                code.emit(ir.If(due, body))

            self.walk(code, fire)
        self._lower_top(code)
        code.emit(ir.Return(ZERO))
        self._function("turn_timers", code)

    def _write_timers_die(self) -> None:
        code = Code("timers_die")
        thing = terms.local("thing", 0, max(0, self.model.components - 1))

        def look(i: ir.Expr) -> None:
            for number, site in enumerate(self.sites):
                for j, kind in enumerate(site.kinds):
                    if kind is not None and kind.role == "component":
                        word = self._kept_word(i, j, -1, max(0, self.model.components - 1))
                        same = terms.both(
                            terms.eq(self._word(self.site, i), terms.const(number)), terms.eq(word, thing)
                        )
                        code.emit(ir.If(same, self.free(i)))

        self.walk(code, look)
        self._lower_top(code)
        params = [("thing", 0, max(0, self.model.components - 1))]
        self.rules.functions["timers_die"] = ir.Function("timers_die", params, code.statements, changes=True)
