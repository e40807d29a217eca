"""What a name, a member (`x.name`), an index (`x[i]`) or a built-in function means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NONE
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part
from ludwright.mistakes import nearest
from ludwright.model.kinds import NUMBER, Field, Holding, Kind, Type
from ludwright.rules.names import sets
from ludwright.rules.names.scope import (
    Answers,
    Anything,
    FieldRef,
    KindRef,
    ParamList,
    PhaseName,
    PrintedRow,
    Scalar,
    Scope,
    Value,
    WrongError,
    ZoneFamily,
    ZoneRef,
)
from ludwright.rules.names.sets import SetValue
from ludwright.spelling import with_article

if TYPE_CHECKING:
    from ludwright.model.world import World
    from ludwright.rules.compiler import Rules
    from ludwright.rules.formulas.functions import Functions


class Members:
    """Names and members, as part of :class:`ludwright.rules.formulas.formulas.Formulas`."""

    rules: Rules
    model: World
    functions: Functions

    if TYPE_CHECKING:

        def value(self, node: Part, scope: Scope, want: Type | None = None) -> Value: ...
        def scalar(self, node: Part, scope: Scope, want: Type | None = None) -> Scalar: ...
        def as_scalar(self, value: Value, node: Part, scope: Scope, want: Type | None = None) -> Scalar: ...
        def as_number(self, value: Scalar, node: Part, scope: Scope) -> ir.Expr: ...
        def number(self, node: Part, scope: Scope) -> ir.Expr: ...
        def whole(self, node: Part, scope: Scope) -> ir.Expr: ...
        def cond(self, node: Part, scope: Scope) -> ir.Expr: ...
        def members(self, node: Part, scope: Scope, want: Type | None = None) -> SetValue: ...
        def as_set(self, value: Value, node: Part, scope: Scope) -> SetValue: ...
        def fold(self, op: str, node: syntax.EachArguments, scope: Scope) -> Scalar: ...
        def gathered(self, word: str, node: syntax.EachArguments, scope: Scope) -> SetValue: ...
        def _held(self, value: Value, scope: Scope) -> Value: ...
        def matched(self, node: syntax.MatchedArguments, scope: Scope) -> Scalar: ...
        def gen(self, node: Part, scope: Scope) -> Any: ...
        def unknown(self, token: Part, scope: Scope) -> WrongError: ...
        def first_of(self, members: SetValue, scope: Scope) -> Scalar: ...

    # ------------------------------------------------------------ plain names

    def name(self, token: Token, scope: Scope, want: Type | None = None) -> Value:
        name = str(token)
        if name in scope.names:
            known = scope.names[name]
            if isinstance(known, Anything):
                raise WrongError
            return known
        if want is not None and want.kind is not None:
            wanted = self._member_of(want.kind, name)
            if wanted is not None:
                return wanted
        found = self._declared(name, token, scope)
        if found is None:
            found = self._built_in(name, token, scope)
        if found is None:
            raise self.unknown(token, scope)
        return found

    def _member_of(self, kind: Kind, name: str) -> Scalar | None:
        for candidate in (kind, kind.design):
            if candidate is not None and candidate.role != "component" and name in candidate.members:
                return Scalar(terms.const(candidate.first + candidate.members.index(name)), candidate.ref())
        return None

    def _declared(self, name: str, token: Token, scope: Scope) -> Value | None:
        model = self.model
        if scope.owner is not None:
            own = self._owned_name(scope.owner[0], scope.owner[1], name, scope)
            if own is not None:
                return own
        if name in model.fields:
            return self._whole(model.fields[name], scope)
        if name in model.zones:
            zone = model.zones[name]
            return ZoneFamily(zone) if zone.dims else ZoneRef(terms.const(zone.place), zone)
        if name in model.params:
            return self.rules.param(model.params[name], scope)
        if name in self.rules.definitions:
            return self.rules.defining.apply_definition(name, [], token, scope)
        if name in model.plurals:
            return self._all_of(model.plurals[name], scope)
        if name in model.values:
            kind, number = model.values[name]
            return Scalar(terms.const(number), kind.ref())
        if name in model.kinds:
            return KindRef(model.kinds[name])
        if name in self.rules.stages or name in ("turn", "round"):
            return PhaseName(name)
        if name == "clock" and next(iter(model.declared(syntax.ClockDeclaration)), None) is not None:
            self.rules.needs_a_game()
            return PhaseName(name)
        if name == "session":
            self.rules.needs_a_game()
            if self.rules.clock.sessions.named:
                return PhaseName(name)
        if name in self.rules.answers:
            return self.rules.answers[name]
        return None

    def _whole(self, field: Field, scope: Scope) -> Value:
        return FieldRef(field) if field.dims else self.load(field, (), scope)

    def _owned_name(self, kind: Kind, owner: ir.Expr, name: str, scope: Scope) -> Value | None:
        if name in kind.fields:
            field = kind.fields[name]
            return FieldRef(field, (owner,)) if len(field.dims) > 1 else self.load(field, (owner,), scope)
        zone = self.model.owned_zone(kind, name)
        if zone is not None:
            family = ZoneFamily(zone, (owner,))
            return family if len(zone.dims) > 1 else self.rules.places.zone(family)
        return None

    def _all_of(self, kind: Kind, scope: Scope) -> SetValue:
        if kind.role == "player" and scope.static:
            return sets.Circle(terms.ZERO, kind.count, kind.count, kind.ref())
        if kind.role == "player":
            return self.seats()
        if kind.role == "component" and kind.root in self.rules.movable:
            return self.rules.places.in_play(kind)
        return sets.MemberSet(kind, kind.ref())

    def seats(self) -> SetValue:
        """The players still in the game."""
        kind = self.model.player
        everyone = sets.Circle(terms.ZERO, kind.count, kind.count, kind.ref())
        if not self.rules.players_leave:
            return everyone
        return sets.Where(everyone, self.rules.seats.still_in)

    def _built_in(self, name: str, token: Token, scope: Scope) -> Value | None:
        players = self.model.player
        match name:
            case "me":
                return Scalar(self.me(token, scope), players.ref())
            case "others":
                return self.others_of(self.me(token, scope), scope)
            case "opponent" | "partner":
                return self.seat_function(name, self.me(token, scope), None, token, scope)
            case "everyone":
                return sets.Circle(terms.ZERO, players.count, players.count, players.ref())
            case "players":
                return self.seats()
            case "directions":
                return self._board_set(token, scope, "direction")
            case "lines":
                return self._board_set(token, scope, "line")
            case "repeats":
                self.rules.needs_a_game()
                return Scalar(self.rules.counting.repeats(), NUMBER)
            case "it" if "it" in scope.names:
                return scope.names["it"]
        return None

    def me(self, node: Part, scope: Scope) -> ir.Expr:
        if scope.me is None:
            hint = "name the player, or write `for p in players`"
            if isinstance(scope.declaration.tree, syntax.ScoreDeclaration):
                hint = "write `score(p): …`, and `p` for the player whose score it is"
            raise self.rules.wrong(scope, node, "there is no `me` here: nobody has the turn", hint)
        return scope.me

    def _board_set(self, token: Token, scope: Scope, role: str) -> SetValue:
        found = [kind for kind in self.model.kinds.values() if kind.role == role]
        if len(found) != 1:
            what = "no board with" if not found else "more than one board with"
            raise self.rules.wrong(scope, token, f"there is {what} {role}s")
        return sets.MemberSet(found[0], found[0].ref())

    def others_of(self, seat: ir.Expr, scope: Scope) -> SetValue:
        players = self.model.player
        kept = scope.code.keep(seat)
        if players.count == 1:
            return sets.One(terms.const(NONE), players.ref())
        following = scope.code.keep(sets.around(kept, terms.ONE, players.count))
        circle = sets.Circle(following, players.count, players.count - 1, players.ref())
        return sets.Where(circle, self.rules.seats.still_in) if self.rules.players_leave else circle

    def seat_function(self, name: str, seat: ir.Expr, places: ir.Expr | None, node: Part, scope: Scope) -> Scalar:
        players = self.model.player
        count = players.count
        if name == "opponent":
            if count != 2:
                raise self.rules.wrong(
                    scope, node, "`opponent` needs a game for exactly two", "use `others`, or `for p in others`"
                )
            return Scalar(terms.sub(terms.ONE, seat), players.ref())
        if name == "partner":
            return self.rules.seats.partner(seat, node, scope)
        return Scalar(
            self.rules.seats.beside(seat, places if places is not None else terms.ONE, name == "right", scope),
            players.ref(),
        )

    # ------------------------------------------------------------ members

    def _my(self, node: syntax.My, scope: Scope, want: Type | None) -> Value:
        me = Scalar(self.me(node, scope), self.model.player.ref())
        return self.member(me, node.name, self._args(node.arguments, scope), node, scope, want)

    def _member(self, node: syntax.MemberOf, scope: Scope, want: Type | None) -> Value:
        subject = self.value(node.subject, scope)
        subject = self._held(subject, scope)
        if isinstance(subject, FieldRef) and len(subject.given) == len(subject.field.dims):
            subject = self.load(subject.field, subject.given, scope)
        if (
            isinstance(subject, ZoneRef)
            and isinstance(subject.zone, Holding)
            and subject.zone.room == 1
            and str(node.name) != "count"
        ):
            subject = self.as_scalar(subject, node.subject, scope)
        return self.member(subject, node.name, self._args(node.arguments, scope), node, scope, want)

    def _args(self, given: syntax.ArgumentList | None, scope: Scope) -> Sequence[Formula]:
        if given is None:
            return ()
        if not isinstance(given, syntax.Arguments):
            raise self.rules.wrong(scope, given, "only `count`, `sum`, `max` and `min` walk over a set")
        return given.values

    def member(
        self,
        subject: Value,
        name: Part,
        args: Sequence[Part],
        node: Part,
        scope: Scope,
        want: Type | None = None,
    ) -> Value:
        word = str(name)
        if isinstance(subject, PhaseName) and subject.name == "clock":
            if word == "now":
                return Scalar(self.rules.clock.now(), NUMBER)
            if word == "waiting":
                return Scalar(self.rules.clock.waiting(), NUMBER)
            raise self.rules.wrong(scope, name, f"the clock has no `{word}`", "it has `clock.now` and `clock.waiting`")
        if isinstance(subject, PhaseName):
            if word == "number":
                return Scalar(self.rules.structure.part_number(subject.name, node, scope), NUMBER)
            if word == "left" and subject.name == "session":
                return Scalar(self.rules.clock.sessions.left(self.rules.clock.now()), NUMBER)
            raise self.rules.wrong(scope, name, f"`{subject.name}` has no `{word}`", f"it has `{subject.name}.number`")
        if isinstance(subject, ParamList):
            if word == "count":
                return Scalar(terms.const(len(subject.param.values)), NUMBER)
            raise self.rules.wrong(scope, name, f"a list has no `{word}`", "it has `.count`")
        if word == "count" and isinstance(subject, SetValue | ZoneRef):
            return Scalar(scope.code.keep(self.as_set(subject, node, scope).count(scope.code)), NUMBER)
        if word == "designs" and isinstance(subject, KindRef):
            return self.functions.designs_of(subject.kind, node, scope)
        if isinstance(subject, Scalar) and subject.type.form == "none":
            return Scalar(terms.const(NONE), subject.type)
        if isinstance(subject, Scalar) and subject.type.kind is not None:
            found = self._of_thing(subject, subject.type.kind, word, args, node, scope)
            if found is not None:
                return found
        if word in self.rules.definitions and self.rules.defining.arity(word) == 1 + len(args):
            return self.rules.defining.apply_definition(
                word, [subject, *(self.value(a, scope) for a in args)], node, scope
            )
        raise self._no_member(subject, name, scope, node)

    def _no_member(self, subject: Value, name: Part, scope: Scope, node: Part) -> WrongError:
        if str(name) in self.model.broken:
            return WrongError()
        if not isinstance(subject, Scalar) or subject.type.kind is None:
            what = (
                subject.type
                if isinstance(subject, Scalar)
                else "a set"
                if isinstance(subject, SetValue | ZoneRef)
                else "this"
            )
            return self.rules.wrong(
                scope, name, f"{what} has no `{name}`", "a set has `.count`" if what == "a set" else ""
            )
        if str(name) == "score" and subject.type.kind is self.model.player:
            return self.rules.wrong(scope, name, "this game has no score", "declare it with `score(p): …`")
        known = self.rules.fitting.known_members(subject.type.kind)
        close = nearest(str(name), [*known, *self.rules.definitions])
        hint = (
            f"did you mean `{close}`?"
            if close
            else f"it has {', '.join(f'`{k}`' for k in sorted(known)[:12])}"
            if known
            else ""
        )
        theirs = next((k for k in self.model.kinds.values() if k.plural == str(name)), None)
        if theirs is not None and subject.type.kind is self.model.player:
            marks = [f.name for f in theirs.fields.values() if f.type.kind is self.model.player]
            if marks:
                hint = f"those marked with a player are `(all x in {theirs.plural} with x.{marks[0]} is me)`"
        cell = self._cell_of(subject.type.kind, str(name))
        if cell:
            hint = f"the cell it stands on has: write `.{cell}.{name}`"
        own = self.model.kinds.get(str(name))
        if own is not None and own.has_owners and subject.type.kind is self.model.player:
            hint = f"`p.{own.plural}` are all that are theirs; one of them is `(first x in p.{own.plural})`"
        return self.rules.wrong(scope, name, f"{with_article(subject.type.kind.name)} has no `{name}`", hint)

    def _cell_of(self, kind: Kind, name: str) -> str:
        """What the cells are called that a thing may stand on, if these have what was asked of the thing."""
        boards = [holding.board for holding in self.model.holdings if kind.root in (holding.kind, holding.kind.root)]
        return next((b.name for b in boards if name in self.rules.fitting.known_members(b)), "")

    def _of_thing(
        self, subject: Scalar, kind: Kind, word: str, args: Sequence[Part], node: Part, scope: Scope
    ) -> Value | None:
        rules = self.rules
        thing = subject.expr
        if kind.role == "design" and kind.of is not None and word == "number":
            return Scalar(terms.add(thing, terms.const(1 - kind.first)), NUMBER)
        printed = rules.property(kind, word, thing, node, scope)
        if printed is not None:
            return printed
        for ancestor in kind.ancestors():
            if word in ancestor.fields:
                field = ancestor.fields[word]
                return FieldRef(field, (thing,)) if len(field.dims) > 1 else self.load(field, (thing,), scope)
        zone = self.model.owned_zone(kind, word)
        if zone is not None:
            family = ZoneFamily(zone, (thing,))
            return family if len(zone.dims) > 1 else rules.places.zone(family)
        if kind.role == "cell":
            return self._of_cell(subject, kind, word, args, node, scope)
        if kind.role == "component":
            return self._of_component(subject, kind, word, node, scope)
        if kind.role == "player":
            return self._of_player(subject, word, args, node, scope)
        if word == "number":
            return Scalar(terms.add(thing, terms.const(1 - kind.first)), NUMBER)
        if kind.role == "direction" and word in ("up", "right"):
            return Scalar(rules.boards.direction(kind, word, thing), NUMBER)
        if kind.role in ("corner", "edge", "region", "line"):
            return rules.boards.related(kind, word, scope.code.keep(thing))
        return None

    def _of_cell(
        self, subject: Scalar, kind: Kind, word: str, args: Sequence[Part], node: Part, scope: Scope
    ) -> Value | None:
        boards, cell = self.rules.boards, subject.expr
        if word in kind.holds:
            holding = kind.holds[word]
            return ZoneRef(self.rules.places.of_cell(holding, cell), holding)
        match word:
            case "number":
                return Scalar(terms.add(cell, terms.ONE), NUMBER)
            case "row" | "column":
                return Scalar(boards.coordinate(kind, word, cell), NUMBER)
            case "next" | "previous":
                return Scalar(boards.step(kind, cell, terms.const(0 if word == "next" else 1)), kind.ref(True))
            case "step":
                way = self._argument(args, 0, node, scope, self._directions(kind, word, node, scope))
                if len(args) > 1:
                    return Scalar(self.rules.steps(kind, cell, way, self.whole(args[1], scope), scope), kind.ref(True))
                return Scalar(boards.step(kind, cell, way), kind.ref(True))
            case "ray":
                way = scope.code.keep(self._argument(args, 0, node, scope, self._directions(kind, word, node, scope)))
                start = scope.code.keep(cell)
                return sets.Ray(
                    lambda c: boards.step(kind, c, way), start, kind.count, kind.ref(), boards.goes_round(kind)
                )
        return boards.related(kind, word, scope.code.keep(cell))

    def _directions(self, kind: Kind, word: str, node: Part, scope: Scope) -> Kind:
        found = self.rules.boards.directions(kind)
        if found is None:
            hint = "write `c.neighbours` for the cells that are linked to it"
            raise self.rules.wrong(scope, node, f"a {kind.name} has no directions, so there is no `{word}`", hint)
        return found

    def _argument(self, args: Sequence[Part], place: int, node: Part, scope: Scope, kind: Kind) -> ir.Expr:
        if len(args) <= place:
            raise self.rules.wrong(scope, node, f"a {kind.name} is missing in the brackets")
        value = self.scalar(args[place], scope, kind.ref())
        if value.type.kind is not kind:
            raise self.rules.wrong(scope, args[place], f"expected a {kind.name}, this is {value.type}")
        return value.expr

    def _of_component(self, subject: Scalar, kind: Kind, word: str, node: Part, scope: Scope) -> Value | None:
        places, thing = self.rules.places, subject.expr
        if word == "design" and kind.design is not None:
            return Scalar(places.design_of(thing), kind.design.ref(thing.lo < 0))
        if word == "owner" and kind.has_owners:
            owner = places.owner(kind, thing)
            return Scalar(owner, self.model.player.ref(owner.lo < 0))
        if word in ("position", "number"):
            self.rules.equal_things.keep_apart(subject.type)
        if word == "position":
            return Scalar(places.position_of(thing), NUMBER)
        if word == "number":
            return Scalar(terms.add(thing, terms.const(1 - kind.first)), NUMBER)
        board = self.model.kinds.get(word)
        if board is not None and board.role == "cell":
            for holding in board.holds.values():
                if self.rules.fitting.comparable(holding.kind, kind):
                    return Scalar(places.cell_under(holding, thing), board.ref(True))
        return None

    def _of_player(self, subject: Scalar, word: str, args: Sequence[Part], node: Part, scope: Scope) -> Value | None:
        seat = subject.expr
        owned = self.model.plurals.get(word)
        if owned is not None and owned.role == "component" and owned.has_owners:
            return self.rules.places.owned(owned, seat)
        if word == "number":
            return Scalar(terms.add(seat, terms.ONE), NUMBER)
        if word == "turns":
            return Scalar(self.rules.counting.turns_of(seat), NUMBER)
        if word in ("left", "right", "opponent", "partner"):
            places = self.whole(args[0], scope) if args else None
            return self.seat_function(word, seat, places, node, scope)
        if word == "others":
            return self.others_of(seat, scope)
        if word == "score" and self.rules.score is not None and word not in self.rules.definitions:
            self.rules.needs_a_game()
            return Scalar(self.rules.analysis.score_of(seat, scope), NUMBER)
        return None

    # ------------------------------------------------------------ indices

    def _at(self, node: syntax.At, scope: Scope, want: Type | None) -> Value:
        indices, subject = node.indices, self.value(node.value, scope)
        if isinstance(subject, PrintedRow):
            return self.rules.properties.at(subject, indices[0], scope)
        if isinstance(subject, SetValue):
            self.rules.equal_things.keep_apart(subject.type)
        match subject:
            case FieldRef(field, given):
                taken = tuple(
                    self.index(i, dim, scope) for i, dim in zip(indices, field.dims[len(given) :], strict=False)
                )
                if len(given) + len(indices) > len(field.dims):
                    raise self.rules.wrong(
                        scope, node, f"`{field.name}` has only {len(field.dims) - len(given)} indices"
                    )
                given = (*given, *taken)
                return self.load(field, given, scope, node) if len(given) == len(field.dims) else FieldRef(field, given)
            case ZoneFamily(zone, given):
                taken = tuple(
                    self.index(i, dim, scope) for i, dim in zip(indices, zone.dims[len(given) :], strict=False)
                )
                family = ZoneFamily(zone, (*given, *taken))
                if len(family.given) == len(zone.dims):
                    return self.rules.places.zone(family, scope, self.rules.line(scope, node))
                return family
            case ParamList(param):
                index = self.whole(indices[0], scope)
                self.rules.addresses.in_bounds(index, 1, len(param.values), scope, node)
                return Scalar(terms.table(param.base - 1, index, 1, len(param.values), param.lo, param.hi), NUMBER)
            case ZoneRef():
                self.rules.equal_things.keep_apart(self.rules.places.contents(subject).type)
                return self.rules.places.nth(subject, self.whole(indices[0], scope), scope, node)
            case sets.MemberSet(kind, _) if kind.role == "cell" and len(indices) == 2:
                column, row = (self.whole(i, scope) for i in indices)
                return Scalar(self.rules.boards.cell_at(kind, column, row), kind.ref(True))
            case sets.MemberSet(kind, type_):
                index = terms.add(self.whole(indices[0], scope), terms.const(kind.first - 1))
                self.rules.addresses.in_bounds(index, kind.first, kind.last, scope, node)
                return Scalar(terms.clamp(index, kind.first, kind.last), type_)
            case sets.StoredSet():
                index = terms.sub(self.whole(indices[0], scope), terms.ONE)
                self.rules.addresses.in_bounds(index, 0, terms.sub(subject.number, terms.ONE), scope, node)
                return Scalar(subject.at(index), subject.type)
            case Answers():
                seat = self.scalar(indices[0], scope, self.model.player.ref())
                if len(indices) != 1 + len(subject.dims):
                    message = f"an answer of one player, and {len(subject.dims)} more in the brackets: for which pass of the loop"
                    hint = "for each `for` or `repeat` round the question one, as in `name[p, x]`"
                    raise self.rules.wrong(scope, node, message if subject.dims else "one index is enough here", hint)
                passes = [self.index(i, dim, scope) for i, dim in zip(indices[1:], subject.dims, strict=True)]
                return self.rules.answer_of(subject, seat, passes)
            case SetValue():
                kept = sets.keep(scope.code, subject)
                index = terms.sub(self.whole(indices[0], scope), terms.ONE)
                self.rules.addresses.in_bounds(index, 0, terms.sub(kept.number, terms.ONE), scope, node)
                return Scalar(kept.at(index), kept.type)
        raise self.rules.wrong(scope, node, "this has no indices", "only indexed variables, zones, lists and sets do")

    def index(self, node: Part, dim: Any, scope: Scope) -> ir.Expr:
        if dim.type.form == "number":
            return self.whole(node, scope)
        value = self.scalar(node, scope, dim.type)
        if value.type.form == "none":
            return terms.const(NONE)
        kind = dim.type.kind
        if value.type.kind is not None and value.type.kind.role == "component" and kind.role == "design":
            return self.rules.places.design_of(value.expr)
        if value.type.kind is None or not self.rules.fitting.comparable(value.type.kind, kind):
            raise self.rules.wrong(scope, node, f"expected a {kind.name} as index, this is {value.type}")
        return value.expr

    def load(self, field: Field, given: tuple[ir.Expr, ...], scope: Scope, node: Part | None = None) -> Scalar:
        """The value of a variable. An index of `none` reads as none, 0 or no."""
        index, first, last = self.rules.addresses.address(field, given, scope, node)
        lo, hi = field.lo, field.hi
        if first < 0:
            blank = (
                terms.NO_NUMBER
                if field.type.form == "number" and field.type.optional
                else NONE
                if field.type.form == "ref"
                else 0
            )
            if given and given[0].lo < (field.dims[0].first if field.dims else 0):
                lo, hi = min(lo, blank), max(hi, blank)
        loaded = terms.state(field.base, index, first, last, lo, hi)
        return Scalar(terms.as_bool(loaded) if field.type.form == "bool" else loaded, field.type)

    # ------------------------------------------------------------ asking whether something can be done
