"""Characters that no word of the language can hold, and what was probably meant by them."""

from __future__ import annotations

import re
import unicodedata

_TURNING = "\u202a-\u202e\u2066-\u2069"
_HARMFUL = re.compile(
    f"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028\u2029\u2060-\u2064\ufff9-\ufffb{_TURNING}\ud800-\udfff\ufffe\uffff]"
)

_SIGNS = {
    "'": "texts stand between double quotes: \"…\"",
    "&": "write `and`",
    "!": "write `not`, or `is not` to compare",
    "%": "the remainder is `a mod b`",
    "{": "blocks are made by indentation, not by brackets",
    "}": "blocks are made by indentation, not by brackets",
    "^": "there are no powers; multiply with `*`",
    "\\": "a long line may be broken inside brackets, without a sign",
    "?": "write `x if condition else y`",
    "|": "a row of a table begins and ends with `|`; for a choice of conditions write `or`",
    "–": "write a plain `-`",
    "—": "write a plain `-`",
    "−": "write a plain `-`",
    "×": "multiply with `*`; a board is `3 x 3` with the letter",
    "÷": "write `div`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "≠": "write `is not`",
    "…": "write `..`",
}  # fmt: skip


def unreadable(text: str) -> tuple[str, str, int]:
    """Message, hint and width for a text that begins with something no word can begin with."""
    sign = text[0]
    if sign == '"':
        return "this quote is never closed", 'a text begins and ends with `"` on the same line', len(text.rstrip())
    if sign in "“”„«»‟":
        return f"`{sign}` is not a quote of the language", 'write straight quotes: `"`', 1
    if sign in "‘’`´" or sign == "'":
        return f"`{sign}` has no meaning here", _SIGNS["'"], 1
    if not sign.isprintable() or unicodedata.category(sign) in ("Cf", "Zs", "Zl", "Zp", "Cc", "Mn"):
        return f"an invisible character (U+{ord(sign):04X}) stands here", "delete it", 1
    if sign.isnumeric():
        return f"`{sign}` is not a digit of the language", "write numbers with the digits 0 to 9", 1
    width = 2 if text[:2] in ("&&", "||") else 1
    return f"`{text[:width]}` has no meaning here", _SIGNS.get(sign, ""), width


def normal(text: str) -> str:
    """The text with one kind of line end, one kind of space, and accents as single characters."""
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", text.replace("\u00a0", " "))


def harmful(line: str) -> tuple[int, str] | None:
    """Where a line has a character that no text should have, and what it is; None for a clean line."""
    match = _HARMFUL.search(line)
    if match is None:
        return None
    code = ord(match[0])
    if code == 0:
        return match.start(), "a NUL character"
    if re.match(f"[{_TURNING}]", match[0]):
        return match.start(), f"a character that turns the direction of writing (U+{code:04X})"
    what = "an invisible character" if unicodedata.category(match[0]) in ("Cf", "Zl", "Zp") else "a control character"
    return match.start(), f"{what} (U+{code:04X})"
