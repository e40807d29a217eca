"""Two versions of a game on the same deals: what changed, what did not, what is not decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from ludwright.comparing.blocks import BLOCKS, Blocked, Progress, blocked, restricted
from ludwright.comparing.difference import CHANGED, OPEN, SAME, TOLD, Difference, difference, judged
from ludwright.comparing.expected import Wanted, turned, wanted
from ludwright.comparing.margins import Margins
from ludwright.comparing.mistakes import ComparisonError
from ludwright.comparing.rules import Line, changes
from ludwright.comparing.sides import Side, Source, read_table, sides
from ludwright.comparing.wording import clause, settled, tellable
from ludwright.display import Block, Displayed
from ludwright.metrics.catalogue import Metric
from ludwright.metrics.evidence import Evidence
from ludwright.metrics.measuring import chosen_metrics

if TYPE_CHECKING:
    from ludwright.charts import Chart

_FIRST = 3
"""So many changes are told in the first sentence."""
_RESULT = ("end", "winner", "drawn", "decisions", "moves", "turns")


@dataclass(frozen=True)
class Comparison(Displayed):
    """What was found."""

    a: Side
    b: Side
    differences: tuple[Difference, ...]
    """What changed first, the largest of it first; then what is open, the surest first; then what is the same; then what has no interval."""
    games: int
    """Of each version, and each number of players."""
    alike: int
    pairs: int
    """How many pairs of games with the same deal and seats went alike, of how many; no pairs if the deals are not the same."""
    margins: Margins = field(default_factory=Margins)
    """What matters."""
    expected: tuple[Wanted, ...] = ()
    """What the designer expects, with its verdict on both sides."""

    def of(self, state: str) -> list[Difference]:
        """The differences of a state: `changed`, `open`, `same` or `told`."""
        return [one for one in self.differences if one.state == state]

    def __getitem__(self, name: str) -> Difference:
        """The difference of a metric, or of a part of one as in `seat shares: seat 1`; for the first number of players."""
        for one in self.differences:
            if one.name == name:
                return one
        raise ComparisonError(f"nothing was compared under the name `{name}`")

    @cached_property
    def rules(self) -> list[list[Line]]:
        """The places at which the rules differ."""
        return changes(self.a.text, self.b.text)

    @property
    def sentence(self) -> str:
        """What changed, in a sentence."""
        if not self.of(CHANGED):
            return f"No difference is sure between A ({self.a.label}) and B ({self.b.label}): {self._standing}."
        return f"B ({self.b.label}) {self._clauses}."

    @property
    def sentence_of_now(self) -> str:
        """The same where A is what a game was before, and B what it is now."""
        return f"The game now {self._clauses}." if self.of(CHANGED) else f"No change is sure: {self._standing}."

    @property
    def _clauses(self) -> str:
        return "; ".join(f"{self._where(one)}{clause(one)}" for one in tellable(self.of(CHANGED))[:_FIRST])

    @property
    def _standing(self) -> str:
        same, undecided = len(self.of(SAME)), len(self.of(OPEN))
        return f"{same} figure{'s are' if same != 1 else ' is'} shown to be equivalent, {undecided} {'are' if undecided != 1 else 'is'} open"

    @property
    def equivalence(self) -> str:
        """What it means that figures are equivalent."""
        return f"surely no farther apart than matters: {self.margins.told}"

    def _where(self, one: Difference) -> str:
        several = len({other.players for other in self.differences}) > 1
        return f"with {one.players} players " if several else ""

    @property
    def basis(self) -> str:
        """What it rests on."""
        agents = ", ".join(dict.fromkeys(self.a.run.plan.agents))
        if not self.pairs:
            return f"{self.games:,} games of each version, by {agents}, with different deals."
        return (
            f"{self.games:,} games of each version, by {agents}, with the same deals; {self.alike:,} of {self.pairs:,} pairs went alike."
        )  # fmt: skip

    @property
    def promise(self) -> str:
        """How sure it is."""
        looks = sum(one.state != TOLD for one in self.differences)
        return f"{looks} figures were compared. If nothing had changed, any of them would be called changed in at most {self.margins.error_rate:.0%} of such comparisons (Holm)."

    def undecided(self) -> Iterator[tuple[Difference, str]]:
        """What is open, with how many games would settle it."""
        return ((one, settled(one)) for one in self.of(OPEN))

    def charts(self) -> list[Chart]:
        """What changed, in what matters; and how long games are."""
        from ludwright.comparing.pictures import pictures

        return pictures(self)

    def html(self) -> str:
        """One page: it needs no other file and no network."""
        from ludwright.comparing.comparison_page import page

        return page(self)

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "a": self.a.label, "b": self.b.label, "sentence": self.sentence, "basis": self.basis, "promise": self.promise,
            "equivalence": self.equivalence, "games": self.games, "paired": bool(self.pairs), "pairs": self.pairs, "alike": self.alike,
            "differences": [one.as_json() for one in self.differences],
            **({"expected": [one.as_json() for one in self.expected], "turned": turned(self.expected)} if self.expected else {}),
            "rules": [[{"sign": line.sign, "text": line.text} for line in place] for place in self.rules],
        }  # fmt: skip

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        from ludwright.comparing.tables import comparison_blocks

        return comparison_blocks(self)

    def __repr__(self) -> str:
        counts = ", ".join(f"{len(self.of(state))} {state}" for state in (CHANGED, OPEN, SAME))
        return f"<Comparison of {self.a.label!r} and {self.b.label!r}: {counts}>"


def compare(
    a: Source,
    b: Source | None = None,
    *,
    agents: str | Sequence[str] = "random",
    games: int = 1_000,
    players: int | Sequence[int] | None = None,
    seatings: str = "rotate",
    seed: int = 1,
    params: Mapping[str, int] | None = None,
    a_params: Mapping[str, int] | None = None,
    b_params: Mapping[str, int] | None = None,
    metrics: Sequence[str] | None = None,
    sample: int = 200,
    margins: Margins | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Compare two versions of a game: two games, one game set otherwise, or two playtests.

    Games are played with the same deals, by the same agents in the same seats; with a playtest on one side, as that was played. ``params`` sets
    parameters of both, ``a_params`` and ``b_params`` those of one. ``metrics`` names metrics or groups of them; all if not given. ``sample``
    games are played again where something has to be looked up. ``margins`` say how large a difference must be to matter.

    >>> import ludwright
    >>> found = ludwright.compare("pig", b_params={"goal": 50}, games=200, metrics=["duration in turns"])
    >>> found["duration in turns"].state
    'changed'
    """
    chosen = chosen_metrics(metrics)
    both = dict(params or {})
    settings = {**both, **(a_params or {})}, {**both, **(b_params or {})}
    table = read_table(agents, games, players, seatings, seed, threads)
    one, other = sides(a, b, table, settings, progress)
    counts = [{cell.players for cell in side.run.cells if cell.version == side.version} for side in (one, other)]
    common = sorted(counts[0] & counts[1])
    if not common:
        raise ComparisonError("the two playtests have no number of players in common")
    paired = one.deals == other.deals
    found: list[Difference] = []
    alike = pairs = least = 0
    for count in common:
        evidence = [Evidence.of(side.run, side.version, count, sample=sample) for side in (one, other)]
        if paired:
            evidence = _same_deals(*evidence)
            own_alike, own_pairs = _alike(*evidence)
            alike, pairs = alike + own_alike, pairs + own_pairs
        told = [
            _measured(part, chosen, f"{name}, {count} players", progress)
            for part, name in zip(evidence, "AB", strict=True)
        ]
        found += _differences(told[0], told[1], count, paired)
        least = min(told[0].games, told[1].games, *([least] if least else []))
    margins = margins or Margins()
    if progress is not None:
        progress("what is expected", 0, 1)
    expected = wanted(one, other, common)
    return Comparison(one, other, tuple(judged(found, least, margins)), least, alike, pairs, margins, expected)


