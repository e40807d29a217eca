"""What follows where everybody sees that something can be done, or that it can't: of one hidden number, of one hidden card, or of one among several.

What is needed for it (:mod:`ludwright.rules.beliefs.needs`) is gone through with all that everybody sees. Where a card that not everybody knows would decide as well,
nothing is concluded."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Formula
from ludwright.language.syntax.reading import names_in
from ludwright.model.kinds import Kind
from ludwright.rules.beliefs.needs import Need, Needs, Paying, Sorted
from ludwright.rules.emit.code import Code
from ludwright.rules.emit.faulting import may_fault
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

Way = tuple[Scope, Sorted]


class ShownWays:
    """Compiles it."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @cached_property
    def needs(self) -> Needs:
        """What is needed for something to be done."""
        return Needs(self.rules)

    # ------------------------------------------------------------ it can't be done

    def cannot(self, need: Need, scope: Scope) -> bool:
        """Everybody sees that there is no way. Whether all is concluded that follows."""
        found = self.needs.sort(need, scope)
        if found is None:
            return False
        if found.hidden:
            return len(found.hidden) == 1 and not found.of_card and self._number_fails(found, scope)
        if not found.of_card:
            return True
        if not self.usable([(scope, found)]):
            return False
        test = all_of(found.of_card)

        def conclude(inner: Scope) -> None:
            self._each_card(found, inner, lambda x, word, kind: self.rules.telling.rule_out(word, kind, x, test, inner))

        self._walk(found, scope, conclude)
        return True

    def _number_fails(self, found: Sorted, scope: Scope) -> bool:
        """A single number was too small, or too large."""
        test, telling = found.hidden[0], self.rules.telling
        if not self._is_of_number(found, test, scope):
            return False

        def lacks(inner: Scope) -> None:
            with inner.code.block() as fails:
                telling.has_failed(test, inner)
            there: ir.Expr = terms.YES
            if found.card is not None:
                members = self.rules.formulas.members(found.card.source, inner)
                there = terms.invert(members.empty(inner.code))
            inner.code.emit(ir.If(there, fails))

        self._walk(found, scope, lacks)
        return True

    def _is_of_number(self, found: Sorted, test: Formula, scope: Scope) -> bool:
        """Whether a test is about one hidden number."""
        telling, answers = self.rules.telling, list[bool]()
        look = lambda inner: answers.append(telling.is_of_number(test, inner))  # noqa: E731
        made = telling.quietly(lambda: self._walk(found, scope.having(code=Code("probe")), look))
        return made and bool(answers) and all(answers)

    # ------------------------------------------------------------ it can be done

    def can(self, ways: list[tuple[Need, Scope]], code: Code) -> bool:
        """Everybody sees that there is a way. Whether all is concluded that follows."""
        found: list[Way] = []
        for need, scope in ways:
            sorted_ = self.needs.sort(need, scope)
            if sorted_ is None:
                return False
            found.append((scope, sorted_))
        if len(found) == 1 and self._number_holds(*found[0]):
            return True
        if any(one.hidden for _, one in found):
            return False
        if not any(one.of_card for _, one in found):
            return True
        if not self.usable(found):
            return False
        self.one_of(code, found)
        return True

    def _number_holds(self, scope: Scope, found: Sorted) -> bool:
        """A single number was large enough, or small enough."""
        if len(found.hidden) != 1 or found.of_card or found.open:
            return False
        if not self._is_of_number(found, found.hidden[0], scope):
            return False
        self.rules.telling.has_shown(found.hidden[0], scope)
        return True

    def is_one(self, code: Code, scope: Scope, found: Sorted) -> None:
        """The tests hold for a card that was taken."""
        everyone = terms.const(self.rules.knowledge.all)
        card, kind, test = found.card, found.kind, all_of(found.of_card)
        assert card is not None and card.given is not None and kind is not None
        with code.block() as learn:
            self.rules.telling.learn(card.word, kind, card.given.expr, test, everyone, scope)
        code.emit(ir.If(self._known(test, found, scope), learn))

    def one_of(self, code: Code, ways: list[Way]) -> None:
        """One of some cards is of some designs (:mod:`ludwright.rules.beliefs.disjunctions`)."""
        some_of = self.rules.some_of
        some_of.begin()
        row = code.fresh("row")
        code.emit(ir.Do(some_of.function("open"), (), row))
        here = code.keep(terms.clamp(terms.local(row, -1, some_of.most - 1), 0, some_of.most - 1))
        idle = code.switch_on(False, "idle")
        for scope, found in ways:
            sure = code.switch_on(True, "sure")
            note = lambda inner, found=found: self._note_cards(found, here, idle, inner)  # noqa: E731
            self._walk(found, scope.having(code=code), note, sure)
            code.emit(ir.If(terms.invert(sure), [ir.Set(idle.name, terms.YES)]))
        code.emit(ir.Do(some_of.function("close"), (here, terms.as_int(idle))))

    def _note_cards(self, found: Sorted, row: ir.Expr, idle: ir.Local, scope: Scope) -> None:
        """Note which cards may have done, and what they would have to be; nothing if everybody sees one that does."""
        code, some_of, knowledge, telling = scope.code, self.rules.some_of, self.rules.knowledge, self.rules.telling
        stop = ir.Set(idle.name, terms.YES)
        if found.card is None or found.kind is None or not found.of_card:
            members = self.rules.formulas.members(found.card.source, scope) if found.card is not None else None
            there = terms.invert(members.empty(code)) if members is not None else terms.YES
            code.emit(ir.If(there, [stop]))
            return
        test = all_of(found.of_card)

        def look(x: ir.Expr, word: str, kind: Kind) -> None:
            with code.block() as seen:
                code.emit(ir.If(self.rules.formulas.cond(test, telling.bound(scope, word, x, kind)), [stop]))
            unseen = ir.Do(some_of.function("slot"), (row, x))
            code.emit(ir.If(terms.eq(knowledge.known(x), terms.const(knowledge.all)), seen, [unseen]))

        self._each_card(found, scope, look)
        put = lambda d, holds: code.emit(ir.If(holds, [ir.Do(some_of.function("design"), (row, d))]))  # noqa: E731
        telling.each_design(found.card.word, found.kind, test, scope, put)

    # ------------------------------------------------------------ going through ways

    def _walk(self, found: Sorted, scope: Scope, visit: Callable[[Scope], None], sure: ir.Local | None = None) -> None:
        """Go through all that everybody sees of what is needed; ``sure`` is set to no where that does not decide."""

        def level(number: int, inner: Scope) -> None:
            code = inner.code
            if number == len(found.open):
                self._under(found, inner, visit, sure)
                return
            wanted = found.open[number]
            members = self.rules.formulas.members(wanted.source, inner)
            if wanted.given is None:
                members.each(code, lambda x: level(
                    number + 1, self.rules.formulas.bound(inner, wanted.word, x, members.type)))  # fmt: skip
                return
            with code.block() as inside:
                level(number + 1, inner)
            code.emit(ir.If(members.contains(code, wanted.given.expr), inside))

        level(0, scope)

    def _under(self, found: Sorted, scope: Scope, visit: Callable[[Scope], None], sure: ir.Local | None) -> None:
        """Go on where all tests hold that everybody can work out."""
        code, known = scope.code, [self._known(test, found, scope) for test in (*found.public, *found.of_card)]
        unsure: list[ir.Stmt] = [ir.Set(sure.name, terms.NO)] if sure is not None else []
        whole: ir.Expr = terms.YES
        for one in known:
            whole = terms.both(whole, one)
        with code.block() as decided:
            holds: ir.Expr = terms.YES
            for test in found.public:
                with code.block() as more:
                    cond = self._cond(test, scope)
                holds = sets.also(code, holds, more, cond)
            with code.block() as body:
                visit(scope)
            code.emit(ir.If(holds, body))
        code.emit(ir.If(whole, decided, unsure))

    def _cond(self, test: Formula, scope: Scope) -> ir.Expr:
        if isinstance(test, Paying):
            return self.rules.effects.payments.payable(list(test.payments), scope)
        return self.rules.formulas.cond(test, scope)

    def _known(self, test: Formula, found: Sorted, scope: Scope) -> ir.Expr:
        """Whether everybody knows the other cards that a test is about."""
        telling, knowledge = self.rules.telling, self.rules.knowledge
        if not knowledge.kept or isinstance(test, Paying):
            return terms.YES
        if found.card is not None and found.kind is not None:
            scope = telling.bound(scope, found.card.word, ZERO, found.kind)
        known: ir.Expr = terms.YES
        for part in telling.different(telling.hidden_parts(test, scope)):
            if found.card is not None and found.card.word in names_in(part):
                continue
            c = scope.code.keep(self.rules.formulas.scalar(part, scope).expr)
            mask = terms.bit_or(knowledge.known(c), knowledge.watchers(self.rules.places.place_of(c)))
            seen = terms.eq(terms.bit_and(mask, terms.const(knowledge.all)), terms.const(knowledge.all))
            known = terms.both(known, terms.either(terms.lt(c, ZERO), seen))
        return known

    def _each_card(self, found: Sorted, scope: Scope, visit: Callable[[ir.Expr, str, Kind], None]) -> None:
        """Go through the cards that may have done."""
        card, kind, code = found.card, found.kind, scope.code
        assert card is not None and kind is not None
        members = self.rules.formulas.members(card.source, scope)
        if card.given is None:
            members.each(code, lambda x: visit(x, card.word, kind))
            return
        with code.block() as inside:
            visit(terms.clamp(card.given.expr, 0, self.rules.model.components - 1), card.word, kind)
        code.emit(ir.If(members.contains(code, card.given.expr), inside))

    def usable(self, ways: list[Way]) -> bool:
        """Whether all tests of cards can be worked out for other cards, without faults."""
        telling, calm = self.rules.telling, list[bool]()

        def attempt() -> None:
            for scope, found in ways:
                if found.card is None or found.kind is None or not found.of_card:
                    continue
                probe, card, kind, test = (
                    scope.having(code=Code("probe")),
                    found.card,
                    found.kind,
                    all_of(found.of_card),
                )
                look = lambda inner, card=card, kind=kind, test=test: telling.each_design(card.word, kind, test, inner, _nothing)  # noqa: E731  # fmt: skip
                self._walk(found, probe, look)
                alone = len(found.public) + len(found.of_card) == 1
                calm.append(alone or not may_fault(probe.code.statements, terms.YES, self.rules.functions))

        kept = self.rules.knowledge.kept and self.rules.model.tellers > 0
        return kept and telling.quietly(attempt) and all(calm)


def _nothing(design: ir.Expr, holds: ir.Expr) -> None:
    """Nothing is done with a test that is only tried."""


def all_of(tests: list[Formula]) -> Formula:
    """Several tests as one."""
    last, *before = [syntax.Brackets(test) for test in reversed(tests)]
    joined: Formula = last
    for test in before:
        joined = syntax.And(test, joined)
    return joined
