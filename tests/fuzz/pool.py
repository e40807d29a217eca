"""Tries in processes of their own: a crash of the machine code or a hang ends one of them, not the proof."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue

ROOT = Path(__file__).parent.parent.parent
SECONDS = 10.0
"""A try that takes longer counts as a hang (ten times that by the clock on the wall: others may use the machine)."""
PATIENCE = 10.0


@dataclass
class Findings:
    """What came of many tries."""

    outcomes: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    slowest: tuple[float, int] = (0.0, -1)

    @property
    def tries(self) -> int:
        return sum(self.outcomes.values()) + len(self.wrong)

    def report(self) -> str:
        return "\n\n".join([f"{len(self.wrong)} of {self.tries} tries went wrong", *self.wrong[:5]])


class _Worker:
    """One process that goes through a range of seeds and says what it does."""

    def __init__(self, module: str, what: str, first: int, last: int) -> None:
        paths = os.pathsep.join([str(ROOT), str(ROOT / "src"), *sys.path])
        environment = {**os.environ, "PYTHONPATH": paths, "LUDWRIGHT_CACHE": ""}
        self.process = subprocess.Popen(
            [sys.executable, "-X", "faulthandler", "-m", module, what, str(first), str(last)],
            cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.said: Queue[str | None] = Queue()
        self.complaints: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._overhear, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.put(line)
        self.said.put(None)

    def _overhear(self) -> None:
        assert self.process.stderr is not None
        self.complaints += list(self.process.stderr)

    def end(self) -> int:
        self.process.kill()
        return self.process.wait()


def run(
    what: str,
    first: int,
    last: int,
    found: Findings | None = None,
    module: str = "tests.fuzz.worker",
    patience: float = PATIENCE,
) -> Findings:
    """Try all seeds of a range; whoever crashes or hangs is noted, and the next process goes on behind it."""
    findings = found or Findings()
    at = first
    while at < last:
        worker = _Worker(module, what, at, last)
        try:
            at = _follow(worker, at, findings, patience)
        finally:
            worker.end()
    return findings


def _follow(worker: _Worker, at: int, findings: Findings, patience: float) -> int:
    """Listen to one worker to its end; the seed to go on with."""
    begun = False
    while True:
        try:
            line = worker.said.get(timeout=SECONDS * patience if begun else 40 * patience)
        except Empty:
            findings.wrong.append(f"seed {at}: hangs")
            return at + 1
        if line is None:
            code = worker.process.wait()
            if code != 0 and not begun:
                raise RuntimeError(f"no try could begin: {''.join(worker.complaints)[-3000:]}")
            if code != 0:
                findings.wrong.append(f"seed {at}: the process ended with {code}\n{''.join(worker.complaints)[-3000:]}")
                return at + 1
            return 1 << 62
        said = json.loads(line)
        at, begun = said["seed"], True
        if "wrong" in said:
            findings.wrong.append(f"seed {at}: {said['wrong']}")
        elif "outcome" in said:
            findings.outcomes[said["outcome"]] += 1
            findings.slowest = max(findings.slowest, (said["seconds"], at))
            if said["seconds"] > SECONDS:
                findings.wrong.append(f"seed {at}: took {said['seconds']:.1f} seconds")
