"""A progress bar on the error stream, only where a person looks at it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_told = False


def announce_kernels() -> None:
    """Said when kernels have to be built first; once, however many there are."""
    global _told
    if not _told:
        _told = True
        print("Building the kernels; this happens once and takes up to a minute ...", file=sys.stderr, flush=True)


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int], None] | None]:
    """Gives a function to call with how many games are done so far and how many there are; none if nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        TextColumn("{task.completed:,} of {task.total:,} games, {task.fields[rate]} a second,"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=0, rate="…")

        def advance(done: int, total: int) -> None:
            elapsed = bar.tasks[0].elapsed or 0.0
            rate = f"{done / elapsed:,.0f}" if elapsed > 0 else "…"
            bar.update(task, completed=done, total=total, rate=rate)

        yield advance


@contextmanager
def proofs_bar() -> Iterator[Callable[[str, int, int], None] | None]:
    """Gives a function to call with what is being done, how much of it is done, and how much there is; none if nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.description},"), TimeRemainingColumn(), TextColumn("left"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda doing, done, total: bar.update(task, description=doing, completed=done, total=total)
