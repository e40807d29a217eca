"""Goes through seeds and says on standard output what came of each: run by the pool.

``python -m tests.fuzz.worker fuzz 0 100`` tries broken descriptions, ``made-up`` plays made-up games in both runs,
``show-fuzz`` and ``show-made-up`` print the texts instead.
"""

from __future__ import annotations

import json
import sys
import time
import traceback

from tests.fuzz.attempt import attempt
from tests.fuzz.mutations import case
from tests.properties.flow import description
from tests.properties.side_by_side import play_both

MEMORY = 6 << 30
"""Bytes of address space a try may take: what needs more is a mistake that was not found in time."""


def fuzz(seed: int) -> str:
    return attempt(case(seed), seed).outcome


def made_up(seed: int) -> str:
    played = play_both(description(seed), seed)
    return "refused" if played.refused else "faulted" if played.faults else "played"


def shown(what: str, seed: int) -> str:
    """The text of a try."""
    if what == "fuzz":
        tried = case(seed)
        return f"({tried.made_by})\n{tried.content!s}"
    return description(seed).text


def main(what: str, first: int, last: int) -> None:
    if what.startswith("show-"):
        for seed in range(first, last):
            print(shown(what.removeprefix("show-"), seed))
        return
    _limit_memory()
    for seed in range(first, last):
        _say(seed=seed)
        begun = time.process_time()
        try:
            outcome = {"fuzz": fuzz, "made-up": made_up}[what](seed)
            _say(seed=seed, outcome=outcome, seconds=time.process_time() - begun)
        except BaseException:  # whatever it is: it must not have happened
            _say(seed=seed, wrong=f"{traceback.format_exc()[-3000:]}\n{shown(what, seed)[:6000]}")


def _limit_memory() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _say(**words: object) -> None:
    print(json.dumps(words), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
