"""The way in: a CardScript file as a text in our language, and what can be read off it."""

from __future__ import annotations

from ludwright.importing import Imported
from ludwright.importing.cardscript.figures import Figures, figures_of, uses_of
from ludwright.importing.cardscript.reading import read

LANGUAGE = "CardScript"


def import_cardscript(text: str, file: str) -> Imported:
    """Read, check and translate a text."""
    found = read(text, file)
    figures, uses = figures_of(found.script), uses_of(found.script)
    return Imported(
        LANGUAGE,
        found.text.written(),
        [None if at is None else found.wrong.place(at) for at in found.text.origins],
        found.wrong.notes,
        _told(figures, uses),
        {"language": LANGUAGE, "figures": figures.as_json(), "uses": uses},
    )


def _told(figures: Figures, uses: dict[str, list[str]]) -> str:
    lines = ["As written in CardScript", *figures.as_text().splitlines()[1:], "  Who uses what"]
    for name, actions in uses.items():
        lines.append(f"    {name}: {'no action' if not actions else ''}".rstrip())
        lines += [f"      {action}" for action in actions]
    return "\n".join(lines)
