"""Holes in a design: games that a fault stopped, that never end, or in which somebody had nothing to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import polars as pl

from ludwright import ir
from ludwright.metrics.evidence import FAULT, TOO_LONG
from ludwright.metrics.figure import Figure, Witness
from ludwright.metrics.intervals import share

_CYCLE = 8
"""So many choices of a cycle are told."""
_LOOPS = (ir.ENDLESS_LOOP, ir.ENDLESS_RULES, ir.TOO_MUCH)


def _stopped(games: pl.DataFrame, codes: Sequence[int] | None) -> pl.DataFrame:
    stopped = games.filter(pl.col("end") == FAULT).sort("moves", "decisions", "game")
    return stopped if codes is None else stopped.filter(pl.col("fault").is_in(list(codes)))


def _hole(
    name: str, games: pl.DataFrame, found: pl.DataFrame, notes: Mapping[int, str] = MappingProxyType({})
) -> Figure:
    """The share of games, with the shortest ones, and a part for every line of the text that they stopped at."""

    def note(game: int, moves: int | None, shortest: bool) -> str:
        told = f"the shortest: {moves:,} moves" if moves is not None else "the shortest"
        return "; ".join(text for text in (told if shortest else "", notes.get(game, "")) if text)

    shown = tuple(
        Witness(row["game"], ply=row["decisions"], note=note(row["game"], row["moves"], not at))
        for at, row in enumerate(found.head(5).iter_rows(named=True))
    )
    kinds = found.group_by("fault", "line", maintain_order=True).agg(
        pl.len().alias("games"), pl.col("game", "decisions", "moves").head(5)
    )
    parts = tuple(
        share(
            f"{ir.FAULTS.get(row['fault'], 'fault')}, line {row['line'] % ir.FILE_LINES}" if row["line"] else ir.FAULTS.get(row["fault"], "?"),
            row["games"], len(games),
            witnesses=tuple(
                Witness(game, ply=ply, note=note(game, moves, not at))
                for at, (game, ply, moves) in enumerate(zip(row["game"], row["decisions"], row["moves"], strict=True))
            ),
        )
        for row in kinds.sort("games", descending=True, maintain_order=True).iter_rows(named=True)
    )  # fmt: skip
    return share(name, len(found), len(games), witnesses=shown, parts=parts)


def faults(games: pl.DataFrame) -> Figure:
    """Rules that can't be carried out.

    Definition: games stopped by a fault / all games (Wilson); a part for every kind of fault and line of the text, with games that show it.
    """
    return _hole("faults", games, _stopped(games, None))


def dead_ends(games: pl.DataFrame) -> Figure:
    """Turns without a legal action.

    Definition: games stopped because a player had to act and could not / all games.
    """
    return _hole("dead ends", games, _stopped(games, (ir.NO_ACTION,)))


def endless(games: pl.DataFrame, cycles: pl.DataFrame) -> Figure:
    """Rules or games that go round in circles.

    Definition: games stopped by the limit of moves, by a loop or by automatic rules that set each other off for ever / all games. Where a
    position of such a game comes again, its witness names the choices between, from the first time to the second.
    """
    long = games.filter(pl.col("end") == TOO_LONG).with_columns(pl.lit(ir.TOO_LONG, pl.Int32).alias("fault"))
    found = _hole(
        "endless games", games, pl.concat([long.sort("moves", "game"), _stopped(games, _LOOPS)]), _told(cycles)
    )
    begins = dict(cycles.select("game", "first").iter_rows())
    return found.placed(lambda one: replace(one, ply=begins.get(one.game, one.ply)))


CYCLES: dict[str, Any] = {"game": pl.Int64, "first": pl.Int64, "last": pl.Int64, "words": pl.List(pl.String)}
"""A game that never ends, the frames between which its first cycle lies, and what is chosen in it."""


def _told(cycles: pl.DataFrame) -> dict[int, str]:
    notes = {}
    for row in cycles.iter_rows(named=True):
        words = [f"`{word}`" for word in row["words"]]
        shown = ", ".join(words[:_CYCLE]) + (f" … ({len(words)} in all)" if len(words) > _CYCLE else "")
        notes[row["game"]] = f"the position of frame {row['first']} comes again in frame {row['last']}: {shown}"
    return notes


def cycles(run: Any, games: pl.DataFrame) -> pl.DataFrame:
    """The first cycle of each of the first few games that came to the limit of moves; the columns are those of CYCLES."""
    from ludwright.engine.positions import significant
    from ludwright.metrics.replays import Replays
    from ludwright.play.code_words import CodeWords

    rows = []
    for game, number in (
        games.filter(pl.col("end") == TOO_LONG).sort("moves", "game").head(5)["game", "number"].iter_rows()
    ):
        rules = run.game_of(game)
        kept, words, codes = significant(rules), CodeWords(rules), run.codes(game)
        seen: dict[bytes, int] = {}
        asked: list[int] = []
        for ply, (state, _) in enumerate(Replays.positions(rules, run.plan.seed, number, codes)):
            key = state[kept].tobytes()
            if key in seen:
                first = seen[key]
                chosen = [
                    words.of(code, question)[1] for code, question in zip(codes[first:ply], asked[first:], strict=True)
                ]
                rows.append((game, first, ply, chosen))
                break
            seen[key] = ply
            asked.append(int(state[ir.QUESTION]))
    return pl.DataFrame(rows, schema=CYCLES, orient="row")
