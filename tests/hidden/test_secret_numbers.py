"""Numbers drawn by chance or chosen in secret: who does not see them takes them for anything in their range, and never for what they are."""

from __future__ import annotations

from collections import Counter
from textwrap import indent

import pytest

import ludwright
from tests.hidden.every_deal import secret, steps

ANN, BEN, CID = 0, 1, 2

PURSES = """
var told = 0 in 0..99
var box = 0 in 0..99
each player
  coins = 4 in 0..9, seen by owner
  bid = 0 in 0..9, seen by owner
"""


def gift(giver: str, taker: str, how: str = "from 0..2") -> str:
    return f"{giver} secretly chooses n {how}: pay n from {giver}.coins to {taker}.coins"


BIDS = "at once, each p in players\n  p secretly chooses n from 0..2\nthen\n  for p in players: p.bid = n[p]"


@pytest.mark.parametrize(
    ("effects", "answers"),
    [
        ([gift("Ann", "Ben")], 2),
        ([gift("Ann", "Ben"), gift("Ben", "Cid")], 4),
        (["Ann secretly chooses n from 0..2\n  Ann.coins -= n\n  Ben.coins += n"], 2),
        (["Ann.coins += random n in 0..2", "if Ann.coins > 4: told = 1"], 2),
        (["Ann.bid = random n in 1..3 by n\nlet k = random n in 1..3\nBen.coins += k", "if Ann.bid is 2: told = 1"], 2),
        ([BIDS, "for p in players: p.coins -= p.bid"], 4),
        (["Ann.bid = random n in 0..2\nBen.coins = Ann.bid * Ann.bid", "if Ben.coins > 1: told = 1"], 2),
        (["Ann.coins = random n in 1..3\nBen.coins = random n in 2..4", "swap Ann.coins and Ben.coins"], 2),
        (["Ann.coins = random n in 1..3", "swap Ann.coins and Ann.bid"], 2),
    ],
)  # fmt: skip
def test_purses(effects: list[str], answers: int) -> None:
    secret(steps(PURSES, *effects), answers, CID)


ROLES = """
enum part: wolf, sheep, dog, cat
var told = 0
each player
  role: part = wolf, seen by owner
"""


@pytest.mark.parametrize(
    "drawn",
    [
        "for p in players: p.role = random r in parts with r is not wolf",
        "Ann.role = random r in parts\nlet r = Ann.role\nAnn.role = Ben.role\nBen.role = r",
    ],
)
def test_one_of_a_list(drawn: str) -> None:
    secret(steps(ROLES, drawn, "if Ben.role is dog: told = 1"), 2, CID)


FLAGS = """
enum sort: wood, ore
var told = 0
var here: player or none, seen by nobody
var trap[1..3] = no, seen by nobody
each player
  bad = no, seen by owner
  goods[sort] = 1 in 0..9, seen by owner
"""


@pytest.mark.parametrize(
    "drawn",
    [
        "let p = random q in players\np.bad = yes",
        "let t = random n in 1..3\ntrap[t] = yes",
        "here = random q in players",
        "let s = random x in sorts\nAnn.goods[s] += 1",
    ],
)
def test_whose_it_is_and_which(drawn: str) -> None:
    """The traitor among the players, the trap among the doors: it may be anywhere."""
    secret(steps(FLAGS, drawn, "if not trap[2]: told += 2\nif here is Ben: told += 4"), 2, CID)


WISHES = """
cards card: each rank in 1..3
zone deck of card, face down, holds all cards, shuffled
enum part: wolf, sheep
var told = 0
each player
  wish: card design or none, seen by owner
  mark: number or none, seen by owner
  role: part or none, seen by owner
  coins = 0 in 0..9, seen by owner
"""


@pytest.mark.parametrize(
    "effects",
    [
        ["Ann.wish = random d in card designs\nBen.wish = Ann.wish", "swap Ann.wish and Cid.wish\nAnn.role = random r in parts"],
        ["Ann.role = random r in parts", "if Ann.role is none: told += 1\nAnn.role = none", "Ben.role = random r in parts"],
        ["Ann.mark = random n in 1..3", "Ben.mark = Ann.mark\nAnn.mark = none", "if Ben.mark > 1: told += 1"],
        ["let p = random q in players\np.mark = 2", "Ann.coins += Ann.mark", "swap Ann.mark and Ben.mark"],
    ],
)  # fmt: skip
def test_designs_and_what_may_be_none(effects: list[str]) -> None:
    secret(steps(WISHES, *effects), len(effects), CID)


@pytest.mark.parametrize("purse", ["", "    my purse = n\n"])
@pytest.mark.parametrize("held", ["let n = random x in 1..6", "left(me) secretly chooses n from 1..6"])
def test_what_has_a_name_while_somebody_is_asked_is_guessed_as_often_as_not(held: str, purse: str) -> None:
    """It is drawn or chosen anew, by who does not know it: each guess is right in a sixth of all cases, whatever it is."""
    ask = f"me chooses g from 1..6\n    if g is n: hits += 1\n{purse}"
    turn = f"  {held}\n  {ask}" if held.startswith("let") else f"  {held}\n    {indent(ask, '  ').strip()}\n"
    hidden = "each player\n  purse = 3 in 0..9, seen by owner\n" if purse else ""
    text = f'game "Guess"\nplayers 2\nvar hits = 0 in 0..99\n{hidden}turn\n{turn}end when turn.number is 9: draw\n'
    match = ludwright.load_text(text).start(seed=1)
    while match.actor != 0:
        match.apply(match.codes()[0])
    hits: Counter[int] = Counter()
    for seed in range(360):
        for code in match.codes():
            other = match.determinize(0, seed)
            other.apply(code)
            hits[code] += int(str(other["hits"]))
    assert len(hits) == 6 and all(30 < times < 95 for times in hits.values()), hits


def test_a_secret_without_hidden_variables() -> None:
    """The number one holds in the closed hand, and the other guesses."""
    text = """
game "Closed hand"
players 2
each player
  points = 0
turn
  me secretly chooses n from 1..3
    for p in others
      p chooses g from 1..3
        if g is n: p.points += 1
        else: me.points += 1
end when turn.number is 4
score(p): p.points
winner: highest score
"""
    match = ludwright.load_text(text).start(seed=1)
    match.apply(match.codes()[1])
    assert match.actor == 1
    guesses = match.codes()
    won = dict.fromkeys(guesses, 0)
    for seed in range(600):
        for code in guesses:
            other = match.determinize(1, seed)
            other.apply(code)
            won[code] += int(other.observe(0).named()["points of seat 2"] or 0)
    assert all(150 < times < 250 for times in won.values()), won


@pytest.mark.parametrize(
    ("before", "what"),
    [
        ("me secretly chooses k from 1..3", "`k` was chosen in secret"),
        ("let k = my coins", "`coins` is seen by its owner only"),
    ],
)
def test_others_must_not_be_offered_what_is_secret(before: str, what: str) -> None:
    body = f"{before}\n  for p in others\n    p chooses g from 0..k: p.points += g"
    if before.startswith("let"):
        body = body.replace("\n  ", "\n")
    text = f'game "Leak"\nplayers 2\neach player\n  coins = 5 in 0..9, seen by owner\n  points = 0\nturn\n{indent(body, "  ")}\nend when turn.number is 4: draw'
    with pytest.raises(ludwright.LudwrightError, match=what):
        ludwright.load_text(text)
