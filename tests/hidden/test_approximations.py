"""Where what players could know is not kept exactly, `ludwright check` says so: each line, what is lost, and what to write instead."""

from __future__ import annotations

import pytest

from ludwright.language.source import read_text
from ludwright.rules.compiler import Rules

WORLD = """\
game "Notes"
players 3
cards card: each rank in 1..5
zone deck of card, face down, holds all cards, shuffled
zone open of card
var flag = 0 in 0..99
var who: player or none
var said = no
{declared}each player
  zone hand of card, in order, seen by owner
  zone table of card, in order
  n = 0 in 0..9, seen by owner
  k = 0 in 0..9, seen by owner
  m = 0 in 0..40, seen by owner
  coins = 5 in 0..40
setup
  deal 1 from deck to hand
  draw 1 from deck to open
  for p in players: draw up to 0 from deck to p.table
{setup}turn
{turn}
  one of go
action go
  nothing
end when turn.number is 4: draw
"""
DRAWN = "  for p in players: p.n = random x in 1..3\n  for p in players: p.k = random x in 1..3\n"
LOST = "whoever does not see `m` takes it for anything in its range after this"
CARDS = "what this tells of hidden cards is not used by bots"


def notes(turn: str, setup: str = "", declared: str = "", more: str = "") -> list[tuple[str, str]]:
    """The messages and hints that a game gets with these lines in its turn."""
    body = "\n".join("  " + line for line in turn.split("\n"))
    text = WORLD.format(turn=body, setup=setup, declared=declared) + more
    found = Rules.compiled(read_text(text), 3).mistakes
    assert all(mistake.severity == "note" for mistake in found), found
    return [(mistake.message, mistake.hint) for mistake in found]


@pytest.mark.parametrize(
    ("line", "instead", "hint"),
    [
        ("for c in my hand with c.rank > 1: my m += 1", "my m += sum(1 if c.rank > 1 else 0 for c in my hand)", "write one sum"),
        ("my m = max(c.rank for c in my hand)", "my m = max(c.rank for c in my table)", "followed are sums"),
        ("my m = (top of my hand).rank * (bottom of my hand).rank", "my m = 2 * (top of my hand).rank", "followed are sums"),
        ("my m = (top of my hand).number", "my m = (top of my hand).rank", "use what is printed on it"),
        ("me secretly chooses way\n  option a\n    my m = 1\n  option b", "me secretly chooses x from 0..1: my m = x", "`secretly chooses n"),
    ],
)  # fmt: skip
def test_what_is_lost_of_a_variable_is_noted_where_it_is_lost(line: str, instead: str, hint: str) -> None:
    ((message, said),) = notes(line)
    assert message == LOST
    assert hint in said
    assert notes(instead) == []


def test_what_was_lost_before_is_lost_wherever_it_goes() -> None:
    found = notes("my k = max(c.rank for c in my hand)\nmy m = my k + 1")
    assert [message for message, _ in found] == [LOST.replace("`m`", "`k`"), LOST]
    assert "lost before" in found[1][1]


def test_what_a_procedure_is_given_is_not_followed() -> None:
    more = "to gain(x)\n  my m += x\n"
    assert notes("gain((top of my hand).rank)", more=more) == [
        (LOST, "what a procedure is given is not followed: assign it where the procedure is called")
    ]
    assert notes("gain(turn.number)", more=more) == []


def test_cards_and_what_is_drawn_in_one_variable() -> None:
    both = "my m = (top of my hand).rank\nmy m = random x in 1..6"
    assert [message for message, hint in notes(both) if "in another one" in hint] == [LOST]
    assert notes("my m = random x in 1..6") == []


def test_a_variable_with_many_numbers() -> None:
    board = "board grid {} of spot\neach spot\n  trap = no, seen by nobody\n"
    line = "let s = random x in spots\ns.trap = yes"
    ((message, hint),) = notes(line, declared=board.format("7 x 7"))
    assert message == "whoever does not see `trap` takes it for anything in its range after this"
    assert "at most 40 numbers" in hint
    assert notes(line, declared=board.format("6 x 6")) == []


def test_a_game_with_a_secret_stage() -> None:
    assert notes("my m = random x in 1..6\nnight", more="secret stage night\n  nothing\n") == []
    ((_, hint),) = notes("my m = random x in 1..6\nnight", more="secret stage night\n  my m = 2\n")
    assert "a secret stage changes it as well" in hint
    assert notes("night", more="secret stage night\n  for p in players: p.m = random x in 1..6\n") == []


