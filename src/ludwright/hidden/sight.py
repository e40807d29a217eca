"""Who sees what: a zone, the top of a zone, a variable, from one seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright.language import syntax
from ludwright.language.syntax.walking import nodes
from ludwright.model.kinds import Field, Zone
from ludwright.model.visibility import field_owner, watchers, zone_owner

if TYPE_CHECKING:
    from ludwright.game import Game


class Sight:
    """The eyes of one seat; ``None`` sees everything."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.seat = seat
        self._model = game.rules.model

    def of(self, seen: str, owner: int | None) -> bool:
        """Whether something with that `seen by` is seen here. Nobody owns what has no owner."""
        return self.seat is None or bool(watchers(self._model, seen, owner) >> self.seat & 1)

    def field(self, field: Field, index: int) -> bool:
        """Whether the word at ``index`` of a variable is seen."""
        return self.of(field.seen, field_owner(self._model, field, index))

    def zone(self, zone: Zone, index: int) -> bool:
        """Whether what lies in one place of a zone is seen."""
        return self.of(zone.seen, zone_owner(self._model, zone, index))

    def top(self, zone: Zone, index: int) -> bool:
        """Whether at least the uppermost is seen."""
        if self.zone(zone, index):
            return True
        return zone.top_seen is not None and self.of(zone.top_seen, zone_owner(self._model, zone, index))


def differs_by_seat(game: Game) -> bool:
    """Whether some seat sees what another does not: then no two players may look at one screen together."""
    if game.players < 2 or not anything_hidden(game):
        return False
    return any(look in ("owner", "others", "team") for look in _looks(game)) or _tells_some(game)


def _tells_some(game: Game) -> bool:
    """Whether something is shown or told to some players only."""
    for declaration in game.description.declarations:
        for node in nodes(declaration.tree):
            if isinstance(node, syntax.Show | syntax.TellWhether | syntax.TellThat) and str(node.to) != "everyone":
                return True
    return False


def anything_hidden(game: Game) -> bool:
    """Whether there is something that not everybody sees."""
    return any(look != "everyone" for look in _looks(game))


def _looks(game: Game) -> list[str]:
    """All the ways in which things of the game are seen."""
    model = game.rules.model
    zones = model.all_zones()
    looks = [zone.seen for zone in zones] + [zone.top_seen for zone in zones if zone.top_seen is not None]
    return looks + [field.seen for field in model.all_fields()]
