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
_THING = r"(?:my )?\w+(?:\.\w+)*"
_ME = ("me ", "you ", "I ", "player ")
_NUMBERS = {"two": "2", "three": "3", "four": "4", "five": "5"}
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
        r"^\s+(?:things|cards) (?P<kind>\w+)(?:, (?:copies )?(?P<many>\d+))?",
        "what the players have of a kind of things is said where the kind is declared, at the left margin",
        lambda said: (
            f"write `things {said['kind']}, copies {said['many'] or '…'} each player` there: `my {_all_of(said['kind'])}` are then one's own"
        ),
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
        rf"\b(?:sum|total) (?:of )?(?:all |the )?(?P<what>\w+(?: \w+)?) (?:in|on|of) {_MINE}",
        "a sum is written with brackets",
        lambda said: f"write `sum(c.{'_'.join(said['what'].split())} for c in {said['where']})`",
    ),
    _saying(
        rf"\b(?:number|count|amount) of (?P<design>\0+) (?:in|on|at) {_MINE}",
        "counting is written with brackets",
        lambda said: f"write `count(c in {said['where']} with c is …)`, with the name in quotes",
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
        r"(?<=, )(?:private|secret|hand only|own only)\b",
        "who sees what lies in a zone is said with `seen by`",
        lambda said: "write `seen by owner`",
    ),
    _saying(
        r"^\s*zone \w+.*, (?P<many>\d+)(?: \w+)?(?=,|$)",
        "how many fit into a zone is said with `up to`",
        lambda said: f"write `up to {said['many']}`",
    ),
    _saying(
        r"^\s*board .*\bholds (?:any number of |many |all )?(?P<kind>[^\W\d]\w*)",
        "a board says how many things fit on one cell",
        lambda said: f"write the most there can be, for example `holds 20 {said['kind'].removesuffix('s')}`",
    ),
    _saying(
        rf"\b(?P<verb>draw|deal) (?P<many>\w+(?: \w+)?) to (?P<to>{_THING}) from (?P<from>{_THING})",
        "where it comes from stands before where it goes",
        lambda said: f"write `{said['verb']} {said['many'].split()[0]} from {said['from']} to {said['to']}`",
    ),
    _saying(
        r"\b(?P<who>(?:each|every) (?:other )?(?:player|opponent)|all (?:other )?players|each opponent|all opponents|everyone else)"
        r" (?P<verb>gains?|gets?|receives?|loses?) (?P<many>\w+)(?: (?P<what>\w+))?",
        "what happens to several players is written with `for`",
        lambda said: (
            f"write `for p in {'others' if re.search('other|oppo|else', said['who']) else 'players'}: {_gained('p.', said)}`"
        ),
    ),
    _saying(
        r"\b(?P<who>\w+ )??(?P<verb>gains?|gets?|receives?|loses?) (?P<many>\d+|an?) (?P<what>\w+)",
        "what somebody has grows by `+=` and shrinks by `-=`",
        lambda said: f"write `{_gained('my ' if (said['who'] or 'me ') in _ME else said['who'].rstrip() + '.', said)}`",
    ),
    _saying(
        r"\b(?:each|every|all) (?P<kind>\w+) (?:starts?|begins?) (?:at|in|on) (?P<where>\w+)",
        "what is done with each is written with `for`",
        lambda said: (
            f"write `for {said['kind'][0]} in {_all_of(said['kind'])}: move {said['kind'][0]} to {said['where']}`"
        ),
    ),
    _saying(
        r"(?<!repeat )\b(?P<many>\d+|two|three) times\b:?(?P<what>.*)",
        "what is done several times is written with `repeat`",
        lambda said: f"write `repeat {said['many']} times:{said['what'].rstrip() or ' …'}`",
    ),
    _saying(
        r"^\s*end at (?:the )?end of (?:the |a |every |each )?(?P<what>round|turn)\b(?P<rest>.*)",
        "when it is looked whether the game is over stands behind `after`",
        lambda said: f"write `end after {said['what']} when …`",
    ),
    _saying(
        r"\b(?P<many>\d+|two|three|four|five) actions?(?:(?: from| of| out of|:)? "
        r"(?!(?:of|from|out|per|each|every|an?|in|on|at|when|until|for|then)\b)(?P<which>\w+(?:(?:, | or | and )\w+)*))?",
        "actions are offered by `one of`, and several times by `repeat`",
        lambda said: (
            f"write `repeat {_NUMBERS.get(said['many'], said['many'])} times: one of {', '.join(re.split(', | or | and ', said['which'] or '…'))}`"
        ),
    ),
    _saying(
        r"^\s*(?P<kind>[a-z]\w*s) (?:in|on|of) (?P<what>row|column) (?P<at>\w+) (?:have|are|get|become)(?: (?P<rest>.*))?",
        "what is done with several is written with `for`",
        lambda said: (
            f"write `for {said['kind'][0]} in {said['kind']} with {said['kind'][0]}.{said['what']} is {said['at']}: "
            f"{said['kind'][0]}.{said['rest'] or '…'}`"
        ),
    ),
    _saying(
        r"^\s*(?P<who>[A-Z]\w+)(?:'s)? (?P<kind>[a-z]\w*s) (?:on|in|at) (?P<where>\w+(?: \w+)?)",
        "what is put somewhere is moved there, one by one",
        lambda said: (
            f"write `for {said['kind'][0]} in {said['kind']} with {said['kind'][0]}.owner is {said['who']}: move {said['kind'][0]} to …`"
        ),
    ),
    _saying(
        r"\b(?P<all>no|any|every) (?P<kind>\w+) without (?:an? |any )?(?P<what>\w+)",
        "whatever is looked for gets a name, and then is asked about",
        lambda said: (
            f"write `{said['all']} {said['kind'][0]} in {_all_of(said['kind'])} with {said['kind'][0]}.{said['what']} is none`"
        ),
    ),
    _saying(
        r"\b(?P<kind>[a-z]\w*s) owned\b",
        "counting is written with brackets",
        lambda said: f"write `count({said['kind'][0]} in {said['kind']} with {said['kind'][0]}.owner is me)`",
    ),
    _saying(
        r"^\s*(?:end|when)? *after (?P<many>\w+) rounds\b",
        "how many rounds there are is asked with `round.number`",
        lambda said: f"write `end after round when round.number is {said['many']}`",
    ),
    _saying(
        r"\bafter (?P<many>\w+) (?P<what>turns?|rounds?)\b",
        "what happens later is written with `in`",
        lambda said: f"write `in {said['many']} {said['what']}: …`",
    ),
    _saying(
        r"\b(?:no winner|nobody wins|no ?one wins|no-one wins)\b",
        "that nobody wins is one word",
        lambda said: "write `draw`",
    ),
    _saying(
        r"^\s*action \w+\((?P<name>\w+)? ?\b(?:an?|one|any) (?P<kind>\w+)[^)]*",
        "what may be chosen is written with `in`, and what must hold for it stands below",
        lambda said: f"write `{said['kind'][0]} in {_all_of(said['kind'])}`, and a line `when …` below",
    ),
    _saying(
        r"(?<=[(,]) ?(?P<word>to|at|from|into|on|with) (?P<name>\w+) in\b",
        "what may be chosen begins with a name of its own",
        lambda said: f"leave out `{said['word']}`: `{said['name']} in …`",
    ),
    _saying(
        rf"\bmove (?P<name>\w+) (?:in|of|from) (?P<zone>{_THING}) to (?P<to>{_THING})",
        "what is moved must be known before",
        lambda said: (
            f"let somebody choose it: `me chooses {said['name']} from {said['zone']}`, then `move {said['name']} to {said['to']}`;"
            f" or take the top one: `draw 1 from {said['zone']} to {said['to']}`"
        ),
    ),
    _saying(
        rf"\bdiscard (?P<many>\w+)(?: (?!from)\w+)? from (?P<zone>{_THING})",
        "`discard` begins no statement",
        lambda said: (
            f"let the player choose, and move it to a zone of your own: `me chooses c from {said['zone']}`, then `move c to …`"
        ),
    ),
    _saying(
        rf"\b(?:look|looks|peek) at (?:the )?(?P<what>top of {_THING}|{_THING})",
        "who may see something is said with `show`",
        lambda said: f"write `show {said['what']} to me`",
    ),
    _saying(
        rf"(?P<one>{_THING}) and (?P<other>{_THING}) are (?P<what>(?:not )?\w+)",
        "`are` has no meaning here",
        lambda said: f"write `{said['one']} is {said['what']} and {said['other']} is {said['what']}`",
    ),
    _saying(
        rf"\b(?:when|if|and|or) (?P<what>{_THING}) (?:at|on) (?P<where>{_THING})",
        "where a thing stands is asked by the name of the board's cells",
        lambda said: f"for a `board … of island`, write `{said['what']}.island is {said['where']}`",
    ),
    _saying(
        r"\bchooses? one(?: of)?\s*:?\s*$",
        "actions are offered by their names alone",
        lambda said: "write them on one line: `one of buy, sell`",
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


def _gained(owner: str, said: re.Match[str]) -> str:
    """`my coins += 2` for `gain 2 coins`."""
    many = "1" if said["many"] in ("a", "an", "one") else said["many"]
    return f"{owner}{_all_of(said['what']) if said['what'] else '…'} {'-=' if said['verb'].startswith('lose') else '+='} {many}"


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
