"""What a formula looks at, seen from its tree alone: whose variable, and which zone a card or thing was taken from.

A formula is followed with a rough idea of its values: a player (me, the same as another name, certainly somebody else, anybody), a zone with its
owner, and components with the zones they come from. Whatever is not understood is a value nothing is known of, and nobody complains about it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.language.syntax import node_of
from ludwright.rules.analysis.belongings import Belongings
from ludwright.rules.analysis.habits import CONCLUDING, names_in, split
from ludwright.rules.analysis.origins import (
    Carried,
    Chosen,
    Glimpse,
    Later,
    Look,
    Lying,
    Member,
    Names,
    OfKind,
    Seat,
    Seats,
    Seen,
    Things,
)

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules
    from ludwright.rules.options.actions import Action

Node = Tree[Any] | Token

MOST_STEPS = 200_000
"""Beyond so many steps a game is looked at no further."""


class Glimpses(Belongings):
    """Follows formulas. ``look`` is None where everything may be read."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self._busy: list[str] = []
        self._memory: dict[Hashable, tuple[Seen, list[Glimpse]]] = {}
        self._steps = 0

    # ------------------------------------------------------------ dispatch

    def value(self, node: Node | None, names: Names, look: Look | None = None) -> Seen:
        """What a formula stands for; what it reads on the way is looked at."""
        self._steps += 1
        if node is None or self._steps > MOST_STEPS:
            return None
        if isinstance(node, Token):
            return self._name(node, names, look) if node.type == "NAME" else None
        handler = getattr(self, f"_{str(node.data).rstrip('_')}", None)
        if handler is not None:
            found: Seen = handler(node, names, look)
            return found
        for child in node.children:
            self.value(child, names, look)
        return None

    def condition(self, node: Node | None, names: Names, look: Look | None) -> None:
        """A test, of which each part may rely on the others."""
        if node is None:
            return
        names = self.refined(node, names, look)
        for part in split(node):
            self.value(part, names, look)

    def _name(self, token: Token, names: Names, look: Look | None) -> Seen:
        word, model = str(token), self.model
        if word in names.values:
            value = names.values[word]
            if isinstance(value, Chosen) and look is not None and value.by.beside(look.chooser) != "same":
                look.note(token, value)
            if not isinstance(value, Later):
                return value
            return self._remembered(value, token, look, lambda inner: self.value(value.node, value.names, inner))
        if word in model.fields:
            field = model.fields[word]
            return Carried(field) if field.dims else self._read(field, None, token, look)
        if word in model.zones:
            return Lying(model.zones[word])
        if word in model.params:
            return None
        if word in self.rules.definitions:
            return self._apply(word, [], token, names, look)
        if word in ("me", "others", "opponent", "partner", "players", "everyone"):
            return self._around(word, names.me) if word not in ("players", "everyone") else Seats()
        if word in model.plurals:
            return self._all_of(model.plurals[word])
        if word in model.values:
            kind, number = model.values[word]
            return self._named(number) if kind is model.player else Member(kind)
        return OfKind(model.kinds[word]) if word in model.kinds else None

    # ------------------------------------------------------------ logic

    def _paren(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        return self.value(node.children[0], names, look)

    def _and(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        if split(node) == [node]:  # with an `or` beside it, which is a mistake of its own
            for child in node.children:
                self.value(child, names, look)
        else:
            self.condition(node, names, look)
        return None

    def _or(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        left, right = node.children
        self.value(left, names, look)
        self.value(right, self._unless(left, names, look), look)
        return None

    def _unless(self, test: Node, names: Names, look: Look | None) -> Names:
        """What names stand for where a test does not hold."""
        while isinstance(test, Tree) and test.data == "paren":
            test = test.children[0]
        if not isinstance(test, Tree) or test.data not in ("is_", "is_not", "not_"):
            return names
        if test.data == "not_":
            return self.refined(test.children[0], names, look)
        return self.refined(node_of("is_" if test.data == "is_not" else "is_not", test.children), names, look)

    def _if_else(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        yes, test, no = node.children
        self.condition(test, names, look)
        first = self.value(yes, self.refined(test, names, look), look)
        return self._joined(first, self.value(no, self._unless(test, names, look), look))

    def _joined(self, a: Seen, b: Seen) -> Seen:
        a, b = (self._as_things(v) if isinstance(v, Lying) else v for v in (a, b))
        if isinstance(a, Things) and isinstance(b, Things):
            return Things(a.sources | b.sources, tuple(dict.fromkeys((*a.kinds, *b.kinds))))
        if isinstance(a, Seats | Seat) and isinstance(b, Seats | Seat):
            return a if a == b else Seats()
        return a if isinstance(a, Things) else b if isinstance(b, Things) else None

    def _add(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        return self._joined(*(self.value(child, names, look) for child in node.children))

    def refined(self, test: Node, names: Names, look: Look | None) -> Names:
        """What the parts of a test that must all hold say about the names in it."""
        for part in split(test):
            if not isinstance(part, Tree) or len(part.children) != 2:
                continue
            left, right = part.children
            if part.data in ("is_", "is_not"):
                names = self._who_is_who(left, right, part.data == "is_", names)
            elif part.data == "is_in" and isinstance(left, Token) and str(left) in names.values:
                known = self.value(left, names)
                if isinstance(known, Things) and not known.sources:
                    place = self.element(self.value(right, names), part)
                    names = names.bind(str(left), place if isinstance(place, Things) else known)
            elif part.data == "knows" and look is not None:
                names = self._known(left, right, names, look)
        return names

    def _who_is_who(self, left: Node, right: Node, same: bool, names: Names) -> Names:
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

    def _known(self, who: Node, what: Node, names: Names, look: Look) -> Names:
        seat = self.value(who, names)
        if not isinstance(seat, Seat) or seat.beside(look.chooser) != "same":
            return names
        if isinstance(what, Token) and isinstance(self.value(what, names), Things) and str(what) in names.values:
            return names.bind(str(what), Things())
        if isinstance(what, Tree) and what.data == "member" and isinstance(what.children[0], Token):
            return replace(names, known=names.known | {(str(what.children[0]), str(what.children[1]))})
        return names

    # ------------------------------------------------------------ comparing

    def _is(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        left, right = node.children
        a, b = (self.value(child, names, look) for child in (left, right))
        self._compared(left, a, right, b, look)
        self._compared(right, b, left, a, look)
        return None

    _is_not = _is_in = _is_not_in = _is

    def _compared(self, node: Node, value: Seen, other: Node, kind: Seen, look: Look | None) -> None:
        """Components are looked at where they are compared with a design or a sub-kind, not with each other."""
        things = self._as_things(value) if isinstance(value, Lying) else value
        if not isinstance(things, Things):
            return
        design = isinstance(kind, Member) and kind.kind.role == "design"
        lesser = isinstance(kind, OfKind) and kind.kind.parent is not None
        named = isinstance(other, Token) and kind is None and self._names_design(str(other), things)
        if design or lesser or named:
            self._printed(things, node, look)

    @staticmethod
    def _names_design(word: str, things: Things) -> bool:
        family = [k for kind in things.kinds for k in kind.root.family()]
        return any(k.design is not None and word in k.design.members for k in family)

    def _compare(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        left, sign, right = node.children
        if str(sign) in ("==", "!="):
            return self._is(node_of("is_", [left, right]), names, look)
        for child in (left, right):
            self.value(child, names, look)
        return None

    def _knows(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        who, what = node.children
        seat = self.value(who, names, look)
        printed = isinstance(what, Tree) and what.data == "member"
        mine = isinstance(seat, Seat) and look is not None and seat.beside(look.chooser) == "same"
        if printed and look is not None and not mine and not look.reckoning:
            look.note(node, None)  # others conclude it from cards that whoever chooses may not see
        self.value(what.children[0] if printed else what, names, look)
        return None

    def _can(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        """Whether somebody can do something depends on what the conditions of that action read."""
        who, deed = node.children
        seat = self.value(who, names, look)
        given = list(deed.children[1].children) if isinstance(deed, Tree) and deed.data == "call_" else []
        values = [self.value(arg, names, look) for arg in given]
        name = str(deed.children[0] if given and isinstance(deed, Tree) else deed)
        action = self.rules.actions.known.get(name)
        if look is None or action is None or f"can {name}" in self._busy or not isinstance(seat, Seat):
            return None
        inner = look.inside(concluding=False)
        self._busy.append(f"can {name}")
        try:
            self.ways(action, replace(Names(), me=seat), values, inner)
        finally:
            self._busy.pop()
        look.take(node, inner.found)
        return None

    def ways(self, action: Action, names: Names, given: list[Seen], look: Look) -> Names:
        """The sets and conditions of an action, with its first parameters given; the names that its effects know."""
        for at, (word, source) in enumerate(action.params):
            from_ = self.value(source, names, look)
            found = self.element(from_, source)
            if at >= len(given) and not isinstance(from_, Lying):  # from a zone itself one chooses by place
                self.offered(found, source, look)
            names = names.bind(word, given[at] if at < len(given) else found)
        tests: list[Tree[Any]] = []
        for guard in action.guards:
            if guard.data == "let":
                names = self.let(str(guard.children[0]), guard.children[1], names)
            else:
                tests.append(guard)
        for guard in tests:
            if guard.data == "guard":
                names = self.refined(guard.children[0], names, look)
        for guard in tests:
            for test in guard.children:
                self.condition(test, names, look)
        return names

    def let(self, name: str, node: Node, names: Names) -> Names:
        """A name for a value: who a player is, is settled at once."""
        value, taints = self.value(node, names), self.rules.taints
        lasting = bool(taints.names & names_in(node)) and not taints.names_cards(node)
        return names.bind(name, value if isinstance(value, Seat | Seats) else Later(node, names, lasting))

    # ------------------------------------------------------------ walking sets

    def gen(self, node: Tree[Any], names: Names, look: Look | None) -> tuple[Seen, Names]:
        """``x in S from y with P``: a member, and the names for what follows."""
        name, source, start, _, limit = node.children
        inner = names.bind(str(name), self.element(self.value(source, names, look), node))
        self.value(start, names, look)
        if limit is not None:
            self.condition(limit.children[0], inner, look)
            inner = self.refined(limit.children[0], inner, look)
        return inner.values[str(name)], inner

    def _any(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        self.gen(node.children[0], names, look)
        return None

    def _no(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        return self._any(node, names, look) if node.children else None

    def _every(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        name, source, test = node.children
        member = self.element(self.value(source, names, look), node)
        self.condition(test, names.bind(str(name), member), look)
        return None

    def _all(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        member, _ = self.gen(node.children[0], names, look)
        return Seats(member.other_than) if isinstance(member, Seat) and member.anybody else member

    def _first(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        member, _ = self.gen(node.children[0], names, look)
        return replace(member, anybody=False) if isinstance(member, Seat) else member

    _random = _first

    def _pick(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        _, gen, *keys = node.children
        member, inner = self.gen(gen, names, look)
        for key in keys:
            self.value(key, inner, look)
        return replace(member, anybody=False) if isinstance(member, Seat) else member

    def _all_best(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        member = self._pick(node, names, look)
        return Seats(member.other_than) if isinstance(member, Seat) else member

    # ------------------------------------------------------------ functions

    def _designs(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        kind = self.model.kinds.get(str(node.children[0]))
        return Member(kind.design) if kind is not None and kind.design is not None else None

    def _of(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        return self._function(str(node.children[0]), [node.children[1]], node, names, look)

    def _call(self, node: Tree[Any], names: Names, look: Look | None) -> Seen:
        name, args = node.children
        if args.data == "args":
            return self._function(str(name), [a for a in args.children if a is not None], node, names, look)
        gens = [c for c in args.children if isinstance(c, Tree) and c.data == "gen"]
        for gen in gens:
            _, names = self.gen(gen, names, look)
        for formula in args.children:
            if not any(formula is gen for gen in gens):
                self.value(formula, names, look)
        return None

    def _function(self, word: str, args: list[Node], node: Node, names: Names, look: Look | None) -> Seen:
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
                return subject if isinstance(subject, Things) else None
            return self._as_things(replace(subject, top=word == "top"))
        if word in ("left", "right", "opponent", "partner", "others") and isinstance(subject, Seat):
            return self._around(word, subject, str(node) if len(args) > 1 else "")
        if word == "score" and self.rules.score is not None:
            return self._score(subject, node, look)
        if len(args) == 1 and word not in ("sum", "count", "max", "min", "abs"):
            return self.member(subject, word, [], node, names, look)
        return None

    def _reckoned(self, test: Node, names: Names, look: Look | None) -> None:
        """`chance(P)`: P may be about anything, as it is worked out for other cards as well; but not what was read before."""
        for word in sorted(names_in(test)):
            if isinstance(names.values.get(word), Later):
                self._name(Token("NAME", word), names, look)

    def _concluded(self, test: Node, names: Names, look: Look | None) -> None:
        """`surely(P)` and its like: what P asks of a card that has a name is concluded, not read."""
        if look is None:
            return
        for name, value in names.values.items():
            if isinstance(value, Later):
                value = self.value(value.node, value.names)
            if isinstance(value, Things):
                names = names.bind(name, Things(kinds=value.kinds))
        inner = look.inside(concluding=True)
        self.condition(test, names, inner)
        look.found += inner.found

    def _score(self, subject: Seen, node: Node, look: Look | None) -> Seen:
        assert self.rules.score is not None
        params, formula = self.rules.score.tree.children[:2]
        words = [str(name) for name in params.children[0].children] if params is not None else []
        return self._inside("score", words, [], formula, [subject], Seat(), node, look)

    def _apply(self, name: str, args: list[Seen], node: Node, names: Names, look: Look | None) -> Seen:
        """A definition, looked into with what it is given; what it reads is told where it is used."""
        _, params, *body = self.rules.definitions[name].tree.children
        words = [str(p) for p in params.children[0].children] if params is not None else []
        *lets, answer = [part for part in body if part is not None]
        formula = answer.children[0] if isinstance(answer, Tree) and answer.data == "answer" else answer
        return self._inside(name, words, lets, formula, args, names.me, node, look)

    def _inside(
        self,
        name: str,
        words: list[str],
        lets: list[Tree[Any]],
        formula: Node,
        args: list[Seen],
        me: Seat,
        node: Node,
        look: Look | None,
    ) -> Seen:
        if name in self._busy or len(self._busy) > 60 or len(words) != len(args):
            return None
        names = Names(me, dict(zip(words, args, strict=True)))

        def work(inner: Look | None) -> Seen:
            self._busy.append(name)
            try:
                known = names
                for let in lets:
                    known = self.let(str(let.children[0]), let.children[1], known)
                return self.value(formula, known, inner)
            finally:
                self._busy.pop()

        return self._remembered((name, tuple(args), me), node, look, work)

    def _remembered(self, key: Hashable, node: Node, look: Look | None, work: Callable[[Look | None], Seen]) -> Seen:
        """What is named once and used often is looked at once for everybody who uses it."""
        whole = (key, look.chooser, look.concluding, look.reckoning) if look is not None else (key,)
        if whole not in self._memory:
            inner = look.inside() if look is not None else None
            result = work(inner)
            told = Look(Seat())
            told.take(node, inner.found if inner is not None else [])
            self._memory[whole] = (result, told.found)
        result, found = self._memory[whole]
        if look is not None:
            look.take(node, found)
        return result
