"""How people say in plain English what the language writes otherwise: `sum of points in my hand`, `for each player`, `the deck`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ludwright.language.case import NameCase
from ludwright.language.phrases import VERBS
from ludwright.language.slip import SlipError


class Saying(NamedTuple):
    """A way of saying it, what is told about it, and what to write."""

    pattern: re.Pattern[str]
    message: str
    hint: Callable[[re.Match[str]], str]


def _saying(pattern: str, message: str, hint: Callable[[re.Match[str]], str]) -> Saying:
    return Saying(re.compile(pattern), message, hint)


_MINE = r"(?P<where>(?:my )?\w+(?:\.\w+)*)"
_SAYINGS = (
    _saying(
        r"^\s*board (?P<size>\d+ ?[x×*] ?\d+)",
        "a board says first what shape it has",
        lambda said: f"write `board grid {' x '.join(re.findall('[0-9]+', said['size']))} …`",
    ),
    _saying(
        r"^\s*(?:things|cards) \w+, (?P<many>\d+)\b(?: of them| copies)?(?P<own>(?: for)? (?:each|per|every) player)?",
        "how many there are is said with `copies`",
        lambda said: f"write `copies {said['many']}{' each player' if said['own'] else ''}`",
    ),
    _saying(
        r"\bcopies (?P<many>\d+) (?:(?:for|per|to) )(?:(?:each|every) )?players?\b",
        "how many each player has is said without `for`",
        lambda said: f"write `copies {said['many']} each player`",
    ),
    _saying(
        r"^\s*var (?P<name>\w+) (?:of|per|for|on) (?:(?:each|every) )?players?\b(?P<rest>.*)",
        "what every player has stands below `each player`",
        lambda said: (
            f"write a line `each player`, and below it, indented, `{said['name']}{said['rest'].rstrip() or ' = 0'}`"
        ),
    ),
    _saying(
        r"^\s*zone (?P<name>\w+) (?:of|per|for) (?:(?:each|every) )?players?\b(?: of (?P<kind>\w+))?",
        "a zone that every player has stands below `each player`",
        lambda said: (
            f"write a line `each player`, and below it, indented, `zone {said['name']} of {said['kind'] or '…'}`"
        ),
    ),
    _saying(
        r"^\s*zone (?P<name>\w+) of (?P<kind>\w+) (?:of|per|for) (?:(?:each|every) )?players?\b",
        "a zone that every player has stands below `each player`",
        lambda said: f"write a line `each player`, and below it, indented, `zone {said['name']} of {said['kind']}`",
    ),
    _saying(
        r"^\s*(?:each|every) player (?P<name>\w+)(?=:)",
        "what is done for every player is written with `for`",
        lambda said: f"write `for {said['name']} in players:`",
    ),
    _saying(
        rf"\b(?:sum|total) of (?:all |the )?(?P<what>\w+(?: \w+)?) (?:in|on|of) {_MINE}",
        "a sum is written with brackets",
        lambda said: f"write `sum(c.{'_'.join(said['what'].split())} for c in {said['where']})`",
    ),
    _saying(
        rf"\b(?:number|count|amount) of (?:all |the )?{_MINE}(?: (?:cards?|things?|pieces?))?",
        "counting is written with brackets",
        lambda said: f"write `count(c in {said['where']})`, or `count(c in {said['where']} with …)`",
    ),
    _saying(
        r"(?<=for )each (?P<what>other players?|opponents?|players?|\w+)\b(?: (?P<name>\w+)\b)?",
        "`each` can't stand here",
        lambda said: (
            f"leave it out: `for {_own_name(said)} in {'…' if said['name'] == 'in' else _all_of(said['what'])}`"
        ),
    ),
    _saying(
        r"\b(?:refill|replenish|top up) (?:the )?(?P<zone>\w+)",
        "a zone is refilled by itself, if its declaration says so",
        lambda said: f"write `zone {said['zone']} of …, up to 4, refilled from deck`",
    ),
    _saying(
        r"\b\w+ (?:adjacent|next) to (?P<cell>\w+)",
        "cells next to another are called its neighbours",
        lambda said: f"write `{said['cell']}.neighbours`",
    ),
    _saying(
        r"\ban? (?P<what>[a-z]{3,})",
        "whether there is one is asked with `any`",
        lambda said: f"write `any x in {_all_of(said['what'])} with …`",
    ),
    _saying(
        r"\bthe (?P<what>\w+)",
        "`the` has no meaning here",
        lambda said: f"leave it out, and call things by their names: `{said['what']}`",
    ),
)


def _all_of(what: str) -> str:
    if what.startswith(("other", "opponent")):
        return "others"
    return (
        what
        if what.endswith("s")
        else f"{what[:-1]}ies"
        if what.endswith("y") and what[-2:-1] not in "aeiou"
        else f"{what}s"
    )


def _own_name(said: re.Match[str]) -> str:
    name = said["name"]
    if name == "in":
        return said["what"]
    return name if name else "p" if _all_of(said["what"]) in ("players", "others") else said["what"][0]


def everyday(case: NameCase) -> SlipError | None:
    """What can't stand here, if it is a common way of saying something."""
    opening = case.statement[0] if case.statement else None
    if opening is not None and str(opening) in VERBS and case.declared.get(str(opening)) == "action":
        hint = f"give the action a name of its own, such as `{opening}_it`"
        return case.slip(f"`{opening}` has a meaning of its own", hint, opening)
    line = case.scanner.line_of(case.token)
    at = (case.token.column or 1) - case.scanner.first_column
    for saying, found in _found(line):
        # the words themselves, or the first one behind them
        if found.start() <= at <= found.end() + 1:
            start, width = found.start() + len(found[0]) - len(found[0].lstrip()), len(found[0].strip())
            return SlipError(
                case.token.line or 1, start + case.scanner.first_column, width, saying.message, saying.hint(found)
            )
    return None


def _found(line: str) -> Iterator[tuple[Saying, re.Match[str]]]:
    hidden = re.sub(r'"[^"]*"|#.*', lambda quoted: "\0" * len(quoted[0]), line)  # nothing in quotes is meant
    for saying in _SAYINGS:
        for found in saying.pattern.finditer(hidden):
            yield saying, found
