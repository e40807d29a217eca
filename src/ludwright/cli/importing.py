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
    kind: Annotated[
        str, typer.Option(metavar="WORD", help="With a deck list: what one card is called in the rules.")
    ] = "card",
    as_json: Json = False,
) -> int:
    """Write a game in another language as a text in ours that plays the same; or a deck list (.txt, .tsv, or - for what is pasted) as a table of cards.

    Every other command takes a game in another language as it is.
    """
    from ludwright.checking import check
    from ludwright.game import UnknownGameError
    from ludwright.importing import FRONT_ENDS, imported, is_foreign
    from ludwright.mistakes import MistakesError, in_short

    if str(file) == "-" or file.suffix.lower() in (".txt", ".tsv"):
        return _deck_list(file, out, kind, as_json)
    if not is_foreign(file):
        known = ", ".join(FRONT_ENDS)
        raise UnknownGameError(
            f"{file} is in no language that can be imported: its name must end in {known}; a deck list ends in .txt or .tsv"
        )
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


def _deck_list(file: Path, out: Path | None, kind: str, as_json: bool) -> int:
    """A deck list as a declaration of cards."""
    import sys

    from ludwright.importing.deck_list import cards_from
    from ludwright.language.files import decode, read_bytes

    pasted = str(file) == "-"
    text = sys.stdin.read() if pasted else decode(read_bytes(file, str(file), None), str(file))
    if not kind.isidentifier():
        raise typer.BadParameter("what a card is called is one word", param_hint="--kind")
    made = cards_from(text, "pasted" if pasted else str(file), kind)
    if out is not None:
        from ludwright.cli.printing import write_text

        write_text(out, made)
    if as_json:
        from ludwright.cli.printing import print_json

        print_json({"file": str(file), "out": None if out is None else str(out), "text": made})
    elif out is None:
        say(made, end="")
    else:
        say(f"{file} is now {out}.")
    return FINE
