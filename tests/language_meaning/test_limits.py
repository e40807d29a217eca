"""Faults of games that never come to rest: deep questions, endless turns and loops (language, section 13)."""

from __future__ import annotations

import pytest

import ludwright
from ludwright import ir
from tests.language_meaning.both_runs import faults, play, sheet


def test_questions_nested_too_deeply_are_a_fault() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0 in 0..99
        turn: dig(1)
        to dig(depth)
          me chooses k from 1..2
            n = k
          dig(depth + 1)  # here
          n = depth
        end when n is 99: draw
    """)
    line = 8
    game = ludwright.load_text(text)
    for run in ("native", "twin"):
        match = game.start(1, run=run)
        while not match.over:
            match.apply("choose 1")
        assert match.fault is not None and match.fault.code == 12 and match.fault.line == line


@pytest.mark.parametrize("body", ["repeat while n < 5: me chooses k from 1..1", "repeat until n is 5: skip"])
def test_a_loop_of_forced_answers_that_does_not_end_is_a_fault(body: str) -> None:
    text = f"""game "T"
players 1
var n = 0 in 0..9
turn
  {body}  # here
  skip
action skip
  nothing
end when n is 9: draw
"""
    assert faults(text) == "a loop does not end"


PAIRS = """game "T"
players 2
board grid 30 x 30 of cell
  mark = 0 in 0..9
var n = 0 in 0..1000
define alike(k): count(a in cells with any b in cells with b.mark is a.mark + k)
turn
  go
action go(k in 1..2)
  {body}  # here
end when turn.number is 3: draw
"""


def test_a_walk_over_all_pairs_of_a_large_board_is_not_too_much() -> None:
    game = play(PAIRS.format(body="n = sum(alike(i) for i in 1..6)"), "n").do("go 1")
    assert game.see("n") == 0


def test_a_formula_that_is_too_large_is_told_at_its_line() -> None:
    every = "n = count(a in cells with any b in cells with any c in cells with a.mark + b.mark + c.mark is 5)"
    assert faults(PAIRS.format(body=every).replace("30 x 30", "20 x 20"), "go 1") == (
        "too much to work out between two decisions"
    )
    text = PAIRS.format(body="n = k").replace("# here", "")
    wide = "  when no a in cells with any b in cells with any c in cells with a.mark + b.mark + c.mark is 5  # here\n  n = k"
    assert faults(text.replace("  n = k", wide)) == "too much to work out between two decisions"


def test_no_more_than_128_effects_wait() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..1000
        turn: go
        action go(k in 1..2)
          repeat {} times
            in 9 turns: n += 1  # here
        end when turn.number is 3: draw
    """)
    assert play(text.format(128)).do("go 1").fault is None
    assert faults(text.format(129), "go 1") == "more effects wait at once than allowed"


def test_turns_in_which_nobody_is_asked_and_nothing_ends_are_a_fault() -> None:
    assert (
        faults(
            sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        play
          turns  # here
        turn: n = 1 - n
        end when n is 9: draw""")
        )
        == "a loop does not end"
    )


def test_a_game_that_goes_on_for_ever_stops_at_the_move_limit() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn: go
        action go(k in 1..2)
          n = k
        end when n is 9: draw""")
    result = ludwright.simulate(ludwright.load_text(text), games=3, seed=1, move_limit=50)
    assert sum(found.games for found in result.faults) == 3
    assert all(found.code == 13 for found in result.faults)


def test_a_procedure_may_choose_any_number_of_cards_from_a_large_deck() -> None:
    text = sheet("""
        game "T"
        players 1
        cards card: each rank in 1..600
        zone deck of card, holds all cards
        zone pile of card
        var n = 0 in 0..99
        to pick(depth)
          me chooses any number of cs from deck
            move cs to pile
          n += depth
          if depth < 2: pick(depth + 1)
        turn: pick(1)
        end when n > 0: draw
    """)
    table = play(text, "pile.count").do("choose 5", "choose 600")
    assert table.see("pile.count") == 2
    assert table.do("choose 1", "stop").returns == [0]


def test_definitions_that_double_cost_as_much_as_they_work() -> None:
    """Two to the power of 40 calls: the game stops by a fault long before."""
    doubling = "\n".join(f"define g{i}(n): g{i + 1}(n) + g{i + 1}(n + 1)" for i in range(40))
    text = f"""game "Deep"
players 2
var x = 2 in 0..9
turn: go
end when turn.number > 9: draw
action go(k in 1..2)
  x = max(0, min(9, g0(1)))
{doubling}
define g40(n): n
"""
    match = ludwright.load_text(text).start()
    match.apply(match.codes()[0])
    assert match.fault is not None and match.fault.code == ir.TOO_MUCH
