"""Cards that differ by what is printed on them alone: that a low one loses is what ranks are for, and nothing to be told."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from ludwright.agents.barred import tallied
from ludwright.game import Game
from ludwright.play.simulate import simulate

_TRIED = 40
"""In so many games of random players it is looked at whether anybody can take a card that lies open."""
_ALIKE = 4
"""So many cards of a kind are looked at."""
_FEW = 2


def is_rank(game: Game, name: str) -> bool:
    """Whether a card is one of a series: made of a number or of ranks and suits, or in a table with one column of numbers.

    >>> import ludwright
    >>> is_rank(ludwright.load("kuhn_poker"), "1"), is_rank(ludwright.load("bird_lady"), "bird5")
    (True, False)
    """
    for kind in game.rules.model.component_kinds:
        if kind.design is None or name not in kind.design.members:
            continue
        if kind.table is None:
            return any(part.isdigit() for part in name.split()) or len(name.split()) >= _FEW
        return _one_number(kind.table)
    return False


def _one_number(table: Any) -> bool:
    """Whether the rows of a table differ by their name and one number alone."""
    places = [
        place for place, name in enumerate(table.columns) if name != "name" and not str(name).startswith("copies")
    ]
    numbers = [place for place in places if all(row[place].text.lstrip("-").isdigit() for row in table.rows)]
    return len(places) == len(numbers) == 1


def is_drafted(game: Game, name: str, seed: int) -> bool:
    """Whether players can choose to have a card, or another one of its kind: it lies open, and some answer brings it to them."""
    kinds = [k.name for k in game.rules.model.component_kinds if k.design is not None and name in k.design.members]
    tried = _tried.setdefault(game, {}).setdefault((*kinds, seed), {})
    if not any(tried.values()) and name not in tried and len(tried) < _ALIKE:
        with tallied() as tally:
            simulate(game, _TRIED, seed, threads=1, agents=[f"bound:random,to=card {name}"] * game.players)
        tried[name] = tally.met > 0
    return any(tried.values())


_tried: WeakKeyDictionary[Game, dict[tuple[str | int, ...], dict[str, bool]]] = WeakKeyDictionary()
"""What is known of some cards of a kind: all of them come to players in the same ways."""


def says_nothing(game: Game, name: str, seed: int) -> bool:
    """Whether nothing is to be told about a card: it is one of a series, and dealt by chance."""
    return is_rank(game, name) and not is_drafted(game, name, seed)
