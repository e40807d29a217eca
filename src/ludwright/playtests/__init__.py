"""Playtests: games played in numbers, kept, gone on with, replayed and questioned."""

from __future__ import annotations

from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.playtest import Playtest, open_run, playtest

__all__ = ["Playtest", "PlaytestError", "open_run", "playtest"]
