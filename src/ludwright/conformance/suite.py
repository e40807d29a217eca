"""All proofs, for every number of players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludwright import ir
from ludwright.arguments import renamed
from ludwright.conformance import python_games
from ludwright.conformance.both_runs import BothRuns
from ludwright.conformance.case import USUAL_GAMES, TestedGame
from ludwright.conformance.components import Components, Frames
from ludwright.conformance.endings import Endings
from ludwright.conformance.finding import WRONG
from ludwright.conformance.hidden import Hidden
from ludwright.conformance.marks import MarkedGame
from ludwright.conformance.random_games import RandomGames
from ludwright.conformance.replay import ReplayProof
from ludwright.conformance.report import ProofReport
from ludwright.conformance.uses import PROOF as NEVER_USED
from ludwright.conformance.uses import UseNotes, Uses
from ludwright.game import Game, described, load, player_range
from ludwright.language.source import Description
from ludwright.play.simulate import MOVE_LIMIT
from ludwright.python_game.loaded import LoadedPythonGame, as_game, is_python_game

if TYPE_CHECKING:
    from ludwright.python_game import PlainGame

USUAL_MOVES = 100_000
"""When nobody says how many games, no further one is begun after so many moves."""
MOST_TOO_LONG = 10
"""After so many games that don't end there is nothing more to learn."""

Progress = Callable[[str, int, int], None]
"""Called with what is being done, the games looked at so far and how many there are to look at."""


@renamed(source="game")
def check_thoroughly(
    game: str | Path | Description | PlainGame | type[PlainGame] | Game | LoadedPythonGame,
    *,
    games: int | None = None,
    seed: int = 1,
    players: int | None = None,
    params: Mapping[str, Any] | None = None,
    move_limit: int = MOVE_LIMIT,
    progress: Progress | None = None,
) -> ProofReport:
    """Prove of a game what every game must keep to, by playing it: see the page *Conformance* of the documentation.

    ``games`` is how many random games are looked at for each number of players (by default 1,000, fewer if they are long);
    slower proofs look at some of them. ``players`` is one number of players; by default every number the game allows.
    Interrupted by the user, it returns what was found so far, marked ``interrupted``.

    >>> report = check_thoroughly("tic-tac-toe", games=20)
    >>> report.ok, report.wrong
    (True, [])
    """
    return _Asked(game, games, seed, dict(params or {}), move_limit, progress).report(players)


