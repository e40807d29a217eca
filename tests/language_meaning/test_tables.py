"""Parameters, enumerations and component designs, from lists, tables and files (language, sections 1 and 2)."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.arguments import SettingError
from ludwright.mistakes import MistakesError
from tests.language_meaning.both_runs import Play, caught, holds, notes, play, sheet, value, values

# ---------------------------------------------------------------- parameters


def test_a_parameter_is_a_knob_with_a_default_and_a_range() -> None:
    text = sheet("""
        game "T"
        players 1
        param lives = 3 in 1..5
        var n = 0
        turn
          n = lives
          go
        action go(k in 1..2)
          nothing
        end when n is 0: draw""")
    assert play(text, "n").see("n") == 3
    assert play(text, "n", lives=5).see("n") == 5
    with pytest.raises(SettingError, match="outside the range"):
        play(text, lives=6)
    with pytest.raises(SettingError, match="did you mean `lives`"):
        play(text, live=2)


def test_a_parameter_may_be_yes_or_no() -> None:
    holds("param fast = yes\nparam slow = no", "fast", "not slow")


def test_a_list_parameter_is_read_from_one_on_and_has_a_count() -> None:
    assert values(
        "param pace = 2, 3, 5", "pace[1]", "pace[2]", "pace[3]", "pace.count", "sum(pace[i] for i in 1..pace.count)"
    ) == [2, 3, 5, 3, 10]


def test_a_parameter_by_player_count() -> None:
    text = sheet("""
        game "T"
        players 2 to 5
        param size = 5 for 2..3 players, 4 for 4..5 players
        var n = 0
        turn
          n = size
          go
        action go(k in 1..2)
          nothing
        end when n is 0: draw""")
    assert [play(text, "n", players=p).see("n") for p in (2, 3, 4, 5)] == [5, 5, 4, 4]


def test_a_parameter_may_be_computed_from_another() -> None:
    assert values("param a = 3\nparam b = a * 2 + 1", "b") == [7]


def test_parameters_serve_as_sizes_copies_and_ranges() -> None:
    world = sheet("""
        param wide = 4
        board grid wide x 2 of cell
        cards card, copies wide + 1
        zone deck of card, holds all cards
        var n[1..wide] = 0""")
    assert values(world, "cells.count", "deck.count", "(all i in 1..wide with n[i] is 0).count") == [8, 5, 4]


def test_a_parameter_changes_sizes_when_it_is_set() -> None:
    text = sheet("""
        game "T"
        players 1
        param wide = 4 in 1..9
        board grid wide x 2 of cell
        var n = 0
        turn
          n = cells.count
          go
        action go(k in 1..2)
          nothing
        end when n is 0: draw""")
    assert play(text, "n", wide=7).see("n") == 14


def test_a_parameter_cannot_change_during_play() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        param lives = 3
        turn
          «lives» -= 1
        end when lives is 0: draw"""),
        "parameter",
    )


