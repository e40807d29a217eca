"""Numbers on the command line: none is larger than makes sense, and each is a number."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Signature, signature
from typing import Any, get_args

from typer.models import OptionInfo

MOST = 10**10
_MOST = {"seed": (1 << 64) - 1, "threads": 256}
"""Of some options the highest value is another."""


def bounded(command: Callable[..., Any]) -> Signature:
    """The signature of a command, in which every number that has no highest value has got one: who asks for more is told so at once."""
    plain = signature(command, eval_str=True)
    for name, hint in ((one.name, one.annotation) for one in plain.parameters.values()):
        for option in (part for part in get_args(hint) if isinstance(part, OptionInfo)):
            kinds = {get_args(hint)[0], *get_args(get_args(hint)[0])}
            if kinds & {int, float} and option.max is None:
                option.max = _MOST.get(name, MOST)
    return plain.replace(return_annotation=None)
