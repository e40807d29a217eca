"""Mends: changes of the text that a message proposes, each tried out before it is offered.

Messages say in words what to do. Where those words name what to write, it is written on a copy, and the copy is checked: only what
takes the mistake away and brings no new one is offered as a click.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ludwright.mistakes import Mistake, nearest
from ludwright.studio.forms.joining_in import dealt, offered

_MOST = 8
"""So many mistakes of a text get mends."""
_MEANT = re.compile(r"did you mean `([^`]+)`\?")
_WRITE = re.compile(r"\bwrite `([^`…]+)`")
_ADD = re.compile(r"\badd (?:a line )?`([^`…]+)`")
_MISSING = re.compile(r"\badd the missing `([^`]+)`")
_KNOWN = re.compile(r"^it (?:carries|has) (`.+`)$")
_LOST = re.compile(r"\b(?:take it away|take this line away|delete it|leave it out)\b")
_NOT_OFFERED = re.compile(r"^no turn offers the action `(\w+)`$")
_NEVER_ENTERED = re.compile(r"^nothing ever enters the zone `(\w+)`$")
_COLON = re.compile(r"\btake the `:` away\b")


@dataclass(frozen=True)
class Mend:
    """A change of the text, and what it is called."""

    words: str
    line: int
    """From 1."""
    column: int
    end_line: int
    end_column: int
    text: str
    """What takes the place of all from the first to the last."""

    def apply(self, lines: Sequence[str]) -> str:
        """The text with the change made."""
        before = [*lines[: self.line - 1], lines[self.line - 1][: self.column - 1]]
        after = [lines[self.end_line - 1][self.end_column - 1 :], *lines[self.end_line :]]
        return "\n".join(before) + self.text + "\n".join(after)

    def as_json(self) -> dict[str, Any]:
        """As plain values."""
        return dict(self.__dict__)


Check = Callable[[str, bool], tuple[bool, Sequence[Mistake]]]
"""Whether a text can be read at all, and what is wrong with it: for the fewest players, which is quick, or for any number of them."""


def mends(text: str, file: str, check: Check) -> list[Mend | None]:
    """For each message about a text a change that mends it, or None."""
    lines = text.split("\n")
    readable, found = check(text, False)
    wrong = len(_wrong(found))

    def helps(mend: Mend, one: Mistake) -> bool:
        mended = mend.apply(lines)
        for fewest in (True, False):  # most of what is tried fails, and most of that at once
            reads, after = check(mended, fewest)
            left = _wrong(after)
            if any(_stands_for(other) == _stands_for(one) for other in left):
                return False
        # what can be read now for the first time may have other mistakes that could not be seen before
        return len(left) < wrong or (reads and not readable)

    answer: list[Mend | None] = []
    tried = 0
    for one in found:
        best = None
        if one.severity == "mistake" and (one.place is None or one.place.file == file) and tried < _MOST:
            tried += 1
            best = next((mend for mend in proposals(one, lines) if helps(mend, one)), None)
        answer.append(best)
    return answer


def _stands_for(mistake: Mistake) -> int | str:
    """Its line; of one without a place, what it says."""
    return mistake.place.line if mistake.place is not None else mistake.message


def _wrong(found: Sequence[Mistake]) -> list[Mistake]:
    return [one for one in found if one.severity == "mistake"]


def proposals(mistake: Mistake, lines: Sequence[str]) -> Iterator[Mend]:
    """Changes that the message could mean, the likeliest first: what puts a part to use before what takes it away."""
    text = "\n".join(lines)
    for action in _NOT_OFFERED.findall(mistake.message):
        changed = offered(text, action)
        if changed is not None:
            yield _between(f"Offer {action} in the turn", lines, changed)
    for zone in _NEVER_ENTERED.findall(mistake.message):
        for words, changed in dealt(text, zone):
            yield _between(words, lines, changed)
    place, hint = mistake.place, mistake.hint
    if place is None:
        for added in _ADD.findall(hint):
            first = next((number for number, line in enumerate(lines, 1) if line.startswith(("game ", "variant "))), 0)
            yield (
                Mend(f"Add {added}", first + 1, 1, first + 1, 1, f"{added}\n")
                if first < len(lines)
                else Mend(f"Add {added}", first, len(lines[-1]) + 1, first, len(lines[-1]) + 1, f"\n{added}")
            )
        return
    if not 0 < place.line <= len(lines):
        return
    line = lines[place.line - 1]
    end = min(len(line) + 1, place.column + place.width)
    code = re.sub(r"\s*#.*", "", line)
    rest = max(end, len(code) + 1)

    def instead(words: str, last: int, text: str, first: int = place.column) -> Mend:
        return Mend(words, place.line, first, place.line, last, text)

    for meant in _MEANT.findall(hint):
        yield instead(f"Change it to {meant}", end, meant)
    known = _KNOWN.match(hint)
    if known:
        names = re.findall(r"`([^`]+)`", known[1])
        meant = nearest(line[place.column - 1 : end - 1], names)
        for name in [*([meant] if meant else []), *names]:
            yield instead(f"Change it to {name}", end, name)
    for written in _WRITE.findall(hint):
        yield instead(f"Write {written}", end, written)
        for wrong in re.findall(r"`([^`]+)`", mistake.message):  # the message may speak of more than the place shows
            if line.startswith(wrong, place.column - 1):
                yield instead(f"Write {written}", place.column + len(wrong), written)
        yield instead(f"Write {written}", rest, written)
        yield instead(f"Write {written}", rest, written, 1 + len(line) - len(line.lstrip()))
        if line[: place.column - 1].strip():
            yield instead(f"Write {written}", place.column, f"{written} ")
    for sign in _MISSING.findall(hint):
        yield instead(f"Add {sign}", len(code) + 1, sign, len(code) + 1)
        if code.endswith(":"):
            yield instead(f"Add {sign}", len(code), sign, len(code))
    for added in _ADD.findall(hint):
        if "..." not in added:
            last = len(lines)
            yield Mend(f"Add {added}", last, len(lines[-1]) + 1, last, len(lines[-1]) + 1, f"\n{added}\n")
            yield Mend(f"Add {added}", place.line, len(line) + 1, place.line, len(line) + 1, f"\n{added}")
    if _COLON.search(hint) and ":" in code:
        at = code.rindex(":") + 1
        yield instead("Take the colon away", at + 1, "", at)
    if _LOST.search(hint):
        yield instead("Take it away", end, "")
        last = _end_of_block(lines, place.line)
        words = "Take the line away" if last == place.line else "Take it away"
        if last < len(lines):
            yield Mend(words, place.line, 1, last + 1, 1, "")
        yield Mend(words, place.line, 1, last, len(lines[last - 1]) + 1, "")


def _end_of_block(lines: Sequence[str], first: int) -> int:
    """The last line, from 1, of what begins in a line: of those that stand deeper below it."""
    margin = len(lines[first - 1]) - len(lines[first - 1].lstrip())
    last = first
    for number, line in enumerate(lines[first:], first + 1):
        if line.strip() and len(line) - len(line.lstrip()) <= margin:
            break
        last = number if line.strip() else last
    return last


def _between(words: str, lines: Sequence[str], text: str) -> Mend:
    """The change from some lines to another text, no larger than it must be."""
    new = text.split("\n")
    same = next(
        (place for place, (one, other) in enumerate(zip(lines, new, strict=False)) if one != other),
        min(len(lines), len(new)),
    )
    end = 0
    while end < min(len(lines), len(new)) - same and lines[-1 - end] == new[-1 - end]:
        end += 1
    written = "".join(f"{line}\n" for line in new[same : len(new) - end])
    if end == 0:  # to the end of the text, which may have no line break
        return Mend(words, same + 1, 1, len(lines), len(lines[-1]) + 1, written.removesuffix("\n"))
    return Mend(words, same + 1, 1, len(lines) - end + 1, 1, written)
