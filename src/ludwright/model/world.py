"""The world of a game for one number of players: its kinds, variables, zones and parameters, laid out in the state block."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from lark import Token

from ludwright import ir
from ludwright.language import syntax
from ludwright.language.source import Declaration, Description
from ludwright.language.syntax.walking import nodes
from ludwright.mistakes import Mistake, MistakesError
from ludwright.model.declared import Declared
from ludwright.model.declared_boards import DeclaredBoards
from ludwright.model.declared_components import DeclaredComponents
from ludwright.model.declared_places import DeclaredPlaces
from ludwright.model.held_secrets import held_secrets, is_many
from ludwright.model.kinds import Field, Zone
from ludwright.model.limits import MOST_GHOSTS, MOST_REPLIES, MOST_SEALED, MOST_WORDS, REPLIES_EACH
from ludwright.model.printed_effects import printed_effects
from ludwright.model.sealed_room import answers_of_one
from ludwright.model.side_effects import SideEffects, is_secret_stage
from ludwright.model.spoken_of import shows_any
from ludwright.model.visibility import veiled_fields, veiled_kinds

CARDBOARD = ("component", "design")
"""Kinds whose members tell which card something is."""

TOLD_BITS = 30
"""How many designs one word of what was told speaks of."""


TELLING = (
    syntax.TellWhether,
    syntax.TellThat,
    syntax.IfAble,
    syntax.IfStatement,
    syntax.Pay,
    syntax.When,
    syntax.Choose,
    syntax.ChooseOption,
    syntax.FirstTo,
    syntax.MayDo,
    syntax.AnyNumberOf,
    syntax.OrElse,
    syntax.TurnsStatement,
)
"""What happens in a game with these words may tell something of cards that lie face down."""


class World(Declared):
    """Everything that is declared, before any rule is looked at.

    ``static`` works out a formula that must be known before the game starts; ``report`` takes a mistake.
    """

    def __init__(self, description: Description, players: int) -> None:
        super().__init__(description, players)
        self.declared_boards = DeclaredBoards(self)
        self.declared_components = DeclaredComponents(self)
        self.declared_places = DeclaredPlaces(self)

    # ------------------------------------------------------------ building

    def build(self, static: Callable[..., int], report: Callable[[Mistake], None]) -> None:
        self.static = static
        self.report = report
        steps: list[tuple[tuple[str, ...], Callable[[Declaration], None]]] = [
            (("players",), self._add_players),
            (("enum",), self._add_enum),
            (("board",), self.declared_boards.add_board),
            (("cards",), self.declared_components.add_components),
            (("zone", "dice", "var", "each"), self.declared_places.add_places),
        ]
        self._declare_params()
        self._add_actions()
        for kinds, step in steps:
            if kinds == ("cards",):
                self.declared_components.order_components()
                continue
            for declaration in self.of(*kinds):
                self.guarded(step, declaration)
        if not any(True for _ in self.of("players")):
            self._seat(self.players, [])
        for declaration in self.of("board"):
            self.guarded(self.declared_boards.add_holds, declaration)
        self._check_changes()
        printed = list(printed_effects(self.kinds.values()))
        self.printed = {id(effect.cell): effect for effect in printed}
        self.description = replace(self.description, declarations=[*self.description.declarations, *printed])
        self._lay_out()

    def design_in(self, state: Sequence[int], component: int) -> int:
        """The design of a component in a state; -1 for a thing that is not made yet."""
        if "design" in self.arrays:
            return int(state[self.arrays["design"] + component])
        return self.component_design[component]

    def design_texts(self, design: int) -> dict[str, str]:
        """The words for people that are printed on a design, such as its rules text, by the headings of their columns."""
        found: dict[str, str] = {}
        for kind in self.kinds.values():
            if kind.role == "design":
                found |= kind.texts_of(design)
        return found

    # ------------------------------------------------------------ layout

    def _lay_out_knowledge(self) -> None:
        """Room for what each player knows of each component; see :mod:`ludwright.rules.beliefs.knowledge`."""
        self.arrays["known"] = self.words(self.components, 1)
        self.arrays["urn"] = self.words(self.components, 1)
        self.arrays["urns"] = self.words(1)
        every = self._every_node()
        secretly = any(isinstance(n, syntax.Choose | syntax.ChooseOption) and n.secretly is not None for n in every)
        shuffled = any(isinstance(n, syntax.Shuffle) for n in every)
        mixed_again = shuffled or secretly or any(z.refill is not None for z in self.all_zones())
        self.ghosts = min(MOST_GHOSTS, 2 * self.components) if mixed_again else 0
        if self.ghosts:
            for name in ("ghost_urn", "ghost_known", "ghost_link"):
                self.arrays[name] = self.words(self.ghosts)
            self.arrays["ghosts"] = self.words(1)
        hidden = self.hidden_zones
        if any(isinstance(n, TELLING) for n in every) or shows_any(self.description.declarations, hidden):
            self.tellers = 1 if self._tells_all() else self.players
            self.told_words = -(-self.designs // TOLD_BITS)
            slots = self.components + self.ghosts
            self.arrays["told"] = self.words(self.tellers * slots * self.told_words)

    def _lay_out_secrets(self) -> None:
        """Room for who knows the variables not everybody sees, and for answers given in secret."""
        for field in veiled_fields(self):
            self.known_words[id(field)] = self.words(field.size)
            self.floor_words[id(field)] = self.words(field.size)
            if field.type.kind is not None and field.type.kind.role == "design":
                self.source_words[id(field)] = self.words(field.size)
        every = self._every_node()
        self.has_secret_stage = any(map(is_secret_stage, every))
        zones, trees = {zone.name for zone in self.all_zones()}, [d.tree for d in self.description.declarations]
        noted = {f.name for f in veiled_fields(self) if f.type.kind is not None and f.type.kind.role in CARDBOARD}
        self.held = held_secrets(trees, zones, noted, SideEffects(self))
        picks = any(isinstance(n, syntax.Choose) and is_many(n.chosen) for n in every) and veiled_kinds(self)
        hidden = bool(self.known_words) or bool(veiled_kinds(self))
        calls = hidden and any(isinstance(n, syntax.FirstTo) for n in every)
        if self.rewinds or picks or calls or any(isinstance(n, syntax.AtOnce) for n in every):
            few = min(MOST_REPLIES, max(MOST_REPLIES // 4, REPLIES_EACH * self.players))
            sealed = min(MOST_SEALED, self.players * answers_of_one(every, self.components))
            self.replies = MOST_REPLIES if self.rewinds else max(few, sealed)
            self.arrays["veil"] = self.words(2)
            self.arrays["rewind"] = self.words(3)
            self.arrays["replies"] = self.words(1 + 2 * self.replies)
        if self.has_secret_stage:
            self.arrays["memory"] = self.words(self.players)

    @property
    def rewinds(self) -> bool:
        """Whether things change while secret answers have to be given again: then the state before them is kept whole."""
        return self.has_secret_stage or bool(self.held)

    def _tells_all(self) -> bool:
        """Whether whatever is told is told to everyone."""
        told = [n.to for n in self._every_node() if isinstance(n, syntax.TellWhether | syntax.TellThat)]
        return all(isinstance(who, Token) and str(who) == "everyone" for who in told)

    def _every_node(self) -> list[syntax.Node]:
        return [node for declaration in self.description.declarations for node in nodes(declaration.tree)]

    def all_zones(self) -> list[Zone]:
        return [*self.zones.values(), *self.owned_zones.values()]

    @property
    def hidden_zones(self) -> set[str]:
        """The names of the zones that not everybody sees."""
        return {zone.name for zone in self.all_zones() if not zone.public}

    @property
    def hidden_fields(self) -> set[str]:
        """The names of the variables that not everybody sees."""
        return {field.name for field in self.all_fields() if not field.public}

    def all_fields(self) -> list[Field]:
        owned = [f for kind in {id(k): k for k in self.kinds.values()}.values() for f in kind.fields.values()]
        return [*self.fields.values(), *owned]

    def _lay_out(self) -> None:
        for attr, kind, declaration in self.later:
            self.guarded(lambda d, attr=attr, kind=kind: self.declared_places.add_field(attr, kind, d), declaration)  # type: ignore[misc]
        self.state_size = ir.HEADER + 2 * self.players
        for zone in self.all_zones():
            zone.place = self.places
            self.places += zone.size
        for holding in self.holdings:
            if holding.room > 1:
                holding.place = self.places
                self.places += holding.board.count
        self.zone_places = self.places
        for holding in self.holdings:
            if holding.room == 1:
                holding.place = self.places
                self.places += holding.board.count
        for field in self.all_fields():
            field.base = self.words(field.size, field.row)
        self._lay_out_secrets()
        if not self.components and self.zone_places + self.places:
            # no copies at all: one piece that is never in play keeps the places in order
            self.components = 1
            self.component_design.append(0)
            self.component_owner.append(-1)
        if self.components:
            for name in ("place", "above", "below"):
                self.arrays[name] = self.words(self.components, 1)
            self.veiled = veiled_kinds(self)
            if self.veiled or any(k.limit for k in self.component_kinds):
                self.arrays["design"] = self.words(self.components, 1)
            if self.veiled:
                self._lay_out_knowledge()
        if self.zone_places:
            for name in ("count", "top", "bottom"):
                self.arrays[name] = self.words(self.zone_places, 1)
        for holding in self.holdings:
            if holding.room == 1:
                base = self.words(holding.board.count, 1)
                self.arrays.setdefault("occupant", base)
                self._occupants[id(holding)] = base - self.arrays["occupant"]
        if self.state_size > MOST_WORDS:
            raise MistakesError(
                [
                    Mistake(
                        None,
                        f"this game needs {self.state_size:,} numbers to describe one position",
                        f"at most {MOST_WORDS:,} fit",
                    )
                ]
            )
