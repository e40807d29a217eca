"""Files of what was learned. They hold numbers and a few words and nothing that is ever run, so a stranger's file can do no harm."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.learning.learned import TABLE_SIZE, VIEW_COUNT, Learned, Lesson, empty_views
from ludwright.mistakes import LudwrightError
from ludwright.plain_files import read_plain
from ludwright.stored import parse_json, typed
from ludwright.written import UnwrittenError, fresh, put

Places = npt.NDArray[np.int32]

FORMAT = "ludwright learned 3"
MOST_BYTES = 64 * TABLE_SIZE
"""No file is larger, or unpacks to more than this."""
MOST_SCALE = 1e12


class FileError(LudwrightError):
    """A file that holds nothing learned, or of another game."""


MOST_MEMBERS = 8
"""No more earlier selves are kept in a file."""


def save_learned(learned: Learned, path: Path, small: bool = False) -> None:
    """Write a file, all at once: whoever reads it meanwhile finds the old one. A small one holds what it takes to play, not to go on learning."""
    facts = {key: value for key, value in learned.as_json().items() if key not in ("weights", "interrupted")}
    lesson = None if small else learned.lesson
    used, seen = _used(learned, lesson)
    arrays: dict[str, npt.NDArray[Any]] = {
        "about": np.frombuffer(json.dumps({"format": FORMAT, **facts}).encode(), np.uint8),
        "places": used,
        "weights": learned.weights[used],
        "seen": seen,
        "views": learned.views.reshape(-1, 2)[seen].reshape(-1),
    }
    if lesson is not None:
        arrays["rates"] = lesson.rates.reshape(-1, 2)[used].reshape(-1)
        arrays["view_rates"] = lesson.view_rates.reshape(-1, 2)[seen].reshape(-1)
        for number, (weights, views) in enumerate(lesson.league):
            arrays[f"self_{number}"] = weights[used]
            arrays[f"self_views_{number}"] = views.reshape(-1, 2)[seen].reshape(-1)
    made = io.BytesIO()
    np.savez_compressed(made, allow_pickle=False, **arrays)
    try:
        put(path, made.getvalue())
    except UnwrittenError as error:
        raise FileError(str(error)) from None


PACKED = f"{FORMAT} packed"
_FEW = 30_000
"""So few weights have two bytes each: games that are learned by heart."""
_ROUND = (np.dtype(np.int8), np.dtype(np.int16))


def pack_learned(learned: Learned, path: Path, most: int, most_views: int) -> None:
    """Write a file as small as can be, to play by: the largest weights, each rounded to a byte or two."""
    facts = {key: value for key, value in learned.as_json().items() if key not in ("weights", "interrupted", "curve")}
    rows = learned.views.reshape(-1, 2)
    worths = rows[:, 1].copy().view(np.float32)
    used, seen = _largest(learned.weights, most), _largest(worths, most_views)
    kind = np.int16 if len(used) + len(seen) < _FEW else np.int8
    steps = [_step(learned.weights[used], kind), _step(worths[seen], kind)]
    about = {**facts, "format": PACKED, "steps": steps, "curve": []}
    arrays: dict[str, npt.NDArray[Any]] = {
        "about": np.frombuffer(json.dumps(about).encode(), np.uint8),
        "places": _apart(used),
        "weights": np.rint(learned.weights[used] / steps[0]).astype(kind),
        "seen": _apart(seen),
        "tags": rows[seen, 0],
        "worths": np.rint(worths[seen] / steps[1]).astype(kind),
    }
    made = io.BytesIO()
    np.savez_compressed(made, allow_pickle=False, **arrays)
    try:
        put(path, made.getvalue())
    except UnwrittenError as error:
        raise FileError(str(error)) from None


def _largest(values: npt.NDArray[np.float32], most: int) -> Places:
    """The places of the largest of some values, in order."""
    used = np.flatnonzero(values)
    if len(used) > most:
        used = used[np.argsort(-np.abs(values[used]), kind="stable")[:most]]
    return np.sort(used).astype(np.int32)


def _step(values: npt.NDArray[np.float32], kind: type[np.integer[Any]]) -> float:
    return (float(np.abs(values).max()) or 1.0) / float(np.iinfo(kind).max) if len(values) else 1.0


def _apart(places: Places) -> npt.NDArray[np.int32]:
    """Places in order, told by how far each is from the one before: small numbers take little room."""
    return np.diff(places, prepend=np.int32(0)).astype(np.int32)


def _unpack(arrays: dict[str, npt.NDArray[Any]], facts: dict[str, Any]) -> None:
    """Make a packed file like any other."""
    for_weights, for_views = (float(step) for step in facts["steps"])
    if any(arrays[name].dtype not in _ROUND for name in ("weights", "worths")) or arrays["tags"].dtype != np.int32:
        raise ValueError
    for name in ("places", "seen"):
        arrays[name] = np.cumsum(arrays[name].astype(np.int64))
        arrays[name] = np.where(arrays[name] < VIEW_COUNT + TABLE_SIZE, arrays[name], -1).astype(np.int32)
    arrays["weights"] = arrays["weights"].astype(np.float32) * np.float32(for_weights)
    worths = arrays.pop("worths").astype(np.float32) * np.float32(for_views)
    arrays["views"] = np.stack([arrays.pop("tags"), worths.view(np.int32)], axis=1).reshape(-1)
    facts["format"] = FORMAT


def _used(learned: Learned, lesson: Lesson | None) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """The places of all that is worth keeping: of weights, and of whole views."""
    used, seen = learned.weights != 0, learned.views[1::2] != 0
    if lesson is not None:
        used |= lesson.rates[1::2] != 0
        seen |= learned.views[::2] != 0
    return np.flatnonzero(used).astype(np.int32), np.flatnonzero(seen).astype(np.int32)


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
        arrays = read_arrays(Path(path))
        facts = typed(dict[str, Any], parse_json(bytes(arrays.pop("about"))))
        check_version(path, facts.get("format"), FORMAT)
        if facts.get("format") == PACKED:
            _unpack(arrays, facts)
        used, seen = _whole(arrays.pop("places"), TABLE_SIZE), _whole(arrays.pop("seen"), VIEW_COUNT)
        return Learned(
            title=typed(str, facts["game"]),
            players=typed(int, facts["players"]),
            rules=typed(str, facts["rules"]),
            params=typed(dict[str, Any], facts["params"]),
            games=typed(int, facts["games"]),
            asked=typed(int, facts["asked"]),
            seed=typed(int, facts["seed"]),
            scale=_scale(facts),
            squash=typed(bool, facts["squash"]),
            mirrored=typed(bool, facts["mirrored"]),
            weights=_spread(used, arrays["weights"]),
            views=_spread_views(seen, arrays["views"]),
            explore=float(facts["explore"]),
            seconds=float(facts["seconds"]),
            curve=typed(list[dict[str, Any]], facts["curve"]),
            lesson=_lesson(used, seen, arrays) if "rates" in arrays else None,
        )
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"can't read {path}: {error.strerror or error}") from None
    except Exception:  # whatever is made of damaged bytes by those who unpack them
        raise FileError(
            f"{path} holds nothing that was learned: `ludwright learn GAME --out FILE` makes such files"
        ) from None


def check_version(path: str | Path, said: object, now: str) -> None:
    """Raise a kind error if a file was written when something else was looked at in positions: its weights would stand for other things."""
    kind, _, version = now.rpartition(" ")
    if isinstance(said, str) and said.startswith(f"{kind} ") and said.split(" ")[2:3] != [version]:
        raise FileError(another_version(path))


def another_version(path: str | Path) -> str:
    """What is said of a file whose weights would stand for other things now."""
    return f"{path} was learned with another version of Ludwright, which looks at other things in a position: learn it again with `ludwright learn`"


def _lesson(used: Places, seen: Places, arrays: dict[str, npt.NDArray[Any]]) -> Lesson:
    league = [
        (_spread(used, arrays[f"self_{number}"]), _spread_views(seen, arrays[f"self_views_{number}"]))
        for number in range(MOST_MEMBERS)
        if f"self_{number}" in arrays
    ]
    return Lesson(_spread(used, arrays["rates"], 2), _spread(seen, arrays["view_rates"], 2, VIEW_COUNT), league)


def _spread(places: Places, values: npt.NDArray[Any], each: int = 1, size: int = TABLE_SIZE) -> npt.NDArray[np.float32]:
    """A table with some values at their places."""
    if values.dtype != np.float32 or not np.isfinite(values).all():
        raise ValueError
    table = np.zeros((size, each), np.float32)
    table[places] = values.reshape(-1, each)
    return table.reshape(-1)


def _spread_views(places: Places, values: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    if values.dtype != np.int32 or not np.isfinite(values[1::2].copy().view(np.float32)).all():
        raise ValueError
    table = empty_views().reshape(-1, 2)
    table[places] = values.reshape(-1, 2)
    return table.reshape(-1)


def read_arrays(path: Path, most: int = MOST_BYTES) -> dict[str, npt.NDArray[Any]]:
    with zipfile.ZipFile(io.BytesIO(read_plain(path, most))) as packed:
        if sum(member.file_size for member in packed.infolist()) > most:
            raise ValueError
        return {name.removesuffix(".npy"): _array(packed.read(name)) for name in packed.namelist()}


def _array(content: bytes) -> npt.NDArray[Any]:
    """An array out of a file that holds nothing else: one that says it is larger is refused before anything is set aside for it."""
    file = io.BytesIO(content)
    if np.lib.format.read_magic(file) != (1, 0):
        raise ValueError
    shape, _, kind = np.lib.format.read_array_header_1_0(file)
    if len(shape) != 1 or kind.hasobject:
        raise ValueError
    return np.frombuffer(content, kind, shape[0], file.tell())


def _whole(places: npt.NDArray[Any], size: int) -> Places:
    """Places in a table, all of them inside it."""
    if places.dtype != np.int32 or (len(places) and (places.min() < 0 or places.max() >= size)):
        raise ValueError
    return places


def _scale(facts: dict[str, Any]) -> float:
    scale = float(facts["scale"])
    if facts["format"] != FORMAT or not 0 < scale < MOST_SCALE:
        raise ValueError
    return scale
