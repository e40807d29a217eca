"""What came of expectations before: one line a verdict, for every version of the rules."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ludwright.expectations.judging import Verdict
from ludwright.mistakes import LudwrightError


class HistoryError(LudwrightError):
    """A history that can't be read or written."""


def read_history(path: Path) -> list[dict[str, Any]]:
    """All verdicts kept in a file, the oldest first."""
    if not path.is_file():
        return []
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            kept = json.loads(line)
            found.append(
                {**kept, "title": str(kept["title"]), "status": str(kept["status"]), "rules": str(kept["rules"])}
            )
        except (ValueError, KeyError, TypeError):
            raise HistoryError(f"{path}:{number}: this is no line of a history of expectations") from None
    return found


def remember(path: Path, verdicts: Sequence[Verdict], rules: str) -> None:
    """Add the verdicts of a run."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    try:
        with path.open("a", encoding="utf-8") as file:
            for verdict in verdicts:
                told = verdict.as_json()
                for name in ("examples", "against", "file", "line"):
                    told.pop(name)
                file.write(json.dumps({"time": now, "rules": rules, **told}) + "\n")
    except OSError as error:
        raise HistoryError(f"{path} can't be written: {error.strerror or error}") from None


def earlier(history: Sequence[dict[str, Any]], verdict: Verdict, rules: str) -> list[dict[str, Any]]:
    """The last verdict of each other version of the rules on the same expectation, the oldest first."""
    same = [
        kept
        for kept in history
        if (kept["title"], kept.get("players"), kept.get("version"))
        == (verdict.title, verdict.players, verdict.version_name)
        and kept["rules"] != rules
    ]
    last = {kept["rules"]: kept for kept in same}
    return sorted(last.values(), key=lambda kept: str(kept.get("time", "")))
