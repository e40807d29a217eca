"""Mistakes found before anything runs: at their place, with what was meant, all at once (language, section 12)."""

from __future__ import annotations

import pytest

import ludwright
from tests.language_meaning.both_runs import caught, mistakes, notes, play, sheet

REST = sheet("""
    turn: go
    action go(k in 1..2)
      nothing
    end when turn.number > 9: draw
""")
HEAD = sheet("""
    game "T"
    players 2 named A, B
    var n = 0 in 0..99
    enum suit: clubs, hearts
    cards card: each suit, each rank in 1..3
    zone deck of card, holds all cards
    each player
      coins = 0 in 0..99
      zone hand of card
""")


def statement(line: str, *words: str, more: str = "") -> None:
    """A mistake in one line of an action."""
    deal = "setup: deal 2 from deck to hand\n"
    caught(
        f"{HEAD}{deal}{more}turn: go\naction go(k in 1..2, c in my hand)\n  n += 1\n  {line}\nend when n > 9: draw\n",
        *words,
    )


# ---------------------------------------------------------------- names


def test_an_unknown_name_gets_the_nearest_one() -> None:
    statement("n = «coinz»", "nothing is called `coinz`")
    statement("my «coinz» = 3", "`coinz`")
    statement("n = my «coinz»", "did you mean `coins`?")
    statement("n = c.«rnak»", "did you mean `rank`?")
    statement("if c.suit is «heart»: n = 1", "did you mean `hearts`?")
    statement("«shufle»(deck)", "`shufle`")
    statement("n = «totl»(me)", "did you mean `total`?", more="define total(p): p.coins\n")


def test_what_a_rule_sheet_would_say_is_told_in_words_of_the_language() -> None:
    head = 'game "T"\nplayers 2 named A, B\nvar n = 0 in 0..99\nenum suit: clubs, hearts\neach player\n  coins = 0 in 0..99\n'
    pawns = "things pawn, copies 2 each player\nboard grid 2 x 2 of cell, holds 1 pawn\nsetup: for q in pawns: move q to cells[q.number]\n"
    caught(f"{head}{pawns}{REST}whenever A.«pawn» is none: n = 1\n", "one of them is `(first x in p.pawns)`")
    islands = "things boat, copies 2\nboard graph of island\n  link a: b\nsetup: for f in boats: move f to «a»\n"
    caught(f"{head}{islands}{REST}", "this is an island without room for things; say in the line of the board")
    caught(f"{head}{REST}score: «my coins»\nwinner: highest score\n", "write `score(p): …`")
    caught(f"{head}{REST}things crate of «suit», copies 2\n", "write `things crate: each suit`")
    caught(f"{head}{REST.replace(': draw', ': «nobody» wins')}", "write `draw`")
    caught(f"{head}{REST}enum good\n  | name | price |\n  | tea | 1 |\n  | silk | «two» |\n", "a cell holds a number")


def test_a_misspelt_empty_is_told_as_such() -> None:
    statement("if deck is «emtpy»: n = 1", "did you mean `empty`?")
    statement("if my hand is not «emty»: n = 1", "did you mean `empty`?")


def test_a_score_must_be_declared_and_can_be_said_of_a_player() -> None:
    statement("if left(me).«score» > 3: n = 1", "declare it with `score(p): …`")
    statement("n = my «score»", "declare it with `score(p): …`")
    for good in (
        "any p in players with score(p) > 3",
        "any p in players with p.score > 3",
        "my score > left(me).score",
    ):
        text = f"{HEAD}score(p): p.coins\n{REST}".replace("  nothing", f"  if {good}: n = 1")
        assert not mistakes(text.replace("  zone hand of card\n", ""))


@pytest.mark.parametrize("own", ["p.score", "score(p)", "half(p)"])
def test_a_score_that_needs_itself(own: str) -> None:
    text = HEAD.replace("  zone hand of card\n", "") + REST + "define half(p): p.score / 2\n"
    caught(f"{text}score(p): «{own} + 1»\n", "say it by what players have")


