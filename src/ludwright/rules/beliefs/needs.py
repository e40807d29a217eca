"""What has to be there for something to be done: cards or things of some sets, for which tests hold. And which of that not everybody sees.

A condition such as `any c in my hand with c.rank > 3` is one more card that is needed, and what a definition or `me can lay` stands for is looked into."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part
from ludwright.language.syntax.reading import names_in, parameters, split
from ludwright.language.syntax.walking import nodes
from ludwright.model import visibility
from ludwright.model.kinds import Kind
from ludwright.model.side_effects import CONCLUDING
from ludwright.rules.analysis.information_flow import InformationFlow
from ludwright.rules.analysis.origins import KnownNames, Seat, SeenThing, ThingOrigin
from ludwright.rules.analysis.substitute import put_in
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules
    from ludwright.rules.options.actions import ActionRules

ME = Seat(("me",))
STRANGER = Seat(("nobody in particular",))
MOST_LOOKED_INTO = 40


@dataclass(frozen=True)
class Paying(syntax.FormulaNode):
    """That all payments of an action can be made."""

    payments: tuple[syntax.Pay, ...]


@dataclass(frozen=True)
class NeededCard:
    """One thing that is needed: its name, the set it is one of, and which one it is, if that is given."""

    word: str
    source: Formula
    given: Scalar | None = None


@dataclass(frozen=True)
class Need:
    """All that is needed."""

    wanted: tuple[NeededCard, ...] = ()
    tests: tuple[Formula, ...] = ()
    clear: bool = True
    """Whether it can be said at all what is needed."""


@dataclass
class Sorted:
    """The same, by who sees it."""

    open: list[NeededCard] = field(default_factory=list)
    """What is chosen for all to see."""
    card: NeededCard | None = None
    """A card from a zone that not everybody sees."""
    kind: Kind | None = None
    public: list[Formula] = field(default_factory=list)
    """Tests that everybody can work out."""
    of_card: list[Formula] = field(default_factory=list)
    """Tests of that card."""
    hidden: list[Formula] = field(default_factory=list)
    """Tests of something else that not everybody sees."""


class Needs:
    """Reads them from the rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.glimpses = InformationFlow(rules)
        self._renamed = 0

    # ------------------------------------------------------------ reading

    def of_action(self, action: ActionRules, given: list[Scalar]) -> Need:
        """What an action needs, with its first parameters given."""
        values = [*given, *[None] * (len(action.params) - len(given))]
        wanted = [NeededCard(word, source, value) for (word, source), value in zip(action.params, values, strict=True)]
        lets: dict[str, Formula] = {}
        tests: list[Formula] = []
        for guard in action.guards:
            if isinstance(guard, syntax.Let):
                lets[str(guard.name)] = syntax.Brackets(put_in(guard.value, lets))
            elif isinstance(guard, syntax.When):
                tests.append(put_in(guard.condition, lets))
        named = {str(effect.name) for effect in action.effects if isinstance(effect, syntax.Let)}
        effects = [effect for effect in action.effects if not names_in(effect) & named]
        payments = tuple(effect for effect in effects if isinstance(effect, syntax.Pay))
        need = self.of_tests(tests, wanted)
        if payments:
            need = replace(need, tests=(*need.tests, put_in(Paying(payments), lets)))
        foreseen = any(isinstance(guard, syntax.WhenAfterwards) for guard in action.guards)
        return replace(need, clear=need.clear and not foreseen)

    def of_tests(self, tests: Iterable[Formula], wanted: Iterable[NeededCard] = ()) -> Need:
        """What has to be there for tests to hold."""
        need, waiting, looked = Need(tuple(wanted)), list(tests), 0
        while waiting:
            test = waiting.pop(0)
            looked += 1
            inside = self._looked_into(test) if looked < MOST_LOOKED_INTO else None
            if inside is not None:
                waiting = [*inside.tests, *waiting]
                need = replace(need, wanted=(*need.wanted, *inside.wanted), clear=need.clear and inside.clear)
            else:
                need = replace(need, tests=(*need.tests, test))
        return need

    def _looked_into(self, test: Formula) -> Need | None:
        """What a test stands for; none if it is plain."""
        match test:
            case Token():
                return self._defined(str(test), ())
            case syntax.Brackets(inner):
                return Need(tests=(inner,))
            case syntax.And() if (found := split(test)) != [test]:
                return Need(tests=tuple(part for part in found if isinstance(part, syntax.FormulaNode)))
            case syntax.AnyOf(members):
                return self._any(members)
            case syntax.Can("me", deed):
                return self._can(deed)
            case syntax.FunctionCall(name, syntax.Arguments(given)):
                return self._defined(str(name), given)
        return None

    def _any(self, gen: syntax.Generator) -> Need | None:
        if gen.start is not None or isinstance(gen.limit, syntax.WhileClause):
            return None
        name = self._new(str(gen.name))
        tests = () if gen.limit is None else (put_in(gen.limit.condition, {str(gen.name): Token("NAME", name)}),)
        return Need((NeededCard(name, gen.source),), tests)

    def _can(self, deed: Formula) -> Need | None:
        action = self.rules.actions.known.get(str(deed)) if isinstance(deed, Token) else None
        if action is None:
            return None
        need = self.of_action(action, [])
        names = {wanted.word: Token("NAME", self._new(wanted.word)) for wanted in need.wanted}
        renamed = tuple(NeededCard(str(names[w.word]), put_in(w.source, names)) for w in need.wanted)
        return Need(renamed, tuple(put_in(test, names) for test in need.tests), need.clear)

    def _defined(self, word: str, args: tuple[Formula, ...]) -> Need | None:
        """The formula of a definition, with what it is given put in."""
        if word not in self.rules.definitions:
            return None
        tree: syntax.DefineDeclaration = self.rules.definitions[word].tree
        words = parameters(tree)
        if tree.steps or isinstance(tree.value, syntax.AnswerWith) or len(words) != len(args):
            return None
        given = {w: a if isinstance(a, Token) else syntax.Brackets(a) for w, a in zip(words, args, strict=True)}
        return Need(tests=(put_in(tree.value, given),))

    def _new(self, word: str) -> str:
        self._renamed += 1
        return f"{word}_{self._renamed}_"

    # ------------------------------------------------------------ who sees it

    def sort(self, need: Need, scope: Scope) -> Sorted | None:
        """Who sees what of all that is needed; none if that can't be said."""
        found: list[Sorted | None] = []
        made = need.clear and self.rules.telling.quietly(lambda: found.append(self._sorted(need, scope)))
        return found[0] if made else None

    def _sorted(self, need: Need, scope: Scope) -> Sorted | None:
        found, names, inner = Sorted(), self._names(scope), scope.having(code=Code("probe"))
        for wanted in need.wanted:
            look = SeenThing(STRANGER)
            seen = self.glimpses.element(self.glimpses.value(wanted.source, names, look), wanted.source)
            members = self.rules.formulas.members(wanted.source, inner)
            if look.found or self.names_hidden(wanted.source, scope) or not self._put(wanted, members, found):
                return None
            names = names.bind(wanted.word, seen if found.card is not wanted else None)
            inner = self.rules.formulas.bound(inner, wanted.word, _sample(members, inner.code), members.type)
        for test in need.tests:
            self._sort_test(test, found, names, scope)
        return found

    def _put(self, wanted: NeededCard, members: sets.SetValue, found: Sorted) -> bool:
        """Put one thing that is needed where it belongs; no if there are several hidden cards, or it can't be said where they come from."""
        zone = members.zone if isinstance(members, sets.ZoneChain) else None
        kind = members.type.kind
        veiled = kind is not None and any(one in self.rules.model.veiled for one in kind.root.family())
        if not veiled or (zone is not None and zone.public):
            found.open.append(wanted)
            return found.card is None or found.card.word not in names_in(wanted.source)
        if zone is None or found.card is not None or kind is None or kind.design is None:
            return False
        found.card, found.kind = wanted, kind
        return True

    def _sort_test(self, test: Formula, found: Sorted, names: KnownNames, scope: Scope) -> None:
        look = SeenThing(STRANGER)
        self.glimpses.condition(test, names, look)
        knows = any(isinstance(part, syntax.Knows) for part in nodes(test))
        concludes = knows or (not isinstance(test, Token) and bool(set(CONCLUDING) & names_in(test)))
        if look.found or concludes or self.names_hidden(test, scope) or self._pays_hidden(test):
            found.hidden.append(test)
        elif found.card is not None and found.card.word in names_in(test):
            found.of_card.append(test)
        else:
            found.public.append(test)

    def names_hidden(self, node: Part, scope: Scope) -> bool:
        """Whether a formula uses a name for something that not everybody sees."""
        model, words = self.rules.model, names_in(node)
        if words & (self.rules.taints.names - {variable.name for variable in model.all_fields()}):
            return True
        lets = [n for n in nodes(scope.declaration.tree) if isinstance(n, syntax.Let) and str(n.name) in words]
        look = SeenThing(STRANGER)
        for let in lets:
            self.glimpses.value(let.value, self._names(scope), look)
        hidden = {variable.name for variable in visibility.veiled_fields(model)}
        sums = set[str]().union(*(names_in(part) for part in nodes(node) if _is_sum(part)))
        self.glimpses.condition(node, self._names(scope), look)
        return bool(look.found) or bool(words & hidden - sums)

    def _names(self, scope: Scope) -> KnownNames:
        """What the names in force stand for: players, and cards that may come from anywhere."""
        names = KnownNames(ME)
        for word, value in scope.names.items():
            kind = value.type.kind if isinstance(value, Scalar) else None
            if kind is self.rules.model.player and kind is not None:
                names = names.bind(word, Seat(("local", word)))
            elif kind is not None and kind.role == "component":
                names = names.bind(word, ThingOrigin(kinds=(kind,)))
        return names

    def _pays_hidden(self, test: Formula) -> bool:
        """Whether something is paid that lies where not everybody sees it."""
        if not isinstance(test, Paying):
            return False
        model = self.rules.model
        hidden = model.hidden_zones
        return bool(names_in(test) & (hidden | {f.name for f in visibility.veiled_fields(model)}))


def used(wanted: Iterable[NeededCard], test: Formula) -> list[NeededCard]:
    """What a test is about, of all that is wanted."""
    words, found = names_in(test), list[NeededCard]()
    for one in reversed(list(wanted)):
        if one.word in words:
            words |= names_in(one.source)
            found.insert(0, one)
    return found


def _is_sum(part: syntax.Node) -> bool:
    """Whether a formula adds up a whole variable."""
    return isinstance(part, syntax.FunctionCall) and part.name == "sum"


def _sample(members: sets.SetValue, code: Code) -> ir.Expr:
    """Something in the range of the members of a set."""
    found: list[ir.Expr] = []
    with code.block():
        members.each(code, found.append)
    return found[0] if found else terms.ZERO
