"""What lies in the box: players and teams, parameters, components, boards, zones, dice and variables."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ludwright.game import player_range
from ludwright.ir.terms import NO_NUMBER
from ludwright.model.kinds import BIG, Field, Kind, Param, Zone

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.model.world import World


@dataclass(frozen=True)
class Parameter:
    """A knob with its present value."""

    name: str
    value: int | bool | list[int]
    least: int | None
    """None: no range is given."""
    most: int | None
    sizes: bool
    """Whether some size depends on it, so that changing it means compiling anew."""


@dataclass(frozen=True)
class ListedComponent:
    """A kind of card or piece."""

    name: str
    plural: str
    designs: int
    total: int
    """How many there are; for things made in play, how many there may be at once."""
    each_player: int
    """Of these, how many each player has."""
    made_in_play: bool
    printed: list[str]
    marks: list[str]
    texts: dict[str, dict[str, str]]
    """Words for people, such as rules text: design -> heading -> text."""


@dataclass(frozen=True)
class Dice:
    """A zone of dice."""

    name: str
    dice: int
    faces: list[int]
    seen_by: str


@dataclass(frozen=True)
class ListedBoard:
    """A board."""

    cell: str
    plural: str
    shape: str
    cells: int
    wide: int
    high: int
    marks: list[str]
    holds: dict[str, int]
    printed: list[str]


@dataclass(frozen=True)
class ListedZone:
    """A zone."""

    name: str
    places: int
    """How many of it there are: one for each player, say."""
    of: list[str]
    seen_by: str
    top_seen_by: str | None
    in_order: bool
    shuffled: bool
    limited: bool
    refilled: bool


@dataclass(frozen=True)
class ListedVariable:
    """A variable or a mark."""

    name: str
    numbers: int
    """How many values it has in all."""
    type: str
    least: int | None
    most: int | None
    seen_by: str
    set_back: str | None
    """The part of the game at whose beginning it is set back to its start."""


@dataclass(frozen=True)
class Inventory:
    """Everything that is declared, for one number of players."""

    least_players: int
    most_players: int
    seats: list[str]
    teams: list[list[str]]
    """Who wins together. Without teams, every seat is one."""
    cooperative: bool
    parameters: list[Parameter]
    enumerations: dict[str, list[str]]
    components: list[ListedComponent]
    dice: list[Dice]
    boards: list[ListedBoard]
    zones: list[ListedZone]
    variables: list[ListedVariable]

    @property
    def pieces(self) -> int:
        """How many cards and pieces there are from the start."""
        return sum(component.total for component in self.components if not component.made_in_play)

    @property
    def places(self) -> int:
        """How many decks, hands, piles ... there are."""
        return sum(zone.places for zone in self.zones)

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        data = asdict(self)
        data["pieces"], data["places"] = self.pieces, self.places
        return data


def take_inventory(game: Game) -> Inventory:
    """List what a game declares."""
    model = game.rules.model
    least, most = player_range(game.description)
    kinds = list({id(kind): kind for kind in model.kinds.values()}.values())
    components = [kind for kind in kinds if kind.role == "component" and not kind.faces]
    zones = model.all_zones()
    fields = [field for field in model.all_fields() if field.owner is None or not field.owner.faces]
    return Inventory(
        least_players=least,
        most_players=most,
        seats=game.seats,
        teams=_teams(model),
        cooperative=model.cooperative,
        parameters=[_parameter(param, game.params[param.name]) for param in model.params.values()],
        enumerations={kind.name: kind.members for kind in kinds if kind.role == "enum"},
        components=[_component(kind, model) for kind in components],
        dice=[_dice(zone) for zone in zones if zone.dice],
        boards=[_board(kind) for kind in kinds if kind.role == "cell"],
        zones=[_place(zone) for zone in zones if not zone.dice],
        variables=[_variable(field) for field in fields],
    )


def _teams(model: World) -> list[list[str]]:
    seats = model.player.members
    if model.cooperative:
        return [list(seats)]
    column = model.player.properties.get("team")
    if not column:
        return [[seat] for seat in seats]
    teams: dict[str, list[str]] = {}
    for seat, cell in zip(seats, column[0].cells, strict=False):
        teams.setdefault(getattr(cell, "text", str(cell)), []).append(seat)
    return list(teams.values())


def _parameter(param: Param, value: int | list[int]) -> Parameter:
    shown = bool(value) if param.is_bool else value
    open_ended = param.is_bool or param.is_list or (param.lo, param.hi) == (-BIG, BIG)
    low, high = (None, None) if open_ended else (param.lo, param.hi)
    return Parameter(param.name, shown, low, high, param.structural)


def _component(kind: Kind, model: World) -> ListedComponent:
    designs = kind.design.count if kind.design is not None else 0
    made = bool(kind.root.limit)
    total = kind.root.limit if made else kind.count
    printed = list(kind.design.properties) if kind.design is not None else []
    marks = [name for ancestor in kind.ancestors() for name in ancestor.fields]
    own = kind.design
    texts = {name: own.texts_of(own.first + i) for i, name in enumerate(own.members)} if own is not None else {}
    texts = {name: found for name, found in texts.items() if found}
    return ListedComponent(kind.name, kind.plural, designs, total, kind.owned, made, printed, marks, texts)


def _dice(zone: Zone) -> Dice:
    kind = zone.kinds[0]
    return Dice(_zone_name(zone), kind.count, kind.faces, zone.seen)


def _board(kind: Kind) -> ListedBoard:
    geometry = kind.geometry
    assert geometry is not None
    holds = {name: holding.room for name, holding in kind.holds.items()}
    return ListedBoard(
        kind.name, kind.plural, geometry.shape, kind.count, geometry.wide, geometry.high, list(kind.fields), holds, list(kind.properties)
    )  # fmt: skip


def _zone_name(zone: Zone) -> str:
    return zone.name if zone.owner is None else f"{zone.owner.name}.{zone.name}"


def _place(zone: Zone) -> ListedZone:
    return ListedZone(
        _zone_name(zone), zone.size, [kind.name for kind in zone.kinds], zone.seen, zone.top_seen, zone.in_order, zone.shuffled,
        zone.capacity is not None, zone.refill is not None,
    )  # fmt: skip


def _variable(field: Field) -> ListedVariable:
    name = field.name if field.owner is None else f"{field.owner.name}.{field.name}"
    kind = field.type.kind
    type_ = kind.name if kind is not None else {"bool": "yes or no"}.get(field.type.form, "number")
    if field.type.optional:
        type_ += " or none"
    bounded = kind is None and field.type.form == "number" and field.lo not in (-BIG, NO_NUMBER) and field.hi != BIG
    low, high = (field.lo, field.hi) if bounded else (None, None)
    return ListedVariable(name, field.size, type_, low, high, field.seen, field.reset)
