"""Conditions on choices read only what the chooser sees (language, sections 7, 9 and 12): each case once wrong, once right.

«» marks what is wrong; a text without it must have no mistake at all."""

from __future__ import annotations

import re

import pytest

from ludwright.language.source import read_text
from ludwright.rules.compiler import Rules
from tests.language_meaning.both_runs import sheet

HEAD = sheet("""
    game "T"
    players 3
    enum suit: clubs, hearts
    cards card: each suit, each rank in 1..9
    things coin, copies 9
    cards lot
      | name | worth | copies |
      | cup  |   3   |   6    |
      | vase |   5   |   6    |
    zone deck of card, face down, holds all cards, shuffled
    zone row of card
    zone well of coin, face down, holds all coins
    zone chest of lot, face down, holds all lots, shuffled
    zone stock of lot, in order, face down, top seen by everyone
    zone shop of lot
    var n = 0 in 0..99
    var price[lot design] = 1 in 0..9
    var secret = 3 in 0..9, seen by nobody
    each player
      zone hand of card, in order, seen by owner
      zone back of card, in order, seen by others
      zone loot of lot, seen by owner
      gold = 5 in 0..9, seen by owner
      pawned = 5 in 0..9, seen by others
      goods[suit] = 0 in 0..9, seen by owner
    setup
      deal 2 from deck to hand
      deal 2 from deck to back
      deal 1 from chest to loot
      draw 2 from chest to stock
      draw 2 from chest to shop
      draw 2 from deck to row
      deal 1 from well to purse
    define strong(c): c.rank > 5
    define rich(p): p.gold > 3
    define best_of(p): highest c in p.hand by c.rank
    define held(p): p.hand
    define told(c): my left knows c.rank
    end when n > 90: draw
""").replace("  gold =", "  zone purse of coin, seen by nobody\n  gold =")


def mistakes(text: str, players: int = 3) -> list[tuple[int, int, str]]:
    """Line, column and words of all mistakes of a text."""
    rules = Rules.compiled(read_text(text), players)
    found = [(m.place, f"{m.message}; {m.hint}") for m in rules.mistakes if m.severity == "mistake"]
    return [(place.line, place.column, words) for place, words in found if place is not None]


def look(
    rules: str, *words: str, head: str = HEAD, players: int = 3, says: str = "whoever chooses can't see this"
) -> None:
    """What is marked, and only that, can't be seen; the message has these words."""
    text = head + sheet(rules)
    found = mistakes(re.sub("[«»]", "", text), players)
    marks = [(n, line.index("«") + 1) for n, line in enumerate(text.split("\n"), 1) if "«" in line]
    assert [(line, column) for line, column, _ in found] == marks, f"expected {marks}, found {found}"
    for _, _, said in found:
        assert all(word in said for word in (says, *words)), said


def when(condition: str, *words: str, params: str = "k in 1..2", lets: str = "") -> None:
    """A condition of an action."""
    look(f"turn: go\naction go({params})\n{lets}  when {condition}\n  n += 1\n", *words)


def filter_(line: str, *words: str) -> None:
    """A question, asked in the effects of an action."""
    look(f"turn: go\naction go(k in 1..2, p in others, q in players)\n  {line}: n += 1\n", *words)


# ---------------------------------------------------------------- variables


def test_variables_of_other_players() -> None:
    when("my gold > 3")
    when("«p.gold» > 3", "`gold` is seen by its owner only", params="p in others")
    when("any p in players with «p.gold» > 3", "`gold` is seen by its owner only")
    when("every p in others has «p.gold» > 3")
    when("sum(«p.gold» for p in others) > 3")
    when("«my left.gold» > my gold")
    when("p.gold > 3 and p is me", params="p in players")


def test_variables_that_all_but_the_owner_see() -> None:
    when("«my pawned» > 3", "`pawned` is seen by all but its owner")
    when("p.pawned > 3", params="p in others")
    when("any p in players with «p.pawned» > 3")
    when("any p in players with p is not me and p.pawned > 3")


def test_variables_nobody_sees() -> None:
    when("«secret» > 3", "`secret` is seen by nobody", "effects may read it")
    when("n > 3")


def test_the_sum_of_an_indexed_variable_is_public() -> None:
    when("sum(p.goods) > 3", params="p in others")
    when("«p.goods[clubs]» > 3", "`goods` is seen by its owner only", params="p in others")
    when("my goods[clubs] > 3")


