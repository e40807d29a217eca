"""One report, made once."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.reports import Report, report


@pytest.fixture(scope="session")
def made() -> Report:
    """On random games of tic-tac-toe."""
    return report(ludwright.playtest("tic_tac_toe", games=300, seed=1))


@pytest.fixture(scope="session")
def page(made: Report) -> str:
    """Its page."""
    return made.html()
