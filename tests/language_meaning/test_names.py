"""Names of several words: a row of a table is named in quotes as it stands there, in rules, effects, changes, bots and expectations."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.language.parser import parse_file
from ludwright.language.printer import to_text
from ludwright.mistakes import MistakesError
from tests.language_meaning.both_runs import caught, play, sheet, values

ENUM = """
enum role
  | name          | pay | next          |
  | Tax Collector |  3  | Guard         |
  | Guard         |  2  | Tax Collector |
  | Ka-Boom!      |  5  |               |
"""


def court(test: str = '"Tax Collector"', more: str = "") -> str:
    return (
        sheet(f"""
        game "T"
        players 1
        cards card
          | name          | worth | copies | when played    |
          | Tax Collector |   3   |   2    | points += 10   |
          | Ka-Boom!      |   5   |   2    |                |
        zone deck of card, holds all cards
        zone gone of card
        var points = 0 in 0..99
        turn: play_card
        action play_card(c in deck)
          move c to gone
          resolve c as played
          if c is {test}
            points += 1
        when "Ka-Boom!" is played
          points += 20
        end when deck is empty: draw""")
        + "\n"
        + more
    )


def test_a_name_in_quotes_is_the_one_that_stands_in_the_table() -> None:
    assert values(ENUM, '"Tax Collector".pay', '"Ka-Boom!".pay', '"Guard".pay', "Guard.pay") == [3, 5, 2, 2]
    assert values(ENUM, '1 if Guard.next is "Tax Collector" else 0', '"Tax Collector".next.pay') == [1, 2]
    assert values(ENUM, '1 if "Ka-Boom!".next is none else 0') == [1]


def test_rules_effects_and_events_name_cards_in_quotes() -> None:
    table = play(court(), "points")
    assert table.do("play_card Tax Collector").see("points") == 11
    assert play(court(), "points").do("play_card Ka-Boom!").see("points") == 20


def test_bots_and_expectations_name_cards_in_quotes() -> None:
    more = 'bot "b"\n  play_card("Ka-Boom!")\n  any\nexpect "e": always\n  after me does play_card("Tax Collector")\n  then end of game\n'
    game = ludwright.load_text(court(more=more))
    assert not [note for note in game.notes if "new name" in note.message]


def test_a_list_of_values_may_have_names_in_quotes() -> None:
    assert values('enum sea: "North Sea", Baltic', '"North Sea".number', "seas.count") == [1, 2]


@pytest.mark.parametrize(
    "written", ["tax_collector", "Tax_Collector", "TaxCollector", '"Tax Colector"', '"tax collector"']
)
def test_a_slip_is_answered_with_what_works(written: str) -> None:
    caught(court(f"«{written}»"), 'did you mean `"Tax Collector"`?')


def test_several_words_without_quotes_are_answered_with_quotes() -> None:
    caught(court("«Tax Collector»"), 'write it in quotes: "Tax Collector"')
    hidden = sheet("""
        game "T"
        players 1
        cards card from "cards.csv"
        turn
          if 1 is Tax Collector
            nothing""")
    with pytest.raises(MistakesError, match=r'a name of several words stands in quotes(.|\n)*write "Tax Collector"'):
        ludwright.load_text(hidden)


def test_a_wrong_event_is_answered_with_what_works() -> None:
    with pytest.raises(MistakesError, match=r'did you mean `"Ka-Boom!"`\?'):
        ludwright.load_text(court().replace('when "Ka-Boom!" is played', "when Ka_Boom is played"))


def test_a_misspelt_name_in_quotes_is_no_new_name() -> None:
    more = 'bot "b"\n  play_card(«"Tax Colector"»)\n  any\n'
    caught(court(more=more), 'did you mean `"Tax Collector"`?')


def variant(folder: Path, line: str) -> ludwright.Game:
    (folder / "base.game").write_text(court(more='track "worth": "Tax Collector".worth\n'))
    (folder / "v.game").write_text(f'variant "V" of "base.game"\n{line}\n')
    return ludwright.load(folder / "v.game")


def test_a_change_names_a_row_in_quotes(tmp_path: Path) -> None:
    game = variant(tmp_path, 'change "Tax Collector".worth = 7')
    for run in ("native", "twin"):
        assert game.start(1, run=run).tracked()["worth"] == [7]


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("change tax_collector.worth = 7", 'did you mean `"Tax Collector".worth`?'),
        ("change Tax_Collector.worth = 7", 'did you mean `"Tax Collector".worth`?'),
        ('change "Tax Collector".Worths = 7', 'did you mean `"Tax Collector".worth`?'),
        ("change Tax Collector.worth = 7", 'write "Tax Collector"'),
    ],
)
def test_a_wrong_change_is_answered_with_what_works(tmp_path: Path, line: str, hint: str) -> None:
    with pytest.raises(MistakesError) as error:
        variant(tmp_path, line)
    assert error.value.mistakes[0].hint == hint


def test_a_name_in_quotes_is_printed_in_quotes() -> None:
    text = 'when "Tax Collector" is played\n  points = "Guard".pay + "a b".pay\n'
    assert to_text(parse_file(text)) == text


def test_a_name_of_ones_own_is_one_word() -> None:
    for line in ('var "my thing" = 0', 'action "do it"', 'define "a b": 1', 'turn\n  let "a b" = 1'):
        with pytest.raises(MistakesError):
            ludwright.load_text(f'game "T"\nplayers 2\n{line}\n')


HIDING = """
game "T"
players 1
param goal = 3 in 1..9
each player
  n = 0 in 0..99
enum role: guard, thief
cards card
  | name | worth | copies |
  | Rat  |   3   |   2    |
zone deck of card, holds all cards
define rich: my n > 2
define double(k): k + k
to settle
  my n = 1
turn: one of count
action count
  LINES
end when my n > 0: draw
track "n": me.n
"""


@pytest.mark.parametrize(
    "name", ["n", "goal", "role", "guard", "card", "cards", "worth", "Rat", "deck", "rich", "double", "settle", "count"]
)
@pytest.mark.parametrize(
    ("lines", "meant"),
    [
        ("for X in 1..4\n    if X > 2\n      my n += X", 7),
        ("let X = 3\n  X += 1\n  my n = X + X", 8),
        ("my n = sum(X for X in 1..3 with X > 1)", 5),
        ("me chooses X from 6..6: my n += X", 6),
    ],
)
def test_what_a_loop_or_a_let_names_means_that_whatever_else_is_called_so(name: str, lines: str, meant: int) -> None:
    game = ludwright.load_text(HIDING.replace("LINES", lines.replace("X", name)))
    for run in ("native", "twin"):
        assert game.start(1, run=run).tracked()["n"] == [meant]
    if name in ("rich", "double", "settle") and "chooses" not in lines:
        assert any(f"`{name}` is never used" in note.message for note in game.notes)
