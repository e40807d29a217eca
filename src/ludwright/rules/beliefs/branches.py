"""What everybody learns from what happens: which way an `if` goes, who could not follow, who could pay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part, parts
from ludwright.language.syntax.reading import names_in, variable
from ludwright.mistakes import CONCLUSIONS
from ludwright.model.kinds import Kind
from ludwright.rules.analysis.taints import indices_of
from ludwright.rules.beliefs.card_tests import COMPARED, OF_DICE, TESTED, CardTests, replaced
from ludwright.rules.beliefs.hidden_variables import OPPOSITE, HiddenPlace
from ludwright.rules.beliefs.named_before import with_what_was_read
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import FieldRef, Scope

if TYPE_CHECKING:
    from ludwright.rules.options.actions import ActionRules


class Branches(CardTests):
    """Compiles it, where it can be used."""

    if TYPE_CHECKING:

        def learn(self, name: str, kind: Kind, c: ir.Expr, test: Part, seats: ir.Expr, scope: Scope) -> None: ...

        def learn_pair(self, pair: Any, test: Part, seats: ir.Expr, scope: Scope) -> None: ...

        def rule_out(self, name: str, kind: Kind, c: ir.Expr, test: Part, scope: Scope) -> None: ...

    def could_not(self, action: ActionRules, values: list[ir.Expr], scope: Scope) -> None:
        """Who did not do what he had to if able, could not: no card of the zone he chose from would have done.

        Used where the action chooses one card from a zone, and what decides is public."""
        demands = [guard for guard in action.guards if isinstance(guard, syntax.IfAble)]
        if not self.rules.knowledge.kept or len(action.params) != 1 or len(demands) < len(action.guards):
            return
        (name, source), coding, code = action.params[0], action.codings[0], scope.code
        kind = coding.type.kind
        inner = self.rules.actions.bind(action, values, scope)
        place = sets.zone_place(self.rules.formulas.members(source, inner.having(code=Code("probe"))))
        if place is None or kind is None or kind.design is None:
            return
        hidden = self.rules.model.hidden_zones
        with code.block() as learn:
            open_ = code.switch_on(True, "open")
            for demand in demands:
                test, veiled = demand.wanted, bool(hidden & names_in(demand.when))
                when = _shown_by(demand.when, source, name) if veiled else demand.when
                if (veiled and when is None) or not self.usable(name, kind, test, inner):
                    break
                due = code.keep(self.rules.formulas.cond(when, inner)) if when is not None else terms.YES
                does = code.keep(self.rules.formulas.cond(test, inner))
                with code.block() as conclude:
                    here = self.rules.formulas.members(source, inner)
                    here.each(code, lambda x, test=test: self.rule_out(name, kind, x, test, inner))  # type: ignore[misc]
                code.emit(ir.If(terms.both(terms.both(due, open_), terms.invert(does)), conclude))
                code.emit(ir.If(terms.both(due, does), [ir.Set(open_.name, terms.NO)]))
                if veiled:
                    break  # whether it was due anyway is not known
        code.statements.extend(self.rules.knowledge.switch(learn))

    def paid(self, design: Formula, members: sets.SetValue, many: ir.Expr, node: syntax.Pay, scope: Scope) -> None:
        """Cards of a design are about to be paid: the first ones there are of it. So everybody knows what these are, and what those before them are not."""
        kind, code, rules = members.type.kind, scope.code, self.rules
        test = syntax.Is(Token("NAME", TESTED), design)
        if kind is None or not rules.knowledge.kept or rules.taints.touches(design) or rules.taints.hidden(node):
            return
        if not self.usable(TESTED, kind, test, scope):
            return
        with code.block() as learn:
            most = rules.model.components
            left = code.variable(terms.clamp(many, 0, most), 0, most, "left")

            def look(c: ir.Expr) -> None:
                fits = code.keep(rules.formulas.cond(test, self.bound(scope, TESTED, c, kind)))
                with code.block() as passed:
                    self.learn(TESTED, kind, c, test, terms.const(rules.knowledge.all), scope)
                    code.emit(ir.Set(left.name, terms.highest(terms.sub(left, terms.as_int(fits)), ZERO)))
                code.emit(ir.If(terms.gt(left, ZERO), passed))

            members.each(code, look)
        code.statements.extend(rules.knowledge.switch([ir.If(rules.secrets.open_play(), learn)]))

    def has_shown(self, test: Part, scope: Scope) -> None:
        """A condition that everybody saw hold: it tells how much there is of something unseen."""
        if isinstance(test, Token):
            return
        if isinstance(test, syntax.And | syntax.Brackets):
            for part in parts(test):
                self.has_shown(part, scope)
            return
        found = self._of_number(test, scope)
        if found is not None:
            place, sign, number = found
            self.rules.hidden_variables.shown(scope.code, place, sign, number)
        self.of_cards(test, scope)

    def has_failed(self, test: Part, scope: Scope) -> None:
        """A single condition that everybody saw not to hold."""
        found = self._of_number(test, scope)
        if found is not None:
            place, sign, number = found
            self.rules.hidden_variables.shown(scope.code, place, OPPOSITE[sign], number)

    def _of_number(self, test: Part, scope: Scope) -> tuple[HiddenPlace, str, ir.Expr] | None:
        """A comparison of a number that not everybody sees with one that everybody knows, taken apart."""
        if not isinstance(test, syntax.Compare | syntax.Identity):
            return None
        left, right, sign = test.left, test.right, str(test.sign)
        model, name = self.rules.model, variable(left)
        if not any(
            f.name == name and f.type.form == "number" and not f.type.optional and id(f) in model.floor_words
            for f in model.all_fields()
        ):
            return None
        if self.rules.taints.touches(right) or any(map(self.rules.taints.touches, indices_of(left))):
            return None
        place = self.rules.effects.assignments.lvalue(left, scope)
        if not isinstance(place, FieldRef) or id(place.field) not in model.floor_words:
            return None
        if len(place.given) != len(place.field.dims):
            return None
        given = tuple(scope.code.keep(terms.highest(g, terms.const(d.first))) for g, d in zip(place.given, place.field.dims, strict=True))  # fmt: skip
        index, _, last = self.rules.addresses.address(place.field, given, scope, left)
        return HiddenPlace(place.field, index, last), sign, self.rules.formulas.number(right, scope)

    def branch(self, test: Part, scope: Scope) -> None:
        """Everybody sees which way an `if` goes, and so learns its test, where that is a test of one or two hidden components."""
        self._branch_of_number(test, scope)
        self.of_cards(test, scope)

    def of_cards(self, test: Part, scope: Scope) -> None:
        """Everybody sees how a test of hidden cards comes out."""
        knowledge = self.rules.knowledge
        test, asked = with_what_was_read(self.rules, test, scope), test
        if not knowledge.kept or self.rules.card_reader.chancy(test):
            return
        told = self.rules.model.tellers and not self.rules.taints.names & names_in(test)
        parts = self.different(self.hidden_parts(test, scope)) if told else []
        names = [TESTED, COMPARED][: len(parts)]
        kinds = [self.rules.formulas.scalar(part, scope.having(code=Code("probe"))).type.kind for part in parts]
        named = test
        for name, part in zip(names, parts, strict=False):
            named = replaced(named, part, name)
        alone = self.rules.card_reader.reads_only(set(names), named)
        if alone and len(parts) == 1 and kinds[0] is not None and self.usable(TESTED, kinds[0], named, scope):
            self._branch_of_one(parts[0], kinds[0], named, scope)
        elif alone and len(parts) == 2 and self.usable_pair(names, kinds, named, scope):
            self._branch_of_two(parts, kinds, named, test, scope)
        elif not self.rules.evidence.whether_none_fits(test, scope):
            return
        self._used.append(asked)

    def _branch_of_number(self, test: Part, scope: Scope) -> None:
        """Everybody sees which way an `if` goes, and so learns how a number that not everybody sees compares with one that everybody knows."""
        hidden = self.rules.model.floor_words or self.rules.transfers.possible
        if not hidden or self.rules.taints.often_unseen(test):
            return
        while isinstance(test, syntax.Brackets):
            test = test.formula
        code = scope.code
        with code.block() as learn:
            found = self._of_number(test, scope)
            if found is None:
                return
            place, sign, number = found
            number = code.keep(number)
            with code.block() as holds:
                self.rules.hidden_variables.shown(code, place, sign, number)
            with code.block() as fails:
                self.rules.hidden_variables.shown(code, place, OPPOSITE[sign], number)
            cond = code.keep(self.rules.formulas.cond(test, scope))
            code.emit(ir.If(self.rules.secrets.open_play(), [ir.If(cond, holds, fails)]))
        code.statements.extend(self.rules.knowledge.always(learn))

    def note_unused(self, test: Part, declaration: Any) -> None:
        """Say that nobody concludes anything from a test, unless somebody does."""
        if test not in self._used:
            what, hint = (
                "cards",
                "used are tests of one card, comparisons of two, and that no card of a set is of a sort",
            )
            if "face" in names_in(test) or all(kind.faces for kind in self.rules.model.veiled):
                what, hint = "dice", OF_DICE
            self.rules.note(
                declaration, test, f"what this tells of hidden {what} is not used by bots", hint, CONCLUSIONS
            )

    def _branch_of_one(self, part: Part, kind: Kind, named: Part, scope: Scope) -> None:
        code = scope.code
        with code.block() as learn:
            c = code.keep(self.rules.formulas.scalar(part, scope).expr)
            with code.block() as there:
                everyone = terms.const(self.rules.knowledge.all)
                self.learn(TESTED, kind, terms.highest(c, ZERO), named, everyone, scope)
            code.emit(ir.If(terms.both(terms.ge(c, ZERO), self.rules.secrets.open_play()), there))
        code.statements.extend(self.rules.knowledge.switch(learn))

    def _branch_of_two(
        self, parts: list[Part], kinds: list[Kind | None], named: Part, test: Part, scope: Scope
    ) -> None:
        code = scope.code
        with code.block() as learn:
            a, b = (code.keep(self.rules.formulas.scalar(part, scope).expr) for part in parts)
            with code.block() as there:
                everyone = terms.const(self.rules.knowledge.all)
                self.learn_pair([(TESTED, kinds[0], a), (COMPARED, kinds[1], b)], named, everyone, scope)
            both = terms.both(terms.ge(a, ZERO), terms.ge(b, ZERO))
            open_ = self.rules.secrets.open_play()
            code.emit(ir.If(terms.both(both, open_), there))
            for part, kind, c, other in ((parts[0], kinds[0], a, b), (parts[1], kinds[1], b, a)):
                # where one of them is not there at all, it is a test of the other
                with code.block() as alone:
                    self._learn_one(part, kind, c, test, scope)
                missing = terms.both(terms.ge(c, ZERO), terms.lt(other, ZERO))
                if alone and other.lo < 0:
                    code.emit(ir.If(terms.both(missing, open_), alone))
        code.statements.extend(self.rules.knowledge.switch(learn))

    def _learn_one(self, part: Part, kind: Kind | None, c: ir.Expr, test: Part, scope: Scope) -> None:
        named = replaced(test, part, TESTED)
        if kind is not None and self.usable(TESTED, kind, named, scope):
            self.learn(TESTED, kind, terms.highest(c, ZERO), named, terms.const(self.rules.knowledge.all), scope)


def _shown_by(when: Formula | None, source: Formula, name: str) -> Part | None:
    """What the chosen card itself must be for `any x in Z with P` to hold, where it was chosen from Z: then everybody sees that it does."""
    match when:
        case syntax.AnyOf(syntax.Generator(word, zone, start=None, limit=syntax.Clause(test))) if zone == source:
            return replaced(test, word, name)
    return None
