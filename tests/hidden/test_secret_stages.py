"""What happened in a secret stage is never taken as it is: where it can't be played again, it may have been anything."""

from __future__ import annotations

from collections import Counter

import ludwright
from ludwright.model.visibility import veiled_fields
from ludwright.play.match import Match
from tests.hidden.every_deal import Deal, deal_of, right

ANN, BEN = 0, 1

DAYS = """game "Days"
players 2 named Ann, Ben
each player
  bid = 0 in 0..3
  spot = 0 in 0..3, seen by owner
play
  bidding
  night
  turns
stage bidding
  at once, each p in players
    p chooses n from 0..3
  then
    for p in players: p.bid = n[p]
secret stage night
  for p in players
    p chooses n from 1..3
      p.spot = n
turn
  one of idle
  if turn.number is 280: bidding
action idle(n in 1..2)
  nothing
end when turn.number is 300: draw
"""


def spots(match: Match, seat: int) -> Deal:
    """The deal, and all variables that not everybody sees."""
    words = match.words
    hidden = [tuple(words[f.base : f.base + f.size]) for f in veiled_fields(match.game.rules.model)]
    return (*deal_of(match, seat), *hidden)


def bids_of_ann(match: Match, seat: int) -> set[object]:
    """What Ann may have bid while it is sealed: what comes to light when Ben bids as well."""
    found: set[object] = set()
    for seed in range(30):
        other = match.determinize(seat, seed)
        other.apply(other.codes()[0])
        found.add(other.observe(seat).named()["bid of Ann"])
    return found


def spots_of_ben(match: Match) -> set[int]:
    return {spots(match.determinize(ANN, seed), ANN)[-1][BEN] for seed in range(30)}


def answer(match: Match, times: int) -> None:
    for _ in range(times):
        match.apply(match.codes()[-1])


def test_long_after_a_secret_stage() -> None:
    """Sealed answers are unknown before the first secret stage and long after it; what was set in it stays so when it can't be played again."""
    match = ludwright.load_text(DAYS).start(seed=1)
    answer(match, 1)
    assert match.actor == BEN
    assert bids_of_ann(match, BEN) == {0, 1, 2, 3}
    answer(match, 3)
    assert spots_of_ben(match) == {1, 2, 3}
    answer(match, 270)
    assert spots_of_ben(match) == {0, 1, 2, 3}
    answer(match, 11)
    assert match.actor == BEN
    assert len(match.legal()) == 4
    assert bids_of_ann(match, BEN) == {0, 1, 2, 3}


PINNED = """game "Pinned"
players 3 named Ann, Ben, Cid
var total = 0 in 0..900
var product = 0 in 0..90000
each player
  spot = 0 in 0..300, seen by owner
play
  night
  total = sum(p.spot for p in players)
  product = Ben.spot * Cid.spot
  turns: one of go
secret stage night
  for p in players
    p chooses n from 1..MOST
      p.spot = n
action go
  nothing
end when turn.number is 9: draw
"""


def pinned(most: int) -> tuple[Deal, Counter[Deal]]:
    match = ludwright.load_text(PINNED.replace("MOST", str(most)), ask_forced=True).start(seed=1)
    for number in (0, most // 4, most - 1):
        match.apply(match.codes()[number])
    return spots(match, ANN), Counter(spots(match.determinize(ANN, seed), ANN) for seed in range(40))


def test_what_is_rarely_met() -> None:
    """Ann can work out that it is these two numbers, but not whose is which."""
    truth, found = pinned(60)
    ((ann, ben, cid),) = truth
    assert set(found) == {((ann, ben, cid),), ((ann, cid, ben),)}
    assert found[truth] < 30


def test_what_is_not_met() -> None:
    truth, found = pinned(300)
    assert found[truth] < 30
    assert len(found) > 2


TWO_NIGHTS = """game "Two nights"
players 3 named Ann, Ben, Cid
cards card: each rank in 1..3
zone deck of card, face down, holds all cards, shuffled
var ghost = 0 in 0..3, seen by nobody
each player
  zone front of card, face down
setup
  deal 1 from deck to front
  for p in players: show p.front to p
play
  night
  night
  fog
  turns: one of go
secret stage fog
  ghost = random n in 1..2
secret stage night
  Ann may choose q from others of Ann
    swap Ann.front and q.front
    show q.front to q
action go
  nothing
end when turn.number is 9: draw
"""


def test_a_second_secret_stage() -> None:
    """Whoever was shown a card in the first one knows it as long as nobody can have taken it; chance alone is played again as well."""
    for seat in (ANN, BEN):
        right(TWO_NIGHTS, seat, 2, most=1, look=spots)


NIGHT = """game "Night"
players 3 named Ann, Ben, Cy
cards card: each rank in 0..4
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, seen by owner
play
  deal 1 from deck to hand
  night
  turns
secret stage night
  for p in players with (top of p.hand).rank > 2: p does wink
action wink(n in 1..2)
  nothing
action idle(n in 1..2)
  nothing
turn: one of idle
end when turn.number is 4: draw
"""


def test_nobody_counts_who_woke() -> None:
    """How many acted in the night, and who was the last of them, shows neither in what a seat sees by day nor in what it thinks possible."""
    game, woken = ludwright.load_text(NIGHT), set[int]()
    for seed in range(6):
        match = game.start(seed=seed)
        while match.legal()[0].action == "wink":
            match.apply(match.codes()[0])
        woken.add(match.moves)
        seen = match.observe(ANN).named()
        assert (seen["moves"], seen["acted last"], seen["asked"]) == (0, None, ANN)
        assert len({match.determinize(ANN, number).moves for number in range(20)}) > 1
        match.apply(match.codes()[0])
        assert match.observe(ANN).named()["moves"] == 1
    assert len(woken) > 1


def test_nobody_counts_the_turns_of_a_secret_stage() -> None:
    """Neither while it goes on, nor after it."""
    turns = NIGHT.replace(
        "for p in players with (top of p.hand).rank > 2: p does wink", "turns once when (top of my hand).rank > 2: wink"
    )
    vote = turns.replace("  turns\nsecret", "  for p in players: p does idle\n  turns\nsecret")
    game, woken, seen = ludwright.load_text(vote), set[int](), set[object]()
    for seed in range(8):
        match = game.start(seed=seed)
        while match.legal()[0].action == "wink":
            shown = match.observe(ANN).named()
            assert shown["turn"] is shown["round"] is None and (shown["whose turn"] is None) == (match.actor != ANN)
            match.apply(match.codes()[0])
        shown = match.observe(ANN).named()
        seen.add((shown["turn"], shown["round"], shown["whose turn"]))
        woken |= {match.determinize(ANN, number).moves for number in range(20)} if not seed else set()
    assert len(seen) == 1 and len(woken) > 1
