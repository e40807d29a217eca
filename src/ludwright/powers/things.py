"""What can be looked at: the cards a player can have, the actions, single moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ludwright.agents.barred import bars_of, worded
from ludwright.game import Game
from ludwright.mistakes import LudwrightError, nearest

CARDS, ACTIONS, MOVES, COPIES, NUMBERS = "cards", "actions", "moves", "copies", "numbers"
SEATS, FACTIONS, STARTS, PLACES = "seats", "factions", "starts", "places"
KINDS = (CARDS, ACTIONS, MOVES, SEATS, FACTIONS, STARTS, PLACES, COPIES, NUMBERS)
STANDINGS = {SEATS, FACTIONS, STARTS, PLACES}
_ELSEWHERE = {COPIES, NUMBERS, *STANDINGS}
"""What nobody can be barred from: other versions of the game, and where players begin."""
MOST = 60
"""So many things of a kind are looked at."""


class PowerError(LudwrightError):
    """Something that has no power to look at."""


def copies_of(game: Game) -> dict[str, int]:
    """How many components there are of each design: cards, pieces, tiles."""
    model = game.rules.model
    if not model.components:
        return {}
    counted = Counter(model.component_design[: model.components])
    return {model.design_names[number]: times for number, times in sorted(counted.items()) if number >= 0}


def copies_dealt(game: Game) -> dict[str, int]:
    """The same as far as it matters how many there are: those in a pile of their own, from which all may choose, count as one."""
    return {name: 1 if name in piles(game) else many for name, many in copies_of(game).items()}


def piles(game: Game) -> set[str]:
    """Designs of which several lie in a place of their own at the start, and nowhere else but with players."""
    model = game.rules.model
    if not model.components or "place" not in model.arrays:
        return set()
    state, first = game.start(0).words, model.arrays["place"]
    printed = model.component_design
    if "design" in model.arrays:  # where cards are shuffled, what a component is, is dealt
        printed = state[model.arrays["design"] : model.arrays["design"] + model.components]
    owned = {
        place
        for zone in model.all_zones()
        if zone.owner is not None and zone.owner.role == "player"
        for place in range(zone.place, zone.place + zone.size)
    }
    lying: dict[int, list[int]] = {}
    for component, design in enumerate(printed[: model.components]):
        place = int(state[first + component])
        if place >= 0 and place not in owned and design >= 0:
            lying.setdefault(place, []).append(design)
    alone = {place: designs[0] for place, designs in lying.items() if len(set(designs)) == 1 and len(designs) > 1}
    mixed = {design for place, designs in lying.items() if place not in alone for design in designs}
    count = Counter(alone.values())
    return {model.design_names[design] for design, places in count.items() if places == 1 and design not in mixed}


def cards(game: Game) -> list[str]:
    """The cards and other things a player can have in a zone of his own."""
    model = game.rules.model
    held = any(zone.owner is not None and zone.owner.role == "player" and not zone.dice for zone in model.all_zones())
    return list(copies_of(game)) if held else []


def moves(game: Game) -> list[str]:
    """Actions with their values, and answers: copies of a card are one move."""
    return list(dict.fromkeys(words[-1].replace(",", "") for code, words in worded(game) if code))


def counted(game: Game) -> dict[str, int]:
    """How many things of each kind there are to look at, whatever was asked for."""
    return {
        CARDS: max(1, len(cards(game)[:MOST])),
        ACTIONS: max(1, len(game.actions)),
        MOVES: max(1, len(moves(game)[:MOST])),
    }


def things_of(game: Game, kinds: Sequence[str], only: Sequence[str]) -> list[tuple[str, str]]:
    """What is to be looked at, each with its kind: all of the kinds asked for, or only what is named."""
    if not hasattr(game, "layout"):
        raise PowerError(f"{game.title} is written in Python: what its parts are worth can't be found out this way")
    for kind in kinds:
        if kind not in KINDS:
            close = nearest(kind, KINDS)
            raise PowerError(
                f"there is no `{kind}` to look at: "
                + (f"did you mean `{close}`?" if close else f"say {', '.join(KINDS)}")
            )
    known = {CARDS: cards(game), ACTIONS: list(game.actions), MOVES: moves(game)}
    if only and not set(kinds) <= STANDINGS:
        bars_of(game, only)
        return [(next((kind for kind, names in known.items() if name in names), MOVES), name) for name in only]
    found = [(kind, name) for kind in kinds if kind not in _ELSEWHERE for name in known[kind][:MOST]]
    if not found and not _ELSEWHERE & set(kinds):
        raise PowerError(f"{game.title} has no {' and no '.join(kinds)} to look at: try `--what {MOVES}`")
    return found
