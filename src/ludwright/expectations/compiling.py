"""The lines of an expectation compiled into the rules: functions that read a state, and words of the state that hold what was bound.

A function is called on the state before an answer (what was done, by whom, with what) or after it (what holds now). What it binds it leaves
in words behind the state of the game, from where the next function takes it. The game itself goes on as before.
"""

from __future__ import annotations

from lark import Token

from ludwright.expectations.course import CaseWindow, CompiledCourse, CompiledCourses
from ludwright.expectations.events import Noting
from ludwright.expectations.happenings import Happenings
from ludwright.game import Game
from ludwright.language import syntax
from ludwright.language.declarations import Declaration
from ludwright.language.syntax import Formula
from ludwright.mistakes import Mistake
from ludwright.rules.compiler import Rules
from ludwright.rules.emit.code import Code
from ludwright.rules.names.scope import Value, WrongError

_SHARED = 5
"""The words that every function may read: the answer, who gave it, whose turn follows, and what happened to what where."""


class ExpectingRules(Rules):
    """Rules with the functions of expectations."""

    expected: CompiledCourse

    def _main(self) -> None:
        self.noting = Noting(self)
        self.noting.listen()
        super()._main()

    def _check_design(self) -> None:
        super()._check_design()
        base = self.model.words(_SHARED)
        found = CompiledCourse([], base, base + 1, base + 2, base + 3, base + 4, base, base, {}, self.noting.log)
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
    return isinstance(declaration.tree, syntax.ExpectDeclaration)


class _Course(Happenings):
    """Compiles one expectation."""

    at_first: dict[str, Value] | None = None
    """The names a case has when it is opened: what the length of its window may speak of."""

    def made(self) -> CompiledCourses:
        course = CompiledCourses()
        fine = True
        for line in self.declaration.tree.lines:
            if not fine and not isinstance(
                line, syntax.WithinLine
            ):  # a name may be missing that a wrong line was to bring
                continue
            try:
                self._line(line, course)
            except WrongError:
                if course.after is None:
                    return course
                fine = False
        if fine:
            self._whole(course)
        return course

    def _whole(self, course: CompiledCourses) -> None:
        """Something opens a case; and where cases are counted, something must be able to decide them."""
        quota = self.declaration.tree.quota
        counts_cases = isinstance(quota, syntax.Always) or any(
            part.word == "cases" for part in syntax.find(quota, syntax.CasesWord)
        )
        if course.after is None and not course.always:
            hint = "begin with a line such as `after p does ...`"
            self.rules.report(Mistake(self.declaration.place(), "nothing opens a case here", hint))
        elif counts_cases and not (course.thens or course.earlier or course.without or course.always):
            message = "nothing says what must follow: every case would speak for it"
            hint = "add a line `then ...`, or count `of games` or `times a game`"
            self.rules.report(Mistake(self.declaration.place(), message, hint))

    def _line(self, line: syntax.PatternLine, course: CompiledCourses) -> None:
        self._once(line, course)
        if self.at_first is None and not isinstance(line, syntax.PatternLet | syntax.AfterLine):
            self.at_first = dict(self.names)
        match line:
            case syntax.PatternLet(let):
                course.lets.append(self.let(let.name, let.value))
            case syntax.AfterLine(occurrence):
                course.after = self.occurrence(occurrence, opening=True)
            case syntax.ThenLine(occurrence):
                course.thens.append(self.occurrence(occurrence))
            case syntax.EarlierLine(occurrence):
                course.earlier.append(self.occurrence(occurrence))
            case syntax.WithoutLine(occurrence):
                course.without.append(self.occurrence(occurrence))
            case syntax.BeforeLine(occurrence):
                course.until = self.occurrence(occurrence)
            case syntax.AlwaysLine(condition):
                course.always.append(self.condition(condition))
            case syntax.WithinLine(number, unit, of):
                course.window = self._window(str(number), unit, of)

    def _once(self, line: syntax.PatternLine, course: CompiledCourses) -> None:
        """A case is opened by one line, which comes first, and closed by one of each kind."""
        scope = self.scope(Code("probe"))
        if isinstance(line, syntax.AfterLine) and course != CompiledCourses():
            hint = "what else may open it is joined with `or`" if course.after is not None else "move it up"
            raise self.rules.wrong(scope, line, "`after` stands in the first line, once", hint)
        known = {syntax.WithinLine: course.window, syntax.BeforeLine: course.until}
        if known.get(type(line)) is not None:
            raise self.rules.wrong(scope, line, f"`{line.rule}` is there already", "leave one of them out")

    def _window(self, number: str, unit: Token, of: Formula | None) -> CaseWindow:
        scope = self.scope(Code("probe"))
        word = str(unit).removesuffix("s")
        if word not in ("move", "turn", "round"):
            raise self.rules.wrong(
                scope, unit, f"a window has moves, turns or rounds, not `{unit}`", "write `within 1 turn`"
            )
        if self.at_first is not None:
            self.names = self.at_first
        return CaseWindow(int(number), word, self.value(of) if of is not None else "")
