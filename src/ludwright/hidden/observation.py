"""What a seat can see of a position, as numbers with names.

Nothing in an observation says which piece of cardboard a card is: cards are listed place by place, and a variable that refers to one says where
in that list it stands. So two positions that differ only in what a seat can't know give it the same observation, word for word. Things that never lie
anywhere hidden have a number that everybody sees, if it matters to the rules: so two positions that look the same offer the same options.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.engine.desks import Position, words_of
from ludwright.hidden.layout import ABOVE, BOTTOM, FACT_HEAD, KNOWN, OPEN, PLACE, TOLD, ZONE_PLACES
from ludwright.hidden.seen import Seen, marks_of, on_components, refers
from ludwright.model import visibility
from ludwright.model.labels import Labels
from ludwright.model.naming import field_labels

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.hidden.observing import Look
    from ludwright.model.kinds import Field
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
_ASKED = list(HEAD).index("asked")
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


class Observation:
    """A position as one seat sees it."""

    __slots__ = ("_asked", "_observer", "seat", "words")

    def __init__(
        self,
        seat: int,
        words: npt.NDArray[np.int32],
        asked: Sequence[int] = (),
        observer: Observer | None = None,
    ) -> None:
        self.seat = seat
        self.words = words
        """Numbers; :data:`UNSEEN` for what the seat can't see."""
        self._asked = asked
        """The codes of the open question, whoever is asked."""
        self._observer = observer

    @property
    def options(self) -> tuple[int, ...]:
        """The codes of the legal answers, if it is this seat that is asked."""
        return tuple(self._asked) if self._asked and self.words[_ASKED] == self.seat else ()

    @property
    def names(self) -> list[str]:
        """What each number is."""
        return self._observer.naming.all if self._observer is not None else []

    def named(self) -> dict[str, int | None]:
        """Numbers by name; None for what is unseen."""
        return {name: None if word == UNSEEN else int(word) for name, word in zip(self.names, self.words, strict=True)}

    def __repr__(self) -> str:
        unseen = int((self.words == UNSEEN).sum())
        asked = f", one of {len(self.options)} answers to give" if self.options else ""
        return f"<Observation of seat {self.seat}: {len(self.words)} numbers, {unseen} of them unseen{asked}>"

    def __str__(self) -> str:
        shown = (f"{name}: {'?' if word is None else word}" for name, word in self.named().items())
        return "\n".join([repr(self)[1:-1], *shown])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Observation) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def key(self) -> tuple[int, bytes, tuple[int, ...]]:
        """The same for positions that look the same."""
        return self.seat, self.words.tobytes(), self.options


class ObservationNames:
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


@dataclass(frozen=True)
class ObservedValue:
    """How the words before those of the items are read for one seat."""

    places: npt.NDArray[np.int64]
    """Where in the state each of them lies."""
    unseen: npt.NDArray[np.int64]
    """Which of them the seat does not see."""
    pointers: list[int]
    """Which of them refer to a component, and are seen."""


