"""The names of an expectation: what it binds lies in words behind the state of the game, and functions read and write it there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.expectations.course import CompiledCourse, Frozen
from ludwright.ir import terms
from ludwright.language.declarations import Declaration
from ludwright.language.scanner import Quoted
from ludwright.language.syntax import Part
from ludwright.rules.emit.code import Code
from ludwright.rules.formulas.formulas import BUILT_IN
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope, Value

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

SOMEONE, NEXT = "someone", "next"
_MOST = 1 << 20


class ExpectationNames:
    """Compiles functions of one expectation, and remembers what its names mean."""

    def __init__(self, rules: Rules, declaration: Declaration, number: int, shared: CompiledCourse) -> None:
        self.rules, self.declaration, self.number, self.shared = rules, declaration, number, shared
        self.names: dict[str, Value] = {}
        self.alternatives: dict[str, Value | None] = {}
        """Names that happenings joined by `or` have bound so far; None for one that means several kinds of things."""
        self.made_functions = 0
        self.by = ""
        """The name of who did what opened the case."""

    # ------------------------------------------------------------ functions

    def scope(self, code: Code) -> Scope:
        """The names in force; `me` is who acts, or whose turn it is."""
        model = self.rules.model
        following = Scalar(terms.state(self.shared.next, lo=-1, hi=model.players - 1), model.player.ref(True))
        names = {**self.names, NEXT: following}
        return Scope(code, self.declaration, self.actor.expr, names, real=True, where="expect")

    @property
    def actor(self) -> Scalar:
        """Who did it, or whom it befell."""
        model = self.rules.model
        return Scalar(terms.state(self.shared.actor, lo=0, hi=model.players - 1), model.player.ref())

    def export(self, code: Code, changes: bool = False) -> str:
        """The finished function, by the name under which it can be called; where nothing was returned it gives 0."""
        name = f"expect_{self.number}_{self.made_functions}"
        self.made_functions += 1
        code.emit(ir.Return(terms.ZERO))
        params = [("seat", 0, self.rules.model.players - 1)]
        self.rules.functions[name] = ir.Function(
            name, params, code.statements, ir.INT, 0, _MOST, code.arrays, changes=changes
        )
        export = name.replace("_", ".")
        self.rules.analysis.reals[export] = name
        return export

    def condition(self, node: Part) -> str:
        """Whether something holds."""
        code = Code("expect")
        holds = self.rules.formulas.cond(node, self.scope(code))
        code.emit(ir.If(holds, [ir.Return(terms.ONE)]))
        return self.export(code)

    def value(self, node: Part) -> str:
        """A whole number, or a player's seat, plus one: so that nothing is 0."""
        code = Code("expect")
        found = self.rules.formulas.scalar(node, self.scope(code))
        code.emit(ir.Return(terms.clamp(terms.add(terms.as_int(found.expr), terms.ONE), 0, _MOST)))
        return self.export(code)

    # ------------------------------------------------------------ what is bound

    def is_new(self, node: Part, scope: Scope) -> bool:
        """Whether a name means nothing yet, and so is bound here."""
        name = str(node)
        known = (scope.names, self.rules.definitions, self.rules.model.all_names(), BUILT_IN, ("me", "my"))
        if isinstance(node, Quoted):
            return False
        return isinstance(node, Token) and node.type == "NAME" and not any(name in names for names in known)

    def keep(self, code: Code, name: str, value: Scalar) -> None:
        """Leave a value in a word of the state, where what follows finds it."""
        expr = terms.as_int(value.expr)
        known = self.names.get(name)
        if known is None:
            other = self.alternatives.get(name)
            same = isinstance(other, Scalar) and isinstance(other.expr, ir.Load) and other.type.kind is value.type.kind
            word, lo, hi = self.rules.model.words(1), expr.lo, expr.hi
            if same:
                assert isinstance(other, Scalar) and isinstance(other.expr, ir.Load)
                word, lo, hi = other.expr.base, min(lo, other.expr.lo), max(hi, other.expr.hi)
            loaded = terms.state(word, lo=lo, hi=hi, boolean=value.type.form == "bool")
            known = self.names[name] = Scalar(loaded, value.type)
        assert isinstance(known, Scalar) and isinstance(known.expr, ir.Load)
        code.emit(ir.Store(known.expr.base, terms.ZERO, 0, 0, expr, expr.lo, expr.hi, 0))

    def let(self, name: Token, right: Part) -> str:
        """A value, or a set, as it is then."""
        code = Code("expect")
        scope = self.scope(code)
        formulas = self.rules.formulas
        value = formulas.value(right, scope)
        if isinstance(value, sets.SetValue) or type(value).__name__ == "ZoneRef":
            self._keep_set(code, str(name), formulas.as_set(value, right, scope), right, scope)
        else:
            scalar = formulas.as_scalar(value, right, scope)
            if scalar.expr.type == ir.REAL:
                raise self.rules.wrong(scope, right, "a whole number is needed here")
            self.keep(code, str(name), scalar)
        return self.export(code, changes=True)

    def _keep_set(self, code: Code, name: str, members: sets.SetValue, node: Part, scope: Scope) -> None:
        kind = members.type.kind
        if kind is None:
            raise self.rules.wrong(scope, node, "only things, players and cells can be kept as a set here")
        base = self.rules.model.words(max(1, kind.count))
        last = max(0, kind.count - 1)

        def put(place: ir.Expr, value: ir.Expr) -> None:
            code.emit(ir.Store(base, place, 0, last, value, 0, 1, 0))

        sets.walk(code, terms.ZERO, terms.const(last), lambda i: put(i, terms.ZERO))
        first = terms.const(kind.first)
        members.each(code, lambda x: put(terms.clamp(terms.sub(x, first), 0, last), terms.ONE))
        self.names[name] = Frozen(base, members.type)
