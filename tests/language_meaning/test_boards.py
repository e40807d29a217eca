"""Boards of every shape: cells, neighbours, directions, lines, distance and connection (language, sections 2 and 3)."""

from __future__ import annotations

import json
from pathlib import Path

import ludwright
from tests.language_meaning.both_runs import Play, caught, holds, play, sheet, value, values

GRID = sheet("""
    board grid 4 x 3 of cell
      mark: player or none
""")


# ---------------------------------------------------------------- grids


def test_cells_are_numbered_from_the_bottom_row_up_left_to_right() -> None:
    holds(
        GRID,
        "cells.count is 12",
        "cells[1, 1].number is 1",
        "cells[4, 1].number is 4",
        "cells[1, 2].number is 5",
        "cells[4, 3].number is 12",
        "cells[5].row is 2",
        "cells[5].column is 1",
    )


def test_rows_and_columns_count_from_one() -> None:
    holds(
        GRID,
        "max(c.row for c in cells) is 3",
        "max(c.column for c in cells) is 4",
        "min(c.row for c in cells) is 1",
        "cells[2, 3].column is 2",
        "cells[2, 3].row is 3",
    )


def test_a_cell_off_the_board_is_none() -> None:
    holds(
        GRID,
        "cells[5, 1] is none",
        "cells[0, 1] is none",
        "cells[1, 4] is none",
        "cells[1, 1].step(west) is none",
        "cells[1, 1].step(east, 9) is none",
    )


def test_neighbours_of_a_grid_are_the_four_beside() -> None:
    holds(
        GRID,
        "cells[1, 1].neighbours.count is 2",
        "cells[2, 2].neighbours.count is 4",
        "cells[2, 1].neighbours.count is 3",
        "cells[2, 1] is in cells[1, 1].neighbours",
        "cells[2, 2] is not in cells[1, 1].neighbours",
    )


def test_diagonal_means_that_only_diagonal_steps_are_neighbours() -> None:
    board = "board grid 4 x 3 of cell, diagonal"
    holds(
        board,
        "cells[1, 1].neighbours.count is 1",
        "cells[2, 2] is in cells[1, 1].neighbours",
        "cells[2, 2].neighbours.count is 4",
        "cells[2, 1] is not in cells[1, 1].neighbours",
        "directions.count is 4",
        "every d in directions has d.up is 1 or d.up is -1",
    )


def test_steps_in_directions() -> None:
    holds(
        GRID,
        "cells[2, 2].step(north) is cells[2, 3]",
        "cells[2, 2].step(south) is cells[2, 1]",
        "cells[2, 2].step(east) is cells[3, 2]",
        "cells[2, 2].step(west) is cells[1, 2]",
        "cells[1, 1].step(east, 3) is cells[4, 1]",
        "cells[1, 1].step(east, 0) is cells[1, 1]",
        "directions.count is 8",
        "north.up is 1",
        "south.up is -1",
        "east.up is 0",
    )


def test_a_ray_runs_to_the_edge_without_its_start() -> None:
    holds(
        GRID,
        "cells[1, 2].ray(east).count is 3",
        "cells[4, 2].ray(east).count is 0",
        "cells[1, 2] is not in cells[1, 2].ray(east)",
        "cells[3, 2] is in cells[1, 2].ray(east)",
        "(first c in cells[1, 2].ray(east)) is cells[2, 2]",
        "count(c in cells[1, 1].ray(north) while c.row < 3) is 1",
    )


def test_a_ray_of_none_is_empty() -> None:
    holds(
        GRID + "var nowhere: cell or none",
        "nowhere.ray(east).count is 0",
        "nowhere.step(east) is none",
        "nowhere.neighbours.count is 0",
        "nowhere.row is 0",
        "nowhere.mark is none",
    )


def test_lines_are_the_rows_and_columns() -> None:
    holds(GRID, "lines.count is 7", "count(l in lines with cells[1, 1] is in l) is 2")


