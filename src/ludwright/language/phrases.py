"""Word lists for explaining syntax mistakes: words with a fixed part to play, and what is often written by mistake."""

from __future__ import annotations

import re

from ludwright.language.syntax.base import BODIES, PHRASES, is_statement


def words(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


OPENERS = words("all any every first highest lowest my no none not random yes")
"""Words that open a formula or a part of one, and so can't be one's own name there."""

_OPENING = (
    re.match(r"[a-z]+(?=[ \n]|$)", written) for rule, written in (PHRASES | BODIES).items() if is_statement(rule)
)
VERBS = words("any at first if one pay secret stage turns wait") | {found[0] for found in _OPENING if found}
"""Words that open a statement."""

WITH_COLON = words("if else for repeat turns in setup play turn whenever every otherwise option")
"""Statements and declarations that may go on behind a colon instead of with an indented block."""

WITH_BLOCK = words("stage secret to action each bot result")
"""Those that always go on with an indented block."""

DECLARES = words("param enum cards things zone dice var stage action define to")
"""Words that a new name follows."""

ALONE = words("if else stage secret at first for repeat turns in")
"""Statements that can't follow another one on the same line (some may follow a colon)."""

NUMBERS = words("one two three four five six seven eight nine ten eleven twelve")

OWNERS = {"else": "`if`", "then": "`at once`", "otherwise": "question", "option": "`chooses`"}
"""Lines that belong to a line above them."""

FOREIGN = {
    "add": "write `x += 1`",
    "all": "to do something with each, write `for x in …`",
    "break": "write `end loop` to leave a loop, `end turn` to end a turn",
    "const": "write `param`",
    "continue": "put what is left out below an `if`",
    "deck": "write `zone deck of …`",
    "def": "write `define` for a formula, `to` for effects",
    "discard": "write `move … to …`",
    "elif": "write `else if`",
    "elseif": "write `else if`",
    "elsif": "write `else if`",
    "every": "to do something with each, write `for x in …`",
    "foreach": "write `for x in …`",
    "function": "write `define` for a formula, `to` for effects",
    "game": "to end the game, write `end game`",
    "import": 'write `include "file.game"`',
    "int": "write `var`",
    "may": "write `me may do …` for an action, `me may choose … from …` for a card",
    "phase": "write `stage`",
    "player": "write `players`",
    "procedure": "write `to`",
    "put": "write `move … to …`",
    "place": "write `move … to …`",
    "return": "write `answer`",
    "spin": "write `let x = roll wheel`, where `enum wheel` lists the sectors",
    "spinner": "write `enum wheel` with a column `faces` for the size of each sector, and `let x = roll wheel`",
    "rule": "write `action` for what a player may do, `whenever` for what happens by itself",
    "set": "leave out `set`",
    "stop": "to end the game, write `end game`; if nobody wins then, `draw`",
    "until": "write `repeat until …`",
    "when": "write `if`; `when` stands at the top of an action",
    "while": "write `repeat while …`",
}
"""Words of other languages, or of everyday speech, at the beginning of a line."""

INSTEAD = {
    ("per", "each"): "write `each`",
    ("most", "highest"): "write `highest`",
    ("best", "highest"): "write `highest`",
    ("max", "highest"): "write `highest`",
    ("least", "lowest"): "write `lowest`",
    ("fewest", "lowest"): "write `lowest`",
    ("min", "lowest"): "write `lowest`",
    ("to", ".."): "a range is written `1..6`",
    ("-", "to"): "write `2 to 4`",
    ("..", "to"): "write `2 to 4`",
    ("then", ":"): "write `:` instead of `then`",
    ("do", ":"): "write `:` instead of `do`",
    (":", "times"): "write `repeat 3 times: …`",
    ("up", "down"): "a zone is face up unless it says `face down`",
    ("facedown", "face"): "write `face down`",
    ("faceup", "face"): "a zone is face up unless it says `face down`",
    ("hidden", "face"): "write `face down`, or `seen by owner`",
    ("by", "x"): "write `3 x 3`, with the letter x",
    ("*", "x"): "write `3 x 3`, with the letter x",
    ("of", "in"): "write `in`",
    ("from", "in"): "write `in`",
}
"""What to do about (a word, where another one could stand)."""

PAIRS = {
    "//": "comments begin with `#`",
    "**": "there are no powers; multiply with `*`",
    "++": "to count up, write `x += 1`",
    "--": "to count down, write `x -= 1`",
    "=>": "at least is `>=`",
    "=<": "at most is `<=`",
    "<>": "write `is not`",
}
"""Pairs of signs that other languages use."""
