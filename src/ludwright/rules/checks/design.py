"""Mistakes of design that no single line shows: what is never offered, never reached, never ends."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.language import syntax
from ludwright.language.syntax import Node, own_words, parts
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes
from ludwright.mistakes import Mistake, Place
from ludwright.rules.checks.dead_declarations import CALLS, check_neglected
from ludwright.rules.checks.open_secrets import check_open_secrets
from ludwright.rules.checks.unreachable_names import check_unread
from ludwright.rules.checks.unseen import check_unseen
from ludwright.rules.formulas.formulas import BUILT_IN
from ludwright.rules.names.scope import Anything, Scalar, Scope, Value, WrongError
from ludwright.rules.names.shadowing import shown

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.rules.compiler import Rules
    from ludwright.rules.options.actions import ActionRules

_NAMED = frozenset(["param", "zone", "dice", "var", "define", "proc", "enum", "cards", "board"])
_RESULTS = (syntax.Settling, syntax.Tie)


def check_design(rules: Rules) -> None:
    """Look at the whole game once everything is compiled."""
    _printed(rules)
    _taken(rules)
    _names_twice(rules)
    _hidden_names(rules)
    _circles(rules)
    _unused(rules)
    check_unread(rules)
    check_neglected(rules)
    check_unseen(rules)
    check_open_secrets(rules)
    _no_end(rules)
    _no_result(rules)


def _printed(rules: Rules) -> None:
    """Every cell of every table means something, even where no rule reads it."""
    for kind in list(rules.model.kinds.values()):
        for columns in kind.properties.values():
            for column in columns:
                # teams are words of their own
                if kind.declaration is not None and (kind.role, column.name) != ("player", "team"):
                    with suppress(WrongError):
                        rules.properties.work_out(kind, column)


def _taken(rules: Rules) -> None:
    """Built-in words taken for things of one's own."""
    for declaration in rules.description.declarations:
        name = declaration.name
        if declaration.kind in _NAMED and name in BUILT_IN:
            message = f"`{name}` means your own here; the built-in `{name}` is out of reach"
            rules.note(declaration, declaration.name_token, message)


def _names_twice(rules: Rules) -> None:
    """Values of enumerations, named cards and seats share their names with nothing else that is declared."""
    declared = {d.name: d for d in rules.description.declarations if d.kind in _NAMED or d.kind in ("action", "stage")}
    for declaration in rules.description.declarations:
        for name, place in _values(rules, declaration):
            other = declared.get(name)
            if other is None or other is declaration:
                continue
            first = other.place(other.name_token)
            message = f"`{name}` is declared twice"
            if (first.file, first.line) > (place.file, place.line):
                place, first = first, place
            rules.report(Mistake(place, message, f"line {first.line} has it already: change one of the names"))


def _hidden_names(rules: Rules) -> None:
    """Brackets and options that give one name twice, and `let` lines that take the name of a variable."""
    for declaration in rules.description.declarations:
        for node in nodes(declaration.tree):
            words: list[Token] = []
            match node:
                case syntax.ActionParameters(parameters):
                    words = [parameter.name for parameter in parameters]
                case syntax.Parameters(names):
                    words = list(names.words)
                case syntax.ChooseOption(options=options):
                    words = [option.name for option in options]
            for at, word in enumerate(words):
                if word in words[:at]:
                    message = f"`{word}` stands here twice"
                    rules.report(Mistake(declaration.place(word), message, "give one of them another name"))
            if isinstance(node, syntax.Let) and shown(node.name) in rules.model.fields:
                message = f"until its block ends, `{shown(node.name)}` means this and not the variable"
                rules.note(declaration, node.name, message, "to change the variable, leave out `let`")


