"""From characters to words: numbers, names, signs, table rows, and the blocks that indentation makes.

Which words are special depends on where they stand (`first` is a word of the language at the start of a formula and
an ordinary name after a dot), so the scanner is told for every word what the parser could use there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from lark import Lark, Token

from ludwright.language.characters import unreadable
from ludwright.language.slip import SlipError

MAX_BRACKETS = 50
MAX_BLOCKS = 25
MAX_DIGITS = 15

_PIECE = re.compile(
    r"""[ \t]*(?:
      (?P<NAME>[^\W\d]\w*)
    | (?P<PERCENT>[0-9]+%)
    | (?P<NUMBER>[0-9]+(?:\.[0-9]+)?)
    | (?P<STRING>"[^"\n]*")
    | (?P<ROW>\|[^\n]*\|)
    | (?P<SIGN>\.\.|\+=|-=|==|!=|<=|>=|[-+*/()\[\].,:;=<>])
    | (?P<COMMENT>\#.*)
    | (?P<END>$)
    )""",
    re.VERBOSE,
)
_DIE = re.compile(r"d[0-9]{1,6}\Z")
_CLOSING = {")": "(", "]": "["}


class Quoted(Token):
    """A name in quotes: any name may be written so, and one that is not a single word must be."""


@dataclass(frozen=True)
class Vocabulary:
    """The words and signs of the grammar, and the terminal each stands for."""

    keywords: dict[str, str]
    signs: dict[str, str]
    spelling: dict[str, str]  # terminal -> how it is written
    operators: frozenset[str]  # terminals that can go on a formula
    declaring: frozenset[str]  # words that can begin a declaration


@cache
def vocabulary(lark: Lark) -> Vocabulary:
    """The vocabulary of a parser made from the grammar."""
    keywords: dict[str, str] = {}
    signs = dict.fromkeys(("==", "!=", "<=", ">=", "<", ">"), "COMP") | {"+=": "ASSIGN", "-=": "ASSIGN"}
    spelling: dict[str, str] = {}
    for terminal in lark.terminals:
        if terminal.pattern.type == "str":
            word = terminal.pattern.value
            (keywords if word.isidentifier() else signs)[word] = terminal.name
            spelling[terminal.name] = word
    joining = ["+", "-", "*", "/", ".", "[", "..", "is", "can", "knows", "and", "or", "div", "mod", "if", "rounded"]
    operators = frozenset(keywords.get(word) or signs.get(word, "") for word in joining) | {"COMP"}
    machine: Any = lark.parse_interactive(start="start")  # Lark leaves its methods without types
    usable = machine.accepts()
    declaring = frozenset(word for word, terminal in keywords.items() if terminal in usable)
    return Vocabulary(keywords, signs, spelling, operators, declaring)


def declaration_words(lark: Lark) -> frozenset[str]:
    """The words that can begin a declaration."""
    return vocabulary(lark).declaring


class Scanner:
    """Reads lines and yields tokens; what it knows at any moment serves the explanation of a mistake."""

    def __init__(
        self, words: Vocabulary, lines: list[str], first_line: int = 1, first_column: int = 1, *, blocks: bool = True
    ) -> None:
        self.words = words
        self.lines = lines
        self.first_line = first_line
        self.first_column = first_column
        self.blocks = blocks
        self.brackets: list[Token] = []
        self.indents: list[str] = [""]
        self.history: list[Token] = []  # the tokens of the statement under way
        self.previous: list[Token] = []  # those of the statement before
        self.next_line = first_line  # the line after the statement before
        self.heads: list[Token] = []  # the first token of each open block's opening line
        self.longest = 0  # tokens in the longest statement so far
        self._position = 0

    def tokens(self, usable: Callable[[], Container[str]], surely: Callable[[], Container[str]]) -> Iterator[Token]:
        """All tokens; `usable` tells what the parser might take at this moment, `surely` (slower) what it will take."""
        for offset, text in enumerate(self.lines):
            line = self.first_line + offset
            body = text.lstrip(" \t")
            start = len(text) - len(body)
            if body and not body.startswith("#"):
                if self.blocks and not self.brackets:
                    yield from self._line_ends(line, text[:start])
                yield from self._words(text, start, line, usable, surely)
            self._position += len(text) + 1
        if self.blocks:
            yield from self._line_ends(self.first_line + len(self.lines), "")

    def rest_of_line(self, token: Token) -> str:
        """The text from a token to the end of its line, without a comment."""
        rest = self.line_of(token)[max(0, (token.column or 1) - self.first_column) :]
        return re.sub(r"\s*#.*", "", rest).rstrip()

    def line_of(self, token: Token) -> str:
        """The line that a token stands on."""
        number = (token.line or 0) - self.first_line
        return self.lines[number] if 0 <= number < len(self.lines) else ""

    def is_closed(self, opening: Token) -> bool:
        """Whether the bracket is closed somewhere in the rest of the text."""
        depth = 0
        for number in range(opening.line or 0, self.first_line + len(self.lines)):
            text = self.lines[number - self.first_line]
            start = (opening.column or 1) - self.first_column if number == opening.line else 0
            for sign in re.findall(r'"[^"]*"|#.*|[()\[\]]', text[start:]):
                depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(sign, 0)
                if depth == 0 and sign in (")", "]"):
                    return True
        return False

    def block_follows(self, end: Token) -> bool:
        """Whether the next line with something on it is indented deeper than the statement that ends here."""
        for text in self.lines[(end.line or 0) - self.first_line + 1 :]:
            body = text.lstrip(" \t")
            if body and not body.startswith("#"):
                indent = text[: len(text) - len(body)]
                return indent != self.indents[-1] and indent.startswith(self.indents[-1])
        return False

    def _words(
        self, text: str, at: int, line: int, usable: Callable[[], Container[str]], surely: Callable[[], Container[str]]
    ) -> Iterator[Token]:
        while True:
            match = _PIECE.match(text, at)
            if match is None:
                raise self._unreadable(text, at, line)
            kind, end = match.lastgroup, match.end()
            if kind is None or kind in ("END", "COMMENT"):
                return
            start = match.start(kind)
            value = text[start:end]
            if kind == "NAME":
                # in a block, after a line with a colon, the parser might take a word that only begins a declaration
                unsure = len(self.indents) > 1 and not self.history and value in self.words.declaring
                kind, value = self.word(value, surely() if unsure else usable())
                end = start + len(value)
            elif kind == "STRING":
                kind = self._quoted(usable())
            elif kind == "SIGN":
                kind = self.words.signs.get(value, value)
            elif kind in ("NUMBER", "PERCENT") and len(value) > MAX_DIGITS:
                raise SlipError(
                    line, self._column(start), end - start, "this number is too long", "numbers go up to 10⁹"
                )
            token = self._token(kind, value, line, start)
            if kind == "QUOTED":
                token = Quoted(
                    kind, value[1:-1], token.start_pos, line, token.column, line, token.end_column, token.end_pos
                )
            yield token
            self.history.append(token)
            self._bracket(token)
            at = end

    def word(self, word: str, usable: Container[str]) -> tuple[str, str]:
        """What a word is where only certain terminals are usable, and how much of it."""
        keyword = self.words.keywords.get(word)
        if keyword is not None and keyword in usable:
            return keyword, word
        if _DIE.match(word) and "DIE" in usable:
            return "DIE", word
        if "NAME" in usable:
            return "NAME", word
        if word[0] == "x" and word[1:].isdigit() and "X" in usable:  # `grid 3x3`
            return "X", "x"
        return keyword or "NAME", word

    @staticmethod
    def _quoted(usable: Container[str]) -> str:
        """What a text in quotes is: a text where one can stand, else a name."""
        return "QUOTED" if "QUOTED" in usable and "STRING" not in usable else "STRING"

    def _bracket(self, token: Token) -> None:
        if token.value in ("(", "["):
            self.brackets.append(token)
            if len(self.brackets) > MAX_BRACKETS:
                raise SlipError(
                    token.line or 0, token.column or 0, 1, "too many brackets inside each other",
                    "give parts of the formula a name with `let` or `define`",
                )  # fmt: skip
        elif token.value in (")", "]") and self.brackets:
            opening = self.brackets.pop()
            if opening.value != _CLOSING[token.value]:
                right = ")" if opening.value == "(" else "]"
                raise SlipError(
                    token.line or 0, token.column or 0, 1, f"`{token.value}` can't close `{opening.value}`",
                    f"write `{right}` for the `{opening.value}` on line {opening.line}, column {opening.column}",
                )  # fmt: skip

    def _line_ends(self, next_line: int, indent: str) -> Iterator[Token]:
        """The end of the statement before, and the blocks that begin or end with the next line."""
        if not self.history:
            if indent and next_line <= self.first_line + len(self.lines) - 1:
                raise SlipError(
                    next_line, 1, len(indent), "this line is indented, but there is nothing above it to belong to",
                    "a declaration begins at the left margin",
                )  # fmt: skip
            return
        head, last = self.history[0], self.history[-1]
        self.longest = max(self.longest, len(self.history))
        yield self._after(last, "_NL")
        self.previous, self.history, self.next_line = self.history, [], next_line
        if indent == self.indents[-1]:
            return
        if indent.startswith(self.indents[-1]):
            if len(self.indents) > MAX_BLOCKS:
                raise SlipError(
                    next_line, 1, len(indent), "too many blocks inside each other", "move a part into `to …`"
                )
            self.indents.append(indent)
            self.heads.append(head)
            yield self._after(last, "_INDENT")
            return
        if indent not in self.indents:
            raise self._misaligned(next_line, indent)
        while indent != self.indents[-1]:
            self.indents.pop()
            self.heads.pop()
            yield self._after(last, "_DEDENT")

    def _misaligned(self, line: int, indent: str) -> SlipError:
        width = max(1, len(indent))
        if "\t" in indent or any("\t" in other for other in self.indents):
            message = "tabs and spaces are mixed in the indentation"
            return SlipError(line, 1, width, message, "indent with spaces only, two for each step")
        steps = sorted({len(other) for other in self.indents if len(other) < len(indent)} | {0})
        deeper = [len(other) for other in self.indents if len(other) > len(indent)]
        wanted = " or ".join(str(n) for n in (steps[-1], *deeper[:1]))
        message = f"this line is indented by {len(indent)}, which fits no block above it"
        return SlipError(line, 1, width, message, f"indent it by {wanted} to match the lines it belongs with")

    def _unreadable(self, text: str, at: int, line: int) -> SlipError:
        start = at + len(text[at:]) - len(text[at:].lstrip(" \t"))
        message, hint, width = unreadable(text[start:])
        return SlipError(line, self._column(start), width, message, hint)

    def _column(self, start: int) -> int:
        return start + self.first_column

    def _token(self, kind: str, value: str, line: int, start: int) -> Token:
        column, position = self._column(start), self._position + start
        return Token(kind, value, position, line, column, line, column + len(value), position + len(value))

    def _after(self, last: Token, kind: str) -> Token:
        """A mark without width behind the last word, so that a tree ends where its text ends."""
        end, line, column = last.end_pos or 0, last.end_line, last.end_column
        return Token(kind, "", end, line, column, line, column, end)
