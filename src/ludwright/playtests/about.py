"""By what and where a playtest was made."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

_PARTS = ("ludwright", "numpy", "numba", "llvmlite", "polars")


def about() -> dict[str, Any]:
    """The versions of what plays, the machine, and the time."""
    return {
        "versions": {"python": platform.python_version(), **{name: _version(name) for name in _PARTS}},
        "machine": {
            "system": platform.system(),
            "release": platform.release(),
            "processor": platform.machine(),
            "cores": os.cpu_count(),
        },
        "begun": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _version(name: str) -> str:
    try:
        return version(name)
    except Exception:
        return "?"