def test_the_default_of_a_parameter_must_lie_in_its_range() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        param lives = «7» in 1..5
        turn: nothing
        end when lives is 0: draw"""),
        "range",
    )


# ---------------------------------------------------------------- enumerations


def test_values_of_an_enumeration_have_numbers_from_one() -> None:
    assert values(
        "enum suit: clubs, hearts, spades", "clubs.number", "hearts.number", "spades.number", "suits.count"
    ) == [1, 2, 3, 3]


def test_an_enumeration_may_have_printed_properties() -> None:
    world = sheet("""
        enum good
          | name | worth | luxury |
          | wood | 1 | no |
          | silk | 9 | yes |""")
    holds(
        world,
        "wood.worth is 1",
        "silk.worth is 9",
        "silk.luxury",
        "not wood.luxury",
        "sum(g.worth for g in goods) is 10",
    )


def test_a_plural_may_be_given() -> None:
    assert values(
        sheet("""
        things man (men), copies 3
        zone camp of man, holds all men
        enum city: rome
        enum box: oak, tin"""),
        "men.count",
        "cities.count",
        "boxes.count",
    ) == [3, 1, 2]


# ---------------------------------------------------------------- tables


def test_a_formula_of_parameters_in_a_cell_is_a_constant() -> None:
    world = sheet("""
        param base = 3
        enum tool
          | name | cost |
          | saw | base |
          | axe | base * 2 + 1 |
          | awl | 4 |""")
    assert values(world, "saw.cost", "axe.cost", "awl.cost") == [3, 7, 4]


def test_setting_a_parameter_changes_the_cells_that_read_it() -> None:
    text = sheet("""
        game "T"
        players 1
        param base = 3 in 0..9
        enum tool
          | name | cost |
          | saw | base * 2 |
        var n = 0
        turn
          n = saw.cost
          go
        action go(k in 1..2)
          nothing
        end when n is 1: draw""")
    assert play(text, "n").see("n") == 6
    assert play(text, "n", base=5).see("n") == 10


def test_a_formula_that_reads_the_state_is_computed_when_read() -> None:
    world = sheet("""
        var stock = 4 in 0..99
        enum tool
          | name | price |
          | saw | stock + 1 |
          | axe | 2 |""")
    assert value(world, "saw.price") == 5
    assert values(world, "saw.price", "axe.price", "sum(t.price for t in tools)", first="stock = 10") == [11, 2, 13]


def test_a_computed_cell_may_use_a_definition_and_me() -> None:
    world = sheet("""
        each player
          wealth = 0 in 0..9
        define twice(n): n * 2
        enum tool
          | name | price |
          | saw | twice(my wealth) |
          | axe | 1 |""")
    assert values(world, "saw.price", first="my wealth = 4") == [8]


def test_an_empty_cell_is_none_or_zero_and_yes_no_columns_are_no() -> None:
    world = sheet("""
        enum suit: clubs, hearts
        enum tool
          | name | cost | suit | sharp |
          | saw | 2 | clubs | yes |
          | axe |  |  | |""")
    holds(world, "axe.cost is 0", "axe.suit is none", "not axe.sharp", "saw.suit is clubs", "saw.sharp")


def test_a_header_with_an_index_makes_an_indexed_property() -> None:
    world = sheet("""
        enum good: wood, clay, wool
        enum house
          | name | needs[wood] | needs[clay] |
          | hut | 1 | 2 |
          | inn | 3 | |
        var g: good""")
    assert values(
        world,
        "hut.needs[wood]",
        "hut.needs[clay]",
        "inn.needs[clay]",
        "inn.needs[g]",
        "inn.needs[wool]",
        "sum(hut.needs[x] for x in goods)",
    ) == [1, 2, 0, 3, 0, 3]


def test_an_indexed_property_may_be_read_of_a_card_by_a_number() -> None:
    world = sheet("""
        cards card
          | name | gain[1] | gain[2] |
          | A | 4 | 6 |
        zone deck of card, holds all cards""")
    assert values(
        world, "(top of deck).gain[1]", "(top of deck).gain[2]", "sum((top of deck).gain[i] for i in 1..2)"
    ) == [4, 6, 10]


def test_the_name_column_gives_the_values() -> None:
    holds(
        sheet("""
        cards card
          | name | copies |
          | Guard | 5 |
          | King | 1 |
        zone deck of card, holds all cards"""),
        "count(c in deck with c is Guard) is 5",
        "count(c in deck with c is King) is 1",
    )


# ---------------------------------------------------------------- designs


def test_cards_for_each_combination() -> None:
    world = sheet("""
        enum suit: clubs, hearts
        cards card: each suit, each rank in 2..5, copies 2
        zone deck of card, holds all cards""")
    assert values(
        world,
        "cards.count",
        "(card designs).count",
        "count(c in cards with c.suit is clubs)",
        "count(c in cards with c.rank is 5)",
        "sum(c.rank for c in cards)",
    ) == [16, 8, 8, 4, 56]


def test_without_copies_there_is_one_of_each() -> None:
    assert values(
        sheet("""
        cards card
          | name | v |
          | A | 1 |
          | B | 2 |
        zone deck of card, holds all cards"""),
        "cards.count",
    ) == [2]


def test_a_copies_column_and_copies_by_the_number_of_players() -> None:
    text = sheet("""
        game "T"
        players 2 to 3
        cards card
          | name | copies[2] | copies[3] |
          | A | 2 | 3 |
          | B | 1 | 4 |
        zone deck of card, holds all cards
        var n = 0
        turn
          n = deck.count
          go
        action go(k in 1..2)
          nothing
        end when n is 0: draw""")
    assert play(text, "n", players=2).see("n") == 3
    assert play(text, "n", players=3).see("n") == 7


def test_a_component_is_a_design_a_kind_or_itself() -> None:
    world = sheet("""
        cards card
          | name | copies |
          | Guard | 2 |
          | King | 1 |
        zone deck of card, in order, holds all cards
        var k: card or none""")
    holds(
        world,
        "(bottom of deck) is Guard",
        "(top of deck) is King",
        "k is card",
        "k is Guard",
        "k is not King",
        "k is k",
        "(bottom of deck) is k",
        "deck[2] is not k",
        "deck[2] is Guard",
        first="k = bottom of deck",
    )


def test_the_design_of_a_component() -> None:
    world = sheet("""
        cards card
          | name | v | copies |
          | Guard | 1 | 2 |
          | King | 6 | 1 |
        zone deck of card, in order, holds all cards
        var d: card design
        var seen[card design] = 0 in 0..9""")
    first = "d = (top of deck).design\nfor c in deck: seen[c] += 1"
    holds(
        world,
        "d is King",
        "d.v is 6",
        "d.number is 2",
        "(top of deck) is d",
        "seen[Guard] is 2",
        "seen[King] is 1",
        "deck[1].design is deck[2].design",
        first=first,
    )


def test_a_sub_kind_has_the_marks_of_its_parent_and_is_in_its_sets() -> None:
    world = sheet("""
        things building
          level = 1 in 0..9
        things house of building, copies 3
        things mill of building, copies 2
          worn = no
        zone town of building
    """)
    first = sheet("""
        move houses to town
        move mills to town
        for m in mills: m.level = 5
        for m in mills: m.worn = yes""")
    holds(
        world,
        "buildings.count is 5",
        "houses.count is 3",
        "town.count is 5",
        "sum(b.level for b in buildings) is 13",
        "count(b in town with b is mill) is 2",
        "count(b in town with b is house) is 3",
        "count(b in town with b is building) is 5",
        "every m in mills has m.worn",
        first=first,
    )


def test_things_of_each_player_have_an_owner() -> None:
    world = sheet("""
        things man (men), copies 4 each player
        each player
          zone camp of man, holds all men""")
    holds(
        world,
        "men.count is 12",
        "my men.count is 4",
        "every m in my men has m.owner is me",
        "count(m in men with m.owner is left(me, 1)) is 4",
        "my camp.count is 4",
        "every m in my camp has m.owner is me",
    )


def test_removed_things_are_no_longer_among_mine() -> None:
    world = sheet("""
        things man (men), copies 4 each player
        each player
          zone camp of man, holds all men
        var nobody: player or none""")
    holds(
        world,
        "my men.count is 3",
        "left(me, 1).men.count is 4",
        "my camp.count is 3",
        "nobody.men.count is 0",
        first="remove (first m in my men)",
    )


def test_things_that_start_nowhere_are_not_in_play_until_they_are_put_somewhere() -> None:
    world = "things man (men), copies 4 each player\nboard grid 4 x 4 of square, holds 1 man"
    holds(
        world,
        "my men.count is 1",
        "men.count is 12",
        "(first m in my men).square is cells[2, 3]".replace("cells", "squares"),
        first="move (first m in men with m.owner is me) to squares[2, 3]",
    )


def test_sub_kinds_of_each_player_are_together_the_pieces_of_that_player() -> None:
    world = sheet("""
        things piece
          moved = no
        things pawn of piece, copies 3 each player
        things king of piece, copies 1 each player
        zone box of piece, holds all pieces
    """)
    first = "for k in kings with k.owner is me: k.moved = yes"
    holds(
        world,
        "pieces.count is 12",
        "my pieces.count is 4",
        "my pawns.count is 3",
        "my kings.count is 1",
        "every x in my pieces has x.owner is me",
        "count(x in pieces with x.moved) is 1",
        "count(x in my pieces with x is king and x.moved) is 1",
        first=first,
    )


def test_the_designs_of_a_kind_are_those_of_its_sub_kinds_too() -> None:
    world = sheet("""
        things building, up to 9
        things house of building
          | name  | cost |
          | hut   | 5    |
          | villa | 9    |
        things farm of building
          | name  | cost |
          | field | 3    |
    """)
    first = "for d in building designs: create d\ncreate villa"
    holds(
        world,
        "(building designs).count is 3",
        "(house designs).count is 2",
        "sum(d.cost for d in building designs) is 17",
        "buildings.count is 4",
        "houses.count is 3",
        "farms.count is 1",
        "sum(b.cost for b in buildings) is 26",
        "count(b in buildings with b is villa) is 2",
        first=first,
    )


# ---------------------------------------------------------------- files


def folder_game(folder: Path, text: str, *watch: str) -> Play:
    tracks = "".join(f'track "{formula}": {formula}\n' for formula in watch)
    (folder / "t.game").write_text(text.rstrip() + "\n" + tracks)
    game = ludwright.load(folder / "t.game")
    return Play(game.start(1), game.start(1, run="twin"), watch)


ASK = sheet("""
    turn: go
    action go(k in 1..2)
      nothing
    end when turn.number is 9: draw