def test_a_condition_with_a_name() -> None:
    ((message, _),) = notes("let big = my n > 2\nif big: flag += 1", DRAWN)
    assert message == "what `big` has to do with what is hidden is not followed any further"
    assert notes("if my n > 2: flag += 1", DRAWN) == []


@pytest.mark.parametrize(
    ("line", "used"),
    [
        ("let p = highest q in players by (top of q.hand).rank", "let p = highest q in players by q.coins"),
        ("move highest c in my hand by c.rank * c.number to open", "move highest c in my hand by c.rank to open"),
        ("if my n > (top of my hand).rank: flag += 1", "if my n > my coins: flag += 1"),
        ("move all highest c in my hand by c.rank to open", "move all c in my hand with c.rank > 2 to open"),
    ],
)  # fmt: skip
def test_what_everybody_sees_of_cards_and_nobody_uses_is_noted(line: str, used: str) -> None:
    assert [message for message, _ in notes(line, DRAWN)] == [CARDS]
    assert notes(used, DRAWN) == []


@pytest.mark.parametrize(
    ("line", "used"),
    [
        ("if my n is 1 or my k is 1: flag += 1", "if my n is 1: flag += 1"),
        ("said = any p in players with p.n is 3", "said = my n > 2"),
        ("for p in players with p.n is 1: flag += 1", "for p in players with p.coins is 1: flag += 1"),
        ("let p = highest q in players by q.n * q.n - 2", "let p = highest q in players by q.n"),
        ("who = highest p in players by p.n", "who = highest p in players by p.coins"),
        ("repeat until my n > 5 or flag > 5: flag += 1", "repeat until flag + my n > 5: flag += 1"),
        ("me chooses way\n  option a when my n > 1\n    flag += 1\n  option b", "me chooses way\n  option a when my coins > 1\n    flag += 1\n  option b"),
        ("me chooses x from 0..(my n if my n > 1 else 2): flag += x", "me chooses x from 0..my n + 1: flag += x"),
    ],
)  # fmt: skip
def test_what_everybody_sees_of_numbers_and_nobody_uses_is_noted(line: str, used: str) -> None:
    (message,) = (message for message, _ in notes(line, DRAWN))
    assert message in ("what this tells of `n` is not used by bots", "what this tells of `k`, `n` is not used by bots")
    assert notes(used, DRAWN) == []


def test_what_is_drawn_from_many_numbers() -> None:
    for line in ("my m = random x in 1..40 with x mod 7 is 0", "my m = random x in 1..40 by x"):
        assert notes(line) == [(LOST, "with conditions or weights, what is drawn is followed among at most 30 numbers")]
    assert notes("my m = random x in 1..40") == []
    assert notes("my m = random x in 1..20 by x") == []


def test_definitions_are_looked_into() -> None:
    for line in ("if rich(me): flag += 1", "if me.rich: flag += 1", "said = rich(me)"):
        assert notes(line, DRAWN, more="define rich(p): p.n > 2\n") == []
        assert notes(line, DRAWN, more="define rich(p): p.n is 1 or p.k is 1\n") != []


def test_what_something_is_drawn_from() -> None:
    said = "what this is drawn from depends on `n`, and that is not followed"
    for line in ("me secretly chooses x from 0..my n + 1: my m = x", "my m = random x in 0..9 with x * my n < 7",
                 "my m = random x in 1..3 by x + my n"):  # fmt: skip
        assert [message for message, _ in notes(line, DRAWN)] == [said]
    assert notes("me secretly chooses x from 0..min(2, my n): my m = x", DRAWN) == []
    assert notes("my m = random x in 0..9 with x is not my n", DRAWN) == []


def test_ends_and_what_happens_whenever() -> None:
    for line in ("end when any p in players with p.n is 3: draw", "whenever flag is 0 and my n > 2: flag += 1"):
        assert [message for message, _ in notes("flag = 0", DRAWN, more=line)] == [
            "what this tells of `n` is not used by bots"
        ]
    assert notes("flag = 0", DRAWN, more="end when my n > 8: draw") == []


def test_what_an_action_needs() -> None:
    brag = "action brag\n  when {}\n  nothing\n"
    turn = "one of brag, go"
    said = "what this tells of `k`, `n` is not used by bots"
    assert [message for message, _ in notes(turn, DRAWN, more=brag.format("my n is 1 or my k is 1"))] == [said]
    assert notes(turn, DRAWN, more=brag.format("my n > 2")) == []
    assert notes(turn, more=brag.format("flag > 1 or no c in my hand with c.rank > 2")) == []
    lay = "action brag(c in my hand)\n  when c.rank > 2\n  move c to open\n"
    assert notes(turn, more=lay) == []
