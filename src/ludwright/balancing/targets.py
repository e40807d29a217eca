"""What a version should be like: sentences about figures, seats, findings and strengths, each at the tables it speaks of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludwright.agents.texts import split
from ludwright.balancing.errors import BalanceError
from ludwright.expectations.reading import FIGURE, PATTERN, Expectation, read_all, read_lines
from ludwright.expectations.wishes import RANGE, Wish, read_wish
from ludwright.findings.catalogue import RULES
from ludwright.findings.rule import Rule
from ludwright.mistakes import MistakesError, nearest

STRONG, BEGINNER = "auto:200", "mcts:20"
"""Who a strong player is, and who a beginner, where nobody says otherwise."""
_SCOPE = re.compile(r"(?P<scope>(?:[^:{}']|:(?=\S))+):\s+(?P<rest>.+)")
_COUNT = re.compile(r"(?:with\s+|for\s+)?(?P<count>\d)\s+(?:players?|at the table)")
_RANGE_FIRST = re.compile(rf"(?P<range>{RANGE})\s+(?P<what>[a-z][a-z -]*)")
_ONE_NUMBER = re.compile(r"(?:about\s+|exactly\s+)?(?P<value>\d+(?:\.\d+)?)(?P<percent>%?)\s+(?P<what>[a-z][a-z -]*)")
_NO_RANGE = re.compile(r"(?:an?|the)\s.+\s(?:beats|wins against)\s+(?:an?|the)\s[^\d]+")
_NO = re.compile(r"(?:no|without(?: an?| any)?)\s+(?P<what>[a-z' -]+)")
_BEATS = re.compile(
    rf"(?:an?|the)?\s*(?P<one>.+?)\s+(?:beats|wins against)\s+(?:an?|the)?\s*(?P<other>.+?)(?:\s+in)?\s+(?P<range>{RANGE})(?:\s+of.*)?"
)
_ANY = ("finding", "findings", "problem", "problems", "fault", "faults found")
_SEATS = re.compile(r"\b(seats?|first|second|third|fourth|last|player \d)\b")


@dataclass(frozen=True)
class TargetSeats:
    """Who sits there."""

    players: int
    agents: tuple[str, ...]

    @property
    def told(self) -> str:
        """Who plays, in words."""
        names = list(dict.fromkeys(self.agents))
        if len(names) == 1:
            return f"{self.players} players (`{names[0]}`)"
        others = " and ".join(f"`{name}`" for name in names[1:])
        return f"{self.players} players, `{names[0]}` against {others}"


@dataclass(frozen=True)
class Target:
    """One sentence, and where it holds."""

    text: str
    tables: tuple[TargetSeats, ...]
    expectation: Expectation | None = None
    """A figure with a range, or a share of games."""
    rules: tuple[Rule, ...] = ()
    """Findings that should not be made."""
    beats: str = ""
    """Of a match of two strengths: whose wins are counted."""

    @property
    def about_seats(self) -> bool:
        """Whether it speaks of seats."""
        return _SEATS.search(self.text) is not None or any(rule.topic == "seats" for rule in self.rules)


@dataclass(frozen=True)
class Strengths:
    """Who plays where nothing is said, and who is called strong, or a beginner."""

    agents: tuple[str, ...]
    players: tuple[int, ...]
    strong: str = STRONG
    beginner: str = BEGINNER

    @property
    def tables(self) -> tuple[TargetSeats, ...]:
        """Where a target without a scope holds."""
        return tuple(TargetSeats(count, tuple(split(line))) for count in self.players for line in self.agents)

    def agent(self, words: str) -> str | None:
        """The agent that words such as `strong players` stand for."""
        plain = re.sub(r"^(?:an?|the|with|among|for|two|between)\s+", "", words.strip().strip("`"))
        plain = re.sub(r"\s+players?$", "", plain)
        known = {
            "strong": self.strong,
            "beginner": self.beginner,
            "beginners": self.beginner,
            "random": "random",
            "greedy": "greedy",
        }
        if plain in known:
            return known[plain]
        named = {name: name for line in self.agents for name in split(line)}
        return named.get(plain) or (plain if _looks_like_agent(plain) else None)


def _looks_like_agent(text: str) -> bool:
    from ludwright.agents.catalogue import KINDS

    return text.split(":")[0] in KINDS


def read_targets(texts: Sequence[str], strengths: Strengths) -> list[Target]:
    """The targets that some sentences stand for; what is wrong with any is told together."""
    wrong: list[str] = []
    found: list[Target] = []
    for text in texts:
        try:
            found.append(_target(" ".join(text.split()), strengths))
        except BalanceError as error:
            wrong.append(str(error))
    if wrong:
        raise BalanceError("\n".join(wrong))
    return found


def _target(text: str, strengths: Strengths) -> Target:
    scope = _SCOPE.fullmatch(text)
    tables, said = strengths.tables, text
    if scope is not None:
        tables, said = _scoped(scope["scope"], text, strengths), scope["rest"]
    beats = _BEATS.fullmatch(said)
    if beats is not None:
        return _match(text, beats, tables, strengths)
    none = _NO.fullmatch(said)
    if none is not None:
        return Target(text, tables, rules=_rules(none["what"].strip(), text))
    if (number := _ONE_NUMBER.fullmatch(said)) is not None:
        raise BalanceError(f"`{text}`: a target needs a range, as in `{_near(number)} {number['what']}`")
    if _NO_RANGE.fullmatch(said) is not None:
        raise BalanceError(f"`{text}`: say how often, as in `{text} 75 to 85%`")
    return Target(text, tables, _expectation(said, text))


def _near(found: re.Match[str]) -> str:
    """A range around one number: a tenth of it down and up.

    >>> _near(_ONE_NUMBER.fullmatch("50 turns")), _near(_ONE_NUMBER.fullmatch("5% draws"))
    ('45 to 55', '4 to 6%')
    """
    value = float(found["value"])
    room = max(1, round(value / 10))
    return f"{max(0.0, value - room):g} to {value + room:g}{found['percent']}"


def _scoped(words: str, text: str, strengths: Strengths) -> tuple[TargetSeats, ...]:
    """The tables that `with 3 strong players` speaks of."""
    tables = strengths.tables
    count = _COUNT.fullmatch(words.strip())
    if count is not None:
        own = tuple(table for table in tables if table.players == int(count["count"]))
        lines = dict.fromkeys(table.agents for table in tables)
        return own or tuple(TargetSeats(int(count["count"]), line) for line in lines)
    number = re.fullmatch(r"(?:with\s+|for\s+)?(?P<count>\d)\s+(?P<who>.+)", words.strip())
    agent = strengths.agent(number["who"] if number is not None else words)
    if agent is None:
        raise BalanceError(
            f"`{text}`: `{words}` is neither a number of players nor a strength: say `with 3 players`, `strong players`, `beginners`, or name an agent"
        )
    counts = (int(number["count"]),) if number is not None else strengths.players
    return tuple(TargetSeats(players, (agent,)) for players in counts)


def _match(text: str, found: re.Match[str], tables: tuple[TargetSeats, ...], strengths: Strengths) -> Target:
    one, other = (strengths.agent(found[side]) for side in ("one", "other"))
    for words, agent in ((found["one"], one), (found["other"], other)):
        if agent is None:
            raise BalanceError(
                f"`{text}`: nobody is called `{words}`: say `a strong player`, `a beginner`, or name an agent such as `mcts:100`"
            )
    assert one is not None and other is not None
    wish = read_wish(found["range"])
    assert wish is not None
    if one == other:
        raise BalanceError(f"`{text}`: both are `{one}`")
    line = f"agent {one} wins {found['range']}"
    expectation = _expectation(line if wish.percent else _in_percent(line, text), text)
    meetings = dict.fromkeys(TargetSeats(table.players, (one, *[other] * (table.players - 1))) for table in tables)
    return Target(text, tuple(meetings), expectation, beats=one)


def _in_percent(line: str, text: str) -> str:
    numbers = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", line.rpartition(" wins ")[2])]
    if max(numbers, default=0.0) > 1:
        raise BalanceError(f"`{text}`: a share of wins is written in percent, as in `75 to 85%`")
    return line


def _rules(what: str, text: str) -> tuple[Rule, ...]:
    """The findings that a name stands for; all faults, where none is named."""
    if what in _ANY:
        return tuple(rule for rule in RULES if rule.fault)
    names = {rule.name: rule for rule in RULES}
    if what in names:
        return (names[what],)
    if what in ("draws", "faults"):
        raise BalanceError(f"`{text}`: say how many are too many, as in `{what} under 1%`")
    close = nearest(what, names)
    hint = f"did you mean `no {close}`?" if close else f"there are {', '.join(names)}"
    raise BalanceError(f"`{text}`: no finding is called `{what}`: {hint}")


def _expectation(said: str, text: str) -> Expectation:
    """A sentence as `ludwright expect` reads it; the range may stand first, as in `30 to 45 turns`."""
    turned = _RANGE_FIRST.fullmatch(said)
    line = f"{turned['what']} {turned['range']}" if turned is not None else said
    line = re.sub(r"^(?:the )?(first|second|third|fourth|last) (?:seat|player|to move) wins?", r"\1 player wins", line)
    quoted = line.replace('"', "'")
    try:
        found, wrong = read_all(read_lines(f'expect "{quoted}"'))
    except MistakesError as error:
        found, wrong = [], error.mistakes
    if wrong or not found:
        first = wrong[0] if wrong else None
        told = f"{first.message}{f': {first.hint}' if first.hint else ''}" if first else "this can't be understood"
        raise BalanceError(f"`{text}`: {told}")
    one = replace(found[0], title=text)
    if one.kind not in (FIGURE, PATTERN) and one.wish is None:
        raise BalanceError(f"`{text}`: a target needs a range, as in `draws under 5%`")
    return one


def all_tables(targets: Sequence[Target]) -> list[TargetSeats]:
    """Every table that some target speaks of, once."""
    return list(dict.fromkeys(table for target in targets for table in target.tables))


def whole_wish(one: Expectation) -> Wish:
    """The range of a sentence; of one that must hold always, every game."""
    return one.wish if one.wish is not None else Wish(low=1.0, percent=True)
