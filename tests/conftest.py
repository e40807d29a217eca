"""What all tests share."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


Often = Callable[[int, int], int]


@pytest.fixture(scope="session")
def often(pytestconfig: pytest.Config) -> Often:
    """How often something is asked: the first number in the suite, the second where the long proofs are run as well."""
    whole = pytestconfig.getoption("markexpr") != "not slow"
    return lambda few, many: many if whole else few


@pytest.fixture(scope="session", autouse=True)
def narrow_terminal_never_matters() -> None:
    """Tables and help texts must not depend on the terminal the tests run in."""
    os.environ["COLUMNS"] = "160"
    os.environ["NO_COLOR"] = "1"
    os.environ.pop("FORCE_COLOR", None)
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", tempfile.gettempdir() + "/ludwright-hypothesis")


@pytest.fixture(scope="session", autouse=True)
def nothing_is_left_behind(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What tests put into the system's folder for temporary files goes with what pytest keeps; workers end without tidying up."""
    os.environ.setdefault("RAY_TMPDIR", tempfile.gettempdir())  # a socket's path must be short
    folder = tmp_path_factory.mktemp("tmp")
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)


@pytest.fixture(scope="session", autouse=True)
def ctrl_c_is_heard() -> None:
    """Whoever is started in the background hears no Ctrl-C unless that is said, and some tests press it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
