"""The rules a playtest was played by, kept beside its games: a run can be replayed when its game has long been changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ludwright.importing import is_foreign, read_foreign
from ludwright.language.source import Description, read_description
from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.plan import Plan
from ludwright.playtests.store import disk

FOLDER = "source"

Sources = Mapping[str, Description]
"""The games of a playtest, by the names of their texts inside the folder of the source."""


def named(descriptions: Sequence[Description]) -> dict[str, Description]:
    """The games with names: the first as it is, others in folders of their own."""
    return {
        f"{f'version-{place}/' if place else ''}{next(iter(description.contents))}": description
        for place, description in enumerate(descriptions)
    }


def files_of(sources: Sources) -> dict[str, bytes]:
    """All files of all games."""
    found = {}
    for main, description in sources.items():
        own = next(iter(description.contents))
        before = main.removesuffix(own)
        found.update({f"{before}{name}": content for name, content in description.contents.items()})
    return found


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of games into a folder."""
    with disk(folder):
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def read_sources(folder: Path, plan: Plan) -> dict[str, Description]:
    """The games a playtest was played by, from the folder they were written into."""
    return {version.main: _read(folder / version.main, version.text_hash) for version in plan.versions}


def _read(path: Path, text_hash: str) -> Description:
    if not path.is_file():
        raise PlaytestError(f"the source of the game is missing: there is no {path}")
    description = read_foreign(path) if is_foreign(path) else read_description(path)
    if description.text_hash != text_hash:
        raise PlaytestError(
            f"{path} was changed since the games were played: what it says now would replay other games"
        )
    return description
