"""Games from outside put into the store: they get the same tables as games that were played here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from ludwright import ir
from ludwright.engine.random import Stream, stream
from ludwright.game import Game
from ludwright.play.agents import MOVE_LIMIT
from ludwright.play.match import Match
from ludwright.play.outcome import has_common_score, is_cooperative
from ludwright.play.winners import Winners, names_winners
from ludwright.playtests.about import about
from ludwright.playtests.chunk_tables import ENDS, return_of, score_of
from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.frames import KEPT
from ludwright.playtests.lock import locked
from ludwright.playtests.packing import Packing
from ludwright.playtests.plan import WRITTEN, Plan, PlanCell, PlanVersion
from ludwright.playtests.reading_games import Trace, number_under, replay
from ludwright.playtests.recording import counts_rounds, followed_lines
from ludwright.playtests.source import FOLDER, files_of, named, write_files
from ludwright.playtests.store import PlaytestStore


def keep_written(traces: Sequence[Trace], out: Path) -> None:
    """Put written games into a new folder: one cell each, in their order."""
    if not traces:
        raise PlaytestError("no game was given: name the files in which games are written down")
    matches = [replay(trace) for trace in traces]
    plan = _plan(traces, matches)
    store = PlaytestStore(out)
    with locked(store.folder):
        if store.begun or any(path.name != ".lock" for path in out.iterdir()):
            raise PlaytestError(f"{out} is not empty: give another `--out`")
        write_files(store.folder / FOLDER, files_of(named([matches[0].game.description])))
        store.begin(plan, about())
        for cell, match in zip(plan.cells, matches, strict=True):
            store.keep(cell.index, _Written(cell, match).tables())
        store.finish({"chunks": len(matches), "games": len(matches), "stopped_early": False})


def _plan(traces: Sequence[Trace], matches: Sequence[Match]) -> Plan:
    first, seed = matches[0].game, matches[0].seed
    versions: list[PlanVersion] = []
    cells: list[PlanCell] = []
    for trace, match in zip(traces, matches, strict=True):
        game = match.game
        if game.description.text_hash != first.description.text_hash:
            raise PlaytestError(
                f"{trace.path} is a game of {game.title}, by other rules than {traces[0].path}: keep them apart"
            )
        if trace.profile != traces[0].profile:
            raise PlaytestError(f"{trace.path} was played under another profile than {traces[0].path}: keep them apart")
        version = _version(versions, trace, game)
        names = tuple(trace.seats or ["human"] * game.players)
        number = number_under(match, seed)
        together = is_cooperative(game), has_common_score(game)
        cells.append(
            PlanCell(
                len(cells),
                version,
                game.players,
                names,
                len(cells),
                1,
                1,
                Packing.of(game),
                number,
                *together,
                trace.told,
            )
        )
    everybody = tuple(dict.fromkeys(name for cell in cells for name in cell.agents))
    return Plan(
        first.title, everybody, WRITTEN, seed, len(cells), len(cells),
        MOVE_LIMIT, traces[0].profile, None, tuple(versions), tuple(cells),
    )  # fmt: skip


def _version(versions: list[PlanVersion], trace: Trace, game: Game) -> int:
    for known in versions:
        if known.params == trace.params:
            return known.index
    name = ", ".join(f"{name}={value}" for name, value in trace.params.items()) or game.title
    (main,) = named([game.description])
    versions.append(PlanVersion(len(versions), name, dict(trace.params), main, game.description.text_hash))
    return versions[-1].index


class _Written:
    """One game played again on the plain run, and noted as the kernels note it."""

    def __init__(self, cell: PlanCell, match: Match) -> None:
        self.cell, self.game = cell, match.game
        self.lines = followed_lines(self.game)
        self.turns: list[list[Any]] = []
        self.log: list[int] = []
        self.clocks: list[int] = []
        self.match = match
        twin, self.table = self.game.twin, [int(word) for word in self.game.table]
        self.state = twin.new_state()
        context = twin.new_context(Stream(*stream(match.seed, match.number, 0)), self._heard)
        options = twin.setup(self.state, self.table, context)
        for code in match.answers:
            self._note_decision(code, options)
            options = twin.advance(self.state, self.table, context, code)

    def _heard(self, kind: str, args: tuple[int, ...]) -> None:
        if kind in ("end turn", "end at once"):
            self._note_turn()

    def _note_decision(self, code: int, options: int) -> None:
        number, widths = code, self.cell.packing.widths.tolist()
        for value, width in zip((self.state[ir.QUESTION], options, self.state[ir.ACTOR]), widths, strict=True):
            number = number << width | min(value, (1 << width) - 1)
        self.log.append(number)
        self.clocks.append(self.state[ir.CLOCK])

    def _note_turn(self) -> None:
        twin, words = self.game.twin, self.state
        where = [words[ir.TURNS], words[ir.ROUND], words[ir.TURN_PLAYER] + 1, words[ir.TURN]]
        if self.turns and self.turns[-1][:2] == where[:2] and self.turns[-1][3] == where[3]:
            del self.turns[-len(self.lines) :]
        for line in self.lines:
            value = twin.real(line.export, list(words), self.table, twin.new_context(Stream(0, 1)), line.seat or 0)
            self.turns.append([*where, line.title, None if line.seat is None else line.seat + 1, value])

    def tables(self) -> dict[str, pl.DataFrame]:
        """The tables, as a chunk has them."""
        if self.match.over:
            self._note_turn()
        game = self.cell.first
        decisions: dict[str, Any] = {"what": np.array(self.log, np.int64).astype(self.cell.packing.kind)}
        if list(self.game.rules.model.of("clock")):
            decisions["time"] = np.array(self.clocks, np.int32)
        turns = pl.DataFrame([[game, *row] for row in self.turns], schema=KEPT["turns"], orient="row")
        return {"decisions": pl.DataFrame(decisions), "turns": turns, "games": self._games()}

    def _games(self) -> pl.DataFrame:
        words, match = self.state, self.match
        end = "unfinished" if not match.over else "over" if words[ir.OVER] == 1 else "fault"
        nothing = [float("nan")] * self.game.players
        returns = match.returns() if end == "over" else nothing
        named = names_winners(self.game) and words[ir.HEADER + self.game.players] == 1
        found = Winners.of(np.array([returns]).T, named)
        row: dict[str, Any] = {
            "game": self.cell.first,
            "cell": self.cell.index,
            "end": ENDS.index(end),
            "fault": words[ir.FAULT] if end == "fault" else 0,
            "line": words[ir.FAULT_LINE] if end == "fault" else 0,
            "winners": int(found.mask[0]),
            "drawn": bool(found.drawn[0]),
            "decisions": len(self.log),
            "moves": match.moves,
            "turns": words[ir.TURNS],
            "rounds": words[ir.ROUND] if counts_rounds(self.game) else None,
        }
        scores = match.scores()
        told = {return_of(seat): value for seat, value in enumerate(returns, 1)}
        if scores is not None:
            told |= {score_of(seat): value for seat, value in enumerate(scores if end == "over" else nothing, 1)}
        return pl.DataFrame([row | told], schema=KEPT["games"] | dict.fromkeys(told, pl.Float64))
