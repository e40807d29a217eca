"""What parts of a description do, seen from their trees alone: ask somebody, leave early, draw chance, change things."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lark import Token, Tree

from ludwright.mistakes import MistakesError

if TYPE_CHECKING:
    from ludwright.model.world import World

Node = Tree | Token

ASKING = frozenset("choose options first_to at_once turns does may_do one_of any_number wait timer".split())
LEAVING = frozenset("wins loses tie stop".split())
CHANCE = frozenset("shuffle roll roll_one reroll random".split())


def nodes(tree: Node) -> Iterator[Tree]:
    """All trees below (and with) a node."""
    if isinstance(tree, Tree):
        yield tree
        for child in tree.children:
            if child is not None:
                yield from nodes(child)


def names_in(tree: Node | None) -> set[str]:
    """All words of a tree that may be names."""
    if tree is None:
        return set()
    if isinstance(tree, Token):
        return {str(tree)} if tree.type == "NAME" else set()
    return {str(t) for t in tree.scan_values(lambda v: isinstance(v, Token) and v.type == "NAME")}


def called(tree: Tree) -> Token | None:
    """The name a `call` statement calls."""
    head = tree.children[0]
    if isinstance(head, Token):
        return head
    if head.data == "call_":
        return head.children[0]  # type: ignore[no-any-return]
    return None


class Habits:
    """Remembers, for every procedure, stage, action and event, whether it asks, leaves or draws chance."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.bodies: dict[str, list[Node]] = {}
        self.actions = {d.name for d in world.of("action")}
        for declaration in world.description.declarations:
            if declaration.kind in ("proc", "stage", "action") and declaration.name:
                self.bodies[declaration.name] = [c for c in declaration.tree.children if isinstance(c, Tree)]
        self.events: dict[str, list[Node]] = {}
        for declaration in world.of("event"):
            self.events.setdefault(str(declaration.tree.children[1]), []).append(declaration.tree.children[2])
        for kind in world.kinds.values():
            for event, cells in kind.events.items():
                for cell in cells.values():
                    try:
                        self.events.setdefault(event, []).append(cell.effects())
                    except MistakesError:
                        continue  # reported where the cell is compiled
        self._known: dict[tuple[str, str], bool] = {}

    def asks(self, tree: Node) -> bool:
        return self._does(tree, "asks")

    def leaves(self, tree: Node) -> bool:
        return self._does(tree, "leaves")

    def draws(self, tree: Node) -> bool:
        return self._does(tree, "draws")

    def name_asks(self, name: str) -> bool:
        return self._named(name, "asks")

    def name_leaves(self, name: str) -> bool:
        return self._named(name, "leaves")

    def _named(self, name: str, what: str) -> bool:
        if what == "asks" and name in self.actions and self._asked_as_action(name):
            return True
        key = (name, what)
        if key not in self._known:
            self._known[key] = False
            while True:
                found = any(self._does(body, what) for body in self.bodies.get(name, []))
                if found == self._known[key]:
                    break
                # a ring of calls: what was assumed while looking has to be looked at again
                self._known = {k: v for k, v in self._known.items() if v or k == key}
                self._known[key] = found
        return self._known[key]

    def _asked_as_action(self, name: str) -> bool:
        return name not in [d.name for d in self.world.of("proc", "stage")]

    def effect_asks(self, name: str) -> bool:
        """Whether the effects of an action ask (being chosen is a question of its own)."""
        return self._named_body(name, "asks")

    def _named_body(self, name: str, what: str) -> bool:
        return any(self._does(body, what) for body in self.bodies.get(name, []))

    def _does(self, tree: Node, what: str) -> bool:
        wanted = {"asks": ASKING, "leaves": LEAVING, "draws": CHANCE}[what]
        for node in nodes(tree):
            if node.data in wanted:
                return True
            if node.data == "call":
                name = called(node)
                if name is not None and (str(name) in self.bodies) and self._named(str(name), what):
                    return True
            if node.data == "call_" and str(node.children[0]) in self.bodies and self._named(str(node.children[0]), what):
                return True
            if node.data == "resolve" and any(self._does(body, what) for body in self.events.get(str(node.children[1]), [])):
                return True
            if node.data in ("repeat_call_until", "repeat_call_while"):
                name = called(node.children[0])
                if name is not None and self._named(str(name), what):
                    return True
        return False
