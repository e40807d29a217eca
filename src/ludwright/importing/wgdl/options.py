"""What WGDL leaves open, and what is no part of its files: options, the result, profiles, the end."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ludwright.importing.places import Wrong
from ludwright.importing.wgdl.expressions import Expression, UnreadableError, read
from ludwright.importing.wgdl.model import Model
from ludwright.importing.wgdl.words import Remark, Word, words_of
from ludwright.mistakes import nearest

CHOICES = {
    "most": "a number",
    "waiting": "a number",
    "wait": "an action or a group",
    "leave": "an action or a group",
    "add": "`wait` or `leave`",
    "initial_creations": "yes or no",
    "sum": "`children` or `all`",
}
DEFAULT_MOST, DEFAULT_WAITING = 64, 256
_RESULT = re.compile(r"(\d+)%\s+(less\s+)?of\s+(.+)\s+in\s+(-?\d+)\.\.(-?\d+)")
_END = re.compile(r"after\s+(\d+)\s+(sessions?|days?|hours?)")


@dataclass(frozen=True)
class Share:
    """One line of the result."""

    percent: int
    less: bool
    expression: Expression
    lowest: int
    highest: int
    word: Word


@dataclass
class Options:
    """What was chosen, or the default."""

    most: int = DEFAULT_MOST
    waiting: int = DEFAULT_WAITING
    wait: str = "wait"
    leave: str = "leave"
    added: set[str] = field(default_factory=set)
    named: dict[str, tuple[str, Word]] = field(default_factory=dict)
    """Options that name an action or a group: what they name, and where."""
    initial_creations: bool = False
    sum_all: bool = False
    shares: list[Share] = field(default_factory=list)
    profiles: list[tuple[str, Word]] = field(default_factory=list)
    end: tuple[int, str, Word] | None = None


def options_of(remarks: list[Remark], wrong: Wrong) -> Options:
    """Read the remarks of a file, and of the one beside it."""
    found = Options()
    for remark in remarks:
        try:
            _READ[remark.what](found, remark, wrong)
        except UnreadableError:
            continue
    return found


def _option(options: Options, remark: Remark, wrong: Wrong) -> None:
    name, _, value = (part.strip() for part in remark.text.partition("="))
    if name not in CHOICES:
        close = nearest(name, CHOICES)
        wrong(remark.word, f"there is no option `{name}`", f"did you mean `{close}`?" if close else ", ".join(CHOICES))
        return
    good = {
        "most": value.isdecimal() and 1 <= int(value[:6]) <= 5000,
        "waiting": value.isdecimal() and 1 <= int(value[:6]) <= 8192,
        "add": set(value.split()) <= {"wait", "leave"},
        "initial_creations": value in ("yes", "no"),
        "sum": value in ("children", "all"),
    }.get(name, bool(value))
    if not good:
        wrong(remark.word, f"`{value}` is no value for the option `{name}`", f"{CHOICES[name]} is wanted")
    elif name in ("most", "waiting"):
        setattr(options, name, int(value))
    elif name == "add":
        options.added = set(value.split())
    elif name == "initial_creations":
        options.initial_creations = value == "yes"
    elif name == "sum":
        options.sum_all = value == "all"
    else:
        setattr(options, name, value)
        options.named[name] = value, remark.word


def _result(options: Options, remark: Remark, wrong: Wrong) -> None:
    told = _RESULT.fullmatch(remark.text)
    if told is None:
        wrong(
            remark.word, "this part of the result can't be read", "for example `// result 50% of town.money in 0..500`"
        )
        return
    percent, less, formula, lowest, highest = told.groups()
    words = [Word(word.text, remark.word.line, remark.word.column) for word in words_of(formula)[0]]
    share = Share(
        int(percent), less is not None, read(words, remark.word, wrong), int(lowest), int(highest), remark.word
    )
    if share.lowest >= share.highest:
        wrong(remark.word, f"the range {lowest}..{highest} is empty")
    options.shares.append(share)


def _profile(options: Options, remark: Remark, wrong: Wrong) -> None:
    options.profiles.append((f"profile {remark.text}", remark.word))


def _end(options: Options, remark: Remark, wrong: Wrong) -> None:
    told = _END.fullmatch(remark.text)
    if told is None:
        wrong(remark.word, "this end can't be read", "for example `// end after 4 sessions`, or `after 7 days`")
        return
    options.end = (int(told.group(1)[:6]), told.group(2).removesuffix("s"), remark.word)


def check_names(options: Options, model: Model, wrong: Wrong) -> None:
    """Options may name actions and groups: whether these are there."""
    for name, (value, at) in options.named.items():
        known = [*model.actions, *model.groups]
        if value not in known:
            close = nearest(value, known)
            hint = f"did you mean `{close}`?" if close else f"`// option add = {name}` adds one to a file that has none"
            wrong(at, f"there is no action and no group `{value}`", hint)


_READ = {"option": _option, "result": _result, "profile": _profile, "end": _end}
