"""The rooms of the rules know each other in one direction only: whoever reads one of them need not know those above."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludwright.rules

RULES = Path(ludwright.rules.__file__).parent
ROOMS = (
    "emit",
    "names",
    "analysis",
    "state",
    "formulas",
    "beliefs",
    "options",
    "effects",
    "flow",
    "checks",
    "compiler",
)
"""From the ground up: a room may use those before it."""


def _used(tree: ast.AST) -> Iterator[str]:
    """The rooms that a file uses, also those it asks for inside a function; what only a type checker reads is left out."""
    if isinstance(tree, ast.If) and isinstance(tree.test, ast.Name) and tree.test.id == "TYPE_CHECKING":
        return
    if isinstance(tree, ast.ImportFrom) and tree.module and tree.module.startswith("ludwright.rules"):
        parts = tree.module.split(".")
        yield from [parts[2]] if len(parts) > 2 else [alias.name for alias in tree.names]
    for part in ast.iter_child_nodes(tree):
        yield from _used(part)


def _room(path: Path) -> str:
    return path.relative_to(RULES).parts[0].removesuffix(".py")


def test_every_file_lies_in_a_room() -> None:
    assert {_room(path) for path in RULES.rglob("*.py")} - {"__init__"} == set(ROOMS)


@pytest.mark.parametrize("path", sorted(RULES.glob("*/*.py")), ids=lambda path: path.relative_to(RULES).as_posix())
def test_a_room_uses_only_rooms_before_it(path: Path) -> None:
    here = ROOMS.index(_room(path))
    above = {room for room in _used(ast.parse(path.read_text())) if ROOMS.index(room) > here}
    assert not above, f"{path.name} uses {', '.join(sorted(above))}"
