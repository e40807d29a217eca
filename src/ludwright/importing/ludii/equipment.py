"""The board, the pieces and the seats of a description."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludwright.importing.ludii.reading import Ludeme
from ludwright.importing.places import Wrong

SEATS = ("P1", "P2")


@dataclass
class Board:
    """A board of ours, and how it is written."""

    text: str
    shape: str
    """`grid`, `rhombus`, `hexagon`, `triangle`."""
    wide: int
    high: int


@dataclass
class Piece:
    """A kind of piece: who has it, and how it moves."""

    name: str
    plain: str
    owners: tuple[str, ...]
    """Of P1 and P2; nobody's pieces have none."""
    moves: list[Ludeme] = field(default_factory=list)


@dataclass
class Equipment:
    """All that lies on the table."""

    board: Board
    pieces: list[Piece]
    regions: dict[tuple[str, str], Ludeme]
    """By name and owner, each empty if it has none."""
    facing: tuple[int, int]
    """Which way the seats look: 1 is up, -1 down."""

    @property
    def kinds_matter(self) -> bool:
        """Whether it takes more to tell pieces apart than whose they are."""
        return any(not piece.owners for piece in self.pieces) or any(
            sum(owner in piece.owners for piece in self.pieces) > 1 for owner in SEATS
        )

    def piece(self, name: str) -> tuple[Piece, str] | None:
        """A piece with its owner by `Disc1`, or by `Disc`."""
        for piece in self.pieces:
            if name == piece.name:
                return piece, piece.owners[0] if len(piece.owners) == 1 else ""
            for number, owner in enumerate(SEATS, 1):
                if name == f"{piece.name}{number}" and owner in piece.owners:
                    return piece, owner
            if not piece.owners and name == f"{piece.name}0":
                return piece, ""
        return None


def read_equipment(game: Ludeme, wrong: Wrong) -> Equipment | None:
    """What the game is played with."""
    found = {part.head: part for part in game.parts if part.kind == "ludeme"}
    facing = _players(found.get("players"), game, wrong)
    equipment = found.get("equipment")
    if equipment is None:
        wrong(game.word, "nothing says what it is played with", "(equipment {(board …) (piece …)})")
        return None
    board, pieces, regions = None, list[Piece](), dict[tuple[str, str], Ludeme]()
    for item in (item for part in equipment.parts for item in part.items()):
        if item.head == "board":
            board = _board(item, wrong)
        elif item.head == "piece":
            pieces += _piece(item, pieces, wrong)
        elif item.head == "regions":
            _regions(item, regions, wrong)
        elif item.head not in ("hints",):
            wrong(item, f"the equipment `({item.head} …)` is not read", "boards, pieces and regions are")
    if board is None or facing is None:
        if board is None and not wrong.mistakes:
            wrong(equipment, "there is no board", "(board (square 8))")
        return None
    if not pieces:
        wrong(equipment, "there are no pieces", '(piece "Disc" Each)')
        return None
    return Equipment(board, pieces, regions, facing)


def _players(players: Ludeme | None, game: Ludeme, wrong: Wrong) -> tuple[int, int] | None:
    if players is None or not players.parts:
        wrong(players or game, "nothing says how many play", "(players 2)")
        return None
    given = players.parts[0]
    if given.plain == "2":
        return (1, -1)
    if given.kind == "list" and len(given.parts) == 2:
        ways = {"N": 1, "S": -1}
        looks = [ways.get(one.parts[0].plain if one.parts else "", 0) for one in given.parts]
        if all(looks):
            return looks[0], looks[1]
        wrong(given, "seats look north or south here", "(players {(player N) (player S)})")
        return None
    wrong(given, "only games for two are read", "(players 2)")
    return None


def _number(part: Ludeme | None, wrong: Wrong, at: Ludeme, least: int = 1, most: int = 30) -> int:
    if part is None or not part.plain.isdecimal() or not least <= int(part.plain) <= most:
        wrong(part or at, f"a size from {least} to {most} belongs here")
        return least
    return int(part.plain)


def _board(item: Ludeme, wrong: Wrong) -> Board:
    nothing = Board("", "grid", 1, 1)
    if item.named or len(item.parts) != 1:
        wrong(item, "only boards of cells are read: `(board (square 8))`, without tracks and without `use:`")
        return nothing
    shape = item.parts[0]
    for name in shape.named:
        wrong(shape.named[name], f"`{name}:` of a board is not read")
    sizes = [part for part in shape.parts if part.plain.isdecimal()]
    word = next((part.plain for part in shape.parts if part.kind == "word" and not part.plain.isdecimal()), "")
    if shape.head == "square" and not word:
        size = _number(sizes[0] if sizes else None, wrong, shape)
        return Board(f"grid {size} x {size} of cell", "grid", size, size)
    if shape.head == "rectangle" and not word:
        high = _number(sizes[0] if sizes else None, wrong, shape)
        wide = _number(sizes[1], wrong, shape) if len(sizes) > 1 else high
        return Board(f"grid {wide} x {high} of cell", "grid", wide, high)
    if shape.head == "hex" and word in ("", "Diamond", "Hexagon", "Triangle"):
        size = _number(sizes[0] if sizes else None, wrong, shape, 2, 20)
        if word in ("", "Hexagon"):
            return Board(f"hexagon {size - 1} of cell", "hexagon", 2 * size - 1, 2 * size - 1)
        return Board(f"hex {size} x {size} of cell", "rhombus" if word == "Diamond" else "triangle", size, size)
    wrong(
        shape,
        f"the board `{f'{shape.head} {word}'.strip()}` is not read",
        "square, rectangle, hex, hex Diamond and hex Triangle are",
    )
    return nothing


def _piece(item: Ludeme, before: list[Piece], wrong: Wrong) -> list[Piece]:
    if not item.parts or item.parts[0].kind != "string":
        wrong(item, "a piece has a name", '(piece "Disc" Each)')
        return []
    name = item.parts[0].plain
    owners: tuple[str, ...] = SEATS
    rest = item.parts[1:]
    if rest and rest[0].kind == "word":
        roles = {"Each": SEATS, "P1": ("P1",), "P2": ("P2",), "Neutral": (), "Shared": ()}
        if rest[0].plain not in roles:
            wrong(rest[0], f"`{rest[0].plain}` is nobody here", "Each, P1, P2 and Neutral are")
        owners = roles.get(rest[0].plain, SEATS)
        rest = rest[1:]
    rest = [part for part in rest if not (part.kind == "word" and part.plain in ("N", "S"))]
    plain = "".join(letter if letter.isalnum() else "_" for letter in name.lower())
    if any(piece.plain == plain for piece in before):
        plain = f"{plain}_{len(before) + 1}"
    return [Piece(name, plain, owners, rest)]


def _regions(item: Ludeme, regions: dict[tuple[str, str], Ludeme], wrong: Wrong) -> None:
    name, owner, rest = "", "", list(item.parts)
    if rest and rest[0].kind == "string":
        name = rest.pop(0).plain
    if rest and rest[0].plain in SEATS:
        owner = rest.pop(0).plain
    if len(rest) != 1:
        wrong(item, "a region is a set of cells", '(regions "Home" P1 (sites Bottom))')
        return
    regions[name, owner] = rest[0]
