"""Definitions that loop or call themselves: a function for each combination of what they are given.

They change nothing but names of their own, so that conditions may use them. A set that one is given is handed on in the bits of a few numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NO_NUMBER, NONE, ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Part
from ludwright.language.syntax.reading import names_in, parameters
from ludwright.language.syntax.walking import nodes, tokens
from ludwright.model.kinds import BOOL, Holding, Kind, Type
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Anything, Scalar, Scope, Value, WrongError, ZoneRef

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

_TRUTHS = (
    *(syntax.And, syntax.Or, syntax.Negation, syntax.Compare, syntax.Identity, syntax.Membership),
    *(syntax.Quantifier, syntax.EveryHas, syntax.Yes, syntax.No, syntax.Can, syntax.Knows),
)
BITS = 60
"""So many members of a set fit into one number."""
MOST_MEMBERS = 4 * BITS


@dataclass
class BitSet(sets.SetValue):
    """A set of members of one kind, a bit for each."""

    type: Type
    first: int
    bound: int
    words: tuple[ir.Expr, ...]

    def contains(self, code: Code, x: ir.Expr) -> ir.Expr:
        place = terms.sub(code.keep(terms.as_int(x)), terms.const(self.first))
        held = [terms.eq(_bit(word, place, at), ONE) for at, word in enumerate(self.words)]
        return reduce(terms.either, held)

    def each(self, code: Code, visit: sets.Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        def look(x: ir.Expr) -> None:
            held = self.contains(code, x)
            with code.block() as then:
                visit(x)
            code.emit(ir.If(held, then))

        sets.Numbers(terms.const(self.first), terms.const(self.first + self.bound - 1), self.type).each(
            code, look, alive, backwards
        )


def _bit(word: ir.Expr, place: ir.Expr, at: int) -> ir.Expr:
    """The bit of a place in a word, and 0 for places that lie in other words."""
    inside = terms.both(terms.ge(place, terms.const(at * BITS)), terms.lt(place, terms.const((at + 1) * BITS)))
    shift = terms.clamp(terms.sub(place, terms.const(at * BITS)), 0, BITS - 1)
    bit = ir.Binary(ir.INT, 0, 1, "band", ir.Binary(ir.INT, 0, (1 << BITS) - 1, "shr", word, shift), ONE)
    return terms.select(inside, bit, ZERO)


class LongDefinitions:
    """Makes functions of them, and calls these."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._types: dict[str, Type] = {}
        self._making: list[tuple[list[Scalar], list[ir.Return]]] = []
        self._calls: dict[bool, dict[str, set[str]]] = {}

    # ------------------------------------------------------------ which they are

    def __contains__(self, name: str) -> bool:
        tree: syntax.DefineDeclaration = self.rules.definitions[name].tree
        return not all(isinstance(step, syntax.Let) for step in tree.steps) or (
            self._reaches_itself(name, sure=False) and not self.endless(name)
        )

    def endless(self, name: str) -> bool:
        """Whether working a definition out needs its own value, whatever the state is."""
        return self._reaches_itself(name, sure=True)

    def _reaches_itself(self, name: str, sure: bool) -> bool:
        if sure not in self._calls:
            read = _surely_read if sure else names_read
            known = self.rules.definitions
            self._calls[sure] = {one: read(declaration.tree) & set(known) for one, declaration in known.items()}
        calls, seen, waiting = self._calls[sure], set[str](), [name]
        while waiting:
            further = calls[waiting.pop()]
            if name in further:
                return True
            waiting += further - seen
            seen |= further
        return False

    # ------------------------------------------------------------ calls

    def call(self, name: str, args: list[Value], node: Part, scope: Scope) -> Scalar:
        if scope.static:
            message = f"`{name}` loops or calls itself: it can't be worked out before the game begins"
            raise self.rules.wrong(scope, node, message)
        given = [self._plain(name, arg, node, scope) for arg in args]
        function = "_".join(("fn", name, *(_form(value) for value in given), *(["choosing"] if scope.choosing else [])))
        function += "" if scope.me is None else "_me"
        if function not in self.rules.functions:
            self._make(name, function, given, scope)
        made, type_ = self.rules.functions[function], self._types[function]
        words = [word for value in given for word in _words(value)]
        call = (*((scope.me,) if scope.me is not None else ()), *words)
        result = ir.Call(ir.INT, made.lo, made.hi, function, call)
        return Scalar(terms.as_bool(result) if type_.form == "bool" else result, type_)

    def _plain(self, name: str, value: Value, node: Part, scope: Scope) -> Scalar | BitSet:
        """What a definition is given, as numbers."""
        if isinstance(value, ZoneRef) and isinstance(value.zone, Holding) and value.zone.room == 1:
            value = self.rules.formulas.as_scalar(value, node, scope)
        if isinstance(value, Scalar):
            if value.expr.type == ir.REAL or value.type.form == "fraction":
                raise self.rules.wrong(scope, node, f"`{name}` loops or calls itself: it takes whole numbers")
            return value
        members = self.rules.formulas.as_set(value, node, scope)
        kind = members.type.kind
        first, last = _span(kind) if kind is not None else (0, MOST_MEMBERS)
        if last - first >= MOST_MEMBERS:
            message = f"`{name}` loops or calls itself: it can't be given a set of {members.type}"
            hint = f"single things can, and sets of things of which there are at most {MOST_MEMBERS}"
            raise self.rules.wrong(scope, node, message, hint)
        return self._bits(members, first, last - first + 1, scope.code)

    def _bits(self, members: sets.SetValue, first: int, count: int, code: Code) -> BitSet:
        if isinstance(members, BitSet):
            return members
        if isinstance(members, sets.Joined):
            a, b = (self._bits(part, first, count, code) for part in (members.a, members.b))
            either = [ir.Binary(ir.INT, 0, (1 << BITS) - 1, "bor", x, y) for x, y in zip(a.words, b.words, strict=True)]
            return BitSet(members.type, first, count, tuple(code.keep(word, "bits") for word in either))
        words = [code.variable(ZERO, 0, (1 << BITS) - 1, "bits") for _ in range(0, count, BITS)]

        def note(x: ir.Expr) -> None:
            place = code.keep(terms.sub(terms.as_int(x), terms.const(first)))
            for at, word in enumerate(words):
                shift = terms.clamp(terms.sub(place, terms.const(at * BITS)), 0, BITS - 1)
                bit = ir.Binary(ir.INT, 0, (1 << BITS) - 1, "shl", ONE, shift)
                inside = terms.both(
                    terms.ge(place, terms.const(at * BITS)), terms.lt(place, terms.const((at + 1) * BITS))
                )
                with_it = ir.Binary(ir.INT, 0, (1 << BITS) - 1, "bor", word, terms.select(inside, bit, ZERO))
                code.emit(ir.Set(word.name, with_it))

        members.each(code, note)
        return BitSet(members.type, first, count, tuple(words))

    # ------------------------------------------------------------ functions

    def _make(self, name: str, function: str, given: list[Scalar | BitSet], outer: Scope) -> None:
        rules = self.rules
        declaration = rules.definitions[name]
        code, me = Code(function), None
        params: list[tuple[str, int, int]] = []
        if outer.me is not None:
            me = terms.local("me", 0, rules.model.players - 1)
            params.append(("me", me.lo, me.hi))
        scope = Scope(code, declaration, me, where=name, choosing=outer.choosing)
        for word, value in zip(parameters(declaration.tree), given, strict=True):
            if isinstance(value, BitSet):
                spots = [terms.local(f"p_{word}_{at}", 0, (1 << BITS) - 1) for at in range(len(value.words))]
                params += [(spot.name, spot.lo, spot.hi) for spot in spots]
                bits = BitSet(value.type, value.first, value.bound, tuple(spots))
                scope = scope.bind(word, bits)
                continue
            if value.type.form == "none":
                scope = scope.bind(word, value)
                continue
            type_ = Type(value.type.form, value.type.kind, value.type.form != "bool")
            local = terms.local(f"p_{word}", *_range(type_))
            params.append((local.name, local.lo, local.hi))
            scope = scope.bind(word, Scalar(terms.as_bool(local) if type_.form == "bool" else local, type_))
        tree: syntax.DefineDeclaration = declaration.tree
        last = tree.value if isinstance(tree.value, syntax.AnswerWith) else syntax.AnswerWith(tree.value)
        steps = (*tree.steps, last)
        type_ = self._types[function] = self._expected(name, steps, scope)
        rules.functions[function] = ir.Function(function, params, [], ir.INT, *_range(type_))
        if self._reaches_itself(name, sure=False):
            code.emit(ir.Check(terms.YES, ir.TOO_DEEP, rules.line(scope, last)))
        answers: list[Scalar] = []
        returns: list[ir.Return] = []
        self._making.append((answers, returns))
        self._run(steps, scope)
        self._making.pop()
        if not self._reaches_itself(name, sure=False):
            type_ = next((value.type for value in answers if value.type.form != "none"), type_)
        for value in answers:
            type_ = rules.fitting.common(type_, value.type, scope, last)
        self._types[function] = type_ = Type(type_.form, type_.kind, type_.form != "bool")
        blank = {"number": NO_NUMBER, "bool": 0}.get(type_.form, NONE)
        for value, given_back in zip(answers, returns, strict=True):
            if value.type.form == "none":
                given_back.value = terms.const(blank)
        rules.functions[function] = ir.Function(
            function, params, code.statements, ir.INT, *_range(type_), arrays=code.arrays
        )

    def _expected(self, name: str, steps: Iterable[Part], scope: Scope) -> Type:
        """What a definition gives, told by an answer that does not need itself."""
        for answer in [node for step in steps for node in nodes(step) if isinstance(node, syntax.AnswerWith)]:
            for formula in _ways(answer.value):
                if isinstance(formula, _TRUTHS):
                    return BOOL
                circle = {one for one in names_in(formula) & set(self.rules.definitions) if one in self}
                found = None if circle else self.rules.type_of(formula, scope)
                if found is not None and found.form != "none":
                    return Type(found.form, found.kind, found.form != "bool")
        return Type("number", None, True)

    # ------------------------------------------------------------ steps

    def _run(self, steps: Iterable[Part], scope: Scope) -> None:
        for step in steps:
            scope = self._placed(step, scope)

    def _placed(self, step: Part, scope: Scope) -> Scope:
        with scope.code.at(lambda: self.rules.line(scope, step)):
            try:
                return self._step(step, scope)
            except WrongError:
                if not isinstance(step, syntax.Let):
                    return scope
                return scope.bind(str(step.name), Anything())

    def _step(self, step: Any, scope: Scope) -> Scope:
        code, formulas = scope.code, self.rules.formulas
        match step:
            case syntax.Let(name, value) if not isinstance(value, syntax.Create | syntax.Rolling):
                return self.rules.effects.assignments.bind_local(str(name), formulas.value(value, scope), value, scope)
            case syntax.Assign(target=Token() as target, value=value) if isinstance(
                scope.names.get(str(target)), Scalar
            ):
                self.rules.effects.assignments.lvalue(target, scope)
                self.rules.effects.assignments.assign_local(step, formulas.scalar(value, scope), scope)
            case syntax.AnswerWith(value):
                answer = formulas.scalar(value, scope)
                if answer.expr.type == ir.REAL:
                    raise self.rules.wrong(scope, value, "a whole number is needed here")
                answers, returns = self._making[-1]
                answers.append(answer)
                returns.append(ir.Return(terms.as_int(answer.expr)))
                code.emit(returns[-1])
            case syntax.IfStatement(cases=cases, otherwise=otherwise):
                self._branches(list(cases), otherwise, scope)
            case syntax.For():
                self._for(step, scope)
            case syntax.RepeatTimes(number=number, body=body):
                many = code.keep(formulas.number(number, scope))
                with code.block() as inside:
                    self._run([body], scope.having(loop=True))
                code.emit(ir.Loop(code.fresh("pass"), ONE, many, inside, self.rules.line(scope, step)))
            case (
                syntax.RepeatUntil(condition=condition, body=body) | syntax.RepeatWhile(condition=condition, body=body)
            ):
                with code.block() as before:
                    cond = formulas.cond(condition, scope)
                with code.block() as inside:
                    self._run([body], scope.having(loop=True))
                cond = terms.invert(cond) if isinstance(step, syntax.RepeatUntil) else cond
                code.emit(ir.While(before, cond, inside, self.rules.line(scope, step)))
            case syntax.EndOfPhase() if self.rules.habits.ends_loop(step) and scope.loop:
                code.emit(ir.Break())
            case syntax.StatementSequence(statements=statements):
                self._run(statements, scope)
            case syntax.Nothing():
                pass
            case _:
                message = "a definition changes nothing but names of its own"
                hint = "it may have `let`, `if`, `for`, `repeat` and `answer`; what has effects is called `to ...`"
                raise self.rules.wrong(scope, step, message, hint)
        return scope

    def _branches(self, cases: list[Any], otherwise: syntax.Else | None, scope: Scope) -> None:
        (test, then), *rest = cases
        cond = self.rules.formulas.cond(test, scope)
        with scope.code.block() as yes:
            self._run([then], scope)
        with scope.code.block() as no:
            if rest:
                self._branches(rest, otherwise, scope)
            elif otherwise is not None:
                self._run([otherwise.body], scope)
        scope.code.emit(ir.If(cond, yes, no))

    def _for(self, node: syntax.For, scope: Scope) -> None:
        code, formulas = scope.code, self.rules.formulas
        name, members, _, _ = formulas.gen(node.members, scope)
        if node.by is not None:
            members = self.rules.effects.sorted(name, members, node.by, scope)
        members = sets.in_one_walk(code, members)
        walked: Callable[[ir.Expr], Scope] = lambda x: formulas.bound(scope, name, x, members.type)  # noqa: E731
        members.each(code, lambda x: self._run([node.body], walked(x).having(loop=True)))