def _values(rules: Rules, declaration: Declaration) -> list[tuple[str, Place]]:
    """The names of the values that a declaration lists, and where they stand."""
    if declaration.kind not in ("enum", "cards", "players"):
        return []
    listed = [part for part in parts(declaration.tree) if isinstance(part, syntax.NameList)]
    found = [(str(word), declaration.place(word)) for names in listed for word in names.words]
    kind = rules.model.player if declaration.kind == "players" else rules.model.kinds.get(declaration.name or "")
    table = kind.table if kind is not None else None
    if table is not None and "name" in table.columns:
        at = table.columns.index("name")
        found += [(row[at].text, row[at].place) for row in table.rows]
    return found


def _circles(rules: Rules) -> None:
    """Definitions that call each other without end and that nothing uses: those in use were found on the way."""
    if any("in a circle" in m.message for m in rules.mistakes):
        return
    for name, declaration in rules.definitions.items():
        if rules.long_definitions.endless(name):
            message = f"definitions call each other in a circle: `{name}` needs itself"
            hint = "let one of them answer without the others, as in `0 if n is 0 else ...`"
            rules.report(Mistake(declaration.place(declaration.name_token), message, hint))
            return


# ---------------------------------------------------------------- what nothing uses


def _unused(rules: Rules) -> None:
    named = _named_deeds(rules)
    wrong = any(m.severity == "mistake" for m in rules.mistakes)
    misspelt = any("nothing to do called" in m.message for m in rules.mistakes)
    for action in rules.actions.known.values():
        if (action.name not in named and not misspelt) or not (action.offered or wrong):
            _look_at(rules, action)
            place = action.declaration.place(action.declaration.name_token)
            message = f"no turn offers the action `{action.name}`"
            rules.report(Mistake(place, message, "name it in `turn`, or leave it out"))
        if wrong and not action.done:
            _look_inside(rules, action)
    for name, declaration in rules.stages.items():
        if declaration.kind == "stage" and declaration.name == name and rules.uses.get(name, 0) == 0:
            place = declaration.place(declaration.name_token)
            message = f"the stage `{name}` is never run"
            rules.report(Mistake(place, message, "name it in `play`, or leave it out"))
    for name, declaration in rules.procedures.items():
        if rules.uses.get(name, 0) == 0:
            rules.note(declaration, declaration.name_token, f"`{name}` is never used")
    for name, declaration in rules.definitions.items():
        if not any(
            name in names_in(d.tree) for d in rules.description.declarations if d is not declaration
        ) and not _in_cells(rules, name):
            rules.note(declaration, declaration.name_token, f"`{name}` is never used")


def _look_at(rules: Rules, action: ActionRules) -> None:
    """Compile an action that nothing offers, so that its own mistakes are told too."""
    flow, declaration = rules.flow, action.declaration
    flow.start(flow.label("unreached"))
    scope = Scope(flow.code, declaration, terms.ZERO, where=action.name)
    deed = Token("NAME", action.name)
    with suppress(WrongError):
        rules.actions.ask(flow, [deed], terms.ZERO, declaration.tree, scope, may=False, otherwise=None)
    flow.close(ir.Halt())


def _look_inside(rules: Rules, action: ActionRules) -> None:
    """The mistakes of an action whose parameters, or whose offer, are wrong themselves."""
    flow, formulas = rules.flow, rules.formulas
    flow.start(flow.label("unreached"))
    scope = Scope(flow.code, action.declaration, terms.local("me", 0, rules.model.players - 1), where=action.name)
    for word, source in action.params:
        value: Value = Anything()
        with suppress(WrongError):
            members = formulas.members(source, scope)
            some: list[ir.Expr] = []
            members.each(flow.code, some.append)
            lo, hi = min((x.lo for x in some), default=0), max((x.hi for x in some), default=0)
            value = Scalar(terms.local(word, lo, hi), members.type)
        scope = scope.bind(word, value)
    for guard in action.guards:
        if isinstance(guard, syntax.Let):
            scope = flow.run([guard], scope)
            continue
        for condition in parts(guard):
            with suppress(WrongError):
                formulas.cond(condition, scope)
    flow.run(action.effects, scope)
    flow.close(ir.Halt())


