"""The tree of counters: every node that can be counted or is read by name."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

from ludwright.importing.places import Wrong
from ludwright.importing.wgdl.expressions import Operation, Path, Value
from ludwright.importing.wgdl.families import Families
from ludwright.importing.wgdl.model import Action, Model
from ludwright.importing.wgdl.words import Word

MOST_NODES = 5000
FEW = 4
"""So many counters are added up one by one where their sum is read; of more, the sum is counted as well."""


@dataclass
class Counters:
    """The nodes of the tree, as paths of words."""

    nodes: dict[tuple[str, ...], None] = field(default_factory=dict)
    summed: list[tuple[str, ...]] = field(default_factory=list)
    """The nodes whose sum is counted beside them."""

    @property
    def depth(self) -> int:
        return max((len(node) for node in self.nodes), default=0)

    def below(self, prefix: tuple[str, ...], grandchildren: bool) -> list[tuple[str, ...]]:
        """The children of a node; with all below them if wanted."""
        return [
            node
            for node in self.nodes
            if node[: len(prefix)] == prefix
            and (len(node) == len(prefix) + 1 or (grandchildren and len(node) > len(prefix)))
        ]


def counters_of(model: Model, families: Families, grandchildren: bool, wrong: Wrong) -> Counters:
    """Lay out the tree."""
    found = Counters()
    for action, consequence in families.done():
        if consequence.parts:
            choices = [values_of(part, action, model, families) for part in consequence.parts]
            size = 1
            for choice in choices:
                size *= max(1, len(choice))
            if size > MOST_NODES:
                wrong(consequence.word, f"this counts in {size:,} places", f"at most {MOST_NODES:,} can be kept")
                continue
            found.nodes.update(dict.fromkeys(product(*choices)))
    for parts, _ in model.counters.values():
        if parts[-1] != "sum":
            found.nodes[tuple(parts)] = None
    sums = dict.fromkeys(tuple(parts[:-1]) for parts, _ in model.counters.values() if parts[-1] == "sum")
    found.summed = [node for node in sums if len(found.below(node, grandchildren)) > FEW]
    return found


def values_of(part: list[Word], action: Action, model: Model, families: Families) -> list[str]:
    """The words that a part of a path may stand for."""
    word = part[-1]
    if "." not in word.text:
        return [word.text]
    path = word.text.split(".")
    attribute = families.attribute(Path(tuple(path), word), action)
    if attribute is None or attribute.type != "string":
        return [word.text]
    if not attribute.constant:
        return all_texts(model)
    owner = families.start_of(path[0], action) if len(path) == 2 else attribute.owner
    owners = owner.descriptions() if owner is not None else []
    return list(dict.fromkeys(one.value(attribute).text for one in owners))


def all_texts(model: Model) -> list[str]:
    """Every text that an attribute can hold."""
    found: dict[str, None] = {}
    for attribute in model.attributes():
        if attribute.type == "string":
            found[attribute.default.text] = None
            for cls in attribute.owner.family():
                found.update(dict.fromkeys(one.value(attribute).text for one in cls.objects))
    for consequence in model.consequences.values():
        waiting = [consequence.expression]
        while waiting:
            one = waiting.pop()
            if isinstance(one, Operation):
                waiting += [one.left, one.right]
            elif isinstance(one, Value) and one.type == "string":
                found[one.text] = None
    return list(found)