def test_cells_carry_what_is_declared_below_the_board() -> None:
    holds(GRID, "cells[2, 2].mark is me", "count(c in cells with c.mark is none) is 11", first="cells[2, 2].mark = me")


# ---------------------------------------------------------------- line


def lined(n: int, spots: list[tuple[int, int]], board: str = "board grid 4 x 4 of cell") -> bool:
    first = "\n".join(f"cells[{x}, {y}].on = yes" for x, y in spots)
    return value(board + "\n  on = no", f"1 if line({n}, all c in cells with c.on) else 0", first=first) == 1


def test_line_finds_rows_columns_and_diagonals() -> None:
    assert lined(3, [(1, 1), (2, 1), (3, 1)])
    assert lined(3, [(4, 2), (4, 3), (4, 4)])
    assert lined(3, [(1, 1), (2, 2), (3, 3)])
    assert lined(3, [(4, 1), (3, 2), (2, 3)])
    assert lined(4, [(4, 1), (3, 2), (2, 3), (1, 4)])


def test_line_needs_that_many_beside_each_other() -> None:
    assert not lined(3, [(1, 1), (2, 1), (4, 1)])
    assert not lined(3, [(1, 1), (2, 2), (3, 1)])
    assert not lined(4, [(1, 1), (2, 2), (3, 3)])
    assert lined(2, [(2, 2), (3, 1)])
    assert not lined(3, [])


def test_a_longer_line_contains_a_shorter_one() -> None:
    assert lined(3, [(1, 2), (2, 2), (3, 2), (4, 2)])


def test_a_line_does_not_run_round_the_edge() -> None:
    assert not lined(3, [(3, 1), (4, 1), (1, 2)])
    assert not lined(3, [(4, 1), (1, 2), (2, 3)])


# ---------------------------------------------------------------- linked, side, distance

OPEN = sheet("""
    board grid 4 x 3 of cell
      on = no
""")


def test_linked_asks_for_a_way_from_one_set_to_another_within_a_third() -> None:
    way = sheet("""
        cells[1, 1].on = yes
        cells[1, 2].on = yes
        cells[2, 2].on = yes
        cells[2, 3].on = yes""")
    holds(
        OPEN,
        "linked(side(south), side(north), all c in cells with c.on)",
        "linked(cells[1, 1], cells[2, 3], all c in cells with c.on)",
        first=way,
    )
    broken = sheet("""
        cells[1, 1].on = yes
        cells[2, 2].on = yes
        cells[2, 3].on = yes""")
    holds(
        OPEN,
        "not linked(side(south), side(north), all c in cells with c.on)",
        "not linked(side(west), side(east), all c in cells with c.on)",
        first=broken,
    )


def test_ends_outside_the_set_do_not_link() -> None:
    holds(
        OPEN,
        "not linked(cells[1, 1], cells[2, 1], all c in cells with c.on)",
        "linked(cells[2, 1], cells[2, 1], all c in cells with c.on)",
        first="cells[2, 1].on = yes",
    )


def test_a_corner_is_no_side() -> None:
    text = sheet("""
        game "T"
        players 1
        board grid 4 x 3 of cell
          on = no
        turn: go
        action go(c in side(«northeast»))
          c.on = yes
        end when every c in side(north) has c.on: draw
    """)
    caught(text, "its sides are: north, south, east, west")


def test_sides_are_the_outer_rows_and_columns() -> None:
    holds(
        GRID,
        "side(north).count is 4",
        "side(west).count is 3",
        "every c in side(south) has c.row is 1",
        "every c in side(east) has c.column is 4",
    )


def test_distance_counts_steps() -> None:
    holds(
        GRID,
        "distance(cells[1, 1], cells[4, 3]) is 5",
        "distance(cells[2, 2], cells[2, 2]) is 0",
        "distance(cells[1, 1], cells[2, 1]) is 1",
    )


