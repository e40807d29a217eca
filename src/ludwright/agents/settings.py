"""What can be set about a player: named numbers, yes or no, or one of a few words, each with its default and a sentence that explains it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludwright.mistakes import LudwrightError, nearest

Value = int | float | bool | str


class AgentError(LudwrightError):
    """A text that describes no player."""


@dataclass(frozen=True)
class Setting:
    """One thing that can be set."""

    name: str
    explained: str
    default: Value
    low: float = 0
    high: float = 1e12
    choices: Sequence[str] = ()
    """The words to choose from; a text setting without choices takes any."""
    automatic: str = ""
    """What is done if nothing is set, where that depends on the game; the default then only says what kind of value it is."""

    def read(self, text: str) -> Value:
        """The value a text stands for."""
        word = text.strip()
        if isinstance(self.default, bool):
            if word.lower() in ("yes", "true", "1", "on"):
                return True
            if word.lower() in ("no", "false", "0", "off"):
                return False
            raise AgentError(f"`{self.name}={word}`: say yes or no")
        if isinstance(self.default, str):
            if self.choices and word not in self.choices and not self._opens(word):
                close = nearest(word, self.choices)
                hint = f"did you mean `{close}`?" if close else f"one of {', '.join(self.choices)}"
                raise AgentError(f"`{self.name}={word}`: {hint}")
            return word
        return self._number(word)

    def _opens(self, word: str) -> bool:
        """Whether a word begins like a choice that ends in a colon, and goes on."""
        return any(choice.endswith(":") and word.startswith(choice) and word != choice for choice in self.choices)

    def _number(self, word: str) -> int | float:
        whole = isinstance(self.default, int)
        try:
            number = int(word.replace("_", "")) if whole else float(word)
        except ValueError:
            kind = "a whole number" if whole else "a number"
            raise AgentError(f"`{self.name}={word}`: it needs {kind}, for example {self.name}={self.default}") from None
        if not self.low <= number <= self.high:
            raise AgentError(f"`{self.name}={word}`: it must be from {self.low:g} to {self.high:g}")
        return number

    def written(self, value: Value) -> str:
        """The value as it stands in a text."""
        if isinstance(value, bool):
            return f"{self.name}={'yes' if value else 'no'}"
        return f"{self.name}={value:g}" if isinstance(value, float) else f"{self.name}={value}"


@dataclass(frozen=True)
class AgentKind:
    """A kind of player."""

    name: str
    explained: str
    settings: Sequence[Setting] = ()
    first: str = ""
    """The setting meant by a value without a name: `mcts:1000`."""
    home: str = ""
    """The module that makes such players, below :mod:`ludwright.agents` or by its full name; it has a function ``make(game, settings)``."""
    examples: Sequence[str] = ()
    whole: bool = False
    """Whether its maker is told all settings, also those that nothing was said about."""

    def setting(self, name: str) -> Setting:
        """What can be set under a name."""
        for setting in self.settings:
            if setting.name == name:
                return setting
        known = [setting.name for setting in self.settings]
        close = nearest(name, known)
        hint = (
            f"did you mean `{close}`?" if close else f"it has {', '.join(known)}" if known else "it has nothing to set"
        )
        raise AgentError(f"`{self.name}` has no setting `{name}`: {hint}")

    def read(self, words: str) -> dict[str, Value]:
        """The settings that stand behind the colon."""
        found: dict[str, Value] = {}
        for i, part in enumerate(part for part in words.split(",") if part.strip()):
            name, equals, value = part.partition("=")
            name = name.strip()
            if not equals:
                if i or not self.first:
                    raise AgentError(f"`{part.strip()}` in `{self.name}:{words}`: settings are written name=value")
                name, value = self.first, part
            if name in found:
                raise AgentError(f"`{name}` is set twice in `{self.name}:{words}`")
            found[name] = self.setting(name).read(value)
        return found

    def written(self, settings: Mapping[str, Value]) -> str:
        """The text of a player of this kind."""
        parts = []
        for setting in self.settings:
            if setting.name in settings:
                text = setting.written(settings[setting.name])
                parts.append(text.partition("=")[2] if setting.name == self.first else text)
        parts.sort(key=lambda part: "=" in part)
        return f"{self.name}:{','.join(parts)}" if parts else self.name
