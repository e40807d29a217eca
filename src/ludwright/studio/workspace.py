"""The folder a studio works on: which games and tables lie in it, and how they are read, written and made.

Nothing outside the folder is ever touched: names are looked up by :func:`ludwright.language.files.open_inside`, which also follows links.
Files are written whole or not at all. Whoever writes says which version they had in mind; another version in the meantime is a conflict,
and both texts are kept in the history.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from ludwright.language.characters import normal
from ludwright.language.files import MAX_BYTES, MAX_TABLE_BYTES, decode, open_inside, read_bytes
from ludwright.library import bundled_games, head_of
from ludwright.mistakes import MistakesError
from ludwright.plain_files import read_plain
from ludwright.studio.history import History
from ludwright.studio.page import Refusal
from ludwright.written import UnwrittenError, put

BUNDLED = "@"
"""Before the name of a bundled game."""
OWN = ".ludwright"
"""The studio's own folder in the folder: history, waiting runs, reports."""
TABLES = (".csv", ".tsv", ".xlsx", ".ods")
ACCEPTED = (".game", ".txt", ".json", ".svg", *TABLES)
"""What can be dropped in."""
TEMPLATES = Path(__file__).parent / "templates"
_MOST_GAMES = 500
_DEEPEST = 3
_SKIPPED = frozenset(["runs", "node_modules", "__pycache__"])


@dataclass(frozen=True)
class Found:
    """A game, as lists show it."""

    id: str
    title: str
    players: str
    note: str
    """Where the rules come from, or the file."""
    changed: float = 0.0


@dataclass(frozen=True)
class Text:
    """A file as it was read."""

    text: str
    version: str
    crlf: bool = False


class ConflictError(Exception):
    """The file is not the one that was meant: somebody else has written it since."""

    def __init__(self, theirs: Text) -> None:
        super().__init__("changed elsewhere")
        self.theirs = theirs


