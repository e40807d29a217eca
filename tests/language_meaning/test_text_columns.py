"""Columns of words for people: kept, shown, noted once, and never in the way of a rule."""

from __future__ import annotations

import ludwright
from tests.language_meaning.both_runs import caught, notes, sheet

PLAY = """
zone pile of card, face down, holds all cards, shuffled
each player
  zone hand of card
turn: draw 1 from pile to my hand
end when pile is empty
score(p): sum(c.cost for c in p.hand)
winner: highest score
"""


def deck(*rows: str) -> str:
    return 'game "T"\nplayers 2\nvar start = 3\ncards card\n' + "".join(f"  {row}\n" for row in rows) + PLAY


def texts(text: str) -> dict[str, dict[str, str]]:
    model = ludwright.load_text(text).rules.model
    return {name: model.design_texts(number) for number, name in enumerate(model.design_names)}


RICH = deck(
    "| name  | cost | text                                   | art       | rarity |",
    "| clerk |  2   | Each other player discards, then 2 + 2 |           | common |",
    "| baker |  3   | Bread for all!                         | baker.png | rare   |",
    "| guard |  1   | 3                                      |           |        |",
)


def test_words_for_people_are_kept_with_their_headings() -> None:
    assert texts(RICH) == {
        "clerk": {"text": "Each other player discards, then 2 + 2", "rarity": "common"},
        "baker": {"text": "Bread for all!", "art": "baker.png", "rarity": "rare"},
        "guard": {"text": "3"},
    }


def test_one_note_tells_of_all_text_columns_of_a_table() -> None:
    told = [note for note in notes(RICH) if "text" in note]
    assert told == ["the columns `text`, `art` and `rarity` are text: shown with the card, read by no rule"]


def test_a_column_of_values_is_no_text() -> None:
    text = deck("| name | cost | worth | next |", "| a | 1 | start + 1 | b |", "| b | 2 | 2 | |")
    assert texts(text) == {"a": {}, "b": {}}
    assert not [note for note in notes(text) if "text" in note]


def test_a_text_in_quotes_loses_them() -> None:
    text = deck("| name | cost | flavour |", '| a | 1 | "Who goes | there?" |', "| b | 2 | |")
    assert texts(text) == {"a": {"flavour": "Who goes | there?"}, "b": {}}


def test_parts_of_a_whole_and_dates_are_no_values() -> None:
    text = deck("| name | cost | weight | since |", "| a | 1 | 2 | 2024-02-03 |", "| b | 2 | 2.5 | |")
    assert texts(text) == {"a": {"weight": "2", "since": "2024-02-03"}, "b": {"weight": "2.5"}}


def test_a_single_strange_word_among_values_is_a_mistake() -> None:
    caught(deck("| name | cost | worth |", "| a | 1 | 2 |", "| b | 2 | «two» |"), "nothing is called `two`")


def test_a_broken_formula_of_known_names_among_values_is_a_mistake() -> None:
    text = deck("| name | cost | worth |", "| a | 1 | 2 |", "| b | 2 | «start start» |")
    caught(text, "in column `worth` of row `b`")


def test_a_column_that_a_rule_reads_holds_values_only() -> None:
    text = deck("| name | cost |", "| a | «three coins» |", "| b | «two coins» |")
    caught(text, "in column `cost` of row `a`", "in column `cost` of row `b`")


def test_a_column_that_an_effect_in_a_table_reads_holds_values_only() -> None:
    text = deck("| name | cost | worth | when drawn |", "| a | 1 | «a lot» | start += it.worth |")
    caught(
        text + "when card is drawn\n  nothing\nsetup: resolve top of pile as drawn\n", "in column `worth` of row `a`"
    )


def test_texts_of_sub_kinds_belong_to_their_own_designs() -> None:
    text = sheet("""
        game "T"
        players 2
        things card
        cards spell of card
          | name | text         |
          | bolt | Burn one.    |
        cards trap of card
          | name | hint         |
          | pit  | Mind the gap |
        zone pile of card, holds all cards
        turn: move top of pile to gone
        zone gone of card
        end when pile is empty: draw""")
    assert texts(text) == {"bolt": {"text": "Burn one."}, "pit": {"hint": "Mind the gap"}}


def test_values_of_an_enumeration_may_have_words_too() -> None:
    text = sheet("""
        game "T"
        players 2
        enum good
          | name  | price | origin          |
          | grain |   1   | from the plains |
        var n = 0
        turn: n += grain.price
        end when n is 4: draw""")
    good = ludwright.load_text(text).rules.model.kinds["good"]
    assert good.texts_of(good.first) == {"origin": "from the plains"}


def test_all_faults_of_a_table_are_told_at_once() -> None:
    caught(
        deck(
            "| name | cost  | worth   | copies |",
            "| a    | «two» | 3       |   1    |",
            "| «a»  | 4     | «four»  | «many» |",
            "| c    | «yes» | «4 +»   |   2    |",
            "| «»   | 1     | 3       |   2    |",
        ),
        "nothing is called `two`", "`a` stands in this list twice", "nothing is called `four`", "nothing is called `many`",
        "yes or no", "this ends too early", "this row has no name",
    )  # fmt: skip
