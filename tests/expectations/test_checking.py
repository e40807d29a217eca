"""`ludwright check` reads expectations like everything else: each mistake at its place, with what was probably meant."""

from __future__ import annotations

from pathlib import Path

import ludwright
from tests.expectations.climbing import CLIMB

WRONG = """expect "drws under 10%"
expect "first player wins 48..52"
expect "seat 3 wins under 10%"
expect "{p.heigth} of seat 1 under 10"
expect "seat 1 plays clim"
expect "x": always
  after p does climb(1)
  then p does climb with p.heigth > 2
  within 3 days
expect "y": always
  after p says "clmb"
  then start of gam
expect "turns under 5"
expect "turns over 6"
expect "z": at least 150% of cases
  after start of turn
"""
TOLD = [
    (1, "drws", "there is no figure `drws`", "did you mean `draws`?"),
    (2, "48..52", "`seat shares` is a share", "write it in percent: `48..52%`"),
    (3, "3", "there is no seat 3", "they are 1 to 2"),
    (4, "p.heigth", "a player has no `heigth`", "did you mean `height`?"),
    (5, "clim", "nothing called `clim` can be played", "did you mean `climb`?"),
    (8, "heigth", "a player has no `heigth`", "did you mean `height`?"),
    (9, "days", "a window has moves, turns or rounds, not `days`", "write `within 1 turn`"),
    (11, '"clmb"', "nobody can say `clmb` here", "did you mean `climb`?"),
    (14, '"turns over 6"', "this can't hold beside another expectation", '"turns under 5" wishes at most 5'),
    (15, "at least 150% of cases", "a share is 100% at most", ""),
]


def test_all_mistakes_of_expectations_are_told_at_once(tmp_path: Path) -> None:
    game = tmp_path / "climb.game"
    game.write_text(CLIMB + WRONG)
    before = len(CLIMB.splitlines())
    found = []
    for mistake in ludwright.check(game):
        place = mistake.place
        if mistake.severity == "mistake" and place is not None:
            words = place.text[place.column - 1 : place.column - 1 + place.width]
            found.append((place.line - before, words, mistake.message, mistake.hint))
    assert found == TOLD
