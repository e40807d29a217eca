"""Things made and removed in play."""

from __future__ import annotations

import pytest

from tests.language_meaning.both_runs import caught, faults, holds, sheet
from tests.language_meaning.cards import CARDS

THINGS = sheet("""
    things token, up to 3
      worth = 4 in 0..9
    board grid 2 x 2 of cell, holds 1 token
    var last: token or none
""")


def test_created_things_are_there_until_they_are_removed() -> None:
    first = sheet("""
        let a = create token
        let b = create token
        a.worth = 7
        last = b
        remove b""")
    holds(THINGS, "tokens.count is 1", "a.worth is 7", "last is none", first=first)


def test_a_new_thing_has_fresh_marks() -> None:
    first = sheet("""
        let a = create token
        a.worth = 7
        remove a
        let b = create token""")
    holds(THINGS, "b.worth is 4", "tokens.count is 1", first=first)


def test_a_created_thing_lies_nowhere_until_it_is_moved() -> None:
    holds(
        THINGS,
        "a.cell is none",
        "b.cell is cells[1, 2]",
        "cells[1, 2].token is b",
        first=sheet("""
        let a = create token
        let b = create token
        move b to cells[1, 2]"""),
    )


def test_create_over_the_limit_is_a_fault() -> None:
    text = (
        sheet("""
        game "T"
        players 1
    """)
        + THINGS
        + sheet("""
        turn
          repeat 4 times: make
        to make
          create token  # here
        end when turn.number > 9: draw""")
    )
    assert faults(text) == "more things created than allowed"


def test_designs_are_created_with_their_printed_properties() -> None:
    world = sheet("""
        things house, up to 5
          | name | cost |
          | hut | 2 |
          | villa | 9 |""")
    holds(
        world,
        "houses.count is 3",
        "sum(h.cost for h in houses) is 13",
        "count(h in houses with h is hut) is 2",
        first=sheet("""
        create hut
        create villa
        let d = hut
        let h = create d"""),
    )


def test_removed_cards_leave_their_zone() -> None:
    holds(
        CARDS,
        "deck.count is 3",
        "count(c in deck with c.suit is clubs) is 0",
        first="remove (all c in deck with c.suit is clubs)",
    )


def test_references_to_a_removed_card_become_none() -> None:
    world = CARDS + sheet("""
        var held: card or none
        each player
          seal: card or none""")
    holds(
        world,
        "held is none",
        "my seal is not none",
        first=sheet("""
        held = bottom of deck
        my seal = top of deck
        remove held"""),
    )


MADE = 'game "T"\nplayers 1\n' + THINGS


def test_a_variable_for_what_is_not_made_yet_may_be_none() -> None:
    rest = "turn\n  let a = create token\n  last = a\nend when turn.number > 1: draw\n"
    caught(MADE + "var boss: «token»\n" + rest, "write `token or none`")


@pytest.mark.parametrize("name", ["a", "last"])
def test_a_removed_thing_takes_no_mark(name: str) -> None:
    turn = f"turn\n  let a = create token\n  last = a\n  remove a\n  {name}.worth = 3  # here\n"
    assert "through `none`" in faults(MADE + turn + "end when turn.number > 9: draw\n")


# ---------------------------------------------------------------- things of the players

PAWNS = sheet("""
    things pawn, up to 2 each player
      tired = no
    board grid 3 x 3 of cell, holds 1 pawn
""")


def test_everybody_makes_things_of_ones_own() -> None:
    holds(
        PAWNS,
        "my pawns.count is 1",
        "players[2].pawns.count is 2",
        "players[3].pawns is empty",
        "pawns.count is 3",
        "every q in players[2].pawns has q.owner is players[2]",
        "a.owner is me",
        first="let a = create pawn\ncreate pawn of players[2]\ncreate pawn of players[2]",
    )


def test_a_removed_thing_can_be_made_again_by_its_owner() -> None:
    first = sheet("""
        create pawn
        let a = create pawn
        remove a
        let b = create pawn""")
    holds(PAWNS, "my pawns.count is 2", "b.owner is me", first=first)


def test_too_many_of_ones_own_is_a_fault() -> None:
    text = f'game "T"\nplayers 2\n{PAWNS}' + sheet("""
        turn
          create pawn
          create pawn
          create pawn  # here
        end when turn.number is 3: draw""")
    assert "more things created" in faults(text)


def test_owners_of_made_things_and_their_mistakes() -> None:
    caught(
        sheet("""
        game "T"
        players 2
        things token, up to 3
        things pawn, up to 2 each player
        setup
          «create pawn»
        turn
          create token of «me»
          create pawn of «token»
        end when turn.number is 3: draw"""),
        "nobody has the turn",
        "a token has no owner",
        "",
    )
