"""Playing a version at a table, and keeping what came of it: nothing is played twice, and a search that was stopped goes on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

import polars as pl

from ludwright.balancing.errors import BalanceError
from ludwright.balancing.knobs import CELL, COPIES, NUMBER, PARAM, SEAT, START, Knob
from ludwright.balancing.readings import UNFINISHED, Key, Reading, from_json
from ludwright.balancing.targets import Target, TargetSeats, whole_wish
from ludwright.balancing.versions import Version, described, knobbed_text
from ludwright.expectations.measuring import Measuring
from ludwright.findings.finding import FOUND
from ludwright.findings.judging import judge
from ludwright.findings.play import plays_of
from ludwright.game import load
from ludwright.language.source import Description, read_text
from ludwright.mistakes import LudwrightError, MistakesError
from ludwright.plain_files import read_plain
from ludwright.play.agents import MOVE_LIMIT
from ludwright.playtests import Playtest, playtest

_TIMES, _SHORTEST = 20, 500
"""A game so many times as long as the longest of the game as it is does not end."""
_MOST_JOURNAL = 1_000_000_000
"""Bytes of what is known of the versions that were tried."""
_SLOW = 0.004
"""Where a game takes longer than this, in seconds, the clock is watched while games are played."""
_LOOKED_AT = 60
"""So many games are played again where a finding has to look something up."""
_UNFINISHED = 0.005
Answer = tuple[Reading, ...] | str
"""The readings, or why a version can't be played."""