# ---------------------------------------------------------------- cards and things


def test_cards_in_hands() -> None:
    when("c.rank > 3", params="c in my hand")
    when("any c in my hand with c.suit is clubs")
    when("«c.rank» > 3", "`hand` is seen by its owner only", "`surely(...)`", params="p in others, c in p.hand")
    when("any p in others with any c in p.hand with «c.suit» is clubs")
    when("«(first c in my left.hand).rank» > 3")
    when("no c in my hand + my left.hand with «c.rank» is 9")
    when("(highest c in my hand by c.rank).suit is clubs")
    when("(highest c in my right.hand by «c.rank») is none")


def test_cards_that_all_but_the_owner_see() -> None:
    when("«c.rank» > 3", "`back` is seen by all but its owner", params="c in my back")
    when("any c in p.back with c.rank > 3", params="p in others")
    when("«my back[1].rank» > 3")
    when("«(top of my back).rank» > 3")


def test_what_lies_face_down() -> None:
    when("«(top of deck).rank» > 3", "`deck` is face down")
    when("any c in row with c.rank > 3")
    when("(top of stock).worth > 3")
    when("«(bottom of stock).worth» > 3", "`stock` is face down")
    when("any c in cards with c is in deck and «c.rank» > 3")
    when("any c in cards with c is in row and c.rank > 3")


def test_where_cards_lie_and_how_many_is_public() -> None:
    when("p.hand.count > 1 and deck.count > 3 and my back[1] is not none", params="p in others")
    when("c is not in my hand and c.position > 0", params="p in others, c in p.back")
    when("top of deck is not top of row")
    when("p.hand is not empty", params="p in others")


def test_designs_are_what_is_printed() -> None:
    when("top of my loot is cup")
    when("«top of p.loot» is cup", "`loot` is seen by its owner only", params="p in others")
    when("«top of chest» is in lot designs")
    when("«(top of chest).design» is vase")
    when("price[«top of chest»] > 3")
    when("price[top of shop] > 3")
    when("any d in lot designs with «top of chest» is d")


def test_the_kind_of_a_card_is_printed_too() -> None:
    head = HEAD + "cards spell of lot\n  | name | worth | copies |\n  | fog | 1 | 2 |\n"
    look("turn: go\naction go(k in 1..2)\n  when «top of chest» is spell\n  n += 1\n", head=head)
    look("turn: go\naction go(k in 1..2)\n  when top of shop is spell\n  n += 1\n", head=head)


def test_dice_under_a_cup() -> None:
    head = HEAD + "each player\n  dice cup: 2 d6, seen by owner\n"
    go = "turn: go\naction go(p in others)\n  n += 1\n"
    look(go.replace("\n  n", "\n  when any d in my cup with d.face is 6\n  n"), head=head)
    look(go.replace("\n  n", "\n  when any d in p.cup with «d.face» is 6\n  n"), "`cup`", head=head)


def test_partners_see_what_their_team_sees() -> None:
    teams = "players 4\n  | name | team |\n  | A | 1 |\n  | B | 2 |\n  | C | 1 |\n  | D | 2 |\n"
    head = (
        HEAD.replace("players 3\n", teams)
        .replace("rank in 1..9", "rank in 1..12")
        .replace("seen by owner", "seen by team")
    )
    look("turn: go\naction go(k in 1..2)\n  when my gold > 3 and partner.gold > 3\n  n += 1\n", head=head, players=4)
    look("turn: go\naction go(p in others)\n  when «p.gold» > 3\n  n += 1\n", "owner's team", head=head, players=4)


def test_things_that_are_all_alike_hide_nothing() -> None:
    when("top of well is coin and top of my purse is not none")


# ---------------------------------------------------------------- ways to it


def test_definitions_are_looked_into() -> None:
    when("strong(c)", params="c in my hand")
    when("«strong(c)»", "`hand` is seen by its owner only", params="p in others, c in p.hand")
    when("«c.strong»", params="p in others, c in p.hand")
    when("«rich(p)»", "`gold`", params="p in others")
    when("rich(me) and best_of(me).rank > 3")
    when("«best_of(p)» is none", params="p in others")
    when("any c in held(p) with «c.rank» > 3", params="p in others")
    when("any c in held(me) with c.rank > 3")


