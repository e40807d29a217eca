"""Expectations run like tests: games are played, or taken from a playtest, and each expectation gets its verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludwright.arguments import renamed
from ludwright.display import Block, Displayed, TextTable, Title
from ludwright.expectations.checking import check_given, own
from ludwright.expectations.history import check_history, earlier, read_history, remember
from ludwright.expectations.judging import ERROR, GREEN, RED, UNDECIDED, ExpectationVerdict, corrected
from ludwright.expectations.measuring import Measuring, Progress
from ludwright.expectations.reading import Expectation, read_all, read_file, read_lines
from ludwright.expectations.telling import needed, value
from ludwright.mistakes import LudwrightError, Mistake

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.language.source import Description
    from ludwright.playtests import Playtest

GAMES = 500
"""So many games are played where nobody says how many."""


class NothingExpectedError(LudwrightError):
    """A game without expectations."""


@dataclass(repr=False)
class ExpectationResults(Displayed):
    """What came of all expectations."""

    title: str
    run: Playtest
    verdicts: list[ExpectationVerdict]
    history: list[dict[str, Any]] = field(default_factory=list)
    interrupted: bool = False
    """Whether fewer games were played than were asked for, because somebody stopped it."""
    given: bool = False
    """Whether the games were there already."""

    @cached_property
    def unfinished(self) -> int:
        """How many games were stopped by a fault, or for being too long."""
        ends = self.run.games.select("end").collect()["end"]
        return int((ends != "over").sum())

    @property
    def kept(self) -> bool:
        """Whether the games lie in a folder that stays, so that they can be inspected."""
        return not self.run.temporary

    @property
    def red(self) -> list[ExpectationVerdict]:
        """Those that do not hold."""
        return [verdict for verdict in self.verdicts if verdict.status == RED]

    @property
    def green(self) -> list[ExpectationVerdict]:
        """Those that hold."""
        return [verdict for verdict in self.verdicts if verdict.status == GREEN]

    @property
    def undecided(self) -> list[ExpectationVerdict]:
        """Those of which these games do not tell."""
        return [verdict for verdict in self.verdicts if verdict.status == UNDECIDED]

    def __getitem__(self, title: str) -> ExpectationVerdict:
        """The first verdict on an expectation."""
        return next(verdict for verdict in self.verdicts if verdict.title == title)

    def earlier(self, verdict: ExpectationVerdict) -> list[dict[str, Any]]:
        """What other versions of the rules got for the same expectation."""
        return earlier(self.history, verdict)

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        yield Title(f"{self.title}: {len(self.green)} green, {len(self.red)} red, {len(self.undecided)} undecided")
        several = len({(verdict.version_name, verdict.players) for verdict in self.verdicts}) > 1
        rows = []
        for verdict in self.verdicts:
            of = f" ({verdict.version_name + ', ' if verdict.version_name else ''}{verdict.players} players)"
            more = needed(verdict) if verdict.status == UNDECIDED else ""
            seen = "; ".join(part for part in (value(verdict), more, verdict.note) if part)
            rows.append([verdict.title + of * several, verdict.status, seen, verdict.expectation.wished])
        if rows:
            yield TextTable(["expectation", "verdict", "seen", "should be"], rows, text=(0, 1, 2, 3))
        if self.interrupted:
            yield "Interrupted: this is what the games played so far tell."

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "game": self.title, "green": len(self.green), "red": len(self.red), "undecided": len(self.undecided),
            "unfinished": self.unfinished, "error": ERROR, "correction": "Holm",
            "verdicts": [{**verdict.as_json(), "earlier": self.earlier(verdict)} for verdict in self.verdicts],
        }  # fmt: skip


@renamed(source="game")
def expect(
    game: str | Path | Description | Game | Playtest,
    *lines: str,
    file: str | Path | None = None,
    agents: str = "random",
    games: int = GAMES,
    players: int | list[int] | None = None,
    seed: int = 1,
    params: Mapping[str, int] | None = None,
    history: str | Path | None = None,
    out: str | Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    playing: Any = None,
    announce: Any = None,
) -> ExpectationResults:
    """Whether a game does what is expected of it.

    ``game`` is a game, which is played by ``agents`` first, or a playtest. Expectations are those of the game, those of ``file``, or
    ``lines``: sentences such as ``"first player wins 48..52%"``, or whole `expect` declarations. ``history`` names a file to which the verdicts are
    added; without it they are added to the folder of the playtest, where that is kept.
    """
    from ludwright.playtests import Playtest, playtest

    if history is not None:
        check_history(Path(history))
    run = game if isinstance(game, Playtest) else _opened(game)
    given = run is not None
    declared = _declared(lines, file)
    if run is None:
        assert not isinstance(game, Playtest)
        wanted, wrong = read_all(declared if declared is not None else own(_described(game)))
        _some(wanted, wrong, _described(game).title, file)
        _check(game, wanted, wrong, players, params)
        run = playtest(
            game,
            agents,
            games,
            players=players,
            seed=seed,
            params=params,
            out=out,
            threads=threads,
            progress=playing,
            announce=announce,
        )
    else:
        description = run.game_in(run.cells[0]).description
        wanted, wrong = read_all(declared if declared is not None else own(description))
        _some(wanted, wrong, run.title, file)
        check_given(description, wanted, wrong, {cell.players for cell in run.cells}, run.versions[0].params)
    verdicts = corrected(Measuring(run, wanted, progress).verdicts())
    kept = not run.temporary
    path = Path(history) if history is not None else run.folder / "expectations.jsonl" if kept else None
    before = read_history(path) if path is not None else []
    if path is not None:
        remember(path, verdicts)
    return ExpectationResults(run.title, run, verdicts, before, not given and not run.complete, given)


def _opened(source: Any) -> Playtest | None:
    """A playtest by its folder, or by its name among the kept ones; None for a game."""
    from ludwright.playtests import open_run
    from ludwright.playtests.shelf import LAST, SHELF, folders
    from ludwright.playtests.store import MANIFEST

    if not isinstance(source, str | Path):
        return None
    name = str(source)
    if name == LAST and (there := folders()):
        return open_run(max(there, key=lambda folder: (folder / MANIFEST).stat().st_mtime))
    for folder in (Path(name), SHELF / name):
        if (folder / MANIFEST).is_file():
            return open_run(folder)
    return None


def _described(source: Any) -> Any:
    from ludwright.game import Game, described
    from ludwright.python_game import is_python_game

    if isinstance(source, Game):
        return source.description
    if not isinstance(source, str | Path) and is_python_game(source):
        raise NothingExpectedError(
            "only of games with a text something can be expected: a game written in Python can be played with `simulate`"
        )
    return described(source)


def _check(
    source: Any, wanted: list[Expectation], wrong: list[Mistake], players: Any, params: Mapping[str, int] | None
) -> None:
    """What is wrong with an expectation is told before anything is played."""
    from ludwright.game import Game, player_range

    description = _described(source)
    if isinstance(source, Game):
        counts, params = [source.players], {**source._set, **(params or {})}
    elif isinstance(players, list) and players:
        counts = players
    else:
        counts = [players or player_range(description)[0]]
    least, most = player_range(description)
    if all(least <= count <= most for count in counts):  # else it can't be played, which is told better there
        check_given(description, wanted, wrong, counts, params)


def _declared(lines: tuple[str, ...], file: str | Path | None) -> list[Any] | None:
    if file is None and not lines:
        return None
    found = read_file(file) if file is not None else []
    for line in lines:
        found += read_lines(line if line.lstrip().startswith("expect ") else f'expect "{_escaped(line)}"')
    return found


def _escaped(line: str) -> str:
    """A sentence inside quotes: its own words in quotes can't be there as well."""
    return line.replace('"', "'")


def _some(wanted: list[Expectation], wrong: list[Mistake], title: str, file: str | Path | None) -> None:
    if wanted or wrong:
        return
    if file is not None:
        raise NothingExpectedError(f'{file} has no expectation: write a line like `expect "draws under 10%"` into it')
    raise NothingExpectedError(
        f'nothing is expected of {title}: write a line like `expect "draws under 10%"` into its text, or give `--file FILE`'
    )
