"""Which plain variables change by something that nobody sees, though no card is in it: what was drawn by chance, chosen in secret, or lies in another such variable.

These, and the names of what was drawn, are kept with the goods that change hands unseen (:mod:`ludwright.rules.beliefs.transfers`). Variables that what is printed on hidden
cards goes into, and all that are worked out from them, are kept as readings of these cards instead (:mod:`ludwright.rules.beliefs.readings`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lark import Token, Tree

from ludwright.language.source import Declaration, Description
from ludwright.language.syntax import node_of
from ludwright.model import visibility
from ludwright.model.kinds import Field
from ludwright.model.world import World
from ludwright.rules.analysis.habits import Habits, Node, names_in, nodes, variable
from ludwright.rules.analysis.secret_changes import changed_in_secret, done_in_secret
from ludwright.rules.analysis.taints import Taints, what_decides

MOST_CELLS = 40
"""Variables with more numbers than that are not kept."""
CHANGING = ("assign", "pay", "swap")
COMPARING = ("compare", "is_", "is_not")
RECKONING = frozenset(["mul", "div", "mod", "quotient"])
REACHING = frozenset(["min", "max", "abs"])
MOST_SPARES = 4
"""So many numbers without a name there are where formulas can't be taken apart into a sum."""


class SecretNumbers:
    """Found in the text, before any of it is compiled."""

    def __init__(self, model: World, taints: Taints, description: Description) -> None:
        self.fields: list[Field] = []
        self.names: dict[tuple[int, str, bool], int] = {}
        """For a declaration, a name in it, and whether all answered at once: the first place of the name among all. If all did, each player has one."""
        self.size = self.spare = 0
        self.weighed = self.optional = False
        """Whether anything is drawn by weights; whether any of the numbers may be `none`."""
        self.reckons = False
        """Whether anything is worked out from them that is no sum."""
        self.pairs = any(node.data == "swap" for d in description.declarations for node in nodes(d.tree))
        """Whether entries are about two numbers that change places, or that something is worked out from."""
        trees = [declaration.tree for declaration in description.declarations]
        secret = _Secret(model)
        plain = [f for f in visibility.veiled_fields(model) if _is_plain(model, f) and f.size <= MOST_CELLS]
        kept = _changed_unseen({f.name for f in plain}, trees, taints, secret.changed)
        self.fields = [f for f in plain if f.name in kept]
        self.optional = any(f.type.form == "number" and f.type.optional for f in self.fields)
        zones = {zone.name for zone in model.all_zones()}
        for tree in trees:
            for node in nodes(tree):
                if (
                    node.data == "choose" and node.children[1] is not None and not zones & names_in(node.children[4])
                ) or (node.data == "let" and kept and self._is_hidden(node, taints)):
                    self._add(tree, node, model.players, secret)
        drawn = [
            node for tree in trees for node in nodes(tree) if node.data == "random" and node.children[1] is not None
        ]
        self.weighed = bool(drawn) and bool(self.fields)
        self.spare = self.size
        """The first of some places without a name: for what is drawn inside a formula, and for what is put together from several."""
        self.reckons = bool(self.fields) and any(map(_reckons, trees))
        self.pairs = self.pairs or self.reckons
        self.size += (MOST_SPARES if self.reckons else 2) if self.fields else 0

    @staticmethod
    def _is_hidden(let: Tree[Any], taints: Taints) -> bool:
        right = node_of("steps", [let.children[-1]])
        if isinstance(let.children[-1], Tree) and let.children[-1].data == "pick":
            return False
        return taints.drawn.decides(let, right) or bool(taints.names & names_in(right))

    def _add(self, home: Tree[Any], site: Tree[Any], players: int, secret: _Secret) -> None:
        sealed = any(n is site for part in nodes(home) if part.data == "at_once" for n in nodes(part.children[1]))
        name = str(site.children[0] if site.data == "let" else site.children[3].children[0])
        if id(site) in secret.nodes:
            return
        if (id(home), name, sealed) not in self.names and (site.data == "let" or len(site.children[3].children) == 1):
            self.names[id(home), name, sealed] = self.size
            self.size += players if sealed else 1

    def of(self, declaration: Declaration | None, name: Node, sealed: bool = False) -> int | None:
        """Where a name stands among all."""
        if declaration is None or not isinstance(name, Token):
            return None
        return self.names.get((id(declaration.tree), str(name), sealed))


def _is_plain(model: World, field: Field) -> bool:
    return visibility.may_be_counted(field) and not visibility.is_summed(model, field)


def _reckons(tree: Tree[Any]) -> bool:
    """Whether anything is multiplied or divided, or the greatest or least of something is taken."""
    called = {str(node.children[0]) for node in nodes(tree) if node.data == "call_"}
    return bool(called & REACHING) or any(node.data in RECKONING for node in nodes(tree))


class _Secret:
    """What may happen in secret stages: these are gone through again instead."""

    def __init__(self, model: World) -> None:
        self.changed: set[str] = set()
        self.nodes: set[int] = set()
        if model.has_secret_stage:
            habits = Habits(model)
            self.changed = changed_in_secret(model, habits)
            self.nodes = {id(node) for part in done_in_secret(model, habits) for node in nodes(part)}


def _changed_unseen(plain: set[str], trees: list[Tree[Any]], taints: Taints, in_secret: set[str]) -> set[str]:
    """The variables that change by something hidden, but not by cards, nor in secret stages. What goes into each other, also by way of names, or is compared, goes together."""
    together: dict[str, set[str]] = {name: {name} for name in plain}
    unseen: set[str] = set()
    by_cards = plain & in_secret
    for tree in trees:
        named = {str(node.children[0]): f"{id(tree)} {node.children[0]}" for node in nodes(tree) if node.data == "let"}
        together |= {key: {key} for key in named.values()}
        for statement in (node for node in nodes(tree) if node.data in (*CHANGING, *COMPARING, "let")):
            targets, decides = _taken_apart(statement, plain, named)
            if targets and taints.touches(decides) and taints.names_cards(decides):
                by_cards |= targets
            elif statement.data in CHANGING and (taints.hidden(statement) or statement.data == "swap"):
                unseen |= targets
            words = names_in(decides)
            read = (words & plain) | {named[word] for word in words & named.keys()}
            if targets or statement.data in COMPARING:
                joined = set().union(*(together[name] for name in targets | read))
                together |= dict.fromkeys(joined, joined)
    return {name for name in plain if together[name] & unseen and not together[name] & by_cards}


def _taken_apart(statement: Tree[Any], plain: set[str], named: dict[str, str]) -> tuple[set[str], Tree[Any]]:
    """What a statement changes or names, and the formulas that decide what it becomes; or those that are compared."""
    if statement.data == "let":
        return {named[str(statement.children[0])]}, node_of("steps", [statement.children[-1]])
    if statement.data in COMPARING:
        return set(), statement
    return set(_targets(statement)) & plain, what_decides(statement)


def _targets(statement: Tree[Any]) -> Iterator[str]:
    """The variables that an assignment or a payment changes."""
    ends = statement.children[:1] if statement.data == "assign" else statement.children
    for end in ends:
        if end is not None and not (isinstance(end, Tree) and end.data == "amount"):
            yield variable(end)
