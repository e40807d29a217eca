"""Names bound once: what every name of a text means, where it is defined, and who uses it.

A name means the innermost thing that is called so: what a loop, a `let`, a question or a parameter names, else what the text declares. What
stands behind a dot or `my` is a member: which one, only the kind of what stands before it tells, so it may mean several.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from lark import Token

from ludwright.language import syntax
from ludwright.language.declarations import plural_of
from ludwright.language.syntax import DeclarationNode, Node, Part, parts, tokens

Scope = dict[str, "Symbol"]

LOOP, LET, QUESTION, ARGUMENT = "loop", "let", "question", "argument"
LOCAL = frozenset((LOOP, LET, QUESTION, ARGUMENT))
"""Sorts of names that hold within a part of one declaration."""


@dataclass(eq=False)
class Symbol:
    """One thing that has a name."""

    name: str
    sort: str
    """``loop``, ``let``, ``question``, ``argument``; or the sort of declaration: ``variable``, ``zone``, ``action``, ``cards`` …"""
    token: Token
    """The word that defines it. A row of a table is one word."""
    declaration: DeclarationNode
    """Where it is defined."""
    owner: str = ""
    """The kind whose members have it: ``player`` for what stands below `each player`."""
    uses: list[Token] = field(default_factory=list)
    """Every word that means it, in the order of the text, without the one that defines it."""

    def __repr__(self) -> str:
        return f"{self.sort} {self.owner + '.' if self.owner else ''}{self.name}, line {self.token.line}"


class Bindings:
    """What the names of some declarations mean. Made by :func:`bind`."""

    def __init__(self, declarations: Iterable[DeclarationNode]) -> None:
        self.declarations = tuple(declarations)
        self.symbols: list[Symbol] = []
        """All that has a name, in the order of the text; names of a declaration before those inside it."""
        self.unknown: list[Token] = []
        """Names that nothing in the text has: words of the language such as `me`, and slips."""
        self._meaning: dict[int, list[Symbol]] = {}
        self._globals: Scope = {}
        self._members: dict[str, list[Symbol]] = {}
        for declaration in self.declarations:
            for symbol in _declared(declaration):
                self._add(symbol)
        # bots and expectations speak of questions, which may stand behind them
        later = syntax.BotDeclaration | syntax.ExpectDeclaration
        for declaration in sorted(self.declarations, key=lambda one: isinstance(one, later)):
            _Walk(self, declaration).run()

    def meanings(self, token: Token) -> list[Symbol]:
        """What a word means, or may mean: several only for members."""
        return self._meaning.get(id(token), [])

    def meaning(self, token: Token) -> Symbol | None:
        """What a word means, if that is sure."""
        found = self.meanings(token)
        return found[0] if len(found) == 1 else None

    def named(self, name: str) -> list[Symbol]:
        """All that is called so."""
        return [symbol for symbol in self.symbols if symbol.name == name]

    def at(self, line: int, column: int) -> Token | None:
        """The name that stands at a line and column, both from 1."""
        for declaration in self.declarations:
            if declaration.span is None or not declaration.span.line <= line <= declaration.span.end_line:
                continue
            for token in tokens(declaration, "NAME"):
                if token.line == line and (token.column or 0) <= column <= (token.end_column or 0):
                    return token
        return None

    def _add(self, symbol: Symbol) -> None:
        self.symbols.append(symbol)
        self._meaning.setdefault(id(symbol.token), []).append(symbol)
        if symbol.owner:
            self._members.setdefault(symbol.name, []).append(symbol)
        else:
            self._globals.setdefault(symbol.name, symbol)

    def knows(self, token: Token, scope: Scope) -> bool:
        """Whether a word means something where these names are in force."""
        return str(token) in scope or str(token) in self._globals

    def _use(self, token: Token, scope: Scope) -> None:
        found = scope.get(str(token)) or self._globals.get(str(token))
        meant = [found] if found is not None else self._members.get(str(token), [])
        self._means(token, meant)

    def _use_member(self, token: Token) -> None:
        """A word behind a dot or `my`: a member, else a definition written like one, or in bots a question (`place.row`)."""
        declared = self._globals.get(str(token))
        asked = [symbol for symbol in self.named(str(token)) if symbol.sort == QUESTION]
        self._means(token, self._members.get(str(token)) or ([declared] if declared is not None else asked))

    def _means(self, token: Token, meant: list[Symbol]) -> None:
        if not meant:
            self.unknown.append(token)
            return
        self._meaning[id(token)] = meant
        for symbol in meant:
            if symbol.token is not token:
                symbol.uses.append(token)


def bind(declarations: Iterable[DeclarationNode] | syntax.File) -> Bindings:
    """What every name in some declarations means; they may come from several files."""
    return Bindings(declarations.declarations if isinstance(declarations, syntax.File) else declarations)


# ---------------------------------------------------------------- what is declared

_SORTS: dict[type[DeclarationNode], str] = {
    syntax.ParamDeclaration: "parameter",
    syntax.ZoneDeclaration: "zone",
    syntax.DiceDeclaration: "dice",
    syntax.StageDeclaration: "stage",
    syntax.ActionDeclaration: "action",
    syntax.DefineDeclaration: "definition",
    syntax.ProcedureDeclaration: "procedure",
}


def _declared(declaration: DeclarationNode) -> Iterator[Symbol]:
    """All that a declaration gives a name to."""
    match declaration:
        case syntax.VarDeclaration(attribute=attribute):
            yield Symbol(str(attribute.name), "variable", attribute.name, declaration)
        case syntax.EachDeclaration(kind=kind, members=members):
            yield from _carried(declaration, members, str(kind))
        case syntax.EnumDeclaration() | syntax.CardsDeclaration() | syntax.BoardDeclaration():
            yield from _kind(declaration)
        case syntax.PlayersDeclaration(names=names) if names is not None:
            for word in names.words:
                yield Symbol(str(word), "player", word, declaration)
        case _ if type(declaration) in _SORTS:
            word = declaration.name  # type: ignore[attr-defined]
            yield Symbol(str(word), _SORTS[type(declaration)], word, declaration)


def _kind(declaration: syntax.EnumDeclaration | syntax.CardsDeclaration | syntax.BoardDeclaration) -> Iterator[Symbol]:
    kind, sort = declaration.kind, declaration.rule
    name = str(kind.name)
    yield Symbol(name, sort, kind.name, declaration)
    plural = kind.plural if kind.plural is not None else kind.name
    yield Symbol(str(kind.plural) if kind.plural is not None else plural_of(name), sort, plural, declaration)
    if isinstance(declaration, syntax.EnumDeclaration):
        for word in declaration.names.words if declaration.names is not None else ():
            yield Symbol(str(word), "value", word, declaration)
        yield from _rows(declaration, declaration.rows, name)
        return
    rows = [line for line in declaration.lines if isinstance(line, syntax.TableRow)]
    yield from _rows(declaration, rows, name)
    for axis in declaration.axes if isinstance(declaration, syntax.CardsDeclaration) else ():
        yield Symbol(str(axis.name), "column", axis.name, declaration, name)
    yield from _carried(declaration, declaration.lines, name)


def _rows(declaration: DeclarationNode, rows: Iterable[syntax.TableRow], kind: str) -> Iterator[Symbol]:
    """The columns and the rows of a table in the text."""
    for number, row in enumerate(rows):
        cells = [cell.strip() for cell in row.text.strip("| ").split("|")]
        if number == 0:
            for cell in cells[1:]:
                yield Symbol(cell.split("[")[0], "column", row.text, declaration, kind)
        elif cells[0]:
            yield Symbol(cells[0], "row", row.text, declaration)


def _carried(declaration: DeclarationNode, lines: Iterable[Node], kind: str) -> Iterator[Symbol]:
    for line in lines:
        if isinstance(line, syntax.Attribute | syntax.ZoneDeclaration | syntax.DiceDeclaration):
            sort = "variable" if isinstance(line, syntax.Attribute) else _SORTS[type(line)]
            yield Symbol(str(line.name), sort, line.name, declaration, kind)


# ---------------------------------------------------------------- scopes


class _Walk:
    """Goes through one declaration with the names in force."""

    def __init__(self, bindings: Bindings, declaration: DeclarationNode) -> None:
        self.bindings = bindings
        self.declaration = declaration
        self._defined = {id(symbol.token) for symbol in bindings.symbols if symbol.declaration is declaration}

    def run(self) -> None:
        self._sequence(parts(self.declaration), {})

    def _sequence(self, several: Iterable[Part], scope: Scope) -> Scope:
        """Parts one after the other: what one names holds for those behind it. The names in force at the end."""
        for part in several:
            scope = self._go(part, scope)
        return scope

    def _local(self, name: Token, sort: str, scope: Scope) -> Scope:
        symbol = Symbol(str(name), sort, name, self.declaration)
        self.bindings.symbols.append(symbol)
        self.bindings._meaning[id(name)] = [symbol]
        return {**scope, str(name): symbol}

    def _go(self, part: Part, scope: Scope) -> Scope:
        """Bind what stands in a part; the names in force behind it."""
        if isinstance(part, Token):
            if part.type == "NAME" and id(part) not in self._defined:
                self.bindings._use(part, scope)
            return scope
        match part:
            case syntax.Let(name=name, value=value):
                self._go(value, scope)
                return self._local(name, LET, scope)
            case syntax.BotLet(let=let) | syntax.PatternLet(let=let):
                return self._go(let, scope)
            case syntax.Choose():
                self._choose(part, scope)
            case syntax.ChooseOption(name=name, options=options):
                self._go(part.who, scope)
                for option in options:
                    self._sequence(parts(option)[1:], scope)
                self._local(name, QUESTION, scope)
            case syntax.ActionParameters(parameters=parameters):
                for one in parameters:
                    self._go(one.values, scope)
                    scope = self._local(one.name, ARGUMENT, scope)
                return scope
            case syntax.Parameters(names=names):
                for word in names.words:
                    scope = self._local(word, ARGUMENT, scope)
                return scope
            case syntax.BotRuleLine(action=action):
                self._sequence(parts(part), self._named_by(action, scope))
            case syntax.StageDeclaration() if part is not self.declaration:
                self._sequence((part.body,), scope)
            case syntax.Generator():
                return self._generator(part, scope)
            case syntax.EveryHas(name=name, source=source, condition=condition):
                self._go(source, scope)
                self._go(condition, self._local(name, LOOP, scope))
            case syntax.AtOnce(members=members, asked=asked, then=then):
                # what each answered has a name in the second half
                known = len(self.bindings.symbols)
                self._sequence(asked.statements, self._go(members, scope))
                answers = [s for s in self.bindings.symbols[known:] if s.sort == QUESTION]
                self._go(then, {**scope, **{s.name: s for s in answers}})
            case syntax.MemberOf(subject=subject, name=name, arguments=arguments):
                self._go(subject, scope)
                self.bindings._use_member(name)
                if arguments is not None:
                    self._go(arguments, scope)
            case syntax.My(name=name, arguments=arguments):
                self.bindings._use_member(name)
                if arguments is not None:
                    self._go(arguments, scope)
            case _:
                generators = [below for below in parts(part) if isinstance(below, syntax.Generator)]
                inner = self._sequence(generators, scope)
                self._sequence((below for below in parts(part) if not isinstance(below, syntax.Generator)), inner)
        return scope

    def _generator(self, part: syntax.Generator, scope: Scope) -> Scope:
        self._go(part.source, scope)
        if part.start is not None:
            self._go(part.start, scope)
        inner = self._local(part.name, LOOP, scope)
        if part.limit is not None:
            self._go(part.limit, inner)
        return inner

    def _named_by(self, action: Part, scope: Scope) -> Scope:
        """In `take(c) when c.rank > 3` a bot names what is taken: unless `c` means something already."""
        arguments = getattr(action, "arguments", None)
        for value in arguments.values if isinstance(arguments, syntax.Arguments) else ():
            if isinstance(value, Token) and value.type == "NAME" and not self.bindings.knows(value, scope):
                scope = self._local(value, LOOP, scope)
                self._defined.add(id(value))
        return scope

    def _choose(self, part: syntax.Choose, scope: Scope) -> None:
        """What is chosen has a name in its condition and in what is done with it, not behind that."""
        for below in (part.who, part.source, *(word for word in parts(part.chosen) if word is not part.chosen.name)):
            self._go(below, scope)
        inner = self._local(part.chosen.name, QUESTION, scope)
        for later in (part.condition, part.body):
            if later is not None:
                self._go(later, inner)
        if part.otherwise is not None:
            self._go(part.otherwise, scope)
