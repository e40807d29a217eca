"""The text of a map file: parsing it, and saying where in it something is wrong."""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import Any, NoReturn

from ludwright.mistakes import Mistake, MistakesError, Place

MOST_CHARACTERS = 5_000_000
MOST_MISTAKES = 50
LONGEST_LINE = 10_000
MOST_NUMBER = 1_000_000_000
_COLON = re.compile(r"\s*:")


class _TwiceError(ValueError):
    """The same key twice in one JSON object; the text is the key."""


class MapText:
    """One map file as text, and the mistakes found in it so far."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text.removeprefix("\ufeff")  # some editors begin a file with this mark
        self.file = file
        self.mistakes: list[Mistake] = []

    def _place(self, word: str | None = None, nth: int = 1, under: str | None = None) -> Place:
        """Where ``word`` stands in quotes for the nth time, if need be counted from the key ``under`` on; the beginning of the file if it can't be found."""
        quoted = json.dumps(word, ensure_ascii=False)
        spots = [] if word is None else self._spots(re.escape(quoted), under)
        if word is not None and not spots and word.isdigit():
            spots = self._spots(rf"(?<![\w.-]){word}(?![\w.])", under)
        return self._spot(spots[min(nth, len(spots)) - 1] if spots else (0, 1))

    def _spots(self, pattern: str, under: str | None = None) -> list[tuple[int, int]]:
        """Where something stands, and how wide it is: below one of the keys of the map if there is any, else anywhere."""
        found = [(spot.start(), spot.end() - spot.start()) for spot in re.finditer(pattern, self.text)]
        start = self._keys.get(under, 0) if under is not None else 0
        return [spot for spot in found if spot[0] > start] or found

    @cached_property
    def _keys(self) -> dict[str, int]:
        """Where the keys of the map itself stand, not those further inside."""
        depth, found = 0, {}
        for token in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', self.text):
            sign = token.group()
            if sign[0] == '"' and depth == 1 and _COLON.match(self.text, token.end()):
                found[sign[1:-1]] = token.start()
            depth += (sign in "[{") - (sign in "]}") if len(sign) == 1 else 0
        return found

    def _spot(self, spot: tuple[int, int]) -> Place:
        at, width = spot
        line = self.text.count("\n", 0, at) + 1
        start = self.text.rfind("\n", 0, at) + 1
        return self._at(line, at - start + 1, width)

    def connection(self, a: str, b: str, nth: int = 1) -> Place:
        """Where a connection stands, as a pair or in the list of what a cell is connected to."""
        first, second = (rf'"{re.escape(name)}"' + (f"|{name}" if name.isdigit() else "") for name in (a, b))
        pair = rf"\[\s*(?:{first})\s*,\s*(?:{second})\s*\]"
        spots = self._spots(rf"{pair}|(?:{first})\s*:\s*\[[^\]]*(?:{second})", "connections")
        return self._spot(spots[min(nth, len(spots)) - 1]) if spots else self._place("connections")

    def _at(self, line: int, column: int, width: int = 1) -> Place:
        lines = self.text.split("\n")
        text = lines[line - 1] if line <= len(lines) else ""
        return Place(self.file, line, column, width, text if len(text) < LONGEST_LINE else "")

    def wrong(
        self, message: str, hint: str = "", word: str | None = None, nth: int = 1, under: str | None = None
    ) -> None:
        """Note a mistake, at the place where ``word`` stands in quotes for the nth time below a key of the map."""
        self.wrong_at(self._place(word, nth, under), message, hint)

    def wrong_at(self, place: Place, message: str, hint: str) -> None:
        """Note a mistake at its place. So many are enough: looking up the places of more would take long, and nobody reads them."""
        self.mistakes.append(Mistake(place, message, hint))
        if len(self.mistakes) == MOST_MISTAKES:
            self.stop()

    def stop(self) -> NoReturn:
        """Give up, with all mistakes noted so far."""
        raise MistakesError(self.mistakes)

    def parse(self) -> dict[str, Any]:
        """The JSON object in the file."""
        if len(self.text) > MOST_CHARACTERS:
            self.wrong("this map file is too large", f"a map has at most {MOST_CHARACTERS:,} characters")
            self.stop()
        try:
            data = json.loads(self.text, object_pairs_hook=self._object)
            json.dumps(data, ensure_ascii=False).encode()  # half a character, such as `\ud800`, is no text
        except json.JSONDecodeError as error:
            self.mistakes.append(
                Mistake(self._at(error.lineno, error.colno), f"this is not JSON: {error.msg}", "mend the file here")
            )
            self.stop()
        except _TwiceError as error:
            self.wrong(f"`{error}` is given twice", "keep one of them", str(error), 2)
            self.stop()
        except (RecursionError, ValueError):
            self.wrong(
                "this map file can't be read: brackets nested too deeply, a number with too many digits, or half a character"
            )
            self.stop()
        if not isinstance(data, dict):
            self.wrong("a map is one JSON object", 'begin with `{ "territories": [ ...`')
            self.stop()
        return data

    @staticmethod
    def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                key.encode()
                raise _TwiceError(key)
            found[key] = value
        return found

    def name(self, value: Any) -> str | None:
        """A cell's or region's name: words, or a whole number."""
        if isinstance(value, str) and value.strip() and len(value) <= 100 and value.isprintable():
            return value.strip()
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_NUMBER:
            return str(value)
        return None


def short(value: Any) -> str:
    """A value as JSON, cut for a message."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except RecursionError:
        text = "nested too deeply"
    return text if len(text) <= 40 else f"{text[:37]}..."
