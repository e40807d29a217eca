"""An unexpected word of a text, with all that is known about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from dataclasses import dataclass

from lark import Token

from ludwright.language.expected import in_words, spelled
from ludwright.language.phrases import FOREIGN, INSTEAD, NUMBERS
from ludwright.language.scanner import Scanner
from ludwright.language.slip import SlipError
from ludwright.mistakes import nearest


@dataclass
class NameCase:
    """The token that can't stand where it does, what could, and the text around it.

    `declared` has the names of the file and the word that declares each; `fits` tells whether the token could stand
    here if only a certain terminal stood before it.
    """

    token: Token
    accepts: Set[str]
    scanner: Scanner
    declared: dict[str, str]
    fits: Callable[[str], bool]

    @property
    def line(self) -> list[Token]:
        """What stands before the token in the same line (or lines, inside brackets)."""
        return self.scanner.history

    @property
    def statement(self) -> list[Token]:
        """What stands before the token since the last `:` or `;` outside brackets."""
        start, depth = 0, 0
        for number, token in enumerate(self.line):
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(str(token), 0)
            if depth == 0 and str(token) in (":", ";"):
                start = number + 1
        return self.line[start:]

    @property
    def rest(self) -> str:
        """The text from the token to the end of its line."""
        return self.scanner.rest_of_line(self.token)

    @property
    def before(self) -> str:
        """The word before the token."""
        return str(self.line[-1]) if self.line else ""

    @property
    def first(self) -> str:
        """The first word of the line."""
        return str(self.line[0]) if self.line else ""

    @property
    def found(self) -> str:
        """The token as it is spoken of."""
        text = str(self.token)
        return f"`{text}`" if len(text) <= 40 else f"`{text[:37]}…`"

    @property
    def expected(self) -> str:
        """What could stand here, in words."""
        return in_words(self.accepts, self.scanner.words)

    @property
    def possible(self) -> list[str]:
        """The words and signs that could stand here, as they are written."""
        return spelled(self.accepts, self.scanner.words)

    @property
    def ends(self) -> bool:
        """Whether the line (or the whole text) ends here."""
        return self.token.type in ("_NL", "$END")

    @property
    def is_word(self) -> bool:
        """Whether the token is a word and not a sign or a number."""
        return str(self.token).isidentifier()

    def line_from(self, token: Token) -> str:
        """The text from an earlier token to the end of the line, if it is short."""
        text = self.scanner.rest_of_line(token)
        return text if len(text) <= 40 else f"{token} …"

    def slip(self, message: str, hint: str = "", at: Token | None = None) -> SlipError:
        """The mistake, at the token or another one."""
        at = at or self.token
        return SlipError(at.line or 1, at.column or 1, max(1, len(at)), message, hint)

    def meant(self) -> str:
        """The word that was probably meant, if it is near to one that could stand here."""
        word = str(self.token)
        if word in FOREIGN and not self.line:
            return FOREIGN[word]
        found = nearest(word, [w for w in self.possible if w.isidentifier()]) if self.is_word else None
        return f"did you mean `{found}`?" if found else ""

    def advice(self) -> str:
        """What would make the text readable."""
        word, possible = str(self.token), self.possible
        for other in possible:
            if (word, other) in INSTEAD:
                return INSTEAD[word, other]
        meant = self.meant()
        if meant:
            return meant
        if "STRING" in self.accepts and "NUMBER" not in self.accepts and self.is_word and '"' not in self.rest:
            return f'put it in quotes: "{self.rest.split(":")[0]}"'
        if word in NUMBERS and "NUMBER" in self.accepts:
            return "write numbers in digits"
        missing = self.missing()
        if missing:
            return f"perhaps {missing} is missing before {self.found}"
        follows = re.match(r"\w+\s+(\w+)", self.rest)
        if follows and self.is_word and follows[1] in possible:
            return f"leave out {self.found}"
        return ""

    def missing(self) -> str:
        """A comma, a colon or the only possible word, if the text could go on behind it."""
        candidates = ["COMMA", "COLON"]
        if len(self.accepts) == 1:
            candidates += self.accepts
        for terminal in candidates:
            if terminal in self.accepts and terminal in self.scanner.words.spelling and self.fits(terminal):
                return f"`{self.scanner.words.spelling[terminal]}`"
        return ""
