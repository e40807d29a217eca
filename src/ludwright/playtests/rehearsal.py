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
        self.game, self._twin = game, self._run_of(game)
        self._table = [int(word) for word in game.table]
        self._chance = _Noting(*stream(seed, number, 0))
        self._rolled: list[int] = []
        self.state = self._twin.new_state()
        self._context = self._twin.new_context(self._chance, self._heard)
        self.used = self._go(None, faces, list(setup))
        """How many of the faces were those of the setup."""

    def _run_of(self, game: Game) -> Twin:
        """The plain run that is used."""
        return game.twin

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


# ---------------------------------------------------------------- cards as they come


class Drawn(Rehearsal):
    """A game whose shuffles are remembered: which cards came from them in its last step, and how others could have come."""

    def __init__(self, game: Game, seed: int, number: int, setup: Sequence[int] = ()) -> None:
        self.model, self.labels = game.rules.model, Labels(game)
        self._shuffles: list[tuple[int, list[int], list[int]]] = []
        """Of each shuffle its first draw, and the cards from the bottom before and after it."""
        self._lay: dict[int, tuple[int, int]] = {}
        """Where cards lie since their last shuffle, and which one that was."""
        super().__init__(game, seed, number, setup)
        self._before = list(self.state)

    def _run_of(self, game: Game) -> Twin:
        twin = Twin(game.program)
        twin.wrap("shuffle_", self._watched)
        return twin

    def _watched(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def shuffle(state: list[int], table: Any, run: Any, place: int) -> Any:
            before, first = self.labels.inside(place, state), len(self._chance.log)
            found = original(state, table, run, place)
            self._lay |= {card: (place, len(self._shuffles)) for card in before}
            self._shuffles.append((first, before, self.labels.inside(place, state)))
            return found

        return shuffle

    def follow(self, code: int) -> None:
        """Give an answer. Cards that have left their deck by then were seen: chance has no say about them any more."""
        self._lay = {card: lay for card, lay in self._lay.items() if self._at(card, self.state) == lay[0]}
        self._before = list(self.state)
        super().follow(code)

    def _at(self, card: int, state: Sequence[int]) -> int:
        return int(state[self.model.arrays["place"] + card])

    @property
    def came(self) -> list[int]:
        """The cards that the last step brought from shuffled decks, in the order in which they lay there."""
        gone = [card for card, (place, _) in self._lay.items() if self._at(card, self.state) != place]
        order = {card: -depth for place in {self._lay[card][0] for card in gone} for depth, card in enumerate(self.labels.inside(place, self._before))}  # fmt: skip
        return sorted(gone, key=lambda card: order.get(card, 0))

    def brought(self, designs: Sequence[int]) -> list[int]:
        """The draws of a game in which the last step brought these instead; unknown ones stay as they are."""
        came, draws = self.came, list(self.draws)
        if len(designs) > len(came):
            raise DealError(f"{len(came)} cards came with the last move, and {len(designs)} are told")
        goals = [list(after) for _, _, after in self._shuffles]
        for card, design in zip(came, designs, strict=False):
            if design == UNKNOWN or self.model.design_in(self._before, card) == design:
                continue
            which = self._lay[card][1]
            other = self._unseen(design, which, [one for one in came if one != card])
            goal = goals[which]
            first, second = goal.index(card), goal.index(other)
            goal[first], goal[second] = other, card
            self._lay[other], self._lay[card] = (-1, which), self._lay[card]
        for (first, before, after), goal in zip(self._shuffles, goals, strict=True):
            if goal != after:
                draws[first : first + len(before) - 1] = _unshuffled(before, goal)
        return draws

    def _unseen(self, design: int, which: int, taken: list[int]) -> int:
        """A card of a design that lies in the same deck still."""
        for card, (place, shuffle) in self._lay.items():
            if shuffle == which and self._at(card, self.state) == place and card not in taken and self.model.design_in(self._before, card) == design:  # fmt: skip
                return card
        raise DealError(f"{self.game.wording.design(design)} can't come: none is left in that deck")


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
