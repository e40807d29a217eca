"""The command line: ``ludwright check``, ``describe``, ``simulate``, ``trace``, ``games``.

Every command is thin: it reads its options, calls one function of the library and prints what it gave. The library is
imported inside the commands, so that ``ludwright --help`` answers at once.
"""

from ludwright.cli.app import app, main

__all__ = ["app", "main"]
