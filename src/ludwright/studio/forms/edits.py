"""Changes by forms, each one a change of the text at one spot. What comes out must read, and say the same everywhere else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from lark import Token

from ludwright.language import syntax
from ludwright.language.declarations import plural_of
from ludwright.language.editing import EditError
from ludwright.language.syntax.base import FormulaNode, Node, Part
from ludwright.language.syntax.walking import exchanged
from ludwright.studio.forms.naming import check_new_name, renamed
from ludwright.studio.forms.outline import Source, chain
from ludwright.studio.forms.placing import body_at, end_before, entries_of, entry_lines, home_of, indented
from ludwright.studio.forms.table import FORMS, LINES, SECTIONS

Edit = dict[str, Any]
_GUARDS = (syntax.When, syntax.WhenAfterwards, syntax.IfAble, syntax.Let)


def apply(text: str, edit: Edit) -> str:
    """The text with one change made; a sentence of refusal if it can't be."""
    source = Source(text)
    doing = _DOING.get(str(edit.get("do")))
    if doing is None:
        raise EditError("there is no such change")
    try:
        changed = doing(source, edit)
    except (AttributeError, LookupError, TypeError, ValueError, AssertionError):
        raise EditError("the text has changed since: this part is not there any more") from None
    return _checked(source, changed, edit)


def _checked(before: Source, changed: str, edit: Edit) -> str:
    """The new text, if it has no more mistakes in its writing than the old one."""
    if str(edit.get("path", "")).startswith("lines."):
        return changed
    after = Source(changed)
    if len(after.mistakes) > len(before.mistakes):
        raise EditError(_why(after, before))
    return changed


def _why(after: Source, before: Source) -> str:
    old = {one.message for one in before.mistakes}
    new = next((one for one in after.mistakes if one.message not in old), after.mistakes[0])
    return f"That can't stand here: {new.message}" + (f"; {new.hint}" if new.hint else "")


def _spliced(source: Source, first: int, last: int, text: str) -> str:
    return source.text[:first] + text + source.text[last:]


# ---------------------------------------------------------------- exchanging


def _set(source: Source, edit: Edit) -> str:
    """Another text for a part; a formula gets brackets if it needs them."""
    path, text = str(edit["path"]), str(edit["text"]).strip("\n")
    if path.startswith("lines."):
        _, first, last = path.split(".")
        return "\n".join([*source.lines[: int(first) - 1], text, *source.lines[int(last) :]])
    if path.endswith(".sign"):
        return _sign(source, path, text)
    part = source.part(path)
    if part is None:
        return _option(source, edit)
    if not text.strip():
        return _remove(source, edit)
    return _exchange(source, path, part, text)


def _exchange(source: Source, path: str, part: Part, text: str) -> str:
    first, last = source.span(part)
    line = source.lines[source.text.count("\n", 0, first)]
    margin = line[: len(line) - len(line.lstrip())]
    written = text.replace("\n", "\n" + margin)
    formula = isinstance(part, FormulaNode | Token) and "\n" not in text
    for attempt in [written, f"({written})"] if formula else [written]:
        changed = _spliced(source, first, last, attempt)
        if _says_the_same(source, Source(changed), path, part):
            return changed
    after = Source(_spliced(source, first, last, written))
    raise EditError(_why(after, source) if len(after.mistakes) > len(source.mistakes) else f"`{text}` can't stand here")


def _says_the_same(before: Source, after: Source, path: str, part: Part) -> bool:
    """Whether nothing but one part has changed."""
    try:
        new = after.part(path)
        return bool(after.tree == exchanged(before.tree, part, new))
    except (EditError, AttributeError, IndexError, ValueError, TypeError, AssertionError):
        return False


def _sign(source: Source, path: str, text: str) -> str:
    """`=`, `+=` or `-=`; or the sign of a comparison."""
    node = source.part(path.rpartition(".")[0])
    if isinstance(node, syntax.Compare):
        return _exchange(source, path, node.sign, text)
    if text not in ("=", "+=", "-="):
        raise EditError(f"`{text}` changes nothing")
    return _spliced(source, source.span(node.target)[1], source.span(node.value)[0], f" {text} ")


