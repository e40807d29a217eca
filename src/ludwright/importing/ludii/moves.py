"""Ways to move, as actions of ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ludwright.importing.ludii.conditions import Conditions, Sites
from ludwright.importing.ludii.effects import cleared, directions, effects, is_direction, put
from ludwright.importing.ludii.equipment import Piece
from ludwright.importing.ludii.reading import Ludeme

Levels = list[list["Action"]]
"""Actions to choose from; those of a later level only if there is none of an earlier one."""


@dataclass
class Action:
    """An action: its head, what it needs, what it does."""

    at: Ludeme
    name: str
    params: str
    needs: list[str]
    does: list[str]
    last: tuple[str, str]
    """From where and to where, empty if from nowhere."""
    then: list[str] = field(default_factory=list)


@dataclass
class Moves:
    """Makes the actions of one game."""

    say: Conditions
    actions: list[Action] = field(default_factory=list)
    leaps: list[tuple[str, list[tuple[int, int]]]] = field(default_factory=list)

    def levels(self, part: Ludeme, piece: Piece | None = None, guards: tuple[str, ...] = ()) -> Levels:
        """What may be done."""
        given, wrong = part.parts, self.say.wrong
        inner = [one for one in given if not one.called("then")]
        then = [one for one in given if one.called("then")]
        if part.head == "or" and inner:
            found = [self.levels(one, piece, guards) for item in inner for one in item.items()]
            if any(len(levels) != 1 for levels in found):
                wrong(part, "a `priority` inside of an `or` is not read", "write the `or` inside of the `priority`")
            made: Levels = [[action for levels in found for action in levels[0]]] if found else []
        elif part.head == "priority" and inner:
            made = [level for item in inner for one in item.items() for level in self.levels(one, piece, guards)]
        elif part.head == "if" and len(inner) in (2, 3):
            test = self.say.condition(inner[0], {})
            made = self.levels(inner[1], piece, (*guards, test))
            if len(inner) == 3:
                other = self.levels(inner[2], piece, (*guards, f"not ({test})"))
                if len(made) != 1 or len(other) != 1:
                    wrong(part, "a `priority` inside of an `if` is not read")
                made = [made[0] + other[0]]
        elif part.name == "forEach Piece" or (part.head == "forEach" and given and given[0].plain == "Piece"):
            made = self._each_piece(part, inner[1:], guards)
        elif part.head == "move":
            action = self._move(part, piece, guards)
            return [[action]] if action is not None else [[]]
        else:
            wrong(part, f"the moves `({part.name} …)` are not read")
            return [[]]
        for one in then:
            for level in made:
                for action in level:
                    action.then += effects(one, self._sites(action), self.say)
        return made

    @staticmethod
    def _sites(action: Action) -> Sites:
        start, goal = action.last
        return {"to": goal, "site": goal, **({"from": start} if start else {})}

    def _each_piece(self, part: Ludeme, inner: list[Ludeme], guards: tuple[str, ...]) -> Levels:
        names = [one.plain for one in inner if one.kind == "string"]
        own = [one for one in inner if one.kind == "ludeme"]
        made: list[Action] = []
        for piece in self.say.things.pieces:
            if (names and piece.name not in names) or not piece.owners:
                continue
            ways = own or piece.moves
            if not ways and names:
                self.say.wrong(part, f"the piece `{piece.name}` has no moves")
            for way in ways:
                levels = self.levels(way, piece, guards)
                if len(levels) != 1:
                    self.say.wrong(way, "a `priority` inside of a piece is not read", "write it under (play …)")
                made += [action for level in levels for action in level]
        if not made and not self.say.wrong.mistakes:
            self.say.wrong(
                part, "no piece has moves of its own", '(piece "Disc" Each (move Step (to if:(is Empty (to)))))'
            )
        return [made]

    # ------------------------------------------------------------ single moves

    def _move(self, part: Ludeme, piece: Piece | None, guards: tuple[str, ...]) -> Action | None:
        kind = part.parts[0].plain if part.parts and part.parts[0].kind == "word" else ""
        makers: dict[str, Callable[[Ludeme, list[str]], Action | None]] = {
            "Add": self._add, "Step": self._step, "Slide": self._slide, "Hop": self._hop, "Leap": self._leap, "Shoot": self._shoot,
            "Remove": self._remove, "Pass": self._pass, "": self._from_to,
        }  # fmt: skip
        if kind not in makers:
            self.say.wrong(part, f"`(move {kind} …)` is not read", f"{', '.join(name for name in makers if name)} are")
            return None
        needs = [*guards]
        if piece is not None:
            if len(piece.owners) == 1:
                needs.append(f"me is {piece.owners[0]}")
            needs.append("c.who is me")
            if self.say.things.kinds_matter:
                needs.append(f"c.what is {piece.plain}")
        elif kind in ("Step", "Slide", "Hop", "Leap"):
            start = self._named(part, "from")
            if start is None or not start.parts:
                self.say.wrong(
                    part,
                    f"nothing says what a `(move {kind} …)` is done with",
                    "write it into a piece, with (forEach Piece)",
                )
                return None
            needs.append(self.say.inside(start.parts[0], "c", {"site": "c"}))
        for label in part.named:
            if not (kind == "Leap" and label == "forward"):
                self.say.wrong(part.named[label], f"`{label}:` of `(move {kind} …)` is not read")
        action = makers[kind](part, needs)
        if action is None:
            return None
        if piece is not None and sum(1 for one in self.say.things.pieces if one.moves) > 1:
            action.name = f"{action.name}_{piece.plain}"
        taken = {other.name for other in self.actions}
        if action.name in taken:
            action.name = next(f"{action.name}_{n}" for n in range(2, 99) if f"{action.name}_{n}" not in taken)
        self.actions.append(action)
        self.say.actions.append(action.name)
        for one in part.parts:
            if one.called("then"):
                action.then += effects(one, self._sites(action), self.say)
        return action

    @staticmethod
    def _named(part: Ludeme, head: str) -> Ludeme | None:
        return next((one for one in part.parts if one.kind == "ludeme" and one.head == head), None)

    def _goal(self, part: Ludeme, sites: Sites) -> tuple[list[str], list[str]]:
        """What `(to …)` asks of the cell and does to it; without a word, it is empty."""
        to = self._named(part, "to")
        tests, done = [], list[str]()
        if to is not None:
            for one in to.parts:
                if one.called("apply"):
                    done += effects(one, sites, self.say)
                elif one.kind == "ludeme":
                    tests.append(self.say.inside(one, sites["to"], sites))
            for label, one in to.named.items():
                if label == "if":
                    tests.append(self.say.condition(one, sites))
                else:
                    self.say.wrong(one, f"`{label}:` of `(to …)` is not read")
        return tests or [self.say.empty(sites["to"])], done

    def _carried(self, start: str, goal: str) -> list[str]:
        """The piece of one cell goes to another."""
        lines = [f"{goal}.who = {start}.who"]
        if self.say.things.kinds_matter:
            lines.append(f"{goal}.what = {start}.what")
        return lines + cleared(start, self.say)

    def _way(self, part: Ludeme) -> list[str]:
        test = directions(next((one for one in part.parts if is_direction(one)), None), self.say)
        return [test] if test else []

    def _add(self, part: Ludeme, needs: list[str]) -> Action:
        sites = {"to": "c", "site": "c"}
        tests, done = self._goal(part, sites)
        piece = self._named(part, "piece")
        name = piece.parts[0] if piece is not None and piece.parts else None
        tests = [self.say.here("c", test) for test in tests[:1]] + tests[1:]
        return Action(part, "add", "c in cells", needs + tests, done + put("c", name, "me", self.say), ("", "c"))

    def _remove(self, part: Ludeme, needs: list[str]) -> Action | None:
        region = next((one for one in part.parts[1:] if one.kind == "ludeme" and not one.called("then")), None)
        if region is None:
            self.say.wrong(part, "nothing says what is removed", "(move Remove (sites Occupied by:Next))")
            return None
        return Action(
            part,
            "take_away",
            "c in cells",
            [*needs, self.say.inside(region, "c", {"site": "c"})],
            cleared("c", self.say),
            ("", "c"),
        )

    def _pass(self, part: Ludeme, needs: list[str]) -> Action:
        return Action(part, "do_nothing", "", needs, [], ("", ""))

    def _from_to(self, part: Ludeme, needs: list[str]) -> Action | None:
        start = self._named(part, "from")
        if start is None or not start.parts or self._named(part, "to") is None:
            self.say.wrong(
                part,
                "`(move …)` needs what is moved and where to",
                "(move (from (sites Occupied by:Mover)) (to (sites Empty)))",
            )
            return None
        sites = {"from": "c", "to": "goal", "site": "goal"}
        tests, done = self._goal(part, sites)
        from_if = start.named.get("if")
        own = [self.say.condition(from_if, {"from": "c", "site": "c"})] if from_if is not None else []
        needs = [*needs, self.say.inside(start.parts[0], "c", {"site": "c"}), *own, "goal is not c", *tests]
        return Action(
            part, "carry", "c in cells, goal in cells", needs, done + self._carried("c", "goal"), ("c", "goal")
        )

    def _step(self, part: Ludeme, needs: list[str]) -> Action:
        tests, done = self._goal(part, {"from": "c", "to": "goal", "site": "goal"})
        needs = [*needs, *self._way(part), "let goal = c.step(d)", "goal is not none", *tests]
        return Action(
            part, "step", "c in cells, d in directions", needs, done + self._carried("c", "goal"), ("c", "goal")
        )

    def _slide(self, part: Ludeme, needs: list[str]) -> Action:
        tests, done = self._goal(part, {"from": "c", "to": "goal", "site": "goal"})
        between = self._named(part, "between")
        test = between.named.get("if") if between is not None else None
        free = (
            self.say.condition(test, {"from": "c", "between": "x", "site": "x"})
            if test is not None
            else self.say.empty("x")
        )
        board = self.say.things.board
        needs = [
            *needs,
            *self._way(part),
            "let goal = c.step(d, n)",
            "goal is not none",
            f"(all x in c.ray(d) while {free}).count >= n - 1",
            *tests,
        ]
        most = max(board.wide, board.high) - 1
        return Action(
            part,
            "slide",
            f"c in cells, d in directions, n in 1..{most}",
            needs,
            done + self._carried("c", "goal"),
            ("c", "goal"),
        )

    def _hop(self, part: Ludeme, needs: list[str]) -> Action:
        sites = {"from": "c", "to": "goal", "between": "over", "site": "goal"}
        tests, done = self._goal(part, sites)
        between = self._named(part, "between")
        for label, one in (between.named if between is not None else {}).items():
            if label != "if":
                self.say.wrong(one, f"`{label}:` of `(between …)` is not read", "hops go over the cell beside")
        test = between.named.get("if") if between is not None else None
        over = self.say.condition(test, sites) if test is not None else f"not ({self.say.empty('over')})"
        taken = (
            effects(between, sites, self.say)
            if between is not None and (between := self._named(between, "apply"))
            else []
        )
        needs = [
            *needs,
            *self._way(part),
            "let over = c.step(d)",
            "let goal = c.step(d, 2)",
            "goal is not none",
            over,
            *tests,
        ]
        return Action(
            part, "hop", "c in cells, d in directions", needs, taken + done + self._carried("c", "goal"), ("c", "goal")
        )

    def _leap(self, part: Ludeme, needs: list[str]) -> Action | None:
        walks = next((one for one in part.parts if one.kind == "list"), None)
        if walks is None or self.say.things.board.shape != "grid":
            self.say.wrong(
                part, "a leap says where to, on a board of squares", "(move Leap {{F F R F} {F F L F}} (to …))"
            )
            return None
        forward = part.named.get("forward") is not None and part.named["forward"].plain in ("True", "true")
        ends: dict[tuple[int, int], None] = {}
        for walk in walks.parts if walks.parts and walks.parts[0].kind == "list" else [walks]:
            for facing in range(1 if forward else 4):
                ends.setdefault(_walked([one.plain for one in walk.parts], facing))
        name = f"leap{len(self.leaps) + 1 if self.leaps else ''}"
        self.leaps.append((name, list(ends)))
        tests, done = self._goal(part, {"from": "c", "to": "goal", "site": "goal"})
        turned = " * my forward" if forward else ""
        goal = f"let goal = cells[c.column + j.right{turned}, c.row + j.up{turned}]"
        needs = [*needs, goal, "goal is not none", *tests]
        return Action(
            part, "jump", f"c in cells, j in {name}s", needs, done + self._carried("c", "goal"), ("c", "goal")
        )

    def _shoot(self, part: Ludeme, needs: list[str]) -> Action | None:
        self.say.needs.last = True
        piece = self._named(part, "piece")
        if piece is None or not piece.parts:
            self.say.wrong(part, "nothing says what is shot", '(move Shoot (piece "Dot0"))')
            return None
        most = max(self.say.things.board.wide, self.say.things.board.high) - 1
        needs = [
            *needs, "last_to is not none", *self._way(part), "let goal = last_to.step(d, n)", "goal is not none",
            f"(all x in last_to.ray(d) while {self.say.empty('x')}).count >= n",
        ]  # fmt: skip
        return Action(
            part,
            "shoot",
            f"d in directions, n in 1..{most}",
            needs,
            put("goal", piece.parts[0], "me", self.say),
            ("", "goal"),
        )


def _walked(walk: list[str], facing: int) -> tuple[int, int]:
    """Where a walk of steps (F) and turns (L, R) ends: to the right and up; it begins north, east, south or west."""
    ways = ((0, 1), (1, 0), (0, -1), (-1, 0))
    right = up = 0
    for step in walk:
        if step == "F":
            right, up = right + ways[facing][0], up + ways[facing][1]
        elif step in ("L", "R"):
            facing = (facing + (1 if step == "R" else 3)) % 4
    return right, up
