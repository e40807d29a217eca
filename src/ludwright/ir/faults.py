"""What can go wrong while a game is played."""

from __future__ import annotations

FILE_LINES = 1_000_000
"""A line number carries the number of its file above this."""
FAULTS = {
    1: "no legal action",
    2: "a number left its range",
    3: "division by zero",
    4: "drew from an empty place",
    5: "a place is full",
    6: "more things created than allowed",
    7: "an index is out of bounds",
    8: "something was assigned through `none`",
    9: "told something that is not true",
    10: "a loop does not end",
    11: "automatic rules do not come to rest",
    12: "effects are nested too deeply",
    13: "the game is too long",
    14: "too many options",
    15: "an answer that is not one of the options",
    16: "moved something that is `none`",
    17: "too much to work out between two decisions",
    18: "more effects wait at once than allowed",
    19: "a player from outside did not answer in time",
    20: "a player from outside answered what is not legal",
    21: "a player from outside came to an end",
}
(
    NO_ACTION,
    OUT_OF_RANGE,
    ZERO_DIVISION,
    EMPTY,
    FULL,
    TOO_MANY_THINGS,
    BAD_INDEX,
    THROUGH_NONE,
    FALSE_TELL,
    ENDLESS_LOOP,
    ENDLESS_RULES,
    TOO_DEEP,
    TOO_LONG,
    TOO_MANY_OPTIONS,
    BAD_ANSWER,
    MOVED_NONE,
    TOO_MUCH,
    TOO_MANY_WAITING,
    NO_ANSWER,
    WRONG_ANSWER,
    GONE_AWAY,
) = range(1, 22)
