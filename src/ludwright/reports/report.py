"""A report: the verdict, the charts and the replays of some plays, told in several ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ludwright.findings import Finding, Play, Verdict, judge, plays_of, proofs
from ludwright.findings.finding import FINE, OPEN
from ludwright.findings.play import rank_by_strength
from ludwright.metrics.figure import Witness
from ludwright.playtests import Playtest
from ludwright.reports.climbing import climb
from ludwright.reports.expected import Expected, expected
from ludwright.reports.interventions import intervene
from ludwright.reports.playing import Players, Wish
from ludwright.reports.replays import Replay, Replays
from ludwright.reports.section import Section, capital
from ludwright.reports.sections import sections
from ludwright.strategy.plays import answers_of

_WITNESSES = 3
Doing = Callable[[str], None]
_REPLAYS, _QUICK_REPLAYS, _QUICK_FRAMES = 24, 4, 30
_MOST = 10_000_000
"""What more games than this would decide is not decided by games."""


@dataclass
class Report:
    """What a designer gets to read."""

    title: str
    plays: list[Play]
    verdict: Verdict
    sections: list[Section] = field(default_factory=list)
    replays: Replays = field(default_factory=lambda: Replays(0))
    quick: bool = False
    passed_over: tuple[int, ...] = ()
    """Numbers of players that a first look had no time for."""
    expected: Expected = field(default_factory=Expected)
    """What the designer expects, and whether it holds."""

    @property
    def seed(self) -> int:
        """The seed of all games."""
        return int(self.plays[0].run.plan.seed) if self.plays else 0

    @property
    def games(self) -> int:
        """How many games it rests on."""
        return sum(play.games for play in self.plays)

    @property
    def summary(self) -> str:
        """One sentence for all; with several numbers of players, for each."""
        counts = {play.players: 0 for play in self.plays}
        for finding in self.verdict.findings:
            counts[finding.play.players] += 1
        told = capital(_counted(len(self.verdict.findings)))
        if len(counts) > 1 and self.verdict.findings:
            told += f", {_at_tables(counts)}"
        if self.verdict.findings:
            return f"{told}, in {_games(self.games)}."
        return f"{told} in {_games(self.games)}{self._shaky}."

    @property
    def _shaky(self) -> str:
        """What is not found may only not be decided."""
        asked = self.verdict.answers
        undecided = sum(answer.state == OPEN for answer in asked)
        return f"; {undecided} of {len(asked)} questions {'are' if undecided > 1 else 'is'} open" if undecided else ""

    @property
    def only(self) -> str:
        """Which numbers of players a first look had no time for, in words."""
        if not self.passed_over:
            return ""
        return f" (with {' or '.join(map(str, self.passed_over))}, see the full report)"

    @property
    def fine(self) -> list[str]:
        """What was looked at and is surely well, with all players: the rules' names."""
        names: dict[str, bool] = {}
        for answer in self.verdict.answers:
            names[answer.rule.name] = names.get(answer.rule.name, True) and answer.state == FINE
        return [name for name, well in names.items() if well]

    @property
    def open(self) -> dict[str, int | None]:
        """What more games would have to decide: the rules' names, and about how many games would; None if that is not known."""
        found = {finding.name for finding in self.verdict.findings}
        needed: dict[str, int | None] = {}
        for answer in self.verdict.answers:
            name, games = answer.rule.name, answer.games
            if answer.state == OPEN and name not in found and answer.rule.fault:
                needed[name] = max(games or 0, needed.get(name) or 0) or None
        return needed

    @property
    def undecided(self) -> str:
        """The same in words."""
        return ", ".join(f"{name} ({_needed(games)})" for name, games in self.open.items())

    def replay_of(self, play: Play, witness: Witness) -> Replay | None:
        """The drawn game of a witness, if it is in the report, and the frame is among those drawn."""
        return self.replays.of(play, witness)

    def html(self) -> str:
        """One page that needs nothing else."""
        from ludwright.reports.page import page

        return page(self)

    def markdown(self) -> str:
        """The sentences and figures as plain text."""
        from ludwright.reports.markdown import markdown

        return markdown(self)

    def sell_sheet(self) -> str:
        """One sheet of paper about the game, for those who may publish it."""
        from ludwright.reports.sell_sheet import sell_sheet

        return sell_sheet(self)

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "game": self.title,
            "summary": self.summary,
            "seed": self.seed,
            "plays": [
                {"name": p.name, "players": p.players, "agents": list(p.agents), "games": p.games, "told": p.told}
                for p in self.plays
            ],
            **self.verdict.as_json(),
            **({"expected": self.expected.as_json()} if self.expected else {}),
            "strategies": answers_of(self.plays),
            "charts": [{"name": s.name, "group": s.group, "sentence": s.sentence} for s in self.sections],
        }