def test_definitions_that_use_each_other_twice_are_looked_into_once() -> None:
    chain = "define d0(p): p.gold\n" + "".join(f"define d{i}(p): d{i - 1}(p) + d{i - 1}(p)\n" for i in range(1, 26))
    look(f"{chain}turn: go\naction go(p in others)\n  when «d25(p)» > 3\n  n += 1\n", "`gold`")


def test_scores_are_looked_into() -> None:
    score = "score(p): p.gold\n"
    look(f"{score}turn: go\naction go(p in others)\n  when «score(p)» > 3\n  n += 1\n", "`gold`")
    look(f"{score}turn: go\naction go(p in others)\n  when score(me) > 3\n  n += 1\n")


def test_names_are_followed() -> None:
    when("«r» > 3", "`deck` is face down", lets="  let r = (top of deck).rank\n")
    when("n < 9", lets="  let r = (top of deck).rank\n")
    when("«x.rank» > 3", lets="  let x = top of deck\n")
    when("x.rank > 3", lets="  let x = top of row\n")
    when("any c in q.hand with «c.rank» > 3", lets="  let q = my left\n")


def test_what_others_can_conclude_from_their_cards() -> None:
    """Whether Ben can tell what Ann has depends on what Ben has."""
    words = "another player may conclude it from what only they see"
    when("any c in my hand with «my left knows c.rank»", words)
    when("«told(x)»", words, lets="  let x = top of my hand\n")
    when("«p knows x.rank»", words, params="p in players", lets="  let x = top of my back\n")
    when("p knows x.rank", params="p in players", lets="  when p is me\n  let x = top of my back\n")
    filter_("me chooses c from my hand with «p knows c.rank»", words)
    filter_("p chooses c from p.hand with p knows c.rank")
    look('turn: go\naction go(k in 1..2)\n  n += 1\nbot "b"\n  go(k) when any c in my back with my left knows c.rank\n')


def test_what_is_known_may_be_used() -> None:
    when("any c in deck with me knows c and c.rank > 3")
    when("any c in my back with me knows c.rank and c.rank > 3")
    when("any c in my back with me knows c.rank and «c.suit» is clubs")
    when("any c in my back with my left knows c and «c.rank» > 3")
    when("(x.rank if me knows x else 0) > 3", lets="  let x = top of deck\n")
    when("(0 if not me knows x else x.rank) > 3", lets="  let x = top of deck\n")
    when("every c in my back has (not me knows c or c.rank > 3)")
    when("every c in my back has (me knows c or «c.rank» > 3)")
    when("any c in my back with my left knows c")
    when("p is not me or p.gold > 3", params="p in players")
    when("p is me or «p.gold» > 3", params="p in players")
    when("p is me or p.pawned > 3", params="p in players")


@pytest.mark.parametrize("word", ["surely", "possibly"])
def test_conclusions_make_hidden_things_usable(word: str) -> None:
    when(f"{word}(c.rank > 3)", params="c in my back")
    when(f"{word}(strong(c))", params="c in my back")
    when(f"any c in deck with {word}(c.rank is 9)")
    when(f"{word}(x.rank > 3)", lets="  let x = top of deck\n")
    when(f"{word}(«(top of deck).rank» > 3)", "one card with a name")
    when(f"{word}(«p.gold» > 3)", params="p in others")


def test_chances_make_hidden_things_usable() -> None:
    when("chance(c.rank > 3) > 50", params="c in my back")
    when("chance(c.rank > 3) > 50 and «c.rank» > 3", params="c in my back")


def test_what_another_can_do_may_betray_what_is_hidden() -> None:
    rest = "  n += 1\naction pay_up\n  when my gold > 3\n  n += 1\n"
    look(f"turn: one of go, pay_up\naction go(p in others)\n  when «p can pay_up»\n{rest}", "`gold`")
    look(f"turn: one of go, pay_up\naction go(p in others)\n  when me can pay_up\n{rest}")


# ---------------------------------------------------------------- places of choices


def test_if_able() -> None:
    look(
        "turn: go\naction go(c in my hand)\n  if able, c.suit is clubs when any d in my hand with d.rank is 1\n  n += 1\n"
    )
    look("turn: go\naction go(c in my hand)\n  if able, c.rank < «(top of deck).rank»\n  n += 1\n")
    look("turn: go\naction go(c in my hand)\n  if able, c.rank is 1 when «(top of deck).rank» is 1\n  n += 1\n")
    look("turn: go\naction go(c in my hand)\n  when afterwards n < «secret»\n  n += 1\n")


