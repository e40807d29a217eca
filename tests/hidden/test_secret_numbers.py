"""Numbers drawn by chance or chosen in secret: redeals compared with all the ways it could have gone that look the same to a seat."""

from __future__ import annotations

from textwrap import indent

import pytest

import ludwright
from ludwright.model.visibility import veiled_fields
from ludwright.play.match import Match
from tests.hidden.every_deal import Deal, Everything, explain, steps

ANN, BEN, CID = 0, 1, 2
SLOW = pytest.mark.slow

PURSES = """
var told = 0 in 0..99
var box = 0 in 0..99
each player
  coins = 4 in 0..9, seen by owner
  bid = 0 in 0..9, seen by owner
"""


def numbers(match: Match, seat: int) -> Deal:
    return tuple(tuple(match.words[f.base : f.base + f.size]) for f in veiled_fields(match.game.rules.model))


class Secretly(Everything):
    """All answers that are more than `go` are secret ones."""

    def is_secret(self, match: Match) -> bool:
        return True


def sound(text: str, answers: int, *seats: int) -> None:
    for seat in seats:
        everything = Secretly(text, seat, answers, numbers)
        chosen = everything.histories(3)
        assert max(len(everything.deals[h]) for h in chosen) > 1, "the seat knows all: this shows nothing"
        for history in chosen:
            assert everything.surprise(history) < 6, explain(everything, history)


def gift(giver: str, taker: str, how: str = "from 0..2") -> str:
    return f"{giver} secretly chooses n {how}: pay n from {giver}.coins to {taker}.coins"


def test_a_secret_gift_keeps_the_sum() -> None:
    sound(steps(PURSES, gift("Ann", "Ben")), 2, CID)


def test_gifts_one_after_the_other() -> None:
    sound(steps(PURSES, gift("Ann", "Ben"), gift("Ben", "Cid"), gift("Cid", "Ann")), 6, BEN, CID)


def test_taken_and_given_in_two_lines() -> None:
    two = "Ann secretly chooses n from 0..2\n  Ann.coins -= n\n  Ben.coins += n"
    sound(steps(PURSES, two, gift("Ben", "Cid")), 4, ANN, CID)


def test_no_more_than_there_is() -> None:
    """Whoever gives may give up to all that is there, which not everybody knows."""
    all_ = "me secretly chooses n from 0..my coins: pay n from my coins to Ben.coins"
    sound(steps(PURSES, gift("Ben", "Ann"), "nothing", "nothing", all_), 6, CID)


def test_a_number_drawn_at_the_beginning() -> None:
    world = "each player\n  goal = 1 in 1..4, seen by owner\nsetup\n  for p in players: p.goal = random n in 1..4"
    sound(steps(world, "nothing"), 1, ANN)


def test_what_can_be_drawn() -> None:
    world = "each player\n  goal = 1 in 0..9, seen by owner\nsetup\n  for p in players: p.goal = random n in 1..7 with n mod 3 is 1"
    sound(steps(world, "nothing"), 1, ANN)


def test_drawn_by_weights() -> None:
    drawn = "Ann.bid = random n in 1..3 by n\nlet k = random n in 1..3 by 4 - n\nBen.coins += k"
    sound(steps(PURSES, drawn, "if Ann.bid is 2: told = 1"), 2, CID)


def test_drawn_and_added() -> None:
    sound(steps(PURSES, "Ann.coins += random n in 0..2", "Ann.coins += 2 * (random n in 0..1) + 1"), 2, BEN)


@pytest.mark.parametrize(
    "test",
    [
        "Ann.coins > 4",
        "Ann.coins is 5",
        "Ann.coins is not 6",
        "Ann.coins < Ben.coins",
        "Ann.coins + Ben.coins > 10",
        "2 * Ann.coins <= Ben.coins * Ben.coins - 25",
        pytest.param("7 - Ann.coins is Ben.coins div 2", marks=SLOW),
        pytest.param("Ann.coins + 1 > Ben.coins", marks=SLOW),
        pytest.param("5 > 10 - Ann.coins", marks=SLOW),
    ],
)
def test_which_way_an_if_goes(test: str) -> None:
    look = f"if {test}: told = 1\nelse: told = 2"
    drawn = "Ann.coins += random n in 0..3\nBen.coins += random n in 0..3"
    sound(steps(PURSES, drawn, look, gift("Ann", "Ben")), 4, CID)


def test_a_guess_in_the_middle() -> None:
    """While one holds something in secret, another is asked: it may be anything."""
    guess = "Ann secretly chooses n from 1..3\n  Ben chooses g from 1..3\n    if g is n: told = 1\n    Ann.coins -= n"
    sound(steps(PURSES, guess), 3, BEN)


def test_sealed_bids_that_stay_sealed() -> None:
    bids = "at once, each p in players\n  p secretly chooses n from 0..2\nthen\n  for p in players: p.bid = n[p]"
    sound(steps(PURSES, bids, "for p in players: p.coins -= p.bid"), 5, CID)


