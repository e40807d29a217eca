"""The lines of an expectation compiled into the rules: functions that read a state, and words of the state that hold what was bound.

A function is called on the state before an answer (what was done, by whom, with what) or after it (what holds now). What it binds it leaves
in words behind the state of the game, from where the next function takes it. The game itself goes on as before.
"""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from ludwright.expectations.course import Compiled, Course, Frozen, Happening, Occurrence, Window
from ludwright.game import Game
from ludwright.language.declarations import Declaration
from ludwright.mistakes import Mistake
from ludwright.rules import ir, sets, terms
from ludwright.rules.bot_deeds import Deeds
from ludwright.rules.code import Code
from ludwright.rules.rules import Rules
from ludwright.rules.scope import Scalar, Scope, Value, WrongError

Node = Tree[Any] | Token

SOMEONE, NEXT = "someone", "next"
_PARTS = ("game", "turn", "round")
_LEFT_OUT = {"enters": "enters", "sees": "sees", "leaves": "leaves"}


class ExpectingRules(Rules):
    """Rules with the functions of expectations."""

    expected: Compiled

    def _check_design(self) -> None:
        super()._check_design()
        base = self.model.words(3)
        found = Compiled([], base, base + 1, base + 2, base, base, {})
        for number, declaration in enumerate(self.model.of("expect")):
            if is_course(declaration):
                found.courses.append(_Course(self, declaration, number, found).made())
        found.last = self.model.words(1)
        self.expected = found


class ExpectingGame(Game):
    """A game that can tell what happened."""

    _compiler = ExpectingRules


def is_course(declaration: Declaration) -> bool:
    """Whether an expectation is about the course of games, rather than one sentence."""
    return len(declaration.tree.children) > 2


