"""Scripted players: the rules of a `bot`, compiled to a function that sifts the options of the open question.

Called with the asked seat while the options lie open, it keeps those that the first fitting rule likes best, and says how many
these are. Where no rule fits it changes nothing and says 0. Who plays draws among what is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Formula
from ludwright.language.syntax.reading import names_in
from ludwright.mistakes import Mistake
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Anything, Scope, WrongError
from ludwright.rules.options.bot_deeds import BotDeeds, Deed
from ludwright.rules.options.coding import MOST_CODES

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.rules.compiler import Rules
    from ludwright.rules.options.questions import QuestionRules

Rule = syntax.BotRuleLine
Lines = Sequence[Rule | syntax.BotLet]
COUNT = ir.OptionCount(ir.INT, 0, 1 << 20)
RANDOM = "random"
"""A player without rules: no bot may be called so."""


class Bots:
    """All scripted players of a game, by their names."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.exports: dict[str, str] = {}
        """For each bot the name under which its function is exported."""
        self._deeds = BotDeeds(rules)

    def make(self) -> None:
        """Check and compile them."""
        for declaration, bot in self.rules.model.declared(syntax.BotDeclaration):
            title = bot.title[1:-1].strip()
            known = [*self.exports, RANDOM, "human"]
            if not title or "," in title or title.casefold() in (name.casefold() for name in known):
                message = "a bot needs a name of its own, without a comma; `random` and `human` are taken"
                self.rules.report(Mistake(declaration.place(bot.title), message))
                continue
            self._bot(title, declaration, bot.rules)

    def _bot(self, title: str, declaration: Declaration, lines: Lines) -> None:
        number = len(self.exports)
        name, players = f"bot_{number}", self.rules.model.players
        code = Code(name)
        # In a scope for real numbers nothing faults: a scripted player never stops a game.
        scope = Scope(code, declaration, terms.local("seat", 0, players - 1), real=True, choosing=True, where=name)
        deeds = [self._deeds.read(line.action, scope) if isinstance(line, Rule) else None for line in lines]
        lets = {str(line.let.name) for line in lines if isinstance(line, syntax.BotLet)}
        for line, deed in zip(lines, deeds, strict=True):
            if isinstance(line, Rule) and deed is not None:
                self._deeds.note_slips(deed, names_in(line.when) | names_in(line.by) | lets, scope)
        fitting: set[int] = set()
        cases: dict[int, list[ir.Stmt]] = {}
        for question in self.rules.questions.all:
            here = [i for i, deed in enumerate(deeds) if deed is not None and deed.answers(question)]
            fitting.update(here)
            with code.block() as body:
                self._case(question, here, lines, deeds, scope)
            if any(deeds[i] is not None for i in here):
                cases[question.number] = body
        self._rest(fitting, lines, deeds, scope)
        code.emit(ir.Switch(terms.state(ir.QUESTION, lo=0, hi=1 << 20), cases))
        code.emit(ir.Return(ZERO))
        self.rules.functions[name] = ir.Function(
            name, [("seat", 0, players - 1)], code.statements, ir.INT, 0, 1 << 20, code.arrays, changes=True
        )
        self.exports[title] = f"bot.{number}"
        self.rules.analysis.reals[f"bot.{number}"] = name

    def _case(
        self, question: QuestionRules, here: list[int], lines: Lines, deeds: list[Deed | None], scope: Scope
    ) -> None:
        """The rules that can fit one question, with the `let` lines they use."""
        used = set().union(*(names_in(lines[i]) for i in here)) if here else set()
        wanted: set[int] = set()
        for i, line in reversed(list(enumerate(lines))):
            if isinstance(line, syntax.BotLet) and str(line.let.name) in used:
                wanted.add(i)
                used |= names_in(line.let.value)
        for i, (line, deed) in enumerate(zip(lines, deeds, strict=True)):
            if isinstance(line, syntax.BotLet):
                scope = self._let(line.let, scope) if i in wanted else scope
            elif i in here and deed is not None:
                try:
                    self._rule(line, deed, question, scope)
                except WrongError:
                    continue

    def _rest(self, fitting: set[int], lines: Lines, deeds: list[Deed | None], scope: Scope) -> None:
        """Look for mistakes where nothing was compiled: in unused `let` lines, and in rules for what nobody is asked."""
        scope = scope.having(code=Code("probe"))
        for i, (line, deed) in enumerate(zip(lines, deeds, strict=True)):
            if isinstance(line, syntax.BotLet):
                scope = self._let(line.let, scope)
                continue
            if i in fitting:
                continue
            if deed is not None:
                self.rules.note(scope.declaration, line.action, "nobody is ever asked this")
            inner = scope
            for word in self._deeds.words(line.action):
                inner = inner.bind(word, Anything())
            for formula, look in ((line.when, self.rules.formulas.cond), (line.by, self._number)):
                try:
                    if formula is not None:
                        look(formula, inner)
                except WrongError:
                    continue

    def _number(self, node: Formula, scope: Scope) -> ir.Expr:
        return self.rules.formulas.number(node, scope)

    def _let(self, let: syntax.Let, scope: Scope) -> Scope:
        name, right = let.name, let.value
        rolled = isinstance(right, syntax.Rolling | syntax.Create)
        head = right.name if isinstance(right, syntax.FunctionCall) else right
        try:
            if rolled or (isinstance(head, Token) and str(head) in self.rules.procedures):
                message = "a bot only looks: nothing is rolled, created or done here"
                raise self.rules.wrong(scope, right, message, "use a formula")
            value = self.rules.formulas.value(right, scope)
            return self.rules.effects.assignments.bind_local(str(name), value, right, scope)
        except WrongError:
            return scope.bind(str(name), Anything())

    # ------------------------------------------------------------ one rule

    def _rule(self, line: Rule, deed: Deed, question: QuestionRules, scope: Scope) -> None:
        """Look at every option: keep those that fit best, at the front of the list."""
        when, by = line.when, line.by
        code = scope.code
        if deed.form == "any" and when is None and by is None:
            code.emit(ir.Return(COUNT))
            return
        kept = code.variable(ZERO, 0, 1 << 20, "kept")
        best = code.fresh("best")
        start = len(code.statements)
        values: list[ir.Expr] = []

        def look(i: ir.Expr) -> None:
            option = code.keep(ir.OptionAt(ir.INT, 0, MOST_CODES, i), "option")
            self._deeds.fits(deed, option, question, scope, lambda inner: weigh(option, inner))

        def weigh(option: ir.Expr, inner: Scope) -> None:
            cond = self.rules.formulas.cond(when, inner) if when is not None else terms.YES
            with code.block() as good:
                more = terms.lowest(terms.add(kept, ONE), terms.const(1 << 20))
                take: list[ir.Stmt] = [ir.SetOption(kept, option), ir.Set(kept.name, more)]
                if by is None:
                    code.statements.extend(take)
                else:
                    value = code.keep(self.rules.formulas.number(by, inner), "value")
                    values.append(value)
                    record = ir.Local(value.type, value.lo, value.hi, best)
                    better = terms.either(terms.eq(kept, ZERO), terms.compare("gt", value, record))
                    code.emit(ir.If(better, [ir.Set(best, value), ir.Set(kept.name, ZERO)]))
                    code.emit(ir.If(terms.compare("eq", value, record), take))
            code.emit(ir.If(cond, good))

        sets.walk(code, ZERO, terms.sub(COUNT, ONE), look)
        if values:  # a value before the walk, so that both runs know its type
            first = values[0]
            nothing = terms.real(0.0) if first.type == ir.REAL else terms.const(min(max(0, first.lo), first.hi))
            code.statements.insert(start, ir.Set(best, nothing))
        code.emit(ir.If(terms.gt(kept, ZERO), [ir.SetOptionCount(kept), ir.Return(kept)]))
