"""Ways to damage a file: by accident (bits, blocks, cuts) and by intent (other types, other sizes). Each by its dice, always the same."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import polars as pl

NUMBERS = (
    0,
    1,
    -1,
    2,
    7,
    255,
    256,
    1 << 31,
    (1 << 31) - 1,
    1 << 32,
    1 << 40,
    1 << 62,
    (1 << 63) - 1,
    (1 << 64) - 1,
    10**9,
)
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 8, 9, 300, 1 << 31, 1 << 40, 1 << 63, 1 << 64, 10**30, 0.5, -0.0, 1e308, float("nan"), float("inf"),
    "", "x", "random", "human", "x" * 300, "x" * 5000, "\ud800", "a\udfffb", "\0", "../x", "/dev/zero", "%s{}", "\x1b[31m", "1", [], [[]],
    {}, [1], ["x"], {"x": 1}, [None], [1, 2, 3, 4, 5, 6, 7, 8, 9],
)  # fmt: skip


# ---------------------------------------------------------------- bytes


def _flip(content: bytes, dice: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(dice.choice((1, 1, 1, 2, 8))):
        changed[dice.randrange(len(changed))] ^= 1 << dice.randrange(8)
    return bytes(changed)


def _cut(content: bytes, dice: Random) -> bytes:
    return content[: dice.choice((0, 1, 4, len(content) // 2, len(content) - 1, dice.randrange(len(content))))]


def _swap(content: bytes, dice: Random) -> bytes:
    size = max(1, min(dice.choice((1, 4, 16, 64, 512)), len(content) // 2))
    a, b = sorted(dice.randrange(max(1, len(content) - size)) for _ in range(2))
    return content[:a] + content[b : b + size] + content[a + size : b] + content[a : a + size] + content[b + size :]


def _blank(content: bytes, dice: Random) -> bytes:
    at, size = dice.randrange(len(content)), dice.choice((1, 8, 64, 512, 4096))
    return content[:at] + dice.choice((b"\0", b"\xff", b"A"))[:1] * len(content[at : at + size]) + content[at + size :]


def _double(content: bytes, dice: Random) -> bytes:
    at, size = dice.randrange(len(content)), dice.choice((1, 8, 64, 512))
    return content[: at + size] + content[at:]


def _noise(content: bytes, dice: Random) -> bytes:
    at = dice.randrange(len(content) + 1)
    return content[:at] + dice.randbytes(dice.choice((1, 4, 100))) + content[at + dice.choice((0, 4)) :]


def _size(content: bytes, dice: Random) -> bytes:
    """A number in place of four or eight bytes: sizes lie at the head and the tail of files."""
    width = dice.choice((2, 4, 8))
    where = dice.choice(
        (
            dice.randrange(min(64, len(content))),
            max(0, len(content) - dice.randrange(1, 64)),
            dice.randrange(len(content)),
        )
    )
    number = (dice.choice(NUMBERS) & ((1 << 8 * width) - 1)).to_bytes(width, "little")
    return content[:where] + number + content[where + width :]


BYTES = (_flip, _flip, _flip, _cut, _swap, _blank, _double, _noise, _size, _size)


def damaged_bytes(content: bytes, dice: Random) -> bytes:
    """The same bytes, but for some."""
    if not content:
        return dice.randbytes(8)
    for _ in range(dice.choice((1, 1, 1, 3))):
        content = dice.choice(BYTES)(content or b"x", dice)
    return content


# ---------------------------------------------------------------- JSON


def _places(value: Any) -> list[tuple[Any, Any]]:
    """All places of a value: what holds it, and where in it."""
    found: list[tuple[Any, Any]] = []
    rows = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inside in list(rows):
        found.append((value, key))
        found += _places(inside)
    return found


def damaged_json(content: bytes, dice: Random) -> bytes:
    """The same JSON with other values in some places."""
    value = json.loads(content)
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        places = _places(value)
        if not places:
            break
        holder, key = dice.choice(places)
        way = dice.random()
        if way < 0.1:
            del holder[key]
        elif way < 0.2 and isinstance(holder, dict):
            holder[dice.choice(("x", "", "x" * 300, "\ud800", "players"))] = holder.pop(key)
        elif way < 0.3:
            other, elsewhere = dice.choice(places)
            holder[key] = json.loads(json.dumps(other[elsewhere])) if _has(other, elsewhere) else None
        elif way < 0.4 and isinstance(holder[key], int):
            holder[key] += dice.choice((1, -1, 100, 1 << 32))
        else:
            holder[key] = dice.choice(VALUES)
    if dice.random() < 0.03:
        deep = dice.choice((100, 2000, 100_000))
        return b"[" * deep + b"]" * deep
    return json.dumps(value, indent=dice.choice((None, 1))).encode()


def _has(holder: Any, key: Any) -> bool:
    return key in holder if isinstance(holder, dict) else key < len(holder)


# ---------------------------------------------------------------- Parquet and ZIP


def damaged_table(content: bytes, dice: Random) -> bytes:
    """A Parquet file that is whole, but holds other columns, types or rows than it should."""
    table = pl.read_parquet(io.BytesIO(content))
    name = dice.choice(table.columns)
    kinds = (pl.Int8, pl.Int64, pl.UInt64, pl.Float64, pl.String, pl.Boolean, pl.Date, pl.List(pl.Int64), pl.Binary)
    ways: list[Callable[[], pl.DataFrame]] = [
        lambda: table.drop(name),
        lambda: table.rename({name: dice.choice(("x", "", "x" * 300))}),
        lambda: table.with_columns(pl.lit(None).alias(name)),
        lambda: table.with_columns(pl.lit(None, dice.choice(kinds)).alias(name)),
        lambda: table.with_columns(pl.lit(abs(dice.choice(NUMBERS)), pl.UInt64).alias(name)),
        lambda: table.with_columns((pl.lit(dice.choice(NUMBERS[:11]), pl.Int64) - 3).alias(name)),
        lambda: table.with_columns(
            pl.lit(dice.choice(NUMBERS[:6]), pl.Int64).cast(table.schema[name], strict=False).alias(name)
        ),
        lambda: table.with_columns(pl.col(name).reverse()),
        lambda: table.head(dice.randrange(table.height + 1)),
        lambda: pl.concat([table, table]),
        lambda: table.clear(),
        lambda: table.sample(fraction=1, shuffle=True, seed=dice.randrange(1000)),
        lambda: pl.DataFrame({"x": [1]}),
    ]
    file = io.BytesIO()
    try:
        other = dice.choice(ways)()
    except pl.exceptions.PolarsError:  # no such value in that column
        other = table.drop(name)
    other.write_parquet(file, compression=dice.choice(("lz4", "zstd", "uncompressed")))
    return file.getvalue()


def damaged_zip(content: bytes, dice: Random) -> bytes:
    """A ZIP file that is whole, but for what lies in one of its members."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        victim = dice.choice(old.namelist())
        for name in old.namelist():
            inside = old.read(name)
            if name == victim and dice.random() < 0.1:
                continue
            new.writestr(name, damaged_bytes(inside, dice) if name == victim else inside)
    return file.getvalue()


def damage(path: Path, dice: Random) -> str:
    """Damage a file; in which way."""
    content = path.read_bytes()
    ways = {
        ".json": [damaged_json] * 3,
        ".jsonl": [],
        ".parquet": [damaged_table],
        ".xlsx": [damaged_zip] * 2,
        ".npz": [damaged_zip] * 2,
    }
    way = dice.choice([damaged_bytes, *ways.get(path.suffix, [])])
    path.write_bytes(way(content, dice))
    return f"{way.__name__} of {path.name}"
