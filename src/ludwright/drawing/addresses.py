"""Addresses: how drawings name what can be clicked, in the attribute ``data-at`` of its part."""

from __future__ import annotations

from ludwright.drawing.svg_blocks import clean

Lit = frozenset[str] | None
"""Which addresses can be chosen; None: nothing is clicked in this drawing, and it names nothing."""


def at_spot(role: str, board: str, name: str) -> str:
    """The address of a cell, a corner or an edge."""
    return f"{role}:{board}:{name}"


def at_player(name: str) -> str:
    """The address of a player's panel."""
    return f"player:{name}"


def at_card(owner: str, pile: str, name: str) -> str:
    """The address of a card, a piece or a die in a pile, by what it is called."""
    return f"card:{owner}:{pile}:{name}"


def at_place(owner: str, pile: str, place: int) -> str:
    """The address of a card by where it lies in a pile that is kept in order, from 1."""
    return f"place:{owner}:{pile}:{place}"


def addressed(address: str, body: str, lit: Lit) -> str:
    """A part of a drawing with its address."""
    return body if lit is None else f'<g data-at="{clean(address)}">{body}</g>'
