"""All that kernels have to know of a game's hidden things, in one block of numbers; and how the scratch room is divided.

The block begins with what :data:`ludwright.hidden.layout.SPOTS` lists, so that it can stand wherever ``spots`` is asked for. Then come sizes, where
the lists begin that lie behind, and the addresses of the game's functions where secret answers have to be given again.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from ludwright.engine.random import GOLDEN, MASK
from ludwright.hidden.layout import SPOTS, BeliefLayout
from ludwright.hidden.seen import Seen
from ludwright.model.world import World

Block = npt.NDArray[np.int64]

MOST_FITTING = 4096
"""The most pairs of cards and slots told about that are listed for drawing."""

FUNCTIONS = (
    "legal", "advance", "context_words", "capacity", "arena", "plan_at", "deal_at", "look_at", "plan_replay_at", "play_again_at",
)  # fmt: skip
"""The game's own functions by address and what its contexts need; and the kernels by address."""
HEAD = (
    *FUNCTIONS, "state_size", "players", "places", "scratch", "veil", "rewind", "replies", "most_replies", "beginning", "memory",
    "number_rows", "cell_count", "owner_count", "runs_end", "masked_end", "pointers_end", "marks_end",
)  # fmt: skip
"""Sizes, places in the state, and how many rows there are in the lists (by where they end)."""
(
    LEGAL, ADVANCE, CONTEXT_WORDS, CAPACITY, ARENA, PLAN_AT, DEAL_AT, LOOK_AT, PLAN_REPLAY_AT, PLAY_AGAIN_AT,
    STATE_SIZE, PLAYERS, PLACES, SCRATCH, VEIL, REWIND, REPLIES, MOST_REPLIES, BEGINNING, MEMORY,
    NUMBER_ROWS, CELL_COUNT, OWNER_COUNT, RUNS_END, MASKED_END, POINTERS_END, MARKS_END,
) = range(len(SPOTS), len(SPOTS) + len(HEAD))  # fmt: skip

LISTS = (
    "watch", "watch_top", "role", "family", "faces", "sides", "numbers", "runs", "masked", "pointers", "marks", "fronts", "sorting", "keys", "cells",
    "owners",
)  # fmt: skip
"""Where the lists begin in the block."""
(
    WATCH, WATCH_TOP, ROLE, FAMILY, FACES, SIDES, NUMBERS, RUNS, MASKED, POINTERS, MARKS, FRONTS, SORTING, KEYS, CELLS, OWNERS,
) = range(MARKS_END + 1, MARKS_END + 1 + len(LISTS))  # fmt: skip

ROOMS = (
    "urns", "slots", "dealt", "cards", "chosen", "taken", "many", "fitting_at", "fitting", "dice", "numbers",
    "known", "urn", "mark", "order", "begin", "length", "content", "link", "before", "front", "at",
    "known_replies", "begun", "root", "context", "planned", "placed",
    "standing", "open", "pool", "least", "most", "true", "begun_at", "vectors", "weights", "ways", "found",
)  # fmt: skip
"""Where the parts of the scratch room begin."""
(
    AT_URNS, AT_SLOTS, AT_DEALT, AT_CARDS, AT_CHOSEN, AT_TAKEN, AT_MANY, AT_FITTING_AT, AT_FITTING, AT_DICE, AT_NUMBERS,
    AT_KNOWN, AT_URN, AT_MARK, AT_ORDER, AT_BEGIN, AT_LENGTH, AT_CONTENT, AT_LINK, AT_BEFORE, AT_FRONT, AT_AT,
    AT_KNOWN_REPLIES, AT_BEGUN, AT_ROOT, AT_CONTEXT, AT_PLANNED, AT_PLACED,
    AT_STANDING, AT_OPEN, AT_POOL, AT_LEAST, AT_MOST, AT_TRUE, AT_BEGINNINGS, AT_VECTORS, AT_WEIGHTS, AT_WAYS, AT_FOUND,
) = range(OWNERS + 1, OWNERS + 1 + len(ROOMS))  # fmt: skip
FIXED = OWNERS + 1 + len(ROOMS)

(
    SEAT, MODE, URNS, OPEN_SLOTS, STAMP, DICE, NUMBERS_UNSEEN, GHOSTS_THERE, ORDERED, SEVERAL, KNOWN_REPLIES, GOAL, FITTINGS,
    WAYS, WAY_WEIGHT,
) = range(15)  # fmt: skip
SCRATCH_HEAD = 16
"""What the scratch room begins with: the plan of one decision."""

