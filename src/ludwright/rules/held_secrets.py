"""Secrets that are held while somebody else is asked: a card, an alternative or several things chosen in secret, before it shows what they were.

A single number, player or member of a list has a name that is kept and drawn anew (:mod:`ludwright.rules.secret_numbers`). With cards that can't be done: others know some of
them, find some again by their marks, and see what becomes of the one that was chosen. So while such a secret is held, a redeal chooses again, and plays on
(:mod:`ludwright.hidden.replay`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lark import Tree

from ludwright.rules.habits import Habits, names_in


def is_many(chosen: Tree[Any]) -> bool:
    """Whether several things are chosen."""
    return len(chosen.children) > 1 or chosen.data in ("up_to", "any_number")


def held_secrets(parts: Iterable[Tree[Any]], zones: set[str], habits: Habits) -> set[int]:
    """The secret choices, by the identity of their trees, that have to be made again. What is chosen `at once` is anyway."""
    parts = list(parts)
    sealed = {id(inside) for part in parts if part.data == "at_once" for inside in part.children[1].iter_subtrees()}
    return {id(part) for part in parts if id(part) not in sealed and _is_held(part, zones, habits)}


def _is_held(node: Tree[Any], zones: set[str], habits: Habits) -> bool:
    if node.data not in ("choose", "options") or node.children[1] is None:
        return False
    if node.data == "options":  # its name stands for the rest of the part
        return True
    _, _, _, chosen, source, _, *bodies = node.children
    asks = any(isinstance(body, Tree) and habits.asks(body) for body in bodies)
    return asks and (is_many(chosen) or bool(zones & names_in(source)))
