"""What a newcomer searches for is found once: names of classes and files, and how deep classes stand on each other."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import ludwright

SOURCES = Path(ludwright.__file__).parent
CORE = frozenset(("language", "model", "ir", "rules", "engine", "hidden", "play"))
"""Folders on the road from a text to a game: nothing else is called like what is public there."""
APART = frozenset(("importing", "builder", "studio", "bridges"))
"""Folders that speak of other people's ideas, or of the same ones in another form, by the same names."""
DEEPEST = 3

HEAD = re.compile(r"^ *class (\w+)(?:\((.*?)\))?:", re.MULTILINE | re.DOTALL)


@cache
def _classes() -> tuple[tuple[str, str, frozenset[str]], ...]:
    """Every class: its folder, its name, what it stands on."""
    found = []
    for path in SOURCES.rglob("*.py"):
        folder = path.relative_to(SOURCES).parts[0].removesuffix(".py")
        for name, bases in HEAD.findall(path.read_text("utf-8")):
            found.append((folder, name, frozenset(re.findall(r"(?<![.\w\[=\"])[A-Z]\w+", bases))))
    assert len(found) > 1000
    return tuple(found)


def test_public_classes_of_the_core_have_names_of_their_own() -> None:
    folders: dict[str, list[str]] = defaultdict(list)
    for folder, name, _ in _classes():
        if not name.startswith("_") and folder not in APART:
            folders[name].append(folder)
    assert {name for name, where in folders.items() if len(where) > 1 and CORE & set(where)} == set()


def test_no_class_stands_on_more_than_two_others() -> None:
    bases: dict[str, set[str]] = defaultdict(set)
    for folder, name, others in _classes():
        if folder not in APART:
            bases[name] |= others

    def depth(name: str) -> int:
        return 1 + max((depth(base) for base in bases[name] if base in bases and base != name), default=0)

    assert depth("Node") == 1 and depth("Add") == 3
    assert {name for name in [*bases] if depth(name) > DEEPEST} == set()


def test_no_file_name_stands_in_five_folders() -> None:
    folders: dict[str, set[Path]] = defaultdict(set)
    for path in SOURCES.rglob("*.py"):
        folders[path.name].add(path.parent)
    assert {name for name, where in folders.items() if len(where) > 4} == {"__init__.py"}


def test_every_folder_is_on_the_map() -> None:
    text = (SOURCES.parent.parent / "docs" / "architecture.md").read_text("utf-8")
    folders = {path.name for path in SOURCES.iterdir() if (path / "__init__.py").exists()}
    assert {name for name in folders if f"{name}/" not in text} == set()
