"""What everybody sees happen and what tells something of hidden cards or numbers that nobody concludes: worth a note.

Part of the way through the text that :mod:`ludwright.rules.checks.unseen` makes, with the eyes of a player who has nothing to do with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.language.syntax import node_of
from ludwright.model import visibility
from ludwright.model.kinds import Field
from ludwright.rules.analysis.glimpses import Glimpses
from ludwright.rules.analysis.habits import Node, names_in, nodes, parameters, split, variable
from ludwright.rules.analysis.origins import Chosen, Look, Lying, Names, Seat, Things
from ludwright.rules.beliefs.approximations import changes_openly

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

STRANGER = Seat(("nobody in particular",))
NUMBERS = (
    "used are comparisons of such numbers, and of what is worked out from them, with each other or with what all know"
)
SHOWN = "used is what is no more than such a number, and more or less of what all know"
SOURCES = "followed are `0..my coins`, `0..min(3, my coins)`, and `random n in 1..6 with n is not my bid`"
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
        if secretly is not None:
            self._followed(source, test, str(chosen.children[-1]), node, inner, declaration)
        elif id(node) not in self._sealed:
            for part in [source, *(split(test) if test is not None else [])]:
                self._told(part, node, inner, declaration, NUMBERS)

    def _drawn_from(self, node: Tree[Any], names: Names, declaration: Any) -> None:
        """Something is drawn, and goes into a variable that not everybody sees, or has a name."""
        for random in [part for part in nodes(node.children[-1]) if part.data == "random"]:
            gen, weight = random.children
            inner = names.bind(str(gen.children[0]), None)
            if weight is not None and not _is_amount(weight, str(gen.children[0])):
                self._unfollowed(weight, str(gen.children[0]), node, inner, declaration)
            test = gen.children[4].children[0] if gen.children[4] is not None else None
            self._followed(gen.children[1], test, str(gen.children[0]), node, inner, declaration)

    def _followed(
        self, source: Node, test: Node | None, name: str, node: Tree[Any], names: Names, declaration: Any
    ) -> None:
        """A note where what is drawn from depends on what is hidden, in other ways than are followed."""

        def hidden(part: Node) -> bool:
            return bool(self._reads(part, node, names, declaration))

        if not self.rules.transfers.numbers.fields:
            return
        if hidden(source) and not _is_bounded(source, hidden):
            self._unfollowed(source, name, node, names, declaration)
        for part in split(test) if test is not None else []:
            if hidden(part) and (node.data == "choose" or not _is_unlike(part, name)):
                self._unfollowed(part, name, node, names, declaration)

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
        kept = names_in(formula) if self.rules.transfers.numbers.fields else set[str]()
        drawn = {name for name in kept if taints.drawn.decides(node, node_of("steps", [Token("NAME", name)]))}
        home = tree if tree is not None and tree.data in ("proc", "stage") and self._hidden else None
        given = set(parameters(home)) if home is not None else set()
        return drawn | {n for n in given & names_in(formula) if taints.touches(Token("NAME", n))}


def _is_plain(node: Node) -> bool:
    """Whether a formula is a variable or a name."""
    return isinstance(node, Token) or node.data in ("my", "member", "at")


def _is_amount(node: Node, name: str) -> bool:
    """Whether a formula is how much there is of what is drawn, as `p.goods[r]`."""
    return isinstance(node, Tree) and node.data == "at" and node.children[-1] == Token("NAME", name)


def _is_bounded(source: Node, hidden: Callable[[Node], bool]) -> bool:
    """Whether something is drawn from a range that ends with a hidden number, or with that and what all know."""
    if not isinstance(source, Tree) or source.data != "range" or hidden(source.children[0]):
        return False
    match source.children[1]:
        case Tree(data="call_", children=[Token() as word, Tree(children=[a, b])]) if word == "min":
            return any(_is_plain(one) and not hidden(other) for one, other in ((a, b), (b, a)))
    return _is_plain(source.children[1])


def _is_unlike(test: Node, name: str) -> bool:
    """Whether what is drawn is compared with a hidden number, or with one that each of some players has."""
    match test:
        case Tree(data="is_" | "is_not", children=[a, b]) | Tree(data="compare", children=[a, _, b]):
            named = any(one == Token("NAME", name) and _is_plain(other) for one, other in ((a, b), (b, a)))
            return named or _is_amount(a, name)
        case Tree(data="no_", children=[Tree(children=[_, _, None, None, Tree(children=[Tree(data="is_") as inner])])]):
            return _is_unlike(inner, name)
    return False