def test_distance_on_a_diagonal_board() -> None:
    holds(
        "board grid 5 x 5 of cell, diagonal",
        "distance(cells[1, 1], cells[3, 3]) is 2",
        "distance(cells[1, 1], cells[1, 3]) is 2",
    )


# ---------------------------------------------------------------- hex boards


def test_a_hex_board_is_a_rhombus_of_cells_with_six_directions() -> None:
    board = "board hex 3 x 3 of cell"
    holds(
        board,
        "cells.count is 9",
        "directions.count is 6",
        "cells[2, 2].neighbours.count is 6",
        "cells[1, 1].neighbours.count + cells[3, 1].neighbours.count is 5",
        "side(north).count is 3",
    )


def test_a_hexagon_has_a_radius() -> None:
    holds(
        "board hexagon 1 of cell",
        "cells.count is 7",
        "max(c.neighbours.count for c in cells) is 6",
        "count(c in cells with c.neighbours.count is 3) is 6",
    )
    holds("board hexagon 2 of cell", "cells.count is 19", "count(c in cells with c.neighbours.count is 6) is 7")


def test_corners_and_edges_of_hexes_are_kinds_of_their_own() -> None:
    board = sheet("""
        board hexagon 1 of tile, corners spot, edges path
        each spot
          owner_is: player or none
        each path
          road: player or none""")
    holds(
        board,
        "tiles.count is 7",
        "spots.count is 24",
        "paths.count is 30",
        "every t in tiles has t.spots.count is 6",
        "every t in tiles has t.paths.count is 6",
        "every p in paths has p.spots.count is 2",
        "sum(s.tiles.count for s in spots) is 42",
        "sum(s.paths.count for s in spots) is 60",
        "max(s.neighbours.count for s in spots) is 3",
    )


def test_a_trail_follows_paths_and_uses_none_twice() -> None:
    board = sheet("""
        board hexagon 1 of tile, corners spot, edges path
        each path
          road = no
        var t: tile""")
    first = "t = first x in tiles with x.neighbours.count is 6\nfor p in t.paths: p.road = yes"
    assert value(board, "longest_trail(all p in paths with p.road)", first=first) == 6
    assert (
        value(board, "longest_trail(all p in paths with p.road)", first=first + "\n(first p in t.paths).road = no") == 5
    )
    assert value(board, "longest_trail(all p in paths with p.road)") == 0


# ---------------------------------------------------------------- rings, tracks, graphs


def test_a_ring_goes_round() -> None:
    board = "board ring 5 of field\nvar f: field"
    holds(
        board,
        "fields.count is 5",
        "f.next.number is 2",
        "fields[5].next is fields[1]",
        "fields[1].neighbours.count is 2",
        "distance(fields[1], fields[4]) is 2",
        first="f = fields[1]",
    )


def test_a_track_ends() -> None:
    board = "board track 5 of field"
    holds(
        board,
        "fields[4].next is fields[5]",
        "fields[5].next is none",
        "fields[1].neighbours.count is 1",
        "distance(fields[1], fields[5]) is 4",
    )


def test_a_table_below_names_the_cells_of_a_ring_with_their_properties() -> None:
    board = sheet("""
        board ring 3 of field
          | name | rent |
          | start | 0 |
          | inn | 4 |
          | jail | 9 |
          visits = 0""")
    holds(
        board,
        "inn.rent is 4",
        "start.next is inn",
        "jail.next is start",
        "sum(f.rent for f in fields) is 13",
        "inn.visits is 2",
        "jail.number is 3",
        first="inn.visits += 2",
    )


def test_a_graph_in_the_text() -> None:
    board = sheet("""
        board graph of town
          link a: b, c
          link c: d
          link e: d
          visited = no""")
    holds(
        board,
        "towns.count is 5",
        "a.neighbours.count is 2",
        "b is in a.neighbours",
        "a is in b.neighbours",
        "distance(a, e) is 3",
        "distance(b, d) is 3",
        "linked(a, e, towns)",
        "not linked(a, e, all t in towns with t is not d)",
        "not c.visited",
    )