URN_ROW = 4
URN_FIRST, URN_COUNT, URN_TOLD, URN_KIND = range(URN_ROW)
PLAIN, FITTED, CHAINED = range(3)
"""How the cards of an urn are dealt: shuffled; those told about drawn first; exchanged."""

MORE, VIA_CONTENT, TANGLED, REPLAYED, FACTUAL, FACTS_EXCHANGED = 1, 2, 4, 8, 16, 32
"""What a plan needs beyond shuffled urns, as bits: dice, numbers, what others were told; other components; ghosts; secret answers;
facts about two cards or one of several, and such that are too rare to be met by dealing."""

NUMBER_ROW, MARK_ROW, CELL_ROW, OWNER_ROW = 11, 4, 8, 3

MOST_WAYS = 512
"""The most ways of hidden changes that are gone through at a time."""
ROOM_TO_FIND = 2048
"""Room for finding those that are alike: a power of two, larger than that."""


def make_block(model: World, layout: BeliefLayout, functions: Mapping[str, int]) -> Block:
    """The block of a game. ``functions`` are sizes and addresses that only kernels for secret answers and callers by address need."""
    seen = Seen(model, layout)
    lists = {
        "watch": layout.watch, "watch_top": layout.watch_top, "role": layout.role, "family": layout.family, "faces": layout.faces,
        "sides": layout.sides, "numbers": layout.numbers, "runs": seen.runs(), "masked": seen.masked(), "pointers": seen.pointers(),
        "marks": seen.carried(), "fronts": seen.fronts(),
        "sorting": [seen.sorters(place) for place in range(model.zone_places)], "keys": [_key(i) for i in range(model.state_size)],
        "cells": layout.cells(), "owners": layout.owners(),
    }  # fmt: skip
    flat = {name: np.array(lists[name], np.int64).ravel() for name in LISTS}
    starts, end = {}, FIXED
    for name in LISTS:
        starts[name] = end
        end += len(flat[name])
    sizes = {
        **dict.fromkeys(FUNCTIONS, 0),
        **functions,
        "state_size": model.state_size,
        "players": model.players,
        "places": len(layout.watch),
        "most_replies": model.replies,
        "number_rows": len(layout.numbers),
        "cell_count": len(layout.cells()),
        "owner_count": len(layout.owners()),
        **{name: model.arrays.get(name, -1) for name in ("veil", "rewind", "replies", "beginning", "memory")},
        **{f"{name}_end": starts[name] + len(flat[name]) for name in ("runs", "masked", "pointers", "marks")},
    }
    rooms, sizes["scratch"] = _rooms(sizes, model)
    head = [
        *layout.spots,
        *(sizes[name] for name in HEAD),
        *(starts[name] for name in LISTS),
        *(rooms[name] for name in ROOMS),
    ]
    return np.concatenate([np.array(head, np.int64), *(flat[name] for name in LISTS)])


def _rooms(sizes: dict[str, int], model: World) -> tuple[dict[str, int], int]:
    """Where the parts of the scratch room begin, and how large it is."""
    components, slots = model.components, model.components + model.ghosts
    state = (sizes["state_size"] + 1) // 2
    secret = state if sizes["rewind"] >= 0 else 0
    needed = dict.fromkeys(ROOMS, slots) | {
        "urns": URN_ROW * (components + 1),
        "fitting": MOST_FITTING,
        "numbers": sizes["number_rows"],
        "known_replies": 2 * sizes["most_replies"],
        "begun": secret,
        "root": secret,
        "context": sizes["context_words"],
        "planned": state if {"facts", "some_of"} & set(model.arrays) else 0,
        **_rooms_for_ways(sizes["cell_count"], model),
    }
    rooms, end = {}, SCRATCH_HEAD
    for name in ROOMS:
        rooms[name] = end
        end += needed[name]
    return rooms, end


def _rooms_for_ways(cells: int, model: World) -> dict[str, int]:
    """What is needed to go through hidden changes: in games without any, nothing."""
    rows, ways = model.transfers + 1, MOST_WAYS + 1
    return {
        **dict.fromkeys(("standing", "open", "pool", "least", "most"), cells),
        "true": 2 * cells,
        "begun_at": ways * cells,
        "vectors": 2 * ways * cells,
        "weights": 2 * ways if cells else 0,
        "ways": 2 * ways * rows if cells else 0,
        "found": ROOM_TO_FIND if cells else 0,
    }


def _key(number: int) -> int:
    """A fixed odd number with nothing in common with its neighbours, as a signed word."""
    z = (number + 1) * GOLDEN & MASK
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    z = (z ^ (z >> 31)) | 1
    return z - (1 << 64) if z >> 63 else z
