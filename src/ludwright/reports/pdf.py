"""Pages as PDF, printed by a browser that is there anyway."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tempfile
from pathlib import Path

from ludwright.reports.playing import ReportError
from ludwright.written import UnwrittenError, put

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
_SECONDS = 120


def browser() -> str | None:
    """A browser that can print without a window, if there is one."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def write_pdf(html: str, path: Path) -> None:
    """Print a page into a file."""
    found = browser()
    if found is None:
        raise ReportError(
            f"a PDF needs a browser to print it, and none is installed ({', '.join(BROWSERS[:3])}): write --html and print that"
        )
    with tempfile.TemporaryDirectory(prefix="ludwright-") as folder:
        page, printed = Path(folder) / "report.html", Path(folder) / "report.pdf"
        page.write_text(html, encoding="utf-8")
        command = [
            found, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder}/browser",
            "--no-pdf-header-footer", f"--print-to-pdf={printed}", page.as_uri(),
        ]  # fmt: skip
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)
        if not printed.is_file():
            raise ReportError(f"`{found}` did not print the page: write --html and print that")
        try:
            put(path, printed.read_bytes())
        except UnwrittenError as error:
            raise ReportError(str(error)) from error
