"""The command line: ``ludwright check``, ``describe``, ``simulate``, ``trace``, ``games``.

Every command is thin: it reads its options, calls one function of the library and prints what it gave. The library is
imported inside the commands, so that ``ludwright --help`` answers at once.
"""

import sys

from ludwright.cli.visible import say

try:
    from ludwright.cli.app import app, main
except KeyboardInterrupt:  # Ctrl-C before the program has begun
    say("interrupted", file=sys.stderr)
    raise SystemExit(130) from None

__all__ = ["app", "main"]