@dataclass
class _Asked:
    """What was asked for."""

    source: Any
    games: int | None
    seed: int
    params: dict[str, Any]
    move_limit: int
    progress: Progress | None

    @cached_property
    def in_python(self) -> bool:
        """Whether the rules are written in Python."""
        if isinstance(self.source, str | Path | Game | Description):
            return False
        return isinstance(self.source, LoadedPythonGame) or is_python_game(self.source)

    @property
    def usual(self) -> int:
        """How many games are looked at for each number of players."""
        return self.games or (python_games.USUAL_GAMES if self.in_python else USUAL_GAMES)

    def report(self, players: int | None) -> ProofReport:
        """Run all proofs for every number of players."""
        counts = self._counts() if players is None else [players]
        games = [self._load(counts[0])]
        report, uses = ProofReport(games[0].title, self.seed, counts), Uses()
        work = _Work(self.progress, len(counts) * (self.usual + self.usual // 20))
        try:
            for number, count in enumerate(counts):
                game = games.pop() if games else self._load(count)
                for step in self._proofs(game, report, uses, work):
                    work.doing = f"{count} {'player' if count == 1 else 'players'}, {step}"
                work.finish(number + 1, len(counts))
        except KeyboardInterrupt:
            report.interrupted = True
        if uses.games:
            for finding in uses.findings(tuple(counts)):
                report.add(finding)
        return report

    def _counts(self) -> list[int]:
        if self.in_python:
            return python_games.player_counts(self.source, self.params)
        if isinstance(self.source, Game):
            return [self.source.players]
        least, most = player_range(described(self.source))
        return list(range(least, most + 1))

    def _load(self, players: int) -> Game:
        if self.in_python:
            return as_game(python_games.load_for(self.source, players, self.params))
        if isinstance(self.source, Game):
            return self.source
        loaded: Game = load(self.source, players=players, params=self.params)
        return loaded

    def _proofs(self, game: Game, report: ProofReport, uses: Uses, work: _Work) -> Iterator[str]:
        """The proofs one after the other; gives the name of each before it begins."""
        case = TestedGame(
            game,
            self.usual,
            self.seed,
            str(self.source) if isinstance(self.source, str | Path) else None,
            tuple(f"{name}={int(value)}" for name, value in self.params.items()) if not self.in_python else (),
            self.move_limit,
            work.tick,
        )
        if isinstance(game, LoadedPythonGame):
            return python_games.PythonProofs(game, case, report).run()
        return self._prove(case, report, uses)

    # ------------------------------------------------------------ the proofs

    def _prove(self, case: TestedGame, report: ProofReport, uses: Uses) -> Iterator[str]:
        yield "random games"
        self._play(case, report, uses)
        faulty = frozenset(finding.where for finding in report.wrong)
        for name, proof, words in (
            ("both runs", BothRuns(case), "both runs agree word for word"),
            ("replay", ReplayProof(case), "replay, snapshots, copies and undo are exact"),
            ("hidden information", Hidden(case, faulty), "nobody sees what is hidden from them"),
        ):
            yield name
            try:
                for finding in proof.findings():
                    report.add(finding)
            finally:
                report.count(name, proof.games, proof.moves, words)

    def _play(self, case: TestedGame, report: ProofReport, uses: Uses) -> None:
        """Many random games: faults, ends, components, and what is never used."""
        game = MarkedGame.of(case.game)
        endings, watch, components = Endings(case), UseNotes(game, uses), _Intact(case, Components(game), report)
        random = RandomGames(game, case.seed, case.move_limit)
        moves = 0

        def look(frames: Frames, move: int) -> None:
            watch.look(frames)
            components.look(frames, move)
            asked = frames[frames[:, ir.OVER] == 0]
            endings.asked.update(asked[:, ir.ACTOR].tolist())
            endings.acted.update(frames[:, ir.ACTED].tolist())

        try:
            for number in range(case.games):
                components.number = number
                played = random.play(number, look)
                endings.add(played)
                moves += played.decisions
                case.tick()
                if (self.games is None and moves >= USUAL_MOVES) or endings.too_long >= MOST_TOO_LONG:
                    break
        finally:
            watch.gather()
            uses.games += endings.games
            for finding in endings.findings():
                report.add(finding)
            report.count("faults", endings.games, moves, "no legal action leads to a fault, and every game ends")
            report.count("components", endings.games, moves, "every component is in exactly one place")
            report.count(NEVER_USED, endings.games, moves, "rules, cards and zones in use")


@dataclass
class _Intact:
    """Looks at the components until something is wrong with them."""

    case: TestedGame
    components: Components
    report: ProofReport
    number: int = 0
    found: bool = False

    def look(self, frames: Frames, move: int) -> None:
        if self.found:
            return
        wrong = self.components.wrong(frames)
        if wrong is not None:
            self.found = True
            moves = int(frames[wrong[0], ir.MOVES])
            self.report.add(self.case.finding("components", WRONG, wrong[1], game=self.number, move=moves))


@dataclass
class _Work:
    """Counts the games looked at, and tells whoever wants to know."""

    progress: Progress | None
    total: int
    done: int = 0
    doing: str = ""

    def tick(self) -> None:
        """One more game."""
        self.done = min(self.done + 1, self.total)
        self._tell()

    def finish(self, parts: int, of: int) -> None:
        """So many of all numbers of players are through."""
        self.done = self.total * parts // of
        self._tell()

    def _tell(self) -> None:
        if self.progress is not None:
            self.progress(self.doing, self.done, self.total)
