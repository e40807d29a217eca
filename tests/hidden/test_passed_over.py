"""Who is passed over, and who is asked: what everybody learns from that, against all ways the cards may lie."""

from __future__ import annotations

import pytest

import ludwright
from tests.hidden.every_deal import Everything, deal_of, right, secret

HEAD = """game "Who can"
players 2 named Ann, Ben
cards card: each rank in 1..4
zone deck of card, face down, holds all cards, shuffled
zone pit of card, face down
each player
  zone hand of card, seen by owner
setup: deal {held} from deck to hand
{rules}
end when turn.number is 9: draw
"""
LAY = """
action lay(c in my hand)
  when c.rank > 1 and c.rank is not 3
  move c to pit
action go
  nothing
"""
NO_PIT = HEAD.replace("zone pit of card, face down\n", "")
CLAIM = """
action claim
  when {when}
  nothing
action go
  nothing
"""


def game(rules: str, held: int = 2, head: str = HEAD) -> str:
    """Two players with so many cards each."""
    return head.format(held=held, rules=rules.strip("\n"))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("text", "answers"),
    [
        (game("turn: lay otherwise go" + LAY), 1),
        (game("turn\n  me may do lay\n  one of go" + LAY), 1),
        (game("turn\n  any number of lay\n  one of go" + LAY), 1),
        (game("turn\n  one of go\n  me may choose c from my hand with c.rank > 2: move c to pit\naction go\n  nothing"), 2),
        (game("turn\n  one of go\n  me chooses up to 2 cs from my hand with cs.rank > 2: move cs to pit\naction go\n  nothing"), 2),
        (game("turn\n  me may do claim\n  one of go" + CLAIM.format(when="any c in my hand with c.rank is 4"), 2, NO_PIT), 1),
        (game("turn\n  me may do claim\n  one of go" + CLAIM.format(when="high") + "define high: any c in my hand with c.rank > 2", 1, NO_PIT), 2),
        (game("play\n  turns when any c in my hand with c.rank > 2\nturn: one of lay\naction lay(c in my hand)\n  move c to pit"), 1),
    ],
)  # fmt: skip
def test_who_can_do_something_shows_it(text: str, answers: int, seat: int) -> None:
    right(text, seat, answers, most=2)


def test_whoever_picks_up_has_no_higher_card() -> None:
    text = game("""
zone pile of card
turn: lay otherwise pick
action lay(c in my hand)
  when pile is empty or c.rank > (top of pile).rank
  move c to pile
action pick
  draw up to 1 from deck to my hand
""", 1, NO_PIT)  # fmt: skip
    for seat in (0, 1):
        right(text, seat, 3)


def test_the_first_who_could_speak() -> None:
    text = game("""
turn
  one of go
  first p in players with any c in p.hand with c.rank is 4 to say "me"
    p.points += 1
action go
  nothing
""", 1, NO_PIT).replace("seen by owner\n", "seen by owner\n  points = 0\n")  # fmt: skip
    right(text, 0, 2)


def test_one_of_the_cards_of_a_hand_until_it_is_shuffled_away() -> None:
    rules = "turn\n  me may do claim\n  one of go\n  if turn.number is 1\n    move my hand to deck\n    shuffle deck\n    draw 2 from deck to my hand"
    right(game(rules + CLAIM.format(when="any c in my hand with c.rank is 4"), 2, NO_PIT), 1, 2)


@pytest.mark.parametrize("offer", ["turn: buy otherwise go", "turn\n  me may do buy\n  one of go"])
def test_what_somebody_can_t_buy_shows_nothing_of_a_number_drawn_in_secret(offer: str) -> None:
    """Of such numbers only what is there at least is kept: more is thought possible than is, and nothing depends on the truth."""
    text = f"""game "Purses"
players 2 named Ann, Ben
each player
  coins = 0 in 0..3, seen by owner
setup
  for p in players: p.coins = random n in 0..3
{offer}
action buy
  when my coins >= 2
  my coins -= 1
action go
  nothing
end when turn.number is 9: draw
"""
    secret(text, 1, 1)


def test_what_decides_is_not_known_to_all() -> None:
    """A card that only Ann sees decides as well: Ben can't tell what it takes, and must not take too little for possible."""
    text = game("""
turn: lay otherwise go
action lay(c in my hand)
  when c.rank > (top of my nook).rank
  move c to pit
action go
  nothing
""", 1).replace("setup: deal", "  zone nook of card, seen by owner\nsetup\n  deal 1 from deck to nook\n  deal")  # fmt: skip
    everything = Everything(text, 1, 1)
    for history in everything.histories():
        match = everything.matches[history][0]
        found = {deal_of(match.determinize(1, seed), 1) for seed in range(100)}
        assert found >= set(everything.deals[history])
    assert any("not used" in mistake.message for mistake in everything.game.rules.mistakes)


@pytest.mark.parametrize(
    "action",
    [
        "action lay(a in my hand, b in my hand)\n  when a.rank < b.rank\n  move a to pit",
        "action lay(c in my hand)\n  when c.rank > 2 and my coins > 0\n  move c to pit",
    ],
)
def test_what_is_not_concluded_gets_a_note(action: str) -> None:
    text = game(f"turn: lay otherwise go\n{action}\naction go\n  nothing").replace(
        "seen by owner\n", "seen by owner\n  coins = 1 in 0..1, seen by owner\n"
    )
    notes = [mistake.message for mistake in ludwright.load_text(text).rules.mistakes]
    assert "what it tells whether anybody can do this is not used by bots" in notes


@pytest.mark.parametrize(
    "rules",
    ["turn: lay otherwise end game" + LAY.split("action go")[0], "turn: lay otherwise go" + LAY],
)
def test_nothing_to_note(rules: str) -> None:
    assert ludwright.load_text(game(rules)).rules.mistakes == []
