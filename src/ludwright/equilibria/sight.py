"""Where the words of an observation come from, for the kernels that see."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ludwright.equilibria.seeing import COMPONENTS, WORDS, Sight, observe
from ludwright.game import Game
from ludwright.hidden.layout import TELLERS, TOLD_WORDS
from ludwright.hidden.observation import GUARDED, HEAD, told_facts
from ludwright.model.kinds import Field
from ludwright.model.sight import field_owner, watchers
from ludwright.model.world import World


def sight_of(game: Game) -> Sight:
    """The arrays of a game."""
    model, layout = game.rules.model, game.layout
    fields = [
        (field.base + i, watchers(model, field.seen, field_owner(model, field, i)), int(_refers(field)))
        for field in model.all_fields()
        if not _on_components(field)
        for i in range(field.size)
    ]
    sorted_in = np.zeros(max(1, model.zone_places), np.int64)
    for zone in model.all_zones():
        if not zone.in_order:
            sorted_in[zone.place : zone.place + zone.size] = 1 if zone.face_down else 2
    carried = [
        f for kind in model.component_kinds for f in kind.fields.values() if len(f.dims) == 1 and f.name != "face"
    ]
    marks = [(m.dims[0].first, m.dims[0].last, m.base, int(m.seen == "everyone")) for m in carried]
    head = [(place, 0 if name not in GUARDED else 2 if name == "asked" else 1) for name, place in HEAD.items()]
    faces = faces_of(model)
    arrays, components = model.arrays, model.components
    items = components * (2 + (model.told_words if model.tellers else 0) + len(marks))
    facts = told_facts(model)
    words = len(head) + model.players + ("memory" in arrays) + len(fields) + model.zone_places + items
    sizes = [model.players, arrays.get("veil", -1), arrays.get("memory", -1), components, arrays.get("count", -1)]
    about_facts = [arrays.get("facts", -1) if facts else -1, facts * (model.fact_words - 1) if facts else 0]
    return Sight(
        np.array([*sizes, model.ghosts, words + about_facts[1], *about_facts], np.int64),
        np.array(fields, np.int64).reshape(-1, 3),
        sorted_in,
        np.array([faces.get(c, -1) for c in range(components)] or [-1], np.int64),
        np.array(model.component_design or [0], np.int64),
        np.array(marks, np.int64).reshape(-1, 4),
        np.array(head, np.int64),
        layout.spots,
        layout.watch,
        layout.watch_top,
        layout.role,
    )


def faces_of(model: World) -> dict[int, int]:
    """Where the faces of dice are written."""
    return {
        c: kind.fields["face"].base + c - kind.first
        for kind in model.component_kinds
        if kind.faces
        for c in range(kind.first, kind.last + 1)
    }


def _on_components(field: Field) -> bool:
    return field.owner is not None and field.owner.role == "component"


def _refers(field: Field) -> bool:
    kind = field.type.kind
    return field.type.form == "ref" and kind is not None and kind.role == "component"


def observed(sight: Sight, state: npt.NDArray[np.int32], seat: int) -> npt.NDArray[np.int32]:
    """What a seat sees of one state."""
    components = max(1, int(sight.sizes[COMPONENTS]))
    told = int(sight.spots[TOLD_WORDS]) if sight.spots[TELLERS] > 0 else 0
    words = np.zeros(int(sight.sizes[WORDS]), np.int32)
    cards, number = np.zeros(components, np.int64), np.zeros(components, np.int64)
    observe(sight, state, seat, cards, np.zeros((components, 2 + told), np.int32), number, words)
    return words
