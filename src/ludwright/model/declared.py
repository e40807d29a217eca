"""What a description declares: names and kinds, tables, parameters, players and enumerations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TypeVar

from ludwright.language import syntax
from ludwright.language.declarations import plural_of
from ludwright.language.source import Declaration, Description
from ludwright.language.syntax import Formula, Part
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes
from ludwright.language.tables import Cell, Table
from ludwright.language.tables import read_table as read_plain_table
from ludwright.mistakes import Mistake, MistakesError, Place, nearest, written
from ludwright.model.kinds import BIG, Field, Holding, Kind, Param, Property, Zone
from ludwright.model.limits import MOST_MEMBERS, MOST_SEATS
from ludwright.model.maps import word_for
from ludwright.model.tables import WordTables

Form = TypeVar("Form", bound=syntax.DeclarationNode)

_COMPARED = 5_000
"""How many cells of tables a wrong `change` is compared with."""
MOST_TOLD = 20
"""How many mistakes of one kind are told of a table."""


class Declared:
    """The ground on which boards, components and places are built; every mistake is reported at its place."""

    static: Callable[..., int]
    """Works out a formula that must be known before the game starts."""
    report: Callable[[Mistake], None]
    """Takes a mistake."""

    def __init__(self, description: Description, players: int) -> None:
        self.description = description
        self.title = description.title
        self.players = players
        self.cooperative = False
        self.kinds: dict[str, Kind] = {}
        self.plurals: dict[str, Kind] = {}
        self.values: dict[str, tuple[Kind, int]] = {}
        self.params: dict[str, Param] = {}
        self.fields: dict[str, Field] = {}
        self.zones: dict[str, Zone] = {}
        self.owned_zones: dict[tuple[int, str], Zone] = {}
        self.component_kinds: list[Kind] = []
        self.components = 0
        self.designs = 0
        self.component_design: list[int] = []
        self.component_owner: list[int] = []
        self.design_names: list[str] = []
        self.holdings: list[Holding] = []
        self.places = 0
        self.zone_places = 0
        self.tables = WordTables()
        self.state_size = 0
        self.player = Kind("player", "players", "player")
        self.action = Kind("action", "actions", "action")
        self.answer = Kind("answer", "answers", "answer")
        self.arrays: dict[str, int] = {}
        self.veiled: set[Kind] = set()
        """Kinds of components that may lie where somebody does not see them."""
        self.numbered: set[Kind] = set()
        """Kinds of components whose number matters to the rules, if only for the codes of options."""
        self.known_words: dict[int, int] = {}
        """For variables that somebody does not see, by identity: where it is written who knows them."""
        self.floor_words: dict[int, int] = {}
        """For numbers that somebody does not see: where it is written how much everybody knows there to be at least."""
        self.source_words: dict[int, int] = {}
        """For variables that hold a design and that somebody does not see: where it is written which component it was read from."""
        self.has_secret_stage = False
        self.held: dict[int, bool] = {}
        """What is done in secret and matters while others are asked, by the identity of its trees: whether to the end of the block it stands in."""
        self.replies = 0
        self.ghosts = 0
        self.tellers = 0
        self.told_words = 0
        self.facts = self.fact_words = self.fact_first = self.fact_designs = 0
        """Room for facts about two hidden components, the words of one, and the designs they speak of."""
        self.some_words = self.some_first = self.some_designs = self.some_slots = 0
        """The words of what is known of one among several hidden components, the designs it speaks of, and how many components it speaks of at most."""
        self.transfers = self.transfer_words = 0
        """Room for changes of variables that not everybody sees, and the words of one."""
        self.kept_numbers: set[int] = set()
        """The variables whose hidden changes are noted, by identity."""
        self.start_words = self.top_words = 0
        """For all numbers that change unseen: where it is written what they were before the first change, and how much everybody knows there to be at most."""
        self._occupants: dict[int, int] = {}
        self._changed: set[int] = set()
        self._changeable: list[tuple[list[str], list[str]]] = []
        """What `change` lines may set: the rows of each table, and its columns."""
        self.families: list[Family] = []
        self.later: list[tuple[syntax.Attribute, Kind, Declaration]] = []
        """What single cards, things and cells carry, which waits until these are numbered."""
        self.names_lost = False
        """Whether a file could not be read: nobody knows which names it would have brought."""
        self.broken: set[str] = set()
        """Names whose declaration has a mistake: nobody complains that they are unknown."""

    def of(self, *kinds: str) -> Iterable[Declaration]:
        return (d for d in self.description.declarations if d.kind in kinds)

    def declared(self, form: type[Form]) -> Iterator[tuple[Declaration, Form]]:
        """All declarations of one class, each with its tree."""
        return ((d, d.tree) for d in self.description.declarations if isinstance(d.tree, form))

    def owned_zone(self, kind: Kind, name: str) -> Zone | None:
        return self.owned_zones.get((id(kind), name))

    def occupant_offset(self, holding: Holding) -> int:
        """Where a board's pieces are noted, counted from the first such board."""
        return self._occupants[id(holding)]

    def is_name_of_several_words(self, text: str) -> bool:
        """Whether a text is the name of something, and no single word: `Tax Collector`, `Ka-Boom!`."""
        return text in self.values and not text.isidentifier() and re.search(r"[^\W\d]", text) is not None

    def all_names(self) -> list[str]:
        return [*self.fields, *self.zones, *self.params, *self.plurals, *self.kinds, *self.values]

    def guarded(self, step: Callable[[Declaration], None], declaration: Declaration) -> None:
        try:
            step(declaration)
        except MistakesError as error:
            for mistake in error.mistakes:
                self.report(mistake)
            self._forget(declaration)

    def _forget(self, declaration: Declaration) -> None:
        """Note the names that a declaration would have brought."""
        self.broken.update(declaration.members or {declaration.name or ""})
        self.names_lost |= declaration.file_token is not None
        for node in nodes(declaration.tree):
            match node:
                case syntax.KindName():
                    self.broken.update(self.kind_words(node))
                case syntax.NameList(words):
                    self.broken.update(map(str, words))
                case syntax.TableRow(text):
                    self.broken.update(word.strip() for word in str(text).split("|"))

    def no_kind(self, declaration: Declaration, node: Part, message: str, hint: str) -> MistakesError:
        """A name that is no kind; silent where its declaration has a mistake already."""
        if str(node) in self.broken or self.names_lost:
            return MistakesError([])
        close = nearest(str(node), self.kinds)
        return self.wrong(declaration, node, message, f"did you mean `{close}`?" if close else hint)

    def wrong(self, declaration: Declaration, node: Part | None, message: str, hint: str = "") -> MistakesError:
        return MistakesError([Mistake(declaration.place(node), message, hint)])

    def new_kind(self, kind: Kind, declaration: Declaration, node: Part | None) -> None:
        for table, word in ((self.kinds, kind.name), (self.plurals, kind.plural)):
            if word in table:
                raise self.wrong(declaration, node, f"`{word}` is used for two kinds", "give one of them another name")
        if kind.count > MOST_MEMBERS:
            raise self.wrong(
                declaration, node, f"there are too many {kind.plural}: {kind.count:,}", f"at most {MOST_MEMBERS:,} fit"
            )
        kind.declaration = declaration
        self.kinds[kind.name] = kind
        self.plurals[kind.plural] = kind

    def name_members(self, kind: Kind, declaration: Declaration, node: Part | None) -> None:
        for i, name in enumerate(kind.members):
            if name in self.values and self.values[name][0] is not kind and kind.role in ("enum", "design", "player"):
                other = self.values[name][0]
                if {other.role, kind.role} <= {"enum", "design", "player"} and other.role == kind.role == "enum":
                    raise self.wrong(
                        declaration, node, f"`{name}` is a {other.name} already", "give one of them another name"
                    )
                continue
            self.values.setdefault(name, (kind, kind.first + i))
            if kind.role in ("cell", "region"):
                self.values.setdefault(word_for(name), (kind, kind.first + i))

    @staticmethod
    def kind_words(node: syntax.KindName) -> tuple[str, str]:
        return str(node.name), str(node.plural) if node.plural is not None else plural_of(str(node.name))

    def read_table(self, declaration: Declaration) -> Table | None:
        """The table of a declaration, its cells replaced by what `change` lines say."""
        table = read_plain_table(declaration, self._words, self.report)
        for note in table.notes if table is not None else []:
            self.report(note)
        if table is None or "name" not in table.columns:
            return table
        names = [row[table.columns.index("name")].text for row in table.rows]
        self._changeable.append((names, [column for column in table.columns if column != "name"]))
        for change in self.description.changes:
            words = _target(change)
            if len(words) != 2 or words[0] not in names or words[1] not in table.columns:
                continue
            row, column = names.index(words[0]), table.columns.index(words[1])
            place = change.place(change.tree.value)
            table.rows[row][column] = Cell(_right_side(change), place)
            self._changed.add(id(change))
        return table

    @cached_property
    def _words(self) -> set[str]:
        """All words that rules and changes write."""
        declarations = [*self.description.declarations, *self.description.changes]
        return set().union(*(names_in(declaration.tree) for declaration in declarations))

    def changed_params(self) -> dict[str, Declaration]:
        """The `change` lines that set a parameter."""
        found = {}
        for change in self.description.changes:
            words = _target(change)
            if len(words) == 1 and any(d.name == words[0] for d in self.of("param")):
                found[words[0]] = change
                self._changed.add(id(change))
        return found

    def _check_changes(self) -> None:
        for change in self.description.changes:
            if id(change) not in self._changed:
                words = _target(change)
                hint = "name a parameter, or a row and a column of a table: `change walk.move = 2`"
                cells = ((row, column) for rows, columns in self._changeable for row in rows for column in columns)
                known = {".".join(target): target for target in islice(cells, _COMPARED)}
                close = nearest(".".join(words), [*known, *self.params])
                if close:
                    name, *column = known.get(close, (close,))
                    hint = f"did you mean `{'.'.join([written(name), *column])}`?"
                place = change.place(change.tree.target)
                self.report(Mistake(place, f"there is no `{'.'.join(words)}` to change", hint))

    def _add_players(self, declaration: Declaration) -> None:
        tree: syntax.PlayersDeclaration = declaration.tree
        self.cooperative = tree.cooperative is not None
        self.player.declaration = declaration
        least, most = int(tree.least), int(tree.most if tree.most is not None else tree.least)
        if not 1 <= least <= most <= MOST_SEATS:
            raise self.wrong(
                declaration, tree.least, f"a game has 1 to {MOST_SEATS} players", "for example `players 2 to 4`"
            )
        table = self.read_table(declaration)
        words = [str(name) for name in tree.names.words] if tree.names is not None else []
        if table is not None and "name" in table.columns:
            words = [row[table.columns.index("name")].text for row in table.rows]
        if words and len(words) < self.players:
            raise self.wrong(
                declaration, tree.names, f"{self.players} players need {self.players} names, here are {len(words)}"
            )
        self._seat(self.players, words[: self.players])
        if table is not None and len(table.rows) < self.players:
            message = f"{self.players} players need {self.players} rows, here are {len(table.rows)}"
            raise self.wrong(declaration, None, message, "one row a seat, below the names of the columns")
        if table is not None:
            for i, column in enumerate(table.columns):
                if column != "name":
                    self._add_column(self.player, column, [row[i] for row in table.rows[: self.players]])

    def _seat(self, count: int, names: list[str]) -> None:
        self.player.count = count
        self.player.members = names or [f"seat {i + 1}" for i in range(count)]
        self.kinds.setdefault("player", self.player)
        self.plurals.setdefault("players", self.player)
        for i, name in enumerate(names):
            self.values.setdefault(name, (self.player, i))

    def _add_column(self, kind: Kind, column: str, cells: list[Cell | int | None]) -> None:
        name, index = (
            [*column[:-1].split("[", 1), None][:2] if column.endswith("]") and "[" in column else (column, None)
        )
        kind.properties.setdefault(str(name).strip(), []).append(
            Property(str(name), list(cells), index.strip() if index else None)
        )

    def _declare_params(self) -> None:
        self._param_changes = self.changed_params()
        for declaration in self.of("param"):
            self.guarded(self._add_param, declaration)

    def _add_param(self, declaration: Declaration) -> None:
        tree: syntax.ParamDeclaration = declaration.tree
        name, value, span, where = tree.name, tree.value, tree.values, declaration
        change = self._param_changes.get(str(name))
        if change is not None:
            if isinstance(value, syntax.ValueList):
                message = f"`{name}` is a list and can't be changed to one number"
                raise self.wrong(change, change.tree.target, message, f"declare it anew: `param {name} = ...`")
            value, where = change.tree.value, change
        match value:
            case syntax.ValueList():
                given = list(value.values)
            case syntax.CountedValues():
                given = [self._for_count(value, declaration)]
            case _:
                given = [value]
        is_bool = len(given) == 1 and isinstance(given[0], syntax.Yes | syntax.No)
        values = [self.static(formula, where) for formula in given]
        lo, hi = (0, 1) if is_bool else self.span(span, declaration) if span is not None else (-BIG, BIG)
        for formula, number in zip(given, values, strict=True):
            if not lo <= number <= hi:
                raise self.wrong(where, formula, f"{number} is outside the range {lo}..{hi} of `{name}`")
        param = Param(str(name), values, isinstance(value, syntax.ValueList), is_bool, lo, hi, declaration)
        if param.is_list and span is None:
            param.lo, param.hi = roomy(min(values), max(values))
        param.base = self.tables.reserve(values)
        self.params[str(name)] = param

    def _for_count(self, node: syntax.CountedValues, declaration: Declaration) -> Formula:
        for case in node.values:
            most = case.most if case.most is not None else case.least
            if float(str(case.least)) <= self.players <= float(str(most)):
                return case.value
        raise self.wrong(
            declaration, node, f"nothing is said for {self.players} players", f"add `... for {self.players} players`"
        )

    def span(self, node: Part, declaration: Declaration) -> tuple[int, int]:
        if not isinstance(node, syntax.NumberRange):
            raise self.wrong(declaration, node, "expected a range such as `0..10`")
        lo, hi = self.static(node.first, declaration), self.static(node.last, declaration)
        if lo > hi:
            raise self.wrong(declaration, node, f"the range {lo}..{hi} is empty")
        return lo, hi

    def _add_enum(self, declaration: Declaration) -> None:
        tree: syntax.EnumDeclaration = declaration.tree
        kind_node = tree.kind
        name, plural = self.kind_words(kind_node)
        kind = Kind(name, plural, "enum")
        if tree.names is not None:
            kind.members = [str(word) for word in tree.names.words]
            self._once([(str(word), declaration.place(word)) for word in tree.names.words])
        else:
            table = self.read_table(declaration)
            if table is None:
                raise self.wrong(
                    declaration, kind_node, f"`{name}` lists nothing", "add names after a colon, or a table below"
                )
            kind.table = table
            kind.members = self.row_names(table.columns, table.rows, declaration)
            for i, column in enumerate(table.columns):
                if column != "name":
                    self.column_or_event(kind, column, [row[i] for row in table.rows])
        kind.count = len(kind.members)
        self.new_kind(kind, declaration, kind_node)
        self.name_members(kind, declaration, kind_node)

    def row_names(self, columns: list[str], rows: list[list[Cell]], declaration: Declaration) -> list[str]:
        if "name" not in columns:
            hint = f"head the column with the names `name`; here are {', '.join(f'`{c}`' for c in columns[:8])}"
            raise self.wrong(declaration, None, "the table has no column `name`", hint)
        if not rows:
            raise self.wrong(declaration, None, "the table has no rows")
        cells = [row[columns.index("name")] for row in rows]
        for cell in [cell for cell in cells if not cell.text][:MOST_TOLD]:
            self.report(Mistake(cell.place, "this row has no name", "name each row"))
        self._once([(cell.text, cell.place) for cell in cells if cell.text])
        return [cell.text for cell in cells]

    def _once(self, names: list[tuple[str, Place]]) -> None:
        """No name stands in a list twice."""
        seen: dict[str, Place] = {}
        told = 0
        for name, place in names:
            if name in seen and told < MOST_TOLD:
                hint = f"line {seen[name].line} has it already: give one of them another name"
                self.report(Mistake(place, f"`{name}` stands in this list twice", hint))
                told += 1
            seen.setdefault(name, place)

    def column_or_event(self, kind: Kind, column: str, cells: list[Cell]) -> None:
        if column.startswith("when "):
            kind.events[column[5:].strip()] = {i: cell for i, cell in enumerate(cells) if cell.text}
        else:
            self._add_column(kind, column, list(cells))

    def _add_actions(self) -> None:
        self.action.members = [d.name or "" for d in self.of("action")]
        self.action.count = len(self.action.members)
        for i, name in enumerate(self.action.members):
            self.values.setdefault(name, (self.action, i))

    def words(self, count: int, padding: int = 0) -> int:
        """Room for that many words in the state, with padding in front; where they begin."""
        base = self.state_size + padding
        self.state_size = base + count
        return base


@dataclass
class Family:
    """A declared kind of cards or things while its members wait to be numbered."""

    kind: Kind
    copies: list[int]
    """Of each own design."""
    each_player: bool
    declaration: Declaration
    node: Part
    copies_node: syntax.Copies | None


def _target(change: Declaration) -> list[str]:
    """What a `change` line sets: a parameter, or a row and a column."""
    tree: syntax.ChangeDeclaration = change.tree
    return [str(word) for word in tree.target.words]


def _right_side(change: Declaration) -> str:
    """What stands right of `=` in a `change` line, as written."""
    place = change.place(change.tree.value)
    return place.text[place.column - 1 : place.column - 1 + place.width]


def roomy(lo: int, hi: int) -> tuple[int, int]:
    """A range with room for other printed numbers of the same size, so that changing one changes no code."""
    top = (1 << max(hi, -lo, 1).bit_length() + 1) - 1
    return (-top if lo < 0 else 0), top
