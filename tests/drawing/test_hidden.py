"""What a seat does not see is not in its drawing."""

from __future__ import annotations

import pytest

from ludwright.drawing import StageSeatError, draw_svg, draw_text, scene_of
from ludwright.hidden.sight import differs_by_seat
from ludwright.play.frames import frame
from tests.drawing.tables import CARDS, PEEK, TEAMS, match_of, redealt

WITH_CARDS = ("bird_lady", "court", "crazy_eights", "fireworks", "hearts", "kuhn_poker", "one_night", "six_takes")


def test_a_hand_is_seen_by_its_owner_only() -> None:
    anna, ben, _ = scene_of(match_of(CARDS), seat=0).players
    assert (anna.piles[0].count, anna.piles[0].hidden) == (4, 0)
    assert sum(token.count for token in anna.piles[0].tokens) == 4
    assert (ben.piles[0].count, ben.piles[0].hidden, ben.piles[0].tokens) == (4, 4, [])


def test_what_others_see_the_owner_does_not() -> None:
    anna, ben, _ = scene_of(match_of(CARDS), seat=0).players
    assert anna.piles[1].hidden == 2 and not anna.piles[1].tokens
    assert ben.piles[1].hidden == 0 and ben.piles[1].tokens


def test_only_the_top_of_a_deck_may_be_seen() -> None:
    _, deck, box = scene_of(match_of(CARDS), seat=2).piles
    assert (len(deck.tokens), deck.hidden, deck.count) == (1, deck.count - 1, 36 - 3 - 18)
    assert (box.tokens, box.hidden) == ([], 3)


def test_hidden_numbers_are_not_told_but_their_sum_is() -> None:
    scene = scene_of(match_of(CARDS), seat=1)
    assert [[fact.value for fact in player.facts] for player in scene.players] == [["?", "5"], ["7", "5"], ["?", "5"]]
    (table,) = scene.tables
    assert table.rows[1][2] == ["2", "2", "2"]
    assert table.rows[0][2] == ["?", "?", "?"] and "6 in all" in table.rows[0][0]


def test_a_variable_that_points_at_a_hidden_card_does_not_name_it() -> None:
    match = match_of(CARDS)
    named = {seat: scene_of(match, seat).facts[0].value for seat in (None, 0, 1)}
    assert named[None] == named[0] != "a hidden card"
    assert named[1] == "a hidden card"


def test_team_mates_see_each_others_hands() -> None:
    hidden = [player.piles[0].hidden for player in scene_of(match_of(TEAMS), seat=0).players]
    assert hidden == [0, 2, 0, 2]


def test_without_a_seat_everything_is_seen() -> None:
    scene = scene_of(match_of(CARDS))
    assert not any(pile.hidden for player in scene.players for pile in player.piles)
    assert scene.view == "" and "sees it" not in draw_text(match_of(CARDS))


def test_a_seat_that_is_not_there_is_a_kind_error() -> None:
    with pytest.raises(StageSeatError, match="no seat 3"):
        scene_of(match_of(CARDS), seat=3)


@pytest.mark.parametrize("seat", range(3))
def test_turning_round_what_is_hidden_leaves_the_drawing_as_it_was(seat: int) -> None:
    match = match_of(CARDS)
    other = redealt(match, seat)
    assert draw_text(other) != draw_text(match), "something must have been turned round"
    assert draw_text(other, seat) == draw_text(match, seat)
    assert draw_svg(other, seat) == draw_svg(match, seat)


@pytest.mark.parametrize("name", WITH_CARDS)
def test_no_bundled_game_shows_a_seat_what_it_does_not_see(name: str) -> None:
    changed = False
    for moves in (0, 3, 11):
        match = frame(name, seed=4, moves=moves)
        for seat in range(match.game.players):
            if match.over:
                continue  # results are told from all cards
            other = redealt(match, seat)
            changed = changed or draw_text(other) != draw_text(match)
            assert draw_text(other, seat) == draw_text(match, seat)
            assert draw_svg(other, seat) == draw_svg(match, seat)
    assert changed


def test_what_was_told_of_a_card_is_seen_on_its_back() -> None:
    """As in Fireworks: every card of the own hand by its number, the others' from the front with what they were told."""
    match = frame("fireworks", seed=3, moves=3, seats=["conventions", "random"])
    mine = match.determinize(1, 7)
    own, other = scene_of(match, 1).players[1].piles[0], scene_of(match, 0).players[1].piles[0]
    told = [token for token in own.tokens if token.flags]
    assert told and own.hidden == 5 and own.heaped == 0 and [token.place for token in own.tokens] == [1, 2, 3, 4, 5]
    assert [len(token.flags) for token in other.tokens] == [len(token.flags) for token in own.tokens]
    assert scene_of(mine, 1).players[1] == scene_of(match, 1).players[1]
    shown = draw_svg(match, 1)
    assert all(flag.split()[0] in shown for token in told for flag in token.flags)


def test_a_card_that_was_shown_is_drawn_face_up_for_those_who_saw_it() -> None:
    match = match_of(PEEK)
    match.apply("peek")
    assert "deck (5): ▒ 4 face down, " in draw_text(match, 0) and "(you know it, on top)" in draw_text(match, 0)
    assert "deck (5): ▒ 5 face down" in draw_text(match, 1)
    assert differs_by_seat(match.game)