def _option(source: Source, edit: Edit) -> str:
    """Write a part that was left out, with the words that belong to it."""
    path, _, name = str(edit["path"]).rpartition(".")
    node = source.part(path)
    hole = next(one for one in FORMS[type(node)].pieces() if not isinstance(one, str) and one.field == name)
    fits = FORMS[type(node)].fits.get(name, "")
    if fits in LINES or fits == "else":
        return _add(source, {"path": edit["path"], "index": 0, "text": edit["text"]})
    at = end_before(source, node, name)
    text = f"{hole.before}{edit['text']}{hole.after}"
    return _spliced(source, at, at, text)


def _join(source: Source, edit: Edit) -> str:
    """A chain of conditions by another word, or with one more."""
    path, word = str(edit["path"]), str(edit["word"])
    if word not in ("and", "or"):
        raise EditError("conditions are joined by `and` or `or`")
    part = source.part(path)
    same = isinstance(part, syntax.Logic) and ("and" if isinstance(part, syntax.And) else "or") == word
    whole = bool(edit.get("whole"))  # the word of the whole chain changes
    members: list[Part] = (
        [one for one, _ in chain(part, path)] if isinstance(part, syntax.Logic) and (same or whole) else [part]
    )
    texts = [_bracketed(source, one) for one in members]
    if edit.get("text"):
        texts.append(str(edit["text"]))
    return _exchange(source, path, part, f" {word} ".join(texts))


def _bracketed(source: Source, part: Part) -> str:
    text = source.of(part)
    loose = (syntax.Logic, syntax.Quantifier, syntax.EveryHas, syntax.IfElse, syntax.Picking, syntax.Negation)
    return f"({text})" if isinstance(part, loose) else text


def _negate(source: Source, edit: Edit) -> str:
    """`not` before a condition, or gone from it."""
    path = str(edit["path"])
    part = source.part(path)
    if isinstance(part, syntax.Negation):
        return _exchange(source, path, part, source.of(part.condition))
    return _exchange(source, path, part, f"not {_bracketed(source, part)}")


# ---------------------------------------------------------------- adding


def _add(source: Source, edit: Edit) -> str:
    """One more entry of a list, in its place."""
    path, index, text = str(edit["path"]), int(edit.get("index", -1)), str(edit["text"]).strip("\n")
    node, name = home_of(source, path)
    form = FORMS[type(node)]
    fits = form.fits.get(name, "")
    if fits == "else":
        return _below_all(source, node, text)
    if fits in LINES:
        return _add_line(source, node, name, index, text)
    entries: Sequence[Part] = getattr(node, name)
    if not entries:
        hole = next(one for one in form.pieces() if not isinstance(one, str) and one.field == name)
        at = end_before(source, node, name)
        return _spliced(source, at, at, f"{hole.before}{text}{hole.after}")
    if 0 <= index < len(entries):
        at = source.span(entries[index])[0]
        return _spliced(source, at, at, f"{text}{form.between}")
    at = source.span(entries[-1])[1]
    return _spliced(source, at, at, f"{form.between}{text}")


def _below_all(source: Source, node: Node, text: str) -> str:
    """`else` or `otherwise`, below everything else."""
    first, last = entry_lines(source, node)
    margin = source.lines[first][: len(source.lines[first]) - len(source.lines[first].lstrip())]
    return "\n".join([*source.lines[: last + 1], *indented(text, margin), *source.lines[last + 1 :]])


def _add_line(source: Source, node: Node, name: str, index: int, text: str) -> str:
    source, entries, margin, after = body_at(source, node, name)
    written = indented(text, margin)
    if len(entries) == 1 and isinstance(entries[0], syntax.Nothing):
        first, last = entry_lines(source, entries[0])
        return "\n".join([*source.lines[:first], *written, *source.lines[last + 1 :]])
    if text.startswith(("when ", "if able")) and isinstance(node, syntax.ActionDeclaration):  # before all effects
        index = next((n for n, one in enumerate(entries) if not isinstance(one, _GUARDS)), -1)
    if 0 <= index < len(entries):
        at = entry_lines(source, entries[index])[0]
    else:
        at = (entry_lines(source, entries[-1])[1] if entries else after) + 1
    return "\n".join([*source.lines[:at], *written, *source.lines[at:]])


