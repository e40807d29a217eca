"""A game played again with chance as it was told: shuffles by where cards lay, dice by what they showed.

What people write down are outcomes; what a game needs are the draws that lead to them. Of a shuffle they follow from where each card has to lie
(Fisher and Yates, backwards). Of dice they are tried one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludwright.engine.random import Stream, stream
from ludwright.engine.twin import Twin
from ludwright.mistakes import LudwrightError
from ludwright.model.labels import Labels

if TYPE_CHECKING:
    from ludwright.game import Game

UNKNOWN = -1
"""A card of which nothing is known."""
_MOST_TRIES = 5_000


class DealError(LudwrightError):
    """Cards that can't lie so."""


class _Noting(Stream):
    """A stream that takes some numbers first, and notes all it gives."""

    __slots__ = ("bounds", "log", "planned")

    def __init__(self, state: int, inc: int) -> None:
        super().__init__(state, inc)
        self.planned: list[int] | None = []
        self.log: list[int] = []
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        if bound < 1:
            return 0
        if self.planned is None:
            drawn = bound - 1  # leaves everything in its place
        elif self.planned:
            drawn = min(self.planned.pop(0), bound - 1)
        else:
            drawn = super().below(bound)
        self.log.append(drawn)
        self.bounds.append(bound)
        return drawn


class Rehearsal:
    """One game on the plain run, step by step, with all its draws noted."""

    def __init__(
        self, game: Game, seed: int, number: int, setup: Sequence[int] = (), faces: Sequence[int] = ()
    ) -> None:
        self.game, self._twin = game, game.twin
        self._table = [int(word) for word in game.table]
        self._chance = _Noting(*stream(seed, number, 0))
        self._rolled: list[int] = []
        self.state = self._twin.new_state()
        self._context = self._twin.new_context(self._chance, self._heard)
        self.used = self._go(None, faces, list(setup))
        """How many of the faces were those of the setup."""

    @property
    def draws(self) -> tuple[int, ...]:
        """Everything that chance brought so far."""
        return tuple(self._chance.log)

    def _heard(self, kind: str, args: tuple[int, ...]) -> None:
        if kind in ("rolled", "rolled die"):
            self._rolled.append(args[-1])

    @property
    def rolled(self) -> list[int]:
        """What the dice of the last step showed."""
        return list(self._rolled)

    def follow(self, code: int) -> None:
        """Give an answer, with the draws that were told beyond the setup as far as there are any."""
        self._step(code, list(self._chance.planned or ()))

    def advance(self, code: int, faces: Sequence[int] = ()) -> int:
        """Give an answer. The dice that are thrown until the next decision show the first of these faces; how many that were."""
        return self._go(code, faces, [])

    def _go(self, code: int | None, faces: Sequence[int], planned: list[int]) -> int:
        if not faces:
            self._step(code, planned)
            return 0
        before = list(self.state), self._chance.state, list(self._chance.log), list(self._chance.bounds)
        for _ in range(_MOST_TRIES):
            shown, bounds = self._tried(code, planned, before)
            both = min(len(shown), len(faces))
            wrong = next((i for i in range(both) if shown[i] != faces[i]), None)
            if wrong is None:
                return both
            if not self._turn(planned, bounds, len(bounds) - len(shown) + wrong):
                break
        self.state[:] = before[0]
        raise DealError(f"a die can't show {faces[wrong]} here" if wrong is not None else "the dice can't fall so")

    def _tried(
        self, code: int | None, planned: list[int], before: tuple[list[int], int, list[int], list[int]]
    ) -> tuple[list[int], list[int]]:
        self.state[:] = before[0]
        self._chance.state, self._chance.log, self._chance.bounds = before[1], list(before[2]), list(before[3])
        self._step(code, planned)
        return list(self._rolled), self._chance.bounds[len(before[3]) :]

    def _step(self, code: int | None, planned: list[int]) -> None:
        self._rolled = []
        self._chance.planned = list(planned)
        if code is None:
            self._twin.setup(self.state, self._table, self._context)
        else:
            self._twin.advance(self.state, self._table, self._context, code)

    @staticmethod
    def _turn(planned: list[int], bounds: list[int], place: int) -> bool:
        """Turn to the next number at a place: those before it stay. Draws that are no dice come first."""
        if len(planned) <= place:
            planned += [0] * (place + 1 - len(planned))
            return True
        planned[place] += 1
        del planned[place + 1 :]
        return planned[place] < bounds[place]


