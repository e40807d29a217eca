"""How a network learns from positions, with PyTorch. Nothing else in Ludwright needs it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from ludwright.learning.network import SHAPES, Network
from ludwright.learning.self_play import Lessons

RATE, BATCH = 2e-3, 128
TIMES = 4
"""For each new position, so many are learned from."""
FADE = 1e-5


class Pupil:
    """The weights of a network, as PyTorch changes them. What it learned is written back in place, where players look at it."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self._known = 0
        self.weights = {name: torch.nn.Parameter(torch.from_numpy(network.weights[name].copy())) for name in SHAPES}
        self._steps = int(network.lesson["steps"][0]) if "steps" in network.lesson else 0
        self._adam = torch.optim.Adam(self.weights.values(), RATE, weight_decay=FADE)
        for name, weight in self.weights.items() if self._steps else ():
            means, squares = (
                network.lesson[f"{what}_{name}"].reshape(weight.shape).copy() for what in ("mean", "square")
            )
            self._adam.state[weight] = {
                "step": torch.tensor(float(self._steps)), "exp_avg": torch.from_numpy(means), "exp_avg_sq": torch.from_numpy(squares),
            }  # fmt: skip

    def learn(self, lessons: Lessons, number: int) -> None:
        """Learn from positions drawn at random: from the newest, and from older ones."""
        if not len(lessons):
            return
        threads = torch.get_num_threads()
        torch.set_num_threads(1)  # sums come out the same on any machine with as many threads as here
        try:
            dice = np.random.default_rng([self.network.seed, number])
            fresh = sum(lessons.games[-20:])
            for _ in range(max(1, TIMES * fresh // BATCH)):
                self._step(lessons, dice.integers(0, len(lessons), BATCH))
        finally:
            torch.set_num_threads(threads)
        for name, weight in self.weights.items():
            np.copyto(self.network.weights[name], weight.detach().numpy())

    def _step(self, lessons: Lessons, rows: npt.NDArray[np.int64]) -> None:
        worths, said, there = self.judged([lessons.found[row] for row in rows], [lessons.codes[row] for row in rows])
        results = torch.tensor([lessons.results[row] for row in rows])
        loss = ((worths - results) ** 2).mean()
        asked = there.any(dim=1)
        if asked.any():
            looks = torch.zeros_like(said)
            for place, row in enumerate(rows):
                looks[place, : len(lessons.looks[row])] = torch.from_numpy(lessons.looks[row])
            likely = torch.log_softmax(said.masked_fill(~there, -1e9), dim=1)
            loss = loss - (looks * likely)[asked].sum(dim=1).mean()
        self._adam.zero_grad(set_to_none=True)
        loss.backward()
        self._adam.step()
        self._steps += 1

    def judged(self, found: list[Any], codes: list[Any]) -> tuple[Any, Any, Any]:
        """What positions are worth, what is said of each answer, and which answers there are: the same arithmetic as in the kernels."""
        weights = self.weights
        starts = torch.from_numpy(np.cumsum([0, *(len(row) for row in found[:-1])]).astype(np.int64))
        first = torch.nn.functional.embedding_bag(
            torch.from_numpy(np.concatenate(found).astype(np.int64)), weights["embedding"], starts, mode="sum"
        )
        first = torch.relu(first + weights["first_bias"])
        second = torch.relu(first @ weights["second"] + weights["second_bias"])
        worth = second @ weights["value"][:-1] + weights["value"][-1]
        most = max(1, *(len(row) for row in codes))
        padded, there = np.zeros((len(codes), most), np.int64), np.zeros((len(codes), most), bool)
        for place, row in enumerate(codes):
            padded[place, : len(row)] = row % len(weights["policy_bias"])
            there[place, : len(row)] = True
        answers = torch.from_numpy(padded)
        said = (weights["policy"][answers] * second[:, None, :]).sum(dim=2) + weights["policy_bias"][answers]
        return torch.tanh(worth) if self.network.squash else worth, said, torch.from_numpy(there)

    def packed(self) -> dict[str, npt.NDArray[Any]]:
        """What it takes to go on as if nothing had come between."""
        kept: dict[str, npt.NDArray[Any]] = {"steps": np.array([self._steps], np.int32)}
        for name, weight in self.weights.items():
            state = self._adam.state.get(weight)
            if state:
                kept[f"mean_{name}"] = state["exp_avg"].numpy().reshape(-1)
                kept[f"square_{name}"] = state["exp_avg_sq"].numpy().reshape(-1)
        return kept
