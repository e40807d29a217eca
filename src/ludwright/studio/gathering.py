"""Several things chosen in one question, as a person chooses them: in any order, changed until they are right, then all at once.

The rules ask for the members of a set one by one, in ascending order, so that every set has one way to be chosen. Somebody who wants the
last card first would find that it can't be clicked. So all that may be among them is looked up beforehand, on a copy of the match.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.language import syntax
from ludwright.language.syntax.walking import find

if TYPE_CHECKING:
    from ludwright.play.match import Match
    from ludwright.rules.options.wording import Option

_MOST = 60
"""So many things are gathered at most; who may choose more is asked one by one."""
_PLAIN = re.compile(r"(?:(?P<mine>my |me\.|p\.))?(?P<name>[a-z_]\w*)")


def question_in_words(match: Match) -> str:
    """What somebody has to choose, and from where; nothing where actions are offered."""
    node = _asked(match)
    if node is None:
        return ""
    chosen = node.chosen
    if isinstance(chosen, syntax.ChosenNumber):
        many = _number(chosen.number) if chosen.number is not None else "one"
    elif isinstance(chosen, syntax.ChosenUpTo):
        many = f"up to {_number(chosen.number)}"
    else:
        many = "any number"
    return (
        f"{'You may choose' if isinstance(node.chooses, syntax.MayChoose) else 'Choose'} {many}{_source(match, node)}"
    )


def _number(formula: syntax.Formula) -> str:
    return str(formula) if str(formula).isdecimal() else "several"


def _source(match: Match, node: syntax.Choose) -> str:
    span = getattr(node.source, "span", None)
    text = str(node.source) if span is None else _written(match, span)
    plain = _PLAIN.fullmatch(text)
    if plain is None:
        return ""
    name = plain["name"].replace("_", " ")
    return (
        f" from your {name}"
        if plain["mine"]
        else f" from the {name}"
        if plain["name"] in match.game.rules.model.zones
        else f" of the {name}"
    )


def _written(match: Match, span: syntax.Span) -> str:
    first = next(iter(match.game.description.contents.values()), b"").decode("utf-8", "replace").split("\n")
    if span.line != span.end_line or span.line > len(first):
        return ""
    return first[span.line - 1][span.column - 1 : span.end_column - 1]


def _asked(match: Match) -> syntax.Choose | None:
    """The statement that asks somebody to choose; None where actions are offered, or the rules are no text."""
    rules = match.game.rules
    known = rules.questions.all
    number = int(match.words[ir.QUESTION])
    if not 0 <= number < len(known):
        return None
    line, name = known[number].line, known[number].name.partition(" ")[0].rpartition(".")[2]
    for declaration in match.game.description.declarations:
        for node in find(declaration.tree, syntax.Choose):
            if node.span is not None and node.span.line == line and str(node.chosen.name) == name:
                return node
    return None


@dataclass(frozen=True)
class Choice:
    """What a set may be chosen from."""

    members: list[Option]
    most: int
    none: bool
    """Whether nothing at all may be chosen,"""
    fewer: bool
    """and whether any number between."""


def choice_of(match: Match) -> Choice | None:
    """The set that is asked for, if it is one of several members that can be chosen together."""
    node = _asked(match)
    if node is None or (isinstance(node.chosen, syntax.ChosenNumber) and node.chosen.number is None):
        return None
    ahead = match.copy()
    found: dict[int, Option] = {}
    stops: list[bool] = []
    while len(stops) <= _MOST and _goes_on(match, ahead, len(stops)):
        options = ahead.legal()
        wanted = [option for option in options if option.code]
        found.update((option.code, option) for option in wanted)
        if not wanted:
            break
        stops.append(len(wanted) < len(options))
        ahead.apply(min(option.code for option in wanted))
    if not 2 <= len(stops) <= _MOST:
        return None
    return Choice(sorted(found.values(), key=lambda option: option.code), len(stops), stops[0], all(stops))


def _goes_on(match: Match, ahead: Match, given: int) -> bool:
    """Whether, so many answers later, it is still the same set that is chosen; the same question may begin another one at once."""
    if ahead.over or ahead.actor != match.actor:
        return False
    before, now = match.words, ahead.words
    picked = match.game.rules.questions.all[int(before[ir.QUESTION])].picked
    return now[ir.QUESTION] == before[ir.QUESTION] and picked is not None and picked(now) == picked(before) + given


def answered(match: Match, codes: Sequence[int]) -> list[int] | None:
    """All answers after a set was chosen, its members in any order; None if it can't be. Fewer than can be end with a stop."""
    if _asked(match) is None:
        return None
    ahead = match.copy()
    for given, code in enumerate(sorted(codes)):
        if not _goes_on(match, ahead, given) or code not in ahead.codes():
            return None
        ahead.apply(code)
    if _goes_on(match, ahead, len(codes)) and len(codes) < _MOST:
        if 0 not in ahead.codes():
            return None
        ahead.apply(0)
    return ahead.answers
