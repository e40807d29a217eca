"""Conditions on choices that read what the chooser can't see: a mistake, found before anything is played.

Every place where somebody chooses is looked at: the sets and conditions of actions, `chooses` with its filter and its number, `option ... when`,
how often and to what end actions are repeated, and the rules of bots. What effects, scores and ends read is nobody's business here."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.mistakes import Mistake, MistakesError
from ludwright.model import visibility
from ludwright.rules.analysis.glimpses import Glimpses
from ludwright.rules.analysis.habits import names_in, nodes
from ludwright.rules.analysis.origins import Chosen, Look, Lying, Names, Seat, Seats, Seen, Things
from ludwright.rules.checks.unseen_words import words
from ludwright.rules.checks.unused import STRANGER, Unused
from ludwright.rules.formulas.properties import CellPlace

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.rules.compiler import Rules

Node = Tree[Any] | Token

ME = Seat(("me",))
DOING = frozenset(
    ["move", "draw", "draw_up_to", "deal", "shuffle", "swap", "pass", "show", "tell_whether", "tell_that", "reroll", "create_", "remove",
     "resolve", "call", "does", "may_do", "one_of", "any_number", "turns", "repeat_call_until", "repeat_call_while", "pay", "assign", "leaves"]
)  # fmt: skip
"""After these, where a card came from no longer says who knows it."""


def check_unseen(rules: Rules) -> None:
    """Find the conditions that would tell a player what is hidden."""
    model = rules.model
    if model.players and (
        visibility.veiled_kinds(model) or visibility.veiled_fields(model) or rules.transfers.possible
    ):
        Unseen(rules).check()


class Unseen:
    """Goes through all that happens, and looks at what is chosen."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.glimpses = Glimpses(rules)
        self.declaration: Declaration | CellPlace = rules.description.declarations[0]
        self.where = ""
        self.unused = Unused(rules, self.glimpses)
        self.chosen: dict[str, Seen] = {}
        """What each question offers, as seen by whoever answers it: for the rules of bots."""
        self.shown: set[str] = set()
        """What was shown by the declaration that is gone through."""

    def check(self) -> None:
        for declaration in self.rules.description.declarations:
            self.declaration, self.where = declaration, declaration.name or declaration.kind
            self.shown = set()
            self.unused.enters(declaration)
            match declaration.kind:
                case "action":
                    self._action(declaration)
                case "setup" | "play":
                    self._all(declaration.tree.children, Names())
                case "end":
                    for case in declaration.tree.children[1:]:
                        self.unused.declared(case.children[0], declaration, Names(ME))
                case "turn" | "stage" | "proc" | "event" | "whenever" | "every":
                    if declaration.kind == "event":
                        self.where = str(declaration.tree.children[1])
                    if declaration.kind in ("whenever", "every"):
                        self.unused.declared(declaration.tree.children[-2], declaration, Names(ME))
                    self._all(declaration.tree.children, self._with_params(declaration.tree, Names(ME)))
        self._cells()
        for declaration in self.rules.model.of("bot"):
            self.declaration = declaration
            self._bot(declaration)

    def _cells(self) -> None:
        """Effects printed in tables."""
        for kind in {id(k): k for k in self.rules.model.kinds.values()}.values():
            for event, cells in kind.events.items():
                for cell in cells.values():
                    try:
                        effects = cell.effects()
                    except MistakesError:
                        continue  # reported where the cell is compiled
                    if kind.declaration is not None:
                        self.declaration, self.where = CellPlace(cell, kind.declaration), event
                        self._run(effects, Names(ME))

    def _with_params(self, tree: Tree[Any], names: Names) -> Names:
        """What a procedure or stage is given may be any player, or anything else."""
        for params in tree.children:
            if isinstance(params, Tree) and params.data == "params":
                for name in params.children[0].children:
                    names = names.bind(str(name), Seat(("given", id(params), str(name))))
        return names

    # ------------------------------------------------------------ what is told

    def _told(self, look: Look) -> None:
        for glimpse in look.found:
            message, hint = words(glimpse)
            self.rules.report(
                Mistake(self.declaration.place(glimpse.node), getattr(self.declaration, "where", "") + message, hint)
            )

    # ------------------------------------------------------------ actions and bots

    def _action(self, declaration: Declaration) -> None:
        action = self.rules.actions.known[str(declaration.name)]
        look = Look(ME)
        names = self.glimpses.ways(action, Names(ME), [], look)
        self._told(look)
        self.unused.done(action, names, declaration)
        self._sequence(action.effects, names)

    def _bot(self, declaration: Declaration) -> None:
        names = Names(ME)
        for line in [rule for rule in declaration.tree.children[1:] if isinstance(rule, Tree)]:
            if len(line.children) == 1:
                let = line.children[0]
                names = self.glimpses.let(str(let.children[0]), let.children[1], names)
                continue
            deed, when, by = line.children
            inner, look = self._answered(deed, names), Look(ME, reckoning=True)
            self.glimpses.condition(when, inner, look)
            if when is not None:
                inner = self.glimpses.refined(when, inner, look)
            self.glimpses.value(by, inner, look)
            self._told(look)

    def _answered(self, deed: Node, names: Names) -> Names:
        """The names in the brackets of a bot's rule."""
        if (
            not isinstance(deed, Tree)
            or deed.data not in ("call_", "member")
            or not isinstance(deed.children[-1], Tree)
        ):
            return names
        args = [a for a in deed.children[-1].children if a is not None]
        action = self.rules.actions.known.get(str(deed.children[0])) if deed.data == "call_" else None
        if action is not None:
            known = self.glimpses.ways(action, Names(ME), [], Look(Seat()))
            offered = [known.values[word] for word, _ in action.params]
        else:
            offered = [self.chosen.get(f"{deed.children[0]}.{deed.children[1]}")]
        for arg, value in zip(args, offered, strict=False):
            if isinstance(arg, Token) and arg.type == "NAME" and str(arg) not in names.values:
                names = names.bind(str(arg), value)
        return names

    # ------------------------------------------------------------ statements

    def _all(self, parts: list[Any], names: Names) -> None:
        for part in parts:
            if isinstance(part, Tree):
                self._run(part, names)

    def _sequence(self, parts: list[Any], names: Names) -> Names:
        for part in parts:
            if isinstance(part, Tree):
                names = self._run(part, names)
                if _does_something(part):
                    names = names.forget()
        return names

    def _run(self, node: Tree[Any], names: Names) -> Names:
        """Go through a statement; the names that hold behind it."""
        glimpses = self.glimpses
        self.unused.look(node, names, self.declaration)
        match node.data:
            case "block" | "steps" | "effects":
                self._sequence(node.children, names)
            case "let":
                return self._let(node, names)
            case "move" if self._goes_unseen(node, names):
                self._moved(node.children[0], names)
            case "show":
                self.shown |= names_in(node.children[0])
            case "choose":
                return self._choose(node, names)
            case "options":
                self._options(node, names)
            case "if_":
                test, suite, *rest = node.children
                self._branch(test, names)
                self._all([suite], glimpses.refined(test, names, None))
                self._all(rest, names)
            case "for_" | "first_to" | "at_once":
                gen, *rest = node.children
                if any(part.data == "move" and self._goes_unseen(part, names) for part in nodes(node)):
                    self._moved(gen, names)
                inner = names.forget() if any(_does_something(part) for part in rest) else names
                self._all(rest, glimpses.gen(gen, inner, None)[1])
            case "turns":
                self._all(node.children, replace(names.forget(), me=Seat(("turn", id(node)))))
            case "stage":
                self._all(node.children, self._with_params(node, names))
            case "does" | "any_number":
                self._repeated(node, names)
            case _:
                inner = names.forget() if str(node.data).startswith("repeat") else names
                self._all(node.children, inner)
        return names

    def _branch(self, test: Node, names: Names) -> None:
        """Everybody sees which way this goes: what it tells of cards face down is worth a note, if it is not used."""
        look = Look(STRANGER)
        self.glimpses.condition(test, names, look)
        self._unused(test, look)

    def _goes_unseen(self, move: Tree[Any], names: Names) -> bool:
        """Whether something is moved to where not everybody sees what it is."""
        to = self.glimpses.value(move.children[1], names)
        places = [to] if isinstance(to, Lying) else to.sources if isinstance(to, Things) else []
        return any(not place.zone.public for place in places)

    def _moved(self, which: Node, names: Names) -> None:
        """Everybody sees which cards are moved unseen, and so learns something of them if they were picked by what is printed on them."""
        look = Look(STRANGER)
        if isinstance(which, Tree) and which.data == "gen":
            self.glimpses.gen(which, names, look)
        else:
            self.glimpses.value(which, names, look)
        self._unused(which, look)

    def _unused(self, test: Node, look: Look) -> None:
        hidden = {glimpse.what.zone.name for glimpse in look.found if isinstance(glimpse.what, Lying)}
        if hidden - self.shown and not self.rules.approximations.is_used(test, self.declaration):
            self.rules.telling.note_unused(test, self.declaration)

    def _let(self, node: Tree[Any], names: Names) -> Names:
        name, right = node.children
        head = right.children[0] if isinstance(right, Tree) and right.data == "call_" else right
        made = isinstance(right, Tree) and right.data in ("roll", "roll_one", "create_")
        if made or (isinstance(head, Token) and str(head) in self.rules.procedures):
            return names.bind(str(name), None)
        return self.glimpses.let(str(name), right, names)

    def _chooser(self, who: Node, names: Names) -> Look:
        seat = self.glimpses.value(who, names)
        return Look(seat if isinstance(seat, Seat) else Seat())

    def _choose(self, node: Tree[Any], names: Names) -> Names:
        who, secretly, _, chosen, source, test, *rest = node.children
        look, glimpses = self._chooser(who, names), self.glimpses
        name = str(chosen.children[-1])
        from_ = glimpses.value(source, names, look)
        offered = glimpses.element(from_, node)
        if not isinstance(from_, Lying):  # from a zone itself one chooses by place
            glimpses.offered(offered, source, look)
        if len(chosen.children) > 1:
            glimpses.value(chosen.children[0], names, look)
        inner = names.bind(name, offered)
        glimpses.condition(test, inner, look)
        if secretly is not None and not isinstance(offered, Things | Seat):
            inner = inner.bind(name, Chosen(name, look.chooser))
        if test is not None:
            inner = glimpses.refined(test, inner, look)
        self._told(look)
        self.chosen.setdefault(f"{self.where}.{name}", _as_seen_by(look.chooser, inner.values[name]))
        for part in rest:
            if isinstance(part, Tree):
                self._run(part, names if part.data == "otherwise_" else inner)
        return inner

    def _options(self, node: Tree[Any], names: Names) -> None:
        who, _, _, _, *options = node.children
        look = self._chooser(who, names)
        for option in options:
            _, when, *suite = option.children
            self.glimpses.condition(when, names, look)
            self._all(suite, self.glimpses.refined(when, names, look) if when is not None else names)
        self._told(look)

    def _repeated(self, node: Tree[Any], names: Names) -> None:
        """`any number of ... up to n times maximizing e`."""
        who = node.children[0] if node.data == "does" and len(node.children) == 2 else None
        look = self._chooser(who, names) if who is not None else Look(names.me)
        for part in nodes(node):
            if part.data in ("at_most", "maximizing"):
                for formula in part.children:
                    self.glimpses.value(formula, names, look)
        self._told(look)


def _does_something(node: Node) -> bool:
    return any(part.data in DOING for part in nodes(node))


def _as_seen_by(chooser: Seat, value: Seen) -> Seen:
    """What a question offers, with whoever is asked as `me`."""
    if isinstance(value, Seat):
        return _seat_as_seen_by(chooser, value)
    if isinstance(value, Seats):
        return Seats()
    if not isinstance(value, Things):
        return value
    sources = [
        replace(s, owner=_seat_as_seen_by(chooser, s.owner)) if s.owner is not None else s for s in value.sources
    ]
    return Things(frozenset(sources), value.kinds)


def _seat_as_seen_by(chooser: Seat, seat: Seat) -> Seat:
    relation = seat.beside(chooser)
    if relation in ("same", "unknown"):
        return ME if relation == "same" else Seat()
    return Seat(("asked", seat.key), frozenset([ME.key] if relation == "other" else []), relation == "any")