def _words(value: Scalar | BitSet) -> list[ir.Expr]:
    """What a function is handed for a value: nothing for `none`."""
    if isinstance(value, BitSet):
        return list(value.words)
    return [] if value.type.form == "none" else [terms.as_int(value.expr)]


def _range(type_: Type) -> tuple[int, int]:
    """Whatever a value of a type may be."""
    if type_.form == "ref" and type_.kind is not None:
        return NONE, _span(type_.kind)[1]
    return (0, 1) if type_.form == "bool" else (-ir.LIMIT, ir.LIMIT)


def _span(kind: Kind) -> tuple[int, int]:
    """The first and the last member of a kind."""
    kind = kind.root if kind.role == "component" else kind
    return kind.first, kind.last


def _form(value: Scalar | BitSet) -> str:
    type_ = value.type
    form = type_.kind.name.replace(" ", "_") if type_.kind is not None else type_.form
    return f"{form}_set" if isinstance(value, BitSet) else form


def _ways(formula: Part) -> list[Part]:
    """What a formula may come to, one way or the other."""
    match formula:
        case syntax.Brackets(inner):
            return _ways(inner)
        case syntax.IfElse(then=then, otherwise=otherwise):
            return [*_ways(then), *_ways(otherwise)]
    return [formula]


# ---------------------------------------------------------------- what definitions read


