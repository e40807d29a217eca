"""Broken and strange descriptions, made from the bundled games: each by its number, always the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from lark import Token

from ludwright.game import GAMES
from ludwright.language.parser import parse_file
from ludwright.language.printer import to_text
from ludwright.language.syntax import Node, find, parts, rebuilt, tokens
from tests.properties.flow import description

PIECE = re.compile(r"\d+(?:\.\d+)?|[^\W\d]\w*|\"[^\"\n]*\"|\.\.|[+\-=!<>]=|\n|[ \t]+|#[^\n]*|.")
NUMBERS = (
    "0", "1", "2", "3", "7", "31", "32", "33", "63", "64", "65", "100", "255", "256", "999", "1000", "10000", "65536", "100000",
    "1000000", "16777216", "1000000000", "2147483647", "2147483648", "4294967296", "999999999999", "9223372036854775807",
    "1" + "0" * 30, "9" * 300, "0.5", "3.14159", "1000000.5", "-1", "-2", "-1000000000", "-2147483648", "(0 - 1)", "1 div 0",
)  # fmt: skip
STRANGE = (
    "\t", "\r", "\f", "\v", "\x00", "\x7f", "\u00a0", "\u200b", "\ufeff", "\u2028", "é", "ß", "中", "𝔘", "\u0301", "½", "²", "·",
    "$", "@", "~", "\\", "'", "`", "{", "}", "%", "&", "^", "|", "\"", "#", ";", ":", ",",
)  # fmt: skip
BUILT_IN = (
    "me", "others", "opponent", "players", "everyone", "left", "right", "partner", "top", "bottom", "count", "position", "design",
    "owner", "row", "column", "number", "next", "neighbours", "directions", "up", "step", "ray", "lines", "line", "linked", "side",
    "distance", "longest_trail", "abs", "turn", "round", "turns", "times", "repeats", "none", "yes", "no", "it", "sum", "max", "min",
    "empty", "face", "previous", "name", "score", "game", "cells", "answer", "winner", "chance", "surely", "possibly",
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """One try: the text (or bytes that are none) and how it was made."""

    content: str | bytes
    made_by: str


@cache
def texts() -> tuple[str, ...]:
    """The texts of all bundled games."""
    return tuple(path.read_text(encoding="utf-8") for path in sorted(GAMES.glob("*.game")))


@cache
def every_construct() -> str:
    """A text in which every form of the grammar stands once."""
    return (Path(__file__).parent.parent / "language" / "every_construct.game").read_text(encoding="utf-8")


@cache
def trees() -> tuple[Node, ...]:
    return tuple(parse_file(text) for text in (*texts(), every_construct()))


@cache
def branches() -> dict[str, list[Node | Token]]:
    """Pieces of all texts, by the kind of place where they stood: one may be put where another was."""
    found: dict[str, list[Node | Token]] = {}
    for tree in trees():
        for node in find(tree, Node):
            for part in parts(node):
                found.setdefault(_sort(part), []).append(part)
    return found


FORMULAS = frozenset(
    [
        "add",
        "sub",
        "mul",
        "div",
        "mod",
        "quotient",
        "neg",
        "of",
        "member",
        "at",
        "call_",
        "my",
        "designs",
        "none_",
        "yes",
        "no",
        "paren",
        "is_",
        "is_not",
        "is_in",
        "is_not_in",
        "compare",
        "can",
        "knows",
        "and_",
        "or_",
        "not_",
        "if_else",
        "all_",
        "pick",
        "all_best",
        "first",
        "random",
        "any_",
        "no_",
        "every_",
        "range",
    ]
)
STATEMENTS = frozenset(
    [
        "let",
        "answer",
        "assign",
        "move",
        "draw",
        "draw_up_to",
        "deal",
        "shuffle",
        "pay",
        "show",
        "tell_whether",
        "tell_that",
        "swap",
        "pass",
        "reroll",
        "create_",
        "remove",
        "resolve",
        "wins",
        "loses",
        "tie",
        "leaves",
        "goes",
        "reverse",
        "stop",
        "nothing",
        "wait",
        "does",
        "may_do",
        "call",
        "otherwise",
    ]
)
BLOCKS = frozenset(
    [
        "if_",
        "for_",
        "repeat_times",
        "repeat_until",
        "repeat_while",
        "repeat_call_until",
        "turns",
        "choose",
        "options",
        "first_to",
        "stage",
        "at_once",
    ]
)


def _sort(part: Node | Token) -> str:
    if isinstance(part, Token):
        return part.type
    kind = part.rule
    if kind in FORMULAS:
        return "formula"
    if kind in STATEMENTS:
        return "statement"
    return "block statement" if kind in BLOCKS else kind


# ---------------------------------------------------------------- changes of the words of a text


def _pieces(text: str) -> list[str]:
    return PIECE.findall(text) or [" "]


def _word_places(pieces: list[str]) -> list[int]:
    return [i for i, piece in enumerate(pieces) if not piece.isspace() and not piece.startswith("#")] or [0]


def _swap_words(text: str, dice: Random) -> str:
    pieces = _pieces(text)
    a, b = (dice.choice(_word_places(pieces)) for _ in range(2))
    pieces[a], pieces[b] = pieces[b], pieces[a]
    return "".join(pieces)


def _drop_word(text: str, dice: Random) -> str:
    pieces = _pieces(text)
    del pieces[dice.choice(_word_places(pieces))]
    return "".join(pieces)


def _double_word(text: str, dice: Random) -> str:
    pieces = _pieces(text)
    at = dice.choice(_word_places(pieces))
    pieces.insert(at, pieces[at] + dice.choice((" ", "", ", ", ".", "(")))
    return "".join(pieces)


def _other_word(text: str, dice: Random) -> str:
    """A word of another game, or of the language, in place of one."""
    pieces = _pieces(text)
    other = _pieces(dice.choice(texts()))
    new = other[dice.choice(_word_places(other))] if dice.random() < 0.5 else dice.choice(BUILT_IN)
    pieces[dice.choice(_word_places(pieces))] = new
    return "".join(pieces)


def _other_name(text: str, dice: Random) -> str:
    """A name of the same game in place of another one: mostly something of the wrong kind."""
    pieces = _pieces(text)
    names = [i for i, piece in enumerate(pieces) if piece.isidentifier()] or [0]
    a, b = dice.choice(names), dice.choice(names)
    pieces[a] = pieces[b]
    return "".join(pieces)


def _other_number(text: str, dice: Random) -> str:
    pieces = _pieces(text)
    places = [i for i, piece in enumerate(pieces) if piece[0].isdigit()]
    if places:
        pieces[dice.choice(places)] = dice.choice(NUMBERS)
    return "".join(pieces)


# ---------------------------------------------------------------- changes of lines


def _shuffle_lines(text: str, dice: Random) -> str:
    lines = text.split("\n")
    start = dice.randrange(len(lines))
    some = lines[start : start + dice.randint(2, 8)]
    dice.shuffle(some)
    lines[start : start + len(some)] = some
    return "\n".join(lines)


def _drop_lines(text: str, dice: Random) -> str:
    lines = text.split("\n")
    start = dice.randrange(len(lines))
    del lines[start : start + dice.choice((1, 1, 1, 2, 5))]
    return "\n".join(lines)


def _double_line(text: str, dice: Random) -> str:
    lines = text.split("\n")
    lines.insert(dice.randrange(len(lines)), dice.choice(lines))
    return "\n".join(lines)


def _indent(text: str, dice: Random) -> str:
    lines = text.split("\n")
    at = dice.randrange(len(lines))
    lines[at] = dice.choice(("", " ", "  ", "    ", "\t", "      ")) + (
        lines[at].lstrip() if dice.random() < 0.7 else lines[at]
    )
    return "\n".join(lines)


def _line_of_another(text: str, dice: Random) -> str:
    lines = text.split("\n")
    other = dice.choice(texts()).split("\n")
    at = dice.randrange(len(lines))
    lines[at : at + dice.randint(0, 1)] = [dice.choice(other)]
    return "\n".join(lines)


def _splice(text: str, dice: Random) -> str:
    """The beginning of one game and the end of another."""
    lines, other = text.split("\n"), dice.choice(texts()).split("\n")
    return "\n".join([*lines[: dice.randrange(len(lines))], *other[dice.randrange(len(other)) :]])


def _paragraph_of_another(text: str, dice: Random) -> str:
    ours, others = text.split("\n\n"), dice.choice(texts()).split("\n\n")
    ours.insert(dice.randrange(len(ours) + 1), dice.choice(others))
    return "\n\n".join(ours)


def _strange_character(text: str, dice: Random) -> str:
    at = dice.randrange(len(text) + 1)
    return text[:at] + dice.choice(STRANGE) + text[at + dice.randint(0, 1) :]


# ---------------------------------------------------------------- changes of the tree: the text stays readable


def _grown(tree: Node, dice: Random) -> str:
    """A readable text in which some pieces were exchanged for pieces of the same sort from anywhere."""
    for _ in range(dice.choice((1, 1, 1, 2, 3, 6))):
        node = dice.choice([node for node in find(tree, Node) if parts(node)])
        at = dice.randrange(len(parts(node)))
        tree = _exchanged(tree, parts(node)[at], _another(tree, node, at, dice))
    return to_text(tree)


def _another(tree: Node, node: Node, at: int, dice: Random) -> Node | Token:
    """Something to stand for a part of a node."""
    old = parts(node)[at]
    sort = _sort(old)
    if sort == "NUMBER" and dice.random() < 0.5:
        return Token("NUMBER", dice.choice(NUMBERS))
    if sort == "NAME" and dice.random() < 0.5:
        return dice.choice(list(tokens(tree, "NAME")))
    fits = node.rule in ("add", "is_", "paren", "member", "let", "assign", "args") and at != 1
    if sort in ("NAME", "NUMBER") and fits:
        return dice.choice(branches()["formula"])
    return dice.choice(branches().get(sort) or [old])


def _exchanged(tree: Node, old: Node | Token, new: Node | Token) -> Node:
    """The same tree with one part exchanged, the first place where it stands."""
    return rebuilt(
        tree, lambda part: new if part is old else _exchanged(part, old, new) if isinstance(part, Node) else part
    )


# ---------------------------------------------------------------- texts of other kinds


def _made_up(dice: Random) -> str:
    """A made-up game that needs no other files."""
    while True:
        files = description(dice.randrange(1_000_000), small=dice.random() < 0.7).files
        if len(files) == 1:
            return files["main.game"]


def _bytes(dice: Random) -> bytes:
    size = dice.choice((0, 1, 10, 100, 1000, 5000))
    alphabet = dice.choice(
        (bytes(range(256)), b' \n\t:|()[]#"game players 2 turn: end when', bytes(range(32, 127)) + b"\n")
    )
    return bytes(dice.choice(alphabet) for _ in range(size))


@cache
def _all_words() -> list[str]:
    return [piece for text in texts() for piece in _pieces(text)]


def _words(dice: Random) -> str:
    """Words of the language in no order."""
    return 'game "x"\nplayers 2\n' + "".join(dice.choice(_all_words()) for _ in range(dice.choice((5, 30, 200))))


def _deep(dice: Random) -> str:
    """Something nested or chained many times."""
    many = dice.choice((5, 20, 40, 49, 60, 100, 140, 149, 200, 1000, 5000))
    body = {
        "brackets": lambda: "(" * many + "1" + ")" * many,
        "minus": lambda: "-" * many + "1",
        "not": lambda: "1 if " + "not " * many + "yes else 2",
        "sum": lambda: " + ".join("x" for _ in range(many)),
        "product": lambda: " * ".join("x" for _ in range(many)),
        "and": lambda: "1 if " + " and ".join("x > 1" for _ in range(many)) + " else 0",
        "or": lambda: "1 if " + " or ".join("any p in players with p.y > x" for _ in range(many)) + " else 0",
        "else": lambda: " else ".join("x if x > 1" for _ in range(many)) + " else 0",
        "any": lambda: "1 if " + "".join(f"any p{i} in players with " for i in range(many)) + "x > 1 else 0",
        "counts": lambda: "count(p in players with " * many + "1" + " > 0)" * many,
        "sums": lambda: "sum(" * many + "x" + " for p in players)" * many,
        "walks": lambda: "sum(x for " + ", ".join(f"p{i} in players" for i in range(many)) + ")",
        "calls": lambda: "f(" * many + "x" + ")" * many,
        "members": lambda: "me" + ".left" * many + ".y",
        "maxima": lambda: "max(1, " * many + "x" + ")" * many,
        "powers": lambda: "2000000000" + " * 2000000000" * min(many, 200),
    }
    which = dice.choice([*body, "blocks", "definitions", "procedures", "parameters", "arguments", "elses"])
    head = 'game "deep"\nplayers 2\nvar x = 2 in 0..9\neach player\n  y = 0 in 0..9\ndefine f(n): n + x\n'
    tail = "turn: go\nend when turn.number > 9: draw\n"
    if which in body:
        formula = body[which]()
        place = dice.choice(("action", "define", "end", "lead"))
        if place == "action":
            return f"{head}{tail}action go\n  let k = {formula}\n  x = min(9, max(0, k))\n"
        if place == "define":
            return f"{head}define g: {formula}\n{tail}action go\n  x = max(0, min(9, g))\n"
        if place == "end":
            return f"{head}{tail}action go\n  x = 1\nend when {formula} > 7: me wins\n"
        return f"{head}{tail}action go\n  x = 1\nlead(p): ({formula}) / 9\n"
    if which == "blocks":
        word = dice.choice(("if x > 1", "for p in players", "repeat 2 times", "repeat while x > 3", "stage s"))
        lines = [f"{'  ' * (i + 1)}{word}{i if word == 'stage s' else ''}" for i in range(many)]
        return "\n".join([f"{head}{tail}action go", *lines, "  " * (many + 1) + "x = 1", ""])
    if which == "definitions":
        shape = dice.choice(
            ("g{0}(n): g{1}(n) + g{1}(n + 1)", "g{0}(n): g{1}(n + x)", "g{0}(n): count(k in 1..2 with g{1}(k) > n)")
        )
        lines = ["define " + shape.format(i, i + 1) for i in range(min(many, 300))]
        return "\n".join(
            [head + tail + "action go", "  x = max(0, min(9, g0(1)))", *lines, f"define g{len(lines)}(n): n", ""]
        )
    if which == "procedures":
        asks = dice.choice(("", "\n  me chooses k from 1..3", "\n  x = 1"))
        twice = dice.choice(("", "\n  s{1}"))
        lines = [("to s{0}" + asks + "\n  s{1}" + twice).format(i, i + 1) for i in range(min(many, 60))]
        return "\n".join([head + tail + "action go", "  s0", *lines, f"to s{len(lines)}", "  nothing", ""])
    if which == "parameters":
        span = dice.choice(("1..2", "players", "1..x", "1..1000"))
        names = ", ".join(f"a{i} in {span}" for i in range(min(many, 200)))
        return f"{head}{tail}action go({names})\n  x = 1\n"
    if which == "arguments":
        names = ", ".join(f"a{i}" for i in range(many))
        return f"{head}define g({names}): a0\n{tail}action go\n  x = g({', '.join('x' for _ in range(many))})\n"
    lines = [line for i in range(min(many, 1000)) for line in (f"  else if x is {i}", "    x = 1")]
    return "\n".join([f"{head}{tail}action go", "  if x is 100", "    x = 2", *lines, ""])


HUGE = (
    "board grid {n} x {n} of cell", "board hexagon {n} of cell", "board ring {n} of cell", "board track {n} of cell",
    "board hex {n} x 2 of cell", "cards card, copies {n}", "things man (men), copies {n} each player", "things hut, up to {n}",
    "cards card: each rank in 1..{n}", "cards card: each rank in 1..{n}, each suit in 1..{n}", "var x[1..{n}] = 0 in 0..9",
    "var x[1..{n}, 1..{n}] = 0", "each player\n  x[0..{n}] = 0 in 0..{n}", "dice tray: {n} d6", "dice tray: 2 d{n}",
    "zone pile[1..{n}] of card\ncards card, copies 3", "param big = {n}\nvar x = 0 in 0..big", "param big = {n} in 0..{n}",
    "var x = {n}", "var x = {n} in 0..{n}", "var x = 0 in -{n}..{n}\nwhenever x < {n}: x += {n}",
    "define d: sum(k * k for k in 1..{n})\nwhenever d < 0: nothing", "define d: count(k in 1..{n} with k mod 2 is 0)\nwhenever d < 0: nothing",
    "action big(n in 1..{n})\nturn: big", "action big(a in 1..{n}, b in 1..{n})\nturn: big", "whenever {n} * {n} * {n} < 0: nothing",
    "setup: repeat {n} times: nothing", "setup\n  let k = roll {n} d6", "setup\n  let k = roll d{n}",
    "setup\n  me chooses k from 1..{n}", "setup\n  let k = random i in 1..{n}", "setup\n  let k = all i in 1..{n}",
    "setup\n  for i in 1..{n}: nothing", "setup\n  for i in 1..{n} by -i: nothing", "turn\n  me chooses 3 ks from 1..{n}\n  go",
    "turn\n  me chooses any number of ks from 1..{n}\n  go", "turn\n  any number of go up to {n} times",
    "board grid {n} x {n} of cell, holds 3 man\nthings man (men), copies 4", "board grid {n} x {n} of cell\nlead(p): line({n}, cells)",
    "board grid {n} x {n} of cell\nlead(p): distance(cells[1], cells[2])", "players {n}", "enum e\n  | name | v |\n  | a | {n} |",
    "cards card\n  | name | copies |\n  | a | {n} |", "param p = {n}, {n}, -{n}\ndice tray: 2 p",
    "board grid {n} x {n} of cell\nsetup: for c in cells: for d in cells: nothing", "turn: repeat {n} times: go",
    "board ring {n} of pit\n  seeds = {n} in 0..{n}", "board grid {n} x {n} of cell, corners spot, edges path",
)  # fmt: skip


def _huge(dice: Random) -> str:
    """Innocent lines with numbers of every size."""
    parts = ['game "huge"', "players 2", "end when turn.number > 9: draw"]
    chosen = [dice.choice(HUGE).format(n=dice.choice(NUMBERS[2:28])) for _ in range(dice.choice((1, 1, 2, 3)))]
    if not any("turn" in part for part in chosen) or any(" go" in part for part in chosen):
        parts.append("action go\n  nothing")
    if not any("turn" in part for part in chosen):
        parts.append("turn: go")
    return "\n".join([*parts, *chosen, ""])


MUTATIONS: tuple[Callable[[str, Random], str], ...] = (
    _swap_words, _drop_word, _double_word, _other_word, _other_name, _other_name, _other_number, _other_number, _shuffle_lines,
    _drop_lines, _double_line, _indent, _line_of_another, _splice, _paragraph_of_another, _strange_character,
)  # fmt: skip


def case(seed: int) -> Case:
    """The try of that number."""
    dice = Random(f"fuzz {seed}")
    way = dice.random()
    if way < 0.02:
        return Case(_bytes(dice), "bytes")
    if way < 0.04:
        return Case(_words(dice), "words")
    if way < 0.10:
        return Case(_deep(dice), "deep")
    if way < 0.18:
        return Case(_huge(dice), "huge")
    made_up = _made_up(dice) if dice.random() < 0.3 else None
    if way < 0.60:
        tree = dice.choice(trees()[:-1]) if made_up is None else parse_file(made_up)
        return Case(_grown(tree, dice), "grown")
    text = dice.choice(texts()) if made_up is None else made_up
    made = []
    for _ in range(dice.choice((1, 1, 1, 2, 2, 3, 5))):
        change = dice.choice(MUTATIONS)
        made.append(change.__name__.strip("_"))
        text = change(text, dice) or "\n"
    return Case(text, ", ".join(made))
