"""What a newcomer searches for is found once: names of classes and files, and how deep classes stand on each other."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import ludwright

SOURCES = Path(ludwright.__file__).parent
CORE = frozenset(("language", "model", "ir", "rules", "engine", "hidden", "play"))
"""Folders on the road from a text to a game: nothing else is called like what is public there."""
APART = frozenset(("importing", "builder", "studio", "bridges"))
"""Folders that speak of other people's ideas, or of the same ones in another form, by the same names."""
DEEPEST = 3
STILL_DEEPER = {"Knowledge", "Transfers"}
"""Classes that stand on more than two others. None may be added."""

Defined = list[tuple[str, ast.ClassDef]]


def _classes() -> Defined:
    found: Defined = []
    for path in SOURCES.rglob("*.py"):
        folder = path.relative_to(SOURCES).parts[0].removesuffix(".py")
        found += [(folder, n) for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.ClassDef)]
    assert len(found) > 1000
    return found


def test_public_classes_of_the_core_have_names_of_their_own() -> None:
    folders: dict[str, list[str]] = defaultdict(list)
    for folder, node in _classes():
        if not node.name.startswith("_") and folder not in APART:
            folders[node.name].append(folder)
    assert {name for name, where in folders.items() if len(where) > 1 and CORE & set(where)} == set()


def test_no_class_stands_on_more_than_two_others() -> None:
    bases: dict[str, set[str]] = defaultdict(set)
    for folder, node in _classes():
        if folder not in APART:
            bases[node.name] |= {base.id for base in node.bases if isinstance(base, ast.Name)}

    def depth(name: str) -> int:
        return 1 + max((depth(base) for base in bases[name] if base in bases and base != name), default=0)

    assert {name for name in [*bases] if depth(name) > DEEPEST} <= STILL_DEEPER


def test_no_file_name_stands_in_five_folders() -> None:
    folders: dict[str, set[Path]] = defaultdict(set)
    for path in SOURCES.rglob("*.py"):
        folders[path.name].add(path.parent)
    assert {name for name, where in folders.items() if len(where) > 4} == {"__init__.py"}
