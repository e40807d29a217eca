"""What everybody sees beside which way an `if` goes: how often something is repeated, what is done, and with which cards."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.model.visibility import veiled_fields
from ludwright.play.match import Match
from tests.hidden.every_deal import Deal, deal_of, right

SEEN = """\
game "Seen"
players 2 named Ann, Ben
cards card: each rank in {ranks}
zone deck of card, in order, face down, holds all cards, shuffled
zone open of card, in order
var flag = 0 in 0..99
var said = no
each player
  zone hand of card, in order, seen by owner
  n = 0 in 0..9, seen by owner
  coins = 5 in 0..40
setup
  deal {deal} from deck to hand
  draw 0 from deck to open
{setup}turn
  if turn.number is 1
    {line}
  one of go
action go
  nothing
end when turn.number is 4: draw
{more}"""


def numbers_and_cards(match: Match, seat: int) -> Deal:
    """What lies in every place, and the variables that not everybody sees."""
    words, fields = match.words, veiled_fields(match.game.rules.model)
    return (*deal_of(match, seat), *(tuple(words[f.base : f.base + f.size]) for f in fields))


def shown(line: str, deal: int, setup: str = "", more: str = "", answers: int = 1) -> None:
    """What Ann's turn shows Ben is used, and nothing else. Where no cards are dealt, all are alike."""
    text = SEEN.format(line=line, deal=deal, setup=setup, more=more, ranks="1..4" if deal else "1..1, copies 4")
    right(text, 1, answers, most=2, look=numbers_and_cards)


@pytest.mark.parametrize(
    "line",
    [
        "repeat until flag + (top of my hand).rank > 2: flag += 1",
        "if high(me): flag += 1",
        "let w = worth(me)\n    if w > 2: flag += 1",
    ],
)
def test_what_shows_of_a_card(line: str) -> None:
    named = "define high(p): worth(p) > 2\ndefine worth(p): held(p).rank\ndefine held(p): top of p.hand\n"
    shown(line, 1, more=named if "(me)" in line or "(p)" in line else "")


def test_who_does_what_has_what_it_needs() -> None:
    """Also where definitions say what that is."""
    lay = "action lay\n  when worth(me) > 2\n  nothing\ndefine worth(p): (top of p.hand).rank\n"
    shown("one of go, lay", 1, more=lay)


def test_which_cards_of_a_hand_something_is_done_with() -> None:
    shown("for c in deck with c.rank > 2: move c to open", 1)


def test_who_does_what_needs_no_such_card_has_none() -> None:
    more = "action brag\n  when flag > 1 or no c in my hand with c.rank > 2\n  nothing\n"
    game = ludwright.load_text(
        SEEN.format(line="one of brag, go", deal=1, setup="", more=more, ranks="1..4"), ask_forced=True
    )
    bragged = 0
    for number in range(8):
        match = game.start(seed=5, game=number)
        if "brag" in [option.words for option in match.legal()]:
            match.apply("brag")
            hands = {numbers_and_cards(match.determinize(1, seed), 1)[2] for seed in range(40)}
            own = numbers_and_cards(match, 1)[3]
            assert hands == {(rank,) for rank in (0, 1)} - {own}
            bragged += 1
    assert bragged
