"""Syntax mistakes in a designer's words."""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING

from lark import Token

if TYPE_CHECKING:
    from ludwright.language.scanner import Scanner, Slip


def unreadable(text: str) -> tuple[str, str, int]:
    """Message, hint and width for a text that begins with something no word can begin with."""
    return f"`{text[0]}` has no meaning here", "", 1


def explain(token: Token, accepts: Set[str], scanner: Scanner) -> Slip:
    """Why `token` can't stand where it does."""
    from ludwright.language.scanner import Slip

    return Slip(token.line or 1, token.column or 1, max(1, len(token)), f"`{token}` can't stand here")
