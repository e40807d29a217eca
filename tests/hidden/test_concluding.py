"""`knows`, `surely`, `possibly` and `chance`, worked out by hand in tiny games, in both runs."""

from __future__ import annotations

from functools import partial

import pytest

import ludwright
from tests.hidden.every_deal import Everything, steps
from tests.language_meaning import both_runs

holds = partial(both_runs.holds, players="3 named Ann, Ben, Cid")
values = partial(both_runs.values, players="3 named Ann, Ben, Cid")

THREE = """
cards card: each rank in 1..3
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, in order, seen by owner
setup: deal 1 from deck to hand
"""
"""Three cards, one in each hand. Ann is `me`; `it` is the card of Ben, `third` that of Cid."""

LET = "let it = top of Ben.hand\nlet third = top of Cid.hand\nlet mine = top of my hand"


def test_own_cards_are_known_and_others_are_not() -> None:
    holds(
        THREE,
        "me knows mine",
        "not me knows it",
        "Ben knows it",
        "me knows mine.rank",
        "not me knows it.rank",
        first=LET,
    )


def test_what_was_shown_is_known() -> None:
    holds(THREE, "me knows it", "not me knows third", "not Cid knows it", first=LET + "\nshow it to me")


def test_what_lies_open_is_known_and_stays_known() -> None:
    world = THREE + "zone open of card\n"
    holds(
        world,
        "me knows it",
        "Cid knows it",
        first=LET + "\nmove it to open\nmove it to Ben.hand",
    )


def test_a_shuffle_takes_knowledge_away() -> None:
    shuffled = "\nshow it to me\nmove it to deck\nmove third to deck\nshuffle deck"
    holds(THREE, "not me knows it", "not Ben knows it", "me knows mine", first=LET + shuffled)


def test_a_shuffle_of_one_card_does_not() -> None:
    holds(THREE, "me knows it", first=LET + "\nshow it to me\nmove it to deck\nshuffle deck")


def test_what_can_be_ruled_out() -> None:
    """Two ranks are left for a card when one's own is the third: each in half of the cases."""
    found = values(
        THREE,
        "count(r in 1..3 with possibly(it.rank is r))",
        "count(r in 1..3 with surely(it.rank is r))",
        "1 if possibly(it.rank is m) else 0",
        "count(r in 1..3 with surely(it.rank is not r))",
        "chance(it.rank is not m)",
        "sum(chance(it.rank is r) for r in 1..3)",
        "chance(it.rank > 0)",
        first=LET + "\nlet m = mine.rank",
    )
    assert found == [2, 0, 0, 1, 100, 100, 100]


def test_chances_count_copies() -> None:
    """Of four ones and two twos one is mine; five are left for the other card."""
    world = THREE.replace("each rank in 1..3", "each rank in 1..2, copies 4 if rank is 1 else 2")
    ones = values(world, "mine.rank", "chance(it.rank is 1)", "chance(it.rank is 2)", first=LET)
    mine, one, two = ones
    # of five unseen cards, four are ones if mine is a two, else three
    assert (one, two) == ((80, 20) if mine == 2 else (60, 40))


def test_what_is_told_is_concluded() -> None:
    told = LET + "\ntell me whether it.rank is 1"
    for seed in range(1, 5):
        one, two, three, sure, rank, mine = values(
            THREE,
            *(f"1 if possibly(it.rank is {r}) else 0" for r in (1, 2, 3)),
            "1 if surely(it.rank > 1) else 0",
            "it.rank",  # last: everybody sees what it comes to
            "mine.rank",
            first=told,
            seed=seed,
        )
        if rank == 1:
            assert (one, two, three, sure) == (1, 0, 0, 0)
        else:
            assert (one, sure) == (0, 1)
            assert (two, three) == (int(mine != 2), int(mine != 3))


