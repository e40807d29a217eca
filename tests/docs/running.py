"""Does what the blocks of one page say, one after the other, in a folder of its own.

``game``      a game text. It has no mistakes, and random games of it meet no fault.
              ``file=NAME`` keeps it under that name for later blocks; ``in=NAME`` adds it to the game in that file (an earlier
              block's, or one of ``frames/``), ``without=NAMES`` of that one; ``players=N``; ``wrong``, ``noted``, ``faulty``: the block ``message`` behind it is what
              `check` says, or what stops the game.
``formulas``  one formula a line with what it gives behind ``#``, on the first turn of the game of ``in=NAME``.
``sh``        commands. Those of Ludwright are run, and end well unless ``code=N`` says otherwise.
``python``    is run; names stay for later blocks of the page.
``output``    what the commands or the Python before it print; ``...`` stands for anything.
``csv``, ``json``  a file, kept under the name ``file=NAME``; ``workbook=NAME`` keeps a table as XLSX, too.
``text``      pictures, for the eye only.
"""

from __future__ import annotations

import csv
import io
import re
import shlex
import shutil
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from random import Random
from typing import Any

import ludwright
from tests.cli.running import run
from tests.docs.blocks import Block

FRAMES = Path(__file__).parent / "frames"
GAMES, MOVES = 5, 300
NOT_RUN = ("make ", "pip ", "git ", "python ", "cd ")


class Page:
    """One page while its blocks are done. The working folder must be empty, and is the page's alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "docs"}
        self.said: str | None = None
        """What the block before said: the text for ``message`` or ``output``."""

    def do(self, block: Block) -> None:
        """Do what a block says; an AssertionError tells what is wrong with it."""
        handler = _HANDLERS.get(block.kind)
        assert handler is not None, f"nobody knows what to do with a block `{block.kind}`"
        handler(self, block)

    # ------------------------------------------------------------ games

    def game(self, block: Block) -> None:
        """A whole game text, or a part that is added to another one."""
        path = self._write(block, block.text + self._frame(block))
        found = ludwright.check(path.name)
        wrong = [m for m in found if m.severity == "mistake"]
        self.said = "\n\n".join(m.render() for m in found)
        if "wrong" in block.options:
            assert wrong, "this is said to be wrong, but nothing was found"
            return
        assert not wrong, self.said
        if "noted" in block.options:
            assert found, "a note is expected here"
        else:
            assert not found, self.said
            self.said = None
        fault = self._play(path, block)
        if "faulty" in block.options:
            assert fault is not None, "no fault was met"
            self.said = fault
        else:
            assert fault is None, fault

    def _frame(self, block: Block) -> str:
        """A line that takes in the game a part belongs to."""
        name = block.options.get("in")
        if name is None:
            return ""
        if not (self.folder / name).exists():
            shutil.copy(FRAMES / name, self.folder / name)
        dropped = block.options.get("without")
        return f'include "{name}"\n' + (f"without {dropped}\n" if dropped else "")

    def _write(self, block: Block, text: str) -> Path:
        path = self.folder / block.options.get("file", "example.game")
        path.write_text(text, encoding="utf-8")
        return path

    def _play(self, path: Path, block: Block) -> str | None:
        """The fault that one of a few random games meets, in words."""
        players = int(block.options["players"]) if "players" in block.options else None
        game = ludwright.load(path.name, players=players)
        for number in range(GAMES):
            match = game.start(seed=1, game=number, run="twin")
            choose = Random(number)
            for _ in range(MOVES):
                if match.over:
                    break
                match.apply(choose.choice(match.codes()))
            if match.fault is not None:
                return match.fault.words
        return None

    def message(self, block: Block) -> None:
        """What the game before it was told."""
        assert self.said is not None, "no mistake, note or fault stands before this message"
        assert block.text.rstrip() == self.said.rstrip(), f"it says\n{self.said}"
        self.said = None

    # ------------------------------------------------------------ formulas

    def formulas(self, block: Block) -> None:
        """Every line gives what stands behind its ``#``."""
        frame = block.options["in"]
        include = self._frame(block)
        tests: list[tuple[str, str]] = []
        for line in block.text.split("\n"):
            if line.strip() and not line.startswith("#"):
                formula, _, value = line.partition("#")
                assert value.strip(), f"what does `{formula.strip()}` give?"
                tests.append((formula.strip(), value.split("(")[0].strip()))
        text = _asking(tests, (self.folder / frame).read_text(encoding="utf-8")) + include
        path = self.folder / "formulas.game"
        path.write_text(text, encoding="utf-8")
        match = ludwright.load(path.name).start(seed=1, run="twin")
        assert match.fault is None, match.fault
        for formula, value in tests:
            (found,) = match.tracked()[formula]
            wanted = float(value) if _is_number(value) else 1.0
            assert found == wanted, f"`{formula}` is not {value}" + (f" but {found:g}" if _is_number(value) else "")

    # ------------------------------------------------------------ commands and Python

    def sh(self, block: Block) -> None:
        """Commands; what Ludwright's print is kept for the next block."""
        said = []
        for line in block.text.split("\n"):
            command = re.split(r" [|>] ", line)[0].strip()
            if not command or command.startswith(("#", *NOT_RUN)):
                continue
            word, *arguments = shlex.split(command, comments=True)
            assert word == "ludwright", f"nobody runs `{command}`"
            self._lend(arguments)
            ran = run(*arguments)
            assert ran.code == int(block.options.get("code", 0)), (
                f"`{command}` ended with {ran.code}\n{ran.out}{ran.err}"
            )
            said.append(ran.out + ran.err)
        self.said = "\n".join(said)

    def _lend(self, arguments: list[str]) -> None:
        """Put games that a page speaks of, but does not show, where its commands look for them."""
        for name in arguments:
            if name.endswith(".game") and not (self.folder / name).exists() and (FRAMES / name).exists():
                shutil.copy(FRAMES / name, self.folder / name)

    def python(self, block: Block) -> None:
        """Python, with the names that earlier blocks left."""
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(block.text, f"line {block.line}", "exec"), self.names)
        self.said = printed.getvalue()

    def output(self, block: Block) -> None:
        """What the block before printed."""
        assert self.said is not None, "nothing was run before this output"
        wanted = [line.rstrip() for line in block.text.rstrip().split("\n")]
        found = "\n".join(line.rstrip() for line in self.said.strip("\n").split("\n")).rstrip()
        pattern = "\n".join(re.escape(line).replace(r"\.\.\.", ".*") for line in wanted)
        pattern = pattern.replace("\n.*\n", "\n(?:.*\n)*?")
        if wanted[-1] == "...":
            pattern = pattern.removesuffix("\n.*") + r"(?:\n.*)*"
        assert re.fullmatch(pattern, found), f"it prints\n{found}"

    # ------------------------------------------------------------ files

    def file(self, block: Block) -> None:
        """A table or a map that a game names."""
        self._write(block, block.text)
        if "workbook" in block.options:
            import openpyxl

            book = openpyxl.Workbook()
            for row in csv.reader(io.StringIO(block.text), skipinitialspace=True):
                book.active.append([int(cell) if _is_number(cell) else cell or None for cell in row])
            book.save(self.folder / block.options["workbook"])

    def text(self, block: Block) -> None:
        """Nothing to do."""


