"""How a seat's observation is read from a state, as plain arrays: what :class:`ludwright.hidden.observation.Observer` does, for kernels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludwright.engine.block_places import behind, places
from ludwright.hidden.layout import ABOVE, BOTTOM, FACT_HEAD, KNOWN, PLACE, TOLD
from ludwright.hidden.observation import has_owners, sums, told_facts

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.hidden.observation import Observer

Numbers = npt.NDArray[np.int64]

PLAIN, UNSEEN_WORD, POINTER, SUM = map(np.int64, range(4))
"""How a word is read: as it stands, not at all, as the number of an item, as a sum of words."""

HEAD = places(26)
"""What the block begins with, in this order: sizes, beginnings in the state, and where the lists begin that lie behind."""
(
    COMPONENTS, ZONE_PLACES, AT_PLACE, AT_ABOVE, AT_BOTTOM, AT_KNOWN, AT_TOLD, TELLERS, TOLD_WORDS, TOLD_ROWS, OWNED, NUMBERED,
    VEIL, SECRET_STAGE, AT_FACTS, FACT_COUNT, FACT_WORDS, LOOK_WORDS, MARK_COUNT, READ, PLACES,
    AT_WORDS, AT_SUMMED, AT_ITEMS, AT_WATCH, AT_SORTERS,
) = HEAD  # fmt: skip
MARKS_FROM = np.int64(4)
"""Behind what else is said of a component: where its marks are."""


@dataclass(frozen=True)
class ObservationLayout:
    """Of one game for one number of players."""

    block: Numbers
    """Begins with :data:`HEAD`. Then for every seat and every word before those of the items where it lies, and how it is read; from where to
    where each sum goes; for every component 1 if it always lies open, where its front is written, its owner, its number, and where its
    marks are; for every place who sees what lies there, and what lies on top; for every zone the seats to which its order means nothing."""
    size: int
    """How many numbers an observation has."""
    state_size: int
    """And a state."""
    room_words: int
    """And the room that it takes to work it out."""

    @classmethod
    def of(cls, game: Game) -> ObservationLayout:
        """Read off a game."""
        observer, model, layout = game.observer, game.rules.model, game.layout
        numbered, count = observer.seen.numbered, len(observer.seen.marks)
        told = model.told_words if model.tellers else 0
        look = 2 + has_owners(model) + bool(numbered) + told
        summed = [(span.start, span.stop) for _, span in sums(model)]
        words = _words(observer, len(summed))
        items = [
            [int(is_open), front, owner, c + 1 if c in numbered else 0, *marks]
            for c, (is_open, front, owner, marks) in enumerate(
                zip(observer.always_open, observer.fronts, model.component_owner, observer.marks, strict=True)
            )
        ]
        read, spots = words.shape[2], layout.spots.tolist()
        head = [
            model.components, model.zone_places, spots[PLACE], spots[ABOVE], spots[BOTTOM], spots[KNOWN], spots[TOLD], model.tellers, told,
            model.components + model.ghosts, has_owners(model), bool(numbered), model.arrays.get("veil", -1), model.has_secret_stage,
            model.arrays.get("facts", -1), told_facts(model), model.fact_words, look, count, read, len(layout.watch),
        ]  # fmt: skip
        lists: list[npt.NDArray[Any]] = [
            words,
            np.array(summed, np.int64),
            np.array(items, np.int64),
            np.stack([layout.watch, layout.watch_top], axis=1),
            np.array(observer.sorters, np.int64),
        ]
        starts = behind(HEAD) + np.cumsum([0, *(part.size for part in lists)])
        return cls(
            np.concatenate([np.array(head), starts[:-1], *(part.ravel() for part in lists)], dtype=np.int64),
            read + model.components * (look + count) + told_facts(model) * (model.fact_words - FACT_HEAD + 2),
            model.state_size,
            model.components * (look + 2),
        )


def _words(observer: Observer, summed: int) -> Numbers:
    """For every seat: where each word before those of the items lies, and how it is read."""
    rows, sums_from = [], observer.first_sum
    for reading in observer.readings:
        forms, spots = np.full(len(reading.places), PLAIN, np.int64), reading.places.copy()
        forms[reading.unseen] = UNSEEN_WORD
        forms[reading.pointers] = POINTER
        forms[sums_from : sums_from + summed] = SUM
        spots[sums_from : sums_from + summed] = range(summed)
        rows.append(np.stack([spots, forms]))
    return np.array(rows, np.int64)
