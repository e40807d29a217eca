"""The bundled games with something hidden, found without loading them: tests are listed by name."""

from __future__ import annotations

import re

from ludwright.game import GAMES


def hides(name: str) -> bool:
    """Whether somebody does not see something, going by the text and by that of the game it is a variant of."""
    text = (GAMES / f"{name}.game").read_text(encoding="utf-8")
    of = re.search(r'^variant ".*" of "(.+)\.game"', text, re.MULTILINE)
    return any(word in text for word in ("face down", "seen by", "secret")) or (of is not None and hides(of[1]))


BUNDLED = sorted(path.stem for path in GAMES.glob("*.game"))
HIDING = [name for name in BUNDLED if hides(name)]
UNDECIDED = [name for name in HIDING if name.startswith(("movement_points", "polis"))]
"""Nobody decides anything there: a match is over when it begins."""
ALL_DRAWN = [name for name in UNDECIDED if name.startswith("movement_points")]
"""And there nothing is hidden any more by then."""
