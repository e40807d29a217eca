"""What belongs to a player, a card or a place, and who sees it: members and indices, as part of following a formula."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from lark import Token

from ludwright.language import syntax
from ludwright.language.syntax import Part
from ludwright.model import visibility
from ludwright.model.kinds import Field, Kind, Zone
from ludwright.rules.analysis.origins import (
    NAMED,
    CarriedThings,
    KnownNames,
    Lying,
    Member,
    Seat,
    SeatOrigin,
    Seen,
    SeenThing,
    ThingOrigin,
)

if TYPE_CHECKING:
    from ludwright.model.world import World
    from ludwright.rules.compiler import Rules


class ZoneOwners:
    """Members, indices and seats, as part of :class:`ludwright.rules.analysis.information_flow.InformationFlow`."""

    rules: Rules
    model: World

    if TYPE_CHECKING:

        def value(self, node: Part | None, names: KnownNames, look: SeenThing | None = None) -> Seen: ...
        def _apply(
            self, name: str, args: list[Seen], node: Part, names: KnownNames, look: SeenThing | None
        ) -> Seen: ...
        def _score(self, subject: Seen, node: Part, look: SeenThing | None) -> Seen: ...

    # ------------------------------------------------------------ who sees what

    def hidden(self, seen: str, owner: Seat | None, chooser: Seat) -> bool:
        """Whether it is clear that the chooser does not (or not always) see something with that `seen by`."""
        if seen == "everyone":
            return False
        if owner is None or seen == "nobody":
            return True
        if owner.number is not None and chooser.number is not None:
            return not visibility.watchers(self.model, seen, owner.number) >> chooser.number & 1
        relation = owner.beside(chooser)
        if relation == "unknown":
            return False
        if seen == "owner":
            return relation != "same"
        if seen == "others":
            return relation in ("same", "any")
        return relation != "same" and (owner.anybody or chooser.anybody) and not self._one_team()

    def _one_team(self) -> bool:
        everyone = visibility.everyone(self.model)
        return all(visibility.watchers(self.model, "team", seat) == everyone for seat in range(self.model.players))

    def _covered(self, source: Lying, chooser: Seat) -> bool:
        zone = source.zone
        if not self.hidden(zone.seen, source.owner, chooser):
            return False
        return not (source.top and zone.top_seen and not self.hidden(zone.top_seen, source.owner, chooser))

    def _printed(self, things: ThingOrigin, node: Part, look: SeenThing | None) -> None:
        """Somebody looks at the front of components."""
        if look is None:
            return
        for source in sorted(things.sources, key=lambda s: s.zone.place):
            if self._covered(source, look.chooser) and self._differ(source.zone):
                look.note(node, source)
                return

    def offered(self, value: Seen, node: Part, look: SeenThing) -> None:
        """Options are named by what is printed on them, unless they lie in order: then by their place."""
        things = self._as_things(value) if isinstance(value, Lying) else value
        if isinstance(things, ThingOrigin):
            loose = [s for s in things.sources if not s.zone.in_order and not s.zone.dice]
            before = len(look.found)
            self._printed(ThingOrigin(frozenset(loose), things.kinds), node, look)
            look.found[before:] = [replace(glimpse, offered=True) for glimpse in look.found[before:]]

    @staticmethod
    def _differ(zone: Zone) -> bool:
        """Whether what lies there can be told apart at all."""
        family = [k for kind in zone.kinds for k in kind.root.family()]
        return zone.dice or sum(k.design.count for k in family if k.design is not None) != 1

    def _read(self, field: Field, owner: Seat | None, node: Part, look: SeenThing | None) -> Seen:
        mine = owner if field.owner is self.model.player else None
        if look is not None and self.hidden(field.seen, mine, look.chooser):
            look.note(node, field)
        kind = field.type.kind
        if kind is None:
            return None
        if kind.role == "player":
            return Seat(("variable", field.name, owner.key if owner is not None else None))
        return ThingOrigin(kinds=(kind,)) if kind.role == "component" else Member(kind)

    # ------------------------------------------------------------ seats and sets

    def _all_of(self, kind: Kind) -> Seen:
        if kind.role == "player":
            return SeatOrigin()
        return ThingOrigin(kinds=(kind,)) if kind.role == "component" else Member(kind)

    def _named(self, number: int) -> Seat:
        """A player with a name in the text: another one than those with other names, and maybe whoever chooses."""
        others = [(NAMED, other) for other in range(self.model.players) if other != number]
        return Seat((NAMED, number), frozenset(others), anybody=True)

    def _around(self, word: str, seat: Seat, more: str = "") -> Seen:
        """Players named from where somebody sits."""
        if word == "me" or seat.key is None:
            return seat
        if word == "others":
            return SeatOrigin(frozenset([seat.key]))
        if self.model.players == 2 and word in ("opponent", "left", "right") and not more:
            return self._opposite(seat)
        return Seat(
            (word, seat.key, more), frozenset([seat.key]) if not more and self.model.players > 1 else frozenset()
        )

    def _opposite(self, seat: Seat) -> Seat:
        if seat.number is not None:
            return self._named(1 - seat.number)
        if isinstance(seat.key, tuple) and seat.key[0] == "opposite":
            return Seat(seat.key[1], frozenset([seat.key]))
        return Seat(("opposite", seat.key), frozenset([seat.key]))

    def element(self, value: Seen, node: Part, anybody: bool = True) -> Seen:
        """A member of a set."""
        if isinstance(value, SeatOrigin):
            if self.model.players == 2 and len(value.other_than) == 1:
                return self._opposite(Seat(next(iter(value.other_than))))
            return Seat(("one", id(node)), value.other_than, anybody)
        return self._as_things(value) if isinstance(value, Lying) else value

    def _as_things(self, value: Lying) -> ThingOrigin:
        return ThingOrigin(frozenset([value]), tuple(value.zone.kinds))

    # ------------------------------------------------------------ members and indices

    def _my(self, node: syntax.My, names: KnownNames, look: SeenThing | None) -> Seen:
        return self.member(names.me, str(node.name), self._args(node.arguments, names, look), node, names, look)

    def _member(self, node: syntax.MemberOf, names: KnownNames, look: SeenThing | None) -> Seen:
        subject = self.value(node.subject, names, look)
        if isinstance(node.subject, Token) and (str(node.subject), str(node.name)) in names.known:
            return None
        return self.member(subject, str(node.name), self._args(node.arguments, names, look), node, names, look)

    def _args(self, given: syntax.ArgumentList | None, names: KnownNames, look: SeenThing | None) -> list[Seen]:
        values = given.values if isinstance(given, syntax.Arguments) else ()
        return [self.value(value, names, look) for value in values]

    def member(
        self, subject: Seen, word: str, args: list[Seen], node: Part, names: KnownNames, look: SeenThing | None
    ) -> Seen:
        """``subject.word``."""
        found: tuple[Seen] | None = None
        if isinstance(subject, Seat):
            found = self._of_player(subject, word, args, node, look)
        elif isinstance(subject, ThingOrigin):
            found = self._of_things(subject, word, node, look)
        elif isinstance(subject, Member):
            found = self._of_kind([subject.kind], word, node, look)
        if found is not None:
            return found[0]
        if word in self.rules.definitions:
            return self._apply(word, [subject, *args], node, names, look)
        return None

    def _of_player(
        self, seat: Seat, word: str, args: list[Seen], node: Part, look: SeenThing | None
    ) -> tuple[Seen] | None:
        player = self.model.player
        if word in player.fields:
            field = player.fields[word]
            return (CarriedThings(field, seat, 1) if len(field.dims) > 1 else self._read(field, seat, node, look),)
        zone = self.model.owned_zone(player, word)
        if zone is not None:
            return (Lying(zone, seat, 1),)
        if word in ("left", "right", "opponent", "partner", "others"):
            return (self._around(word, seat, str(node) if args else ""),)
        if word == "score" and self.rules.score is not None and word not in self.rules.definitions:
            return (self._score(seat, node, look),)
        owned = self.model.plurals.get(word)
        return (ThingOrigin(kinds=(owned,)),) if owned is not None and owned.role == "component" else None

    def _of_things(self, things: ThingOrigin, word: str, node: Part, look: SeenThing | None) -> tuple[Seen] | None:
        if word in ("name", "design"):
            self._printed(things, node, look)
            designs = [k.design for k in things.kinds if k.design is not None]
            return (Member(designs[0]) if designs else None,)
        if word == "count":
            return (None,)
        if any(self.rules.properties.columns(kind, word) for kind in things.kinds) or self._is_face(things, word):
            self._printed(things, node, look)
            return (None,)
        return self._of_kind(things.kinds, word, node, look)

    @staticmethod
    def _is_face(things: ThingOrigin, word: str) -> bool:
        return word == "face" and any(kind.faces for kind in things.kinds)

    def _of_kind(self, kinds: Iterable[Kind], word: str, node: Part, look: SeenThing | None) -> tuple[Seen] | None:
        for kind in [k for one in kinds for k in one.ancestors()]:
            if word in kind.fields:
                field = kind.fields[word]
                return (CarriedThings(field, None, 1) if len(field.dims) > 1 else self._read(field, None, node, look),)
            zone = self.model.owned_zone(kind, word)
            if zone is not None:
                return (Lying(zone, None, 1),)
            if word in kind.holds:
                return (ThingOrigin(kinds=(kind.holds[word].kind,)),)
        return None

    def _at(self, node: syntax.At, names: KnownNames, look: SeenThing | None) -> Seen:
        subject = self.value(node.value, names, look)
        given = [self.value(index, names, look) for index in node.indices]
        dims = (
            subject.field.dims
            if isinstance(subject, CarriedThings)
            else subject.zone.dims
            if isinstance(subject, Lying)
            else []
        )
        start = subject.given if isinstance(subject, CarriedThings | Lying) else 0
        for index, value, dim in zip(node.indices, given, dims[start:], strict=False):
            if isinstance(value, ThingOrigin) and dim.type.kind is not None and dim.type.kind.role == "design":
                self._printed(value, index, look)
        if isinstance(subject, CarriedThings):
            subject = replace(subject, given=subject.given + len(given))
            complete = subject.given >= len(dims)
            return self._read(subject.field, subject.owner, node, look) if complete else subject
        if isinstance(subject, Lying) and subject.given < len(dims):
            return replace(subject, given=subject.given + len(given))
        return self.element(subject, node, anybody=False)
