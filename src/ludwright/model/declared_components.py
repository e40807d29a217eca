"""Cards and things: designs from tables or axes, copies, families of sub-kinds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ludwright.language import syntax
from ludwright.language.source import Declaration
from ludwright.language.syntax import Formula
from ludwright.language.tables import Cell
from ludwright.mistakes import Mistake, MistakesError
from ludwright.model.declared import MOST_TOLD, Declared, Family
from ludwright.model.kinds import Kind, Property
from ludwright.model.limits import MOST_COMPONENTS, MOST_MADE


class DeclaredComponents:
    """Numbers every design and every component."""

    def __init__(self, world: Declared) -> None:
        self.world = world

    def order_components(self) -> None:
        waiting = list(self.world.of("cards"))
        while waiting:
            ready = [d for d in waiting if d.tree.family is None or str(d.tree.family) in self.world.kinds]
            if not ready:
                for declaration in waiting:
                    parent = declaration.tree.family
                    self.world.report(
                        Mistake(declaration.place(parent), f"there is no kind `{parent}`", "declare it with `things`")
                    )
                break
            for declaration in ready:
                self.world.guarded(self.add_components, declaration)
            waiting = [d for d in waiting if d not in ready]
        for family in [f for f in self.world.families if f.kind.parent is None]:
            self._number_designs(family)
            self._name_once(family.kind)
            self.world.guarded(partial(self._number_components, family), family.declaration)

    def add_components(self, declaration: Declaration) -> None:
        tree: syntax.CardsDeclaration = declaration.tree
        kind_node, parent_name = tree.kind, tree.family
        name, plural = self.world.kind_words(kind_node)
        kind = Kind(name, plural, "component", declaration=declaration)
        if parent_name is not None:
            kind.parent = self.world.kinds[str(parent_name)]
            if kind.parent.role != "component":
                hint = (
                    f"for one of each, write `things {name}: each {parent_name}`" if kind.parent.role == "enum" else ""
                )
                raise self.world.wrong(
                    declaration, parent_name, f"`{parent_name}` is not a kind of card or thing", hint
                )
        kind.design = Kind(f"{name} design", f"{name} designs", "design", of=kind, declaration=declaration)
        copies_node = next((option for option in tree.options if isinstance(option, syntax.Copies)), None)
        each = copies_node.each if copies_node is not None else None
        if isinstance(limit := _limit(tree), syntax.RoomForEach):
            each = limit.each
        if each is not None and str(each) != "player":
            raise self.world.wrong(declaration, each, "pieces can be counted `each player` only")
        copies = self._designs(kind, declaration, copies_node.number if copies_node is not None else None)
        if kind.parent is not None and (limit is not None or (copies_node is not None and kind.root.limit)):
            hint = f"say `up to` at `{kind.root.name}` only: it counts all of them together"
            raise self.world.wrong(
                declaration,
                limit or copies_node,
                f"a {name} is a {kind.parent.name} and has no number of its own",
                hint,
            )
        if any(isinstance(option, syntax.Unlimited) for option in tree.options):
            kind.limit = MOST_MADE
        if limit is not None:
            kind.limit = self.world.static(limit.number, declaration) * (self.world.players if each is not None else 1)
            if not 1 <= kind.limit <= MOST_COMPONENTS:
                raise self.world.wrong(declaration, limit, f"between 1 and {MOST_COMPONENTS:,} things can be made")
        self.world.new_kind(kind, declaration, kind_node)
        self.world.new_kind(kind.design, declaration, kind_node)
        self.world.families.append(Family(kind, copies, each is not None, declaration, kind_node, copies_node))
        if kind.parent is not None:
            kind.parent.subkinds.append(kind)
        self.world.later += [(line, kind, declaration) for line in tree.lines if isinstance(line, syntax.Attribute)]

    def _designs(self, kind: Kind, declaration: Declaration, formula: Formula | None) -> list[int]:
        """Make the designs of a kind; how many copies there are of each, as the table or a formula says."""
        assert kind.design is not None
        tree: syntax.CardsDeclaration = declaration.tree
        table, design = self.world.read_table(declaration), kind.design
        if tree.axes:
            return self._axes(kind, tree.axes, declaration, formula)
        if table is not None:
            kind.table = design.table = table
            design.members = self.world.row_names(table.columns, table.rows, declaration)
            design.count = len(design.members)
            count_column = (
                f"copies[{self.world.players}]" if f"copies[{self.world.players}]" in table.columns else "copies"
            )
            for i, column in enumerate(table.columns):
                if column != "name" and not column.startswith("copies"):
                    self.world.column_or_event(design, column, [row[i] for row in table.rows])
            if count_column in table.columns:
                at = table.columns.index(count_column)
                return self._copies([row[at] for row in table.rows], declaration)
        else:
            design.members, design.count = [kind.name], 1
        one = self.world.static(formula, declaration) if formula is not None else 1
        return [one] * design.count

    def _copies(self, cells: list[Cell], declaration: Declaration) -> list[int]:
        """How many there are of each design; every cell that does not say it is a mistake."""
        found, mistakes = [], list[Mistake]()
        for cell in cells:
            try:
                many = self.world.static(cell.formula().formula, declaration, cell=cell) if cell.text else 0
                if not 0 <= many <= MOST_COMPONENTS:
                    mistakes.append(Mistake(cell.place, f"between 0 and {MOST_COMPONENTS:,} copies fit"))
                    many = 1
                found.append(many)
            except MistakesError as error:
                mistakes += error.mistakes
                found.append(1)
        for mistake in mistakes[:MOST_TOLD]:
            self.world.report(mistake)
        return found

    def _axes(
        self, kind: Kind, axes: Sequence[syntax.CardAxis], declaration: Declaration, formula: Formula | None
    ) -> list[int]:
        design = kind.design
        assert design is not None
        combinations: list[dict[str, int]] = [{}]
        shown: list[tuple[str, Kind | None]] = []
        for axis in axes:
            name, span = axis.name, axis.values
            if span is None:
                of = self.world.kinds.get(str(name))
                if of is None or of.role == "component":
                    raise self.world.no_kind(
                        declaration,
                        name,
                        f"there is no enumeration `{name}`",
                        "declare it, or give a range: `each rank in 1..5`",
                    )
                numbers = range(of.first, of.first + of.count)
            else:
                of = None
                lo, hi = self.world.span(span, declaration)
                if hi - lo > MOST_COMPONENTS:
                    raise self.world.wrong(declaration, span, "this range is too long for a deck")
                numbers = range(lo, hi + 1)
            if len(combinations) * len(numbers) > MOST_COMPONENTS:
                raise self.world.wrong(declaration, axis, f"more than {MOST_COMPONENTS:,} designs")
            combinations = [{**c, str(name): n} for c in combinations for n in numbers]
            shown.append((str(name), of))
        for word, of in shown:
            made = Property(word, [c[word] for c in combinations])
            made.of = of  # type: ignore[attr-defined]
            design.properties[word] = [made]
        design.members = [
            " ".join(of.members[c[n] - of.first] if of is not None else str(c[n]) for n, of in shown)
            for c in combinations
        ]
        design.count = len(combinations)
        if formula is None:
            return [1] * design.count
        kinds = dict(shown)
        return [
            self.world.static(formula, declaration, names={n: (v, kinds[n]) for n, v in c.items()})
            for c in combinations
        ]

    def _name_once(self, root: Kind) -> None:
        """No two sub-kinds have a design of the same name: it would stand for one of them only."""
        owners: dict[str, Kind] = {}
        for kind in (k for k in root.family() if k.table is not None):
            assert kind.table is not None
            for row in kind.table.rows:
                cell = row[kind.table.columns.index("name")]
                other = owners.setdefault(cell.text, kind)
                if other is not kind:
                    message = f"`{cell.text}` stands in the tables of `{other.name}` and of `{kind.name}`"
                    self.world.report(Mistake(cell.place, message, "give one of them another name"))

    def _subfamilies(self, family: Family) -> list[Family]:
        return [f for f in self.world.families if f.kind.parent is family.kind]

    def _number_designs(self, family: Family) -> None:
        """Designs are numbered so that those of a kind and of all its sub-kinds follow each other."""
        kind, design = family.kind, family.kind.design
        assert design is not None
        if kind.subkinds and kind.table is None and not design.properties and family.copies_node is None:
            design.members, family.copies = [], []  # only a name for its sub-kinds
        design.first, design.count = self.world.designs, len(design.members)
        if design.members != [kind.name]:
            self.world.guarded(lambda d: self.world.name_members(design, d, family.node), family.declaration)
        self.world.designs += design.count
        self.world.design_names.extend(design.members)
        for child in self._subfamilies(family):
            self._number_designs(child)
        design.count = self.world.designs - design.first
        design.members = self.world.design_names[design.first : self.world.designs]

    def _number_components(self, family: Family, _: Declaration | None = None) -> None:
        """Components are numbered so that those of a kind and of all its sub-kinds follow each other."""
        kind, copies, declaration = family.kind, family.copies, family.declaration
        assert kind.design is not None
        kind.first = self.world.components
        if any(c < 0 for c in copies) or sum(copies) * self.world.players > MOST_COMPONENTS * (
            1 if family.each_player else self.world.players
        ):
            self.world.report(
                Mistake(declaration.place(family.copies_node), f"between 0 and {MOST_COMPONENTS:,} copies fit")
            )
            copies = [1] * len(copies)
        if kind.root.limit and kind.parent is not None:
            kind.first, kind.count = kind.root.first, kind.root.count
            made = []
        elif kind.limit:
            owners = range(self.world.players) if family.each_player else [-1]
            made = [(kind.design.first, owner) for owner in owners for _ in range(kind.limit // len(owners))]
            kind.owned = kind.limit // self.world.players if family.each_player else 0
        else:
            owners = range(self.world.players) if family.each_player else [-1]
            made = [(kind.design.first + d, owner) for owner in owners for d, n in enumerate(copies) for _ in range(n)]
            if family.each_player:
                kind.owned = sum(copies)
        if self.world.components + len(made) > MOST_COMPONENTS:
            raise self.world.wrong(declaration, None, f"more than {MOST_COMPONENTS:,} cards and things")
        self.world.component_design.extend(d for d, _ in made)
        self.world.component_owner.extend(o for _, o in made)
        self.world.components += len(made)
        if not kind.root.limit or kind.parent is None:
            self.world.component_kinds.append(kind)
        if kind.limit:
            kind.count = len(made)
        for child in self._subfamilies(family):
            self._number_components(child)
        if not kind.root.limit:
            kind.count = self.world.components - kind.first


def _limit(tree: syntax.CardsDeclaration) -> syntax.RoomFor | syntax.RoomForEach | None:
    """How many things can be made in play."""
    return next((o for o in tree.options if isinstance(o, syntax.RoomFor | syntax.RoomForEach)), None)
