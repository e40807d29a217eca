"""The picture: well-formed, complete, self-contained, and nothing lies on anything else."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from itertools import combinations

import pytest

import ludwright
from ludwright.anatomy import GameDescription
from ludwright.library import bundled_games
from tests.bundled import bundled
from tests.nonempty import some

from .test_phases import HINTS

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]


def described(name: str) -> GameDescription:
    return ludwright.describe(ludwright.load_text(HINTS) if name == "hints" else bundled(name))


def boxes_of(root: ElementTree.Element) -> list[tuple[str, Box]]:
    """All boxes with what stands in them: a rule and an object may read the same."""
    found = []
    for group in some(root.iter(f"{SVG}g")):
        rect, text = group.find(f"{SVG}rect"), group.find(f"{SVG}text")
        assert rect is not None
        assert text is not None
        x, y, width, height = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
        found.append((text.text or "", (x, y, x + width, y + height)))
    return found


def lines_of(root: ElementTree.Element) -> list[tuple[str, tuple[float, float], tuple[float, float]]]:
    """What each line says, and where it begins and ends."""
    found = []
    for path in root.iter(f"{SVG}path"):
        title = path.find(f"{SVG}title")
        if title is not None:
            numbers = [float(number) for number in re.findall(r"-?\d+\.\d+", path.attrib["d"])]
            found.append((title.text or "", (numbers[0], numbers[1]), (numbers[-2], numbers[-1])))
    return found


NAMES = [*(game.name for game in bundled_games()), "hints"]


@pytest.mark.parametrize("name", NAMES)
def test_boxes_keep_apart_and_stay_inside(name: str) -> None:
    root = ElementTree.fromstring(described(name).svg())
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    boxes = [box for _, box in boxes_of(root)]
    assert boxes
    for x1, y1, x2, y2 in boxes:
        assert 0 < x1 < x2 < width
        assert 0 < y1 < y2 < height
    for a, b in combinations(boxes, 2):
        assert a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1], "two boxes overlap"


@pytest.mark.parametrize("name", NAMES)
def test_there_is_a_line_for_every_touch_and_each_ends_in_a_place_of_its_own(name: str) -> None:
    game = described(name)
    touches = game.touches
    root = ElementTree.fromstring(game.svg())
    lines = lines_of(root)
    expected = [f"{rule.name} reads {thing.name}" for rule, thing in touches.reads]
    expected += [f"{rule.name} changes {thing.name}" for rule, thing in touches.changes]
    expected += [f"{user.name} uses {used.name}" for user, used in touches.uses]
    assert sorted(told for told, _, _ in lines) == sorted(expected)
    ends = [end for _, start, stop in lines for end in (start, stop)]
    assert len({(round(x), round(y, 1)) for x, y in ends}) == len(ends), "two lines end in one place"
    boxes = [box for _, box in boxes_of(root)]
    for x, y in ends:
        assert any(y1 < y < y2 and min(abs(x - x1), abs(x - x2)) <= 2.1 for x1, y1, x2, y2 in boxes)


@pytest.mark.parametrize("name", NAMES)
def test_labels_fit_their_boxes_and_lines_stay_on_the_paper(name: str) -> None:
    root = ElementTree.fromstring(described(name).svg())
    for group in root.iter(f"{SVG}g"):
        rect = group.find(f"{SVG}rect")
        assert rect is not None
        letters = [
            len(text.text or "") * (6.0 if text.get("class") == "small" else 7.2) for text in group.iter(f"{SVG}text")
        ]
        assert sum(letters) + 24 <= float(rect.attrib["width"])
    for path in root.iter(f"{SVG}path"):
        bezier = re.fullmatch(r"M([\d.]+) [\d.]+C(-?[\d.]+) [\d.]+ (-?[\d.]+) [\d.]+ ([\d.]+) [\d.]+", path.attrib["d"])
        if bezier and path.find(f"{SVG}title") is not None:
            x1, x2, x3, x4 = map(float, bezier.groups())
            assert (x1 + 3 * x2 + 3 * x3 + x4) / 8 > 0, "a line leaves the paper on the left"


def test_the_picture_needs_nothing_else() -> None:
    svg = described("checkers").svg()
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in svg
    assert "url(#read)" in svg


def test_names_are_escaped() -> None:
    text = 'game "A < B & C"\nplayers 2\nvar n = 0 in 0..9\nturn: act\naction act\n  n += 1\nend when n is 9: draw\ntrack "a<b": n\n'
    drawn = ElementTree.fromstring(ludwright.describe(ludwright.load_text(text)).svg())
    assert "a<b" in "".join(drawn.itertext())


def test_a_rule_and_an_object_that_read_the_same_have_a_box_each() -> None:
    long = "a_name_of_more_letters_than_the_picture_has_room_for"
    text = f'game "T"\nplayers 2\nvar {long}_1 = 0 in 0..9\nturn: {long}_2\naction {long}_2\n  {long}_1 += 1\n'
    root = ElementTree.fromstring(
        ludwright.describe(ludwright.load_text(f"{text}end when {long}_1 is 9: draw\n")).svg()
    )
    same = [box for label, box in boxes_of(root) if label.startswith("a_name_of")]
    assert len(same) == 2
    assert same[0][2] < same[1][0], "the rule stands on the left, the object on the right"
    assert {told for told, _, _ in lines_of(root) if "changes" in told} == {f"{long[:35]}… changes {long[:35]}…"}
