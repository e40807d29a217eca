"""Names that forms give: a word that is taken is refused, and a name is changed wherever it means the same."""

from __future__ import annotations

import re
from typing import Any

from ludwright.language.declarations import Declaration
from ludwright.language.editing import EditError
from ludwright.studio.completion import names_of
from ludwright.studio.forms.outline import Source

_WORDS = re.compile(r'#.*|"[^"\n]*"|[^\W\d]\w*')


def declared(source: Source) -> dict[str, tuple[str, int]]:
    """All names of a text: what each is, and its line."""
    declarations = [Declaration(one, "game", source.lines) for one in source.tree.declarations]
    return {one.name: (one.kind, one.line) for one in reversed(names_of(declarations)) if one.kind != "column"}


def check_new_name(source: Source, name: str) -> None:
    """Refuse what is no name, and what is taken."""
    from ludwright.rules.formulas.formulas import BUILT_IN

    if not name.isidentifier():
        raise EditError(f"`{name}` is no name: take one word of letters, digits and _" if name else "a name is missing")
    if name in BUILT_IN or name == "my":
        raise EditError(f"`{name}` is a word of the language: take another name")
    taken = declared(source).get(name)
    if taken is not None:
        kind, line = taken
        raise EditError(f"`{name}` is taken: line {line} has {_article(kind)} of that name")


def _article(kind: str) -> str:
    return "something" if kind.startswith(("of ", "all ")) else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def renamed(source: Source, edit: dict[str, Any]) -> str:
    """Another name for what is declared at a path: everywhere, or in its declaration if it is known only there."""
    path, name = str(edit["path"]), str(edit["text"]).strip()
    old = str(source.part(path))
    if name == old:
        return source.text
    check_new_name(source, name)
    first, last = 0, len(source.text)
    if old not in declared(source):
        first, last = source.span(source.part(".".join(path.split(".")[:2])))
        if re.search(rf"\b{re.escape(name)}\b", source.text[first:last]):
            raise EditError(f"`{name}` is used here already: take another name")
    return (
        source.text[:first]
        + _WORDS.sub(lambda found: name if found[0] == old else found[0], source.text[first:last])
        + source.text[last:]
    )
