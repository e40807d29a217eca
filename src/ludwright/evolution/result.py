"""What came of an evolution: every variant with its parents, what was changed, and what it is like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludwright.display import Block, Displayed, FinePrint, TextTable, Title
from ludwright.evolution.genome import Genome
from ludwright.evolution.measures import Ideal, Trial
from ludwright.evolution.selection import Axis

if TYPE_CHECKING:
    from ludwright.comparing.distance import Distance

_SHOWN = 5
_NO_CHILD = "no other game came of it"
_FIGURES = ("turns", "first seat wins", "draws", "options", "skill", "drama")
_SHARES = ("first seat wins", "second seat wins", "draws", "completion", "skill", "depth", "luck", "fairness")


@dataclass(frozen=True)
class Variant:
    """A game that was bred, or one that it began with."""

    number: int
    parents: tuple[int, ...]
    words: tuple[str, ...]
    """What was done to its first parent."""
    genome: Genome
    figures: Mapping[str, float]
    failed: str = ""
    """The gate that it did not pass."""
    why: str = ""
    games: int = 0
    mistyped: int = 0
    """So many changes were drawn for it that would not have been a game."""
    worth: float = 0.0
    """How near to the ideals it is, or its quality: what cells of the archive are won by."""
    fitness: float = 0.0
    """Among all variants of the evolution: 1 − the normalised distance to the ideals."""

    @property
    def told(self) -> str:
        """How it differs from its first parent."""
        return "; ".join(self.words) if self.words else "as it was given"

    def as_kept(self) -> dict[str, Any]:
        """All that is needed to go on with it."""
        return {
            "number": self.number, "parents": list(self.parents), "words": list(self.words), "genome": self.genome.as_json(),
            "figures": dict(self.figures), "failed": self.failed, "why": self.why, "games": self.games, "mistyped": self.mistyped,
        }  # fmt: skip

    @staticmethod
    def from_json(stored: Mapping[str, Any]) -> Variant:
        """What was kept."""
        return Variant(
            int(stored["number"]), tuple(int(one) for one in stored["parents"]), tuple(str(one) for one in stored["words"]),
            Genome.from_json(stored["genome"]), {str(name): float(value) for name, value in stored["figures"].items()}, str(stored["failed"]),
            str(stored["why"]), int(stored["games"]), int(stored["mistyped"]),
        )  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """Plain values, without the text."""
        return {
            "number": self.number, "parents": list(self.parents), "told": self.told, "figures": dict(self.figures), "failed": self.failed,
            "why": self.why, "worth": self.worth, "fitness": self.fitness,
        }  # fmt: skip


@dataclass(frozen=True, repr=False)
class Evolution(Displayed):
    """All variants, and the best of them."""

    title: str
    variants: tuple[Variant, ...]
    """By their numbers; first those that it began with."""
    founders: int
    ideals: tuple[Ideal, ...]
    axes: tuple[Axis, ...]
    cells: Mapping[tuple[int, ...], int]
    """The archive: the variant of every cell that is filled."""
    agents: str
    trials: int
    seed: int
    games: int
    interrupted: bool = False
    folder: Path | None = None
    trial: Trial = field(default_factory=Trial)

    @property
    def passed(self) -> tuple[Variant, ...]:
        """Those that came through all gates."""
        return tuple(one for one in self.variants if not one.failed)

    @property
    def bred(self) -> tuple[Variant, ...]:
        """All but those that it began with."""
        return self.variants[self.founders :]

    @property
    def best(self) -> list[Variant]:
        """The best first; of the variants in the archive, where there is one."""
        kept = set(self.cells.values())
        found = [one for one in self.passed if one.number in kept] if self.axes else list(self.passed)
        return sorted(found, key=lambda one: (-(one.fitness if self.ideals else one.worth), one.number))

    @property
    def rejected(self) -> dict[str, int]:
        """How many variants did not pass each gate."""
        return dict(Counter(_NO_CHILD if one.failed == "bred" else one.failed for one in self.bred if one.failed))

    @property
    def front(self) -> list[Variant]:
        """Of those that passed, the ones that none is nearer to all ideals than (the Pareto front)."""
        found = [(one, [ideal.away(dict(one.figures)) for ideal in self.ideals]) for one in self.passed]
        return [
            one
            for one, away in found
            if not any(all(b <= a for a, b in zip(away, other, strict=True)) and other != away for _, other in found)
        ]

    def ancestors(self, number: int) -> list[Variant]:
        """A variant, its first parent, and so on back to the beginning."""
        found = [self.variants[number]]
        while found[-1].parents:
            found.append(self.variants[found[-1].parents[0]])
        return found

    def family(self, number: int) -> list[Variant]:
        """A variant and everything that it came from, the oldest first."""
        waiting, found = [number], {number}
        while waiting:
            for parent in self.variants[waiting.pop()].parents:
                if parent not in found:
                    found.add(parent)
                    waiting.append(parent)
        return [self.variants[one] for one in sorted(found)]

    def difference(self, number: int, parent: int | None = None) -> Distance:
        """How far a variant is from its first parent, or from another one, and what differs in words."""
        from ludwright.comparing.distance import distance

        one = self.variants[number]
        other = parent if parent is not None else one.parents[0] if one.parents else number
        return distance(self.variants[other].genome.described(), one.genome.described())

    # ------------------------------------------------------------ told

    @property
    def sentence(self) -> str:
        """In a sentence."""
        bred, passed = len(self.bred), sum(not one.failed for one in self.bred)
        cells = f" They fill {len(self.cells):,} of {self.size:,} cells." if self.axes else ""
        return f"{self.title}: {bred:,} variant{'s' if bred != 1 else ''} bred, {passed:,} passed all gates.{cells}"

    @property
    def size(self) -> int:
        """How many cells the archive has."""
        found = 1
        for one in self.axes:
            found *= one.bins
        return found

    def shown(self) -> Iterator[Block]:
        """For `print` and notebooks."""
        yield Title(self.sentence)
        if self.rejected:
            yield (
                "Not passed: "
                + ", ".join(
                    f"{gate} ({count:,})" for gate, count in sorted(self.rejected.items(), key=lambda pair: -pair[1])
                )
                + "."
            )
        best = self.best[:_SHOWN]
        if best:
            names = [ideal.name for ideal in self.ideals] or [
                name for name in _FIGURES if any(name in one.figures for one in best)
            ]
            yield TextTable(
                ("variant", "fitness" if self.ideals else "quality", *names),
                [
                    (f"{one.number}", f"{one.fitness if self.ideals else one.worth:.2f}", *(said(name, one.figures.get(name)) for name in names))
                    for one in best
                ],
            )  # fmt: skip
            for one in best:
                yield f"{one.number}: {self.history(one.number)}"
        yield FinePrint(
            f"{self.games:,} games, {self.trials} of each variant by `{self.agents}`; seed {self.seed}."
            + (f" Variants are kept in {self.folder}." if self.folder is not None else "")
        )

    def history(self, number: int) -> str:
        """What was done, step by step, from the game it began with to a variant."""
        steps = [one for one in reversed(self.ancestors(number)) if one.words]
        if not steps:
            return "as it was given"
        return " · then ".join(one.told for one in steps[-3:])

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "title": self.title, "sentence": self.sentence, "founders": self.founders, "games": self.games, "interrupted": self.interrupted,
            "agents": self.agents, "seed": self.seed, "rejected": self.rejected,
            "ideals": [{"name": one.name, "value": one.value} for one in self.ideals],
            "axes": [{"name": one.name, "low": one.low, "high": one.high, "bins": one.bins} for one in self.axes],
            "cells": [{"place": list(place), "variant": number} for place, number in self.cells.items()],
            "best": [one.number for one in self.best], "variants": [one.as_json() for one in self.variants],
            "folder": str(self.folder) if self.folder is not None else None,
        }  # fmt: skip

    # ------------------------------------------------------------ files

    def page(self, path: str | Path) -> Path:
        """Write all of it as one page with pictures, which needs no other file and no network."""
        from ludwright.evolution.page import page
        from ludwright.written import put

        put(Path(path), page(self))
        return Path(path)

    def save(self, folder: str | Path, numbers: Sequence[int] | None = None) -> list[Path]:
        """Write variants as games that load: the best ten, unless others are named."""
        chosen = [one.number for one in self.best[:10]] if numbers is None else list(numbers)
        written = []
        for number in chosen:
            one = self.variants[number]
            title = f"{one.genome.described().title.split(', variant')[0]}, variant {number}"
            named = one.genome.titled(title)
            heading = "".join(f"# {line}\n" for line in _lines(f"Variant {number}: {self.history(number)}"))
            written.append(named.with_text(heading + named.text).write(Path(folder), f"variant_{number}"))
        return written


def _lines(text: str, wide: int = 120) -> list[str]:
    from textwrap import wrap

    return wrap(" ".join(text.split()), wide)


def said(name: str, value: float | None) -> str:
    """A figure as it is written.

    >>> said("draws", 0.25), said("turns", 12.345), said("drama", None)
    ('25%', '12.3', '–')
    """
    if value is None:
        return "–"
    return f"{value:.0%}" if name in _SHARES else f"{value:.3g}" if abs(value) < 100 else f"{value:,.0f}"
