"""A scripted player with other numbers in its text: all that are tried stand in one game, so that it is compiled once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from lark import Token

from ludwright.balancing.errors import BalanceError
from ludwright.balancing.knobs import around, numbers_of
from ludwright.balancing.versions import lay_out, with_numbers
from ludwright.game import Game, load
from ludwright.language import syntax
from ludwright.language.declarations import Declaration
from ludwright.language.printer import to_text
from ludwright.language.source import Description, read_text
from ludwright.mistakes import LudwrightError
from ludwright.written import put

Preference = tuple[int, int]
"""Which number of the bot's text, and what it is instead."""
_VALUES = 6
"""So many values of a number are tried."""


class Script:
    """The numbers of a scripted player."""

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.name = game, name
        self.description: Description = game.description
        found = [one for one in self.description.declarations if one.kind == "bot" and one.name == name]
        if not found:
            raise BalanceError(f"`{name}` does not stand in a text of its own: there is nothing that could be tuned")
        self.declaration: Declaration = found[0]
        self.numbers: list[Token] = numbers_of(self.declaration.tree)

    def preferences(self) -> Iterator[Preference]:
        """Other values of every number: half as large to half as large again, some of them."""
        for place, token in enumerate(self.numbers, 1):
            now = int(token)
            values = [value for value in around(now, 0, now) if value != now]
            step = max(1, len(values) / _VALUES)
            yield from ((place, values[int(number * step)]) for number in range(min(_VALUES, len(values))))

    def told(self, changed: Sequence[Preference]) -> str:
        """In words."""
        words = []
        for place, value in changed:
            token = self.numbers[place - 1]
            line = self.declaration.lines[token.line - 1].split("#")[0].strip() if token.line else ""
            words.append(f"{value} instead of {token} in {line}")
        return f"{self.name} with {', and '.join(words)}"

    def text(self, changed: Sequence[Preference], name: str) -> str:
        """The bot with other numbers and a name of its own."""
        tree = with_numbers(self.declaration.tree, dict(changed))
        assert isinstance(tree, syntax.BotDeclaration)
        return to_text(replace(tree, title=Token(tree.title.type, f'"{name}"')))

    def game_with(self, several: Sequence[tuple[Preference, ...]]) -> tuple[Game, dict[str, tuple[Preference, ...]]]:
        """The game with as many more bots, of those that are none left out; and what each is called."""
        taken = {one.name for one in self.description.declarations if one.kind == "bot"}
        with TemporaryDirectory(prefix="ludwright-") as place:
            folder = Path(place)
            lay_out(self.description, folder)
            names: dict[str, tuple[Preference, ...]] = {}
            for changed in several:
                name = next(own for own in (f"{self.name} {number}" for number in range(1, 10_000)) if own not in taken)
                with suppress(LudwrightError):
                    self._loaded([self.text(changed, name)], folder)
                    names[name] = changed
                    taken.add(name)
            return self._loaded([self.text(changed, name) for name, changed in names.items()], folder), names

    def _loaded(self, bots: Sequence[str], folder: Path) -> Game:
        read = read_text("\n".join([*self._head(), *bots]) + "\n", "bots.game", folder)
        params: Mapping[str, int] = self.game._set
        return load(read, players=self.game.players, params=params)

    def _head(self, title: str = "bots") -> list[str]:
        return [f'variant "{title}" of "{next(iter(self.description.contents))}"']

    def save(self, changed: Sequence[Preference], name: str) -> Path:
        """A variant with the bot under a name of its own, beside the files of the game."""
        path = Path(f"{name}.game")
        if path.exists():
            raise BalanceError(f"there is {path} already: choose another name, or take it away")
        lay_out(self.description, Path())
        heading = [f"# {self.told(changed)}", *self._head(self.description.title)]
        put(path, "\n".join([*heading, self.text(changed, name)]) + "\n")
        return path
