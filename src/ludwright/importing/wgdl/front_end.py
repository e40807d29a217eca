"""The way in: a WGDL file as a text in our language, and what is odd about it."""

from __future__ import annotations

from pathlib import Path

from ludwright.importing import Imported
from ludwright.importing.places import Wrong
from ludwright.importing.wgdl.declaring import Declaring
from ludwright.importing.wgdl.model import Model
from ludwright.importing.wgdl.options import check_names, options_of
from ludwright.importing.wgdl.translation import Translation
from ludwright.importing.wgdl.words import beside, statements_of, words_of
from ludwright.language.characters import normal
from ludwright.language.files import decode, read_bytes
from ludwright.mistakes import MistakesError

LANGUAGE = "WGDL"
MOST_STATEMENTS = 20_000


def import_wgdl(text: str, file: str) -> Imported:
    """Read, check and translate a text."""
    text = normal(text)
    wrong = Wrong(file, text.rstrip("\n").split("\n") if text else [])
    words, remarks = words_of(text)
    statements, stray = statements_of(words)
    if stray:
        wrong(
            stray[0],
            f"`{stray[0].text}` begins no statement",
            "a statement begins with class, object, attribute, action …",
        )
    if len(statements) > MOST_STATEMENTS:
        wrong(statements[MOST_STATEMENTS].keyword, f"more than {MOST_STATEMENTS:,} statements")
        statements = []
    near = Path(file).with_suffix(".options")
    if near.is_file():
        remarks = [*remarks, *beside(decode(read_bytes(near, str(near), None), str(near)))]
    options = options_of(remarks, wrong)
    model = Declaring(statements, wrong).read()
    check_names(options, model, wrong)
    new = None
    if not wrong.mistakes:
        translation = Translation(model, options, wrong)
        if not wrong.mistakes:
            new = translation.written(file)
        _oddities(model, wrong)
    if wrong.mistakes or new is None:
        raise MistakesError(
            sorted(wrong.mistakes, key=lambda one: (one.place.line, one.place.column) if one.place else (0, 0))
        )
    counts = _counts(model)
    return Imported(
        LANGUAGE,
        new.written(),
        [None if at is None or not at.text else wrong.place(at) for at in new.origins],
        wrong.notes,
        "As written in WGDL: " + ", ".join(f"{number} {name}" for name, number in counts.items()),
        {"language": LANGUAGE, "figures": counts},
    )


def _oddities(model: Model, wrong: Wrong) -> None:
    """What can be played but is hardly meant."""
    for consequence in model.consequences.values():
        if not consequence.used:
            wrong.note(
                consequence.word, f"nothing uses the consequence `{consequence.name}`", "`hasConsequence ACTION …`"
            )
    for group in model.groups.values():
        if not group.actions:
            wrong.note(group.word, f"the group `{group.name}` has no actions", f"`isInGroup {group.name} ACTION`")
    if model.groups:
        for action in model.actions.values():
            if action.kind == "player" and not action.group:
                wrong.note(action.word, f"`{action.name}` is in no group", "it is as likely as a group on average")
    if not model.goals:
        wrong.note(None, "the file has no goal", "`goal 1 EXPRESSION`, or a comment `// end after 4 sessions`")
    if model.objects and not any(one.initials for one in model.objects.values()):
        wrong.note(None, "the file has no initial object", "`initial OBJECT`")


def _counts(model: Model) -> dict[str, int]:
    actions = model.actions.values()
    return {
        "classes": len(model.classes),
        "objects": len(model.objects),
        "actions": len(model.actions),
        "conditions": sum(len(one.conditions) for one in actions),
        "consequences": len(model.consequences),
        "uses": sum(len(one.uses) for one in actions),
        "initials": sum(len(one.initials) for one in model.objects.values()),
        "goals": len(model.goals),
    }