def _declare(source: Source, edit: Edit) -> str:
    """New declarations, each beside those of its section; ``NAME`` and ``PLURAL`` in the text stand for the name given."""
    text, name = str(edit["text"]).strip("\n"), str(edit.get("name") or "")
    if name:
        check_new_name(source, name)
        text = text.replace("PLURAL", plural_of(name)).replace("NAME", name)
    new = Source(text)
    if new.mistakes or not new.tree.declarations:
        raise EditError(_why(new, Source("")) if new.mistakes else "this is no declaration")
    for one in new.tree.declarations:
        source = Source(_placed(source, one, new.of(one)))
    return source.text


def _placed(source: Source, new: Node, text: str) -> str:
    """The text with one more declaration. What each player has stands in one place."""
    if isinstance(new, syntax.EachDeclaration):
        for number, one in enumerate(source.tree.declarations):
            if isinstance(one, syntax.EachDeclaration) and one.kind == new.kind:
                lines = _lines_dedented(text.split("\n")[1:])
                return _add(source, {"path": f"declarations.{number}.members", "text": lines})
    if isinstance(new, syntax.SetupDeclaration):  # as it happens: before the first turn
        for number, one in enumerate(source.tree.declarations):
            if isinstance(one, syntax.SetupDeclaration):
                steps = _lines_dedented(text.split("\n")[1:])
                return _add(source, {"path": f"declarations.{number}.body", "text": steps})
        turns = syntax.TurnDeclaration | syntax.PlayDeclaration
        first = next((one for one in source.tree.declarations if isinstance(one, turns)), None)
        if first is not None:
            at = entry_lines(source, first)[0]
            return "\n".join([*source.lines[:at], *text.split("\n"), "", *source.lines[at:]])
    section = FORMS[type(new)].section
    rank = SECTIONS.index(section)
    before = [one for one in source.tree.declarations if SECTIONS.index(FORMS[type(one)].section) <= rank]
    same = [one for one in before if FORMS[type(one)].section == section]
    beside = same[-1] if same else before[-1] if before else None
    at = entry_lines(source, beside)[1] + 1 if beside is not None else 0
    spaced = not same or "\n" in text or (beside is not None and source.of(beside).count("\n") > 0)
    written = [*([""] if spaced and at else []), *text.split("\n")]
    if spaced and at < len(source.lines) and source.lines[at].strip():
        written.append("")
    return "\n".join([*source.lines[:at], *written, *source.lines[at:]])


def _duplicate(source: Source, edit: Edit) -> str:
    """The same again, under a name of its own."""
    path = str(edit["path"])
    part = source.part(path)
    if not isinstance(part, syntax.DeclarationNode) or not path.startswith("declarations.") or path.count(".") > 1:
        home, index = path.rpartition(".")[0], path.rpartition(".")[2]
        text = _dedented(source, part)
        if isinstance(part, syntax.ZoneDeclaration | syntax.Attribute):
            text = text.replace(str(part.name), _free_name(source, str(part.name)), 1)
        if not index.isdigit():
            home, index = path, "0"
        return _add(source, {"path": _list_path(source, home), "index": int(index) + 1, "text": text})
    text = source.of(part)
    name = getattr(part, "name", None) or getattr(getattr(part, "kind", None), "name", None)
    name = name or getattr(getattr(part, "attribute", None), "name", None)
    if isinstance(name, Token):
        text = text.replace(str(name), _free_name(source, str(name)), 1)
    last = entry_lines(source, part)[1]
    spaced = [""] if "\n" in text else []
    return "\n".join([*source.lines[: last + 1], *spaced, *text.split("\n"), *source.lines[last + 1 :]])


def _free_name(source: Source, name: str) -> str:
    stem = re.sub(r"_\d+\Z", "", name)
    number = 2
    while re.search(rf"\b{re.escape(stem)}_{number}\b", source.text):
        number += 1
    return f"{stem}_{number}"


def _dedented(source: Source, part: Part) -> str:
    """The lines of an entry as if it stood at the margin."""
    first, _ = source.span(part)
    column = first - source.text.rfind("\n", 0, first) - 1
    head, *rest = source.of(part).split("\n")
    return "\n".join([head, *(line[min(column, len(line) - len(line.lstrip())) :] for line in rest)])


