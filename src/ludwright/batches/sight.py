"""How a seat's observation is read from a state, as plain arrays: what :class:`ludwright.hidden.observation.Observer` does, for kernels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.engine.block_places import places
from ludwright.game import Game
from ludwright.hidden.layout import ABOVE, BOTTOM, FACT_HEAD, KNOWN, PLACE, TOLD
from ludwright.hidden.observation import HEAD, has_owners, sums, told_facts

Numbers = npt.NDArray[np.int64]

PLAIN, UNSEEN_WORD, POINTER, SUM = map(np.int64, range(4))
"""How a word is read: as it stands, not at all, as the number of an item, as a sum of words."""

FACTS_OF_GAME = places(19)
"""What the numbers of a game say, in this order."""
(
    COMPONENTS, ZONE_PLACES, AT_PLACE, AT_ABOVE, AT_BOTTOM, AT_KNOWN, AT_TOLD, TELLERS, TOLD_WORDS, TOLD_ROWS, OWNED, NUMBERED,
    VEIL, SECRET_STAGE, AT_FACTS, FACT_COUNT, FACT_WORDS, LOOK_WORDS, MARK_COUNT,
) = FACTS_OF_GAME  # fmt: skip


@dataclass(frozen=True)
class Sight:
    """Of one game for one number of players."""

    numbers: Numbers
    """Sizes and beginnings: see :data:`FACTS_OF_GAME`."""
    words: Numbers
    """For every seat and every word before those of the items: where it lies, and how it is read."""
    summed: Numbers
    """From where to where each sum goes."""
    items: Numbers
    """For every component: 1 if it always lies open, where its front is written, its owner, its number, and where its marks are."""
    watch: Numbers
    """For every place: who sees what lies there, and what lies on top."""
    sorters: Numbers
    """For every zone: the seats to which its order means nothing."""
    size: int
    """How many numbers an observation has."""

    @classmethod
    def of(cls, game: Game) -> Sight:
        """Read off a game."""
        observer, model, layout = game.observer, game.rules.model, game.layout
        numbered = observer.seen.numbered
        marks = [list(row) for row in observer.marks]
        count = len(observer.seen.marks)
        look = 2 + has_owners(model) + bool(numbered) + (model.told_words if model.tellers else 0)
        spots = layout.spots.tolist()
        numbers = [
            model.components, model.zone_places, spots[PLACE], spots[ABOVE], spots[BOTTOM], spots[KNOWN], spots[TOLD], model.tellers,
            model.told_words if model.tellers else 0, model.components + model.ghosts, int(has_owners(model)), int(bool(numbered)),
            model.arrays.get("veil", -1), int(model.has_secret_stage), model.arrays.get("facts", -1), told_facts(model), model.fact_words,
            look, count,
        ]  # fmt: skip
        rows, summed = [], [(span.start, span.stop) for _, span in sums(model)]
        for reading in observer.readings:
            forms = np.full(len(reading.places), PLAIN, np.int64)
            forms[reading.unseen] = UNSEEN_WORD
            forms[reading.pointers] = POINTER
            forms[observer.first_sum : observer.first_sum + len(summed)] = SUM
            spot = reading.places.copy()
            spot[observer.first_sum : observer.first_sum + len(summed)] = range(len(summed))
            rows.append(np.stack([spot, forms]))
        items = [
            [int(is_open), front, owner, c + 1 if c in numbered else 0, *carried]
            for c, (is_open, front, owner, carried) in enumerate(
                zip(observer.always_open, observer.fronts, model.component_owner, marks, strict=True)
            )
        ]
        size = rows[0].shape[1] + model.components * (look + count)
        size += told_facts(model) * (model.fact_words - FACT_HEAD + 2)
        return cls(
            np.array(numbers, np.int64),
            np.array(rows, np.int64),
            np.array(summed, np.int64).reshape(-1, 2),
            np.array(items, np.int64).reshape(-1, 4 + count),
            np.stack([layout.watch, layout.watch_top], axis=1).astype(np.int64),
            np.array([observer.sorters[place] for place in range(model.zone_places)], np.int64),
            size,
        )


HEAD_PLACES = tuple(HEAD.values())
"""Where the words lie with which every observation begins."""
assert list(HEAD)[1:3] == ["asked", "question"] and HEAD["moves"] == ir.MOVES
