"""Random numbers that are the same in both runs, in every kernel, on every platform and for any number of threads.

The generator is PCG32 (XSH-RR, O'Neill 2014): 64 bits of state, 32 bits a step, and an odd increment that selects the stream.
Every game number k of a seed has its own streams: role 0 is the game's chance, role ``1 + seat`` the player in that seat.
"""

from __future__ import annotations

MULTIPLIER = 6364136223846793005
GOLDEN = 0x9E3779B97F4A7C15
"""The step of SplitMix64 (Steele, Lea and Flood 2014), which turns a seed into streams."""

MASK = (1 << 64) - 1
MASK32 = (1 << 32) - 1
MAX_BOUND = MASK32
"""The largest bound of one draw; a larger one counts as this."""


def mix(z: int) -> int:
    """The output function of SplitMix64: 64 bits in, 64 well-mixed bits out."""
    z &= MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def stream(seed: int, game: int, role: int) -> tuple[int, int]:
    """The state and increment of the stream of one role in game number ``game`` of ``seed``."""
    root = mix(mix(seed + GOLDEN) + (game + 1) * GOLDEN) + 2 * role * GOLDEN
    return mix(root + GOLDEN), mix(root + 2 * GOLDEN) | 1


class Stream:
    """One stream of random numbers.

    >>> dice = Stream(*stream(seed=1, game=0, role=0))
    >>> all(0 <= dice.below(6) < 6 for _ in range(100))
    True
    """

    __slots__ = ("inc", "state")

    def __init__(self, state: int, inc: int) -> None:
        self.state = state & MASK
        self.inc = inc & MASK

    @classmethod
    def seeded(cls, seed: int, sequence: int) -> Stream:
        """The stream that PCG's reference implementation makes of the same two numbers."""
        fresh = cls(0, (sequence << 1) | 1)
        fresh.next32()
        fresh.state = (fresh.state + seed) & MASK
        fresh.next32()
        return fresh

    def next32(self) -> int:
        """The next 32 random bits."""
        old = self.state
        self.state = (old * MULTIPLIER + self.inc) & MASK
        shifted = (((old >> 18) ^ old) >> 27) & MASK32
        turn = old >> 59
        return ((shifted >> turn) | (shifted << (-turn & 31))) & MASK32

    def below(self, bound: int) -> int:
        """A number 0..bound-1, each equally likely (Lemire 2019). A bound below 1 gives 0 and takes nothing from the stream."""
        if bound < 1:
            return 0
        if bound > MAX_BOUND:
            bound = MAX_BOUND
        product = self.next32() * bound
        if (product & MASK32) < bound:
            unfair = ((1 << 32) - bound) % bound
            while (product & MASK32) < unfair:
                product = self.next32() * bound
        return product >> 32

    def copy(self) -> Stream:
        """Another stream that gives the same numbers from here on."""
        return Stream(self.state, self.inc)
