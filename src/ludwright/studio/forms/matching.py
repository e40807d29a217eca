"""What a selector matches right now: at the table as it is set up, seen by nobody in particular, with the first player to act."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ludwright.language import syntax
from ludwright.language.source import read_text
from ludwright.language.syntax.base import Node, Part
from ludwright.mistakes import LudwrightError
from ludwright.studio.forms.facts import Facts, facts_at, kind_of
from ludwright.studio.forms.outline import Source

_SHOWN = 12
_TITLE = "what matches now"


def matching(text: str, name: str, folder: str, path: str) -> dict[str, Any]:
    """How many things a selector matches at set-up, and the first of them by name."""
    source = Source(text)
    part = source.part(path)
    facts = facts_at(source, path)
    members = part.members if isinstance(part, syntax.Quantifier | syntax.AllOf | syntax.FirstOf | syntax.RandomOf | syntax.Ranked | syntax.BestSeveral) else part  # fmt: skip
    written = _as_set(source, members)
    expression = _for_the_first(source, facts, written, path)
    try:
        found = _worked_out(source.text, name, Path(folder), expression, _kind(facts, members))
    except LudwrightError:
        return {"told": "What matches can be told only while a game goes on.", "count": None, "names": []}
    return {**found, "told": _told(part, **found)}


def _as_set(source: Source, part: Part) -> str:
    if isinstance(part, syntax.Generator):
        return f"all {source.of(part)}"
    return f"all ludwright_one in {source.of(part)}"


def _kind(facts: Facts, part: Part) -> str:
    return kind_of(facts, part.source if isinstance(part, syntax.Generator) else part)


def _for_the_first(source: Source, facts: Facts, text: str, path: str) -> str:
    """The same for the first player, and for the first of whatever stands around it."""
    for name, formula in reversed(_bound(source, path)):
        text = re.sub(rf"(?<![.\w]){re.escape(name)}\b(?! in\b)", f"(({formula})[1])".replace("\\", ""), text)
    text = re.sub(r"(?<![.\w])my (\w+)", r"players[1].\1", text)
    text = re.sub(
        r"(?<![.\w])others\b", "(all ludwright_other in players with ludwright_other is not players[1])", text
    )
    return re.sub(r"(?<![.\w])me\b", "players[1]", text)


def _bound(source: Source, path: str) -> list[tuple[str, str]]:
    """The names that are given by what stands around a path, each with the set it comes from."""
    found: list[tuple[str, str]] = []
    node: Any = source.tree
    for step in path.split("."):
        if isinstance(node, syntax.ActionDeclaration) and node.parameters:
            limit = step == "body"
            found += [(str(one.name), source.of(one.values)) for one in node.parameters.parameters if limit]
        elif isinstance(node, syntax.For | syntax.AtOnce) and step != "members":
            found.append((str(node.members.name), source.of(node.members.source)))
        elif isinstance(node, syntax.Choose) and step in ("body",):
            found.append((str(node.chosen.name), source.of(node.source)))
        elif isinstance(node, syntax.Generator) and step in ("limit",):
            found.append((str(node.name), source.of(node.source)))
        elif (
            isinstance(node, syntax.ScoreDeclaration | syntax.LeadDeclaration | syntax.DefineDeclaration)
            and node.parameters
        ):
            found += [(str(word), "players") for word in node.parameters.names.words if str(word) in ("p", "q")]
        node = node[int(step)] if step.isdigit() else getattr(node, step)
        if not isinstance(node, Node | tuple):
            break
    return found


def _worked_out(text: str, name: str, folder: Path, expression: str, kind: str) -> dict[str, Any]:
    from ludwright.game import load, player_range

    lines = [f'track "{_TITLE}": ({expression}).count']
    if kind and kind != "number":
        lines += [f'track "{_TITLE} {n}": ({expression})[{n}].number' for n in range(1, _SHOWN + 1)]
    description = read_text("\n".join([text.rstrip("\n"), *lines, ""]), name, folder)
    game = load(description, player_range(description)[0])
    match = game.start(seed=1, run="twin")
    told = match.tracked()
    count = int(told[_TITLE][0])
    names = []
    known = game.rules.model.kinds.get(kind)
    if known is not None and len(lines) > 1:
        for n in range(1, min(count, _SHOWN) + 1):
            number = int(told[f"{_TITLE} {n}"][0]) - 1
            names.append(known.members[number] if known.members else game.values.label(known, number, match.words))
    return {"count": count, "names": names}


def _told(part: Part, count: int, names: list[str]) -> str:
    if isinstance(part, syntax.AnyOf | syntax.NoneOf):
        answer = ("yes" if count else "no") if isinstance(part, syntax.AnyOf) else ("no" if count else "yes")
        return f"At set-up: {answer}" + (f", {count} match: {_listed(count, names)}" if count else ", nothing matches")
    if not count:
        return "At set-up nothing matches."
    which = {syntax.FirstOf: "the first of ", syntax.RandomOf: "one by chance of "}.get(type(part), "")
    return f"At set-up: {which}{count}" + (f": {_listed(count, names)}" if names else "")


def _listed(count: int, names: list[str]) -> str:
    more = count - len(names)
    return ", ".join(names) + (f" and {more} more" if more > 0 and names else "")
