"""Showing, telling, and what can be concluded: `show`, `tell`, `p knows c`, `surely(P)`, `possibly(P)`, `chance(P)`.

What is told about a component is a test of its design. The test is worked out for every design it could have, and those that would have given another answer
are out. The same way a player concludes: `surely` holds where the test holds for every design the component may have for all that player knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.mistakes import Mistake
from ludwright.model.kinds import BOOL, Kind, Type
from ludwright.rules import ir, sets, terms
from ludwright.rules.code import Code
from ludwright.rules.coding import zone_place
from ludwright.rules.habits import names_in
from ludwright.rules.scope import FieldRef, Scalar, Scope, WrongError
from ludwright.rules.terms import ONE, ZERO

if TYPE_CHECKING:
    from ludwright.rules.actions import Action
    from ludwright.rules.rules import Rules

Node = Tree[Any] | Token

TESTED, COMPARED = "tested_", "compared_"
"""The names of the components that a test is about."""


class Telling:
    """Compiles what passes knowledge on, and what asks for it."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._doubts: list[Mistake] = []

    # ------------------------------------------------------------ passing it on

    def show(self, node: Tree[Any], scope: Scope) -> None:
        formulas, knowledge = self.rules.formulas, self.rules.knowledge
        members = formulas.members(node.children[0], scope)
        if members.type.kind is None or members.type.kind.role != "component":
            raise self.rules.wrong(scope, node, f"only cards and things can be shown, this is {members.type}")
        seats = self._seats(node.children[1], scope)
        if knowledge.kept:
            members.each(scope.code, lambda c: scope.code.statements.extend(knowledge.shown(c, seats)))

    def _seats(self, who: Node, scope: Scope) -> ir.Expr:
        """Some players as bits of a number."""
        if isinstance(who, Token) and str(who) == "everyone":
            return terms.const(self.rules.knowledge.all)
        members = self.rules.formulas.members(who, scope)
        if members.type.kind is not self.rules.model.player:
            raise self.rules.wrong(scope, who, f"expected a player, this is {members.type}")
        mask = scope.code.variable(ZERO, 0, self.rules.knowledge.all, "seats")

        def add(seat: ir.Expr) -> None:
            more = terms.bit_or(mask, terms.shifted(ONE, terms.clamp(seat, 0, self.rules.model.players - 1)))
            scope.code.emit(ir.Set(mask.name, terms.clamp(more, 0, self.rules.knowledge.all)))

        members.each(scope.code, add)
        return mask

    def whether(self, node: Tree[Any], scope: Scope) -> None:
        who, test, gen = node.children
        seats = self._seats(who, scope)
        if gen is None:
            self._about(test, seats, scope, node)
            return
        name, members, _, _ = self.rules.formulas.gen(gen, scope)
        kind = members.type.kind
        if kind is None or kind.role != "component" or kind.design is None:
            raise self.rules.wrong(
                scope, gen, f"only something about cards and things can be told, this is {members.type}"
            )
        members.each(scope.code, lambda c: self._learn(name, kind, c, test, seats, scope))

    def that(self, node: Tree[Any], scope: Scope) -> None:
        who, test = node.children
        truth = self.rules.formulas.cond(test, scope)
        scope.code.emit(ir.Check(truth, ir.FALSE_TELL, self.rules.line(scope, node)))
        self._about(test, self._seats(who, scope), scope, node)

    def _about(self, test: Node, seats: ir.Expr, scope: Scope, node: Node) -> None:
        """Something was told about the one component the test names."""
        self.rules.formulas.cond(test, scope.having(code=Code("probe")))
        found = self._components(test, scope)
        names, kinds = [name for name, _, _ in found], [kind for _, kind, _ in found]
        if len(found) == 2 and self._usable_pair(names, kinds, test, scope):
            with scope.code.block() as learn:
                self._learn_pair(found, test, seats, scope)
            scope.code.statements.extend(self.rules.knowledge.switch(learn))
            return
        if len(found) != 1:
            hint = "tell something about the design of one card, or of every card in a set with `for`"
            self.rules.note(scope.declaration, node, "players who reckon with what they know don't use this", hint)
            return
        name, kind, c = found[0]
        self._learn(name, kind, c, test, seats, scope)

    def _components(self, test: Node, scope: Scope) -> list[tuple[str, Kind, ir.Expr]]:
        """The names in a test that stand for components."""
        found = []
        for name in sorted(names_in(test)):
            value = scope.names.get(name)
            kind = value.type.kind if isinstance(value, Scalar) else None
            if isinstance(value, Scalar) and kind is not None and kind.role == "component" and kind.design is not None:
                found.append((name, kind, value.expr))
        return found

    def _learn(self, name: str, kind: Kind, c: ir.Expr, test: Node, seats: ir.Expr, scope: Scope) -> None:
        """Rule out all designs for which the test would have come out otherwise than for this component."""
        knowledge, code = self.rules.knowledge, scope.code
        truth = code.keep(self.rules.formulas.cond(test, self._bound(scope, name, c, kind)))
        if not knowledge.kept or not self.rules.model.tellers:
            return
        with code.block() as learn:
            inside = terms.clamp(c, 0, self.rules.model.components - 1)
            self.each_design(
                name, kind, test, scope,
                lambda d, holds: self._rule_out(scope, inside, d, terms.ne(terms.as_int(holds), terms.as_int(truth)), seats),
            )  # fmt: skip
        code.statements.extend(knowledge.switch(learn))

    def _rule_out(self, scope: Scope, c: ir.Expr, design: ir.Expr, otherwise: ir.Expr, seats: ir.Expr) -> None:
        with scope.code.block() as out:
            self.rules.knowledge.exclude(scope.code, c, design, seats)
        scope.code.emit(ir.If(otherwise, out))

    def rule_out(self, name: str, kind: Kind, c: ir.Expr, test: Node, scope: Scope) -> None:
        """Everyone knows now that the test does not hold for a component."""
        everyone = terms.const(self.rules.knowledge.all)
        self.each_design(name, kind, test, scope, lambda d, holds: self._rule_out(scope, c, d, holds, everyone))

    def could_not(self, action: Action, values: list[ir.Expr], scope: Scope) -> None:
        """Who did not do what he had to if able, could not: no card of the zone he chose from would have done.

        Used where the action chooses one card from a zone, and what decides is public."""
        if not self.rules.knowledge.kept or len(action.params) != 1 or any(g.data != "if_able" for g in action.guards):
            return
        (name, source), coding, code = action.params[0], action.codings[0], scope.code
        kind = coding.type.kind
        inner = self.rules.actions.bind(action, values, scope)
        place = zone_place(self.rules.formulas.members(source, inner.having(code=Code("probe"))))
        if place is None or kind is None or kind.design is None:
            return
        hidden = {zone.name for zone in self.rules.model.all_zones() if zone.seen != "everyone"}
        with code.block() as learn:
            open_ = code.switch_on(True, "open")
            for guard in action.guards:
                test, when = guard.children
                if hidden & names_in(when) or not self._usable(name, kind, test, inner):
                    break
                due = code.keep(self.rules.formulas.cond(when, inner)) if when is not None else terms.YES
                does = code.keep(self.rules.formulas.cond(test, inner))
                with code.block() as conclude:
                    here = self.rules.formulas.members(source, inner)
                    here.each(code, lambda x, test=test: self.rule_out(name, kind, x, test, inner))  # type: ignore[misc]
                code.emit(ir.If(terms.both(terms.both(due, open_), terms.invert(does)), conclude))
                code.emit(ir.If(terms.both(due, does), [ir.Set(open_.name, terms.NO)]))
        code.statements.extend(self.rules.knowledge.switch(learn))

    def has_shown(self, test: Node, scope: Scope) -> None:
        """A condition that everybody saw hold: whoever has at least so much of something unseen has shown it."""
        if not isinstance(test, Tree):
            return
        if test.data in ("and_", "paren"):
            for part in test.children:
                self.has_shown(part, scope)
            return
        if test.data != "compare" or str(test.children[1]) not in (">=", ">"):
            return
        left, sign, right = test.children
        name = _variable(left)
        if not any(f.name == name and id(f) in self.rules.model.floor_words for f in self.rules.model.all_fields()):
            return
        place = self.rules.effects.lvalue(left, scope)
        if not isinstance(place, FieldRef) or id(place.field) not in self.rules.model.floor_words:
            return
        if len(place.given) != len(place.field.dims):
            return
        given = tuple(scope.code.keep(terms.highest(g, terms.const(d.first))) for g, d in zip(place.given, place.field.dims, strict=True))  # fmt: skip
        index, _, last = self.rules.addresses.address(place.field, given, scope, left)
        least = self.rules.formulas.number(right, scope)
        least = terms.add(least, ONE) if str(sign) == ">" else least
        self.rules.hidden_variables.at_least(scope.code, place.field, index, last, least)

    def branch(self, test: Node, scope: Scope) -> None:
        """Everybody sees which way an `if` goes, and so learns its test, where that is a test of one or two hidden components."""
        knowledge = self.rules.knowledge
        if not knowledge.kept or not self.rules.model.tellers or self.rules.taints.names & names_in(test):
            return
        parts = self._different(self._hidden_parts(test, scope))
        if not parts:
            return
        names = [TESTED, COMPARED][: len(parts)]
        kinds = [self.rules.formulas.scalar(part, scope.having(code=Code("probe"))).type.kind for part in parts]
        named = test
        for name, part in zip(names, parts, strict=False):
            named = _replaced(named, part, name)
        if len(parts) == 1 and kinds[0] is not None and self._usable(TESTED, kinds[0], named, scope):
            self._branch_of_one(parts[0], kinds[0], named, scope)
        elif len(parts) == 2 and self._usable_pair(names, kinds, named, scope):
            self._branch_of_two(parts, kinds, named, scope)
        else:
            hint = "a test of one hidden card is used, and a comparison of two"
            self.rules.note(scope.declaration, test, "what this tells of hidden cards is not used by bots", hint)

    @staticmethod
    def _different(parts: list[Node]) -> list[Node]:
        """Each part once, in the order of the text."""
        return [part for i, part in enumerate(parts) if part not in parts[:i]]

    def _branch_of_one(self, part: Node, kind: Kind, named: Node, scope: Scope) -> None:
        code = scope.code
        with code.block() as learn:
            c = code.keep(self.rules.formulas.scalar(part, scope).expr)
            with code.block() as there:
                everyone = terms.const(self.rules.knowledge.all)
                self._learn(TESTED, kind, terms.highest(c, ZERO), named, everyone, scope)
            code.emit(ir.If(terms.both(terms.ge(c, ZERO), self.rules.secrets.open_play()), there))
        code.statements.extend(self.rules.knowledge.switch(learn))

    def _branch_of_two(self, parts: list[Node], kinds: list[Kind | None], named: Node, scope: Scope) -> None:
        code = scope.code
        with code.block() as learn:
            a, b = (code.keep(self.rules.formulas.scalar(part, scope).expr) for part in parts)
            with code.block() as there:
                everyone = terms.const(self.rules.knowledge.all)
                self._learn_pair([(TESTED, kinds[0], a), (COMPARED, kinds[1], b)], named, everyone, scope)
            both = terms.both(terms.ge(a, ZERO), terms.ge(b, ZERO))
            code.emit(ir.If(terms.both(both, self.rules.secrets.open_play()), there))
        code.statements.extend(self.rules.knowledge.switch(learn))

    def _usable_pair(self, names: list[str], kinds: Sequence[Kind | None], test: Node, scope: Scope) -> bool:
        """Whether a test of two components can be noted as a fact."""
        one, two = kinds
        if one is None or two is None or not all(self.rules.facts.usable(kind) for kind in kinds):
            return False
        pair, probe = ((names[0], one), (names[1], two)), scope.having(code=Code("probe"))
        return self._quietly(lambda: self._each_pair(pair, test, probe, lambda d, e, holds: None))

    def _learn_pair(self, pair: list[tuple[str, Any, ir.Expr]], test: Node, seats: ir.Expr, scope: Scope) -> None:
        """Note the pairs of designs for which the test would have come out otherwise."""
        facts, code, last = self.rules.facts, scope.code, self.rules.model.components - 1
        facts.begin()
        inner = scope
        for name, kind, c in pair:
            inner = self._bound(inner, name, terms.clamp(c, 0, last), kind)
        truth = code.keep(self.rules.formulas.cond(test, inner))
        (_, _, a), (_, _, b) = pair
        fact = code.fresh("fact")
        code.emit(ir.Do(facts.function("open"), (terms.clamp(a, 0, last), terms.clamp(b, 0, last), seats), fact))
        found = terms.local(fact, -1, facts.most - 1)
        here = terms.clamp(found, 0, facts.most - 1)
        with code.block() as note:
            self._each_pair(
                ((pair[0][0], pair[0][1]), (pair[1][0], pair[1][1])), test, scope,
                lambda d, e, holds: code.emit(ir.If(
                    terms.ne(terms.as_int(holds), terms.as_int(truth)), [ir.Do(facts.function("exclude"), (here, d, e))]
                )),
            )  # fmt: skip
            code.emit(ir.Do(facts.function("settle"), (here,)))
        code.emit(ir.If(terms.ge(found, ZERO), note))

    def _each_pair(
        self, pair: tuple[tuple[str, Kind], tuple[str, Kind]], test: Node, scope: Scope,
        visit: Callable[[ir.Expr, ir.Expr, ir.Expr], None],
    ) -> None:  # fmt: skip
        """Work a test of two components out for all designs that they could have."""
        (one, kind), (two, other) = pair

        def second(d: ir.Expr, design: Kind) -> None:
            inner = self._bound(scope, one, d, design)
            self.each_design(two, other, test, inner, lambda e, holds: visit(d, e, holds))

        self._walk_designs(kind, scope, second)

    def _hidden_parts(self, node: Node, scope: Scope) -> list[Node]:
        """The parts of a formula that stand for components which may lie face down."""
        if isinstance(node, Token):
            value = scope.names.get(str(node)) if node.type == "NAME" else None
            return [node] if self._may_be_hidden(value) else []
        if node.data in ("call_", "of", "member", "at", "my"):
            found: list[object] = []
            look = lambda: found.append(self.rules.formulas.value(node, scope.having(code=Code("probe"))))  # noqa: E731
            if self._quietly(look) and self._may_be_hidden(found[0]):
                return [node]
        return [
            p for child in node.children if isinstance(child, Tree | Token) for p in self._hidden_parts(child, scope)
        ]

    def _may_be_hidden(self, value: object) -> bool:
        kind = value.type.kind if isinstance(value, Scalar) else None
        return (
            kind is not None
            and kind.role == "component"
            and kind.design is not None
            and any(one in self.rules.model.veiled for one in kind.root.family())
        )

    def _usable(self, name: str, kind: Kind, test: Node, scope: Scope) -> bool:
        """Whether a test of a component can be worked out for its designs; nothing is reported if not."""
        probe = scope.having(code=Code("probe"))
        return self._quietly(lambda: self.each_design(name, kind, test, probe, lambda d, holds: None))

    def _quietly(self, attempt: Callable[[], object]) -> bool:
        """Try something; nothing is reported, and nothing left behind, if it fails."""
        rules = self.rules
        mistakes, reported, functions = list(rules.mistakes), set(rules._reported), dict(rules.functions)
        printed = rules.properties.attempted()
        try:
            attempt()
        except WrongError:
            rules.mistakes[:], rules._reported = mistakes, reported
            rules.properties.forget(printed)
            for made in set(rules.functions) - set(functions):
                del rules.functions[made]
            return False
        return True

    def each_design(
        self, name: str, kind: Kind, test: Node, scope: Scope, visit: Callable[[ir.Expr, ir.Expr], None]
    ) -> None:
        """Work a test of a component out for every design it could have."""
        self._walk_designs(
            kind, scope, lambda d, design: visit(d, self.rules.formulas.cond(test, self._bound(scope, name, d, design)))
        )

    def _walk_designs(self, kind: Kind, scope: Scope, visit: Callable[[ir.Expr, Kind], None]) -> None:
        several = self.rules.unions.values()  # such a kind has no designs of its own, but those of all it stands for
        for one in kind.root.family():
            if one.design is not None and one.design.count and not any(one is union for union in several):
                first, last = terms.const(one.design.first), terms.const(one.design.last)
                sets.walk(scope.code, first, last, lambda d, design=one.design: visit(d, design))  # type: ignore[misc]

    @staticmethod
    def _bound(scope: Scope, name: str, x: ir.Expr, kind: Kind) -> Scope:
        return scope.bind(name, Scalar(x, Type("ref", kind)))

    # ------------------------------------------------------------ asking for it

    def knows(self, node: Tree[Any], scope: Scope) -> Scalar:
        who, what = node.children
        seat = scope.code.keep(terms.clamp(self.rules.formulas.seat(who, scope), 0, self.rules.model.players - 1))
        inner = what.children[0] if isinstance(what, Tree) and what.data == "member" else what
        value = self.rules.formulas.scalar(what, scope)
        kind = value.type.kind
        if kind is not None and kind.role == "component":
            return Scalar(self.rules.knowledge.knows(seat, value.expr), BOOL)
        thing = self.rules.formulas.scalar(inner, scope) if inner is not what else value
        known = thing.type.kind
        if known is None or known.role != "component" or known.design is None or not isinstance(what, Tree):
            hint = "for example `p knows c` or `p knows c.rank`"
            raise self.rules.wrong(scope, what, "one can know a card or thing, or what is printed on it", hint)
        printed = Tree("member", [Token("NAME", TESTED), *what.children[1:]])
        named = self._bound(scope, TESTED, thing.expr, known)
        viewer = scope.me if scope.choosing else None
        same = Tree("is_", [printed, what])
        return self._concluded(TESTED, known, thing.expr, same, seat, named, every=True, viewer=viewer)

    def conclude(self, word: str, test: Node, node: Node, scope: Scope) -> Scalar:
        """`surely(P)` and `possibly(P)` for whoever is asked."""
        if scope.me is None:
            raise self.rules.wrong(scope, node, f"`{word}` needs somebody who concludes", "there is no `me` here")
        truth = self.rules.formulas.cond(test, scope)
        parts = self._different(self._hidden_parts(test, scope))
        named = _replaced(test, parts[0], TESTED) if parts else test
        beside = self.rules.estimates.hidden_names(named)
        if len(parts) > 1 or beside:
            more = f"this looks at {len(parts)}" if len(parts) > 1 else f"this also looks at `{min(beside)}`"
            hint = "use `chance(...)`, or test one card at a time"
            place = scope.declaration.place(node)
            self._doubts.append(Mistake(place, f"`{word}` is about one hidden card, {more}", hint))
            return Scalar(truth, BOOL)
        thing = self.rules.formulas.scalar(parts[0], scope) if parts else None
        if thing is None or thing.type.kind is None:
            return Scalar(truth, BOOL)
        bound = self._bound(scope, TESTED, thing.expr, thing.type.kind)
        return self._concluded(TESTED, thing.type.kind, thing.expr, named, scope.me, bound, every=word == "surely")

    def report_doubts(self) -> None:
        """Conclusions about more than one hidden card are mistakes, wherever nothing else is wrong with them."""
        told = {(m.place.file, m.place.line) for m in self.rules.mistakes if m.place and m.severity == "mistake"}
        for doubt in self._doubts:
            if doubt.place is None or (doubt.place.file, doubt.place.line) not in told:
                self.rules.report(doubt)

    def _concluded(
        self,
        name: str,
        kind: Kind,
        c: ir.Expr,
        test: Node,
        seat: ir.Expr,
        scope: Scope,
        every: bool,
        viewer: ir.Expr | None = None,
    ) -> Scalar:
        code = scope.code
        c = code.keep(terms.clamp(c, 0, self.rules.model.components - 1))
        found = code.switch_on(every, "concluded")

        def look(d: ir.Expr, holds: ir.Expr) -> None:
            decides = terms.invert(holds) if every else holds
            with code.block() as consider:
                possible = self.rules.knowledge.possible(seat, c, d, viewer)
                code.emit(ir.If(possible, [ir.Set(found.name, terms.truth(not every)), ir.Break()]))
            code.emit(ir.If(decides, consider))

        self.each_design(name, kind, test, scope, look)
        return Scalar(found, BOOL)

    def chance(self, test: Node, node: Node, scope: Scope) -> Scalar:
        """In how many of 100 cases a test holds, for all that whoever is asked knows: of one hidden card exactly, else estimated."""
        if scope.me is None:
            raise self.rules.wrong(scope, node, "`chance` needs somebody who reckons", "there is no `me` here")
        found = self._components(test, scope)
        if len(found) != 1 or self.rules.estimates.hidden_names(test):
            return self._share(*self.rules.estimates.count(test, scope), scope)
        name, kind, c = found[0]
        code, most = scope.code, self.rules.model.components
        c = code.keep(terms.clamp(c, 0, most - 1))
        whole, good = code.variable(ZERO, 0, most, "whole"), code.variable(ZERO, 0, most, "good")

        def look(d: ir.Expr, holds: ir.Expr) -> None:
            copies = code.keep(self.rules.knowledge.copies(scope.me, c, d))  # type: ignore[arg-type]
            code.emit(ir.Set(whole.name, terms.lowest(terms.add(whole, copies), terms.const(most))))
            more = terms.lowest(terms.add(good, copies), terms.const(most))
            code.emit(ir.If(holds, [ir.Set(good.name, more)]))

        self.each_design(name, kind, test, scope, look)
        return self._share(good, whole, scope)

    @staticmethod
    def _share(good: ir.Expr, whole: ir.Expr, scope: Scope) -> Scalar:
        """A part of a whole: of 100, or from 0 to 1 where fractions are allowed."""
        if scope.real:
            return Scalar(terms.real_op("rdiv", good, whole), Type("real"))
        percent = terms.div(terms.mul(good, terms.const(100)), terms.highest(whole, ONE))
        return Scalar(percent, Type("number"))


def _variable(node: Node) -> str:
    """The name of the variable that a formula reads: ``goods`` of `my goods[wood]`."""
    if isinstance(node, Token):
        return str(node)
    if node.data == "at":
        return _variable(node.children[0])
    if node.data == "my":
        return str(node.children[0])
    return str(node.children[1]) if node.data == "member" and node.children[2] is None else ""


def _replaced(tree: Node, part: Node, name: str) -> Node:
    """A formula in which a name stands for one of its parts."""
    if tree == part:
        return Token("NAME", name)
    if not isinstance(tree, Tree):
        return tree
    children = [_replaced(c, part, name) if isinstance(c, Tree | Token) else c for c in tree.children]
    return Tree(tree.data, children, tree.meta)
