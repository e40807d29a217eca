"""A small network that was learned: numbers, and files of them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.display import Block, Displayed
from ludwright.learning.files import MOST_BYTES, MOST_SCALE, FileError, check_version, read_arrays
from ludwright.learning.learned import Curve
from ludwright.plain_files import open_plain
from ludwright.stored import parse_json, typed
from ludwright.written import UnwrittenError, put

Singles = npt.NDArray[np.float32]

FORMAT = "ludwright network 2"
BITS, HIDDEN = 15, 32
"""What is found in positions is told apart by so many bits, and stands for so many numbers."""
MOST_HIDDEN, MOST_ANSWERS = 512, 4096
SHAPES = ("embedding", "first_bias", "second", "second_bias", "value", "policy", "policy_bias")


@dataclass(frozen=True, eq=False)
class Network(Displayed):
    """A network for one game and number of players."""

    title: str
    players: int
    rules: str
    """The `sights.fingerprint` of the game."""
    params: dict[str, Any]
    scale: float
    """Results are divided by this."""
    squash: bool
    mirrored: bool
    """As for :class:`ludwright.learning.learned.Learned`."""
    weights: dict[str, Singles]
    games: int = 0
    asked: int = 0
    seed: int = 1
    thoughts: int = 0
    """How many play-outs it had for each decision while it learned."""
    seconds: float = 0.0
    curve: Curve = field(default_factory=list)
    lesson: dict[str, npt.NDArray[Any]] = field(default_factory=dict)
    """What it takes to go on learning as if nothing had come between, unless that was left out of the file."""

    @property
    def hidden(self) -> int:
        """How many numbers stand in each layer."""
        return len(self.weights["first_bias"])

    @property
    def interrupted(self) -> bool:
        """Whether it stopped early."""
        return self.games < self.asked

    @property
    def known(self) -> int:
        """How many weights it has."""
        return sum(weights.size for weights in self.weights.values())

    def agent(self, file: str | Path) -> str:
        """The player of a file in which this is kept: a search that thinks as long as it did while it learned."""
        return f"mcts:{self.thoughts},learned={file}"

    def save(self, path: str | Path, small: bool = False) -> None:
        """Write it to a file. The player is then ``mcts:100,learned=`` and that file's name. A small one can't go on learning."""
        arrays: dict[str, npt.NDArray[Any]] = {
            "about": np.frombuffer(json.dumps({"format": FORMAT, **self.as_json()}).encode(), np.uint8),
            **{f"weights_{name}": weights.reshape(-1) for name, weights in self.weights.items()},
        }
        if not small:
            arrays.update({f"lesson_{name}": values.reshape(-1) for name, values in self.lesson.items()})
        made = io.BytesIO()
        np.savez_compressed(made, allow_pickle=False, **arrays)
        try:
            put(Path(path), made.getvalue())
        except UnwrittenError as error:
            raise FileError(str(error)) from None

    def as_json(self) -> dict[str, Any]:
        """Everything but the weights."""
        return {
            "game": self.title,
            "players": self.players,
            "rules": self.rules,
            "params": self.params,
            "scale": self.scale,
            "squash": self.squash,
            "mirrored": self.mirrored,
            "hidden": self.hidden,
            "games": self.games,
            "asked": self.asked,
            "seed": self.seed,
            "thoughts": self.thoughts,
            "seconds": self.seconds,
            "curve": self.curve,
        }

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        yield f"{self.title} for {self.players}: a network of {self.known:,} weights, learned in {self.games:,} games"

    def __repr__(self) -> str:
        return f"<Network {self.title!r} for {self.players} in {self.games:,} games>"


def shapes(hidden: int, answers: int) -> dict[str, tuple[int, ...]]:
    """How large each part of a network is."""
    return {
        "embedding": (1 << BITS, hidden),
        "first_bias": (hidden,),
        "second": (hidden, hidden),
        "second_bias": (hidden,),
        "value": (hidden + 1,),
        "policy": (answers, hidden),
        "policy_bias": (answers,),
    }


def answers_of(codes: int) -> int:
    """How many answers a network tells apart, where there are so many codes."""
    return max(1, min(codes, MOST_ANSWERS))


def is_network(path: Path) -> bool:
    """Whether a file holds a network."""
    try:
        with open_plain(path, 2 * MOST_BYTES) as file, zipfile.ZipFile(file) as packed:
            return "weights_embedding.npy" in packed.namelist()
    except Exception:  # whatever is made of damaged bytes by those who unpack them
        return False


def load_network(path: Path) -> Network:
    """Read a file."""
    try:
        arrays = read_arrays(path, 2 * MOST_BYTES)
        facts = typed(dict[str, Any], parse_json(bytes(arrays["about"])))
        check_version(path, facts.get("format"), FORMAT)
        hidden, scale = typed(int, facts["hidden"]), float(facts["scale"])
        if facts["format"] != FORMAT or not 0 < hidden <= MOST_HIDDEN or not 0 < scale < MOST_SCALE:
            raise ValueError
        answers = len(arrays["weights_policy_bias"])
        weights = {}
        for name, shape in shapes(hidden, answers).items():
            values = arrays[f"weights_{name}"]
            if values.dtype != np.float32 or not np.isfinite(values).all() or not answers:
                raise ValueError
            weights[name] = values.reshape(shape).copy()
        return Network(
            title=typed(str, facts["game"]),
            players=typed(int, facts["players"]),
            rules=typed(str, facts["rules"]),
            params=typed(dict[str, Any], facts["params"]),
            scale=scale,
            squash=typed(bool, facts["squash"]),
            mirrored=typed(bool, facts["mirrored"]),
            weights=weights,
            games=typed(int, facts["games"]),
            asked=typed(int, facts["asked"]),
            seed=typed(int, facts["seed"]),
            thoughts=typed(int, facts["thoughts"]),
            seconds=float(facts["seconds"]),
            curve=typed(list[dict[str, Any]], facts["curve"]),
            lesson={
                name.removeprefix("lesson_"): values for name, values in arrays.items() if name.startswith("lesson_")
            },
        )
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"can't read {path}: {error.strerror or error}") from None
    except Exception:  # whatever is made of damaged bytes by those who unpack them
        raise FileError(
            f"{path} holds no network: `ludwright learn GAME --network --out FILE` makes such files"
        ) from None
