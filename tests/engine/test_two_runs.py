"""The plain Python run and the machine code agree bit for bit, on programs made up at random."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludwright import ir
from tests.engine.chance_programs import Maker, table_words
from tests.engine.compare import Pair


def compare(seed: int) -> None:
    chance = Random(seed)
    program = Maker(chance).program()
    pair = Pair(program, careful=seed % 4 == 0)
    for game in range(4):
        pair.play(table_words(chance), game)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 1 << 40))
def test_both_runs_agree_on_any_program(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setattr(ir, "FUEL", 3000)
    compare(seed)


@pytest.mark.slow
def test_both_runs_agree_on_thousands_of_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ir, "FUEL", 3000)
    for seed in range(3000):
        compare(seed)
