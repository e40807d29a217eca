"""Which declarations matter to play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludwright.language.syntax.walking import tokens

if TYPE_CHECKING:
    from ludwright.language.source import Declaration

WATCHING = ("bot", "expect")
"""Declarations that only look at a game."""


def in_play(declarations: Sequence[Declaration]) -> list[Declaration]:
    """All that can matter to play: not bots and expectations, nor definitions that only these use."""
    watching = [d for d in declarations if d.kind in WATCHING]
    playing = [d for d in declarations if d.kind not in (*WATCHING, "define")]
    only_watching = _defined_for(watching, declarations) - _defined_for(playing, declarations)
    return [d for d in declarations if d.kind not in WATCHING and d.name not in only_watching]


def _defined_for(users: list[Declaration], declarations: Sequence[Declaration]) -> set[str]:
    """The definitions that some declarations use, in cells of their tables, too, and by way of others."""
    definitions = {str(d.name): d for d in declarations if d.kind == "define"}
    found: set[str] = set()
    todo = list(users)
    while todo:
        text = " ".join(tokens(todo.pop().tree))
        new = (set(re.findall(r"\w+", text)) & definitions.keys()) - found
        found |= new
        todo += [definitions[name] for name in new]
    return found
