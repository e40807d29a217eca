"""Printed properties: columns of tables and axes of decks, as table words or, where they read the state, as functions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NO_NUMBER, NONE
from ludwright.language.syntax import Part
from ludwright.language.tables import Cell
from ludwright.mistakes import Mistake, MistakesError, Place
from ludwright.model.constants import is_static
from ludwright.model.declared import roomy
from ludwright.model.kinds import BOOL, NOTHING, NUMBER, Kind, Property, Type
from ludwright.rules.emit.code import Code
from ludwright.rules.names.scope import PrintedRow, Scalar, Scope, WrongError

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.rules.compiler import Rules

_MISTAKES = 20
"""After so many wrong cells of a column its others are not looked at."""
_PLAIN_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,7}")


@dataclass
class CellPlace:
    """A cell of a table stands in for a declaration: every mistake in it points at the cell."""

    cell: Cell
    declaration: Declaration

    @property
    def file(self) -> str:
        return self.cell.place.file

    @property
    def tree(self) -> Any:
        """The declaration that the table belongs to."""
        return self.declaration.tree

    @property
    def where(self) -> str:
        """Which cell it is, in words."""
        row = f" of row `{self.cell.name}`" if self.cell.name else ""
        return f"in column `{self.cell.column}`{row}: " if self.cell.column else ""

    def place(self, node: Part | None = None) -> Place:
        return self.cell.place_of(node) if node is not None else self.cell.place


@dataclass
class Printed:
    """One property of a kind, worked out: either words for each member or, if it reads the state, formulas."""

    type: Type
    words: list[int | ir.Expr]
    lo: int
    hi: int
    formulas: list[tuple[Cell | None, Scalar | None]] | None = None


class Properties:
    """Reads printed properties on demand."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._known: dict[tuple[int, str, str | None], Printed | None] = {}
        self._busy: set[tuple[int, str, str | None]] = set()

    def columns(self, kind: Kind, word: str) -> list[tuple[Kind, Property]]:
        """The columns of that name on a kind, its designs, its ancestors and (for mixed zones) its parts."""
        found = [(kind, p) for p in kind.properties.get(word, [])]
        holder = kind.design if kind.role == "component" else None
        if holder is not None:
            found += [(holder, p) for p in holder.properties.get(word, [])]
        related = kind.of if kind.role == "design" else kind
        if related is not None and related.role == "component":
            for other in [*related.ancestors()[1:], *self._descendants(related), related]:
                if other.design is not None and other.design not in (holder, kind):
                    found += [(other.design, p) for p in other.design.properties.get(word, [])]
        return found

    def _descendants(self, kind: Kind) -> list[Kind]:
        return [k for child in kind.subkinds for k in (child, *self._descendants(child))]

    def read(self, kind: Kind, word: str, thing: ir.Expr, index: str | None, node: Part, scope: Scope) -> Scalar | None:
        """The property of a thing; None where the kind has none of that name."""
        columns = [(k, p) for k, p in self.columns(kind, word) if p.index == index]
        if not columns:
            return None
        printed = [(k, self._printed(k, p, scope)) for k, p in columns]
        type_ = printed[0][1].type
        for _, other in printed[1:]:
            type_ = self.rules.fitting.common(type_, other.type, scope, node)
        if any(p.formulas is not None for _, p in printed):
            return self._computed(kind, word, printed, type_, thing, scope)
        lo, hi = min(p.lo for _, p in printed), max(p.hi for _, p in printed)
        blank = self._blank(type_)
        holder = printed[0][0]
        if holder.role == "design":
            return self._by_design(kind, printed, type_, thing, lo, hi, blank)
        words = printed[0][1].words
        base = self.rules.model.tables.add([blank, *words]) + 1
        lo, hi = (min(lo, blank), max(hi, blank)) if thing.lo < holder.first else (lo, hi)
        return self._scalar(terms.table(base, self._relative(thing, holder.first), -1, len(words) - 1, lo, hi), type_)

    def at(self, row: PrintedRow, index: Part, scope: Scope) -> Scalar:
        """One number of an indexed property: the column whose head names the index."""
        rules = self.rules
        names = list(dict.fromkeys(str(p.index) for _, p in self.columns(row.kind, row.word)))
        of, _ = rules.model.values.get(names[0], (None, 0))
        value = rules.formulas.scalar(index, scope, of.ref() if of is not None else None)
        kept = scope.code.keep(value.expr)
        result: Scalar | None = None
        for name in names:
            number = rules.model.values[name][1] if name in rules.model.values else int(name) if name.isdigit() else -5
            one = self.read(row.kind, row.word, row.thing, name, index, scope)
            assert one is not None
            before = result.expr if result is not None else terms.ZERO
            result = Scalar(terms.select(terms.eq(kept, terms.const(number)), one.expr, before), one.type)
        assert result is not None
        return result

    @staticmethod
    def _relative(thing: ir.Expr, first: int) -> ir.Expr:
        if first == 0:
            return thing
        moved = terms.sub(thing, terms.const(first))
        return moved if thing.lo >= 0 else terms.select(terms.ge(thing, terms.ZERO), moved, terms.const(NONE))

    @staticmethod
    def _scalar(expr: ir.Expr, type_: Type) -> Scalar:
        return Scalar(terms.as_bool(expr) if type_.form == "bool" else expr, type_)

    @staticmethod
    def _blank(type_: Type) -> int:
        if type_.form == "number":
            return NO_NUMBER if type_.optional else 0
        return 0 if type_.form in ("bool", "fraction") else NONE

    def _by_design(
        self, kind: Kind, printed: list[tuple[Kind, Printed]], type_: Type, thing: ir.Expr, lo: int, hi: int, blank: int
    ) -> Scalar:
        model, places = self.rules.model, self.rules.places
        designs: list[int | ir.Expr] = [blank] * model.designs
        for holder, one in printed:
            designs[holder.first : holder.first + len(one.words)] = one.words
        partial = sum(len(one.words) for _, one in printed) < model.designs
        if thing.lo < 0 or partial:
            lo, hi = min(lo, blank), max(hi, blank)
        if kind.role == "component" and places.printed_for_good(thing):
            words = [designs[d] for d in model.component_design]
            base = model.tables.add([blank, *words]) + 1
            return self._scalar(terms.table(base, thing, -1, len(words) - 1, lo, hi), type_)
        index = places.design_of(thing) if kind.role == "component" else thing
        base = model.tables.add([blank, *designs]) + 1
        return self._scalar(terms.table(base, index, -1, len(designs) - 1, lo, hi), type_)

    # ------------------------------------------------------------ reading the cells

    def work_out(self, kind: Kind, column: Property) -> None:
        """Look at all cells of a column, whether a rule reads it or not."""
        assert kind.declaration is not None
        self._printed(kind, column, Scope(Code("column"), kind.declaration))

    def _printed(self, kind: Kind, column: Property, scope: Scope) -> Printed:
        key = (id(kind), column.name, column.index)
        if key in self._busy:
            raise self.rules.wrong(scope, None, f"`{column.name}` is worked out from itself", "break the circle")
        if key in self._known:
            known = self._known[key]
            if known is None:
                raise WrongError
            return known
        self._busy.add(key)
        self._known[key] = None
        try:
            self._known[key] = self._work_out(kind, column)
        finally:
            self._busy.discard(key)
        return cast(Printed, self._known[key])

    def attempted(self) -> set[tuple[int, str, str | None]]:
        """The columns looked at so far."""
        return set(self._known)

    def forget(self, before: set[tuple[int, str, str | None]]) -> None:
        """Forget the mistakes in columns looked at since then: they will be told where they are looked at again."""
        for key in [k for k, found in self._known.items() if found is None and k not in before]:
            del self._known[key]

    def _work_out(self, kind: Kind, column: Property) -> Printed:
        declaration = kind.declaration
        of = getattr(column, "of", None)
        if of is not None or all(isinstance(c, int) for c in column.cells):
            words = [c if isinstance(c, int) else 0 for c in column.cells]
            if of is not None:
                return Printed(of.ref(), list(words), of.first, of.last)
            return Printed(NUMBER, list(words), *roomy(min(words, default=0), max(words, default=0)))
        values: list[tuple[Cell | None, Scalar | None, bool]] = []
        type_ = NOTHING
        wrong = 0
        for cell in column.cells:
            if cell is None or (isinstance(cell, Cell) and not cell.text):
                values.append((None, None, True))
                continue
            try:
                value, static = self._cell(cell, declaration, type_ if type_.form != "none" else None)
                here = self._scope(cell, declaration)
                type_ = self.rules.fitting.common(type_, value.type, here, None) if type_.form != "none" else value.type
            except WrongError:
                wrong += 1
                if wrong == _MISTAKES:
                    break
                continue
            values.append((cell if isinstance(cell, Cell) else None, value, static))
        if wrong:
            raise WrongError
        if type_.form == "none":
            type_ = NUMBER
        if type_.form == "ref" and any(v is None for _, v, _ in values):
            type_ = Type("ref", type_.kind, True)
        if not all(static for _, _, static in values):
            return Printed(type_, [], 0, 0, [(c, v) for c, v, _ in values])
        if type_.form == "fraction":
            in_parts = self.rules.formulas.in_parts
            values = [
                (c, v if v is None or v.type.form == "none" else Scalar(in_parts(v), type_), s) for c, v, s in values
            ]
        printed = [self._word(v, type_) for _, v, _ in values]
        return Printed(type_, printed, *self._span(type_, printed, [v for _, v, _ in values if v is not None]))

    def _word(self, value: Scalar | None, type_: Type) -> int | ir.Expr:
        if value is None or value.type.form == "none":
            return NONE if type_.form == "ref" else 0
        expr = terms.as_int(value.expr)
        return expr.value if isinstance(expr, ir.Const) else expr

    @staticmethod
    def _span(type_: Type, words: list[int | ir.Expr], values: list[Scalar]) -> tuple[int, int]:
        if type_.form == "bool":
            return 0, 1
        if type_.form == "ref" and type_.kind is not None:
            lowest = NONE if any(w == NONE for w in words) or type_.optional else type_.kind.first
            return lowest, type_.kind.last
        return roomy(min([0, *(v.expr.lo for v in values)]), max([0, *(v.expr.hi for v in values)]))

    def _scope(self, cell: Cell | int, declaration: Declaration | None) -> Scope:
        assert declaration is not None
        place = CellPlace(cell, declaration) if isinstance(cell, Cell) else declaration
        return Scope(Code("cell"), cast("Declaration", place))

    def _cell(self, cell: Cell | int, declaration: Declaration | None, want: Type | None) -> tuple[Scalar, bool]:
        if isinstance(cell, int):
            return Scalar(terms.const(cell), NUMBER), True
        if (want is None or want == NUMBER) and _PLAIN_NUMBER.fullmatch(cell.text):  # most cells of most tables
            return Scalar(terms.const(int(cell.text)), NUMBER), True
        scope = self._scope(cell, declaration)
        # who `me` is does not matter for finding the type; a formula that uses it is worked out where it is read
        scope.me = terms.local("me", 0, self.rules.model.players - 1)
        value = self.rules.formulas.scalar(self._formula(cell), scope, want)
        return value, not scope.code.statements and is_static(value.expr)

    def _formula(self, cell: Cell) -> Part:
        """What a cell says: a name as it stands in its own table, or a formula."""
        if self.rules.model.is_name_of_several_words(cell.text):
            return Token("NAME", cell.text)
        try:
            return cell.formula().formula
        except MistakesError as error:
            for mistake in error.mistakes:
                self.rules.report(Mistake(cell.place, mistake.message, mistake.hint))
            raise WrongError from None

    # ------------------------------------------------------------ formulas that read the state

    def _computed(
        self, kind: Kind, word: str, printed: list[tuple[Kind, Printed]], type_: Type, thing: ir.Expr, scope: Scope
    ) -> Scalar:
        """A function that picks the formula of the member in question."""
        owner = printed[0][0].name.replace(" ", "_")
        name = f"printed_{owner}_{word}{'_me' if scope.me is not None else ''}{'_real' if scope.real else ''}"
        if name not in self.rules.functions:
            self.rules.functions[name] = ir.Function(name, [], [])
            self._make(name, word, printed, type_, scope)
        function = self.rules.functions[name]
        member = self.rules.places.design_of(thing) if kind.role == "component" else thing
        args = (member, scope.me) if scope.me is not None else (member,)
        result = function.result or ir.INT
        return Scalar(ir.Call(result, function.lo, function.hi, name, args), type_)

    def _make(self, name: str, word: str, printed: list[tuple[Kind, Printed]], type_: Type, scope: Scope) -> None:
        code = Code(name)
        cases: dict[int, list[ir.Stmt]] = {}
        blank: ir.Expr = terms.NO if type_.form == "bool" else terms.const(self._blank(type_))
        lo, hi = blank.lo, blank.hi
        members = 0
        for holder, one in printed:
            members = max(members, holder.first + holder.count)
            rows = one.formulas or [
                (None, Scalar(terms.const(w) if isinstance(w, int) else w, one.type)) for w in one.words
            ]
            for i, (cell, value) in enumerate(rows):
                with code.block() as body:
                    if cell is not None and one.formulas is not None:
                        inner = self._scope(cell, holder.declaration).having(code=code, real=scope.real)
                        inner.me = terms.local("me", 0, self.rules.model.players - 1) if scope.me is not None else None
                        value = self.rules.formulas.scalar(self._formula(cell), inner, type_)
                    expr = self.rules.formulas.fit(value, type_) if value is not None else blank
                    expr = terms.as_bool(expr) if type_.form == "bool" else terms.as_int(expr)
                    lo, hi = min(lo, expr.lo), max(hi, expr.hi)
                    code.emit(ir.Return(expr))
                cases[holder.first + i] = body
        code.emit(ir.Switch(terms.local("it", -1, members), cases))
        code.emit(ir.Return(blank))
        params = [("it", -1, members)] + ([("me", 0, self.rules.model.players - 1)] if scope.me is not None else [])
        result = ir.BOOL if type_ == BOOL or type_.form == "bool" else ir.INT
        self.rules.functions[name] = ir.Function(name, params, code.statements, result, lo, hi, code.arrays)