class Observer:
    """Makes the observations of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.model = model = game.rules.model
        self.layout = layout = game.layout
        self.naming = ObservationNames(game)
        self.seen = Seen(model, layout)
        self._sums = sums(model)
        self.first_sum = 0
        self.readings = [self._reading(seat) for seat in range(model.players)]
        self._secret = "veil" in model.arrays or model.has_secret_stage
        # plain lists: Python reads single numbers of them much faster than those of arrays
        self.always_open = [role == OPEN for role in layout.role.tolist()[: model.components]]
        self._watch, self._watch_top = layout.watch.tolist(), layout.watch_top.tolist()
        self._spots: list[int] = layout.spots.tolist()
        self.fronts = [front for front, _ in self.seen.fronts()]
        self.sorters = [self.seen.sorters(place) for place in range(model.zone_places)]
        self.marks = [[_carried(mark, c) for mark in self.seen.marks] for c in range(model.components)]
        self._has_owners = has_owners(model)

    def _reading(self, seat: int) -> ObservedValue:
        model = self.model
        places, unseen, pointers = [*HEAD.values()], [], []
        places += range(ir.HEADER, ir.HEADER + model.players)
        if "memory" in model.arrays:
            places.append(model.arrays["memory"] + seat)
        for variable, seen in zip(model.all_fields(), self.seen.watchers, strict=True):
            if on_components(variable):
                continue
            for i in range(variable.size):
                if not seen[i] >> seat & 1:
                    unseen.append(len(places))
                elif refers(variable):
                    pointers.append(len(places))
                places.append(variable.base + i)
        self.first_sum = len(places)
        places += [0] * len(self._sums)  # which are added up each time
        if model.zone_places:
            places += range(model.arrays["count"], model.arrays["count"] + model.zone_places)
        return ObservedValue(np.array(places, np.int64), np.array(unseen, np.int64), pointers)

    @cached_property
    def look(self) -> Look:
        """The words of :meth:`observe` for a position of a match, in machine code where that can be."""
        from ludwright.hidden.observation_layout import ObservationLayout
        from ludwright.hidden.observing import bound_look

        return bound_look(ObservationLayout.of(self.game), self.model.players) or self.look_plainly

    def look_plainly(self, position: Position, seat: int) -> npt.NDArray[np.int32]:
        """The same in plain Python."""
        if not 0 <= seat < self.model.players:
            raise IndexError(seat)
        return self._words(words_of(position), seat)

    def observe(self, state: npt.NDArray[np.int32], seat: int, asked: Sequence[int]) -> Observation:
        """What a seat sees of a state. ``asked`` are the codes of the open question."""
        return Observation(seat, self._words(state, seat), asked, self)

    def _words(self, state: npt.NDArray[np.int32], seat: int) -> npt.NDArray[np.int32]:
        reading = self.readings[seat]
        words = state.take(reading.places)
        if reading.unseen.size:
            words[reading.unseen] = UNSEEN
        if self._secret or self._sums or self.model.components or reading.pointers:
            words = self._more(words, state.tolist(), seat)
        return words

    def _more(self, words: npt.NDArray[np.int32], state: list[int], seat: int) -> npt.NDArray[np.int32]:
        """The same with what can't be read in one place."""
        if self._secret:
            words[: len(HEAD)] = self._head(state, seat)
        for i, (_, span) in enumerate(self._sums, self.first_sum):
            words[i] = sum(state[span.start : span.stop])
        items = self._items(state, seat)
        number = {c: i for i, (c, _) in enumerate(items)}
        for i in self.readings[seat].pointers:
            if words[i] >= 0:
                words[i] = number.get(int(words[i]), UNSEEN)
        more: list[int] = []
        for c, looks in items:
            more += looks
            if self.marks[c]:
                more += [UNSEEN if place < 0 else state[place] for place in self.marks[c]]
        more += self._facts(state, seat, number)
        return np.concatenate((words, np.array(more, np.int32)))

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

    def _items(self, state: list[int], seat: int) -> list[tuple[int, list[int]]]:
        """All components in the order of their places, each with what the seat sees of it. Where order means nothing, they are sorted."""
        found: list[tuple[int, list[int]]] = []
        components = self.model.components
        if not components:
            return found
        looks, above = self._looks(state, seat), self._spots[ABOVE]
        for place, c in enumerate(state[self._spots[BOTTOM] : self._spots[BOTTOM] + self.model.zone_places]):
            here: list[tuple[int, list[int]]] = []
            while c >= 0 and len(here) <= components:
                here.append((c, looks[c]))
                c = state[above + c]
            if len(here) > 1 and self.sorters[place] >> seat & 1:
                here.sort(key=_look)
            found += here
        if len(found) != components:
            listed = {c for c, _ in found}
            found += sorted(((c, looks[c]) for c in range(components) if c not in listed), key=_look)
        return found

    def _looks(self, state: list[int], seat: int) -> list[list[int]]:
        """What the seat sees of every component: where it is, what it is, and what was told of it besides."""
        model, first = self.model, self._spots[PLACE]
        places, known = state[first : first + model.components], self._known(state, seat)
        fronts = [
            ~front if front < 0 else state[front] if knows else UNSEEN
            for front, knows in zip(self.fronts, known, strict=True)
        ]
        looks = [[place, front] for place, front in zip(places, fronts, strict=True)]
        if self._has_owners:
            for look, owner, knows in zip(looks, model.component_owner, known, strict=True):
                look.append(owner if knows else UNSEEN)
        if self.seen.numbered:
            for c, look in enumerate(looks):
                look.append(c + 1 if c in self.seen.numbered else UNSEEN)
        if words := model.told_words if model.tellers else 0:
            teller = seat if model.tellers > 1 else 0
            row, nothing = self._spots[TOLD] + teller * (model.components + model.ghosts) * words, [0] * words
            for look, knows in zip(looks, known, strict=True):
                look += nothing if knows else state[row : row + words]
                row += words
        return looks

    def _known(self, state: list[int], seat: int) -> list[bool]:
        """Which components a seat knows. For those not open the same as :func:`ludwright.hidden.layout.is_seen`, which reads arrays."""
        components, spots = self.model.components, self._spots
        if all(self.always_open):
            return self.always_open
        watch, top, size, zones = self._watch, self._watch_top, len(self._watch), spots[ZONE_PLACES]
        known, places, above = (state[spots[spot] : spots[spot] + components] for spot in (KNOWN, PLACE, ABOVE))
        return [
            is_open
            or bool(knows >> seat & 1)
            or (
                0 <= place < size
                and bool(watch[place] >> seat & 1 or (place < zones and over < 0 and top[place] >> seat & 1))
            )
            for is_open, knows, place, over in zip(self.always_open, known, places, above, strict=True)
        ]


def _look(item: tuple[int, list[int]]) -> list[int]:
    return item[1]


def _carried(mark: Field, c: int) -> int:
    """Where it is written what a component carries; -1 where nobody reads it."""
    owner = mark.dims[0]
    return mark.base + c - owner.first if owner.first <= c <= owner.last and mark.public else -1
