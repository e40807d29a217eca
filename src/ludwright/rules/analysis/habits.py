"""What parts of a description do, seen from their trees alone: ask somebody, leave early, draw chance, change things."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.language.syntax import node_of
from ludwright.mistakes import MistakesError

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.model.world import World

Node = Tree[Any] | Token

ASKING = frozenset(["choose", "options", "first_to", "at_once", "turns", "does", "may_do", "one_of", "any_number"])
LEAVING = frozenset(["wins", "loses", "tie", "stop"])
CHANCE = frozenset(["shuffle", "roll", "roll_one", "reroll", "random"])
HABITS = {"asks": ASKING, "leaves": LEAVING, "draws": CHANCE}
CONCLUDING = ("surely", "possibly", "chance")
"""Functions that ask what can be concluded."""
WATCHING = ("bot", "expect")
"""Declarations that only look at a game."""
CALLING = frozenset(["call", "call_", "repeat_call_until", "repeat_call_while", "let", "assign", "answer"])


def nodes(tree: Node) -> Iterator[Tree[Any]]:
    """All trees below (and with) a node."""
    if isinstance(tree, Tree):
        yield tree
        for child in tree.children:
            if child is not None:
                yield from nodes(child)


def _doing(tree: Node) -> Iterator[Tree[Any]]:
    """All trees below a node, but not what it only asks about: `p can jump(m)` does not jump."""
    if isinstance(tree, Tree):
        yield tree
        for child in tree.children[:1] if tree.data == "can" else tree.children:
            if child is not None:
                yield from _doing(child)


def split(node: Node) -> list[Tree[Any]]:
    """The parts of a condition joined by `and`."""
    if (
        isinstance(node, Tree)
        and node.data == "and_"
        and not any(isinstance(c, Tree) and c.data == "or_" for c in node.children)
    ):
        return [part for child in node.children for part in split(child)]
    if isinstance(node, Token):
        return [node_of("paren", [node])]
    return [node]


def names_in(tree: Node | None) -> set[str]:
    """All words of a tree that may be names."""
    if tree is None:
        return set()
    if isinstance(tree, Token):
        return {str(tree)} if tree.type == "NAME" else set()
    return {str(t) for t in tree.scan_values(lambda v: isinstance(v, Token) and v.type == "NAME")}


def parameters(tree: Tree[Any]) -> list[str]:
    """The names of what a procedure or stage is given."""
    found = [n for n in tree.children if isinstance(n, Tree) and n.data == "params"]
    return [str(name) for name in found[0].children[0].children] if found else []


def variable(node: Node) -> str:
    """The name of the variable that a formula reads: ``goods`` of `my goods[wood]`."""
    if isinstance(node, Token):
        return str(node)
    if node.data == "at":
        return variable(node.children[0])
    if node.data == "my":
        return str(node.children[0])
    return str(node.children[1]) if node.data == "member" and node.children[2] is None else ""


def in_play(declarations: Sequence[Declaration]) -> list[Declaration]:
    """All that can matter to play: not bots and expectations, nor definitions that only these use."""
    watching = [d for d in declarations if d.kind in WATCHING]
    playing = [d for d in declarations if d.kind not in (*WATCHING, "define")]
    only_watching = _defined_for(watching, declarations) - _defined_for(playing, declarations)
    return [d for d in declarations if d.kind not in WATCHING and d.name not in only_watching]


def _defined_for(users: list[Declaration], declarations: Sequence[Declaration]) -> set[str]:
    """The definitions that some declarations use, in cells of their tables, too, and by way of others."""
    definitions = {str(d.name): d for d in declarations if d.kind == "define"}
    found: set[str] = set()
    todo = list(users)
    while todo:
        text = " ".join(todo.pop().tree.scan_values(lambda value: isinstance(value, Token)))
        new = (set(re.findall(r"\w+", text)) & definitions.keys()) - found
        found |= new
        todo += [definitions[name] for name in new]
    return found


def is_secret_stage(node: Tree[Any]) -> bool:
    """Whether nobody notices what happens in this part."""
    return node.data == "stage" and node.children[0] is not None


def called(tree: Tree[Any]) -> Token | None:
    """The name a `call` statement calls."""
    head = tree.children[0]
    if isinstance(head, Token):
        return head
    if head.data == "call_":
        name: Any = head.children[0]
        return name if isinstance(name, Token) else None
    return None


class Habits:
    """Knows, for every procedure, stage, action and event, whether it asks, leaves or draws chance, also through what it calls."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.bodies: dict[str, list[Node]] = {}
        self.actions = {str(d.name) for d in world.of("action")} - {str(d.name) for d in world.of("proc", "stage")}
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
        everything = {**self.bodies, **{_event(name): trees for name, trees in self.events.items()}}
        self._direct = {name: set().union(*(self._own(t) for t in trees)) for name, trees in everything.items()}
        for declaration in world.of("stage"):
            if is_secret_stage(declaration.tree):
                self._direct[str(declaration.name)].add("asks")
        self._calls = {name: set().union(*(self._called(t) for t in trees)) for name, trees in everything.items()}
        self._spread()
        for name, trees in self.bodies.items():
            if "leaves" in self._direct[name] and any(n.data == "answer" for t in trees for n in nodes(t)):
                self._direct[name].add("asks")  # a plain function hands back an answer or a way out, not both
        self._spread()

    def _own(self, tree: Node) -> set[str]:
        """What a tree does by itself."""
        found = set()
        for node in nodes(tree):
            found |= {habit for habit, words in HABITS.items() if node.data in words}
            if is_secret_stage(node):
                found.add("asks")  # it is played like one that asks, so that it can be played again
        return found

    def _called(self, tree: Node) -> set[str]:
        """What a tree calls by name."""
        found: set[str] = set()
        for node in _doing(tree):
            if node.data == "resolve":
                found.add(_event(str(node.children[1])))
            elif node.data in CALLING:
                named = {str(c) for c in node.children if isinstance(c, Token) and str(c) in self.bodies}
                # behind `=` the name of an action is a value
                found |= named - self.actions if node.data in ("let", "assign", "answer") else named
        return found

    def _spread(self) -> None:
        """Whoever calls something has its habits."""
        changed = True
        while changed:
            changed = False
            for name, habits in self._direct.items():
                gained = self._gained(self._calls[name]) - habits
                if gained:
                    habits |= gained
                    changed = True

    def _gained(self, names: set[str]) -> set[str]:
        found = set().union(*(self._direct.get(name, set()) for name in names))
        # being done, an action is chosen among its legal ways: that is a question
        return found | {"asks"} if names & self.actions else found

    def _habits(self, tree: Node) -> set[str]:
        return self._own(tree) | self._gained(self._called(tree))

    def asks(self, tree: Node) -> bool:
        return "asks" in self._habits(tree)

    def leaves(self, tree: Node) -> bool:
        return "leaves" in self._habits(tree)

    def draws(self, tree: Node) -> bool:
        return "draws" in self._habits(tree)

    def name_asks(self, name: str) -> bool:
        return name in self.actions or "asks" in self._direct.get(name, set())


def _event(name: str) -> str:
    return f"event {name}"
