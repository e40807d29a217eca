"""What a playtest plays: which versions of a game, with how many players, who in which seat, and in which pieces.

A plan depends on nothing but what was asked for. Its *cells* are the combinations of a version, a number of players and a seating; a cell's
games are the games 0, 1, 2, ... of the seed, so that the same deal is played in every cell. *Chunks* are the pieces in which games are
played and kept: the same on any number of cores and machines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import islice, permutations, product
from math import perm
from pathlib import PurePosixPath
from typing import Any

from ludwright.arguments import MOST_SEED
from ludwright.model.limits import MOST_SEATS
from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.packing import WIDE, Packing
from ludwright.stored import StoredError, typed, within

SEATINGS = ("fixed", "rotate", "all")
WRITTEN = "written"
"""The seating of games that were played elsewhere: whoever sat there, by name."""
MOST_CELLS = 10_000
MOST_GAMES = (1 << 32) - 1
_MOST_SEATINGS = 1_000
_MOST_CHUNKS = 2_000_000
_MOST_NUMBER = (1 << 53) - 1


@dataclass(frozen=True)
class GameText:
    """A game's text: its title, its name in the folder where the source is kept, its hash."""

    title: str
    main: str
    text_hash: str


@dataclass(frozen=True)
class PlanVersion:
    """One setting of the game's parameters."""

    index: int
    name: str
    """What tells it from the others, such as `coins=2`; the game's title where there is only one."""
    params: dict[str, int | bool]
    main: str = ""
    """The game's text, by its name in the folder where the source is kept."""
    text_hash: str = ""