def map_game(folder: Path, text: str, *watch: str) -> Play:
    tracks = "".join(f'track "{formula}": {formula}\n' for formula in watch)
    (folder / "t.game").write_text(text.rstrip() + "\n" + tracks)
    game = ludwright.load(folder / "t.game")
    return Play(game.start(1), game.start(1, run="twin"), watch)


def test_a_graph_from_a_file_with_regions(tmp_path: Path) -> None:
    world = {
        "cells": [{"name": "spain", "size": 3}, {"name": "gaul", "size": 5}, {"name": "egypt", "size": 2}],
        "connections": [["spain", "gaul"], ["gaul", "egypt"]],
        "continents": {"europe": {"cells": ["spain", "gaul"], "bonus": 2}, "africa": {"cells": ["egypt"], "bonus": 1}},
    }
    (tmp_path / "map.json").write_text(json.dumps(world))
    text = sheet("""
        game "T"
        players 1
        board graph of land from "map.json", regions continent
          armies = 1 in 0..9
        turn: go
        action go(k in 1..2)
          nothing
        end when turn.number > 9: draw""")
    watched = [
        "lands.count",
        "gaul.size",
        "distance(spain, egypt)",
        "continents.count",
        "europe.bonus",
        "count(l in europe)",
        "sum(l.armies for l in lands)",
        "1 if gaul.continent is europe else 0",
    ]
    assert map_game(tmp_path, text, *watched).seen() == [3, 5, 2, 2, 2, 2, 3, 1]


# ---------------------------------------------------------------- pieces and pictures


def test_a_picture_sets_up_the_board_top_row_highest() -> None:
    text = sheet("""
        game "T"
        players 2 named Black, White
        board grid 3 x 2 of square, holds 1 man
          disc: player or none
        things man (men), copies 2 each player
        picture square
          | w . o |
          | b . b |
          b: man of Black
          w: man of White
          o: disc = White
        turn: go
        action go(k in 1..2)
          nothing
        end when turn.number > 9: draw
    """)
    watched = [
        "Black.men.count",
        "White.men.count",
        "1 if squares[1, 2].man.owner is White else 0",
        "1 if squares[3, 1].man.owner is Black else 0",
        "1 if squares[3, 2].disc is White else 0",
        "count(s in squares with s is empty)",
    ]
    assert play(text, *watched).seen() == [2, 1, 1, 1, 1, 3]


PICTURE = sheet("""
    game "T"
    players 2 named Black, White
    board grid 3 x 2 of square, holds 1 man
    things man (men), copies 1 each player
    picture «square»
      | b . {} |
      | . . . |
      b: man of Black
    turn: go
    action go(k in 1..2)
      nothing
    end when turn.number > 9: draw
""")


def test_a_picture_that_does_not_fit_its_board() -> None:
    caught(PICTURE.format(". ."), "the picture is 4 x 2, the board 3 x 2")


def test_a_sign_nobody_explained() -> None:
    caught(PICTURE.format("x"), "`x` is not explained")


def test_a_picture_shows_what_is_known_before_the_game() -> None:
    text = """game "T"
players 2
board grid 2 x 1 of cell
  mark: player or none
each player
  coins = 2 in 0..20
turn: go
action go
  my coins += 1
end when turn.number > 4: draw
picture cell
  | a. |
  a: mark = «(highest p in players by p.coins)»
"""
    caught(text, "this must be known before the game starts")


def test_more_pieces_in_a_picture_than_there_are() -> None:
    caught(PICTURE.replace("«", "").replace("»", "").replace("  b: man", "  «b»: man").format("b"), "not enough men")


def test_a_board_of_an_unknown_shape() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        board «gird» 3 x 3 of cell
        turn: go
        action go(k in 1..2)
          nothing
        end when turn.number > 9: draw"""),
        "grid",
    )


def test_a_cell_holds_only_what_it_is_declared_to_hold() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        things man (men), copies 1
        things wall, copies 1
        zone box of wall, holds all walls
        board grid 2 x 2 of cell, holds 1 man
        turn
          move (first m in men) to cells[1, 1]
          «move» (first w in walls) to cells[1, 1]
        end when turn.number > 9: draw"""),
        "can't lie",
    )


