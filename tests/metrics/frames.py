"""Small frames of playtests, written by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from ludwright.metrics.curve import OutcomeCurve, from_lead
from ludwright.metrics.evidence import SCHEMAS, shaped
from ludwright.play.winners import Winners

OVER = "over"


def frame(name: str, rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """A frame of a playtest from its rows."""
    return shaped(pl.DataFrame(rows, schema_overrides=_types(name, rows)) if rows else None, SCHEMAS[name])


def _types(name: str, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {column: kind for column, kind in SCHEMAS[name].items() if column in rows[0]}


def seats_of(results: Sequence[Sequence[float] | None], agents: Sequence[Sequence[str]] | None = None) -> pl.DataFrame:
    """What every seat got, game by game; None for a game that did not come to its end. Whoever got most has won."""
    rows = []
    for game, returns in enumerate(results):
        winners = Winners.of(np.array([returns or [0.0, 0.0]]).T).won[:, 0].tolist()
        for seat, result in enumerate(returns or [0.0, 0.0], 1):
            won = None if returns is None else winners[seat - 1]
            agent = agents[game][seat - 1] if agents is not None else "random"
            rows.append(
                {"game": game, "players": len(returns or [0, 0]), "seat": seat, "agent": agent, "won": won,
                 "return": None if returns is None else float(result)}
            )  # fmt: skip
    return frame("seats", rows)


def games_of(rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """Games, numbered from 0, that came to their end if nothing else is said."""
    return frame("games", [{"game": game, "end": OVER, **row} for game, row in enumerate(rows)])


def decisions_of(games: Sequence[Sequence[tuple[int, int] | tuple[int, int, int]]]) -> pl.DataFrame:
    """Games as lists of decisions: who chose, what, and of how many options (2 if not said)."""
    rows = [
        {"game": game, "ply": ply, "actor": one[0], "code": one[1], "options": one[2] if len(one) > 2 else 2}
        for game, decisions in enumerate(games)
        for ply, one in enumerate(decisions)
    ]
    return frame("decisions", rows)


def actions_of(words: Mapping[int, str]) -> pl.DataFrame:
    """What codes mean; the first word is the action."""
    return frame("actions", [{"code": code, "action": text.split()[0], "words": text} for code, text in words.items()])


def leads_of(games: Sequence[Sequence[Sequence[float]]]) -> pl.DataFrame:
    """Games as lists of turns, each with the lead of every seat; seats take turns."""
    rows = [
        {"game": game, "turn": turn, "round": turn, "player": (turn - 1) % len(values) + 1, "name": "lead", "seat": seat,
         "value": float(value)}
        for game, turns in enumerate(games)
        for turn, values in enumerate(turns, 1)
        for seat, value in enumerate(values, 1)
    ]  # fmt: skip
    return frame("turns", rows)


def tracks_of(games: Sequence[Sequence[float]], name: str = "coins", seat: int | None = None) -> pl.DataFrame:
    """Games as lists of one value a turn."""
    rows = [
        {"game": game, "turn": turn, "round": turn, "player": 1, "name": name, "seat": seat, "value": float(value)}
        for game, values in enumerate(games)
        for turn, value in enumerate(values, 1)
    ]
    return frame("turns", rows)


def curve_of(games: Sequence[Sequence[Sequence[float]]], results: Sequence[Sequence[float]]) -> OutcomeCurve:
    """A curve with those leads and results."""
    return from_lead(leads_of(games), seats_of(results))


def nothing_played() -> OutcomeCurve:
    """The curve of no games."""
    return curve_of([], [])
