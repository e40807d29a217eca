"""A progress bar on the error stream, only where a person looks at it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from ludwright.cli.visible import say

Telling = Callable[[str], None]

_told = False


def announce_kernels() -> None:
    """Said when kernels have to be built first; once, however many there are."""
    global _told
    if not _told:
        _told = True
        say("Building the kernels; this happens once and takes up to a minute ...", file=sys.stderr, flush=True)


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


@contextmanager
def report_progress(seconds: float, lines: bool) -> Iterator[tuple[Telling | None, Telling | None]]:
    """Gives a function to call with what is being done, and one with what was found so far: a line with the time left in a terminal, plain lines
    elsewhere if somebody asked for them, else none."""
    end = monotonic() + seconds

    def left() -> str:
        return f"about {max(0.0, end - monotonic()):.0f} s left"

    if lines or not sys.stderr.isatty():
        plain: Telling | None = (lambda words: say(words, file=sys.stderr, flush=True)) if lines else None
        yield (
            (lambda words: plain(f"{left()}: {words}")) if plain is not None else None,
            (lambda words: plain(f"so far: {words}")) if plain is not None else None,
        )
        return
    from rich.console import Console
    from rich.live import Live
    from rich.spinner import Spinner
    from rich.text import Text

    console = Console(stderr=True)
    doing = ""

    class ProgressLine:
        """What is being done, and the time left, which goes on while nothing is told."""

        spinner = Spinner("dots")

        def __rich__(self) -> Spinner:
            self.spinner.text = Text(f"{doing} ... {left()}")
            return self.spinner

    def tell(words: str) -> None:
        nonlocal doing
        doing = words

    with Live(ProgressLine(), console=console, transient=True, refresh_per_second=4):
        yield tell, lambda words: console.print(Text(f"so far: {words}"))
