"""Sets of cells, numbers and conditions of a description, as formulas of ours."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ludwright.importing.ludii.equipment import SEATS, Equipment
from ludwright.importing.ludii.reading import Ludeme
from ludwright.importing.places import Wrong

Sites = dict[str, str]
"""What `(to)`, `(from)`, `(between)` and `(site)` are called where a formula stands."""

NEVER = "(1 is 2)"
_PLAYERS = {"Mover": "me", "Next": "opponent", "Prev": "opponent", "P1": "P1", "P2": "P2"}
_COMPARED = {"=": "is", "!=": "is not", "<": "<", ">": ">", "<=": "<=", ">=": ">="}


@dataclass
class Needs:
    """What formulas make the text declare."""

    last: bool = False
    made: bool = False
    scores: bool = False
    again: bool = False


@dataclass
class Conditions:
    """Writes formulas for one game."""

    things: Equipment
    wrong: Wrong
    needs: Needs = field(default_factory=Needs)
    actions: list[str] = field(default_factory=list)
    """The names of all actions, for those who ask whether somebody can move."""
    _depth: int = 0

    # ------------------------------------------------------------ cells

    def site(self, part: Ludeme, sites: Sites) -> str:
        """One cell."""
        if part.kind == "ludeme":
            if not part.parts and part.head in ("to", "from", "between", "site"):
                if part.head in sites:
                    return sites[part.head]
                self.wrong(part, f"there is no `({part.head})` here")
                return "none"
            if part.name in ("last To", "last From"):
                self.needs.last = True
                return "last_to" if part.name == "last To" else "last_from"
            if part.head == "ahead" and part.parts:
                where = self.site(part.parts[0], sites)
                way = part.parts[1].plain if len(part.parts) > 1 else "Forward"
                steps = part.named.get("steps")
                far = f", {steps.plain}" if steps is not None and steps.plain.isdecimal() else ""
                if way in COMPASS:
                    return f"{where}.step({COMPASS[way]}{far})"
                if way in ("Forward", "Backward") and self.things.board.shape == "grid":
                    one = "1" if way == "Forward" else "-1"
                    return f"cells[{where}.column, {where}.row + {one} * my forward{' * ' + far[2:] if far else ''}]"
            if part.head == "coord" and len(part.parts) == 1:
                return self._named(part.parts[0])
            if part.head == "centrePoint" and self.things.board.shape == "grid":
                return f"cells[{(self.things.board.wide + 1) // 2}, {(self.things.board.high + 1) // 2}]"
        if part.kind == "string":
            return self._named(part)
        self.wrong(
            part,
            f"the site `{_shown(part)}` is not read",
            '(to), (from), (between), (last To) and names such as "A1" are',
        )
        return "none"

    def _named(self, part: Ludeme) -> str:
        found = re.fullmatch(r"([A-Za-z])(\d{1,2})", part.plain)
        if found is None:
            self.wrong(part, f"`{part.plain}` is no name of a cell", '"A1" is the first')
            return "none"
        column, row = ord(found.group(1).upper()) - 64, int(found.group(2))
        if column > self.things.board.wide or not 1 <= row <= self.things.board.high:
            self.wrong(part, f"the board has no cell {part.plain}")
            return "none"
        return f"cells[{column}, {row}]"

    def empty(self, cell: str) -> str:
        """Whether nothing lies there."""
        return f"{cell}.what is none" if self.things.kinds_matter else f"{cell}.who is none"

    def inside(self, region: Ludeme, cell: str, sites: Sites, player: str = "me") -> str:
        """Whether a cell is in a set."""
        board = self.things.board
        if region.kind == "list":
            if region.parts and all(part.kind == "string" for part in region.parts):
                return _any(f"{cell} is {self._named(part)}" for part in region.parts)
            return _any(self.inside(part, cell, sites, player) for part in region.parts)
        if region.kind == "string":
            return f"{cell} is {self._named(region)}"
        if region.head in ("union", "intersection"):
            parts = [self.inside(part, cell, sites, player) for given in region.parts for part in given.items()]
            return _any(parts) if region.head == "union" else _every(parts)
        if region.head == "difference" and len(region.parts) == 2:
            first, second = (self.inside(part, cell, sites, player) for part in region.parts)
            return _every([first, _not(second)])
        if region.head == "expand" and region.parts:
            return self._expanded(region, cell)
        if region.head == "sites" and region.parts:
            found = self._sites(region, cell, sites, player, board.wide, board.high)
            if found:
                return found
        if region.head in ("centrePoint", "to", "from", "between", "site", "last", "coord", "ahead"):
            return f"{cell} is {self.site(region, sites)}"
        self.wrong(region, f"the set `{_shown(region)}` is not read")
        return NEVER

    def _sites(self, region: Ludeme, cell: str, sites: Sites, player: str, wide: int, high: int) -> str:
        word = region.parts[0].plain
        rest = region.parts[1:]
        number = int(rest[0].plain) + 1 if rest and rest[0].plain.isdecimal() else 0
        edges = {
            "Bottom": f"{cell}.row is 1",
            "Top": f"{cell}.row is {high}",
            "Left": f"{cell}.column is 1",
            "Right": f"{cell}.column is {wide}",
        }
        if region.parts[0].kind == "list":
            return self.inside(region.parts[0], cell, sites, player)
        if region.parts[0].kind == "string":
            return self._region(region, word, "", cell, sites, player)
        if word in ("Mover", "Next", *SEATS):
            who = player if word == "Mover" else _other(player) if word == "Next" else word
            name = rest[0].plain if rest and rest[0].kind == "string" else ""
            return self._region(region, name, who, cell, sites, player)
        if word == "Empty" and not rest:
            return self.empty(cell)
        if word == "Board" and not rest:
            return "(1 is 1)"
        if word == "Occupied" and "by" in region.named:
            by = region.named["by"].plain
            if by == "All":
                return _not(self.empty(cell))
            if by in _PLAYERS:
                return f"{cell}.who is {_PLAYERS[by] if by not in ('Mover', 'Next') else player if by == 'Mover' else _other(player)}"
        if word == "Side" and rest:
            return self._side(rest[0].plain, cell)
        if self.things.board.shape == "grid":
            if word in edges and not rest:
                return edges[word]
            if word == "Row" and number:
                return f"{cell}.row is {number}"
            if word == "Column" and number:
                return f"{cell}.column is {number}"
            if word == "Phase" and number in (1, 2):
                return f"({cell}.row + {cell}.column) mod 2 is {number - 1}"
            if word == "Corners":
                return _every([_any([edges["Bottom"], edges["Top"]]), _any([edges["Left"], edges["Right"]])])
            if word in ("Outer", "Perimeter"):
                return _any(edges.values())
            if word == "Inner":
                return _not(_any(edges.values()))
            if word == "Centre":
                columns = {(wide + 1) // 2, wide // 2 + 1}
                rows = {(high + 1) // 2, high // 2 + 1}
                return _every(
                    [
                        _any(f"{cell}.column is {c}" for c in sorted(columns)),
                        _any(f"{cell}.row is {r}" for r in sorted(rows)),
                    ]
                )
        if word == "Around" and rest:
            centre = self.site(rest[0], sites)
            way = rest[1].plain if len(rest) > 1 else "Adjacent"
            near = {
                "Orthogonal": "{c} is in {a}.neighbours",
                "Adjacent": "abs({c}.row - {a}.row) <= 1 and abs({c}.column - {a}.column) <= 1 and {c} is not {a}",
            }
            if self.things.board.shape != "grid":
                near = {"Adjacent": "{c} is in {a}.neighbours"}
            if way in near:
                return f"({near[way].format(c=cell, a=centre)})"
        return ""

    def _region(self, at: Ludeme, name: str, owner: str, cell: str, sites: Sites, player: str) -> str:
        """A region of the equipment: whose it is may be known only in play."""
        regions = self.things.regions
        self._depth += 1
        try:
            if self._depth > 10:
                self.wrong(at, "regions go round in a ring")
                return NEVER
            if (name, "") in regions and (not owner or (name, owner) not in regions):
                return self.inside(regions[name, ""], cell, sites, player)
            if owner in SEATS and (name, owner) in regions:
                return self.inside(regions[name, owner], cell, sites, player)
            both = [seat for seat in SEATS if (name, seat) in regions]
            if owner not in SEATS and both:
                who = owner or player
                return _any(
                    f"{who} is {seat} and {_bracket(self.inside(regions[name, seat], cell, sites, player))}"
                    for seat in both
                )
        finally:
            self._depth -= 1
        self.wrong(
            at, f"the equipment has no such region{f' `{name}`' if name else ''}", '(regions "Home" P1 (sites Bottom))'
        )
        return NEVER

    def _expanded(self, region: Ludeme, cell: str) -> str:
        """Some rows at a side."""
        inner, steps = region.parts[0], region.named.get("steps")
        far = int(steps.plain) if steps is not None and steps.plain.isdecimal() else 1
        board = self.things.board
        ways = {
            "sites Bottom": f"{cell}.row <= {1 + far}", "sites Top": f"{cell}.row >= {board.high - far}",
            "sites Left": f"{cell}.column <= {1 + far}", "sites Right": f"{cell}.column >= {board.wide - far}",
        }  # fmt: skip
        if board.shape == "grid" and inner.name in ways:
            return ways[inner.name]
        self.wrong(region, "only the sides of a board can be expanded here", "(expand (sites Bottom))")
        return NEVER

    def _side(self, word: str, cell: str) -> str:
        board = self.things.board
        rhombus = {
            "NE": "north",
            "N": "north",
            "SW": "south",
            "S": "south",
            "NW": "west",
            "W": "west",
            "SE": "east",
            "E": "east",
        }
        if board.shape == "grid" and word in ("N", "S", "W", "E"):
            return f"{cell} is in side({COMPASS[word]})"
        if board.shape == "rhombus" and word in rhombus:
            return f"{cell} is in side({rhombus[word]})"
        if board.shape == "triangle" and word in ("S", "W", "NW", "E", "NE"):
            return {"S": f"{cell}.row is 1", "W": f"{cell}.column is 1", "NW": f"{cell}.column is 1"}.get(
                word, f"{cell}.row + {cell}.column is {board.high + 1}"
            )
        if board.shape == "hexagon" and word in ("N", "NE", "SE", "S", "SW", "NW"):
            return f"{cell} is in side({COMPASS[word]})"
        return ""

    # ------------------------------------------------------------ numbers

    def number(self, part: Ludeme, sites: Sites) -> str:
        """A number, or a player."""
        if re.fullmatch(r"-?\d{1,6}", part.plain):
            return part.plain
        if part.kind == "word" and part.plain in _PLAYERS:
            return _PLAYERS[part.plain]
        if part.kind == "ludeme":
            if part.head in ("mover", "next") and not part.parts:
                return _PLAYERS[part.head.capitalize()]
            if part.head == "who" and "at" in part.named:
                return f"{self.site(part.named['at'], sites)}.who"
            if part.head in ("row", "column") and "of" in part.named:
                return f"({self.site(part.named['of'], sites)}.{part.head} - 1)"
            if part.name == "count Pieces":
                who = part.parts[1].plain if len(part.parts) > 1 else "All"
                if who == "All":
                    return f"count(x in cells with {_not(self.empty('x'))})"
                if who in _PLAYERS:
                    return f"count(x in cells with x.who is {_PLAYERS[who]})"
            if part.name == "count Sites" and "in" in part.named:
                return f"count(x in cells with {self.inside(part.named['in'], 'x', sites)})"
            if part.name == "count Moves":
                self.needs.made = True
                return "made"
            if part.name == "score Mover" or part.name == "score Next":
                self.needs.scores = True
                return f"{_PLAYERS[part.parts[0].plain]}.points" if part.parts[0].plain == "Next" else "my points"
            if part.head in ("+", "-", "*") and len(part.parts) == 2:
                return f"({self.number(part.parts[0], sites)} {part.head} {self.number(part.parts[1], sites)})"
            if part.head == "%" and len(part.parts) == 2:
                return f"({self.number(part.parts[0], sites)} mod {self.number(part.parts[1], sites)})"
        self.wrong(part, f"the number `{_shown(part)}` is not read")
        return "0"

    # ------------------------------------------------------------ conditions

    def condition(self, part: Ludeme, sites: Sites) -> str:
        """Whether something is so."""
        given = part.parts
        if part.plain in ("True", "true"):
            return "(1 is 1)"
        if part.plain in ("False", "false"):
            return NEVER
        if part.head == "not" and len(given) == 1:
            return _not(self.condition(given[0], sites))
        if part.head in ("and", "or") and given:
            parts = [self.condition(one, sites) for item in given for one in item.items()]
            return _every(parts) if part.head == "and" else _any(parts)
        if part.head in _COMPARED and len(given) == 2:
            return self._compared(part, sites)
        if part.head == "is" and given:
            found = self._is(part, given[0].plain, given[1:], sites)
            if found:
                return found
        if part.name == "no Pieces" and len(given) == 2 and given[1].plain in _PLAYERS:
            return f"no x in cells with x.who is {_PLAYERS[given[1].plain]}"
        if part.name == "no Moves" and len(given) == 2 and given[1].plain in _PLAYERS:
            who = _PLAYERS[given[1].plain]
            return _every(_not(f"{who} can {action}") for action in dict.fromkeys(self.actions))
        self.wrong(part, f"the condition `{_shown(part)}` is not read")
        return NEVER

    def _compared(self, part: Ludeme, sites: Sites) -> str:
        first, second = part.parts
        sign = _COMPARED[part.head]
        if first.head == "what" and "at" in first.named and second.head == "id" and part.head in ("=", "!="):
            found = self._kind(second, self.site(first.named["at"], sites))
            return found if part.head == "=" else _not(found)
        if _is_site(first) and _is_site(second) and part.head in ("=", "!="):
            return f"{self.site(first, sites)} {sign} {self.site(second, sites)}"
        if (
            first.head in ("sites", "union", "difference")
            and second.head in ("sites", "union", "difference")
            and part.head == "="
        ):
            return f"every x in cells has ({self.inside(first, 'x', sites)}) is ({self.inside(second, 'x', sites)})"
        return f"{self.number(first, sites)} {sign} {self.number(second, sites)}"

    def _kind(self, part: Ludeme, cell: str) -> str:
        name = part.parts[0].plain if part.parts else ""
        owner = part.parts[1].plain if len(part.parts) > 1 else ""
        found = self.things.piece(name)
        if found is None:
            self.wrong(part, f"there is no piece `{name}`")
            return NEVER
        piece, seat = found
        tests = [f"{cell}.what is {piece.plain}"] if self.things.kinds_matter else []
        if owner in _PLAYERS or seat:
            tests.append(f"{cell}.who is {_PLAYERS.get(owner, seat)}")
        return _every(tests) if tests else _not(self.empty(cell))

    def _is(self, part: Ludeme, word: str, rest: list[Ludeme], sites: Sites) -> str:
        one = rest[0] if rest else None
        if word in ("Empty", "Occupied") and one is not None:
            test = self.empty(self.site(one, sites))
            return test if word == "Empty" else _not(test)
        if word in ("Enemy", "Friend", "Mover", "Next") and one is not None:
            who = "opponent" if word in ("Enemy", "Next") else "me"
            return f"{self.number(one, sites)} is {who}"
        if word == "In" and len(rest) == 2:
            return self.inside(rest[1], self.site(rest[0], sites), sites)
        if word in ("Even", "Odd") and one is not None:
            return f"{self.number(one, sites)} mod 2 is {0 if word == 'Even' else 1}"
        if word == "Full" and not rest:
            return f"no x in cells with {self.here('x', self.empty('x'))}"
        if word == "Line" and one is not None and one.plain.isdecimal() and not part.named and len(rest) == 1:
            alike = " and x.what is last_to.what" if self.things.kinds_matter else ""
            self.needs.last |= bool(alike)
            return f"line({one.plain}, all x in cells with x.who is me{alike})"
        if word == "Connected" and one is not None:
            return self._connected(part, rest, sites)
        return ""

    def _connected(self, part: Ludeme, rest: list[Ludeme], sites: Sites) -> str:
        self.needs.last = True
        group = "area(last_to, all x in cells with x.who is me)"
        listed = next((one for one in rest if one.kind == "list"), None)
        if listed is not None:
            return _every(f"(any y in {group} with {self.inside(one, 'y', sites)})" for one in listed.parts)
        if rest[0].plain == "Mover":
            ways = []
            for seat in SEATS:
                own = self.things.regions.get(("", seat))
                if own is None or own.kind != "list":
                    self.wrong(
                        part,
                        f"{seat} has no list of regions to connect",
                        "(regions P1 {(sites Side N) (sites Side S)})",
                    )
                    return NEVER
                sides = [f"(any y in {group} with {self.inside(one, 'y', sites)})" for one in own.parts]
                ways.append(_every([f"me is {seat}", *sides]))
            return f"last_to is not none and {_bracket(_any(ways))}"
        return ""

    def here(self, cell: str, test: str) -> str:
        """A test of cells that are on the board at all: half of a rhombus is a triangle."""
        if self.things.board.shape != "triangle":
            return test
        return _every([f"{cell}.row + {cell}.column <= {self.things.board.high + 1}", test])


COMPASS = {
    "N": "north", "S": "south", "E": "east", "W": "west", "NE": "northeast", "NW": "northwest", "SE": "southeast", "SW": "southwest",
}  # fmt: skip


def _other(player: str) -> str:
    return {"me": "opponent", "opponent": "me", "P1": "P2", "P2": "P1"}[player]


def _is_site(part: Ludeme) -> bool:
    return part.kind == "ludeme" and part.head in ("to", "from", "between", "site", "last", "ahead", "coord")


def _shown(part: Ludeme) -> str:
    return f"({part.name} …)" if part.kind == "ludeme" else part.word.text


def _bracket(test: str) -> str:
    return f"({test})" if " or " in test or " and " in test else test


def _any(tests: object) -> str:
    listed = [str(test) for test in tests]  # type: ignore[attr-defined]
    return listed[0] if len(listed) == 1 else " or ".join(f"({test})" for test in listed) if listed else NEVER


def _every(tests: object) -> str:
    listed = [str(test) for test in tests]  # type: ignore[attr-defined]
    return listed[0] if len(listed) == 1 else " and ".join(f"({test})" for test in listed) if listed else "(1 is 1)"


def _not(test: str) -> str:
    return f"not ({test})"