def test_sets_of_parameters() -> None:
    when("k > 0", params="k in 1..my gold")
    when("k > 0", params="k in 1..«secret»")
    when("c.position > 0", params="p in others, c in (all d in p.hand with «d.rank» > 3)")
    when("c.position > 0", params="c in (all d in my hand with d.rank > 3)")


def test_options_show_what_lies_in_no_order() -> None:
    by_place = "write `in order` behind `loot`"
    go = "turn: go\naction go(p in others, k in my loot)\n  n += 1\n"
    look(go)
    look(go.replace("my loot", "p.loot"))
    look(go.replace("my loot", "«(all x in p.loot)"), by_place, says="the options would show")
    look(f"{go}  me chooses l from p.loot: n += 1\n")
    look(f"{go}  p chooses l from p.loot: n += 1\n")
    look(f"{go}  me chooses l from p.hand: n += 1\n")
    look(f"{go}  me chooses l from deck: n += 1\n")


def test_filters_of_questions() -> None:
    filter_("me chooses c from my hand with c.rank > 3")
    filter_("me chooses c from p.hand with «c.rank» > 3", "`hand` is seen by its owner only")
    filter_("p chooses c from p.hand with c.rank > 3")
    filter_("p chooses c from my hand with «c.rank» > 3")
    filter_("me may choose r from others with «r.gold» > 3")
    filter_("p may choose r from others of p with r.pawned > 3")
    filter_("q chooses c from q.back with «c.rank» > 3")
    filter_("me chooses c from (all d in my back with «d.rank» > 3)")


def test_how_many_may_be_chosen() -> None:
    filter_("me chooses up to my gold cs from my hand")
    filter_("me chooses up to «p.gold» cs from my hand")
    filter_("p chooses p.gold cs from p.hand")
    filter_("p chooses «my gold» cs from p.hand")
    filter_("me chooses k2 from 0..«p.gold»")


def test_named_options() -> None:
    look("""
        turn: go
        action go(p in others)
          me chooses way
            option buy when my gold > 3: n += 1
            option beg when «p.gold» > 3: n += 1
            option wait
    """)
    look("""
        turn: go
        action go(p in others)
          p chooses way
            option buy when p.gold > 3: n += 1
            option wait
    """)


def test_how_often_actions_are_done() -> None:
    look("turn: any number of go up to my gold times\naction go(k in 1..2)\n  n += 1\n")
    look("turn: any number of go up to «secret» times\naction go(k in 1..2)\n  n += 1\n")


def test_questions_in_stages_procedures_and_events() -> None:
    look("turn: rob(my left)\nto rob(p)\n  me chooses c from p.hand with «c.rank» > 3: n += 1\n")
    look("turn: rob(my left)\nto rob(p)\n  p chooses c from p.hand with c.rank > 3: n += 1\n")
    look("""
        turn: robbery
        stage robbery
          for p in others
            p chooses c from p.hand with c.rank > 3: n += 1
          turns once
            me chooses c from my hand with c.rank > 3: n += 1
            me chooses d from my back with «d.rank» > 3: n += 1
    """)
    look("""
        turn: resolve top of shop as seen
        when lot is seen
          me chooses p from others with «p.gold» > 3: n += 1
    """)


def test_whoever_is_named_sees_their_own() -> None:
    ask = " chooses c from {0}.hand with c.rank > 3: n += 1\n"
    look(f"var lord: player\nturn: go\naction go(k in 1..2)\n  lord = me\n  lord{ask.format('lord')}")
    look(f"turn: go\naction go(k in 1..2)\n  let w = highest p in players by p.gold\n  w{ask.format('w')}")
    look(f"turn: go\naction go(k in 1..2)\n  for w in (all highest p in others by p.gold)\n    w{ask.format('w')}")
    look(f'turn: go\naction go(k in 1..2)\n  first q in others to say "mine"\n    q{ask.format("q")}')
    look(f"turn: go\naction go(k in 1..2)\n  me chooses q from others\n    q{ask.format('q')}")
    look(
        "turn: go\naction go(k in 1..2)\n  me chooses q from others\n    q chooses c from my hand with «c.rank» > 3: n += 1\n"
    )


