"""Variables, zones and dice: what there is one of, or one for each member of a kind."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from lark import Token

from ludwright.ir.terms import NO_NUMBER
from ludwright.language import syntax
from ludwright.language.source import Declaration
from ludwright.language.syntax import Part
from ludwright.mistakes import Mistake, MistakesError
from ludwright.model.declared import Declared
from ludwright.model.kinds import BIG, BOOL, EVERYONE, FRACTION, MOST_PARTS, NUMBER, PARTS, Dim, Field, Kind, Type, Zone
from ludwright.model.limits import MOST_WORDS
from ludwright.model.visibility import wrong_viewer


class DeclaredPlaces:
    """Declares what the state has to hold."""

    def __init__(self, world: Declared) -> None:
        self.world = world

    def add_places(self, declaration: Declaration) -> None:
        tree = declaration.tree
        if not isinstance(tree, syntax.EachDeclaration):
            self._one_place(tree.attribute if isinstance(tree, syntax.VarDeclaration) else tree, None, declaration)
            return
        owner = self.world.kinds.get(str(tree.kind))
        if owner is None:
            hint = "`each player`, or a kind you declared"
            raise self.world.no_kind(declaration, tree.kind, f"there is no kind `{tree.kind}`", hint)
        for part in tree.members:
            self.world.guarded(partial(self._one_place, part, owner), declaration)

    def _one_place(
        self,
        tree: syntax.ZoneDeclaration | syntax.DiceDeclaration | syntax.Attribute,
        owner: Kind | None,
        declaration: Declaration,
    ) -> None:
        match tree:
            case syntax.ZoneDeclaration():
                self._add_zone(tree, owner, declaration)
            case syntax.DiceDeclaration():
                self._add_dice(tree, owner, declaration)
            case syntax.Attribute():
                self.add_field(tree, owner, declaration)

    def _dims(self, index: syntax.IndexList | None, owner: Kind | None, declaration: Declaration) -> list[Dim]:
        # a kind without members still gets one word, so that nothing has the size 0
        dims = [Dim(owner.first, max(1, owner.count), owner.ref())] if owner is not None else []
        for node in index.sets if index is not None else ():
            if isinstance(node, syntax.NumberRange):
                lo, hi = self.world.span(node, declaration)
                dims.append(Dim(lo, hi - lo + 1, NUMBER))
                continue
            name = node.kind if isinstance(node, syntax.DesignIndex) else node
            kind = self.world.kinds.get(str(name))
            if isinstance(node, syntax.DesignIndex) and kind is not None:
                kind = kind.design
            if kind is None:
                raise self.world.no_kind(
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
            raise self.world.wrong(declaration, index, f"this needs {total:,} numbers", f"at most {MOST_WORDS:,} fit")
        return dims

    def add_field(self, tree: syntax.Attribute, owner: Kind | None, declaration: Declaration) -> None:
        dims = self._dims(tree.index, owner, declaration)
        members = self._set_of(tree, declaration)
        if members is not None:
            dims.append(Dim(members.first, max(1, members.count), members.ref()))
            type_, lo, hi = BOOL, 0, 1
        elif tree.type is not None:
            type_, lo, hi = self._type(tree.type, declaration)
        else:
            span = tree.values
            boolean = isinstance(tree.value, syntax.Yes | syntax.No) and span is None
            fraction = _has_point(tree.value)
            type_ = BOOL if boolean else FRACTION if fraction else NUMBER
            widest = (-MOST_PARTS, MOST_PARTS) if fraction else (-BIG, BIG)
            lo, hi = (0, 1) if boolean else self.world.span(span, declaration) if span is not None else widest
            if fraction and span is not None:
                lo, hi = lo * PARTS, hi * PARTS
            if not -(1 << 31) < lo <= hi < (1 << 31):
                raise self.world.wrong(
                    declaration,
                    span,
                    "numbers are kept in 32 bits",
                    f"the range must lie within {-(1 << 31) + 1:,}..{(1 << 31) - 1:,}",
                )
        field = Field(str(tree.name), dims, type_, lo, hi, declaration, tree, tree.value, owner=owner)
        field.is_set = members is not None
        for option in tree.options:
            match option:
                case syntax.ResetEach(phase):
                    field.reset = str(phase)
                case syntax.SeenBy(who):
                    field.seen = self._viewer(who, field.name, owner, declaration)
        self._register(self.world.fields if owner is None else owner.fields, field.name, field, declaration, tree.name)

    def _register(self, table: dict[str, Field], name: str, item: Field, declaration: Declaration, node: Part) -> None:
        if name in table or (table is self.world.fields and (name in self.world.zones or name in self.world.params)):
            raise self.world.wrong(declaration, node, f"`{name}` is declared twice")
        table[name] = item

    def _set_of(self, tree: syntax.Attribute, declaration: Declaration) -> Kind | None:
        """The kind of which `var marked: cells` holds a set."""
        word = str(tree.type.name) if tree.type is not None else ""
        kind = self.world.plurals.get(word)
        if tree.type is None or word in self.world.kinds or kind is None or kind.role == "component":
            return None
        if tree.type.none is not None or tree.value is not None:
            message, hint = (
                "a set is empty at first, and never `none`",
                f"write `{tree.name}: {word}`, and fill it in `setup`",
            )
            raise self.world.wrong(declaration, tree.value or tree.type, message, hint)
        return kind

    def _several(self, node: Token, kind: Kind, declaration: Declaration) -> MistakesError:
        """`var marked: cells`: a variable for a set of things."""
        one = f"for one of them, write `{kind.name}` or `{kind.name} or none`"
        many = f"for several, write `zone pile of {kind.name}`"
        message = f"a variable holds one {kind.name}, not several"
        return self.world.wrong(declaration, node, message, f"{one}; {many}")

    def _type(self, node: syntax.TypeName, declaration: Declaration) -> tuple[Type, int, int]:
        name, word, optional = node.name, str(node.name), node.none is not None
        if word == "number":
            return Type("number", None, optional), (NO_NUMBER if optional else -BIG), BIG
        if word == "fraction" and word not in self.world.kinds and not optional:
            return FRACTION, -MOST_PARTS, MOST_PARTS
        kind = self.world.kinds.get(word) or (self.world.action if word == "action" else None)
        if kind is None and word in self.world.plurals:
            raise self._several(name, self.world.plurals[word], declaration)
        if kind is None:
            raise self.world.no_kind(
                declaration, name, f"there is no kind `{word}`", "use `number`, `player`, or a kind you declared"
            )
        if node.design is not None:
            kind = kind.design
            if kind is None:
                raise self.world.wrong(declaration, name, f"a {word} has no designs")
        if kind.role == "component" and kind.root.limit and not optional:
            # a number for a thing that is not made would point at nothing, or at what was removed
            message, hint = f"there is no {word} before one is created", f"write `{word} or none`"
            self.world.report(Mistake(declaration.place(name), message, hint))
        return kind.ref(optional), (-1 if optional or kind.count == 0 else kind.first), max(kind.last, -1)

    def _add_zone(self, tree: syntax.ZoneDeclaration, owner: Kind | None, declaration: Declaration) -> None:
        kinds = []
        for token in tree.kinds:
            kind = self.world.kinds.get(str(token))
            if kind is None or kind.role != "component":
                raise self.world.no_kind(
                    declaration,
                    token,
                    f"`{token}` is not a kind of card or thing",
                    "declare it with `cards` or `things`",
                )
            kinds.append(kind)
        dims = self._dims(tree.index, owner, declaration)
        zone = Zone(str(tree.name), dims, kinds, declaration, tree, owner=owner)
        self._zone_options(zone, tree.options, declaration)
        self._register_zone(zone, owner, declaration, tree.name)

    def _viewer(self, word: Token, name: str, owner: Kind | None, declaration: Declaration) -> str:
        """Who sees something, as `seen by` says; everyone where it says nothing that makes sense, so that the rest is looked at."""
        wrong = wrong_viewer(str(word), name, owner, self.world.player)
        if wrong is None:
            return str(word)
        self.world.report(Mistake(declaration.place(word), *wrong))
        return EVERYONE

    def _zone_options(self, zone: Zone, options: Sequence[syntax.ZoneOption], declaration: Declaration) -> None:
        for option in options:
            match option:
                case syntax.FaceDown():
                    zone.face_down, zone.seen = True, "nobody"
                case syntax.InOrder():
                    zone.in_order = True
                case syntax.Shuffled():
                    zone.shuffled = True
                case syntax.RoomFor(number):
                    zone.capacity = number
                case syntax.RefilledFrom(source):
                    zone.refill = source
                case syntax.SeenBy(who):
                    zone.seen = self._viewer(who, zone.name, zone.owner, declaration)
                case syntax.TopSeenBy(who):
                    zone.top_seen = self._viewer(who, zone.name, zone.owner, declaration)
                case syntax.HoldsAll(word):
                    kind = self.world.plurals.get(str(word))
                    if kind is None or kind.role != "component":
                        if str(word) in self.world.broken:
                            raise MistakesError([])
                        hint = "write `holds all cards`, the plural of a kind"
                        raise self.world.wrong(declaration, option, f"there are no components `{word}`", hint)
                    zone.starts.append(kind)

    def _add_dice(self, tree: syntax.DiceDeclaration, owner: Kind | None, declaration: Declaration) -> None:
        name, die, dims = tree.name, tree.die, self._dims(tree.index, owner, declaration)
        zone = Zone(str(name), dims, [], declaration, tree, dice=True, in_order=True, owner=owner)
        kind = Kind(f"{name} die", f"{name} dice", "component", declaration=declaration)
        kind.faces, kind.face = self.die_faces(die, declaration), self.die_words(die)
        many = self.world.static(tree.number, declaration) * zone.size
        if not 1 <= many <= 1000:
            raise self.world.wrong(declaration, tree.number, "between 1 and 1000 dice fit")
        kind.design = Kind(
            f"{name} die design", f"{name} die designs", "design", 1, self.world.designs, [str(die)], of=kind
        )
        self.world.designs += 1
        self.world.design_names.append(str(die))
        kind.first, kind.count = self.world.components, many
        self.world.component_design.extend([kind.design.first] * many)
        self.world.component_owner.extend([-1] * many)
        self.world.components += many
        self.world.component_kinds.append(kind)
        self.world.kinds[kind.name] = kind
        zone.kinds = [kind]
        lo, hi = min(kind.faces), max(kind.faces)
        shown = kind.face.ref() if kind.face is not None else NUMBER
        kind.fields["face"] = Field(
            "face", [Dim(kind.first, kind.count, kind.ref())], shown, lo, hi, declaration, tree, None, owner=kind
        )
        self._zone_options(zone, tree.options, declaration)
        self._register_zone(zone, owner, declaration, name)

    def die_faces(self, die: Part, declaration: Declaration) -> list[int]:
        assert isinstance(die, Token)
        if die.type == "DIE":
            sides = int(die[1:]) if len(die) < 8 else 0
            if not 2 <= sides <= 1000:
                raise self.world.wrong(declaration, die, "a die has 2 to 1000 sides")
            return list(range(1, sides + 1))
        words = self.die_words(die)
        if words is not None:
            return self._word_faces(words, die, declaration)
        param = self.world.params.get(str(die))
        if param is None or not param.is_list:
            hint = "write `d6`, or name a list parameter or an enumeration with the faces"
            raise self.world.wrong(declaration, die, f"`{die}` is no die", hint)
        param.structural = True
        return list(param.values)

    def die_words(self, die: Part) -> Kind | None:
        """The list of words on the faces of a die, or the sectors of a spinner."""
        kind = self.world.kinds.get(str(die))
        return kind if kind is not None and kind.role == "enum" and str(die) not in self.world.params else None

    def _word_faces(self, words: Kind, die: Token, declaration: Declaration) -> list[int]:
        """Each word once, or as often as its column `faces` says."""
        column = words.properties.get("faces")
        many = [1] * words.count
        if column is not None:
            at = words.declaration or declaration
            many = [
                cell
                if isinstance(cell, int)
                else self.world.static(cell.formula().formula, at, cell=cell)
                if cell
                else 0
                for cell in column[0].cells
            ]
        if any(number < 0 for number in many) or not 1 <= sum(many) <= 1000:
            message = f"a die has 1 to 1000 faces, `{die}` has {sum(many)}"
            raise self.world.wrong(declaration, die, message, "its column `faces` says how many show each word")
        return [words.first + word for word, number in enumerate(many) for _ in range(number)]

    def _register_zone(self, zone: Zone, owner: Kind | None, declaration: Declaration, node: Part) -> None:
        if owner is None:
            if zone.name in self.world.zones or zone.name in self.world.fields or zone.name in self.world.params:
                raise self.world.wrong(declaration, node, f"`{zone.name}` is declared twice")
            self.world.zones[zone.name] = zone
        elif (id(owner), zone.name) in self.world.owned_zones or zone.name in owner.fields:
            raise self.world.wrong(declaration, node, f"`{zone.name}` is declared twice")
        else:
            self.world.owned_zones[id(owner), zone.name] = zone


def _has_point(start: Part | None) -> bool:
    """Whether a start such as `1.5` or `-0.25` makes a variable one for fractions."""
    if isinstance(start, syntax.Negative):
        return _has_point(start.value)
    return isinstance(start, Token) and start.type == "NUMBER" and "." in start
