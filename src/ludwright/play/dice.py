"""Dice that leave no trace in the state: what was thrown is read off the random numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lark import Token

from ludwright.language import syntax
from ludwright.language.syntax.walking import nodes

if TYPE_CHECKING:
    from ludwright.game import Game

Drawn = Iterable[tuple[int, int]]
"""Random numbers: for each its bound and its value."""


class FreeDice:
    """Knows where the random numbers of a game come from: throws of loose dice, dice in zones, or anything else."""

    def __init__(self, game: Game) -> None:
        self.model = game.rules.model
        every = [(node, d.kind) for d in game.description.declarations for node in nodes(d.tree)]
        forms = {type(node) for node, kind in every if kind != "setup"}
        dice = [node.die for node, _ in every if isinstance(node, syntax.RollDice | syntax.RollDie)]
        refilled = any(zone.refill is not None for zone in self.model.all_zones())
        other = bool(forms & {syntax.Shuffle, syntax.RandomOf}) or refilled
        faces = {tuple(self._faces(die)) for die in dice}  # by name, where there are words on them
        self._zones = syntax.Reroll in forms and not dice and not other
        self._loose: tuple[str, ...] | None = None
        if len(faces) == 1 and syntax.Reroll not in forms and not other:
            self._loose = faces.pop()

    def _faces(self, die: Token) -> list[str]:
        words = self.model.declared_places.die_words(die)
        if words is not None:
            faces = self.model.declared_places.die_faces(
                die, words.declaration or self.model.description.declarations[0]
            )
            return [words.members[face - words.first] for face in faces]
        numbers = range(1, int(die[1:]) + 1) if die.type == "DIE" else self.model.params[str(die)].values
        return list(map(str, numbers))

    def thrown(self, drawn: Drawn) -> str:
        """The faces of loose dice, where all random numbers of the game are throws of one sort of die; else nothing."""
        if self._loose is None:
            return ""
        return " ".join(self._loose[value] for bound, value in drawn if bound == len(self._loose))

    def in_zones(self, drawn: Drawn) -> set[int]:
        """The sorts of dice in zones that were thrown for certain, by their number of sides."""
        return {bound for bound, _ in drawn} if self._zones else set()
