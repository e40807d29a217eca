"""Players that somebody has kept under a name: a file NAME.agent in the current folder holds the text of one."""

from __future__ import annotations

import re
from pathlib import Path

from ludwright.agents.settings import AgentError
from ludwright.plain_files import read_plain

ENDING = ".agent"
_NAME = re.compile(r"[A-Za-z][\w -]{0,60}")
_MOST = 500
_CODE = re.compile(r"\b(python|program)\s*:", re.IGNORECASE)
"""A player that is code, in any way it may be written."""


def named_file(name: str) -> Path:
    """The file of a name."""
    if _NAME.fullmatch(name) is None:
        raise AgentError(f"`{name}` is no name for a player: use letters, digits, spaces and `_`")
    return Path(f"{name}{ENDING}")


def kept_agent(name: str) -> str | None:
    """The text that is kept under a name; None if there is none. Code of others never runs because of such a file."""
    if _NAME.fullmatch(name) is None:
        return None
    path = Path(f"{name}{ENDING}")
    try:
        if path.is_symlink() or not path.is_file():
            return None
        text = read_plain(path).decode("utf-8").strip()
    except OSError:
        return None
    except UnicodeDecodeError:
        text = ""
    if (
        not text
        or len(text) >= _MOST
        or "\n" in text
        or _CODE.search(text) is not None
        or (_NAME.fullmatch(text) is not None and Path(f"{text}{ENDING}").exists())
    ):
        raise AgentError(f"`{path}` does not hold the text of a player")
    return text
