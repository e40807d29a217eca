"""Where what players could know is not kept exactly: a note for each place in the text.

While the rules are compiled it is written down here which statements lose what is known of a variable, and which conditions are used. When all is
compiled, the text is gone through once more (:mod:`ludwright.rules.checks.unseen`): what loses something that was hidden, or tells something that is not
used, gets a note."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from lark import Token

from ludwright import ir
from ludwright.language import syntax
from ludwright.language.syntax import Part, parts
from ludwright.language.syntax.reading import names_in, parameters, variable
from ludwright.language.syntax.walking import nodes
from ludwright.mistakes import CONCLUSIONS
from ludwright.model import visibility
from ludwright.rules.analysis.secret_changes import done_in_secret
from ludwright.rules.analysis.taints import Several, indices_of, owners_in, targets_of, what_decides

if TYPE_CHECKING:
    from ludwright.model.kinds import Field
    from ludwright.rules.compiler import Rules
    from ludwright.rules.names.scope import Scope

Key = tuple[str, int, int, str]
"""Where a part of the text stands, and what it is: effects in tables are read anew whenever they are looked at."""

LOOP = "how often nobody sees"
OPTION = "nobody sees which option is carried out"
WHOSE = "whose variable changes nobody sees: that is not followed"
HIDDEN = "what is hidden is not followed into variables: a narrow range says what it can be, or lay the cards themselves aside"


class Approximations:
    """Writes it down, and says what is lost."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._hidden = {field.name for field in visibility.veiled_fields(rules.model)}
        self._lost: set[tuple[Key, str]] = set()
        self._used: set[Key] = set()
        self._told: set[tuple[str, int, str]] = set()

    def begin(self) -> None:
        """The rules are about to be gone through once more: find what is done where nobody sees it."""
        parts = done_in_secret(self.rules.model, self.rules.habits) if self.rules.model.has_secret_stage else []
        self._in_secret = {id(node) for part in parts for node in nodes(part)}

    # ------------------------------------------------------------ while the rules are compiled

    @staticmethod
    def _key(node: Part, declaration: Any) -> Key:
        place = declaration.place(node)
        return place.file, place.line, place.column, node.rule if isinstance(node, syntax.Node) else str(node)

    def loses(self, node: syntax.Node, scope: Scope, field: Field | None = None) -> None:
        """Whoever does not see a variable can't tell what it is after a statement."""
        names = {field.name} if field is not None else set(map(variable, targets_of(node))) & self._hidden
        if scope.declaration is not None:
            self._lost |= {(self._key(node, scope.declaration), name) for name in names}

    def learning(self, test: Part, scope: Scope, learn: Callable[[], object]) -> bool:
        """Do what is learnt from something that all see; no where that is nothing: it is not used."""
        before = len(scope.code.statements)
        learn()
        learnt = writes_anything(scope.code.statements[before:])
        if learnt:
            self.uses(test, scope)
        return learnt

    def uses(self, test: Part, scope: Scope) -> None:
        """Something is learnt from a part of the text."""
        if scope.declaration is not None:
            self._used.add(self._key(test, scope.declaration))

    # ------------------------------------------------------------ when all is compiled

    def is_used(self, test: Part, declaration: Any) -> bool:
        """Whether anything is learnt from a part of the text."""
        return self._key(test, declaration) in self._used

    @property
    def lost(self) -> set[str]:
        """The variables of which something is lost anywhere."""
        return {name for _, name in self._lost}

    def happens_unseen(self, node: syntax.Node) -> bool:
        """Whether a statement may be done in a secret stage: that is played again as a whole."""
        return id(node) in self._in_secret

    def once(self, declaration: Any, node: Part, about: str, message: str, hint: str) -> None:
        """A note, one for each line and what it is about."""
        place = declaration.place(node)
        if (place.file, place.line, about) not in self._told:
            self._told.add((place.file, place.line, about))
            self.rules.note(declaration, node, getattr(declaration, "where", "") + message, hint, CONCLUSIONS)

    def assigned(self, node: syntax.Node, declaration: Any, hidden: Callable[[Part], bool]) -> None:
        """Say what a statement loses; ``hidden`` tells of a formula whether something not everybody sees is in it."""
        taints, key = self.rules.taints, self._key(node, declaration)
        fields = sorted(name for lost, name in self._lost if lost == key)
        if not fields or self.happens_unseen(node):
            return
        secret = taints.often_unseen(node) or taints.draws(node) or taints.draws_whose(node)
        decides = [*_decides(node).formulas, *owners_in(node).formulas]
        secret = secret or any(taints.numbers.read(part) for formula in decides for part in nodes(formula))
        if not secret and not any(map(hidden, decides)) and not self._given(node, declaration):
            return
        for name in fields:
            message = f"whoever does not see `{name}` takes it for anything in its range after this"
            self.once(declaration, node, name, message, self._hint(node, declaration))

    def _given(self, node: syntax.Node, declaration: Any) -> bool:
        """Whether a procedure does something with what it was given, which was hidden."""
        tree = getattr(declaration, "tree", None)
        if not isinstance(tree, syntax.ProcedureDeclaration | syntax.StageDeclaration):
            return False
        used = names_in(_decides(node))
        given = Several(tuple(Token("NAME", name) for name in parameters(tree) if name in used))
        return self.rules.taints.touches(given) or self.rules.taints.drawn.decides(node, given)

    def _hint(self, node: syntax.Node, declaration: Any) -> str:
        """What could be written instead, or why nothing helps."""
        taints = self.rules.taints
        if taints.often_unseen(node):
            return OPTION if self._is_option(node, declaration) else LOOP
        if taints.draws_whose(node) or any(map(taints.touches, indices_of(parts(node)[0]))):
            return WHOSE
        return HIDDEN

    @staticmethod
    def _is_option(node: syntax.Node, declaration: Any) -> bool:
        tree = getattr(declaration, "tree", None) or node
        return any(
            isinstance(part, syntax.ChooseOption) and any(n is node for n in nodes(part)) for part in nodes(tree)
        )


def _decides(node: syntax.Node) -> Several:
    """The formulas that what a statement assigns or names depends on."""
    return Several((node.value,)) if isinstance(node, syntax.Let) else what_decides(node)


def changes_openly(node: Part, hidden: set[str]) -> bool:
    """Whether everybody sees that a statement is done: it does more than change variables that not everybody sees."""
    return any(not isinstance(part, syntax.Assign) or variable(part.target) not in hidden for part in _done(node))


def writes_anything(statements: Iterable[ir.Stmt]) -> bool:
    """Whether statements change a state, and not only work something out."""
    inner = ("then", "otherwise", "test", "body")
    return any(
        isinstance(one, ir.Store | ir.Do) or any(writes_anything(getattr(one, part, ())) for part in inner)
        for one in statements
    )


UNDER_A_TEST = (
    syntax.IfStatement, syntax.ElseIf, syntax.For, syntax.RepeatTimes, syntax.RepeatUntil, syntax.RepeatWhile,
)  # fmt: skip


def _done(node: Part) -> list[syntax.Node]:
    """The single statements inside one."""
    if isinstance(node, syntax.StatementSequence | syntax.Else):
        return [one for part in parts(node) for one in _done(part)]
    if isinstance(node, UNDER_A_TEST):
        return [one for part in parts(node)[1:] for one in _done(part)]
    return [node] if isinstance(node, syntax.Node) and not isinstance(node, syntax.Let | syntax.Nothing) else []
