"""Patterns: what to look for in games, from a short text to plain objects."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from ludwright.mistakes import Mistake, MistakesError, Place, nearest

_FILE = "pattern"
UNITS = {"TURN": "turn", "ROUND": "round", "DECISION": "decision"}


# ---------------------------------------------------------------- what a pattern is made of


@dataclass(frozen=True)
class Who:
    """Of whom a condition speaks."""

    kind: str
    """``anyone``, ``seat``, ``winner``, ``loser``, ``leader``, ``agent``, or ``player``: every player in turn."""
    number: int | None = None
    """The seat, from 1; of a leader, the turn or round at whose end."""
    unit: str | None = None
    text: str = ""


class Condition:
    """Something that holds at a moment of a game or does not."""


@dataclass(frozen=True)
class Either(Condition):
    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class Both(Condition):
    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class Not(Condition):
    part: Condition


@dataclass(frozen=True)
class Earlier(Condition):
    """It held at some moment before."""

    part: Condition


@dataclass(frozen=True)
class Expression(Condition):
    """An expression of the game language."""

    text: str


@dataclass(frozen=True)
class Plays(Condition):
    """Somebody has just played: an action by its name, or by its words, in which a star stands for anything."""

    who: Who
    action: str = ""
    words: str = ""


@dataclass(frozen=True)
class Result(Condition):
    """Somebody wins or loses in the end."""

    who: Who
    verb: str


@dataclass(frozen=True)
class Leads(Condition):
    """Somebody is ahead of all others."""

    who: Who


@dataclass(frozen=True)
class Window:
    """When: ``start``, ``end``, ``at``, ``in``, ``before``, ``after`` some turns, rounds or decisions, or ``within`` so many."""

    kind: str
    unit: str = ""
    low: int = 0
    high: int = 0
    who: Who | None = None


@dataclass(frozen=True)
class PatternStep:
    """A condition that comes about at some moment, or (``throughout``) holds until the next step, or to the end."""

    condition: Condition
    windows: tuple[Window, ...] = ()
    throughout: bool = False


Chain = tuple[PatternStep, ...]


@dataclass(frozen=True)
class Pattern:
    """Chains that must all be fulfilled: by a game, or behind every moment at which ``opening`` holds."""

    text: str
    chains: tuple[Chain, ...]
    opening: Condition | None = None


# ---------------------------------------------------------------- reading


@cache
def _parser() -> Lark:
    grammar = Path(__file__).with_name("pattern.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", maybe_placeholders=True, propagate_positions=True)


@dataclass(frozen=True)
class _Phrase:
    """A piece of a pattern's text: what the grammar calls it, what it is made of, and where it stands."""

    name: str
    parts: tuple[_Phrase | Token | None, ...]
    """Pieces and words; None where an optional one was left out."""
    column: int = 1
    width: int = 1

    @property
    def phrases(self) -> list[_Phrase]:
        """The pieces in it."""
        return [part for part in self.parts if isinstance(part, _Phrase)]

    @property
    def word(self) -> str:
        """Its first word."""
        return str(next(part for part in self.parts if isinstance(part, Token)))

    @property
    def numbers(self) -> list[int]:
        """Its numbers."""
        return [int(part) for part in self.parts if isinstance(part, Token) and part.type == "NUMBER"]

    @property
    def unit(self) -> str | None:
        """``turn``, ``round`` or ``decision``, if it says so."""
        words = (part for phrase in self.phrases if phrase.name == "unit" for part in phrase.parts)
        return next((UNITS[word.type] for word in words if isinstance(word, Token)), None)


class _Phrases(Transformer[Token, _Phrase]):
    """Makes phrases of the grammar's rules."""

    def __default__(self, data: Token, children: list[_Phrase | Token | None], meta: Any) -> _Phrase:
        if meta.empty:
            return _Phrase(str(data), tuple(children))
        return _Phrase(str(data), tuple(children), meta.column, meta.end_column - meta.column)


def read_pattern(text: str) -> Pattern:
    """A pattern from its text; what is wrong with it comes as a mistake with its place.

    >>> read_pattern("seat 1 plays climb then loses").chains[0][1].condition
    Result(who=Who(kind='seat', number=1, unit=None, text=''), verb='loses')
    """
    plain = " ".join(text.split())
    try:
        phrase = _Phrases().transform(_parser().parse(plain))
    except UnexpectedInput as error:
        raise MistakesError(_explained(error, plain)) from None
    return _Reading(plain).pattern(phrase)


