"""What a formula looks at, seen from its tree alone: whose variable, and which zone a card or thing was taken from.

A formula is followed with a rough idea of its values: a player (me, the same as another name, certainly somebody else, anybody), a zone with its
owner, and components with the zones they come from. Whatever is not understood is a value nothing is known of, and nobody complains about it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lark import Token

from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part, parts
from ludwright.language.syntax.reading import names_in, parameters, split
from ludwright.model.side_effects import CONCLUDING
from ludwright.rules.analysis.origins import (
    CarriedThings,
    Chosen,
    Glimpse,
    KnownNames,
    LaterEffect,
    Lying,
    Member,
    OfKind,
    Seat,
    SeatOrigin,
    Seen,
    SeenThing,
    ThingOrigin,
)
from ludwright.rules.analysis.zone_owners import ZoneOwners

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules
    from ludwright.rules.options.actions import ActionRules

MOST_STEPS = 200_000
"""Beyond so many steps a game is looked at no further."""


class InformationFlow(ZoneOwners):
    """Follows formulas. ``look`` is None where everything may be read."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self._busy: list[str] = []
        self._memory: dict[Hashable, tuple[Seen, list[Glimpse]]] = {}
        self._steps = 0
        self._handlers: dict[type[syntax.Node], Callable[[Any, KnownNames, SeenThing | None], Seen]] = {
            syntax.Brackets: self._brackets,
            syntax.And: self._and,
            syntax.Or: self._or,
            syntax.IfElse: self._if_else,
            syntax.Add: self._add,
            syntax.Is: self._identity,
            syntax.IsNot: self._identity,
            syntax.IsIn: self._membership,
            syntax.IsNotIn: self._membership,
            syntax.Compare: self._compare,
            syntax.Knows: self._knows,
            syntax.Can: self._can,
            syntax.AnyOf: self._quantifier,
            syntax.NoneOf: self._quantifier,
            syntax.EveryHas: self._every,
            syntax.AllOf: self._all,
            syntax.FirstOf: self._first,
            syntax.RandomOf: self._first,
            syntax.BestOf: self._best,
            syntax.AllBest: self._all_best,
            syntax.DesignsOf: self._designs,
            syntax.Of: self._of,
            syntax.FunctionCall: self._call,
            syntax.My: self._my,
            syntax.MemberOf: self._member,
            syntax.At: self._at,
        }

    # ------------------------------------------------------------ dispatch

    def value(self, node: Part | None, names: KnownNames, look: SeenThing | None = None) -> Seen:
        """What a formula stands for; what it reads on the way is looked at."""
        self._steps += 1
        if node is None or self._steps > MOST_STEPS:
            return None
        if isinstance(node, Token):
            return self._name(node, names, look) if node.type == "NAME" else None
        assert isinstance(node, syntax.Node)
        handler = self._handlers.get(type(node))
        if handler is not None:
            return handler(node, names, look)
        for part in parts(node):
            self.value(part, names, look)
        return None

    def condition(self, node: Part | None, names: KnownNames, look: SeenThing | None) -> None:
        """A test, of which each part may rely on the others."""
        if node is None:
            return
        names = self.refined(node, names, look)
        for part in split(node):
            self.value(part, names, look)

    def _name(self, token: Token, names: KnownNames, look: SeenThing | None) -> Seen:
        word, model = str(token), self.model
        if word in names.values:
            value = names.values[word]
            if isinstance(value, Chosen) and look is not None and value.by.beside(look.chooser) != "same":
                look.note(token, value)
            if not isinstance(value, LaterEffect):
                return value
            return self._remembered(value, token, look, lambda inner: self.value(value.node, value.names, inner))
        if word in model.fields:
            field = model.fields[word]
            return CarriedThings(field) if field.dims else self._read(field, None, token, look)
        if word in model.zones:
            return Lying(model.zones[word])
        if word in model.params:
            return None
        if word in self.rules.definitions:
            return self._apply(word, [], token, names, look)
        if word in ("me", "others", "opponent", "partner", "players", "everyone"):
            return self._around(word, names.me) if word not in ("players", "everyone") else SeatOrigin()
        if word in model.plurals:
            return self._all_of(model.plurals[word])
        if word in model.values:
            kind, number = model.values[word]
            return self._named(number) if kind is model.player else Member(kind)
        return OfKind(model.kinds[word]) if word in model.kinds else None

    # ------------------------------------------------------------ logic

    def _brackets(self, node: syntax.Brackets, names: KnownNames, look: SeenThing | None) -> Seen:
        return self.value(node.formula, names, look)

    def _and(self, node: syntax.And, names: KnownNames, look: SeenThing | None) -> Seen:
        if len(split(node)) == 1:  # with an `or` beside it, which is a mistake of its own
            for side in (node.left, node.right):
                self.value(side, names, look)
        else:
            self.condition(node, names, look)
        return None

    def _or(self, node: syntax.Or, names: KnownNames, look: SeenThing | None) -> Seen:
        self.value(node.left, names, look)
        self.value(node.right, self._unless(node.left, names, look), look)
        return None

    def _unless(self, test: Formula, names: KnownNames, look: SeenThing | None) -> KnownNames:
        """What names stand for where a test does not hold."""
        match test:
            case syntax.Brackets(inner):
                return self._unless(inner, names, look)
            case syntax.Negation(condition):
                return self.refined(condition, names, look)
            case syntax.Is(left, right):
                return self.refined(syntax.IsNot(left, right), names, look)
            case syntax.IsNot(left, right):
                return self.refined(syntax.Is(left, right), names, look)
        return names

    def _if_else(self, node: syntax.IfElse, names: KnownNames, look: SeenThing | None) -> Seen:
        self.condition(node.condition, names, look)
        first = self.value(node.then, self.refined(node.condition, names, look), look)
        return self._joined(first, self.value(node.otherwise, self._unless(node.condition, names, look), look))

    def _joined(self, a: Seen, b: Seen) -> Seen:
        a, b = (self._as_things(v) if isinstance(v, Lying) else v for v in (a, b))
        if isinstance(a, ThingOrigin) and isinstance(b, ThingOrigin):
            return ThingOrigin(a.sources | b.sources, tuple(dict.fromkeys((*a.kinds, *b.kinds))))
        if isinstance(a, SeatOrigin | Seat) and isinstance(b, SeatOrigin | Seat):
            return a if a == b else SeatOrigin()
        return a if isinstance(a, ThingOrigin) else b if isinstance(b, ThingOrigin) else None

    def _add(self, node: syntax.Add, names: KnownNames, look: SeenThing | None) -> Seen:
        return self._joined(self.value(node.left, names, look), self.value(node.right, names, look))

    def refined(self, test: Part, names: KnownNames, look: SeenThing | None) -> KnownNames:
        """What the parts of a test that must all hold say about the names in it."""
        for part in split(test):
            match part:
                case syntax.Is(left, right) | syntax.IsNot(left, right):
                    names = self._who_is_who(left, right, isinstance(part, syntax.Is), names)
                case syntax.IsIn(Token() as thing, among) if str(thing) in names.values:
                    known = self.value(thing, names)
                    if isinstance(known, ThingOrigin) and not known.sources:
                        place = self.element(self.value(among, names), part)
                        names = names.bind(str(thing), place if isinstance(place, ThingOrigin) else known)
                case syntax.Knows(who, what) if look is not None:
                    names = self._known(who, what, names, look)
        return names

    def _who_is_who(self, left: Formula, right: Formula, same: bool, names: KnownNames) -> KnownNames:
        for node, against in ((left, right), (right, left)):
            named = isinstance(node, Token) and self.model.values.get(str(node), (None,))[0] is self.model.player
            if not isinstance(node, Token) or not (named or str(node) in names.values):
                continue
            one = self.value(node, names)
            other = self.value(against, names) if isinstance(one, Seat) else None
            if not isinstance(one, Seat) or not isinstance(other, Seat) or one.key is None or other.key is None:
                continue
            both = one.other_than | other.other_than
            told = replace(other, other_than=both) if same else replace(one, other_than=one.other_than | {other.key})
            if not same and self.model.players == 2:
                told = self._opposite(other)
            return names.bind(str(node), told)
        return names

    def _known(self, who: Formula, what: Formula, names: KnownNames, look: SeenThing) -> KnownNames:
        seat = self.value(who, names)
        if not isinstance(seat, Seat) or seat.beside(look.chooser) != "same":
            return names
        match what:
            case Token() if isinstance(self.value(what, names), ThingOrigin) and str(what) in names.values:
                return names.bind(str(what), ThingOrigin())
            case syntax.MemberOf(Token() as subject, word):
                return replace(names, known=names.known | {(str(subject), str(word))})
        return names

    # ------------------------------------------------------------ comparing

    def _identity(self, node: syntax.Identity, names: KnownNames, look: SeenThing | None) -> Seen:
        return self._sides(node.left, node.right, names, look)

    def _membership(self, node: syntax.Membership, names: KnownNames, look: SeenThing | None) -> Seen:
        return self._sides(node.thing, node.among, names, look)

    def _compare(self, node: syntax.Compare, names: KnownNames, look: SeenThing | None) -> Seen:
        if str(node.sign) in ("==", "!="):
            return self._sides(node.left, node.right, names, look)
        for side in (node.left, node.right):
            self.value(side, names, look)
        return None

    def _sides(self, left: Formula, right: Formula, names: KnownNames, look: SeenThing | None) -> Seen:
        a, b = self.value(left, names, look), self.value(right, names, look)
        self._compared(left, a, right, b, look)
        self._compared(right, b, left, a, look)
        return None

    def _compared(self, node: Formula, value: Seen, other: Formula, kind: Seen, look: SeenThing | None) -> None:
        """Components are looked at where they are compared with a design or a sub-kind, not with each other."""
        things = self._as_things(value) if isinstance(value, Lying) else value
        if not isinstance(things, ThingOrigin):
            return
        design = isinstance(kind, Member) and kind.kind.role == "design"
        lesser = isinstance(kind, OfKind) and kind.kind.parent is not None
        named = isinstance(other, Token) and kind is None and self._names_design(str(other), things)
        if design or lesser or named:
            self._printed(things, node, look)

    @staticmethod
    def _names_design(word: str, things: ThingOrigin) -> bool:
        family = [k for kind in things.kinds for k in kind.root.family()]
        return any(k.design is not None and word in k.design.members for k in family)

    def _knows(self, node: syntax.Knows, names: KnownNames, look: SeenThing | None) -> Seen:
        seat, what = self.value(node.who, names, look), node.what
        printed = isinstance(what, syntax.MemberOf)
        mine = isinstance(seat, Seat) and look is not None and seat.beside(look.chooser) == "same"
        if printed and look is not None and not mine and not look.reckoning:
            look.note(node, None)  # others conclude it from cards that whoever chooses may not see
        self.value(what.subject if isinstance(what, syntax.MemberOf) else what, names, look)
        return None

    def _can(self, node: syntax.Can, names: KnownNames, look: SeenThing | None) -> Seen:
        """Whether somebody can do something depends on what the conditions of that action read."""
        seat, deed = self.value(node.who, names, look), node.action
        given = parts(deed.arguments) if isinstance(deed, syntax.FunctionCall) else []
        values = [self.value(arg, names, look) for arg in given]
        name = str(deed.name if isinstance(deed, syntax.FunctionCall) else deed)
        action = self.rules.actions.known.get(name)
        if look is None or action is None or f"can {name}" in self._busy or not isinstance(seat, Seat):
            return None
        inner = look.inside(concluding=False)
        self._busy.append(f"can {name}")
        try:
            self.ways(action, replace(KnownNames(), me=seat), values, inner)
        finally:
            self._busy.pop()
        look.take(node, inner.found)
        return None

    def ways(self, action: ActionRules, names: KnownNames, given: list[Seen], look: SeenThing) -> KnownNames:
        """The sets and conditions of an action, with its first parameters given; the names that its effects know."""
        for at, (word, source) in enumerate(action.params):
            from_ = self.value(source, names, look)
            found = self.element(from_, source)
            if at >= len(given) and not isinstance(from_, Lying):  # from a zone itself one chooses by place
                self.offered(found, source, look)
            names = names.bind(word, given[at] if at < len(given) else found)
        guards: list[Any] = action.guards
        for guard in guards:
            if isinstance(guard, syntax.Let):
                names = self.let(str(guard.name), guard.value, names)
        for guard in guards:
            if isinstance(guard, syntax.When):
                names = self.refined(guard.condition, names, look)
        for guard in guards:
            for test in parts(guard) if not isinstance(guard, syntax.Let) else ():
                self.condition(test, names, look)
        return names

    def let(self, name: str, node: Part, names: KnownNames) -> KnownNames:
        """A name for a value: who a player is, is settled at once."""
        value, taints = self.value(node, names), self.rules.taints
        lasting = bool(taints.names & names_in(node)) and not taints.names_cards(node)
        return names.bind(name, value if isinstance(value, Seat | SeatOrigin) else LaterEffect(node, names, lasting))

    # ------------------------------------------------------------ walking sets

    def gen(self, node: Part, names: KnownNames, look: SeenThing | None) -> tuple[Seen, KnownNames]:
        """``x in S from y with P``: a member, and the names for what follows."""
        assert isinstance(node, syntax.Generator)
        inner = names.bind(str(node.name), self.element(self.value(node.source, names, look), node))
        self.value(node.start, names, look)
        if node.limit is not None:
            self.condition(node.limit.condition, inner, look)
            inner = self.refined(node.limit.condition, inner, look)
        return inner.values[str(node.name)], inner

    def _quantifier(self, node: syntax.Quantifier, names: KnownNames, look: SeenThing | None) -> Seen:
        self.gen(node.members, names, look)
        return None

    def _every(self, node: syntax.EveryHas, names: KnownNames, look: SeenThing | None) -> Seen:
        member = self.element(self.value(node.source, names, look), node)
        self.condition(node.condition, names.bind(str(node.name), member), look)
        return None

    def _all(self, node: syntax.AllOf, names: KnownNames, look: SeenThing | None) -> Seen:
        member, _ = self.gen(node.members, names, look)
        return SeatOrigin(member.other_than) if isinstance(member, Seat) and member.anybody else member

    def _first(self, node: syntax.FirstOf | syntax.RandomOf, names: KnownNames, look: SeenThing | None) -> Seen:
        member, _ = self.gen(node.members, names, look)
        return replace(member, anybody=False) if isinstance(member, Seat) else member

    def _best(self, node: syntax.Ranked, names: KnownNames, look: SeenThing | None) -> Seen:
        member, inner = self.gen(node.members, names, look)
        for key in node.by:
            self.value(key, inner, look)
        return replace(member, anybody=False) if isinstance(member, Seat) else member

    def _all_best(self, node: syntax.AllBest, names: KnownNames, look: SeenThing | None) -> Seen:
        member = self._best(node, names, look)
        return SeatOrigin(member.other_than) if isinstance(member, Seat) else member

    # ------------------------------------------------------------ functions

    def _designs(self, node: syntax.DesignsOf, names: KnownNames, look: SeenThing | None) -> Seen:
        kind = self.model.kinds.get(str(node.kind))
        return Member(kind.design) if kind is not None and kind.design is not None else None

    def _of(self, node: syntax.Of, names: KnownNames, look: SeenThing | None) -> Seen:
        return self._function(str(node.name), [node.whole], node, names, look)

    def _call(self, node: syntax.FunctionCall, names: KnownNames, look: SeenThing | None) -> Seen:
        given = node.arguments
        if isinstance(given, syntax.Arguments):
            return self._function(str(node.name), given.values, node, names, look)
        for part in parts(given):
            if isinstance(part, syntax.Generator):
                _, names = self.gen(part, names, look)
        if isinstance(given, syntax.EachArguments | syntax.MatchedArguments):
            self.value(given.value, names, look)
        return None

    def _function(
        self, word: str, args: Sequence[Formula], node: Part, names: KnownNames, look: SeenThing | None
    ) -> Seen:
        if word in CONCLUDING and word not in self.rules.definitions and len(args) == 1:
            if word == "chance":
                self._reckoned(args[0], names, look)
            else:
                self._concluded(args[0], names, look)
            return None
        values = [self.value(arg, names, look) for arg in args]
        if word in self.rules.definitions:
            return self._apply(word, values, node, names, look)
        subject = values[0] if values else None
        if word in ("top", "bottom"):
            if not isinstance(subject, Lying):
                return subject if isinstance(subject, ThingOrigin) else None
            return self._as_things(replace(subject, top=word == "top"))
        if word in ("left", "right", "opponent", "partner", "others") and isinstance(subject, Seat):
            return self._around(word, subject, str(node) if len(args) > 1 else "")
        if word == "score" and self.rules.score is not None:
            return self._score(subject, node, look)
        if len(args) == 1 and word not in ("sum", "count", "max", "min", "abs"):
            return self.member(subject, word, [], node, names, look)
        return None

    def _reckoned(self, test: Part, names: KnownNames, look: SeenThing | None) -> None:
        """`chance(P)`: P may be about anything, as it is worked out for other cards as well; but not what was read before."""
        for word in sorted(names_in(test)):
            if isinstance(names.values.get(word), LaterEffect):
                self._name(Token("NAME", word), names, look)

    def _concluded(self, test: Part, names: KnownNames, look: SeenThing | None) -> None:
        """`surely(P)` and its like: what P asks of a card that has a name is concluded, not read."""
        if look is None:
            return
        for name, value in names.values.items():
            if isinstance(value, LaterEffect):
                value = self.value(value.node, value.names)
            if isinstance(value, ThingOrigin):
                names = names.bind(name, ThingOrigin(kinds=value.kinds))
        inner = look.inside(concluding=True)
        self.condition(test, names, inner)
        look.found += inner.found

    def _score(self, subject: Seen, node: Part, look: SeenThing | None) -> Seen:
        assert self.rules.score is not None
        score: syntax.ScoreDeclaration = self.rules.score.tree
        return self._inside("score", parameters(score), (), score.value, [subject], Seat(), node, look)

    def _apply(self, name: str, args: list[Seen], node: Part, names: KnownNames, look: SeenThing | None) -> Seen:
        """A definition, looked into with what it is given; what it reads is told where it is used."""
        meant: syntax.DefineDeclaration = self.rules.definitions[name].tree
        return self._inside(name, parameters(meant), meant.steps, meant.formula, args, names.me, node, look)

    def _inside(
        self,
        name: str,
        words: list[str],
        steps: Sequence[syntax.StatementNode],
        formula: Formula,
        args: list[Seen],
        me: Seat,
        node: Part,
        look: SeenThing | None,
    ) -> Seen:
        if name in self._busy or len(self._busy) > 60 or len(words) != len(args):
            return None
        names = KnownNames(me, dict(zip(words, args, strict=True)))

        def work(inner: SeenThing | None) -> Seen:
            self._busy.append(name)
            try:
                known, early = self._lines(steps, names, inner)
                value = self.value(formula, known, inner)
                return self._joined(early[0], value) if early else value
            finally:
                self._busy.pop()

        return self._remembered((name, tuple(args), me), node, look, work)

    def _lines(self, steps: Sequence[Part], names: KnownNames, look: SeenThing | None) -> tuple[KnownNames, list[Seen]]:
        """The lines of a definition: the names for what follows, and what they may answer."""
        early: list[Seen] = []
        for step in steps:
            inner = names
            below: Sequence[Part] = ()
            match step:
                case syntax.Let(name, value):
                    names = self.let(str(name), value, names)
                case syntax.Assign(target=Token() as name, value=value):
                    self.value(value, names, look)
                    names = names.bind(str(name), None)
                case syntax.AnswerWith(value):
                    early.append(self.value(value, names, look))
                case syntax.IfStatement(cases=cases, otherwise=otherwise):
                    for test, then in cases:
                        self.condition(test, names, look)
                        early += self._lines([then], self.refined(test, names, look), look)[1]
                    below = (otherwise.body,) if otherwise is not None else ()
                case syntax.For(members=members, by=by, body=body):
                    _, inner = self.gen(members, names, look)
                    self.value(by, inner, look)
                    below = (body,)
                case syntax.RepeatTimes(number=test, body=body):
                    self.value(test, names, look)
                    below = (body,)
                case syntax.RepeatUntil(condition=test, body=body) | syntax.RepeatWhile(condition=test, body=body):
                    self.condition(test, names, look)
                    below = (body,)
                case syntax.StatementSequence(statements=statements):
                    below = statements
            early += self._lines(below, inner, look)[1]
        return names, early

    def _remembered(
        self, key: Hashable, node: Part, look: SeenThing | None, work: Callable[[SeenThing | None], Seen]
    ) -> Seen:
        """What is named once and used often is looked at once for everybody who uses it."""
        whole = (key, look.chooser, look.concluding, look.reckoning) if look is not None else (key,)
        if whole not in self._memory:
            inner = look.inside() if look is not None else None
            result = work(inner)
            told = SeenThing(Seat())
            told.take(node, inner.found if inner is not None else [])
            self._memory[whole] = (result, told.found)
        result, found = self._memory[whole]
        if look is not None:
            look.take(node, found)
        return result
