"""`group build 0.3, play 0.7`: how likely a random player is to choose from each group of actions."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ludwright.language import syntax
from ludwright.mistakes import Mistake, nearest

if TYPE_CHECKING:
    from lark import Token

    from ludwright.language.source import Declaration
    from ludwright.rules.compiler import Rules

SCALE = 1_000_000
"""Weights are whole numbers: millionths."""
MOST = 1_000


class Groups:
    """The weights of the groups, and which codes belong to each."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.weights: list[int] = []
        self.ranges: list[tuple[int, int, int]] = []
        """First code, last code, and the number of the group; in ascending order."""

    def make(self) -> None:
        """Check the names and gather the codes."""
        actions = self.rules.actions.known.values()
        numbers: dict[str, int] = {}
        for declaration, tree in self.rules.model.declared(syntax.GroupDeclaration):
            for name, weight in zip(tree.names, tree.weights, strict=True):
                self._add(numbers, declaration, name, weight, {a.group for a in actions if a.group is not None})
        for action in sorted(actions, key=lambda action: action.base):
            if action.ready and action.group in numbers:
                self.ranges.append((action.base, action.base + action.size - 1, numbers[action.group]))

    def _add(
        self, numbers: dict[str, int], declaration: Declaration, name: Token, weight: Token, known: set[str]
    ) -> None:
        if str(name) not in known:
            close = nearest(str(name), known)
            hint = f"did you mean `{close}`?" if close else "put actions into it: `action build(...), group build`"
            self.rules.report(Mistake(declaration.place(name), f"no action is in the group `{name}`", hint))
        elif str(name) in numbers:
            self.rules.report(Mistake(declaration.place(name), f"the group `{name}` is there twice"))
        elif Fraction(str(weight)) > MOST:
            self.rules.report(Mistake(declaration.place(weight), f"a likelihood is a number from 0 to {MOST:,}"))
        else:
            numbers[str(name)] = len(self.weights)
            self.weights.append(round(Fraction(str(weight)) * SCALE))
