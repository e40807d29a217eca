"""Reads a description as what it is written as: ludemes in brackets, with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ludwright.importing.places import Wrong

MOST_WORDS = 50_000
DEEPEST = 60
_WORD = re.compile(
    r'(?P<space>\s+|//[^\n]*)|(?P<string>"[^"\n]*")|(?P<open>[({])|(?P<close>[)}])|(?P<name>[A-Za-z]\w*:)|(?P<word>[^\s(){}"]+)'
)


@dataclass(frozen=True)
class Word:
    """A word, a number, a string or a bracket where it stands."""

    kind: str
    text: str
    line: int
    column: int


@dataclass
class Ludeme:
    """`(head …)` or `{…}` (a list, its head empty), or a single word."""

    word: Word
    head: str = ""
    parts: list[Ludeme] = field(default_factory=list)
    named: dict[str, Ludeme] = field(default_factory=dict)
    kind: str = "ludeme"
    """`ludeme`, `list`, `string`, `word`."""

    @property
    def text(self) -> str:
        """As messages show it."""
        return f"({self.head}" if self.kind == "ludeme" else self.word.text

    @property
    def line(self) -> int:
        return self.word.line

    @property
    def column(self) -> int:
        return self.word.column

    @property
    def plain(self) -> str:
        """A word or the inside of a string; nothing for all else."""
        return self.head if self.kind in ("string", "word") else ""

    def called(self, *names: str) -> bool:
        """Whether it is `(NAME …)`, or `(is Line …)` for `is Line`."""
        return self.name in names or self.head in names

    @property
    def name(self) -> str:
        """`is Line`, `move Step`: the head with the word behind it."""
        first = self.parts[0].plain if self.kind == "ludeme" and self.parts and self.parts[0].kind == "word" else ""
        return f"{self.head} {first}".strip()

    def items(self) -> list[Ludeme]:
        """The members of a list; of anything else, itself."""
        return self.parts if self.kind == "list" else [self]


def words_of(text: str, wrong: Wrong) -> Iterator[Word]:
    """The words of a text."""
    line, begin, at = 1, 0, 0
    while at < len(text):
        found = _WORD.match(text, at)
        if found is None:
            wrong(Word("word", text[at], line, at - begin + 1), 'this text has no end: a `"` is missing')
            return
        kind = str(found.lastgroup)
        if kind != "space":
            yield Word(kind, found.group(), line, at - begin + 1)
        if "\n" in found.group():
            line += found.group().count("\n")
            begin = at + found.group().rindex("\n") + 1
        at = found.end()


def read(text: str, wrong: Wrong) -> list[Ludeme]:
    """All ludemes of a text; what is wrong with its brackets is told."""
    outer = Ludeme(Word("open", "", 1, 1), kind="list")
    stack: list[tuple[Ludeme, str | None]] = [(outer, None)]
    name: Word | None = None
    for number, word in enumerate(words_of(text, wrong)):
        if number > MOST_WORDS:
            wrong(word, f"more than {MOST_WORDS:,} words")
            break
        if word.kind == "name":
            name = word
            continue
        if word.kind == "close":
            if len(stack) == 1:
                wrong(word, f"`{word.text}` closes nothing", "take it away, or open a bracket before it")
                break
            made, label = stack.pop()
            if (made.kind == "list") != (word.text == "}"):
                wrong(word, f"`{word.text}` closes what `{made.word.text}` in line {made.line} opened")
                break
            _put(stack[-1][0], made, label)
            continue
        label, name = (name.text[:-1] if name is not None else None), None
        if word.kind == "open":
            if len(stack) > DEEPEST:
                wrong(word, f"more than {DEEPEST} brackets inside each other")
                break
            stack.append((Ludeme(word, kind="list" if word.text == "{" else "ludeme"), label))
            continue
        inside = stack[-1][0]
        if inside.kind == "ludeme" and not inside.head and word.kind in ("word", "string"):
            inside.head, inside.word = word.text, word
            continue
        kind = "string" if word.kind == "string" else "word"
        _put(inside, Ludeme(word, word.text.strip('"'), kind=kind), label)
    for made, _ in stack[1:]:
        if not wrong.mistakes:
            wrong(made.word, "this bracket is not closed")
    return outer.parts


def _put(inside: Ludeme, made: Ludeme, label: str | None) -> None:
    if label is None:
        inside.parts.append(made)
    else:
        inside.named[label] = made


def expanded(tree: Ludeme, defines: dict[str, Ludeme], wrong: Wrong, depth: int = 0) -> Ludeme:
    """The same with what the file defines itself put in: `("Name" …)`, with `#1` for what is given."""
    if depth > 20:
        wrong(tree.word, "definitions go round in a ring")
        return tree
    parts = [expanded(part, defines, wrong, depth) for part in tree.parts]
    named = {name: expanded(part, defines, wrong, depth) for name, part in tree.named.items()}
    if tree.kind == "ludeme" and tree.head.startswith('"'):
        body = defines.get(tree.head.strip('"'))
        if body is None:
            wrong(
                tree.word,
                f"nothing in this file defines {tree.head}",
                "copy its (define …) into the file: definitions that Ludii brings along are not read",
            )
            return Ludeme(tree.word, tree.head, parts, named, tree.kind)
        return expanded(_filled(body, parts), defines, wrong, depth + 1)
    return Ludeme(tree.word, tree.head, parts, named, tree.kind)


def _filled(body: Ludeme, given: list[Ludeme]) -> Ludeme:
    if body.kind == "word" and re.fullmatch(r"#[1-9]", body.head):
        number = int(body.head[1:])
        return given[number - 1] if number <= len(given) else body
    return Ludeme(
        body.word,
        body.head,
        [_filled(part, given) for part in body.parts],
        {name: _filled(part, given) for name, part in body.named.items()},
        body.kind,
    )
