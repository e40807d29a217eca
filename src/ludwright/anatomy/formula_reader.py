"""What a formula reads, and what it may stand for.

Names are looked up as in the language: names bound in a rule first, then what is declared. What a name may stand for is followed
through definitions and procedures. Where a member such as `x.points` may belong to several kinds, it counts for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lark import Token

from ludwright.anatomy.rules_list import ListedRule
from ludwright.anatomy.things import Thing, ThingIndex
from ludwright.anatomy.touches import Touches
from ludwright.language import syntax
from ludwright.language.syntax import Part, parts
from ludwright.model.kinds import Field, Holding, Kind, Zone

if TYPE_CHECKING:
    from ludwright.model.world import World

_SAME_KIND = frozenset(["step", "ray", "neighbours", "next", "previous", "left", "right"])


@dataclass(frozen=True)
class Meaning:
    """What a formula may stand for: members of kinds, taken from objects."""

    kinds: frozenset[Kind] = frozenset()
    sources: frozenset[Thing] = frozenset()

    def __or__(self, other: Meaning) -> Meaning:
        return Meaning(self.kinds | other.kinds, self.sources | other.sources)


NOTHING = Meaning()
Names = dict[str, Meaning]


class FormulaReader:
    """Looks at formulas on behalf of one rule after another."""

    def __init__(self, model: World, rules: list[ListedRule]) -> None:
        self.model = model
        self.things = ThingIndex(model)
        self.touches = Touches(self.things.all, rules)
        self.rule = rules[0]
        self.by_name = {
            rule.name: rule for rule in rules if rule.sort in ("action", "procedure", "definition", "stage")
        }
        self.tables = {rule.name: rule for rule in rules if rule.sort == "table"}
        self.plain = {rule.sort: rule for rule in rules if rule.sort in ("turn", "score")}
        self.answers: dict[ListedRule, Meaning] = {}
        self.params: dict[ListedRule, dict[str, Meaning]] = {
            rule: dict.fromkeys(rule.params, NOTHING) for rule in rules
        }

    # ------------------------------------------------------------ noting

    def read(self, thing: Thing | None) -> None:
        if thing is not None:
            self.touches.reads.add((self.rule, thing))

    def change(self, *things: Thing) -> None:
        self.touches.changes.update((self.rule, thing) for thing in things)

    def use(self, rule: ListedRule, args: list[Meaning]) -> Meaning:
        """Note a call; what is handed over is what the callee's parameters may stand for."""
        if rule is not self.rule:
            self.touches.uses.add((self.rule, rule))
        known = self.params[rule]
        for name, given in zip(rule.params, args, strict=False):
            known[name] |= given
        return self.answers.get(rule, NOTHING)

    # ------------------------------------------------------------ formulas

    def look(self, node: Part | None, names: Names, moving: bool = False) -> Meaning:
        """Note what a formula reads, and say what it may stand for. With ``moving`` a place is named, not read."""
        if node is None:
            return NOTHING
        if isinstance(node, Token):
            return self._name(str(node), names, moving) if node.type == "NAME" else NOTHING
        match node:
            case syntax.MemberOf(head, name, args):
                return self.member(self.look(head, names), str(name), self._args(args, names), moving)
            case syntax.My(name, args):
                return self.member(Meaning(frozenset([self.model.player])), str(name), self._args(args, names), moving)
            case syntax.Of():
                return self._of(node, names, moving)
            case syntax.FunctionCall(name, args):
                return self._call(str(name), args, names)
            case syntax.At(value, indices):
                for index in indices:
                    self.look(index, names)
                return self.look(value, names, moving)
            case syntax.Generator():
                return self.bind(node, dict(names), moving)
            case (
                syntax.AllOf()
                | syntax.FirstOf()
                | syntax.RandomOf()
                | syntax.BestOf()
                | syntax.BestSeveral()
                | syntax.AllBest()
                | syntax.AnyOf()
                | syntax.NoneOf()
                | syntax.SetArgument()
            ):
                return self._walk_set(node, names, moving)
            case syntax.EveryHas(name, source, condition):
                found = self.look(source, names)
                self.look(condition, {**names, str(name): found})
                return NOTHING
            case syntax.Create(design):
                made = self.look(design, names)
                self.change(
                    *(thing for kind in self._component_kinds(made) if (thing := self.things.get(kind)) is not None)
                )
                return made
            case syntax.RollDie(die=die) | syntax.RollDice(die=die):
                if isinstance(node, syntax.RollDice):
                    self.look(node.number, names)
                return self._die(die, names)
            case syntax.DesignsOf(word):
                kind = self.model.kinds.get(str(word))
                return Meaning(frozenset([kind.design])) if kind is not None and kind.design is not None else NOTHING
            case syntax.IfElse(one, condition, other):
                self.look(condition, names)
                return self.look(one, names, moving) | self.look(other, names, moving)
            case syntax.Add(one, other):
                return self.look(one, names, moving) | self.look(other, names, moving)
            case syntax.Brackets(inside):
                return self.look(inside, names, moving)
        for part in parts(node):  # its value is no thing
            self.look(part, names)
        return NOTHING

    def _die(self, die: Token, names: Names) -> Meaning:
        """What a die shows: one of the words on its faces, or a number."""
        words = self.model.declared_places.die_words(die)
        if words is None:
            return self.look(die, names)
        if "faces" in words.properties:
            self.member(Meaning(frozenset([words])), "faces", [])
        return Meaning(frozenset([words]))

    def _walk_set(self, node: syntax.Node, names: Names, moving: bool) -> Meaning:
        inner = dict(names)
        found = NOTHING
        for part in parts(node):
            if isinstance(part, syntax.Generator):
                found = self.bind(part, inner, moving)
            elif not isinstance(part, syntax.BestWord):
                self.look(part, inner)
        return NOTHING if isinstance(node, syntax.Quantifier) else found

    def bind(self, node: syntax.Generator, names: Names, moving: bool = False) -> Meaning:
        """`x in S from y with P`: x is bound in the names given."""
        found = self.look(node.source, names, moving)
        if isinstance(node.source, Token) and str(node.source) in names:
            found = _cells_of(found)
        self.look(node.start, names)
        names[str(node.name)] = found
        if node.limit is not None:
            self.look(node.limit.condition, names)
        return found

    def _args(self, args: syntax.ArgumentList | None, names: Names) -> list[Meaning]:
        inner = dict(names)
        match args:
            case syntax.Arguments(values):
                return [self.look(value, names) for value in values]
            case syntax.SetArgument(members):
                return [self.bind(members, inner)]
            case syntax.EachArguments() | syntax.MatchedArguments():
                for part in parts(args):
                    if isinstance(part, syntax.Generator):
                        self.bind(part, inner)
                return [self.look(args.value, inner)]
        return []

    def _call(self, name: str, args: syntax.ArgumentList, names: Names) -> Meaning:
        given = self._args(args, names)
        if name in self.by_name:
            return self.use(self.by_name[name], given)
        if name == "score" and "score" in self.plain:
            return self.use(self.plain["score"], given)
        if name in ("left", "right", "partner"):
            return Meaning(frozenset([self.model.player]))
        if name == "side":
            return Meaning(frozenset(kind for kind in self.model.kinds.values() if kind.role == "cell"))
        return NOTHING

    def _of(self, node: syntax.Of, names: Names, moving: bool) -> Meaning:
        name = str(node.name)
        if name in ("top", "bottom"):
            return self.look(node.whole, names, moving)
        given = self.look(node.whole, names)
        if name in self.by_name:
            return self.use(self.by_name[name], [given])
        return self.member(given, name, [], moving)

    # ------------------------------------------------------------ names

    def _name(self, name: str, names: Names, moving: bool) -> Meaning:
        model = self.model
        if name in names:
            return names[name]
        if "the owner" in names:
            owners = names["the owner"].kinds
            if self.state_of(owners, name):
                return self.member(Meaning(owners), name, [], moving)
        if name in model.fields:
            return self._field(model.fields[name])
        if name in model.zones:
            return self._zone(model.zones[name], moving)
        if name in model.params:
            self.read(self.things.get(model.params[name]))
            return NOTHING
        if name in self.by_name:
            return self.use(self.by_name[name], [])
        if name in model.plurals:
            return self._every(model.plurals[name])
        if name in model.values:
            return Meaning(frozenset([model.values[name][0]]))
        if name in model.kinds:
            return Meaning(frozenset([model.kinds[name]]))
        if name in ("me", "others", "opponent", "partner", "everyone", "players"):
            return Meaning(frozenset([model.player]))
        if name in ("directions", "lines"):
            return Meaning(frozenset(k for k in model.kinds.values() if k.role == name[:-1]))
        return NOTHING

    def _every(self, kind: Kind) -> Meaning:
        """All members of a kind. The set of all cards or pieces is something to read; the cells of a board are always there."""
        if kind.role == "component":
            self.read(self.things.get(kind))
            return Meaning(frozenset([kind]), frozenset(self.things.boards_for(kind)))
        return Meaning(frozenset([kind]))

    def _field(self, item: Field) -> Meaning:
        self.read(self.things.get(item))
        return Meaning(frozenset([item.type.kind])) if item.type.kind is not None else NOTHING

    def _zone(self, zone: Zone | Holding, moving: bool) -> Meaning:
        thing = self.things.get(zone)
        if not moving:
            self.read(thing)
        kinds = frozenset(zone.kinds) if isinstance(zone, Zone) else frozenset([zone.kind])
        return Meaning(kinds, frozenset([thing]) if thing is not None else frozenset())

    # ------------------------------------------------------------ members

    def member(self, head: Meaning, name: str, args: list[Meaning], moving: bool = False) -> Meaning:
        """`x.name`: printed, carried, held, defined, or built in."""
        found = NOTHING
        known = False
        for printed in self._printed(head.kinds, name):
            known = True
            self.read(self.things.get(printed))
            found |= self._printed_value(printed, name)
        for item in self.items(head.kinds, name):
            known = True
            found |= self._field(item) if isinstance(item, Field) else self._zone(item, moving)
        if known:
            return found
        if name in self.by_name:
            return self.use(self.by_name[name], [head, *args])
        return self._built_in(head, name)

    def _built_in(self, head: Meaning, name: str) -> Meaning:
        if name in self.model.plurals:
            return self._every(self.model.plurals[name])  # the men of a player, the lands of a continent
        if name in _SAME_KIND:
            return Meaning(head.kinds)
        if name in self.model.kinds and self.model.kinds[name].role == "cell":
            for kind in head.kinds or frozenset(holding.kind for holding in self.model.holdings):
                for thing in self.things.boards_for(kind):
                    self.read(thing)
            return Meaning(frozenset([self.model.kinds[name]]))
        if name == "owner":
            return Meaning(frozenset([self.model.player]))
        if name == "design":
            return Meaning(frozenset(kind.design for kind in head.kinds if kind.design is not None))
        return NOTHING

    def _printed(self, kinds: frozenset[Kind], name: str) -> list[Kind]:
        found = []
        for kind in kinds or self._with_tables():
            for one in (
                kind,
                *kind.ancestors(),
                *kind.subkinds,
                kind.design,
                kind.of if kind.role == "design" else None,
            ):
                if one is not None and name in one.properties and one not in found:
                    found.append(one)
        return found

    def _with_tables(self) -> list[Kind]:
        return [*{id(k): k for k in self.model.kinds.values()}.values()]

    def _printed_value(self, kind: Kind, name: str) -> Meaning:
        """What stands in a column: formulas of a table are a rule of their own; else the kinds of the names in it."""
        table = kind.of.name if kind.role == "design" and kind.of is not None else kind.name
        rule = self.tables.get(f"{table}.{name}")
        found = self.use(rule, []) if rule is not None else NOTHING
        for column in kind.properties[name]:
            of = getattr(column, "of", None)
            if of is not None:
                found |= Meaning(frozenset([of]))
            for cell in column.cells:
                word = getattr(cell, "text", "")
                if word in self.model.values:
                    found |= Meaning(frozenset([self.model.values[word][0]]))
        return found

    def items(self, kinds: frozenset[Kind], name: str) -> list[Field | Zone | Holding]:
        """Variables, zones and places on boards of that name that members of these kinds have; of all kinds where none is known."""
        related: set[int] = set()
        for kind in kinds:
            related.update(id(k) for k in (*kind.ancestors(), *kind.subkinds))
        fields = [
            f
            for f in self.model.all_fields()
            if f.owner is not None and f.name == name and (not kinds or id(f.owner) in related)
        ]
        zones = [
            z
            for z in self.model.all_zones()
            if z.owner is not None and z.name == name and (not kinds or id(z.owner) in related)
        ]
        holdings = [h for h in self.model.holdings if h.kind.name == name and (not kinds or id(h.board) in related)]
        return [*fields, *zones, *holdings]

    def state_of(self, kinds: frozenset[Kind], name: str) -> set[Thing]:
        return self.fields_named(name, kinds) | self.zones_named(name, kinds)

    def fields_named(self, name: str, kinds: frozenset[Kind]) -> set[Thing]:
        items = [i for i in self.items(kinds, name) if isinstance(i, Field)]
        return {thing for item in items if (thing := self.things.get(item)) is not None}

    def zones_named(self, name: str, kinds: frozenset[Kind]) -> set[Thing]:
        items = [i for i in self.items(kinds, name) if isinstance(i, Zone)]
        return {thing for item in items if (thing := self.things.get(item)) is not None}

    def _component_kinds(self, made: Meaning) -> list[Kind]:
        return [kind.of if kind.role == "design" and kind.of is not None else kind for kind in made.kinds]


def _cells_of(meaning: Meaning) -> Meaning:
    """Walking over a line or a region means its cells."""
    whole = {kind: kind.of for kind in meaning.kinds if kind.role in ("line", "region") and kind.of is not None}
    return Meaning(frozenset(whole.get(kind, kind) for kind in meaning.kinds), meaning.sources)
