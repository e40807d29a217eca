"""Formulas: from syntax trees to typed values, with the statements they need left in the code under construction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.mistakes import nearest
from ludwright.model.kinds import BIG, BOOL, NOTHING, NUMBER, REAL, Holding, Kind, Type
from ludwright.rules import ir, sets, terms
from ludwright.rules.code import Code
from ludwright.rules.members import Members
from ludwright.rules.scope import (
    Answers,
    FieldRef,
    KindRef,
    ParamList,
    Part,
    Scalar,
    Scope,
    Value,
    WrongError,
    ZoneFamily,
    ZoneRef,
)
from ludwright.rules.sets import Set, also
from ludwright.rules.sorted_by import narrowed
from ludwright.rules.terms import NO_NUMBER, NONE

if TYPE_CHECKING:
    from ludwright.rules.rules import Rules

Node = Tree[Any] | Token

COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class Formulas(Members):
    """Typed values of formulas."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model

    # ------------------------------------------------------------ what callers want

    def scalar(self, node: Node, scope: Scope, want: Type | None = None) -> Scalar:
        """One value (a set of one thing is not one)."""
        value = self.value(node, scope, want)
        return self.as_scalar(value, node, scope, want)

    def as_scalar(self, value: Value, node: Node, scope: Scope, want: Type | None = None) -> Scalar:
        match value:
            case Scalar():
                return value
            case FieldRef(field, given) if len(given) == len(field.dims):
                return self.load(field, given, scope)
            case FieldRef(field, _):
                raise self.rules.wrong(scope, node, f"`{field.name}` needs an index here", f"write `{field.name}[...]`")
            case ZoneRef(place, Holding() as holding) if holding.room == 1:
                return Scalar(self.rules.places.occupant(holding, place), holding.kind.ref(True))
            case ZoneRef() | Set() | ZoneFamily():
                raise self.rules.wrong(
                    scope,
                    node,
                    f"this is a set of things{self._expected(want)}",
                    "use `top of ...`, `first x in ...` or `.count`",
                )
            case KindRef(kind):
                raise self.rules.wrong(
                    scope,
                    node,
                    f"`{kind.name}` is a kind of thing, not one of them{self._expected(want)}",
                    f"all of them are `{kind.plural}`",
                )
            case ParamList(param):
                raise self.rules.wrong(
                    scope, node, f"`{param.name}` is a list", f"write `{param.name}[1]`, or `{param.name}.count`"
                )
            case Part(name):
                raise self.rules.wrong(
                    scope, node, f"`{name}` is a part of the game, not a value", f"write `{name}.number`"
                )
            case Answers():
                raise self.rules.wrong(scope, node, "everybody has an answer here: say whose", "write `name[p]`")
        raise AssertionError(value)

    def number(self, node: Node, scope: Scope) -> ir.Expr:
        """A number (`none` counts as 0)."""
        return self.as_number(self.scalar(node, scope, NUMBER), node, scope)

    def as_number(self, value: Scalar, node: Node, scope: Scope) -> ir.Expr:
        if value.type.form == "real":
            if scope.real:
                return value.expr
            raise self.rules.wrong(
                scope, node, "a whole number is needed here", "write `a / b rounded up`, or `a div b`"
            )
        if value.type.form == "none":
            return terms.ZERO
        if value.type.form not in ("number", "bool"):
            raise self.rules.wrong(scope, node, f"expected a number, this is {value.type}")
        return self.number_of(value, scope)

    def number_of(self, value: Scalar, scope: Scope) -> ir.Expr:
        """A value already worked out, as a number."""
        if value.type.optional and value.expr.lo <= NO_NUMBER:
            kept = scope.code.keep(value.expr)
            return terms.select(terms.eq(kept, terms.const(NO_NUMBER)), terms.ZERO, _above(kept, NO_NUMBER + 1))
        return terms.as_int(value.expr)

    def cond(self, node: Node, scope: Scope) -> ir.Expr:
        """Yes or no."""
        value = self.scalar(node, scope, BOOL)
        if value.type.form == "none":
            return terms.NO
        if value.type.form != "bool":
            hint = "compare it with something: `... is ...`"
            raise self.rules.wrong(scope, node, f"expected yes or no, this is {value.type}", hint)
        return terms.as_bool(value.expr)

    def members(self, node: Node, scope: Scope, want: Type | None = None) -> Set:
        """A set; one thing counts as a set of one."""
        return self.as_set(self.value(node, scope, want), node, scope)

    def as_set(self, value: Value, node: Node, scope: Scope) -> Set:
        match value:
            case Set():
                return value
            case ZoneRef():
                return self.rules.places.contents(value)
            case FieldRef() if len(value.given) == len(value.field.dims):
                return self.as_set(self.load(value.field, value.given, scope), node, scope)
            case Scalar(expr, type_) if type_.kind is not None and type_.kind.role in ("line", "region"):
                cells = self.rules.boards.related(type_.kind, "cells", scope.code.keep(expr))
                assert isinstance(cells, Set)
                return cells
            case Scalar(expr, type_) if type_.form == "ref":
                return sets.One(expr, type_)
            case Scalar(_, type_) if type_.form == "none":
                return sets.One(terms.const(NONE), type_)
            case KindRef(kind):
                raise self.rules.wrong(
                    scope,
                    node,
                    f"`{kind.name}` is one kind; its members together are `{kind.plural}`",
                    f"write `{kind.plural}`",
                )
        what = value.type if isinstance(value, Scalar) else "something else"
        raise self.rules.wrong(
            scope, node, f"expected a set of things, this is {what}", "for example `cells`, `my hand`, `1..6`"
        )

    @staticmethod
    def _expected(want: Type | None) -> str:
        return f"; expected {want}" if want is not None else ""

    # ------------------------------------------------------------ dispatch

    def value(self, node: Node, scope: Scope, want: Type | None = None) -> Value:
        if isinstance(node, Token):
            return self._token(node, scope, want)
        handler = getattr(self, f"_{node.data}", None)
        if handler is None:
            raise self.rules.wrong(scope, node, "this can't stand in a formula")
        if node.data in ("paren", "if_else", "member", "my", "at", "call_", "of"):
            result: Value = handler(node, scope, want)
        else:
            result = handler(node, scope)
        return result

    def _token(self, token: Token, scope: Scope, want: Type | None) -> Value:
        if token.type == "NUMBER":
            return self._literal(token, scope)
        if token.type == "STRING":
            raise self.rules.wrong(scope, token, "text can't be a value", "use a name without quotes")
        return self.name(token, scope, want)

    def _literal(self, token: Token, scope: Scope) -> Scalar:
        if "." in token:
            if scope.real:
                return Scalar(terms.real(float(token)), REAL)
            raise self.rules.wrong(
                scope, token, "only whole numbers here", "numbers with a point serve `lead`, `track`, `result` and `by`"
            )
        if len(token) > 12 or int(token) > 2**31 - 1:
            raise self.rules.wrong(scope, token, "this number is too large", f"numbers go up to {2**31 - 1:,}")
        return Scalar(terms.const(int(token)), NUMBER)

    # ------------------------------------------------------------ logic

    def _paren(self, node: Tree[Any], scope: Scope, want: Type | None) -> Value:
        return self.value(node.children[0], scope, want)

    def _yes(self, node: Tree[Any], scope: Scope) -> Scalar:
        return Scalar(terms.YES, BOOL)

    def _no(self, node: Tree[Any], scope: Scope) -> Scalar:
        return Scalar(terms.NO, BOOL)

    def _none_(self, node: Tree[Any], scope: Scope) -> Scalar:
        return Scalar(terms.const(NONE), NOTHING)

    def _not_(self, node: Tree[Any], scope: Scope) -> Scalar:
        return Scalar(terms.invert(self.cond(node.children[0], scope)), BOOL)

    def _and_(self, node: Tree[Any], scope: Scope) -> Scalar:
        self._unmixed(node, "or_", scope)
        a = self.cond(node.children[0], scope)
        with scope.code.block() as more:
            b = self.cond(node.children[1], scope)
        return Scalar(also(scope.code, a, more, b), BOOL)

    def _or_(self, node: Tree[Any], scope: Scope) -> Scalar:
        self._unmixed(node, "and_", scope)
        a = self.cond(node.children[0], scope)
        with scope.code.block() as more:
            b = self.cond(node.children[1], scope)
        if not more and sets.cheap(b):
            return Scalar(terms.either(a, b), BOOL)
        result = scope.code.fresh("holds")
        scope.code.emit(ir.Set(result, a))
        scope.code.emit(ir.If(terms.invert(terms.flag(result)), [*more, ir.Set(result, b)]))
        return Scalar(terms.flag(result), BOOL)

    def _unmixed(self, node: Tree[Any], other: str, scope: Scope) -> None:
        for child in node.children:
            if isinstance(child, Tree) and child.data == other:
                raise self.rules.wrong(
                    scope, node, "`and` and `or` are mixed here", "put brackets round the part that belongs together"
                )

    def _if_else(self, node: Tree[Any], scope: Scope, want: Type | None) -> Value:
        yes, test, no = node.children
        cond = self.cond(test, scope)
        with scope.code.block() as first:
            a = self.scalar(yes, scope, want)
        with scope.code.block() as second:
            b = self.scalar(no, scope, want if want is not None else a.type)
        type_ = self.rules.fitting.common(a.type, b.type, scope, node)
        left, right = self.fit(a, type_), self.fit(b, type_)
        if isinstance(cond, ir.Const):
            scope.code.statements.extend(first if cond.value else second)
            return Scalar(left if cond.value else right, type_)
        if not first and not second and sets.cheap(left) and sets.cheap(right):
            return Scalar(terms.select(cond, left, right), type_)
        if left.type == ir.REAL or right.type == ir.REAL:
            left, right = terms.as_real(left), terms.as_real(right)
        elif left.type != right.type:
            left, right = terms.as_int(left), terms.as_int(right)
        name = scope.code.fresh("value")
        scope.code.emit(ir.If(cond, [*first, ir.Set(name, left)], [*second, ir.Set(name, right)]))
        return Scalar(ir.Local(left.type, min(left.lo, right.lo), max(left.hi, right.hi), name), type_)

    def fit(self, value: Scalar, type_: Type) -> ir.Expr:
        """The expression of a value, as one of that type: `none` takes its form."""
        if value.type.form == "none":
            if type_.form == "number":
                return terms.const(NO_NUMBER)
            if type_.form == "bool":
                return terms.NO
            return terms.const(NONE)
        if type_.form == "real":
            return terms.as_real(value.expr)
        given, wanted = value.type.kind, type_.kind
        if given is not None and wanted is not None and given.role == "component" and wanted.role == "design":
            return self.rules.places.design_of(value.expr)
        return value.expr

    # ------------------------------------------------------------ comparing

    def _is_(self, node: Tree[Any], scope: Scope) -> Scalar:
        return Scalar(self._same(node.children[0], node.children[1], node, scope), BOOL)

    def _is_not(self, node: Tree[Any], scope: Scope) -> Scalar:
        return Scalar(terms.invert(self._same(node.children[0], node.children[1], node, scope)), BOOL)

    def _same(self, left: Node, right: Node, node: Tree[Any], scope: Scope) -> ir.Expr:
        if isinstance(right, Token) and right == "empty" and "empty" not in scope.names:
            return self._vacant(left, scope)
        a = self.value(left, scope)
        want = a.type if isinstance(a, Scalar) else None
        if isinstance(a, FieldRef | ZoneRef):
            a = self.as_scalar(a, left, scope)
            want = a.type
        b = self.value(right, scope, want)
        if isinstance(b, KindRef):
            return self._of_kind(self.as_scalar(a, left, scope), b.kind, node, scope)
        return self.equal(self.as_scalar(a, left, scope), self.as_scalar(b, right, scope, want), node, scope)

    def _vacant(self, node: Node, scope: Scope) -> ir.Expr:
        value = self.value(node, scope)
        if isinstance(value, FieldRef):
            value = self.as_scalar(value, node, scope)
        if (
            isinstance(value, Scalar)
            and value.type.kind is not None
            and value.type.kind.role == "cell"
            and value.type.kind.holds
        ):
            cell = scope.code.keep(value.expr)
            test: ir.Expr = terms.ge(cell, terms.ZERO)
            for holding in value.type.kind.holds.values():
                place = ZoneRef(self.rules.places.of_cell(holding, cell), holding)
                test = terms.both(test, self.as_set(place, node, scope).empty(scope.code))
            return test
        return self.as_set(value, node, scope).empty(scope.code)

    def equal(self, a: Scalar, b: Scalar, node: Node, scope: Scope) -> ir.Expr:
        """Whether two values are the same; a component `is` its design."""
        if a.type.form == "none" or b.type.form == "none":
            other = b if a.type.form == "none" else a
            if other.type.form in ("number", "bool"):
                return (
                    terms.eq(terms.as_int(other.expr), terms.const(NO_NUMBER))
                    if other.type.form == "number"
                    else terms.NO
                )
            return terms.truth(True) if other.type.form == "none" else terms.lt(other.expr, terms.ZERO)
        if a.type.form == "ref" and b.type.form == "ref" and a.type.kind is not None and b.type.kind is not None:
            return self._same_thing(a, b, node, scope)
        if a.type.form == "ref" or b.type.form == "ref":
            raise self.rules.wrong(scope, node, f"{a.type} can never be {b.type}", "compare things of the same kind")
        if (a.type.form == "bool") != (b.type.form == "bool"):
            raise self.rules.wrong(scope, node, f"{a.type} can never be {b.type}", "compare things of the same kind")
        return terms.eq(a.expr, b.expr)

    def _same_thing(self, a: Scalar, b: Scalar, node: Node, scope: Scope) -> ir.Expr:
        left, right = a.type.kind, b.type.kind
        assert left is not None and right is not None
        if left.role == "component" and right.role == "design":
            return terms.eq(self.rules.places.design_of(a.expr), b.expr)
        if left.role == "design" and right.role == "component":
            return terms.eq(a.expr, self.rules.places.design_of(b.expr))
        if not self.rules.fitting.comparable(left, right):
            raise self.rules.wrong(scope, node, f"{a.type} can never be {b.type}", "compare things of the same kind")
        return terms.eq(a.expr, b.expr)

    def _of_kind(self, value: Scalar, kind: Kind, node: Node, scope: Scope) -> ir.Expr:
        if value.type.kind is None or value.type.kind.role not in ("component", "design"):
            raise self.rules.wrong(scope, node, f"{value.type} is never a {kind.name}")
        return self.rules.places.is_of_kind(scope.code.keep(value.expr), value.type.kind, kind)

    def _is_in(self, node: Tree[Any], scope: Scope) -> Scalar:
        a = self.scalar(node.children[0], scope)
        members = self.members(node.children[1], scope, a.type)
        expr = a.expr
        if (
            a.type.kind is not None
            and members.type.kind is not None
            and a.type.kind.role == "component"
            and members.type.kind.role == "design"
        ):
            expr = self.rules.places.design_of(expr)
        elif (
            a.type.form == "ref"
            and members.type.form == "ref"
            and not self.rules.fitting.comparable(a.type.kind, members.type.kind)
        ):
            raise self.rules.wrong(scope, node, f"{a.type} is never among things such as {members.type}")
        return Scalar(members.contains(scope.code, expr), BOOL)

    def _is_not_in(self, node: Tree[Any], scope: Scope) -> Scalar:
        return Scalar(terms.invert(self._is_in(node, scope).expr), BOOL)

    def _compare(self, node: Tree[Any], scope: Scope) -> Scalar:
        left, sign, right = node.children
        op = COMPARISONS[str(sign)]
        if op == "eq":
            return Scalar(self._same(left, right, node, scope), BOOL)
        if op == "ne":
            return Scalar(terms.invert(self._same(left, right, node, scope)), BOOL)
        return Scalar(terms.compare(op, self.number(left, scope), self.number(right, scope)), BOOL)

    # ------------------------------------------------------------ arithmetic

    def _arithmetic(self, node: Tree[Any], scope: Scope, whole: str, real: str) -> Scalar:
        return self._combined(self.number(node.children[0], scope), node, scope, whole, real)

    def _combined(self, a: ir.Expr, node: Tree[Any], scope: Scope, whole: str, real: str) -> Scalar:
        b = self.number(node.children[1], scope)
        if a.type == ir.REAL or b.type == ir.REAL:
            return Scalar(terms.real_op(real, a, b), REAL)
        return Scalar({"add": terms.add, "sub": terms.sub, "mul": terms.mul}[whole](a, b), NUMBER)

    def _add(self, node: Tree[Any], scope: Scope) -> Value:
        left = self.value(node.children[0], scope)
        if isinstance(left, FieldRef) and len(left.given) == len(left.field.dims):
            left = self.load(left.field, left.given, scope)
        one = isinstance(left, Scalar) and left.type.form == "ref"
        if isinstance(left, Set | ZoneRef) or one:
            right = self.members(node.children[1], scope)
            first = self.as_set(left, node.children[0], scope)
            if first.type.form != right.type.form or not self.rules.fitting.comparable(
                first.type.kind, right.type.kind
            ):
                raise self.rules.wrong(scope, node, f"{first.type} and {right.type} can't stand in one set")
            return sets.Joined(first, right)
        number = self.as_number(self.as_scalar(left, node.children[0], scope, NUMBER), node.children[0], scope)
        return self._combined(number, node, scope, "add", "radd")

    def _sub(self, node: Tree[Any], scope: Scope) -> Scalar:
        return self._arithmetic(node, scope, "sub", "rsub")

    def _mul(self, node: Tree[Any], scope: Scope) -> Scalar:
        return self._arithmetic(node, scope, "mul", "rmul")

    def _neg(self, node: Tree[Any], scope: Scope) -> Scalar:
        a = self.number(node.children[0], scope)
        if a.type == ir.REAL:
            return Scalar(ir.Unary(ir.REAL, 0, 0, "rneg", a), REAL)
        return Scalar(terms.neg(a), NUMBER)

    def _div(self, node: Tree[Any], scope: Scope) -> Scalar:
        return self._division(node, scope, terms.div)

    def _mod(self, node: Tree[Any], scope: Scope) -> Scalar:
        return self._division(node, scope, terms.mod)

    def _division(self, node: Tree[Any], scope: Scope, op: object) -> Scalar:
        a, b = self.number(node.children[0], scope), self.number(node.children[1], scope)
        if a.type == ir.REAL or b.type == ir.REAL:
            raise self.rules.wrong(scope, node, "`div` and `mod` need whole numbers")
        return Scalar(self._divide(a, b, node, scope, op), NUMBER)

    def _divide(self, a: ir.Expr, b: ir.Expr, node: Node, scope: Scope, op: object) -> ir.Expr:
        if terms.is_const(b, 0):
            raise self.rules.wrong(scope, node, "this divides by zero")
        if b.lo <= 0 <= b.hi:
            b = scope.code.keep(b)
            if not scope.real:
                scope.code.emit(ir.Check(terms.ne(b, terms.ZERO), ir.ZERO_DIVISION, self.rules.line(scope, node)))
        return op(a, b)  # type: ignore[operator,no-any-return]

    def _quotient(self, node: Tree[Any], scope: Scope) -> Scalar:
        a, b = self.number(node.children[0], scope), self.number(node.children[1], scope)
        rounded = node.children[2]
        if rounded is None:
            if not scope.real:
                hint = "write `a div b`, or `a / b rounded up`"
                raise self.rules.wrong(scope, node, "a division must say how it is rounded here", hint)
            return Scalar(terms.real_op("rdiv", a, b), REAL)
        if a.type == ir.REAL or b.type == ir.REAL:
            raise self.rules.wrong(scope, node, "only whole numbers can be rounded here")
        if str(rounded.children[-1]) == "down":
            return Scalar(self._divide(a, b, node, scope, terms.div), NUMBER)
        return Scalar(terms.neg(self._divide(terms.neg(a), b, node, scope, terms.div)), NUMBER)

    def _range(self, node: Tree[Any], scope: Scope) -> Set:
        a, b = self.number(node.children[0], scope), self.number(node.children[1], scope)
        if a.type == ir.REAL or b.type == ir.REAL:
            raise self.rules.wrong(scope, node, "a range runs between whole numbers")
        return sets.Numbers(scope.code.keep(a), scope.code.keep(b), NUMBER, self.rules.line(scope, node))

    # ------------------------------------------------------------ walking sets

    def gen(self, node: Tree[Any], scope: Scope) -> tuple[str, Set, Scope, list[Node]]:
        """``x in S from y with P``: the name, the set (with the limit applied) and the scope for what follows.

        The scope binds the name only inside a walk: use :meth:`bound`."""
        name, source, start, backwards, limit = node.children
        base = self.members(source, scope)
        if backwards is not None:
            base = Reversed(base)
        if start is not None:
            base = self._turned(base, self.scalar(start, scope, base.type), scope)
        if limit is not None:
            test = limit.children[0]
            if limit.data == "while_":
                base = sets.Beginning(base, self._tester(str(name), base.type, [test], scope))
            else:
                base, tests = narrowed(self, str(name), base, test, scope)
                base = sets.Where(base, self._tester(str(name), base.type, tests, scope)) if tests else base
        return str(name), base, scope, []

    def _tester(self, name: str, type_: Type, tests: list[Node], scope: Scope) -> sets.Test:
        whole = tests[-1]
        for test in reversed(tests[:-1]):
            whole = Tree("and_", [test, whole], getattr(test, "meta", None))
        return lambda x: self.cond(whole, self.bound(scope, name, x, type_))

    @staticmethod
    def bound(scope: Scope, name: str, x: ir.Expr, type_: Type) -> Scope:
        plain = Type(type_.form, type_.kind)
        return scope.bind(name, Scalar(x, plain))

    def _turned(self, base: Set, start: Scalar, scope: Scope) -> Set:
        """A set walked from one of its members round to the one before it."""
        seats = self.model.players
        if isinstance(base, sets.Where) and isinstance(base.base, sets.Circle):
            return sets.Where(self._turned(base.base, start, scope), base.test)
        first = scope.code.keep(start.expr)
        if isinstance(base, sets.Circle) and base.number == seats:
            return sets.Circle(_above(first, 0), seats, seats, base.type)
        kept = sets.keep(scope.code, base)
        return Turned(kept, first, base)

    def _any_(self, node: Tree[Any], scope: Scope) -> Scalar:
        _, members, _, _ = self.gen(node.children[0], scope)
        return Scalar(terms.invert(members.empty(scope.code)), BOOL)

    def _no_(self, node: Tree[Any], scope: Scope) -> Scalar:
        _, members, _, _ = self.gen(node.children[0], scope)
        return Scalar(members.empty(scope.code), BOOL)

    def _every_(self, node: Tree[Any], scope: Scope) -> Scalar:
        name, source, test = node.children
        base = self.members(source, scope)
        holds = self._tester(str(name), base.type, [test], scope)
        failing = sets.Where(base, lambda x: terms.invert(holds(x)))
        return Scalar(failing.empty(scope.code), BOOL)

    def _all_(self, node: Tree[Any], scope: Scope) -> Set:
        return self.gen(node.children[0], scope)[1]

    def _first(self, node: Tree[Any], scope: Scope) -> Scalar:
        _, members, _, _ = self.gen(node.children[0], scope)
        return self.first_of(members, scope)

    def first_of(self, members: Set, scope: Scope) -> Scalar:
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

    def _pick(self, node: Tree[Any], scope: Scope) -> Scalar:
        best, gen, *keys = node.children
        return self._best(str(best.children[0]), gen, keys, scope)

    def _best(self, which: str, gen: Tree[Any], keys: list[Node], scope: Scope) -> Scalar:
        code = scope.code
        name, members, _, _ = self.gen(gen, scope)
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
                beats = terms.compare("gt" if which == "highest" else "lt", value, record)
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
            ir.Set(r, terms.real(0.0) if v.type == ir.REAL else _zero(v)) for r, v in zip(records, types, strict=True)
        ]
        setup[mark:mark] = starts
        lo, hi = min([nothing, *(x.lo for x in seen)]), max([nothing, *(x.hi for x in seen)])
        return Scalar(terms.local(chosen, lo, hi), Type(members.type.form, members.type.kind, True))

    def _all_best(self, node: Tree[Any], scope: Scope) -> Set:
        best, gen, *keys = node.children
        top = self._best(str(best.children[0]), gen, keys, scope)
        name, members, _, _ = self.gen(gen, scope)
        real = scope.having(real=True)
        goal = self.bound(real, name, _above(top.expr, max(0, top.expr.lo)), members.type)
        wanted = [scope.code.keep(self.number(key, goal)) for key in keys]

        def equals(x: ir.Expr) -> ir.Expr:
            test: ir.Expr = terms.YES
            for key, value in zip(keys, wanted, strict=True):
                test = terms.both(
                    test, terms.compare("eq", self.number(key, self.bound(real, name, x, members.type)), value)
                )
            return test

        return sets.Where(members, equals)

    def _random(self, node: Tree[Any], scope: Scope) -> Scalar:
        gen, weight = node.children
        if not scope.chance:
            raise self.rules.wrong(
                scope, node, "chance can't stand in a formula", "draw it in an effect: `let x = random ...`"
            )
        code = scope.code
        name, members, _, _ = self.gen(gen, scope)
        kept = sets.keep(code, members)
        nothing = NO_NUMBER if kept.type.form == "number" else NONE
        if weight is None:
            draw = code.fresh("draw")
            code.emit(ir.Draw(draw, kept.number))
            picked = kept.at(terms.local(draw, 0, max(0, kept.size - 1)))
            some = terms.gt(kept.number, terms.ZERO)
            value = code.keep(terms.select(some, picked, terms.const(nothing)))
            return Scalar(value, Type(kept.type.form, kept.type.kind, True))
        return self._weighted(name, kept, weight, nothing, scope)

    def _weighted(self, name: str, kept: sets.Kept, weight: Node, nothing: int, scope: Scope) -> Scalar:
        code = scope.code

        def weigh(x: ir.Expr) -> ir.Expr:
            w = self.number(weight, self.bound(scope, name, x, kept.type))
            return code.keep(terms.clamp(w, 0, BIG))

        total = code.variable(terms.ZERO, 0, BIG * kept.size, "total")
        kept.each(
            code,
            lambda x: code.emit(ir.Set(total.name, terms.lowest(terms.add(total, weigh(x)), terms.const(total.hi)))),
        )
        draw = code.fresh("draw")
        code.emit(ir.Draw(draw, terms.lowest(total, terms.const(2**31 - 1))))
        left = code.variable(terms.local(draw, 0, 2**31 - 1), -BIG, 2**31 - 1, "left")
        chosen = code.fresh("chosen")
        code.emit(ir.Set(chosen, terms.const(nothing)))

        def visit(x: ir.Expr) -> None:
            w = weigh(x)
            code.emit(ir.If(terms.lt(left, w), [ir.Set(chosen, x), ir.Break()]))
            code.emit(ir.Set(left.name, terms.clamp(terms.sub(left, w), -BIG, 2**31 - 1)))

        kept.each(code, visit)
        return Scalar(
            terms.local(chosen, min(nothing, kept.lo), max(nothing, kept.hi)),
            Type(kept.type.form, kept.type.kind, True),
        )

    def fold(self, op: str, node: Tree[Any], scope: Scope) -> Scalar:
        """``sum``, ``max``, ``min`` or ``count`` of a formula over one or several walks."""
        formula, *gens = node.children
        code = scope.code
        result = code.fresh(op)
        found = code.switch_on() if op in ("max", "min") else None
        start_at = len(code.statements)
        statements = code.statements
        kinds: list[ir.Expr] = []
        size = 1

        def walk(rest: list[Tree[Any]], inner: Scope) -> None:
            nonlocal size
            if not rest:
                self._fold_in(op, result, found, formula, inner, kinds)
                return
            name, members, _, _ = self.gen(rest[0], inner)
            members = sets.in_one_walk(code, members)
            size = min(size * max(1, members.bound), BIG)
            members.each(code, lambda x: walk(rest[1:], self.bound(inner, name, x, members.type)))

        walk(gens, scope)
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

    def _fold_in(
        self, op: str, result: str, found: ir.Local | None, formula: Node, scope: Scope, kinds: list[ir.Expr]
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

    def unknown(self, token: Node, scope: Scope) -> WrongError:
        if str(token) in self.model.broken:
            return WrongError()
        known = [*scope.names, *self.model.all_names(), *self.rules.definitions, *BUILT_IN]
        close = nearest(str(token), known)
        hint = (
            f"did you mean `{close}`?"
            if close
            else "names are declared at the left margin, or by `let`, `for` and `chooses`"
        )
        return self.rules.wrong(scope, token, f"nothing is called `{token}`", hint)


BUILT_IN = ("me", "others", "opponent", "players", "everyone", "partner", "directions", "lines", "repeats", "top", "bottom", "left", "right",
            "count", "sum", "max", "min", "abs", "line", "linked", "side", "distance", "turn", "round", "none", "yes", "no")  # fmt: skip


def _above(e: ir.Expr, lo: int) -> ir.Expr:
    """The same value, where it is known not to lie below ``lo``."""
    return e if e.lo >= lo else terms.highest(e, terms.const(lo))


def _zero(e: ir.Expr) -> ir.Expr:
    return terms.const(min(max(0, e.lo), e.hi))


class Reversed(Set):
    """A set walked from its end."""

    def __init__(self, base: Set) -> None:
        self.base, self.type, self.bound = base, base.type, base.bound

    def each(self, code: Code, visit: sets.Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        self.base.each(code, visit, alive, not backwards)


class Turned(Set):
    """A noted set walked from one member round to the one before it."""

    def __init__(self, base: sets.Kept, start: ir.Expr, source: Set) -> None:
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
