"""The page about the commands lists every option that there is, and none that there is not."""

from __future__ import annotations

import re
from pathlib import Path

import typer

from ludwright.cli import app

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"
FLAG = re.compile(r"(?<![\w-])(--?[a-z][a-z-]*)")


def there_are() -> set[tuple[str, str]]:
    """Commands with their options, as the program knows them."""
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    return {
        (name, flag)
        for name, command in commands.items()
        for param in command.params
        for flag in (*param.opts, *param.secondary_opts)
        if flag.startswith("-") and flag not in ("--help", "-h")
    }


def told(commands: set[str]) -> set[tuple[str, str]]:
    """The same as the page tells them."""
    found: set[tuple[str, str]] = set()
    rows = [line.split(" | ") for line in _section().splitlines() if line.startswith("| ")]
    for cells in rows:
        first, second = cells[0].removeprefix("| "), cells[1]
        if first in commands:
            sentences = re.sub(r"`--players`.*?played", "", second)  # options of the other table
            found |= {(first, flag) for code in re.findall(r"`([^`]+)`", sentences) for flag in FLAG.findall(code)}
        else:
            named = commands if second == "all" else set(second.split(", ")) & commands
            found |= {
                (name, flag)
                for name in named
                for code in re.findall(r"`([^`]+)`", first)
                for flag in FLAG.findall(code)
            }
    return found


def _section() -> str:
    return PAGE.read_text(encoding="utf-8").split("## Options", 1)[1].split("## Exit codes", 1)[0]


def test_every_option_is_told_and_none_that_is_not_there() -> None:
    real = there_are()
    written = told({command for command, _ in real})
    assert (sorted(real - written), sorted(written - real)) == ([], [])
