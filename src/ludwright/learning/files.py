"""Files of what was learned. They hold numbers and a few words and nothing that is ever run, so a stranger's file can do no harm."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.learning.learned import TABLE_SIZE, Learned
from ludwright.mistakes import LudwrightError
from ludwright.plain_files import read_plain
from ludwright.stored import parse_json, typed
from ludwright.written import UnwrittenError, fresh, put

FORMAT = "ludwright learned 1"
MOST_BYTES = 16 * TABLE_SIZE
"""No file is larger, or unpacks to more than this."""
MOST_SCALE = 1e12


class FileError(LudwrightError):
    """A file that holds nothing learned, or of another game."""


def save_learned(learned: Learned, path: Path) -> None:
    """Write a file, all at once: whoever reads it meanwhile finds the old one."""
    places = np.flatnonzero(learned.weights).astype(np.int32)
    facts = {key: value for key, value in learned.as_json().items() if key not in ("weights", "interrupted")}
    about = np.frombuffer(json.dumps({"format": FORMAT, **facts}).encode(), np.uint8)
    made = io.BytesIO()
    np.savez_compressed(made, about=about, places=places, weights=learned.weights[places].astype(np.float32))
    try:
        put(path, made.getvalue())
    except UnwrittenError as error:
        raise FileError(str(error)) from None


def check_place(path: Path) -> None:
    """Raise a kind error if a file can't be written there: better before the lesson than after it."""
    part = path.with_name(path.name + ".part")
    try:
        fresh(part).close()
        part.unlink()
    except (OSError, ValueError) as error:
        raise FileError(f"can't write {path}: {getattr(error, 'strerror', None) or error}") from None


def load_learned(path: str | Path) -> Learned:
    """Read a file."""
    try:
        about, places, weights = _arrays(Path(path))
        facts = typed(dict[str, Any], parse_json(bytes(about)))
        table = np.zeros(TABLE_SIZE)
        table[_whole(places)] = weights
        return Learned(
            title=typed(str, facts["game"]),
            players=typed(int, facts["players"]),
            rules=typed(str, facts["rules"]),
            params=typed(dict[str, Any], facts["params"]),
            games=typed(int, facts["games"]),
            asked=typed(int, facts["asked"]),
            seed=typed(int, facts["seed"]),
            scale=_scale(facts),
            weights=_finite(table),
        )
    except OSError as error:
        raise FileError(f"can't read {path}: {error.strerror or error}") from None
    except Exception:  # whatever is made of damaged bytes by those who unpack them
        raise FileError(
            f"{path} holds nothing that was learned: `ludwright learn GAME --out FILE` makes such files"
        ) from None


def _arrays(path: Path) -> list[npt.NDArray[Any]]:
    with zipfile.ZipFile(io.BytesIO(read_plain(path, MOST_BYTES))) as packed:
        if sum(member.file_size for member in packed.infolist()) > MOST_BYTES:
            raise ValueError
        return [_array(packed.read(f"{name}.npy")) for name in ("about", "places", "weights")]


def _array(content: bytes) -> npt.NDArray[Any]:
    """An array out of a file that holds nothing else: one that says it is larger is refused before anything is set aside for it."""
    file = io.BytesIO(content)
    if np.lib.format.read_magic(file) != (1, 0):
        raise ValueError
    shape, _, kind = np.lib.format.read_array_header_1_0(file)
    if len(shape) != 1 or kind.hasobject:
        raise ValueError
    return np.frombuffer(content, kind, shape[0], file.tell())


def _whole(places: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Places of weights, all of them inside the table."""
    if (
        places.dtype != np.int32
        or places.ndim != 1
        or (len(places) and (places.min() < 0 or places.max() >= TABLE_SIZE))
    ):
        raise ValueError
    return places


def _finite(table: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    if not np.isfinite(table).all():
        raise ValueError
    return table


def _scale(facts: dict[str, Any]) -> float:
    scale = float(facts["scale"])
    if facts["format"] != FORMAT or not 0 < scale < MOST_SCALE:
        raise ValueError
    return scale
