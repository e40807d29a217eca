"""Expectations as they are written: in a game, or in a file of their own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lark import Token

from ludwright.expectations.compiling import is_course
from ludwright.expectations.wishes import RANGE, Wish, read_wish
from ludwright.language import syntax
from ludwright.language.declarations import Declaration
from ludwright.language.files import decode, read_bytes
from ludwright.language.parser import parse_declarations
from ludwright.metrics import METRICS
from ludwright.mistakes import Mistake, MistakesError, Place, nearest
from ludwright.queries.pattern import read_pattern

ALWAYS, NEVER = "always", "never"
COURSE, FIGURE, EXPRESSION, PATTERN = "course", "figure", "expression", "pattern"
_SHORT = {"turns": "duration in turns", "moves": "duration in moves", "minutes": "duration in minutes"}
_DECIDING = (syntax.ThenLine, syntax.EarlierLine, syntax.WithoutLine, syntax.AlwaysLine)
"""The lines of a course that speak for a case or against it."""
_SHARES = ("seat shares", "agent shares", "draws")
_SEATS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 0}
_WORDS = (
    "player",
    "seat",
    "seats",
    "wins",
    "agent",
    "under",
    "over",
    "about",
    "between",
    "never",
    "always",
    "anyone",
    "plays",
    "games",
    "cases",
)
_QUOTED = re.compile(r"\"[^\"]*\"|\{[^{}]*\}")
_QUOTA = re.compile(
    rf",?\s+in\s+(?:(?P<all>all|every)|(?P<none>no)|(?P<range>{RANGE}))\s+(?:of\s+)?(?:the\s+)?(?P<of>games?|cases?)$"
)
_SENTENCE = re.compile(rf"(?P<what>.+?)\s+(?P<range>{RANGE})$")
_EXPRESSION = re.compile(
    r"(?P<spread>deviation\s+of\s+)?\{(?P<text>[^{}]*)\}(?:\s+of\s+seat\s+(?P<seat>\d+))?(?:\s+at\s+the\s+end)?"
)


@dataclass(frozen=True)
class Expectation:
    """What somebody expects of a game."""

    title: str
    kind: str
    declaration: Declaration
    wish: Wish | None = None
    """None where it must hold always, or never."""
    rule: str = ""
    """``always`` or ``never``, where there is no range."""
    of: str = "games"
    """What is counted: games, cases, or times a game."""
    text: str = ""
    """A metric, an expression, or a pattern."""
    part: str = ""
    """The part of the metric, or the seat."""
    spread: bool = False
    """Of an expression: whether its standard deviation is meant, and not its mean."""
    bare: bool = False
    """Whether it is about something that happens, and nothing that must follow."""

    @property
    def wished(self) -> str:
        """The wish in words."""
        if self.wish is None and self.kind == PATTERN:
            return f"in {'every' if self.rule == ALWAYS else 'no'} {self.of.removesuffix('s')}"
        if self.wish is None:
            return self.rule
        behind = {"games": " of games", "cases": " of cases", "times": " times a game"}
        return f"{self.wish}{behind[self.of] if self.kind in (COURSE, PATTERN) else ''}"


def read_file(path: str | Path) -> list[Declaration]:
    """The expectations of a file of their own."""
    name = str(path)
    text = decode(read_bytes(Path(path), name, None), name)
    return read_lines(text, name)


def read_lines(text: str, name: str = "expectations") -> list[Declaration]:
    """Expectations from their text."""
    tree, mistakes = parse_declarations(text if text.endswith("\n") else text + "\n", name)
    lines = text.splitlines()
    found = [Declaration(child, name, lines) for child in syntax.parts(tree)]
    wrong = [
        Mistake(one.place(), "only expectations stand here", 'for example `expect "draws under 10%"`')
        for one in found
        if one.kind != "expect"
    ]
    if mistakes or wrong:
        raise MistakesError([*mistakes, *wrong])
    return found


def expectations(declarations: Iterable[Declaration]) -> list[Expectation]:
    """All of them, understood; mistakes come together."""
    found, wrong = read_all(declarations)
    if wrong:
        raise MistakesError(wrong)
    return found


def read_all(declarations: Iterable[Declaration]) -> tuple[list[Expectation], list[Mistake]]:
    """Those that can be understood, and what is wrong with the others."""
    found: list[Expectation] = []
    wrong: list[Mistake] = []
    for declaration in declarations:
        try:
            found.append(_course(declaration) if is_course(declaration) else _sentence(declaration))
        except MistakesError as error:
            wrong += error.mistakes
    again = {one.title: one for one in reversed(found)}
    for one in found:
        if again[one.title] is not one:
            wrong.append(
                Mistake(one.declaration.place(), f'"{one.title}" is expected twice', "give one of them another title")
            )
    return found, [*wrong, *_contradictions(found)]


def _contradictions(found: Sequence[Expectation]) -> Iterator[Mistake]:
    """Ranges of the same figure that do not meet: whatever is played, one of them is not fulfilled."""
    for number, one in enumerate(found):
        for other in found[:number]:
            same = (one.kind, one.text, one.part) == (other.kind, other.text, other.part)
            if not same or one.kind not in (FIGURE, EXPRESSION) or one.wish is None or other.wish is None:
                continue
            if one.wish.low > other.wish.high or other.wish.low > one.wish.high:
                hint = f'"{other.title}" wishes {other.wish}'
                yield Mistake(spot(one, ""), "this can't hold beside another expectation", hint)


def written(declaration: Declaration) -> Any:
    """The words of a sentence in the text."""
    return declaration.tree.quota if is_course(declaration) else declaration.tree.sentence


def spot(one: Expectation | Declaration, part: str) -> Place:
    """Where some words of a sentence stand; the whole sentence, where they are spelt otherwise there."""
    declaration = one.declaration if isinstance(one, Expectation) else one
    whole = declaration.place(written(declaration))
    at = whole.text.find(part, whole.column - 1) if part else -1
    return whole if at < 0 else replace(whole, column=at + 1, width=len(part))


# ---------------------------------------------------------------- the course of games


def _course(declaration: Declaration) -> Expectation:
    tree: syntax.ExpectDeclaration = declaration.tree
    bare = not any(isinstance(line, _DECIDING) for line in tree.lines)
    made = Expectation(_plain(tree.title), COURSE, declaration, of="cases", bare=bare)
    match tree.quota:
        case syntax.Never():
            return replace(made, rule=NEVER, of="games" if bare else made.of)
        case syntax.TimesAGame(least, most):
            wish, of = Wish(_times(least, declaration), _times(most, declaration)), "times"
        case syntax.AtLeast(percent, cases):
            wish, of = Wish(low=_percent(percent), percent=True), str(cases.word)
        case syntax.AtMost(percent, cases):
            wish, of = Wish(high=_percent(percent), percent=True), str(cases.word)
        case syntax.Between(least, most, cases):
            wish, of = Wish(_percent(least), _percent(most), True), str(cases.word)
        case _:
            return replace(made, rule=ALWAYS)
    return replace(made, wish=_sound(wish, declaration, tree.quota), of=of)


def _percent(word: Token) -> float:
    return int(str(word).rstrip("%")) / 100


def _times(node: Any, declaration: Declaration) -> float:
    if isinstance(node, Token) and node.type == "NUMBER":
        return float(node)
    raise MistakesError(
        Mistake(declaration.place(node), "a plain number is needed here", "for example `2 to 5 times a game`")
    )


# ---------------------------------------------------------------- sentences


def _sentence(declaration: Declaration) -> Expectation:
    tree: syntax.ExpectSentence = declaration.tree
    token, title = tree.sentence, tree.sentence if tree.title is None else tree.title
    text = " ".join(_plain(token).split()).replace("'", '"')  # words stand in single quotes here
    made = Expectation(_plain(title), FIGURE, declaration)
    quota = _QUOTA.search(text)
    if quota is not None:
        pattern = replace(made, kind=PATTERN, text=_pattern(text[: quota.start()], declaration, token))
        of = "cases" if quota["of"].startswith("case") else "games"
        if quota["range"] is None:
            return replace(pattern, rule=ALWAYS if quota["all"] else NEVER, of=of)
        wish = read_wish(quota["range"])
        assert wish is not None
        return replace(pattern, wish=_share(wish, declaration, token), of=of)
    sentence = _SENTENCE.fullmatch(text)
    if sentence is None:
        return replace(made, kind=PATTERN, text=_pattern(text, declaration, token), rule=ALWAYS, of=_counted(text))
    wish = read_wish(sentence["range"])
    assert wish is not None
    wish = _sound(wish, declaration, token)
    expression = _EXPRESSION.fullmatch(sentence["what"])
    if expression is not None:
        text, seat, spread = expression["text"].strip(), expression["seat"] or "", expression["spread"] is not None
        return replace(made, kind=EXPRESSION, text=text, part=seat, wish=wish, spread=spread)
    metric, part = _metric(sentence["what"], declaration)
    _fitting(metric, wish, declaration, sentence["range"])
    return replace(made, text=metric, part=part, wish=wish)


def _fitting(metric: str, wish: Wish, declaration: Declaration, words: str) -> None:
    """What is known to be a share has percent, what is known to be none has not; of other figures, playing tells."""
    ends = [abs(end) for end in (wish.low, wish.high) if abs(end) != float("inf")]
    if metric in _SHARES and not wish.percent and max(ends) > 1:
        hint = f"write it in percent: `{words}%`"
        raise MistakesError(Mistake(spot(declaration, words), f"`{metric}` is a share", hint))
    if metric in _SHORT.values() and wish.percent:
        message = f"`{metric}` is no share, and has no percent"
        raise MistakesError(Mistake(spot(declaration, words), message, "write a plain number"))


def _counted(text: str) -> str:
    return "cases" if read_pattern(text).opening is not None else "games"


def _metric(text: str, declaration: Declaration) -> tuple[str, str]:
    """A metric and one of its parts from what it is called."""
    seat = re.fullmatch(r"(?:the )?(?:(?P<word>\w+) (?:player|seat)|(?:seat|player) (?P<number>\d+)) wins?", text)
    if seat is not None and (seat["number"] or seat["word"] in _SEATS):
        return "seat shares", f"seat {seat['number'] or _SEATS[seat['word']]}"
    agent = re.fullmatch(r"(?:agent )(?P<agent>.+) wins?", text)
    if agent is not None:
        return "agent shares", agent["agent"]
    names = [metric.name for metric in METRICS]
    whole, _, part = text.rpartition(" of ")
    for name, own in ((text, ""), (whole, part)):
        plain = _SHORT.get(name, name.replace("_", " "))
        if plain in names:
            return plain, own
    close = nearest(text, [*names, *_SHORT])
    if not close:
        _check_spelling(text, declaration)
    hint = (
        f"did you mean `{close}`?"
        if close
        else "`ludwright metrics` lists the figures; an expression goes into braces: `{deck.count} under 5`"
    )
    raise MistakesError(Mistake(spot(declaration, text), f"there is no figure `{text}`", hint))


def _pattern(text: str, declaration: Declaration, token: Token) -> str:
    try:
        return read_pattern(text).text
    except MistakesError as error:
        mistake = error.mistakes[0]
        place = declaration.place(token)
        if not mistake.hint.startswith("did you mean"):
            _check_spelling(text, declaration)
            _check_range(text, declaration)
        plain = "for example `draws under 10%`, `{expression} 3..5` or `never anyone plays 'x'`"
        hint = mistake.hint if mistake.hint.startswith("did you mean") else plain
        raise MistakesError(
            Mistake(place, f"neither a figure with a range nor a pattern: {mistake.message}", hint)
        ) from None


def _check_range(text: str, declaration: Declaration) -> None:
    """A sentence that ends with a single number says how much, but not how far from it is still good."""
    number = re.search(r"(?<![\w.])(\d+)(?:\.\d+)?(%?)$", text)
    if number is not None:
        value, percent = int(number[1]), number[2]
        hint = f"for example `{max(0, value - 2)} to {value + 2}{percent}`, `under {value}{percent}` or `over {value}{percent}`"
        raise MistakesError(Mistake(spot(declaration, number[0]), f"`{number[0]}` is no range", hint))


def _check_spelling(text: str, declaration: Declaration) -> None:
    """Point at a word of a sentence that is nearly one of those that sentences are made of."""
    known = {*_WORDS, *_SEATS, *_SHORT, *(word for metric in METRICS for word in metric.name.split())}
    for word in re.findall(r"[^\W\d_]{4,}", _QUOTED.sub("", text)):
        close = nearest(word, known) if word.lower() not in known else None
        if close:
            raise MistakesError(Mistake(spot(declaration, word), f"`{word}` is unknown", f"did you mean `{close}`?"))


def _share(wish: Wish, declaration: Declaration, token: Any) -> Wish:
    if not wish.percent and max(abs(end) for end in (wish.low, wish.high) if abs(end) != float("inf")) > 1:
        raise MistakesError(Mistake(declaration.place(token), "this is a share", "write it in percent: `48..52%`"))
    return _sound(replace(wish, percent=True), declaration, token)


def _sound(wish: Wish, declaration: Declaration, token: Any) -> Wish:
    if wish.low > wish.high:
        raise MistakesError(
            Mistake(declaration.place(token), "this range ends before it begins", "write the smaller number first")
        )
    if wish.percent and max(end for end in (wish.low, wish.high, 0.0) if end != float("inf")) > 1:
        raise MistakesError(Mistake(declaration.place(token), "a share is 100% at most"))
    return wish


def _plain(token: Any) -> str:
    return str(token)[1:-1]
