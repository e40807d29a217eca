"""What nothing uses is read for its names: a slip in it is found before it is used."""

from __future__ import annotations

import pytest

from tests.language_meaning.both_runs import caught, notes, sheet

HEAD = sheet("""
    game "T"
    players 2
    var n = 0 in 0..99
    cards card: each rank in 1..3
    zone deck of card, holds all cards
    each player
      coins = 0 in 0..99
      zone hand of card
    setup: deal 1 from deck to hand
    turn: go
    action go(k in 1..2)
      n += k
    end when n > 9: draw
""")


@pytest.mark.parametrize(
    ("unused", "said"),
    [
        ("define f(p): p.coins + «nn»", "nothing is called `nn`"),
        ("define f(p): p.coins + «coins»", "did you mean `my coins`?"),
        ("define f: g\ndefine g: «blah» + 1", "nothing is called `blah`"),
        ("to f(c)\n  move c to «dek»", "did you mean `deck`?"),
        ("to f(a)\n  g(a)\nto g(b)\n  n = b + «bb»", "nothing is called `bb`"),
        ("to f\n  «dealt»(2, 3)", "nothing is called `dealt`"),
    ],
)
def test_unknown_names_are_found_where_nothing_comes(unused: str, said: str) -> None:
    caught(f"{HEAD}{unused}\n", said)


def test_names_of_its_own_are_no_mistake() -> None:
    unused = sheet("""
        to f(p)
          p chooses c from p.hand: move c to deck
          p chooses way
            option left
              n += 1
            option right when any x in cards with x.rank > 2
          let k = max(c.rank for c in p.hand)
          if k > 2 and deck is not empty: pay 1 from p.coins
    """)
    assert notes(HEAD + unused) == ["`f` is never used"]


def test_one_name_in_the_tables_of_two_kinds() -> None:
    text = sheet("""
        game "T"
        players 1
        things unit, up to 3
        things soldier of unit
          | name  | power |
          | grunt |   1   |
        things elite of unit
          | name    | power |
          | «grunt» |   9   |
        var n = 0 in 0..9
        turn: go
        action go(k in 1..2)
          let u = create grunt
          n = u.power
        end when n > 0
        score: n
    """)
    caught(text, "`grunt` stands in the tables of `soldier` and of `elite`")


def test_a_chain_of_unused_procedures_is_followed_to_its_end() -> None:
    links = "".join(f"to p{number}\n  p{number - 1}\n" for number in range(1, 600))
    caught(f"{HEAD}to p0\n  n = «nn»\n{links}", "nothing is called `nn`")
