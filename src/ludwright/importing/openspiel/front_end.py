"""The text that stands for a game of OpenSpiel: who plays, how many answers there are, whether there are secrets and chance. Its rules are never run."""

from __future__ import annotations

import re
from functools import partial

from ludwright.importing import Imported
from ludwright.importing.openspiel.library import Found, OpenSpielError, find
from ludwright.importing.openspiel.takeover import take_over
from ludwright.mistakes import Mistake, MistakesError, Place

LANGUAGE = "OpenSpiel"
ENDING = ".openspiel"


def import_openspiel(text: str, file: str) -> Imported:
    """A file with the name of a game in it: what a playtest keeps of one."""
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    names = [line for line in lines if line]
    if len(names) != 1:
        place = Place(file, 1, 1, 1, text.splitlines()[0] if text else "")
        raise MistakesError(
            Mistake(
                place, "this file must name one game of OpenSpiel", "write one line, such as goofspiel(num_cards=5)"
            )
        )
    line = lines.index(names[0]) + 1
    try:
        found = find(names[0])
    except OpenSpielError as error:
        place = Place(file, line, 1, len(names[0]), text.splitlines()[line - 1])
        raise MistakesError(Mistake(place, str(error))) from None
    return made(found, file, names[0], line)


def made(found: Found, file: str, shown: str, line: int = 1) -> Imported:
    """The text of a game, and what plays it."""
    lines = _lines(found)
    words = f"played by OpenSpiel as {found.name}"
    return Imported(
        LANGUAGE,
        "\n".join(lines) + "\n",
        [Place(file, line, 1, len(shown), shown)] * len(lines),
        [],
        words,
        {"language": LANGUAGE, "openspiel": found.name},
        {f"{_plain(found.name)}{ENDING}": f"{found.name}\n".encode()},
        partial(take_over, found),
    )


def _plain(name: str) -> str:
    """A name as the name of a file."""
    return re.sub(r"\W+", "_", name).strip("_")[:60] or "game"


def _lines(found: Found) -> list[str]:
    title = found.title.replace('"', "'")
    lines = [
        f"# {found.name}, played by OpenSpiel: this text only says who plays and how many answers there are",
        f'game "{title} (OpenSpiel)"',
        f"players {found.players}" + (", cooperative" if found.common else ""),
    ]
    if found.chance:
        lines.append("var luck = 0 in 0..1")
    if found.hidden:
        lines.append("var unseen = 0 in 0..1, seen by nobody")
    lines += ["turn: one of choose", f"action choose(n in 0..{found.options - 1})"]
    if found.chance:
        lines.append("  luck = random n in 0..1")
    if found.hidden:
        lines.append("  unseen = random n in 0..1")
    effects = found.chance or found.hidden
    if not effects:
        lines.insert(3, "var answered = 0 in 0..1")
        lines.append("  answered = 1 - answered")
    if found.pays:
        if found.players > 1 and not found.common:
            lines.append("winner: highest score")
        lines += ["end when turn.number > 1000000", f"score(p): {'luck' if found.chance else '0'}"]
    else:
        lines.append("end when turn.number > 1000000: draw")
    return lines