def test_a_name_used_behind_its_formula() -> None:
    ends = HEAD.replace("  zone hand of card\n", "") + REST
    caught(ends + "end when any p in players with p.coins > 3: «p» wins\n", "(first p in players with p.coins > 3)")
    assert not mistakes(
        ends + "end when any p in players with p.coins > 3: (first p in players with p.coins > 3) wins\n"
    )
    statement("for p in players: n = 1\n  n += «p».coins", "indent this line below that `for`")
    statement("me chooses p from others\n  n += «p».coins", "indent this line below that `chooses`")


def test_what_the_cell_of_a_piece_has_and_the_piece_has_not() -> None:
    board = "board grid 3 x 3 of cell, holds 1 pawn\nthings pawn, copies 2 each player\nsetup: for q in pawns: move q to cells[q.number]\n"
    text = (
        'game "a"\nplayers 2\n' + board + "turn: step\naction step(q in my pawns, c in q.«neighbours»)\n  move q to c\n"
    )
    caught(f"{text}end when turn.number > 9: draw\n", "write `.cell.neighbours`")


def test_my_cells_are_those_marked_with_me() -> None:
    text = 'game "a"\nplayers 2\nboard grid 3 x 3 of cell\n  mark: player or none\nturn: step\naction step(c in my «cells»)\n  c.mark = me\n'
    caught(f"{text}end when turn.number > 9: draw\n", "`(all x in cells with x.mark is me)`")


def test_pieces_that_are_only_looked_for_in_play_never_come_there() -> None:
    text = sheet("""
        game "T"
        players 2
        board grid 3 x 3 of cell, holds 1 frog
        things «frog», copies 2 each player
        setup
          for p in players
            for f in p.frogs: move f to (first c in cells with c is empty)
        turn: hop otherwise me loses
        action hop(f in my frogs, d in directions)
          when f.cell.step(d) is not none and f.cell.step(d) is empty
          move f to f.cell.step(d)
        end when turn.number is 9: draw
    """)
    caught(text, "no frog ever comes into play")
    mended = text.replace("«", "").replace("»", "").replace("for f in p.frogs", "for f in frogs with f.owner is p")
    assert not mistakes(mended)
    assert play(mended).options[0].startswith("hop")


def test_a_variable_for_several_things() -> None:
    board = "board grid 2 x 2 of cell\n"
    head = HEAD.replace("  zone hand of card\n", "") + board
    assert not mistakes(f"{head}var marked: cells\n{REST}")
    caught(f"{head}var marked: «cards»\n{REST}", "write `zone pile of card`")
    assert not mistakes(f"{head}each cell\n  marked = no\n{REST}")


