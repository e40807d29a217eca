"""The examples in docstrings say what is so."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import ludwright

SOURCE = Path(ludwright.__file__).parent
MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")]


def _name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("name", [_name(path) for path in MODULES])
def test_the_examples_of_a_module_hold(name: str) -> None:
    failed, tried = doctest.testmod(import_module(name))
    assert tried and not failed
