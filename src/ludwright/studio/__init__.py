"""The studio: a workbench in the browser for the games of one folder.

:mod:`ludwright.studio.server` puts it together; every page has a file of its own (:mod:`~ludwright.studio.home`,
:mod:`~ludwright.studio.design`, ...) that ends with its ``PAGE``. The server itself only reads and writes files. Whatever reads,
compiles or plays a game runs in other processes (:mod:`ludwright.studio.workers`, :mod:`ludwright.studio.runs`), which have limits
and can be ended: no text can stall the pages. They call the functions that commands and library call.
"""