class _Reading:
    """Goes through the tree from left to right: who was spoken of last is who is meant where nobody is named."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.subject: Who | None = None

    def pattern(self, phrase: _Phrase) -> Pattern:
        opening = self.condition(phrase.phrases[0]) if phrase.name == "cases" else None
        return Pattern(self.text, tuple(self.clause(clause) for clause in phrase.phrases[-1].phrases), opening)

    def clause(self, phrase: _Phrase) -> Chain:
        steps = [self.step(part) for part in phrase.phrases]
        if phrase.name == "after":
            steps.reverse()
        elif phrase.name == "before":
            (*first, come), (*_, other) = steps
            return (*first, PatternStep(Not(other.condition), other.windows, True), come)
        return tuple(step for group in steps for step in group)

    def step(self, phrase: _Phrase) -> Chain:
        conditions = [self.condition(part) for part in phrase.phrases if part.name not in _WINDOWS]
        windows = tuple(self.window(part) for part in phrase.phrases if part.name in _WINDOWS)
        if phrase.name == "some":
            return (PatternStep(conditions[0], windows),)
        guard = Not(conditions[0]) if phrase.name == "never" else conditions[0]
        if len(conditions) == 1:
            return (PatternStep(guard, windows, True),)
        return PatternStep(guard, (), True), PatternStep(conditions[1], windows)

    def window(self, phrase: _Phrase) -> Window:
        kind, numbers = _WINDOWS[phrase.name], phrase.numbers
        low, high = (numbers[0], numbers[-1]) if numbers else (0, 0)
        last = phrase.parts[-1] if phrase.parts else None
        who = self.who(last) if kind == "within" and isinstance(last, _Phrase) else None
        if high < low:
            raise self.wrong(phrase, "this ends before it begins", f"write `{high}..{low}`")
        return Window(kind, phrase.unit or "", low, high, who)

    def condition(self, phrase: _Phrase) -> Condition:
        name = phrase.name
        if name in ("or_", "and_"):
            found = tuple(self.condition(part) for part in phrase.phrases)
            return found[0] if len(found) == 1 else Either(found) if name == "or_" else Both(found)
        if name in ("not_", "earlier"):
            inner = self.condition(phrase.phrases[0])
            return Not(inner) if name == "not_" else Earlier(inner)
        if name == "expression":
            return Expression(phrase.word[1:-1].strip())
        spoken_of = phrase.parts[0]
        who = self.who(spoken_of) if isinstance(spoken_of, _Phrase) else self.same(phrase)
        if name == "plays":
            played = phrase.phrases[-1]
            return Plays(who, words=played.word[1:-1]) if played.name == "words" else Plays(who, action=played.word)
        return Leads(who) if name == "leads" else Result(who, name)

    def who(self, phrase: _Phrase) -> Who:
        numbers = phrase.numbers
        text = phrase.word[1:-1] if phrase.name == "agent" else ""
        self.subject = Who(phrase.name, numbers[0] if numbers else None, phrase.unit, text)
        return self.subject

    def same(self, phrase: _Phrase) -> Who:
        """Who was spoken of last."""
        if self.subject is None:
            if phrase.name == "plays":
                return Who("anyone")
            raise self.wrong(phrase, "it is not said who", "begin with `p`, `anyone`, `seat 1`, `leader`, `winner` ...")
        return self.subject

    def wrong(self, phrase: _Phrase, message: str, hint: str) -> MistakesError:
        return MistakesError(Mistake(Place(_FILE, 1, phrase.column, phrase.width, self.text), message, hint))


_WINDOWS = {
    "at_start": "start",
    "at_end": "end",
    "at": "at",
    "in_": "in",
    "before_": "before",
    "after_": "after",
    "within": "within",
}


# ---------------------------------------------------------------- mistakes

_SPOKEN = {
    "EXPRESSION": "an expression such as `{p.points > 5}`", "STRING": "words in quotes", "NAME": "the name of an action",
    "NUMBER": "a number", "PLAYS": "`plays`", "WINS": "`wins`", "LOSES": "`loses`", "LEADS": "`leads`", "ANYONE": "`anyone`",
    "PLAYER": "`p`", "THEN": "`then`", "UNTIL": "`until`", "BEFORE": "`before`", "AFTER": "`after`", "TURN": "`turn`",
    "ROUND": "`round`", "DECISION": "`decision`", "COMMA": "a comma", "LPAR": "`(`", "RPAR": "`)`", "COLON": "`:`", "$END": "the end",
}  # fmt: skip
_HIDDEN = ("BEFORE_UNIT", "AFTER_UNIT", "__")


def _explained(error: UnexpectedInput, text: str) -> Mistake:
    expected = (
        getattr(error, "accepts", None) or getattr(error, "expected", None) or getattr(error, "allowed", None) or set()
    )
    words = sorted({_SPOKEN.get(name, f"`{name.lower()}`") for name in expected if not name.startswith(_HIDDEN)})
    listed = f"expected {', '.join(words[:-1]) + ' or ' if len(words) > 1 else ''}{words[-1]}" if words else ""
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return Mistake(Place(_FILE, 1, len(text) + 1, 1, text), "the pattern ends too early", listed)
    column = max(1, getattr(error, "column", 1))
    found = text[column - 1 :].split(" ")[0] or text
    if found == "and":
        listed = "what is to hold at another time stands behind a comma: `p leads at turn 5, p loses`"
    elif isinstance(error, UnexpectedCharacters) and found[:1] in ".[<>=+-*/":
        listed = "put an expression of the game language into braces: `{p.points > 5}`"
    close = nearest(found, [word.strip("`") for word in words if word.startswith("`")])
    hint = f"did you mean `{close}`?" if close else listed
    return Mistake(Place(_FILE, 1, column, len(found), text), f"`{found}` can't stand here", hint)
