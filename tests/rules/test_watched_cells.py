"""Lines and links are looked for only through the cell that changed; the result is the same as looking everywhere."""

from __future__ import annotations

import random

import pytest

import ludwright
from ludwright.game import find

# In brackets a condition is not watched: the whole board is looked at.
EVERYWHERE = {
    "tic_tac_toe": ("line(3, all c in cells with c.mark is me)", "(line(3, all c in cells with c.mark is me))"),
    "connect_four": ("line(4, all c in cells with c.disc is me)", "(line(4, all c in cells with c.disc is me))"),
    "hex": (
        "linked(side(my near), side(my far), all c in cells with c.stone is me)",
        "(linked(side(my near), side(my far), all c in cells with c.stone is me))",
    ),
}


@pytest.mark.parametrize("name", sorted(EVERYWHERE))
def test_watching_one_cell_finds_what_looking_everywhere_finds(name: str) -> None:
    text = find(name).read_text(encoding="utf-8")
    here, everywhere = EVERYWHERE[name]
    assert here in text
    params = {"size": 5} if name == "hex" else {}
    watched = ludwright.load_text(text, params=params)
    plain = ludwright.load_text(text.replace(here, everywhere), params=params)
    for seed in range(150):
        a, b = watched.start(seed=seed), plain.start(seed=seed)
        choose = random.Random(seed)
        while not a.over:
            assert not b.over
            answer = choose.choice(a.codes())
            a.apply(answer)
            b.apply(answer)
        assert b.over
        assert a.returns() == b.returns()


def test_a_line_that_counts_only_later_is_still_found() -> None:
    game = ludwright.load_text(
        """
game "Patience"
players 2
board grid 3 x 3 of cell
  mark: player or none
var ready = no
turn: one of place, get_ready
action place(c in cells)
  when c.mark is none
  c.mark = me
action get_ready
  when not ready
  ready = yes
end
  when ready and line(3, all c in cells with c.mark is me): me wins
  when no c in cells with c.mark is none: draw
"""
    )
    match = game.start()
    for words in ("place a1", "place b1", "place a2", "place b2", "place a3", "place b3"):
        match.apply(words)
        assert not match.over
    match.apply("get_ready")
    assert match.over
    assert match.returns() == [1.0, -1.0]


def test_a_line_tested_at_the_end_of_the_turn_is_found_there() -> None:
    game = ludwright.load_text(
        """
game "Late"
players 2
board grid 3 x 3 of cell
  mark: player or none
turn: place
action place(c in cells)
  when c.mark is none
  c.mark = me
end when no c in cells with c.mark is none: draw
end after turn when line(3, all c in cells with c.mark is me): me wins
"""
    )
    match = game.start()
    for words in ("place a1", "place b1", "place a2", "place b2", "place a3"):
        match.apply(words)
    assert match.over
    assert match.returns() == [1.0, -1.0]
