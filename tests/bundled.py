"""Bundled games, read once for all tests that only look at them or play them."""

from __future__ import annotations

from functools import cache

import ludwright


@cache
def bundled(name: str) -> ludwright.Game:
    """The game with its usual settings; whoever changes anything about it loads their own."""
    return ludwright.load(name)
