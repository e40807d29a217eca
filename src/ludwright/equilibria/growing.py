"""How the tree of a game is grown, layer by layer: all answers, all outcomes of chance."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.equilibria.mistakes import EquilibriumError, TooLargeError
from ludwright.equilibria.piles import Loose
from ludwright.equilibria.stepping import ACTOR, CHANCE, OPTIONS, OVER, look_at_all, remember
from ludwright.equilibria.steps import GameSteps, Position
from ludwright.equilibria.tree import CHANCE as BY_CHANCE
from ludwright.equilibria.tree import END, Ints, Reals, Situation, Tree
from ludwright.game import Game
from ludwright.hidden.block import make_block
from ludwright.hidden.calls import addresses
from ludwright.hidden.observation import told_facts

LIMIT = 2_000_000
"""The most nodes of a tree, if nothing else is said."""

MOST_OUTCOMES = 50_000
"""The most outcomes of chance in one step."""

Progress = Callable[[str, int, int], None]


class Layer:
    """Some nodes with the same number of steps from the start."""

    def __init__(self, nodes: int, words: int, players: int) -> None:
        self.words = np.zeros((nodes, words), np.int32)
        self.actor = np.full(nodes, END, np.int64)
        self.above = np.zeros(nodes, np.int64)
        """The place of the parent in the layer before."""
        self.code = np.full(nodes, -1, np.int64)
        self.chance = np.ones(nodes)
        self.options = np.zeros(nodes, np.int64)
        self.payoffs = np.zeros((nodes, 2, players))
        self.offered: list[tuple[Ints, Ints]] = []
        """Options as they came: the nodes, and the codes of one after the other."""
        self.loose: dict[int, Loose] = {}
        self.outcomes: dict[int, list[Position]] = {}
        """What may come of chance, at nodes of chance."""
        self.past = np.zeros((nodes, players), np.uint64)
        """All that every seat has seen and done, as one number."""
        self.last = np.zeros((nodes, players), np.uint64)
        """What it saw last."""

    def __len__(self) -> int:
        return len(self.actor)

    def put(self, at: int, position: Position) -> None:
        """A position worked out by itself."""
        self.words[at] = position.words
        self.actor[at] = position.actor if not position.over else END
        self.options[at] = len(position.codes)
        self.payoffs[at] = position.payoffs
        if position.codes:
            self.offered.append((np.array([at]), np.array(position.codes, np.int64)))
        if position.loose and not position.over:
            self.loose[at] = position.loose

    def put_all(self, at: int, positions: list[Position]) -> None:
        """What came of one answer: one position, or a node of chance."""
        if len(positions) == 1:
            self.put(at, positions[0])
            return
        self.actor[at] = BY_CHANCE
        self.options[at] = 0
        self.outcomes[at] = positions

    def codes(self) -> tuple[Ints, Ints]:
        """The options of all nodes, one node after the other, and where those of each begin."""
        begins = np.concatenate([[0], np.cumsum(self.options)]).astype(np.int64)
        codes = np.zeros(begins[-1], np.int64)
        for nodes, given in self.offered:
            sizes = self.options[nodes]
            within = np.arange(given.size) - np.repeat(np.cumsum(sizes) - sizes, sizes)
            codes[np.repeat(begins[nodes], sizes) + within] = given
        return codes, begins


@dataclass
class _Grown:
    """The parts of a tree, layer by layer."""

    parent: list[Ints] = field(default_factory=list)
    first: list[Ints] = field(default_factory=list)
    count: list[Ints] = field(default_factory=list)
    actor: list[Ints] = field(default_factory=list)
    chance: list[Reals] = field(default_factory=list)
    code: list[Ints] = field(default_factory=list)
    info: list[Ints] = field(default_factory=list)
    payoffs: list[Reals] = field(default_factory=list)
    nodes: int = 0


class Growing:
    """Grows the tree of one game."""

    def __init__(self, game: Game, limit: int, progress: Progress | None) -> None:
        if not isinstance(game, Game):
            raise EquilibriumError(
                "an equilibrium is worked out for games that are described in a text, not for games written in Python"
            )
        if game.opaque:
            raise EquilibriumError(
                f"the rules of {game.title} are other people's code: all outcomes of its chance can't be gone through here"
            )
        if told_facts(game.rules.model):
            raise EquilibriumError(
                f"{game.title} tells single players how two hidden cards compare: that is more than an equilibrium reckons with yet"
            )
        self.game = game
        self.limit = limit
        self.progress = progress
        self.steps = GameSteps(game, min(limit, MOST_OUTCOMES))
        self._block = make_block(game.rules.model, game.layout, addresses())
        self._context = np.zeros(ir.CTX_HEADER + game.program.max_options, np.int64)
        self.grown = _Grown()
        self.situations: list[Situation] = []
        self.faults = 0
        self._known: dict[int, int] = {}

    def tree(self) -> Tree:
        """All of it."""
        layer = Layer(1, self.game.program.state_size, self.game.players)
        layer.put_all(0, self.steps.begin())
        self.steps.prepare()
        self._see(layer, None)
        above = np.full(1, -1, np.int64)
        while len(layer):
            layer, above = self._grow(layer, above)
        return self._made()

    def _made(self) -> Tree:
        grown = self.grown
        payoffs = np.concatenate(grown.payoffs)
        scored = "score" in self.game.program.reals
        return Tree(
            self.game, np.concatenate(grown.parent), np.concatenate(grown.first), np.concatenate(grown.count),
            np.concatenate(grown.actor), np.concatenate(grown.chance), np.concatenate(grown.code), np.concatenate(grown.info),
            payoffs[:, 0].copy(), payoffs[:, 1].copy() if scored else None, self.situations, self.faults,
        )  # fmt: skip

    # ------------------------------------------------------------ one layer after the other

    def _grow(self, layer: Layer, parents: Ints) -> tuple[Layer, Ints]:
        """Note down a layer; the next one, and the numbers of its nodes' parents."""
        codes, begins = layer.codes()
        self.faults += int(np.count_nonzero(layer.words[:, ir.OVER] == 2))
        count = layer.options.copy()
        for at, positions in layer.outcomes.items():
            count[at] = len(positions)
        before = self.grown.nodes
        self.grown.nodes += len(layer)
        below = np.concatenate([[0], np.cumsum(count)]).astype(np.int64)
        self._check_size(self.grown.nodes + int(below[-1]))
        grown = self.grown
        for kept, part in (
            (grown.parent, parents), (grown.first, self.grown.nodes + below[:-1]), (grown.count, count),
            (grown.actor, layer.actor), (grown.code, layer.code), (grown.info, self._situations(layer, codes, begins, before)),
        ):  # fmt: skip
            kept.append(part)
        grown.chance.append(layer.chance)
        grown.payoffs.append(layer.payoffs)
        following = self._next(layer, codes, begins, below)
        return following, before + following.above

    def _next(self, layer: Layer, codes: Ints, begins: Ints, below: Ints) -> Layer:
        following = Layer(int(below[-1]), layer.words.shape[1], self.game.players)
        by_hand = np.zeros(len(layer), bool)
        by_hand[list(layer.loose)] = True
        decided = np.flatnonzero(layer.actor >= 0)
        sizes = layer.options[decided]
        nodes = np.repeat(decided, sizes)
        within = np.arange(nodes.size) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        given, children = codes[begins[nodes] + within], below[nodes] + within
        following.above[children], following.code[children] = nodes, given
        plain = ~by_hand[nodes]
        self._by_machine(layer, following, nodes[plain], given[plain], children[plain])
        for node, code, child in zip(nodes[~plain], given[~plain], children[~plain], strict=True):
            following.put_all(int(child), self.steps.after(layer.words[node], layer.loose[int(node)], int(code)))
        for node, positions in layer.outcomes.items():
            for i, position in enumerate(positions):
                child = int(below[node]) + i
                following.above[child], following.chance[child] = node, float(position.chance)
                following.put(child, position)
        self._see(following, layer)
        return following

    def _by_machine(self, layer: Layer, following: Layer, nodes: Ints, codes: Ints, children: Ints) -> None:
        done = 0
        while done < nodes.size:
            words, facts, offered, payoffs = self.steps.many(layer.words, nodes[done:], codes[done:])
            here = children[done : done + len(facts)]
            following.words[here] = words
            following.actor[here] = np.where(facts[:, OVER] == 0, facts[:, ACTOR], END)
            following.options[here] = facts[:, OPTIONS]
            following.payoffs[here] = payoffs
            sure = facts[:, CHANCE] == 0
            following.offered.append((here[sure], offered[np.repeat(sure, facts[:, OPTIONS])]))
            for i in np.flatnonzero(~sure):
                node = nodes[done + i]
                following.put_all(int(here[i]), self.steps.after(layer.words[node], (), int(codes[done + i])))
            done += len(facts)
            self._tell(self.grown.nodes + done)

    # ------------------------------------------------------------ who knows what

    def _see(self, layer: Layer, before: Layer | None) -> None:
        """What every seat has seen so far, at every node of a layer."""
        asked = np.flatnonzero(layer.actor >= 0)
        codes, begins = layer.codes()
        sizes = layer.options[asked]
        own = codes[
            np.repeat(begins[asked], sizes) + np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        ]
        views = np.zeros((len(layer), self.game.players), np.uint64)
        found = np.zeros((asked.size, self.game.players), np.uint64)
        ends = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        look_at_all(self._block, layer.words[asked], layer.actor[asked], ends, own, self._context, found)
        views[asked] = found
        past, last = (layer.past, layer.last) if before is None else (before.past, before.last)
        acted = np.full(len(layer), -1, np.int64) if before is None else before.actor[layer.above]
        past, last = past.copy(), last.copy()
        remember(layer.above, acted, layer.code, layer.actor, views, past, last, layer.past, layer.last)

    def _situations(self, layer: Layer, codes: Ints, begins: Ints, before: int) -> Ints:
        """The number of the situation of every node; new ones are noted."""
        info = np.full(len(layer), -1, np.int64)
        asked = np.flatnonzero(layer.actor >= 0)
        if not asked.size:
            return info
        keys = layer.past[asked, layer.actor[asked]]
        _, firsts, which = np.unique(keys, return_index=True, return_inverse=True)
        numbers = np.zeros(firsts.size, np.int64)
        for kind in np.argsort(firsts, kind="stable"):
            place = int(firsts[kind])
            node, key = int(asked[place]), int(keys[place])
            if key not in self._known:
                self._known[key] = len(self.situations)
                self.situations.append(self._situation(layer, node, codes[begins[node] : begins[node + 1]], before))
            numbers[kind] = self._known[key]
        info[asked] = numbers[which.ravel()]
        return info

    def _situation(self, layer: Layer, node: int, codes: npt.NDArray[np.int64], before: int) -> Situation:
        packed = zlib.compress(layer.words[node].tobytes(), 1)
        seat = int(layer.actor[node])
        view = int(layer.last[node, seat])
        return Situation(len(self.situations), seat, codes.tolist(), before + node, view, packed)

    # ------------------------------------------------------------ not without end

    def _check_size(self, nodes: int) -> None:
        self._tell(nodes)
        if nodes > self.limit:
            raise TooLargeError(
                f"{self.game.title} for {self.game.players} has more than {self.limit:,} positions, counted along every way to them: too many to "
                "work out exactly. Smaller parameters may do (`--set`), or a higher limit (`--limit`)"
            )

    def _tell(self, nodes: int) -> None:
        if self.progress is not None:
            self.progress("positions", nodes, 0)


def grow(game: Game, limit: int = LIMIT, progress: Progress | None = None) -> Tree:
    """The whole tree of a game: every answer, every outcome of chance.

    >>> import ludwright
    >>> tree = grow(ludwright.load("kuhn_poker"))
    >>> len(tree), tree.ends, len(tree.situations)
    (55, 30, 12)
    """
    return Growing(game, limit, progress).tree()
