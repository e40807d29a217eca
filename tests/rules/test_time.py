"""The clock: timers, waiting, repeated effects, goals and weighted results, worked out by hand."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.rules import ir

RUNS = ["native", "twin"]

OVEN = """
game "Oven"
players 1
clock in seconds
var loaves = 0 in 0..100
var burnt = 0 in 0..100
var heat = 0 in 0..5
turn: one of bake, stir, sleep, rest
action bake, takes 5 seconds
  in 20 seconds: loaves += 1
  in 20 seconds
    if loaves is 0: burnt += 1
action stir, takes 1 second
  nothing
action sleep
  wait
action rest
  wait 2 minutes
every 10 seconds when heat < 5: heat += 1
end when loaves is 3
score(p): loaves
"""


def read(match: ludwright.Match, name: str) -> int:
    return match.words[match.game.rules.model.fields[name].base]


def clock(match: ludwright.Match) -> int:
    return match.words[ir.CLOCK]


@pytest.mark.parametrize("run", RUNS)
def test_an_effect_comes_exactly_when_its_time_has_passed(run: str) -> None:
    match = ludwright.load_text(OVEN).start(run=run)
    match.apply("bake")
    assert (clock(match), read(match, "loaves")) == (5, 0)
    for _ in range(14):
        match.apply("stir")
    assert (clock(match), read(match, "loaves")) == (19, 0)
    match.apply("stir")
    assert (clock(match), read(match, "loaves")) == (20, 1)
    assert read(match, "burnt") == 0  # timers of one moment run in the order in which they were set


@pytest.mark.parametrize("run", RUNS)
def test_waiting_alone_goes_to_the_next_timer(run: str) -> None:
    match = ludwright.load_text(OVEN).start(run=run)
    match.apply("bake")
    match.apply("sleep")
    assert (clock(match), read(match, "heat")) == (10, 1)
    match.apply("sleep")
    assert (clock(match), read(match, "heat"), read(match, "loaves")) == (20, 2, 1)


@pytest.mark.parametrize("run", RUNS)
def test_a_repeated_effect_stops_when_its_condition_fails(run: str) -> None:
    match = ludwright.load_text(OVEN).start(run=run)
    match.apply("rest")
    assert (clock(match), read(match, "heat")) == (120, 5)


THINGS = """
game "Beacons"
players 1
clock in seconds
things beacon, up to 3
  lit = no
var kept: beacon or none
var burnt = 0 in 0..10
turn: one of light, douse, rest
action light
  let b = create beacon
  kept = b
  in 10 seconds: burn(b)
action douse(b in beacons)
  remove b
action rest
  wait 30 seconds
to burn(b)
  b.lit = yes
  burnt += 1
end when burnt is 3
score(p): burnt
"""


@pytest.mark.parametrize("run", RUNS)
def test_the_timers_of_a_removed_thing_die_and_references_become_none(run: str) -> None:
    match = ludwright.load_text(THINGS).start(run=run)
    match.apply("light")
    match.apply("light")
    first = match.legal()
    assert sum(o.action == "douse" for o in first) == 2
    match.apply(next(o for o in match.legal() if o.action == "douse"))
    match.apply("rest")
    assert read(match, "burnt") == 1


SESSIONS = """
game "Sessions"
players 1
var coins = 0 in 0..4000
var session = 1 in 1..3
turn: one of earn, leave
action earn
  when coins < 40
  coins += 10
action leave
  session += 1
goal 1 when session is 2
goal 2 when session is 3
result
  75% of coins in 0..40
  25% of session in 1..5
"""


@pytest.mark.parametrize("run", RUNS)
def test_goals_come_in_order_and_the_result_is_weighted_and_cut(run: str) -> None:
    match = ludwright.load_text(SESSIONS).start(run=run)
    for words in ("earn", "earn", "earn", "leave"):
        match.apply(words)
        assert not match.over
    match.apply("leave")
    assert match.over
    # three quarters of 30 of 40 coins, one quarter of session 3 on the way from 1 to 5
    assert match.returns() == [pytest.approx(0.75 * 30 / 40 + 0.25 * 2 / 4)]


def test_time_without_a_clock_is_a_mistake() -> None:
    with pytest.raises(ludwright.MistakesError, match="has no clock"):
        ludwright.load_text(OVEN.replace("clock in seconds\n", ""))
