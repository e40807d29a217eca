"""`seen by` names those who see something; a word that names nobody is a mistake (language, section 8)."""

from __future__ import annotations

from tests.language_meaning.both_runs import caught, mistakes, sheet

TEXT = sheet("""
    game "T"
    players 2
    cards card: each rank in 1..6
    things gem, copies 2
      worth = 1 in 0..9, seen by GEM
    zone deck of card, face down, holds all cards, top seen by TOP
    zone bag of gem, holds all gems
    var pot = 0 in 0..9, seen by POT
    each player
      zone hand of card, seen by HAND
      dice cup: 2 d6, seen by CUP
      coins = 0 in 0..9, seen by COINS
    setup
      deal 2 from deck to hand
    turn: go
    action go(k in 1..2)
      roll my cup
      my coins += 1
      pot += 1
      for g in gems: g.worth += 1
    end when turn.number > 9: draw
""")
FINE = {"GEM": "nobody", "TOP": "everyone", "POT": "nobody", "HAND": "owner", "CUP": "others", "COINS": "owner"}


def text(**viewers: str) -> str:
    """The game with these words after `seen by`."""
    made = TEXT
    for place, word in {**FINE, **viewers}.items():
        made = made.replace(f"seen by {place}", f"seen by {word}")
    return made


def test_who_sees_something_is_one_of_five_words() -> None:
    assert mistakes(text()) == []
    caught(text(HAND="«ownr»"), "did you mean `owner`?")
    caught(text(COINS="«Bob»"), "`Bob` does not say who sees `coins`")
    caught(text(CUP="«me»"), "did you mean `owner`?")
    caught(text(GEM="«card»"), "write `owner`, `others`, `team`, `everyone` or `nobody`")
    caught(text(TOP="«all»"), "did you mean `everyone`?")


def test_what_is_common_has_no_owner() -> None:
    caught(text(POT="«owner»"), "`pot` belongs to no player")
    caught(text(GEM="«others»"), "`worth` belongs to no player")
    caught(text(TOP="«team»"), "`deck` belongs to no player")


def test_a_team_that_there_is_not() -> None:
    caught(text(HAND="«team»"), "there are no teams")
    teams = "players 2\n  | name | team |\n  | A | 1 |\n  | B | 1 |\n"
    assert mistakes(text(HAND="team").replace("players 2\n", teams)) == []
