"""Lay the planted texts out in one folder, beside the bundled games that they are variants of, so that every command can read them.

``python tests/planted/lay_out.py FOLDER``
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from ludwright.game import GAMES

HERE = Path(__file__).parent
TEXTS = {".game", ".csv", ".json", ".xlsx"}


def lay_out(folder: Path) -> None:
    """Copy the bundled games, then the planted texts, into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for source in (GAMES, HERE):
        for path in sorted(source.iterdir()):
            if path.suffix in TEXTS:
                shutil.copy(path, folder / path.name)


if __name__ == "__main__":
    lay_out(Path(sys.argv[1]))
