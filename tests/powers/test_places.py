"""What starting places are worth, in games where it can be worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

import ludwright
from ludwright.metrics.figure import Figure
from ludwright.powers import Power, PowerError
from ludwright.powers.places import StartingPlaces
from tests.bundled import bundled
from tests.nonempty import some

_TURNS = """\
play: turns once
turn: one of wave, rest
action wave
  waves += 1
action rest
  waves += 0
var waves = 0 in 0..9
winner: highest score
"""
WHERE = """\
game "Ridge"
players 2
board grid 3 x 1 of cell
each player
  where: cell
setup
  for p in players: p.where = cells[p.number, 1]
score(p): p.where.column
"""
MARKS = """\
game "Lands"
players 2
board grid 3 x 1 of cell
  owner: player or none
each player
  lands = 0 in 0..9
setup
  cells[1, 1].owner = players[1]
  cells[2, 1].owner = players[2]
  cells[3, 1].owner = players[2]
  players[1].lands = 1
  players[2].lands = 2
score(p): sum(c.column for c in cells with c.owner is p) + p.lands
"""
PIECES = """\
game "Men"
players 2 named White, Black
board grid 3 x 1 of cell, holds 1 man
things man (men), copies 2 each player
  king = no
each player
  zone box of man, holds all men
picture cell
  | w . b |
  w: man of White
  b: man of Black
setup
  for m in men with m.owner is Black: m.king = yes
score(p): sum(m.cell.column for m in p.men) + count(m in p.men with m.king) - p.box.count
"""
PRINTED = """\
game "Slopes"
players 2
  | name  | goal |
  | White |  1   |
  | Black |  3   |
board grid 3 x 1 of cell
  man: player or none
picture cell
  | w . b |
  w: man = White
  b: man = Black
score(p): count(c in cells with c.man is p and c.column is p.goal) * p.goal
"""
FIRST = WHERE.replace("score(p): p.where.column\n", "").replace("Ridge", "Rush") + _TURNS.replace(
    "  waves += 1\n", "  me wins\n"
).replace("  waves += 0\n", "  me wins\n").replace("winner: highest score\n", "")
"""Who acts first wins, wherever he stands."""
DRAWN = WHERE.replace(
    "p.where = cells[p.number, 1]", "p.where = random c in cells with no q in players with q.where is c"
).replace("where: cell", "where: cell or none")
"""Where everybody stands is drawn: the third cell always wins, the first never, and the second against the first."""
DEFINED = WHERE.replace("cells[p.number, 1]", "home(p)") + "define home(p): cells[p.number, 1]\n"
"""What only the setup uses may go by the numbers of seats."""
INCOME = WHERE.replace("score(p): p.where.column", "score(p): p.found").replace(
    "  where: cell\n", "  where: cell\n  found = 0 in 0..9\n"
) + _TURNS.replace("turn: one of wave, rest", "turn\n  my found = my where.column\n  one of wave, rest")
"""What a turn begins with is counted from where one stands."""

HOMES = """\
game "Homes"
players 2 named White, Black
board graph of land
  | name | home  |
  | Ash  | White |
  | Elm  | Black |
  | Oak  | Black |
  owner: player or none
  link Ash: Elm, Oak
setup
  for l in lands: l.owner = l.home
