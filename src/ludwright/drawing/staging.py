"""From a match to a scene: what one seat sees of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.drawing.board_staging import ON_BOARDS, BoardStaging
from ludwright.drawing.colours import colours_of
from ludwright.drawing.scene import Fact, Pile, Scene, SeatScene, Tint, VariableTable
from ludwright.drawing.things import merged, things_of, zone_name
from ludwright.hidden.observation import moves_heard
from ludwright.hidden.secrecy import secrecy_of
from ludwright.hidden.sight import Sight, anything_hidden
from ludwright.ir.terms import NO_NUMBER
from ludwright.mistakes import LudwrightError
from ludwright.model.kinds import BIG, Field
from ludwright.model.naming import combinations
from ludwright.model.visibility import is_summed, together

if TYPE_CHECKING:
    from ludwright.play.match import Match

UNKNOWN = "?"
"""In place of a value that is not seen."""


class StageSeatError(LudwrightError):
    """A seat that the game does not have."""


def scene_of(match: Match, seat: int | None = None) -> Scene:
    """What there is to be seen of a match: by everybody together, or from one seat (counted from 0)."""
    game = match.game
    if seat is not None and not 0 <= seat < game.players:
        raise StageSeatError(f"there is no seat {seat}: {game.title} has {game.players}, counted from 0")
    if not hasattr(game.rules.model, "kinds"):
        return _bare(match)
    if game.opaque:
        return _told_elsewhere(match, seat)
    return Staging(match, seat).scene()


def _told_elsewhere(match: Match, seat: int | None) -> Scene:
    """A game whose rules are other people's code: how it stands, in their words."""
    scene = _bare(match)
    scene.standing = standing_of(match, seat)
    scene.view = match.game.seats[seat] if seat is not None and anything_hidden(match.game) else ""
    scene.notes = match.game.wording.picture(match.words, seat)
    if match.over and not match.fault:
        for player, result in zip(scene.players, match.scores() or match.returns(), strict=True):
            player.result = f"{result:g}"
    return scene


def _bare(match: Match) -> Scene:
    """A game written in Python: nothing is known of its parts, only how it stands."""
    tints = [Tint(colour, seat) for seat, colour in enumerate(colours_of(match.game.seats))]
    players = [
        SeatScene(name, tint, to_move=seat == match.actor)
        for seat, (name, tint) in enumerate(zip(match.game.seats, tints, strict=True))
    ]
    return Scene(match.game.title, standing_of(match), "", players)


def standing_of(match: Match, seat: int | None = None) -> str:
    """After which move it stands so, and who is to move or how it ended; to a seat, of what is asked in secret only what it is asked itself."""
    moves = moves_counted(match, seat)
    after = "At the start" if not moves else f"After {moves:,} {'move' if moves == 1 else 'moves'}"
    if match.fault is not None:
        return f"{after}: stopped, {match.fault.words}"
    if match.over:
        return f"{after}: over. {match.result_line()}"
    asked = asked_seat(match, seat)
    return f"{after}: choices in secret" if asked is None else f"{after}: {match.game.seats[asked]} to move"


def moves_counted(match: Match, seat: int | None) -> int:
    """How many moves were made, or how many of them a seat can count."""
    return match.moves if seat is None else moves_heard(match.game.rules.model, match.words)


def asked_seat(match: Match, seat: int | None) -> int | None:
    """Who is to choose, as far as a seat may know it."""
    actor = match.actor
    hidden = seat not in (None, actor) and secrecy_of(match.game).unheard(match.words)
    return None if hidden else actor


