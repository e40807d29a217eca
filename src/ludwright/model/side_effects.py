"""What parts of a description do, seen from their trees alone: ask somebody, leave early, draw chance, change things."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, get_args

from lark import Token

from ludwright.language import syntax
from ludwright.language.syntax import Part, nodes, parts
from ludwright.mistakes import MistakesError

if TYPE_CHECKING:
    from ludwright.model.world import World

ASKING = (
    syntax.Choose,
    syntax.ChooseOption,
    syntax.FirstTo,
    syntax.AtOnce,
    syntax.TurnsStatement,
    syntax.Does,
    syntax.MayDo,
    syntax.OneOf,
    syntax.AnyNumberOf,
)
LEAVING = (syntax.Wins, syntax.Loses, syntax.Tie, syntax.EndOfPhase)
CHANCE = (syntax.Shuffle, *get_args(syntax.Rolling), syntax.Reroll, syntax.RandomOf)
HABITS: dict[str, tuple[type[syntax.Node], ...]] = {"asks": ASKING, "leaves": LEAVING, "draws": CHANCE}
LOOP = "loop"
"""`end loop` leaves the innermost `for` or `repeat` round it, unless a stage has that name."""
CONCLUDING = ("surely", "possibly", "chance")
"""Functions that ask what can be concluded."""
NAMING = (syntax.Let, syntax.Assign, syntax.AnswerWith)
CALLING = (syntax.CallStatement, syntax.FunctionCall, syntax.RepeatCallUntil, syntax.RepeatCallWhile, *NAMING)


def _doing(tree: Part) -> Iterator[syntax.Node]:
    """All nodes below a node, but not what it only asks about: `p can jump(m)` does not jump."""
    if isinstance(tree, syntax.Node):
        yield tree
        for part in [tree.who] if isinstance(tree, syntax.Can) else parts(tree):
            yield from _doing(part)


LOOPS = (
    syntax.For,
    syntax.RepeatTimes,
    syntax.RepeatUntil,
    syntax.RepeatWhile,
    syntax.RepeatCallUntil,
    syntax.RepeatCallWhile,
)


def leaves_loop(tree: Part) -> bool:
    """Whether `end loop` stands in a tree for a loop round it."""
    if isinstance(tree, syntax.EndOfPhase):
        return str(tree.phase) == LOOP
    return isinstance(tree, syntax.Node) and not isinstance(tree, LOOPS) and any(map(leaves_loop, parts(tree)))


def is_secret_stage(node: Part) -> bool:
    """Whether nobody notices what happens in this part."""
    return isinstance(node, syntax.StageDeclaration) and node.secret is not None


class SideEffects:
    """Knows, for every procedure, stage, action and event, whether it asks, leaves or draws chance, also through what it calls."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.bodies: dict[str, list[Part]] = {}
        trees = [declaration.tree for declaration in world.description.declarations]
        stages = (node for tree in trees for node in nodes(tree) if isinstance(node, syntax.StageDeclaration))
        self.loops_end = all(stage.name != LOOP for stage in stages)
        self.actions = {str(d.name) for d in world.of("action")} - {str(d.name) for d in world.of("proc", "stage")}
        for declaration in world.description.declarations:
            if declaration.kind in ("proc", "stage", "action") and declaration.name:
                self.bodies[declaration.name] = [p for p in parts(declaration.tree) if isinstance(p, syntax.Node)]
        self.events: dict[str, list[Part]] = {}
        for declaration in world.of("event"):
            self.events.setdefault(str(declaration.tree.event), []).append(declaration.tree.body)
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
            if "leaves" in self._direct[name] and any(
                isinstance(n, syntax.AnswerWith) for t in trees for n in nodes(t)
            ):
                self._direct[name].add("asks")  # a plain function hands back an answer or a way out, not both
        self._spread()

    def _own(self, tree: Part) -> set[str]:
        """What a tree does by itself."""
        found = set()
        for node in nodes(tree):
            if not self.ends_loop(node):
                found |= {habit for habit, forms in HABITS.items() if isinstance(node, forms)}
            if is_secret_stage(node):
                found.add("asks")  # it is played like one that asks, so that it can be played again
        return found

    def _called(self, tree: Part) -> set[str]:
        """What a tree calls by name."""
        found: set[str] = set()
        for node in _doing(tree):
            if isinstance(node, syntax.Resolve):
                found.add(_event(str(node.event)))
            elif isinstance(node, syntax.Create):
                found.add(_event("created"))
            elif isinstance(node, CALLING):
                named = {str(p) for p in parts(node) if isinstance(p, Token) and str(p) in self.bodies}
                # behind `=` the name of an action is a value
                found |= named - self.actions if isinstance(node, NAMING) else named
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

    def ends_loop(self, node: Part) -> bool:
        """Whether this is `end loop`."""
        return self.loops_end and isinstance(node, syntax.EndOfPhase) and node.phase == LOOP

    def leaves_loop(self, tree: Part) -> bool:
        """Whether a tree may leave a loop round it."""
        return self.loops_end and leaves_loop(tree)

    def _habits(self, tree: Part) -> set[str]:
        return self._own(tree) | self._gained(self._called(tree))

    def asks(self, tree: Part) -> bool:
        return "asks" in self._habits(tree)

    def leaves(self, tree: Part) -> bool:
        return "leaves" in self._habits(tree)

    def draws(self, tree: Part) -> bool:
        return "draws" in self._habits(tree)

    def name_asks(self, name: str) -> bool:
        return name in self.actions or "asks" in self._direct.get(name, set())


def _event(name: str) -> str:
    return f"event {name}"