def test_an_unknown_deed_gets_the_nearest_one() -> None:
    caught(
        sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn: «tak»
        action take(k in 1..2)
          n += k
        end when n > 7: draw"""),
        "did you mean `take`?",
    )


def test_an_unknown_kind_gets_the_nearest_one() -> None:
    caught(
        HEAD.replace("  zone hand of card\n", "")
        + sheet("""
        var x: «siut»
        zone pile of «crad»
    """)
        + REST,
        "did you mean `suit`?",
        "did you mean `card`?",
    )
    caught(
        sheet("""
        game "T"
        players 2
        each «playr»
          n = 0
    """)
        + REST,
        "did you mean `player`?",
    )
    caught(
        sheet("""
        game "T"
        players 2
        var x[«clour»] = 0
    """)
        + REST,
        "`clour`",
    )


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
    caught(
        sheet("""
        game "T"
        players 2
        each player
          n = 0
          «n» = 1
    """)
        + REST,
        "twice",
    )


def test_a_name_twice_in_brackets_or_among_options() -> None:
    rest = "  n += 1\nend when n > 9: draw\n"
    head = 'game "T"\nplayers 2\nvar n = 0 in 0..99\n'
    caught(head + "turn: go\naction go(k in 1..2, «k» in 1..3)\n" + rest, "stands here twice")
    caught(head + "define f(x, «x»): x\nturn: go\naction go(k in 1..2)\n  n = f(1, 2)\n" + rest, "stands here twice")
    options = "  me chooses way\n    option a\n    option «a»\n"
    caught(head + "turn: go\naction go(k in 1..2)\n" + options + rest, "stands here twice")


def test_a_local_name_that_hides_a_variable_gets_a_note() -> None:
    text = 'game "T"\nplayers 2\nvar n = 0 in 0..99\n'
    text += "turn: go\naction go(k in 1..2)\n  let n = k\n  n += 1\nend when turn.number > 9: draw\n"
    assert any("not the variable" in note for note in notes(text))


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
    found = mistakes(
        HEAD
        + sheet("""
        turn: go
        action go(k in 1..2)
          when n = 1
          n += 1
        end when n > 9: draw
    """)
    )
    assert found[0][0] == 12 and "is" in found[0][2], found
    found = mistakes(
        HEAD
        + sheet("""
        turn: go
        action go(k in 1..2)
          if n = 1: n = 2
          n += 1
        end when n > 9: draw
    """)
    )
    assert found[0][0] == 12 and "is" in found[0][2], found


def test_effects_in_a_formula() -> None:
    statement(
        "n = 1 + «add(2)»",
        "effects",
        more=sheet("""
        to add(k)
          n += k
          answer n
    """),
    )


def test_chance_in_a_formula() -> None:
    caught(
        HEAD.replace("  zone hand of card\n", "")
        + sheet("""
        define luck: «random k in 1..6»
        turn: go
        action go(k in 1..2)
          n = luck
        end when n > 9: draw"""),
        "chance",
    )
    caught(
        HEAD.replace("  zone hand of card\n", "")
        + sheet("""
        turn: go
        action go(k in 1..2)
          when (random j in 1..6) > 3
          n += 1
        end when n > 9: draw""").replace("(random j in 1..6)", "(«random j in 1..6»)"),
        "chance",
    )


def test_definitions_in_a_circle_that_nothing_uses() -> None:
    found = mistakes(
        sheet("""
        game "T"
        players 2
        define a(x): b(x)
        define b(x): a(x)
    """)
        + REST
    )
    assert [line for line, _, _ in found] == [3] and "circle" in found[0][2]


def test_a_division_by_zero_that_is_plain_to_see() -> None:
    statement("n = «n div 0»", "zero")


def test_a_number_that_is_too_large() -> None:
    statement("n = «99999999999»", "too large")


# ---------------------------------------------------------------- flow


def test_a_stage_never_run() -> None:
    caught(
        sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        stage «bout»
          turns once
        turn: go
        action go(k in 1..2)
          n += 1
        end when n > 7: draw"""),
        "`bout` is never run",
    )


def test_parts_that_are_not_there() -> None:
    caught(
        sheet("""
        game "T"
        players 2
        var n = 0 in 0..9, each «turm»
    """)
        + REST,
        "did you mean `turn`?",
    )
    caught(
        sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn: go
        action go(k in 1..2)
          n += 1
        end after «dela» when n > 7: draw"""),
        "there is no part `dela`",
    )
    caught(
        sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn: go
        action go(k in 1..2)
          n += 1
          if n > 3
            «end bout»
        end when n > 7: draw"""),
        "there is no part `bout`",
    )
    caught(
        sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn: go
        action go(k in 1..2)
          n += 1
          «me leaves bout»
        end when n > 7: draw"""),
        "there is no part `bout`",
    )
    caught(
        sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn: go
        action go(k in 1..2)
          n += 1
        end when n > 7: draw
        track "n": n each «bout»"""),
        "there is no part `bout`",
    )


