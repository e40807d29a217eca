"""What stands at the beginning of a bot's rule: an action, a question, `stop` or `any`, and the names in its brackets."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.language import syntax
from ludwright.language.scanner import Quoted
from ludwright.language.syntax import Part
from ludwright.mistakes import nearest, written
from ludwright.rules.formulas.formulas import BUILT_IN
from ludwright.rules.names.scope import Scalar, Scope, WrongError
from ludwright.rules.options.coding import Coding

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules
    from ludwright.rules.options.actions import ActionRules
    from ludwright.rules.options.questions import QuestionRules

Then = Callable[[Scope], None]

REFUSALS = ("stop", "pass")
"""Words for the refusal, whatever it is called where it is offered."""


@dataclass(frozen=True)
class Deed:
    """One kind of answer. ``form`` is `any`, `stop`, `action` or `question`."""

    form: str
    node: Part
    action: ActionRules | None = None
    question: str = ""
    args: list[Part] = field(default_factory=list)

    def answers(self, question: QuestionRules) -> bool:
        """Whether it can be an answer to that question."""
        if self.form == "action":
            return self.action is not None and self.action.name in question.offers
        return self.form in ("any", "stop") or _plain(question.name) == self.question


class BotDeeds:
    """Reads them, and finds the options they mean."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def read(self, node: Part, scope: Scope) -> Deed | None:
        """The deed a rule begins with; None where it is none, which has been told then."""
        try:
            return self._read(node, scope)
        except WrongError:
            return None

    def _read(self, node: Part, scope: Scope) -> Deed:
        name, args = _parts(node)
        if name is None:
            message = "a rule of a bot begins with an action, a question, `stop` or `any`"
            raise self.rules.wrong(scope, node, message, "for example `attack(a, b) when ...`")
        action = self.rules.actions.known.get(name)
        if action is not None:
            self.rules.actions.prepare(action, scope)
            self._few(args, len(action.params), name, node, scope)
            return Deed("action", node, action, args=args)
        if name in REFUSALS or name == "any":
            self._few(args, 0, name, node, scope)
            return Deed("any" if name == "any" else "stop", node)
        known = [_plain(q.name) for q in self.rules.questions.all if q.base]
        if name in known:
            self._few(args, 1, name, node, scope)
            return Deed("question", node, question=name, args=args)
        if "." in name and any(mistake.severity == "mistake" for mistake in self.rules.mistakes):
            raise WrongError  # perhaps the question is there, in something that is wrong itself
        close = nearest(name, [*self.rules.actions.known, *known, "any", *REFUSALS])
        hint = (
            f"did you mean `{close}`?"
            if close
            else "a rule begins with an action, a question such as `Spy.card`, `stop` or `any`"
        )
        raise self.rules.wrong(scope, node, f"no action and no question is called `{name}`", hint)

    def _few(self, args: list[Part], most: int, name: str, node: Part, scope: Scope) -> None:
        if len(args) > most:
            raise self.rules.wrong(scope, node, f"`{name}` takes {most} in its brackets, here are {len(args)}")

    def words(self, node: Part) -> list[str]:
        """The names that stand in the brackets."""
        return [str(arg) for arg in _parts(node)[1] if _may_be_new(arg)]

    def note_slips(self, deed: Deed, used: set[str], scope: Scope) -> None:
        """A new name that nothing uses, and that is nearly one of those that could stand there, is perhaps misspelt."""
        for node, coding in zip(deed.args, deed.action.codings if deed.action is not None else [], strict=False):
            name = str(node)
            if not _may_be_new(node) or len(name) < 3 or name in used or self._known(name, coding, scope):
                continue
            close = nearest(name, _members(coding))
            if close:
                message = f"`{name}` is a new name here, and nothing uses it"
                self.rules.note(scope.declaration, node, message, f"did you mean `{written(close)}`?")

    # ------------------------------------------------------------ which options

    def fits(self, deed: Deed, option: ir.Expr, question: QuestionRules, scope: Scope, then: Then) -> None:
        """Go on with ``then`` where an option is of that kind and what is known in the brackets matches."""
        code = scope.code
        if deed.form == "any":
            then(scope)
            return
        first, size = 0, 1
        if deed.action is not None:
            first, size = deed.action.base, deed.action.size
        elif deed.form == "question":
            first, size = question.base, question.size
        inside = terms.both(terms.ge(option, terms.const(first)), terms.lt(option, terms.const(first + size)))
        if size == 1:
            inside = terms.eq(option, terms.const(first))
        with code.block() as body:
            self._matched(deed, option, question, scope, then)
        code.emit(ir.If(inside, body))

    def _matched(self, deed: Deed, option: ir.Expr, question: QuestionRules, scope: Scope, then: Then) -> None:
        if not deed.args:
            then(scope)
        elif deed.action is not None:
            values = self.rules.actions.decode(deed.action, option, scope)
            self._arguments(list(zip(deed.args, values, deed.action.codings, strict=False)), scope, then)
        elif question.words is not None:
            arg = deed.args[0]
            if str(arg) not in question.words:
                close = nearest(str(arg), question.words)
                hint = f"did you mean `{close}`?" if close else f"it offers {', '.join(question.words)}"
                raise self.rules.wrong(scope, arg, "this is not one of the options of that question", hint)
            wanted = terms.const(question.base + question.words.index(str(arg)))
            with scope.code.block() as body:
                then(scope)
            scope.code.emit(ir.If(terms.eq(option, wanted), body))
        elif question.member is not None and question.coding is not None:
            offset = terms.clamp(terms.sub(option, terms.const(question.base)), 0, question.coding.radix - 1)
            value = scope.code.keep(question.member(offset, scope.code))
            self._arguments([(deed.args[0], value, question.coding)], scope, then)
        else:
            raise self.rules.wrong(
                scope, deed.args[0], "this question has nothing to be named", "leave out the brackets"
            )

    def _arguments(self, given: list[tuple[Part, ir.Expr, Coding]], scope: Scope, then: Then) -> None:
        """New names are bound; what is known must be the same."""
        test: ir.Expr = terms.YES
        for node, value, coding in given:
            chosen = Scalar(value, coding.type)
            if _may_be_new(node) and not self._known(str(node), coding, scope):
                scope = scope.bind(str(node), chosen)
                continue
            known = self.rules.formulas.scalar(node, scope, coding.type)
            test = terms.both(test, self.rules.formulas.equal(chosen, known, node, scope))
        with scope.code.block() as body:
            then(scope)
        scope.code.emit(ir.If(test, body))

    def _known(self, name: str, coding: Coding, scope: Scope) -> bool:
        known = (scope.names, self.rules.definitions, BUILT_IN, self.rules.model.all_names(), _members(coding))
        return any(name in names for names in known)


def _parts(node: Part) -> tuple[str | None, list[Part]]:
    """The name a rule begins with, `Spy.card` included, and what stands in its brackets."""
    match node:
        case Token(type="NAME"):
            return str(node), []
        case syntax.FunctionCall(name, syntax.Arguments(values)):
            return str(name), list(values)
        case syntax.MemberOf(Token() as question, name, None):
            return f"{question}.{name}", []
        case syntax.MemberOf(Token() as question, name, syntax.Arguments(values)) if values:
            return f"{question}.{name}", list(values)
    return None, []


def _may_be_new(node: Part) -> bool:
    """Whether a word may stand for something new: a name in quotes is that of a row of a table."""
    return isinstance(node, Token) and node.type == "NAME" and not isinstance(node, Quoted)


def _members(coding: Coding) -> list[str]:
    """The names of what can be chosen."""
    kind = coding.type.kind
    if kind is None:
        return []
    return [*kind.members, *(kind.design.members if kind.design is not None else ())]


def _plain(name: str) -> str:
    """The name of a question, without the number that tells it from others of the same name."""
    return re.sub(r" \d+$", "", name)
