"""Goes through seeds and says on standard output what came of each: run by the pool.

``python -m tests.fuzz.worker fuzz 0 100`` tries broken descriptions, ``made-up`` plays made-up games in both runs,
``hostile`` plays hostile texts in both runs, ``matrix`` those of the matrix alone, ``show-fuzz`` and ``show-made-up`` print the texts instead.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
import traceback
from pathlib import Path

from tests.fuzz.attempt import attempt
from tests.fuzz.hostile import attempt_both, hostile_case, warm_up
from tests.fuzz.matrix import text
from tests.fuzz.mutations import Case, case
from tests.properties.flow import description
from tests.properties.side_by_side import play_both

MEMORY = {"fuzz": 6 << 30, "made-up": 6 << 30}
"""Bytes of address space a try may take: what needs more is a mistake that was not found in time."""
HOSTILE_MEMORY = 1 << 30
"""The same for hostile texts, beyond what the process has at its start."""


def fuzz(seed: int) -> str:
    return attempt(case(seed), seed).outcome


def made_up(seed: int) -> str:
    played = play_both(description(seed), seed)
    return "refused" if played.refused else "faulted" if played.faults else "played"


def hostile(seed: int) -> str:
    return attempt_both(hostile_case(seed), seed)


def of_matrix(seed: int) -> str:
    return attempt_both(_matrix_case(seed), seed)


def _matrix_case(seed: int) -> Case:
    return Case(text(seed), "matrix")


TRIES = {"fuzz": fuzz, "made-up": made_up, "hostile": hostile, "matrix": of_matrix}
CASES = {"fuzz": case, "hostile": hostile_case, "matrix": _matrix_case}


def shown(what: str, seed: int) -> str:
    """The text of a try."""
    if what in CASES:
        tried = CASES[what](seed)
        return f"({tried.made_by})\n{tried.content!s}"
    return description(seed).text


def main(what: str, first: int, last: int) -> None:
    if what.startswith("show-"):
        for seed in range(first, last):
            print(shown(what.removeprefix("show-"), seed))
        return
    _limit_memory(what)
    gc.collect()
    gc.freeze()  # what all tries share is not looked through again and again
    gc.set_threshold(200_000, 20, 50)
    for seed in range(first, last):
        _say(seed=seed)
        begun = time.process_time()
        try:
            outcome = TRIES[what](seed)
            _say(seed=seed, outcome=outcome, seconds=time.process_time() - begun)
        except BaseException:  # whatever it is: it must not have happened
            _say(seed=seed, wrong=f"{traceback.format_exc()[-3000:]}\n{shown(what, seed)[:6000]}")


def _limit_memory(what: str) -> None:
    if sys.platform != "win32":
        import resource

        most = MEMORY.get(what) or _address_space() + HOSTILE_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _address_space() -> int:
    """How much of it this process has now, once it has read and played something and made what all games share."""
    warm_up()
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return 3 << 30
    return pages * os.sysconf("SC_PAGE_SIZE")


def _say(**words: object) -> None:
    print(json.dumps(words), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
