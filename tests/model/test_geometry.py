"""Boards, by counts worked out by hand."""

from __future__ import annotations

from collections import Counter
from math import dist, isclose

import pytest

from ludwright.mistakes import MistakesError, Place
from ludwright.model.boards import make_board
from ludwright.model.geometry import Geometry, line_windows, lines_through

HERE = Place("some.game", 3, 7, 4, "board grid 3 x 3 of cell")


def board(shape: str, *sizes: int, options: tuple[str, ...] = ()) -> Geometry:
    return make_board(shape, sizes, options, place=HERE)


def neighbour_counts(geometry: Geometry) -> dict[int, int]:
    return dict(Counter(len(others) for others in geometry.neighbours))


ALL_BOARDS = [
    board("grid", 1, 1),
    board("grid", 7, 6),
    board("grid", 8, 8, options=("diagonal",)),
    board("grid", 5, 4, options=("orthogonal",)),
    board("grid", 5, 4, options=("king",)),
    board("grid", 5, 4, options=("wrapped",)),
    board("grid", 4, 3, options=("king", "wrapped sideways")),
    board("hex", 5, 3),
    board("hexagon", 1),
    board("hexagon", 3),
    board("ring", 1),
    board("ring", 2),
    board("ring", 14),
    board("track", 1),
    board("track", 9),
]


@pytest.mark.parametrize("geometry", ALL_BOARDS, ids=lambda g: f"{g.shape}-{g.count}")
class TestEveryBoard:
    def test_lists_fit_the_number_of_cells(self, geometry: Geometry) -> None:
        for per_cell in (geometry.names, geometry.rows, geometry.columns, geometry.neighbours, geometry.positions):
            assert len(per_cell) == geometry.count
        for step in geometry.steps:
            assert len(step) == geometry.count
        assert len(set(geometry.names)) == geometry.count

    def test_neighbours_are_mutual_ascending_and_never_oneself(self, geometry: Geometry) -> None:
        for here, others in enumerate(geometry.neighbours):
            assert others == sorted(set(others) - {here})
            assert all(here in geometry.neighbours[other] for other in others)
        assert len(geometry.links) * 2 == sum(map(len, geometry.neighbours))

    def test_going_back_undoes_a_step(self, geometry: Geometry) -> None:
        for direction, step in enumerate(geometry.steps):
            back = geometry.steps[geometry.opposites[direction]]
            assert all(back[there] == here for here, there in enumerate(step) if there >= 0)

    def test_distances_agree_with_a_search(self, geometry: Geometry) -> None:
        assert geometry.distances.tolist() == [geometry.distances_from(cell) for cell in range(geometry.count)]

    def test_a_cell_is_found_by_its_column_and_row(self, geometry: Geometry) -> None:
        for cell in range(geometry.count):
            assert geometry.cell_at(geometry.columns[cell], geometry.rows[cell]) == cell
        assert geometry.cell_at(0, 1) == -1


def test_a_grid_is_numbered_from_the_bottom_left() -> None:
    grid = board("grid", 3, 2)
    assert grid.names == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert grid.rows == [1, 1, 1, 2, 2, 2]
    assert grid.columns == [1, 2, 3, 1, 2, 3]
    assert grid.lines == [[0, 1, 2], [3, 4, 5], [0, 3], [1, 4], [2, 5]]
    assert grid.sides == {"south": [0, 1, 2], "north": [3, 4, 5], "west": [0, 3], "east": [2, 5]}


def test_columns_beyond_z_have_two_letters() -> None:
    assert board("grid", 28, 1).names[25:] == ["z1", "aa1", "ab1"]


@pytest.mark.parametrize(
    ("options", "directions", "counts"),
    [
        ((), 8, {2: 4, 3: 24, 4: 36}),
        (("orthogonal",), 4, {2: 4, 3: 24, 4: 36}),
        (("diagonal",), 4, {1: 4, 2: 24, 4: 36}),
        (("king",), 8, {3: 4, 5: 24, 8: 36}),
        (("orthogonal_and_diagonal",), 8, {3: 4, 5: 24, 8: 36}),
        (("wrapped",), 8, {4: 64}),
        (("king", "wrapped"), 8, {8: 64}),
        (("wrapped sideways",), 8, {3: 16, 4: 48}),
    ],
)
def test_neighbours_on_a_chess_board(options: tuple[str, ...], directions: int, counts: dict[int, int]) -> None:
    grid = board("grid", 8, 8, options=options)
    assert len(grid.directions) == directions
    assert neighbour_counts(grid) == counts


