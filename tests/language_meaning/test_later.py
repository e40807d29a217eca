"""Effects that come turns or rounds later and ask: they are due at the end of that turn, and keep the names of the moment they were set."""

from __future__ import annotations

from tests.language_meaning.both_runs import caught, play, sheet

HEAD = sheet("""
    game "T"
    players 2 named A, B
    var n = 0 in 0..999
    turn: one of plan, lay
    action lay(j in 1..2)
      n += j
    end when turn.number > 9: draw
""")


def later(effects: str) -> str:
    """A game in which the action `plan` does this."""
    return HEAD + "action plan(k in 1..2)\n" + "\n".join("  " + line for line in sheet(effects).splitlines()) + "\n"


def test_whoever_planned_is_asked_turns_later_with_the_names_kept() -> None:
    match = play(later("let tens = 10 * k\nin 1 turn\n  me chooses x from 1..3: n += x + tens"), "n", "turn.number")
    match.do("plan 2", "lay 1")
    assert (match.actor, match.options, match.see("n")) == ("A", ["choose 1", "choose 2", "choose 3"], 1)
    match.do("choose 3")
    assert (match.actor, match.seen()) == ("A", [24, 3])


def test_actions_and_stages_may_come_later() -> None:
    match = play(later("in 1 round\n  me does lay\n  stage extra\n    opponent chooses y from 1..2: n += 100 * y"), "n")
    match.do("plan 1", "lay 1", "lay 1")
    assert (match.actor, match.options) == ("A", ["lay 1", "lay 2"])
    match.do("lay 2", "choose 2")
    assert match.see("n") == 204


def test_those_that_were_set_first_come_first_and_may_set_more() -> None:
    effects = "in 1 turn: n += 300\nin 1 turn\n  me chooses x from 1..2: n += x\n  in 1 turn: opponent does lay"
    match = play(later(effects), "n")
    match.do("plan 1", "plan 1")
    assert (match.actor, match.see("n")) == ("A", 300)
    match.do("choose 2", "lay 1")
    assert (match.actor, match.options) == ("B", ["choose 1", "choose 2"])
    match.do("choose 1")
    assert (match.actor, match.options) == ("B", ["lay 1", "lay 2"])


def test_effects_of_a_thing_that_is_gone_do_not_ask() -> None:
    effects = "let h = create hut\nin 1 turn\n  me chooses x from 1..2: h.rent += x\nif k is 2: remove h"
    text = later(effects) + "things hut, up to 2\n  rent = 1 in 0..9\n"
    assert play(text).do("plan 1", "lay 1").options == ["choose 1", "choose 2"]
    assert play(text).do("plan 2", "lay 1").options == ["lay 1", "lay 2", "plan 1", "plan 2"]


def test_the_game_may_end_later_where_something_asks() -> None:
    plain = "in 1 turn: me wins\nme chooses x from 1..2: n += x"
    assert play(later(plain)).do("plan 1", "choose 1", "lay 1").returns == [1, -1]
    asking = "in 1 turn\n  me chooses x from 1..2: n += x\n  if n > 2: me wins"
    assert play(later(asking)).do("plan 1", "lay 1", "choose 2").returns == [1, -1]


def test_what_can_not_come_later() -> None:
    caught(later("«in 1 turn»\n  me chooses x from 1..2: n += x\n  end turn"), "can't end a turn")
    clocked = later("«in 5 minutes»\n  me chooses x from 1..2: n += x")
    caught(clocked.replace("players 2", "clock in minutes\nplayers 2"), "what comes by the clock can't ask")