score(p): count(l in lands with l.owner is p)
"""
"""A map that gives the second player more."""
STUCK = (WHERE + _TURNS).replace("wave, rest", "wave, rest otherwise me loses").replace(
    "action rest\n", "action rest\n  when my where is cells[1, 1]\n"
).replace("action wave\n", "action wave\n  when my where is cells[1, 1]\n")  # fmt: skip
"""Only from the first cell anything can be done."""


def found(text: str, what: str = "seats,places", **more: object) -> Power:
    text = text if "turn" in text else text + _TURNS
    return ludwright.power(ludwright.load_text(text), "random", 200, what=what, threads=1, pairs=0, **more)  # type: ignore[arg-type]


def covers(figure: Figure, value: float) -> bool:
    return figure.low is not None and figure.high is not None and figure.low <= value <= figure.high


@pytest.mark.parametrize("text", [WHERE, MARKS, PIECES, PRINTED, INCOME, DEFINED, HOMES])
def test_a_place_that_decides_the_game_is_named(text: str) -> None:
    ridge = found(text)
    seats = [one.what for one in ridge.standings if one.kind == "seats"]
    first, second = (ridge.standing(f"place of {seat}") for seat in seats)
    assert (first.wins.value, second.wins.value) == (0.0, 1.0)
    assert (first.gain.value, second.gain.value) == (-0.5, 0.5)
    assert (first.verdict, second.verdict) == ("underpowered", "overpowered")
    assert second.observed.value == 1.0
    assert f"From the place of {seats[1]}, random players win 100% (99–100%) instead of 50%" in second.sentence


def test_moving_first_is_told_apart_from_the_place() -> None:
    rush = found(FIRST)
    assert rush.standing("seat 1").gain.value == 0.5
    place = rush.standing("place of seat 1")
    assert (place.gain.value, place.verdict, place.observed.value) == (0.0, "no difference seen", 1.0)
    assert {one.kind for one in rush.named} == {"seats"}


def test_places_that_are_drawn_go_by_their_names() -> None:
    drawn = found(DRAWN)
    places = [one for one in drawn.standings if one.kind == "places"]
    assert {one.what for one in places} == {"place a1", "place b1", "place c1"}
    assert (drawn.standing("place c1").wins.value, drawn.standing("place a1").wins.value) == (1.0, 0.0)
    middle = drawn.standing("place b1")
    assert covers(middle.wins, 1 / 2) and middle.verdict == "no difference seen"
    assert covers(middle.observed, 0.0) and drawn.standing("place c1").observed.value == 1.0


@pytest.mark.parametrize("text", [WHERE, MARKS, PIECES, PRINTED, INCOME, DRAWN])
def test_an_exchange_leaves_a_possible_game(text: str) -> None:
    """Both runs agree, nothing is lost, and what was exchanged twice is as it was."""
    game = ludwright.load_text(text if "turn" in text else text + _TURNS)
    places = StartingPlaces(game, 1)
    for place in some(places.found):
        for seat in range(2):
            other = places.given(place, seat)
            for number in range(4):
                native, twin = (other.start(1, number, run) for run in ("native", "twin"))
                words = np.array(native.numbers(), np.int32)
                assert words.tolist() == list(twin.numbers())
                assert other.compiled.possible(words)
                assert [option.words for option in native.legal()] == [option.words for option in twin.legal()]
                again = np.array(places.stopping.plain.start(1, number).numbers(), np.int32)
                once = again.copy()
                places.ground.exchange(again, 0, 1)
                assert again.tolist() != once.tolist() or text is PRINTED
                places.ground.exchange(again, 0, 1)
                assert again.tolist() == once.tolist()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (MARKS.replace("+ p.lands", "+ (1 if p is players[2] else 0)"), "speak of a seat by name"),
        (WHERE.replace("score(p): p.where.column", "score(p): p.number"), "go by the numbers of seats"),
        (WHERE.replace("where: cell", "where: cell, seen by owner"), "not everybody sees `where`"),
        (MARKS[: MARKS.index("setup")] + "score(p): p.lands\n", "nobody has a place on a board"),
        (WHERE.replace("p.where = cells[p.number, 1]", "p.where = cells[1, 1]"), "all players begin alike"),
        (WHERE + "end when players[1].where is cells[2, 1]: draw\n", "speak of a seat by name"),
        (HOMES.replace("score(p): count(l in lands with l.owner is p)", "score(p): count(l in lands with l.home is p)"), "`home` is printed on the board"),
        (STUCK, "if seat 2 gets the place of seat 1, the game is over at once"),
    ],
)  # fmt: skip
def test_where_places_cant_be_exchanged_it_is_said_why(text: str, why: str) -> None:
    ridge = found(text, "places")
    assert not ridge.standings and len(ridge.notes) == 1
    assert why in ridge.notes[0]


def test_by_name() -> None:
    assert [one.what for one in found(WHERE, "places", only="place of seat 2").standings] == ["place of seat 2"]
    with pytest.raises(PowerError, match="did you mean `place of seat 2`"):
        found(WHERE, "places", only="place of seat 22")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["checkers", "breakthrough", "othello", "kalah"])
def test_the_sides_of_known_games_are_worth_the_same(name: str) -> None:
    sides = ludwright.power(bundled(name), "greedy", 200, what="places", threads=1, pairs=0)
    assert len(sides.standings) == 2 and not sides.named