@dataclass
class Laboratory:
    """Plays versions of one game."""

    description: Description
    knobs: Mapping[str, Knob]
    targets: Sequence[Target]
    tables: Sequence[TargetSeats]
    folder: Path
    """Where the game's own files lie."""
    settings: Mapping[str, int] = field(default_factory=dict)
    threads: int | None = None
    cluster: str | None = None
    """The Ray cluster that plays."""
    journal: Path | None = None
    """Where all that was played is written down, line by line."""
    games: int = 0
    """How many were played, those of the journal included."""
    end: float = inf
    """When the time is over."""
    pace: dict[int, float] = field(default_factory=dict)
    """Seconds a game takes at each table."""
    known: dict[tuple[Version, int, int, int], Answer] = field(default_factory=dict)
    fixed: dict[bool, float] = field(default_factory=lambda: {True: 0.15, False: 0.5})
    """Seconds a version takes beside its games: where nothing is compiled for it, and where it is."""
    exact: bool = False
    """Whether every version is read from its variant text: on fresh deals, so that what is told is what the file does."""

    def __post_init__(self) -> None:
        self._held: dict[tuple[bool, bool, int], Playtest] = {}
        """The last run of each kind: what is compiled for one serves others."""
        self._limits: dict[int, int] = {}
        self._unfinished: dict[int, float] = {}
        self._watched: set[Key] = set()
        if self.journal is not None and self.journal.is_file():
            self._read_journal(self.journal)

    # ------------------------------------------------------------ what is known

    def _read_journal(self, path: Path) -> None:
        """What was played before; a last line that was cut off is left out."""
        for line in read_plain(path, _MOST_JOURNAL).decode("utf-8", "replace").splitlines():
            try:
                stored = json.loads(line)
                version = Version(tuple((str(name), int(value)) for name, value in stored["version"]))
                key = version, int(stored["table"]), int(stored["seed"]), int(stored["games"])
                broken = stored.get("broken")
                self.known[key] = str(broken) if broken else tuple(from_json(one) for one in stored["readings"])
                self.pace.setdefault(key[1], float(stored["pace"]))
            except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
                continue

    def _write(self, key: tuple[Version, int, int, int], found: Answer, pace: float) -> None:
        if self.journal is None:
            return
        version, table, seed, games = key
        told = {"broken": found} if isinstance(found, str) else {"readings": [one.as_json() for one in found]}
        line = {"version": list(version.changes), "table": table, "seed": seed, "games": games, "pace": pace, **told}
        with self.journal.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    # ------------------------------------------------------------ playing

    def play(self, version: Version, table: int, seed: int, games: int) -> Answer:
        """The readings of so many games; played before, they are known."""
        key = version, table, seed, games
        if key not in self.known:
            began = monotonic()
            try:
                run = self._run(version, self.tables[table], table, seed, games)
            except MistakesError as error:
                if not version.changes:
                    raise
                found: Answer = error.mistakes[0].message if error.mistakes else "it can't be read"
            except LudwrightError as error:
                if not version.changes:
                    raise
                found = str(error).splitlines()[0]
            else:
                if not run.complete:
                    raise KeyboardInterrupt
                found = self._measured(run, version, table)
                self._held[version.only_params(self.knobs), self._quick(version), table] = run
            taken = monotonic() - began
            if not isinstance(found, str):
                self._clock(self._quick(version), table, taken, games)
            self.known[key] = found
            self._write(key, found, taken / games)
        found = self.known[key]
        if not isinstance(found, str):
            self.games += games
            if not version.changes:
                self._remember(table, found)
        return found

    def _clock(self, quick: bool, table: int, seconds: float, games: int) -> None:
        """Learn how long a game takes, and what a version takes beside its games."""
        pace = seconds / games
        self.pace[table] = min(self.pace.get(table, pace), pace)
        rest = max(0.0, seconds - games * self.pace[table])
        self.fixed[quick] = 0.5 * (self.fixed[quick] + rest)

    def expected(self, version: Version, table: int, games: int) -> float:
        """How long it will take, in seconds; nothing where it is known."""
        return self.fixed[self._quick(version)] + games * self.pace.get(table, 0.0)

    def _quick(self, version: Version) -> bool:
        """Whether nothing has to be compiled for a version."""
        plain = (knob for name, _ in version.changes if (knob := self.knobs[name]).kind != PARAM)
        return all(knob.name in self._turned for knob in plain)

    @cached_property
    def _knobbed(self) -> tuple[Description | None, dict[str, str]]:
        """The game with knobs as parameters, as many as it can be compiled with; and their names."""
        plain = [knob for knob in self.knobs.values() if knob.kind not in (PARAM, COPIES)]
        for kinds in ((CELL, START, SEAT, NUMBER), (CELL, START, SEAT), (CELL,)):
            some = [knob for knob in plain if knob.kind in kinds]
            if not some:
                continue
            with suppress(LudwrightError, RecursionError):
                text, names = knobbed_text(some, self.description)
                made = read_text(text, "knobs.game", self.folder)
                loaded = [load(made, players=table.players, params=self.settings) for table in self.tables]
                known = loaded[0].rules.model.params
                return made, {name: own for name, own in names.items() if not known[own].structural}
        return None, {}

    @property
    def _turned(self) -> dict[str, str]:
        return self._knobbed[1]

    def _remember(self, table: int, found: Sequence[Reading]) -> None:
        """How often the game as it is does not come to its end, as no version may be worse; and what is found in it."""
        for one in found:
            if one.key[0] == UNFINISHED:
                self._unfinished.setdefault(table, one.value)
            elif one.key[2]:
                self._watched.add(one.key)

    def _run(self, version: Version, table: TargetSeats, number: int, seed: int, games: int) -> Playtest:
        params = dict(self.settings)
        source = self.description
        if self.exact and version.changes:
            source = described(version, self.knobs, self.description, self.folder)
        elif version.only_params(self.knobs):
            params.update(version.changes)
        elif self._quick(version):
            source = self._knobbed[0] or source
            for name, own in self._turned.items():  # all of them: then what is compiled for one version serves all
                knob = self.knobs[name]
                params[own] = version.value(knob) - (knob.value if knob.kind == SEAT else 0)
            params.update((name, value) for name, value in version.changes if self.knobs[name].kind == PARAM)
        else:
            source = described(version, self.knobs, self.description, self.folder)
        slow = self.end < inf and self.pace.get(number, inf) > _SLOW
        return playtest(
            source, list(table.agents), games, players=table.players, seed=seed, params=params, threads=self.threads, cluster=self.cluster,
            move_limit=self._limits.get(number, MOVE_LIMIT), seconds=max(0.2, self.end - monotonic()) if slow else None,
        )  # fmt: skip

    # ------------------------------------------------------------ reading

    def _measured(self, run: Playtest, version: Version, table: int) -> Answer:
        """The readings; why there are none, where a version does not come to what a target speaks of."""
        try:
            return self._readings(run, version, table)
        except LudwrightError as error:
            if not version.changes:
                raise
            return str(error).splitlines()[0]

    def _readings(self, run: Playtest, version: Version, table: int) -> tuple[Reading, ...]:
        frame = run.games.select("end", "moves").collect()
        count = len(frame)
        if not version.changes and table not in self._limits:
            longest = max(frame.filter(pl.col("end") == "over")["moves"].to_list(), default=0)
            self._limits[table] = min(MOVE_LIMIT, max(_SHORTEST, _TIMES * int(longest)))
        unfinished = int((frame["end"] != "over").sum()) / max(1, count)
        most = max(_UNFINISHED, self._unfinished.get(table, unfinished))
        found = [
            Reading(
                (UNFINISHED, table, ""),
                unfinished,
                unfinished,
                unfinished,
                count,
                wish_high=most,
                share=True,
                what="games that don't end",
            )
        ]
        own = [(number, target) for number, target in enumerate(self.targets) if self.tables[table] in target.tables]
        found += self._of_sentences(run, own, table, count)
        found += [
            reading
            for number, target in own
            if target.rules
            for reading in self._of_findings(run, number, target, table, count)
        ]
        return tuple(found)

    def _of_sentences(self, run: Playtest, own: Sequence[tuple[int, Target]], table: int, count: int) -> list[Reading]:
        wanted, numbers = [], []
        for number, target in own:
            if target.expectation is not None:
                named = replace(target.expectation, part=run.cells[0].agents[0]) if target.beats else target.expectation
                wanted.append(named)
                numbers.append(number)
        if not wanted:
            return []
        found = []
        for number, verdict in zip(numbers, Measuring(run, wanted).verdicts(), strict=True):
            wish = whole_wish(verdict.expectation)
            if verdict.value is None:
                raise BalanceError(f"nothing can be said of `{verdict.title}`: {verdict.note or 'too few games tell'}")
            low, high = (verdict.low, verdict.high) if verdict.low is not None else (verdict.value, verdict.value)
            found.append(
                Reading(
                    (number, table, ""),
                    verdict.value,
                    low,
                    high if high is not None else verdict.value,
                    count,
                    wish.low,
                    wish.high,
                    verdict.percent,
                )
            )
        return found

    def _of_findings(self, run: Playtest, number: int, target: Target, table: int, count: int) -> list[Reading]:
        found = []
        answers = judge(plays_of(run, sample=_LOOKED_AT), rules=target.rules).answers
        if not answers:
            raise BalanceError(f"`{target.text}`: games of these players alone don't tell that")
        for answer in answers:
            look, figure = answer.look, answer.look.figure
            if figure.value is None or figure.low is None or figure.high is None:
                continue
            about = f"{answer.rule.name}: {look.subject}: {'above' if look.above else 'below'}"
            if len(target.rules) > 1 and answer.state != FOUND and (number, table, about) not in self._watched:
                continue  # of all findings only those that are made, here or in the game as it is
            found.append(
                Reading(
                    (number, table, about),
                    figure.value,
                    figure.low,
                    figure.high,
                    count,
                    -inf if look.above else look.threshold,
                    look.threshold if look.above else inf,
                    figure.unit == "share",
                    f"{answer.rule.name}{f' ({look.subject})' if look.subject else ''}",
                )
            )
        return found


def told(reading: Reading) -> str:
    """A figure as it is written: a share in percent.

    >>> told(Reading((0, 0, ""), 0.512, 0.49, 0.53, 100, share=True)), told(Reading((0, 0, ""), 31.42, 30.0, 33.0, 100))
    ('51%', '31.4')
    """
    return number(reading.value, reading.share)


def number(value: float, share: bool) -> str:
    """
    >>> number(0.0423, True), number(0.2, False), number(1234.5, False)
    ('4.2%', '0.2', '1,234')
    """
    if share:
        points = 100 * value
        return f"{points:.0f}%" if 10 <= points <= 90 or points in (0, 100) else f"{points:.1f}%"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def interval(reading: Reading) -> str:
    """Both ends of the interval, the sign of percent once.

    >>> interval(Reading((0, 0, ""), 0.512, 0.49, 0.53, 100, share=True))
    '49–53%'
    """
    low, high = number(reading.low, reading.share), number(reading.high, reading.share)
    return f"{low.removesuffix('%')}–{high}"


def plain(value: Any) -> Any:
    """Without what JSON does not know."""
    return None if isinstance(value, float) and abs(value) == inf else value
