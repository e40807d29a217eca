"""Texts that mean no good, each by its number: one half is the matrix, the other half broken and strange games. ``python -m tests.fuzz.hostile --count 1000 --seed 0``.

Each is refused with a message, or it is a game, and then some moves of it come out the same in both runs. Nothing else may happen: no
other error, no crash, nothing that takes over ten seconds or a gigabyte.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from random import Random
from typing import Any

import llvmlite.binding as llvm

import ludwright
from ludwright.engine import native
from ludwright.game import GAMES, player_range
from ludwright.language.source import read_text
from ludwright.mistakes import LudwrightError
from tests.fuzz import matrix
from tests.fuzz.attempt import check_message, read_bytes
from tests.fuzz.mutations import Case, case
from tests.properties.side_by_side import Played, play_game

SECONDS = 10.0
MOVES = 12
GAMES_EACH = 2
PLAIN_RUN = 0.1
"""Seconds for the moves of one text: the plain run of a large game is slow."""
BEST_CODE = 25
"""One in so many is compiled as players get it, and has three times as long; for the others LLVM leaves out what makes code quick."""


class HangError(BaseException):
    """It took too long. Nothing in the way may catch it."""


def hostile_case(seed: int) -> Case:
    """The text of that number."""
    number, odd = divmod(seed, 2)
    if not odd:
        return Case(matrix.text(number * 7919 % matrix.size()), f"matrix {number * 7919 % matrix.size()}")
    return case(1_000_000 + number)


def attempt_both(tried: Case, seed: int) -> str:
    """Read a text and play it in both runs: ``refused``, ``played``, ``faulted``, or too slow to be compared. All else is raised."""
    with _at_most(SECONDS):
        try:
            return _play(tried, seed)
        except LudwrightError as error:
            check_message(error)
            return "refused"


def _play(tried: Case, seed: int) -> str:
    dice = Random(f"answers {seed}")
    content = tried.content
    description = read_bytes(content) if isinstance(content, bytes) else read_text(content, folder=GAMES)
    players = dice.randint(*player_range(description))
    game = ludwright.load(description, players=players, ask_forced=dice.random() < 0.3)
    best = seed % BEST_CODE == 0
    with nullcontext() if best else _rough_code():
        _ = game.compiled
    played = Played()
    play_game(game, seed, dice, played, GAMES_EACH, MOVES, PLAIN_RUN * (3 if best else 1))
    return "too slow for the plain run" if not played.compared else "faulted" if played.faults else "played"


def warm_up() -> None:
    """Have the kernels made that games share: where they are not on disk yet, that takes longer than any text may."""
    asks = "action tested\n  when chance((top of deck).rank is 1) > 0\n  n = 2\n"
    text = f"{matrix.HIDDEN}{asks}{matrix.TURN.replace('lay', 'lay, tested')}{matrix.END}"
    _play(Case(text, "warm up"), 1)


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Stop what needs more of the processor than that. (What hangs in machine code is stopped from outside.)"""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def late(*_: Any) -> None:
        raise HangError(f"it took more than {seconds:g} seconds")

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def _rough_code() -> Iterator[None]:
    """Machine code that does the same more slowly, and is made in a fifth of the time."""
    best, machine = native._compile, native._target_machine
    native._compile, native._target_machine = _unoptimized, _rough_machine
    try:
        yield
    finally:
        native._compile, native._target_machine = best, machine


def _unoptimized(text: str, machine: llvm.TargetMachine) -> bytes:
    module = llvm.parse_assembly(text, llvm.create_context())
    module.triple = machine.triple
    return bytes(machine.emit_object(module))


def _rough_machine() -> tuple[llvm.TargetMachine, str, str]:
    _, cpu, features = BEST_MACHINE()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    # a new one each time: whoever loads code takes it over
    return (
        target.create_target_machine(cpu=cpu, features=features, opt=0, reloc="pic", codemodel="small"),
        cpu,
        features,
    )


BEST_MACHINE = native._target_machine


def main() -> int:
    """Try a range of seeds, in a process of its own each time one was lost."""
    from tests.fuzz.pool import Findings, run

    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.hostile", description="Try hostile texts.")
    parser.add_argument("--count", type=int, default=1000, help="how many")
    parser.add_argument("--seed", type=int, default=0, help="the first of them")
    parser.add_argument("--show", action="store_true", help="print the texts instead")
    given = parser.parse_args()
    if given.show:
        for seed in range(given.seed, given.seed + given.count):
            tried = hostile_case(seed)
            print(f"# seed {seed} ({tried.made_by})\n{tried.content!s}")
        return 0
    begun, findings, last = time.perf_counter(), Findings(), given.seed + given.count
    for first in range(given.seed, last, 1000):
        before = len(findings.wrong)
        run("hostile", first, min(first + 1000, last), findings)
        for wrong in findings.wrong[before:]:
            print(wrong, end="\n\n", flush=True)
        seconds = time.perf_counter() - begun
        print(
            f"{findings.tries:,} texts in {seconds:,.0f} seconds: {dict(findings.outcomes)}, wrong: {len(findings.wrong)}; slowest {findings.slowest[0]:.1f} s (seed {findings.slowest[1]})",
            flush=True,
        )
    return 1 if findings.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
