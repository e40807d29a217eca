"""What a seat can see of a position, as numbers with names.

Nothing in an observation says which piece of cardboard a card is: cards are listed place by place, and a variable that refers to one says where
in that list it stands. So two positions that differ only in what a seat can't know give it the same observation, word for word. Things that never lie
anywhere hidden have a number that everybody sees, if it matters to the rules: so two positions that look the same offer the same options.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.hidden.layout import FACT_HEAD, OPEN, is_seen
from ludwright.hidden.seen import Seen, marks_of, on_components, refers
from ludwright.model import visibility
from ludwright.model.naming import field_labels
from ludwright.play.labels import Labels

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.model.world import World

UNSEEN = -(2**31)
"""Stands where a seat can't see a number."""

HEAD = {
    "over": ir.OVER,
    "asked": ir.ACTOR,
    "question": ir.QUESTION,
    "moves": ir.MOVES,
    "turn": ir.TURN,
    "round": ir.ROUND,
    "whose turn": ir.TURN_PLAYER,
    "acted last": ir.ACTED,
    "left the game": ir.GONE,
    "clock": ir.CLOCK,
}
SECRET = frozenset(("asked", "question", "acted last"))
"""What would betray something while answers are secret."""
TURNS = frozenset(("turn", "round", "whose turn"))
"""And in a secret stage, which may have turns of its own."""


def unseen_head(model: World, state: Sequence[int], seat: int) -> frozenset[str]:
    """What a seat may not see of how it stands: while answers are secret, not who is asked; after a secret stage, not who acted in it."""
    found = frozenset(("acted last",)) if model.has_secret_stage else frozenset[str]()
    if "veil" in model.arrays and state[model.arrays["veil"]]:
        found |= SECRET | TURNS if model.has_secret_stage else SECRET
    # whoever is asked knows what
    return found - {"asked", "question", "whose turn"} if state[ir.ACTOR] == seat else found


def moves_heard(model: World, state: Sequence[int]) -> int:
    """How many moves everybody can count: all but those made in secret."""
    veil = model.arrays.get("veil")
    if veil is None:
        return int(state[ir.MOVES])
    return int(state[veil + 1]) if state[veil] else int(state[ir.MOVES]) - int(state[veil + 1])


@dataclass(frozen=True, eq=False)
class Observation:
    """A position as one seat sees it."""

    seat: int
    words: npt.NDArray[np.int32]
    """Numbers; :data:`UNSEEN` for what the seat can't see."""
    options: tuple[int, ...] = ()
    """The codes of the legal answers, if it is this seat that is asked."""
    _names: Naming | None = field(default=None, repr=False)

    @property
    def names(self) -> list[str]:
        """What each number is."""
        return self._names.all if self._names is not None else []

    def named(self) -> dict[str, int | None]:
        """Numbers by name; None for what is unseen."""
        return {name: None if word == UNSEEN else int(word) for name, word in zip(self.names, self.words, strict=True)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Observation) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def key(self) -> tuple[int, bytes, tuple[int, ...]]:
        """The same for positions that look the same."""
        return self.seat, self.words.tobytes(), self.options


