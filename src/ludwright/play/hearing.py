"""What players are shown and told in the course of a game: heard by playing an answer again on the plain run, which says what it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from ludwright.drawing.things import things_of
from ludwright.engine.random import Stream, stream
from ludwright.hidden.sight import Sight
from ludwright.language import syntax
from ludwright.language.syntax.walking import nodes

if TYPE_CHECKING:
    from ludwright.game import Game

TELLING = (syntax.Show, syntax.TellWhether, syntax.TellThat)


@dataclass(frozen=True)
class Heard:
    """Something that was shown, or told of a card."""

    seats: int
    """To whom, as bits."""
    knew: int
    """Who saw the card anyway."""
    where: str = ""
    """Where the card lies; nothing where it was told of no single card."""
    number: int = 0
    """Which card of that place it is, from 1, where their order is seen."""
    name: str = ""
    truth: bool | None = None
    """What was told: yes or no. None if it was shown."""


class Hearing:
    """Listens to one game."""

    def __init__(self, game: Game) -> None:
        self.game, self.model, self.things = game, game.rules.model, things_of(game)
        self._sights = [Sight(game, seat) for seat in range(game.players)]
        every = (node for declaration in game.description.declarations for node in nodes(declaration.tree))
        self.needed = any(isinstance(node, TELLING) for node in every)
        """Whether anything is ever shown or told."""
        self._table = [int(word) for word in game.table]

    # ------------------------------------------------------------ listening

    def at_start(self, seed: int, number: int) -> list[Heard]:
        """What was heard before the first choice."""
        if not self.needed:
            return []
        twin, found = self.game.twin, list[Heard]()
        state = twin.new_state()
        hook = lambda kind, args: found.extend(self.noted(kind, args, state))  # noqa: E731
        twin.setup(state, self._table, twin.new_context(Stream(*stream(seed, number, 0)), hook))
        return found

    def after(self, words: Sequence[int], chance: tuple[int, int], code: int) -> list[Heard]:
        """What is heard when an answer is given in a state, with the game's chance as it stands."""
        if not self.needed:
            return []
        twin, found, state = self.game.twin, list[Heard](), list(words)
        hook = lambda kind, args: found.extend(self.noted(kind, args, state))  # noqa: E731
        twin.advance(state, self._table, twin.new_context(Stream(*chance), hook), code)
        return found

    def noted(self, kind: str, args: tuple[int, ...], state: Sequence[int]) -> Iterator[Heard]:
        """Take up a note of the running game, if it is one of these."""
        if kind == "shown" and args[0] >= 0:
            yield self._about(args[0], args[1], None, state)
        elif kind == "told":
            card, truth, seats = args
            yield Heard(seats, 0, truth=bool(truth)) if card < 0 else self._about(card, seats, bool(truth), state)

    def _about(self, card: int, seats: int, truth: bool | None, state: Sequence[int]) -> Heard:
        things, place = self.things, int(state[self.model.arrays["place"] + card])
        knew = sum(1 << seat for seat, sight in enumerate(self._sights) if things.known(card, sight, state))
        zone = next((z for z in self.model.all_zones() if z.place <= place < z.place + z.size), None)
        number = things.inside(place, state).index(card) + 1 if zone is not None and zone.in_order else 0
        return Heard(seats, knew, things.labels.place(place), number, things.labels.thing(card, state), truth)

    # ------------------------------------------------------------ in words

    def lines(self, heard: Sequence[Heard], seat: int | None) -> Iterator[str]:
        """What a seat was shown and told; without one, what anybody was."""
        mine = [one for one in heard if seat is None or one.seats >> seat & 1]
        for (seats, where, shown), group in groupby(mine, lambda one: (one.seats, one.where, one.truth is None)):
            cards, whom = list(group), self._whom(seats, seat)
            if shown:
                names = [one.name for one in cards if seat is None or not one.knew >> seat & 1]
                if names:
                    yield f"shown{whom}: {', '.join(names)} ({where})"
            else:
                yield f"told{whom}: {self._answers(cards, where, seat)}"

    def _whom(self, seats: int, seat: int | None) -> str:
        if seat is not None or seats == (1 << self.game.players) - 1:
            return ""
        return " to " + ", ".join(name for i, name in enumerate(self.game.seats) if seats >> i & 1)

    def _answers(self, cards: list[Heard], where: str, seat: int | None) -> str:
        """``yes for number 2, no for number 1, 3 (hand of seat 2)``."""
        numbered = "number " if any(one.number for one in cards) else ""
        parts = []
        for truth, word in ((True, "yes"), (False, "no")):
            which = [self._card(one, seat) for one in cards if one.truth is truth]
            if which:
                parts.append(f"{word} for {numbered}{', '.join(which)}" if where else word)
        return ", ".join(parts) + (f" ({where})" if where else "")

    def _card(self, one: Heard, seat: int | None) -> str:
        known = seat is None or bool(one.knew >> seat & 1)
        if not one.number:
            return one.name if known else "a hidden card"
        return f"{one.number} ({one.name})" if known else str(one.number)
