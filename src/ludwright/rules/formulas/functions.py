"""Built-in functions, and calls of definitions by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NO_NUMBER
from ludwright.language import syntax
from ludwright.language.syntax import Part
from ludwright.model.kinds import BOOL, NUMBER, PARTS, Holding, Kind, Type
from ludwright.rules.formulas.gathering import gather
from ludwright.rules.names import sets
from ludwright.rules.names.scope import (
    FieldRef,
    Scalar,
    Scope,
    Value,
    ZoneRef,
)
from ludwright.rules.names.sets import SetValue

if TYPE_CHECKING:
    from ludwright.rules.formulas.formulas import Formulas


class Functions:
    """What a word with brackets means."""

    def __init__(self, formulas: Formulas) -> None:
        self.formulas = formulas
        self.rules = formulas.rules
        self.model = formulas.model

    def designs(self, node: syntax.DesignsOf, scope: Scope) -> SetValue:
        kind = self.model.kinds.get(str(node.kind))
        if kind is None:
            raise self.formulas.unknown(node.kind, scope)
        return self.designs_of(kind, node, scope)

    def designs_of(self, kind: Kind, node: Part, scope: Scope) -> SetValue:
        if kind.design is None:
            raise self.rules.wrong(scope, node, f"a {kind.name} has no designs", "only `cards` and `things` do")
        return sets.MemberSet(kind.design, kind.design.ref())

    def of(self, node: syntax.Of, scope: Scope, want: Type | None) -> Value:
        return self.function(node.name, [node.whole], node, scope)

    def call(self, node: syntax.FunctionCall, scope: Scope, want: Type | None) -> Value:
        word = str(node.name)
        match node.arguments:
            case syntax.Arguments(values=values):
                return self.function(node.name, values, node, scope)
            case syntax.EachArguments() as each if word in ("sum", "max", "min"):
                return self.formulas.fold(word, each, scope)
            case syntax.EachArguments() as each if word in ("distinct", "union"):
                return self.formulas.gathered(word, each, scope)
            case syntax.EachArguments():
                raise self.rules.wrong(
                    scope, node, f"`{word}` can't walk over a set", "`sum`, `max`, `min`, `distinct` and `union` can"
                )
            case syntax.MatchedArguments() as pairs if word == "best":
                return self.formulas.matched(pairs, scope)
            case syntax.MatchedArguments():
                hint = "write `best(... for x in S matched to y in T)`"
                raise self.rules.wrong(scope, node, f"`{word}` can't match", hint)
            case syntax.SetArgument(members=generator):
                members = self.formulas.gen(generator, scope)[1]
                if word == "count":
                    return Scalar(members.count(scope.code), NUMBER)
                raise self.rules.wrong(scope, node, f"`{word}` can't count", "write `count(x in ...)`")
        raise AssertionError(node.arguments)

    def function(self, name: Part, args: Sequence[Part], node: Part, scope: Scope) -> Value:
        word = str(name)
        if word in self.rules.definitions:
            wanted = self.rules.defining.arity(word)
            if wanted != len(args):
                raise self.rules.wrong(scope, node, f"`{word}` takes {wanted} in its brackets, here are {len(args)}")
            return self.rules.defining.apply_definition(
                word, [self.formulas.value(a, scope) for a in args], node, scope
            )
        if word in self.rules.procedures:
            hint = "write `let x = ...` on a line of its own" if self.rules.asks_by_name(word) else "make it a `define`"
            raise self.rules.wrong(scope, node, f"`{word}` has effects and can't stand inside a formula", hint)
        handler = self.handler(word)
        if handler is not None and not (len(args) == 1 and self._has_its_own(word)):
            return handler(args, node, scope)
        if word == "score" and self.rules.score is not None:
            self._needs(args, 1, 1, "score", node, scope)
            self.rules.needs_a_game()
            return Scalar(self.rules.analysis.score_of(self.formulas.seat(args[0], scope), scope), NUMBER)
        if len(args) == 1 and word not in self.rules.built_in_functions:
            subject = self.formulas.value(args[0], scope)
            if isinstance(subject, FieldRef) or (
                isinstance(subject, ZoneRef) and getattr(subject.zone, "room", 0) == 1
            ):
                subject = self.formulas.as_scalar(subject, args[0], scope)
            return self.formulas.member(subject, name, [], node, scope)
        raise self.formulas.unknown(name, scope)

    def handler(self, word: str) -> Callable[[Sequence[Part], Part, Scope], Value] | None:
        """What works out a built-in function: the method that is called like it."""
        found: Callable[[Sequence[Part], Part, Scope], Value] | None = getattr(self, f"_fn_{word}", None)
        return found

    def _has_its_own(self, word: str) -> bool:
        """Whether things of this game have something that is called like a younger function: then that is meant."""
        kinds = self.model.kinds.values()
        return word in ("area", "areas", "opposite") and any(
            word in kind.fields or word in kind.properties or word == kind.name for kind in kinds
        )

    def _needs(self, args: Sequence[Part], low: int, high: int, word: str, node: Part, scope: Scope) -> None:
        if not low <= len(args) <= high:
            wanted = str(low) if low == high else f"{low} or {high}" if high == low + 1 else f"{low} to {high}"
            raise self.rules.wrong(scope, node, f"`{word}` takes {wanted} in its brackets, here are {len(args)}")

    def _fn_abs(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        self._needs(args, 1, 1, "abs", node, scope)
        a = scope.code.keep(self.formulas.number(args[0], scope))
        if a.type == ir.REAL:
            return Scalar(terms.real_op("rmax", a, ir.Unary(ir.REAL, 0, 0, "rneg", a)), Type("real"))
        return Scalar(terms.highest(a, terms.neg(a)), NUMBER)

    def _fn_whole(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        self._needs(args, 1, 1, "whole", node, scope)
        value = self.formulas.scalar(args[0], scope, NUMBER)
        if value.type.form != "fraction":
            return Scalar(self.formulas.as_number(value, args[0], scope), NUMBER)
        return Scalar(cut(scope.code.keep(value.expr), PARTS), NUMBER)

    def _fn_max(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        return self._extreme(args, node, scope, "max")

    def _fn_min(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        return self._extreme(args, node, scope, "min")

    def _extreme(self, args: Sequence[Part], node: Part, scope: Scope, op: str) -> Scalar:
        if not args:
            raise self.rules.wrong(scope, node, f"`{op}` of what?", f"write `{op}(a, b)` or `{op}(e for x in S)`")
        given = [self.formulas.scalar(a, scope, NUMBER) for a in args]
        blank = any(v.type.form == "none" or (v.type.optional and v.expr.lo <= NO_NUMBER) for v in given)
        if blank and not any(v.type.form == "real" for v in given):
            return self._extreme_but_none(given, args, scope, op)
        values = [self.formulas.as_number(v, a, scope) for v, a in zip(given, args, strict=True)]
        result = values[0]
        for value in values[1:]:
            if result.type == ir.REAL or value.type == ir.REAL:
                result = terms.real_op(f"r{op}", result, value)
            else:
                result = terms.highest(result, value) if op == "max" else terms.lowest(result, value)
        return Scalar(result, Type("real") if result.type == ir.REAL else NUMBER)

    def _extreme_but_none(self, given: list[Scalar], args: Sequence[Part], scope: Scope, op: str) -> Scalar:
        """The greatest or least of numbers of which some may be `none`: those are passed over."""
        code = scope.code
        best = code.variable(terms.const(NO_NUMBER), -ir.LIMIT, ir.LIMIT, op)
        ends: list[tuple[int, int]] = []
        certain: list[tuple[int, int]] = []
        for value, node in zip(given, args, strict=True):
            if value.type.form == "none":
                continue
            number = code.keep(self.formulas.as_number(value, node, scope))
            ends.append((number.lo, number.hi))
            if not value.type.optional:
                certain.append((number.lo, number.hi))
            word = code.keep(value.expr) if value.type.optional else number
            there = terms.ne(word, terms.const(NO_NUMBER)) if value.type.optional else terms.YES
            beats = terms.compare("gt" if op == "max" else "lt", number, best)
            better = terms.either(terms.eq(best, terms.const(NO_NUMBER)), beats)
            code.emit(ir.If(terms.both(there, better), [ir.Set(best.name, number)]))
        if not ends:
            return Scalar(best, Type("number", None, True))
        lo, hi = min(lo for lo, _ in ends), max(hi for _, hi in ends)
        if certain and op == "min":
            hi = min(hi for _, hi in certain)
        elif certain:
            lo = max(lo for lo, _ in certain)
        else:
            lo = min(lo, NO_NUMBER)
        return Scalar(terms.local(best.name, lo, max(lo, hi)), Type("number", None, not certain))

    def _fn_count(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        self._needs(args, 1, 1, "count", node, scope)
        return Scalar(self.formulas.members(args[0], scope).count(scope.code), NUMBER)

    def _fn_sum(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        self._needs(args, 1, 1, "sum", node, scope)
        value = self.formulas.value(args[0], scope)
        code = scope.code
        if isinstance(value, FieldRef):
            return Scalar(self.rules.sum_of(value, node, scope), NUMBER)
        members = self.formulas.as_set(value, args[0], scope)
        if members.type.form != "number":
            raise self.rules.wrong(
                scope,
                node,
                f"only numbers can be added up, these are things such as {members.type}",
                "write `sum(x.points for x in ...)`",
            )
        total = code.variable(terms.ZERO, -ir.LIMIT, ir.LIMIT, "sum")
        members.each(
            code, lambda x: code.emit(ir.Set(total.name, ir.Binary(ir.INT, -ir.LIMIT, ir.LIMIT, "sat_add", total, x)))
        )
        first = members.at(terms.ZERO) if isinstance(members, sets.StoredSet) else terms.const(0)
        lo, hi = min(0, first.lo * members.bound), max(0, first.hi * members.bound)
        if isinstance(members, sets.StoredSet) and lo > -ir.LIMIT and hi < ir.LIMIT:
            return Scalar(terms.local(total.name, lo, hi), NUMBER)
        return Scalar(total, NUMBER)

    def _fn_top(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        return self._end_of(args, "top", node, scope)

    def _fn_bottom(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        return self._end_of(args, "bottom", node, scope)

    def _end_of(self, args: Sequence[Part], word: str, node: Part, scope: Scope) -> Scalar:
        self._needs(args, 1, 1, word, node, scope)
        value = self.formulas.value(args[0], scope)
        if not isinstance(value, ZoneRef) or isinstance(value.zone, Holding):
            raise self.rules.wrong(scope, node, f"`{word} of` needs a zone", f"for example `{word} of deck`")
        return self.rules.places.end(value, word)

    def _fn_left(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        return self._beside(args, "left", node, scope)

    def _fn_right(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        return self._beside(args, "right", node, scope)

    def _beside(self, args: Sequence[Part], word: str, node: Part, scope: Scope) -> Scalar:
        """The player beside a player, or the direction beside a direction."""
        self._needs(args, 1, 2, word, node, scope)
        value = self.formulas.scalar(args[0], scope, self.model.player.ref())
        places = self.formulas.whole(args[1], scope) if len(args) > 1 else None
        kind = value.type.kind
        if kind is not None and kind.role == "direction":
            turns = places if places is not None else terms.ONE
            way = self.rules.boards.turned(kind, value.expr, turns, word == "left", node, scope)
            return Scalar(way, kind.ref(value.type.optional))
        return self.formulas.seat_function(word, self.formulas.as_seat(value, args[0], scope), places, node, scope)

    def _fn_opposite(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        self._needs(args, 1, 1, "opposite", node, scope)
        value = self.formulas.scalar(args[0], scope)
        kind = value.type.kind
        if kind is None or kind.role != "direction":
            hint = "for example `opposite(north)`; the other player of two is `opponent`"
            raise self.rules.wrong(scope, args[0], f"expected a direction, this is {value.type}", hint)
        return Scalar(self.rules.boards.opposite(kind, value.expr), kind.ref(True))

    def _fn_opponent(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        self._needs(args, 1, 1, "opponent", node, scope)
        return self.formulas.seat_function("opponent", self.formulas.seat(args[0], scope), None, node, scope)

    def _fn_partner(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        self._needs(args, 1, 1, "partner", node, scope)
        return self.formulas.seat_function("partner", self.formulas.seat(args[0], scope), None, node, scope)

    def _fn_others(self, args: Sequence[Part], node: Part, scope: Scope) -> SetValue:
        self._needs(args, 1, 1, "others", node, scope)
        return self.formulas.others_of(self.formulas.seat(args[0], scope), scope)

    def _fn_side(self, args: Sequence[Part], node: Part, scope: Scope) -> SetValue:
        self._needs(args, 1, 1, "side", node, scope)
        sides = self.rules.boards.any_side(node, scope)
        value = self.formulas.scalar(args[0], scope, sides.ref())
        if value.type.kind is None or value.type.kind.role not in ("side", "direction"):
            raise self.rules.wrong(scope, args[0], f"expected a side such as `north`, this is {value.type}")
        return self.rules.boards.side(value.type.kind, scope.code.keep(value.expr), args[0], scope)

    def _fn_distance(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        self._needs(args, 2, 4, "distance", node, scope)
        if len(args) > 2:
            return self.rules.areas.steps_between(args, node, scope)
        a, b = self.formulas.scalar(args[0], scope), self.formulas.scalar(args[1], scope)
        if a.type.kind is None or a.type.kind is not b.type.kind or a.type.kind.role != "cell":
            raise self.rules.wrong(scope, node, "`distance` needs two cells of one board")
        return Scalar(
            self.rules.boards.distance(a.type.kind, scope.code.keep(a.expr), scope.code.keep(b.expr), node, scope),
            NUMBER,
        )

    def _fn_line(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        self._needs(args, 2, 2, "line", node, scope)
        return Scalar(self.rules.lines.line(args[0], args[1], node, scope), BOOL)

    def _fn_linked(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        self._needs(args, 3, 4, "linked", node, scope)
        if len(args) == 4:
            return Scalar(self.rules.areas.linked(args, node, scope), BOOL)
        return Scalar(self.rules.lines.linked(args, node, scope), BOOL)

    def _fn_area(self, args: Sequence[Part], node: Part, scope: Scope) -> SetValue:
        self._needs(args, 2, 3, "area", node, scope)
        return self.rules.areas.area(args, node, scope)

    def _fn_areas(self, args: Sequence[Part], node: Part, scope: Scope) -> SetValue:
        self._needs(args, 1, 2, "areas", node, scope)
        return self.rules.areas.areas(args, node, scope)

    def _fn_longest_trail(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        self._needs(args, 1, 1, "longest_trail", node, scope)
        return Scalar(self.rules.lines.longest_trail(args[0], node, scope), NUMBER)

    def _fn_distinct(self, args: Sequence[Part], node: Part, scope: Scope) -> SetValue:
        self._needs(args, 1, 1, "distinct", node, scope)
        members = self.formulas.members(args[0], scope)
        return gather(lambda: members.type, lambda visit: members.each(scope.code, visit), scope.code)

    def _fn_union(self, args: Sequence[Part], node: Part, scope: Scope) -> SetValue:
        hint = "write `union(p.hand for p in players)`; two sets are joined by `+`"
        raise self.rules.wrong(scope, node, "`union` joins one set for each member of another", hint)

    def _fn_surely(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        self._needs(args, 1, 1, "surely", node, scope)
        self.rules.needs_a_game()
        return self.rules.telling.conclude("surely", args[0], node, scope)

    def _fn_possibly(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        self._needs(args, 1, 1, "possibly", node, scope)
        self.rules.needs_a_game()
        return self.rules.telling.conclude("possibly", args[0], node, scope)

    def _fn_chance(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        self._needs(args, 1, 1, "chance", node, scope)
        self.rules.needs_a_game()
        return self.rules.telling.chance(args[0], node, scope)

    def _fn_times(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        self._needs(args, 1, 1, "times", node, scope)
        value = self.formulas.scalar(args[0], scope, self.model.action.ref())
        if value.type.kind is not self.model.action:
            raise self.rules.wrong(scope, node, f"`times` counts actions, this is {value.type}")
        self.rules.needs_a_game()
        return Scalar(self.rules.counting.times(value.expr), NUMBER)

    def can(self, node: syntax.Can, scope: Scope) -> Scalar:
        self.rules.needs_a_game()
        return Scalar(self.rules.actions.can(self.formulas.seat(node.who, scope), node.action, node, scope), BOOL)

    def knows(self, node: syntax.Knows, scope: Scope) -> Scalar:
        self.rules.needs_a_game()
        return self.rules.telling.knows(node, scope)


def cut(a: ir.Expr, by: int) -> ir.Expr:
    """A division by a number above zero that cuts towards zero."""
    parts = terms.const(by)
    return terms.select(terms.ge(a, terms.ZERO), terms.div(a, parts), terms.neg(terms.div(terms.neg(a), parts)))
