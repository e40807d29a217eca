"""Somebody else's learner on our games: MaskablePPO of sb3-contrib learns a seat against an agent. ``python -m bench.masked_ppo [GAME AGENT STEPS]``.

It takes `pip install sb3-contrib`, which is no part of what Ludwright needs.
"""

from __future__ import annotations

import sys
import time

from ludwright.bridges.gymnasium import SeatEnvironment

GAMES = 400


def learn(game: str, against: str, steps: int, seed: int = 1) -> tuple[float, float, float]:
    """What share of the wins it takes before and after so many steps, and how many seconds that took."""
    from sb3_contrib import MaskablePPO

    env = SeatEnvironment(game, against, scaled=True)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=512, batch_size=128, gamma=1.0, ent_coef=0.01, seed=seed, device="cpu"
    )
    before, began = share(model, game, against), time.perf_counter()
    model.learn(steps)
    return before, share(model, game, against), time.perf_counter() - began


def share(model: object, game: str, against: str) -> float:
    """The share of the wins of a model, in fresh games; a draw is half a win."""
    env, points = SeatEnvironment(game, against, scaled=True), 0.0
    seen, _ = env.reset(seed=999)
    for _ in range(GAMES):
        over = cut = False
        reward = 0.0
        while not (over or cut):
            code, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)  # type: ignore[attr-defined]
            seen, reward, over, cut, _ = env.step(code)
        points += 0.5 + 0.5 * reward
        seen, _ = env.reset()
    return points / GAMES


def main() -> None:
    """One game, or Tic-tac-toe and Pig."""
    asked = (
        [(sys.argv[1], sys.argv[2], int(sys.argv[3]))]
        if len(sys.argv) > 3
        else [("tic_tac_toe", "random", 40_000), ("pig", "hold at 20", 60_000)]
    )
    for game, against, steps in asked:
        before, after, seconds = learn(game, against, steps)
        print(f"{game} against {against}: {before:.0%} before, {after:.0%} after {steps:,} steps, {seconds:.0f} s")


if __name__ == "__main__":
    main()
