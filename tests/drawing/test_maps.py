"""Maps: names that can be read, regions that can be seen."""

from __future__ import annotations

import re
from itertools import combinations

from ludwright.drawing.layout import cell_points
from ludwright.drawing.scene import Board, Spot
from ludwright.drawing.spans import plain
from ludwright.drawing.svg_board import board_block
from ludwright.drawing.text_board import board_lines
from ludwright.game import GAMES
from ludwright.model.maps import read_map

Box = tuple[float, float, float, float]


def world() -> Board:
    """The bundled map of the world, empty."""
    text = (GAMES / "world.json").read_text(encoding="utf-8")
    map_ = read_map(text, "world.json", cells="lands", regions={"continent": "continents"})
    spots = [Spot(name, point) for name, point in zip(map_.names, cell_points(map_), strict=True)]
    continents = map_.regions["continent"]
    regions = dict(zip(continents.names, continents.members, strict=True))
    return Board("land", "graph", spots, links=list(map_.links), regions=regions)


def boxes(svg: str) -> list[Box]:
    """Where the names stand."""
    rects = re.findall(r'<g opacity="0.72"><rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', svg)
    return [(float(x), float(y), float(x) + float(w), float(y) + float(h)) for x, y, w, h in rects]


def meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] - 0.2 and b[0] < a[2] - 0.2 and a[1] < b[3] - 0.2 and b[1] < a[3] - 0.2


def test_no_two_names_on_the_map_of_the_world_cover_each_other() -> None:
    drawing = board_block(world())
    names = boxes(drawing.body)
    assert len(names) == 42
    assert not [pair for pair in combinations(names, 2) if meet(*pair)]
    assert all(box[0] >= 0 and box[2] <= drawing.width for box in names)


def test_names_give_way_where_cells_stand_close() -> None:
    spots = [Spot(f"a rather long name {i}", (0.7 * i, 0.0)) for i in range(4)]
    names = boxes(board_block(Board("spot", "graph", spots)).body)
    assert len({top for _, top, _, _ in names}) > 1, "not all below"
    assert not [pair for pair in combinations(names, 2) if meet(*pair)]


def test_regions_are_grounds_with_a_key_and_headings_in_the_list() -> None:
    board = world()
    body = board_block(board).body
    lines = [plain(line) for line in board_lines(board)]
    for name in board.regions:
        assert f"<title>{name}</title>" in body and f">{name}</text>" in body
        assert f"  {name}:" in lines
    assert lines.index("  Africa:") < next(i for i, line in enumerate(lines) if line.startswith("    Egypt "))


def test_the_way_around_the_back_of_the_world_does_not_cross_it() -> None:
    board = world()
    names = [spot.name for spot in board.cells]
    assert (names.index("Alaska"), names.index("Kamchatka")) in board.links
    body = board_block(board).body
    assert body.count("stroke-dasharray") == 2
    longest = max(abs(float(u) - float(x)) for x, u in re.findall(r"M([\d.]+) [\d.]+L([\d.]+) [\d.]+\"", body))
    assert longest < 300
