"""SVG: well formed, self-contained, and with everything in it that is there."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from ludwright import bundled_games
from ludwright.drawing import draw_svg, draw_text, scene_of
from ludwright.drawing.svg import NARROW, svg_of
from ludwright.play.frames import frame
from tests.drawing.tables import SHAPES, match_of

SVG = "{http://www.w3.org/2000/svg}"


def _titles(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter(f"{SVG}title")]


@pytest.mark.parametrize("name", [game.name for game in bundled_games()])
def test_every_bundled_game_is_drawn_in_the_middle_and_at_its_end(name: str) -> None:
    for moves in (9, 150):
        match = frame(name, seed=2, moves=moves)
        svg = draw_svg(match, 0)
        root = ElementTree.fromstring(svg)
        assert root.tag == f"{SVG}svg"
        assert match.game.title in "".join(root.itertext())
        assert all(seat in "".join(root.itertext()) for seat in match.game.seats)
        assert not re.search(r"href|url\(|<script|<style|@import", svg), "it needs nothing else"
        assert "nan" not in svg and "inf" not in svg.replace("info", "")
        words = draw_text(match, 0)
        assert words.startswith(match.game.title)
        assert not any(line.endswith(" ") for line in words.splitlines())


def test_cells_tell_what_is_on_them() -> None:
    titles = _titles(draw_svg(match_of(SHAPES)))
    assert "Rome: goods blue, 4" in titles
    assert "5: pawn of Ben; 3" in titles
    assert any(re.fullmatch(r"spot 7 \(.*\): Ben", title) for title in titles)
    assert any(re.fullmatch(r"path 3 \(.*\): Anna", title) for title in titles)
    assert "c1: stone of Ben ×2" in titles


def test_a_disc_has_the_colour_of_its_owner() -> None:
    svg = draw_svg(frame("connect_four", seed=1, moves=7))
    assert svg.count('fill="#d0402b"') == 4 + 1, "four discs, and the bar at the panel of Red"
    assert svg.count('fill="#f2c12e"') == 3 + 2, "three discs, the bar, and that it is Yellow's move"


def test_a_name_with_angle_brackets_does_no_harm() -> None:
    text = SHAPES.replace('game "Shapes"', 'game "<script>alert(1)</script> & co"')
    root = ElementTree.fromstring(draw_svg(match_of(text)))
    assert root.find(f"{SVG}title") is not None
    assert not list(root.iter(f"{SVG}script"))


def test_a_long_title_is_broken_into_lines_and_widens_no_picture() -> None:
    scene = scene_of(match_of(SHAPES))
    before = svg_of(scene, NARROW)
    scene.title = "The Extraordinarily Long-Winded Title of a Game about Nothing but Stones and More Stones"
    after = svg_of(scene, NARROW)
    width = re.compile(r'viewBox="0 0 ([\d.]+)')
    assert width.search(before)[1] == width.search(after)[1]  # type: ignore[index]
