"""What is printed on cards, cells and regions is shown, and what is hidden is not."""

from __future__ import annotations

from pathlib import Path

import ludwright
from ludwright.drawing import draw_svg, draw_text, scene_of
from ludwright.drawing.faces import Faces
from ludwright.drawing.svg import NARROW, svg_of
from tests.bundled import bundled

EVENTS = """\
game "Adventure"
players 2
enum suit
  | name | worth |
  | sun  |   3   |
cards event
  | name     | copies | price | big | when drawn    |
  | purse    |   6    |   0   | yes | my coins += 3 |
  | merchant |   2    |   4   | no  |               |
cards trump: each suit
board track 3 of step
  | name | toll |
  | one  |  7   |
  | two  |      |
  | last |  1   |
zone deck of event, face down, holds all events, shuffled
zone used of event
zone shown of trump, holds all trumps
each player
  coins = 2 in 0..90
  at: step
  zone hand of event, seen by owner
when merchant is drawn
  for p in players
    p.coins = 0
setup
  for p in players: p.at = steps[1]
turn: rest
action rest
  draw 1 from deck to my hand
  draw 1 from deck to used
  resolve top of used as drawn
end when turn.number > 2: draw
"""


def faces(name: str) -> tuple[str, ...]:
    return Faces(ludwright.load_text(EVENTS)).called(name)[0][1]


def test_properties_and_effects_are_told_in_a_few_words() -> None:
    assert faces("purse") == ("price 0", "big", "drawn: +3 coins")
    assert faces("merchant") == ("price 4", "drawn: for p in players: p.coins = 0")


def test_words_for_people_stand_below_what_counts(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text(
        "name,Cost,copies,Rules Text\nTax Collector,3,2,All others pay you.\nBaker,1,4,\n"
    )
    text = 'game "Tax"\nplayers 2\ncards person from "people.csv"\nzone deck of person, holds all persons\n'
    (tmp_path / "tax.game").write_text(text + "turn: rest\naction rest\n  nothing\nend when turn.number > 3: draw\n")
    faces = Faces(ludwright.load(tmp_path / "tax.game"))
    assert faces.called("tax") == [("Tax Collector", ("cost 3", "Rules Text: All others pay you."))]
    assert faces.called("baker") == [("Baker", ("cost 1",))]


def test_a_card_of_an_axis_tells_what_its_value_tells() -> None:
    assert faces("sun") == ("worth 3",)


def test_cells_tell_what_is_printed_on_them() -> None:
    svg = draw_svg(ludwright.load_text(EVENTS).start())
    assert ">toll 1</text>" in svg and "<title>last: toll 1</title>" in svg
    assert faces("last") == ("toll 1",) and faces("two") == ()


def test_a_card_shows_its_face_to_those_who_see_it_only() -> None:
    for seed in range(4):
        match = ludwright.load_text(EVENTS, ask_forced=True).start(seed=seed)
        match.apply("rest")
        own, other = (scene_of(match, seat).players[0].piles[0] for seat in (0, 1))
        assert own.tokens[0].printed == faces(own.tokens[0].name)
        assert not [token for token in other.tokens if token.printed]
        assert f"{own.tokens[0].name}, {', '.join(own.tokens[0].printed)}" in draw_svg(match, 0)


def test_the_key_of_a_map_names_what_regions_bring() -> None:
    match = ludwright.load("conquest_small").start(seed=1)
    assert ">West · bonus 3</text>" in draw_svg(match)
    assert "  West (bonus 3):" in draw_text(match).splitlines()


def test_a_narrow_picture_is_no_wider_than_its_page() -> None:
    for name in ("harbour_town", "kuhn_poker"):
        svg = svg_of(scene_of(bundled(name).start(seed=1)), NARROW)
        assert float(svg.split('width="')[1].split('"')[0]) <= NARROW + 56
