"""A game that is being worked on: whenever its text or a table of it is saved, what that changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

from ludwright.balancing.versions import lay_out
from ludwright.comparing import Comparison, compare
from ludwright.comparing.distance import Distance, distance
from ludwright.game import described, find
from ludwright.language.source import Description
from ludwright.mistakes import LudwrightError

QUICK = (
    "completion",
    "draws",
    "seat shares",
    "duration in turns",
    "scores",
    "decisions a turn",
    "drama of the lead",
    "faults",
)
"""What is compared if nothing is named: what needs no second look at the games."""
_SETTLED = 0.15
"""A file is read when it has not changed for so many seconds: programs save in several steps."""


@dataclass(frozen=True)
class SavingOutcome:
    """What came of one saving."""

    rules: Distance | None = None
    compared: Comparison | None = None
    mistakes: str = ""
    """What is wrong with the text; then nothing was played."""

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "mistakes": self.mistakes or None, "rules": self.rules.as_json() if self.rules is not None else None,
            "compared": self.compared.as_json() if self.compared is not None else None,
        }  # fmt: skip


@dataclass
class Watch:
    """A game, as it was when somebody began to watch, and as it was last read."""

    path: Path
    agents: str
    games: int = 300
    players: int | None = None
    seed: int = 1
    threads: int | None = None
    metrics: Sequence[str] = QUICK
    since_start: bool = False
    """Whether every saving is compared with how it all began; else with the one before."""
    base: Description = field(init=False)

    def __post_init__(self) -> None:
        self._keep(described(self.path))

    def _keep(self, description: Description) -> None:
        """Hold on to a version, with copies of all its files: tables are read when it is played, and may be saved anew by then."""
        self._copies = TemporaryDirectory(prefix="ludwright-")
        folder = Path(self._copies.name)
        lay_out(description, folder)
        self.base = described(folder / next(iter(description.contents)))

    @property
    def files(self) -> list[Path]:
        """All files that the game consists of."""
        folder = self.path.resolve().parent
        return [folder / name for name in self.base.contents]

    def stamp(self) -> tuple[tuple[str, float, int], ...]:
        """Tells whether any of the files changed."""
        found = []
        for path in dict.fromkeys([self.path.resolve(), *self.files]):
            try:
                told = path.stat()
                found.append((str(path), told.st_mtime, told.st_size))
            except OSError:
                found.append((str(path), 0.0, -1))
        return tuple(found)

    def saved(self) -> SavingOutcome | None:
        """What the game as it is now has changed; None where it is the same."""
        try:
            now = described(self.path)
            if now.text_hash == self.base.text_hash:
                return None
            rules = distance(self.base, now)
            compared = compare(
                self.base, now, agents=self.agents, games=self.games, players=self.players, seed=self.seed, metrics=list(self.metrics),
                threads=self.threads,
            )  # fmt: skip
        except LudwrightError as error:
            return SavingOutcome(mistakes=str(error))
        if not self.since_start:
            self._keep(now)
        return SavingOutcome(rules, compared)

    def changes(
        self, seconds: float | None = None, pause: Callable[[float], None] = sleep, every: float = 0.2
    ) -> Iterator[SavingOutcome]:
        """Wait, and tell what each saving changed; for so many seconds, or until somebody interrupts it."""
        end = None if seconds is None else monotonic() + seconds
        known = self.stamp()
        while end is None or monotonic() < end:
            pause(every)
            now = self.stamp()
            if now == known:
                continue
            pause(_SETTLED)
            if self.stamp() != now:
                continue
            known = now
            found = self.saved()
            if found is not None:
                yield found


def watched(game: str) -> Path:
    """The file that is watched: one's own, as nobody saves a bundled game."""
    return find(game)
