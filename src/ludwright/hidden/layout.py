"""Where in a state the things lie that not everybody may see: a few plain arrays, for kernels and for Python alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import no_type_check

import numpy as np
import numpy.typing as npt

from ludwright.ir.terms import NO_NUMBER, NONE
from ludwright.model import visibility
from ludwright.model.kinds import BIG, Field
from ludwright.model.world import World

Words = npt.NDArray[np.int32]

SPOTS = (
    "components", "place", "above", "below", "top", "bottom", "design", "known", "urn", "ghosts", "ghost_urn", "ghost_known", "ghost_link",
    "most_ghosts", "tellers", "told_words", "told", "zone_places", "facts", "fact_words", "fact_first", "fact_designs",
    "transfers", "transfer_words", "some_of", "some_words", "some_first", "some_designs", "some_slots",
)  # fmt: skip
"""What the first array says, in this order: sizes, and where the arrays of a state begin."""
(
    COMPONENTS, PLACE, ABOVE, BELOW, TOP, BOTTOM, DESIGN, KNOWN, URN, GHOSTS, GHOST_URN, GHOST_KNOWN, GHOST_LINK,
    MOST_GHOSTS, TELLERS, TOLD_WORDS, TOLD, ZONE_PLACES, FACTS, FACT_WORDS, FACT_FIRST, FACT_DESIGNS,
    TRANSFERS, TRANSFER_WORDS, SOME_OF, SOME_WORDS, SOME_FIRST, SOME_DESIGNS, SOME_SLOTS,
) = range(len(SPOTS))  # fmt: skip

FIRST, SPAN, LOW, HIGH, SEEN_BY, KNOWN_AT, KEPT, SOURCE_AT, VARIABLE, FLOOR_AT, BLANK = range(11)
"""The columns of :attr:`Layout.numbers`."""

CELL_WORD, CELL_KNOWN, CELL_FLOOR, CELL_LOW, CELL_HIGH, CELL_SEEN, CELL_START, CELL_TOP = range(8)
"""The columns of what :meth:`Layout.cells` gives."""

FACT_HEAD = 3
"""The words of a fact about two cards before its bits: their slots, and who knows of it."""

WORD = 2**31 - 1

OPEN, CARD, DIE = 0, 1, 2
"""What a component is: always seen, a card that may lie face down, a die that may lie under a cup."""


@no_type_check
def is_seen(spots, watch, watch_top, state, seat, c):
    """Whether a seat knows a component: from before, or because it sees the place."""
    if state[spots[KNOWN] + c] >> seat & 1:
        return True
    place = state[spots[PLACE] + c]
    if place < 0 or place >= watch.size:
        return False
    if watch[place] >> seat & 1:
        return True
    return place < spots[ZONE_PLACES] and state[spots[ABOVE] + c] < 0 and (watch_top[place] >> seat & 1) == 1


@dataclass(frozen=True)
class BeliefLayout:
    """Of one game for one number of players."""

    spots: npt.NDArray[np.int64]
    """Sizes and beginnings, in the order of :data:`SPOTS`; -1 for what the game does not have."""
    watch: Words
    """For every place, as bits of a number: who sees what lies there."""
    watch_top: Words
    """The same for what lies on top."""
    role: Words
    """For every component: open, card or die."""
    family: Words
    """Components of one family differ by nothing but their design."""
    faces: Words
    """For every component a row: where the face of a die is written, where its faces begin in ``sides``, how many it has."""
    sides: Words
    numbers: Words
    """Variables somebody does not see, a row each: first word, how many belong together, lowest, highest, who sees them, where it is
    written who knows them, 1 if their hidden changes are kept, where it is written from which component they were read (-1: nowhere),
    the number of the variable, where it is written how much everybody knows there to be at least, and what `none` is (0: it can't be that)."""

    starts: int
    """Where it is written how the numbers of which hidden changes are kept stood before the first of these."""
    tops: int
    """Where it is written how much of each there is at most."""

    def cells(self) -> list[tuple[int, ...]]:
        """All numbers of which hidden changes are kept, a row each: the word, where it is written who knows it and how much there is
        at least, lowest, highest, who sees it, and where it is written what it was and how much there is at most."""
        found = [
            (row[FIRST] + i, row[KNOWN_AT] + i, row[FLOOR_AT] + i, row[LOW], row[HIGH], row[SEEN_BY])
            for row in self.numbers.tolist()
            if row[KEPT]
            for i in range(row[SPAN])
        ]
        return [(*row, self.starts + i, self.tops + i) for i, row in enumerate(found)]

    def owners(self) -> list[tuple[int, ...]]:
        """Whose they are, a row for each owner: the first of its cells, how many there are, and the number of the variable."""
        found: list[tuple[int, ...]] = []
        first = 0
        for row in self.numbers.tolist():
            if row[KEPT]:
                found.append((first, row[SPAN], row[VARIABLE]))
                first += row[SPAN]
        return found


def lay_out(model: World) -> BeliefLayout:
    """Gather the places of a game's hidden things."""
    arrays, components = model.arrays, model.components
    given = {
        "components": components,
        "most_ghosts": model.ghosts,
        "tellers": model.tellers,
        "told_words": model.told_words,
        "zone_places": model.zone_places,
        "fact_words": model.fact_words,
        "fact_first": model.fact_first,
        "fact_designs": model.fact_designs,
        "transfer_words": model.transfer_words,
        "some_words": model.some_words,
        "some_first": model.some_first,
        "some_designs": model.some_designs,
        "some_slots": model.some_slots,
    }
    spots = [given[name] if name in given else arrays.get(name, -1) for name in SPOTS]
    role = np.zeros(max(1, components), np.int32)
    family = np.zeros(max(1, components), np.int32)
    faces = np.zeros((max(1, components), 3), np.int32)
    sides: list[int] = []
    families: dict[tuple[int, int], int] = {}
    for kind in model.component_kinds:
        if kind.faces and kind.root in model.veiled:
            for c in range(kind.first, kind.last + 1):
                faces[c] = kind.fields["face"].base + c - kind.first, len(sides), len(kind.faces)
                role[c] = DIE
            sides += kind.faces
        elif kind.root in model.veiled:
            for c in range(kind.first, kind.last + 1):
                role[c] = CARD
                key = (id(kind), model.component_owner[c])
                family[c] = families.setdefault(key, len(families))
    watch = visibility.place_watchers(model) or [0]
    top = visibility.top_watchers(model) or [0]
    return BeliefLayout(
        np.array(spots, np.int64),
        np.array(watch, np.int32),
        np.array(top, np.int32),
        role,
        family,
        faces,
        np.array(sides or [0], np.int32),
        np.array(_numbers(model), np.int32).reshape(-1, 11),
        model.start_words,
        model.top_words,
    )


def hides(model: World, layout: BeliefLayout) -> bool:
    """Whether somebody does not see everything: a card, a variable, or what others answered in secret."""
    return bool(layout.role.any() or len(layout.numbers) or "veil" in model.arrays)


def _numbers(model: World) -> list[tuple[int, ...]]:
    rows: list[tuple[int, ...]] = []
    for number, field in enumerate(visibility.veiled_fields(model)):
        span = visibility.together(model, field)
        known = model.known_words[id(field)]
        source = model.source_words.get(id(field), -1)
        floor = model.floor_words.get(id(field), -1)
        kept = id(field) in model.kept_numbers
        together = span if kept and visibility.is_summed(model, field) else 1
        for i in range(0, field.size, together):
            mask = visibility.watchers(model, field.seen, visibility.field_owner(model, field, i))
            read, least = (base + i if base >= 0 else -1 for base in (source, floor))
            seen = (mask, known + i, int(kept), read, number, least)
            rows.append((field.base + i, together, _lowest(field), field.hi, *seen, _blank(field)))
    return rows


def _blank(field: Field) -> int:
    """What `none` is in a variable; 0 if it can't be that."""
    if not field.type.optional:
        return 0
    return NO_NUMBER if field.type.form == "number" else NONE


def _lowest(field: Field) -> int:
    """The least that a variable can be, `none` apart."""
    kind = field.type.kind
    if kind is not None and kind.count:
        return kind.first
    return max(field.lo, -BIG) if field.type.optional else field.lo