# ---------------------------------------------------------------- deals


class Deals:
    """Knows how the first shuffles of a game put every card in its place."""

    def __init__(self, game: Game) -> None:
        self.game, self.model = game, game.rules.model
        self.labels = Labels(game)
        self._shuffles: list[tuple[int, list[int]]] = []
        """For each shuffle of the setup: its first draw, and the cards before it, from the bottom."""
        self._chance = _Noting(0, 1)
        self._chance.planned = None
        twin = Twin(game.program)
        twin.wrap("shuffle_", self._watched)
        self.state = twin.new_state()
        self.options = twin.setup(self.state, [int(word) for word in game.table], twin.new_context(self._chance))

    def _watched(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def shuffle(state: list[int], table: Any, run: Any, place: int) -> Any:
            self._shuffles.append((len(self._chance.log), self.labels.inside(place, state)))
            return original(state, table, run, place)

        return shuffle

    @property
    def shuffled(self) -> bool:
        """Whether anything is shuffled before the first decision."""
        return any(len(cards) > 1 for _, cards in self._shuffles)

    def zones(self) -> dict[str, int]:
        """The places where cards can lie, by their names."""
        return {label: place for place, label in self.labels.places.items() if place < self.model.zone_places}

    def lies(self, place: int) -> list[int]:
        """The cards that lie in a place at the first decision, as long as nothing was shuffled."""
        return self.labels.inside(place, self.state)

    def draws(self, wanted: Mapping[int, Sequence[int]], chance: Stream) -> list[int]:
        """The draws of the setup after which these designs lie in these places; unknown cards fall as chance brings them."""
        needed: dict[int, int] = {}
        for place, designs in wanted.items():
            lies = self.lies(place)
            if len(designs) > len(lies):
                label = self.labels.place(place)
                raise DealError(f"{len(designs)} cards are told for {label}, but the rules put {len(lies)} there")
            needed |= {card: design for card, design in zip(lies, designs, strict=False) if design != UNKNOWN}
        draws = list(self._chance.log)
        last = {card: number for number, (_, cards) in enumerate(self._shuffles) for card in cards}
        for number, (first, cards) in enumerate(self._shuffles):
            own = [card for card in cards if last[card] == number]
            goal = self._arranged(cards, {card: needed.pop(card) for card in own if card in needed}, own, chance)
            draws[first : first + len(cards) - 1] = _unshuffled(cards, goal)
        for card, design in needed.items():
            if self.model.design_in(self.state, card) != design:
                name = self.game.wording.design(design)
                raise DealError(
                    f"{name} can't lie in {self.labels.place(self.state[self.model.arrays['place'] + card])}"
                )
        return draws

    def _arranged(self, cards: list[int], needed: dict[int, int], own: list[int], chance: Stream) -> list[int]:
        """Which card has to come where: each slot is named by the card that lies there if nothing is shuffled."""
        free = list(own)
        for last in range(len(free) - 1, 0, -1):
            other = chance.below(last + 1)
            free[last], free[other] = free[other], free[last]
        comes: dict[int, int] = {}
        for slot, design in needed.items():
            card = next((one for one in free if self.model.design_in(self.state, one) == design), None)
            if card is None:
                raise DealError(f"there are not so many of {self.game.wording.design(design)}")
            free.remove(card)
            comes[slot] = card
        return [comes[card] if card in comes else free.pop() if card in own else card for card in cards]


def _unshuffled(before: list[int], after: list[int]) -> list[int]:
    """The draws with which a shuffle from the top puts cards into an order.

    >>> _unshuffled([1, 2, 3], [3, 1, 2])
    [1, 0]
    """
    now, draws = list(before), []
    for last in range(len(now) - 1, 0, -1):
        place = now.index(after[last])
        draws.append(place)
        now[last], now[place] = now[place], now[last]
    return draws
