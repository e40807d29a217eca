"""Formulas: from syntax trees to typed values, with the statements they need left in the code under construction."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NO_NUMBER, NONE
from ludwright.language import syntax
from ludwright.language.printer import to_text
from ludwright.language.syntax import Formula, Part, parts
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes
from ludwright.mistakes import nearest, written
from ludwright.model.kinds import BOOL, FRACTION, MOST_PARTS, NOTHING, NUMBER, PARTS, REAL, Field, Holding, Kind, Type
from ludwright.rules.formulas.functions import Functions, cut
from ludwright.rules.formulas.walks import Walks, above
from ludwright.rules.names import sets
from ludwright.rules.names.scope import (
    Answers,
    FieldRef,
    KindRef,
    ParamList,
    PhaseName,
    PrintedRow,
    Scalar,
    Scope,
    Value,
    WrongError,
    ZoneFamily,
    ZoneRef,
)
from ludwright.rules.names.sets import SetValue, also

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

Operation = Callable[[ir.Expr, ir.Expr], ir.Expr]
COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class Formulas(Walks):
    """Typed values of formulas."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self.functions = Functions(self)
        self._plain: dict[type[syntax.Node], Callable[[Any, Scope], Value]] = {
            syntax.Yes: self._yes,
            syntax.No: self._no,
            syntax.NoneLiteral: self._none,
            syntax.Negation: self._negation,
            syntax.And: self._and,
            syntax.Or: self._or,
            syntax.Is: self._is,
            syntax.IsNot: self._is_not,
            syntax.IsIn: self._is_in,
            syntax.IsNotIn: self._is_not_in,
            syntax.Compare: self._compare,
            syntax.Add: self._add,
            syntax.Subtract: self._subtract,
            syntax.Multiply: self._multiply,
            syntax.Divide: self._divide,
            syntax.Modulo: self._modulo,
            syntax.Quotient: self._quotient,
            syntax.Negative: self._negative,
            syntax.NumberRange: self._range,
            syntax.AnyOf: self._any_of,
            syntax.NoneOf: self._none_of,
            syntax.EveryHas: self._every_has,
            syntax.AllOf: self._all_in_order,
            syntax.FirstOf: self._first,
            syntax.BestOf: self._best_of,
            syntax.AllBest: self._all_best,
            syntax.BestSeveral: self._best_several,
            syntax.RandomOf: self._random,
            syntax.DesignsOf: self.functions.designs,
            syntax.Can: self.functions.can,
            syntax.Knows: self.functions.knows,
        }
        self._wanting: dict[type[syntax.Node], Callable[[Any, Scope, Type | None], Value]] = {
            syntax.Brackets: self._brackets,
            syntax.IfElse: self._if_else,
            syntax.MemberOf: self._member,
            syntax.My: self._my,
            syntax.At: self._at,
            syntax.FunctionCall: self.functions.call,
            syntax.Of: self.functions.of,
        }

    # ------------------------------------------------------------ what callers want

    def scalar(self, node: Part, scope: Scope, want: Type | None = None) -> Scalar:
        """One value (a set of one thing is not one)."""
        value = self.value(node, scope, want)
        return self.as_scalar(value, node, scope, want)

    def as_scalar(self, value: Value, node: Part, scope: Scope, want: Type | None = None) -> Scalar:
        match value:
            case Scalar():
                return value
            case FieldRef(field, given) if len(given) == len(field.dims):
                return self.load(field, given, scope)
            case FieldRef(field, given) if field.is_set and len(given) == len(field.dims) - 1:
                hint = f"write `x is in {field.name}`, `{field.name}.count` or `first x in {field.name}`"
                raise self.rules.wrong(scope, node, f"`{field.name}` is a set of things{self._expected(want)}", hint)
            case FieldRef(field, _):
                raise self.rules.wrong(scope, node, f"`{field.name}` needs an index here", f"write `{field.name}[...]`")
            case ZoneRef(place, Holding() as holding) if holding.room == 1:
                return Scalar(self.rules.places.occupant(holding, place), holding.kind.ref(True))
            case ZoneRef() | SetValue() | ZoneFamily():
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
            case PhaseName(name):
                raise self.rules.wrong(
                    scope, node, f"`{name}` is a part of the game, not a value", f"write `{name}.number`"
                )
            case Answers():
                raise self.rules.wrong(scope, node, "everybody has an answer here: say whose", "write `name[p]`")
            case PrintedRow(_, word, _):
                raise self.rules.wrong(scope, node, f"`{word}` needs an index here", f"write `{word}[...]`")
        raise AssertionError(value)

    def number(self, node: Part, scope: Scope) -> ir.Expr:
        """A number (`none` counts as 0)."""
        return self.as_number(self.scalar(node, scope, NUMBER), node, scope)

    def whole(self, node: Part, scope: Scope) -> ir.Expr:
        """A whole number, also where others are allowed: for counting and as an index."""
        found = self.number(node, scope)
        if found.type == ir.REAL:
            raise self.rules.wrong(
                scope, node, "a whole number is needed here", "write `a / b rounded up`, or `a div b`"
            )
        return found

    def as_number(self, value: Scalar, node: Part, scope: Scope) -> ir.Expr:
        if value.type.form == "fraction":
            if scope.real:
                return terms.real_op("rdiv", value.expr, terms.real(float(PARTS)))
            hint = "write `whole(...)`"
            if "chance" in names_in(scope.declaration.tree):
                hint = "`chance(…)` counts cases of 100 here: half of them are 50"
            raise self.rules.wrong(scope, node, "a whole number is needed here, this is a fraction", hint)
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
            return terms.select(terms.eq(kept, terms.const(NO_NUMBER)), terms.ZERO, above(kept, NO_NUMBER + 1))
        return terms.as_int(value.expr)

    def seat(self, node: Part, scope: Scope) -> ir.Expr:
        return self.as_seat(self.scalar(node, scope, self.model.player.ref()), node, scope)

    def as_seat(self, value: Scalar, node: Part, scope: Scope) -> ir.Expr:
        if value.type.kind is not self.model.player:
            raise self.rules.wrong(scope, node, f"expected a player, this is {value.type}")
        return terms.highest(value.expr, terms.ZERO) if value.expr.lo < 0 else value.expr

    def cond(self, node: Part, scope: Scope) -> ir.Expr:
        """Yes or no."""
        value = self.scalar(node, scope, BOOL)
        if value.type.form == "none":
            return terms.NO
        if value.type.form != "bool":
            hint = "compare it with something: `... is ...`"
            raise self.rules.wrong(scope, node, f"expected yes or no, this is {value.type}", hint)
        return terms.as_bool(value.expr)

    def members(self, node: Part, scope: Scope, want: Type | None = None) -> SetValue:
        """A set; one thing counts as a set of one."""
        return self.as_set(self.value(node, scope, want), node, scope)

    def as_set(self, value: Value, node: Part, scope: Scope) -> SetValue:
        match value:
            case SetValue():
                return value
            case ZoneRef():
                return self.rules.places.contents(value)
            case FieldRef(field, given) if field.is_set and len(given) == len(field.dims) - 1:
                return self.held_by(field, given, scope)
            case FieldRef() if len(value.given) == len(value.field.dims):
                return self.as_set(self.load(value.field, value.given, scope), node, scope)
            case Scalar(expr, type_) if type_.kind is not None and type_.kind.role in ("line", "region"):
                cells = self.rules.boards.related(type_.kind, "cells", scope.code.keep(expr))
                assert isinstance(cells, SetValue)
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

    def held_by(self, field: Field, given: tuple[ir.Expr, ...], scope: Scope) -> SetValue:
        """The members that a variable holds."""
        kind = field.dims[-1].type.kind
        assert kind is not None
        given = tuple(scope.code.keep(index) for index in given)
        inside = lambda x: terms.as_bool(self.load(field, (*given, x), scope).expr)  # noqa: E731
        return sets.Where(sets.MemberSet(kind, kind.ref()), inside)

    @staticmethod
    def _expected(want: Type | None) -> str:
        return f"; expected {want}" if want is not None else ""

    # ------------------------------------------------------------ dispatch

    def value(self, node: Part, scope: Scope, want: Type | None = None) -> Value:
        self.rules.effort.formula(scope)
        if isinstance(node, Token):
            return self._token(node, scope, want)
        form: Any = type(node)
        with scope.code.at(lambda: self.rules.line(scope, node)):
            if form in self._wanting:
                return self._wanting[form](node, scope, want)
            if form in self._plain:
                return self._plain[form](node, scope)
        raise self.rules.wrong(scope, node, "this can't stand in a formula")

    def _token(self, token: Token, scope: Scope, want: Type | None) -> Value:
        if token.type == "NUMBER":
            return self._literal(token, scope)
        return self.name(token, scope, want)

    def _thousandths(self, token: Token, scope: Scope) -> int:
        """A number with a point, as a fraction keeps it."""
        whole, _, digits = str(token).partition(".")
        if len(digits) > 3 or len(whole) > 7 or int(whole) * PARTS > MOST_PARTS:
            hint = f"up to {MOST_PARTS // PARTS:,}, with at most three digits behind the point"
            raise self.rules.wrong(scope, token, "this fraction can't be kept", hint)
        return int(whole) * PARTS + int(digits.ljust(3, "0"))

    def amount(self, value: Scalar, node: Part, scope: Scope) -> Scalar:
        """A number or a fraction, to count with."""
        if value.type.form == "fraction" and not scope.real:
            return value
        expr = self.as_number(value, node, scope)
        return Scalar(expr, REAL if expr.type == ir.REAL else NUMBER)

    def amount_of(self, node: Part, scope: Scope) -> Scalar:
        return self.amount(self.scalar(node, scope, NUMBER), node, scope)

    @staticmethod
    def in_parts(value: Scalar) -> ir.Expr:
        """A number or a fraction, in thousandths."""
        whole = value.type.form != "fraction"
        return terms.mul(terms.as_int(value.expr), terms.const(PARTS)) if whole else value.expr

    def _literal(self, token: Token, scope: Scope) -> Scalar:
        if "." in token:
            if scope.real:
                return Scalar(terms.real(float(token)), REAL)
            return Scalar(terms.const(self._thousandths(token, scope)), FRACTION)
        if len(token) > 12 or int(token) > 2**31 - 1:
            raise self.rules.wrong(scope, token, "this number is too large", f"numbers go up to {2**31 - 1:,}")
        return Scalar(terms.const(int(token)), NUMBER)

    # ------------------------------------------------------------ logic

    def _brackets(self, node: syntax.Brackets, scope: Scope, want: Type | None) -> Value:
        return self.value(node.formula, scope, want)

    def _yes(self, node: syntax.Yes, scope: Scope) -> Scalar:
        return Scalar(terms.YES, BOOL)

    def _no(self, node: syntax.No, scope: Scope) -> Scalar:
        return Scalar(terms.NO, BOOL)

    def _none(self, node: syntax.NoneLiteral, scope: Scope) -> Scalar:
        return Scalar(terms.const(NONE), NOTHING)

    def _negation(self, node: syntax.Negation, scope: Scope) -> Scalar:
        return Scalar(terms.invert(self.cond(node.condition, scope)), BOOL)

    def _and(self, node: syntax.And, scope: Scope) -> Scalar:
        self._unmixed(node, syntax.Or, scope)
        a = self.cond(node.left, scope)
        with scope.code.block() as more:
            b = self.cond(node.right, scope)
        return Scalar(also(scope.code, a, more, b), BOOL)

    def _or(self, node: syntax.Or, scope: Scope) -> Scalar:
        self._unmixed(node, syntax.And, scope)
        a = self.cond(node.left, scope)
        with scope.code.block() as more:
            b = self.cond(node.right, scope)
        if not more and sets.cheap(b):
            return Scalar(terms.either(a, b), BOOL)
        result = scope.code.fresh("holds")
        scope.code.emit(ir.Set(result, a))
        scope.code.emit(ir.If(terms.invert(terms.flag(result)), [*more, ir.Set(result, b)]))
        return Scalar(terms.flag(result), BOOL)

    def _unmixed(self, node: syntax.Logic, other: type[syntax.Logic], scope: Scope) -> None:
        if isinstance(node.left, other) or isinstance(node.right, other):
            raise self.rules.wrong(
                scope, node, "`and` and `or` are mixed here", "put brackets round the part that belongs together"
            )

    def _if_else(self, node: syntax.IfElse, scope: Scope, want: Type | None) -> Value:
        cond = self.cond(node.condition, scope)
        with scope.code.block() as first:
            a = self.scalar(node.then, scope, want)
        with scope.code.block() as second:
            b = self.scalar(node.otherwise, scope, want if want is not None else a.type)
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
        if type_.form == "fraction":
            return self.in_parts(value)
        given, wanted = value.type.kind, type_.kind
        if given is not None and wanted is not None and given.role == "component" and wanted.role == "design":
            return self.rules.places.design_of(value.expr)
        return value.expr

    # ------------------------------------------------------------ comparing

    def _is(self, node: syntax.Is, scope: Scope) -> Scalar:
        return Scalar(self._same(node, scope), BOOL)

    def _is_not(self, node: syntax.IsNot, scope: Scope) -> Scalar:
        return Scalar(terms.invert(self._same(node, scope)), BOOL)

    def _same(self, node: syntax.Identity | syntax.Compare, scope: Scope) -> ir.Expr:
        left, right = node.left, node.right
        if isinstance(right, Token) and right == "empty" and "empty" not in scope.names:
            return self._vacant(left, scope)
        a = self.value(left, scope)
        want = a.type if isinstance(a, Scalar) else None
        if isinstance(a, ZoneRef | SetValue | ZoneFamily) and isinstance(right, Token):
            self.value(right, scope)  # a misspelt `empty` is told as what it is
        if isinstance(a, FieldRef | ZoneRef):
            a = self.as_scalar(a, left, scope)
            want = a.type
        b = self.value(right, scope, want)
        if isinstance(b, KindRef):
            return self._of_kind(self.as_scalar(a, left, scope), b.kind, node, scope)
        return self.equal(self.as_scalar(a, left, scope), self.as_scalar(b, right, scope, want), node, scope)

    def _held(self, value: Value, scope: Scope) -> Value:
        """A variable that holds a set as that set; everything else as it is."""
        if isinstance(value, FieldRef) and value.field.is_set and len(value.given) == len(value.field.dims) - 1:
            return self.held_by(value.field, value.given, scope)
        return value

    def _vacant(self, node: Part, scope: Scope) -> ir.Expr:
        value = self.value(node, scope)
        if isinstance(value, FieldRef):
            value = self._held(value, scope)
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

    def equal(self, a: Scalar, b: Scalar, node: Part, scope: Scope) -> ir.Expr:
        """Whether two values are the same; a component `is` its design."""
        if a.type.form == "none" or b.type.form == "none":
            other = b if a.type.form == "none" else a
            if other.type.form == "fraction":
                return terms.NO
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
        if "fraction" in (a.type.form, b.type.form):
            return self._compared("eq", self.amount(a, node, scope), self.amount(b, node, scope))
        return terms.eq(a.expr, b.expr)

    def _compared(self, op: str, a: Scalar, b: Scalar) -> ir.Expr:
        if "fraction" in (a.type.form, b.type.form):
            return terms.compare(op, self.in_parts(a), self.in_parts(b))
        return terms.compare(op, a.expr, b.expr)

    def _same_thing(self, a: Scalar, b: Scalar, node: Part, scope: Scope) -> ir.Expr:
        left, right = a.type.kind, b.type.kind
        assert left is not None and right is not None
        if {left.role, right.role} == {"component", "design"}:
            card, design = (left, right) if left.role == "component" else (right, left)
            if self.rules.fitting.comparable(card, design.of):
                x, y = (a.expr, b.expr) if left.role == "component" else (b.expr, a.expr)
                return terms.eq(self.rules.places.design_of(x), y)
            if scope.where in self.rules.definitions:
                # a definition takes any kind: there a card simply is not another kind's design
                return terms.NO
        if not self.rules.fitting.comparable(left, right):
            raise self.rules.wrong(scope, node, f"{a.type} can never be {b.type}", "compare things of the same kind")
        return terms.eq(a.expr, b.expr)

    def _of_kind(self, value: Scalar, kind: Kind, node: Part, scope: Scope) -> ir.Expr:
        if value.type.kind is None or value.type.kind.role not in ("component", "design"):
            raise self.rules.wrong(scope, node, f"{value.type} is never a {kind.name}")
        return self.rules.places.is_of_kind(scope.code.keep(value.expr), value.type.kind, kind)

    def _is_in(self, node: syntax.Membership, scope: Scope) -> Scalar:
        a = self.scalar(node.thing, scope)
        members = self.members(node.among, scope, a.type)
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

    def _is_not_in(self, node: syntax.IsNotIn, scope: Scope) -> Scalar:
        return Scalar(terms.invert(self._is_in(node, scope).expr), BOOL)

    def _compare(self, node: syntax.Compare, scope: Scope) -> Scalar:
        op = COMPARISONS[str(node.sign)]
        if op == "eq":
            return Scalar(self._same(node, scope), BOOL)
        if op == "ne":
            return Scalar(terms.invert(self._same(node, scope)), BOOL)
        return Scalar(self._compared(op, self.amount_of(node.left, scope), self.amount_of(node.right, scope)), BOOL)

    # ------------------------------------------------------------ arithmetic

    def _combined(self, left: Scalar, right: Formula, scope: Scope, whole: Operation, real: str) -> Scalar:
        other = self.amount_of(right, scope)
        a, b = left.expr, other.expr
        if a.type == ir.REAL or b.type == ir.REAL:
            return Scalar(terms.real_op(real, a, b), REAL)
        parts = [side.type.form == "fraction" for side in (left, other)]
        if not any(parts):
            return Scalar(whole(a, b), NUMBER)
        if real != "rmul":
            return Scalar(whole(self.in_parts(left), self.in_parts(other)), FRACTION)
        product = whole(a, b)
        return Scalar(cut(scope.code.keep(product), PARTS) if all(parts) else product, FRACTION)

    def _add(self, node: syntax.Add, scope: Scope) -> Value:
        left = self._held(self.value(node.left, scope), scope)
        if isinstance(left, FieldRef) and len(left.given) == len(left.field.dims):
            left = self.load(left.field, left.given, scope)
        if isinstance(left, Scalar) and left.type.form == "none":  # no things yet, or no number
            added = self.value(node.right, scope)
            things = not isinstance(added, Scalar) or added.type.form == "ref"
            return self.as_set(added, node.right, scope) if things else added
        one = isinstance(left, Scalar) and left.type.form == "ref"
        if isinstance(left, SetValue | ZoneRef) or one:
            right = self.members(node.right, scope)
            first = self.as_set(left, node.left, scope)
            if first.type.form != right.type.form or not self.rules.fitting.comparable(
                first.type.kind, right.type.kind
            ):
                raise self.rules.wrong(scope, node, f"{first.type} and {right.type} can't stand in one set")
            return sets.Joined(first, right)
        number = self.amount(self.as_scalar(left, node.left, scope, NUMBER), node.left, scope)
        return self._combined(number, node.right, scope, terms.add, "radd")

    def _subtract(self, node: syntax.Subtract, scope: Scope) -> Value:
        left = self._held(self.value(node.left, scope), scope)
        if isinstance(left, SetValue | ZoneRef):
            first, right = self.as_set(left, node.left, scope), self.members(node.right, scope)
            alike = first.type.form == right.type.form and self._of_one_role(first.type.kind, right.type.kind)
            if right.type.form != "none" and not alike:
                message = f"{right.type} is never among things such as {first.type}"
                raise self.rules.wrong(scope, node, message, "take away a set of the same things")
            return sets.Where(first, lambda x: terms.invert(right.contains(scope.code, x)))
        number = self.amount(self.as_scalar(left, node.left, scope, NUMBER), node.left, scope)
        return self._combined(number, node.right, scope, terms.sub, "rsub")

    def _of_one_role(self, a: Kind | None, b: Kind | None) -> bool:
        """Whether members of both are counted alike, so that one may be found among the other."""
        return (a.role if a else None) == (b.role if b else None) and self.rules.fitting.comparable(a, b)

    def _multiply(self, node: syntax.Multiply, scope: Scope) -> Scalar:
        return self._combined(self.amount_of(node.left, scope), node.right, scope, terms.mul, "rmul")

    def _negative(self, node: syntax.Negative, scope: Scope) -> Scalar:
        found = self.amount_of(node.value, scope)
        if found.expr.type == ir.REAL:
            return Scalar(ir.Unary(ir.REAL, 0, 0, "rneg", found.expr), REAL)
        return Scalar(terms.neg(found.expr), found.type)

    def _divide(self, node: syntax.Divide, scope: Scope) -> Scalar:
        return self._division(node, scope, terms.div)

    def _modulo(self, node: syntax.Modulo, scope: Scope) -> Scalar:
        return self._division(node, scope, terms.mod)

    def _division(self, node: syntax.Arithmetic, scope: Scope, op: Operation) -> Scalar:
        a, b = self.number(node.left, scope), self.number(node.right, scope)
        if a.type == ir.REAL or b.type == ir.REAL:
            raise self.rules.wrong(scope, node, "`div` and `mod` need whole numbers")
        return Scalar(self._divided(a, b, node, scope, op), NUMBER)

    def _divided(
        self, a: ir.Expr, b: ir.Expr, node: syntax.Arithmetic | syntax.Quotient, scope: Scope, op: Operation
    ) -> ir.Expr:
        if terms.is_const(b, 0):
            raise self.rules.wrong(scope, node, "this divides by zero")
        if b.lo <= 0 <= b.hi:
            b = scope.code.keep(b)
            if not scope.real:
                scope.code.emit(ir.Check(terms.ne(b, terms.ZERO), ir.ZERO_DIVISION, self.rules.line(scope, node)))
        return op(a, b)

    def _quotient(self, node: syntax.Quotient, scope: Scope) -> Scalar:
        if node.rounded is None and not scope.real:
            sides = (self.amount_of(node.left, scope), self.amount_of(node.right, scope))
            if any(side.type.form == "fraction" for side in sides):
                return self._fraction_of(*sides, node, scope)
        a, b = self.number(node.left, scope), self.number(node.right, scope)
        if node.rounded is None:
            if not scope.real:
                hint = "write `a div b`, or `a / b rounded up`"
                raise self.rules.wrong(scope, node, "a division must say how it is rounded here", hint)
            return Scalar(terms.real_op("rdiv", a, b), REAL)
        if a.type == ir.REAL or b.type == ir.REAL:
            raise self.rules.wrong(scope, node, "only whole numbers can be rounded here")
        if str(node.rounded.direction) == "down":
            return Scalar(self._divided(a, b, node, scope, terms.div), NUMBER)
        return Scalar(terms.neg(self._divided(terms.neg(a), b, node, scope, terms.div)), NUMBER)

    def _fraction_of(self, left: Scalar, right: Scalar, node: syntax.Quotient, scope: Scope) -> Scalar:
        """A fraction divided by something, or something by a fraction; cut towards zero."""
        a, b = (scope.code.keep(self.in_parts(side)) for side in (left, right))
        above, below = terms.mul(a, terms.const(PARTS)), terms.highest(b, terms.neg(b))
        quotient = self._divided(terms.highest(above, terms.neg(above)), below, node, scope, terms.div)
        quotient = scope.code.keep(quotient)
        same = terms.eq(terms.ge(a, terms.ZERO), terms.ge(b, terms.ZERO))
        return Scalar(terms.select(same, quotient, terms.neg(quotient)), FRACTION)

    def _range(self, node: syntax.NumberRange, scope: Scope) -> SetValue:
        a, b = self.number(node.first, scope), self.number(node.last, scope)
        if a.type == ir.REAL or b.type == ir.REAL:
            raise self.rules.wrong(scope, node, "a range runs between whole numbers")
        return sets.Numbers(scope.code.keep(a), scope.code.keep(b), NUMBER, self.rules.line(scope, node))

    # ------------------------------------------------------------ walking sets

    @staticmethod
    def _outside(token: Part, scope: Scope) -> str | None:
        """What to do about the name of an `any p in …`, a `for p in …` or a `chooses p from …` that is used behind it; None for other names."""
        for node in nodes(getattr(scope.declaration, "tree", token)):
            if isinstance(node, syntax.Choose) and node.chosen.name == token:
                return "indent this line below that `chooses`"
            for inner in parts(node):
                if isinstance(inner, syntax.Generator) and inner.name == token:
                    if isinstance(node, syntax.For):
                        return "indent this line below that `for`"
                    return f"to name one of them here, write `(first {to_text(inner)})`"
        return None

    def unknown(self, token: Part, scope: Scope) -> WrongError:
        if str(token) in self.model.broken or self.model.names_lost:
            return WrongError()
        players = self.model.player
        if str(token) in players.fields or self.model.owned_zone(players, str(token)) is not None:
            hint = f"did you mean `my {token}`?" if scope.me is not None else f"say whose: `p.{token}`"
            return self.rules.wrong(scope, token, f"every player has a `{token}` of their own", hint)
        outside = self._outside(token, scope)
        if outside is not None:
            given = f"chooses {token} from …" if outside.endswith("`chooses`") else f"{token} in …"
            message = f"`{token}` means something only inside its `{given}`; this stands outside"
            return self.rules.wrong(scope, token, message, outside)
        known = [*scope.names, *self.model.all_names(), *self.rules.definitions, *BUILT_IN, "empty"]
        close = nearest(str(token), known)
        if close:
            hint = f"did you mean `{written(close)}`?"
        elif getattr(scope.declaration, "where", ""):  # a cell of a table
            hint = "a cell holds a number, yes, no, a name or a formula; or it is empty"
        else:
            hint = _NOBODY if str(token) in ("nobody", "no_one") else _UNKNOWN
        return self.rules.wrong(scope, token, f"nothing is called `{token}`", hint)


_UNKNOWN = "names are declared at the left margin, or by `let`, `for` and `chooses`"
_NOBODY = "if nobody wins, write `draw`"


BUILT_IN = ("me", "others", "opponent", "players", "everyone", "partner", "directions", "lines", "repeats", "top", "bottom", "left", "right",
            "count", "sum", "max", "min", "abs", "line", "linked", "area", "areas", "distinct", "union", "opposite", "side", "distance", "turn", "round", "none", "yes", "no")  # fmt: skip
