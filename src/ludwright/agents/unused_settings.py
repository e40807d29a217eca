"""Settings of a tree search that would have no effect beside others: whoever writes them is told so."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludwright.agents.settings import AgentError, Value

_Given = Mapping[str, Value]

_NEEDS: dict[str, tuple[Callable[[_Given], bool], str]] = {
    "greed": (lambda given: given["playout"] == "mast", "with `playout=mast`"),
    "single": (lambda given: given["formula"] == "sp", "with `formula=sp`"),
    "power": (lambda given: float(given["widen"]) > 0, "with `widen`"),
    "guide": (lambda given: str(given["playout"]).startswith("bot:"), "with `playout=bot:NAME`"),
    "prior": (lambda given: bool(given["learned"]) and not given["depth"], "with `learned=FILE`, and without `depth`"),
    "look": (lambda given: bool(given["prove"]), "with `prove=yes`"),
    "solve": (lambda given: bool(given["prove"]), "with `prove=yes`"),
    "parallel": (lambda given: int(given["threads"]) > 1, "with `threads`"),
    "trees": (lambda given: int(given["threads"]) > 1, "with `threads`"),
}
"""What a setting needs to have an effect, and how to say that."""
_INSTEAD = (
    ("time", "iterations"),
    ("anywhere", "merge"),
    ("anywhere", "reuse"),
    ("merge", "prove"),
    ("merge", "reuse"),
)
"""The first, where it is set, leaves nothing for the second to do."""


def check_effects(given: _Given, said: _Given) -> None:
    """Raise a kind error for something that was said and would have no effect, in any game."""
    for name, (has_effect, where) in _NEEDS.items():
        if said.get(name) and not has_effect(given):
            raise AgentError(f"`{name}` has an effect only {where}: leave it out, or set that, too")
    for first, second in _INSTEAD:
        if said.get(first) and said.get(second):
            raise AgentError(f"`{second}` has no effect beside `{first}`: leave one of them out")
