"""The columns of the frames, as playtests have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

_ID = {"game": pl.Int64, "cell": pl.Int32, "version": pl.Int32, "players": pl.Int32}
SCHEMAS: Mapping[str, Mapping[str, Any]] = {
    "games": {
        **_ID,
        "number": pl.Int64,
        "end": pl.String,
        "fault": pl.Int32,
        "line": pl.Int32,
        "winner": pl.Int32,
        "drawn": pl.Boolean,
        "decisions": pl.Int32,
        "moves": pl.Int32,
        "turns": pl.Int32,
        "rounds": pl.Int32,
        "returns": pl.List(pl.Float64),
        "scores": pl.List(pl.Float64),
    },
    "seats": {
        **_ID,
        "seat": pl.Int32,
        "agent": pl.String,
        "return": pl.Float64,
        "score": pl.Float64,
        "won": pl.Boolean,
        "shared": pl.Boolean,
        "share": pl.Float64,
    },
    "decisions": {
        "game": pl.Int64,
        "ply": pl.Int32,
        "actor": pl.Int32,
        "code": pl.Int32,
        "options": pl.Int32,
        "time": pl.Int32,
    },
    "actions": {
        "version": pl.Int32,
        "players": pl.Int32,
        "code": pl.Int32,
        "action": pl.String,
        "words": pl.String,
    },
    "turns": {
        "game": pl.Int64,
        "turn": pl.Int32,
        "round": pl.Int32,
        "player": pl.Int32,
        "turn_number": pl.Int32,
        "name": pl.String,
        "seat": pl.Int32,
        "value": pl.Float64,
    },
}


def shaped(frame: Any, schema: Mapping[str, Any]) -> pl.DataFrame:
    """A frame with all columns, whatever was given of it."""
    if frame is None:
        return pl.DataFrame(schema=dict(schema))
    if not isinstance(frame, pl.DataFrame):
        frame = pl.DataFrame(frame, schema_overrides={name: kind for name, kind in schema.items() if name in frame})
    given: pl.DataFrame = frame
    missing = [pl.lit(None, kind).alias(name) for name, kind in schema.items() if name not in given.columns]
    return given.with_columns(missing)
