"""A report: the verdict, the charts and the replays of some plays, told in several ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludwright.findings import Finding, Play, Verdict, judge, plays_of
from ludwright.findings.play import rank_by_strength
from ludwright.metrics.figure import Witness
from ludwright.playtests import Playtest
from ludwright.reports.playing import Players, Wish
from ludwright.reports.replays import Replay, Replays
from ludwright.reports.section import Section
from ludwright.reports.sections import sections

Doing = Callable[[str], None]
_REPLAYS, _QUICK_REPLAYS = 6, 3


@dataclass
class Report:
    """What a designer gets to read."""

    title: str
    plays: list[Play]
    verdict: Verdict
    sections: list[Section] = field(default_factory=list)
    replays: Replays = field(default_factory=lambda: Replays(0))
    quick: bool = False

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
        """One sentence for all."""
        count = len(self.verdict.findings)
        if not count:
            return f"Nothing wrong was found in {self.games:,} games."
        things = "One thing was found that is" if count == 1 else f"{count} things were found that are"
        return f"{things} surely not well, in {self.games:,} games."

    @property
    def fine(self) -> list[str]:
        """What was looked at and is surely well, with all players: the rules' names."""
        names: dict[str, bool] = {}
        for answer in self.verdict.answers:
            names[answer.rule.name] = names.get(answer.rule.name, True) and answer.state == "fine"
        return [name for name, well in names.items() if well]

    @property
    def open(self) -> list[str]:
        """What more games would have to decide: the rules' names."""
        found = {finding.name for finding in self.verdict.findings}
        names = dict.fromkeys(answer.rule.name for answer in self.verdict.answers if answer.state == "open")
        return [name for name in names if name not in found]

    def replay_of(self, play: Play, witness: Witness) -> Replay | None:
        """The drawn game of a witness, if it is in the report."""
        return next((one for one in self.replays.shown if one.play is play and one.game == witness.game), None)

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
    if isinstance(source, Playtest):
        plays = plays_of(source, "", wish.sample)
        title = source.title
    else:
        players = Players(source, wish, progress)
        plays = list(players.plays())
        title = plays[0].run.title
    rank_by_strength(plays)
    _say(progress, "questions")
    verdict = judge(plays, limits)
    _say(progress, "charts")
    made = Report(title, plays, verdict, quick=wish.quick)
    made.sections = _sections(plays)
    _say(progress, "replays")
    made.replays = _replays(verdict.findings, made.sections, _QUICK_REPLAYS if wish.quick else _REPLAYS)
    return made


def _say(progress: Doing | None, words: str) -> None:
    if progress is not None:
        progress(words)


def _sections(plays: Sequence[Play]) -> list[Section]:
    """The charts of the strongest players, for every number of players."""
    from dataclasses import replace

    tables = dict.fromkeys((play.version, play.players) for play in plays)
    found = []
    for version, players in tables:
        own = [play for play in plays if (play.version, play.players) == (version, players)]
        main = next(play for play in reversed(own) if play.strongest)
        several = len(main.run.versions) > 1
        name = f"{players} player{'s' if players > 1 else ''}" + (
            f", {main.run.versions[version].name}" if several else ""
        )
        found += [replace(section, group=name) for section in sections(main, own)]
    return found


def _replays(findings: Sequence[Finding], charts: Sequence[Section], most: int) -> Replays:
    """The first witness of every finding, then of every chart, as long as there is room."""
    replays = Replays(most)
    for finding in findings:
        if finding.witnesses:
            replays.show(finding.play, finding.witnesses[0])
    for section in charts:
        if section.witnesses:
            replays.show(section.play, section.witnesses[-1])
    return replays