def test_what_goes_to_an_open_variable_shows() -> None:
    shown = "Ann secretly chooses n from 0..2\n  Ann.bid = n\n  Ann.coins -= n"
    sound(steps(PURSES, shown, gift("Ann", "Ben"), "box = Ann.bid"), 5, CID)


def test_what_is_seen_to_happen_shows() -> None:
    world = (
        PURSES
        + "cards card: each rank in 1..9\nzone deck of card, face down, holds all cards, shuffled\nzone out of card\n"
    )
    drawn = "Ann secretly chooses n from 0..2\n  Ann.coins -= n\n  Ben.coins += n\n  draw n from deck to out"
    match = ludwright.load_text(steps(world, drawn, gift("Ben", "Cid")), ask_forced=True).start(seed=1)
    for answer in (0, 2, 0, 1):
        match.apply(match.codes()[min(answer, len(match.codes()) - 1)])
        assert match.fault is None
    dealt = {numbers(match.determinize(ANN, seed), ANN)[0] for seed in range(60)}
    assert dealt == {(2, 6 - given, 4 + given) for given in range(3)}
    assert {numbers(match.determinize(CID, seed), CID)[0] for seed in range(60)} == {numbers(match, CID)[0]}


def test_worked_out_from_several() -> None:
    both = "let n = Ann.bid + Ben.bid\nCid.coins += n\nAnn.coins -= Ann.bid"
    drawn = "Ann.bid = random n in 0..2\nBen.bid = random n in 0..2"
    sound(steps(PURSES, drawn, both), 2, ANN, BEN, CID)


ROLES = """
enum part: wolf, sheep, dog, cat
var told = 0
each player
  role: part = wolf, seen by owner
"""


def test_one_of_a_list() -> None:
    drawn = "for p in players: p.role = random r in parts with r is not wolf"
    look = "if Ben.role is dog: told = 1\nelse: told = 2"
    sound(steps(ROLES, drawn, look), 2, ANN)


def test_each_gets_another() -> None:
    drawn = "for p in players: p.role = random r in parts with no q in players with q.role is r"
    sound(steps(ROLES, drawn), 1, ANN, CID)


def test_parts_change_hands() -> None:
    drawn = "Ann.role = random r in parts\nBen.role = random r in parts"
    swap = "let r = Ann.role\nAnn.role = Ben.role\nBen.role = r"
    look = "if Ann.role is Ben.role: told = 1"
    sound(steps(ROLES, drawn, swap, look), 3, CID)


def test_a_name_in_a_condition_notes_nothing() -> None:
    """What an action names before its effects is worked out for every option, though nothing happens."""
    text = (
        steps(ROLES, "Ann.role = random r in parts")
        + "\naction trade(p in others)\n  let r = p.role\n  p.role = my role\n  my role = r\n"
    )
    match = ludwright.load_text(text.replace("one of go", "one of go, trade")).start(seed=1)
    count = match.game.rules.model.arrays["transfers"]
    match.apply("go")
    assert match.words[count] == 1
    match.codes()
    assert match.words[count] == 1


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
    """The traitor among the players, the trap among the doors: it is somewhere, and in one place."""
    look = "if not trap[2]: told += 2\nif here is Ben: told += 4"
    sound(steps(FLAGS, drawn, look), 2, BEN, CID)


def test_one_draw_in_two_variables() -> None:
    drawn = "let p = random q in players with q is not Ann\np.bad = yes\nhere = p"
    sound(steps(FLAGS, drawn), 1, ANN)


def test_a_secret_plan() -> None:
    plan = "Ann secretly chooses way\n  option fight: Ann.bad = yes\n  option flee\n    Ann.bad = no"
    sound(steps(FLAGS, plan), 2, BEN)


@pytest.mark.parametrize(
    "swap", ["swap Ann.coins and Ben.coins", "swap Ann.coins and Ann.bid", "swap Ann.coins and box"]
)
def test_changing_places(swap: str) -> None:
    drawn = "Ann.coins = random n in 1..3\nBen.coins = random n in 2..4"
    sound(steps(PURSES, drawn, swap, "Ann.coins += 1"), 3, CID)


def test_what_everybody_can_reckon_is_known() -> None:
    match = ludwright.load_text(
        steps(PURSES, "Ann.coins = max(0, Ann.coins - 1)\nBen.bid = random n in 0..2"), ask_forced=True
    ).start(1)
    match.apply("go")
    dealt = {numbers(match.determinize(CID, seed), CID) for seed in range(60)}
    assert {coins for coins, _ in dealt} == {(3, 4, 4)} and len(dealt) == 3


def test_drawn_unlike_another() -> None:
    sound(steps(PURSES, "Ann.bid = random n in 1..3\nBen.bid = random n in 1..3 with n is not Ann.bid"), 1, CID)


def test_the_highest_bid() -> None:
    bids = "at once, each p in players\n  p secretly chooses n from 0..min(2, p.coins)\nthen\n  for p in players: p.bid = n[p]"
    pays = "let best = highest p in players by p.bid\nbest.coins -= best.bid\nif best is Ann: told = 1\nif best is Ben: told = 2"
    sound(steps(PURSES.replace("coins = 4", "coins = 1"), "Ann.coins += random n in 0..1", bids, pays), 6, CID)


