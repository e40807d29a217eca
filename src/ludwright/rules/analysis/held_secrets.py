"""Secrets that are held while somebody else is asked: what was chosen in secret or drawn by chance and has a name, before it shows what it was.

While such a secret is held, a redeal chooses and draws again, and plays on (:mod:`ludwright.hidden.replay`). It is held as long as its name stands; and where a
card that got a name before may be among those chosen from, or be shuffled among others, as long as that name is used: nobody else knows any more which of
them it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lark import Tree

from ludwright.rules.analysis.habits import Habits, Node, names_in, nodes


def is_many(chosen: Tree[Any]) -> bool:
    """Whether several things are chosen."""
    return len(chosen.children) > 1 or chosen.data in ("up_to", "any_number")


def held_secrets(
    declarations: Iterable[Tree[Any]], zones: set[str], noted: set[str], habits: Habits
) -> dict[int, bool]:
    """The statements, by the identity of their trees, that a redeal carries out again; and whether they are held to the end of the block they stand in.

    ``noted`` are variables that tell which card something was. What is chosen `at once` is chosen again anyway."""
    found: dict[int, bool] = {}
    for tree in declarations:
        parts = list(nodes(tree))
        names = noted | {str(n.children[0]) for n in parts if n.data == "let" and zones & names_in(n.children[-1])}
        sealed = {id(inside) for n in parts if n.data == "at_once" for inside in nodes(n.children[1])}
        for block in parts:
            for i, part in enumerate(block.children):
                if not isinstance(part, Tree) or id(part) in sealed or not _is_secret(part):
                    continue
                own = {str(part.children[0])} if part.data == "let" else names
                follows = _is_used(block.children[i + 1 :], own, habits)
                if part.data == "options" or follows or _asks_inside(part, habits):
                    found[id(part)] = part.data == "options" or follows
    return found


def _is_secret(node: Tree[Any]) -> bool:
    """Whether nobody else knows afterwards which it was."""
    if node.data == "let":
        return isinstance(node.children[1], Tree) and any(part.data == "random" for part in nodes(node.children[1]))
    return node.data == "shuffle" or (node.data in ("choose", "options") and node.children[1] is not None)


def _asks_inside(node: Tree[Any], habits: Habits) -> bool:
    """Whether anybody is asked while what was chosen has its name."""
    if node.data != "choose":
        return False
    return any(isinstance(body, Tree) and habits.asks(body) for body in node.children[6:])


def _is_used(following: Sequence[Node | None], names: set[str], habits: Habits) -> bool:
    """Whether somebody is asked further on, and one of some names is used."""
    parts = [part for part in following if isinstance(part, Tree)]
    return any(map(habits.asks, parts)) and any(names & names_in(part) for part in parts)
