"""A CardScript file as words: names, numbers, signs. Comments are left out, but for the options in them."""

from __future__ import annotations

import re

from ludwright.importing.cardscript.syntax import Word
from ludwright.importing.places import Wrong

_WORDS = re.compile(
    r"(?P<space>[\s\ufeff]+)|(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)|(?P<open>/\*)"
    r"|(?P<word>[^\W\d][\w$]*|\$[\w$]*|\d+\.\d+|\d+|\.\.|>=|<=|!=|==|&&|\|\||[><=\[\],.])|(?P<other>.)",
    re.DOTALL,
)
_OPTION = re.compile(r"//\s*option\s+(?P<name>[A-Za-z_]+)\s*=\s*(?P<value>[\w$]+)\s*$")
_MOST_DIGITS, _MOST_LETTERS = 9, 100

_INSTEAD = {
    **dict.fromkeys("()", "conditions stand without brackets; two that must both hold are separated by a comma"),
    **dict.fromkeys("+-*", "nothing is reckoned there, and no number is negative: compare, as in `lives != 0`"),
    **dict.fromkeys("\"'", "names stand without quotes"),
    "!": "two things are told apart by `!=`, as in `supply != empty`",
    "{": "lists stand in square brackets",
    "}": "lists stand in square brackets",
    ";": "items of a list are separated by commas; lines end without a sign",
}
"""What to write instead of signs that other languages have."""


def tokens_of(text: str, wrong: Wrong) -> tuple[list[Word], list[tuple[Word, Word]]]:
    """The words of a text, and the options that its comments choose."""
    words: list[Word] = []
    options: list[tuple[Word, Word]] = []
    line, start = 1, 0
    for found in _WORDS.finditer(text):
        kind, piece = found.lastgroup, found.group()
        word = Word(piece, line, found.start() - start + 1)
        if kind == "word":
            if len(piece) > (_MOST_DIGITS if piece[0].isdigit() else _MOST_LETTERS):
                wrong(word, "this is too long for a number" if piece[0].isdigit() else "this is too long for a name")
                word = Word("1" if piece[0].isdigit() else piece[:_MOST_LETTERS], line, word.column)
            words.append(word)
        elif kind == "line" and (option := _OPTION.match(piece)):
            options.append(
                tuple(Word(option[name], line, word.column + option.start(name)) for name in ("name", "value"))  # type: ignore[arg-type]
            )
        elif kind == "open":
            wrong(word, "this comment is never closed", "close it with `*/`")
            break
        elif kind == "other":
            wrong(word, f"`{piece}` means nothing in CardScript", _INSTEAD.get(piece, ""))
        if "\n" in piece:
            line += piece.count("\n")
            start = found.start() + piece.rfind("\n") + 1
    return words, options
