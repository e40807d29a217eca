"""Which names of a rule come from something not everybody sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import cast

from lark import Token

from ludwright.language import syntax
from ludwright.language.source import Description
from ludwright.language.syntax import Part, parts
from ludwright.language.syntax.reading import names_in, parameters
from ludwright.language.syntax.walking import nodes
from ludwright.model.visibility import veiled_fields, veiled_kinds
from ludwright.model.world import World
from ludwright.rules.analysis.card_numbers import CardNumbers
from ludwright.rules.analysis.drawn_names import DrawnNames

COMPARING = (syntax.Identity, syntax.Membership, syntax.Compare)


@dataclass(frozen=True)
class Several(syntax.Node):
    """Formulas that are looked at together."""

    formulas: tuple[Part, ...]


class Taints:
    """Variables that somebody does not see, what is printed on cards that somebody may not see, and names worked out from
    these: whatever is set from one of them is not public."""

    def __init__(self, description: Description, model: World) -> None:
        trees = [declaration.tree for declaration in description.declarations]
        procedures = {str(d.name): d.tree for d in description.declarations if d.kind in ("proc", "stage")}
        worked_out = [(n, f) for tree in trees for n, f in _worked_out(tree, procedures) if n not in model.fields]
        variables = {field.name for field in veiled_fields(model)}
        kinds = [kind for root in veiled_kinds(model) for kind in root.family()]
        designs = [kind.design for kind in kinds if kind.design is not None]
        self._designs = {name for design in designs for name in design.members} | {k.name for k in kinds if k.parent}
        self._on_boards = {word for kind in model.kinds.values() for word in kind.holds}
        self._sources: set[str] = set()
        self.numbers = CardNumbers(trees, model)
        self.names = self._spread(variables, worked_out)
        printed = {word for design in designs for word in design.properties}
        self._sources = self._spread(self.names | printed, worked_out)
        self.locals = self._sources - self.names - printed
        """What was named in the rules, and read from cards."""
        hidden = model.hidden_zones
        walks = [walk for tree in trees for walk in self._walks(tree, hidden)]
        self.unseen_walks = {id(walk) for walk in walks}
        self._counted = {id(part) for walk in walks for part in nodes(walk)}
        self._cards = printed | self.locals
        self.drawn = DrawnNames(description.declarations, {zone.name for zone in model.all_zones()})

    def _spread(self, names: set[str], worked_out: list[tuple[str, Part]]) -> set[str]:
        """Those names, and all that are worked out from them."""
        found, grown = set(names), True
        while grown:
            self._sources = found
            more = {name for name, formula in worked_out if self.touches(formula)}
            grown = not more <= found
            found |= more
        return found

    def _walks(self, tree: syntax.Node, hidden: set[str]) -> Iterator[syntax.Node]:
        """Parts that are done once for each of some hidden cards: how often is no more public than the cards; and those that one of is chosen in secret."""
        for node in nodes(tree):
            match node:
                case syntax.For(members=members) if hidden & names_in(members) and self.touches(members):
                    yield node
                case syntax.ChooseOption(secretly=Token()):
                    yield node

    def touches(self, node: Part | None) -> bool:
        """Whether a formula reads something that not everybody sees."""
        if node is None or not self._sources:
            return False
        if isinstance(node, Token):
            return str(node) in self._sources and node.type == "NAME"
        assert isinstance(node, syntax.Node)
        if isinstance(node, syntax.Reference):
            first, *further = node.words
            return self.touches(reduce(syntax.MemberOf, further, cast(syntax.Formula, first)))
        if self.numbers.read(node):
            return True
        if isinstance(node, syntax.MemberOf) and self._is_on_board(node.subject):
            return self.touches(node.subject) or self.touches(node.arguments)
        if (
            isinstance(node, COMPARING)
            and self._designs & names_in(node)
            and not any(map(self._is_on_board, parts(node)))
        ):
            return True
        return any(map(self.touches, parts(node)))

    def _is_on_board(self, node: Part) -> bool:
        """Whether a formula is what lies on a space of a board, as `t.land`: everybody sees that."""
        return isinstance(node, syntax.MemberOf) and str(node.name) in self._on_boards

    def often_unseen(self, node: Part) -> bool:
        """Whether not everybody can tell how often a statement is done."""
        return id(node) in self._counted

    def hidden(self, node: Part) -> bool:
        """Whether what a statement assigns, or by how much it changes something, depends on what not everybody sees."""
        return self.often_unseen(node) or self.touches(what_decides(node)) or self.draws(node)

    def draws(self, node: Part) -> bool:
        """Whether what a statement assigns, or by how much it changes something, was drawn by chance or chosen in secret."""
        return self.drawn.decides(node, what_decides(node)) or self.drawn.decides(node, owners_in(node))

    def draws_whose(self, node: Part) -> bool:
        """Whether not everybody sees whose variable a statement assigns, or which of several."""
        assert isinstance(node, syntax.Node)
        return self.drawn.decides(node, Several((*owners_in(node).formulas, *indices_of(parts(node)[0]))))

    def names_cards(self, formula: Part) -> bool:
        """Whether a formula speaks of what is printed on cards that somebody may not see."""
        return bool(names_in(formula) & (self._cards | self._designs)) or any(map(self.numbers.read, nodes(formula)))


def targets_of(node: Part) -> list[Part]:
    """What an assignment changes, or what a payment or a swap speaks of."""
    assert isinstance(node, syntax.Node)
    return [node.target] if isinstance(node, syntax.Assign) else parts(node)


def what_decides(node: Part) -> Several:
    """The formulas that decide what an assignment or a payment changes, and by how much."""
    targets = targets_of(node)
    values: list[Part] = [node.value] if isinstance(node, syntax.Assign) else []
    amounts = [part for part in targets if isinstance(part, syntax.Amount)]
    indices = [index for target in targets for index in indices_of(target)]
    return Several((*values, *amounts, *indices))


def owners_in(node: Part) -> Several:
    """The names of those whose variables an assignment or a payment changes: `c` of `c.mine = yes`."""
    return Several(tuple(target.subject for target in targets_of(node) if isinstance(target, syntax.MemberOf)))


def _worked_out(tree: syntax.Node, procedures: Mapping[str, syntax.Node]) -> Iterator[tuple[str, Part]]:
    """The names that are given a value, each with a formula that it is worked out from."""
    for node in nodes(tree):
        match node:
            case syntax.Let(name=name, value=value) | syntax.DefineDeclaration(name=name, value=value):
                yield str(name), value
            case syntax.Assign(target=Token() as name, value=value):
                yield str(name), value
            case syntax.FunctionCall(name, given) if str(name) in procedures:
                yield from zip(parameters(procedures[str(name)]), parts(given), strict=False)
    if isinstance(tree, syntax.ProcedureDeclaration | syntax.DefineDeclaration):
        yield from ((str(tree.name), node.value) for node in nodes(tree) if isinstance(node, syntax.AnswerWith))


def indices_of(target: object) -> list[Part]:
    """What stands inside the brackets of what is assigned."""
    return list(target.indices) if isinstance(target, syntax.At) else []