def _list_path(source: Source, path: str) -> str:
    """The path of a list as :func:`_add` wants it: of the field that holds the block."""
    return path.removesuffix(".statements")


# ---------------------------------------------------------------- taking away, moving


def _remove(source: Source, edit: Edit) -> str:
    path = str(edit["path"])
    if path.startswith("lines."):
        _, first, last = path.split(".")
        return "\n".join([*source.lines[: int(first) - 1], *source.lines[int(last) :]])
    part = source.part(path)
    above, _, step = path.rpartition(".")
    if not step.isdigit():
        return _remove_field(source, path, part, source.part(above), step)
    home, name = home_of(source, above)
    entries = entries_of(home, name)
    if above == "declarations" or FORMS[type(home)].fits.get(name, "") in LINES:
        return _remove_lines(source, path, part, home, name, entries)
    number = int(step)
    if len(entries) == 1:
        start = end_before(source, home, name)
        return _spliced(source, start, source.span(part)[1], "")
    if number:
        return _spliced(source, source.span(entries[number - 1])[1], source.span(part)[1], "")
    return _spliced(source, source.span(part)[0], source.span(entries[1])[0], "")


def _remove_lines(source: Source, path: str, part: Part, home: Node, name: str, entries: Sequence[Part]) -> str:
    holder = getattr(home, name)
    if len(entries) == 1 and isinstance(holder, syntax.StatementSequence):
        return _exchange(source, path, part, "nothing")
    if isinstance(holder, syntax.StatementLine):
        number = next(n for n, one in enumerate(entries) if one is part)
        if number:
            return _spliced(source, source.span(entries[number - 1])[1], source.span(part)[1], "")
        return _spliced(source, source.span(part)[0], source.span(entries[1])[0], "")
    first, last = entry_lines(source, part)
    if isinstance(part, syntax.DeclarationNode) and path.count(".") == 1:
        if (
            last + 1 < len(source.lines)
            and not source.lines[last + 1].strip()
            and (first == 0 or not source.lines[first - 1].strip())
        ):
            last += 1
    elif len(entries) == 1 and isinstance(home, syntax.EachDeclaration | syntax.EndDeclaration):
        raise EditError("this is the only one here: take the whole block away")
    return "\n".join([*source.lines[:first], *source.lines[last + 1 :]])


def _remove_field(source: Source, path: str, part: Part, home: Node, name: str) -> str:
    if isinstance(home, syntax.Logic):
        other = home.right if name == "left" else home.left
        above = path.rpartition(".")[0]
        return _exchange(source, above, home, source.of(other))
    fits = FORMS[type(home)].fits.get(name, "")
    if fits == "else":
        first, last = entry_lines(source, part)
        return "\n".join([*source.lines[:first], *source.lines[last + 1 :]])
    if fits == "statements":
        return _exchange(source, path, part, "nothing")
    hole = next(one for one in FORMS[type(home)].pieces() if not isinstance(one, str) and one.field == name)
    if not hole.optional:
        raise EditError("something must stand here: choose what instead")
    start, end = source.span(part)
    if hole.after:
        return _spliced(source, start, end + len(hole.after), "")
    return _spliced(source, end_before(source, home, name), end, "")


def _move(source: Source, edit: Edit) -> str:
    """An entry to another place, with all that belongs to it and its comments."""
    path, to, index = str(edit["path"]), str(edit["to"]), int(edit["index"])
    part = source.part(path)
    if to == "declarations":
        return _move_declaration(source, part, index)
    home, name = home_of(source, to)
    if (path + ".").startswith(to + ".") is False and (to + ".").startswith(path + "."):
        raise EditError("a block can't be put into itself")
    if FORMS[type(home)].fits.get(name, "") not in LINES:
        text = source.of(part)
    else:
        first, last = entry_lines(source, part)
        own = not source.text[source.text.rfind("\n", 0, source.span(part)[0]) + 1 : source.span(part)[0]].strip()
        text = _lines_dedented(source.lines[first : last + 1]) if own else _dedented(source, part)
    grown = Source(_add(source, {"path": to, "index": index, "text": text}))
    return _remove(grown, {"path": _shifted(source, path, to, index, home, name)})


