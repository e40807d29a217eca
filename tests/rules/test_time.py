"""The clock: timers, waiting, repeated effects, goals and weighted results, worked out by hand."""

from __future__ import annotations

from random import Random

import pytest

import ludwright
from ludwright import ir

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


SHIFTS = """
game "Shifts"
players 1
clock in seconds
var energy = 3 in 0..3, each session
var pots = 0 in 0..100
var seen = 0 in 0..3
var rest = 0 in 0..100000
turn: one of dig, brew, fetch, look, leave
action dig
  when energy > 0
  energy -= 1
action brew
  in 30 minutes: pots += 1
action fetch, takes 50 seconds
  in 86390 seconds: seen = energy
action look
  rest = session.left if session.left < 100000 else 100000
action leave
  wait 1 hour
  wait 1 session
goal 1 when session.number is 5
result
  100% of pots in 0..10
profile "commuter": 3 sessions a day, 1 minutes each, 20 seconds an action
profile "weekender": 0.5 sessions a day, 2.5 minutes each, 1 seconds an action
"""


def played(run: str, profile: str | None, *answers: str) -> ludwright.Match:
    match = ludwright.load_text(SHIFTS).under(profile).start(run=run)
    for answer in answers:
        match.apply(answer)
    return match


@pytest.mark.parametrize("run", RUNS)
def test_without_a_profile_time_passes_only_where_the_rules_say_so(run: str) -> None:
    match = played(run, None, "dig", "brew", "look")
    assert (clock(match), read(match, "energy"), read(match, "rest")) == (0, 2, 100_000)
    match.apply("leave")
    assert (clock(match), read(match, "energy"), read(match, "pots")) == (3_600, 3, 1)


@pytest.mark.parametrize("run", RUNS)
def test_an_action_takes_at_least_the_seconds_of_the_profile(run: str) -> None:
    match = played(run, "commuter", "dig")
    assert clock(match) == 20
    assert clock(played(run, "commuter", "fetch")) == 50  # it says so itself
    match.apply("look")
    assert (clock(match), read(match, "rest")) == (40, 40)  # looked at when the clock stood at 20


@pytest.mark.parametrize("run", RUNS)
def test_a_session_that_is_used_up_goes_on_when_the_next_begins(run: str) -> None:
    match = played(run, "commuter", "dig", "brew", "dig")
    assert (clock(match), read(match, "energy"), read(match, "pots")) == (28_800, 3, 1)
    match.apply("dig")
    assert (clock(match), read(match, "energy")) == (28_820, 2)


@pytest.mark.parametrize("run", RUNS)
def test_waiting_for_a_session_goes_to_its_beginning_whatever_else_is_waited_for(run: str) -> None:
    match = played(run, "commuter", "leave", "brew", "leave")
    assert (clock(match), read(match, "pots")) == (57_600, 1)
    match.apply("leave")
    assert not match.over
    match.apply("leave")
    assert match.over and clock(match) == 4 * 28_800  # the fifth session, where the goal is reached


@pytest.mark.parametrize("run", RUNS)
def test_what_falls_due_when_a_session_begins_comes_before_it(run: str) -> None:
    """Fetched at 10 and due 86,390 seconds later, when the fourth session begins and energy has not come back yet."""
    game = ludwright.load_text(SHIFTS.replace("20 seconds an action", "10 seconds an action")).under("commuter")
    match = game.start(run=run)
    for answer in ("dig", "fetch", "leave", "dig", "dig"):
        match.apply(answer)
    assert clock(match) == 57_620  # the 60 seconds were used up by `fetch`: `leave` was in the second session already
    match.apply("leave")
    assert (clock(match), read(match, "seen"), read(match, "energy")) == (86_400, 1, 3)


@pytest.mark.parametrize("run", RUNS)
def test_sessions_may_lie_days_apart(run: str) -> None:
    match = played(run, "weekender", *(["look"] * 149))
    assert clock(match) == 149
    match.apply("look")
    assert clock(match) == 2 * 86_400


def test_a_profile_is_chosen_without_compiling_again() -> None:
    game = ludwright.load_text(SHIFTS)
    assert game.profiles == ["commuter", "weekender"]
    chosen = game.under("commuter")
    assert chosen.compiled is not None and chosen.program is game.program
    assert (chosen.profile, game.profile, chosen.setting().profile) == ("commuter", None, "commuter")
    with pytest.raises(ludwright.LudwrightError, match="did you mean `commuter`"):
        game.under("comuter")


def test_a_snapshot_belongs_to_its_profile() -> None:
    game = ludwright.load_text(SHIFTS)
    kept = game.under("commuter").start().snapshot()
    game.under("commuter").start().restore(kept)
    with pytest.raises(ludwright.LudwrightError, match="another game"):
        game.start().restore(kept)


@pytest.mark.parametrize(
    ("written", "instead", "told"),
    [
        ("clock in seconds", "clock in minutes", "the clock counts in minutes"),
        ("1 minutes each", "481 minutes each", "don't fit"),
        ("3 sessions a day", "0 sessions a day", "at least some sessions"),
    ],
)
def test_a_profile_that_does_not_fit_is_a_mistake(written: str, instead: str, told: str) -> None:
    text = SHIFTS.replace(written, instead).replace(", takes 50 seconds", "").replace("86390 seconds", "1 hour")
    with pytest.raises(ludwright.MistakesError, match=told):
        ludwright.load_text(text)


def test_both_runs_agree_on_every_state_under_a_profile() -> None:
    game = ludwright.load("homestead", profile="commuter")
    for number in range(4):
        rng = Random(number)
        native, twin = game.start(seed=4, game=number), game.start(seed=4, game=number, run="twin")
        while not native.over:
            codes = native.codes()
            assert codes == twin.codes()
            code = rng.choice(codes)
            native.apply(code)
            twin.apply(code)
            assert native.words == twin.words
        assert native.returns() == twin.returns()


SHOP = """
game "Shop"
players 1
enum crop: wheat, grapes
enum buyer: market, baker
things building, up to 9
things house of building
  | name  | cost |
  | hut   |  1   |
  | villa |  2   |
things farm of building
  | name  | cost |
  | field |  3   |
var sold[crop, buyer] = 0 in 0..1000
var made[building design] = 0 in 0..1000
turn: one of sell, make
action sell(c in crops, b in buyers)
  sold[c, b] += 1
action make(d in building designs)
  made[d] += 1
goal 1 when sum(sold[wheat]) >= 2
goal 2 when sum(made[d] for d in house designs) >= 2
goal 3 when sum(sold) >= 4
result
  60% of sum(sold[wheat]) in 0..5
  40% of sum(made) in 0..10
"""


@pytest.mark.parametrize("run", RUNS)
def test_counters_add_up_along_their_indices_and_goals_come_in_order(run: str) -> None:
    match = ludwright.load_text(SHOP).start(run=run)
    for answer in (
        "make hut",
        "make villa",
        "make field",
        "sell grapes baker",
        "sell grapes market",
        "sell wheat baker",
    ):
        match.apply(answer)
    assert match.returns() == [pytest.approx(0.6 * 1 / 5 + 0.4 * 3 / 10)]
    assert not match.over
    match.apply("sell wheat market")  # the first goal, and with it the two that were waiting behind it
    assert match.over
    assert match.returns() == [pytest.approx(0.6 * 2 / 5 + 0.4 * 3 / 10)]
