"""``ludwright check``: all mistakes of a game text at once."""

from __future__ import annotations

from ludwright.cli.manners import FINE, FOUND
from ludwright.cli.options import GameName, Json


def check(game: GameName, as_json: Json = False) -> int:
    """Look for mistakes in a game text: names, kinds, rules that can't work.

    Ends with 1 when there are mistakes; notes alone are fine.
    """
    import ludwright

    found = ludwright.check(game)
    wrong = [mistake for mistake in found if mistake.severity == "mistake"]
    if as_json:
        from ludwright.cli.printing import print_json

        print_json({"game": game, "ok": not wrong, "mistakes": [mistake.as_json() for mistake in found]})
    else:
        for mistake in found:
            print(mistake.render(), end="\n\n")
        print(_verdict(game, len(wrong), len(found) - len(wrong)))
    return FOUND if wrong else FINE


def _verdict(game: str, mistakes: int, notes: int) -> str:
    parts = []
    if mistakes:
        parts.append("1 mistake" if mistakes == 1 else f"{mistakes} mistakes")
    if notes:
        parts.append("1 note" if notes == 1 else f"{notes} notes")
    if mistakes:
        return f"{game}: " + ", ".join(parts)
    return f"{game}: no mistakes" + (f", {parts[0]}" if parts else "")