@dataclass(frozen=True)
class PlanCell:
    """One version, one number of players, one seating."""

    index: int
    version: int
    players: int
    agents: tuple[str, ...]
    """Who sits in each seat."""
    first: int
    """The number of its first game in the whole playtest."""
    games: int
    chunk: int
    """How many games are played and kept at a time."""
    packing: Packing = WIDE
    """How its decisions are written down."""
    deal: int = 0
    """Which game of the seed its first one is."""
    cooperative: bool = False
    """Whether all win or lose together."""
    points: bool = False
    """Whether all play for one number: somebody alone, or a team with a score."""
    told: tuple[int, ...] = ()
    """What chance brought in its game, where real cards and dice were used."""

    @property
    def chunks(self) -> int:
        """In how many pieces it is played."""
        return -(-self.games // self.chunk)


@dataclass(frozen=True)
class Chunk:
    """A piece of a cell: so many games from number ``first`` of the seed on."""

    index: int
    cell: int
    first: int
    games: int


@dataclass(frozen=True)
class Plan:
    """All that is to be played."""

    title: str
    agents: tuple[str, ...]
    seatings: str
    seed: int
    games: int
    """For each version and number of players."""
    tracked: int
    """Of so many games of each cell the tracked quantities are kept."""
    move_limit: int
    profile: str | None
    until: str | None
    versions: tuple[PlanVersion, ...]
    cells: tuple[PlanCell, ...]
    considered: int = 0
    """Of so many games of each cell what the players thought of their options is kept."""
    origin: dict[str, Any] | None = None
    """The deal and the answers after which all its games begin, if they were forked: see :mod:`ludwright.inspecting.beginning`."""

    @cached_property
    def chunks(self) -> list[Chunk]:
        """The pieces in the order in which they count: all cells go forward together."""
        found: list[Chunk] = []
        for step in range(max((cell.chunks for cell in self.cells), default=0)):
            for cell in self.cells:
                if step < cell.chunks:
                    first = step * cell.chunk
                    found.append(Chunk(len(found), cell.index, first, min(cell.chunk, cell.games - first)))
        return found

    @property
    def asked(self) -> int:
        """How many games there are to play."""
        return sum(cell.games for cell in self.cells)

    @cached_property
    def _places(self) -> dict[tuple[int, int], Chunk]:
        return {(chunk.cell, chunk.first): chunk for chunk in self.chunks}

    def chunk_of(self, cell: PlanCell, number: int) -> Chunk:
        """The piece in which game ``number`` of a cell is played."""
        return self._places[cell.index, number // cell.chunk * cell.chunk]

    def cell_of(self, game: int) -> PlanCell:
        """The cell a game belongs to."""
        for cell in self.cells:
            if cell.first <= game < cell.first + cell.games:
                return cell
        raise PlaytestError(f"there is no game {game:,}: this playtest has the games 0 to {self.asked - 1:,}")

    def number_of(self, game: int) -> int:
        """Which game of the seed a game is."""
        cell = self.cell_of(game)
        return game - cell.first + cell.deal

    def check(self) -> None:
        """Raise a kind error if this can't be the plan of a playtest: it may come from a stranger."""
        within("number of versions and cells", [len(self.versions), len(self.cells)], 1, _MOST_CHUNKS)
        first = 0
        for index, cell in enumerate(self.cells):
            name, packed = f"cells[{index}]", asdict(cell.packing).values()
            within(f"{name}.index", [cell.index], index, index)
            within(f"{name}.first", [cell.first], first, first)
            within(f"{name}.games", [cell.games], 1, MOST_GAMES)
            within(f"{name}.chunk", [cell.chunk], 1, MOST_GAMES)
            within(f"{name}.deal", [cell.deal], -(1 << 63), (1 << 63) - 1)
            within(f"{name}.version", [cell.version], 0, len(self.versions) - 1)
            within(f"{name}.players", [cell.players], max(1, len(cell.agents)), min(8, len(cell.agents)))
            within(f"{name}.told", [0, *cell.told], 0, (1 << 32) - 1)
            within(f"{name}.packing", list(packed), 1, 31)
            within(f"{name}.packing", [sum(packed)], 4, 63)
            first += cell.games
        within("games of all cells", [first], 0, MOST_GAMES)
        within("chunks of all cells", [sum(cell.chunks for cell in self.cells)], 0, _MOST_CHUNKS)
        within("seed", [self.seed], 0, MOST_SEED)
        within("games, tracked, considered", [self.games, self.tracked, self.considered], 0, _MOST_NUMBER)
        within("move_limit", [self.move_limit], 1, _MOST_NUMBER)
        for index, version in enumerate(self.versions):
            within(f"versions[{index}].params", list(version.params.values()), -_MOST_NUMBER, _MOST_NUMBER)
            inside = PurePosixPath(version.main)
            strange = any(len(part.encode()) > 255 for part in inside.parts) or not version.main.isprintable()
            if inside.is_absolute() or ".." in inside.parts or strange:
                raise StoredError(f"`versions[{index}].main` can't be a file of the game")

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)

    @staticmethod
    def from_json(kept: Mapping[str, Any]) -> Plan:
        """The plan that :meth:`as_json` wrote down."""
        return typed(Plan, kept)


def versions_of(
    texts: Sequence[GameText], params: Mapping[str, int], grid: Mapping[str, Sequence[int]]
) -> tuple[PlanVersion, ...]:
    """Every text with every combination of the values of a grid, on top of what is set anyway.

    >>> [version.name for version in versions_of([GameText("Pig", "pig.game", "")], {}, {"goal": [50, 100]})]
    ['goal=50', 'goal=100']
    """
    names = [text.title for text in texts]
    if len(set(names)) < len(names):
        names = [text.main.removesuffix(".game") for text in texts]
    for name in grid:
        if name in params:
            raise PlaytestError(f"`{name}` is set and in the grid: say it once")
        if not grid[name]:
            raise PlaytestError(f"the grid has no value for `{name}`")
    found = []
    settings = list(islice(product(*grid.values()), MOST_CELLS + 1))
    for index, ((text, title), values) in enumerate(product(zip(texts, names, strict=True), settings)):
        if index >= MOST_CELLS:
            raise PlaytestError(f"the grid has more than {MOST_CELLS:,} versions: leave some values out")
        own = dict(zip(grid, values, strict=True))
        told = [title] if len(texts) > 1 or not own else []
        told += [f"{name}={value}" for name, value in own.items()]
        found.append(PlanVersion(index, ", ".join(told), {**params, **own}, text.main, text.text_hash))
    return tuple(found)


def seatings_of(agents: Sequence[str], players: int, how: str) -> list[tuple[str, ...]]:
    """Who sits where: as they are named, once round the table, or in every order. Too few agents are taken again from the first.

    >>> seatings_of(["a", "b"], 3, "rotate")
    [('a', 'b', 'a'), ('b', 'a', 'a'), ('a', 'a', 'b')]
    """
    if not 1 <= players <= MOST_SEATS:
        raise PlaytestError(f"a game has 1 to {MOST_SEATS} players, not {players}")
    if how not in SEATINGS:
        raise PlaytestError(f"there is no seating `{how}`: say {', '.join(SEATINGS[:-1])} or {SEATINGS[-1]}")
    if len(agents) > players and how != "all":
        raise PlaytestError(
            f"{len(agents)} agents are named, but {players} play: name fewer, or let them take turns with `--seatings all`"
        )
    line = tuple(agents) * -(-players // len(agents))
    line = line[: max(players, len(agents))]
    if how == "fixed":
        return [line]
    if how == "rotate":
        return list(dict.fromkeys(line[turn:] + line[:turn] for turn in range(players)))
    if len(set(line)) > 1 and perm(len(line), players) > 50 * _MOST_SEATINGS:
        raise _too_many()
    found = list(dict.fromkeys(permutations(line, players)))
    if len(found) > _MOST_SEATINGS:
        raise _too_many()
    return found


def _too_many() -> PlaytestError:
    return PlaytestError("there are too many ways to seat them: say `--seatings rotate`")


def spread(games: int, parts: int) -> Iterator[int]:
    """So many games for each part, as even as can be."""
    each, more = divmod(games, parts)
    for part in range(parts):
        yield each + (part < more)
