"""Local names that hide what the game declares get names of their own before anything is compiled.

In a game with `each player` / `n = 0`, the `n` of `for n in 1..3` has nothing to do with anybody's number. After this a name that is declared
means what is declared wherever it stands, so that every part of the compiler may go by what a name is called.
"""

from __future__ import annotations

from dataclasses import replace

from lark import Token

from ludwright.language import syntax
from ludwright.language.binding import ARGUMENT, LET, LOCAL, LOOP, Symbol, bind
from ludwright.language.source import Description
from ludwright.language.syntax import Node, Part, rebuilt

MARK = "\u2032"
"""Behind a name that was changed; no text can have it in a name, and no message shows it."""

_PUBLIC = (syntax.ActionDeclaration, syntax.BotDeclaration, syntax.ExpectDeclaration)
"""Declarations whose arguments others speak of by name."""


def without_shadows(description: Description) -> Description:
    """The same game, in which no name of a loop, a `let` or an argument is called like anything declared."""
    bindings = bind(declaration.tree for declaration in description.declarations)
    declared = {symbol.name for symbol in bindings.symbols if symbol.sort not in LOCAL}
    changed: dict[int, Token] = {}
    for symbol in bindings.symbols:
        if symbol.name in declared and _is_private(symbol):
            for token in (symbol.token, *symbol.uses):
                changed[id(token)] = token.update(value=f"{symbol.name}{MARK}")
    if not changed:
        return description

    def change(part: Part) -> Part:
        return rebuilt(part, change) if isinstance(part, Node) else changed.get(id(part), part)

    touched = {id(symbol.declaration) for symbol in bindings.symbols if id(symbol.token) in changed}
    declarations = [
        replace(one, tree=change(one.tree)) if id(one.tree) in touched else one for one in description.declarations
    ]
    return replace(description, declarations=declarations)


def shown(text: str) -> str:
    """A message with names as the text has them."""
    return text.replace(MARK, "")


def _is_private(symbol: Symbol) -> bool:
    if isinstance(symbol.declaration, _PUBLIC):
        return symbol.sort in (LOOP, LET) and isinstance(symbol.declaration, syntax.ActionDeclaration)
    return symbol.sort in (LOOP, LET, ARGUMENT)
