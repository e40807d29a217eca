"""What a move does, as lines of ours."""

from __future__ import annotations

from ludwright.importing.ludii.conditions import _PLAYERS, Conditions, Sites
from ludwright.importing.ludii.reading import Ludeme

_ROLES = ("Mover", "Next", "P1", "P2")


def directions(part: Ludeme | None, say: Conditions, way: str = "d") -> str | None:
    """A test of a direction, by the words for it; None if any will do."""
    if part is None:
        return None
    if part.head == "directions" and part.parts:
        part = part.parts[0]
    tests = [_direction(one, say, way) for one in part.items()]
    return None if None in tests else " or ".join(f"({test})" for test in tests) if len(tests) > 1 else tests[0]


_AHEAD = {
    "Forward": (1, (0,)), "Backward": (-1, (0,)), "FR": (1, (1,)), "FL": (1, (-1,)), "BR": (-1, (1,)), "BL": (-1, (-1,)),
    "Forwards": (1, (-1, 0, 1)), "Backwards": (-1, (-1, 0, 1)), "Rightward": (0, (1,)), "Leftward": (0, (-1,)),
}  # fmt: skip
_FIXED = {
    "N": (1, 0), "S": (-1, 0), "E": (0, 1), "W": (0, -1), "NE": (1, 1), "NW": (1, -1), "SE": (-1, 1), "SW": (-1, -1),
}  # fmt: skip


def _direction(part: Ludeme, say: Conditions, way: str) -> str | None:
    word, grid = part.plain, say.things.board.shape == "grid"
    if word in ("Adjacent", "All") or (word == "Orthogonal" and not grid):
        return None
    if grid and word == "Orthogonal":
        return f"{way}.up is 0 or {way}.right is 0"
    if grid and word == "Diagonal":
        return f"{way}.up is not 0 and {way}.right is not 0"
    if grid and word in _FIXED:
        up, right = _FIXED[word]
        return f"{way}.up is {up} and {way}.right is {right}"
    if grid and word in _AHEAD:
        up, rights = _AHEAD[word]
        turn = "" if up == 1 else "-" if up == -1 else "0 * "
        sideways = [] if len(rights) == 3 else [f"{way}.right is {f'my forward * {rights[0]}' if rights[0] else 0}"]
        return " and ".join([f"{way}.up is {turn}my forward", *sideways])
    say.wrong(part, f"the direction `{word or part.text}` is not read on this board")
    return None


def is_direction(part: Ludeme) -> bool:
    """Whether it says in which directions."""
    if part.head == "directions" and part.kind == "ludeme":
        return True
    listed = part.items()
    known = {"Adjacent", "All", "Orthogonal", "Diagonal", *_AHEAD, *_FIXED}
    return bool(listed) and all(one.kind == "word" and one.plain in known for one in listed)


def effects(part: Ludeme, sites: Sites, say: Conditions) -> list[str]:
    """The lines of an effect."""
    head, given = part.head, part.parts
    if part.kind == "list" or head in ("and", "seq", "then", "apply"):
        return [line for one in given for line in effects(one, sites, say)]
    if head == "if" and len(given) in (2, 3):
        lines = [f"if {say.condition(given[0], sites)}", *_deeper(effects(given[1], sites, say))]
        return lines + (["else", *_deeper(effects(given[2], sites, say))] if len(given) == 3 else [])
    if head == "remove" and len(given) == 1:
        return cleared(say.site(given[0], sites), say)
    if head == "moveAgain":
        say.needs.again = True
        return ["again = yes"]
    if head == "addScore" and len(given) == 2 and given[0].plain in _PLAYERS:
        say.needs.scores = True
        return [f"{_PLAYERS[given[0].plain]}.points += {say.number(given[1], sites)}"]
    if head == "promote" and len(given) in (2, 3) and given[1].head == "piece" and given[1].parts:
        owner = _PLAYERS.get(given[2].plain, "me") if len(given) == 3 else "me"
        return put(say.site(given[0], sites), given[1].parts[0], owner, say)
    if head == "add":
        return _added(part, sites, say)
    if head == "custodial":
        return _custodial(part, sites, say)
    if head == "enclose":
        return _enclosed(part, sites, say)
    say.wrong(part, f"the effect `({part.name} …)` is not read")
    return []


def cleared(cell: str, say: Conditions) -> list[str]:
    """Nothing lies there any more."""
    return [f"{cell}.who = none"] + ([f"{cell}.what = none"] if say.things.kinds_matter else [])


