"""Games told in sentences, one turn a line: `Ann plays R1`, `Bob discards Y3`, `Cleo hints red to Ann`.

A card is called by its name, or by what is printed on it (`red 1`, `r1`), instead of its place in a hand; a value by itself or its first letter. Other games
take the names of their actions for verbs: `Ann attacks b3`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludwright.language import syntax
from ludwright.language.printer import to_text
from ludwright.mistakes import Mistake, Place, nearest
from ludwright.model.kinds import Kind
from ludwright.model.labels import Labels

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.play.match import Match

_SHEET = re.compile(r"^\S+\s+(plays|discards|hints)\b", re.IGNORECASE)
_VERBS = {"plays": ("play",), "discards": ("discard", "throw"), "hints": ("hint", "tell", "clue")}
"""What the actions are called that the usual verbs mean: names that begin so."""
_SHORT = re.compile(r"^([a-z])[a-z]*?[ _]?(\d+)[a-z]?$")


def is_told_in_sentences(lines: Sequence[str]) -> bool:
    """Whether a written game is told in sentences."""
    return any(_SHEET.match(line) for line in lines)


@dataclass(frozen=True)
class Turn:
    """One turn as it was told."""

    place: Place
    player: str
    verb: str
    what: str
    to: str | None = None

    def wrong(self, message: str, hint: str = "") -> Mistake:
        """What is wrong with it."""
        return Mistake(self.place, message, hint)


def read_turn(text: str, place: Place, verbs: Sequence[str]) -> Turn | Mistake:
    """A line as a turn. ``verbs`` are those of the game, beside the usual ones."""
    words = text.split()
    known = [*_VERBS, *verbs]
    if len(words) < 2:
        return Mistake(place, f"`{text}` is no turn", "write who does what: `Ann plays R1`")
    player, verb = words[0], words[1].lower()
    if verb not in known:
        close = nearest(verb, known) or next((one for one in known if one.rstrip("s") == verb), None)
        hint = f"did you mean `{close}`?" if close else f"write {', '.join(f'`{one}`' for one in known[:6])}"
        return Mistake(place, f"`{words[1]}` is no word for a turn", hint)
    rest = words[2:]
    again = next((i for i, word in enumerate(rest) if word.lower() in known and i > 0), None)
    if again is not None:
        first = " ".join(words[: again + 1])
        return Mistake(place, f"two turns stand on one line: `{first}` and another", "give each a line of its own")
    if verb == "hints":
        if len(rest) != 3 or rest[1].lower() != "to":
            return Mistake(place, "this is not a whole hint", "write `Ann hints red to Bob`")
        return Turn(place, player, verb, rest[0], rest[2])
    if verb in _VERBS and not rest:
        return Mistake(place, f"which card does {player} {verb[:-1]}?", f"write `{player} {verb} CARD`")
    return Turn(place, player, verb, " ".join(rest))


class TurnReader:
    """Understands turns in one game."""

    def __init__(self, game: Game) -> None:
        self.game, self.model, self.labels = game, game.rules.model, Labels(game)
        self.designs = list(self.model.design_names)
        self.printed = [self._printed(number) for number in range(len(self.designs))]
        """For each design, the words on it."""
        self.hands = [
            [zone.place + seat for zone in self.model.all_zones() if zone.owner is self.model.player and not zone.dice and zone.size == game.players]
            for seat in range(game.players)
        ]  # fmt: skip
        self.verbs = [f"{action}s" for action in game.actions]

    # ------------------------------------------------------------ what is printed

    def _printed(self, design: int) -> frozenset[str]:
        words = set(self.designs[design].casefold().split())
        for kind in self.model.component_kinds:
            own = kind.design
            if own is not None and own.first <= design <= own.last:
                words |= self._member(own, design - own.first)
        return frozenset(words)

    @staticmethod
    def _member(kind: Kind, index: int) -> set[str]:
        """The words in the cells of a member."""
        found = set()
        for columns in kind.properties.values():
            for column in columns:
                cell = column.cells[index] if index < len(column.cells) else None
                text = getattr(cell, "text", None)
                if text:
                    found.add(text.casefold())
        return found

    def value(self, word: str) -> str | None:
        """A value that is printed on some card: itself, or its first letter."""
        plain = word.casefold()
        known = {one for words in self.printed for one in words} - {name.casefold() for name in self.designs}
        if plain in known:
            return plain
        fits = [one for one in known if len(plain) == 1 and one.startswith(plain)]
        return fits[0] if len(fits) == 1 else None

    def called(self, text: str) -> list[int]:
        """The designs that a card may be meant by: that name, or those words printed on it."""
        plain = " ".join(text.casefold().split())
        exact = [number for number, name in enumerate(self.designs) if name.casefold() == plain]
        if exact:
            return exact
        short = _SHORT.match(plain)
        words = plain.split() if not short or " " in plain else [short[1], short[2]]
        values = [self.value(word) for word in words]
        if not values or None in values:
            return []
        return [number for number, printed in enumerate(self.printed) if printed.issuperset(values)]

    # ------------------------------------------------------------ what lies where

    def hand(self, seat: int, state: Sequence[int]) -> list[int]:
        """The cards that a player holds, by their numbers."""
        return [card for place in self.hands[seat] for card in self.labels.inside(place, state)]

    def design(self, card: int, state: Sequence[int]) -> int:
        return self.model.design_in(state, card)

    # ------------------------------------------------------------ options

    def actions(self, verb: str) -> list[str]:
        """The actions that a verb may mean."""
        if verb in _VERBS:
            return [name for name in self.game.actions if name.casefold().startswith(_VERBS[verb])]
        return [name for name in self.game.actions if f"{name}s" == verb]

    def ways(self, match: Match, turn: Turn, to: int | None = None) -> list[int]:
        """The codes of the options that a turn may mean; for a card, of those with its place."""
        state, names = match.words, self.actions(turn.verb)
        options = [option for option in match.legal() if option.action in names]
        if turn.verb == "hints" and to is not None:
            value = self.value(turn.what)
            seat = self.game.seats[to]
            return [
                one.code
                for one in options
                if seat in one.values and any(self._means(v, value) for v in one.values if v != seat)
            ]
        if turn.verb in ("plays", "discards"):
            wanted, actor = set(self.called(turn.what)), match.actor or 0
            places = {
                f"number {spot}": self.design(card, state)
                for zone in self.hands[actor]
                for spot, card in enumerate(self.labels.inside(zone, state), 1)
            }
            by_name = {self.game.wording.design(design) for design in wanted}
            return [
                one.code
                for one in options
                if any(places.get(value) in wanted or value in by_name for value in one.values)
            ]
        words = turn.what.casefold().replace(",", " ").split()
        return [one.code for one in options if [w for v in one.values for w in v.casefold().split()] == words]

    def _means(self, named: str, value: str | None) -> bool:
        """Whether the value of an option is the value of a hint: by its name, or by what is printed on it."""
        if value is None:
            return False
        if named.casefold() == value:
            return True
        for kind in self.model.kinds.values():
            if kind.role == "enum" and named in kind.members:
                return value in self._member(kind, kind.members.index(named))
        return False

    # ------------------------------------------------------------ why not

    def hinders(self, verb: str, match: Match) -> str:
        """Which condition keeps everybody from such an action now, where one can be told."""
        for name in self.actions(verb):
            for declaration in self.model.of("action"):
                if declaration.name == name:
                    for part in syntax.parts(declaration.tree):
                        told = self._unmet(part, match)
                        if told:
                            return told
        return ""

    def _unmet(self, part: object, match: Match) -> str:
        if not isinstance(part, syntax.When | syntax.Pay):
            return ""
        text = " ".join(to_text(part).split()).removeprefix("when ")
        paid = re.fullmatch(r"pay (\d+) from (\w+)", text)
        compared = re.fullmatch(r"(\w+) (<|>=|>|<=|is|is not) (\d+)", text)
        empty = re.fullmatch(r"(\w+) is not empty", text)
        try:
            if paid and int(match[paid[2]]) < int(paid[1]):
                return f"there {'are no' if not match[paid[2]] else 'are not enough'} `{paid[2]}` left"
            if empty and not match[empty[1]]:
                return f"`{empty[1]}` is empty"
            if compared:
                value, bound = int(match[compared[1]]), int(compared[3])
                holds = {"<": value < bound, "<=": value <= bound, ">": value > bound, ">=": value >= bound, "is": value == bound, "is not": value != bound}  # fmt: skip
                if not holds[compared[2]]:
                    full = compared[2] == "<" and value == bound
                    return (
                        f"all `{compared[1]}` are there" if full else f"it needs {text}, and `{compared[1]}` is {value}"
                    )
        except (TypeError, ValueError, KeyError):
            return ""
        return ""