def test_a_turn_without_a_text() -> None:
    found = mistakes(
        sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        play: turns
        end when n > 7: draw""")
    )
    assert len(found) == 1 and "turn" in found[0][2]


def test_something_that_is_no_deed() -> None:
    statement("«n»", "nothing to do")
    statement("«total»(me)", "is a definition, not something to do", more="define total(p): p.coins\n")


def test_answer_outside_a_procedure() -> None:
    statement("«answer 3»", "outside a procedure")


# ---------------------------------------------------------------- what never comes into play


def test_a_zone_nothing_ever_enters() -> None:
    caught(
        HEAD.replace("zone hand", "zone «hand»") + "zone «pile» of card\n" + REST,
        "nothing ever enters the zone `hand`",
        "nothing ever enters the zone `pile`",
    )


def test_a_zone_entered_by_another_name_is_entered() -> None:
    text = HEAD.replace("  zone hand of card\n", "") + sheet("""
        zone pile of card
        turn: go
        action go(k in 1..2)
          let z = pile
          move (top of deck) to z
        end when pile.count > 2: draw
    """)
    assert mistakes(text) == []


def test_cards_that_lie_nowhere() -> None:
    caught(
        sheet("""
        game "T"
        players 2
        cards «card»: each rank in 1..3
        zone deck of card, holds all cards
    """)
        .replace(", holds all cards", "")
        .replace("zone deck of card\n", "")
        + REST,
        "cards lie nowhere and are never moved",
    )


def test_things_that_are_never_created() -> None:
    caught(
        sheet("""
        game "T"
        players 2
        things «token», up to 5
    """)
        + REST,
        "no token is ever created",
    )


def test_an_effect_that_is_never_resolved() -> None:
    world = sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        cards card
          | name | when played |
          | A | {} |
        zone deck of card, holds all cards
        {}turn: go
        action go(c in deck)
          n += 1
          {}
        end when n > 7: draw""")
    caught(world.format("«n += 1»", "", "nothing"), "nothing resolves `played`")
    caught(
        world.format(
            "n += 1",
            sheet("""
        when A is «burnt»
          n += 1
    """),
            "resolve c as played",
        ),
        "nothing resolves `burnt`",
    )
    caught(
        world.format(
            "n += 1",
            sheet("""
        when «Aa» is played
          n += 1
    """),
            "resolve c as played",
        ),
        "nothing is called `Aa`",
    )


def test_resolving_what_has_no_effects() -> None:
    statement("«resolve c as played»", "nothing happens when a card is played")


# ---------------------------------------------------------------- the whole file at once


def test_all_mistakes_of_a_file_are_told_at_once_in_the_order_of_the_text() -> None:
    caught(
        sheet("""
            game "T"
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
        """),
        "outside the range",
        "`siut`",
        "`crad`",
        "`nn`",
        "`kk`",
        "yes or no",
        "no turn offers",
        "rounded",
        "`mee`",
        "never be",
    )


def test_an_action_with_a_wrong_set_is_looked_at_to_its_end() -> None:
    caught(
        sheet("""
            game "T"
            players 2
            var n = 0 in 0..9
            turn: one of go, stay
            action go(k in «cels», m in 1..3)
              if able, k > m
              when m is «foo»
              let x = «bar»
              n = «baz» + k + x
            action stay
              n = m + «gap»
            end when n is «qux»: draw
        """).replace("m + «gap»", "«gap»"),
        "`cels`",
        "`foo`",
        "`bar`",
        "`baz`",
        "`gap`",
        "`qux`",
    )


@pytest.mark.parametrize("offer", ["one of «goo», stay", "any number of «goo», stay", "me may do «goo»", "«goo»"])
def test_actions_are_looked_at_though_their_offer_is_mistyped(offer: str) -> None:
    caught(
        sheet(f"""
            game "T"
            players 2
            var n = 0 in 0..9
            turn: {offer}
            action go(k in 1..2)
              n = «bar»
            action stay
              n = «baz»
            end when n is 3: draw
        """),
        "did you mean `go`?",
        "`bar`",
        "`baz`",
    )


@pytest.mark.parametrize(
    "line", ["«end foo»", "if n is 1: «end foo»", "for i in 1..3: «end foo»", "me chooses c from 1..2: «end foo»", "«me leaves foo»"]
)  # fmt: skip
def test_a_part_that_is_not_there_is_told_once(line: str) -> None:
    caught(
        sheet(f"""
            game "T"
            players 2
            var n = 0 in 0..9
            turn
              go
              rest
            action go(k in 1..2)
              n = k
              rest
            to rest
              {line}
            end when n is 3: draw
        """),
        "there is no part `foo`",
    )


@pytest.mark.parametrize("effect", ["«for» p in players: n = 1", "«if» n is 1: n = 2", "n = 1; if n is 1: n = 2"])
def test_what_needs_a_block_can_not_stand_in_a_table(effect: str) -> None:
    text = sheet(f"""
        game "T"
        players 2
        var n = 0 in 0..9
        cards card
          | name | when played |
          | A    | {effect} |
        zone deck of card, holds all cards
        turn: go
        action go(c in deck)
          resolve c as played
        end when n is 3: draw
    """)
    text = text.replace("| n = 1; if", "| «n» = 1; if")  # the place of a cell is where it begins
    caught(text, "can't stand in a table; write these effects in a block")


