"""Assignments to variables that not everybody sees, taken apart: which hidden cards and variables the new value was read from, and how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part
from ludwright.language.syntax.reading import names_in, parameters
from ludwright.language.syntax.walking import nodes
from ludwright.model.kinds import Field, Kind, Type
from ludwright.model.side_effects import CHANCE, CONCLUDING
from ludwright.model.spoken_of import names_meant
from ludwright.model.visibility import is_summed
from ludwright.rules.analysis.card_numbers import asks_number
from ludwright.rules.analysis.taints import COMPARING, Several, indices_of
from ludwright.rules.beliefs.card_tests import TESTED, replaced
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import FieldRef, Scalar, Scope, WrongError

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

MOST = 2**31 - 1
ONCE = Token("NUMBER", "1")


class UnclearError(WrongError):
    """A formula can't be taken apart."""


class CardReader:
    """Compiles the notes about what was read; :mod:`ludwright.rules.beliefs.derived_values` says what these are."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self.noted = False
        """Whether anything was noted since somebody set this to no."""

    def read(self, code: Code, field: Field, index: ir.Expr, node: Part, scope: Scope) -> list[ir.Stmt] | None:
        """Note what a variable was given from cards and other variables; None if that can't be said."""
        readings, taints = self.rules.readings, self.rules.taints
        if taints.often_unseen(node) or not readings.possible or is_summed(self.model, field):
            return None
        if not isinstance(node, syntax.Assign):
            return None
        sign, right = _as_change(node)
        if field.type.form != "number" and sign != "=":
            return None
        if self.chancy(right) or field.name in names_in(right) or any(map(taints.touches, indices_of(node.target))):
            return None
        found: list[list[ir.Stmt]] = []
        inner = scope.having(code=code, chance=False)
        if not self.rules.telling.quietly(lambda: found.append(self._noted(field, index, right, sign, inner))):
            return None
        readings.begin()
        return found[0]

    def is_public(self, node: Part, scope: Scope) -> ir.Expr | None:
        """Whether everybody knows all cards that went into something; None if more is hidden in it than these."""
        telling, taints, code = self.rules.telling, self.rules.taints, scope.code
        parts = telling.different(telling.hidden_parts(node, scope))
        rest: Part = node
        for part in parts:
            rest = replaced(rest, part, TESTED)
        named = sorted(taints.locals & names_in(rest) - set(self.rules.definitions))
        flags = [scope.names.get(public(name)) for name in named]
        if self.chancy(node) or None in flags or not self.reads_only({TESTED}, rest):
            return None
        found = code.switch_on(True, "public")
        for flag in flags:
            assert isinstance(flag, Scalar)
            code.emit(ir.Set(found.name, terms.both(found, flag.expr)))
        for part in parts:
            c = code.keep(self.rules.formulas.scalar(part, scope).expr)
            mask = self.rules.knowledge.known(terms.clamp(c, 0, self.model.components - 1))
            veiled = terms.both(terms.ge(c, ZERO), terms.ne(mask, terms.const(self.rules.knowledge.all)))
            code.emit(ir.If(veiled, [ir.Set(found.name, terms.NO)]))
        return found

    def named(self, name: str, right: Part, scope: Scope) -> ir.Expr | None:
        """Whether what `let` named is public; None where that is clear from the text, or can't be said."""
        if not self.rules.readings.possible or name in self.rules.assigned or not self.rules.taints.touches(right):
            return None
        if self.rules.taints.names & names_in(right):
            return None
        return self.is_public(right, scope)

    def reads_only(self, names: set[str], node: Part) -> bool:
        """Whether a formula reads no cards but those of some names, and definitions nothing but what they are given."""
        if any(isinstance(n, syntax.Generator) for n in nodes(node)):
            return False
        words = names_in(node) & set(self.rules.definitions)
        return self._reads(node) <= names and all(map(self._reads_what_it_is_given, words))

    def _reads(self, node: Part) -> set[str]:
        """The names of the cards that a formula reads; an empty one if some have none."""
        touches = self.rules.taints.touches
        read = [plain(n.subject) for n in nodes(node) if isinstance(n, syntax.MemberOf) and touches(n)]
        tests = [n for n in nodes(node) if isinstance(n, COMPARING) and touches(n)]
        compared = [plain(n.thing if isinstance(n, syntax.Membership) else n.left) for n in tests]
        mine = [side for side in compared if isinstance(side, Token) or not touches(side)]
        heads = [head for head in [*read, *mine] if not self._is_open(head)]
        return {str(head) if isinstance(head, Token) else "" for head in heads}

    def _is_open(self, head: Part) -> bool:
        """Whether a card is taken from a zone in which everybody sees all, as `top of pile`."""
        if not isinstance(head, syntax.Of):
            return False
        zones = [zone for zone in self.model.all_zones() if zone.name in names_in(head.whole)]
        return bool(zones) and all(zone.public for zone in zones)

    def _reads_what_it_is_given(self, name: str) -> bool:
        tree: syntax.DefineDeclaration = self.rules.definitions[name].tree
        given, body = set(parameters(tree)), Several((*tree.steps, tree.value))
        others = names_in(body) & set(self.rules.definitions) - {name}
        hidden = self.model.hidden_zones | self.rules.taints.names
        if not self.rules.taints.touches(body):
            return True
        if name in self.rules.long_definitions:
            return False
        return (
            self._reads(body) <= given
            and not hidden & names_in(body)
            and all(map(self._reads_what_it_is_given, others))
        )

    def chancy(self, right: Part) -> bool:
        """Whether working a formula out once more would do something, or come out otherwise; or by what somebody knows."""
        doing = (*CHANCE, syntax.Create, syntax.Knows, syntax.Can)
        calls = (n for n in nodes(right) if isinstance(n, syntax.FunctionCall))
        asked = any(isinstance(n, doing) for n in nodes(right)) or any(str(n.name) in CONCLUDING for n in calls)
        return asked or bool(names_in(right) & set(self.rules.procedures))

    def _noted(self, field: Field, index: ir.Expr, right: Part, sign: str, scope: Scope) -> list[ir.Stmt]:
        readings, code = self.rules.readings, scope.code
        everyone = terms.const(self.rules.knowledge.all)
        with code.block() as found:
            address = code.keep(readings.address(field, index))
            sure = code.switch_on(True, "sure")
            code.emit(ir.Do(readings.function("tidy"), ()))
            if sign == "=":
                code.emit(ir.Do(readings.function("clear"), (address,)))
                code.emit(readings.set_known(address, everyone))
            else:
                code.emit(ir.Set(sure.name, terms.eq(readings.known(address), everyone)))
            self.part(ReadVariable(field.type, address, sure), right, terms.const(-1 if sign == "-=" else 1), scope)
            code.emit(ir.If(terms.invert(sure), [ir.Do(readings.function("lose"), (address,))]))
        return found

    # ------------------------------------------------------------ taking a formula apart

    def part(self, variable: ReadVariable, node: Part, times: ir.Expr, scope: Scope) -> None:
        """Note one part of a formula, which counts so many times."""
        if not self.rules.taints.touches(node):
            return
        if isinstance(node, syntax.Brackets):
            self.part(variable, node.formula, times, scope)
        elif self.is_of_one_card(node, scope):
            self.card(variable, node, times, scope)
        elif variable.type.form != "number":
            raise UnclearError
        else:
            self._sum(variable, node, times, scope)

    def _sum(self, variable: ReadVariable, node: Part, times: ir.Expr, scope: Scope) -> None:
        match node:
            case syntax.Add(a, b):
                self.part(variable, a, times, scope)
                self.part(variable, b, times, scope)
            case syntax.Subtract(a, b):
                self.part(variable, a, times, scope)
                self.part(variable, b, terms.sub(ZERO, times), scope)
            case syntax.Multiply(a, b):
                hidden, public = (a, b) if self.rules.taints.touches(a) else (b, a)
                if self.rules.taints.touches(public):
                    raise UnclearError
                factor = terms.mul(self.rules.formulas.whole(public, scope), times)
                self.part(variable, hidden, scope.code.keep(terms.clamp(factor, -MOST, MOST)), scope)
            case syntax.IfElse(yes, test, no) if not self.rules.taints.touches(test):
                with scope.code.block() as first:
                    self.part(variable, yes, times, scope)
                with scope.code.block() as second:
                    self.part(variable, no, times, scope)
                scope.code.emit(ir.If(self.rules.formulas.cond(test, scope), first, second))
            case syntax.FunctionCall("sum", syntax.EachArguments(formula, members)):
                self._each(variable, formula, members, times, scope)
            case syntax.FunctionCall("count", syntax.SetArgument(members=counted)):
                self._each(variable, ONCE, (counted,), times, scope)
            case _ if (inside := self.rules.defining.formula_of(node, scope)) is not None:
                meant, inner = inside
                self.part(variable, meant, times, inner)
            case _:
                self._other(variable, node, times, scope)

    def _each(
        self, variable: ReadVariable, formula: Formula, gens: Sequence[syntax.Generator], times: ir.Expr, scope: Scope
    ) -> None:
        """A sum over a set: what is in the set must be public, or depend on each card by itself."""
        gen, *more = gens
        if self.rules.taints.touches(gen.source) or self.rules.taints.touches(gen.start):
            raise UnclearError
        hidden: Formula | None = None
        if gen.limit is not None and self.rules.taints.touches(gen.limit):
            if gen.start is not None or more or not isinstance(gen.limit, syntax.WithClause):
                raise UnclearError
            hidden, gen = gen.limit.condition, replace(gen, limit=None)
        name, members, _, _ = self.rules.formulas.gen(gen, scope)
        if self._all_seen(members) and not more and self.reads_only({name}, formula):
            return

        def one(x: ir.Expr) -> None:
            inner = self.rules.formulas.bound(scope, name, x, members.type)
            if more:
                self._each(variable, formula, more, times, inner)
            elif hidden is not None:
                self.card(variable, formula, times, inner, hidden)
            else:
                self.part(variable, formula, times, inner)

        members.each(scope.code, one)

    def _all_seen(self, members: sets.SetValue) -> bool:
        """Whether everybody sees all cards of a set."""
        while isinstance(members, sets.Where | sets.Beginning):
            members = members.base
        return isinstance(members, sets.ZoneChain) and members.zone is not None and members.zone.public

    def _other(self, variable: ReadVariable, node: Part, times: ir.Expr, scope: Scope) -> None:
        """Another variable: what was read into it is now in this one as well."""
        place = (
            self.rules.effects.assignments.lvalue(node, scope) if not isinstance(node, syntax.FunctionCall) else None
        )
        if not isinstance(place, FieldRef) or id(place.field) not in self.model.known_words:
            raise UnclearError
        field = place.field
        if len(place.given) != len(field.dims) or is_summed(self.model, field) or self.rules.transfers.keeps(field):
            raise UnclearError
        self.noted = True
        code, readings = scope.code, self.rules.readings
        given = tuple(
            code.keep(terms.highest(g, terms.const(d.first)))
            for g, d in zip(place.given, place.field.dims, strict=True)
        )
        index, _, _ = self.rules.addresses.address(place.field, given, scope, node)
        other = code.keep(readings.address(place.field, index))
        known, found = terms.eq(readings.known(other), terms.const(self.rules.knowledge.all)), code.fresh("found")
        with code.block() as copied:
            code.emit(ir.Do(readings.function("copy"), (variable.address, other, times), found))
            code.emit(ir.If(terms.eq(terms.local(found, 0, 1), ZERO), variable.lost()))
        code.emit(ir.If(known, copied, variable.lost()))

    # ------------------------------------------------------------ one card

    def is_of_one_card(self, node: Part, scope: Scope) -> bool:
        """Whether all that is hidden in a formula is what is printed on one card."""
        telling, taints = self.rules.telling, self.rules.taints
        parts = telling.different(telling.hidden_parts(node, scope))
        if len(parts) != 1 or taints.names & names_in(node):
            return False
        return self.reads_only({TESTED}, replaced(node, parts[0], TESTED))

    def card(self, variable: ReadVariable, node: Part, times: ir.Expr, scope: Scope, limit: Part | None = None) -> None:
        """Note for every design what the variable would have got: nothing where a condition about the same card does not hold."""
        telling, readings, code = self.rules.telling, self.rules.readings, scope.code
        assert isinstance(node, Part) and (limit is None or isinstance(limit, Part))
        whole = node if limit is None else Several((node, limit))
        parts = telling.different(telling.hidden_parts(whole, scope))
        if len(parts) != 1 or (limit is not None and not self.is_of_one_card(whole, scope)):
            raise UnclearError
        definitions = {name: declaration.tree for name, declaration in self.rules.definitions.items()}
        meant = names_meant(whole, None, definitions) & set(definitions)
        if any(map(self.rules.taints.numbers.read, nodes(whole))) or any(asks_number(definitions[n]) for n in meant):
            raise UnclearError  # designs are dealt again, and their numbers are no numbers of cards
        if self._is_open(parts[0]):
            return
        self.noted = True
        card = self.rules.formulas.scalar(parts[0], scope)
        kind = card.type.kind
        if kind is None or any(k.limit for k in kind.root.family()):
            raise UnclearError
        named, only = replaced(node, parts[0], TESTED), limit and replaced(limit, parts[0], TESTED)
        c = code.keep(card.expr)
        inside = terms.clamp(c, 0, self.model.components - 1)
        with code.block() as note:
            table, noted = code.fresh("table"), code.fresh("noted")
            code.emit(ir.Do(readings.function("open"), (), table))
            found = terms.local(table, -1, readings.tables - 1)
            with code.block() as room:
                here = terms.clamp(found, 0, readings.tables - 1)
                telling.walk_designs(
                    kind, scope, lambda d, design: self._put(variable, here, named, only, d, design, scope)
                )
                code.emit(ir.Do(readings.function("note"), (variable.address, inside, here, times), noted))
                code.emit(ir.If(terms.eq(terms.local(noted, 0, 1), ZERO), variable.lost()))
            code.emit(ir.If(terms.ge(found, ZERO), room, variable.lost()))
        unknown = terms.ne(self.rules.knowledge.known(inside), terms.const(self.rules.knowledge.all))
        code.emit(ir.If(terms.both(terms.ge(c, ZERO), unknown), note))

    def _put(
        self,
        variable: ReadVariable,
        table: ir.Expr,
        named: Part,
        only: Part | None,
        d: ir.Expr,
        design: Kind,
        scope: Scope,
    ) -> None:
        """Write down what the variable would have got from one design."""
        formulas, type_, code = self.rules.formulas, variable.type, scope.code
        inner = self.rules.telling.bound(scope, TESTED, d, design)
        with code.block() as put:
            value = formulas.scalar(named, inner, type_)
            self.rules.fitting.fits(value.type, type_, named, scope)
            if value.expr.type == ir.REAL:
                raise UnclearError
            number = terms.clamp(terms.as_int(formulas.fit(value, type_)), -MOST, MOST)
            code.emit(ir.Do(self.rules.readings.function("put"), (table, d, number)))
        if only is None:
            code.statements.extend(put)
        else:
            code.emit(ir.If(formulas.cond(only, inner), put))


@dataclass(frozen=True)
class ReadVariable:
    """What is read into, and the local that says whether all that went into it could be noted."""

    type: Type
    address: ir.Expr
    sure: ir.Local

    def lost(self) -> list[ir.Stmt]:
        return [ir.Set(self.sure.name, terms.NO)]


def public(name: str) -> str:
    """The name under which it is kept whether what `let` named is public: no name in a text has a space in it."""
    return f"{name} is public"


def plain(node: Formula) -> Formula:
    """A formula without brackets around it."""
    return plain(node.formula) if isinstance(node, syntax.Brackets) else node


def _as_change(node: syntax.Assign) -> tuple[str, syntax.RightSide]:
    """How a variable changes, and by what: `x = x + e` is `x += e`."""
    match node:
        case syntax.Assign(target, None, syntax.Add(left, right)) if left == target:
            return "+=", right
        case syntax.Assign(target, None, syntax.Subtract(left, right)) if left == target:
            return "-=", right
    return str(node.sign or "="), node.value
