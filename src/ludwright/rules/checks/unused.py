"""What everybody sees happen and what tells something of hidden cards or numbers that nobody concludes: worth a note.

Part of the way through the text that :mod:`ludwright.rules.checks.unseen` makes, with the eyes of a player who has nothing to do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.language import syntax
from ludwright.language.syntax import node_of
from ludwright.model import visibility
from ludwright.model.kinds import Field
from ludwright.rules.analysis.glimpses import Glimpses
from ludwright.rules.analysis.habits import Node, names_in, nodes, parameters, split, variable
from ludwright.rules.analysis.origins import Chosen, Look, Lying, Names, Seat, Things
from ludwright.rules.analysis.written_out import written_out
from ludwright.rules.beliefs.approximations import changes_openly

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

STRANGER = Seat(("nobody in particular",))
NUMBERS = "used is that such a number is at least what all know"
SHOWN = "what goes from such a number into one that all see is not used"
SOURCES = "followed is `random s in sorts by my goods[s]`"
PICKING = frozenset(["pick", "first", "all_", "all_best"])


class Unused:
    """Looks at statements one by one."""

    def __init__(self, rules: Rules, glimpses: Glimpses) -> None:
        self.rules = rules
        self.glimpses = glimpses
        self.approximations = rules.approximations
        self.approximations.begin()
        self._hidden = {field.name for field in visibility.veiled_fields(rules.model)}
        self._shown: set[str] = set()
        self._sealed: set[int] = set()

    def enters(self, declaration: Any) -> None:
        """A declaration is about to be gone through: what it shows as a whole is no secret for long."""
        shows = [names_in(node.children[0]) for node in nodes(declaration.tree) if node.data == "show"]
        shows += [names_in(node) for node in nodes(declaration.tree) if node.data in ("tell_whether", "tell_that")]
        self._shown = set().union(*shows)
        sealed = [part for part in nodes(declaration.tree) if part.data == "at_once"]
        self._sealed = {id(node) for part in sealed for node in nodes(part)}

    def look(self, node: Tree[Any], names: Names, declaration: Any) -> None:
        """A statement is done."""
        unseen = self.rules.taints.often_unseen(node) and node.data not in ("assign", "for_")
        if unseen or self.approximations.happens_unseen(node):
            return
        match node.data:
            case "assign":
                self._drawn_from(node, names, declaration)
                self.approximations.assigned(
                    node, declaration, lambda f: bool(self._reads(f, node, names, declaration))
                )
                if not self.rules.taints.often_unseen(node) and not self._is_hidden(node.children[0]):
                    self._told(node.children[-1], node, names, declaration, SHOWN)
            case "pay" | "swap":
                for amount in [part for part in node.children if isinstance(part, Tree) and part.data == "amount"]:
                    if not any(self._is_hidden(end) for end in node.children[-2:] if end is not None):
                        self._told(amount.children[0], node, names, declaration, SHOWN)
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
            case "choose":
                self._chosen(node, names, declaration)
            case "options" if node.children[1] is None and id(node) not in self._sealed:
                for option in node.children[4:]:
                    self._told(option.children[1], node, names, declaration, NUMBERS)
            case "let":
                self._drawn_from(node, names, declaration)
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

    def _chosen(self, node: Tree[Any], names: Names, declaration: Any) -> None:
        """Somebody chooses: for all to hear, which tells what there was to choose; or in secret, from what not everybody sees."""
        _, secretly, _, chosen, source, test, *_ = node.children
        inner = names.bind(str(chosen.children[-1]), None)
        if secretly is None and id(node) not in self._sealed:
            for part in [source, *(split(test) if test is not None else [])]:
                self._told(part, node, inner, declaration, NUMBERS)

    def _drawn_from(self, node: Tree[Any], names: Names, declaration: Any) -> None:
        """Something is drawn, and goes into a variable that not everybody sees, or has a name."""
        for random in [part for part in nodes(node.children[-1]) if part.data == "random"]:
            gen, weight = random.children
            inner = names.bind(str(gen.children[0]), None)
            if weight is not None and not _is_amount(weight, str(gen.children[0])):
                self._unfollowed(weight, str(gen.children[0]), node, inner, declaration)

    def _unfollowed(self, formula: Node, name: str, node: Tree[Any], names: Names, declaration: Any) -> None:
        found = self._reads(formula, node, names, declaration) - {name}
        if "" in found or not found:
            return  # what depends on cards is told elsewhere
        about = ", ".join(f"`{name}`" for name in sorted(found))
        message = f"what this is drawn from depends on {about}, and that is not followed"
        self.approximations.once(declaration, formula, about, message, SOURCES)

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
        if formula is None:
            return
        found = self._reads(formula, node, names, declaration)
        lost = found & self.approximations.lost and (len(found) > 1 or not self._tells_least(formula))
        if self.approximations.is_used(formula, declaration) and not lost:
            return
        if "" in found and not lost:
            self.rules.telling.note_unused(formula, declaration)
        elif found:
            about = ", ".join(f"`{name}`" for name in sorted(found)) if "" not in found else "hidden cards"
            self.approximations.once(
                declaration, formula, about, f"what this tells of {about} is not used by bots", hint
            )

    def _tells_least(self, formula: Node) -> bool:
        """Whether a formula is no more than a comparison: that tells how much there is at least, also of what may be anything."""
        meant = written_out(formula, self.rules.definitions, set())
        while isinstance(meant, syntax.Brackets | syntax.And):
            meant = meant.formula if isinstance(meant, syntax.Brackets) else meant.left
        if isinstance(meant, syntax.Membership):
            return _is_place(meant.thing)
        return isinstance(meant, syntax.Identity | syntax.Compare) and _is_place(meant.left)

    def _is_hidden(self, target: Node) -> bool:
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
        chosen = [part for part in nodes(tree) if part.data == "choose"] if tree is not None else []
        named = {str(word) for part in chosen for word in part.children[3].children}
        kept = names_in(formula) - named if self._hidden else set[str]()
        drawn = {name for name in kept if taints.drawn.decides(node, node_of("steps", [Token("NAME", name)]))}
        home = tree if tree is not None and tree.data in ("proc", "stage") and self._hidden else None
        given = set(parameters(home)) if home is not None else set()
        return drawn | {n for n in given & names_in(formula) if taints.touches(Token("NAME", n))}


def _is_amount(node: Node, name: str) -> bool:
    """Whether a formula is how much there is of what is drawn, as `p.goods[r]`."""
    return isinstance(node, Tree) and node.data == "at" and node.children[-1] == Token("NAME", name)


def _is_place(formula: syntax.Formula) -> bool:
    """Whether a formula is just one variable."""
    return isinstance(formula, Token | syntax.My | syntax.MemberOf | syntax.At)