def test_told_of_others_tells_of_the_rest() -> None:
    """Of three cards one is mine; who knows what the second is knows the third."""
    for seed in range(1, 4):
        rank, possible, sure = values(
            THREE,
            "third.rank",
            "sum(r for r in 1..3 with possibly(third.rank is r))",
            "count(r in 1..3 with surely(third.rank is r))",
            first=LET + "\nlet r = it.rank\ntell me that it.rank is r",
            seed=seed,
        )
        assert (possible, sure) == (rank, 1)


def test_known_by_conclusion() -> None:
    """`knows c.rank` is about what can be concluded, `knows c` about having seen the card."""
    told = LET + "\nlet r = it.rank\ntell me that it.rank is r"
    holds(THREE, "me knows it.rank", "not me knows it", "not Cid knows it.rank", first=told)


def test_something_told_to_somebody_else_tells_me_nothing() -> None:
    found = values(
        THREE,
        "count(r in 1..3 with possibly(it.rank is r))",
        first=LET + "\ntell Cid whether it.rank is 1",
    )
    assert found == [2]


def test_everything_is_known_where_all_is_open() -> None:
    world = "cards card: each rank in 1..3\nzone row of card, holds all cards"
    holds(
        world,
        "me knows c",
        "surely(c.rank is 1)",
        "not possibly(c.rank is 2)",
        "chance(c.rank is 1) is 100",
        first="let c = bottom of row",
    )


HANDS = """
cards card: each rank in 1..4
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, in order, seen by owner
define held(p): top of p.hand
setup: deal 1 from deck to hand
"""
CANNOT = "".join(f'track "{r}": 1 if surely(it.rank is not {r}) else 0\n' for r in range(1, 5)).replace(
    "it", "held(Ben)"
)


@pytest.mark.parametrize(
    ("shuffled", "exact"),
    [
        ("nothing", True),
        ("move Ann.hand to deck\nshuffle deck", False),
        ("show Ann.hand to Cid\nmove Ann.hand to deck\nshuffle deck", False),
        ("move Ann.hand to deck\nmove Cid.hand to deck\nshuffle deck\ndraw 1 from deck to Cid.hand", False),
    ],
)
def test_what_is_sure_holds_in_every_way_the_cards_may_lie(shuffled: str, exact: bool) -> None:
    text = steps(HANDS, shuffled, "nothing", "nothing").replace("end when", CANNOT + "end when")
    everything = Everything(text, 2, 3)  # Cid acted last: he is `me`
    place = everything.game.rules.model.owned_zone(everything.game.rules.model.player, "hand")
    assert place is not None
    for history, matches in everything.matches.items():
        possible = {deal[place.place + 1][0] + 1 for deal in everything.deals[history]}
        for match in matches:
            sure = {int(rank) for rank, values in match.tracked().items() if values[0] == 1}
            assert not sure & possible
            if exact:
                assert sure | possible == {1, 2, 3, 4}


def test_decks_that_never_met_are_told_apart_after_a_shuffle() -> None:
    """The high cards were shuffled together again with one that was shown: still none of them is low."""
    world = """
cards card: each rank in 1..6
zone low of card, face down
zone high of card, face down
zone spare of card, face down
each player
  zone hand of card, in order, seen by owner
setup
  move all c in cards with c.rank <= 3 to low
  move all c in cards with c.rank > 3 to high
  shuffle low
  shuffle high
  draw 1 from low to Cid.hand
  draw 1 from high to spare
"""
    first = "show top of high to Ben\nmove top of spare to high\ndraw 1 from high to spare\nshuffle high\nlet it = top of high"
    holds(world, "surely(it.rank > 3)", "not possibly(it.rank is 2)", "possibly(it.rank is 5)", first=first)


@pytest.mark.parametrize(
    ("test", "more"),
    [
        ("held(Ben).rank > held(Cid).rank", "this looks at 2"),
        ("any c in Ben.hand with c.rank is 1", "this also looks at `hand`"),
    ],
)
def test_more_than_one_hidden_card_is_a_mistake(test: str, more: str) -> None:
    with pytest.raises(ludwright.MistakesError, match=f"`surely` is about one hidden card, {more}"):
        ludwright.load_text(steps(HANDS, f"if surely({test}): draw 1 from deck to Ann.hand"))