def _lines_dedented(lines: Sequence[str]) -> str:
    margin = len(lines[0]) - len(lines[0].lstrip())
    return "\n".join(line[min(margin, len(line) - len(line.lstrip())) :] for line in lines)


def _shifted(source: Source, path: str, to: str, index: int, home: Node, name: str) -> str:
    """Where a part is found after one more entry was put into a list."""
    holder = getattr(home, name)
    inside = to
    if isinstance(holder, syntax.StatementSequence):
        inside = f"{to}.statements"
    elif isinstance(holder, Node) and (path + ".").startswith(to + "."):  # it was alone behind a colon
        path, inside = f"{to}.statements.0{path[len(to) :]}", f"{to}.statements"
    if not path.startswith(inside + "."):
        return path
    number, dot, rest = path[len(inside) + 1 :].partition(".")
    count = len(entries_of(home, name))
    place = index if 0 <= index < count else count
    return f"{inside}.{int(number) + (1 if int(number) >= place else 0)}{dot}{rest}"


def _move_declaration(source: Source, part: Part, index: int) -> str:
    others = source.tree.declarations
    first, last = entry_lines(source, part)
    while first and source.lines[first - 1].startswith("#"):
        first -= 1  # a comment right above belongs to it
    block = source.lines[first : last + 1]
    if 0 <= index < len(others):
        at = entry_lines(source, others[index])[0]
        while at and source.lines[at - 1].startswith("#"):
            at -= 1
    else:
        at = entry_lines(source, others[-1])[1] + 1
    spaced = len(block) > 1
    rest = [None if first <= number <= last else line for number, line in enumerate(source.lines)]
    before = [line for line in rest[:at] if line is not None]
    after = [line for line in rest[at:] if line is not None]
    if spaced and before and before[-1].strip():
        before.append("")
    if spaced and after and after[0].strip():
        after.insert(0, "")
    return re.sub(r"\n{3,}", "\n\n", "\n".join([*before, *block, *after]))


# ---------------------------------------------------------------- particular parts


def _see(source: Source, edit: Edit) -> str:
    """Who sees what lies in a zone."""
    path, wanted = str(edit["path"]), str(edit["text"])
    while True:
        zone = source.part(path)
        old = next((n for n, one in enumerate(zone.options) if isinstance(one, syntax.FaceDown | syntax.SeenBy)), None)
        if old is None:
            break
        source = Source(_remove(source, {"path": f"{path}.options.{old}"}))
    return _add(source, {"path": f"{path}.options", "index": 0, "text": wanted}) if wanted else source.text


def _rows(source: Source, edit: Edit) -> str:
    """Other rows of a table or of a picture."""
    node = source.part(str(edit["path"]))
    rows: list[list[str]] = [[" ".join(str(cell).replace("|", "/").split()) for cell in row] for row in edit["rows"]]
    widths = [max(len(row[x]) if x < len(row) else 0 for row in rows) for x in range(max(map(len, rows)))]
    padded = [[cell.ljust(width) for cell, width in zip(row, widths, strict=False)] for row in rows]
    signs = isinstance(node, syntax.PictureDeclaration)
    written = [f"  | {(' ' if signs else ' | ').join(row)} |" for row in padded]
    lines: Sequence[Part] = getattr(node, "rows", ()) or getattr(node, "lines", ())
    old = [one for one in lines if isinstance(one, syntax.TableRow)]
    if old:
        first, last = entry_lines(source, old[0])[0], entry_lines(source, old[-1])[0]
        return "\n".join([*source.lines[:first], *written, *source.lines[last + 1 :]])
    at = source.text.count("\n", 0, source.span(node)[0]) + 1
    return "\n".join([*source.lines[:at], *written, *source.lines[at:]])


_DOING: dict[str, Callable[[Source, Edit], str]] = {
    "set": _set,
    "join": _join,
    "negate": _negate,
    "add": _add,
    "declare": _declare,
    "duplicate": _duplicate,
    "remove": _remove,
    "move": _move,
    "see": _see,
    "rows": _rows,
    "rename": renamed,
}
