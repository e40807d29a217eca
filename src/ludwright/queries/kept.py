"""Questions with a name, kept in a file beside their game: `NAME.queries.json`.

A compound question has several expressions and the operation that makes one of them. What is in the file is checked when it is read, so a file
from a stranger can do no more than ask.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ludwright.queries.operations import read_operation
from ludwright.queries.picturing import Question
from ludwright.queries.query import WHEN, Query
from ludwright.queries.recorded import QueryError
from ludwright.stored import read_json
from ludwright.written import put

ENDING = ".queries.json"
MOST = 200
_LONGEST = 2_000
_OPTIONS = {"before": "--before", "after": "--after", "turn": "--turns", "end": "--end"}


@dataclass(frozen=True)
class Kept:
    """One question."""

    name: str
    texts: tuple[str, ...]
    when: str = "after"
    first: int | None = None
    last: int | None = None
    where: str | None = None
    combine: str | None = None
    how: str = "average"
    per: str | None = None
    on: bool = True
    """Whether charts show it."""

    @property
    def question(self) -> Question:
        """To be asked. Raises :class:`QueryError` where it makes no sense."""
        query = Query(
            *self.texts, when=self.when, first=self.first, last=self.last, where=self.where or None,
            combine=self.combine or None,
        )  # fmt: skip
        read_operation(self.how)
        return Question(query, self.how, self.per or None)

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {**asdict(self), "texts": list(self.texts)}

    def command(self, runs: Sequence[str], *more: str) -> str:
        """The command that asks the same."""
        words = ["ludwright", "query", ",".join(runs), *self.texts, _OPTIONS[self.when]]
        options = {
            "--from": self.first,
            "--to": self.last,
            "--where": self.where,
            "--combine": self.combine,
            "--per": self.per,
        }
        for option, value in options.items():
            words += [option, str(value)] if value not in (None, "") else []
        words += ["--how", self.how] if self.how != "average" else []
        return shlex.join([*words, *more])


def from_json(given: Any) -> Kept:
    """A question out of plain values."""
    if not isinstance(given, Mapping):
        raise QueryError("a kept question must be an object with a name and texts")
    known = {one.name: given[one.name] for one in fields(Kept) if given.get(one.name) is not None}
    name, texts = known.get("name"), known.get("texts")
    if not isinstance(name, str) or not name.strip() or len(name) > 100:
        raise QueryError("give the question a name of at most 100 letters")
    if (
        not isinstance(texts, list | tuple)
        or not 0 < len(texts) <= 20
        or not all(isinstance(t, str) and 0 < len(t) <= _LONGEST for t in texts)
    ):
        raise QueryError(f"`{name}`: say what to follow, such as `p.points`")
    for part in ("when", "where", "combine", "how", "per"):
        if part in known and (not isinstance(known[part], str) or len(known[part]) > _LONGEST):
            raise QueryError(f"`{name}`: `{part}` must be a text")
    for part in ("first", "last"):
        if part in known and (isinstance(known[part], bool) or not isinstance(known[part], int)):
            raise QueryError(f"`{name}`: `{part}` must be a whole number")
    if not isinstance(known.get("on", True), bool):
        raise QueryError(f"`{name}`: `on` must be true or false")
    if known.get("when", "after") not in WHEN:
        raise QueryError(f"`{name}`: there is no time `{known['when']}` to look: say before, after, turn or end")
    found = Kept(**{**known, "name": " ".join(name.split()), "texts": tuple(texts)})
    _ = found.question
    return found


def read_kept(path: Path) -> list[Kept]:
    """The questions of a file; none if there is no such file."""
    if not path.exists():
        return []
    given = read_json(path)
    if not isinstance(given, list) or len(given) > MOST:
        raise QueryError(f"`{path.name}` must be a list of at most {MOST} questions")
    return check([from_json(one) for one in given])


def check(kept: Sequence[Kept]) -> list[Kept]:
    """The same questions, if no two have the same name."""
    names = [one.name for one in kept]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise QueryError(f"there are two questions named `{twice}`: give one of them another name")
    return list(kept)


def write_kept(path: Path, kept: Sequence[Kept]) -> None:
    """Keep them."""
    put(path, json.dumps([one.as_json() for one in check(kept)], indent=1, ensure_ascii=False) + "\n")


def chosen(kept: Sequence[Kept], names: Sequence[str]) -> list[Kept]:
    """Those of the given names, or all that are switched on."""
    if not names:
        return [one for one in kept if one.on]
    known = {one.name: one for one in kept}
    for name in names:
        if name not in known:
            raise QueryError(f"no question is named `{name}`: there are {', '.join(known) or 'none'}")
    return [known[name] for name in names]
