"""Formulas that walk over sets: any, every, first, highest, random, sums and counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NO_NUMBER, NONE
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes, tokens
from ludwright.model.kinds import BIG, BOOL, NUMBER, REAL, Type
from ludwright.rules.emit.code import Code
from ludwright.rules.formulas.gathering import gather
from ludwright.rules.formulas.matching import best_matching
from ludwright.rules.formulas.sorted_by import narrowed
from ludwright.rules.names import sets
from ludwright.rules.names.members import Members
from ludwright.rules.names.scope import (
    Scalar,
    Scope,
)
from ludwright.rules.names.sets import SetValue

WORD = 2**31 - 1


class Walks(Members):
    """What is found by looking at one member after the other."""

    def gen(self, node: Part, scope: Scope) -> tuple[str, SetValue, Scope, list[Part]]:
        """``x in S from y with P``: the name, the set (with the limit applied) and the scope for what follows.

        The scope binds the name only inside a walk: use :meth:`bound`."""
        assert isinstance(node, syntax.Generator)
        name, base = str(node.name), self.members(node.source, scope)
        if node.backwards is not None:
            base = Reversed(base)
        if node.start is not None:
            base = self._turned(base, self.scalar(node.start, scope, base.type), scope)
        match node.limit:
            case syntax.WhileClause(test):
                base = sets.Beginning(base, self._tester(name, base.type, [test], scope))
            case syntax.WithClause(test):
                base, tests = narrowed(self, name, base, test, scope)
                base = sets.Where(base, self._tester(name, base.type, tests, scope)) if tests else base
        return name, base, scope, []

    def _tester(self, name: str, type_: Type, tests: list[Formula], scope: Scope) -> sets.Test:
        whole = tests[-1]
        for test in reversed(tests[:-1]):
            whole = syntax.And(test, whole, span=getattr(test, "span", None))
        return lambda x: self.cond(whole, self.bound(scope, name, x, type_))

    @staticmethod
    def bound(scope: Scope, name: str, x: ir.Expr, type_: Type) -> Scope:
        plain = Type(type_.form, type_.kind)
        return scope.bind(name, Scalar(x, plain))

    def behind_by(self, key: Part, scope: Scope) -> Scope:
        """The scope of what stands behind `by`: fractions are allowed, and only where there are any nothing faults."""
        seen: set[str] = set()
        waiting = [key]
        while waiting:
            tree = waiting.pop()
            if _has_fraction(tree):
                return scope.having(real=True)
            new = (names_in(tree) & set(self.rules.definitions)) - seen
            seen |= new
            waiting += [self.rules.definitions[name].tree for name in sorted(new)]
        return scope

    def _turned(self, base: SetValue, start: Scalar, scope: Scope) -> SetValue:
        """A set walked from one of its members round to the one before it."""
        seats = self.model.players
        if isinstance(base, sets.Where) and isinstance(base.base, sets.Circle):
            return sets.Where(self._turned(base.base, start, scope), base.test)
        first = scope.code.keep(start.expr)
        if isinstance(base, sets.Circle) and base.number == seats:
            return sets.Circle(above(first, 0), seats, seats, base.type)
        kept = sets.keep(scope.code, base)
        return Turned(kept, first, base)

    def _any_of(self, node: syntax.AnyOf, scope: Scope) -> Scalar:
        return Scalar(terms.invert(self._all_of_set(node, scope).empty(scope.code)), BOOL)

    def _none_of(self, node: syntax.NoneOf, scope: Scope) -> Scalar:
        return Scalar(self._all_of_set(node, scope).empty(scope.code), BOOL)

    def _every_has(self, node: syntax.EveryHas, scope: Scope) -> Scalar:
        base = self.members(node.source, scope)
        holds = self._tester(str(node.name), base.type, [node.condition], scope)
        failing = sets.Where(base, lambda x: terms.invert(holds(x)))
        return Scalar(failing.empty(scope.code), BOOL)

    def _all_of_set(self, node: syntax.AllOf | syntax.FirstOf | syntax.Quantifier, scope: Scope) -> SetValue:
        return self.gen(node.members, scope)[1]

    def _all_in_order(self, node: syntax.AllOf, scope: Scope) -> SetValue:
        return self._ranked(node.members, node.by, False, scope) if node.by else self._all_of_set(node, scope)

    def _best_several(self, node: syntax.BestSeveral, scope: Scope) -> SetValue:
        """``highest 3 c in hand by c.rank``."""
        many = scope.code.keep(self.whole(node.number, scope))
        kept = self._ranked(node.members, node.by, str(node.best.word) == "highest", scope)
        number = scope.code.keep(terms.clamp(terms.lowest(many, kept.number), 0, kept.size))
        return replace(kept, number=number)

    def _ranked(self, generator: syntax.Generator, keys: Sequence[Formula], down: bool, scope: Scope) -> sets.StoredSet:
        """Members in the order of some numbers, of which the first counts most; equal ones in the order of their set."""
        code = scope.code
        name, members, _, _ = self.gen(generator, scope)
        kept = sets.keep(code, members)
        for key in reversed(keys):  # each keeps the order of equal ones
            inner = self.behind_by(key, scope)

            def rank(x: ir.Expr, key: Formula = key, inner: Scope = inner) -> ir.Expr:
                value = self.number(key, self.bound(inner, name, x, kept.type))
                if not down:
                    return value
                return ir.Unary(ir.REAL, 0, 0, "rneg", value) if value.type == ir.REAL else terms.neg(value)

            sets.sort(code, kept, rank)
        return kept

    def gathered(self, word: str, node: syntax.EachArguments, scope: Scope) -> SetValue:
        """``distinct(c.suit for c in hand)``, ``union(p.hand for p in players)``: each value once, in the order in which they come."""
        code, types = scope.code, list[Type]()

        def walk(rest: Sequence[syntax.Generator], inner: Scope, visit: sets.Visit) -> None:
            if rest:
                name, members, _, _ = self.gen(rest[0], inner)
                members = sets.in_one_walk(code, members)
                onward = lambda x: walk(rest[1:], self.bound(inner, name, x, members.type), visit)  # noqa: E731
                members.each(code, onward)
            elif word == "union":
                found = self.members(node.value, inner)
                types.append(found.type)
                found.each(code, visit)
            else:
                value = self.scalar(node.value, inner)
                if value.type.form not in ("number", "ref", "bool"):
                    raise self.rules.wrong(inner, node.value, f"expected things or numbers, this is {value.type}")
                types.append(value.type)
                number = terms.as_int(value.expr)
                with code.block() as there:
                    visit(code.keep(number))
                nothing = NO_NUMBER if value.type.form == "number" else NONE
                code.emit(ir.If(terms.gt(number, terms.const(nothing)), there))

        def form() -> Type:
            first = types[0] if types else NUMBER
            return NUMBER if first.form == "bool" else Type(first.form, first.kind)

        return gather(form, lambda visit: walk(node.members, scope, visit), code)

    def _first(self, node: syntax.FirstOf, scope: Scope) -> Scalar:
        return self.first_of(self._all_of_set(node, scope), scope)

    def first_of(self, members: SetValue, scope: Scope) -> Scalar:
        code = scope.code
        is_number = members.type.form == "number"
        nothing = NO_NUMBER if is_number else NONE
        name = code.fresh("found")
        found = code.switch_on()
        code.emit(ir.Set(name, terms.const(nothing)))
        seen: list[ir.Expr] = []

        def visit(x: ir.Expr) -> None:
            seen.append(x)
            code.emit(ir.Set(name, x))
            code.emit(ir.Set(found.name, terms.YES))
            code.emit(ir.Break())

        members.each(code, visit, alive=terms.invert(found))
        lo, hi = min([nothing, *(x.lo for x in seen)]), max([nothing, *(x.hi for x in seen)])
        return Scalar(terms.local(name, lo, hi), Type(members.type.form, members.type.kind, True))

    def _best_of(self, node: syntax.Ranked, scope: Scope) -> Scalar:
        code, keys, better_by = scope.code, node.by, "gt" if str(node.best.word) == "highest" else "lt"
        name, members, _, _ = self.gen(node.members, scope)
        members = sets.in_one_walk(code, members)
        nothing = NO_NUMBER if members.type.form == "number" else NONE
        chosen = code.fresh("best")
        code.emit(ir.Set(chosen, terms.const(nothing)))
        found = code.switch_on()
        records: list[str] = [code.fresh("key") for _ in keys]
        seen: list[ir.Expr] = []
        setup = code.statements
        mark = len(setup)
        types: list[ir.Expr] = []

        def visit(x: ir.Expr) -> None:
            seen.append(x)
            inner = self.bound(scope, name, x, members.type).having(real=True)
            values = [code.keep(self.number(key, inner)) for key in keys]
            types.extend(values)
            kept = [ir.Local(v.type, v.lo, v.hi, r) for v, r in zip(values, records, strict=True)]
            better: ir.Expr = terms.NO
            for value, record in reversed(list(zip(values, kept, strict=True))):
                beats = terms.compare(better_by, value, record)
                better = terms.either(beats, terms.both(terms.compare("eq", value, record), better))
            better = terms.either(terms.invert(found), better)
            code.emit(
                ir.If(
                    better,
                    [
                        ir.Set(chosen, x),
                        ir.Set(found.name, terms.YES),
                        *(ir.Set(r, v) for r, v in zip(records, values, strict=True)),
                    ],
                )
            )

        members.each(code, visit)
        # every record has a value before the walk, so that both runs know its type
        starts: list[ir.Stmt] = [
            # a kind without members is not walked at all
            ir.Set(r, terms.real(0.0) if v.type == ir.REAL else _zero(v))
            for r, v in zip(records, types, strict=False)
        ]
        setup[mark:mark] = starts
        lo, hi = min([nothing, *(x.lo for x in seen)]), max([nothing, *(x.hi for x in seen)])
        return Scalar(terms.local(chosen, lo, hi), Type(members.type.form, members.type.kind, True))

    def _all_best(self, node: syntax.AllBest, scope: Scope) -> SetValue:
        top, keys = self._best_of(node, scope), node.by
        name, members, _, _ = self.gen(node.members, scope)
        real = scope.having(real=True)
        goal = self.bound(real, name, above(top.expr, max(0, top.expr.lo)), members.type)
        wanted = [scope.code.keep(self.number(key, goal)) for key in keys]

        def equals(x: ir.Expr) -> ir.Expr:
            test: ir.Expr = terms.YES
            for key, value in zip(keys, wanted, strict=True):
                test = terms.both(
                    test, terms.compare("eq", self.number(key, self.bound(real, name, x, members.type)), value)
                )
            return test

        return sets.Where(members, equals)

    def _random(self, node: syntax.RandomOf, scope: Scope) -> Scalar:
        if not scope.chance:
            raise self.rules.wrong(
                scope, node, "chance can't stand in a formula", "draw it in an effect: `let x = random ...`"
            )
        code = scope.code
        name, members, _, _ = self.gen(node.members, scope)
        kept = sets.keep(code, members)
        nothing = NO_NUMBER if kept.type.form == "number" else NONE
        if node.weight is None:
            draw = code.fresh("draw")
            code.emit(ir.Draw(draw, kept.number))
            picked = kept.at(terms.local(draw, 0, max(0, kept.size - 1)))
            some = terms.gt(kept.number, terms.ZERO)
            value = code.keep(terms.select(some, picked, terms.const(nothing)))
            return Scalar(value, Type(kept.type.form, kept.type.kind, True))
        return self._weighted(name, kept, node.weight, nothing, scope)

    def _weighted(self, name: str, kept: sets.StoredSet, weight: Part, nothing: int, scope: Scope) -> Scalar:
        code, inner = scope.code, self.behind_by(weight, scope)
        statements, start_at = code.statements, len(code.statements)
        total = code.fresh("total")
        fractions = False

        def weigh(x: ir.Expr) -> ir.Expr:
            w = self.number(weight, self.bound(inner, name, x, kept.type))
            if w.type != ir.REAL:
                return code.keep(terms.clamp(w, 0, BIG))
            return code.keep(terms.real_op("rmin", terms.real_op("rmax", w, terms.real(0.0)), terms.real(float(BIG))))

        def add(x: ir.Expr) -> None:
            nonlocal fractions
            w = weigh(x)
            fractions = w.type == ir.REAL
            so_far = terms.local(total, 0, BIG * kept.size)
            more = terms.lowest(terms.add(so_far, w), terms.const(so_far.hi)) if not fractions else None
            code.emit(ir.Set(total, more if more is not None else terms.real_op("radd", terms.real_local(total), w)))

        kept.each(code, add)
        statements.insert(start_at, ir.Set(total, terms.real(0.0) if fractions else terms.ZERO))
        chosen = code.fresh("chosen")
        code.emit(ir.Set(chosen, terms.const(nothing)))
        if fractions:
            self._pick_by_fractions(kept, weigh, terms.real_local(total), chosen, code)
        else:
            self._pick_by_numbers(kept, weigh, terms.local(total, 0, BIG * kept.size), chosen, code)
        return Scalar(
            terms.local(chosen, min(nothing, kept.lo), max(nothing, kept.hi)),
            Type(kept.type.form, kept.type.kind, True),
        )

    @staticmethod
    def _pick_by_numbers(kept: sets.StoredSet, weigh: sets.Test, total: ir.Expr, chosen: str, code: Code) -> None:
        draw = code.fresh("draw")
        code.emit(ir.Draw(draw, terms.lowest(total, terms.const(WORD))))
        left = code.variable(terms.local(draw, 0, WORD), -BIG, WORD, "left")

        def visit(x: ir.Expr) -> None:
            w = weigh(x)
            code.emit(ir.If(terms.lt(left, w), [ir.Set(chosen, x), ir.Break()]))
            code.emit(ir.Set(left.name, terms.clamp(terms.sub(left, w), -BIG, WORD)))

        kept.each(code, visit)

    @staticmethod
    def _pick_by_fractions(kept: sets.StoredSet, weigh: sets.Test, total: ir.Expr, chosen: str, code: Code) -> None:
        """The same where weights are fractions: the last one that weighs anything takes what rounding leaves over."""
        zero = terms.real(0.0)
        draw, left = code.fresh("draw"), code.fresh("left")
        code.emit(ir.Draw(draw, terms.select(terms.compare("gt", total, zero), terms.const(WORD), terms.ZERO)))
        share = terms.real_op("rdiv", terms.as_real(terms.local(draw, 0, WORD)), terms.real(float(WORD)))
        code.emit(ir.Set(left, terms.real_op("rmul", share, total)))

        def visit(x: ir.Expr) -> None:
            w = weigh(x)
            code.emit(ir.If(terms.compare("gt", w, zero), [ir.Set(chosen, x)]))
            code.emit(ir.If(terms.compare("lt", terms.real_local(left), w), [ir.Break()]))
            code.emit(ir.Set(left, terms.real_op("rsub", terms.real_local(left), w)))

        kept.each(code, visit)

    def fold(self, op: str, node: syntax.EachArguments, scope: Scope) -> Scalar:
        """``sum``, ``max``, ``min`` or ``count`` of a formula over one or several walks."""
        code = scope.code
        result = code.fresh(op)
        found = code.switch_on() if op in ("max", "min") else None
        start_at = len(code.statements)
        statements = code.statements
        kinds: list[ir.Expr] = []
        size = 1

        def walk(rest: Sequence[syntax.Generator], inner: Scope) -> None:
            nonlocal size
            if not rest:
                self._fold_in(op, result, found, node.value, inner, kinds)
                return
            name, members, _, _ = self.gen(rest[0], inner)
            members = sets.in_one_walk(code, members)
            size = min(size * max(1, members.bound), BIG)
            members.each(code, lambda x: walk(rest[1:], self.bound(inner, name, x, members.type)))

        walk(node.members, scope)
        sample = kinds[0] if kinds else terms.ZERO
        if sample.type == ir.REAL:
            statements.insert(start_at, ir.Set(result, terms.real(0.0)))
            return Scalar(terms.real_local(result), REAL)
        if op == "sum":
            statements.insert(start_at, ir.Set(result, terms.ZERO))
            lo, hi = min(0, sample.lo * size), max(0, sample.hi * size)
            return Scalar(terms.local(result, max(lo, -ir.LIMIT), min(hi, ir.LIMIT)), NUMBER)
        statements.insert(start_at, ir.Set(result, terms.const(NO_NUMBER)))
        return Scalar(
            terms.local(result, min(NO_NUMBER, sample.lo), max(NO_NUMBER, sample.hi)), Type("number", None, True)
        )

    def matched(self, node: syntax.MatchedArguments, scope: Scope) -> Scalar:
        """``best(e for x in S matched to y in T)``."""
        return best_matching(self, node, scope)

    def _fold_in(
        self, op: str, result: str, found: ir.Local | None, formula: Part, scope: Scope, kinds: list[ir.Expr]
    ) -> None:
        code = scope.code
        value = self.scalar(formula, scope, NUMBER)
        if value.type.form not in ("number", "bool", "real", "none"):
            raise self.rules.wrong(scope, formula, f"expected a number to {op}, this is {value.type}")
        optional = value.type.form == "number" and value.type.optional
        amount = code.keep(terms.as_int(value.expr)) if value.expr.type != ir.REAL else code.keep(value.expr)
        kinds.append(amount)
        with code.block() as body:
            if op == "sum":
                so_far = ir.Local(amount.type, -ir.LIMIT // 2, ir.LIMIT // 2, result)
                more = (
                    terms.real_op("radd", so_far, amount)
                    if amount.type == ir.REAL
                    else ir.Binary(ir.INT, -ir.LIMIT, ir.LIMIT, "sat_add", so_far, amount)
                    if abs(amount.hi) > BIG or (abs(amount.lo) > BIG and not optional)
                    else ir.Binary(ir.INT, -ir.LIMIT, ir.LIMIT, "add", so_far, amount)
                )
                code.emit(ir.Set(result, more))
            else:
                assert found is not None
                so_far = ir.Local(amount.type, amount.lo, amount.hi, result)
                better = terms.either(
                    terms.invert(found), ir.Binary(ir.BOOL, 0, 1, "gt" if op == "max" else "lt", amount, so_far)
                )
                code.emit(ir.If(better, [ir.Set(result, amount), ir.Set(found.name, terms.YES)]))
        if optional and amount.lo <= NO_NUMBER:
            code.emit(ir.If(terms.ne(amount, terms.const(NO_NUMBER)), body))
        else:
            code.statements.extend(body)


def above(e: ir.Expr, lo: int) -> ir.Expr:
    """The same value, where it is known not to lie below ``lo``."""
    return e if e.lo >= lo else terms.highest(e, terms.const(lo))


def _has_fraction(tree: Part) -> bool:
    """Whether a formula has a number with a point in it, or divides without rounding."""
    divides = any(isinstance(node, syntax.Quotient) and node.rounded is None for node in nodes(tree))
    return divides or any(word.type == "NUMBER" and "." in word for word in tokens(tree))


def _zero(e: ir.Expr) -> ir.Expr:
    return terms.const(min(max(0, e.lo), e.hi))


class Reversed(SetValue):
    """A set walked from its end."""

    def __init__(self, base: SetValue) -> None:
        self.base, self.type, self.bound = base, base.type, base.bound

    def each(self, code: Code, visit: sets.Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        self.base.each(code, visit, alive, not backwards)


class Turned(SetValue):
    """A noted set walked from one member round to the one before it."""

    def __init__(self, base: sets.StoredSet, start: ir.Expr, source: SetValue) -> None:
        self.base, self.start, self.type, self.bound = base, start, base.type, base.bound
        self.source = source
        """What was noted."""

    def each(self, code: Code, visit: sets.Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        base = self.base
        at = code.variable(terms.ZERO, 0, base.size, "at")

        def look(i: ir.Expr) -> None:
            code.emit(ir.If(terms.eq(base.at(i), self.start), [ir.Set(at.name, i), ir.Break()]))

        sets.walk(code, terms.ZERO, terms.sub(base.number, terms.ONE), look)

        def step(i: ir.Expr) -> None:
            total = terms.add(at, i)
            index = terms.select(terms.ge(total, base.number), terms.sub(total, base.number), total)
            visit(code.keep(base.at(index), "member"))

        sets.walk(code, terms.ZERO, terms.sub(base.number, terms.ONE), step, backwards)