""")


def test_a_csv_file_follows_the_rules_of_tables(tmp_path: Path) -> None:
    (tmp_path / "tools.csv").write_text(
        sheet("""
        name,cost,needs[wood],sharp
        saw,base + 1,2,yes
        axe,,,
    """)
    )
    text = (
        sheet("""
        game "T"
        players 1
        param base = 4
        enum good: wood, clay
        enum tool from "tools.csv"
    """)
        + ASK
    )
    table = folder_game(
        tmp_path,
        text,
        "saw.cost",
        "axe.cost",
        "saw.needs[wood]",
        "saw.needs[clay]",
        "1 if saw.sharp else 0",
        "1 if axe.sharp else 0",
        "tools.count",
    )
    assert table.seen() == [5, 0, 2, 0, 1, 0, 2]


def test_an_xlsx_file_follows_the_rules_of_tables(tmp_path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook()
    page = book.active
    assert page is not None
    for row in (["name", "cost", "copies"], ["saw", 3, 2], ["axe", None, 1]):
        page.append(row)
    book.save(tmp_path / "tools.xlsx")
    text = (
        sheet("""
        game "T"
        players 1
        cards tool from "tools.xlsx"
        zone box of tool, holds all tools
    """)
        + ASK
    )
    table = folder_game(tmp_path, text, "tools.count", "sum(t.cost for t in box)", "count(t in box with t is saw)")
    assert table.seen() == [3, 6, 2]


def test_a_declaration_replaces_an_included_one_and_without_drops_some(tmp_path: Path) -> None:
    (tmp_path / "base.game").write_text(
        sheet("""
        param size = 3
        param extra = 1
        var unused = 9
        end when no: draw
    """).replace("end when no: draw\n", "")
    )
    text = (
        sheet("""
        game "T"
        players 1
        include "base.game"
        without unused
        param size = 8
    """)
        + ASK
    )
    assert folder_game(tmp_path, text, "size", "extra").seen() == [8, 1]
    with pytest.raises(ludwright.MistakesError, match="unused"):
        folder_game(tmp_path, text, "unused")


def test_a_built_in_name_may_be_taken_with_a_note() -> None:
    text = sheet("""
        game "T"
        players 2
        var left = 5 in 0..9
        turn: go
        action go(k in 1..2)
          left -= k
        end when left < 2: me wins""")
    assert play(text, "left").do("go 2").see("left") == 3
    assert any("left" in note for note in notes(text))


def test_words_of_the_language_are_free_where_the_grammar_does_not_expect_them() -> None:
    world = sheet("""
        enum kind_of: action, turn_, deck
        each player
          first = 3
        var k: kind_of""")
    holds(world, "my first is 3", "k is action", "deck.number is 3")
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn: me does move
        action move(k in 1..2)
          n += k
        end when n > 3: me wins""")
    assert play(text, "n").do("move 2").see("n") == 2


