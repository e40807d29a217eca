"""Definitions: written out where they are sets or small, else functions, one for each combination of argument types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NONE
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part
from ludwright.language.syntax.reading import parameters
from ludwright.model.kinds import Type
from ludwright.rules.emit.code import Code
from ludwright.rules.emit.reach import statement_count
from ludwright.rules.names import sets
from ludwright.rules.names.scope import FieldRef, Scalar, Scope, Value, ZoneRef

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.rules.compiler import Rules

SHORT = 24
"""Definitions of up to so many statements are compiled into their callers."""


class Defining:
    """Applies definitions."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._definition_busy: list[str] = []
        self._set_definitions: set[str] = set()
        self._instances: dict[str, set[object]] = {}
        self._definition_types: dict[str, Type] = {}

    def arity(self, name: str) -> int:
        return len(parameters(self.rules.definitions[name].tree))

    def signature(self, name: str, values: list[Scalar], scope: Scope) -> tuple[str, list[Scalar]]:
        """A function name for a combination of argument types, and sample arguments with their ranges."""
        known = self._instances.setdefault(name, set())
        samples: list[Scalar] = []
        words: list[str] = []
        for value in values:
            type_, expr = value.type, terms.as_int(value.expr)
            lo, hi = expr.lo, expr.hi
            if type_.form == "ref" and type_.kind is not None:
                kind = type_.kind.root if type_.kind.role == "component" else type_.kind
                lo, hi = (NONE if lo < kind.first else kind.first), kind.last
            elif type_.form == "bool":
                lo, hi = 0, 1
            elif len(known) > 6:
                lo, hi = -ir.LIMIT, ir.LIMIT
            form = type_.kind.name.replace(" ", "_") if type_.kind is not None else type_.form
            words.append(f"{form}_{lo}_{hi}{'n' if type_.optional else ''}".replace("-", "m"))
            samples.append(Scalar(ir.Local(ir.INT, lo, hi, "sample"), type_))
        known.add(tuple(words))
        marks = {"me": scope.me is not None, "real": scope.real, "choosing": scope.choosing}
        parts = [name, *words, *(mark for mark, holds in marks.items() if holds)]
        return "fn_" + "_".join(parts), samples

    def apply_definition(self, name: str, args: list[Value], node: Part, scope: Scope) -> Value:
        declaration = self.rules.definitions[name]
        self.rules.used_definitions.add(name)
        if name in self._definition_busy and self.rules.long_definitions.endless(name):
            circle = " → ".join([*self._definition_busy[self._definition_busy.index(name) :], name])
            raise self.rules.wrong(
                scope,
                node,
                f"definitions call each other in a circle: {circle}",
                "let one of them answer without the others, as in `0 if n is 0 else ...`",
            )
        if len(args) != self.arity(name):
            raise self.rules.wrong(
                scope,
                node,
                f"`{name}` takes {self.arity(name)} in its brackets, here are {len(args)}",
                f"write `{name}(...)`",
            )
        if len(self._definition_busy) > 60:
            raise self.rules.wrong(scope, node, "definitions are nested too deeply here")
        args = [self._loaded(a, node, scope) for a in args]
        if name in self.rules.long_definitions:
            return self.rules.long_definitions.call(name, args, node, scope)
        scalars = [a for a in args if isinstance(a, Scalar)]
        real = any(s.expr.type == ir.REAL for s in scalars)
        if len(scalars) < len(args) or real or scope.static or name in self._set_definitions:
            return self._inline(name, args, declaration, scope)
        function, samples = self.signature(name, scalars, scope)
        if function not in self.rules.functions:
            made = self._define(name, function, samples, declaration, scope)
            if made is None:
                return self._inline(name, args, declaration, scope)
        elif function in self._set_definitions:
            return self._inline(name, args, declaration, scope)
        known = self.rules.functions[function]
        call = (*((scope.me,) if scope.me is not None else ()), *(terms.as_int(s.expr) for s in scalars))
        return Scalar(
            ir.Call(known.result or ir.INT, known.lo, known.hi, function, call), self._definition_types[function]
        )

    def _loaded(self, value: Value, node: Part, scope: Scope) -> Value:
        if isinstance(value, FieldRef) and len(value.given) == len(value.field.dims):
            return self.rules.formulas.load(value.field, value.given, scope)
        if isinstance(value, Scalar):
            return Scalar(scope.code.keep(value.expr), value.type)
        return value

    def _definition_scope(
        self, name: str, args: list[Value], declaration: Declaration, scope: Scope, code: Code
    ) -> Scope:
        inner = Scope(code, declaration, scope.me, static=scope.static, real=scope.real, where=name)
        inner.choosing = scope.choosing
        for word, value in zip(parameters(declaration.tree), args, strict=True):
            inner = inner.bind(word, value)
        return inner

    def _definition_value(self, declaration: Declaration, scope: Scope) -> Value:
        tree: syntax.DefineDeclaration = declaration.tree
        for let in tree.steps:
            scope = self.rules.effects.statement(let, scope)
        return self.rules.formulas.value(tree.formula, scope)

    def _inline(self, name: str, args: list[Value], declaration: Declaration, scope: Scope) -> Value:
        self._definition_busy.append(name)
        try:
            return self._definition_value(
                declaration, self._definition_scope(name, args, declaration, scope, scope.code)
            )
        finally:
            self._definition_busy.pop()

    def formula_of(self, node: Part, scope: Scope) -> tuple[Part, Scope] | None:
        """The formula of a definition, and where its names hold; None if a formula is anything else than its name and what it is given."""
        word, given = str(node) if isinstance(node, Token) else "", tuple[Formula, ...]()
        if isinstance(node, syntax.FunctionCall) and isinstance(node.arguments, syntax.Arguments):
            word, given = str(node.name), node.arguments.values
        declaration = self.rules.definitions.get(word)
        if declaration is None or word in scope.names or self.arity(word) != len(given):
            return None
        if word in self._definition_busy or word in self.rules.long_definitions:
            return None
        tree: syntax.DefineDeclaration = declaration.tree
        args = [self._loaded(self.rules.formulas.value(arg, scope), node, scope) for arg in given]
        inner = self._definition_scope(word, args, declaration, scope, scope.code)
        return None if tree.steps else (tree.formula, inner)

    def _define(
        self, name: str, function: str, samples: list[Scalar], declaration: Declaration, scope: Scope
    ) -> ir.Function | None:
        """A function for a definition, unless it is a set or so small that it is better written out."""
        code = Code(function)
        params: list[tuple[str, int, int]] = [("me", 0, self.rules.model.players - 1)] if scope.me is not None else []
        args: list[Value] = []
        for word, sample in zip(parameters(declaration.tree), samples, strict=True):
            local = ir.Local(ir.INT, sample.expr.lo, sample.expr.hi, f"p_{word}")
            params.append((local.name, local.lo, local.hi))
            args.append(Scalar(terms.as_bool(local) if sample.type.form == "bool" else local, sample.type))
        outer = scope.having(me=terms.local("me", 0, self.rules.model.players - 1) if scope.me is not None else None)
        inner = self._definition_scope(name, args, declaration, outer, code)
        self._definition_busy.append(name)
        try:
            value = self._definition_value(declaration, inner)
        finally:
            self._definition_busy.pop()
        if isinstance(value, FieldRef) and len(value.given) == len(value.field.dims):
            value = self.rules.formulas.load(value.field, value.given, inner)
        if isinstance(value, ZoneRef) and getattr(value.zone, "room", 0) == 1:
            value = self.rules.formulas.as_scalar(value, declaration.tree, inner)
        small = isinstance(value, Scalar) and not code.statements and sets.cheap(value.expr)
        if not isinstance(value, Scalar) or small:
            self._set_definitions.add(name)
            return None
        expr = value.expr
        code.emit(ir.Return(expr))
        self._definition_types[function] = value.type
        made = ir.Function(function, params, code.statements, expr.type, expr.lo, expr.hi, code.arrays)
        made.inline = statement_count(code.statements) <= SHORT
        self.rules.functions[function] = made
        return made
