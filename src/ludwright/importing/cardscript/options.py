"""What CardScript leaves open, each an option with a default.

Which deck and which tokens are meant is chosen by a comment in the file, as in ``// option misfit_to = basket``; how much of it is a parameter of the game, so that
``--set misfit_costs=0`` does it with every command.
"""

from __future__ import annotations

from ludwright.importing.cardscript.names import Names
from ludwright.importing.cardscript.syntax import Action, Deck, Script, Term, Tokens, Word, terms_of
from ludwright.importing.places import Wrong
from ludwright.mistakes import nearest

NONE = "none"
CHOSEN = ("misfit_to", "misfit_token", "hint_token")
"""The options that comments choose: a deck, and two kinds of tokens; or `none`."""


class Options:
    """The options of one file, and which of them its rules need."""

    def __init__(self, script: Script, names: Names, wrong: Wrong) -> None:
        self.script, self.names, self.wrong = script, names, wrong
        self.chosen: dict[str, Word] = {}
        for name, value in script.options:
            if name.text not in CHOSEN:
                close = nearest(name.text, CHOSEN)
                wrong(
                    name,
                    f"there is no option `{name.text}`",
                    f"did you mean `{close}`?" if close else f"there are {', '.join(CHOSEN)}",
                )
            else:
                self.chosen[name.text] = value
        self.pile = self._deck("misfit_to", self._discard_pile())
        self.lives = self._tokens("misfit_token", self._lives())
        self.hints = self._tokens("hint_token", self._hint_tokens())
        self._used: dict[str, tuple[str, Word | None]] = {}

    def parameters(self) -> list[tuple[str, Word | None]]:
        """The lines of the parameters that the rules asked for."""
        return list(self._used.values())

    def misfit_costs(self) -> str:
        """How many lives it costs to play a card that fits nowhere."""
        assert self.lives is not None
        most = max(1, self.lives.most.number, self.lives.start.number)
        self._used["misfit_costs"] = (
            f"param misfit_costs = 1 in 0..{most}        # how many `{self.lives.name.text}` a card costs that fits nowhere",
            self.lives.name,
        )
        return "misfit_costs"

    def full_row_gives(self) -> str:
        """How many hint tokens come back when the highest card of a row is played."""
        assert self.hints is not None
        self._used["full_row_gives"] = (
            f"param full_row_gives = 0 in 0..3      # how many `{self.hints.name.text}` come back with the last card of a row",
            self.hints.name,
        )
        return "full_row_gives"

    def named_hints_only(self) -> str:
        """Whether only values of the type that `giveHint` names can be hinted."""
        self._used["named_hints_only"] = (
            "param named_hints_only = no           # whether only what the rule for hints names can be hinted",
            None,
        )
        return "named_hints_only"

    # ------------------------------------------------------------ defaults

    def _discard_pile(self) -> Deck | None:
        """A deck for discards; else the only one, without conditions and nobody's, that a rule for moving cards goes to by itself."""
        owned = {player.deck.text for player in self.script.players}
        decks = [deck for deck in self.script.decks if any(word.text == "discard" for word in deck.properties)]
        for action in self._moves() if not decks else ():
            target = [self.names.deck(word) for word in action.target]
            if len(target) == 1 and target[0] is not None and not target[0].conditions:
                if target[0].name.text not in owned and target[0] not in decks:
                    decks.append(target[0])
        return decks[0] if decks else None

    def _moves(self) -> list[Action]:
        return [action for action in self.script.actions() if action.verb.text == "moveCard"]

    def _lives(self) -> Tokens | None:
        """Tokens that a stage waits for to run out, and that nothing uses up."""
        used = {word.text for action in self.script.actions() for word in action.source if "Token" in action.verb.text}
        for stage in self.script.stages:
            for condition in stage.conditions:
                for term in terms_of(condition.formula):
                    if isinstance(term, Term) and term.word.text not in used and not condition.turns:
                        found = self.names.known.get(term.word.text)
                        if found is not None and isinstance(found.thing, Tokens):
                            return found.thing
        return None

    def _hint_tokens(self) -> Tokens | None:
        """Tokens that are used up together with a hint."""
        for stage in self.script.stages:
            for part in stage.parts:
                for chain in part.chains:
                    if any(action.verb.text == "giveHint" for action in chain):
                        for action in chain:
                            if action.verb.text == "useToken":
                                return self.names.tokens(action.source[0])
        return None

    # ------------------------------------------------------------ choices

    def _deck(self, option: str, default: Deck | None) -> Deck | None:
        word = self.chosen.get(option)
        if word is None:
            return default
        if word.text == NONE:
            return None
        return self.names.deck(word)

    def _tokens(self, option: str, default: Tokens | None) -> Tokens | None:
        word = self.chosen.get(option)
        if word is None:
            return default
        if word.text == NONE:
            return None
        return self.names.tokens(word)