def test_a_step_changes_row_and_column_as_its_direction_says() -> None:
    grid = board("grid", 4, 5)
    for direction, step in enumerate(grid.steps):
        for here, there in enumerate(step):
            row = grid.rows[here] + grid.direction_up[direction]
            column = grid.columns[here] + grid.direction_right[direction]
            assert there == grid.cell_at(column, row)


def test_rays_run_to_the_rim_nearest_first() -> None:
    grid = board("grid", 8, 8)
    northeast = grid.directions.index("northeast")
    a1 = grid.names.index("a1")
    assert [grid.names[cell] for cell in grid.ray(northeast, a1)] == ["b2", "c3", "d4", "e5", "f6", "g7", "h8"]
    assert grid.rays(northeast)[grid.names.index("h8")] == []


def test_a_ray_on_a_wrapped_board_stops_before_it_comes_back() -> None:
    grid = board("grid", 4, 3, options=("wrapped",))
    assert grid.ray(grid.directions.index("east"), 1) == [2, 3, 0]
    assert len(grid.ray(grid.directions.index("northeast"), 0)) == 11


@pytest.mark.parametrize(
    ("geometry", "length", "count"),
    [
        (board("grid", 3, 3), 3, 8),
        (board("grid", 7, 6), 4, 69),
        (board("grid", 19, 19), 5, 2 * 19 * 15 + 2 * 15 * 15),
        (board("grid", 8, 8, options=("diagonal",)), 8, 2),
        (board("grid", 3, 3, options=("orthogonal",)), 3, 6),
        (board("grid", 3, 3, options=("wrapped",)), 3, 12),
        (board("hex", 3, 3), 3, 7),
        (board("hexagon", 2), 5, 3),
        (board("hexagon", 2), 3, 27),
        (board("ring", 6), 3, 6),
        (board("ring", 6), 6, 1),
        (board("ring", 6), 7, 0),
        (board("track", 6), 3, 4),
        (board("grid", 3, 3), 1, 9),
        (board("grid", 3, 3), 4, 0),
        (board("grid", 3, 3), 0, 0),
    ],
)
def test_the_number_of_straight_lines(geometry: Geometry, length: int, count: int) -> None:
    windows = line_windows(geometry, length)
    assert len(windows) == count
    assert len({frozenset(window) for window in windows}) == count
    assert all(len(set(window)) == length for window in windows)


def test_lines_in_given_directions_only() -> None:
    grid = board("grid", 7, 6)
    north, east, south = (grid.directions.index(name) for name in ("north", "east", "south"))
    assert len(line_windows(grid, 4, [north])) == 21
    assert len(line_windows(grid, 4, [north, south])) == 21
    assert len(line_windows(grid, 4, [north, east])) == 21 + 24


def test_a_hex_board_has_two_sharp_and_two_blunt_corners() -> None:
    hexes = board("hex", 11, 11)
    assert neighbour_counts(hexes) == {2: 2, 3: 2, 4: 36, 6: 81}
    near = {hexes.names[cell]: [hexes.names[other] for other in hexes.neighbours[cell]] for cell in range(121)}
    assert near["a1"] == ["b1", "a2"]
    assert near["k1"] == ["j1", "j2", "k2"]
    assert near["f6"] == ["f5", "g5", "e6", "g6", "e7", "f7"]
    assert hexes.sides["west"] == list(range(0, 121, 11))


def test_turning_a_hex_board_over_its_long_diagonal_keeps_neighbours() -> None:
    hexes = board("hex", 5, 5)
    mirror = [hexes.cell_at(hexes.rows[cell], hexes.columns[cell]) for cell in range(25)]
    assert all(
        sorted(mirror[n] for n in hexes.neighbours[cell]) == hexes.neighbours[mirror[cell]] for cell in range(25)
    )


