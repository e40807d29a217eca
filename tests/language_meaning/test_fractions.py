"""Fractions in variables, things done on creation, the clock in formulas: the same in both runs."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.mistakes import MistakesError

TEXT = """
game "Fractions"
players 1
clock in seconds, up to 300 waiting
things tree, any number
  | name  | growth |
  | birch |  1.5   |
  | oak   | -0.4   |
  tall = 0.5
var height = 2.0 in 0..500
var count = 0
var made = 0
var seen = 0
turn: one of step, rest
action step
{body}
action rest
  create birch
when tree is created
  made += 1
  it.tall = it.growth + 0.25
end when count > 900: me wins
"""


def after(body: str, run: str) -> ludwright.Match:
    text = TEXT.format(body="\n".join(f"  {line}" for line in body.split("\n")))
    match = ludwright.load_text(text).start(run=run)
    match.apply("step")
    return match


@pytest.mark.parametrize("run", ["native", "twin"])
@pytest.mark.parametrize(
    ("body", "height"),
    [
        ("height += 0.125", 2.125),
        ("height = height * height * 1.5", 6.0),
        ("height = 1 / height", 0.5),
        ("height = 7.0 / 3", 2.333),
        ("height = 3 + birch.growth * 2", 6.0),
        ("height = 1.5 if height > 1.999 else 0.0", 1.5),
        ("height = 1 - oak.growth", 1.4),
        ("height = whole(height * 1.75)", 3.0),
        ("height = 3 + whole(0 - 2.9)", 1.0),
        ("let t = create birch\nheight = t.tall", 1.75),
        ("let t = create oak\nheight = 5 + t.tall", 4.85),
    ],
)
def test_fractions(body: str, height: float, run: str) -> None:
    assert after(body, run)["height"] == height


@pytest.mark.parametrize("run", ["native", "twin"])
def test_what_is_made_is_noticed_each_time(run: str) -> None:
    assert after("create birch\ncreate oak\ncreate oak", run)["made"] == 3


@pytest.mark.parametrize("run", ["native", "twin"])
def test_the_clock_can_be_read(run: str) -> None:
    match = after("for i in 1..200\n  in i seconds: seen = clock.now\ncount = clock.waiting\nwait 7 seconds", run)
    assert (match["count"], match["seen"]) == (200, 7)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("count = height", "a whole number is needed here, this is a fraction"),
        ("height = 0.1234", "this fraction can't be kept"),
        ("count = clock.then", "the clock has no `then`"),
    ],
)
def test_mistakes(body: str, message: str) -> None:
    with pytest.raises(MistakesError, match=message):
        after(body, "twin")


def test_a_thing_that_makes_another_of_its_kind_is_told() -> None:
    text = TEXT.format(body="  create oak").replace("  made += 1\n", "  create birch\n")
    with pytest.raises(MistakesError, match="without end"):
        ludwright.load_text(text)