class _Course:
    """Compiles one expectation."""

    def __init__(self, rules: ExpectingRules, declaration: Declaration, number: int, shared: Compiled) -> None:
        self.rules, self.declaration, self.number, self.shared = rules, declaration, number, shared
        self.names: dict[str, Value] = {}
        self.at_first: dict[str, Value] | None = None
        """The names a case has when it is opened: what the length of its window may speak of."""
        self.made_functions = 0
        self.deeds = Deeds(rules)
        self.by = ""
        """The name of who did what opened the case."""

    def made(self) -> Course:
        course = Course()
        for line in self.declaration.tree.children[2:]:
            try:
                self._line(line, course)
            except WrongError:
                break
        else:
            if course.after is None and not course.always:
                self.rules.report(
                    Mistake(
                        self.declaration.place(),
                        "nothing opens a case here",
                        "begin with a line such as `after p does ...`",
                    )
                )
        return course

    def _line(self, line: Tree[Any], course: Course) -> None:
        kind, parts = str(line.data), line.children
        if self.at_first is None and kind not in ("pattern", "let", "after"):
            self.at_first = dict(self.names)
        if kind == "pattern" or kind == "let":
            let = parts[0] if kind == "pattern" else line
            course.lets.append(self._let(*let.children))
        elif kind == "after":
            course.after = self._occurrence(parts[0], opening=True)
        elif kind == "then":
            course.thens.append(self._occurrence(parts[0]))
        elif kind == "earlier":
            course.earlier.append(self._occurrence(parts[0]))
        elif kind == "without_":
            course.without.append(self._occurrence(parts[0]))
        elif kind == "before":
            course.until = self._occurrence(parts[0])
        elif kind == "always":
            course.always.append(self._condition(parts[0]))
        else:
            number, unit, of = parts
            course.window = self._window(str(number), unit, of)

    # ------------------------------------------------------------ functions

    def _scope(self, code: Code) -> Scope:
        model = self.rules.model
        last = model.players - 1
        me = terms.state(self.shared.actor, lo=0, hi=last)
        following = Scalar(terms.state(self.shared.next, lo=-1, hi=last), model.player.ref(True))
        return Scope(code, self.declaration, me, {**self.names, NEXT: following}, real=True, where="expect")

    def _export(self, code: Code, changes: bool = False) -> str:
        name = f"expect_{self.number}_{self.made_functions}"
        self.made_functions += 1
        code.emit(ir.Return(terms.ZERO))
        players = self.rules.model.players
        self.rules.functions[name] = ir.Function(
            name, [("seat", 0, players - 1)], code.statements, ir.INT, 0, 1 << 20, code.arrays, changes=changes
        )
        export = name.replace("_", ".")
        self.rules.analysis.reals[export] = name
        return export

    def _condition(self, node: Node) -> str:
        code = Code("expect")
        holds = self.rules.formulas.cond(node, self._scope(code))
        code.emit(ir.If(holds, [ir.Return(terms.ONE)]))
        return self._export(code)

    def _value(self, node: Node) -> str:
        """A whole number, or a player's seat, plus one: so that nothing is 0."""
        code = Code("expect")
        found = self.rules.formulas.scalar(node, self._scope(code))
        code.emit(ir.Return(terms.clamp(terms.add(terms.as_int(found.expr), terms.ONE), 0, 1 << 20)))
        return self._export(code)

    # ------------------------------------------------------------ what is bound

    def _keep(self, code: Code, name: str, value: Scalar) -> None:
        """Leave a value in a word of the state, where what follows finds it."""
        expr = terms.as_int(value.expr)
        known = self.names.get(name)
        if known is None:
            word = self.rules.model.words(1)
            loaded = terms.state(word, lo=expr.lo, hi=expr.hi, boolean=value.type.form == "bool")
            known = self.names[name] = Scalar(loaded, value.type)
        assert isinstance(known, Scalar) and isinstance(known.expr, ir.Load)
        code.emit(ir.Store(known.expr.base, terms.ZERO, 0, 0, expr, expr.lo, expr.hi, 0))

    def _let(self, name: Token, right: Node) -> str:
        code = Code("expect")
        scope = self._scope(code)
        formulas = self.rules.formulas
        value = formulas.value(right, scope)
        if isinstance(value, sets.Set) or type(value).__name__ == "ZoneRef":
            self._keep_set(code, str(name), formulas.as_set(value, right, scope), right, scope)
        else:
            scalar = formulas.as_scalar(value, right, scope)
            if scalar.expr.type == ir.REAL:
                raise self.rules.wrong(scope, right, "a whole number is needed here")
            self._keep(code, str(name), scalar)
        return self._export(code, changes=True)

    def _keep_set(self, code: Code, name: str, members: sets.Set, node: Node, scope: Scope) -> None:
        kind = members.type.kind
        if kind is None:
            raise self.rules.wrong(scope, node, "only things, players and cells can be kept as a set here")
        base = self.rules.model.words(max(1, kind.count))
        last = max(0, kind.count - 1)

        def put(place: ir.Expr, value: ir.Expr) -> None:
            code.emit(ir.Store(base, place, 0, last, value, 0, 1, 0))

        sets.walk(code, terms.ZERO, terms.const(last), lambda i: put(i, terms.ZERO))
        first = terms.const(kind.first)
        members.each(code, lambda x: put(terms.clamp(terms.sub(x, first), 0, last), terms.ONE))
        self.names[name] = Frozen(base, members.type)

    # ------------------------------------------------------------ what happens

    def _occurrence(self, node: Tree[Any], opening: bool = False) -> Occurrence:
        happenings = [child for child in node.children if isinstance(child, Tree)]
        marked = [child for child in node.children if isinstance(child, Token)]
        condition: Node | None = None
        grammar = {"does", "another_does", "says", "sees", "enters", "becomes", "leaves", "start_of", "end_of"}
        if happenings and str(happenings[-1].data) not in grammar:
            condition = happenings.pop()
        elif marked and marked[-1].type != "BEFORE":
            condition = marked.pop()
        before = any(token.type == "BEFORE" for token in marked)
        found = tuple(self._happening(one, opening) for one in happenings)
        holds = self._condition(condition) if condition is not None else ""
        return Occurrence(found, holds, before)

    def _happening(self, node: Tree[Any], opening: bool) -> Happening:
        form, parts = str(node.data), node.children
        scope = self._scope(Code("probe"))
        if form in _LEFT_OUT:
            raise self.rules.wrong(
                scope,
                node,
                f"`{_LEFT_OUT[form]}` is not looked for yet",
                "say it by what is done: `p does ...`, or `x becomes ...`",
            )
        if form in ("does", "another_does"):
            return Happening(form, self._does(parts[0], parts[1], form == "another_does", opening))
        if form == "says":
            return Happening(form, self._who_test(parts[0]), str(parts[1])[1:-1])
        if form == "becomes":
            return Happening(form, self._condition(Tree("is_", [parts[0], parts[1]], node.meta)))
        return Happening(form, name=self._part(parts[0], scope))

    def _part(self, name: Any, scope: Scope) -> str:
        part = str(name)
        if part not in _PARTS and part not in self.shared.numbers:
            if part not in self.rules.parts:
                known = [*_PARTS, *self.rules.parts]
                raise self.rules.wrong(
                    scope, name, f"no part of the game is called `{part}`", f"there are {', '.join(known)}"
                )
            self.shared.numbers[part] = self._value(Tree("member", [name, Token("NAME", "number"), None]))
        return part

    def _does(self, who: Node, deed_node: Node, another: bool, opening: bool) -> str:
        code = Code("expect")
        scope = self._scope(code)
        read = self.deeds.read(deed_node, scope)
        if read is None:
            raise WrongError
        answer = code.keep(terms.state(self.shared.code, lo=0, hi=(1 << 31) - 1), "answer")
        asked = [question for question in self.rules.questions.all if read.answers(question)]
        test, binds = self._who(who, scope, another)
        if opening and isinstance(who, Token):
            self.by = str(who)
        cases: dict[int, list[ir.Stmt]] = {}
        player = Scalar(
            terms.state(self.shared.actor, lo=0, hi=self.rules.model.players - 1), self.rules.model.player.ref()
        )
        inner = scope.bind(binds, player) if binds else scope

        def then(bound: Scope) -> None:
            for name, value in bound.names.items():
                if name not in scope.names and isinstance(value, Scalar):
                    self._keep(code, name, value)
            code.emit(ir.Return(terms.ONE))

        for question in asked:
            with code.block() as body:
                self.deeds.fits(read, answer, question, inner, then)
            cases[question.number] = [ir.If(test, body)]
        if not cases:
            self.rules.note(self.declaration, deed_node, "nobody is ever asked this")
        code.emit(ir.Switch(terms.state(ir.QUESTION, lo=0, hi=1 << 20), cases))
        return self._export(code, changes=True)

    def _who(self, who: Node, scope: Scope, another: bool) -> tuple[ir.Expr, str]:
        """What must hold of who acts, and the name that is new."""
        model = self.rules.model
        actor = terms.state(self.shared.actor, lo=0, hi=model.players - 1)
        test: ir.Expr = terms.YES
        name = str(who) if isinstance(who, Token) else ""
        if another:
            opened = self.names.get(self.by)
            if isinstance(opened, Scalar):
                test = terms.ne(actor, opened.expr)
        if name == SOMEONE:
            return test, ""
        if name and name not in scope.names and name not in model.all_names() and name not in ("me", "my"):
            return test, name
        known = self.rules.formulas.scalar(who, scope, model.player.ref())
        if known.type.kind is not model.player:
            raise self.rules.wrong(scope, who, f"expected a player, this is {known.type}")
        return terms.both(test, terms.eq(actor, known.expr)), ""

    def _who_test(self, who: Node) -> str:
        code = Code("expect")
        scope = self._scope(code)
        test, binds = self._who(who, scope, False)
        player = Scalar(
            terms.state(self.shared.actor, lo=0, hi=self.rules.model.players - 1), self.rules.model.player.ref()
        )
        if binds:
            self._keep(code, binds, player)
        code.emit(ir.If(test, [ir.Return(terms.ONE)]))
        return self._export(code, changes=True)

    def _window(self, number: str, unit: Any, of: Node | None) -> Window:
        scope = self._scope(Code("probe"))
        word = str(unit).removesuffix("s")
        if word not in ("move", "turn", "round"):
            raise self.rules.wrong(
                scope, unit, f"a window has moves, turns or rounds, not `{unit}`", "write `within 1 turn`"
            )
        if of is not None and word != "turn":
            raise self.rules.wrong(scope, of, "only turns are counted for one player", "write `within 1 turn of q`")
        if self.at_first is not None:
            self.names = self.at_first
        return Window(int(number), word, self._value(of) if of is not None else "")
