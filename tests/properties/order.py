"""What must hold in every position of every game: cards lie where they say, numbers keep their ranges."""

from __future__ import annotations

from ludwright.game import Game
from ludwright.ir.terms import NO_NUMBER


def check_order(game: Game, words: list[int]) -> None:
    """Raise an AssertionError if the state contradicts itself."""
    model = game.rules.model
    for field in model.all_fields():
        for i in range(field.size):
            word = words[field.base + i]
            empty = NO_NUMBER if field.type.form == "number" else -1
            inside = field.lo <= word <= field.hi or (field.type.optional and word == empty)
            assert inside, f"`{field.name}` is {word}, outside {field.lo}..{field.hi}"
    arrays = model.arrays
    if "place" not in arrays:
        return
    lying: dict[int, set[int]] = {}
    for c in range(model.components):
        place = words[arrays["place"] + c]
        assert -1 <= place < model.places, f"component {c} lies in place {place}"
        lying.setdefault(place, set()).add(c)
    for place in range(model.zone_places):
        pile: list[int] = []
        below, at = -1, words[arrays["bottom"] + place]
        while at >= 0 and len(pile) <= model.components:
            assert words[arrays["below"] + at] == below, f"component {at} in place {place} has lost what lies below it"
            pile.append(at)
            below, at = at, words[arrays["above"] + at]
        assert words[arrays["top"] + place] == below, f"the top of place {place} is not its last component"
        assert len(pile) == words[arrays["count"] + place], (
            f"place {place} holds {len(pile)}, it says {words[arrays['count'] + place]}"
        )
        assert set(pile) == lying.get(place, set()), (
            f"place {place} holds {pile}, but {lying.get(place)} say they are there"
        )
    for holding in model.holdings:
        if holding.room == 1:
            base = arrays["occupant"] + model.occupant_offset(holding)
            for cell in range(holding.board.count):
                there = lying.get(holding.place + cell, set())
                assert len(there) <= 1, f"{there} stand on one cell"
                assert words[base + cell] == next(iter(there), -1), (
                    f"cell {cell} holds {words[base + cell]}, but {there} say they are there"
                )
    for zone in model.all_zones():
        for place in range(zone.place, zone.place + zone.size):
            for c in lying.get(place, ()):
                assert any(k.root.first <= c <= k.root.last for k in zone.kinds), (
                    f"component {c} does not belong into {zone.name}"
                )
