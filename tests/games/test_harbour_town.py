"""Harbour Town: what each card does, and how the game ends, with hands laid out for the purpose."""

from __future__ import annotations

import random
from functools import cache

import pytest

import ludwright
from ludwright.game import GAMES
from tests.language_meaning.both_runs import Play, play

TEXT = (GAMES / "harbour_town.game").read_text(encoding="utf-8")

PILES = [
    "Copper",
    "Silver",
    "Gold",
    "Farm",
    "Province",
    "Curse",
    "Hamlet",
    "Forge",
    "Scholar",
    "Bazaar",
    "Fair",
    "Palisade",
    "Sifter",
    "Bonfire",
    "Workshop",
    "Echo",
    "Raiders",
    "Hexer",
]

DEALT = """    draw 7 from supply[Copper] to p.deck
    draw 3 from supply[Farm] to p.deck
    shuffle p.deck
    take(p, hand_size)
"""
assert DEALT in TEXT

# The first seat says which cards everybody holds, and of what the decks are, so that one text deals all hands.
LAID_OUT = "param lost = 0 in 0..30\nparam last = 1000\nvar laying = yes\n" + TEXT.replace(
    "  for p in players\n" + DEALT,
    """  let judge = first p in players
  repeat while laying
    judge may choose d from card designs
      for p in players: draw 1 from supply[d] to p.hand
    otherwise: laying = no
  judge chooses d from card designs
    for p in players: draw 7 from supply[d] to p.deck
  draw lost from supply[Curse] to trash
""",
).replace("end after turn when ", "end after turn when turn.number >= last or ")

OWNED = [
    f"max(p.{zone}.count for p in players with p.number is {seat})"
    for seat in (1, 2, 3)
    for zone in ("hand", "deck", "discard", "table")
]
WATCHED = ["actions", "buys", "coins", "trash.count", *(f"supply[{pile}].count" for pile in PILES), *OWNED]


@cache
def laid_out(players: int = 2, lost: int = 0, last: int = 1000) -> ludwright.Game:
    tracks = "".join(f'track "{formula}": {formula}\n' for formula in WATCHED)
    return ludwright.load_text(LAID_OUT + tracks, players=players, params={"lost": lost, "last": last})


def dealt(*hand: str, deck: str = "Silver", game: ludwright.Game | None = None) -> Play:
    """Everybody holds this hand, over a deck of seven cards of one kind."""
    game = game or laid_out()
    table = Play(game.start(seed=1), game.start(seed=1, run="twin"), WATCHED)
    return table.do(*(f"choose {card}" for card in hand), "decline", f"choose {deck}")


def counts(table: Play, seat: int = 1) -> tuple[float, ...]:
    """How many cards a seat has in hand, deck, discard and on the table."""
    return tuple(
        table.see(f"max(p.{zone}.count for p in players with p.number is {seat})")
        for zone in ("hand", "deck", "discard", "table")
    )


@pytest.mark.parametrize(("players", "farms", "curses", "provinces"), [(2, 8, 10, 8), (3, 12, 20, 12), (4, 12, 30, 12)])
def test_everybody_begins_with_seven_coppers_and_three_farms(
    players: int, farms: int, curses: int, provinces: int
) -> None:
    piles = ("Copper", "Farm", "Curse", "Province", "Hexer")
    table = play(TEXT, *(f"supply[{pile}].count" for pile in piles), players=players)
    assert table.seen() == [60 - 7 * players, farms, curses, provinces, 10]


def test_only_actions_on_hand_can_be_played_and_one_may_stop() -> None:
    table = dealt("Hamlet", "Forge", "Copper", "Farm")
    assert table.options == ["play_action Forge", "play_action Hamlet", "stop"]


@pytest.mark.parametrize(
    ("card", "drawn", "actions", "buys", "coins"),
    [
        ("Hamlet", 1, 2, 1, 0),
        ("Forge", 3, 0, 1, 0),
        ("Scholar", 2, 1, 1, 0),
        ("Bazaar", 1, 1, 2, 1),
        ("Fair", 0, 2, 2, 2),
        ("Palisade", 2, 0, 1, 0),
    ],
)
def test_a_plain_action_gives_what_is_printed(card: str, drawn: int, actions: int, buys: int, coins: int) -> None:
    table = dealt(card, "Hamlet", deck="Farm").do(f"play_action {card}")
    assert counts(table) == (1 + drawn, 7 - drawn, 0, 1)
    assert [table.see("actions"), table.see("buys"), table.see("coins")] == [actions, buys, coins]


def test_treasures_are_played_by_themselves_after_the_actions() -> None:
    table = dealt("Copper", "Silver", "Gold", "Farm")
    assert table.see("coins") == 6
    assert "buy Gold" in table.options and "buy Province" not in table.options
    assert not any(words.startswith("play") for words in table.options)


def test_a_bought_card_goes_to_the_discard_and_five_new_cards_are_drawn() -> None:
    table = dealt("Gold", "Silver").do("buy Scholar")
    assert counts(table) == (5, 2, 3, 0)
    assert table.actor == "seat 2"