def test_one_name_for_two_questions() -> None:
    one = "Ann secretly chooses n from 1..2: Ann.coins = n"
    all_ = "at once, each p in players\n  p secretly chooses n from 0..1\nthen\n  for p in players: p.bid = n[p]"
    sound(steps(PURSES, one, all_), 6, CID)


def test_set_anew() -> None:
    """What was put in place of a number tells nothing about it any more."""
    sound(
        steps(PURSES, "Ann.bid = random n in 0..2", gift("Ann", "Ben"), "Ann.bid = 1", "Ann.coins += Ann.bid"), 5, CID
    )


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
        ["Ann secretly chooses d from card designs: Ann.wish = d", "if Ann.wish is not none: told += 1"],
        pytest.param(["Ann.wish = random d in card designs\nBen.wish = Ann.wish", "swap Ann.wish and Cid.wish\nAnn.role = random r in parts"], marks=SLOW),
        pytest.param(["Ann.role = random r in parts", "if Ann.role is none: told += 1\nAnn.role = none", "Ben.role = random r in parts"], marks=SLOW),
        ["Ann.mark = random n in 1..3", "Ben.mark = Ann.mark\nAnn.mark = none", "if Ben.mark > 1: told += 1"],
        pytest.param(["Ann.mark = random n in 0..1\nlet m = Ben.mark\nAnn.coins += random n in 0..1", "if Ann.mark is 0: told += 1", "Ben.mark += Ann.mark"], marks=SLOW),
        ["let p = random q in players\np.mark = 2", "Ann.coins += Ann.mark", "swap Ann.mark and Ben.mark"],
    ],
)  # fmt: skip
def test_designs_and_what_may_be_none(effects: list[str]) -> None:
    sound(steps(WISHES, *effects), len(effects) + sum("secretly" in one for one in effects), CID)


@pytest.mark.parametrize(
    "formula",
    [
        "Ann.bid * Ann.bid", "max(1, random n in 0..2)", "min(2, Ann.bid, Ben.bid + 1)",
        *(pytest.param(one, marks=SLOW) for one in (
            "Ann.bid * Ben.bid", "max(Ann.bid, 1)", "abs(Ann.bid - Ben.bid)", "7 div (Ann.bid + 1)", "Ann.bid / 2 rounded up", "(Ann.bid + Ben.bid) mod 2",
            "2 * max(Ann.bid, Ben.bid) - Ann.bid",
        )),
    ],
)  # fmt: skip
def test_what_is_no_sum(formula: str) -> None:
    drawn = "Ann.bid = random n in 0..2\nBen.bid = random n in 0..2"
    sound(steps(PURSES, drawn, f"Ben.coins = {formula}", "if Ben.coins > 1: told = 1"), 3, CID)


def test_worked_out_long_ago() -> None:
    """What is let go by and by is still between what it can be."""
    more = "\n".join(
        "Ann.bid = random n in 0..2\nAnn.coins = max(Ann.bid * Ann.bid, 1)\nBen.bid = Ann.coins mod 3" for _ in range(9)
    )
    game = ludwright.load_text(steps(PURSES, more, "nothing"), ask_forced=True)
    match = game.start(seed=3)
    match.apply("go")
    dealt = {tuple(row[:2] for row in numbers(match.determinize(CID, seed), CID)) for seed in range(60)}
    assert dealt == {((max(n * n, 1), 4), (n, max(n * n, 1) % 3)) for n in range(3)}


NIGHT = """
var told = 0 in 0..99
each player
  coins = 2 in 0..9, seen by owner
  goal = 1 in 1..3, seen by owner
  hide = 0 in 0..2, seen by owner
secret stage night
  Ben chooses n from 1..2: Ben.hide = n
"""


@pytest.mark.parametrize(
    "effects",
    [
        ["Ann.goal = random n in 2..3", "night", "if Ann.goal is 2: told += 1"],
        ["night", gift("Ann", "Ben"), "if Ben.coins > 3: told += 1"],
        [gift("Ann", "Ben"), "night\nBen.coins -= 1"],
    ],
)
def test_beside_a_secret_stage(effects: list[str]) -> None:
    """What no secret stage changes is remembered in games with one, too."""
    sound(steps(NIGHT, *effects), 5 if any("gift" in e or "secretly" in e for e in effects) else 4, CID)


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


def test_more_than_is_remembered() -> None:
    """Long ago: what can't be is still not thought possible, and nothing is lost between the players."""
    many = "\n".join(
        gift(giver, taker, "from 0..1") for giver, taker in [("Ann", "Ben"), ("Ben", "Ann"), ("Ann", "Cid")] * 6
    )
    game = ludwright.load_text(steps(PURSES.replace("in 0..9", "in 0..40"), many))
    match = game.start(seed=3)
    while not match.over and match.moves < 19:
        match.apply(match.codes()[-1])
        coins = numbers(match, CID)[0]
        for seed in range(20):
            dealt = numbers(match.determinize(CID, seed), CID)[0]
            assert sum(dealt) == 12 and min(dealt) >= 0 and dealt[CID] == coins[CID]


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
