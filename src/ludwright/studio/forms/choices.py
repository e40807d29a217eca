"""What fits into a place of a form: lists of ready texts, made from what the game has and what is at hand at that spot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludwright.studio.forms.facts import AtHand, Facts, Kind
from ludwright.studio.forms.offers import FIXED, declarations, legends, statements


@dataclass(frozen=True)
class Choice:
    """Something that fits."""

    text: str
    group: str
    words: str = ""
    """What it means, if its text does not say so."""

    def as_json(self) -> dict[str, str]:
        """As plain values."""
        return {"text": self.text, "group": self.group, "words": self.words}


HAND, GAME, COUNT, PICK, AROUND, RULE, CHANCE, BOARD = (
    "At hand here", "In this game", "Count and add up", "Pick some", "With what stands there", "Conditions", "By chance", "On the board",
)  # fmt: skip
_MOST = 90


def choices(facts: Facts, fits: str, now: str = "") -> list[Choice]:
    """What fits into a place, the likeliest first; ``now`` is what stands there."""
    if fits.startswith("word "):
        return [Choice(word, "") for word in fits[5:].split(",")]
    if fits in FIXED:
        return [Choice(text, group, words) for group, words, text in FIXED[fits]]
    if fits in ("statement", "statements", "action lines", "outcome"):
        return [Choice(text, group, words) for group, words, text in statements(facts, fits)]
    about = {"declare": declarations, "legend": legends}.get(fits.split(" ")[0])
    if about is not None:
        return [Choice(text, group, words) for group, words, text in about(facts, fits.partition(" ")[2])]
    lister = _LISTS.get(fits)
    found = list(lister(facts)) if lister else []
    if now and fits in ("number", "constant", "value") and "\n" not in now:
        found += _around(now)
    unique = {choice.text: choice for choice in reversed(found) if choice.text != now}
    return list(reversed(unique.values()))[:_MOST]


def _around(now: str) -> Iterator[Choice]:
    whole = now if now.replace("_", "").replace(".", "").isalnum() or now.startswith("my ") else f"({now})"
    for text, words in (
        (f"{whole} + 1", "one more"), (f"{whole} - 1", "one less"), (f"{whole} * 2", "twice"), (f"{whole} div 2", "half, rounded down"),
        (f"min({now}, 10)", "but not more than"), (f"max({now}, 0)", "but not less than"), (f"{whole} if yes else 0", "only if something holds"),
    ):  # fmt: skip
        yield Choice(text, AROUND, words)


# ---------------------------------------------------------------- values


def _hand(facts: Facts, wanted: Callable[[AtHand], bool]) -> Iterator[Choice]:
    for one in reversed(facts.at_hand):
        if wanted(one):
            yield Choice(one.name, HAND, f"{one.kind or 'something'}, {one.why}")


def _kind_of(facts: Facts, one: AtHand) -> Kind | None:
    return facts.kinds.get(one.kind)


def _numbers(facts: Facts) -> Iterator[Choice]:
    yield from _hand(facts, lambda one: one.kind == "number")
    for one in reversed(facts.at_hand):
        kind = _kind_of(facts, one)
        for number in kind.numbers if kind else []:
            yield Choice(f"{one.subject}.{number}", HAND, f"{number} of the {one.kind}")
    if not facts.nobody:
        yield from (Choice(f"my {name}", GAME, "of who acts") for name in facts.player.numbers)
    yield from (Choice(name, GAME, "changes during the game") for name in facts.numbers)
    yield from (Choice(name, GAME, "a number to turn") for name in facts.params)
    yield from (Choice(name, GAME, "a formula of yours") for name, wants in facts.defined.items() if not wants)
    for name, wants in facts.defined.items():
        if wants == 1:
            yield from (Choice(f"{name}({one})", GAME, "a formula of yours") for one in _fitting_words(facts))
    if facts.scored and not facts.nobody:
        yield Choice("my score", GAME, "the score of who acts")
    yield from (Choice(str(number), "Numbers") for number in (0, 1, 2, 3, 5, 10))
    for place, kinds in facts.places().items():
        yield Choice(f"{place}.count", COUNT, "how many lie there")
        kind = facts.kinds.get(kinds[0])
        for number in kind.numbers if kind else []:
            letter = facts.free(kinds[0])
            yield Choice(f"sum({letter}.{number} for {letter} in {place})", COUNT, f"{number} of all that lie there")
            yield Choice(f"(top of {place}).{number}", COUNT, f"{number} of the one on top")
    yield Choice("players.count", COUNT, "how many play")
    yield Choice("turn.number", COUNT, "the first turn is 1")
    yield Choice("round.number", COUNT, "the first round is 1")
    if facts.chance:
        yield Choice("roll d6", CHANCE, "a die")
        yield Choice("roll 2 d6", CHANCE, "two dice, added up")
        yield Choice("random n in 1..6", CHANCE, "any of them")


def _fitting_words(facts: Facts) -> list[str]:
    return [*(one.name for one in facts.at_hand if one.kind != "number"), *([] if facts.nobody else ["me"])][:4]


def _cells(facts: Facts) -> Iterator[Kind]:
    """Kinds whose members lie in no place: cells of a board, goods of a list."""
    yield from (kind for kind in facts.kinds.values() if not kind.moves and kind.name not in ("player", "die"))


def _filtered(facts: Facts) -> Iterator[Choice]:
    """All of a place, or of a board, with a property."""
    for place, kinds in facts.places().items():
        letter, kind = facts.free(kinds[0]), facts.kinds.get(kinds[0])
        for number in kind.numbers if kind else []:
            yield Choice(f"all {letter} in {place} with {letter}.{number} >= 1", PICK, f"some of them, by {number}")
        for condition, name in facts.said_of(kind, letter):
            yield Choice(f"all {letter} in {place} with {condition}", PICK, f"some of them, by {name}")
    for kind in _cells(facts):
        letter = facts.free(kind.name)
        for condition, name in facts.said_of(kind, letter):
            yield Choice(f"all {letter} in {kind.plural} with {condition}", PICK, f"some of them, by {name}")


def _of_cells(facts: Facts) -> Iterator[Choice]:
    """Conditions on all cells, and rows of them."""
    for kind in _cells(facts):
        letter = facts.free(kind.name)
        for condition, name in facts.said_of(kind, letter):
            if kind.name in facts.straight:
                yield Choice(
                    f"line(3, all {letter} in {kind.plural} with {condition})",
                    BOARD,
                    f"three in a straight line, by {name}",
                )
            yield Choice(f"any {letter} in {kind.plural} with {condition}", BOARD, f"one {kind.name} by its {name}")
            yield Choice(f"no {letter} in {kind.plural} with {condition}", BOARD, f"none by its {name}")


def _conditions(facts: Facts) -> Iterator[Choice]:
    for one in reversed(facts.at_hand):
        kind = _kind_of(facts, one)
        if kind is None:
            continue
        for number in kind.numbers:
            yield Choice(f"{one.subject}.{number} >= 1", HAND, f"{number} of the {one.kind}")
        for truth in kind.truths:
            yield Choice(f"{one.subject}.{truth}", HAND, f"whether it is {truth}")
        for other, of in kind.others.items():
            member = next(iter(facts.kinds[of].members), "none") if of in facts.kinds else "none"
            yield Choice(f"{one.subject}.{other} is {member}", HAND, f"{other} of the {one.kind}")
    if not facts.nobody:
        yield from (Choice(f"my {name} >= 1", RULE, "compare a number") for name in facts.player.numbers)
        yield from (Choice(f"my {name}", RULE, "yes or no") for name in facts.player.truths)
    yield from (Choice(f"{name} >= 1", RULE, "compare a number") for name in facts.numbers)
    yield from (Choice(name, RULE, "yes or no") for name in facts.truths)
    for place, kinds in facts.places().items():
        yield Choice(f"{place} is empty", RULE, "nothing lies there")
        yield Choice(f"{place} is not empty", RULE, "something lies there")
        yield Choice(f"{place}.count >= 3", RULE, "so many lie there")
        kind = facts.kinds.get(kinds[0])
        letter = facts.free(kinds[0])
        for number in kind.numbers if kind else []:
            yield Choice(f"any {letter} in {place} with {letter}.{number} >= 1", "Is there one?", f"by its {number}")
            yield Choice(
                f"no {letter} in {place} with {letter}.{number} >= 1", "Is there one?", f"none by its {number}"
            )
        for condition, name in facts.said_of(kind, letter):
            yield Choice(f"any {letter} in {place} with {condition}", "Is there one?", f"by its {name}")
    yield from _of_cells(facts)
    for number in facts.player.numbers:
        yield Choice(f"any p in players with p.{number} >= 10", "Is there one?", "a player with so many")
    yield from (Choice(f"me can {name}", RULE, "whether it is legal now") for name in facts.actions if not facts.nobody)
    for name, wants in facts.judged.items():
        yield from (Choice(f"{name}({one})", GAME, "a formula of yours") for one in _fitting_words(facts) if wants == 1)
        if not wants:
            yield Choice(name, GAME, "a formula of yours")
    for name, wants in facts.defined.items():
        if not wants:
            yield Choice(f"{name} >= 1", GAME, "by a formula of yours")
    yield Choice("turn.number >= 10", "Time", "after so many turns")
    yield Choice("round.number >= 5", "Time", "after so many rounds")
    yield Choice("yes", "Always or never")
    yield Choice("no", "Always or never")


def _places(facts: Facts) -> Iterator[Choice]:
    for place, kinds in facts.places().items():
        yield Choice(place, GAME, f"for {' or '.join(kinds)}")
    yield from _hand(facts, lambda one: not (_kind_of(facts, one) or Kind("", "", moves=True)).moves and one.kind not in ("player", "number"))  # fmt: skip
    for place in facts.places():
        yield Choice(f"bottom of {place}", "Below the others")


def _things(facts: Facts) -> Iterator[Choice]:
    yield from _hand(facts, lambda one: one.kind not in ("player", "number"))
    yield from _picks(facts)


def _picks(facts: Facts) -> Iterator[Choice]:
    for place, kinds in facts.places().items():
        letter = facts.free(kinds[0])
        kind = facts.kinds.get(kinds[0])
        yield Choice(f"top of {place}", PICK, "the one on top")
        yield Choice(place, PICK, "all that lie there")
        yield Choice(f"random {letter} in {place}", PICK, "one by chance")
        yield Choice(f"first {letter} in {place}", PICK, "the first of them")
        yield Choice(f"bottom of {place}", PICK, "the last of them")
        for number in kind.numbers if kind else []:
            yield Choice(f"highest {letter} in {place} by {letter}.{number}", PICK, f"the one with most {number}")
            yield Choice(f"lowest {letter} in {place} by {letter}.{number}", PICK, f"the one with least {number}")
    for kind in facts.kinds.values():
        if kind.name != "player" and not kind.moves and kind.members == []:
            letter = facts.free(kind.name)
            yield Choice(f"random {letter} in {kind.plural}", PICK, "one by chance")
    yield from _filtered(facts)


def _sets(facts: Facts) -> Iterator[Choice]:
    for place, kinds in facts.places().items():
        yield Choice(place, GAME, f"what lies there: {' or '.join(kinds)}")
    yield Choice("players", "Players", "all of them")
    if not facts.nobody:
        yield Choice("others", "Players", "all but who acts")
    yield from (
        Choice(kind.plural, GAME, f"every {kind.name}") for kind in facts.kinds.values() if kind.name != "player"
    )
    yield from (Choice(f"1..{high}", "Numbers", "a number from … to") for high in (3, 6, 10))
    yield from (Choice(f"1..{name}", "Numbers", "up to a number to turn") for name in facts.params)
    yield from _filtered(facts)


def _players(facts: Facts) -> Iterator[Choice]:
    words = {"me": "who acts"}
    yield from (Choice(word, HAND, words.get(word, "a player")) for word in facts.of_players())
    yield Choice("players", "Players", "all of them")
    yield Choice("everyone", "Players", "all of them")
    yield from (Choice(word, "Players") for word in facts.player.members)
    if not facts.nobody:
        yield Choice("others", "Players", "all but who acts")
        yield Choice("left(me)", "Players", "the next one")
    if facts.chance:
        yield Choice("random p in players", CHANCE, "one by chance")
    for number in facts.player.numbers:
        yield Choice(f"highest p in players by p.{number}", PICK, f"who has most {number}")
        yield Choice(f"all p in players with p.{number} >= 1", PICK, f"some, by {number}")


def _variables(facts: Facts) -> Iterator[Choice]:
    for one in reversed(facts.at_hand):
        kind = _kind_of(facts, one)
        for name in [*kind.numbers, *kind.truths, *kind.others] if kind else []:
            yield Choice(f"{one.subject}.{name}", HAND, f"of the {one.kind}")
    mine = [*facts.player.numbers, *facts.player.truths, *facts.player.others]
    yield from (Choice(f"my {name}", GAME, "of who acts") for name in mine if not facts.nobody)
    yield from (
        Choice(name, GAME, "changes during the game") for name in [*facts.numbers, *facts.truths, *facts.others]
    )


def _values(facts: Facts) -> Iterator[Choice]:
    yield from _hand(facts, lambda one: True)
    yield from _numbers(facts)
    yield from (Choice(word, "Yes or no") for word in ("yes", "no", "none", "empty"))
    yield from _players(facts)
    for kind in facts.kinds.values():
        yield from (
            Choice(member, kind.plural.replace("_", " ").capitalize(), kind.name) for member in kind.members[:30]
        )
    yield from _picks(facts)


def _acts(facts: Facts) -> Iterator[Choice]:
    yield from (Choice(name, "Actions") for name in facts.actions)
    yield from (Choice(name, "Steps with a name") for name in facts.routines)
    yield from (Choice(name, "Parts of the game") for name in facts.stages)


def _phases(facts: Facts) -> Iterator[Choice]:
    yield from (Choice(word, "") for word in ("turn", "round", "game", *facts.stages))


def _kinds(facts: Facts) -> Iterator[Choice]:
    yield from (Choice(kind.name, "Cards and pieces") for kind in facts.kinds.values() if kind.moves)


def _zone_options(facts: Facts) -> Iterator[Choice]:
    yield Choice("shuffled", "", "shuffled before the game begins")
    yield Choice("in order", "", "the places matter, not what lies there")
    yield Choice("up to 5", "", "room for so many")
    yield from (
        Choice(f"holds all {kind.plural}", "", "where they lie at first") for kind in facts.kinds.values() if kind.moves
    )
    yield from (Choice(f"refilled from {zone}", "", "taken from there when it runs out") for zone in facts.zones)
    yield Choice("top seen by everyone", "", "the card on top is open")


def _axes(facts: Facts) -> Iterator[Choice]:
    yield from (
        Choice(f"each {kind.name}", "", f"one for every {kind.name}")
        for kind in facts.kinds.values()
        if kind.name not in ("player", "die") and not kind.moves
    )
    yield Choice("each rank in 1..10", "", "one for every number")


def _parameters(facts: Facts) -> Iterator[Choice]:
    for choice in _sets(facts):
        if choice.group != PICK:
            yield Choice(f"{facts.free(choice.text.removeprefix('my ').lstrip('0123456789.') or 'n')} in {choice.text}", choice.group, choice.words)  # fmt: skip


def _ranks(facts: Facts) -> Iterator[Choice]:
    for name in [
        *(["score"] if facts.scored else []),
        *facts.player.numbers,
        *(name for name, wants in facts.defined.items() if wants == 1),
    ]:
        yield Choice(f"highest {name}", "", "most is best")
        yield Choice(f"lowest {name}", "", "least is best")


def _members(facts: Facts) -> Iterator[Choice]:
    yield Choice("points = 0 in 0..100", "A number", "counts up and down")
    yield Choice("ready = no", "Yes or no", "a mark")
    yield from (
        Choice(f"zone hand of {kind.name}, seen by owner", "A place for cards", "only its owner sees it")
        for kind in facts.kinds.values()
        if kind.moves
    )
    yield from (
        Choice(f"zone tableau of {kind.name}", "A place for cards", "everybody sees it")
        for kind in facts.kinds.values()
        if kind.moves
    )
    yield from (
        Choice(f"favourite: {kind.name} or none", "One of a list") for kind in facts.kinds.values() if not kind.moves
    )


def _cases(facts: Facts) -> Iterator[Choice]:
    for choice in _conditions(facts):
        if choice.group != "Always or never":
            yield Choice(f"when {choice.text}", choice.group, choice.words)


def _limits(facts: Facts) -> Iterator[Choice]:
    for choice in _conditions(facts):
        yield Choice(f"with {choice.text}", choice.group, choice.words)


def _rules(facts: Facts) -> Iterator[Choice]:
    yield from (Choice(name, "Actions", "whenever it is legal") for name in facts.actions)
    for name in facts.actions:
        yield from (Choice(f"{name} when my {number} >= 3", "Only when") for number in facts.player.numbers)


def _types(facts: Facts) -> Iterator[Choice]:
    yield from (Choice(kind.name, "") for kind in facts.kinds.values())


def _amounts(facts: Facts) -> Iterator[Choice]:
    yield from (choice for choice in _numbers(facts) if choice.group not in (CHANCE, COUNT))


_LISTS: dict[str, Callable[[Facts], Iterator[Choice]]] = {
    "number": _numbers, "constant": _numbers, "condition": _conditions, "place": _places, "things": _things, "set": _sets, "player": _players, "players": _players,
    "variable": _variables, "value": _values, "act": _acts, "phase": _phases, "kind": _kinds, "zone option": _zone_options, "axis": _axes, "parameter": _parameters, "rank": _ranks,
    "members": _members, "cases": _cases, "limit": _limits, "rules": _rules, "type name": _types, "amount": _amounts,
    "kinds": lambda facts: (Choice(kind.plural, "") for kind in facts.kinds.values() if kind.moves),
    "owner": lambda facts: (Choice(kind.name, "") for kind in facts.kinds.values()),
    "axis name": lambda facts: (Choice(kind.name, "") for kind in facts.kinds.values() if not kind.moves and kind.name != "player"),
    "board": lambda facts: (Choice(kind.name, "") for kind in facts.kinds.values() if not kind.moves and kind.name != "player"),
    "player place": lambda facts: (Choice(name, "", "of every player") for name in facts.player.zones),
    "design": lambda facts: (Choice(member, kind.name) for kind in facts.kinds.values() if kind.moves for member in kind.members),
    "score name": lambda facts: (Choice(name, "") for name in [*(["score"] if facts.scored else []), *facts.player.numbers, *facts.defined]),
    "parameters": lambda facts: (Choice(f"({choice.text})", choice.group, choice.words) for choice in _parameters(facts)),
    "branches": lambda facts: (Choice(f"else if {choice.text}\n  nothing", choice.group, choice.words) for choice in _conditions(facts)),
    "while": lambda facts: (Choice(f"while {choice.text}", choice.group, choice.words) for choice in _conditions(facts)),
    "type": lambda facts: (Choice(text, "") for kind in facts.kinds.values() for text in (kind.name, f"{kind.name} or none")),
    "word": lambda facts: iter(()),
}  # fmt: skip
