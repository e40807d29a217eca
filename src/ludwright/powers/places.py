"""Starting places: what it is worth to stand where somebody stands when the game begins, apart from whose turn comes first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
from lark import Token

from ludwright.game import Game
from ludwright.inspecting.arranging import Words
from ludwright.inspecting.stopping import NobodyStandsError, NoPlacesError, Stopping, in_play
from ludwright.language import syntax
from ludwright.language.syntax import Part, parts
from ludwright.language.syntax.reading import names_in
from ludwright.mistakes import MistakesError
from ludwright.powers.ground import Ground
from ludwright.powers.paired import Numbers
from ludwright.powers.starts import SAMPLE, positions
from ludwright.powers.table import SeededDeals
from ludwright.powers.things import MOST

_TRIED = 20
"""On so many deals it is looked at whether the game goes on after an exchange."""
_RARE = 20
"""A place that is held in fewer of the deals that are looked at is not told."""


@dataclass(frozen=True)
class StartingPlace:
    """What always has the same holder: a corner, a land, a side of the board with all that stands there."""

    name: str
    sign: str
    """One of its parts, by which its holder is known."""
    seat: int | None = None
    """Whose it is in every deal; None if that differs."""


class StartingPlaces:
    """The places of a game at its start. Raises :class:`NoPlacesError` where there are none, or they can't be exchanged."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed
        if not self._any_held():
            raise NobodyStandsError("nobody has a place on a board at the start.")
        self._refuse()
        try:
            self.stopping = Stopping(game)
        except MistakesError:
            raise NoPlacesError("these rules can't be stopped between their setup and the first turn.") from None
        if not self.stopping.stops(seed):
            raise NoPlacesError("somebody chooses something before all stand where they begin.")
        if self.stopping.by_number:
            raise NoPlacesError("the rules go by the numbers of seats, which can't change places.")
        self.ground = Ground(self.stopping.plain.rules.model)
        seen = positions(self.stopping.plain, SAMPLE, seed)
        self.ground.learn(seen)
        self.found = self._parted([self.ground.held(words) for words in seen])
        if not self.found:
            raise NobodyStandsError("all players begin alike.")
        self._played: dict[tuple[int, int], Game] = {}
        self._try_out()

    # ------------------------------------------------------------ whether

    def _any_held(self) -> bool:
        ground = Ground(self.game.rules.model)
        return any(any(ground.held(words)) for words in positions(self.game, _TRIED, self.seed))

    def _refuse(self) -> None:
        ground = Ground(self.game.rules.model)
        if self.game.origin is not None:
            raise NoPlacesError("this game begins in the middle.")
        if ground.hidden:
            raise NoPlacesError(
                f"not everybody sees `{ground.hidden}`, and what is known of it would not change places."
            )
        if ground.unlike:
            raise NoPlacesError("players have pieces of different kinds.")
        rules = in_play(self.game.description.declarations)
        if on_board := ground.printed_seats({name for one in rules for name in names_in(one.tree)}):
            raise NoPlacesError(f"`{on_board}` is printed on the board, and names seats.")
        for declaration in rules:
            if name := _seat_in(declaration.tree, self.game.seats):
                raise NoPlacesError(f"the rules speak of {name} by name, whatever place that seat has.")

    def _try_out(self) -> None:
        """A game that is over at once after an exchange has no sense."""
        for place in self.found:
            for seat in range(self.game.players):
                game = self.given(place, seat)
                for number in range(_TRIED if place.seat != seat else 0):
                    if game.start(self.seed, number).over and not self.game.start(self.seed, number).over:
                        who = self.game.seats[seat]
                        raise NoPlacesError(f"if {who} gets the {place.name}, the game is over at once.")

    def _parted(self, seen: Sequence[Sequence[set[str]]]) -> list[StartingPlace]:
        """Parts that always have the same holders are one place; what all have is none."""
        signs: dict[str, list[tuple[int, ...]]] = {}
        for deal, held in enumerate(seen):
            for sign in set().union(*held):
                holders = tuple(seat for seat, own in enumerate(held) if sign in own)
                signs.setdefault(sign, [()] * len(seen))[deal] = holders
        groups: dict[tuple[tuple[int, ...], ...], list[str]] = {}
        for sign, course in signs.items():
            if any(len(holders) < self.game.players for holders in course):
                groups.setdefault(tuple(course), []).append(sign)
        found = [self._place(course, names) for course, names in groups.items() if _often(course)]
        found.sort(key=lambda place: (place.seat is None, place.seat or 0, place.sign))
        return found[:MOST]

    def _place(self, course: tuple[tuple[int, ...], ...], names: list[str]) -> StartingPlace:
        names.sort()
        if len(set(course)) == 1 and len(course[0]) == 1:
            seat = course[0][0]
            return StartingPlace(f"place of {self.game.seats[seat]}", names[0], seat)
        more = f" with {len(names) - 1} more" if len(names) > 1 else ""
        return StartingPlace(f"place {names[0]}{more}", names[0])

    # ------------------------------------------------------------ giving

    def has(self, place: StartingPlace, deals: int) -> npt.NDArray[np.bool_]:
        """For every deal and seat, whether it has the place."""
        held = [self.ground.held(words) for words in positions(self.stopping.plain, deals, self.seed)]
        return np.array([[place.sign in own for own in seats] for seats in held])

    def given(self, place: StartingPlace, seat: int) -> Game:
        """The game in which a seat changes places with whoever has it."""
        if place.seat is not None:
            pair = min(place.seat, seat), max(place.seat, seat)
            if pair not in self._played:
                edit = partial(self.ground.exchange, one=pair[0], other=pair[1])
                self._played[pair] = self.stopping.changed(edit, pair) if pair[0] != pair[1] else self.game
            return self._played[pair]
        return self.stopping.changed(partial(self._give, place, seat))

    def _give(self, place: StartingPlace, seat: int, words: Words) -> None:
        """A seat changes places with whoever has a place; where nobody has, all stays."""
        holders = [other for other, own in enumerate(self.ground.held(words)) if place.sign in own]
        if holders and seat not in holders:
            self.ground.exchange(words, seat, holders[0])

    def points(
        self, table: SeededDeals, agent: str, place: StartingPlace, free: Numbers, known: dict[tuple[int, int], Numbers]
    ) -> Numbers:
        """What every seat gets from a place, deal by deal; ``known`` keeps what was played."""
        columns = []
        for seat in range(self.game.players):
            if seat == place.seat:
                columns.append(free[:, seat])
                continue
            pair = (seat, -1) if place.seat is None else (min(place.seat, seat), max(place.seat, seat))
            if pair not in known or place.seat is None:
                doing = f"{agent} from the {place.name}"
                known[pair] = table.points([agent] * self.game.players, doing, self.given(place, seat))
            columns.append(known[pair][:, seat])
        return np.column_stack(columns)


def _often(course: Sequence[tuple[int, ...]]) -> bool:
    return sum(bool(holders) for holders in course) >= min(_RARE, len(course))


def _seat_in(tree: Part, seats: Sequence[str]) -> str:
    """The seat that a rule speaks of, if it does. Where turns begin does not count: the order of turns stays."""
    for part in _all_parts(tree):
        match part:
            case Token(type="NAME") if str(part) in seats:
                return str(part)
            case syntax.At(value=value) if str(value) == "players":
                return "a seat"
    return ""


def _all_parts(part: Part) -> Iterator[Part]:
    yield part
    if isinstance(part, syntax.Node):
        beginning = part.start if isinstance(part, syntax.TurnsStatement) else None
        for inner in parts(part):
            if inner is not beginning:
                yield from _all_parts(inner)
