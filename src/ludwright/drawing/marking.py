"""What differs between two scenes of one game, marked in one of them.

Both are seen with the same eyes; what is not in the scenes can't be marked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import TypeVar

from ludwright.drawing.scene import Fact, Pile, Scene, Spot, Token, VariableTable

Part = TypeVar("Part", Pile, Spot, VariableTable)


def mark(scene: Scene, other: Scene) -> None:
    """Mark in a scene all that is not so in another."""
    for board, was in zip(scene.boards, other.boards, strict=True):
        for spots, before in ((board.cells, was.cells), (board.corners, was.corners), (board.edges, was.edges)):
            _mark_spots(spots, before)
    _mark_piles(scene.piles, other.piles)
    scene.facts = _marked_facts(scene.facts, other.facts)
    for table, columns in zip(scene.tables, other.tables, strict=True):
        _mark_table(table, columns)
    for player, then in zip(scene.players, other.players, strict=True):
        _mark_piles(player.piles, then.piles)
        player.facts = _marked_facts(player.facts, then.facts)


def unmarked(scene: Scene) -> Scene:
    """A copy that stays as it is when the scene is marked."""
    boards = [
        replace(board, cells=_copies(board.cells), corners=_copies(board.corners), edges=_copies(board.edges))
        for board in scene.boards
    ]
    players = [replace(player, piles=_copies(player.piles)) for player in scene.players]
    return replace(
        scene, boards=boards, piles=_copies(scene.piles), tables=_copies(scene.tables), players=players
    )  # fmt: skip


def _copies(parts: Sequence[Part]) -> list[Part]:
    return [copy(part) for part in parts]


def _mark_spots(spots: Sequence[Spot], others: Sequence[Spot]) -> None:
    for spot, other in zip(spots, others, strict=True):
        spot.changed = (spot.tokens, spot.facts, spot.ground) != (other.tokens, other.facts, other.ground)


def _mark_piles(piles: Sequence[Pile], others: Sequence[Pile]) -> None:
    """Piles have names; where there are many, the empty ones are not in the scene."""
    then = {other.name: other for other in others}
    for pile in piles:
        other = then.get(pile.name, Pile(pile.name, [], 0))
        pile.changed = (pile.tokens, pile.count, pile.hidden) != (other.tokens, other.count, other.hidden)
        if pile.changed:
            pile.tokens = _marked_tokens(pile.tokens, other.tokens)


def _marked_tokens(tokens: Sequence[Token], others: Sequence[Token]) -> list[Token]:
    """Those that there were not, or not so many of."""
    left = Counter[Token]()
    for other in others:
        left[replace(other, count=1)] += other.count
    found = []
    for token in tokens:
        one = replace(token, count=1)
        found.append(replace(token, changed=left[one] < token.count))
        left[one] -= token.count
    return found


def _marked_facts(facts: Sequence[Fact], others: Sequence[Fact]) -> list[Fact]:
    then = {other.name: other.value for other in others}
    return [replace(fact, changed=then.get(fact.name) != fact.value) for fact in facts]


def _mark_table(table: VariableTable, other: VariableTable) -> None:
    table.changed = [
        (row, column)
        for row, ((_, _, values), (_, _, before)) in enumerate(zip(table.rows, other.rows, strict=True))
        for column, (value, was) in enumerate(zip(values, before, strict=True))
        if value != was
    ]
