"""What the statements of a rule change: variables, marks, and the places between which things move."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lark import Token

from ludwright.anatomy.formula_reader import NOTHING, FormulaReader, Meaning, Names
from ludwright.anatomy.rules_list import ListedRule
from ludwright.anatomy.things import Thing
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part, parts

if TYPE_CHECKING:
    from ludwright.model.world import World


_HOLDING = (
    syntax.StatementNode, syntax.StatementSequence, syntax.ElseIf, syntax.Else, syntax.OtherwiseBranch, syntax.EndCase, syntax.Rank,
)  # fmt: skip
"""Statements, and parts of them in which there are others."""
_READING = (syntax.Create, syntax.TellWhether)
"""Statements that are looked at like formulas where they stand inside others."""


class Changing(FormulaReader):
    """Looks at statements on behalf of one rule after another."""

    def __init__(self, model: World, rules: list[ListedRule]) -> None:
        super().__init__(model, rules)
        self.events: dict[str, list[ListedRule]] = {}
        for rule in rules:
            if rule.sort == "event":
                self.events.setdefault(rule.name.rsplit(" is ", 1)[1], []).append(rule)

    # ------------------------------------------------------------ statements

    def statement(self, node: Part | None, names: Names) -> None:
        if node is None:
            return
        if isinstance(node, Token):
            self.look(node, names)
            return
        _HANDLERS.get(type(node), Changing._inside)(self, node, names)

    def _inside(self, node: syntax.Node, names: Names) -> None:
        """A statement without a meaning of its own: all its parts."""
        inner = dict(names) if isinstance(node, syntax.StatementSequence) else names
        for part in parts(node):
            if isinstance(part, syntax.Parameters):
                continue
            if isinstance(part, _HOLDING) and not isinstance(part, _READING):
                self.statement(part, inner)
            else:
                self.look(part, inner)

    def _end(self, node: syntax.EndDeclaration, names: Names) -> None:
        for case in node.cases:
            self.statement(case, names)

    def _let(self, node: syntax.Let, names: Names) -> None:
        names[str(node.name)] = self.look(node.value, names)

    def _assign(self, node: syntax.Assign, names: Names) -> None:
        given = self.look(node.value, names)
        if isinstance(node.target, Token) and str(node.target) in names:
            names[str(node.target)] |= given
            return
        found = self._target(node.target, names)
        self.change(*found)
        if node.sign is not None:
            for thing in found:
                self.read(thing)

    def _pay(self, node: syntax.Pay, names: Names) -> None:
        for amount in node.amounts:
            self.look(amount.number, names)
        payers = self._target(node.source, names)
        self.change(*payers)
        for thing in payers:  # who can't pay may not act
            self.read(thing)
        if node.to is not None:
            self.change(*self._target(node.to, names))

    def _move(self, node: syntax.Move, names: Names) -> None:
        moved = self.look(node.things, names, moving=True)
        self.change(*self._left_behind(moved), *self._destination(node.to, moved, names))

    def _draw(self, node: syntax.DrawingCards, names: Names) -> None:
        self.look(node.number, names)
        taken = self.look(node.source, names, moving=True)
        self.change(*taken.sources, *self._refills(taken), *self._destination(node.to, taken, names))

    def _deal(self, node: syntax.Deal, names: Names) -> None:
        self.look(node.number, names)
        taken = self.look(node.source, names, moving=True)
        goal = self.zones_named(str(node.to), frozenset([self.model.player]))
        self.change(*taken.sources, *self._refills(taken), *goal)

    def _shuffle(self, node: syntax.Shuffle, names: Names) -> None:
        self.change(*self.look(node.zone, names, moving=True).sources)

    def _swap(self, node: syntax.Swap, names: Names) -> None:
        for side in (node.one, node.other):
            found = self._target(side, names)
            self.change(*(found or self._left_behind(self.look(side, names, moving=True))))

    def _pass(self, node: syntax.Pass, names: Names) -> None:
        self.change(*self.zones_named(str(node.zone), frozenset([self.model.player])))

    def _reroll(self, node: syntax.Reroll, names: Names) -> None:
        self.change(*self._left_behind(self.look(node.dice, names, moving=True)))

    def _remove(self, node: syntax.Remove, names: Names) -> None:
        gone = self.look(node.things, names, moving=True)
        kinds = [thing for kind in gone.kinds if (thing := self.things.get(kind)) is not None]
        self.change(*self._left_behind(gone), *kinds)

    def _choose(self, node: syntax.Choose, names: Names) -> None:
        self.look(node.who, names)
        if not isinstance(node.chosen, syntax.ChosenAnyNumber):
            self.look(node.chosen.number, names)
        name = str(node.chosen.name)
        inner = {**names, name: self.look(node.source, names)}
        self.statement(node.condition, inner)
        self.statement(node.body, inner)
        self.statement(node.otherwise, dict(names))
        names[name] = inner[name]

    def _options(self, node: syntax.ChooseOption, names: Names) -> None:
        self.look(node.who, names)
        for option in node.options:
            self.statement(option.condition, dict(names))
            self.statement(option.body, dict(names))
        names[str(node.name)] = NOTHING

    def _for(self, node: syntax.For, names: Names) -> None:
        inner = dict(names)
        self.bind(node.members, inner)
        self.statement(node.by, inner)
        self.statement(node.body, inner)

    def _first_to(self, node: syntax.FirstTo, names: Names) -> None:
        inner = dict(names)
        self.bind(node.members, inner)
        self.statement(node.body, inner)
        self.statement(node.otherwise, dict(names))

    def _at_once(self, node: syntax.AtOnce, names: Names) -> None:
        inner = dict(names)
        self.bind(node.members, inner)
        for statement in node.asked.statements:
            self.statement(statement, inner)
        self.statement(node.then, {**names, **inner})

    def _track(self, node: syntax.TrackDeclaration, names: Names) -> None:
        inner = dict(names)
        if node.members is not None:
            self.bind(node.members, inner)
        self.look(node.value, inner)

    def _turns(self, node: syntax.TurnsStatement, names: Names) -> None:
        for part in parts(node):
            self.statement(part, names)
        if node.body is None and "turn" in self.plain:
            self.use(self.plain["turn"], [])

    def _resolve(self, node: syntax.Resolve, names: Names) -> None:
        it = self.look(node.what, names)
        self.look(node.by, names)
        for rule in self.events.get(str(node.event), []):
            self.use(rule, [it])

    def _rank(self, node: syntax.Rank, names: Names) -> None:
        word = str(node.name)
        if word == "score" and "score" in self.plain:
            self.use(self.plain["score"], [])
        else:
            self.member(Meaning(frozenset([self.model.player])), word, [])

    def _stage(self, node: syntax.StageDeclaration, names: Names) -> None:
        self.statement(node.body, names)

    def _leaves(self, node: syntax.Leaves, names: Names) -> None:
        self.look(node.who, names)

    def _nothing(self, node: syntax.Node, names: Names) -> None:
        """It says nothing of things."""

    # ------------------------------------------------------------ what is changed

    def _left_behind(self, moved: Meaning) -> set[Thing]:
        """The places from which components are taken: anywhere they may lie, if nothing more is known."""
        if moved.sources:
            return set(moved.sources)
        return {place for kind in moved.kinds if kind.role == "component" for place in self.things.places_for(kind)}

    def _refills(self, taken: Meaning) -> set[Thing]:
        """A zone that is refilled takes from another when it runs short."""
        found: set[Thing] = set()
        for zone in self.model.all_zones():
            if zone.refill is not None and self.things.get(zone) in taken.sources:
                found |= self.look(zone.refill, {}, moving=True).sources
        return found

    def _destination(self, node: Formula, moved: Meaning, names: Names) -> set[Thing]:
        goal = self.look(node, names, moving=True)
        places = {thing for thing in goal.sources if thing.sort in ("zone", "dice")}
        if places:
            return places
        found = set()
        for holding in self.model.holdings:
            on_board = holding.board in goal.kinds or not goal.kinds
            if on_board and (not moved.kinds or any(kind.root is holding.kind.root for kind in moved.kinds)):
                thing = self.things.get(holding)
                assert thing is not None
                found.add(thing)
        return found

    def _target(self, node: Formula, names: Names) -> set[Thing]:
        """The objects that an assignment to this changes; the way to them is read."""
        match node:
            case Token():
                return {thing for thing in [self._declared_thing(str(node))] if thing is not None}
            case syntax.At(value, indices):
                for index in indices:
                    self.look(index, names)
                return self._target(value, names)
            case syntax.My(name):
                return self.state_of(frozenset([self.model.player]), str(name))
            case syntax.MemberOf(subject, name):
                return self.state_of(self.look(subject, names).kinds, str(name))
            case syntax.Brackets(inside):
                return self._target(inside, names)
        return set(self.look(node, names, moving=True).sources)

    def _declared_thing(self, name: str) -> Thing | None:
        model = self.model
        for table in (model.fields, model.zones, model.params):
            if name in table:
                return self.things.get(table[name])
        return None


_HANDLERS: dict[type[syntax.Node], Callable[[Changing, Any, Names], None]] = {
    syntax.EndDeclaration: Changing._end,
    syntax.Let: Changing._let,
    syntax.Assign: Changing._assign,
    syntax.Pay: Changing._pay,
    syntax.Move: Changing._move,
    syntax.DrawCards: Changing._draw,
    syntax.DrawUpTo: Changing._draw,
    syntax.Deal: Changing._deal,
    syntax.Shuffle: Changing._shuffle,
    syntax.Swap: Changing._swap,
    syntax.Pass: Changing._pass,
    syntax.Reroll: Changing._reroll,
    syntax.Remove: Changing._remove,
    syntax.Choose: Changing._choose,
    syntax.ChooseOption: Changing._options,
    syntax.For: Changing._for,
    syntax.FirstTo: Changing._first_to,
    syntax.AtOnce: Changing._at_once,
    syntax.TrackDeclaration: Changing._track,
    syntax.TurnsStatement: Changing._turns,
    syntax.Resolve: Changing._resolve,
    syntax.Rank: Changing._rank,
    syntax.StageDeclaration: Changing._stage,
    syntax.Leaves: Changing._leaves,
    syntax.EndOfPhase: Changing._nothing,
    syntax.Nothing: Changing._nothing,
    syntax.Tie: Changing._nothing,
    syntax.ReverseTurns: Changing._nothing,
    syntax.Parameters: Changing._nothing,
}
"""What is done with a statement of each form; with all others, :meth:`Changing._inside`."""