class Workspace:
    """A folder of games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.own = self.folder / OWN
        self.history = History(self.own / "history")

    # ------------------------------------------------------------ what there is

    def games(self) -> list[Found]:
        """The games of the folder, the one changed last first."""
        found = []
        for path in self._files(".game"):
            head = head_of(path)
            name = path.relative_to(self.folder).as_posix()
            found.append(Found(name, head.title, head.players, name, path.stat().st_mtime))
        return sorted(found, key=lambda game: -game.changed)

    def bundled(self) -> list[Found]:
        """The games that come with Ludwright."""
        return [Found(BUNDLED + game.name, game.title, game.players, game.rules) for game in bundled_games()]

    def tables(self) -> list[str]:
        """The tables of the folder."""
        return [path.relative_to(self.folder).as_posix() for ending in TABLES for path in self._files(ending)]

    def _files(self, ending: str) -> list[Path]:
        found: list[Path] = []
        pending = [(self.folder, 0)]
        while pending and len(found) < _MOST_GAMES:
            folder, depth = pending.pop()
            try:
                inside = sorted(folder.iterdir())
            except OSError:
                continue
            for path in inside:
                if path.name.startswith(".") or path.is_symlink() or not _can_be_said(path.name):
                    continue
                if path.is_dir() and depth < _DEEPEST and path.name not in _SKIPPED:
                    pending.append((path, depth + 1))
                elif path.suffix.lower() == ending and path.is_file():
                    found.append(path)
        return found[:_MOST_GAMES]

    # ------------------------------------------------------------ reading

    def path(self, name: str) -> Path:
        """The file behind a name: one of the folder, or (``@name``) a bundled game's."""
        if name.startswith(BUNDLED):
            for game in bundled_games():
                if game.name == name[1:]:
                    return game.path
            raise Refusal(f"There is no bundled game `{name[1:60]}`.", 404)
        try:
            found = open_inside(self.folder, name, None)
        except MistakesError as error:
            raise Refusal(_sentence(error), 404) from None
        if OWN in found.relative_to(self.folder).parts:
            raise Refusal("That file belongs to the studio itself.", 404)
        return found

    def read(self, name: str) -> Text:
        """A text of the folder."""
        path = self.path(name)
        try:
            content = read_bytes(path, name, None, MAX_TABLE_BYTES if path.suffix in TABLES else MAX_BYTES)
            whole = decode(content, name)
        except MistakesError as error:
            raise Refusal(_sentence(error)) from None
        return Text(normal(whole), version_of(content), "\r\n" in whole)

    def version(self, name: str) -> str | None:
        """Which version a file is now; None if it is gone."""
        try:
            return version_of(read_plain(self.path(name), MAX_TABLE_BYTES))
        except (Refusal, OSError):
            return None

    # ------------------------------------------------------------ writing

    def save(self, name: str, text: str, base: str) -> str:
        """Write a text over the version ``base``; which version it is now. Nothing is lost: what was there is in the history."""
        if name.startswith(BUNDLED):
            raise Refusal("This game comes with Ludwright and stays as it is. Duplicate it to change it.", 403)
        there = self.read(name)
        if there.text == text:
            return there.version
        if there.version != base:
            self.history.add(name, text)
            self.history.add(name, there.text)
            raise ConflictError(there)
        self.history.before_saving(name, there.text)
        content = (text.replace("\n", "\r\n") if there.crlf else text).encode("utf-8", "surrogatepass")
        self._put(self.path(name), content)
        self.history.after_saving(name, text)
        return version_of(content)

    def create(self, name: str, content: bytes) -> str:
        """A new file; if there is one of that name, with a number behind the name. How it is called."""
        stem, ending = Path(name).stem, Path(name).suffix.lower()
        plain = re.sub(r"[^\w-]+", "_", stem, flags=re.UNICODE).strip("_-")[:60] or "game"
        number = 1
        path = self.folder / f"{plain}{ending}"
        while path.exists() or path.is_symlink():
            number += 1
            path = self.folder / f"{plain}_{number}{ending}"
        self._put(path, content)
        return path.name

    def remove(self, name: str) -> str:
        """Take a game out of the folder; its text goes where the studio keeps its own files. Under which name, seen from the folder."""
        if name.startswith(BUNDLED):
            raise Refusal("This game comes with Ludwright and stays.", 403)
        path, kept = self.path(name), self.own / "removed"
        target, number = kept / path.name, 1
        try:
            kept.mkdir(parents=True, exist_ok=True)
            while target.exists():
                number += 1
                target = kept / f"{path.stem}_{number}{path.suffix}"
            path.rename(target)
        except OSError as error:
            raise Refusal(f"It can't be taken away: {error.strerror}.", 507) from None
        return target.relative_to(self.folder).as_posix()

    def duplicate(self, name: str, title: str) -> str:
        """A copy of a game under a new title, with the files it needs beside it; how the copy is called."""
        source = self.path(name)
        text = self.read(name).text
        for needed in needed_files(text):
            self._copy_beside(source.parent, needed)
        return self.create(f"{title}.game", retitled(text, title).encode())

    def from_template(self, name: str, title: str) -> str:
        """A new game out of a template."""
        source = TEMPLATES / f"{name}.game"
        if not name.isidentifier() or not source.is_file():
            raise Refusal("There is no such template.", 404)
        return self.adopt(source, title)

    def adopt(self, source: Path, title: str) -> str:
        """A new game out of a text of our own and the files beside it, which get names of their own; how it is called."""
        return self.create(f"{title}.game", retitled(self.brought(source), title).encode())

    def brought(self, source: Path) -> str:
        """A text of our own, with copies of the files beside it (and no others) in this folder."""
        text = read_plain(source).decode("utf-8", "replace")
        for needed in needed_files(text):
            try:
                own = self.create(needed, read_plain(open_inside(source.parent, needed, None)))
            except (MistakesError, OSError):
                continue  # what is not there is told when the game is checked
            text = text.replace(f'"{needed}"', f'"{own}"')
        return text

    def _copy_beside(self, folder: Path, name: str) -> None:
        try:
            source = open_inside(folder, name, None)
            target = self.folder / name
            if source == target.resolve() or (target.exists() and read_plain(target) == read_plain(source)):
                return
            if target.exists():
                raise Refusal(
                    f"There is another `{name}` in this folder already: give one of them another name first.", 409
                )
            target.parent.mkdir(parents=True, exist_ok=True)
            self._put(target, read_plain(source))
        except (MistakesError, OSError):
            return  # what is not there is told when the copy is checked
        if target.suffix == ".game":
            for needed in needed_files(read_plain(target).decode("utf-8", "replace")):
                self._copy_beside(folder, needed)

    @staticmethod
    def _put(path: Path, content: bytes) -> None:
        try:
            put(path, content)
        except UnwrittenError as error:
            raise Refusal(str(error), 507) from None


def _can_be_said(name: str) -> bool:
    """Whether a name is text: some systems allow any bytes, which no link could hold."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def version_of(content: bytes) -> str:
    """A short name for a content."""
    return hashlib.sha256(content).hexdigest()[:20]


def needed_files(text: str) -> list[str]:
    """The files that a text names: tables, maps, the game it is a variant of."""
    code = re.sub(r"(?m)^\s*#.*$", "", text)
    return list(dict.fromkeys(re.findall(r'\b(?:from|include|of)\s+"([^"\n]{1,200})"', code)))


def retitled(text: str, title: str) -> str:
    """A text under another title."""
    plain = re.sub(r'["\s]+', " ", title).strip() or "My game"
    changed, times = re.subn(r'(?m)^(game|variant) "[^"\n]*"', lambda found: f'{found[1]} "{plain}"', text, count=1)
    return changed if times else f'game "{plain}"\n{text}'


def _sentence(error: MistakesError) -> str:
    first = error.mistakes[0]
    told = first.message + (f": {first.hint}" if first.hint else "")
    return f"{told[:1].upper()}{told[1:]}" + ("" if told.endswith(("?", ".")) else ".")
