"""Syntax mistakes in a designer's words: what was found, what could stand there, what was probably meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from dataclasses import dataclass

from lark import Token

from ludwright.language.expected import in_words, spelled
from ludwright.language.scanner import Scanner
from ludwright.language.slip import SlipError
from ludwright.mistakes import nearest

# Words that open a formula or a part of one, and so can't be one's own name there.
_OPENERS = frozenset(["all", "any", "every", "first", "highest", "lowest", "my", "no", "none", "not", "random", "yes"])
# Words that open a statement.
_VERBS = frozenset(
    [
        "answer",
        "any",
        "at",
        "create",
        "deal",
        "draw",
        "end",
        "first",
        "for",
        "if",
        "in",
        "let",
        "move",
        "nothing",
        "one",
        "pass",
        "pay",
        "random",
        "remove",
        "repeat",
        "resolve",
        "reverse",
        "roll",
        "secret",
        "show",
        "shuffle",
        "stage",
        "swap",
        "tell",
        "turns",
        "wait",
    ]
)
# Statements that may go on after a colon on the same line.
_WITH_COLON = frozenset(
    [
        "if",
        "else",
        "for",
        "repeat",
        "turns",
        "in",
        "setup",
        "play",
        "turn",
        "whenever",
        "every",
        "otherwise",
        "option",
        "end",
        "when",
    ]
)
_DECLARES = frozenset(["param", "enum", "cards", "things", "zone", "dice", "var", "stage", "action", "define", "to"])
_FOREIGN = {
    "elif": "write `else if`",
    "elseif": "write `else if`",
    "elsif": "write `else if`",
    "return": "write `answer`",
    "def": "write `define` for a formula, `to` for effects",
    "function": "write `define` for a formula, `to` for effects",
    "procedure": "write `to`",
    "import": "write `include \"file.game\"`",
    "const": "write `param`",
    "int": "write `var`",
    "phase": "write `stage`",
    "deck": "write `zone deck of …`",
    "player": "write `players`",
    "foreach": "write `for`",
    "break": "write `end turn`, or `repeat until …`",
    "rule": "write `action` for what a player may do, `whenever` for what happens by itself",
}  # fmt: skip


_NUMBERS = frozenset(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve"])
_AFTER_COLON = frozenset(["if", "else", "stage", "secret", "at", "first"])


def explain(
    token: Token, accepts: Set[str], scanner: Scanner, declared: dict[str, str], fits: Callable[[str], bool]
) -> SlipError:
    """Why `token` can't stand where it does.

    `declared` has the names of the file and the word that declares each; `fits` tells whether the token could stand
    here if only a certain sign stood before it.
    """
    case = _Case(token, accepts, scanner, declared, fits)
    for reading in _READINGS:
        slip = reading(case)
        if slip is not None:
            return slip
    return case.slip(f"{case.found} can't stand here; expected {in_words(accepts, scanner.words)}", case.advice())


@dataclass
class _Case:
    """An unexpected token with all that is known about it."""

    token: Token
    accepts: Set[str]
    scanner: Scanner
    declared: dict[str, str]
    fits: Callable[[str], bool]

    @property
    def line(self) -> list[Token]:
        """What stands before the token in the same statement."""
        return self.scanner.history

    @property
    def statement(self) -> list[Token]:
        """What stands before the token since the last `:` or `;` outside brackets."""
        start, depth = 0, 0
        for number, token in enumerate(self.line):
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(token.value, 0)
            if depth == 0 and token.value in (":", ";"):
                start = number + 1
        return self.line[start:]

    @property
    def rest(self) -> str:
        """The text from the token to the end of its line."""
        return self.scanner.rest_of_line(self.token)

    def line_from(self, token: Token) -> str:
        """The text from an earlier token to the end of the line, if it is short."""
        text = self.scanner.rest_of_line(token)
        return text if len(text) <= 40 else f"{token} …"

    @property
    def before(self) -> str:
        return str(self.line[-1]) if self.line else ""

    @property
    def first(self) -> str:
        return str(self.line[0]) if self.line else ""

    @property
    def found(self) -> str:
        return f"`{_short(self.token)}`"

    @property
    def ends(self) -> bool:
        """Whether the statement (or the whole text) ends here."""
        return self.token.type in ("_NL", "$END")

    def slip(self, message: str, hint: str = "", at: Token | None = None) -> SlipError:
        at = at or self.token
        return SlipError(at.line or 1, at.column or 1, max(1, len(at)), message, hint)

    def meant(self) -> str:
        """The word that was probably meant, if it is near to one that could stand here."""
        word = str(self.token)
        if word in _FOREIGN and not self.line:
            return _FOREIGN[word]
        if not _is_word(self.token):
            return ""
        found = nearest(word, [w for w in spelled(self.accepts, self.scanner.words) if w.isidentifier()])
        return f"did you mean `{found}`?" if found else ""

    def advice(self) -> str:
        """What would make the text readable."""
        meant, word = self.meant(), str(self.token)
        if meant:
            return meant
        if "STRING" in self.accepts and "NUMBER" not in self.accepts and _is_word(self.token):
            return f'put it in quotes: "{self.rest}"'
        if "X" in self.accepts and word in ("by", "*", "X"):
            return "write `3 x 3`, with the letter x"
        if word in _NUMBERS and "NUMBER" in self.accepts:
            return "write numbers in digits"
        for sign, name in ((",", "COMMA"), (":", "COLON")):
            if name in self.accepts and self.fits(name):
                return f"perhaps a `{sign}` is missing before {self.found}"
        follows = re.match(r"\w+\s+(\w+)", self.rest)
        if follows and _is_word(self.token) and follows[1] in spelled(self.accepts, self.scanner.words):
            return f"leave out {self.found}"
        return ""


def _unclosed_bracket(case: _Case) -> SlipError | None:
    if not case.scanner.brackets:
        return None
    opening = case.scanner.brackets[-1]
    if not case.ends and case.token.line == opening.line:
        return None
    if not case.ends and case.scanner.is_closed(opening):
        return None
    closing = ")" if opening.value == "(" else "]"
    return case.slip(f"this `{opening}` is never closed", f"add the missing `{closing}`", opening)


def _stray_bracket(case: _Case) -> SlipError | None:
    if case.token.value in (")", "]") and not case.scanner.brackets:
        return case.slip(f"this `{case.token}` closes nothing", "take it away, or open a bracket before it")
    return None


def _missing_block(case: _Case) -> SlipError | None:
    if case.accepts != {"_INDENT"}:
        return None
    head = case.scanner.previous
    word = str(head[0])
    hint = "write what belongs to it on the next lines, indented by two spaces"
    if word in _WITH_COLON:
        hint += ", or on the same line after a `:`"
    last = head[-1]
    width = (last.end_column or 1) - (head[0].column or 1) if last.end_line == head[0].line else len(head[0])
    return SlipError(head[0].line or 1, head[0].column or 1, max(1, width), f"nothing is indented below `{word}`", hint)


def _too_deep(case: _Case) -> SlipError | None:
    if case.token.type != "_INDENT":
        return None
    above = case.scanner.previous
    indent = case.scanner.indents[-1]
    message = "this line is indented deeper than the line above it, which opens no block"
    hint = f"indent it like line {above[0].line}"
    return SlipError(case.scanner.next_line, 1, len(indent), message, hint)


def _block_ends_early(case: _Case) -> SlipError | None:
    if case.token.type != "_DEDENT":
        return None
    last = case.scanner.previous
    message = f"the block ends too early; expected {in_words(case.accepts, case.scanner.words)}"
    return case.slip(message, "add what is missing below this line, at the same indentation", last[0])


def _after_colon(case: _Case) -> SlipError | None:
    if not (case.ends and case.before == ":"):
        return None
    hint = "write what happens on the same line"
    if case.scanner.block_follows(case.token):
        hint = "take the `:` away: lines below that are indented need none"
    return case.slip("nothing follows this `:`", hint, case.line[-1])


def _row(case: _Case) -> SlipError | None:
    if case.line and case.line[-1].type == "ROW" and not case.ends:
        return case.slip("a row of a table ends with `|`", "put a `|` at the end of the row")
    if case.token.type == "ROW" and not case.line:
        return case.slip(
            "a table row can't stand here",
            "rows are indented below `enum`, `cards`, `things`, `players`, `board` or `picture`",
        )
    return None


def _verb_as_name(case: _Case) -> SlipError | None:
    """`move` as a statement of its own, where the file has an action called move."""
    words = case.statement
    if not words or words[0].type == "NAME" or str(words[0]) not in case.declared:
        return None
    if not (case.scanner.heads or words is not case.line):
        return None
    verb = str(words[0])
    follows = str(words[1]) if len(words) > 1 else str(case.token)
    if not (case.ends and len(words) == 1) and follows not in ("(", "[", ".", "=", "+=", "-=", "otherwise", ";"):
        return None
    kind = case.declared[verb]
    message = f"`{verb}` begins a statement of the language, so this is not read as your {_noun(kind)} `{verb}`"
    hint = f"write `me does {case.line_from(words[0])}`" if kind == "action" else "call it something else"
    return case.slip(message, hint, words[0])


def _opener_as_name(case: _Case) -> SlipError | None:
    """`first = 3`, `all + 1`: words that open formulas."""
    word = case.before
    if word not in _OPENERS or case.line[-1].type == "NAME":
        return None
    if word not in case.declared and str(case.token) not in ("=", "+=", "-=", ".", "[", ")", "+", "*", "is"):
        return None
    return case.slip(
        f"`{word}` is a word of the language here and can't be a name",
        "call it something else",
        case.line[-1],
    )


def _equals(case: _Case) -> SlipError | None:
    sign, accepts = str(case.token), case.accepts
    if sign == "=" and case.before in ("=", "<", ">"):
        return None
    if sign == "=" and "IS" in accepts and "EQUAL" not in accepts:
        return case.slip("`=` sets a value; it can't compare two", "to compare, write `is`")
    if sign in ("==", "is", ":") and "EQUAL" in accepts:
        return case.slip(f"{case.found} can't stand here; expected `=`", "write `=`")
    if sign in ("=", "is") and "COLON" in accepts:
        return case.slip(f"{case.found} can't stand here; expected `:`", "write `:`")
    return None


def _signs(case: _Case) -> SlipError | None:
    advice = {
        "//": "comments begin with `#`",
        "**": "there are no powers; multiply with `*`",
        "++": "to count up, write `x += 1`",
        "--": "to count down, write `x -= 1`",
        "=>": "at least is `>=`",
        "=<": "at most is `<=`",
        "<>": "write `is not`",
    }
    column = case.token.column or 1
    if case.rest[:2] in advice:
        pair = case.rest[:2]
    elif case.line and case.line[-1].end_pos == case.token.start_pos and case.before + case.rest[:1] in advice:
        pair, column = case.before + case.rest[:1], column - 1
    else:
        return None
    return SlipError(case.token.line or 1, column, 2, f"`{pair}` has no meaning here", advice[pair])


def _statement(case: _Case) -> SlipError | None:
    """A statement that begins with a word which is no verb and goes on in a way that nothing can."""
    words = case.statement
    if not words or words[0].type != "NAME" or not {"EQUAL", "ASSIGN"} <= case.accepts:
        return None
    first = str(words[0])
    if len(words) == 1:
        slip = _no_verb(case, words[0])
        if slip is not None:
            return slip
    if case.ends:
        return None
    sign = str(case.token)
    if sign in ("is", "==", "!=", "<", ">", "<=", ">=", "and", "or", "can", "knows"):
        hint = "to set a value, write `=`; to test something, write `if …`"
        return case.slip("a condition can't stand here as a statement", hint)
    if sign == ",":
        return case.slip(
            "`,` can't stand here", f"to offer a choice of actions, write `one of {case.line_from(words[0])}`"
        )
    if sign in ("+", "-", "*", "/", "..", "div", "mod"):
        hint = f"to keep its value, write `let x = {first} {sign} …`"
        return case.slip("a formula can't stand here as a statement", hint)
    return None


def _no_verb(case: _Case, first: Token) -> SlipError | None:
    """`shufle deck`, `elif x`, `when a > 3`: the first word makes no sense as a name."""
    word = str(first)
    if word in _FOREIGN and word not in case.declared:
        return case.slip(f"`{word}` begins no statement", _FOREIGN[word], first)
    owner = {"else": "`if`", "then": "`at once`", "otherwise": "question", "option": "`chooses`"}.get(word)
    if owner is not None:
        hint = (
            "options stand indented below `p chooses way`" if word == "option" else "indent it exactly like that line"
        )
        return case.slip(f"this `{word}` belongs to no {owner} above it", hint, first)
    if word == "when":
        return case.slip("`when` begins no statement here", "write `if`; `when` stands at the top of an action", first)
    if case.ends or not (_is_word(case.token) or case.token.type in ("NUMBER", "STRING")):
        return None
    if first is not case.line[0] and (word in _AFTER_COLON or word in case.scanner.words.keywords):
        sign = str(case.line[len(case.line) - 2])
        return case.slip(f"`{word}` can't follow `{sign}`", "put it on a line of its own", first)
    meant = nearest(word, _VERBS)
    if meant and word not in case.declared:
        return case.slip(f"`{word}` begins no statement", f"did you mean `{meant}`?", first)
    return None


def _missing_before(case: _Case) -> SlipError | None:
    """`move to deck`: a word was taken for a name because what should stand before it is missing."""
    wanted = set(spelled(case.accepts, case.scanner.words))
    for token in case.statement[1:]:
        if token.type == "NAME" and str(token) in wanted and str(token) not in case.declared:
            return case.slip(f"something is missing before `{token}`", "", token)
    return None


def _special(case: _Case) -> SlipError | None:
    """Slips of single constructs."""
    if case.first == "end" and case.token == ":" and not case.scanner.heads:
        return case.slip("an end needs a condition", "write `end when …: …`")
    if case.statement and case.statement[0].type == "DEAL" and case.token == ".":
        hint = "`deal` gives to every player: write the name of the zone alone, such as `to hand`"
        return case.slip("`deal` can't name one player's zone", hint)
    return None


def _then(case: _Case) -> SlipError | None:
    if str(case.token) == "then" and "COLON" in case.accepts:
        return case.slip("`then` can't stand here", "write `:` instead of `then`")
    return None


def _declaration(case: _Case) -> SlipError | None:
    """The first word at the left margin."""
    scanner = case.scanner
    if case.line or not scanner.blocks or scanner.indents != [""] or case.ends:
        return None
    word = str(case.token)
    if re.match(r"\w+\s*(=|\+=|-=)", case.rest):
        hint = f"to declare it, write `var {word} = …`; to set it, indent the line below `setup`, `turn` or the like"
        return case.slip(f"{case.found} is no word that begins a declaration", hint)
    if word in ("else", "otherwise", "then", "option", "when") or word in _VERBS or case.token.type != "NAME":
        if word[:1].isalpha():
            hint = "indent it below `setup`, `turn`, `stage`, `action` or the like"
            return case.slip(f"{case.found} can't begin a declaration", hint)
        return case.slip(
            f"{case.found} can't begin a declaration", "a declaration begins with a word, such as `action`"
        )
    hint = case.meant()
    if not hint:
        hint = "declarations begin with words such as `players`, `board`, `zone`, `var`, `turn`, `action`, `end`"
    return case.slip(f"{case.found} is no word that begins a declaration", hint)


def _block_line(case: _Case) -> SlipError | None:
    """The first word of a line inside a block."""
    if case.line or case.ends or not case.scanner.heads:
        return None
    _word, head = str(case.token), str(case.scanner.heads[-1])
    message = (
        f"a line below `{head}` can't begin with {case.found}; expected {in_words(case.accepts, case.scanner.words)}"
    )
    return case.slip(message, case.meant())


def _var_in_block(case: _Case) -> SlipError | None:
    """`var coins = 0` below `each player`."""
    if case.first == "var" and len(case.line) == 1 and case.line[0].type == "NAME" and case.scanner.heads:
        head = str(case.scanner.heads[-1])
        return case.slip(f"below `{head}` a line begins with the name itself", "leave out `var`", case.line[0])
    return None


def _missing_colon(case: _Case) -> SlipError | None:
    if "COLON" not in case.accepts or case.first not in _WITH_COLON or not _is_word(case.token):
        return None
    if case.meant() and str(case.token) not in case.declared:
        return None
    return case.slip(f"a `:` is missing before {case.found}", f"write `: {_short(case.token)}`")


def _two_words(case: _Case) -> SlipError | None:
    if not case.line or case.line[-1].type != "NAME" or case.token.type != "NAME" or case.meant():
        return None
    joined = f"{case.before}_{case.token}"
    declares = len(case.line) == 2 and case.first in _DECLARES
    hint = (
        f"a name is one word: write `{joined}`"
        if declares
        else case.advice() or f"if both are one name, write `{joined}`"
    )
    return case.slip(f"{case.found} can't stand here; expected {in_words(case.accepts, case.scanner.words)}", hint)


def _ends_early(case: _Case) -> SlipError | None:
    if not case.ends:
        return None
    what = "the line ends too early" if case.scanner.blocks else "this ends too early"
    if not case.line:
        what = "there is nothing here"
    at = case.token
    return case.slip(f"{what}; expected {in_words(case.accepts, case.scanner.words)}", "", at)


_READINGS = (
    _unclosed_bracket,
    _stray_bracket,
    _missing_block,
    _too_deep,
    _block_ends_early,
    _after_colon,
    _row,
    _verb_as_name,
    _opener_as_name,
    _signs,
    _statement,
    _missing_before,
    _equals,
    _special,
    _then,
    _declaration,
    _block_line,
    _var_in_block,
    _missing_colon,
    _two_words,
    _ends_early,
)


def _is_word(token: Token) -> bool:
    return str(token).isidentifier()


def _short(token: Token) -> str:
    text = str(token)
    return text if len(text) <= 40 else text[:37] + "…"


def _noun(kind: str) -> str:
    return {"to": "procedure", "var": "variable", "define": "definition", "param": "parameter"}.get(kind, kind)


def declared_names(lines: list[str]) -> dict[str, str]:
    """The names a text declares and the word that declares each, as far as the beginnings of lines show it."""
    found: dict[str, str] = {}
    pattern = re.compile(
        r"\s*(?:secret\s+)?(action|stage|to|define|param|var|zone|dice|enum|cards|things)\s+([^\W\d]\w*)"
    )
    for line in lines:
        match = pattern.match(line)
        if match:
            found.setdefault(match[2], match[1])
    return found
