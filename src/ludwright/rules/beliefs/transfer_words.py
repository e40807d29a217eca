"""Where changes that not everybody sees are written in the state, and where it says what about each of the numbers (:mod:`ludwright.rules.beliefs.transfers`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.model import visibility
from ludwright.model.kinds import Field
from ludwright.model.transfer_layout import HEAD, PART
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.state.bounded_log import BoundedLog

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

MOST_TRANSFERS, LEAST_TRANSFERS = 24, 4
ROOM = 780
"""About how many words all hidden changes of a game take at most."""
GIVER, TAKER, AMOUNT, SORT, WHO, LAW, DRAWN_FROM, NAMED = map(terms.const, range(HEAD))
"""The words of a change, as rules speak of them."""
WORD = 2**31 - 1


class TransferWords(BoundedLog):
    """Reads and writes the words. Its cells are the numbers of indexed variables that somebody does not see."""

    name = "transfers"

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        model = self.model
        self._first: dict[int, int] = {}
        self._fields = [
            f for f in visibility.veiled_fields(model) if visibility.is_summed(model, f) and id(f) in model.floor_words
        ]
        self.possible = bool(self._fields)
        if not self.possible:
            return
        self._lay_out()
        self.words = HEAD + PART * self.cells
        self.most = max(LEAST_TRANSFERS, min(MOST_TRANSFERS, ROOM // self.words))
        self.begin()
        model.transfers, model.transfer_words = self.most, self.words

    def _lay_out(self) -> None:
        """Tables from cells, which are the numbers of all these variables one after the other, to what is written of them where."""
        model = self.model
        words: list[int] = []
        known: list[int] = []
        floors: list[int] = []
        rows: list[int] = []
        lows: list[int] = []
        highs: list[int] = []
        watchers: list[int] = []
        self.span = 1
        for field in self._fields:
            span, here = visibility.together(model, field), len(words)
            self._first[id(field)] = here
            self.span = max(self.span, span)
            for i in range(field.size):
                words.append(field.base + i)
                known.append(model.known_words[id(field)] + i)
                floors.append(model.floor_words[id(field)] + i)
                rows.append(len(watchers) + i // span)
                lows.append(field.lo)
                highs.append(field.hi)
            owners = [visibility.field_owner(model, field, i) for i in range(0, field.size, span)]
            watchers += [visibility.watchers(model, field.seen, owner) for owner in owners]
        self.cells, self.rows = len(words), len(watchers)
        self.lo, self.hi = min(lows), max(highs)
        starts, tops = (model.words(self.cells) for _ in range(2))
        self._places = {
            "value": self._places_of(words),
            "known": self._places_of(known),
            "floor": self._places_of(floors),
            "start": self._places_of(list(range(starts, starts + self.cells))),
            "top": self._places_of(list(range(tops, tops + self.cells))),
        }
        model.kept_numbers = {id(field) for field in self._fields}
        model.start_words, model.top_words = starts, tops
        add = model.tables.add
        self._row_of, self._lows, self._highs = add(rows), add(lows), add(highs)
        self._first_words = dict(zip(range(tops, tops + self.cells), highs, strict=True))
        self._watchers = add(watchers)
        self._begins = add([rows.index(row) for row in range(self.rows)])

    def _places_of(self, words: list[int]) -> tuple[int, int, int]:
        """Where the lowest of some words lies, how far the highest is from it, and the table with the distances."""
        low = min(words)
        return low, max(words) - low, self.model.tables.add([word - low for word in words])

    def first_words(self) -> dict[int, int]:
        """What stands at the beginning of a game in words that are no variable's."""
        return self._first_words

    def keeps(self, field: Field) -> bool:
        """Whether changes of a variable are noted here."""
        return id(field) in self._first

    def cell(self, field: Field, index: ir.Expr) -> ir.Expr:
        """The number of a variable among all."""
        return terms.clamp(terms.add(index, terms.const(self._first[id(field)])), 0, self.cells - 1)

    def row(self, cell: ir.Expr) -> ir.Expr:
        """The owner of a number, among all owners of such variables."""
        return terms.table(self._row_of, cell, 0, self.cells - 1, 0, self.rows - 1)

    def sort(self, cell: ir.Expr) -> ir.Expr:
        """Which number of its owner a number is."""
        return terms.clamp(terms.sub(cell, self._begin(self.row(cell))), 0, self.span - 1)

    # ------------------------------------------------------------ words of the state

    def _of(self, what: str, cell: ir.Expr, lo: int, hi: int) -> ir.Expr:
        low, last, table = self._places[what]
        return terms.state(low, terms.table(table, cell, 0, self.cells - 1, 0, last), 0, last, lo, hi)

    def _set(self, what: str, cell: ir.Expr, value: ir.Expr, lo: int, hi: int) -> ir.Stmt:
        low, last, table = self._places[what]
        place = terms.table(table, cell, 0, self.cells - 1, 0, last)
        return terms.store(low, terms.clamp(value, lo, hi), place, 0, last, lo, hi)

    def _known(self, cell: ir.Expr) -> ir.Expr:
        return self._of("known", cell, 0, self.knowledge.all)

    def _set_known(self, cell: ir.Expr, mask: ir.Expr) -> ir.Stmt:
        return self._set("known", cell, mask, 0, self.knowledge.all)

    def _floor(self, cell: ir.Expr) -> ir.Expr:
        return self._of("floor", cell, self.lo, self.hi)

    def _set_floor(self, cell: ir.Expr, value: ir.Expr) -> ir.Stmt:
        return self._set("floor", cell, self._within(cell, value), self.lo, self.hi)

    def _top(self, cell: ir.Expr) -> ir.Expr:
        return self._of("top", cell, self.lo, self.hi)

    def _set_top(self, cell: ir.Expr, value: ir.Expr) -> ir.Stmt:
        return self._set("top", cell, self._within(cell, value), self.lo, self.hi)

    def _start(self, cell: ir.Expr) -> ir.Expr:
        """What a number was before the first change in the list."""
        return self._of("start", cell, -WORD, WORD)

    def _set_start(self, cell: ir.Expr, value: ir.Expr) -> ir.Stmt:
        return self._set("start", cell, value, -WORD, WORD)

    def value(self, cell: ir.Expr) -> ir.Expr:
        """What a number is."""
        return self._of("value", cell, self.lo, self.hi)

    def _within(self, cell: ir.Expr, value: ir.Expr) -> ir.Expr:
        return terms.highest(terms.lowest(value, self._most_of(cell)), self._least_of(cell))

    def lowest(self, cell: ir.Expr) -> ir.Expr:
        """The least that a number can be at all."""
        return self._least_of(cell)

    def _least_of(self, cell: ir.Expr) -> ir.Expr:
        return terms.table(self._lows, cell, 0, self.cells - 1, self.lo, max(self.lo, self.hi))

    def _most_of(self, cell: ir.Expr) -> ir.Expr:
        return terms.table(self._highs, cell, 0, self.cells - 1, self.lo, self.hi)

    def _watching(self, row: ir.Expr) -> ir.Expr:
        """Who sees the numbers of an owner; nobody if there is none."""
        inside = terms.clamp(row, 0, self.rows - 1)
        mask = terms.table(self._watchers, inside, 0, self.rows - 1, 0, self.knowledge.all)
        return terms.select(terms.ge(row, ZERO), mask, ZERO)

    def _begin(self, row: ir.Expr) -> ir.Expr:
        return terms.table(self._begins, terms.clamp(row, 0, self.rows - 1), 0, self.rows - 1, 0, self.cells - 1)

    def _side(self, entry: ir.Expr, side: ir.Expr) -> ir.Expr:
        return self._word(entry, side, self.rows - 1, -1)

    def _part(self, cell: ir.Expr, part: int) -> ir.Expr:
        return terms.add(terms.mul(cell, terms.const(PART)), terms.const(HEAD + part))

    def _get(self, entry: ir.Expr, cell: ir.Expr, part: int) -> ir.Expr:
        return self._word(entry, self._part(cell, part), WORD, -WORD)

    def _put(self, entry: ir.Expr, cell: ir.Expr, part: int, value: ir.Expr) -> ir.Stmt:
        return self._set_word(entry, self._part(cell, part), terms.clamp(value, -WORD, WORD), WORD, -WORD)

    def _last(self) -> ir.Expr:
        return terms.clamp(terms.sub(self._count(), ONE), 0, self.most - 1)

    def _each_cell(self, code: Code, visit: sets.Visit) -> None:
        sets.walk(code, ZERO, terms.const(self.cells - 1), visit)

    def _wide(self, entry: ir.Expr, word: ir.Expr) -> ir.Expr:
        return self._word(entry, word, WORD, -WORD)

    def _unless_veiled(self, code: Code) -> None:
        """What happens in a secret stage tells nothing to all."""
        if self.model.has_secret_stage:
            code.emit(ir.If(terms.invert(self.rules.secrets.open_play()), [ir.Return(None)]))