def report(
    source: str | Path | Playtest,
    *,
    wish: Wish | None = None,
    limits: Mapping[str, float] | None = None,
    progress: Doing | None = None,
) -> Report:
    """A report on a game, whose games are played first, or on a playtest that is there already.

    >>> import ludwright
    >>> from ludwright.reports import report
    >>> made = report(ludwright.playtest("tic_tac_toe", games=300, seed=1))
    >>> made.verdict.findings[0].name
    'seat advantage'
    """
    wish = wish or Wish()
    passed_over: tuple[int, ...] = ()
    if isinstance(source, Playtest):
        plays = plays_of(source, "", wish.sample)
        title = source.title
    else:
        players = Players(source, wish, progress)
        plays = list(players.plays())
        title, passed_over = plays[0].run.title, players.passed_over
    rank_by_strength(plays)
    if not wish.quick and not isinstance(source, Playtest):
        intervene(
            plays, seconds=0.6 * wish.seconds, seed=wish.seed, games=wish.games, threads=wish.threads, progress=progress
        )
        climb(plays, players.costs.get(plays[0].players, 0.0), wish, progress)
    _say(progress, "questions")
    verdict = judge(plays, limits, solved=() if wish.quick else proofs(plays))
    _say(progress, "expectations")
    wanted = expected(plays, wish.quick)
    verdict.findings = sorted([*verdict.findings, *wanted.findings], key=lambda one: -one.importance)
    _say(progress, "charts")
    made = Report(title, plays, verdict, quick=wish.quick, passed_over=passed_over, expected=wanted)
    made.sections = _sections(plays, 1 if wish.quick and not isinstance(source, Playtest) else None)
    _say(progress, "replays")
    made.replays = _replays(
        [*verdict.findings, *verdict.notes],
        made.sections,
        Replays(_QUICK_REPLAYS, frames=_QUICK_FRAMES) if wish.quick else Replays(_REPLAYS),
    )
    return made


def _at_tables(counts: Mapping[int, int]) -> str:
    """With how many players how many things are not well.

    >>> _at_tables({2: 0, 3: 4}), _at_tables({2: 1, 3: 0, 4: 2})
    ('all with 3 players, nothing with 2', 'one with 2 players, 2 with 4, nothing with 3')
    """
    found = [f"{_few(many)} with {n}" for n, many in counts.items() if many]
    if len(found) == 1 and sum(counts.values()) > 1:
        found = [f"all {found[0].partition(' ')[2]}"]
    well = [str(n) for n, many in counts.items() if not many]
    return ", ".join([f"{found[0]} players", *found[1:], *([f"nothing with {' or '.join(well)}"] if well else [])])


def _games(count: int) -> str:
    return f"{count:,} game{'s' * (count != 1)}"


def _few(count: int) -> str:
    return "one" if count == 1 else str(count)


def _counted(count: int) -> str:
    """
    >>> _counted(2)
    '2 things were found that are surely not well'
    """
    if not count:
        return "nothing wrong was found"
    return (
        "one thing was found that is surely not well"
        if count == 1
        else f"{count} things were found that are surely not well"
    )


def _needed(games: int | None) -> str:
    """
    >>> _needed(12_345), _needed(None)
    ('about 13,000 games would tell', 'nobody knows how many games would tell')
    """
    if games is None or games > _MOST:
        return "nobody knows how many games would tell"
    step = 10 ** max(0, len(str(games)) - 2)
    return f"about {-(-games // step) * step:,} games would tell"


def _say(progress: Doing | None, words: str) -> None:
    if progress is not None:
        progress(words)


def _sections(plays: Sequence[Play], most: int | None) -> list[Section]:
    """The charts of the strongest players, for every number of players; or for so many numbers at most."""
    tables = list(dict.fromkeys((play.version, play.players) for play in plays))
    found = []
    for version, players in tables[:most]:
        own = [play for play in plays if (play.version, play.players) == (version, players)]
        main = next(play for play in reversed(own) if play.strongest)
        several = len(main.run.versions) > 1
        name = f"{players} player{'s' if players > 1 else ''}" + (
            f", {main.run.versions[version].name}" if several else ""
        )
        found += [replace(section, group=name) for section in sections(main, own)]
    return found


def _replays(findings: Sequence[Finding], charts: Sequence[Section], replays: Replays) -> Replays:
    """The first witness of every finding, then of every chart, as long as there is room; then the others."""
    shown = [(one.play, one.witnesses) for one in findings] + [(one.play, one.witnesses) for one in charts]
    for place in range(_WITNESSES):
        for play, witnesses in shown:
            if place < len(witnesses):
                replays.show(play, witnesses[place])
    return replays
