"""A description: the declarations of a file together with those of the files it includes or is a variant of."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from lark import Token

from ludwright.language.characters import normal
from ludwright.language.declarations import Declaration
from ludwright.language.files import MAX_TABLE_BYTES, decode, open_inside, read_bytes
from ludwright.language.merging import TextLayer, drop, stack, twice
from ludwright.language.parser import parse_declarations
from ludwright.language.syntax import parts
from ludwright.mistakes import Mistake, MistakesError, Place

__all__ = ["Declaration", "Description", "read_description", "read_text"]

MAX_FILES = 100
_ABOUT_FILES = frozenset(["game", "variant", "include", "without", "change"])


class Foreign(Protocol):
    """Where a text came from that was translated from another language."""

    @property
    def about(self) -> str: ...
    @property
    def facts(self) -> dict[str, Any]: ...
    def origin(self, line: int) -> Place | None: ...
    def take_over(self, game: Any) -> None: ...


@dataclass
class Description:
    """All declarations of a game, as its file and the files it builds on give them.

    ``declarations`` has neither `game`, `variant`, `include` and `without` lines (they have had their effect) nor the
    `change` lines, which are in ``changes`` in the order in which they apply. ``text_hash`` changes whenever the text
    or a table file does. ``contents`` holds the files as they were read, by their names inside the folder of the game, its own text first:
    whoever writes them into an empty folder has the same game.
    """

    title: str
    declarations: list[Declaration]
    files: list[str]
    changes: list[Declaration]
    notes: list[Mistake]
    text_hash: str
    contents: dict[str, bytes]
    origin: Foreign | None = None
    """What it was translated from, if it was."""


def read_description(path: Path) -> Description:
    """Read a game from its file; all mistakes that keep it from being read come as one error."""
    path = Path(path)
    text = decode(read_bytes(path, str(path), None), str(path))
    folder = path.resolve().parent
    return _Reader(folder, os.path.dirname(path)).description(text, str(path), folder, path.resolve())


def read_text(text: str, name: str = "game", folder: Path | None = None) -> Description:
    """Read a game from a text; `folder` is where the files it names are looked for."""
    place = None if folder is None else Path(folder).resolve()
    return _Reader(place, "").description(text, name, place, None)


class _Reader:
    """Reads a file and all it builds on, each file once."""

    def __init__(self, root: Path | None, shown_root: str) -> None:
        self.root = root
        self.shown_root = shown_root
        self.mistakes: list[Mistake] = []
        self.notes: list[Mistake] = []
        self.files: list[str] = []
        self.contents: dict[str, bytes] = {}
        self.hash = hashlib.sha256()
        self.layers: dict[Path, TextLayer] = {}
        self.open: list[tuple[Path, str]] = []  # the files being read, outermost first

    def description(self, text: str, name: str, folder: Path | None, path: Path | None) -> Description:
        if path is not None:
            self.open.append((path, name))
        self.keep(path if path is not None else Path(f"{Path(name).stem}.game"), text.encode("utf-8", "surrogatepass"))
        layer = self.layer(text, name, folder)
        if self.mistakes:
            raise MistakesError(self.mistakes)
        title = layer.title
        if not title:
            title = Path(name).stem
            place = Place(name, 1, 1, 1, normal(text).split("\n")[0])
            self.notes.append(Mistake(place, "this game has no title", 'begin with `game "Title"`', "note"))
        return Description(
            title, layer.declarations, self.files, layer.changes, self.notes, self.hash.hexdigest(), self.contents
        )

    def layer(self, text: str, name: str, folder: Path | None) -> TextLayer:
        """What one file comes to."""
        self.files.append(name)
        self.count(text.encode("utf-8", "surrogatepass"))
        tree, mistakes = parse_declarations(text, name)
        self.mistakes += mistakes
        lines = normal(text).split("\n")
        mine = [Declaration(part, name, lines, folder, self.root) for part in tree.declarations]
        self.mistakes += twice(mine)
        self.check_title(mine)
        below = TextLayer()
        complete = not mistakes
        for declaration in mine:
            if declaration.kind in ("include", "variant"):
                found = self.built_on(declaration)
                if found is None:
                    complete = False
                    continue
                for old, new in stack(below, found):
                    self.note_clash(old, new, declaration)
        without = [d for d in mine if d.kind == "without"]
        if complete and not self.mistakes:
            self.mistakes += drop(below, without)
        above = TextLayer(
            title=next((str(d.tree.title)[1:-1] for d in mine if d.kind in ("game", "variant")), ""),
            declarations=[d for d in mine if d.kind not in _ABOUT_FILES],
            changes=[d for d in mine if d.kind == "change"],
        )
        for declaration in above.declarations:
            self.count_table(declaration)
        stack(below, above)
        return below

    def built_on(self, declaration: Declaration) -> TextLayer | None:
        """The file that an `include` or `variant` line names; None (and a mistake) if it can't be had."""
        token = [part for part in parts(declaration.tree) if isinstance(part, Token)][-1]
        place = declaration.place(token)
        written = str(token)[1:-1]
        try:
            path = open_inside(declaration.folder, written, place, root=self.root)
            self.check_ring(path, written, place)
            if path in self.layers:
                known = self.layers[path]
                return TextLayer(known.title, list(known.declarations), list(known.changes))
            if len(self.files) >= MAX_FILES:
                raise MistakesError(Mistake(place, f"more than {MAX_FILES} files", "put them into fewer files"))
            name = self.shown(path)
            text = decode(read_bytes(path, written, place), name)
        except MistakesError as error:
            self.mistakes += error.mistakes
            return None
        self.keep(path, text.encode("utf-8", "surrogatepass"))
        self.open.append((path, name))
        layer = self.layer(text, name, path.parent)
        self.open.pop()
        self.layers[path] = layer
        return TextLayer(layer.title, list(layer.declarations), list(layer.changes))

    def check_ring(self, path: Path, written: str, place: Place) -> None:
        opened = [one for one, _ in self.open]
        if path not in opened:
            return
        ring = [Path(name).name for _, name in self.open[opened.index(path) :]]
        if len(ring) == 1:
            raise MistakesError(Mistake(place, f'"{written}" includes itself', "take this line away"))
        way = " → ".join([*ring, ring[0]])
        raise MistakesError(Mistake(place, f'"{written}" includes itself in a ring: {way}', "break the ring"))

    def check_title(self, mine: list[Declaration]) -> None:
        titles = [d for d in mine if d.kind in ("game", "variant")]
        for extra in titles[1:]:
            first = titles[0]
            hint = f"line {first.place().line} has it already"
            self.mistakes.append(Mistake(extra.place(), "a file has one title: one `game` or one `variant` line", hint))
        if not any(d.kind in ("include", "variant") for d in mine):
            for lost in (d for d in mine if d.kind == "without"):
                hint = "take it away, or `include` the file first"
                self.mistakes.append(Mistake(lost.place(), "`without` leaves out nothing: no file is included", hint))

    def note_clash(self, old: Declaration, new: Declaration, line: Declaration) -> None:
        """Two files that are both built on declare the same name: the later one stands, and the designer is told."""
        what = f"`{new.name or new.kind}`"
        message = f"{what} of {Path(old.file).name} gives way to the one of {Path(new.file).name}"
        self.notes.append(Mistake(line.place(), message, "the file that is named later counts", "note"))

    def shown(self, path: Path) -> str:
        inside = path.relative_to(self.root) if self.root and path.is_relative_to(self.root) else Path(path.name)
        return os.path.join(self.shown_root, *inside.parts)

    def keep(self, path: Path, content: bytes) -> None:
        inside = path.relative_to(self.root) if self.root and path.is_relative_to(self.root) else Path(path.name)
        self.contents[inside.as_posix()] = content

    def count(self, content: bytes) -> None:
        self.hash.update(len(content).to_bytes(8, "little"))
        self.hash.update(content)

    def count_table(self, declaration: Declaration) -> None:
        """Let the content of a table file count as text of the game; whether it can be read is found out later."""
        token = declaration.file_token
        if token is not None:
            try:
                path = declaration.open_file(token)
                content = read_bytes(path, str(token), None, MAX_TABLE_BYTES)
                self.keep(path, content)
                self.count(content)
            except MistakesError:
                self.count(b"")
