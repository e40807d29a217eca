"""What workers do for forms."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludwright.language import syntax
from ludwright.mistakes import LudwrightError
from ludwright.studio.forms.choices import choices
from ludwright.studio.forms.edits import apply
from ludwright.studio.forms.facts import Facts, facts_at, read_columns
from ludwright.studio.forms.matching import matching
from ludwright.studio.forms.outline import Source, outline


def forms(text: str) -> dict[str, Any]:
    """A text as blocks."""
    return outline(text)


def edited(text: str, edit: dict[str, Any]) -> str:
    """A text with one change made by a form."""
    return apply(text, edit)


def fitting(text: str, folder: str, path: str, fits: str, now: str) -> list[dict[str, str]]:
    """What fits into a place of a form."""
    source = Source(text)
    facts = facts_at(source)
    _read_tables(source, facts, Path(folder))
    here = facts_at(source, path)
    for name, kind in facts.kinds.items():
        here.kinds[name] = kind
    return [choice.as_json() for choice in choices(here, fits, now)]


def _read_tables(source: Source, facts: Facts, folder: Path) -> None:
    """The columns of tables in files beside the game."""
    from ludwright.language.spreadsheets import SoughtSheet, read_sheet

    for node in source.tree.declarations:
        if not isinstance(node, syntax.EnumDeclaration | syntax.CardsDeclaration | syntax.BoardDeclaration):
            continue
        file = node.source
        name = str(file)[1:-1] if file is not None and not isinstance(file, syntax.Node) else ""
        if name and Path(name).name == name and (folder / name).suffix.lower() in (".csv", ".tsv", ".xlsx", ".ods"):
            try:
                rows = read_sheet(folder / name, name, Path(name).suffix.lower(), SoughtSheet(None)).rows
            except (LudwrightError, OSError):
                continue
            read_columns(facts, str(node.kind.name), rows)


FORM_TASKS: list[Callable[..., Any]] = [forms, edited, fitting, matching]
