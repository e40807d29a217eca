"""What players begin with: a faction, a place, a number, cards. And how one of them is given to a player."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.agents.nature import nature_of
from ludwright.game import Game
from ludwright.inspecting.arranging import Words, change_cards, change_seats
from ludwright.metrics.holdings import owners
from ludwright.model.kinds import Field
from ludwright.model.labels import Labels
from ludwright.powers.things import FACTIONS, MOST, STARTS

SAMPLE = 200
"""So many deals are looked at to see what players can begin with."""
_VALUES = 24
"""A variable with more values at the start is not looked at: each of them is too rare."""
_NAMED = ("enum", "design")

Has = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Start:
    """Something that a player can begin with."""

    kind: str
    name: str
    has: Callable[[Words], list[bool]]
    """For every seat, whether it begins with it."""
    give: Callable[[int, Words], None]
    """Has a seat begin with it."""


def positions(game: Game, deals: int, seed: int) -> list[Words]:
    """How the first deals of a seed begin."""
    return [np.array(game.start(seed, number).numbers(), np.int32) for number in range(deals)]


def starts_of(game: Game, kinds: tuple[str, ...], seed: int) -> list[Start]:
    """All that some players begin with, and others do not; of the kinds asked for."""
    seen = [words for words in positions(game, SAMPLE, seed) if not words[ir.OVER]]
    if not seen:  # it is over before anybody decides anything
        return []
    values = list(_values(game, seen))
    named = {start.name for start in values}
    cards = [replace(card, name=f"{card.name} (card)") if card.name in named else card for card in _cards(game, seen)]
    return [start for start in (*values, *cards) if start.kind in kinds][:MOST]


# ---------------------------------------------------------------- variables


def _values(game: Game, seen: list[Words]) -> Iterator[Start]:
    """Values of variables that each player has one of."""
    model, labels, common = game.rules.model, Labels(game), nature_of(game).common
    for field in model.all_fields():
        if field.owner is not model.player or not field.dims or field.row != 1 or field.reset is not None:
            continue
        values = sorted({int(value) for words in seen for value in words[field.base : field.base + game.players]})
        if not 2 <= len(values) <= _VALUES:
            continue
        faction = field.type.form == "ref" and field.type.kind is not None and field.type.kind.role in _NAMED
        for value in values:
            told = labels.value(value, field.type, seen[0].tolist())
            if faction:
                yield Start(FACTIONS, told, *_faction(model, field, value, common))
            else:
                yield Start(STARTS, f"{field.name.replace('_', ' ')} {told}", *_number(field, value, game.players))


def _number(
    field: Field, value: int, players: int
) -> tuple[Callable[[Words], list[bool]], Callable[[int, Words], None]]:
    """One variable by itself: it is exchanged with whoever has the value, or set if nobody has."""

    def has(words: Words) -> list[bool]:
        return [int(words[field.base + seat]) == value for seat in range(players)]

    def give(seat: int, words: Words) -> None:
        own = has(words)
        if own[seat]:
            return
        if True in own:
            words[field.base + own.index(True)] = words[field.base + seat]
        words[field.base + seat] = value

    return has, give


def _faction(
    model: Any, field: Field, value: int, common: bool
) -> tuple[Callable[[Words], list[bool]], Callable[[int, Words], None]]:
    """A faction with all that it begins with: whoever has it changes everything with the seat. Deals in which nobody has it stay as they are.

    Where all win together it does not matter who has it, but whether anybody has: there it is given where nobody has it, as a name alone.
    """
    has, put = _number(field, value, model.players)

    def give(seat: int, words: Words) -> None:
        own = has(words)
        if common and True not in own:
            put(seat, words)
        elif not common and True in own and not own[seat]:
            change_seats(model, words, seat, own.index(True))

    return has, give


# ---------------------------------------------------------------- cards


def _cards(game: Game, seen: list[Words]) -> Iterator[Start]:
    """Cards that lie in a player's own zones at the start."""
    model = game.rules.model
    if not model.components or "place" not in model.arrays:
        return
    hands = _Hands(game)
    found: dict[int, None] = {}
    for words in seen:
        found.update(dict.fromkeys(hands.designs(words)[hands.seats(words) > 0].tolist()))
    for design in sorted(found):
        if not all(all(hands.has(design, words)) for words in seen):
            yield Start(STARTS, game.wording.design(design), partial(hands.has, design), partial(hands.give, design))


class _Hands:
    """Whose cards are whose, and how two change places."""

    def __init__(self, game: Game) -> None:
        self.model, self.players = game.rules.model, game.players
        self.whose = owners(game)
        self.printed = np.array(self.model.component_design[: self.model.components], np.int32)
        kinds = self.model.component_kinds
        self.kind = np.array(
            [next((n for n, k in enumerate(kinds) if k.first <= c <= k.last), -1) for c in range(self.model.components)]
        )

    def seats(self, words: Words) -> Words:
        """For every card the seat in whose zone it lies, from 1; 0 for none."""
        first = self.model.arrays["place"]
        found: Words = self.whose[words[first : first + self.model.components]]
        return found

    def designs(self, words: Words) -> Words:
        """What every card is."""
        first = self.model.arrays.get("design")
        return self.printed if first is None else words[first : first + self.model.components]

    def has(self, design: int, words: Words) -> list[bool]:
        """For every seat, whether it has such a card."""
        holders = set(self.seats(words)[self.designs(words) == design].tolist())
        return [seat + 1 in holders for seat in range(self.players)]

    def give(self, design: int, seat: int, words: Words) -> None:
        """A seat gets such a card, wherever it lies, for any of its own of the same kind."""
        if self.has(design, words)[seat]:
            return
        card = _any(words, np.nonzero(self.designs(words) == design)[0])
        own = np.nonzero((self.seats(words) == seat + 1) & (self.kind == self.kind[card]))[0]
        if len(own):
            change_cards(self.model, words, _any(words, own), card)


def _any(words: Words, choices: npt.NDArray[np.int64]) -> int:
    """One of some, at random, but the same whenever the same cards lie there."""
    return int(choices[crc32(words.tobytes()) % len(choices)])
