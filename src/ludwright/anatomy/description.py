"""The static description of a game, as one object: as text, as data, as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludwright.anatomy.branching import GAMES, SEED, Branching, measure_branching
from ludwright.anatomy.inventory import Inventory, take_inventory
from ludwright.anatomy.lines import count_lines
from ludwright.anatomy.phases import Phase, find_phases
from ludwright.anatomy.space import CountedChoice, find_choices
from ludwright.anatomy.touches import Touches
from ludwright.anatomy.touching import find_touches
from ludwright.display import Block, Displayed, Lines, Picture, Title

if TYPE_CHECKING:
    from ludwright.game import Game


def describe(game: Game | str | Path, *, games: int = GAMES, seed: int = SEED) -> GameDescription:
    """What a game consists of. Only the branching factor is measured, in the first random games of a seed; the rest is read.

    >>> import ludwright
    >>> described = ludwright.describe(ludwright.load("tic-tac-toe"))
    >>> [(choice.name, choice.codes) for choice in described.choices]
    [('place', 9)]
    >>> str(described.phases[0].counts.actions)
    '1'
    """
    from ludwright.game import loaded

    game = loaded(game)
    return GameDescription(
        title=game.title,
        inventory=take_inventory(game),
        phases=find_phases(game),
        choices=find_choices(game),
        touches=find_touches(game),
        lines=count_lines(game.description),
        game=game,
        games=games,
        seed=seed,
    )


@dataclass(frozen=True, repr=False)
class GameDescription(Displayed):
    """A game described for one number of players and one setting of its parameters."""

    title: str
    inventory: Inventory
    phases: list[Phase]
    choices: list[CountedChoice]
    """The actions and questions with their option codes."""
    touches: Touches
    """Which rules read and change which objects."""
    lines: dict[str, int]
    """For each file, its lines without blanks and comments."""
    game: Game
    games: int
    seed: int

    @cached_property
    def branching(self) -> Branching:
        """The options that players have in random games (played when first asked for)."""
        return measure_branching(self.game, self.games, self.seed)

    @property
    def codes(self) -> int:
        """How many different options there are in the whole game, to stop or to pass counted once."""
        return 1 + sum(choice.codes for choice in self.choices)

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        yield Title(self.title)
        yield Picture(self.svg)
        yield Lines(self.as_text().partition("\n")[2])

    def as_text(self) -> str:
        """For reading in a terminal."""
        from ludwright.anatomy.text import as_text

        return as_text(self)

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        touches = self.touches
        return {
            "game": self.title,
            **self.inventory.as_json(),
            "phases": [phase.as_json() for phase in self.phases],
            "decision_space": {
                "codes": self.codes,
                "choices": [choice.as_json() for choice in self.choices],
                "measured": self.branching.as_json(),
            },
            "objects": [
                {
                    "name": thing.name,
                    "sort": thing.sort,
                    "read_by": [rule.name for rule in touches.readers(thing)],
                    "read_through_definitions_by": [rule.name for rule in touches.readers_through(thing)],
                    "changed_by": [rule.name for rule in touches.changers(thing)],
                }
                for thing in touches.things
            ],
            "rules": [
                {
                    "name": rule.name,
                    "sort": rule.sort,
                    "line": rule.line,
                    "reads": [thing.name for thing in touches.read_by(rule)],
                    "changes": [thing.name for thing in touches.changed_by(rule)],
                    "uses": [used.name for used in touches.rules if (rule, used) in touches.uses],
                }
                for rule in touches.rules
            ],
            "lines": {"files": self.lines, "total": sum(self.lines.values())},
        }

    def svg(self) -> str:
        """A picture of the rules and the objects they read and change; it needs no other file."""
        from ludwright.anatomy.picture import draw

        return draw(self.title, self.touches)
