"""Options as a player meets them: listed by action, chosen by number or by words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ludwright.mistakes import LudwrightError, nearest
from ludwright.rules.options.wording import Option


class Slip(LudwrightError):  # noqa: N818 - what a player makes, not what the program does
    """Words that choose nothing, or too much."""


def in_order(options: Sequence[Option]) -> list[Option]:
    """The options as they are listed: action by action, in the order of their codes, refusals last."""
    actions = list(dict.fromkeys(option.action for option in options if option.code))
    return sorted(options, key=lambda o: (actions.index(o.action) if o.code else len(actions), o.code))


def listed(options: Sequence[Option], width: int = 100, most: int | None = None) -> list[str]:
    """The options as lines, numbered from 1, those of one action together.

    >>> pick = [Option(0, "take", ("red",), "take red"), Option(1, "take", ("blue",), "take blue"), Option(2, "pass", (), "pass")]
    >>> for line in listed(pick): print(line)
      take
         1 red    2 blue
      3 pass
    """
    shown = options if most is None or len(options) <= most else options[:most]
    groups: dict[str, list[tuple[int, Option]]] = {}
    for number, option in enumerate(shown, 1):
        groups.setdefault(option.action if _rest(option) is not None else option.words, []).append((number, option))
    room = len(str(len(shown)))
    lines: list[str] = []
    for name, members in groups.items():
        if len(members) == 1:
            lines.append(f"  {members[0][0]:>{room}} {members[0][1].words}")
        else:
            lines += [f"  {_plain(name)}", *_columns([(n, _rest(o) or o.words) for n, o in members], room, width)]
    if len(shown) < len(options):
        lines.append(f"  ... {len(options) - len(shown):,} more; `legal` lists them all")
    return lines


def _rest(option: Option) -> str | None:
    """What an option says beyond the name of its action or question."""
    for start in (f"{option.action} ", "choose "):
        if option.words.startswith(start):
            return option.words.removeprefix(start)
    return None


def _plain(name: str) -> str:
    return name.replace("_", " ") if "." not in name else f"choose ({name.split('.')[-1].replace('_', ' ')})"


def _columns(entries: list[tuple[int, str]], room: int, width: int) -> list[str]:
    cells = [f"{number:>{room}} {words}" for number, words in entries]
    wide = max(len(cell) for cell in cells) + 3
    across = max(1, (width - 5) // wide)
    rows = [cells[i : i + across] for i in range(0, len(cells), across)]
    return ["     " + "".join(f"{cell:<{wide}}" for cell in row).rstrip() for row in rows]


def chosen(words: str, options: Sequence[Option]) -> Option:
    """The option that is meant: its number, its words, its values, or the beginning of its words, if only one fits.

    >>> pick = [Option(0, "place", ("a1",), "place a1"), Option(1, "place", ("b2",), "place b2")]
    >>> chosen("2", pick).words, chosen("A1", pick).words
    ('place b2', 'place a1')
    """
    if words.isdecimal() and len(words) < 10:
        number = int(words)
        if 1 <= number <= len(options):
            return options[number - 1]
    wanted = _spoken(words)
    if not wanted:
        raise Slip("say a number from the list, or the words of a move")
    for fits in (
        [o for o in options if _spoken(o.words) == wanted],
        [o for o in options if _spoken(" ".join(o.values)) == wanted],
        [o for o in options if _spoken(o.words).startswith(wanted)],
        [o for o in options if set(wanted.split()) <= set(_spoken(o.words).split())],
    ):
        if len(fits) == 1:
            return fits[0]
        if fits:
            some = ", ".join(f"`{o.words}`" for o in fits[:4]) + (" ..." if len(fits) > 4 else "")
            raise Slip(f"`{words}` could be {some}: say more")
    if words.isdecimal():
        raise Slip(f"there is no number {words}: the list has {len(options)}")
    close = nearest(words, [o.words for o in options]) or nearest(
        words, [" ".join(o.values) for o in options if o.values]
    )
    raise Slip(f"`{words}` is not legal here; " + (f"did you mean `{close}`?" if close else "`legal` lists what is"))


def _spoken(words: str) -> str:
    return " ".join(re.split(r"[\s,_]+", words.casefold().strip(" ,")))
