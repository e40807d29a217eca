"""What an option does, where players choose at random: a game worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.findings import plays_of

COIN = """game "Coin"
players 2
each player
  points = 0 in 0..9
play: turns once
turn: bet
action bet(n in 0..3)
  my points = n
score(p): p.points
winner: highest score
lead(p): p.points / 3
"""


def test_the_effect_of_an_option_is_what_it_adds_to_the_chance_to_win(tmp_path: Path) -> None:
    path = tmp_path / "coin.game"
    path.write_text(COIN)
    play = plays_of(ludwright.playtest(path, games=3000, seed=1), sample=3000)[0]
    found = {effect.what: effect.figure for effect in play.effects("words")}
    # against a random opponent, n beats n others of four and ties with one: (n + 0.5) / 4; the three others have the rest
    for n in range(4):
        own = (n + 0.5) / 4
        others = sum((m + 0.5) / 4 for m in range(4) if m != n) / 3
        figure = found[f"bet {n}"]
        assert (figure.low or 0.0) < own - others < (figure.high or 0.0)
        assert figure.value == pytest.approx(own - others, abs=0.05)
    assert play.effects("action") == []  # there is only one


def test_openings_are_first_choices(tmp_path: Path) -> None:
    path = tmp_path / "coin.game"
    twice = COIN.replace("turns once", "repeat 2 times: turns once").replace(
        "  my points = n", "  if not my done: my points = n\n  my done = yes"
    )
    path.write_text(twice.replace("0..9\n", "0..9\n  done = no\n"))
    play = plays_of(ludwright.playtest(path, games=1000, seed=1))[0]
    opening = {effect.what: effect.figure.value or 0.0 for effect in play.effects("opening")}
    any_time = {effect.what: effect.figure.value or 0.0 for effect in play.effects("words")}
    assert opening["bet 3"] > any_time["bet 3"] + 0.1


def test_what_is_hardly_ever_taken_has_no_effect_to_be_told(tmp_path: Path) -> None:
    path = tmp_path / "coin.game"
    path.write_text(COIN.replace("0..3", "0..150").replace("in 0..9", "in 0..200"))
    play = plays_of(ludwright.playtest(path, games=300, seed=1))[0]
    assert play.effects("words")
    assert not any(effect.figure.known for effect in play.effects("words"))
    assert all((effect.rate.high or 1.0) < 0.2 for effect in play.effects("words"))
