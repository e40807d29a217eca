"""One game of every bundled text in words, short enough to be read."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import ludwright
from ludwright.game import GAMES

FOLDER = Path(__file__).parent
NAMES = sorted(path.stem for path in GAMES.glob("*.game"))
SEED = 1
PLAYERS = {"fireworks": "conventions", "outbreak": "fire brigade"}
"""Who plays where random players never get anywhere; elsewhere all play at random."""

_WHOLE = 140
"""Games of so many lines are kept as they are; of longer ones the beginning and the end."""
_BEGINNING, _END = 90, 15
_MOVE = re.compile(r" *[\d,]+\. ")


def file_of(name: str) -> Path:
    """Where the recorded game of a bundled text lies."""
    return FOLDER / f"{name}.txt"


def played(name: str) -> str:
    """The first game of the seed, as `ludwright trace` tells it."""
    # where a rule stands is told with its file: of that only the name is the same on all machines
    told = ludwright.trace(ludwright.load(name), seed=SEED, agents=PLAYERS.get(name))
    lines = [line.replace(f"{GAMES}/", "") for line in told]
    return "\n".join(_cut(lines)) + "\n"


def _cut(lines: list[str]) -> list[str]:
    if len(lines) <= _WHOLE:
        return lines
    middle = lines[_BEGINNING:-_END]
    moves = sum(_MOVE.match(line) is not None for line in middle)
    # nobody reads the middle, but a change of it must show as well
    sum_of_all = zlib.crc32("\n".join(middle).encode())
    left_out = f"[{len(middle):,} lines with {moves:,} moves are left out here; their check sum is {sum_of_all:08x}]"
    return [*lines[:_BEGINNING], "", left_out, "", *lines[-_END:]]
