"""How it is said that whoever chooses can't see something."""

from __future__ import annotations

from ludwright.model.kinds import Field
from ludwright.rules.analysis.origins import Chosen, Glimpse, Lying


def words(glimpse: Glimpse) -> tuple[str, str]:
    """The message and what to do about it."""
    what = glimpse.what
    if what is None:
        message = "whoever chooses can't see this: another player may conclude it from what only they see"
        return message, "`p knows c` asks whether p has seen the card; or leave it to the effects"
    if isinstance(what, Chosen):
        message = f"whoever chooses can't see this: `{what.name}` was chosen in secret"
        return message, "effects may read it, conditions on a choice may not"
    thing = what if isinstance(what, Field) else what.zone
    if isinstance(what, Lying) and what.zone.face_down:
        why = f"`{thing.name}` is face down"
    elif thing.seen == "nobody":
        why = f"`{thing.name}` is seen by nobody"
    else:
        why = {
            "owner": f"`{thing.name}` is seen by its owner only",
            "others": f"`{thing.name}` is seen by all but its owner",
        }.get(thing.seen, f"`{thing.name}` is seen by its owner's team only")
    if glimpse.offered:
        message = f"the options would show what whoever chooses can't see: {why}"
        return message, f"write `in order` behind `{thing.name}`: then one chooses by place"
    if isinstance(what, Field):
        hint = "effects may read it, conditions on a choice may not"
    elif glimpse.concluding:
        hint = "conclusions are drawn about one card with a name: `let c = ...`, then `surely(... c ...)`"
    else:
        hint = "ask for what can be concluded, `surely(...)` or `possibly(...)`, or leave it to the effects"
    return f"whoever chooses can't see this: {why}", hint