def _same_deals(a: Evidence, b: Evidence) -> list[Evidence]:
    """Only deals that both have: of a playtest that was stopped, or of two of different lengths."""
    keys = ["number", "seating"]
    of_a, of_b = _seated(a), _seated(b)
    found = []
    for own, other, evidence in ((of_a, of_b, a), (of_b, of_a, b)):
        kept = own.join(other, on=keys, how="semi", maintain_order="left")
        if not len(kept):
            raise ComparisonError("the two playtests have no deal in common")
        found.append(evidence if len(kept) == len(own) else restricted(evidence, kept.drop("seating")))
    return found


def _seated(evidence: Evidence) -> pl.DataFrame:
    """The games with who sat where."""
    sitting = evidence.seats.sort("game", "seat").group_by("game").agg(pl.col("agent").str.join("\n").alias("seating"))
    return evidence.games.join(sitting, on="game", maintain_order="left")


def _alike(a: Evidence, b: Evidence) -> tuple[int, int]:
    """How many pairs had the same length and the same result, and how many pairs there are."""
    both = _seated(a).join(_seated(b), on=["number", "seating"], suffix="_b")
    same = [pl.col(name).eq_missing(pl.col(f"{name}_b")) for name in (*_RESULT, "returns")]
    return len(both.filter(*same)), len(both)


def _measured(evidence: Evidence, chosen: Sequence[Metric], name: str, progress: Progress | None) -> Blocked:
    total = len(chosen) + BLOCKS
    figures = []
    for place, metric in enumerate(chosen):
        if progress is not None:
            progress(f"measuring {name}", place, total)
        figures.append((metric, metric.of(evidence)))
    step = None if progress is None else lambda block: progress(f"measuring {name}", len(chosen) + block, total)
    return blocked(evidence, figures, step)


def _differences(a: Blocked, b: Blocked, players: int, paired: bool) -> Iterator[Difference]:
    for key, figure in a.figures.items():
        if key in b.figures:
            values = a.pseudo.get(key), b.pseudo.get(key)
            one = difference(key, figure, b.figures[key], values, min(a.deals, b.deals), paired=paired)
            yield replace(one, players=players)
