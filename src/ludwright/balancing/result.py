"""What came of a search, in sentences: the versions that meet the targets, what came closest, and what stands in the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from ludwright.balancing.knobs import Knob
from ludwright.balancing.readings import UNFINISHED, Key, Reading, sure
from ludwright.balancing.search import LIKELY, MET, MISSED, Confirmed, Search
from ludwright.balancing.targets import Target, TargetSeats
from ludwright.balancing.trying import interval, told
from ludwright.balancing.versions import Version, rank
from ludwright.display import Block, Displayed, TextTable, Title
from ludwright.language.syntax import parts

if TYPE_CHECKING:
    from ludwright.charts import Chart

_SHOWN = 5
"""So many versions are listed."""
_MOVING = 6
_FIGURES = 4
"""So many figures of a version are told in a sentence, also those that were never missed."""


@dataclass(frozen=True)
class Better:
    """A version, what it changes, and what that does."""

    version: Version
    state: str
    changes: str
    before: tuple[Reading, ...]
    after: tuple[Reading, ...]
    size: float
    file: Path | None = None
    command: str = ""
    """What plays the same games again."""

    @property
    def sentence(self) -> str:
        """What is changed, and what comes of it."""
        return f"{self.changes}: {'; '.join(self.effects)}" if self.effects else self.changes

    @property
    def effects(self) -> list[str]:
        """The figures that targets speak of, before and after, those that were missed first; of many only those that were, or are."""
        before = {one.key: one for one in self.before}
        found = [one for one in self.after if one.key[0] != UNFINISHED or one.away > 0]
        found.sort(key=lambda one: -before[one.key].away if one.key in before else 0.0)
        missed = [one for one in found if one.away > 0 or (one.key in before and before[one.key].away > 0)]
        shown = missed if missed and len(found) > _FIGURES else found
        rest = [f"{len(found) - len(shown)} more stay where they should be"] if len(shown) < len(found) else []
        return [
            f"{one.what} {f'{told(before[one.key])} → ' if one.key in before else ''}{told(one)} ({interval(one)})"
            for one in shown
        ] + rest

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "changes": dict(self.version.changes), "told": self.changes, "state": self.state, "sentence": self.sentence, "size": self.size,
            "before": [one.as_json() for one in self.before], "after": [one.as_json() for one in self.after],
            "file": str(self.file) if self.file is not None else None, "command": self.command,
        }  # fmt: skip


@dataclass(frozen=True, repr=False)
class Balance(Displayed):
    """What was looked for, and what was found."""

    title: str
    targets: tuple[Target, ...]
    tables: tuple[TargetSeats, ...]
    knobs: Mapping[str, Knob]
    versions: tuple[Better, ...]
    """Those that meet all targets and of which none is worse than another in everything: surest first, then fewest changes, then smallest."""
    closest: Better | None
    """What came closest, where none does."""
    before: tuple[Reading, ...]
    obstacles: tuple[str, ...]
    """What stands in the way, where no version meets all targets."""
    moving: Mapping[str, float]
    """How far each knob moves the figures, in what matters."""
    tried: int
    broken: int
    games: int
    fresh: int
    unscreened: tuple[str, ...] = ()
    interrupted: bool = False
    fine: bool = False
    """Whether nothing has to be changed."""
    folder: Path | None = None
    cloud: tuple[tuple[float, float], ...] = field(default=(), repr=False)
    """Of every version that was tried how large it is, and how far from what is wished."""

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        if self.fine:
            doubt = "" if sure(self.before) else ", as far as so few games tell"
            told_of = {one.key[0] for one in self.before}
            if any(target.rules and place not in told_of for place, target in enumerate(self.targets)):
                doubt = f": nothing of the kind is found in {self.games:,} games"
            return f"{self.title} meets {_all(self.targets)} as it is{doubt}."
        if self.versions:
            best = self.versions[0]
            doubt = "" if best.state == MET else " (not all of it is sure)"
            return f"{self.title}: {best.sentence}{doubt}."
        if self.closest is None:
            return (
                f"{self.title}: nothing was tried before it was stopped."
                if self.interrupted
                else f"{self.title}: no other version could be tried with so few games; give more, for example `--games 20000`."
            )
        return f"{self.title}: no version meets {_all(self.targets)}. Closest: {self.closest.sentence}."

    @property
    def headline(self) -> str:
        """How many versions there are."""
        one = len(self.versions) == 1
        return f"{self.title}: {'one version meets' if one else f'{len(self.versions)} versions meet'} {_all(self.targets)}."

    @property
    def basis(self) -> str:
        """What it rests on."""
        who = "; ".join(table.told for table in self.tables)
        fresh = (
            f", those above on {self.fresh:,} fresh ones each" if self.fresh and (self.versions or self.closest) else ""
        )
        broken = f" ({self.broken} more could not be played)" if self.broken else ""
        return f"{self.tried:,} version{'s' if self.tried != 1 else ''} of the game in {self.games:,} games by {who}{fresh}{broken}; ranges in brackets are 95% intervals."

    @property
    def knobs_told(self) -> str:
        """Which knobs matter."""
        moved = sorted((name for name, size in self.moving.items() if size >= 1.0), key=lambda name: -self.moving[name])
        if self.fine or len(self.moving) < 2:
            return ""
        first = ", ".join(f"`{name}`" for name in moved[:_MOVING])
        more = f" and {len(moved) - _MOVING} more" if len(moved) > _MOVING else ""
        many = f"{len(self.knobs)} knobs"
        told = (
            f"Of {many}, these move a target: {first}{more}."
            if moved
            else f"None of {many} moves a target so much that it matters."
        )
        left = f" There was no time to try {_few(self.unscreened)}." if self.unscreened else ""
        return told + left

    def shown(self) -> Iterator[Block]:
        """For the terminal, `print` and notebooks."""
        yield Title(self.headline if self.versions else self.sentence)
        if self.fine:
            if rows := self._as_it_is():
                headings = ("target", *(["with"] if len(self.tables) > 1 else []), "figure")
                yield TextTable(headings, rows, text=tuple(range(len(headings))))
            yield self.basis
            return
        for place, one in enumerate(self.versions, 1):
            doubt = "" if one.state == "met" else " Not all of it is sure: more games would tell."
            yield f"{place}. {one.sentence[:1].upper()}{one.sentence[1:]}.{doubt}"
        best = self.versions[0] if self.versions else self.closest
        if best is not None:
            yield self._before_and_after(best)
        yield from (f"In the way: {line}" for line in self.obstacles)
        yield from (line for line in (self.knobs_told, self.basis) if line)
        files = [
            one.file for one in (*self.versions, *([self.closest] if self.closest else [])) if one.file is not None
        ]
        if files:
            yield f"Written: {', '.join(map(str, files))}"
        if best is not None and best.command:
            yield f"The same games again: {best.command}"

    def _as_it_is(self) -> list[tuple[str, ...]]:
        """Every figure of the game, where nothing has to be changed."""
        several = len(self.tables) > 1
        return [
            (
                self.targets[one.key[0]].text + (f": {one.what}" if one.key[2] else ""),
                *([self.tables[one.key[1]].told] if several else []),
                f"{told(one)} ({interval(one)})",
            )
            for one in self.before
            if one.key[0] != UNFINISHED
        ]

    def _before_and_after(self, better: Better) -> TextTable:
        several = len(self.tables) > 1
        headings = ("target", *(["with"] if several else []), "before", "after", "")
        rows = [(row[0], *([row[1]] if several else []), *row[2:]) for row in self.rows(better)]
        return TextTable(headings, rows, text=tuple(range(len(headings))))

    def rows(self, better: Better) -> list[tuple[str, str, str, str, str]]:
        """Before and after: the target, where, what was, what is, and whether it is met."""
        before = {one.key: one for one in self.before}
        found = []
        for one in better.after:
            if one.key[0] == UNFINISHED:
                continue
            target = self.targets[one.key[0]]
            was = before.get(one.key)
            met = "met" if one.away == 0 and one.doubt <= 0.05 else "likely" if one.away == 0 else "missed"
            what = target.text if not one.key[2] else f"{target.text}: {one.what}"
            found.append(
                (what, self.tables[one.key[1]].told, f"{told(was)} ({interval(was)})" if was else "–", f"{told(one)} ({interval(one)})", met)
            )  # fmt: skip
        return found

    def page(self, path: str | Path) -> Path:
        """Write all of it as one page with pictures, which needs no other file and no network."""
        from ludwright.balancing.page import page
        from ludwright.written import put

        put(Path(path), page(self))
        return Path(path)

    def chart(self) -> Chart:
        """Every version that was tried: how large its changes are, and how far it is from what is wished."""
        import polars as pl

        from ludwright.charts import draw

        rows = [{"changes": size, "away": away, "version": "tried"} for size, away in self.cloud]
        rows += [
            {"changes": one.size, "away": sum(reading.away for reading in one.after), "version": "listed"}
            for one in (*self.versions, *([self.closest] if self.closest else []))
        ]  # fmt: skip
        frame = pl.DataFrame(rows, schema={"changes": pl.Float64, "away": pl.Float64, "version": pl.String})
        return draw(
            frame, "scatter", x="changes", y="away", colour="version", title=f"{self.title}: versions that were tried",
            x_title="size of all changes together", y_title="away from the targets, in what matters", note=self.basis, width=640,
        )  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "game": self.title, "sentence": self.sentence, "basis": self.basis, "fine": self.fine, "interrupted": self.interrupted,
            "targets": [{"text": one.text, "tables": [table.told for table in one.tables]} for one in self.targets],
            "knobs": {name: {"value": knob.value, "least": knob.values[0], "most": knob.values[-1]} for name, knob in self.knobs.items()},
            "moving": dict(self.moving), "versions": [one.as_json() for one in self.versions],
            "closest": self.closest.as_json() if self.closest is not None else None, "obstacles": list(self.obstacles),
            "before": [one.as_json() for one in self.before], "tried": self.tried, "broken": self.broken, "games": self.games,
            "unscreened": list(self.unscreened), "folder": str(self.folder) if self.folder is not None else None,
        }  # fmt: skip


def _all(targets: Sequence[Target]) -> str:
    return {1: "the target", 2: "both targets"}.get(len(targets), f"all {len(targets)} targets")


def _few(names: Sequence[str]) -> str:
    first = ", ".join(f"`{name}`" for name in names[:_MOVING])
    return f"{first} and {len(names) - _MOVING} more" if len(names) > _MOVING else first


def best_of(search: Search) -> list[Confirmed]:
    """The good versions of which none is worse than another in number, size and nearness to the middle of all ranges."""

    def worth(one: Confirmed) -> tuple[float, ...]:
        return (
            len(one.version.changes),
            one.version.size(search.knobs),
            round(one.off_centre, 2),
            float(one.state != MET),
        )

    good = search.good
    kept = [
        one
        for one in good
        if not any(_dominates(worth(other), worth(one)) for other in good)
    ]  # fmt: skip
    order = {version: place for place, version in enumerate(rank([one.version for one in kept], search.knobs))}
    kept.sort(key=lambda one: (one.state == LIKELY, order[one.version]))
    return _told_apart(kept)[:_SHOWN]


def _told_apart(ranked: Sequence[Confirmed]) -> list[Confirmed]:
    """Of versions that turn the same knobs the smallest, and the one nearest to the middle of all ranges."""
    found = []
    for one in ranked:
        alike = [other for other in ranked if other.version.names == one.version.names]
        if one is alike[0] or one is min(alike, key=lambda other: (other.state == LIKELY, other.off_centre)):
            found.append(one)
    return found


def _dominates(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(a <= b for a, b in zip(one, other, strict=True)) and one != other


def obstacles(search: Search, targets: Sequence[Target]) -> list[str]:
    """For every target that the closest version misses: how near any version came, and what that costs."""
    closest = search.closest
    if closest is None:
        return []
    found = []
    missed = [one for one in search.readings(closest) if one.away > 0] or [
        one for one in search.readings(closest) if one.steps < 1
    ]
    for one in missed:
        if one.key[0] == UNFINISHED:
            found.append("Changes that would help keep games from coming to their end.")
            continue
        name = f"`{targets[one.key[0]].text}{f': {one.what}' if one.key[2] else ''}`{_where(search, one)}"
        best = _nearest(search, one.key)
        if best is None:
            continue
        version, reading = best
        if reading.away > 0:
            found.append(
                f"{name}: nothing that was tried moves it that far. The nearest was {told(reading)}, the target is {_range(one)} ({version.told(search.knobs)})."
            )
            continue
        others = [other for other in search.readings(version) if other.away > 0 and other.key != one.key]
        if others:
            worst = max(others, key=lambda other: other.away)
            against = (
                "games come to their end less often"
                if worst.key[0] == UNFINISHED
                else f"`{targets[worst.key[0]].text}`{_where(search, worst)} is {told(worst)}"
            )
            found.append(f"{name} is met ({told(reading)}) if you {version.told(search.knobs)}, but then {against}.")
        else:
            found.append(f"{name} lies at the end of its range: {told(one)}. Can't tell yet: give it more games.")
    return found


def _where(search: Search, one: Reading) -> str:
    """At which table, if there are several."""
    tables = search.laboratory.tables
    return f" ({tables[one.key[1]].told})".replace(" (`", ", `").replace("`))", "`)") if len(tables) > 1 else ""


def _nearest(search: Search, key: Key) -> tuple[Version, Reading] | None:
    there = [
        (version, reading)
        for version in search.heats
        if version.changes
        for reading in search.readings(version)
        if reading.key == key
    ]
    return min(there, key=lambda one: (one[1].away, search.away(one[0]), one[0].size(search.knobs)), default=None)


def _range(one: Reading) -> str:
    """What is wished, as exactly as it was said.

    >>> _range(Reading((0, 0, ""), 0.5, 0.4, 0.6, 9, 0.495, 0.505, share=True)), _range(Reading((0, 0, ""), 9, 8, 9, 9, wish_low=10))
    ('49.5% to 50.5%', 'at least 10')
    """
    low, high = (f"{100 * end:.4g}%" if one.share else f"{end:,.6g}" for end in (one.wish_low, one.wish_high))
    if one.wish_low == -inf:
        return f"at most {high}"
    return f"at least {low}" if one.wish_high == inf else f"{low} to {high}"


def named(readings: Sequence[Reading], targets: Sequence[Target], tables: Sequence[TargetSeats]) -> tuple[Reading, ...]:
    """Readings with what they are called in a sentence: `seat 1 wins`, `turns`, and at which table, if there are several."""
    from dataclasses import replace

    found = []
    for one in readings:
        what = one.what or _what(targets[one.key[0]])
        where = f" with {tables[one.key[1]].told}" if len(tables) > 1 else ""
        found.append(replace(one, what=f"{what}{where}"))
    return tuple(found)


def _what(target: Target) -> str:
    one = target.expectation
    assert one is not None
    if target.beats:
        return f"`{target.beats}` wins"
    if one.text == "seat shares" and one.part:
        return f"{'the last seat' if one.part == 'seat 0' else one.part} wins"
    plain = {"duration in turns": "turns", "duration in moves": "moves", "duration in minutes": "minutes"}.get(
        one.text, one.text
    )
    return plain if not one.part else f"{plain} of {one.part}"


def again(better: Version, file: Path, search: Search, targets: Sequence[Target], tables: Sequence[TargetSeats]) -> str:
    """The command that plays the same games of a saved version again, for targets that `ludwright expect` knows."""
    for number_, table in enumerate(tables):
        own = [
            target
            for target in targets
            if target.expectation is not None and not target.beats and table in target.tables
        ]
        confirmed = search.confirmed.get(better)
        if own and confirmed is not None:
            sentences = " ".join(
                quote(str(parts(target.expectation.declaration.tree)[0])[1:-1]) for target in own if target.expectation
            )
            agents = quote(",".join(table.agents))
            games = confirmed.games[number_]
            return f"ludwright expect {quote(str(file))} {sentences} --agents {agents} --players {table.players} --games {games} --seed {confirmed.seed}"
    return ""


__all__ = ["LIKELY", "MET", "MISSED", "Balance", "Better", "again", "best_of", "named", "obstacles"]
