"""A version of a game: some knobs turned. As a text it is a variant of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from lark import Token

from ludwright.balancing.knobs import CELL, COPIES, NUMBER, PARAM, SEAT, START, Knob, numbers_of
from ludwright.language import syntax
from ludwright.language.printer import to_text
from ludwright.language.source import Description, read_text
from ludwright.language.syntax import Formula, Part, rebuilt
from ludwright.mistakes import written
from ludwright.plain_files import read_plain

Change = tuple[str, int]
"""A knob's name, and what it is turned to."""


@dataclass(frozen=True)
class Version:
    """What is changed, in the order of the knobs; nothing: the game as it is."""

    changes: tuple[Change, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The knobs that are turned."""
        return tuple(name for name, _ in self.changes)

    def value(self, knob: Knob) -> int:
        """What a knob is in this version."""
        return dict(self.changes).get(knob.name, knob.value)

    def size(self, knobs: Mapping[str, Knob]) -> float:
        """How large all changes are together."""
        return sum(knobs[name].size(value) for name, value in self.changes)

    def told(self, knobs: Mapping[str, Knob]) -> str:
        """The changes in words."""
        *first, last = [knobs[name].told(value) for name, value in self.changes] or ["the game as it is"]
        return f"{', '.join(first)} and {last}" if first else last

    def only_params(self, knobs: Mapping[str, Knob]) -> bool:
        """Whether nothing but parameters is set, which compiles nothing."""
        return all(knobs[name].kind == PARAM for name, _ in self.changes)


def version_of(values: Mapping[str, int], knobs: Mapping[str, Knob]) -> Version:
    """The version in which some knobs have these values; those that stay as they are do not count."""
    return Version(
        tuple((name, values[name]) for name, knob in knobs.items() if name in values and values[name] != knob.value)
    )


def variant_text(
    version: Version, knobs: Mapping[str, Knob], description: Description, title: str, settings: Mapping[str, int] | None = None
) -> str:  # fmt: skip
    """The text of a variant file that lies beside the game's own; ``settings`` are parameters that were set for all versions."""
    base = next(iter(description.contents))
    lines = [f"# {version.told(knobs)}", f'variant "{title}" of "{base}"']
    lines += [f"change {name} = {_param_value(name, value, description)}" for name, value in (settings or {}).items()]
    lines += changed_lines([(knobs[name], value) for name, value in version.changes], description)
    return "\n".join(lines) + "\n"


def knobbed_text(knobs: Iterable[Knob], description: Description) -> tuple[str, dict[str, str]]:
    """A variant in which every knob is a parameter, so that turning it compiles nothing; and the names of these parameters."""
    base = next(iter(description.contents))
    taken = {declaration.name for declaration in description.declarations}
    front = next(
        f"knob{'_' * tail}" for tail in range(1, 9) if not any(f"knob{'_' * tail}" in str(name) for name in taken)
    )
    names = {knob.name: f"{front}{place}" for place, knob in enumerate(knobs)}
    turned = [knob for knob in knobs if knob.kind != PARAM]
    lines = [f'variant "knobs" of "{base}"']
    for knob in turned:
        away = knob.value if knob.kind == SEAT else 0
        least, most = knob.values[0] - away, knob.values[-1] - away
        lines.append(f"param {names[knob.name]} = {knob.value - away} in {least}..{most}")
    lines += changed_lines([(knob, names[knob.name]) for knob in turned], description)
    return "\n".join(lines) + "\n", {knob.name: names[knob.name] for knob in turned}


def _param_value(name: str, value: int, description: Description) -> str:
    """What a parameter is set to, in the words in which it is declared."""
    for declaration in description.declarations:
        tree = declaration.tree
        if isinstance(tree, syntax.ParamDeclaration) and tree.name == name:
            return str(value) if not isinstance(tree.value, syntax.Yes | syntax.No) else "yes" if value else "no"
    return str(value)


def changed_lines(changes: Iterable[tuple[Knob, int | str]], description: Description) -> list[str]:
    """The lines of a variant in which some knobs have other values, or the names of parameters."""
    lines = []
    anew: dict[str, list[tuple[Knob, int | str]]] = {}
    for knob, value in changes:
        if knob.kind == PARAM:
            shown = ("yes" if value else "no") if knob.is_bool else str(value)
            lines.append(f"change {knob.name} = {shown}")
        elif knob.kind in (CELL, COPIES):
            lines.append(f"change {written(knob.owner)}.{knob.column} = {value}")
        else:
            anew.setdefault(f"{knob.kind}:{knob.column}" if knob.kind == START else knob.owner, []).append(
                (knob, value)
            )
    return [*lines, *(declared_anew(changed, description) for changed in anew.values())]


def declared_anew(changed: list[tuple[Knob, int | str]], description: Description) -> str:
    """A declaration of the game once more, with other numbers, and with what single seats begin with behind it."""
    first = changed[0][0]
    if first.kind == START:
        return _start_anew(*changed[0])
    numbers = {knob.place: value for knob, value in changed if knob.kind == NUMBER}
    given = [
        f"players[{knob.place}].{knob.column} += {value if isinstance(value, str) else value - knob.value}"
        for knob, value in changed
        if knob.kind == SEAT
    ]
    declaration = next((one for one in description.declarations if (one.name or one.kind) == first.owner), None)
    text = to_text(with_numbers(declaration.tree, numbers)) if declaration is not None else first.owner
    if given and declaration is not None:
        text = _opened(text)
    return "\n".join([text, *(f"  {line}" for line in given)])


def _opened(text: str) -> str:
    """A declaration whose only statement stands behind its colon, with that on a line of its own."""
    first, *rest = text.splitlines()
    head, colon, statement = first.partition(":")
    return text if rest or not colon else f"{head}\n  {statement.strip()}"


def _start_anew(knob: Knob, value: int | str) -> str:
    assert knob.declaration is not None
    tree = knob.declaration.tree
    attribute = next(part for part in syntax.find(tree, syntax.Attribute) if str(part.name) == knob.column)
    changed = replace(attribute, value=_literal(value))
    if isinstance(tree, syntax.EachDeclaration):
        return to_text(replace(tree, members=(changed,)))
    return to_text(replace(tree, attribute=changed))


def with_numbers(tree: syntax.Node, numbers: Mapping[int, int | str]) -> syntax.Node:
    """A declaration with other numbers, or names, in some places: the first number of its text is 1."""
    tokens = numbers_of(tree)
    places = {id(tokens[place - 1]): value for place, value in numbers.items()}

    def change(part: Part) -> Part:
        if isinstance(part, syntax.Node):
            return rebuilt(part, change)
        return _literal(places[id(part)]) if id(part) in places else part

    return rebuilt(tree, change)


def _literal(value: int | str) -> Formula:
    if isinstance(value, str):
        return Token("NAME", value)
    token = Token("NUMBER", str(abs(value)))
    return token if value >= 0 else syntax.Negative(token)


def lay_out(description: Description, folder: Path) -> None:
    """Write the files of a game into a folder, so that its variants can lie beside it."""
    from ludwright.written import put

    for name, content in description.contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.stat().st_size != len(content) or read_plain(path, len(content)) != content:
            put(path, content)


def described(version: Version, knobs: Mapping[str, Knob], description: Description, folder: Path) -> Description:
    """The version as a description; the game's own files lie in the folder."""
    return read_text(variant_text(version, knobs, description, description.title), "version.game", folder)


def rank(versions: Iterable[Version], knobs: Mapping[str, Knob]) -> list[Version]:
    """The fewest changes first, then the smallest."""
    return sorted(versions, key=lambda one: (len(one.changes), one.size(knobs), one.changes))