class Staging:
    """Sets up one scene."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self.match, self.game, self.seat = match, match.game, seat
        self.model = self.game.rules.model
        self.state = match.words
        self.sight = Sight(self.game, seat)
        self.things = things_of(self.game)

    def scene(self) -> Scene:
        """The whole scene."""
        scene = Scene(
            title=self.game.title,
            standing=standing_of(self.match, self.seat),
            view=self.game.seats[self.seat] if self.seat is not None and anything_hidden(self.game) else "",
            players=self._players(),
        )
        scene.boards = BoardStaging(self.things).boards(self.sight, self.state)
        self._places(scene)
        self._variables(scene)
        if self.match.over and not self.match.fault:
            self._results(scene)
        return scene

    # ------------------------------------------------------------ how it stands

    def _players(self) -> list[SeatScene]:
        gone = self.state[ir.GONE]
        actor = asked_seat(self.match, self.seat)
        return [
            SeatScene(name, self.things.seat_tints[i], to_move=i == actor, out=bool(gone >> i & 1))
            for i, name in enumerate(self.game.seats)
        ]

    def _results(self, scene: Scene) -> None:
        scores = self.match.scores()
        for i, (player, value) in enumerate(zip(scene.players, self.match.returns(), strict=True)):
            player.result = f"score {scores[i]:g}" if scores is not None else f"{value:+g}"

    # ------------------------------------------------------------ zones

    def _places(self, scene: Scene) -> None:
        on_boards = {id(kind) for kind in self.model.kinds.values() if kind.role in ON_BOARDS}
        for zone in self.model.zones.values():
            scene.piles += self.things.piles(zone, self.sight, self.state)
        for (owner, _), zone in self.model.owned_zones.items():
            if owner == id(self.model.player):
                row = zone.size // self.game.players
                for i, rest in enumerate(combinations(zone.dims)):
                    pile = self.things.pile(zone, i, zone_name(zone, rest[1:]), self.sight, self.state)
                    scene.players[i // row].piles.append(pile)
            elif owner not in on_boards:
                scene.piles += self.things.piles(zone, self.sight, self.state)
        adrift = self.things.adrift(self.state)
        if adrift:
            lying = merged(self.things.token(c, self.state, self.sight) for c in adrift)
            scene.piles.append(Pile("in play", lying, len(adrift)))

    # ------------------------------------------------------------ variables

    def _variables(self, scene: Scene) -> None:
        for field in self.model.fields.values():
            if field.dims:
                self._table(scene, field)
            else:
                scene.facts.append(self._fact(field, 0))
        if self.state[ir.CLOCK]:
            scene.facts.append(Fact("clock", f"{self.state[ir.CLOCK]:,}"))
        for field in self.model.player.fields.values():
            if len(field.dims) > 1:
                self._table(scene, field)
                continue
            for i, player in enumerate(scene.players):
                player.facts.append(self._fact(field, i))
        for kind in {id(k): k for k in self.model.kinds.values()}.values():
            if kind.role not in (*ON_BOARDS, "player", "component"):
                for field in kind.fields.values():
                    self._table(scene, field)

    def _fact(self, field: Field, index: int) -> Fact:
        if not self.sight.field(field, index):
            return Fact(field.name, UNKNOWN, hidden=True)
        value = self.state[field.base + index]
        return Fact(field.name, self._value(field, value), self.things.tint(value, field.type))

    def _value(self, field: Field, value: int) -> str:
        if value == NO_NUMBER and field.type.form not in ("bool", "ref"):
            return "–"
        if field.type.form == "ref" and value < 0:
            return "–"
        if field.type.form in ("bool", "ref"):
            return self.things.value(value, field.type, self.sight, self.state)
        return f"{value:,}" if abs(value) <= BIG else str(value)

    def _table(self, scene: Scene, field: Field) -> None:
        """An indexed variable; those with the same columns stand in one table."""
        *firsts, last = field.dims
        columns = [indices[0] for indices in combinations([last])]
        rows = []
        for i, indices in enumerate(combinations(firsts)):
            name = " ".join(indices) + self._hidden_sum(field, i, len(columns))
            rows.append((name, self._row_tint(field, i), self._row(field, i, len(columns))))
        same = next((table for table in scene.tables if table.columns == columns), None)
        if same is None:
            scene.tables.append(VariableTable(field.name, columns, rows))
            return
        if not any(name.startswith(same.name) for name, _, _ in same.rows):
            same.rows = [(f"{same.name} {name}".strip(), tint, values) for name, tint, values in same.rows]
        same.rows += [(f"{field.name} {name}".strip(), tint, values) for name, tint, values in rows]
        same.name = ""

    def _row_tint(self, field: Field, row: int) -> Tint | None:
        if field.owner is not self.model.player:
            return None
        rows = field.size // field.dims[-1].count
        return self.things.seat_tints[row * self.game.players // rows]

    def _row(self, field: Field, row: int, count: int) -> list[str]:
        base = row * count
        if self.sight.field(field, base):
            return [self._value(field, value) for value in self.state[field.base + base :][:count]]
        return [UNKNOWN] * count

    def _hidden_sum(self, field: Field, row: int, count: int) -> str:
        """Of goods that are not seen the sum stays public, like the size of a hand."""
        base = row * count
        if self.sight.field(field, base) or not is_summed(self.model, field) or together(self.model, field) != count:
            return ""
        return f" ({sum(self.state[field.base + base :][:count]):,} in all)"
