"""Mistakes found before anything runs: each at its place, with what was probably meant, all of them at once (language, section 12)."""

from __future__ import annotations

import pytest

import ludwright
from tests.language_meaning.both_runs import caught, mistakes, notes, play

REST = "turn: go\naction go(k in 1..2)\n  nothing\nend when turn.number > 9: draw\n"
HEAD = 'game "T"\nplayers 2 named A, B\nvar n = 0 in 0..99\nenum suit: clubs, hearts\ncards card: each suit, each rank in 1..3\nzone deck of card, holds all cards\neach player\n  coins = 0 in 0..99\n  zone hand of card\n'


def statement(line: str, *words: str, more: str = "") -> None:
    """A mistake in one line of an action."""
    deal = "setup: deal 2 from deck to hand\n"
    caught(f"{HEAD}{deal}{more}turn: go\naction go(k in 1..2, c in my hand)\n  n += 1\n  {line}\nend when n > 9: draw\n", *words)


# ---------------------------------------------------------------- names


def test_an_unknown_name_gets_the_nearest_one() -> None:
    statement("n = «coinz»", "nothing is called `coinz`")
    statement("my «coinz» = 3", "`coinz`")
    statement("n = my «coinz»", "did you mean `coins`?")
    statement("n = c.«rnak»", "did you mean `rank`?")
    statement("if c.suit is «heart»: n = 1", "did you mean `hearts`?")
    statement("«shufle»(deck)", "`shufle`")
    statement("n = «totl»(me)", "did you mean `total`?", more="define total(p): p.coins\n")


def test_an_unknown_deed_gets_the_nearest_one() -> None:
    caught('game "T"\nplayers 2\nvar n = 0 in 0..9\nturn: «tak»\naction take(k in 1..2)\n  n += k\nend when n > 7: draw', "did you mean `take`?")


def test_an_unknown_kind_gets_the_nearest_one() -> None:
    caught(HEAD.replace("  zone hand of card\n", "") + "var x: «siut»\nzone pile of «crad»\n" + REST, "did you mean `suit`?", "did you mean `card`?")
    caught('game "T"\nplayers 2\neach «playr»\n  n = 0\n' + REST, "did you mean `player`?")
    caught('game "T"\nplayers 2\nvar x[«clour»] = 0\n' + REST, "`clour`")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("var x = 1", "var x = 2"),
        ("var x = 1", "param x = 2"),
        ("var x = 1", "enum x: a, b"),
        ("param x = 1", "define x: 2"),
        ("define x: 1", "to x\n  nothing"),
        ("enum colour: red, blue", "enum mood: red, happy"),
        ("enum colour: red, blue", "var red = 3"),
        ("var go = 1", ""),
        ("enum colour: red, blue", "enum shade: colour, dark"),
    ],
)
def test_a_name_twice(first: str, second: str) -> None:
    found = mistakes(f'game "T"\nplayers 2\n{first}\n{second}\n{REST}')
    assert len(found) == 1, found
    assert found[0][0] in (3, 4, 6), found


def test_a_name_twice_in_one_block() -> None:
    caught('game "T"\nplayers 2\neach player\n  n = 0\n  «n» = 1\n' + REST, "twice")


# ---------------------------------------------------------------- kinds


def test_a_wrong_kind_of_thing() -> None:
    statement("n = «me»", "expected a number, this is a player")
    statement("chosen = «c»", "expected a player, this is a card", more="var chosen: player\n")
    statement("if «n»: n = 1", "expected yes or no, this is a number")
    statement("if «c is me»: n = 1", "never be")
    statement("move «n» to deck", "only cards and things can be moved")
    statement("move c to «n»", "expected a zone or a cell")
    statement("n = «c» * 2", "expected a number, this is a card")
    statement("for x in «n»: n = 1", "expected a set")
    statement("«n» wins", "")
    statement("n = sum(«x.suit» for x in deck)", "expected a number")
    statement("«roll deck»", "only dice")
    statement("n = left(«c», 1).coins", "expected a player, this is a card")
    statement("n = «total(me, 1)»", "takes 1", more="define total(p): p.coins\n")


def test_none_where_there_is_always_something() -> None:
    statement("chosen = «none»", "can't be `none`", more="var chosen: player\n")


def test_a_set_where_one_thing_is_wanted() -> None:
    statement("n = «deck»", "a set of things")


def test_a_kind_where_one_thing_is_wanted() -> None:
    statement("for x in «card»: n = 1", "its members together are `cards`")


