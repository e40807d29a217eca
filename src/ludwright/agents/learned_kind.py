"""The kind of player that has learned."""

from __future__ import annotations

from ludwright.agents.settings import AgentKind, Setting

LEARNED = AgentKind(
    "learned",
    "has learned the game by playing against itself (`ludwright learn`), and looks one step ahead",
    (
        Setting("file", "the file of what was learned; `bundled`: the one that comes with the game", "bundled"),
        Setting("samples", "how often each option is tried where chance or hidden cards play a part", 8, 1, 10_000),
        Setting("error", "how often it takes any option instead", 0.0, 0, 1),
    ),
    first="file",
    home="ludwright.learning.player",
    examples=("learned", "learned:pig.npz", "learned:pig.npz,error=0.1"),
    whole=True,
)
