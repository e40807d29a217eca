"""What each name of a CardScript file stands for. All names are one space: whatever is declared twice, unknown or of the wrong kind is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludwright.importing.cardscript.syntax import (
    Action,
    Card,
    Deck,
    Formula,
    Player,
    Range,
    Script,
    Team,
    Term,
    Tokens,
    Type,
    Word,
    terms_of,
)
from ludwright.importing.places import Wrong
from ludwright.mistakes import nearest

LOCATION = "location"
"""The type whose values are the places."""
SEEN = frozenset(["all", "top", "none", "everyone", "team", "hanabi", "hand"])
USES = frozenset(["draw", "discard", "play", "use", "return"])
"""What a deck or token is for: words that change nothing."""

_ARTICLES = {"deck": "a deck", "player": "a player", "tokens": "tokens", "card": "a card", "place": "a place"}


@dataclass(frozen=True)
class Named:
    """What a name stands for."""

    kind: str
    at: Word
    thing: object


class Names:
    """All names of a file."""

    def __init__(self, script: Script, wrong: Wrong) -> None:
        self.script, self.wrong = script, wrong
        self.known: dict[str, Named] = {}
        self._again: dict[str, list[Named]] = {}
        """What is declared under a name that was taken: told once, not at every use."""
        self.types: dict[str, Type] = {}
        """The types but for the places."""
        self.owner: dict[str, Player] = {}
        """Who has a deck, by its name."""
        self._declare()
        self._check()

    # ------------------------------------------------------------ declarations

    def _declare(self) -> None:
        script = self.script
        for one in script.types:
            self._add("type", one.name, one)
            place = one.name.text == LOCATION
            if not place:
                self.types.setdefault(one.name.text, one)
            numbers: set[str] = set()
            for value in one.values:
                if not value.is_number:
                    self._add("place" if place else "value", value, one)
                elif value.text in numbers:
                    self.wrong(value, f"`{value.text}` stands twice in `{one.name.text}`")
                numbers.add(value.text)
        for deck in script.decks:
            self._add("deck", deck.name, deck)
            for card in deck.cards:
                self._add("card", card.name, card)
        for tokens in script.tokens:
            self._add("tokens", tokens.name, tokens)
        for player in script.players:
            self._add("player", player.name, player)
        for team in script.teams:
            self._add("team", team.name, team)
        for stage in script.stages:
            self._add("stage", stage.name, stage)

    def _add(self, kind: str, at: Word, thing: object) -> None:
        before = self.known.get(at.text)
        if before is None:
            self.known[at.text] = Named(kind, at, thing)
        elif before.kind == "value" and kind == "value" and before.thing is thing:
            self.wrong(at, f"`{at.text}` stands twice in this type")
        else:
            self._again.setdefault(at.text, []).append(Named(kind, at, thing))
            what = before.kind if before.kind == "tokens" else f"a {before.kind}"
            self.wrong(
                at,
                f"`{at.text}` is already used for {what} on line {before.at.line}",
                "all names of a game must differ",
            )

    # ------------------------------------------------------------ references

    def find(self, word: Word, *kinds: str) -> Named | None:
        """What a name stands for, if it is one of these kinds; else a mistake."""
        found = self.known.get(word.text)
        there = [*([found] if found is not None else []), *self._again.get(word.text, [])]
        fitting = next((one for one in there if one.kind in kinds), None)
        if fitting is not None:
            return fitting
        expected = " or ".join(_ARTICLES.get(kind, f"a {kind}") for kind in kinds[:2])
        if found is None:
            known = [name for name, one in self.known.items() if one.kind in kinds]
            if "deck" in kinds and "tokens" in kinds:
                known.append("empty")
            close = nearest(word.text, known) or nearest(word.text, self.known)
            hint = f"did you mean `{close}`?" if close else ""
            if "player" in kinds and not self.script.players:
                hint = "nobody plays yet: add `players = [ Ann has handAnn, Bob has handBob ]`"
            if word.is_number:
                self.wrong(word, f"expected {expected}, found the number {word.text}")
            else:
                self.wrong(
                    word,
                    f"nothing is called `{word.text}`: expected {expected}",
                    hint,
                )
        else:
            self.wrong(word, f"expected {expected}, found the {found.kind} `{word.text}`")
        return None

    def deck(self, word: Word) -> Deck | None:
        """The deck of that name; of a player's name, the player's hand."""
        found = self.find(word, "deck", "player") if self._is(word, "player") else self.find(word, "deck")
        if found is None:
            return None
        if isinstance(found.thing, Player):
            return self.hand(found.thing)
        return found.thing if isinstance(found.thing, Deck) else None

    def hand(self, player: Player) -> Deck | None:
        """A player's deck."""
        found = self.known.get(player.deck.text)
        return found.thing if found is not None and isinstance(found.thing, Deck) else None

    def tokens(self, word: Word) -> Tokens | None:
        found = self.find(word, "tokens")
        return found.thing if found is not None and isinstance(found.thing, Tokens) else None

    def type_of(self, value: Word) -> Type | None:
        """The type a named value belongs to."""
        found = self.known.get(value.text)
        return found.thing if found is not None and found.kind == "value" and isinstance(found.thing, Type) else None

    def _is_deck(self, name: str) -> bool:
        return name in self.known and self.known[name].kind == "deck"

    def _is(self, word: Word, kind: str) -> bool:
        return word.text in self.known and self.known[word.text].kind == kind

    # ------------------------------------------------------------ kinds

    def _check(self) -> None:
        script = self.script
        for deck in script.decks:
            self._place(deck.place)
            self._properties(deck.properties)
            for card in deck.cards:
                self._card(card)
            for condition in deck.conditions:
                if condition.color is not None and not condition.color.is_number:
                    self.find(condition.color, "value")
                if condition.formula is not None:
                    self.formula(condition.formula)
                for action in condition.actions:
                    self._action(action)
        for tokens in script.tokens:
            self._place(tokens.place)
            self._properties(tokens.properties)
        for team in script.teams:
            self._each(team.players, "player")
        for player in script.players:
            if (found := self.find(player.deck, "deck")) is None:
                continue
            first = self.owner.setdefault(player.deck.text, player)
            if first is not player:
                self.wrong(player.deck, f"`{player.deck.text}` is already the hand of {first.name.text}")
            assert isinstance(found.thing, Deck)
        for points in script.points:
            if points.name.text != "each":
                self.find(points.name, "card")
            if "." in points.points.text:
                self.wrong(points.points, "points are whole numbers", "multiply all points by the same number")
        self._each(script.order, "player")
        for stage in script.stages:
            for stage_condition in stage.conditions:
                self.formula(stage_condition.formula)
            for part in stage.parts:
                for chain in part.chains:
                    for action in chain:
                        self._action(action)

    def _each(self, words: Sequence[Word], kind: str) -> None:
        for word in words:
            self.find(word, kind)

    def _place(self, word: Word) -> None:
        self.find(word, "place")

    def _properties(self, words: Sequence[Word]) -> None:
        for word in words:
            if word.text not in SEEN | USES:
                close = nearest(word.text, SEEN | USES)
                self.wrong(
                    word,
                    f"`{word.text}` says neither who sees it nor what it is for",
                    f"did you mean `{close}`?" if close else f"there are {', '.join(sorted(SEEN | USES))}",
                )
        if words and all(word.text in USES for word in words):
            self.wrong(words[0], "nothing says who sees this", "add for example `all everyone`, or `none`")

    def _card(self, card: Card) -> None:
        for value in card.properties:
            if not value.is_number:
                self.find(value, "value")

    def formula(self, formula: Formula) -> None:
        """What a formula names must be there."""
        for term in terms_of(formula):
            if isinstance(term, Range) or term.word.is_number or term.word.text == "empty":
                continue
            if term.part is None:
                self.find(term.word, "deck", "tokens", "player", "value")
            elif self.find(term.word, "deck", "card", "player") is not None:
                self.find(term.part, "type")

    def _complete(self, action: Action) -> None:
        """Lists that must not be empty, and those of which one is needed."""
        verb = action.verb.text
        if verb not in ("giveHint", "changeTurns", "endGame") and not action.source:
            self.wrong(action.verb, f"`{verb}` names nothing to do it with", "the list in square brackets is empty")
        if verb in ("distribute", "takeCard", "moveCard", "moveToken", "giveHint", "changeTurns") and not action.target:
            self.wrong(
                action.verb, f"`{verb}` names nobody and nothing to do it to", "the list in square brackets is empty"
            )
        if verb in ("distribute", "takeCard", "moveToken") and len(action.source) > 1:
            self.wrong(action.source[1], f"`{verb}` takes from one place")
        if verb == "moveToken" and len(action.target) > 1:
            self.wrong(action.target[1], "`moveToken` moves to one place")

    def _action(self, action: Action) -> None:
        verb = action.verb.text
        self._complete(action)
        check: Callable[[Word], object] = self.tokens if "Token" in verb else self.deck
        for word in action.source:
            check(word)
        if verb == "changeTurns":
            self._each(action.target, "player")
        else:
            for word in action.target:
                check(word)
        if verb == "giveHint" and isinstance(action.which, Term):
            if not action.which.word.is_number:
                self.find(action.which.word, "type", "value")
        elif isinstance(action.which, Term) and not action.which.word.is_number:
            if action.which.part is not None:
                self.wrong(action.which.part, "a card is named by its name alone")
            self.find(action.which.word, "card")
        elif action.which is not None and not isinstance(action.which, Range | Term):
            self.wrong(action.which.word, "expected a place, a range of places or a card, found a comparison")
        if verb == "moveCard" and isinstance(action.which, Range) and action.which.low.number < 1:
            self.wrong(action.which.low, "places of a hand count from 1")
        for word in (*action.source, *action.target) if verb == "giveHint" else ():
            deck = self.deck(word)
            owners = [player.deck.text for player in self.script.players]
            sure = len(set(owners)) == len(owners) and all(self._is_deck(name) for name in owners)
            if deck is not None and deck.name.text not in owners and sure:
                self.wrong(word, f"`{word.text}` is nobody's hand: there is nobody to give a hint to")


def teams_of(script: Script) -> list[Team]:
    """The teams with anybody in them."""
    return [team for team in script.teams if team.players]
