"""What can happen in a game, compiled: functions that say whether it did, and bind the names that are new."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.expectations.course import Happening, Occurrence
from ludwright.expectations.events import SEES
from ludwright.expectations.naming import SOMEONE, ExpectationNames
from ludwright.expectations.places import Entering
from ludwright.ir import terms
from ludwright.language import syntax
from ludwright.language.in_play import in_play
from ludwright.language.syntax import Part
from ludwright.language.syntax.walking import nodes
from ludwright.mistakes import nearest
from ludwright.model.kinds import Kind
from ludwright.rules.emit.code import Code
from ludwright.rules.names.scope import KindRef, Scalar, Scope, WrongError
from ludwright.rules.options.bot_deeds import REFUSALS, BotDeeds
from ludwright.rules.options.wording import DECLINE

if TYPE_CHECKING:
    from ludwright.model.kinds import Type

PARTS = ("game", "turn", "round")


class Happenings(ExpectationNames):
    """Compiles the happenings of one expectation."""

    def occurrence(self, node: syntax.Occur, opening: bool = False) -> Occurrence:
        """Happenings joined by `or`, and what must hold then."""
        found = tuple(self._alternatives(node.happenings, opening))
        holds = self.condition(node.condition) if node.condition is not None else ""
        return Occurrence(found, holds, node.before is not None)

    def _alternatives(self, happenings: tuple[syntax.Node, ...], opening: bool) -> Iterator[Happening]:
        """Each binds what is new before all of them; the same name in two is one name, if it means the same kind of thing."""
        before = dict(self.names)
        for one in happenings:
            self.names = dict(before)
            yield self._happening(one, opening)
            for name, value in self.names.items():
                if name not in before:
                    known = self.alternatives.get(name, value)
                    clash = (
                        isinstance(value, Scalar)
                        and isinstance(known, Scalar)
                        and value.type.kind is not known.type.kind
                    )
                    self.alternatives[name] = None if clash or known is None else value
        self.names = before | {name: value for name, value in self.alternatives.items() if value is not None}
        self.alternatives = {}

    def _happening(self, node: syntax.Node, opening: bool) -> Happening:
        match node:
            case syntax.Does(syntax.FormulaNode() | Token() as who, what) | syntax.AnotherDoes(who, what):
                test, action = self._does(who, what, isinstance(node, syntax.AnotherDoes), opening)
                return Happening(node.rule, test, action=action)
            case syntax.Says(who, words):
                return Happening(node.rule, self._speaks(who, words), str(words)[1:-1])
            case syntax.Sees(who, seen):
                return Happening(node.rule, self._sees(who, seen))
            case syntax.Enters(thing, zone):
                return Happening(node.rule, self._enters(thing, zone))
            case syntax.Leaves(who, part):
                return Happening(node.rule, self._leaves(who, part))
            case syntax.Becomes(what, value):
                return Happening(node.rule, self.condition(syntax.Is(what, value, span=node.span)))
            case syntax.StartOf(phase) | syntax.EndOf(phase):
                return Happening(node.rule, name=self._part(phase))
        raise TypeError(node)

    # ------------------------------------------------------------ parts of the game

    def _part(self, name: Token) -> str:
        """A part that begins or ends; of a stage, a function tells which one it is."""
        part = str(name)
        self._must_be_part(name)
        if part not in PARTS and part not in self.shared.numbers:
            self.shared.numbers[part] = self.value(syntax.MemberOf(name, Token("NAME", "number")))
        return part

    def _must_be_part(self, name: Part) -> None:
        known = list(dict.fromkeys([*PARTS, *self.rules.parts]))
        if str(name) not in known:
            close = nearest(str(name), known)
            hint = f"did you mean `{close}`?" if close else f"there are {', '.join(known)}"
            raise self.rules.wrong(self.scope(Code("probe")), name, f"no part of the game is called `{name}`", hint)

    def _leaves(self, who: Part, part: Part) -> str:
        self._must_be_part(part)
        code = Code("expect")
        scope = self.scope(code)
        number = terms.const(self.rules.structure.part_code(str(part), part, scope))
        test, binds = self._who(who, scope, False)
        test = terms.both(test, terms.eq(terms.state(self.shared.what, lo=-1, hi=1 << 20), number))
        return self._finished(code, test, {binds: self.actor} if binds else {})

    # ------------------------------------------------------------ deeds

    def _does(self, who: Part, deed_node: Part, another: bool, opening: bool) -> tuple[str, int]:
        code = Code("expect")
        scope = self.scope(code)
        deeds = BotDeeds(self.rules)
        read = deeds.read(deed_node, scope)
        if read is None:
            raise WrongError
        answer = code.keep(terms.state(self.shared.code, lo=0, hi=(1 << 31) - 1), "answer")
        asked = [question for question in self.rules.questions.all if read.answers(question)]
        test, binds = self._who(who, scope, another)
        if opening and isinstance(who, Token):
            self.by = str(who)
        cases: dict[int, list[ir.Stmt]] = {}
        inner = scope.bind(binds, self.actor) if binds else scope

        def then(bound: Scope) -> None:
            for name, value in bound.names.items():
                if name not in scope.names and isinstance(value, Scalar):
                    self.keep(code, name, value)
            code.emit(ir.Return(terms.ONE))

        for question in asked:
            with code.block() as body:
                deeds.fits(read, answer, question, inner, then)
            cases[question.number] = [ir.If(test, body)]
        if not cases:
            self.rules.note(self.declaration, deed_node, "nobody is ever asked this")
        code.emit(ir.Switch(terms.state(ir.QUESTION, lo=0, hi=1 << 20), cases))
        return self.export(code, changes=True), -1 if read.action is None else read.action.number

    def _who(self, who: Part, scope: Scope, another: bool) -> tuple[ir.Expr, str]:
        """What must hold of who acts, and the name that is new."""
        test: ir.Expr = terms.YES
        if another:
            opened = self.names.get(self.by)
            if isinstance(opened, Scalar):
                test = terms.ne(self.actor.expr, opened.expr)
        if str(who) == SOMEONE:
            return test, ""
        if self.is_new(who, scope):
            return test, str(who)
        player = self.rules.model.player
        known = self.rules.formulas.scalar(who, scope, player.ref())
        if known.type.kind is not player:
            raise self.rules.wrong(scope, who, f"expected a player, this is {known.type}")
        return terms.both(test, terms.eq(self.actor.expr, known.expr)), ""

    def _speaks(self, who: Part, words: Part) -> str:
        code = Code("expect")
        scope = self.scope(code)
        said, known = str(words)[1:-1], self._vocabulary()
        if said not in known and (close := nearest(said, known)):
            raise self.rules.wrong(scope, words, f"nobody can say `{said}` here", f"did you mean `{close}`?")
        test, binds = self._who(who, scope, False)
        return self._finished(code, test, {binds: self.actor} if binds else {})

    def _vocabulary(self) -> list[str]:
        """What can be said without saying of what, as far as the text tells."""
        questions = self.rules.questions.all
        words = [word for question in questions for word in question.words or ()]
        named = [member for kind in self.rules.model.kinds.values() for member in kind.members]
        return [*words, *self.rules.actions.known, *(q.name for q in questions), *named, *REFUSALS, DECLINE]

    # ------------------------------------------------------------ cards and things

    def _sees(self, who: Part, what: Part) -> str:
        code = Code("expect")
        scope = self.scope(code)
        test, binds = self._who(who, scope, False)
        shown = any(
            isinstance(n, syntax.Show) for d in in_play(self.rules.description.declarations) for n in nodes(d.tree)
        )
        if not shown or not self.rules.knowledge.kept:
            hint = "`c enters p.hand` looks for what is drawn"
            self.rules.note(self.declaration, what, "nothing is ever shown to anybody in this game", hint)
        kinds = [kind for kind in self.rules.model.component_kinds if kind.parent is None and not kind.faces]
        same, new = self._thing(what, kinds, scope, SEES)
        bound = {**new, **({binds: self.actor} if binds else {})}
        return self._finished(code, terms.both(test, same), bound)

    def _enters(self, what: Part, where: Part) -> str:
        code = Code("expect")
        scope = self.scope(code)
        target = Entering(self, scope).read(where)
        same, new = self._thing(what, target.kinds, scope, "enters")
        return self._finished(code, terms.both(target.test, same), {**target.new, **new})

    def _thing(self, what: Part, kinds: list[Kind], scope: Scope, verb: str) -> tuple[ir.Expr, dict[str, Scalar]]:
        """What must hold of the component it befell, and the name that is new."""
        if not kinds:
            raise self.rules.wrong(scope, what, "there are no cards and no things here")
        kind = kinds[0] if len(kinds) == 1 else self.rules.places.union(kinds)
        number = terms.state(self.shared.what, lo=-1, hi=self.rules.model.components - 1)
        thing = Scalar(terms.clamp(number, kind.first, kind.last), kind.ref())
        if self.is_new(what, scope):
            return terms.YES, {str(what): thing}
        value = self.rules.formulas.value(what, scope)
        if isinstance(value, KindRef) and value.kind.role == "component":
            self._comparable(value.kind.ref(), kind, what, scope)
            return self.rules.places.is_of_kind(thing.expr, kind, value.kind), {}
        known = self.rules.formulas.as_scalar(value, what, scope)
        self._comparable(known.type, kind, what, scope)
        return self.rules.formulas.equal(thing, known, what, scope), {}

    def _comparable(self, type_: Type, kind: Kind, node: Part, scope: Scope) -> None:
        found = type_.kind.of if type_.kind is not None and type_.kind.role == "design" else type_.kind
        if found is None or found.role != "component" or not self.rules.fitting.comparable(found, kind):
            raise self.rules.wrong(scope, node, f"expected {kind.ref()}, this is {type_}")

    def _finished(self, code: Code, test: ir.Expr, bound: dict[str, Scalar]) -> str:
        """A function that binds names where something holds."""
        with code.block() as body:
            for name, value in bound.items():
                self.keep(code, name, value)
            code.emit(ir.Return(terms.ONE))
        code.emit(ir.If(test, body))
        return self.export(code, changes=True)
