"""What players could have known and the engine had no room to keep: then more is thought possible than is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludwright.rules.beliefs.folding import LET_GO

if TYPE_CHECKING:
    from ludwright.model.world import World
    from ludwright.play.match import Match


class LetGo:
    """Watches one game."""

    def __init__(self, model: World) -> None:
        self._arrays, self._most_replies, self._most_changes = model.arrays, model.replies, model.transfers
        self._then = (
            "what was set in secret may be anything in its range"
            if model.has_secret_stage
            else "what others answered is taken as it is"
        )
        self._ghosts = self._shuffles = 0
        self._answers = False

    def look(self, match: Match) -> None:
        """Look at a position, one after the other."""
        words = match.words
        if "ghosts" in self._arrays:
            ghosts = words[self._arrays["ghosts"]]
            # old positions are only ever let go all at once
            self._shuffles += ghosts < self._ghosts
            self._ghosts = ghosts
        if "replies" in self._arrays:
            self._answers = self._answers or words[self._arrays["replies"]] > self._most_replies

    def words(self, match: Match) -> Iterator[str]:
        """What was let go, a sentence each."""
        facts = self._arrays.get("facts")
        if facts is not None and (lost := match.words[facts + 1]):
            yield f"more hidden cards are compared than players remember: {lost} comparisons were let go"
        transfers = self._arrays.get("transfers")
        if transfers is not None and match.words[transfers + 1] & LET_GO:
            yield (
                "more numbers change unseen than players remember: of what was long ago they know how much there is at least and at most, "
                f"as only the last {self._most_changes} events are kept"
            )
        some = self._arrays.get("some_of")
        if some is not None and (lost := match.words[some + 1]):
            yield f"players show more often that they have a card of some sort than others remember: {lost} of these were let go"
        if self._shuffles:
            yield (
                "cards that players know something about are shuffled together more often than they remember: "
                f"in one game it was let go {self._shuffles} times"
            )
        if self._answers:
            yield (
                "more answers are given in secret, or after a secret stage, than can be given again: "
                f"after {self._most_replies} of them {self._then}"
            )
