"""Effects of designs: printed in tables, or in blocks of their own."""

from __future__ import annotations

from tests.language_meaning.both_runs import notes, play, sheet, value, values

DESIGNS = sheet("""
    things crown
    cards card
      | name  | v | when played  | when burnt |
      | Guard | 1 | n += 1       | n += 1000  |
      | King  | 6 | n += 10; m += 1 |         |
      | Fool  | 2 | nothing      | n += 3000  |
      | Duke  | 4 |              | n += it.v  |
    zone deck of card, in order, holds all cards
    zone box of crown, holds all crowns
    var n = 0
    var m = 0
    when Guard is played
      n += 500
    when card is played
      n += 7
    to use_every_event
      for c in deck: resolve c as played
      for c in deck: resolve c as burnt
""")


def resolved(design: str, event: str = "played") -> list[float]:
    return values(DESIGNS, "n", "m", first=f"let c = first x in deck with x is {design}\nresolve c as {event}")


def test_the_block_of_a_design_comes_before_its_cell_and_that_before_the_block_of_the_kind() -> None:
    assert resolved("Guard") == [500, 0]
    assert resolved("King") == [10, 1]
    assert resolved("Duke") == [7, 0]
    assert resolved("Fool") == [0, 0]


def test_no_effect_at_all_means_that_nothing_happens() -> None:
    assert resolved("King", "burnt") == [0, 0]


def test_it_is_the_component() -> None:
    assert resolved("Duke", "burnt") == [4, 0]


def test_the_block_of_a_sub_kind_is_for_its_own_members_only() -> None:
    world = sheet("""
        things building
        things house of building, copies 2
        things mill of building, copies 1
        zone town of building, holds all buildings
        var n = 0
        when house is sold
          n += 1
        when building is sold
          n += 10
    """)
    assert value(world, "n", first="for b in town: resolve b as sold") == 12


def test_resolve_by_another_player_makes_that_player_me() -> None:
    world = sheet("""
        cards card
          | name | when played |
          | A | my coins += 5 |
        zone deck of card, holds all cards
        each player
          coins = 0""")
    assert values(
        world,
        "my coins",
        "left(me, 1).coins",
        first="resolve (top of deck) as played by left(me, 1)\nresolve (top of deck) as played",
    ) == [5, 5]


def test_effects_of_designs_may_ask() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        cards card
          | name | when played |
          | ask | n += 100 |
          | tell_all | n += 200 |
        zone deck of card, in order, holds all cards
        var n = 0 in 0..9999
        when ask is played
          opponent chooses k from 1..2
            n += k * 10 + it.position
        turn
          me chooses c from deck
            resolve c as played
          rest
        action rest(k in 8..9)
          nothing
        end when turn.number > 9: draw
    """)
    table = play(text, "n").do("choose number 1")
    assert table.actor == "B"
    assert table.do("choose 2").see("n") == 21
    assert play(text, "n").do("choose number 2").see("n") == 200


def test_enum_values_have_effects_too() -> None:
    world = sheet("""
        enum role
          | name | when called |
          | baron | n += 3 |
          | king | n += 20 |
        var n = 0
        var r: role""")
    assert value(world, "n", first="resolve king as called\nresolve r as called") == 23


def test_an_empty_effect_gets_a_note_and_nothing_avoids_it() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0
        cards card
          | name | when played |
          | A | n += 1 |
          | B | {} |
        zone deck of card, holds all cards
        turn: go
        action go(c in deck)
          resolve c as played
        end when n > 1: draw""")
    assert any("`B`" in note for note in notes(text.format("")))
    assert not any("`B`" in note for note in notes(text.format("nothing")))


def test_the_block_of_a_sub_kind_is_for_all_its_designs_and_knows_what_it_is() -> None:
    world = sheet("""
        things building, up to 9
        things house of building
          | name  | when sold |
          | hut   |           |
          | villa | n += 500  |
        things farm of building
          | name  |
          | field |
          crop = 3 in 0..9
        var n = 0
        when house is sold
          n += 1
        when field is sold
          n += it.crop * 10
        when building is sold
          n += 10000
    """)
    first = "for d in building designs: create d\nfor b in buildings: resolve b as sold"
    assert value(world, "n", first=first) == 1 + 500 + 30
    first = "create hut\nfor h in houses: resolve h as sold\nresolve villa as sold"
    assert value(world, "n", first=first) == 1 + 500


def test_resolving_nothing_does_nothing() -> None:
    world = sheet("""
        cards card
          | name |
          | A    |
        zone deck of card, holds all cards
        zone pile of card
        var n = 0
        when card is played
          n += 1
        to use_the_pile
          move deck to pile
    """)
    assert value(world, "n", first="resolve (top of pile) as played\nresolve (top of deck) as played") == 1
