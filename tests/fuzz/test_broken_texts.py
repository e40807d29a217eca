"""Whatever stands in a text: a message or a game that plays; never another error, a hang or a crash."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.fuzz.pool import Findings, run

if TYPE_CHECKING:
    from tests.conftest import Often


def check(found: Findings, tries: int) -> None:
    assert not found.wrong, found.report()
    assert found.tries == tries
    # the proof is worth nothing if everything is refused at once, or nothing is
    assert found.outcomes["refused"] > tries / 4
    assert found.outcomes["played"] > tries / 20


def test_broken_texts(often: Often) -> None:
    tries = often(60, 150)
    check(run("fuzz", 0, tries), tries)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 21_000, 1000))
def test_twenty_thousand_broken_texts(first: int) -> None:
    check(run("fuzz", first, first + 1000), 1000)
