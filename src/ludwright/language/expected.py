"""What could stand at a place, in words: from the parser's set of terminals to "a name, `:` or the end of the line"."""

from __future__ import annotations

from collections.abc import Set

from ludwright.language.phrases import words
from ludwright.language.scanner import Vocabulary

_FORMULA = words("NAME NUMBER QUOTED LPAR MINUS NOT ANY NO EVERY ALL FIRST RANDOM HIGHEST LOWEST MY NONE YES DIE")
_STATEMENT = _FORMULA | words(
    "LET ANSWER MOVE DRAW DEAL SHUFFLE PAY SHOW TELL SWAP PASS ROLL CREATE REMOVE RESOLVE REVERSE END NOTHING WAIT "
    "ONE IF FOR REPEAT TURNS IN STAGE SECRET AT"
)
_BEHIND_A_NAME = words("LPAR LSQB DOT OF DESIGNS")
_PLAIN = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a text in quotes",
    "ROW": "a table row",
    "DIE": "dice such as `d6`",
    "PERCENT": "a share such as `50%`",
    "_NL": "the end of the line",
    "_INDENT": "indented lines",
    "COMP": "`>` or the like",
    "ASSIGN": "`+=`",
}
_SHOWN = 7


def in_words(accepts: Set[str], vocabulary: Vocabulary) -> str:
    """The terminals as a list in words."""
    rest = set(accepts) - {"_DEDENT", "$END", "QUOTED"}
    parts: list[str] = []
    if {"LET", "MOVE", "NAME"} <= rest:
        parts.append("a statement")
        rest -= _STATEMENT
    elif {"NAME", "NUMBER", "LPAR"} <= rest:
        parts.append("a formula" if "NOT" in rest else "a value")
        rest -= _FORMULA
    if {"EQUAL", "ASSIGN"} <= rest:  # behind the first name of a statement
        return "`=`, `+=`, `does`, another verb or the end of the line"
    going_on = (set(vocabulary.operators) | _BEHIND_A_NAME) & rest
    more = ""
    if len(going_on) >= 3:  # a formula that could go on in many ways
        rest -= going_on
        more = (
            "an operator such as `is`" if "IS" in going_on else "an operator such as `+`" if "PLUS" in going_on else ""
        )
    parts += [_PLAIN[name] for name in _PLAIN if name in rest]
    parts += sorted(f"`{word}`" for word in spelled(rest - _PLAIN.keys(), vocabulary))
    if len(parts) > _SHOWN:
        parts = [*parts[: _SHOWN - 1], "something else"]
    if more:
        parts.append(more)
    if not parts:
        return "nothing more" if "$END" in accepts else "something else"
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " or " + parts[-1]


def spelled(accepts: Set[str], vocabulary: Vocabulary) -> list[str]:
    """How the words and signs among the terminals are written."""
    return [vocabulary.spelling[name] for name in accepts if name in vocabulary.spelling]
