"""The proofs for games written in Python: what can be proved of rules that are a program of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ludwright import ir
from ludwright.conformance.case import TestedGame
from ludwright.conformance.endings import FAULTS, Endings
from ludwright.conformance.finding import WRONG, ProofFinding
from ludwright.conformance.random_games import Played
from ludwright.conformance.replay import ReplayProof
from ludwright.conformance.report import ProofReport
from ludwright.mistakes import LudwrightError
from ludwright.python_game.loaded import LoadedPythonGame, as_game, load_python

USUAL_GAMES = 100
"""Rules in Python are slow: so many games are looked at when nobody says how many."""
TRIED_GAMES = 5
"""In so many games every position is made again in every way."""


def load_for(source: Any, players: int | None, params: dict[str, Any]) -> LoadedPythonGame:
    """A class, an object, or a game that is loaded already, for a number of players."""
    if isinstance(source, LoadedPythonGame):
        return source
    return load_python(source, players, params)


def player_counts(source: Any, params: dict[str, Any]) -> list[int]:
    """The numbers of players a game in Python allows."""
    first = load_for(source, None, params)
    if isinstance(source, LoadedPythonGame):
        return [source.players]
    return list(range(first.players, (first.kind.most_players or first.players) + 1))


class PythonProofs:
    """Plays a game in Python in every way that must come out the same."""

    def __init__(self, loaded: LoadedPythonGame, case: TestedGame, report: ProofReport) -> None:
        self.loaded, self.case, self.report = loaded, replace(case, game=as_game(loaded)), report

    def run(self) -> Iterator[str]:
        """One proof after the other; gives the name of each before it begins."""
        yield "random games"
        self._play()
        yield "made again"
        self._made_again()
        yield "replay"
        replay = ReplayProof(self.case)
        try:
            for finding in self._guarded("replay", replay.findings()):
                self.report.add(finding)
        finally:
            self.report.count("replay", replay.games, replay.moves, "replay, snapshots, copies and undo are exact")

    def _made_again(self) -> None:
        games = min(self.case.games, TRIED_GAMES)
        for words in self.loaded.try_out(games, self.case.seed):
            self.report.add(self.case.finding("made again", WRONG, words.splitlines()[0]))
        self.report.count("made again", games, 0, "made again, every position is the same")

    def _guarded(self, proof: str, found: Iterator[ProofFinding]) -> Iterator[ProofFinding]:
        """Errors in the game's own code are findings, too."""
        try:
            yield from found
        except LudwrightError as error:
            yield self.case.finding(proof, WRONG, _short(error))

    def _play(self) -> None:
        case = self.case
        endings, known, moves = Endings(case), set(), 0
        try:
            for number in range(case.games):
                match = case.game.start(case.seed, number)
                try:
                    for code in case.random_moves(match):
                        endings.asked.add(match.actor or 0)
                        match.apply(code)
                        moves += 1
                except LudwrightError as error:
                    if _short(error) not in known:
                        known.add(_short(error))
                        self.report.add(case.finding(FAULTS, WRONG, _short(error), game=number, move=match.moves))
                    continue
                finally:
                    case.tick()
                endings.add(_played(match, number))
        finally:
            for finding in endings.findings():
                self.report.add(finding)
            self.report.count("faults", endings.games, moves, "no legal action leads to a fault, and every game ends")


def _played(match: Any, number: int) -> Played:
    fault = match.fault
    if not match.over:
        return Played(number, len(match.answers), match.moves, 2, ir.TOO_LONG, 0, ())
    if fault is not None:
        return Played(number, len(match.answers), match.moves, 2, fault.code, fault.line, ())
    return Played(number, len(match.answers), match.moves, 1, 0, 0, tuple(match.returns()))


def _short(error: LudwrightError) -> str:
    """The sentence of an error, without the line of code that it shows below."""
    return str(error).splitlines()[0]
