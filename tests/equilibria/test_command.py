"""``ludwright equilibrium``."""

from __future__ import annotations

import json

import pytest

from ludwright.equilibria.passes import learn
from tests.cli.running import run


def test_it_tells_the_value_and_what_to_do() -> None:
    done = run("equilibrium", "kuhn_poker")
    assert done.code == 0
    assert "seat 1 gets -0.0556 on average" in done.out
    assert "    with card 2: call 1 time in 3, otherwise fold" in done.out
    assert "Never worth doing, whatever the others do (4 of 24 options):" in done.out


def test_json_holds_all_of_it() -> None:
    done = run("equilibrium", "kuhn_poker", "--json", "--iterations", "500", "--judge", "uniform")
    found = json.loads(done.out)
    assert found["values"]["seat 1"] == pytest.approx(-1 / 18, abs=1e-3)
    assert found["rounds"] == 500
    assert len(found["strategy"]) == 12
    assert all(sum(line["shares"].values()) == pytest.approx(1) for line in found["strategy"])
    assert sum(line["likely"] for line in found["strategy"] if line["before"] == "at the start") == pytest.approx(1)
    assert found["judged"]["nash_conv"] == pytest.approx(11 / 12)
    assert len(found["dominated"]) == 4


def test_three_players_are_told_that_nothing_is_promised() -> None:
    done = run("equilibrium", "kuhn_poker", "--players", "3", "--iterations", "200")
    assert done.code == 0
    assert "there may be other equilibria with other values" in done.out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("liars_dice", "--set", "dice_each=2", "--limit", "5000"), "more than 5,000 positions"),
        (("kuhn_poker", "--by", "glory"), "no playing for `glory`"),
        (("tic_tac_toe", "--by", "score", "--limit", "3"), "more than 3 positions"),
        (("kuhn_poker", "--judge", "nobody"), "no player `nobody`"),
    ],
)
def test_what_can_not_be_done_is_told_in_a_sentence(arguments: tuple[str, ...], complaint: str) -> None:
    done = run("equilibrium", *arguments)
    assert done.code == 2
    assert complaint in done.err
    assert "Traceback" not in done.err


def test_ctrl_c_keeps_what_was_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    original, calls = learn, []

    def interrupted(*args: object) -> None:
        calls.append(args)
        if len(calls) == 3:
            raise KeyboardInterrupt
        original(*args)

    monkeypatch.setattr("ludwright.equilibria.solving.learn", interrupted)
    done = run("equilibrium", "kuhn_poker", "--json")
    assert done.code == 130
    found = json.loads(done.out)
    assert found["interrupted"]
    assert 0 < found["rounds"] < 100
