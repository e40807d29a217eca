"""Colours that can be told apart by everybody: Okabe and Ito's palette, and plain colours for things named after one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7b4fa3", "#8a6d3b")
"""For seats and values without a colour in their name; distinct for all common kinds of colour blindness."""

NAMED = {
    "black": "#2e3138", "white": "#fbfaf5", "red": "#d0402b", "yellow": "#f2c12e", "blue": "#0072b2", "green": "#1b9e5a",
    "orange": "#e69f00", "purple": "#7b4fa3", "violet": "#7b4fa3", "pink": "#e58fb4", "brown": "#8a5a2b", "grey": "#8d949c",
    "gray": "#8d949c", "gold": "#d9a520", "silver": "#b9c0c7", "teal": "#2a9d8f",
    "hearts": "#d0402b", "diamonds": "#d0402b", "clubs": "#2e3138", "spades": "#2e3138",
    "wood": "#2f7d4f", "forest": "#2f7d4f", "brick": "#b5532a", "hills": "#b5532a", "clay": "#b5532a", "wool": "#9ccc65", "pasture": "#9ccc65",
    "sheep": "#9ccc65", "grain": "#e3b23c", "wheat": "#e3b23c", "fields": "#e3b23c", "ore": "#7d8896", "stone": "#7d8896",
    "mountains": "#7d8896", "desert": "#e2d3a4", "water": "#56b4e9", "sea": "#56b4e9",
}  # fmt: skip


def named(name: str) -> str | None:
    """The colour a name speaks of.

    >>> named("light red"), named("seat 1")
    ('#d0402b', None)
    """
    return next((NAMED[word] for word in reversed(name.casefold().replace("_", " ").split()) if word in NAMED), None)


def colours_of(names: Sequence[str]) -> list[str]:
    """A colour for each name, all different as long as the palette lasts: those they speak of if all do, else the palette."""
    spoken = [named(name) for name in names]
    if names and all(spoken) and len(set(spoken)) == len(names):
        return [colour for colour in spoken if colour is not None]
    # `white_king`, `black_king`: the first word is the colour, the sign says which of that colour
    words = [name.replace("_", " ").split() for name in names]
    first = [named(some[0]) if len(some) > 1 else None for some in words]
    if names and all(first):
        return [colour for colour in first if colour is not None]
    return [PALETTE[i % len(PALETTE)] for i in range(len(names))]


def lightness(colour: str) -> float:
    """How light a colour is to the eye, from 0 to 1 (the L of CIE Lab)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return (1.16 * luminance ** (1 / 3) - 0.16) if luminance > 0.008856 else 9.033 * luminance


def ink_on(colour: str) -> str:
    """Dark or light ink, whichever can be read on a colour."""
    return "#1d2733" if lightness(colour) > 0.62 else "#ffffff"


def tell_apart(colours: Sequence[str]) -> bool:
    """Whether the colours differ so much in lightness that nobody needs a letter to tell them apart."""
    levels = sorted(lightness(colour) for colour in colours)
    return all(higher - lower > 0.28 for lower, higher in pairwise(levels))


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with that share of another in it."""
    pairs = [(int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
