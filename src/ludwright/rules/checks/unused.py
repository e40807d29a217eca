"""What everybody sees happen and what tells something of hidden cards or numbers that nobody concludes: worth a note.

Part of the way through the text that :mod:`ludwright.rules.checks.unseen` makes, with the eyes of a player who has nothing to do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Token

from ludwright.language import syntax
from ludwright.language.syntax import Node, Part, parts
from ludwright.language.syntax.reading import names_in, parameters, split, variable
from ludwright.language.syntax.walking import nodes
from ludwright.model import visibility
from ludwright.model.kinds import Field
from ludwright.rules.analysis.information_flow import InformationFlow
from ludwright.rules.analysis.inline_definitions import written_out
from ludwright.rules.analysis.origins import Chosen, KnownNames, Lying, Seat, SeenThing, ThingOrigin
from ludwright.rules.beliefs.approximations import changes_openly

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

STRANGER = Seat(("nobody in particular",))
NUMBERS = "used is that such a number is at least what all know"
SHOWN = "what goes from such a number into one that all see is not used"
SOURCES = "followed is `random s in sorts by my goods[s]`"
PICKING = (syntax.Ranked, syntax.FirstOf, syntax.AllOf)


class Unused:
    """Looks at statements one by one."""

    def __init__(self, rules: Rules, glimpses: InformationFlow) -> None:
        self.rules = rules
        self.glimpses = glimpses
        self.approximations = rules.approximations
        self.approximations.begin()
        self._hidden = {field.name for field in visibility.veiled_fields(rules.model)}
        self._shown: set[str] = set()
        self._sealed: set[int] = set()

    def enters(self, declaration: Any) -> None:
        """A declaration is about to be gone through: what it shows as a whole is no secret for long."""
        every = list(nodes(declaration.tree))
        shows = [names_in(node.things) for node in every if isinstance(node, syntax.Show)]
        shows += [names_in(node) for node in every if isinstance(node, syntax.TellWhether | syntax.TellThat)]
        self._shown = set().union(*shows)
        self._sealed = {id(node) for part in every if isinstance(part, syntax.AtOnce) for node in nodes(part)}

    def look(self, node: Node, names: KnownNames, declaration: Any) -> None:
        """A statement is done."""
        unseen = self.rules.taints.often_unseen(node) and not isinstance(node, syntax.Assign | syntax.For)
        if unseen or self.approximations.happens_unseen(node):
            return
        match node:
            case syntax.Assign():
                self._changed(node, names, declaration)
                if not self.rules.taints.often_unseen(node) and not self._is_hidden(node.target):
                    self._told(node.value, node, names, declaration, SHOWN)
            case syntax.Pay():
                if not any(self._is_hidden(end) for end in (node.source, node.to) if end is not None):
                    for amount in node.amounts:
                        self._told(amount.number, node, names, declaration, SHOWN)
                self._changed(node, names, declaration)
            case syntax.Swap():
                self._changed(node, names, declaration)
            case (
                syntax.IfStatement()
                | syntax.ElseIf()
                | syntax.RepeatUntil()
                | syntax.RepeatWhile()
                | syntax.RepeatCallUntil()
                | syntax.RepeatCallWhile()
            ):
                self._told(node.condition, node, names, declaration, NUMBERS)
            case syntax.RepeatTimes() | syntax.DrawCards() | syntax.DrawUpTo() | syntax.Deal():
                self._told(node.number, node, names, declaration, SHOWN)
            case syntax.TurnsStatement():
                for test in (node.when, node.until):
                    self._told(test, node, names, declaration, NUMBERS)
            case syntax.For() if changes_openly(node, self._hidden):
                self._told(node.members, node, names, declaration, NUMBERS)
            case syntax.Choose():
                self._chosen(node, names, declaration)
            case syntax.ChooseOption(secretly=None) if id(node) not in self._sealed:
                for option in node.options:
                    self._told(option.condition, node, names, declaration, NUMBERS)
            case syntax.Let():
                self._changed(node, names, declaration)
                self._picked(node.value, node, names, declaration)
            case syntax.Move() | syntax.Remove():
                self._picked(node.things, node, names, declaration)

    def _changed(
        self, node: syntax.Let | syntax.Assign | syntax.Pay | syntax.Swap, names: KnownNames, declaration: Any
    ) -> None:
        """Something changes, or has a name."""
        if isinstance(node, syntax.Let | syntax.Assign):
            self._drawn_from(node, names, declaration)
        self.approximations.assigned(node, declaration, lambda f: bool(self._reads(f, node, names, declaration)))

    def _picked(self, picked: Part, node: Node, names: KnownNames, declaration: Any) -> None:
        """Something is picked, for what is printed on it or what somebody has."""
        if isinstance(picked, PICKING):
            self._told(picked, node, names, declaration, NUMBERS)

    def _chosen(self, node: syntax.Choose, names: KnownNames, declaration: Any) -> None:
        """Somebody chooses: for all to hear, which tells what there was to choose; or in secret, from what not everybody sees."""
        name, source, test = str(node.chosen.name), node.source, node.condition
        inner = names.bind(name, None)
        if node.secretly is None and id(node) not in self._sealed:
            for part in [source, *(split(test) if test is not None else [])]:
                self._told(part, node, inner, declaration, NUMBERS)

    def _drawn_from(self, node: syntax.Let | syntax.Assign, names: KnownNames, declaration: Any) -> None:
        """Something is drawn, and goes into a variable that not everybody sees, or has a name."""
        for random in [part for part in nodes(node.value) if isinstance(part, syntax.RandomOf)]:
            name, weight = str(random.members.name), random.weight
            if weight is not None and not _is_amount(weight, name):
                self._unfollowed(weight, name, node, names.bind(name, None), declaration)

    def _unfollowed(self, formula: Part, name: str, node: Node, names: KnownNames, declaration: Any) -> None:
        found = self._reads(formula, node, names, declaration) - {name}
        if "" in found or not found:
            return  # what depends on cards is told elsewhere
        about = ", ".join(f"`{name}`" for name in sorted(found))
        message = f"what this is drawn from depends on {about}, and that is not followed"
        self.approximations.once(declaration, formula, about, message, SOURCES)

    def declared(self, test: Part | None, declaration: Any, names: KnownNames) -> None:
        """A condition that is tested again and again: an end, `whenever`, `every`."""
        self._told(test, declaration.tree, names, declaration, NUMBERS)

    def done(self, action: Any, names: KnownNames, declaration: Any) -> None:
        """Somebody does an action: what it needs was there. What it is done with shows by itself."""
        calm = names
        for word, _ in action.params:
            value = names.values.get(word)
            calm = calm.bind(word, ThingOrigin(kinds=value.kinds) if isinstance(value, ThingOrigin) else value)
        for guard in action.guards:
            if isinstance(guard, syntax.When | syntax.IfAble):
                for test in [part for condition in parts(guard) for part in split(condition)]:
                    self._told(test, declaration.tree, calm, declaration, NUMBERS)

    # ------------------------------------------------------------ what is told

    def _told(self, formula: Part | None, node: Node, names: KnownNames, declaration: Any, hint: str) -> None:
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

    def _tells_least(self, formula: Part) -> bool:
        """Whether a formula is no more than a comparison: that tells how much there is at least, also of what may be anything."""
        meant = written_out(formula, self.rules.definitions, set())
        while isinstance(meant, syntax.Brackets | syntax.And):
            meant = meant.formula if isinstance(meant, syntax.Brackets) else meant.left
        if isinstance(meant, syntax.Membership):
            return _is_plain(meant.thing)
        return isinstance(meant, syntax.Identity | syntax.Compare) and _is_plain(meant.left)

    def _is_hidden(self, target: Part) -> bool:
        return variable(target) in self._hidden

    def _reads(self, formula: Part, node: Node, names: KnownNames, declaration: Any) -> set[str]:
        """The names of the hidden numbers in a formula, an empty one for hidden cards."""
        look = SeenThing(STRANGER)
        if isinstance(formula, syntax.Generator):
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

    def _drawn(self, formula: Part, node: Node, declaration: Any) -> set[str]:
        """The names of what was drawn before, and of what a procedure was given."""
        if any(isinstance(part, syntax.RandomOf) for part in nodes(formula)):
            return set()
        taints, tree = self.rules.taints, getattr(declaration, "tree", None)
        chosen = {str(part.chosen.name) for part in nodes(tree) if isinstance(part, syntax.Choose)} if tree else set()
        kept = names_in(formula) - chosen if self._hidden else set[str]()
        drawn = {name for name in kept if taints.drawn.decides(node, Token("NAME", name))}
        called = isinstance(tree, syntax.ProcedureDeclaration | syntax.StageDeclaration)
        given = set(parameters(tree)) if called and self._hidden else set()
        return drawn | {n for n in given & names_in(formula) if taints.touches(Token("NAME", n))}


def _is_plain(node: Part) -> bool:
    """Whether a formula is a variable or a name."""
    return isinstance(node, Token | syntax.My | syntax.MemberOf | syntax.At)


def _is_amount(node: Part, name: str) -> bool:
    """Whether a formula is how much there is of what is drawn, as `p.goods[r]`."""
    return isinstance(node, syntax.At) and bool(node.indices[-1] == Token("NAME", name))
