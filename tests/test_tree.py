"""The tests mirror the sources: whoever changes a folder finds its tests under the same name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import ludwright

TESTS = Path(__file__).parent
SOURCES = Path(ludwright.__file__).parent
FOLDERS = sorted(path.name for path in SOURCES.iterdir() if any(path.glob("*.py")))
ACROSS = {
    "against_openspiel": "the same games as OpenSpiel's",
    "bench": "the measurements in `bench`",
    "bots": "scripted players, from their rules to their games",
    "docs": "the pages in `docs`",
    "exact_values": "what games come out as, against values worked out by hand",
    "fuzz": "texts and files that nobody meant to write",
    "games": "bundled games with rules of their own",
    "golden": "one recorded game of every bundled text",
    "intervals": "whether intervals hold what they promise",
    "language_meaning": "what each construct of the language means, in both runs",
    "planted": "games with planted flaws, and the reports on them",
    "properties": "descriptions made up at random",
}
"""Folders of tests that look at several folders of sources together, and at what."""


CORE = ("language", "model", "ir", "rules", "engine", "hidden", "builder")
"""Where a game becomes a program: no two classes there have one name."""
SAME_ON_PURPOSE = {"If"}
"""What authors write in Python is called as the statement it becomes."""


def _files() -> list[Path]:
    return sorted(TESTS.rglob("test_*.py"))


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_has_tests(folder: str) -> None:
    assert any((TESTS / folder).glob("test_*.py")), f"tests/{folder} has no tests of src/ludwright/{folder}"


def test_every_folder_of_tests_is_named_after_what_it_tests() -> None:
    assert len(FOLDERS) > 25
    there = {path.relative_to(TESTS).parts[0] for path in _files() if path.parent != TESTS}
    assert there - set(FOLDERS) == ACROSS.keys() & there
    assert ACROSS.keys() <= there, "a folder that is explained here is gone"


@pytest.mark.parametrize("file", _files(), ids=lambda file: str(file.relative_to(TESTS)))
def test_every_file_has_a_test_and_no_test_hides_another(file: Path) -> None:
    """Of two functions of one name in a file, pytest runs the last only."""
    tree = ast.parse(file.read_text("utf-8"))
    scopes = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    found = [[node.name for node in body if isinstance(node, ast.FunctionDef)] for body in scopes]
    tests = [[name for name in names if name.startswith("test_")] for names in found]
    assert any(tests), "no test in it"
    assert all(len(names) == len(set(names)) for names in tests), "two tests have the same name"


def test_expected_failures_can_fail() -> None:
    for file in _files():
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.xfail":
                loose = [word for word in node.keywords if word.arg == "strict" and ast.unparse(word.value) != "True"]
                assert not loose, f"{file.name}, line {node.lineno}: it passes whatever happens"


def test_no_two_classes_of_the_core_have_the_same_name() -> None:
    found: dict[str, list[str]] = {}
    for folder in CORE:
        for path in sorted((SOURCES / folder).rglob("*.py")):
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found.setdefault(node.name, []).append(path.relative_to(SOURCES).as_posix())
    assert len(found) > 300
    assert {name for name, files in found.items() if len(files) > 1} == SAME_ON_PURPOSE, found
