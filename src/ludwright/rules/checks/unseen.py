"""Conditions on choices that read what the chooser can't see: a mistake, found before anything is played.

Every place where somebody chooses is looked at: the sets and conditions of actions, `chooses` with its filter and its number, `option ... when`,
how often and to what end actions are repeated, and the rules of bots. What effects, scores and ends read is nobody's business here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from lark import Token

from ludwright.language import syntax
from ludwright.language.syntax import Formula, Node, Part, parts
from ludwright.language.syntax.reading import names_in, parameters
from ludwright.language.syntax.walking import nodes
from ludwright.mistakes import Mistake, MistakesError
from ludwright.model import visibility
from ludwright.rules.analysis.information_flow import InformationFlow
from ludwright.rules.analysis.origins import Chosen, KnownNames, Lying, Seat, SeatOrigin, Seen, SeenThing, ThingOrigin
from ludwright.rules.checks.unseen_words import words
from ludwright.rules.checks.unused import STRANGER, Unused
from ludwright.rules.formulas.properties import CellPlace

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.rules.compiler import Rules

ME = Seat(("me",))
DOING = (
    syntax.Move, syntax.DrawingCards, syntax.Deal, syntax.Shuffle, syntax.Swap, syntax.Pass, syntax.Show, syntax.TellWhether, syntax.TellThat,
    syntax.Reroll, syntax.Create, syntax.Remove, syntax.Resolve, syntax.CallStatement, syntax.Does, syntax.MayDo, syntax.ChosenAnyNumber,
    syntax.TurnsStatement, syntax.Pay, syntax.Assign, syntax.Leaves,
)  # fmt: skip
"""After these, where a card came from no longer says who knows it."""
_REPEATING = (syntax.RepeatTimes, syntax.RepeatUntil, syntax.RepeatWhile, syntax.RepeatCall)


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
        self.glimpses = InformationFlow(rules)
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
            match declaration.tree:
                case syntax.ActionDeclaration():
                    self._action(declaration)
                case syntax.SetupDeclaration() | syntax.PlayDeclaration() as tree:
                    self._all([tree.body], KnownNames())
                case syntax.EndDeclaration() as tree:
                    for one in tree.cases:
                        self.unused.declared(one.condition, declaration, KnownNames(ME))
                case syntax.WheneverDeclaration() as tree:
                    self.unused.declared(tree.condition, declaration, KnownNames(ME))
                    self._all(parts(tree), KnownNames(ME))
                case syntax.EveryDeclaration() as tree:
                    self.unused.declared(tree.when, declaration, KnownNames(ME))
                    self._all(parts(tree), KnownNames(ME))
                case syntax.EventDeclaration() as tree:
                    self.where = str(tree.event)
                    self._all([tree.body], KnownNames(ME))
                case syntax.TurnDeclaration() as tree:
                    self._all([tree.body], KnownNames(ME))
                case syntax.StageDeclaration() | syntax.ProcedureDeclaration() as tree:
                    self._all([tree.body], self._with_params(tree, KnownNames(ME)))
        self._cells()
        for declaration, bot in self.rules.model.declared(syntax.BotDeclaration):
            self.declaration = declaration
            self._bot(bot)

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
                        self._run(effects, KnownNames(ME))

    def _with_params(
        self, tree: syntax.StageDeclaration | syntax.ProcedureDeclaration, names: KnownNames
    ) -> KnownNames:
        """What a procedure or stage is given may be any player, or anything else."""
        for name in parameters(tree):
            names = names.bind(name, Seat(("given", id(tree.parameters), name)))
        return names

    # ------------------------------------------------------------ what is told

    def _told(self, look: SeenThing) -> None:
        for glimpse in look.found:
            message, hint = words(glimpse)
            self.rules.report(
                Mistake(self.declaration.place(glimpse.node), getattr(self.declaration, "where", "") + message, hint)
            )

    # ------------------------------------------------------------ actions and bots

    def _action(self, declaration: Declaration) -> None:
        action = self.rules.actions.known[str(declaration.name)]
        look = SeenThing(ME)
        names = self.glimpses.ways(action, KnownNames(ME), [], look)
        self._told(look)
        self.unused.done(action, names, declaration)
        self._sequence(action.effects, names)

    def _bot(self, bot: syntax.BotDeclaration) -> None:
        names = KnownNames(ME)
        for line in bot.rules:
            if isinstance(line, syntax.BotLet):
                names = self.glimpses.let(str(line.let.name), line.let.value, names)
                continue
            inner, look = self._answered(line.action, names), SeenThing(ME, reckoning=True)
            self.glimpses.condition(line.when, inner, look)
            if line.when is not None:
                inner = self.glimpses.refined(line.when, inner, look)
            self.glimpses.value(line.by, inner, look)
            self._told(look)

    def _answered(self, deed: Formula, names: KnownNames) -> KnownNames:
        """The names in the brackets of a bot's rule."""
        offered: list[Seen] = [None]
        match deed:
            case syntax.FunctionCall(name, given):
                action = self.rules.actions.known.get(str(name))
                if action is not None:
                    known = self.glimpses.ways(action, KnownNames(ME), [], SeenThing(Seat()))
                    offered = [known.values[word] for word, _ in action.params]
            case syntax.MemberOf(subject, name, syntax.ArgumentList() as given):
                offered = [self.chosen.get(f"{subject}.{name}")]
            case _:
                return names
        for arg, value in zip(parts(given), offered, strict=False):
            if isinstance(arg, Token) and arg.type == "NAME" and str(arg) not in names.values:
                names = names.bind(str(arg), value)
        return names

    # ------------------------------------------------------------ statements

    def _all(self, some: Iterable[Part | None], names: KnownNames) -> None:
        for part in some:
            if isinstance(part, Node):
                self._run(part, names)

    def _sequence(self, statements: Iterable[Node], names: KnownNames) -> KnownNames:
        for statement in statements:
            names = self._run(statement, names)
            if _does_something(statement):
                names = names.forget()
        return names

    def _run(self, node: Node, names: KnownNames) -> KnownNames:
        """Go through a statement; the names that hold behind it."""
        glimpses = self.glimpses
        self.unused.look(node, names, self.declaration)
        match node:
            case syntax.StatementSequence(statements):
                self._sequence(statements, names)
            case syntax.Let():
                return self._let(node, names)
            case syntax.Move() if self._goes_unseen(node, names):
                self._moved(node.things, names)
            case syntax.Show():
                self.shown |= names_in(node.things)
            case syntax.Choose():
                return self._choose(node, names)
            case syntax.ChooseOption():
                self._options(node, names)
            case syntax.IfStatement():
                self._branch(node.condition, names)
                self._all([node.then], glimpses.refined(node.condition, names, None))
                self._all([*node.branches, node.otherwise], names)
            case syntax.For() | syntax.FirstTo() | syntax.AtOnce():
                _, *rest = parts(node)
                if any(isinstance(part, syntax.Move) and self._goes_unseen(part, names) for part in nodes(node)):
                    self._moved(node.members, names)
                inner = names.forget() if any(_does_something(part) for part in rest) else names
                self._all(rest, glimpses.gen(node.members, inner, None)[1])
            case syntax.TurnsStatement():
                self._all(parts(node), replace(names.forget(), me=Seat(("turn", id(node)))))
            case syntax.StageDeclaration():
                self._all([node.body], self._with_params(node, names))
            case syntax.Does():
                self._repeated(node, names)
            case _:
                self._all(parts(node), names.forget() if isinstance(node, _REPEATING) else names)
        return names

    def _branch(self, test: Formula, names: KnownNames) -> None:
        """Everybody sees which way this goes: what it tells of cards face down is worth a note, if it is not used."""
        look = SeenThing(STRANGER)
        self.glimpses.condition(test, names, look)
        self._unused(test, look)

    def _goes_unseen(self, move: syntax.Move, names: KnownNames) -> bool:
        """Whether something is moved to where not everybody sees what it is."""
        to = self.glimpses.value(move.to, names)
        places = [to] if isinstance(to, Lying) else to.sources if isinstance(to, ThingOrigin) else []
        return any(not place.zone.public for place in places)

    def _moved(self, which: Formula | syntax.Generator, names: KnownNames) -> None:
        """Everybody sees which cards are moved unseen, and so learns something of them if they were picked by what is printed on them."""
        look = SeenThing(STRANGER)
        if isinstance(which, syntax.Generator):
            self.glimpses.gen(which, names, look)
        else:
            self.glimpses.value(which, names, look)
        self._unused(which, look)

    def _unused(self, test: Part, look: SeenThing) -> None:
        hidden = {glimpse.what.zone.name for glimpse in look.found if isinstance(glimpse.what, Lying)}
        if hidden - self.shown and not self.rules.approximations.is_used(test, self.declaration):
            self.rules.telling.note_unused(test, self.declaration)

    def _let(self, node: syntax.Let, names: KnownNames) -> KnownNames:
        name, right = node.name, node.value
        head = right.name if isinstance(right, syntax.FunctionCall) else right
        made = isinstance(right, syntax.Rolling | syntax.Create)
        if made or (isinstance(head, Token) and str(head) in self.rules.procedures):
            return names.bind(str(name), None)
        return self.glimpses.let(str(name), right, names)

    def _chooser(self, who: Formula, names: KnownNames) -> SeenThing:
        seat = self.glimpses.value(who, names)
        return SeenThing(seat if isinstance(seat, Seat) else Seat())

    def _choose(self, node: syntax.Choose, names: KnownNames) -> KnownNames:
        chosen, source, test = node.chosen, node.source, node.condition
        look, glimpses = self._chooser(node.who, names), self.glimpses
        name = str(chosen.name)
        from_ = glimpses.value(source, names, look)
        offered = glimpses.element(from_, node)
        if not isinstance(from_, Lying):  # from a zone itself one chooses by place
            glimpses.offered(offered, source, look)
        if not isinstance(chosen, syntax.ChosenAnyNumber):
            glimpses.value(chosen.number, names, look)
        inner = names.bind(name, offered)
        glimpses.condition(test, inner, look)
        if node.secretly is not None and not isinstance(offered, ThingOrigin | Seat):
            inner = inner.bind(name, Chosen(name, look.chooser))
        if test is not None:
            inner = glimpses.refined(test, inner, look)
        self._told(look)
        self.chosen.setdefault(f"{self.where}.{name}", _as_seen_by(look.chooser, inner.values[name]))
        self._all([node.body], inner)
        self._all([node.otherwise], names)
        return inner

    def _options(self, node: syntax.ChooseOption, names: KnownNames) -> None:
        look = self._chooser(node.who, names)
        for option in node.options:
            when = option.condition
            self.glimpses.condition(when, names, look)
            self._all([option.body], self.glimpses.refined(when, names, look) if when is not None else names)
        self._told(look)

    def _repeated(self, node: syntax.Does, names: KnownNames) -> None:
        """`any number of ... up to n times maximizing e`."""
        look = self._chooser(node.who, names) if node.who is not None else SeenThing(names.me)
        for part in nodes(node):
            if isinstance(part, syntax.AtMostTimes | syntax.MaximizingClause):
                for formula in parts(part):
                    self.glimpses.value(formula, names, look)
        self._told(look)


def _does_something(node: Part) -> bool:
    return any(isinstance(part, DOING) for part in nodes(node))


def _as_seen_by(chooser: Seat, value: Seen) -> Seen:
    """What a question offers, with whoever is asked as `me`."""
    if isinstance(value, Seat):
        return _seat_as_seen_by(chooser, value)
    if isinstance(value, SeatOrigin):
        return SeatOrigin()
    if not isinstance(value, ThingOrigin):
        return value
    sources = [
        replace(s, owner=_seat_as_seen_by(chooser, s.owner)) if s.owner is not None else s for s in value.sources
    ]
    return ThingOrigin(frozenset(sources), value.kinds)


def _seat_as_seen_by(chooser: Seat, seat: Seat) -> Seat:
    relation = seat.beside(chooser)
    if relation in ("same", "unknown"):
        return ME if relation == "same" else Seat()
    return Seat(("asked", seat.key), frozenset([ME.key] if relation == "other" else []), relation == "any")