def test_an_index_that_is_never_there() -> None:
    statement("n = «x[7]»", "no such index", more="var x[1..3] = 0\n")
    statement("n = stock[«me»]", "expected a suit as index, this is a player", more="var stock[suit] = 0\n")


# ---------------------------------------------------------------- formulas


def test_mixed_and_and_or() -> None:
    statement("if «n is 1 and n is 2 or n is 3»: n = 1", "brackets")


def test_a_bare_division() -> None:
    statement("n = «n / 2»", "rounded")


def test_an_equals_sign_for_is() -> None:
    found = mistakes(HEAD + "turn: go\naction go(k in 1..2)\n  when n = 1\n  n += 1\nend when n > 9: draw\n")
    assert found[0][0] == 12 and "is" in found[0][2], found
    found = mistakes(HEAD + "turn: go\naction go(k in 1..2)\n  if n = 1: n = 2\n  n += 1\nend when n > 9: draw\n")
    assert found[0][0] == 12 and "is" in found[0][2], found


def test_effects_in_a_formula() -> None:
    statement("n = 1 + «add(2)»", "effects", more="to add(k)\n  n += k\n  answer n\n")


def test_chance_in_a_formula() -> None:
    caught(HEAD.replace("  zone hand of card\n", "") + "define luck: «random k in 1..6»\nturn: go\naction go(k in 1..2)\n  n = luck\nend when n > 9: draw", "chance")
    caught(HEAD.replace("  zone hand of card\n", "") + "turn: go\naction go(k in 1..2)\n  when (random j in 1..6) > 3\n  n += 1\nend when n > 9: draw".replace("(random j in 1..6)", "(«random j in 1..6»)"), "chance")


def test_definitions_in_a_circle_that_nothing_uses() -> None:
    found = mistakes('game "T"\nplayers 2\ndefine a(x): b(x)\ndefine b(x): a(x)\n' + REST)
    assert [line for line, _, _ in found] == [3] and "circle" in found[0][2]


def test_a_division_by_zero_that_is_plain_to_see() -> None:
    statement("n = «n div 0»", "zero")


def test_a_number_that_is_too_large() -> None:
    statement("n = «99999999999»", "too large")


# ---------------------------------------------------------------- flow


def test_a_stage_never_run() -> None:
    caught('game "T"\nplayers 2\nvar n = 0 in 0..9\nstage «bout»\n  turns once\nturn: go\naction go(k in 1..2)\n  n += 1\nend when n > 7: draw', "`bout` is never run")


def test_parts_that_are_not_there() -> None:
    caught('game "T"\nplayers 2\nvar n = 0 in 0..9, each «turm»\n' + REST, "did you mean `turn`?")
    caught('game "T"\nplayers 2\nvar n = 0 in 0..9\nturn: go\naction go(k in 1..2)\n  n += 1\nend after «dela» when n > 7: draw', "there is no part `dela`")
    caught('game "T"\nplayers 2\nvar n = 0 in 0..9\nturn: go\naction go(k in 1..2)\n  n += 1\n  if n > 3\n    «end bout»\nend when n > 7: draw', "there is no part `bout`")
    caught('game "T"\nplayers 2\nvar n = 0 in 0..9\nturn: go\naction go(k in 1..2)\n  n += 1\n  «me leaves bout»\nend when n > 7: draw', "there is no part `bout`")
    caught('game "T"\nplayers 2\nvar n = 0 in 0..9\nturn: go\naction go(k in 1..2)\n  n += 1\nend when n > 7: draw\ntrack "n": n each «bout»', "there is no part `bout`")


def test_a_turn_without_a_text() -> None:
    found = mistakes('game "T"\nplayers 2\nvar n = 0 in 0..9\nplay: turns\nend when n > 7: draw')
    assert len(found) == 1 and "turn" in found[0][2]


def test_something_that_is_no_deed() -> None:
    statement("«n»", "nothing to do")
    statement("«total»(me)", "is a definition, not something to do", more="define total(p): p.coins\n")


def test_answer_outside_a_procedure() -> None:
    statement("«answer 3»", "outside a procedure")


# ---------------------------------------------------------------- what never comes into play


def test_a_zone_nothing_ever_enters() -> None:
    caught(HEAD.replace("zone hand", "zone «hand»") + "zone «pile» of card\n" + REST, "nothing ever enters the zone `hand`", "nothing ever enters the zone `pile`")


def test_a_zone_entered_by_another_name_is_entered() -> None:
    text = HEAD.replace("  zone hand of card\n", "") + "zone pile of card\nturn: go\naction go(k in 1..2)\n  let z = pile\n  move (top of deck) to z\nend when pile.count > 2: draw\n"
    assert mistakes(text) == []


