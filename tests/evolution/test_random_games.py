"""First games at random: in plain Python or by machine code, they tell the same of a variant."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.evolution.genome import genome_of
from ludwright.evolution.random_games import play_at_random


def test_plain_python_and_machine_code_tell_the_same() -> None:
    game = ludwright.load("tic_tac_toe")
    brief, long = (play_at_random(game, 300, 1, 200, brief=brief) for brief in (True, False))
    assert brief.finished == long.finished == brief.games == 300
    assert brief.won.draws == pytest.approx(long.won.draws, abs=35)  # each draws its own moves
    assert brief.won.wins == pytest.approx(long.won.wins, abs=45)
    assert sum(brief.decisions) / 300 == pytest.approx(sum(long.decisions) / 300, abs=0.6)
    assert max(brief.options) == max(long.options) == 9


def test_what_is_too_long_for_plain_python_is_left_to_machine_code() -> None:
    text = genome_of("tic_tac_toe").text
    endless = ludwright.load_text(text.replace("  when no c in cells with c.mark is none: draw\n", ""))
    found = play_at_random(endless, 10, 1, 200)
    assert found.faults and set(found.faults) == {"no legal action"} and found.games == 10
    counting = text.replace(
        "turn: place", "var n = 0 in 0..9000000\nturn\n  place\n  n = 0\n  repeat 200000 times: n += 1"
    )
    found = play_at_random(ludwright.load_text(counting), 4, 1, 200)
    assert found.finished == 4 and not found.faults