def test_distance_between_different_boards() -> None:
    values("board ring 3 of field\nboard track 3 of step_", "fields.count + step_s.count")
    caught(
        sheet("""
        game "T"
        players 1
        board ring 3 of field
        board track 3 of rung
        var n = 0 in 0..9
        turn
          n = «distance»(fields[1], rungs[1])
        end when n is 0: draw"""),
        "one board",
    )


# ---------------------------------------------------------------- areas and directions


def test_an_area_is_what_hangs_together_with_a_cell_within_a_set() -> None:
    holds(
        OPEN,
        "area(cells[1, 1], all c in cells with c.on).count is 3",
        "cells[2, 2] is in area(cells[1, 1], all c in cells with c.on)",
        "cells[4, 3] is not in area(cells[1, 1], all c in cells with c.on)",
        "cells[9, 9] is not in area(cells[1, 1], cells)",
        "area(cells[3, 1], all c in cells with c.on) is empty",
        "area(cells[1, 1] + cells[4, 3], all c in cells with c.on).count is 4",
        "areas(all c in cells with c.on).count is 2",
        "areas(all c in cells with c.on)[2] is cells[4, 3]",
        "areas(cells).count is 1",
        "sum(area(c, all d in cells with d.on).count for c in areas(all d in cells with d.on)) is 4",
        first=sheet("""
        cells[1, 1].on = yes
        cells[1, 2].on = yes
        cells[2, 2].on = yes
        cells[4, 3].on = yes"""),
    )


WALLED = sheet("""
    board grid 3 x 1 of cell, edges wall
    each wall
      built = no
""")


def test_looking_for_one_cell_of_an_area_goes_as_far_as_needed_and_sees_them_in_order() -> None:
    holds(
        OPEN,
        "(first c in area(cells[1, 1], cells) with c.row + c.column is 4) is cells[3, 1]",
        "(first c in area(cells[1, 1], cells) backwards) is cells[4, 3]",
        "any c in area(cells[1, 1], all d in cells with d.on) with c is cells[2, 2]",
        "no c in area(cells[1, 1], all d in cells with d.on) with c is cells[4, 3]",
        "every c in area(cells[1, 1], all d in cells with d.on) has c.on",
        "no c in area(cells[1, 1], all d in cells with d.on) with no d in area(c, cells) with d is c",
        "any c in areas(cells) with any d in area(c, cells) with any e in area(d, all f in cells with f.on) with e is cells[4, 3]",
        "any c in (area(cells[4, 3], all d in cells with d.on) + cells[3, 1]) with c is cells[3, 1]",
        "any c in (area(cells[1, 1], cells) - cells[1, 1]) with c is cells[1, 2]",
        first=sheet("""
        cells[1, 1].on = yes
        cells[1, 2].on = yes
        cells[2, 2].on = yes
        cells[4, 3].on = yes"""),
    )


def test_an_area_that_was_given_a_name_is_what_it_was_then() -> None:
    done = values(
        OPEN,
        "1 if any c in here with c is cells[2, 2] else 0",
        "here.count",
        "count(c in area(cells[1, 1], all d in cells with d.on))",
        first=sheet("""
        cells[1, 1].on = yes
        cells[2, 1].on = yes
        cells[2, 2].on = yes
        let here = area(cells[1, 1], all c in cells with c.on)
        cells[2, 1].on = no
        for c in area(cells[1, 1], all d in cells with d.on): cells[2, 1].on = yes
        cells[2, 1].on = no"""),
    )
    assert done == [1, 3, 1]


def test_walls_end_an_area() -> None:
    holds(
        WALLED,
        "area(cells[1], cells, all w in walls with w.built).count is 1",
        "area(cells[3], cells, all w in walls with w.built).count is 2",
        "areas(cells, all w in walls with w.built).count is 2",
        "area(cells[1], cells).count is 3",
        first="for w in walls with cells[1] is in w.cells and cells[2] is in w.cells: w.built = yes",
    )


