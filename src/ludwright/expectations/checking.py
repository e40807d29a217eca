"""Expectations checked against the rules before anything is played: names and kinds, each mistake where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ludwright.expectations.compiling import ExpectingRules
from ludwright.expectations.reading import COURSE, EXPRESSION, FIGURE, PATTERN, Expectation, read_all, spot
from ludwright.mistakes import LudwrightError, Mistake, MistakesError, nearest
from ludwright.queries.asking import OWN, as_track
from ludwright.queries.conditions import conditions_of, people_of
from ludwright.queries.pattern import Expression, Leads, Plays, read_pattern

if TYPE_CHECKING:
    from ludwright.language.declarations import Declaration
    from ludwright.language.source import Description
    from ludwright.rules.compiler import Rules

_EXPRESSION = "expression "
"""Expressions are compiled under file names that begin so, and tell by the number behind it which one they are."""


@dataclass(frozen=True)
class _Asked:
    """An expression in braces, and whose it is."""

    one: Expectation
    text: str
    line: Declaration


def own(description: Description) -> list[Declaration]:
    """The expectations that stand in the text of a game."""
    return [declaration for declaration in description.declarations if declaration.kind == "expect"]


def check_own(description: Description, counts: Iterable[int]) -> Iterator[Mistake]:
    """All mistakes and notes of a game, its expectations included, for some numbers of players."""
    wanted, wrong = read_all(own(description))
    yield from wrong
    counts = list(counts)
    for count in counts:
        yield from _checked(description, wanted, count, max(counts), {})


def check_given(
    description: Description,
    wanted: list[Expectation],
    wrong: Iterable[Mistake],
    counts: Iterable[int],
    params: Mapping[str, int] | None,
) -> None:
    """Raise all mistakes in expectations of a game: those found by reading them, and those found by compiling them."""
    counts = list(counts)
    found = {(mistake.place, mistake.message): mistake for mistake in wrong}
    for count in counts:
        for mistake in _checked(description, wanted, count, max(counts), dict(params or {})):
            if mistake.severity == "mistake":
                found.setdefault((mistake.place, mistake.message), mistake)
    if found:
        raise MistakesError(sorted(found.values(), key=_order))


def _order(mistake: Mistake) -> tuple[str, int, int]:
    place = mistake.place
    return (place.file, place.line, place.column) if place is not None else ("", 0, 0)


def _checked(
    description: Description, wanted: list[Expectation], count: int, most: int, params: dict[str, int]
) -> Iterator[Mistake]:
    asked, wrong = _expressions(description, wanted)
    yield from wrong
    others = [declaration for declaration in description.declarations if declaration.kind != "expect"]
    courses = [one.declaration for one in wanted if one.kind == COURSE]
    lines = [expression.line for expression in asked]
    rules = ExpectingRules.compiled(replace(description, declarations=[*others, *courses, *lines]), count, params)
    for mistake in rules.mistakes:
        place = mistake.place
        if place is None or not place.file.startswith(_EXPRESSION):
            yield mistake
            continue
        meant = asked[int(place.file.removeprefix(_EXPRESSION))]
        yield replace(mistake, place=spot(meant.one, meant.text))
    if hasattr(rules, "expected"):  # else it is not even known what can be played
        for one in wanted:
            yield from _sentence(one, rules, most)


# ---------------------------------------------------------------- expressions


def _expressions(description: Description, wanted: list[Expectation]) -> tuple[list[_Asked], list[Mistake]]:
    """All expressions in braces, as lines of a game; those the game tells itself are left out."""
    told = {d.name for d in description.declarations if d.kind == "track"} | set(OWN)
    found: list[_Asked] = []
    wrong = []
    for one in wanted:
        for text in _texts(one):
            if text in told:
                continue
            try:
                line = as_track(text, description)
                found.append(_Asked(one, text, replace(line, file=f"{_EXPRESSION}{len(found)}")))
            except MistakesError as error:
                wrong += [replace(mistake, place=spot(one, text)) for mistake in error.mistakes]
            except LudwrightError as error:
                wrong.append(Mistake(spot(one, text), str(error)))
    return found, wrong


def _texts(one: Expectation) -> list[str]:
    if one.kind == EXPRESSION:
        return [one.text]
    if one.kind != PATTERN:
        return []
    return [c.text for c in conditions_of(read_pattern(one.text)) if isinstance(c, Expression)]


# ---------------------------------------------------------------- sentences


def _sentence(one: Expectation, rules: Rules, most: int) -> Iterator[Mistake]:
    if one.kind in (FIGURE, EXPRESSION) and one.part:
        number = one.part.removeprefix("seat ")
        if number.isdigit() and int(number) > most:
            yield _no_seat(one, int(number), most)
    elif one.kind == PATTERN:
        yield from _pattern(one, rules, most)


def _pattern(one: Expectation, rules: Rules, most: int) -> Iterator[Mistake]:
    pattern = read_pattern(one.text)
    for who in people_of(pattern):
        if who.kind == "seat" and not 1 <= (who.number or 0) <= most:
            yield _no_seat(one, who.number or 0, most)
        if who.kind == "leader":
            yield from _no_lead(one, rules)
    names = [*rules.actions.known, *(question.name for question in rules.questions.all), "stop", "pass", "decline"]
    for condition in conditions_of(pattern):
        if isinstance(condition, Leads):
            yield from _no_lead(one, rules)
        if isinstance(condition, Plays) and condition.action and condition.action not in names:
            close = nearest(condition.action, names)
            hint = f"did you mean `{close}`?" if close else f"there are {', '.join(dict.fromkeys(names))}"
            yield Mistake(spot(one, condition.action), f"nothing called `{condition.action}` can be played", hint)


def _no_seat(one: Expectation, number: int, most: int) -> Mistake:
    seats = f"they are 1 to {most}" if most > 1 else "there is one only"
    return Mistake(spot(one, str(number)), f"there is no seat {number}", seats)


def _no_lead(one: Expectation, rules: Rules) -> Iterator[Mistake]:
    declared = [d for d in rules.model.of("lead", "score") if d.tree.parameters is not None]
    if not declared:
        yield Mistake(spot(one, ""), "this game does not say who is ahead", "add a line `lead(p): ...`")
