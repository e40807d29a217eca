"""Formulas by that language's own priorities: each operator has a level of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludwright.importing.places import Wrong
from ludwright.importing.wgdl.words import Word

LEVELS = ("=", "==", "!=", "&&", "||", "xor", ">", ">=", "<", "<=", "+", "-", "*", "/")
"""From the loosest to the tightest."""
SPELLINGS = {"and": "&&", "or": "||"}
TYPES = ("long", "double", "boolean", "string")
_PRIORITY = {sign: level for level, sign in enumerate(LEVELS)}
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
MOST_NESTED = 30


@dataclass(frozen=True)
class Value:
    """A typed value: `long 30`, a bare number, TRUE."""

    type: str
    text: str
    word: Word


@dataclass(frozen=True)
class Path:
    """`this.attr`, `town.money`, `oven.best.loaves`, `game.NAME`, or one name alone."""

    parts: tuple[str, ...]
    word: Word


@dataclass(frozen=True)
class Design:
    """`object:NAME`."""

    name: str
    word: Word


@dataclass(frozen=True)
class Operation:
    """Two operands and the sign between them."""

    sign: str
    left: Expression
    right: Expression
    word: Word
    bracketed: bool = False


Expression = Value | Path | Design | Operation


class UnreadableError(Exception):
    """A formula can't be read; what is wrong was told."""


def read(words: list[Word], at: Word, wrong: Wrong) -> Expression:
    """The formula that the words make."""
    reader = _Reader(words, at, wrong)
    found = reader.level(0)
    if reader.words[reader.next :]:
        extra = reader.words[reader.next]
        if extra.text in ("+=", "-=", "*=", "/="):
            raise reader.unreadable(
                extra, f"there is no `{extra.text}`", "write it out: `town.money = town.money - long 1`"
            )
        raise reader.unreadable(extra, f"`{extra.text}` does not fit here", "an operator is missing in front of it")
    return found


def is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def is_truth(text: str) -> bool:
    return text.lower() in ("true", "false")


def ends_of(words: list[Word]) -> int:
    """Where the first of two formulas ends: behind its last operand, where no operator follows."""
    depth, operand, number = 0, False, 0
    while number < len(words):
        text = words[number].text
        if text == "(":
            if operand and depth == 0:
                return number
            depth += 1
        elif text == ")":
            depth -= 1
            operand = True
        elif SPELLINGS.get(text, text) in _PRIORITY:
            operand = False
        else:
            if operand and depth == 0:
                return number
            number += text.lower() in TYPES and number + 1 < len(words)
            operand = True
        number += 1
    return number


class _Reader:
    def __init__(self, words: list[Word], at: Word, wrong: Wrong) -> None:
        self.words, self.at, self.wrong, self.next, self.depth = words, at, wrong, 0, 0

    def unreadable(self, at: Word, message: str, hint: str = "") -> UnreadableError:
        self.wrong(at, message, hint)
        return UnreadableError()

    def _peek(self) -> Word | None:
        return self.words[self.next] if self.next < len(self.words) else None

    def level(self, lowest: int) -> Expression:
        """An operand, and all operators behind it that bind at least so tightly."""
        left = self._operand()
        while (word := self._peek()) is not None:
            sign = SPELLINGS.get(word.text.lower(), word.text)
            level = _PRIORITY.get(sign)
            if level is None or level < lowest:
                return left
            self.next += 1
            left = Operation(sign, left, self.level(level + 1), word)
        return left

    def _operand(self) -> Expression:
        word = self._peek()
        if word is None:
            last = self.words[-1] if self.words else self.at
            raise self.unreadable(last, "a formula is missing here", "a value, an attribute, or a bracket")
        self.next += 1
        if word.text == "(":
            return self._bracket(word)
        if word.text in (")", ",") or SPELLINGS.get(word.text, word.text) in _PRIORITY:
            raise self.unreadable(
                word, f"something is missing before `{word.text}`", "a value, an attribute, or a bracket"
            )
        if word.text.lower() in ("not", "!"):
            raise self.unreadable(
                word, f"there is no `{word.text}`", "compare instead: `( this.busy == boolean false )`"
            )
        if word.text.lower() in TYPES:
            return self._typed(word)
        if is_number(word.text):
            return Value("double" if "." in word.text else "long", word.text, word)
        if is_truth(word.text):
            return Value("boolean", word.text.lower(), word)
        if word.text.lower().startswith("object:"):
            return Design(word.text[7:], word)
        return Path(tuple(word.text.split(".")), word)

    def _typed(self, word: Word) -> Value:
        value, type_ = self._peek(), word.text.lower()
        if value is None:
            raise self.unreadable(word, f"a value is missing behind `{word.text}`", f"for example `{word.text} 1`")
        self.next += 1
        fits = type_ == "string" or (is_truth if type_ == "boolean" else is_number)(value.text)
        if not fits or (type_ == "long" and "." in value.text):
            raise self.unreadable(value, f"`{value.text}` is no {type_}")
        return Value(type_, value.text.lower() if type_ == "boolean" else value.text, value)

    def _bracket(self, word: Word) -> Expression:
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise self.unreadable(word, "brackets are nested too deeply")
        inner = self.level(0)
        close = self._peek()
        if close is None or close.text != ")":
            raise self.unreadable(word, "this bracket is never closed", "add a `)`")
        self.next += 1
        self.depth -= 1
        if isinstance(inner, Operation):
            return Operation(inner.sign, inner.left, inner.right, inner.word, bracketed=True)
        return inner