# ---------------------------------------------------------------- mistakes in tables


def test_a_missing_cell_is_named_by_row_and_column() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        enum tool
          | name | cost |
          | saw | 3 |
          | «axe» |
    """)
        + ASK,
        "cost",
    )


def test_all_faults_of_a_spreadsheet_are_told_in_one_go(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text(
        "Name,Cost,Copies,Colour\n"
        "Tax Collector,two,2,red\n"
        "Old Mill,1,x,blue\n"
        ",3,1,red\n"
        "Old Mill,3,1,rde\n"
        "Well,3,1,red,9,9\n"
        "Inn,#REF!,1,red\n"
        "Fair,2,1,grene\n"
    )
    text = 'game "T"\nplayers 1\nenum colour: red, blue, green\ncards card from "deck.csv"\nzone deck of card, holds all cards\n'
    (tmp_path / "t.game").write_text(text + ASK)
    with pytest.raises(MistakesError) as caught_all:
        ludwright.load(tmp_path / "t.game")
    assert [(m.place.line, m.place.column) for m in caught_all.value.mistakes if m.place] == [
        (2, 2), (3, 3), (4, 1), (5, 1), (5, 4), (6, 5), (7, 2), (8, 4),
    ]  # fmt: skip


def test_a_surplus_cell_is_caught() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        enum tool
          | name | cost |
          | saw | 3 | «4» |
    """)
        + ASK,
        "row `saw` has 3 cells",
    )


