"""Who may look: the words after `seen by`, and whether they say anything where they stand."""

from __future__ import annotations

from ludwright.mistakes import nearest
from ludwright.model.kinds import Kind

VIEWERS = ("owner", "others", "team", "everyone", "nobody")
_NEED_AN_OWNER = ("owner", "others", "team")
_ALSO_SAID = {"me": "owner", "all": "everyone", "players": "everyone", "none": "nobody", "teammates": "team"}


def wrong_viewer(word: str, name: str, owner: Kind | None, player: Kind) -> tuple[str, str] | None:
    """What is wrong with `seen by` that word, and what to write, for something that each member of ``owner`` has."""
    if word not in VIEWERS:
        near = _ALSO_SAID.get(word) or nearest(word, VIEWERS)
        listed = "write `owner`, `others`, `team`, `everyone` or `nobody`"
        return f"`{word}` does not say who sees `{name}`", f"did you mean `{near}`?" if near else listed
    if word in _NEED_AN_OWNER and owner is not player:
        hint = "write `everyone` or `nobody`, or declare it below `each player`"
        return f"`{name}` belongs to no player, so it has no `{word}` to see it", hint
    if word == "team" and "team" not in player.properties:
        return "there are no teams", "give the players a column `team`, or write `owner`"
    return None
