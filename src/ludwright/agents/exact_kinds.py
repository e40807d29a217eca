"""The exact players and what can be set about each."""

from __future__ import annotations

from ludwright.agents.settings import AgentKind, Setting

_DEPTH = Setting("depth", "decisions it looks ahead; 0: as far as the rest of the budget lets it", 0, 0, 500)
_TIME = Setting("time", "seconds for each decision", 0.0, 0, 3600)
_NODES = Setting("nodes", "positions looked at for each decision", 0, 0, 1e12)
_PLAYOUTS = Setting("playouts", "with `leaf=playouts`, how many", 1, 1, 10_000)


def _leaf(*more: str) -> Setting:
    return Setting(
        "leaf",
        "how a position is judged where it stops looking: by the game's `lead` or `score`, by random `playouts`"
        + (", by the `result` if the game ended there" if more else "")
        + ", or not at all (`even`)",
        "lead",
        choices=("lead", "score", "playouts", *more, "even"),
        automatic="the lead or score if the game has one, else playouts",
    )


ALPHABETA = AgentKind(
    "alphabeta",
    "alpha-beta search, deeper and deeper, with a table of positions; for open games without chance, with three or more players one against all",
    (_DEPTH, _TIME, _NODES, _leaf(), _PLAYOUTS, Setting("memory", "megabytes of the table of positions", 16.0, 0.01, 100_000)),
    first="depth",
    home="ludwright.exact.alphabeta_player",
    examples=("alphabeta:depth=6", "alphabeta:time=0.5"),
)  # fmt: skip

_AHEAD = (
    _DEPTH,
    _TIME,
    _NODES,
    _leaf("result"),
    _PLAYOUTS,
    Setting("outcomes", "the most outcomes of chance that are all gone through after a move", 36, 1, 1_000_000),
    Setting("samples", "how many are drawn where there are more", 4, 1, 10_000),
    Setting("deals", "with hidden information, over how many deals that fit what its seat knows", 8, 1, 10_000),
)

MAXN = AgentKind(
    "maxn",
    "looks some decisions ahead, each player wanting the most for themselves",
    _AHEAD,
    first="depth",
    home="ludwright.exact.maxn_player",
    examples=("maxn:depth=3",),
)
EXPECTIMAX = AgentKind(
    "expectimax",
    "the same as `maxn`, named for two players and chance: after a move it takes the mean over all that chance may bring",
    _AHEAD,
    first="depth",
    home="ludwright.exact.maxn_player",
    examples=("expectimax:depth=2",),
)
SOLVER = AgentKind(
    "solver",
    "plays perfectly: it works out all positions of a small open game first, and of equally good moves takes any",
    (Setting("limit", "the most positions it works out", 2_000_000, 1, 1e9),),
    first="limit",
    home="ludwright.exact.solver_player",
    examples=("solver",),
)

EXACT_KINDS = (ALPHABETA, MAXN, EXPECTIMAX, SOLVER)
