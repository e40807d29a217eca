"""Shuffled piles whose order is settled card by card, only when the rules look at it.

Shuffling ten cards has 3,628,800 outcomes, but if three of them are ever drawn, only 720 of these differ. So a shuffle settles nothing: its
cards lie in a fixed order and are noted as loose. The first time the rules read which card is on top, one of the loose cards is drawn by
lot; the others stay loose. Whatever reads more of the order settles more of it. Nothing is settled twice, and no rule can read an order
that was not settled: so the game is the very same, with its chance drawn later.

Loose cards that are equal in all that is noted of them, and that no variable refers to, are drawn as one, with their common weight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ludwright import ir
from ludwright.engine.twin import Twin
from ludwright.engine.walks import statements
from ludwright.equilibria.chance import Outcomes
from ludwright.game import Game
from ludwright.hidden.seen import on_components, refers

Loose = tuple[tuple[int, tuple[int, ...]], ...]
"""The loose cards of every place that has any."""

_TOP, _BOTTOM, _ALL = range(3)


class PileWords(list[int]):
    """The words of a state. Reading one that says how a pile lies settles what it says."""

    __slots__ = ("asleep", "chance", "loose", "seals", "ways")

    def __init__(self, ways: PileTreatment, words: Iterable[int], chance: Outcomes, loose: Loose = ()) -> None:
        super().__init__(words)
        self.ways = ways
        self.chance = chance
        self.loose: dict[int, set[int]] = {place: set(cards) for place, cards in loose}
        self.seals: dict[int, tuple[int, int]] = {}
        """Words that may not be read as they are: which end of which pile they tell."""
        self.asleep = False
        self._seal()

    def __getitem__(self, at: Any) -> Any:
        if self.seals and type(at) is int and at in self.seals and not self.asleep:
            self._settle(*self.seals[at])
        return list.__getitem__(self, at)

    def kept(self) -> Loose:
        """What is loose now, to begin with again."""
        return tuple((place, tuple(sorted(cards))) for place, cards in sorted(self.loose.items()))

    # ------------------------------------------------------------ what rules do to piles

    def shuffled(self, place: int) -> None:
        """A pile is shuffled: all its cards are loose."""
        order = self._order(place)
        self.loose[place] = set(order)
        self._lay(place, sorted(order, key=self._class_and_number))
        self._seal()

    def quietly(self, function: Callable[..., Any], *args: Any) -> Any:
        """Let rules run that move cards about, whatever their order is."""
        self.asleep = True
        try:
            return function(self, *args)
        finally:
            self.asleep = False
            self._seal()

    def taken(self, card: int) -> None:
        """A card has left the pile it lay in. If it was loose, the order of the others is as open as before."""
        for cards in self.loose.values():
            cards.discard(card)
        self._seal()

    def settle_all(self) -> None:
        for place in list(self.loose):
            self._settle(_ALL, place)

    # ------------------------------------------------------------ settling

    def _settle(self, which: int, place: int) -> None:
        order, loose = self._order(place), self.loose[place]
        spots = [i for i, card in enumerate(order) if card in loose]
        drawn: list[int] = []
        for _ in range(len(spots) - 1 if which == _ALL else 1):
            drawn.append(self._draw(loose))
            loose.discard(drawn[-1])
        rest = sorted(loose, key=self._class_and_number)
        cards = [*drawn, *rest] if which == _BOTTOM else [*rest, *reversed(drawn)]
        for spot, card in zip(spots, cards, strict=True):
            order[spot] = card
        self._lay(place, order)
        self._seal()

    def _draw(self, loose: set[int]) -> int:
        equal: dict[Any, list[int]] = {}
        for card in sorted(loose):
            equal.setdefault(self.ways.looks(self, card), []).append(card)
        if len(equal) < len(loose):
            named = self.ways.mentioned(self)
            equal = {}
            for card in sorted(loose):
                equal.setdefault((self.ways.looks(self, card), card if card in named else -1), []).append(card)
        groups = list(equal.values())
        return groups[self.chance.among([len(group) for group in groups])][0]

    def _class_and_number(self, card: int) -> tuple[tuple[int, ...], int]:
        return self.ways.looks(self, card), card

    def _seal(self) -> None:
        """Work out which words tell an order that is not settled."""
        self.seals = {}
        for place, cards in list(self.loose.items()):
            if len(cards) < 2:
                del self.loose[place]
                continue
            arrays, order = self.ways.arrays, self._order(place)
            spots = [i for i, card in enumerate(order) if card in cards]
            for card in cards:
                self.seals[arrays["above"] + card] = self.seals[arrays["below"] + card] = (_ALL, place)
            over = arrays["below"] + order[spots[-1] + 1] if spots[-1] + 1 < len(order) else arrays["top"] + place
            under = arrays["above"] + order[spots[0] - 1] if spots[0] else arrays["bottom"] + place
            self.seals[over], self.seals[under] = (_TOP, place), (_BOTTOM, place)

    def _order(self, place: int) -> list[int]:
        """The cards of a place from the bottom up, as they are written."""
        get, arrays = list[int].__getitem__, self.ways.arrays
        order, card = [], get(self, arrays["bottom"] + place)
        while card >= 0:
            order.append(card)
            card = get(self, arrays["above"] + card)
        return order

    def _lay(self, place: int, order: list[int]) -> None:
        arrays = self.ways.arrays
        for below, card in zip([-1, *order], order, strict=False):
            self[arrays["below"] + card] = below
        for card, above in zip(order, [*order[1:], -1], strict=True):
            self[arrays["above"] + card] = above
        self[arrays["bottom"] + place], self[arrays["top"] + place] = order[0], order[-1]


class PileTreatment:
    """How the piles of one game are treated, and its plain Python run with loose piles."""

    def __init__(self, game: Game) -> None:
        self.model = game.rules.model
        self.arrays = self.model.arrays
        self.twin = Twin(game.program, notes=False)
        layout = game.layout
        self.places = {
            place for place in range(self.model.zone_places) if not layout.watch[place] and not layout.watch_top[place]
        }
        """Where order is settled late: nobody sees it."""
        if {"facts", "some_of"} & set(self.arrays) or _tries_things_out(game.program):
            self.places = set()
        self._component_fields = [f for f in self.model.all_fields() if on_components(f)]
        self._may_refer = self._unclear()
        for name, around in (("shuffle_", self._shuffle), ("take_out_", self._take_out), ("mix_", self._mix)):
            self.twin.wrap(name, around)
        for name in ("put_top_", "put_bottom_"):
            self.twin.wrap(name, lambda original: lambda state, *args: state.quietly(original, *args))

    def looks(self, state: PileWords, card: int) -> tuple[int, ...]:
        """All that is noted of a card, but where it lies in its pile."""
        get, model = list[int].__getitem__, self.model
        found = [model.component_owner[card], model.component_design[card]]
        found += [get(state, self.arrays[name] + card) for name in ("design", "known", "urn") if name in self.arrays]
        for field in self._component_fields:
            dim = field.dims[0]
            if dim.first <= card <= dim.last:
                found += state[
                    field.base + (card - dim.first) * field.row : field.base + (card - dim.first + 1) * field.row
                ]
        slots = model.components + model.ghosts
        for teller in range(model.tellers):
            row = self.arrays["told"] + (teller * slots + card) * model.told_words
            found += state[row : row + model.told_words]
        return tuple(found)

    def mentioned(self, state: PileWords) -> set[int]:
        """All numbers in words that may refer to a card."""
        return {list.__getitem__(state, at) for at in self._may_refer}

    def _unclear(self) -> list[int]:
        model, arrays = self.model, self.arrays
        clear: set[int] = set(range(ir.HEADER + 2 * model.players))
        for field in model.all_fields():
            if not refers(field):
                clear.update(range(field.base, field.base + field.size))
            for words in (model.known_words, model.floor_words):
                if id(field) in words:
                    clear.update(range(words[id(field)], words[id(field)] + field.size))
        sizes = dict.fromkeys(("place", "above", "below", "design", "known", "urn"), model.components)
        sizes |= dict.fromkeys(("count", "top", "bottom"), model.zone_places) | {"urns": 1, "ghosts": 1, "passes": 1}
        sizes["transfers"] = 2 + model.transfers * model.transfer_words
        sizes["told"] = model.tellers * (model.components + model.ghosts) * model.told_words
        for name, size in sizes.items():
            if name in arrays:
                clear.update(range(arrays[name], arrays[name] + size))
        return [at for at in range(self.twin.program.state_size) if at not in clear]

    # ------------------------------------------------------------ around the program's functions

    def _shuffle(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def shuffle(state: PileWords, table: Any, run: Any, place: int) -> None:
            if place in self.places and list.__getitem__(state, self.arrays["count"] + place) > 1:
                state.shuffled(place)
            else:
                original(state, table, run, place)

        return shuffle

    def _take_out(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def take_out(state: PileWords, table: Any, run: Any, card: int) -> None:
            state.quietly(original, table, run, card)
            state.taken(card)

        return take_out

    def _mix(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def mix(state: PileWords, table: Any, run: Any, place: int) -> None:
            state.quietly(original, table, run, place)
            if "ghosts" in self.arrays and list.__getitem__(state, self.arrays["ghosts"]):
                state.settle_all()  # what was known of the old order refers to single cards

        return mix


def _tries_things_out(program: ir.Program) -> bool:
    """Whether a part of the rules is carried out on trial and taken back."""
    bodies = [function.body for function in program.functions.values()]
    bodies += [block.body for block in program.machine.blocks.values()]
    return any(isinstance(stmt, ir.Preserve) for body in bodies for stmt in statements(body))