def names_read(tree: syntax.DefineDeclaration) -> set[str]:
    """The names in a definition, without its own and without members."""
    body = (*tree.steps, tree.value)
    inside = [node for part in body for node in nodes(part)]
    own = names_in(tree.parameters)
    own |= {str(n.name) for n in inside if isinstance(n, syntax.Generator | syntax.Let | syntax.EveryHas)}
    members = {id(n.name) for n in inside if isinstance(n, syntax.MemberOf)}
    return {str(word) for part in body for word in tokens(part) if id(word) not in members} - own


def _surely_read(tree: syntax.DefineDeclaration) -> set[str]:
    """Those that are read whatever the state is."""
    found = set[str]()
    for step in tree.steps:
        if not isinstance(step, syntax.Let):
            return found & names_read(tree)  # it may answer before it comes to the others
        found |= _sure(step.value)
    return (found | _sure(tree.formula)) & names_read(tree)


def _sure(node: Part | None) -> set[str]:
    match node:
        case None | Token():
            return {str(node)} if node is not None else set()
        case syntax.IfElse(condition=condition, then=then, otherwise=otherwise):
            return _sure(condition) | (_sure(then) & _sure(otherwise))
        case syntax.And(left, _) | syntax.Or(left, _):
            return _sure(left)
        case syntax.Generator(source=source):
            return _sure(source)
        case syntax.EveryHas(source=source):
            return _sure(source)
    assert isinstance(node, syntax.Node)
    below = syntax.parts(node)
    walks = [part for part in below if isinstance(part, syntax.Generator)]
    return set[str]().union(*map(_sure, walks or below))


__all__ = ["BitSet", "LongDefinitions", "names_read"]