_HANDLERS: dict[str, Callable[[Page, Block], None]] = {
    "game": Page.game,
    "message": Page.message,
    "formulas": Page.formulas,
    "sh": Page.sh,
    "python": Page.python,
    "output": Page.output,
    "csv": Page.file,
    "json": Page.file,
    "text": Page.text,
}


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+(\.\d+)?", text.strip()) is not None


def _asking(tests: list[tuple[str, str]], frame: str) -> str:
    """A turn that works out all the formulas, and still offers every action of the frame."""
    offered = ", ".join(re.findall(r"^action (\w+)", frame, re.MULTILINE))
    lines = ["turn", *([f"  repeat 0 times: one of {offered}"] if offered else [])]
    declared, tracks = ["play: turns"], []
    for number, (formula, value) in enumerate(tests):
        if "." in value:
            tracks.append(f'track "{formula}": {formula}')
            continue
        declared.append(f"var value_{number} = 0")
        lines.append(f"  value_{number} = {_measured(formula, value)}")
        tracks.append(f'track "{formula}": value_{number}')
    ends = "end after turn when turn.number >= 1: draw"
    return "\n".join([*lines, "  nothing", *declared, *tracks, ends, ""])


def _measured(formula: str, value: str) -> str:
    """A number that is right, or 1 if the formula gives what it should."""
    if _is_number(value):
        return formula
    if value in ("yes", "no"):
        return f"1 if ({formula}) is {value} else 0"
    if value == "{}":
        return f"1 if ({formula}) is empty else 0"
    if value.startswith("{"):
        members = [name.strip() for name in value.strip("{}").split(",")]
        same = " and ".join(f"({formula})[{i}] is {name}" for i, name in enumerate(members, 1))
        return f"1 if ({formula}).count is {len(members)} and {same} else 0"
    return f"1 if ({formula}) is {value} else 0"
