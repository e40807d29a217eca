"""Words and statements: a statement begins with its keyword and ends before the next one, wherever lines break."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

KEYWORDS = frozenset(
    [
        "class",
        "object",
        "attribute",
        "action",
        "condition",
        "consequence",
        "hasConsequence",
        "initial",
        "goal",
        "game",
        "actionGroup",
        "isInGroup",
    ]
)
_WORD = re.compile(r"[(),]|[^\s(),]+")
_OPTION = re.compile(r"\s*(option|result|profile|end)\b\s*(.*)")


@dataclass(frozen=True)
class Word:
    """A run of characters without white space, and where it stands."""

    text: str
    line: int
    column: int


@dataclass(frozen=True)
class Statement:
    """A keyword and the words behind it."""

    keyword: Word
    words: list[Word] = field(default_factory=list)

    def at(self, number: int) -> Word:
        """The word with that number, or what stands last."""
        return self.words[number] if number < len(self.words) else (self.words[-1] if self.words else self.keyword)


@dataclass(frozen=True)
class Remark:
    """A comment that says something about the import: an option, a part of the result, a profile, an end."""

    what: str
    text: str
    word: Word


def words_of(text: str) -> tuple[list[Word], list[Remark]]:
    """All words of a text, and what its comments say about the import."""
    found: list[Word] = []
    remarks: list[Remark] = []
    for number, line in enumerate(text.split("\n"), 1):
        code, comment, said = line.partition("//")
        found += [Word(one.group(), number, one.start() + 1) for one in _WORD.finditer(code)]
        told = _OPTION.fullmatch(said) if comment else None
        if told is not None:
            column = len(code) + 3 + told.start(1)
            remarks.append(Remark(told.group(1), told.group(2).strip(), Word(told.group(1), number, column)))
    return found, remarks


def beside(text: str) -> list[Remark]:
    """The same from a file that lies beside a game: one remark a line, with or without `//`."""
    remarks = []
    for number, line in enumerate(text.split("\n"), 1):
        told = _OPTION.fullmatch(line.strip().removeprefix("//"))
        if told is not None:
            remarks.append(Remark(told.group(1), told.group(2).strip(), Word(told.group(1), number, 1)))
    return remarks


def statements_of(words: list[Word]) -> tuple[list[Statement], list[Word]]:
    """The statements, and the words before the first of them."""
    statements: list[Statement] = []
    stray: list[Word] = []
    for word in words:
        if word.text in KEYWORDS and not _inside(word, statements):
            statements.append(Statement(word))
        elif statements:
            statements[-1].words.append(word)
        else:
            stray.append(word)
    return statements, stray


def _inside(word: Word, statements: list[Statement]) -> bool:
    """Two keywords also occur inside statements: `class` behind `attribute`, `game` behind `consequence NAME`."""
    if not statements:
        return False
    last = statements[-1]
    if word.text == "class":
        return last.keyword.text == "attribute" and not last.words
    return word.text == "game" and last.keyword.text == "consequence" and len(last.words) == 1