def put(cell: str, name: Ludeme | None, owner: str, say: Conditions) -> list[str]:
    """A piece is put there, by its name; without one, the only one the owner has."""
    pieces = say.things.pieces
    if name is not None and name.head == "id" and name.parts:
        owner = _PLAYERS.get(name.parts[1].plain, owner) if len(name.parts) > 1 else owner
        name = name.parts[0]
    if name is None or name.kind != "string":
        own = [piece for piece in pieces if piece.owners]
        if name is not None and not (name.head in ("mover", "next") or name.plain in _ROLES):
            say.wrong(name, f"the piece `{name.text}` is not read", 'a piece is named, as in (piece "Disc")')
        if name is not None and (name.head == "next" or name.plain == "Next"):
            owner = "opponent"
        if say.things.kinds_matter and len({piece.plain for piece in own}) > 1:
            say.wrong(name, "there are several pieces: nothing says which", '(piece "Disc")')
        found, seat = own[0], ""
    else:
        named = say.things.piece(name.plain)
        if named is None:
            say.wrong(name, f"there is no piece `{name.plain}`")
            return []
        found, seat = named
    owner = "none" if not found.owners else seat if seat and len(found.owners) > 1 else owner
    return [f"{cell}.who = {owner}"] + ([f"{cell}.what = {found.plain}"] if say.things.kinds_matter else [])


def _added(part: Ludeme, sites: Sites, say: Conditions) -> list[str]:
    piece = next((one for one in part.parts if one.head == "piece"), None)
    to = next((one for one in part.parts if one.head == "to" and one.parts), None)
    if to is None:
        say.wrong(part, "nothing says where it is added", "(add (to (last To)))")
        return []
    owner = "me"
    if piece is not None and len(piece.parts) > 1 and piece.parts[1].plain in _PLAYERS:
        owner = _PLAYERS[piece.parts[1].plain]
    return put(say.site(to.parts[0], sites), piece.parts[0] if piece is not None and piece.parts else None, owner, say)


def _start(part: Ludeme, sites: Sites, say: Conditions) -> str:
    found = next((one for one in part.parts if one.head == "from" and one.parts), None)
    if found is not None:
        return say.site(found.parts[0], sites)
    say.needs.last = True
    return "last_to"


def _custodial(part: Ludeme, sites: Sites, say: Conditions) -> list[str]:
    """Runs that lie between two cells, in every direction."""
    start, between = _start(part, sites, say), _named(part, "between")
    to = _named(part, "to")
    way = next((one for one in part.parts if is_direction(one)), None)
    test = directions(way, say, "e")
    inner = {**sites, "between": "y", "site": "y"}
    between_if = between.named.get("if") if between is not None else None
    own = say.condition(between_if, inner) if between_if is not None else "y.who is opponent"
    run = f"(all y in {start}.ray(e) while {own})"
    stop = f"{start}.step(e, {run}.count + 1)"
    to_if = to.named.get("if") if to is not None else None
    closed = say.condition(to_if, {**sites, "to": stop, "site": stop}) if to_if is not None else f"{stop}.who is me"
    most = between.named.get("max") if between is not None else None
    tests = [f"{run} is not empty", f"{stop} is not none", f"({closed})"]
    if most is not None:
        tests.append(f"{run}.count <= {say.number(most, sites)}")
    apply = _named(between, "apply") if between is not None else None
    done = effects(apply, inner, say) if apply is not None else cleared("y", say)
    return [
        f"for e in directions{f' with {test}' if test else ''}",
        f"  if {' and '.join(tests)}",
        f"    for y in {run}",
        *(f"      {line}" for line in done),
    ]


def _enclosed(part: Ludeme, sites: Sites, say: Conditions) -> list[str]:
    """Groups beside a cell that touch nothing empty any more."""
    start, between = _start(part, sites, say), _named(part, "between")
    between_if = between.named.get("if") if between is not None else None

    def own(cell: str) -> str:
        if between_if is None:
            return f"{cell}.who is opponent"
        return say.condition(between_if, {**sites, "between": cell, "site": cell})

    way = next((one for one in part.parts if is_direction(one)), None)
    if way is not None and way.plain != "Orthogonal":
        say.wrong(way, "groups are enclosed orthogonally here", "(enclose (from (last To)) Orthogonal …)")
    group = f"area(n, all x in cells with {own('x')})"
    apply = _named(between, "apply") if between is not None else None
    done = effects(apply, {**sites, "between": "y", "site": "y"}, say) if apply is not None else cleared("y", say)
    return [
        f"for n in {start}.neighbours with {own('n')}",
        f"  if no y in {group} with any z in y.neighbours with {say.empty('z')}",
        f"    for y in {group}",
        *(f"      {line}" for line in done),
    ]


def _named(part: Ludeme, head: str) -> Ludeme | None:
    return next((one for one in part.parts if one.kind == "ludeme" and one.head == head), None)


def _deeper(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines] or ["  nothing"]
