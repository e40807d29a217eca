"""Who sees what, by declaration: a zone, the top of a zone, a variable. Players are bits of a number, seat 1 the lowest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright.mistakes import nearest
from ludwright.model.kinds import EVERYONE, Field, Kind, Zone

if TYPE_CHECKING:
    from ludwright.model.world import World

VIEWERS = ("owner", "others", "team", EVERYONE, "nobody")
_NEED_AN_OWNER = ("owner", "others", "team")
_ALSO_SAID = {"me": "owner", "all": "everyone", "players": "everyone", "none": "nobody", "teammates": "team"}


def everyone(model: World) -> int:
    """All seats."""
    return (1 << model.players) - 1


def watchers(model: World, seen: str, owner: int | None) -> int:
    """The seats that see something with that `seen by`. Nobody owns what has no owner."""
    if seen == EVERYONE:
        return everyone(model)
    if owner is None:
        return 0
    if seen == "owner":
        return 1 << owner
    if seen == "others":
        return everyone(model) & ~(1 << owner)
    return _team_of(model, owner) if seen == "team" else 0


def _team_of(model: World, seat: int) -> int:
    column = model.player.properties.get("team")
    if not column:
        return 1 << seat
    names = [str(getattr(cell, "text", cell)) for cell in column[0].cells]
    return sum(1 << other for other in range(model.players) if names[other] == names[seat])


def zone_owner(model: World, zone: Zone, index: int) -> int | None:
    """The player whose zone this is; ``index`` is its place among those of the zone."""
    if zone.owner is not model.player or not zone.dims:
        return None
    return index // (zone.size // zone.dims[0].count)


def field_owner(model: World, field: Field, index: int) -> int | None:
    """The player whose variable this is; ``index`` is the word among those of the variable."""
    return index // field.row if field.owner is model.player and field.dims else None


def place_watchers(model: World) -> list[int]:
    """For every place, zones first and then the cells of boards: who sees what lies there."""
    found = [everyone(model)] * model.places
    for zone in model.all_zones():
        for i in range(zone.size):
            found[zone.place + i] = watchers(model, zone.seen, zone_owner(model, zone, i))
    return found


def top_watchers(model: World) -> list[int]:
    """For every place: who sees at least what lies on top."""
    found = place_watchers(model)
    for zone in model.all_zones():
        if zone.top_seen is not None:
            for i in range(zone.size):
                found[zone.place + i] |= watchers(model, zone.top_seen, zone_owner(model, zone, i))
    return found


def veiled_kinds(model: World) -> set[Kind]:
    """The kinds of components that may lie where somebody does not see them."""
    hidden = [
        zone
        for zone in model.all_zones()
        if any(watchers(model, zone.seen, zone_owner(model, zone, i)) != everyone(model) for i in range(zone.size))
    ]
    return {kind.root for zone in hidden for kind in zone.kinds}


def veiled_fields(model: World) -> list[Field]:
    """The variables that somebody does not see."""
    return [
        field
        for field in model.all_fields()
        if field.seen != EVERYONE
        and any(
            watchers(model, field.seen, field_owner(model, field, i)) != everyone(model)
            for i in range(0, field.size, max(1, field.row))
        )
    ]


def is_summed(model: World, field: Field) -> bool:
    """Whether how much there is of an indexed variable in all is public, as with the cards of a hand. Marks of things and cells are no goods: each is hidden by itself."""
    goods = field.owner is None or field.owner is model.player
    return goods and together(model, field) > 1 and field.type.form == "number" and not field.type.optional


def together(model: World, field: Field) -> int:
    """How many words of a variable belong to one owner."""
    return field.row if field.dims and field.owner is model.player else field.size


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
