"""What lies on the table of a CardScript game, in our language: players, cards and what is printed on them, decks and hands as zones."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludwright.importing.cardscript.names import LOCATION, Names
from ludwright.importing.cardscript.syntax import Card, Deck, Script, Word
from ludwright.importing.text import Names as NewNames
from ludwright.importing.text import Text

_UNTYPED = "number"


@dataclass
class Column:
    """A property of cards: a type, and whether it is a number; of several on one card, which of them."""

    name: str
    type: str
    number: bool
    values: dict[str, str] = field(default_factory=dict)
    """What is printed, by the card's name."""


class Table:
    """Knows by what name each thing goes in the new text."""

    def __init__(self, script: Script, names: Names) -> None:
        self.script, self.names = script, names
        self._new = NewNames()
        self.fresh = self._new.fresh
        self.name_of: dict[str, str] = {}
        """The names of the new text by those of the old one."""
        self.decks: dict[str, Deck] = {deck.name.text: deck for deck in script.decks}
        self.owners: dict[str, str] = {player.deck.text: player.name.text for player in script.players}
        """Who has a deck."""
        self.seats = self._seated()
        self.together = len(script.players) == 1 or self._one_team()
        self.cards: list[tuple[Deck, Card]] = [(deck, card) for deck in script.decks for card in deck.cards]
        self.card = self.fresh("card", plural=True)
        self._name_all()
        self.columns: list[Column] = []
        for _, card in self.cards:
            self._print(card)
        self.value = self._value_column()
        self.hands = self._hands()
        """The zones that every player has, by who sees them."""
        self.box = self.fresh("box") if self._needs_box() else None
        self.points = self.fresh("points") if any(one.name.text != "each" for one in script.points) else None
        self.in_order: set[str] = set()
        """Zones in which players choose by place."""

    # ------------------------------------------------------------ players

    def _seated(self) -> list[str]:
        """Players in the order of their turns."""
        return list(dict.fromkeys([word.text for word in (*self.script.order, *(p.name for p in self.script.players))]))

    def seat(self, player: str) -> int:
        """A player's seat, from 1."""
        return self.seats.index(player) + 1

    def _one_team(self) -> bool:
        return any({word.text for word in team.players} >= set(self.seats) for team in self.script.teams)

    def write_players(self, text: Text) -> None:
        names = [self.name_of[player] for player in self.seats]
        at = self.script.players[0].name
        teams = self.script.teams
        if self.together or not teams:
            word = ", cooperative" if self.together and len(names) > 1 else ""
            text.line(f"players {len(names)}{word} named {', '.join(names)}", at)
            return
        team_of: dict[str, str] = {}
        for number, team in enumerate(teams, 1):
            for word in team.players:
                team_of.setdefault(word.text, str(number))
        with text.block(f"players {len(names)}", at):
            rows: list[tuple[list[str], Word | None]] = [(["name", "team"], None)]
            for number, player in enumerate(self.seats, len(teams) + 1):
                rows.append(([self.name_of[player], team_of.get(player, str(number))], at))
            text.table(list(rows))

    # ------------------------------------------------------------ names

    def _name_all(self) -> None:
        for player in self.seats:
            self.name_of[player] = self.fresh(player)
        for one in self.script.types:
            if one.name.text == LOCATION:
                continue
            named = any(not value.is_number for value in one.values)
            self.name_of[one.name.text] = self.fresh(one.name.text, plural=named)
            for value in one.values:
                if not value.is_number:
                    self.name_of[value.text] = self.fresh(value.text)
        for deck in self.script.decks:
            if deck.name.text not in self.owners:
                self.name_of[deck.name.text] = self.fresh(deck.name.text)
        for tokens in self.script.tokens:
            self.name_of[tokens.name.text] = self.fresh(tokens.name.text)
        for stage in self.script.stages:
            self.name_of[stage.name.text] = self.fresh(stage.name.text)
        for _, card in self.cards:
            self.name_of[card.name.text] = self.fresh(card.name.text)

    # ------------------------------------------------------------ what is printed

    def _print(self, card: Card) -> None:
        for value in card.properties:
            column = self._column(card, value)
            column.values[card.name.text] = value.text if value.is_number else self.name_of[value.text]

    def _column(self, card: Card, value: Word) -> Column:
        """Where a property of a card is printed: with those of its type, in the first column that is free."""
        if value.is_number:
            types = [one for one in self.names.types.values() if any(v.text == value.text for v in one.values)]
            free = [one for one in types if not self._has(card, one.name.text, number=True)]
            name = (free or types)[0].name.text if types else _UNTYPED
        else:
            of = self.names.type_of(value)
            name = of.name.text if of is not None else _UNTYPED
        for column in self.columns:
            if column.type == name and column.number == value.is_number and card.name.text not in column.values:
                return column
        plain = self.name_of.get(name, name)
        mixed = value.is_number and any(not v.is_number for v in self._values(name))
        taken = {column.name for column in self.columns}
        wanted = plain if not mixed else f"{plain}_number"
        number, heading = 1, wanted if wanted != _UNTYPED else self.fresh(_UNTYPED)
        while heading in taken:
            number += 1
            heading = f"{wanted}_{number}"
        self.columns.append(Column(heading, name, value.is_number))
        return self.columns[-1]

    def _values(self, name: str) -> tuple[Word, ...]:
        return self.names.types[name].values if name in self.names.types else ()

    def _has(self, card: Card, name: str, number: bool) -> bool:
        return any(
            column.type == name and column.number == number and card.name.text in column.values
            for column in self.columns
        )

    def columns_of(self, name: str) -> list[Column]:
        """The columns of a type."""
        return [column for column in self.columns if column.type == name]

    def _value_column(self) -> str | None:
        """The column with the value of every card: the first number printed on it."""
        first: dict[str, str] = {}
        for _, card in self.cards:
            number = next((value.text for value in card.properties if value.is_number), None)
            if number is not None:
                first[card.name.text] = number
        if not first:
            return None
        for column in self.columns:
            if column.number and column.values == first:
                return column.name
        self.columns.append(Column(self.fresh("value"), "", True, first))
        return self.columns[-1].name

    def highest(self, color: Word | None) -> int | None:
        """The highest value of the cards that have a property, or of all."""
        found = []
        for _, card in self.cards:
            if color is None or any(value.text == color.text for value in card.properties):
                found += [value.number for value in card.properties if value.is_number][:1]
        return max(found, default=None)

    def has(self, thing: str, value: Word) -> str:
        """That a card has a value among its properties."""
        of = None if value.is_number else self.names.type_of(value)
        told = value.text if value.is_number else self.name_of[value.text]
        columns = [
            column
            for column in self.columns
            if column.type and column.number == value.is_number and (of is None or column.type == of.name.text)
        ]
        tests = [f"{thing}.{column.name} is {told}" for column in columns]
        return tests[0] if len(tests) == 1 else f"({' or '.join(tests)})" if tests else "no"

    def write_cards(self, text: Text) -> None:
        text.gap()
        for one in self.names.types.values():
            named = [self.name_of[value.text] for value in one.values if not value.is_number]
            if named:
                text.line(f"enum {self.name_of[one.name.text]}: {', '.join(named)}", one.name)
        heads = ["name", *(column.name for column in self.columns), *filter(None, (self.points,))]
        rows: list[tuple[list[str], Word | None]] = [(heads, None)]
        for _, card in self.cards:
            cells = [self.name_of[card.name.text]]
            cells += [column.values.get(card.name.text, "") for column in self.columns]
            if self.points:
                cells.append(str(self._points(card)))
            rows.append((cells, card.name))
        with text.block(f"cards {self.card}", self.cards[0][1].name):
            text.table(list(rows))

    # ------------------------------------------------------------ points

    def _points(self, card: Card) -> int:
        own = [one.points.number for one in self.script.points if one.name.text == card.name.text]
        each = [one.points.number for one in self.script.points if one.name.text == "each"]
        return (own or each or [0])[-1]

    def worth(self, deck: Deck) -> str:
        """The points of the cards in a deck."""
        zone = self.zone(deck)
        if self.points:
            return f"sum(c.{self.points} for c in {zone})"
        each = [one.points.number for one in self.script.points if one.name.text == "each"]
        points = each[-1] if each else 0
        return "0" if not points else f"{zone}.count" if points == 1 else f"{points} * {zone}.count"

    # ------------------------------------------------------------ zones

    def deck(self, word: Word) -> Deck:
        """The deck of that name, or the hand of the player of that name."""
        found = self.names.deck(word)
        assert found is not None, "names were checked before"
        return found

    def _filled(self) -> list[Deck]:
        return [deck for deck in self.script.decks if deck.cards]

    def _hands(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for name in self.owners:
            seen = self.seen_by(self.decks[name])
            if seen not in found:
                found[seen] = self.fresh("hand" if not found else f"hand_{len(found) + 1}")
        return found

    def seen_by(self, deck: Deck) -> str:
        """The options of a zone that say who sees it."""
        words = {word.text for word in deck.properties}
        owned = deck.name.text in self.owners
        if "none" in words or not words & {"all", "top", "everyone", "team", "hanabi", "hand"}:
            return ", face down"
        if words & {"everyone"} or not words & {"team", "hanabi", "hand"}:
            who = "everyone"
        elif not owned:
            who = "everyone" if "hanabi" in words or (self._one_team() and "team" in words) else "nobody"
        elif "team" in words:
            who = "everyone" if self._one_team() else "team" if self.script.teams and not self.together else "owner"
        else:
            who = "others" if "hanabi" in words else "owner"
        if "top" in words and "all" not in words:
            return ", face down" + (f", top seen by {who}" if who != "nobody" else "")
        return {"everyone": "", "nobody": ", face down"}.get(who, f", seen by {who}")

    def group(self, deck: Deck) -> str | None:
        """The zone of every player that a deck is in, by its name; None for nobody's."""
        return self.hands[self.seen_by(deck)] if deck.name.text in self.owners else None

    def zone(self, deck: Deck) -> str:
        """A deck as rules name it from anywhere."""
        group = self.group(deck)
        return self.name_of[deck.name.text] if group is None else f"{self.name_of[self.owners[deck.name.text]]}.{group}"

    def _needs_box(self) -> bool:
        """Whether the deal stands in the decks: then all cards begin in a box, so that nobody knows more than they see."""
        filled = self._filled()
        first = next((stage for stage in self.script.stages), None)
        shuffled = {
            word.text
            for part in (first.parts if first is not None and first.who.text == "dealer" else ())
            for chain in part.chains
            for action in chain
            if action.verb.text == "shuffle"
            for word in action.source
        }
        return len(filled) != 1 or filled[0].name.text not in shuffled or filled[0].name.text in self.owners

    def write_zones(self, text: Text) -> None:
        text.gap()
        if self.box:
            text.line(f"zone {self.box} of {self.card}, face down, holds all {self.card}s, shuffled")
        for deck in self.script.decks:
            if deck.name.text in self.owners:
                continue
            name = self.name_of[deck.name.text]
            holds = "" if self.box or not deck.cards else f", holds all {self.card}s"
            order = ", in order" if name in self.in_order else ""
            text.line(f"zone {name} of {self.card}{order}{self.seen_by(deck)}{holds}", deck.name)
        if self.hands:
            with text.block("each player", self.script.players[0].name):
                for seen, name in self.hands.items():
                    at = next(self.decks[deck].name for deck in self.owners if self.seen_by(self.decks[deck]) == seen)
                    text.line(f"zone {name} of {self.card}, in order{seen}", at)

    def write_setup(self, text: Text) -> None:
        """The deal that stands in the decks."""
        if not self.box:
            return
        text.gap()
        with text.block("setup"):
            for deck in self._filled():
                cards = " or ".join(f"c is {self.name_of[card.name.text]}" for card in deck.cards)
                text.line(f"for c in {self.card}s with {cards}: move c to {self.zone(deck)}", deck.name)
