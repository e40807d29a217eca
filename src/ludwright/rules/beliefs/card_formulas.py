"""Formulas about cards: which hidden cards they read, and whether everybody knows all of these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part
from ludwright.language.syntax.reading import names_in, parameters
from ludwright.language.syntax.walking import nodes
from ludwright.model.side_effects import CHANCE, CONCLUDING
from ludwright.rules.analysis.taints import COMPARING, Several
from ludwright.rules.beliefs.card_tests import TESTED, replaced
from ludwright.rules.names.scope import Scalar, Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules


class CardReader:
    """Finds it out from the trees, and compiles what only play can tell."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model

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
        if (
            not self.rules.knowledge.kept
            or not self.model.known_words
            or name in self.rules.assigned
            or not self.rules.taints.touches(right)
        ):
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

    def is_of_one_card(self, node: Part, scope: Scope) -> bool:
        """Whether all that is hidden in a formula is what is printed on one card."""
        telling, taints = self.rules.telling, self.rules.taints
        parts = telling.different(telling.hidden_parts(node, scope))
        if len(parts) != 1 or taints.names & names_in(node):
            return False
        return self.reads_only({TESTED}, replaced(node, parts[0], TESTED))


def public(name: str) -> str:
    """The name under which it is kept whether what `let` named is public: no name in a text has a space in it."""
    return f"{name} is public"


def plain(node: Formula) -> Formula:
    """A formula without brackets around it."""
    return plain(node.formula) if isinstance(node, syntax.Brackets) else node
