"""The formulas of tree search: each weighs otherwise, also where equal positions are one."""

from __future__ import annotations

import pytest

import ludwright


@pytest.mark.parametrize("setting", ["formula=tuned", "formula=tuned2", "formula=sp", "best=0.5", "rave=100"])
@pytest.mark.parametrize("merge", ["yes", "no"])
def test_a_formula_makes_a_difference(setting: str, merge: str) -> None:
    game = ludwright.load("simple_coins", params={"energy_cap": 5})
    plain, other = (
        ludwright.simulate(game, 6, agents=f"mcts:300,merge={merge}{more}", seed=1, keep=True).returns
        for more in ("", f",{setting}")
    )
    assert plain is not None
    assert other is not None
    assert plain.tolist() != other.tolist()