def test_cards_that_lie_nowhere() -> None:
    caught('game "T"\nplayers 2\ncards «card»: each rank in 1..3\nzone deck of card, holds all cards\n'.replace(", holds all cards", "").replace("zone deck of card\n", "") + REST, "cards lie nowhere and are never moved")


def test_things_that_are_never_created() -> None:
    caught('game "T"\nplayers 2\nthings «token», up to 5\n' + REST, "no token is ever created")


def test_an_effect_that_is_never_resolved() -> None:
    world = 'game "T"\nplayers 2\nvar n = 0 in 0..9\ncards card\n  | name | when played |\n  | A | {} |\nzone deck of card, holds all cards\n{}turn: go\naction go(c in deck)\n  n += 1\n  {}\nend when n > 7: draw'
    caught(world.format("«n += 1»", "", "nothing"), "nothing resolves `played`")
    caught(world.format("n += 1", "when A is «burnt»\n  n += 1\n", "resolve c as played"), "nothing resolves `burnt`")
    caught(world.format("n += 1", "when «Aa» is played\n  n += 1\n", "resolve c as played"), "nothing is called `Aa`")


def test_resolving_what_has_no_effects() -> None:
    statement("«resolve c as played»", "nothing happens when a card is played")


# ---------------------------------------------------------------- the whole file at once


def test_all_mistakes_of_a_file_are_told_at_once_in_the_order_of_the_text() -> None:
    caught(
        """game "T"
players 2
var n = «12» in 0..9
var m: «siut» or none
enum suit: clubs, hearts
zone pile of «crad»
turn: go
action go(k in 1..2)
  when «nn» > 3
  n += «kk»
  if «n»: n = 1
action «jump»
  n = «1 / 2»
end
  when n > 7: «mee» wins
  when «n» is me: draw
""",
        "outside the range", "`siut`", "`crad`", "`nn`", "`kk`", "yes or no", "no turn offers", "rounded", "`mee`", "never be",
    )  # fmt: skip


def test_one_mistake_is_told_once() -> None:
    caught(HEAD.replace("  zone hand of card\n", "") + "turn: go\naction go(k in 1..2)\n  let x = «nonsense»\n  n = x + 1\n  n += x\nend when n > 9: draw", "nonsense")


def test_a_mistake_inside_a_definition_is_told_once() -> None:
    caught(HEAD.replace("  zone hand of card\n", "") + "define total(p): p.«coinz»\nturn: go\naction go(k in 1..2)\n  n = total(me)\n  n = total(left(me, 1))\nend when total(me) > 9: draw", "did you mean `coins`?")


def test_a_broken_declaration_is_told_once() -> None:
    caught('game "T"\nplayers 2\nboard grid 3 x «0» of cell\n  mark: player or none\nturn: place\naction place(c in cells)\n  when c.mark is none\n  c.mark = me\nend when no c in cells with c.mark is none: draw'.replace("«0»", "0").replace("board grid", "board «grid»"), "")


def test_check_tells_mistakes_of_every_number_of_players(tmp_path: object) -> None:
    text = 'game "T"\nplayers 2 to 3\nparam size = 5 for 2 players\n' + REST
    path = tmp_path / "t.game"  # type: ignore[operator]
    path.write_text(text)
    assert any("3 players" in m.message for m in ludwright.check(path))


def test_players_out_of_range() -> None:
    assert "1 to 8" in str(mistakes('game "T"\nplayers 9\n' + REST))
    assert "1 to 8" in str(mistakes('game "T"\nplayers 0\n' + REST))


def test_too_few_names_for_the_players() -> None:
    found = mistakes('game "T"\nplayers 3 named A, B\n' + REST)
    assert len(found) == 1 and "names" in found[0][2]


def test_no_number_of_players() -> None:
    assert "players" in str(mistakes('game "T"\n' + REST))


def test_unused_definitions_and_procedures_get_a_note() -> None:
    found = notes('game "T"\nplayers 2\ndefine f(x): x + 1\nto g\n  nothing\n' + REST)
    assert any("`f` is never used" in note for note in found) and any("`g` is never used" in note for note in found)


def test_a_game_without_mistakes_has_none() -> None:
    assert mistakes(HEAD + "setup: deal 2 from deck to hand\n" + REST) == []
    assert play(HEAD + "setup: deal 2 from deck to hand\n" + REST).options == ["go 1", "go 2"]
