"""Which names of a rule come from something not everybody sees."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from ludwright.language.source import Description
from ludwright.model.sight import veiled_fields
from ludwright.model.world import World
from ludwright.rules.habits import names_in


class Taints:
    """Variables that somebody does not see, and local names worked out from them: whatever is set from one of these is not public."""

    def __init__(self, description: Description, model: World) -> None:
        self.names = {field.name for field in veiled_fields(model)}
        lets = [
            node
            for declaration in description.declarations
            for node in declaration.tree.iter_subtrees()
            if node.data == "let" and isinstance(node.children[0], Token)
        ]
        grown = True
        while grown:
            grown = False
            for node in lets:
                name = str(node.children[0])
                if name not in self.names and self.names & names_in(node.children[1]):
                    self.names.add(name)
                    grown = True

    def hidden(self, node: Tree[Any], itself: str | None) -> bool:
        """Whether a statement uses such a name; ``itself`` is the variable it changes, which may stand in it once."""
        found = [str(t) for t in node.scan_values(lambda v: isinstance(v, Token)) if str(t) in self.names]
        if itself in found:
            found.remove(itself)
        if itself is None and node.data == "assign":
            found = [str(t) for t in _tokens(node.children[-1]) if str(t) in self.names]
            found += [str(t) for t in _indices(node.children[0]) if str(t) in self.names]
        return bool(found)


def _tokens(node: object) -> list[Token]:
    if isinstance(node, Token):
        return [node]
    return list(node.scan_values(lambda v: isinstance(v, Token))) if isinstance(node, Tree) else []


def _indices(target: object) -> list[Token]:
    """The names inside the brackets of what is assigned."""
    if not isinstance(target, Tree) or target.data != "at":
        return []
    return [token for index in target.children[1:] for token in _tokens(index)]
