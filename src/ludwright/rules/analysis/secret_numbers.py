"""Which plain variables change by something that nobody sees, though no card is in it: what was drawn by chance, chosen in secret, or lies in another such variable.

These, and the names of what was drawn, are kept with the goods that change hands unseen (:mod:`ludwright.rules.beliefs.transfers`). Variables that what is printed on hidden
cards goes into, and all that are worked out from them, are kept as readings of these cards instead (:mod:`ludwright.rules.beliefs.readings`).
"""

from __future__ import annotations

from lark import Token

from ludwright.language import syntax
from ludwright.language.source import Declaration, Description
from ludwright.language.syntax import AnyPart, Part
from ludwright.model import visibility
from ludwright.model.kinds import Field
from ludwright.model.world import World
from ludwright.rules.analysis.drawn_names import has_number
from ludwright.rules.analysis.habits import Habits, names_in, nodes, variable
from ludwright.rules.analysis.secret_changes import changed_in_secret, done_in_secret
from ludwright.rules.analysis.taints import Taints, targets_of, what_decides

MOST_CELLS = 40
"""Variables with more numbers than that are not kept."""
CHANGING = (syntax.Assign, syntax.Pay, syntax.Swap)
COMPARING = (syntax.Compare, syntax.Identity)
RECKONING = (syntax.Multiply, syntax.Divide, syntax.Modulo, syntax.Quotient)
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
        self.pairs = any(isinstance(node, syntax.Swap) for d in description.declarations for node in nodes(d.tree))
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
                match node:
                    case syntax.Choose(secretly=Token(), source=source) if not zones & names_in(source):
                        self._add(tree, node, model.players, secret)
                    case syntax.Let() if kept and self._is_hidden(node, taints):
                        self._add(tree, node, model.players, secret)
        drawn = [node for tree in trees for node in nodes(tree) if isinstance(node, syntax.RandomOf)]
        self.weighed = bool(self.fields) and any(node.weight is not None for node in drawn)
        self.spare = self.size
        """The first of some places without a name: for what is drawn inside a formula, and for what is put together from several."""
        self.reckons = bool(self.fields) and any(map(_reckons, trees))
        self.pairs = self.pairs or self.reckons
        self.size += (MOST_SPARES if self.reckons else 2) if self.fields else 0

    @staticmethod
    def _is_hidden(let: syntax.Let, taints: Taints) -> bool:
        if isinstance(let.value, syntax.BestOf):
            return False
        return taints.drawn.decides(let, let.value) or bool(taints.names & names_in(let.value))

    def _add(self, home: syntax.Node, site: syntax.Let | syntax.Choose, players: int, secret: _Secret) -> None:
        if id(site) in secret.nodes or (isinstance(site, syntax.Choose) and has_number(site.chosen)):
            return
        asked = [part.asked for part in nodes(home) if isinstance(part, syntax.AtOnce)]
        sealed = any(node is site for part in asked for node in nodes(part))
        name = str(site.name if isinstance(site, syntax.Let) else site.chosen.name)
        if (id(home), name, sealed) not in self.names:
            self.names[id(home), name, sealed] = self.size
            self.size += players if sealed else 1

    def of(self, declaration: Declaration | None, name: AnyPart, sealed: bool = False) -> int | None:
        """Where a name stands among all."""
        if declaration is None or not isinstance(name, Token):
            return None
        return self.names.get((id(declaration.tree), str(name), sealed))


def _is_plain(model: World, field: Field) -> bool:
    return visibility.may_be_counted(field) and not visibility.is_summed(model, field)


def _reckons(tree: syntax.Node) -> bool:
    """Whether anything is multiplied or divided, or the greatest or least of something is taken."""
    return any(
        isinstance(node, RECKONING) or (isinstance(node, syntax.FunctionCall) and str(node.name) in REACHING)
        for node in nodes(tree)
    )


class _Secret:
    """What may happen in secret stages: these are gone through again instead."""

    def __init__(self, model: World) -> None:
        self.changed: set[str] = set()
        self.nodes: set[int] = set()
        if model.has_secret_stage:
            habits = Habits(model)
            self.changed = changed_in_secret(model, habits)
            self.nodes = {id(node) for part in done_in_secret(model, habits) for node in nodes(part)}


def _changed_unseen(plain: set[str], trees: list[syntax.Node], taints: Taints, in_secret: set[str]) -> set[str]:
    """The variables that change by something hidden, but not by cards, nor in secret stages. What goes into each other, also by way of names, or is compared, goes together."""
    together: dict[str, set[str]] = {name: {name} for name in plain}
    unseen: set[str] = set()
    by_cards = plain & in_secret
    for tree in trees:
        named = {str(node.name): f"{id(tree)} {node.name}" for node in nodes(tree) if isinstance(node, syntax.Let)}
        together |= {key: {key} for key in named.values()}
        for statement in (node for node in nodes(tree) if isinstance(node, (*CHANGING, *COMPARING, syntax.Let))):
            targets, decides = _taken_apart(statement, plain, named)
            if targets and taints.touches(decides) and taints.names_cards(decides):
                by_cards |= targets
            elif isinstance(statement, CHANGING) and (isinstance(statement, syntax.Swap) or taints.hidden(statement)):
                unseen |= targets
            words = names_in(decides)
            read = (words & plain) | {named[word] for word in words & named.keys()}
            if targets or isinstance(statement, COMPARING):
                joined = set().union(*(together[name] for name in targets | read))
                together |= dict.fromkeys(joined, joined)
    return {name for name in plain if together[name] & unseen and not together[name] & by_cards}


def _taken_apart(statement: syntax.Node, plain: set[str], named: dict[str, str]) -> tuple[set[str], Part]:
    """What a statement changes or names, and the formulas that decide what it becomes; or those that are compared."""
    if isinstance(statement, syntax.Let):
        return {named[str(statement.name)]}, statement.value
    if isinstance(statement, COMPARING):
        return set(), statement
    changed = {variable(target) for target in targets_of(statement) if not isinstance(target, syntax.Amount)}
    return changed & plain, what_decides(statement)
