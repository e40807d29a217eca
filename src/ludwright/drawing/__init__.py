"""Drawing: any state of any game, as a picture or as text.

One scene (:mod:`ludwright.drawing.scene`) says what there is to be seen; :func:`draw_svg` and :func:`draw_text` draw it.
With a seat, what that seat does not see is shown from the back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright.drawing.scene import Scene
from ludwright.drawing.staging import StageSeatError, scene_of

if TYPE_CHECKING:
    from ludwright.play.match import Match

__all__ = ["Scene", "StageSeatError", "draw_svg", "draw_text", "scene_of"]


def draw_svg(match: Match, seat: int | None = None) -> str:
    """The match as it stands, as an SVG text that needs nothing else; from one seat (from 0), or with all to be seen."""
    from ludwright.drawing.svg import svg_of

    return svg_of(scene_of(match, seat))


def draw_text(match: Match, seat: int | None = None) -> str:
    """The match as it stands, as plain text for a terminal.

    >>> import ludwright
    >>> match = ludwright.load("tic-tac-toe").start(seed=1)
    >>> match.apply("place b2")
    >>> print(draw_text(match))
    Tic-tac-toe
    After 1 move: O to move
    <BLANKLINE>
      3  · · ·
      2  · X ·
      1  · · ·
         a b c
    <BLANKLINE>
      X
    ▶ O
    """
    from ludwright.drawing.text import text_of

    return text_of(scene_of(match, seat))