def test_a_cell_that_is_no_number_is_named_by_row_and_column() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        var n = 0
        enum tool
          | name | cost |
          | saw | 3 |
          | axe | «cheap» |
    """)
        + ASK,
        "in column `cost` of row `axe`: nothing is called `cheap`",
    )


def test_two_rows_of_one_name_are_caught() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        enum tool
          | name | cost |
          | saw | 3 |
          | «saw» | 4 |
    """)
        + ASK,
        "saw",
    )


def test_a_mistake_in_a_csv_file_is_shown_there(tmp_path: Path) -> None:
    (tmp_path / "tools.csv").write_text(
        sheet("""
        name,cost
        saw,3
        axe,cheap
    """)
    )
    with pytest.raises(ludwright.MistakesError) as caught_error:
        folder_game(
            tmp_path,
            sheet("""
            game "T"
            players 1
            enum tool from "tools.csv"
        """)
            + ASK,
        )
    place = caught_error.value.mistakes[0].place
    assert place is not None and (Path(place.file).name, place.line, place.column) == ("tools.csv", 3, 2)


def test_a_file_outside_the_folder_is_refused(tmp_path: Path) -> None:
    inner = tmp_path / "game"
    inner.mkdir()
    (tmp_path / "tools.csv").write_text(
        sheet("""
        name,cost
        saw,3
    """)
    )
    with pytest.raises(ludwright.MistakesError, match="outside"):
        folder_game(
            inner,
            sheet("""
            game "T"
            players 1
            enum tool from "../tools.csv"
        """)
            + ASK,
        )


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ludwright.MistakesError, match=r"tools\.csv"):
        folder_game(
            tmp_path,
            sheet("""
            game "T"
            players 1
            enum tool from "tools.csv"
        """)
            + ASK,
        )


def test_a_column_worked_out_from_itself_is_a_mistake() -> None:
    text = """\
game "Circle"
players 2
cards card
  | name | a        | b        |
  | One  | 1        | 2        |
  | Two  | b of One | a of Two |
turn: act
action act
  nothing
end when turn.number > 3: draw
track "a": Two.a
"""
    with pytest.raises(MistakesError, match="worked out from itself"):
        ludwright.load_text(text)


def test_wrong_numbers_of_copies_are_told_at_their_cells() -> None:
    text = 'game "A"\nplayers 2\ncards card\n  | name | copies |\n  | a | 2 |\n  | b | -1 |\n  | c | 99999999 |\nturn: me may do go\naction go\nend when turns > 3: draw\n'
    with pytest.raises(ludwright.MistakesError) as caught:
        ludwright.load_text(text)
    places = [one.place.line for one in caught.value.mistakes if one.place is not None and "copies fit" in one.message]
    assert places == [6, 7]
