"""Names that stand for something drawn by chance or chosen in secret, cards apart: nobody sees it but who chose, until it shows somewhere."""

from __future__ import annotations

from collections.abc import Iterable

from ludwright.language import syntax
from ludwright.language.source import Declaration
from ludwright.language.syntax import Part, parts
from ludwright.language.syntax.reading import names_in, parameters
from ludwright.language.syntax.walking import nodes

QUIET = (syntax.Let, syntax.Assign, syntax.Pay, syntax.AnswerWith)
"""Statements of which not everything is seen; what is, is noted elsewhere."""


class DrawnNames:
    """Finds them, in each declaration by itself, and where they are handed to procedures."""

    def __init__(self, declarations: Iterable[Declaration], zones: set[str]) -> None:
        trees = [declaration.tree for declaration in declarations]
        self._zones = zones
        self._procedures = {str(tree.name): tree for tree in trees if isinstance(tree, syntax.ProcedureDeclaration)}
        self._names: dict[int, set[str]] = {id(tree): set() for tree in trees}
        self._shown = {id(tree): self._showing(tree) for tree in trees}
        grown = True
        while grown:
            grown = max(map(self._grow, trees), default=False)
        self._home = {id(node): tree for tree in trees for node in nodes(tree)}

    def _grow(self, tree: syntax.Node) -> bool:
        """Find more names in a declaration; whether there were any."""
        known, before = self._names[id(tree)], sum(map(len, self._names.values()))
        for node in nodes(tree):
            match node:
                case syntax.Let(name, value) if str(name) not in self._shown[id(tree)] and _draws(value, known):
                    known.add(str(name))
                case syntax.Choose(chosen=chosen) if not has_number(chosen) and self._is_drawn(node):
                    known.add(str(chosen.name))
                case syntax.FunctionCall(name, given) if str(name) in self._procedures:
                    procedure = self._procedures[str(name)]
                    pairs = zip(parameters(procedure), parts(given), strict=False)
                    self._names[id(procedure)] |= {word for word, arg in pairs if _draws(arg, known)}
        return sum(map(len, self._names.values())) > before

    def _is_drawn(self, node: syntax.Choose) -> bool:
        return node.secretly is not None and not self._zones & names_in(node.source)

    def _showing(self, node: Part) -> set[str]:
        """The names in all that is seen to happen: cards drawn, sets chosen from, things done so many times."""
        if not isinstance(node, syntax.Node):
            return names_in(node)
        handed = isinstance(node, syntax.FunctionCall) and str(node.name) in self._procedures
        if handed or isinstance(node, QUIET):
            return set()
        seen = parts(node)[1:] if isinstance(node, syntax.IfStatement | syntax.ElseIf) else parts(node)
        return set().union(*map(self._showing, seen))

    def decides(self, statement: Part, formulas: Part) -> bool:
        """Whether something drawn goes into the formulas of a statement."""
        home = self._home.get(id(statement))
        return home is not None and _draws(formulas, self._names[id(home)])


def has_number(chosen: syntax.ChosenWords) -> bool:
    """Whether it is said how many things are chosen."""
    return getattr(chosen, "number", None) is not None


def _draws(formula: Part, known: set[str]) -> bool:
    """Whether a formula draws something, which shows only in what becomes of it. Dice are thrown for all to see."""
    return bool(known & names_in(formula)) or any(isinstance(node, syntax.RandomOf) for node in nodes(formula))
