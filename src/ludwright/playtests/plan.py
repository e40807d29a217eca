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

from ludwright.playtests.mistakes import PlaytestError
from ludwright.playtests.packing import WIDE, Packing

SEATINGS = ("fixed", "rotate", "all")
WRITTEN = "written"
"""The seating of games that were played elsewhere: whoever sat there, by name."""
MOST_CELLS = 10_000
MOST_GAMES = (1 << 32) - 1
_MOST_SEATINGS = 1_000
_MOST_CHUNKS = 2_000_000


@dataclass(frozen=True)
class Text:
    """A game's text: its title, its name in the folder where the source is kept, its hash."""

    title: str
    main: str
    text_hash: str


@dataclass(frozen=True)
class Version:
    """One setting of the game's parameters."""

    index: int
    name: str
    """What tells it from the others, such as `coins=2`; the game's title where there is only one."""
    params: dict[str, int]
    main: str = ""
    """The game's text, by its name in the folder where the source is kept."""
    text_hash: str = ""


@dataclass(frozen=True)
class Cell:
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
    versions: tuple[Version, ...]
    cells: tuple[Cell, ...]
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

    def chunk_of(self, cell: Cell, number: int) -> Chunk:
        """The piece in which game ``number`` of a cell is played."""
        return self._places[cell.index, number // cell.chunk * cell.chunk]

    def cell_of(self, game: int) -> Cell:
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
        """Raise a ValueError if this can't be the plan of a playtest: it may come from a stranger."""
        first = 0
        for index, cell in enumerate(self.cells):
            numbers = (cell.index, cell.version, cell.players, cell.first, cell.games, cell.chunk, cell.deal)
            if not all(type(number) is int for number in (*numbers, *asdict(cell.packing).values())):
                raise ValueError("numbers")
            whole = cell.index == index and cell.first == first and cell.games > 0 < cell.chunk
            fits = 0 <= cell.version < len(self.versions) and 1 <= cell.players == len(cell.agents) <= 8
            packed = all(0 < bits <= 31 for bits in asdict(cell.packing).values())
            told = type(cell.cooperative) is type(cell.points) is bool
            if not (whole and fits and told and packed and all(type(name) is str for name in cell.agents)):
                raise ValueError("a cell")
            first += cell.games
        if first > MOST_GAMES or sum(cell.chunks for cell in self.cells) > _MOST_CHUNKS or type(self.seed) is not int:
            raise ValueError("too much")
        for version in self.versions:
            inside = PurePosixPath(version.main)
            if (
                inside.is_absolute()
                or ".." in inside.parts
                or not all(isinstance(v, int) for v in version.params.values())
            ):
                raise ValueError("a version")

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)

    @staticmethod
    def from_json(kept: Mapping[str, Any]) -> Plan:
        """The plan that :meth:`as_json` wrote down."""
        values = dict(kept)
        values["agents"] = tuple(values["agents"])
        values["versions"] = tuple(Version(**version) for version in values["versions"])
        values["cells"] = tuple(
            Cell(**{**cell, "agents": tuple(cell["agents"]), "packing": Packing(**cell["packing"])})
            for cell in values["cells"]
        )
        return Plan(**values)


def versions_of(
    texts: Sequence[Text], params: Mapping[str, int], grid: Mapping[str, Sequence[int]]
) -> tuple[Version, ...]:
    """Every text with every combination of the values of a grid, on top of what is set anyway.

    >>> [version.name for version in versions_of([Text("Pig", "pig.game", "")], {}, {"goal": [50, 100]})]
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
        found.append(Version(index, ", ".join(told), {**params, **own}, text.main, text.text_hash))
    return tuple(found)


def seatings_of(agents: Sequence[str], players: int, how: str) -> list[tuple[str, ...]]:
    """Who sits where: as they are named, once round the table, or in every order. Too few agents are taken again from the first.

    >>> seatings_of(["a", "b"], 3, "rotate")
    [('a', 'b', 'a'), ('b', 'a', 'a'), ('a', 'a', 'b')]
    """
    if not 1 <= players <= 8:
        raise PlaytestError(f"a game has 1 to 8 players, not {players}")
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
