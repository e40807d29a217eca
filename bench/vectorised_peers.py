"""Other people's games stepped at random, for :mod:`bench.vectorised`: a line of JSON for each that can be imported. It needs nothing of Ludwright.

Steps a second of processor time of all threads, everything built before: observations and masks are made, games that are over begin anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

GAMES, STEPS, SECONDS = 2048, 50, 4.0
PAIRS = [
    ("tic_tac_toe", "tic_tac_toe", "tic_tac_toe"),
    ("connect_four", "connect_four", "connect_four"),
    ("othello", "othello", "reversi"),
]
"""What games are called: here, by Pgx, by Ludax."""


def paced(run: Callable[[], int]) -> float:
    """How many steps a second some work makes; once before, so that all is built."""
    run()
    began, steps = process_time(), 0
    while process_time() - began < SECONDS:
        steps += run()
    return steps / (process_time() - began)


def pettingzoo() -> dict[str, float]:
    """Its own Connect Four, one game at a time, as it is made."""
    import numpy as np
    from pettingzoo.classic import connect_four_v3

    env, dice = connect_four_v3.env(), np.random.default_rng(1)

    def run() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            env.step(None if over or cut else int(dice.choice(np.flatnonzero(seen["action_mask"]))))
            steps += not (over or cut)
        return steps

    return {"connect_four": paced(run)}


def _in_jax(begin: Any, move: Any, mask: Any, seen: Any, over: Any) -> float:
    """Many games of a library on JAX: some steps of all of them in one compiled piece."""
    import jax
    import jax.numpy as jnp

    def one(carry: Any, key: Any) -> Any:
        state, total = carry
        actions = jax.random.categorical(key, jnp.where(mask(state), 0.0, -1e9), axis=1)
        state = move(state, actions)
        fresh, ended = begin(jax.random.split(key, GAMES)), over(state)

        def chosen(new: Any, old: Any) -> Any:
            return jnp.where(ended.reshape((-1,) + (1,) * (old.ndim - 1)), new, old)

        state = jax.tree_util.tree_map(chosen, fresh, state)
        return (state, total + seen(state).sum()), None

    @jax.jit  # type: ignore[untyped-decorator,unused-ignore]
    def many(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, (state, jnp.float32(0)), jax.random.split(key, STEPS))[0]

    held = [begin(jax.random.split(jax.random.PRNGKey(0), GAMES)), 1]

    def run() -> int:
        state, total = many(held[0], jax.random.PRNGKey(held[1]))
        jax.block_until_ready(total)
        held[0], held[1] = state, held[1] + 1
        return GAMES * STEPS

    return paced(run)


def pgx() -> dict[str, float]:
    """Pgx on the processor."""
    import jax
    import pgx as library

    found = {}
    for ours, name, _ in PAIRS:
        env = library.make(name)
        found[ours] = _in_jax(
            jax.vmap(env.init),
            jax.vmap(env.step),
            lambda s: s.legal_action_mask,
            lambda s: s.observation,
            lambda s: s.terminated | s.truncated,
        )
    return found


def ludax() -> dict[str, float]:
    """Ludax on the processor; its observations are made when asked for."""
    import jax
    import ludax as library
    from ludax.config import ACTION_DTYPE

    found = {}
    for ours, _, name in PAIRS:
        env = library.LudaxEnvironment(str(Path(library.__file__).parent / "games" / f"{name}.ldx"))
        move = jax.vmap(lambda state, action, env=env: env.step(state, action.astype(ACTION_DTYPE)))
        looked = jax.vmap(lambda state, env=env: env.observe(state, state.current_player))
        found[ours] = _in_jax(
            jax.vmap(env.init), move, lambda s: s.legal_action_mask, looked, lambda s: s.terminated | s.truncated
        )
    return found


def main() -> None:
    """All that are there."""
    for peer in (pettingzoo, pgx, ludax):
        try:
            print(json.dumps({"peer": peer.__name__, "steps": peer()}), flush=True)
        except ImportError as error:
            print(json.dumps({"peer": peer.__name__, "missing": str(error)}), flush=True)


if __name__ == "__main__":
    main()
