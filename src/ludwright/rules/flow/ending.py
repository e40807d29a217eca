"""Ends of the game, results, and what happens of itself after every action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Part, StatementNode
from ludwright.language.syntax.reading import names_in
from ludwright.model.kinds import Zone
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope, WrongError, ZoneFamily, ZoneRef

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.rules.compiler import Rules
    from ludwright.rules.flow.flow import Flow

MOST_RULES = 1_000


@dataclass(frozen=True)
class WheneverRules(StatementNode):
    """All `whenever` rules, until none holds: no text of a game, but done like one."""


class Ending:
    """Outcomes lie behind the head of the state: for every seat its result, then its placing."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model

    # ------------------------------------------------------------ outcomes

    def _result(self, seat: ir.Expr, value: ir.Expr) -> ir.Stmt:
        return terms.store(ir.HEADER, terms.clamp(value, -1_000_000, 1_000_000), seat, 0, self.model.players - 1)

    def _placing(self, seat: ir.Expr, value: ir.Expr) -> ir.Stmt:
        return terms.store(ir.HEADER + self.model.players, value, seat, 0, self.model.players - 1)

    def _over(self) -> ir.Stmt:
        return terms.store(ir.OVER, ONE, lo=0, hi=2)

    def outcome(self, node: syntax.Settling, scope: Scope) -> None:
        """``S wins 2``: they get the stake, the others lose it; ``S loses`` the other way round."""
        who, stake, wins = node.who, node.amount, isinstance(node, syntax.Wins)
        code = scope.code
        members = self.rules.formulas.members(who, scope)
        if members.type.kind is not self.model.player:
            raise self.rules.wrong(scope, who, f"only players win or lose, this is {members.type}")
        amount = code.keep(self.rules.formulas.number(stake, scope)) if stake is not None else ONE
        kept = sets.keep(code, members)
        everyone = self.model.players
        value, rest = (amount, terms.neg(amount)) if wins else (terms.neg(amount), amount)
        place, behind = (1, 2) if wins else (2, 1)
        sets.walk(code, ZERO, terms.const(everyone - 1), lambda p: self._give(code, p, rest, behind))
        kept.each(code, lambda p: self._give(code, p, value, place))
        self._team_up(code, ir.HEADER, terms.highest if wins else terms.lowest)
        self._team_up(code, ir.HEADER + everyone, terms.lowest if wins else terms.highest)
        code.emit(self._over())

    def _give(self, code: Code, seat: ir.Expr, value: ir.Expr, place: int) -> None:
        code.emit(self._result(seat, value))
        code.emit(self._placing(seat, terms.const(place)))

    def _team_up(self, code: Code, words: int, best: Callable[[ir.Expr, ir.Expr], ir.Expr]) -> None:
        """In teams a win, loss or placing is the whole team's: the word of each seat becomes the best of its team."""
        most = 1_000_000
        players = self.model.players
        found = code.array(players, "team")

        def look(p: ir.Expr) -> None:
            top = code.variable(terms.state(words, p, 0, players - 1, -most, most), -most, most, "top")

            def mate(q: ir.Expr) -> None:
                code.emit(ir.Set(top.name, best(top, terms.state(words, q, 0, players - 1, -most, most))))

            self._mates(code, p, mate)
            code.emit(ir.ArrayStore(found, p, players, top))

        if self.rules.seats.team_words() is None:
            return
        sets.walk(code, ZERO, terms.const(players - 1), look)
        put: Callable[[ir.Expr], ir.Stmt] = lambda p: terms.store(  # noqa: E731
            words, ir.ArrayLoad(ir.INT, -most, most, found, p, players), p, 0, players - 1
        )
        sets.walk(code, ZERO, terms.const(players - 1), lambda p: code.emit(put(p)))

    def _mates(self, code: Code, p: ir.Expr, visit: Callable[[ir.Expr], None]) -> None:
        """Visit everyone of a seat's team."""
        team, players = self.rules.seats.team_words(), self.model.players
        assert team is not None

        def look(q: ir.Expr) -> None:
            with code.block() as body:
                visit(q)
            same = terms.eq(terms.table(team, p, 0, players - 1), terms.table(team, q, 0, players - 1))
            code.emit(ir.If(same, body))

        sets.walk(code, ZERO, terms.const(players - 1), look)

    def _added_up(self, code: Code, array: str) -> str:
        """The numbers of the members of a team, added."""
        if self.rules.seats.team_words() is None:
            return array
        players = self.model.players
        sums = code.array(players, "sums")

        def add(p: ir.Expr) -> None:
            total = code.variable(ZERO, -ir.LIMIT, ir.LIMIT, "total")

            def mate(q: ir.Expr) -> None:
                one = ir.ArrayLoad(ir.INT, -ir.LIMIT, ir.LIMIT, array, q, players)
                code.emit(ir.Set(total.name, ir.Binary(ir.INT, -ir.LIMIT, ir.LIMIT, "sat_add", total, one)))

            self._mates(code, p, mate)
            code.emit(ir.ArrayStore(sums, p, players, total))

        sets.walk(code, ZERO, terms.const(players - 1), add)
        return sums

    def draw(self, code: Code) -> None:
        """Nobody wins, and nobody has a place."""
        sets.walk(code, ZERO, terms.const(self.model.players - 1), lambda p: self._give(code, p, ZERO, 0))
        code.emit(self._over())

    def finish(self, code: Code) -> None:
        """The game is over: let scores or `winners` decide."""
        code.emit(ir.Do(self._decide(), ()))

    def _decide(self) -> str:
        name = "decide"
        if name in self.rules.functions:
            return name
        self.rules.functions[name] = ir.Function(name, [], [], changes=True)
        code = Code(name)
        winners = next(self.model.declared(syntax.WinnersDeclaration), None)
        winner = next(self.model.declared(syntax.WinnerDeclaration), None)
        try:
            if winners is not None:
                self._named_winners(code, *winners)
            elif winner is not None:
                self._ranked(code, *winner)
            else:
                self.draw(code)
        except WrongError:
            pass
        code.emit(self._over())
        self.rules.functions[name] = ir.Function(name, [], code.statements, arrays=code.arrays, changes=True)
        return name

    def _named_winners(self, code: Code, declaration: Declaration, winners: syntax.WinnersDeclaration) -> None:
        scope = Scope(code, declaration)
        kept = sets.keep(code, self.rules.formulas.members(winners.players, scope))
        players = self.model.players
        sets.walk(code, ZERO, terms.const(players - 1), lambda p: self._give(code, p, terms.const(-1), 2))
        kept.each(code, lambda p: self._give(code, p, ONE, 1))
        self._team_up(code, ir.HEADER, terms.highest)
        self._team_up(code, ir.HEADER + players, terms.lowest)
        if players == 1 or self.model.cooperative:
            return
        # where everybody has won nobody has won against anybody: all have a place, and nobody gets anything
        lost = code.switch_on(hint="lost")

        def look(p: ir.Expr) -> None:
            code.emit(ir.If(terms.lt(terms.state(ir.HEADER, p, 0, players - 1), ZERO), [ir.Set(lost.name, terms.YES)]))

        sets.walk(code, ZERO, terms.const(players - 1), look)
        with code.block() as shared:
            sets.walk(code, ZERO, terms.const(players - 1), lambda p: self._give(code, p, ZERO, 1))
        code.emit(ir.If(terms.invert(lost), shared))

    def _ranked(self, code: Code, declaration: Declaration, winner: syntax.WinnerDeclaration) -> None:
        """Placings by several keys in turn; equal ones share."""
        players = self.model.players
        scope = Scope(code, declaration).having(real=True)
        names = [code.array(players, "key") for _ in winner.ranks]

        def note(p: ir.Expr) -> None:
            for rank, array in zip(winner.ranks, names, strict=True):
                value = self._key(rank.name, p, scope)
                code.emit(ir.ArrayStore(array, p, players, terms.neg(value) if rank.best.word == "lowest" else value))

        sets.walk(code, ZERO, terms.const(players - 1), note)
        names = [self._added_up(code, array) for array in names]
        first = code.variable(ZERO, 0, players, "first")

        def place(p: ir.Expr) -> None:
            better = code.variable(ZERO, 0, players, "better")

            def against(q: ir.Expr) -> None:
                beats: ir.Expr = terms.NO
                for array in reversed(names):
                    a, b = (ir.ArrayLoad(ir.INT, -ir.LIMIT, ir.LIMIT, array, s, players) for s in (q, p))
                    beats = terms.either(terms.gt(a, b), terms.both(terms.eq(a, b), beats))
                code.emit(
                    ir.If(beats, [ir.Set(better.name, terms.lowest(terms.add(better, ONE), terms.const(players)))])
                )

            sets.walk(code, ZERO, terms.const(players - 1), against)
            code.emit(self._placing(p, terms.add(better, ONE)))
            code.emit(
                ir.If(
                    terms.eq(better, ZERO),
                    [ir.Set(first.name, terms.lowest(terms.add(first, ONE), terms.const(players)))],
                )
            )

        sets.walk(code, ZERO, terms.const(players - 1), place)
        everyone = terms.eq(first, terms.const(players))

        def give(p: ir.Expr) -> None:
            at_top = terms.eq(terms.state(ir.HEADER + players, p, 0, players - 1), ONE)
            alone = players == 1
            won = ONE if alone else terms.select(everyone, ZERO, ONE)
            code.emit(self._result(p, terms.select(at_top, won, terms.const(-1))))

        sets.walk(code, ZERO, terms.const(players - 1), give)

    def _key(self, word: Token, p: ir.Expr, scope: Scope) -> ir.Expr:
        formulas = self.rules.formulas
        if str(word) == "score" and self.rules.score is not None:
            value = self.rules.analysis.score_of(p, scope)
        else:
            subject = Scalar(p, self.model.player.ref())
            found = formulas.member(subject, word, [], word, scope)
            value = formulas.as_scalar(found, word, scope).expr
        if value.type == ir.REAL:
            raise self.rules.wrong(scope, word, "a score must be a whole number")
        return terms.as_int(value)

    # ------------------------------------------------------------ tests

    def _cases(self, after: str | None) -> list[tuple[Declaration, syntax.EndCase]]:
        ends = self.model.declared(syntax.EndDeclaration)
        return [(declaration, case) for declaration, end in ends if end.after == after for case in end.cases]

    def _tests(self, name: str, after: list[str | None], *, repeated: bool = False) -> str | None:
        """A function that tests some `end` lines in order; yes: the game is over. ``repeated``: those about `repeats` alone."""
        cases = [(a, *c) for a in after for c in self._cases(a)]
        if repeated:
            words = self.rules.counting.words_for_repeats()
            cases = [case for case in cases if names_in(case[-1].condition) & words]
        if not cases and (repeated or not (None in after and any(True for _ in self.model.of("goal")))):
            return None
        if name in self.rules.functions:
            return name
        players = self.model.players
        params = [("me", 0, players - 1)]
        self.rules.functions[name] = ir.Function(name, params, [], ir.BOOL, 0, 1, changes=True)
        code = Code(name)
        for part, declaration, case in cases:
            scope = Scope(code, declaration, terms.local("me", 0, players - 1), where="ends")
            try:
                watched = self.rules.watch.ending(scope, case.condition) if part is None else scope
                cond = self.rules.formulas.cond(case.condition, watched)
                if terms.is_const(cond, 0):
                    self.rules.never(declaration, case.condition)
                with code.block() as body:
                    self._end_with(case, scope)
            except WrongError:
                continue
            code.emit(ir.If(cond, body))
        if None in after and not repeated:
            code.statements.extend(self.rules.watch.settled())
            self._goals(code)
        code.emit(ir.Return(terms.NO))
        self.rules.functions[name] = ir.Function(
            name, params, code.statements, ir.BOOL, 0, 1, code.arrays, changes=True
        )
        return name

    def _goals(self, code: Code) -> None:
        """Goals are reached in order; the last one ends the game."""
        goals = sorted(self.model.declared(syntax.GoalDeclaration), key=lambda goal: float(goal[1].number))
        self._goals_counted(goals, code)
        if not goals:
            return
        reached = terms.state(self.rules.analysis.goals_word(), lo=0, hi=len(goals))
        for number, (declaration, goal) in enumerate(goals):
            scope = Scope(code, declaration, terms.local("me", 0, self.model.players - 1), where="goal")
            try:
                cond = self.rules.formulas.cond(goal.condition, scope)
            except WrongError:
                continue
            step = terms.store(self.rules.analysis.goals_word(), terms.const(number + 1), lo=0, hi=len(goals))
            code.emit(ir.If(terms.both(terms.eq(reached, terms.const(number)), cond), [step]))
        with code.block() as done:
            self.finish(code)
            code.emit(ir.Return(terms.YES))
        code.emit(ir.If(terms.eq(reached, terms.const(len(goals))), done))

    def _goals_counted(self, goals: list[tuple[Declaration, syntax.GoalDeclaration]], code: Code) -> None:
        """Goals have the numbers 1, 2, 3 and so on; the first that has not is told."""
        for number, (declaration, goal) in enumerate(goals, 1):
            word, hint = goal.number, "goals are counted: 1, 2, 3"
            if str(word) != str(number):
                missing = "." not in word and int(word) > number
                message = f"there is no goal {number}" if missing else f"`{word}` is no goal's number"
                self.rules.wrong(Scope(code, declaration), word, message, hint)
                return

    def _end_with(self, case: syntax.EndCase, scope: Scope) -> None:
        match case.effect:
            case None:
                self.finish(scope.code)
            case syntax.Wins() | syntax.Loses() as outcome:
                self.outcome(outcome, scope)
            case syntax.Tie():
                self.draw(scope.code)
            case syntax.EndOfPhase(phase="game"):
                self.finish(scope.code)
            case other:
                raise self.rules.wrong(scope, other, "an end says who wins or loses, or `draw`")
        scope.code.emit(ir.Return(terms.YES))

    def test(self, flow: Flow, part: str, me: ir.Expr | None, node: Part, scope: Scope) -> None:
        """At the end of a turn, round or stage: is the game over?"""
        after: list[str | None] = [part] if flow.settled or part == "round" else [None, part]
        name = self._tests(f"ends_{part}_{len(after)}", after)
        if name is None:
            return
        self._halt_if(flow, name, me if me is not None else self._last_actor())

    def turn_begun(self, flow: Flow) -> None:
        """A position has just begun a turn, and may be one that did so before: is the game over?"""
        name = self._tests("ends_repeated", [None, "turn"], repeated=True)
        if name is not None:
            self._halt_if(flow, name, self._last_actor())

    def _last_actor(self) -> ir.Expr:
        acted = terms.state(ir.ACTED, lo=-1, hi=self.model.players)
        return terms.clamp(acted, 0, self.model.players - 1)

    def _halt_if(self, flow: Flow, name: str, seat: ir.Expr) -> None:
        local = flow.code.fresh("over")
        flow.code.emit(ir.Do(name, (seat,), local))
        over, on = flow.label("over"), flow.label("on")
        flow.fork(terms.flag(local), over, on)
        flow.start(over)
        flow.close(ir.Halt())
        flow.start(on)

    # ------------------------------------------------------------ after every action

    def after_action(self, flow: Flow, seat: ir.Expr, node: Part, scope: Scope) -> None:
        rules = self.rules
        refilled = self._refills()
        if refilled is not None:
            flow.code.emit(ir.Do(refilled, ()))
        rules.clock.after_action(flow, seat, node, scope)
        self._automatic(flow, seat, node, scope)
        ends = self._tests("ends_action", [None])
        if ends is not None:
            self._halt_if(flow, ends, seat)
        flow.settled = True

    def _automatic(self, flow: Flow, seat: ir.Expr, node: Part, scope: Scope) -> None:
        """`whenever` rules, until none holds."""
        declarations = list(self.model.of("whenever"))
        if not declarations:
            return
        if any(self.rules.habits.asks(d.tree) for d in declarations):
            flow.enter("whenever", [], [], WheneverRules(), declarations[0], node, scope.having(me=seat), wants=False)
            return
        name = self._rules_function()
        if self.rules.functions[name].result is not None:
            flow.effect(name, (seat,), set(), node, scope)
        else:
            flow.code.emit(ir.Do(name, (seat,)))

    def _rules_function(self) -> str:
        """`whenever`: in text order, again from the top until none holds."""
        name = "whenever"
        if name in self.rules.functions:
            return name
        players = self.model.players
        params = [("me", 0, players - 1)]
        whenever = list(self.model.declared(syntax.WheneverDeclaration))
        leaving = self.rules.structure.parts_left([tree for _, tree in whenever])
        result = ir.INT if leaving is not None else None
        self.rules.functions[name] = ir.Function(name, params, [], result, 0, 1, changes=True)
        code = Code(name)
        again = code.switch_on(True, "again")
        with code.block() as body:
            code.emit(ir.Set(again.name, terms.NO))
            for declaration, tree in whenever:
                test = tree.condition
                scope = Scope(code, declaration, terms.local("me", 0, players - 1), where="whenever")
                try:
                    cond = self.rules.formulas.cond(test, scope)
                except WrongError:
                    continue
                if terms.is_const(cond, 0):
                    self.rules.never(declaration, test)
                with code.block() as fires:
                    code.emit(ir.Note("whenever", (terms.const(self.rules.line(scope, tree)),)))
                    self.rules.effects.run([tree.body], scope)
                    code.emit(ir.Set(again.name, terms.YES))
                    code.emit(ir.Continue())
                code.emit(ir.If(cond, fires))
        line = self.rules.line(Scope(code, whenever[0][0]), whenever[0][1])
        code.emit(ir.While([], again, body, line, MOST_RULES, ir.ENDLESS_RULES))
        if result is not None:
            code.emit(ir.Return(ZERO))
        self.rules.functions[name] = ir.Function(name, params, code.statements, result, 0, 1, code.arrays, changes=True)
        return name

    def _refills(self) -> str | None:
        """Rows that are topped up from a deck after setup and after every action."""
        rows = [z for z in self.model.all_zones() if z.refill is not None and z.capacity is not None]
        if not rows:
            return None
        name = "refill_rows"
        if name not in self.rules.functions:
            self.rules.functions[name] = ir.Function(name, [], [], changes=True)
            code = Code(name)
            for zone in rows:
                self._refill(code, zone)
            self.rules.functions[name] = ir.Function(name, [], code.statements, arrays=code.arrays, changes=True)
        return name

    def _refill(self, code: Code, zone: Zone) -> None:
        rules = self.rules
        scope = Scope(code, zone.declaration)

        def one(place: ir.Expr) -> None:
            target = ZoneRef(place, zone)
            source = rules.upkeep.refill_ref(target, scope)
            room = rules.upkeep.capacity(zone)
            assert room is not None and source is not None
            missing = code.keep(terms.sub(room, rules.places.size(place)))
            rules.effects.moves.draw(missing, source, target, False, False, zone.tree, scope)

        if zone.dims:
            sets.walk(code, terms.const(zone.place), terms.const(zone.place + zone.size - 1), one)
        else:
            one(rules.places.zone(ZoneFamily(zone)).place)

    def after_setup(self, flow: Flow, scope: Scope) -> None:
        refilled = self._refills()
        if refilled is not None:
            flow.code.emit(ir.Do(refilled, ()))
        self._automatic(flow, ZERO, scope.declaration.tree, scope)
