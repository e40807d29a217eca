"""Which rules read which objects, and which rules change them, as the text of the rules shows.

So that `move m to goal` in a procedure changes the board from which its callers take m, all rules are looked at several times:
what a definition or a parameter may stand for is known only after its body and its callers have been seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import Token

from ludwright.anatomy.changing import Changing
from ludwright.anatomy.formula_reader import NOTHING, Meaning, Names
from ludwright.anatomy.rules_list import ListedRule, list_rules
from ludwright.anatomy.touches import Touches
from ludwright.language import syntax
from ludwright.language.syntax import Part, parts
from ludwright.model.kinds import Kind

if TYPE_CHECKING:
    from ludwright.game import Game

_PASSES = 4
_NO_FORMULA = (
    syntax.KindName, syntax.TableRow, syntax.TypeName, syntax.HoldsAll, syntax.Unlimited, syntax.SeenBy, syntax.TopSeenBy, syntax.ResetEach, syntax.CardAxis,
)  # fmt: skip
_WITH_FORMULAS = (
    syntax.Copies, syntax.RoomFor, syntax.RoomForEach, syntax.RefilledFrom, syntax.CountedValues, syntax.CountedValue, syntax.ValueList,
)  # fmt: skip


def find_touches(game: Game) -> Touches:
    """Look at every rule of a game."""
    rules = list_rules(game)
    walker = _Walker(game.rules.model, rules)
    for _ in range(_PASSES):
        for rule in rules:
            walker.visit(rule)
    return walker.touches


class _Walker(Changing):
    """Takes rules and declarations apart into statements and formulas."""

    def visit(self, rule: ListedRule) -> None:
        self.rule = rule
        names: Names = dict(self.params[rule])
        if rule.sort == "definition":
            *lets, last = [part for part in rule.trees[1:] if not isinstance(part, syntax.Parameters)]
            for let in lets:
                self.statement(let, names)
            self.answers[rule] = self.look(last.value if isinstance(last, syntax.AnswerWith) else last, names)
        elif rule.sort == "action":
            self._action(rule, names)
        elif rule.sort == "table":
            found = NOTHING
            for tree in rule.trees:
                found |= self.look(tree, names)
            self.answers[rule] = found
        elif rule.sort == "declaration":
            self._declaration(rule.trees[0], names)
        else:
            for tree in rule.trees:
                self.statement(tree, names)

    def _action(self, rule: ListedRule, names: Names) -> None:
        for part in rule.trees[1:]:
            if isinstance(part, syntax.ActionParameters):
                for param in part.parameters:
                    names[str(param.name)] = self.look(param.values, names)
            elif isinstance(part, syntax.Takes):
                self.look(part.amount, names)
            elif isinstance(part, syntax.Node) and not isinstance(part, syntax.InGroup):
                self.statement(part, names)

    def _declaration(self, tree: Part, names: Names) -> None:
        """Formulas in declarations: sizes, starts, copies, room; and the picture, which sets up the board."""
        match tree:
            case syntax.PictureDeclaration():
                self._picture(tree)
            case syntax.EachDeclaration(kind, members):
                for member in members:
                    self._place(member, self.model.kinds.get(str(kind)), names)
            case syntax.VarDeclaration(attribute):
                self._place(attribute, None, names)
            case syntax.BoardDeclaration():
                self.look(tree.width, names)
                self.look(tree.height, names)
                for line in tree.lines:
                    if isinstance(line, syntax.Attribute):
                        self._place(line, None, names)
            case syntax.ParamDeclaration():
                self._deep(tree.value, names)
                self._deep(tree.values, names)
            case syntax.CardsDeclaration() | syntax.ZoneDeclaration() | syntax.DiceDeclaration():
                self._place(tree, None, names)

    def _place(self, tree: syntax.Node, owner: Kind | None, names: Names) -> None:
        """The formulas of one declared thing. In an `each` block, other things declared there belong to the same owner."""
        inner = dict(names)
        if owner is not None:
            inner["the owner"] = Meaning(frozenset([owner]))
        inner.update((str(axis.name), NOTHING) for axis in parts(tree) if isinstance(axis, syntax.CardAxis))
        for part in parts(tree)[1:]:
            if isinstance(part, syntax.IndexList):
                for one in part.sets:
                    if isinstance(one, syntax.NumberRange):
                        self.look(one, inner)
            elif isinstance(part, Token):
                if isinstance(tree, syntax.Attribute | syntax.DiceDeclaration):
                    self.look(part, inner)
            elif not isinstance(part, _NO_FORMULA):
                self._deep(part, inner)

    def _deep(self, part: Part | None, names: Names) -> None:
        if isinstance(part, _WITH_FORMULAS):
            for inner in parts(part):
                self._deep(inner, names)
        else:
            self.look(part, names)

    def _picture(self, tree: syntax.PictureDeclaration) -> None:
        board = self.model.kinds.get(str(tree.board))
        if board is None:
            return
        for legend in tree.legends:
            if isinstance(legend, syntax.LegendAssign):
                self.change(*self.fields_named(str(legend.change.target), frozenset([board])))
            else:
                kind = self.model.kinds.get(str(legend.piece))
                self.change(*(self.things.boards_for(kind) if kind is not None else ()))