class Naming:
    """The names of the words of a game's observations, made when first asked for."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._made: list[str] | None = None

    @property
    def all(self) -> list[str]:
        if self._made is None:
            self._made = list(_names(self._game))
        return self._made


def _names(game: Game) -> Iterator[str]:
    model, labels = game.rules.model, Labels(game)
    yield from HEAD
    yield from (f"result of {name}" for name in game.seats)
    if "memory" in model.arrays:
        yield "what was seen in secret"
    for variable in model.all_fields():
        if not on_components(variable):
            for i in range(variable.size):
                yield labels.field(variable, i)
    yield from (f"sum of {name}" for name, _ in sums(model))
    for place in range(model.zone_places):
        yield f"how many in {labels.place(place)}"
    for item in range(model.components):
        yield f"place of item {item + 1}"
        yield f"what item {item + 1} is"
        if has_owners(model):
            yield f"owner of item {item + 1}"
        if game.observer.seen.numbered:
            yield f"number of item {item + 1}"
        for word in range(model.told_words):
            yield f"what item {item + 1} is not, part {word + 1}"
        for mark in marks_of(model.component_kinds):
            yield f"{mark.name} of item {item + 1}"
    for fact in range(told_facts(model)):
        yield f"first item of fact {fact + 1}"
        yield f"second item of fact {fact + 1}"
        for word in range(model.fact_words - FACT_HEAD):
            yield f"what the two of fact {fact + 1} are not, part {word + 1}"


def sums(model: World) -> list[tuple[str, range]]:
    """How much each owner has in all of indexed variables that not everybody sees: what it is called, and the words that are added up."""
    found = []
    for variable in visibility.veiled_fields(model):
        if visibility.is_summed(model, variable):
            span, owned = visibility.together(model, variable), field_labels(variable)
            for i in range(0, variable.size, span):
                owner = f" of {owned[i][1]}" if owned[i][1] else ""
                found.append((variable.name + owner, range(variable.base + i, variable.base + i + span)))
    return found


def has_owners(model: World) -> bool:
    """Whether something belongs to a player."""
    return any(owner >= 0 for owner in model.component_owner)


def told_facts(model: World) -> int:
    """How many facts about two cards an observation holds: those of games that tell some players alone; what everybody saw is known anyway."""
    return model.facts if model.tellers > 1 else 0


class Observer:
    """Makes the observations of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.model = game.rules.model
        self.layout = game.layout
        self.naming = Naming(game)
        self.seen = Seen(self.model, self.layout)
        self._sums = sums(self.model)
        self._has_owners = has_owners(self.model)

    def observe(self, state: Sequence[int], seat: int, options: tuple[int, ...]) -> Observation:
        words = self._head(state, seat)
        words += [int(state[ir.HEADER + i]) for i in range(self.model.players)]
        if "memory" in self.model.arrays:
            words.append(int(state[self.model.arrays["memory"] + seat]))
        items = self._items(state, seat)
        number = {c: i for i, (c, _) in enumerate(items)}
        for variable, seen in zip(self.model.all_fields(), self.seen.watchers, strict=True):
            if on_components(variable):
                continue
            holds = refers(variable)
            for i in range(variable.size):
                word = int(state[variable.base + i])
                if not seen[i] >> seat & 1:
                    word = UNSEEN
                elif holds and word >= 0:
                    word = number.get(word, UNSEEN)
                words.append(word)
        words += [sum(int(state[word]) for word in span) for _, span in self._sums]
        if self.model.zone_places:
            base = self.model.arrays["count"]
            words += [int(state[base + place]) for place in range(self.model.zone_places)]
        for c, looks in items:
            words += looks
            for mark in self.seen.marks:
                owner = mark.dims[0]
                inside = owner.first <= c <= owner.last and mark.public
                words.append(int(state[mark.base + c - owner.first]) if inside else UNSEEN)
        words += self._facts(state, seat, number)
        return Observation(seat, np.array(words, np.int32), options, self.naming)

    def _head(self, state: Sequence[int], seat: int) -> list[int]:
        """How it stands, as far as the seat may see it."""
        unseen = unseen_head(self.model, state, seat)
        told = {name: int(state[place]) for name, place in HEAD.items()} | {"moves": moves_heard(self.model, state)}
        return [UNSEEN if name in unseen else word for name, word in told.items()]

    def _facts(self, state: Sequence[int], seat: int, number: dict[int, int]) -> list[int]:
        """What this seat was told about two cards, in the order it was told."""
        words: list[int] = []
        model, most = self.model, told_facts(self.model)
        base = model.arrays.get("facts", 0)
        for fact in range(int(state[base]) if most else 0):
            at = base + 2 + fact * model.fact_words
            if state[at + 2] >> seat & 1:
                words += [number.get(int(state[at + end]), int(state[at + end])) for end in (0, 1)]
                words += [int(word) for word in state[at + FACT_HEAD : at + model.fact_words]]
        return words + [UNSEEN] * (most * (model.fact_words - 1) - len(words))

    def _items(self, state: Sequence[int], seat: int) -> list[tuple[int, list[int]]]:
        """All components in the order of their places, each with what the seat sees of it. Where order means nothing, they are sorted."""
        found: list[tuple[int, list[int]]] = []
        arrays, listed = self.model.arrays, set()
        if not self.model.components:
            return found
        for place in range(self.model.zone_places):
            here: list[tuple[int, list[int]]] = []
            c = int(state[arrays["bottom"] + place])
            while c >= 0 and len(here) <= self.model.components:
                here.append((c, self._looks(state, seat, c)))
                listed.add(c)
                c = int(state[arrays["above"] + c])
            if self.seen.sorters(place) >> seat & 1:
                here.sort(key=lambda item: item[1])
            found += here
        rest = [c for c in range(self.model.components) if c not in listed]
        found += sorted(((c, self._looks(state, seat, c)) for c in rest), key=lambda item: item[1])
        return found

    def _looks(self, state: Sequence[int], seat: int, c: int) -> list[int]:
        model, layout = self.model, self.layout
        looks = [int(state[model.arrays["place"] + c])]
        known = layout.role[c] == OPEN or bool(is_seen(layout.spots, layout.watch, layout.watch_top, state, seat, c))
        face = self.seen.faces.get(c)
        if face is not None:
            looks.append(int(state[face]) if known else UNSEEN)
        elif "design" in model.arrays:
            looks.append(int(state[model.arrays["design"] + c]) if known else UNSEEN)
        else:
            looks.append(model.component_design[c])
        if self._has_owners:
            looks.append(model.component_owner[c] if known else UNSEEN)
        if self.seen.numbered:
            looks.append(c + 1 if c in self.seen.numbered else UNSEEN)
        if model.tellers:
            row = ((seat if model.tellers > 1 else 0) * (model.components + model.ghosts) + c) * model.told_words
            looks += [0 if known else int(state[model.arrays["told"] + row + w]) for w in range(model.told_words)]
        return looks
