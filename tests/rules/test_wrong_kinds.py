"""A name of the wrong kind gets a message, wherever it stands."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.language.source import read_text
from ludwright.mistakes import MistakesError
from tests.fuzz.matrix import END, HIDDEN, TURN


def messages(text: str) -> str:
    with pytest.raises(MistakesError) as caught:
        ludwright.load(read_text(text))
    found = [m for m in caught.value.mistakes if m.severity == "mistake"]
    assert all(m.place is not None for m in found)
    return "\n".join(m.message for m in found)


def game(more: str, turn: str = TURN) -> str:
    return HIDDEN + turn + END + more + "\n"


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        ("v += 1", "`v` needs an index here"),
        ("swap v and v", "`v` needs an index here"),
        ("swap my store and my store", "`store` needs an index here"),
        ("w[1] = 2", "`w` needs an index here"),
        ("n = axe.needs", "`needs` needs an index here"),
        ("let t = axe.needs", "`needs` needs an index here"),
        ("let t = b\n  n = t", "expected a number, this is yes or no"),
        ("me may do give(2)", "expected a player, this is a number"),
    ],
)
def test_effects(effect: str, message: str) -> None:
    assert message in messages(game(f"action use\n  {effect}", TURN.replace("lay", "lay, use")))


EARLY = ("turn.number", "trip.number", "chance(yes)", "surely(b)", "possibly(b)", "Ann can act", "Ann knows b", "times(act)", "repeats", "top of deck", "open[1]", "open.count")  # fmt: skip


@pytest.mark.parametrize("formula", EARLY)
@pytest.mark.parametrize(
    "declaration",
    [
        "param early = {}",
        "var early = 1 in 0..{}",
        "dice early: {} d6\naction use\n  roll early",
        "things early, up to {}\naction use\n  create early",
    ],
)
def test_sizes_are_known_before_the_game(declaration: str, formula: str) -> None:
    told = messages(game(declaration.format(f"({formula})")))
    assert "this must be known before the game starts" in told or "nothing is called" in told, told


def test_sessions_are_no_size() -> None:
    timed = game("param early = session.number").replace("param goal", "clock in minutes\nparam goal")
    assert "this must be known before the game starts" in messages(timed)


@pytest.mark.parametrize("deed", ["yes", "no", "none", "(1 if b else 2)", "(all c in cells with c is empty)", "1", "cells[1]", "act.x.y"])  # fmt: skip
def test_rules_of_bots_begin_with_a_deed(deed: str) -> None:
    assert "a rule of a bot begins with" in messages(game(f'bot "odd"\n  {deed} when n > 1\n  act'))


@pytest.mark.parametrize(
    "effect",
    ["me goes next", "reverse turns", "me leaves game", "end turn", "tell everyone whether b", "swap n and h", "me may do lay(2)",
     "me may do give(Ben)", "let t = b; b = t", "let t = h; h = t", "shuffle deck"],
)  # fmt: skip
def test_effects_printed_in_tables_do_what_they_say(effect: str) -> None:
    """Both runs play games whose only such effect stands in a cell."""
    table = f"things scroll\n  | name | when read |\n  | page | {effect} |\nzone pages of scroll, holds all scrolls\n"
    text = game(f"{table}action use\n  resolve top of pages as read", TURN.replace("lay", "lay, use"))
    played = ludwright.load(read_text(text))
    native, twin = (played.start(seed=3, run=run) for run in ("native", "twin"))
    used = 0
    for step in range(12):
        if native.over:
            break
        use = next((option.code for option in native.legal() if option.words.startswith("use")), None)
        code = use if use is not None and step % 2 == 0 else native.codes()[0]
        used += code == use
        native.apply(code)
        twin.apply(code)
        assert native.words == twin.words and native.actor == twin.actor
    assert used


def test_who_goes_next_may_stand_in_a_table() -> None:
    table = (
        "things scroll\n  | name | when read |\n  | page | me goes next |\nzone pages of scroll, holds all scrolls\n"
    )
    text = (
        game(f"{table}action use\n  resolve top of pages as read", "turn: one of act, buy, give, place, lay, use\n")
        .replace("\n  trip\n", "\n")
        .replace("stage trip\n  turns once: act\n", "")
    )
    match = ludwright.load(read_text(text)).start(seed=1)
    first = match.actor
    match.apply(next(option.code for option in match.legal() if option.words.startswith("use")))
    assert match.actor == first
