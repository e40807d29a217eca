"""A report: the verdict, the charts and the replays of some plays, told in several ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from ludwright.arguments import listed, renamed, whole_number
from ludwright.arguments import place as folder
from ludwright.display import Block, Displayed, FinePrint, Picture, TextTable, Title
from ludwright.findings import Finding, Play, Verdict, judge, plays_of, proofs
from ludwright.findings.catalogue import RULES
from ludwright.findings.finding import FINE, OPEN
from ludwright.findings.judging import Answer
from ludwright.findings.levels import THINKING
from ludwright.findings.play import rank_by_strength
from ludwright.findings.rule import STRONGEST
from ludwright.metrics.evidence import TOO_LONG
from ludwright.metrics.figure import Witness
from ludwright.playtests import Playtest
from ludwright.reports.budget import INTERVENTIONS, LADDER, QUESTIONS, Budget
from ludwright.reports.climbing import climb
from ludwright.reports.expected import Expected, expected
from ludwright.reports.interventions import intervene
from ludwright.reports.playing import SECONDS, Players, ReportError, ReportOptions
from ludwright.reports.replays import Replay, Replays
from ludwright.reports.section import Section, capital
from ludwright.reports.sections import sections
from ludwright.spelling import in_a_row
from ludwright.strategy.plays import answers_of

if TYPE_CHECKING:
    from ludwright.balancing.mending import Mend

_WITNESSES = 3
Doing = Callable[[str], None]
_REPLAYS, _QUICK_REPLAYS, _QUICK_FRAMES = 24, 4, 30
_LEAST_FOR_QUESTIONS = 0.15
"""Of the whole time, so much is for questions in any case, even if games took all of it."""
_PROOFS = 0.05
"""And so much at most for proofs of small games."""
_QUICK_REST, _QUICK_LEAST = 0.3, 1.0
"""What of a first look is left for questions and pictures, and how many seconds it takes to try anything out, or to play against others."""
_WORTH_GOING_ON = 0.05
"""What is left of the time before the questions is used for more games if it is so much of the whole."""
_NAMED = 3
"""So many of the questions that are not decided are named in one sentence."""
_MOST = 10_000_000
"""What more games than this would decide is not decided by games."""


@dataclass(repr=False)
class Report(Displayed):
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
    interrupted: bool = False
    """Whether somebody stopped it before all was played and asked."""
    mends: list[Mend] = field(default_factory=list)
    """What was tried against the most important findings, if that was asked for."""

    def mend_of(self, finding: Finding) -> str:
        """What mends a finding, in a sentence; empty where nothing was tried."""
        return next((one.sentence for one in self.mends if one.finding is finding), "")

    def mend(
        self, seconds: float | None = None, *, games: int | None = None, threads: int | None = None, progress: Doing | None = None
    ) -> None:  # fmt: skip
        """Try to mend the most important findings, in so many seconds or with so many games."""
        from ludwright.balancing.mending import mend

        self.mends = mend(
            self.verdict.findings, seconds, games=games, seed=self.seed, threads=threads, progress=progress
        )

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
        """One sentence for all, with who played; with several numbers of players, for each."""
        found = len(self.verdict.findings)
        told = f"{_problems(found)}{self._so_far} in {_games(self.games)}"
        counts = {play.players: 0 for play in self.plays}
        for finding in self.verdict.findings:
            counts[finding.play.players] += 1
        if len(counts) > 1 and found:
            told += f" ({_at_tables(counts)})"
        if not found:
            told += self._undecided
        return f"{self._first_look}{capital(told)}."

    @property
    def _first_look(self) -> str:
        """Who took a first look, and what it can't tell."""
        strong = [play for play in self.plays if play.strong]
        if strong and not self.quick:
            return ""
        who = in_a_row(play.named(agent) for play in self.plays for agent in play.agents)
        if strong:
            games = _games(sum(play.games for play in strong))
            return f"A first look by {who} ({games} of `{strong[0].agents[0]}`): it can't tell what strong players would show. "
        return f"A first look by {who}: it can't tell which seat, card or plan is best with good play. "

    @property
    def _so_far(self) -> str:
        """Who finds nothing may not have looked at everything."""
        if self.verdict.findings or not self.verdict.unasked:
            return ""
        left = self.verdict.unasked
        return f" so far, with {left} question{'s' * (left != 1)} not yet asked"

    @property
    def _undecided(self) -> str:
        """What is not found may only not be decided."""
        names = list(self.open)
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        return f"; can't tell yet: {', '.join(names[:_NAMED])}{more}" if names else ""

    @property
    def only(self) -> str:
        """Which numbers of players there was no time for, in words."""
        if not self.passed_over:
            return ""
        how = "see the full report" if self.quick else "say `--players`, or give it more `--seconds`"
        return f" (with {' or '.join(map(str, self.passed_over))}, {how})"

    @property
    def fine(self) -> list[str]:
        """What strong players showed to be well, at every table: the rules' names. A first look has none."""
        return [] if self.quick else self._well(strong=True)

    @property
    def no_sign(self) -> list[str]:
        """What showed no sign of a problem where nobody strong was asked: that proves nothing."""
        return [*self._well(strong=False), *(self._well(strong=True) if self.quick else ())]

    def _well(self, strong: bool) -> list[str]:
        asked: dict[str, list[Answer]] = {}
        for answer in self.verdict.answers:
            asked.setdefault(answer.rule.name, []).append(answer)
        return [
            name
            for name, answers in asked.items()
            if all(answer.state == FINE for answer in answers)
            and any(answer.play.level == THINKING for answer in answers) == strong
            and not answers[0].rule.only_suspects
            and answers[0].rule.fault
        ]

    @property
    def _taught(self) -> list[str]:
        """Those of the strong players who go by what was learned."""
        agents = dict.fromkeys(agent for play in self.plays for agent in play.agents)
        return [agent for agent in agents if agent.startswith("learned") or ",learned=" in agent]

    @property
    def checked(self) -> list[str]:
        """What is fine, what shows no sign of a problem and what is not decided, in sentences that name the players."""
        told = [f"The strong players judge positions by what was learned: `{agent}`." for agent in self._taught]
        if self.fine:
            who = " and ".join(dict.fromkeys(play.who.removeprefix("with ") for play in self.plays if play.strong))
            told.append(f"Checked{f' with {who}' if who else ''}, and fine: {', '.join(self.fine)}.")
        if self.no_sign:
            weak = in_a_row(
                play.named(agent)
                for play in self.plays
                for agent in play.agents
                if self.quick or play.level_of(agent) < THINKING
            )
            told.append(
                f"No sign so far of: {', '.join(self.no_sign)}. That is with {weak}; better ones may show otherwise."
            )
        if self.open:
            told.append(f"Can't tell yet: {self.undecided}.")
        if any(play.for_points for play in self.plays):
            told.append(
                "Played for points that change hands: who wins a single game says little, so seats, luck and options are not judged by it."
            )
        if self.verdict.unasked and not self.interrupted:
            many = f"{self.verdict.unasked} more question{'s' * (self.verdict.unasked != 1)}"
            told.append(f"No time was left for {many}: give it more time (`--seconds`).")
        return told

    @property
    def open(self) -> dict[str, int | None]:
        """What more games would have to decide: the rules' names, and about how many games would; None if that is not known, or if time is what
        is wanting, as so many games are there and only some of them were looked at."""
        found = {finding.name for finding in self.verdict.findings}
        needed: dict[str, int | None] = {}
        for answer in self.verdict.answers:
            name, games = answer.rule.name, answer.games
            games = None if games is not None and games <= answer.play.games else games
            if answer.state == OPEN and name not in found and answer.rule.fault:
                needed[name] = max(games or 0, needed.get(name) or 0) or None
        return needed

    @property
    def undecided(self) -> str:
        """The same in words."""
        return ", ".join(f"{name}{_needed(games)}" for name, games in self.open.items())

    def replay_of(self, play: Play, witness: Witness) -> Replay | None:
        """The drawn game of a witness, if it is in the report, and the frame is among those drawn."""
        return self.replays.of(play, witness)

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show: the verdict with its charts. The page has more: replays, and all that was asked."""
        yield Title(f"{self.title}: {self.summary}")
        for proof in self.verdict.proofs:
            yield proof.sentence
        for place, finding in enumerate(self.verdict.findings, 1):
            yield Title(f"{place}. {capital(finding.headline)}.")
            yield f"{capital(finding.evidence)}.{finding.besides}"
            yield FinePrint(f"What to do: {finding.rule.advice}")
        for note in self.verdict.notes:
            yield f"Worth knowing: {note.sentence}"
        yield from self.checked
        if self.expected.told:
            rows = [[one.verdict.title, one.verdict.status, one.sentence, one.where] for one in self.expected.told]
            yield TextTable(["Expectation", "Verdict", "What was seen", "Whose games"], rows, text=(0, 1, 2, 3))
        for section in self.sections:
            yield Picture(section.chart.svg)
            yield section.sentence
        yield FinePrint(self.verdict.promise)

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
            "quick": self.quick,
            "interrupted": self.interrupted,
            "plays": [
                {"name": p.name, "players": p.players, "agents": list(p.agents), "games": p.games, "told": p.told}
                for p in self.plays
            ],
            **self.verdict.as_json(),
            **({"mends": [one.as_json() for one in self.mends]} if self.mends else {}),
            **({"expected": self.expected.as_json()} if self.expected else {}),
            "strategies": answers_of(self.plays),
            "charts": [{"name": s.name, "group": s.group, "sentence": s.sentence} for s in self.sections],
        }


@renamed(source="game")
def report(
    game: str | Path | Playtest,
    agents: str | None = None,
    games: int | None = None,
    *,
    players: int | Sequence[int] | None = None,
    seed: int = 1,
    params: Mapping[str, int] | None = None,
    seconds: float = SECONDS,
    quick: bool = False,
    out: str | Path | None = None,
    threads: int | None = None,
    learned: str | Path | None = None,
    wish: ReportOptions | None = None,
    limits: Mapping[str, float] | None = None,
    progress: Doing | None = None,
    found: Doing | None = None,
) -> Report:
    """A report on a game, whose games are played first, or on a playtest that is there already.

    Without ``agents``, random players play, greedy ones and the strongest there are; without ``games``, as many as ``seconds`` allow; without
    ``players``, the three least numbers at most. ``quick`` takes a first look of ten seconds at most. ``out`` is a folder that keeps
    the games. ``learned`` is the file of what was learned, by which the strong players go. ``wish`` says all this in one. ``limits`` are thresholds of findings, by their names.
    ``progress`` is told what is being done, ``found`` what is found as soon as some games are played; all is judged together in the end.
    Interrupted by the user, it goes on with what is known by then.

    >>> import ludwright
    >>> made = ludwright.report(ludwright.playtest("tic_tac_toe", games=300, seed=1))
    >>> made.verdict.findings[0].name
    'seat advantage'
    """
    if wish is None:
        counts = (
            () if players is None else tuple(whole_number("players", count) for count in listed("players", players))
        )
        keep = None if out is None else folder("out", out)
        wish = ReportOptions(seed, counts, params, agents, games, quick, seconds, threads, keep, str(learned or ""))
    budget = wish.budget
    made = Report("", [], Verdict(), quick=wish.quick)
    from_playtest = isinstance(game, Playtest)
    try:
        if isinstance(game, Playtest):
            if wish.learned:
                raise ReportError("a playtest is told as it was played: `--learned` goes with a game")
            made.plays += plays_of(game, "", wish.sample)
        else:
            _play(made, game, wish, budget, progress, _SoFar(found, limits) if found is not None else None)
    except KeyboardInterrupt:
        if not made.plays:
            raise
        made.interrupted = True
    made.title = made.plays[0].run.title
    rank_by_strength(made.plays)
    try:
        _conclude(made, limits, Budget(2 * budget.seconds) if from_playtest else budget, from_playtest, progress)
    except KeyboardInterrupt:  # whoever is in a hurry gets what is known
        made.interrupted = True
    return made


def _play(
    made: Report,
    game: str | Path,
    wish: ReportOptions,
    budget: Budget,
    progress: Doing | None,
    so_far: _SoFar | None,
) -> None:
    """Play all games: of players of every strength, of players who do without something, and of players who think longer and longer."""
    players = Players(game, wish, progress, budget)
    for play in players.plays():
        made.plays.append(play)
        made.passed_over = players.passed_over
        if so_far is not None:
            so_far.tell(play)
    if players.interrupted:
        raise KeyboardInterrupt
    rank_by_strength(made.plays)
    if wish.quick:
        seconds = budget.left - budget.seconds * _QUICK_REST
        if seconds > _QUICK_LEAST and wish.agents is None:
            intervene(_ending(made.plays), seconds=seconds, seed=wish.seed, threads=wish.threads, progress=progress)
        seconds = budget.left - budget.seconds * _QUICK_REST
        if seconds > _QUICK_LEAST and wish.agents is None and wish.games is None:  # what is left
            made.plays += players.against_random(seconds)
            rank_by_strength(made.plays)
    else:
        intervene(
            _ending(made.plays), seconds=budget.share(INTERVENTIONS), seed=wish.seed, games=wish.games, threads=wish.threads, progress=progress
        )  # fmt: skip
        climb(made.plays, wish, budget.share(LADDER), players.found.candidate if players.found else None, progress)
        left = budget.left - budget.reserved(QUESTIONS)
        if left > _WORTH_GOING_ON * budget.seconds and wish.agents is None and wish.games is None:
            made.plays[:] = players.go_on(made.plays, left)
            rank_by_strength(made.plays)


def _ending(plays: Sequence[Play]) -> list[Play]:
    """The plays of tables at which most games of the strongest players are not stopped for their length: where they are, a single trial would take too long."""
    best = {id(play.best): play.best for play in plays if play.best is not None}
    slow = {key for key, play in best.items() if 2 * (play.evidence.games["end"] == TOO_LONG).sum() > play.games}
    return [play for play in plays if id(play.best) not in slow]


def _conclude(
    made: Report, limits: Mapping[str, float] | None, budget: Budget, from_playtest: bool, progress: Doing | None
) -> None:
    """Ask all questions about the games, draw charts and replays: what there is time for."""
    plays = made.plays
    _say(progress, "questions")
    deadline = monotonic() + max(budget.share(QUESTIONS), _LEAST_FOR_QUESTIONS * budget.seconds)
    solved = () if made.quick else proofs(plays, _PROOFS * budget.seconds)
    made.verdict = verdict = judge(plays, limits, solved=solved, stop_when=lambda: monotonic() > deadline)
    if verdict.interrupted:
        raise KeyboardInterrupt
    _say(progress, "expectations")
    made.expected = expected(plays, made.quick, None if from_playtest and not made.quick else budget.seconds)
    verdict.findings = sorted([*verdict.findings, *made.expected.findings], key=lambda one: -one.importance)
    _say(progress, "charts")
    made.sections = _sections(plays, 1 if made.quick and not from_playtest else None)
    _say(progress, "replays")
    made.replays = Replays(_QUICK_REPLAYS, frames=_QUICK_FRAMES) if made.quick else Replays(_REPLAYS)
    _replays([*verdict.findings, *verdict.notes], made.sections, made.replays, lambda: budget.over)


class _SoFar:
    """Tells what is found as soon as some games are played."""

    def __init__(self, found: Doing, limits: Mapping[str, float] | None) -> None:
        self._found, self._limits = found, limits
        self._told: set[tuple[str, str, int]] = set()

    def tell(self, play: Play) -> None:
        """What these games show by themselves; nothing twice."""
        rules = [rule for rule in RULES if rule.whose != STRONGEST or play.experts]
        for finding in judge([play], self._limits, rules).findings:
            what = finding.name, finding.subject, play.players
            if what not in self._told:
                self._told.add(what)
                self._found(f"{capital(finding.headline)} ({finding.evidence})")


def _at_tables(counts: Mapping[int, int]) -> str:
    """With how many players how many problems there are.

    >>> _at_tables({2: 0, 3: 4}), _at_tables({2: 1, 3: 0, 4: 2})
    ('all with 3 players, none with 2', 'one with 2 players, 2 with 4, none with 3')
    """
    found = [f"{_few(many)} with {n}" for n, many in counts.items() if many]
    if len(found) == 1 and sum(counts.values()) > 1:
        found = [f"all {found[0].partition(' ')[2]}"]
    well = [str(n) for n, many in counts.items() if not many]
    return ", ".join([f"{found[0]} players", *found[1:], *([f"none with {' or '.join(well)}"] if well else [])])


def _games(count: int) -> str:
    return f"{count:,} game{'s' * (count != 1)}"


def _few(count: int) -> str:
    return "one" if count == 1 else str(count)


def _problems(count: int) -> str:
    """
    >>> _problems(0), _problems(1), _problems(4)
    ('no problem found', 'one problem found', '4 problems found')
    """
    return f"{'no' if not count else _few(count)} problem{'s' * (count > 1)} found"


def _needed(games: int | None) -> str:
    """
    >>> _needed(12_345), _needed(None)
    (' (needs about 13,000 games)', '')
    """
    if games is None or games > _MOST:
        return ""
    step = 10 ** max(0, len(str(games)) - 2)
    return f" (needs about {-(-games // step) * step:,} games)"


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


def _replays(
    findings: Sequence[Finding], charts: Sequence[Section], replays: Replays, stop_when: Callable[[], bool]
) -> None:
    """The first witness of every finding, then of every chart, as long as there is room and time; then the others."""
    shown = [(one.play, one.witnesses) for one in findings] + [(one.play, one.witnesses) for one in charts]
    for place in range(_WITNESSES):
        for play, witnesses in shown:
            if place < len(witnesses) and not stop_when():
                replays.show(play, witnesses[place])