def test_without_a_buy_left_the_turn_is_over_and_the_next_begins_afresh() -> None:
    table = dealt("Fair", "Gold", "Gold").do("play_action Fair", "buy Silver", "buy Silver")
    assert table.actor == "seat 2"
    assert [table.see("actions"), table.see("buys"), table.see("coins")] == [1, 1, 0]


def test_the_sifter_draws_as_many_as_were_discarded() -> None:
    table = dealt("Sifter", "Farm", "Farm", "Curse", "Hamlet")
    table.do("play_action Sifter", "choose Farm", "choose Farm", "stop")
    assert counts(table) == (4, 5, 2, 1)
    assert table.see("actions") == 1


def test_the_bonfire_takes_up_to_four_cards_out_of_the_game() -> None:
    table = dealt("Bonfire", "Farm", "Farm", "Farm", "Curse", "Copper")
    table.do("play_action Bonfire", "choose Copper", "choose Farm", "choose Farm", "choose Farm")
    assert table.see("trash.count") == 4
    assert table.see("coins") == 0


def test_the_workshop_fetches_a_card_of_at_most_four() -> None:
    table = dealt("Workshop", "Hamlet").do("play_action Workshop")
    offered = {words.removeprefix("choose ") for words in table.options}
    dear = {"Gold", "Province", "Scholar", "Bazaar", "Fair", "Hexer"}
    assert not offered & dear and "stop" not in offered and len(offered) == 18 - len(dear)
    table.do("choose Forge")
    assert counts(table)[2] == 1


def test_the_echo_plays_a_card_twice_for_no_action() -> None:
    table = dealt("Echo", "Bazaar", "Hamlet", deck="Farm").do("play_action Echo", "choose Bazaar")
    assert [table.see("actions"), table.see("buys"), table.see("coins")] == [2, 3, 2]
    assert counts(table) == (3, 5, 0, 2)


def test_an_echo_of_an_echo_plays_two_cards_twice() -> None:
    table = dealt("Echo", "Echo", "Fair", "Forge", deck="Farm")
    table.do("play_action Echo", "choose Echo", "choose Fair")
    assert [table.see("actions"), table.see("buys"), table.see("coins")] == [4, 3, 4]
    table.do("choose Forge")
    assert counts(table)[:2] == (6, 1)


def test_raiders_leave_the_others_three_cards_of_their_choice() -> None:
    table = dealt("Raiders", "Farm", "Farm", "Curse", "Silver").do("play_action Raiders")
    assert table.actor == "seat 2"
    table.do("choose Farm", "choose Curse")
    assert counts(table, 2)[:3] == (3, 7, 2)
    assert table.see("coins") == 2 + 2


def test_a_palisade_is_shown_and_stays_on_hand() -> None:
    table = dealt("Hexer", "Palisade", "Farm").do("play_action Hexer")
    assert table.actor == "seat 2"
    assert table.options == ["choose Palisade", "decline"]
    table.do("choose Palisade")
    assert table.see("supply[Curse].count") == 10
    assert counts(table, 2)[0] == 3


def test_who_declines_to_show_a_palisade_gets_the_curse() -> None:
    table = dealt("Hexer", "Palisade", "Farm").do("play_action Hexer", "decline")
    assert table.see("supply[Curse].count") == 9
    assert counts(table, 2)[2] == 1


def test_the_last_curses_go_to_the_nearest_on_the_left() -> None:
    table = dealt("Hexer", deck="Copper", game=laid_out(players=3, lost=19)).do("play_action Hexer")
    assert [counts(table, seat)[2] for seat in (2, 3)] == [1, 0]


def test_no_card_is_ever_lost_and_games_end_when_the_piles_say_so() -> None:
    game = laid_out()

    def piles(match: ludwright.Match) -> list[float]:
        seen = match.tracked()
        return [seen[f"supply[{pile}].count"][0] for pile in PILES]

    def everything(match: ludwright.Match) -> float:
        seen = match.tracked()
        return sum(piles(match)) + sum(seen[owned][0] for owned in [*OWNED, "trash.count"])

    def run_out(match: ludwright.Match) -> bool:
        left = piles(match)
        return left[PILES.index("Province")] == 0 or left.count(0) >= 3

    for seed in range(5):
        match, choose = game.start(seed=seed), random.Random(seed)
        for answer in (*["choose Copper"] * 3, *["choose Farm"] * 2, "decline", "choose Copper"):
            match.apply(answer)
        total = everything(match)
        assert total == 60 + 40 + 30 + 14 + 8 + 10 + 12 * 10
        while not match.over:
            turn = match.turn
            match.apply(choose.choice(match.codes()))
            assert everything(match) == total
            if match.turn > turn:  # a turn has ended without the game
                assert not run_out(match)
        assert run_out(match)


def test_equal_scores_are_won_by_who_had_fewer_turns() -> None:
    for last, returns in ((3, [-1, 1]), (4, [0, 0])):
        table = dealt("Copper", "Farm", game=laid_out(last=last))
        while not table.over:
            table.do("stop")
        assert table.returns == returns
