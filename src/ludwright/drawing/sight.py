"""Who sees what: a zone, the top of a zone, a variable, from one seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright.model.kinds import Field, Kind, Zone

if TYPE_CHECKING:
    from ludwright.game import Game


class Sight:
    """The eyes of one seat; ``None`` sees everything."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.seat = seat
        self._player = game.rules.model.player
        column = self._player.properties.get("team")
        self._teams = [str(getattr(cell, "text", cell)) for cell in column[0].cells] if column else None

    def of(self, seen: str, owner: int | None) -> bool:
        """Whether something with that `seen by` is seen here. Nobody owns what has no owner."""
        if self.seat is None or seen == "everyone":
            return True
        if owner is None or seen == "nobody":
            return False
        if seen == "owner":
            return self.seat == owner
        if seen == "others":
            return self.seat != owner
        if seen == "team":
            return self.seat == owner or (self._teams is not None and self._teams[self.seat] == self._teams[owner])
        return False

    def field(self, field: Field, index: int) -> bool:
        """Whether the word at ``index`` of a variable is seen."""
        return self.of(field.seen, self._owner(field.owner, index // field.row if field.dims else 0))

    def zone(self, zone: Zone, index: int) -> bool:
        """Whether what lies in one place of a zone is seen."""
        return self.of(zone.seen, self._zone_owner(zone, index))

    def top(self, zone: Zone, index: int) -> bool:
        """Whether at least the uppermost is seen."""
        if self.zone(zone, index):
            return True
        return zone.top_seen is not None and self.of(zone.top_seen, self._zone_owner(zone, index))

    def _zone_owner(self, zone: Zone, index: int) -> int | None:
        return self._owner(zone.owner, index // (zone.size // zone.dims[0].count) if zone.dims else 0)

    def _owner(self, owner: Kind | None, index: int) -> int | None:
        return index if owner is self._player else None


def differs_by_seat(game: Game) -> bool:
    """Whether some seat sees what another does not: then no two players may look at one screen together."""
    return game.players > 1 and any(look in ("owner", "others", "team") for look in _looks(game))


def anything_hidden(game: Game) -> bool:
    """Whether there is something that not everybody sees."""
    return any(look != "everyone" for look in _looks(game))


def _looks(game: Game) -> list[str]:
    """All the ways in which things of the game are seen."""
    model = game.rules.model
    zones = model.all_zones()
    looks = [zone.seen for zone in zones] + [zone.top_seen for zone in zones if zone.top_seen is not None]
    return looks + [field.seen for field in model.all_fields()]
