"""From a CardScript file to a text in our language, with all that is wrong or odd about it."""

from __future__ import annotations

from dataclasses import dataclass

from ludwright.importing.cardscript.names import Names
from ludwright.importing.cardscript.oddities import note_oddities
from ludwright.importing.cardscript.parser import parse
from ludwright.importing.cardscript.syntax import Script
from ludwright.importing.cardscript.translation import translated
from ludwright.importing.places import Wrong
from ludwright.importing.text import Text
from ludwright.language.characters import normal
from ludwright.mistakes import MistakesError


@dataclass(frozen=True)
class Read:
    """A CardScript file that was understood."""

    script: Script
    text: Text
    wrong: Wrong


def read(text: str, file: str) -> Read:
    """Read, check and translate; all mistakes come as one error."""
    text = normal(text)
    wrong = Wrong(file, text.rstrip("\n").split("\n") if text else [])
    script = parse(text, file, wrong)
    if not wrong.mistakes:
        names = Names(script, wrong)
        note_oddities(script, names, wrong)
        if not wrong.mistakes:
            new = translated(script, names, wrong)
    if wrong.mistakes:
        raise MistakesError(
            sorted(wrong.mistakes, key=lambda one: (one.place.line, one.place.column) if one.place else (0, 0))
        )
    return Read(script, new, wrong)
