"""What a worker does for the page Improve: which numbers can be turned, whether targets are understood, what accepting a version changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

_KINDS = {
    "param": "parameter", "cell": "printed number", "copies": "copies", "start": "what a variable begins with",
    "number": "number of a rule", "seat": "what a seat begins with",
}  # fmt: skip
_MOST = 400


def turnable(path: str) -> dict[str, Any]:
    """The numbers of a game that can be turned, what it expects of itself, and who plays it."""
    from ludwright.balancing import BalanceError, knobs_of
    from ludwright.balancing.balance import _targets
    from ludwright.balancing.knobs import turned_by_default
    from ludwright.game import described

    description = described(Path(path))
    try:
        expected = _targets([], description)
    except BalanceError:
        expected = []
    return {
        "expected": expected,
        "knobs": [
            {
                "name": knob.name, "now": knob.value, "least": knob.values[0], "most": knob.values[-1], "yes_no": knob.is_bool,
                "what": _KINDS[knob.kind] + (f": {knob.words}" if knob.words else ""), "usual": turned_by_default(knob, True),
                "param": knob.kind == "param",
            }
            for knob in knobs_of(Path(path))[:_MOST]
        ],
    }  # fmt: skip


def understood(targets: list[str], agents: list[str], players: list[int]) -> int:
    """How many targets there are; what is wrong with any is raised as a mistake."""
    from ludwright.balancing.targets import Strengths, read_targets

    return len(read_targets(targets, Strengths(tuple(agents or ["random"]), tuple(players or [2]))))


def accepted(path: str, changes: dict[str, int]) -> dict[str, str]:
    """The files that change when a version is taken into its game, by their names beside it."""
    from ludwright.balancing.accepting import accept

    return {name: content.decode("utf-8") for name, content in accept(Path(path), changes).items()}


def bred(path: str) -> str:
    """A variant, drawn in the middle of a game."""
    from ludwright.evolution.page import picture_of
    from ludwright.game import load

    return picture_of(load(Path(path)))


IMPROVE_TASKS: tuple[Callable[..., Any], ...] = (turnable, understood, accepted, bred)
