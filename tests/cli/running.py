"""Ways to run a command in a test."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass

from typer.testing import CliRunner

from ludwright.cli import app


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str


def run(*arguments: str) -> Ran:
    """In this process: quick."""
    result = CliRunner().invoke(app, list(arguments))
    return Ran(result.exit_code, result.stdout, result.stderr)


def run_apart(*arguments: str, timeout: float = 60) -> Ran:
    """In a process of its own, as a user does."""
    done = subprocess.run(
        [sys.executable, "-m", "ludwright", *arguments], capture_output=True, text=True, timeout=timeout
    )
    return Ran(done.returncode, done.stdout, done.stderr)
