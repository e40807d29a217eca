"""What the process of a run does for the page Improve: searches for better versions, varies parameters, tries out what things are worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludwright.display import Displayed
    from ludwright.model.kinds import Param
    from ludwright.studio.run_process import Teller

_BEST = 10
"""So many variants are kept as games even if others have taken their cells."""


def balance(asked: dict[str, Any], teller: Teller) -> None:
    """Look for better versions; what was tried is kept, so it can be stopped and gone on with."""
    import ludwright

    options, folder = asked["options"], Path(asked["page"]).with_suffix("")
    begun = (folder / "balance.json").is_file()
    seconds = float(options.get("seconds") or 60.0)
    teller.seconds = seconds

    def told(words: str, used: float) -> None:
        teller.say(progress={"doing": words, "share": used, "left": max(0.0, seconds * (1 - used))})

    found = ludwright.balance(
        None if begun else asked["path"], () if begun else options["targets"], knobs=() if begun else options.get("knobs") or (),
        agents=() if begun else ",".join(options.get("agents") or ()) or (), players=None if begun else options.get("players"),
        seconds=seconds, seed=int(options.get("seed") or 1), out=folder, resume=begun, progress=told,
    )  # fmt: skip
    best = [*found.versions, *([found.closest] if found.closest is not None and found.closest.version.changes else [])]
    versions = [
        {
            "changes": dict(one.version.changes), "told": one.changes, "effects": one.effects, "state": one.state,
            "rows": found.rows(one),
        }
        for one in best
    ]  # fmt: skip
    found.page(asked["page"])
    state = "stopped" if found.interrupted else "done"
    teller.say(
        state=state, summary=found.sentence, report=True, progress={"left": 0.0, "doing": "", "versions": versions}
    )


def evolve(asked: dict[str, Any], teller: Teller) -> None:
    """Breed variants; those of the archive are kept as games, with what a page needs to draw its map."""
    import json
    import shutil

    import ludwright
    from ludwright.evolution.evolve import Progress
    from ludwright.written import put

    options, folder = asked["options"], Path(asked["page"]).with_suffix("")
    begun = (folder / "variants.jsonl").is_file()
    if not begun:
        shutil.rmtree(folder, ignore_errors=True)  # it was broken off before the game it begins with was played
    seconds = float(options.get("seconds") or 60.0)

    def told(step: Progress) -> None:
        teller.say(progress={"doing": step.words, "share": step.used, "left": max(0.0, seconds * (1 - step.used))})

    found = ludwright.evolve(
        None if begun else asked["path"], axes=() if begun else options.get("axes") or (),
        changes=() if begun else options.get("changes") or (), seconds=seconds, seed=int(options.get("seed") or 1), out=folder,
        resume=begun, progress=told,
    )  # fmt: skip
    shown = sorted({*found.cells.values(), *(one.number for one in found.best[:_BEST])})
    found.save(folder / "kept", shown)
    archive = {
        **{name: value for name, value in found.as_json().items() if name in ("axes", "cells", "best")},
        "variants": {
            one.number: {**one.as_json(), "told": found.history(one.number), "own": bool(one.parents)}
            for one in (found.variants[number] for number in shown)
        },
    }
    put(folder / "archive.json", json.dumps(archive))
    found.page(asked["page"])
    state = "stopped" if found.interrupted else "done"
    teller.say(
        state=state,
        summary=found.sentence,
        report=True,
        progress={"left": 0.0, "doing": "", "archive": len(found.cells)},
    )


def sensitivity(asked: dict[str, Any], teller: Teller) -> None:
    """Which parameter moves what."""
    import ludwright

    options = asked["options"]
    game = ludwright.load(asked["path"], players=_count(options))
    chosen = options.get("knobs") or []
    vary = {name: _ends(param) for name in chosen if (param := game.rules.model.params.get(name)) and not param.is_list}
    found = ludwright.sensitivity(
        game, vary or None, agents=options.get("agents") or "random", games=int(options.get("games") or 300),
        seed=int(options.get("seed") or 1), progress=_parts(teller),
    )  # fmt: skip
    _done(found, asked, teller, found.sentence, "done" if found.complete else "stopped")


def _ends(param: Param) -> list[int]:
    """The ends of a parameter's range, and what it is anyway."""
    return sorted({*param.values, *(end for end in (param.lo, param.hi) if abs(end) < 10**6)})


def power(asked: dict[str, Any], teller: Teller) -> None:
    """What cards, actions, seats and starts are worth."""
    import ludwright

    options = asked["options"]
    game = ludwright.load(asked["path"], players=_count(options))
    found = ludwright.power(
        game, options.get("agents") or None, int(options.get("games") or 300), int(options.get("seed") or 1),
        progress=_parts(teller),
    )  # fmt: skip
    first = next((block for block in found.shown() if isinstance(block, str)), "")
    _done(found, asked, teller, first, "stopped" if found.interrupted else "done")


def _count(options: dict[str, Any]) -> int | None:
    chosen: list[int] = options.get("players") or []
    return chosen[0] if chosen else None


def _parts(teller: Teller) -> Any:
    def told(words: str, done: int, asked: int) -> None:
        teller.part(words, done, asked)

    return told


def _done(found: Displayed, asked: dict[str, Any], teller: Teller, summary: str, state: str) -> None:
    """The result as a page of its own."""
    from ludwright.display import Picture, as_html
    from ludwright.mistakes import LudwrightError
    from ludwright.written import put

    blocks = list(found.shown())
    try:
        picture = found.chart().svg()  # type: ignore[attr-defined]
        if not any(isinstance(block, Picture) for block in blocks):
            blocks.append(Picture(lambda: picture))
    except LudwrightError:
        pass  # nothing to draw
    page = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Improve</title><body>{as_html(blocks)}</body></html>'
    put(Path(asked["page"]), page)
    teller.say(state=state, summary=summary, report=True, progress={"left": 0.0, "doing": ""})
