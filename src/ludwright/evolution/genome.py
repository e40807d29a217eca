"""A game as something that can be bred: one text, and the maps that it reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lark import Token

from ludwright.checking import check
from ludwright.evolution.mistakes import EvolveError
from ludwright.game import Game, described, load
from ludwright.language import syntax
from ludwright.language.declarations import Declaration
from ludwright.language.editing import Draft
from ludwright.language.printer import to_text
from ludwright.language.source import Description, read_description, read_text
from ludwright.language.tables import read_table
from ludwright.mistakes import Mistake, MistakesError
from ludwright.written import put

ANALYSIS = (
    syntax.BotDeclaration, syntax.ExpectDeclaration, syntax.ExpectSentence, syntax.TrackDeclaration, syntax.PictureDeclaration,
    syntax.GroupDeclaration, syntax.ProfileDeclaration, syntax.LeadDeclaration,
)  # fmt: skip
"""What is said about a game, and is no rule of it."""
_MAPS = (".json", ".graphml")


@dataclass(frozen=True)
class Genome:
    """The whole text of a game, and its map files by name."""

    text: str
    files: tuple[tuple[str, str], ...] = ()

    @property
    def draft(self) -> Draft:
        """The text with its tree, for changes."""
        return _draft(self.text)

    def with_text(self, text: str) -> Genome:
        """The same maps under another text."""
        return replace(self, text=text)

    def with_file(self, name: str, content: str) -> Genome:
        """Another map under the same text."""
        return replace(self, files=tuple((own, content if own == name else old) for own, old in self.files))

    def titled(self, title: str) -> Genome:
        """The same game under another name."""
        draft = self.draft
        line = next((one for one in draft.tree.declarations if isinstance(one, syntax.GameDeclaration)), None)
        new = syntax.GameDeclaration(Token("STRING", f'"{title}"'))
        if line is None:
            return self.with_text(f"{to_text(new)}\n{self.text}")
        return self.with_text(draft.replace(line, new).text)

    def described(self) -> Description:
        """The game, read; all that is wrong with it as one error."""
        if not self.files:
            return _read(self.text)
        with TemporaryDirectory(prefix="ludwright-") as place:
            return read_description(self.write(Path(place), "variant"))

    def write(self, folder: Path, stem: str) -> Path:
        """Write it as files that load: the text, and beside it the maps under names of their own."""
        folder.mkdir(parents=True, exist_ok=True)
        text = self.text
        for name, content in self.files:
            own = f"{stem}_{Path(name).name}"
            put(folder / own, content)
            text = text.replace(f'"{name}"', f'"{own}"')
        put(folder / f"{stem}.game", text)
        return folder / f"{stem}.game"

    def loaded(self, players: int | None = None) -> Game:
        """The game, ready to play."""
        if not self.files:
            return load(self.described(), players)
        with TemporaryDirectory(prefix="ludwright-") as place:
            return load(self.write(Path(place), "variant"), players)

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"text": self.text, "files": dict(self.files)}

    @staticmethod
    def from_json(stored: Mapping[str, Any]) -> Genome:
        """What plain values stand for."""
        return Genome(
            str(stored["text"]), tuple((str(name), str(content)) for name, content in stored["files"].items())
        )


@lru_cache(maxsize=64)
def _draft(text: str) -> Draft:
    """Of parents that have many children, and of texts that are read, checked and changed."""
    return Draft(text)


@lru_cache(maxsize=8)
def _read(text: str) -> Description:
    return read_text(text, "variant.game")


def genome_of(game: str | Path | Game | Description, params: Mapping[str, int] | None = None) -> Genome:
    """A game as one text: files that it includes or is a variant of are put together, tables from spreadsheets stand in the text."""
    description = game.description if isinstance(game, Game) else described(game)
    settings = {**(game._set if isinstance(game, Game) else {}), **(params or {})}
    if not description.contents:
        raise EvolveError("only a game with a text of its own can be varied")
    maps = tuple(
        (name, content.decode("utf-8")) for name, content in description.contents.items() if name.lower().endswith(_MAPS)
    )  # fmt: skip
    texts = [name for name in description.contents if name.lower().endswith(".game")]
    if len(texts) == 1 and description.origin is None:
        text = description.contents[texts[0]].decode("utf-8")
    else:
        text = _put_together(description)
    draft = Draft(text)
    for declaration in description.declarations:
        draft = _with_table(draft, declaration)
    for name, value in settings.items():
        draft = _set(draft, name, value)
    made = Genome(draft.text, tuple(one for one in maps if f'"{one[0]}"' in draft.text))
    wrong = mistakes_of(made)
    if wrong:
        raise MistakesError(wrong)
    return made


def _put_together(description: Description) -> str:
    """One text of all declarations, with the changes of variants carried out."""
    lines = [f'game "{description.title}"', *(to_text(one.tree) for one in description.declarations)]
    draft = Draft("\n\n".join(lines) + "\n")
    for change in description.changes:
        tree = change.tree
        assert isinstance(tree, syntax.ChangeDeclaration)
        names = [str(word) for word in tree.target.words]
        if len(names) == 1:
            draft = _set(draft, names[0], tree.value)
        else:
            for declaration in description.declarations:
                draft = _with_table(draft, declaration, (names[0], names[1], to_text(tree.value)))
    return draft.text


def _set(draft: Draft, name: str, value: Any) -> Draft:
    """A parameter with another value."""
    for one in draft.tree.declarations:
        if isinstance(one, syntax.ParamDeclaration) and one.name == name:
            if isinstance(value, int):
                yes_or_no = isinstance(one.value, syntax.Yes | syntax.No)
                value = (syntax.Yes() if value else syntax.No()) if yes_or_no else number(value)
            return draft.replace(one, replace(one, value=value))
    return draft


def number(value: int) -> syntax.Formula:
    """A number as a formula."""
    token = Token("NUMBER", str(abs(value)))
    return token if value >= 0 else syntax.Negative(token)


def rows_of(columns: list[str], rows: list[list[str]]) -> tuple[syntax.TableRow, ...]:
    """Rows of a table, written out."""
    return tuple(syntax.TableRow(Token("ROW", f"| {' | '.join(cells)} |")) for cells in (columns, *rows))


def _with_table(draft: Draft, declaration: Declaration, change: tuple[str, str, str] | None = None) -> Draft:
    """The table of a declaration in the text itself; with one of its cells changed."""
    if declaration.file_token is None and change is None:
        return draft
    table = read_table(declaration)
    if table is None:
        return draft
    own = next((one for one in draft.tree.declarations if _same(one, declaration.tree)), None)
    if own is None:
        return draft
    rows = [[cell.text for cell in row] for row in table.rows]
    if change is not None:
        name, column, value = change
        if column not in table.columns or "name" not in table.columns:
            return draft
        for row in rows:
            if row[table.columns.index("name")] == name:
                row[table.columns.index(column)] = value
    written = rows_of(table.columns, rows)
    if isinstance(own, syntax.CardsDeclaration | syntax.BoardDeclaration):
        kept: Any = (*written, *(line for line in own.lines if not isinstance(line, syntax.TableRow)))
        return draft.replace(own, replace(own, source=None, lines=kept))
    assert isinstance(own, syntax.EnumDeclaration | syntax.PlayersDeclaration)
    changed = replace(own, rows=written)
    return draft.replace(own, replace(changed, source=None) if isinstance(changed, syntax.EnumDeclaration) else changed)


def _same(one: syntax.DeclarationNode, other: Any) -> bool:
    """Whether two declarations declare the same thing."""
    kinds = (syntax.CardsDeclaration, syntax.BoardDeclaration, syntax.EnumDeclaration)
    if isinstance(one, syntax.PlayersDeclaration):
        return isinstance(other, syntax.PlayersDeclaration)
    return isinstance(one, kinds) and isinstance(other, kinds) and one.kind.name == other.kind.name


# ---------------------------------------------------------------- what is wrong with one


def mistakes_of(genome: Genome) -> list[Mistake]:
    """What is wrong with a game, for every number of players it allows; notes apart."""
    if not genome.files:
        try:
            description = genome.described()
        except MistakesError as error:
            return list(error.mistakes)
        return [one for one in check(description) if one.severity != "note"]
    with TemporaryDirectory(prefix="ludwright-") as place:
        return [one for one in check(genome.write(Path(place), "variant")) if one.severity != "note"]


def viable(genome: Genome) -> Genome | None:
    """The game if it can be played. What is only said about it (players in the text, expectations, a lead) goes where it no longer fits."""
    for _ in range(4):
        wrong = mistakes_of(genome)
        if not wrong:
            return genome
        lines = [one.place.line for one in wrong if one.place is not None]
        if len(lines) < len(wrong):
            return None
        draft = genome.draft
        hit = {id(_at(draft, line)): _at(draft, line) for line in lines}
        if not all(isinstance(one, ANALYSIS) for one in hit.values()):
            return None
        kept = [one for one in draft.tree.declarations if id(one) not in hit]
        genome = genome.with_text(to_text(replace(draft.tree, declarations=tuple(kept))) + "\n")
    return None


def _at(draft: Draft, line: int) -> syntax.DeclarationNode | None:
    """The declaration on a line."""
    for one in draft.tree.declarations:
        if one.span is not None and one.span.line <= line <= one.span.end_line:
            return one
    return None
