"""Short signs for names: what fits on a piece or in a cell."""

from __future__ import annotations

from collections.abc import Sequence


def signs(names: Sequence[str]) -> list[str]:
    """A sign for each name: one letter if those differ, else two or three, else numbers.

    >>> signs(["Black", "White"]), signs(["seat 1", "seat 2"]), signs(["pawn", "king", "knight"])
    (['B', 'W'], ['1', '2'], ['Pa', 'Ki', 'Kn'])
    >>> signs(["white king", "white knight", "black king"])
    ['WK', 'WN', 'BK']
    """
    told_apart = dict(zip(names, _told_apart(names), strict=True))
    for letters in (
        _last_initial,
        _initials,
        told_apart.__getitem__,
        lambda name: _begun(name, 2),
        _numbered,
        lambda name: _begun(name, 3),
    ):
        found = [letters(name) for name in names]
        if all(found) and len(set(found)) == len(set(names)):
            return found
    order = list(dict.fromkeys(names))
    return [str(order.index(name) + 1) for name in names]


def _words(name: str) -> list[str]:
    return name.replace("_", " ").replace("-", " ").split()


def _last_initial(name: str) -> str:
    words = _words(name)
    if not words:
        return ""
    return words[-1] if words[-1].isdigit() and len(words[-1]) < 3 else words[-1][0].upper()


def _initials(name: str) -> str:
    words = _words(name)
    return "".join(w if w.isdigit() else w[0].upper() for w in words)[:3] if len(words) > 1 else ""


def _told_apart(names: Sequence[str]) -> list[str]:
    """Initials of several words; of the last word another letter where somebody has them already."""
    found: dict[str, str] = {}
    for name in names:
        *before, last = _words(name) or [""]
        front = "".join(word[0] for word in before).upper()[:2]
        free = (front + letter.upper() for letter in last if before and front + letter.upper() not in found.values())
        found.setdefault(name, next(free, ""))
    return [found[name] for name in names]


def _numbered(name: str) -> str:
    """``bird4`` as B4."""
    stem = name.rstrip("0123456789")
    return (stem[:1].upper() + name[len(stem) :])[:3] if stem != name else _begun(name, 2)


def _begun(name: str, length: int) -> str:
    plain = "".join(_words(name))[:length]
    return plain[:1].upper() + plain[1:]
