"""Which forms of the grammar occur in texts: every rule by its name, and every optional part of the larger ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ludwright.language.grammar import build
from ludwright.language.parser import parse_effects, parse_file, parse_formula
from ludwright.language.syntax import Node, Pay, find, tokens
from ludwright.language.syntax.positions import positions
from ludwright.mistakes import MistakesError
from tests.properties.flow import Made

_HIDDEN = "knows"
_ANALYSIS = (
    "goal result share group profile bot rule expect cases at_least between times_a_game always never after then earlier without_ before "
    "within pattern occur another_does says sees enters becomes start_of end_of"
)
NOT_RUN = frozenset((_HIDDEN + " " + _ANALYSIS).split())
"""Rules of the grammar that no game runs today."""

PARTS = {
    "players": ["most", "cooperative", "named", "table"], "param": ["range"], "cards": ["of"], "turns": ["once", "from", "backwards", "by", "when", "until", "text"],
    "gen": ["from", "backwards", "limit"], "if_": [], "stage": ["brackets"], "lead": ["brackets"], "pay": ["to"], "track": ["for", "each"],
    "any_number": ["up to", "maximizing", "while"], "end": ["after"], "resolve": ["by"], "wins": ["stake"], "loses": ["stake"], "random": ["by"],
    "choose": ["with"], "option": ["when"], "first_to": ["otherwise"], "for_": ["by"], "if_able": ["when"], "every": ["when"], "wait": ["amount"],
}  # fmt: skip
"""Optional parts that must occur too, beside the names of the rules."""

_PLACES = {
    "players": {1: "most", 2: "cooperative", 3: "named", 4: "table"}, "param": {2: "range"}, "cards": {2: "of"},
    "turns": {0: "once", 1: "from", 2: "backwards", 3: "by", 4: "when", 5: "until", 6: "text"}, "gen": {2: "from", 3: "backwards", 4: "limit"},
    "stage": {2: "brackets"}, "lead": {0: "brackets"}, "track": {2: "for", 3: "each"}, "end": {0: "after"}, "resolve": {2: "by"},
    "wins": {1: "stake"}, "loses": {1: "stake"}, "random": {1: "by"}, "choose": {5: "with"}, "option": {1: "when"}, "first_to": {3: "otherwise"},
    "for_": {1: "by"}, "if_able": {1: "when"}, "every": {2: "when"}, "wait": {0: "amount"},
}  # fmt: skip


def rule_names() -> set[str]:
    """The names a tree of the grammar can have."""
    found = set()
    for rule in build().rules:
        name = str(rule.alias or rule.origin.name)
        if not name.startswith("_") and (rule.alias or not rule.options.expand1):
            found.add(name)
    return found


def wanted() -> set[str]:
    """All forms that run today."""
    return (rule_names() - NOT_RUN) | {f"{name}: {part}" for name, parts in PARTS.items() for part in parts}


def forms(made: Made) -> Counter[str]:
    """The forms in all files of a description."""
    found: Counter[str] = Counter()
    for name, text in made.files.items():
        if name.endswith(".game"):
            for tree in _trees(text):
                for node in find(tree, Node):
                    found.update(_forms(node))
    return found


def _trees(text: str) -> Iterable[Node]:
    tree = parse_file(text)
    yield tree
    for row in tokens(tree, "ROW"):
        for cell in row.strip("|").split("|"):
            for parse in (parse_formula, parse_effects):
                try:
                    yield parse(cell.strip())
                except MistakesError:
                    continue


def _forms(node: Node) -> Iterable[str]:
    kind, parts = node.rule, positions(node)
    yield kind
    for place, part in _PLACES.get(kind, {}).items():
        if place < len(parts) and parts[place] is not None:
            yield f"{kind}: {part}"
    if isinstance(node, Pay) and node.to is not None:
        yield "pay: to"
    if kind == "any_number":
        for child, part in zip(parts[-3:], ("up to", "maximizing", "while"), strict=False):
            if isinstance(child, Node) and child.rule in ("at_most", "maximizing", "while_"):
                yield f"any_number: {part}"
