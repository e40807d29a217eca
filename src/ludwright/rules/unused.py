"""What everybody sees happen and what tells something of hidden cards or numbers that nobody concludes: worth a note.

Part of the way through the text that :mod:`ludwright.rules.unseen` makes, with the eyes of a player who has nothing to do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.model import sight
from ludwright.model.kinds import Field
from ludwright.rules.approximations import changes_openly
from ludwright.rules.enumeration import split
from ludwright.rules.glimpses import Glimpses
from ludwright.rules.habits import Node, names_in, nodes, parameters, variable
from ludwright.rules.origins import Chosen, Look, Lying, Names, Seat, Things

if TYPE_CHECKING:
    from ludwright.rules.rules import Rules

STRANGER = Seat(("nobody in particular",))
NUMBERS = "used are comparisons of such a number with what all know, or with another one"
SHOWN = "used is what is no more than such a number, and more or less of what all know"
CARDS = "a test of one hidden card is used, and a comparison of two"
PICKING = frozenset(["pick", "first", "all_", "all_best"])


class Unused:
    """Looks at statements one by one."""

    def __init__(self, rules: Rules, glimpses: Glimpses) -> None:
        self.rules = rules
        self.glimpses = glimpses
        self.approximations = rules.approximations
        self.approximations.begin()
        self._hidden = {field.name for field in sight.veiled_fields(rules.model)}
        self._shown: set[str] = set()

    def enters(self, declaration: Any) -> None:
        """A declaration is about to be gone through: what it shows as a whole is no secret for long."""
        shows = [names_in(node.children[0]) for node in nodes(declaration.tree) if node.data == "show"]
        shows += [names_in(node) for node in nodes(declaration.tree) if node.data in ("tell_whether", "tell_that")]
        self._shown = set().union(*shows)

    def look(self, node: Tree[Any], names: Names, declaration: Any) -> None:
        """A statement is done."""
        if self.approximations.happens_unseen(node) or (self.rules.taints.often_unseen(node) and node.data != "assign"):
            return
        match node.data:
            case "assign":
                self.approximations.assigned(
                    node, declaration, lambda f: bool(self._reads(f, node, names, declaration))
                )
                if not self.rules.taints.often_unseen(node) and not self._is_hidden(node.children[0], names):
                    self._told(node.children[-1], node, names, declaration, SHOWN)
            case "pay" | "swap":
                self.approximations.assigned(
                    node, declaration, lambda f: bool(self._reads(f, node, names, declaration))
                )
            case "if_" | "elif_" | "repeat_until" | "repeat_while":
                self._told(node.children[0], node, names, declaration, NUMBERS)
            case "repeat_call_until" | "repeat_call_while":
                self._told(node.children[1], node, names, declaration, NUMBERS)
            case "repeat_times" | "draw" | "draw_up_to" | "deal":
                self._told(node.children[0], node, names, declaration, SHOWN)
            case "turns":
                for test in node.children[4:6]:
                    self._told(test, node, names, declaration, NUMBERS)
            case "for_" if changes_openly(node, self._hidden):
                self._told(node.children[0], node, names, declaration, NUMBERS)
            case "let":
                self.approximations.assigned(
                    node, declaration, lambda f: bool(self._reads(f, node, names, declaration))
                )
                self._picked(node, names, declaration)
            case "move" | "remove":
                self._picked(node, names, declaration)

    def _picked(self, node: Tree[Any], names: Names, declaration: Any) -> None:
        """Something is picked, for what is printed on it or what somebody has."""
        picked = node.children[1 if node.data == "let" else 0]
        if isinstance(picked, Tree) and picked.data in PICKING:
            self._told(picked, node, names, declaration, NUMBERS)

    def declared(self, test: Node | None, declaration: Any, names: Names) -> None:
        """A condition that is tested again and again: an end, `whenever`, `every`."""
        self._told(test, declaration.tree, names, declaration, NUMBERS)

    def done(self, action: Any, names: Names, declaration: Any) -> None:
        """Somebody does an action: what it needs was there. What it is done with shows by itself."""
        calm = names
        for word, _ in action.params:
            value = names.values.get(word)
            calm = calm.bind(word, Things(kinds=value.kinds) if isinstance(value, Things) else value)
        for guard in [g for g in action.guards if g.data in ("guard", "if_able")]:
            for test in [part for child in guard.children if child is not None for part in split(child)]:
                self._told(test, declaration.tree, calm, declaration, NUMBERS)

    # ------------------------------------------------------------ what is told

    def _told(self, formula: Node | None, node: Tree[Any], names: Names, declaration: Any, hint: str) -> None:
        """Everybody sees what a formula comes to."""
        if formula is None or self.approximations.is_used(formula, declaration):
            return
        found = self._reads(formula, node, names, declaration)
        if "" in found:
            self.rules.telling.note_unused(formula, declaration)
        elif found:
            about = ", ".join(f"`{name}`" for name in sorted(found))
            self.approximations.once(
                declaration, formula, about, f"what this tells of {about} is not used by bots", hint
            )

    def _is_hidden(self, target: Node, names: Names) -> bool:
        return variable(target) in self._hidden

    def _reads(self, formula: Node, node: Tree[Any], names: Names, declaration: Any) -> set[str]:
        """The names of the hidden numbers in a formula, an empty one for hidden cards."""
        look = Look(STRANGER)
        if isinstance(formula, Tree) and formula.data == "gen":
            self.glimpses.gen(formula, names, look)
        else:
            self.glimpses.condition(formula, names, look)
        return {self._name(glimpse.what) for glimpse in look.found if self._counts(glimpse.what)} | self._drawn(
            formula, node, declaration
        )

    def _counts(self, what: object) -> bool:
        return what is not None and not (isinstance(what, Lying) and what.zone.name in self._shown)

    @staticmethod
    def _name(what: object) -> str:
        return what.name if isinstance(what, Field | Chosen) else ""

    def _drawn(self, formula: Node, node: Tree[Any], declaration: Any) -> set[str]:
        """The names of what was drawn before, and of what a procedure was given."""
        if any(part.data == "random" for part in nodes(formula)):
            return set()
        taints, tree = self.rules.taints, getattr(declaration, "tree", None)
        kept = names_in(formula) if self.rules.transfers.numbers.fields else set[str]()
        drawn = {name for name in kept if taints.drawn.decides(node, Tree("steps", [Token("NAME", name)]))}
        given = set(parameters(tree)) if tree is not None and tree.data in ("proc", "stage") else set()
        return drawn | {n for n in given & names_in(formula) if taints.touches(Token("NAME", n))}
