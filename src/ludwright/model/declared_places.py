"""Variables, zones and dice: what there is one of, or one for each member of a kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.ir.terms import NO_NUMBER
from ludwright.language.source import Declaration
from ludwright.mistakes import Mistake, MistakesError
from ludwright.model.declared_components import DeclaredComponents
from ludwright.model.kinds import BIG, BOOL, EVERYONE, NUMBER, Dim, Field, Kind, Type, Zone
from ludwright.model.limits import MOST_WORDS
from ludwright.model.visibility import wrong_viewer

if TYPE_CHECKING:
    pass

Node = Tree[Any] | Token


class DeclaredPlaces(DeclaredComponents):
    """Declares what the state has to hold."""

    def _add_places(self, declaration: Declaration) -> None:
        tree = declaration.tree
        if declaration.kind == "each":
            owner = self.kinds.get(str(tree.children[0]))
            if owner is None:
                raise self._no_kind(
                    declaration,
                    tree.children[0],
                    f"there is no kind `{tree.children[0]}`",
                    "`each player`, or a kind you declared",
                )
            for part in tree.children[1:]:
                self._guarded(lambda d, part=part, owner=owner: self._one_place(part, owner, d), declaration)  # type: ignore[misc]
        else:
            self._one_place(tree.children[0] if declaration.kind == "var" else tree, None, declaration)

    def _one_place(self, tree: Tree[Any], owner: Kind | None, declaration: Declaration) -> None:
        if tree.data == "zone":
            self._add_zone(tree, owner, declaration)
        elif tree.data == "dice":
            self._add_dice(tree, owner, declaration)
        else:
            self._add_field(tree, owner, declaration)

    def _dims(self, index: Tree[Any] | None, owner: Kind | None, declaration: Declaration) -> list[Dim]:
        # a kind without members still gets one word, so that nothing has the size 0
        dims = [Dim(owner.first, max(1, owner.count), owner.ref())] if owner is not None else []
        for node in index.children if index is not None else []:
            if isinstance(node, Tree) and node.data == "range":
                lo, hi = self._span(node, declaration)
                dims.append(Dim(lo, hi - lo + 1, NUMBER))
                continue
            name = node.children[0] if isinstance(node, Tree) and node.data == "design_index" else node
            kind = self.kinds.get(str(name))
            if isinstance(node, Tree) and kind is not None:
                kind = kind.design
            if kind is None:
                raise self._no_kind(
                    declaration,
                    name,
                    f"there is no kind `{name}` to count by",
                    "use a declared kind, or a range such as `1..6`",
                )
            dims.append(Dim(kind.first, max(1, kind.count), kind.ref()))
        total = 1
        for dim in dims:
            total *= max(1, dim.count)
        if total > MOST_WORDS:
            raise self.wrong(declaration, index, f"this needs {total:,} numbers", f"at most {MOST_WORDS:,} fit")
        return dims

    def _add_field(self, tree: Tree[Any], owner: Kind | None, declaration: Declaration) -> None:
        name, index, head, tail, *options = tree.children
        dims = self._dims(index, owner, declaration)
        start: Tree[Any] | None
        if isinstance(head, Tree) and head.data == "type":
            type_, lo, hi = self._type(head, declaration)
            start = tail
        else:
            start = head
            boolean = isinstance(head, Tree) and head.data in ("yes", "no") and tail is None
            type_ = BOOL if boolean else NUMBER
            lo, hi = (0, 1) if boolean else self._span(tail, declaration) if tail is not None else (-BIG, BIG)
            if not -(1 << 31) < lo <= hi < (1 << 31):
                raise self.wrong(
                    declaration,
                    tail,
                    "numbers are kept in 32 bits",
                    f"the range must lie within {-(1 << 31) + 1:,}..{(1 << 31) - 1:,}",
                )
        field = Field(str(name), dims, type_, lo, hi, declaration, tree, start, owner=owner)
        for option in options:
            if isinstance(option, Tree) and option.data == "reset":
                field.reset = str(option.children[0])
            elif isinstance(option, Tree) and option.data == "seen":
                field.seen = self._viewer(option, field.name, owner, declaration)
        self._register(self.fields if owner is None else owner.fields, field.name, field, declaration, name)

    def _register(self, table: dict[str, Field], name: str, item: Field, declaration: Declaration, node: Node) -> None:
        if name in table or (table is self.fields and (name in self.zones or name in self.params)):
            raise self.wrong(declaration, node, f"`{name}` is declared twice")
        table[name] = item

    def _several(self, node: Tree[Any] | Token, kind: Kind, declaration: Declaration) -> MistakesError:
        """`var marked: cells`: a variable for a set of things."""
        one = f"for one of them, write `{kind.name}` or `{kind.name} or none`"
        many = f"for several, mark each: a block `each {kind.name}` with a line such as `marked = no`"
        if kind.role == "component":
            many = f"for several, write `zone pile of {kind.name}`"
        message = f"a variable holds one {kind.name}, not several"
        return self.wrong(declaration, node, message, f"{one}; {many}")

    def _type(self, node: Tree[Any], declaration: Declaration) -> tuple[Type, int, int]:
        name, design, optional = node.children
        word = str(name)
        if word == "number":
            return Type("number", None, optional is not None), (NO_NUMBER if optional is not None else -BIG), BIG
        kind = self.kinds.get(word) or (self.action if word == "action" else None)
        if kind is None and word in self.plurals:
            raise self._several(name, self.plurals[word], declaration)
        if kind is None:
            raise self._no_kind(
                declaration, name, f"there is no kind `{word}`", "use `number`, `player`, or a kind you declared"
            )
        if design is not None:
            kind = kind.design
            if kind is None:
                raise self.wrong(declaration, name, f"a {word} has no designs")
        if kind.role == "component" and kind.root.limit and optional is None:
            # a number for a thing that is not made would point at nothing, or at what was removed
            message, hint = f"there is no {word} before one is created", f"write `{word} or none`"
            self._report(Mistake(declaration.place(name), message, hint))
        return (
            kind.ref(optional is not None),
            (-1 if optional is not None or kind.count == 0 else kind.first),
            max(kind.last, -1),
        )

    def _add_zone(self, tree: Tree[Any], owner: Kind | None, declaration: Declaration) -> None:
        name, index, *rest = tree.children
        kinds = []
        for token in (c for c in rest if isinstance(c, Token)):
            kind = self.kinds.get(str(token))
            if kind is None or kind.role != "component":
                raise self._no_kind(
                    declaration,
                    token,
                    f"`{token}` is not a kind of card or thing",
                    "declare it with `cards` or `things`",
                )
            kinds.append(kind)
        zone = Zone(str(name), self._dims(index, owner, declaration), kinds, declaration, tree, owner=owner)
        self._zone_options(zone, [c for c in rest if isinstance(c, Tree)], declaration)
        self._register_zone(zone, owner, declaration, name)

    def _viewer(self, option: Tree[Any], name: str, owner: Kind | None, declaration: Declaration) -> str:
        """Who sees something, as `seen by` says; everyone where it says nothing that makes sense, so that the rest is looked at."""
        word = option.children[0]
        wrong = wrong_viewer(str(word), name, owner, self.player)
        if wrong is None:
            return str(word)
        self._report(Mistake(declaration.place(word), *wrong))
        return EVERYONE

    def _zone_options(self, zone: Zone, options: list[Tree[Any]], declaration: Declaration) -> None:
        for option in options:
            match option.data:
                case "face_down":
                    zone.face_down, zone.seen = True, "nobody"
                case "in_order":
                    zone.in_order = True
                case "shuffled":
                    zone.shuffled = True
                case "up_to":
                    zone.capacity = option.children[0]
                case "refilled":
                    zone.refill = option.children[0]
                case "seen":
                    zone.seen = self._viewer(option, zone.name, zone.owner, declaration)
                case "top_seen":
                    zone.top_seen = self._viewer(option, zone.name, zone.owner, declaration)
                case "holds_all":
                    kind = self.plurals.get(str(option.children[0]))
                    if kind is None or kind.role != "component":
                        if str(option.children[0]) in self.broken:
                            raise MistakesError([])
                        raise self.wrong(
                            declaration,
                            option,
                            f"there are no components `{option.children[0]}`",
                            "write `holds all cards`, the plural of a kind",
                        )
                    zone.starts.append(kind)

    def _add_dice(self, tree: Tree[Any], owner: Kind | None, declaration: Declaration) -> None:
        name, index, number, die, *options = tree.children
        dims = self._dims(index, owner, declaration)
        zone = Zone(str(name), dims, [], declaration, tree, dice=True, in_order=True, owner=owner)
        kind = Kind(f"{name} die", f"{name} dice", "component", declaration=declaration)
        kind.faces = self.die_faces(die, declaration)
        many = self._static(number, declaration) * zone.size
        if not 1 <= many <= 1000:
            raise self.wrong(declaration, number, "between 1 and 1000 dice fit")
        kind.design = Kind(f"{name} die design", f"{name} die designs", "design", 1, self.designs, [str(die)], of=kind)
        self.designs += 1
        self.design_names.append(str(die))
        kind.first, kind.count = self.components, many
        self.component_design.extend([kind.design.first] * many)
        self.component_owner.extend([-1] * many)
        self.components += many
        self.component_kinds.append(kind)
        self.kinds[kind.name] = kind
        zone.kinds = [kind]
        lo, hi = min(kind.faces), max(kind.faces)
        kind.fields["face"] = Field(
            "face", [Dim(kind.first, kind.count, kind.ref())], NUMBER, lo, hi, declaration, tree, None, owner=kind
        )
        self._zone_options(zone, options, declaration)
        self._register_zone(zone, owner, declaration, name)

    def die_faces(self, die: Any, declaration: Declaration) -> list[int]:
        if die.type == "DIE":
            sides = int(die[1:]) if len(die) < 8 else 0
            if not 2 <= sides <= 1000:
                raise self.wrong(declaration, die, "a die has 2 to 1000 sides")
            return list(range(1, sides + 1))
        param = self.params.get(str(die))
        if param is None or not param.is_list:
            raise self.wrong(
                declaration, die, f"`{die}` is no die", "write `d6`, or name a list parameter with the faces"
            )
        param.structural = True
        return list(param.values)

    def _register_zone(self, zone: Zone, owner: Kind | None, declaration: Declaration, node: Node) -> None:
        if owner is None:
            if zone.name in self.zones or zone.name in self.fields or zone.name in self.params:
                raise self.wrong(declaration, node, f"`{zone.name}` is declared twice")
            self.zones[zone.name] = zone
        elif (id(owner), zone.name) in self.owned_zones or zone.name in owner.fields:
            raise self.wrong(declaration, node, f"`{zone.name}` is declared twice")
        else:
            self.owned_zones[id(owner), zone.name] = zone
