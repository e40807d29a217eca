"""Folders know each other in one direction: whoever reads one of them need not know those above it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import ludwright

SOURCES = Path(ludwright.__file__).parent
LAYERS = (
    "statistics spelling plain_files mistakes display ir language arguments written stored",
    "engine model hidden rules importing builder build library",
    "drawing play python_game game agents anatomy conformance",
    "inspecting exact charts queries tournaments equilibria playtests",
    "metrics expectations checking powers findings comparing balancing strategy reports learning metagames solo",
    "studio cli __main__",
)
"""From the ground up, a line for each floor; within a line each may use those before it."""

UPWARDS = {("play", "agents"), ("play", "game")}
"""Folders whose files still use something above them: games are played by players that play games themselves to judge them, and whoever
plays a game may give its name instead. No pair may be added."""


def _used(tree: ast.AST) -> Iterator[str]:
    """The folders that a file uses, also those it asks for inside a function; what only a type checker reads is left out."""
    if isinstance(tree, ast.If) and isinstance(tree.test, ast.Name) and tree.test.id == "TYPE_CHECKING":
        return
    if isinstance(tree, ast.ImportFrom) and (tree.module or "").split(".")[0] == "ludwright":
        parts = (tree.module or "").split(".")
        yield from [parts[1]] if len(parts) > 1 else [alias.name for alias in tree.names]
    for part in ast.iter_child_nodes(tree):
        yield from _used(part)


def _folder(path: Path) -> str:
    return path.relative_to(SOURCES).parts[0].removesuffix(".py")


ORDER = {name: number for number, name in enumerate(" ".join(LAYERS).split())}


TOP = ORDER["studio"] - 0.5
"""A folder that is not listed yet may use all but what users see."""


def test_every_listed_folder_is_there() -> None:
    assert ORDER.keys() <= {_folder(path) for path in SOURCES.rglob("*.py")}


def test_no_other_imports_point_upwards() -> None:
    found: set[tuple[str, str]] = set()
    here_and_there = {_folder(path) for path in SOURCES.rglob("*.py")} - {"__init__"}
    for path in SOURCES.rglob("*.py"):
        here = _folder(path)
        if here == "__init__":
            continue
        for used in _used(ast.parse(path.read_text("utf-8"))):
            if used in here_and_there and ORDER.get(used, TOP) > ORDER.get(here, TOP):
                found.add((here, used))
    assert found == UPWARDS
