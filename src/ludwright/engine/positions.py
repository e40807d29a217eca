"""Positions: which words of a state tell one from another, packed into a few bits, and hashed.

Two states are the same position if nothing that may still happen can tell them apart (:mod:`ludwright.engine.liveness`): move counters,
and what a finished part of a turn left behind, are no part of it. A position is packed into as few 64-bit numbers as its words need, and
can be unpacked again into a state that plays alike. So a table of positions needs no states, and equal keys are equal positions: nothing
rests on a hash alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, no_type_check
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.engine.kernel import kernel, mix
from ludwright.engine.liveness import Liveness
from ludwright.engine.walks import span, statements

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.play.playable import Playable

WORD, MANY, LOW, BITS, SLOT, SHIFT = range(6)
"""A run of words that are packed alike: the first word, how many, their lowest value, bits each, which number of the key, at which bit."""

_ALWAYS = (ir.RESUME, ir.ACTOR)
_U = np.uint64


@dataclass(frozen=True)
class PositionPacking:
    """How the positions of a game are packed."""

    rows: npt.NDArray[np.int64]
    """For every entry of the machine, and at last for the end of the game: where its runs begin. One more closes the list."""
    runs: npt.NDArray[np.int64]
    size: int
    """How many 64-bit numbers a key has."""


_found: WeakKeyDictionary[Playable, dict[tuple[str, ...], npt.NDArray[np.int32]]] = WeakKeyDictionary()
"""What was found for games that are still about: players sit down at the same game again and again."""


def significant(game: Playable, also: Iterable[str] = ()) -> npt.NDArray[np.int32]:
    """The words of a state that tell positions apart, in ascending order.

    ``also`` names exports (`lead`, `score`) whose values equal positions must share as well. For a hash, prefer :func:`packing`: it
    leaves out what does not matter at the question that is open.
    """
    known, names = _found.setdefault(game, {}), tuple(also)
    if names not in known:
        known[names] = _significant(game, names)
        known[names].flags.writeable = False
    return known[names]


def _significant(game: Playable, also: Sequence[str]) -> npt.NDArray[np.int32]:
    if getattr(game, "opaque", False):
        return np.arange(game.program.state_size, dtype=np.int32)
    matter = Liveness(game.program, also)
    changing = value_spans(game.program, game.table)
    words = set(_ALWAYS)
    for live in matter.entries:
        words.update(word for word in _set_bits(live) if word in changing)
    return np.array(sorted(words), np.int32)


def packing(game: Game, also: Iterable[str] = ()) -> PositionPacking:
    """How the positions of a game are packed; ``also`` as in :func:`significant`."""
    matter = Liveness(game.program, also)
    spans = value_spans(game.program, game.table)
    together = 0
    for live in matter.entries:
        together |= live
    final = (together & _declared(game)) | matter.results | 1 << ir.OVER
    runs: list[list[int]] = []
    rows, size = [0], 1
    constant = _constants(game.program)
    for number, live in enumerate([*matter.entries, final]):
        words = {word for word in _set_bits(live) if word in spans} - constant.get(number, set()) - {ir.RESUME}
        if number < len(matter.entries):
            words |= {ir.ACTOR}
        found, needed = _laid_out(sorted(words), spans, len(matter.entries).bit_length())
        runs += found
        size = max(size, needed)
        rows.append(len(runs))
    return PositionPacking(np.array(rows, np.int64), np.array(runs, np.int64).reshape(-1, 6), size)


def _set_bits(number: int) -> list[int]:
    return [place for place, digit in enumerate(reversed(bin(number)[2:])) if digit == "1"]


def _declared(game: Game) -> int:
    """The words of what is on the table at the end: variables, and where things lie."""
    model, found = game.rules.model, 0
    for field in model.all_fields():
        found |= ((1 << field.size) - 1) << field.base
    places = {"count": model.zone_places, "top": model.zone_places, "bottom": model.zone_places}
    places["occupant"] = model.places - model.zone_places
    for name in ("place", "above", "below", "design"):
        places[name] = model.components
    for name, size in places.items():
        if name in model.arrays:
            found |= ((1 << size) - 1) << model.arrays[name]
    return found


def _bodies(program: ir.Program) -> Iterable[list[ir.Stmt]]:
    yield from (function.body for function in program.functions.values())
    yield from (block.body for block in program.machine.blocks.values())


def value_spans(program: ir.Program, table: npt.NDArray[np.int32]) -> dict[int, tuple[int, int]]:
    """For every word that is ever written once the game has begun: the lowest and highest value it may have."""
    from ludwright.engine.trust import Trust

    image = Trust(program).image
    first, last, origin = image if image is not None else (0, -1, 0)

    def begins(word: int) -> int:
        return int(table[origin + word - first]) if first <= word <= last else 0

    found: dict[int, tuple[int, int]] = {}

    def write(word: int, low: int, high: int) -> None:
        start = begins(word)
        before = found.get(word, (start, start))
        found[word] = min(before[0], low), max(before[1], high)

    for body in _bodies(program):
        for stmt in statements(body):
            if not isinstance(stmt, ir.Store) or _is_image(stmt, first, last):
                continue
            low, high = span(stmt.value)
            low, high = max(low, stmt.lo), min(high, stmt.hi)
            if low > high:
                low, high = stmt.lo, stmt.hi
            least, most = max(span(stmt.index)[0], stmt.first), min(span(stmt.index)[1], stmt.last)
            if least > most:
                least, most = stmt.first, stmt.last
            for word in range(stmt.base + least, stmt.base + most + 1):
                write(word, low, high)
    for word, low, high in ((ir.OVER, 0, 2), (ir.ACTOR, -1, program.players - 1)):
        write(word, low, high)
    return found


def _is_image(stmt: ir.Store, first: int, last: int) -> bool:
    """Whether a store copies the first image of the state from the table."""
    copies = isinstance(stmt.value, ir.Load) and stmt.value.block == "table" and isinstance(stmt.index, ir.Local)
    return copies and span(stmt.index) == (first, last) and stmt.base == 0


def _constants(program: ir.Program) -> dict[int, set[int]]:
    """For every entry, the words that hold one and the same number whenever a question stands open there."""
    machine = program.machine
    found: dict[int, dict[int, int]] = {}
    for block in machine.blocks.values():
        if not isinstance(block.end, ir.Ask):
            continue
        here: dict[int, int] = {}
        for stmt in block.body:
            match stmt:
                case ir.Store(index=ir.Const(value=index), value=ir.Const(value=value)):
                    here[stmt.base + index] = value
                case ir.Set() | ir.Check() | ir.Note() | ir.Emit() | ir.SetOptionCount():
                    pass
                case _:
                    here.clear()
        entry = machine.entries.index(block.end.resume)
        found[entry] = dict(found[entry].items() & here.items()) if entry in found else here
    return {entry: set(words) for entry, words in found.items()}


def _laid_out(words: Sequence[int], spans: dict[int, tuple[int, int]], used: int) -> tuple[list[list[int]], int]:
    """The runs of some words, behind the bits already used in the first number, and how many numbers they need."""
    runs: list[list[int]] = []
    slot, shift = 0, used
    for word in words:
        low, high = spans[word]
        bits = (high - low).bit_length()
        if not bits:
            continue
        if shift + bits > 64:
            slot, shift = slot + 1, 0
        last = runs[-1] if runs else None
        if last and last[WORD] + last[MANY] == word and last[LOW] == low and last[BITS] == bits and last[SLOT] == slot:
            last[MANY] += 1
        else:
            runs.append([word, 1, low, bits, slot, shift])
        shift += bits
    return runs, slot + 1


# ---------------------------------------------------------------- kernels


@kernel
@no_type_check
def pack(state, rows, runs, key):
    """Pack a state into a key."""
    row = rows.size - 2 if state[ir.OVER] != 0 else np.int64(state[ir.RESUME])
    for slot in range(key.size):
        key[slot] = 0
    key[0] = row
    for run in range(rows[row], rows[row + 1]):
        word, low, bits = runs[run, WORD], runs[run, LOW], runs[run, BITS]
        slot, shift = runs[run, SLOT], runs[run, SHIFT]
        packed = _U(0)
        for i in range(runs[run, MANY]):
            packed |= _U(state[word + i] - low) << _U(shift)
            shift += bits
        key[slot] |= packed


@kernel
@no_type_check
def unpack(key, rows, runs, state):
    """Write a position over a state of the same game: the state then plays as that position does."""
    entries = rows.size - 2
    width = 0
    while entries >> width:
        width += 1
    row = np.int64(key[0] & ((_U(1) << _U(width)) - _U(1)))
    state[ir.OVER] = 0
    state[ir.RESUME] = np.int32(row)
    for run in range(rows[row], rows[row + 1]):
        word, low, bits = runs[run, WORD], runs[run, LOW], runs[run, BITS]
        shift = runs[run, SHIFT]
        mask = (_U(1) << _U(bits)) - _U(1)
        packed = key[runs[run, SLOT]]
        for i in range(runs[run, MANY]):
            state[word + i] = np.int32(np.int64((packed >> _U(shift)) & mask) + low)
            shift += bits


@kernel
@no_type_check
def hash_key(key):
    found = _U(0x9E3779B97F4A7C15)
    for slot in range(key.size):
        found = mix(found ^ key[slot])
    return found