@pytest.mark.parametrize("radius", [1, 2, 3, 6])
def test_a_hexagon_has_three_kinds_of_rim_and_middle(radius: int) -> None:
    tiles = board("hexagon", radius)
    assert tiles.count == 3 * radius * (radius + 1) + 1
    rim = {3: 6, 4: 6 * (radius - 1), 6: 3 * radius * (radius - 1) + 1}
    assert neighbour_counts(tiles) == {count: cells for count, cells in rim.items() if cells}
    assert {len(side) for side in tiles.sides.values()} == {radius + 1}
    assert len(tiles.lines) == 3 * (2 * radius + 1)


@pytest.mark.parametrize(
    "geometry", [board("hex", 4, 3), board("hexagon", 2), board("grid", 4, 3), board("ring", 7), board("track", 4)]
)
def test_neighbours_are_drawn_at_unit_distance(geometry: Geometry) -> None:
    assert all(isclose(dist(geometry.positions[a], geometry.positions[b]), 1) for a, b in geometry.links)


def test_a_ring_closes_and_a_track_does_not() -> None:
    ring, track = board("ring", 14), board("track", 14)
    assert ring.steps[0] == [*range(1, 14), 0]
    assert track.steps[0] == [*range(1, 14), -1]
    assert ring.names[:2] == ["1", "2"]
    assert neighbour_counts(ring) == {2: 14}
    assert neighbour_counts(track) == {1: 2, 2: 12}
    assert int(ring.distances.max()) == 7
    assert int(track.distances.max()) == 13


def test_diagonal_steps_leave_two_halves() -> None:
    grid = board("grid", 8, 8, options=("diagonal",))
    assert [len(part) for part in grid.pieces] == [32, 32]
    assert grid.distances[0, 1] == -1
    assert len(board("grid", 8, 8).pieces) == 1


def test_the_largest_boards_are_made() -> None:
    assert board("grid", 100, 100).count == 10_000
    assert board("hexagon", 57).count == 9_919
    assert board("track", 10_000).count == 10_000


@pytest.mark.parametrize(
    ("shape", "sizes", "options", "words"),
    [
        ("grid", (101, 100), (), "too large"),
        ("grid", (10**30, 10**30), (), "too large"),
        ("hexagon", (58,), (), "too large"),
        ("ring", (10_001,), (), "too large"),
        ("grid", (0, 3), (), "a width of 0"),
        ("grid", (3, -1), (), "a height of -1"),
        ("grid", (3,), (), "a width and a height"),
        ("ring", (3, 3), (), "a number of cells"),
        ("graph", (), (), "needs a map"),
        ("gird", (3, 3), (), "`gird`"),
        ("grid", (3, 3), ("diagnal",), "`diagnal`"),
        ("hex", (3, 3), ("diagonal",), "no option `diagonal`"),
        ("grid", (3, 3), ("diagonal", "king"), "exclude each other"),
        ("grid", (2, 5), ("wrapped",), "at least 3"),
    ],
)
def test_a_wrong_board_is_refused_with_a_reason(
    shape: str, sizes: tuple[int, ...], options: tuple[str, ...], words: str
) -> None:
    with pytest.raises(MistakesError) as caught:
        make_board(shape, sizes, options, place=HERE)
    mistakes = caught.value.mistakes
    assert len(mistakes) == 1
    assert words in mistakes[0].message
    assert mistakes[0].place == HERE


def test_a_misspelt_word_gets_a_suggestion() -> None:
    with pytest.raises(MistakesError) as caught:
        make_board("grid", (3, 3), ("diagnal",), place=HERE)
    assert "`diagonal`" in caught.value.mistakes[0].hint


def test_all_distances_of_a_huge_board_are_refused() -> None:
    with pytest.raises(ValueError, match="too many"):
        _ = board("grid", 60, 60).distances


def test_the_lines_through_each_cell_are_found_in_one_pass() -> None:
    grid = board("grid", 3, 3)
    windows = line_windows(grid, 3)
    through = lines_through(iter(windows), 9)  # what can be walked only once
    assert [len(lines) for lines in through] == [3, 2, 3, 2, 4, 2, 3, 2, 3]
    assert all(cell in windows[line] for cell, lines in enumerate(through) for line in lines)