def test_players_with_names_are_who_they_are() -> None:
    head = HEAD.replace("players 3", "players 3 named Ann, Ben, Cid")

    def asked(line: str) -> None:
        look(f"turn: go\naction go\n  {line}: n += 1\n", head=head)

    asked("Ann chooses k from 0..min(2, Ann.gold)")
    asked("Ann chooses k from 0..min(2, «Ben.gold)")
    asked("Ann chooses k from 0..min(2, «my gold)")
    asked("Ann chooses k from 0..min(2, Ben.pawned)")
    asked("Ann chooses k from 0..min(2, «Ann.pawned)")
    asked("Ann chooses c from Ann.hand with c.rank > 5")
    asked("Ann chooses c from Ben.hand with «c.rank > 5")
    for test in (
        "«Ann.gold > 3",
        "me is Ann and Ann.gold > 3",
        "me is not Ann or Ann.gold > 3",
        "me is not Ann and «Ann.gold > 3",
    ):
        look(f"turn: go\naction go\n  when {test}\n  n += 1\n", head=head)


def test_everybody_at_once() -> None:
    look("""
        turn
          at once, each p in players
            p chooses c from p.hand with c.rank > 0
          then
            for p in players: n += 1
    """)
    look("""
        turn
          at once, each p in players
            p chooses c from p.back with «c.rank» > 0
          then
            for p in players: n += 1
    """)


def test_bots_see_what_their_seat_sees() -> None:
    game = "turn: one of go, peek\naction go(c in my back)\n  n += 1\naction peek(p in others)\n  me chooses d from p.hand: n += 1\n"
    look(game + 'bot "b"\n  go(c) when surely(c.rank > 3)\n  any\n')
    look(game + 'bot "b"\n  go(c) when «c.rank» > 3\n  any\n', "`back` is seen by all but its owner")
    look(game + 'bot "b"\n  go(c) by «c.rank»\n  any\n')
    look(game + 'bot "b"\n  go(c) by chance(c.rank > 3)\n  any\n')
    look(game + 'bot "b"\n  peek(p) when any c in p.back with c.rank > 3\n  any\n')
    look(game + 'bot "b"\n  peek(p) when «p.gold» > 3\n  any\n')
    look(game + 'bot "b"\n  peek.d(x) by «x.rank»\n  any\n')
    look(game + 'bot "b"\n  let r = (top of deck).rank\n  go when «r» > 3\n  any\n')
    look(game + 'bot "b"\n  let r = (top of row).rank\n  go when r > 3\n  any\n')


# ---------------------------------------------------------------- what is no condition on a choice


def test_effects_scores_and_ends_read_everything() -> None:
    look("""
        turn: go
        action go(p in others, c in p.hand)
          if c.rank > 3 and p.gold > 3: n += (top of deck).rank
          for d in p.hand with d.rank > 3: n += 1
          let best = highest d in deck by d.rank
          move best to row
        end when any p in players with p.gold is 9: draw
        score(p): p.gold + sum(c.rank for c in p.hand)
        lead(p): p.gold + secret
        track "gold": sum(p.gold for p in players)
        expect "rich": never
          after p does go(q, c) with c.rank > 3 and q.gold > 2
    """)


def test_a_card_that_was_moved_or_shown_may_be_known() -> None:
    look("""
        turn: go
        action go(k in 1..2)
          let c = top of deck
          move c to my hand
          me chooses way
            option high when c.rank > 5: n += 1
            option low
    """)
    look("""
        turn: go
        action go(k in 1..2)
          let c = top of deck
          show c to me
          me chooses way
            option high when c.rank > 5: n += 1
            option low
    """)
    look("""
        turn: go
        action go(k in 1..2)
          let c = top of deck
          me chooses way
            option high when «c.rank» > 5: n += 1
            option low
    """)


def test_with_two_players_the_other_is_always_the_same() -> None:
    two = HEAD.replace("players 3", "players 2")
    ask = "turn: go\naction go(k in 1..2)\n  for p in others\n    p chooses c from "
    look(f"{ask}opponent.hand with c.rank > 3: n += 1\n", head=two, players=2)
    look(f"{ask}my hand with «c.rank» > 3: n += 1\n", head=two, players=2)
