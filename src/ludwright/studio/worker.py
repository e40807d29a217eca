"""The process of a worker: says when it is ready, reads tasks as lines of JSON, answers with lines of JSON, ends when nobody asks any more."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import sys
import threading
import time
import traceback

_MEMORY = 6_000_000_000
_STANDS_BACK = {"draw": 2, "pictures": 5, "think": 5}
"""What nobody waits for with a key still down leaves the processor to the others."""


def _limit_memory() -> None:
    """What can be written to is counted, not addresses: what draws charts reserves many of those and uses few."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1]))


def _limit_time(seconds: float) -> None:
    """End this process when its task has had so much of the processor; 0 for no limit. A machine with other work to do takes longer, and may."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _end_with_the_studio() -> None:
    """A task that never ends must not outlive the studio."""
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def main() -> None:
    """Answer until the input ends."""
    _limit_memory()
    threading.Thread(target=_end_with_the_studio, daemon=True).start()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints is no answer
    from ludwright.agents.texts import refuse_code
    from ludwright.mistakes import LudwrightError
    from ludwright.studio.tasks import TASKS, prepare

    refuse_code()
    kind = sys.argv[1] if len(sys.argv) > 1 else ""
    prepare(kind)
    if os.name == "posix":
        os.nice(_STANDS_BACK.get(kind, 0))
    gc.collect()
    gc.freeze()  # looking through all that was imported again would hold up a check for longer than the check takes
    answers.write("ready\n")
    answers.flush()
    for line in sys.stdin:
        asked = json.loads(line)
        answer = {"number": asked["number"]}
        gc.disable()  # a look through all objects in the middle of a check takes as long as the check
        try:
            _limit_time(asked["seconds"])
            answer["result"] = TASKS[asked["task"]](**asked["values"])
        except LudwrightError as error:
            answer["error"] = str(error)
        except MemoryError:
            answer["error"] = "There is not enough memory for that."
        except Exception as error:
            traceback.print_exc()
            answer["error"] = f"Ludwright itself failed ({type(error).__name__}: {error}). Please report it."
        finally:
            _limit_time(0)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
        gc.enable()
        gc.collect()


if __name__ == "__main__":
    main()
