"""Sums over the files of chunks: whether what is there is what was written.

A line is added for every chunk as soon as it is kept, so that damage is noticed in a playtest that was stopped as well; at the end all
sums are written down once more.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from ludwright.plain_files import read_plain
from ludwright.stored import MOST_BYTES
from ludwright.written import unlinked


def sum_of(files: Iterable[Path]) -> int:
    """One number for some files, one behind the other: a changed bit changes it. A file that is not there adds nothing."""
    found = 0
    for path in files:
        if path.is_file():
            with path.open("rb") as file:
                while part := file.read(1 << 20):
                    found = zlib.crc32(part, found)
    return found


def known_sums(finished: object) -> Sequence[int]:
    """The sums that were written down at the end, chunk by chunk; none where there are none, or a stranger wrote something else."""
    sums = finished.get("sums") if isinstance(finished, dict) else None
    return sums if isinstance(sums, list) and all(type(number) is int for number in sums) else ()


def note_sum(path: Path, chunk: int, found: int) -> None:
    """Add the sum of a chunk to the list."""
    with open(path, "ab", opener=unlinked) as file:
        file.write(f"{chunk} {found}\n".encode())


def noted_sums(path: Path) -> dict[int, int]:
    """The sums in the list, the last of each chunk; a line that is damaged is passed over."""
    found = {}
    with suppress(OSError):
        for line in read_plain(path, MOST_BYTES).splitlines():
            with suppress(ValueError):
                chunk, number = line.split()
                found[int(chunk)] = int(number)
    return found
