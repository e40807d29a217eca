"""Redealing and views for kernels, as players that search use them.

Made once for a game, in Python::

    block = knowledge_block(game)                  # all that kernels have to know
    scratch = np.zeros(block[SCRATCH], np.int64)   # one for every player and thread

Then, in kernels (or functions that machine code calls by address)::

    prepare(block, scratch, root, table, seat, streams, role)    # once for a decision
    state[:] = root                                              # then any number of times
    deal(block, scratch, state, table, streams, role)

``prepare`` plans how all that a seat does not know is dealt again in copies of the state ``root``; ``deal`` does it in one copy. Every way that fits what the
seat knows is equally likely, and nothing depends on what it can't know. ``streams`` and ``role`` say where random numbers come from, ``table`` is the
address of the game's table, the one that keeps knowledge. Nothing is allocated, and the context of the game is not touched: who plays on from a dealt
state has to give it chance of its own. ``deal`` says 1, or 0 if secret answers had to be given again and none were found that fit.

``observation_hash(block, state, context, seat)`` is what a seat sees, as one number of 64 bits: the same for two states if their observations are the same. If
the seat is asked, its options must lie in the context, where ``advance`` and ``legal`` leave them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, no_type_check

import numpy as np
from numba import types
from numba.extending import intrinsic

from ludwright.engine.calling import call_by_address
from ludwright.engine.kernel import by_address, inner, kernel
from ludwright.hidden import calls
from ludwright.hidden.block import (
    FIXED,
    MODE,
    PLAN_REPLAY_AT,
    PLAY_AGAIN_AT,
    REPLAYED,
    SCRATCH,
    STATE_SIZE,
    WAYS,
    Block,
    make_block,
)
from ludwright.hidden.calls import numbers, observation_hash, prepare_belief, sample_belief, streams_up_to, words
from ludwright.hidden.layout import Words
from ludwright.hidden.replay import has_secrets, plan_replay, play_again
from ludwright.hidden.transfers import NONE_FITS

if TYPE_CHECKING:
    from ludwright.game import Game

__all__ = [
    "SCRATCH",
    "STATE_SIZE",
    "SeatKnowledge",
    "deal",
    "dealt_again",
    "knowledge_block",
    "observation_hash",
    "prepare",
]

_I = types.int64

# ---------------------------------------------------------------- in kernels


@intrinsic
def _call_plan_replay(
    typing: Any, at: Any, block: Any, scratch: Any, root: Any, table: Any, seat: Any, streams: Any, role: Any
) -> Any:
    return call_by_address(_I, 7)


@intrinsic
def _call_play_again(
    typing: Any, at: Any, block: Any, scratch: Any, state: Any, table: Any, streams: Any, role: Any
) -> Any:
    return call_by_address(_I, 6)


@inner
@no_type_check
def prepare(block, scratch, root, table, seat, streams, role):
    """Plan how all that a seat does not know is dealt again in copies of a state."""
    at = block[PLAN_REPLAY_AT]
    if at != 0 and _call_plan_replay(
        at, block.ctypes.data, scratch.ctypes.data, root.ctypes.data, table, seat, streams.ctypes.data, role
    ):
        return
    prepare_belief(block, scratch, root, seat, streams, role)


@inner
@no_type_check
def deal(block, scratch, state, table, streams, role):
    """Deal again, in a copy of the state planned for, all that the seat does not know."""
    if scratch[MODE] & REPLAYED:
        at = block[PLAY_AGAIN_AT]
        return _call_play_again(
            at, block.ctypes.data, scratch.ctypes.data, state.ctypes.data, table, streams.ctypes.data, role
        )
    sample_belief(block, scratch, state, streams, role)
    return np.int64(1)


# ---------------------------------------------------------------- secret answers, by address


@no_type_check
def _plan_replay_at(block_at, scratch_at, root_at, table, seat, streams_at, role):
    block = numbers(block_at, FIXED)
    root = words(root_at, block[STATE_SIZE])
    if not has_secrets(block, root, seat):
        return np.int64(0)
    scratch = numbers(scratch_at, block[SCRATCH])
    plan_replay(block, scratch, root, table, seat, streams_up_to(streams_at, role), role)
    return np.int64(1)


@no_type_check
def _play_again_at(block_at, scratch_at, state_at, table, streams_at, role):
    block = numbers(block_at, FIXED)
    scratch, state = numbers(scratch_at, block[SCRATCH]), words(state_at, block[STATE_SIZE])
    return np.int64(play_again(block, scratch, state, table, streams_up_to(streams_at, role), role))


@cache
def _replaying() -> dict[str, Any]:
    """The kernels that give secret answers again: compiled only for games that need them."""
    return {
        "plan_replay_at": by_address(_plan_replay_at, _I(*(_I,) * 7)),
        "play_again_at": by_address(_play_again_at, _I(*(_I,) * 6)),
    }


# ---------------------------------------------------------------- in Python


@dataclass(frozen=True)
class SeatKnowledge:
    """The block of a game, together with the machine code whose addresses are in it."""

    block: Block
    code: Any

    @classmethod
    def of(cls, game: Game) -> SeatKnowledge:
        """Made for a game as it is set now."""
        functions, code = {**calls.addresses(), **game.compiled.seat_knowledge}, None
        if "rewind" in game.rules.model.arrays:
            compiled = game.compiled
            compiled.accept(game.table)
            code = compiled.code
            functions |= {name: made.address for name, made in _replaying().items()}
            functions |= {
                "legal": compiled.addresses["legal"],
                "advance": compiled.addresses["advance"],
                "context_words": compiled.context_words,
                "capacity": compiled.capacity,
                "arena": compiled.arena,
            }
        return cls(make_block(game.rules.model, game.layout, functions), code)


def knowledge_block(game: Any) -> Block:
    """The block of a game. It holds addresses of the game's machine code: the game must live as long as the block is used."""
    block: Block = game.knowledge.block
    return block


NO_ANSWERS, NO_NUMBERS = np.int64(1), np.int64(2)
"""What a redeal could not do: find secret answers that fit what a seat saw, or find how the numbers that it does not see came about."""


@kernel
@no_type_check
def deal_once(block, scratch, state, table, seat, streams, role):
    prepare(block, scratch, state, table, seat, streams, role)
    fits = deal(block, scratch, state, table, streams, role)
    return NO_ANSWERS if fits == 0 else NO_NUMBERS if scratch[WAYS] == NONE_FITS else np.int64(0)


def dealt_again(game: Game, state: Words, seat: int, streams: Any) -> Words:
    """A copy of a state in which all that a seat does not know is dealt again, by the first of the streams."""
    return _dealt(game, state, seat, streams)[0]


def failing(game: Game, state: Words, seat: int, streams: Any) -> int:
    """What dealing again could not do: :data:`NO_ANSWERS`, :data:`NO_NUMBERS`, or 0."""
    return _dealt(game, state, seat, streams)[1]


def _dealt(game: Game, state: Words, seat: int, streams: Any) -> tuple[Words, int]:
    block, words = game.knowledge.block, state.copy()
    scratch = np.zeros(int(block[SCRATCH]), np.int64)
    failed = deal_once(block, scratch, words, game.table.ctypes.data, seat, streams, 0)
    return words, int(failed)
