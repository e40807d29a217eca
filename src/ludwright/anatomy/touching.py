"""Which rules read which objects, and which rules change them, as the text of the rules shows.

So that `move m to goal` in a procedure changes the board from which its callers take m, all rules are looked at several times:
what a definition or a parameter may stand for is known only after its body and its callers have been seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.anatomy.changing import Changing
from ludwright.anatomy.reading import NOTHING, Meaning, Names, is_
from ludwright.anatomy.rules_list import Part, Rule, list_rules
from ludwright.anatomy.touches import Touches
from ludwright.model.kinds import Kind

if TYPE_CHECKING:
    from ludwright.game import Game

_PASSES = 4


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

    def visit(self, rule: Rule) -> None:
        self.rule = rule
        names: Names = dict(self.params[rule])
        if rule.sort == "definition":
            *lets, last = [part for part in rule.trees[1:] if part is not None and not is_(part, "params")]
            for let in lets:
                self.statement(let, names)
            self.answers[rule] = self.look(last.children[0] if is_(last, "answer") else last, names)
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
                if not is_(tree, "params"):
                    self.statement(tree, names)

    def _action(self, rule: Rule, names: Names) -> None:
        for part in rule.trees[1:]:
            if is_(part, "aparams"):
                for param in part.children:
                    names[str(param.children[0])] = self.look(param.children[1], names)
            elif is_(part, "takes"):
                self.look(part.children[0], names)
            elif isinstance(part, Tree) and part.data != "in_group":
                self.statement(part, names)

    def _declaration(self, tree: Tree[Any], names: Names) -> None:
        """Formulas in declarations: sizes, starts, copies, room; and the picture, which sets up the board."""
        match tree.data:
            case "picture":
                self._picture(tree)
            case "each" | "var":
                owner = self.model.kinds.get(str(tree.children[0])) if tree.data == "each" else None
                for part in tree.children:
                    if isinstance(part, Tree):
                        self._place(part, owner, names)
            case "board":
                for part in (*tree.children[1:3], *(c for c in tree.children[5:] if is_(c, "attr"))):
                    if isinstance(part, Tree):
                        self._place(part, None, names)
                    else:
                        self.look(part, names)
            case "param":
                for part in tree.children[1:]:
                    self._deep(part, names)
            case "cards" | "zone" | "dice":
                self._place(tree, None, names)
            case _:
                pass

    def _place(self, tree: Tree[Any], owner: Kind | None, names: Names) -> None:
        """The formulas of one declared thing. In an `each` block, other things declared there belong to the same owner."""
        inner = dict(names)
        if owner is not None:
            inner["the owner"] = Meaning(frozenset([owner]))
        skipped = ("kind", "row", "type", "holds_all", "seen", "top_seen", "reset", "index", "axis")
        for part in tree.children[1:]:
            if isinstance(part, Tree) and part.data == "axis":
                inner[str(part.children[0])] = NOTHING
        for part in tree.children[1:]:
            if isinstance(part, Tree) and part.data not in skipped:
                self._deep(part, inner)
            elif isinstance(part, Token) and tree.data in ("attr", "dice"):
                self.look(part, inner)
            elif isinstance(part, Tree) and part.data == "index":
                for one in part.children:
                    if is_(one, "range"):
                        self.look(one, inner)

    def _deep(self, part: Part, names: Names) -> None:
        if isinstance(part, Tree) and part.data in ("copies", "up_to", "refilled", "by_counts", "by_count", "list"):
            for child in part.children:
                self._deep(child, names)
        elif part is not None:
            self.look(part, names)

    def _picture(self, tree: Tree[Any]) -> None:
        board = self.model.kinds.get(str(tree.children[0]))
        for legend in tree.children[1:]:
            if board is None or legend.data != "legend":
                continue
            what = legend.children[1]
            if is_(what, "assign"):
                self.change(*self.fields_named(str(what.children[0]), frozenset([board])))
            else:
                kind = self.model.kinds.get(str(what))
                self.change(*(self.things.boards_for(kind) if kind is not None else ()))