def test_a_stage_inside_a_part_is_not_played_elsewhere() -> None:
    caught(
        HEAD.replace("  zone hand of card\n", "")
        + sheet("""
        turn: go
        action go(k in 1..2)
          n += 1
        play
          stage bout
            turns once
          «bout»
        end when n > 9: draw"""),
        "the stage `bout` is played where it stands",
    )


def test_one_mistake_is_told_once() -> None:
    caught(
        HEAD.replace("  zone hand of card\n", "")
        + sheet("""
        turn: go
        action go(k in 1..2)
          let x = «nonsense»
          n = x + 1
          n += x
        end when n > 9: draw"""),
        "nonsense",
    )


def test_a_mistake_inside_a_definition_is_told_once() -> None:
    caught(
        HEAD.replace("  zone hand of card\n", "")
        + sheet("""
        define total(p): p.«coinz»
        turn: go
        action go(k in 1..2)
          n = total(me)
          n = total(left(me, 1))
        end when total(me) > 9: draw"""),
        "did you mean `coins`?",
    )


def test_a_broken_declaration_is_told_once() -> None:
    caught(
        sheet("""
        game "T"
        players 2
        board grid 3 x «0» of cell
          mark: player or none
        turn: place
        action place(c in cells)
          when c.mark is none
          c.mark = me
        end when no c in cells with c.mark is none: draw""")
        .replace("«0»", "0")
        .replace("board grid", "board «grid»"),
        "",
    )


def test_check_tells_mistakes_of_every_number_of_players(tmp_path: object) -> None:
    text = (
        sheet("""
        game "T"
        players 2 to 3
        param size = 5 for 2 players
    """)
        + REST
    )
    path = tmp_path / "t.game"  # type: ignore[operator]
    path.write_text(text)
    assert any("3 players" in m.message for m in ludwright.check(path))


def test_players_out_of_range() -> None:
    assert "1 to 16" in str(
        mistakes(
            sheet("""
        game "T"
        players 17
    """)
            + REST
        )
    )
    assert "1 to 16" in str(
        mistakes(
            sheet("""
        game "T"
        players 0
    """)
            + REST
        )
    )


def test_too_few_names_for_the_players() -> None:
    found = mistakes(
        sheet("""
        game "T"
        players 3 named A, B
    """)
        + REST
    )
    assert len(found) == 1 and "names" in found[0][2]


def test_no_number_of_players() -> None:
    assert "players" in str(mistakes('game "T"\n' + REST))


def test_unused_definitions_and_procedures_get_a_note() -> None:
    found = notes(
        sheet("""
        game "T"
        players 2
        define f(x): x + 1
        to g
          nothing
    """)
        + REST
    )
    assert any("`f` is never used" in note for note in found) and any("`g` is never used" in note for note in found)


def test_a_game_without_mistakes_has_none() -> None:
    assert mistakes(HEAD + "setup: deal 2 from deck to hand\n" + REST) == []
    assert play(HEAD + "setup: deal 2 from deck to hand\n" + REST).options == ["go 1", "go 2"]


def test_a_goal_that_is_no_whole_number() -> None:
    caught(
        sheet("""
            game "T"
            players 1
            var n = 0 in 0..9
            turn: go
            action go(k in 1..2)
              n = k
            goal «0.5» when n is 1
            goal 2 when n is 2
            result
              100% of n in 0..9
        """),
        "goals are counted",
    )


def test_a_number_of_players_that_is_a_fraction_fits_nobody() -> None:
    found = mistakes(
        HEAD.replace("  zone hand of card\n", "") + "param n2 = 5 for 1.5 players, 4 for 3.5 players\n" + REST
    )
    assert found and all(line == 9 for line, _, _ in found), found


@pytest.mark.parametrize("formula", ["step(north)", "ray(north)"])
def test_cells_of_a_graph_have_no_directions(formula: str) -> None:
    text = sheet("""
        game "T"
        players 2
        board graph of spot
          link hall: attic, yard
        var n = 0 in 0..9
        turn: go
        action go(c in spots)
          if «c.FORMULA» is not none: n = 1
        end when turn.number is 3: draw
    """)
    caught(text.replace("FORMULA", formula), "has no directions")
