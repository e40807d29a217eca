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


def told(turn: str, setup: str = "", more: str = "") -> list[str]:
    """The messages about what everybody sees and nobody uses."""
    return [message for message, _ in notes(turn, setup, more=more) if message.startswith("what this tells")]


@pytest.mark.parametrize(
    ("line", "instead", "hint"),
    [
        ("for c in my hand with c.rank > 1: my m += 1", "for c in my table with c.rank > 1: my m += 1", "how often nobody sees"),
        ("my m = max(c.rank for c in my hand)", "my m = max(c.rank for c in my table)", "lay the cards themselves aside"),
        ("my m = sum(c.rank for c in my hand)", "my m = sum(c.rank for c in my table)", "lay the cards themselves aside"),
        ("my m = (top of my hand).rank", "my m = (top of open).rank", "lay the cards themselves aside"),
        ("me secretly chooses way\n  option a\n    my m = 1\n  option b", "my m = 1", "which option is carried out"),
        ("me secretly chooses x from 0..1: my m = x", "my m = turn.number", "a narrow range"),
        ("my m = random x in 1..6", "my m = 6", "a narrow range"),
        ("let s = random x in 1..3\nmy m = 2 * s", "let s = 3\nmy m = 2 * s", "a narrow range"),
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


def test_what_a_procedure_is_given_is_not_followed() -> None:
    more = "to gain(x)\n  my m += x\n"
    assert [message for message, _ in notes("gain((top of my hand).rank)", more=more)] == [LOST]
    assert notes("gain(turn.number)", more=more) == []


def test_a_secret_stage_is_played_again_as_a_whole() -> None:
    assert notes("night", more="secret stage night\n  for p in players: p.m = random x in 1..6\n") == []


@pytest.mark.parametrize(
    ("line", "used"),
    [
        ("let p = highest q in players by (top of q.hand).rank", "let p = highest q in players by q.coins"),
        ("move highest c in my hand by c.rank to open", "move all c in my hand with c.rank > 2 to open"),
        ("if sum(c.rank for c in my hand) > 4: flag += 1", "if (top of my hand).rank > 4: flag += 1"),
        ("flag += (top of my hand).rank", "flag += (top of open).rank"),
        ("if my n > (top of my hand).rank: flag += 1", "if my n > my coins: flag += 1"),
        ("move all highest c in my hand by c.rank to open", "move all c in my hand with c.rank > 2 to open"),
    ],
)  # fmt: skip
def test_what_everybody_sees_of_cards_and_nobody_uses_is_noted(line: str, used: str) -> None:
    assert told(line, DRAWN) == [CARDS]
    assert told(used, DRAWN) == []


@pytest.mark.parametrize(
    ("line", "used"),
    [
        ("if my n is 1 or my k is 1: flag += 1", "if my n is 1: flag += 1"),
        ("if my n * my n > 4: flag += 1", "if my n > 2: flag += 1"),
        ("said = my n > 2", "said = my coins > 2"),
        ("for p in players with p.n is 1: flag += 1", "for p in players with p.coins is 1: flag += 1"),
        ("let p = highest q in players by q.n * q.n - 2", "let p = highest q in players by q.coins"),
        ("who = highest p in players by p.n", "who = highest p in players by p.coins"),
        ("repeat until my n > 5 or flag > 5: flag += 1", "repeat until flag > 5: flag += 1"),
        ("me chooses way\n  option a when my n > 1\n    flag += 1\n  option b", "me chooses way\n  option a when my coins > 1\n    flag += 1\n  option b"),
        ("me chooses x from 0..(my n if my n > 1 else 2): flag += x", "me chooses x from 0..my coins: flag += x"),
    ],
)  # fmt: skip
def test_what_everybody_sees_of_numbers_and_nobody_uses_is_noted(line: str, used: str) -> None:
    (message,) = told(line, DRAWN)
    assert message in ("what this tells of `n` is not used by bots", "what this tells of `k`, `n` is not used by bots")
    assert told(used, DRAWN) == []


def test_definitions_are_looked_into() -> None:
    for line in ("if rich(me): flag += 1", "if me.rich: flag += 1"):
        assert told(line, DRAWN, more="define rich(p): p.n > 2\n") == []
        assert told(line, DRAWN, more="define rich(p): p.n is 1 or p.k is 1\n") != []


def test_ends_and_what_happens_whenever() -> None:
    for line in ("end when any p in players with p.n is 3: draw", "whenever flag is 0 and my n > 2: flag += 1"):
        assert told("flag = 0", DRAWN, more=line) == ["what this tells of `n` is not used by bots"]
    assert told("flag = 0", DRAWN, more="end when my coins > 8: draw") == []


def test_what_an_action_needs() -> None:
    brag = "action brag\n  when {}\n  nothing\n"
    turn = "one of brag, go"
    said = "what this tells of `k`, `n` is not used by bots"
    assert told(turn, DRAWN, more=brag.format("my n is 1 or my k is 1")) == [said]
    assert told(turn, DRAWN, more=brag.format("my n > 2")) == []
    assert notes(turn, more=brag.format("flag > 1 or no c in my hand with c.rank > 2")) == []
    lay = "action brag(c in my hand)\n  when c.rank > 2\n  move c to open\n"
    assert notes(turn, more=lay) == []