def _named_deeds(rules: Rules) -> set[str]:
    """The names that stand where something is done."""
    trees: list[Node] = [d.tree for d in rules.description.declarations]
    for events in rules.habits.events.values():
        trees.extend(tree for tree in events if isinstance(tree, Node))
    every = [node for tree in trees for node in nodes(tree)]
    found = {word for node in every if isinstance(node, CALLS) for word in own_words(node)}
    # `me can jump` only asks; what stands there is done nowhere else
    asked = {name for node in every if isinstance(node, syntax.Can) for name in names_in(node.action)}
    return found - (asked - _done(trees))


def _done(trees: list[Node]) -> set[str]:
    """Names of deeds outside `can`."""
    found: set[str] = set()
    waiting = list(trees)
    while waiting:
        node = waiting.pop()
        if isinstance(node, syntax.Can):
            continue
        if isinstance(node, CALLS):
            found.update(own_words(node))
        waiting.extend(part for part in parts(node) if isinstance(part, Node))
    return found


def _in_cells(rules: Rules, name: str) -> bool:
    for kind in rules.model.kinds.values():
        for columns in kind.properties.values():
            for column in columns:
                if any(name in getattr(cell, "text", "") for cell in column.cells):
                    return True
        if any(name in cell.text for cells in kind.events.values() for cell in cells.values()):
            return True
    return False


# ---------------------------------------------------------------- ends and results


def _no_end(rules: Rules) -> None:
    model = rules.model
    if any(True for _ in model.of("end", "goal")):
        return
    for declaration in model.description.declarations:
        for node in nodes(declaration.tree):
            if isinstance(node, (*_RESULTS, syntax.EndOfPhase, syntax.Leaves)):
                return
    if any(True for _ in model.of("play")) and not any(_endless(node) for node in _played(rules)):
        return
    first = model.description.declarations[0]
    hint = "add `end when ...: me wins`, or a `play` that runs out"
    rules.report(Mistake(first.place(), "this game never ends", hint))


def _played(rules: Rules) -> list[Node]:
    """All that `play` runs, in stages and procedures too."""
    found: list[Node] = []
    seen: set[str] = set()
    waiting = [d.tree for d in rules.model.of("play")]
    while waiting:
        tree = waiting.pop()
        for node in nodes(tree):
            found.append(node)
            for name in own_words(node) if isinstance(node, CALLS) else []:
                body = rules.stages.get(name) or rules.procedures.get(name)
                if body is not None and name not in seen:
                    seen.add(name)
                    waiting.append(body.tree)
    return found


def _endless(node: Node) -> bool:
    """Whether these are turns that nothing ends: neither `once` nor `when` nor `until`."""
    return isinstance(node, syntax.TurnsStatement) and node.once is node.when is node.until is None


def _no_result(rules: Rules) -> None:
    model = rules.model
    if any(True for _ in model.of("winner", "winners", "goal", "result")):
        return
    if rules.score is not None and (model.cooperative or model.players == 1):
        return
    counted = [f.name for f in model.player.fields.values() if f.type.form == "number" and len(f.dims) == 1]
    by = "score" if rules.score is not None or not counted else counted[0]
    hint = f"add `winner: highest {by}`, or `me wins` to an end"
    if by == "score" and rules.score is None:
        hint = "add `me wins` to an end, or `score(p): …` and `winner: highest score`"
    if not any(isinstance(n, _RESULTS) for d in model.description.declarations for n in nodes(d.tree)):
        first = rules.score or model.description.declarations[0]
        rules.report(Mistake(first.place(), "nothing says who wins", hint))
        return
    for declaration, end in model.declared(syntax.EndDeclaration):
        for case in end.cases:
            if case.effect is None:
                rules.note(declaration, case, "nobody wins a game that ends here", "if somebody does: " + hint)
