"""How large a game may be: everything has a bound, so that a description from a stranger can't fill the memory."""

from __future__ import annotations

MOST_SEATS = 16
"""Players of one game."""
MOST_COMPONENTS = 20_000
"""Cards and things, and designs."""
MOST_MADE = 250
"""Things of a kind that are made in play, `any number` of them."""
MOST_WORDS = 1_000_000
"""Numbers in one state, or in one variable."""
MOST_PRINTED = 5_000_000
"""Numbers in the read-only block: what is printed, and lists of cells such as all lines of a board."""
MOST_MEMBERS = 100_000
"""Members of one kind."""
MOST_GHOSTS = 96
"""Positions of cards before they were shuffled together, of which somebody may still know something."""
MOST_REPLIES = 256
"""Answers since a secret part of a game began."""
MOST_SEALED = 1_024
"""Answers in one `at once`, where there is no secret stage."""
REPLIES_EACH = 16
"""So many of them for each player where there is no secret stage, as when all pick cards at once; 64 at least."""