def test_directions_turn() -> None:
    holds(
        OPEN,
        "opposite(north) is south",
        "every d in directions has opposite(opposite(d)) is d",
        "(left of north) is northwest",
        "right(north, 2) is east",
        "left(north, 9) is northwest",
        "every d in directions has left(right(d)) is d",
    )


def test_a_set_without_another() -> None:
    holds(
        OPEN,
        "(cells - side(south)).count is 8",
        "(cells - cells) is empty",
        "cells[1, 1] is not in cells - side(west)",
        "(cells - cells[1, 1]).count is 11",
        "(cells - none).count is 12",
        "7 - 3 is 4",
    )


# ---------------------------------------------------------------- walls, and connections of a graph


def test_walls_keep_cells_apart() -> None:
    holds(
        WALLED,
        "not linked(cells[1], cells[3], cells, all w in walls with w.built)",
        "linked(cells[2], cells[3], cells, all w in walls with w.built)",
        "linked(cells[1], cells[3], cells)",
        "distance(cells[1], cells[3], cells, all w in walls with w.built) is none",
        "distance(cells[2], cells[3], cells, all w in walls with w.built) is 1",
        "distance(cells[1], cells[2] + cells[3], cells) is 1",
        "distance(cells[1], cells[1], cells) is 0",
        "distance(cells[1], cells[3], cells - cells[2]) is none",
        first="for w in walls with cells[1] is in w.cells and cells[2] is in w.cells: w.built = yes",
    )


TOWNS = sheet("""
    board graph of town, edges road
      link Ayr: Bute, Corrie
      link Corrie: Dunoon, Bute
    each road
      owner: player or none
      length = 1 in 1..9
      closed = no""")


def test_the_connections_of_a_graph_are_things() -> None:
    holds(
        TOWNS,
        "roads.count is 4",
        "Ayr.roads.count is 2",
        "Corrie.roads.count is 3",
        "roads[1].towns.count is 2",
        "roads[1].neighbours.count is 2",
        "every r in roads has Dunoon is in r.towns or r.neighbours.count >= 2",
        "longest_trail(roads) is 4",
        "longest_trail(all r in roads with r.owner is me) is 1",
        "linked(Ayr, Dunoon, towns, all r in roads with r.closed)",
        "distance(Ayr, Corrie, towns, all r in roads with r.closed) is 2",
        "area(Dunoon, towns, roads).count is 1",
        first=sheet("""
        for r in roads with Ayr is in r.towns and Corrie is in r.towns
          r.closed = yes
          r.owner = me
          r.length = 4"""),
    )


def test_rings_and_tracks_have_edges_and_no_corners() -> None:
    holds("board ring 5 of spot, edges gap\neach gap\n  shut = no", "gaps.count is 5", "gaps[1].spots.count is 2")
    caught(
        sheet("""
        game "T"
        players 2
        «board track 4 of spot, corners peg»
        turn: nothing
        end when turn.number is 3: draw"""),
        "a track has no corners",
    )


def test_two_cells_may_be_joined_by_several_edges() -> None:
    world = sheet("""
        board graph of town, edges road
          link Ayr: Bute, Bute, Corrie
          link Bute: Ayr, Corrie
        each road
          closed = no
    """)
    assert values(world, "roads.count", "Ayr.roads.count", "Ayr.neighbours.count") == [4, 3, 2]
    closed = "all r in roads with r.closed"
    holds(world, f"linked(Ayr, Bute, Ayr + Bute, {closed})", first="roads[1].closed = yes")
    holds(world, f"not linked(Ayr, Bute, Ayr + Bute, {closed})", first="for r in roads[1] + roads[2]: r.closed = yes")
    assert value(world, "longest_trail(Ayr.roads - Corrie.roads)") == 2
