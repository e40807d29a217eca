"""The state before the first move: laid out once in the table block, copied at the start of every game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NO_NUMBER, NONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes
from ludwright.mistakes import Mistake, MistakesError
from ludwright.model.constants import is_static
from ludwright.model.kinds import NUMBER, Dim, Field, Holding, Kind, Zone
from ludwright.model.visibility import everyone
from ludwright.rules.emit.code import Code
from ludwright.rules.names.scope import Scalar, Scope, WrongError

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.rules.compiler import Rules

Word = int | ir.Expr
ROOM = 4096
"""Words kept for slots that are found only while the rules are compiled."""
MOST_WORKED_OUT = 20_000
"""Statements that may work out starts of variables."""


class InitialState:
    """Every word of a fresh state, as a number or a formula over parameters."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self._words: dict[int, Word] = {}
        self._runtime: list[ir.Stmt] = []
        self._code = Code("initial")

    # ------------------------------------------------------------ filling

    def fill(self) -> None:
        model = self.model
        self.rules.image_base = model.tables.reserve([0] * (model.state_size + ROOM + self.rules.stack_words))
        self._words[ir.ACTOR] = self._words[ir.ACTED] = NONE
        self._chains()
        for field in model.all_fields():
            self._field(field)
        self._words.update(self.rules.transfers.first_words() if self.rules.transfers.possible else {})
        for declaration in model.of("picture"):
            try:
                self._picture(declaration)
            except MistakesError as error:
                for mistake in error.mistakes:
                    self.rules.report(mistake)
            except WrongError:
                continue
        known: list[Word] = [0] * (model.state_size + ROOM + self.rules.stack_words)
        for place, word in self._words.items():
            known[place] = word
        self.rules.image_words = known

    def _field(self, field: Field) -> None:
        blank = (
            NO_NUMBER
            if field.type.form == "number" and field.type.optional
            else NONE
            if field.type.form == "ref"
            else 0
        )
        for i in range(field.row):
            self._words[field.base - field.row + i] = blank if field.dims else 0
        if field.name == "face" and field.owner is not None and field.owner.faces:
            for i in range(field.size):
                self._words[field.base + i] = field.owner.faces[0]
            return
        if id(field) in self.model.known_words:
            for i in range(field.size):
                self._words[self.model.known_words[id(field)] + i] = everyone(self.model)
                if id(field) in self.model.floor_words:
                    self._words[self.model.floor_words[id(field)] + i] = field.lo
        first: Word = (
            blank
            if field.type.optional
            else field.type.kind.first
            if field.type.form == "ref" and field.type.kind is not None
            else 0
        )
        if field.start is None:
            for i in range(field.size):
                self._words[field.base + i] = first
            return
        plain = all(isinstance(n, syntax.FixedWord | syntax.Negative) for n in nodes(field.start))
        if plain and not names_in(field.start):
            word = self._start(field, self._members(field.dims, 0), 0)  # a plain number is the same everywhere
            for i in range(field.size if word is not None else 0):
                self._words[field.base + i] = word  # type: ignore[assignment]
            return
        for i in range(field.size):
            word = self._start(field, self._members(field.dims, i), i)
            if word is None:
                return
            self._words[field.base + i] = word
            if len(self._code.statements) > MOST_WORKED_OUT:
                scope = Scope(self._code, field.declaration)
                self.rules.wrong(
                    scope,
                    field.start,
                    "too many numbers must be worked out at the start",
                    "set them in `setup`, in a loop",
                )
                return

    @staticmethod
    def _members(dims: list[Dim], index: int) -> list[tuple[Dim, int]]:
        """The members that one word of a variable belongs to."""
        found: list[tuple[Dim, int]] = []
        for dim in reversed(dims):
            index, number = divmod(index, dim.count)
            found.insert(0, (dim, dim.first + number))
        return found

    def _start(self, field: Field, members: list[tuple[Dim, int]], index: int) -> Word | None:
        """The start of one word; None where it could not be worked out."""
        assert field.start is not None
        scope = Scope(self._code, field.declaration, chance=True)
        for dim, number in members:
            if dim.type.kind is not None:
                scope = scope.bind(dim.type.kind.name, Scalar(terms.const(number), dim.type))
        if field.owner is not None and members:
            scope.owner = (field.owner, terms.const(members[0][1]))
        before = len(self._code.statements)
        try:
            value = self.rules.formulas.scalar(field.start, scope, field.type)
            self.rules.fitting.fits(value.type, field.type, field.start, scope, field.name)
        except WrongError:
            return None
        expr = terms.as_int(self.rules.formulas.fit(value, field.type))
        if len(self._code.statements) > before or not is_static(expr):
            self._code.emit(
                ir.Store(
                    field.base,
                    terms.const(index),
                    0,
                    field.size - 1,
                    expr,
                    field.lo,
                    field.hi,
                    self.rules.line(scope, field.tree),
                )
            )
            return 0
        if isinstance(expr, ir.Const):
            if not field.lo <= expr.value <= field.hi:
                self.rules.wrong(
                    scope, field.start, f"{expr.value} is outside the range {field.lo}..{field.hi} of `{field.name}`"
                )
                return None
            return expr.value
        return terms.clamp(expr, field.lo, field.hi)

    # ------------------------------------------------------------ components

    def _chains(self) -> None:
        """Where every component lies at first."""
        model = self.model
        if not model.components:
            return
        arrays = model.arrays
        for name, count in (("place", model.components), ("above", model.components), ("below", model.components)):
            for i in range(-1, count):
                self._words[arrays[name] + i] = NONE
        if "design" in arrays:
            for i in range(-1, model.components):
                created = any(k.limit and k.first <= i <= k.last for k in model.component_kinds)
                self._words[arrays["design"] + i] = NONE if i < 0 or created else model.component_design[i]
        if "known" in arrays:
            for i in range(-1, model.components):
                self._words[arrays["known"] + i] = everyone(model)
        for i in range(-1, model.zone_places):
            if "top" in arrays:
                self._words[arrays["top"] + i] = self._words[arrays["bottom"] + i] = NONE
                self._words[arrays["count"] + i] = 0
        for holding in model.holdings:
            if holding.room == 1:
                base = arrays["occupant"] + model.occupant_offset(holding)
                for i in range(-1, holding.board.count):
                    self._words[base + i] = NONE
        for zone in model.all_zones():
            self._stock(zone)

    def _stock(self, zone: Zone) -> None:
        if zone.dice:
            kind = zone.kinds[0]
            each = kind.count // zone.size
            for i in range(zone.size):
                self._lay(range(kind.first + i * each, kind.first + (i + 1) * each), zone.place + i)
            return
        for kind in zone.starts:
            place = zone.declaration.place(zone.tree)
            if not any(k.root is kind.root for k in zone.kinds):
                self.rules.report(
                    Mistake(place, f"`{zone.name}` can't hold {kind.plural}", "name the kind: `zone x of kind`")
                )
                continue
            components = range(kind.first, kind.first + kind.count)
            if any(self._words[self.model.arrays["place"] + c] != NONE for c in components):
                self.rules.report(
                    Mistake(place, f"two zones hold all {kind.plural}", "things lie in one place at a time")
                )
            elif zone.owner is self.model.player and kind.has_owners and len(zone.dims) == 1:
                for seat in range(self.model.players):
                    self._lay([c for c in components if self.model.component_owner[c] == seat], zone.place + seat)
            elif kind.design is not None and [dim.type.kind for dim in zone.dims] == [kind.design]:
                for i in range(zone.size):
                    self._lay(
                        [c for c in components if self.model.component_design[c] == kind.design.first + i],
                        zone.place + i,
                    )
            elif zone.dims:
                message = f"there are {zone.size} places `{zone.name}`: which of them holds all {kind.plural}?"
                self.rules.report(Mistake(place, message, "put them there in `setup`"))
            else:
                self._lay(components, zone.place)

    def _lay(self, components: Iterable[int], place: int) -> None:
        arrays = self.model.arrays
        for c in components:
            self._take_up(c)
            below = self._words[arrays["top"] + place]
            assert isinstance(below, int)
            self._words[arrays["place"] + c] = place
            self._words[arrays["below"] + c] = below
            if below >= 0:
                self._words[arrays["above"] + below] = c
            else:
                self._words[arrays["bottom"] + place] = c
            self._words[arrays["top"] + place] = c
            count = self._words[arrays["count"] + place]
            assert isinstance(count, int)
            self._words[arrays["count"] + place] = count + 1

    def _take_up(self, c: int) -> None:
        """A component that lies somewhere already leaves that place: what is said last about it counts."""
        words, arrays = self._words, self.model.arrays
        place = words[arrays["place"] + c]
        assert isinstance(place, int)
        if not 0 <= place < self.model.zone_places:
            return
        above, below, count = words[arrays["above"] + c], words[arrays["below"] + c], words[arrays["count"] + place]
        assert isinstance(above, int) and isinstance(below, int) and isinstance(count, int)
        words[arrays["below"] + above if above >= 0 else arrays["top"] + place] = below
        words[arrays["above"] + below if below >= 0 else arrays["bottom"] + place] = above
        words[arrays["count"] + place] = count - 1
        words[arrays["place"] + c] = words[arrays["above"] + c] = words[arrays["below"] + c] = NONE

    # ------------------------------------------------------------ pictures

    def _picture(self, declaration: Declaration) -> None:
        tree: syntax.PictureDeclaration = declaration.tree
        name = tree.board
        kind = self.model.kinds.get(str(name))
        if kind is None or kind.role != "cell" or kind.geometry is None:
            raise MistakesError(
                [
                    Mistake(
                        declaration.place(name),
                        f"there is no board of `{name}`",
                        "a picture shows the cells of a board",
                    )
                ]
            )
        signs = {str(legend.sign): legend for legend in tree.legends}
        grid = [[ch for ch in str(row.text).strip("|") if not ch.isspace()] for row in tree.rows]
        wide, high = max(kind.geometry.columns), max(kind.geometry.rows)
        if len(grid) != high or any(len(row) != wide for row in grid):
            size = f"{max(map(len, grid), default=0)} x {len(grid)}"
            raise MistakesError(
                [
                    Mistake(
                        declaration.place(name),
                        f"the picture is {size}, the board {wide} x {high}",
                        "one sign a cell; spaces don't count",
                    )
                ]
            )
        waiting: dict[tuple[str, str], list[int]] = {}
        for y, row in enumerate(reversed(grid)):
            for x, sign in enumerate(row):
                if sign == ".":
                    continue
                if sign not in signs:
                    hint = "explain it below: `b: man of Black`"
                    raise MistakesError([Mistake(declaration.place(name), f"the sign `{sign}` is not explained", hint)])
                self._sign(signs[sign], kind, kind.geometry.cell_at(x + 1, y + 1), declaration, waiting)

    def _sign(
        self,
        legend: syntax.Legend | syntax.LegendAssign,
        kind: Kind,
        cell: int,
        declaration: Declaration,
        waiting: dict[tuple[str, str], list[int]],
    ) -> None:
        scope = Scope(Code("picture"), declaration)
        if isinstance(legend, syntax.LegendAssign):
            target, value = legend.change.target, legend.change.value
            field = kind.fields.get(str(target))
            if field is None:
                raise MistakesError([Mistake(declaration.place(legend), f"a {kind.name} carries no `{target}`")])
            scalar = self.rules.formulas.scalar(value, scope, field.type)
            self.rules.fitting.fits(scalar.type, field.type, value, scope, field.name)
            expr = terms.as_int(self.rules.formulas.fit(scalar, field.type))
            if scope.code.statements or not is_static(expr):
                message, hint = "this must be known before the game starts", "use numbers, names and parameters only"
                raise MistakesError([Mistake(declaration.place(value), message, hint)])
            self._words[field.base + cell] = expr.value if isinstance(expr, ir.Const) else expr
            return
        self._piece(legend, kind, cell, declaration, waiting)

    def _piece(
        self,
        legend: syntax.Legend,
        kind: Kind,
        cell: int,
        declaration: Declaration,
        waiting: dict[tuple[str, str], list[int]],
    ) -> None:
        """The next piece of that owner (or design) stands on the cell."""
        model, word, owner = self.model, legend.piece, legend.owner
        held = model.kinds.get(str(word))
        holding: Holding | None = next(
            (h for h in kind.holds.values() if held is not None and self.rules.fitting.comparable(h.kind, held)), None
        )
        if held is None or holding is None or holding.room != 1:
            raise MistakesError(
                [
                    Mistake(
                        declaration.place(legend),
                        f"a {kind.name} has no room for a `{word}`",
                        f"write `holds 1 {word}`",
                    )
                ]
            )
        key = (str(word), str(owner))
        if key not in waiting:
            if str(owner) in model.player.members and held.has_owners:
                seat = model.player.members.index(str(owner))
                waiting[key] = [c for c in range(held.first, held.last + 1) if model.component_owner[c] == seat]
            elif held.design is not None and str(owner) in held.design.members:
                wanted = held.design.first + held.design.members.index(str(owner))
                waiting[key] = [c for c in range(held.first, held.last + 1) if model.component_design[c] == wanted]
            else:
                raise MistakesError(
                    [Mistake(declaration.place(legend), f"`{owner}` is no player and no design of {held.plural}")]
                )
        if not waiting[key]:
            raise MistakesError(
                [Mistake(declaration.place(legend), f"there are not enough {held.plural} of {owner} for this picture")]
            )
        piece = waiting[key].pop(0)
        self._take_up(piece)
        self._words[model.arrays["place"] + piece] = holding.place + cell
        self._words[model.arrays["occupant"] + model.occupant_offset(holding) + cell] = piece

    # ------------------------------------------------------------ finishing

    def finish(self) -> None:
        """Put the image into the table, and the function that copies it."""
        model, rules = self.model, self.rules
        size = model.state_size
        if size > len(rules.image_words):
            raise MistakesError([Mistake(None, "this game is too large to be compiled")])
        for place, word in rules.image.items():
            rules.image_words[place] = word
        model.tables.words[rules.image_base : rules.image_base + len(rules.image_words)] = rules.image_words
        name = "i"
        index = terms.local(name, 0, size - 1)
        copy = ir.Store(
            0, index, 0, size - 1, terms.table(rules.image_base, index, 0, size - 1), -(1 << 31), (1 << 31) - 1, 0
        )
        body: list[ir.Stmt] = [ir.Loop(name, ZERO, terms.const(size - 1), [copy], 0), *self._code.statements]
        rules.functions["initial"] = ir.Function("initial", [], body, arrays=self._code.arrays, changes=True)


__all__ = ["NUMBER", "InitialState"]
