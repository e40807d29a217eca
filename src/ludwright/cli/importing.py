"""``ludwright import``: a game in another language as a text in ours."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludwright.cli.manners import FINE, complain
from ludwright.cli.options import Json
from ludwright.cli.visible import say


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game in another language, such as lanterns.crds.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to write it; default: it is printed.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Write a game in another language as a text in ours that plays the same. Every other command takes such a file as it is."""
    from ludwright.game import UnknownGameError, check
    from ludwright.importing import FRONT_ENDS, imported, is_foreign
    from ludwright.mistakes import MistakesError, in_short

    if not is_foreign(file):
        known = ", ".join(FRONT_ENDS)
        raise UnknownGameError(f"{file} is in no language that can be imported: its name must end in {known}")
    found = imported(file)
    wrong = [mistake for mistake in check(file) if mistake.severity == "mistake"]
    if wrong:
        raise MistakesError(wrong)
    if out is not None:
        from ludwright.cli.printing import write_text

        write_text(out, found.text)
    if as_json:
        from ludwright.cli.printing import print_json

        notes = [note.as_json() for note in found.notes]
        print_json(
            {
                "file": str(file),
                "out": None if out is None else str(out),
                "text": found.text,
                "notes": notes,
                **found.facts,
            }
        )
        return FINE
    for line in in_short(found.notes):
        complain(line)
    if out is None:
        say(found.text, end="")
    else:
        say(f"{file} is now {out}.")
    return FINE
