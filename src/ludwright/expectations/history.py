"""What came of expectations before: one line a verdict, for every version of the rules."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludwright.expectations.judging import ExpectationVerdict
from ludwright.language.printer import to_text
from ludwright.mistakes import LudwrightError
from ludwright.plain_files import read_plain

if TYPE_CHECKING:
    from ludwright.language.source import Description


MOST_BYTES = 20_000_000
"""A history that is longer is put aside by its owner."""


class HistoryError(LudwrightError):
    """A history that can't be read or written."""


def read_history(path: Path) -> list[dict[str, Any]]:
    """All verdicts kept in a file, the oldest first."""
    if not path.exists():
        return []
    found = []
    try:
        lines = read_plain(path, MOST_BYTES).decode("utf-8").splitlines()
    except OSError as error:
        raise HistoryError(f"{path} can't be read as a history of expectations: {error.strerror}") from None
    except UnicodeDecodeError:
        raise HistoryError(f"{path} can't be read as a history of expectations") from None
    for number, line in enumerate(lines, 1):
        try:
            kept = json.loads(line)
            found.append(
                {**kept, "title": str(kept["title"]), "status": str(kept["status"]), "rules": str(kept["rules"])}
            )
        except (ValueError, KeyError, TypeError, RecursionError):
            raise HistoryError(f"{path}:{number}: this is no line of a history of expectations") from None
    return found


def check_history(path: Path) -> None:
    """Raise what would keep verdicts from being added, before anything is played for them."""
    if path.is_dir() or not path.parent.is_dir():
        raise HistoryError(
            f"{path} can't be written: " + ("it is a folder" if path.is_dir() else "there is no such folder")
        )
    read_history(path)


def rules_of(description: Description, params: Mapping[str, Any]) -> str:
    """A short number that tells rules apart: their text without comments and expectations, other files, and what is set."""
    lines = [to_text(one.tree) for one in description.declarations if one.kind != "expect"]
    tables = [content for name, content in description.contents.items() if not name.endswith(".game")]
    whole = [*(line.encode() for line in lines), *tables, json.dumps(sorted(params.items())).encode()]
    return hashlib.sha256(b"\0".join(whole)).hexdigest()[:8]


def remember(path: Path, verdicts: Sequence[ExpectationVerdict]) -> None:
    """Add the verdicts of a run."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    try:
        with path.open("a", encoding="utf-8") as file:
            for verdict in verdicts:
                told = verdict.as_json()
                for name in ("examples", "against", "sides", "file", "line"):
                    told.pop(name)
                file.write(json.dumps({"time": now, **told}) + "\n")
    except OSError as error:
        raise HistoryError(f"{path} can't be written: {error.strerror or error}") from None


def earlier(history: Sequence[dict[str, Any]], verdict: ExpectationVerdict) -> list[dict[str, Any]]:
    """The last verdict of each other version of the rules on the same expectation, the oldest first."""
    same = [
        kept
        for kept in history
        if (kept["title"], kept.get("players"), kept.get("version"))
        == (verdict.title, verdict.players, verdict.version_name)
        and kept["rules"] != verdict.rules
    ]
    last = {kept["rules"]: kept for kept in same}
    return sorted(last.values(), key=lambda kept: str(kept.get("time", "")))
