"""Balancing: versions of a game that meet a designer's targets with as few and as small changes as possible."""

from __future__ import annotations

from ludwright.balancing.balance import balance, knobs_of
from ludwright.balancing.errors import BalanceError
from ludwright.balancing.knobs import Knob
from ludwright.balancing.result import Balance, Better

__all__ = ["Balance", "BalanceError", "Better", "Knob", "balance", "knobs_of"]
