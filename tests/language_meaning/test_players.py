"""Players: how many, what they are called, what they have printed, and who sits where (language, sections 2 and 3)."""

from __future__ import annotations

import numpy as np
import pytest

import ludwright
from ludwright.arguments import SettingError
from ludwright.play.winners import Winners
from tests.language_meaning.both_runs import caught, holds, play, sheet, values

ASK = sheet("""
    turn: go
    action go(k in 1..2)
      nothing
    end when turn.number > 9: draw
""")


@pytest.mark.parametrize("count", [*range(1, 9), 9, 12, 16])
def test_one_to_sixteen_play(count: int) -> None:
    table = play(f'game "T"\nplayers {count}\n{ASK}', "players.count", "everyone.count")
    assert table.seen() == [count, count]


def test_a_range_of_players() -> None:
    text = f'game "T"\nplayers 2 to 4\n{ASK}'
    assert [play(text, "players.count", players=n).see("players.count") for n in (2, 3, 4)] == [2, 3, 4]
    with pytest.raises(SettingError, match="2 to 4"):
        play(text, players=5)


def test_seats_may_be_named() -> None:
    game = ludwright.load_text(f'game "T"\nplayers 2 named Black, White\n{ASK}')
    assert game.seats == ["Black", "White"]
    holds("", "me is Black", "opponent is White", "White.number is 2", players="2 named Black, White")


def test_a_table_gives_each_seat_its_properties() -> None:
    players = sheet("""
        2
          | name  | forward | home | first_move |
          | Black | 1  | 3 | yes |
          | White | -1 | 8 | no |""")
    holds(
        "",
        "my forward is 1",
        "opponent.forward is -1",
        "White.home is 8",
        "Black.first_move",
        "not White.first_move",
        "sum(p.home for p in players) is 11",
        players=players,
    )


def test_left_and_right_go_round_the_table() -> None:
    assert values(
        "",
        "left(me, 1).number",
        "left(me, 3).number",
        "left(me, 4).number",
        "right(me, 1).number",
        "right(me, 2).number",
        "left(me, 0).number",
        players="4",
    ) == [2, 4, 1, 4, 3, 1]


def test_left_without_a_number_is_the_next_one() -> None:
    assert values("", "left(me).number", "right(me).number", "me.left.number", players="3") == [2, 3, 2]


def test_others_are_everybody_else() -> None:
    holds("", "others.count is 3", "me is not in others", "left(me, 2) is in others", players="4")
    holds("", "others.count is 0", "no p in others", players="1")


def test_the_opponent_is_the_other_of_two() -> None:
    holds("", "opponent is not me", "opponent.opponent is me", "opponent(opponent) is me", players="2")
    caught(
        sheet("""
            game "T"
            players 3
            var n = 0 in 0..9
            turn
              n = «opponent».number
              go
            action go(k in 1..2)
              nothing
            end when n is 9: draw"""),
        "exactly two",
    )


def test_the_partner_sits_across() -> None:
    holds("", "partner.number is 3", "left(me, 1).partner.number is 4", players="4")


def test_players_are_compared_and_kept_in_variables() -> None:
    holds(
        "var best: player or none\nvar first_one: player",
        "best is me",
        "first_one is me",
        "best is not left(me, 1)",
        "best is first_one",
        first="best = me",
        players="3",
    )


def test_variables_of_every_player_are_read_with_my_and_with_a_dot() -> None:
    world = sheet("""
        each player
          coins = 3 in 0..99
          zone hand of card
        cards card, copies 9
        zone deck of card, holds all cards""")
    holds(
        world,
        "my coins is 5",
        "me.coins is 5",
        "coins of me is 5",
        "left(me, 1).coins is 3",
        "my hand.count is 2",
        "sum(p.hand.count for p in players) is 2",
        first="my coins += 2\ndraw 2 from deck to my hand",
    )


def test_names_in_an_each_block_mean_the_same_players() -> None:
    holds(
        sheet("""
        each player
          coins = 4
          double = coins * 2"""),
        "my double is 8",
    )
    text = sheet("""
        game "T"
        players 2
        cards card, copies 9
        zone box of card, holds all cards
        each player
          zone deck of card
          zone hand of card, up to 2, refilled from deck
        setup
          for p in players: draw 4 from box to p.deck
        turn: take
        action take(c in my hand, k in 1..2)
          move c to box
        end when turn.number > 3: draw
    """)
    table = play(text, "sum(p.hand.count for p in players)", "sum(p.deck.count for p in players)")
    assert table.seen() == [4, 4]
    assert table.do("take card 1").seen() == [4, 3]


def test_cells_and_values_may_have_variables_and_zones_too() -> None:
    world = sheet("""
        enum town: york, bath
        cards card, copies 5
        zone deck of card, holds all cards
        each town
          plague = 1 in 0..9
          zone market of card
        board grid 2 x 1 of field
        each field
          crop = 0""")
    first = sheet("""
        york.plague = 4
        draw 3 from deck to bath.market
        fields[2, 1].crop = 7""")
    holds(
        world,
        "york.plague is 4",
        "bath.plague is 1",
        "bath.market.count is 3",
        "york.market is empty",
        "sum(t.plague for t in towns) is 5",
        "fields[2, 1].crop is 7",
        first=first,
    )


CROWD = sheet("""
    game "Crowd"
    players 9 to 16
    cards card: each rank in 1..40
    zone deck of card, face down, holds all cards, shuffled
    each player
      bid = 0 in 0..3, seen by owner
      zone hand of card, seen by owner
    setup: deal 2 from deck to hand
    turn: hide
    action hide(k in 0..3)
      my bid = k
    end after round when round.number is 1
    score(p): p.bid * 100 + sum(c.rank for c in p.hand)
    winner: highest score
""")


@pytest.mark.parametrize("seats", [9, 16])
def test_the_last_of_sixteen_seats_sees_its_own_and_nothing_else(seats: int) -> None:
    game = ludwright.load_text(CROWD, players=seats)
    match = game.start(3)
    for _ in range(seats - 1):
        match.apply(match.codes()[-1])
    seat = seats - 1
    mine, theirs = match["hand", seat], match["hand", 0]
    dealt = [match.determinize(seat, seed) for seed in range(12)]
    assert all(other["hand", seat] == mine for other in dealt)
    assert any(other["hand", 0] != theirs for other in dealt)
    assert all(match.observe(seat) == other.observe(seat) for other in dealt)


def test_winners_of_sixteen_are_told_apart() -> None:
    result = ludwright.simulate(ludwright.load_text(CROWD, players=16), games=200, seed=2, keep=True)
    assert result.returns is not None
    won = Winners.of(result.returns.T)
    assert np.array_equal(Winners.kept(won.mask, won.drawn, 16).won, won.won)
    assert np.count_nonzero(won.won.any(axis=1)) > 10
