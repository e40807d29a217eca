"""Exact and classic search: which positions are equal, alpha-beta, max-n, expectimax, and a solver that proves small games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludwright.exact.graphs import GraphTooBigError
    from ludwright.exact.prepared import NotExactError
    from ludwright.exact.solution import Solution, SolvedMove
    from ludwright.exact.solving import solve

_HOMES = {
    "NotExactError": "prepared", "Solution": "solution", "SolvedMove": "solution", "GraphTooBigError": "graphs", "solve": "solving",
}  # fmt: skip

__all__ = ["GraphTooBigError", "NotExactError", "Solution", "SolvedMove", "solve"]


def __getattr__(name: str) -> Any:
    """Import each public name when it is first used: kernels take a while to load."""
    if name not in _HOMES:
        raise AttributeError(f"module 'ludwright.exact' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"ludwright.exact.{_HOMES[name]}"), name)
