"""A chart that is drawn: as a picture, as a page, as data, in a notebook."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from ludwright.charts.refusals import ChartError
from ludwright.written import UnwrittenError, put

SUFFIXES = (".svg", ".png", ".html", ".pdf", ".json")

_ID = re.compile(r'(id="|url\(#|href="#)([\w-]+)')
_PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<style>body {{ margin: 2rem auto; max-width: 60rem; padding: 0 1rem; text-align: center; background: #fff; }} @media print {{ body {{ margin: 0; }} }}</style></head>
<body>
{svg}
</body>
</html>
"""


@dataclass(frozen=True)
class Chart:
    """One chart. It needs no network and no other file."""

    spec: dict[str, Any]
    """What is drawn, in the terms of Vega-Lite."""
    title: str
    note: str = ""
    """What stands below the title: what was left out or put together."""

    def svg(self) -> str:
        """The picture as an SVG text, fit to stand in a page beside others."""
        return self._svg

    @cached_property
    def _svg(self) -> str:
        import vl_convert

        drawn = vl_convert.vegalite_to_svg(self.spec)
        # Vega counts the names inside pictures on from one to the next. Here the same chart is always the same text, and no
        # two charts that may stand in one page share a name.
        names = {name: str(i) for i, name in enumerate(dict.fromkeys(found[1] for found in _ID.findall(drawn)))}
        drawn = _ID.sub(lambda found: f"{found[1]}{names[found[2]]}", drawn)
        mark = sha256(drawn.encode()).hexdigest()[:8]
        drawn = _ID.sub(lambda found: f"{found[1]}chart-{mark}-{found[2]}", drawn)
        words = escape(f"{self.title}. {self.note}".strip(". "), quote=True)
        return drawn.replace("<svg ", f'<svg role="img" aria-label="{words}" style="max-width:100%;height:auto" ', 1)

    def png(self, scale: float = 2.0) -> bytes:
        """The picture in pixels."""
        import vl_convert

        return vl_convert.vegalite_to_png(self.spec, scale=scale)

    def pdf(self) -> bytes:
        """The picture on a page of its own size."""
        import vl_convert

        return vl_convert.vegalite_to_pdf(self.spec)

    def html(self) -> str:
        """A page with the picture."""
        return _PAGE.format(title=escape(self.title or "Chart"), svg=self.svg())

    def save(self, path: str | Path) -> Path:
        """Write the chart into a file: SVG, PNG, HTML, PDF or JSON, by the end of its name."""
        file = Path(path)
        suffix = file.suffix.lower()
        if suffix not in SUFFIXES:
            raise ChartError(f"`{file}` is not the name of a picture: it must end in {', '.join(SUFFIXES)}")
        try:
            put(file, self._bytes(suffix))
        except UnwrittenError as error:
            raise ChartError(str(error)) from error
        return file

    def _bytes(self, suffix: str) -> bytes:
        if suffix == ".png":
            return self.png()
        if suffix == ".pdf":
            return self.pdf()
        if suffix == ".json":
            return (json.dumps(self.spec, indent=1, ensure_ascii=False) + "\n").encode()
        return (self.html() if suffix == ".html" else self.svg()).encode()

    # ------------------------------------------------------------ notebooks

    def _repr_html_(self) -> str:
        return self.svg()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"image/svg+xml": self.svg(), "text/html": self.svg(), "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<Chart {self.title!r}>"


def together(charts: Sequence[Chart]) -> str:
    """Charts one below the other, as one picture."""
    width, height, parts = 0.0, 0.0, []
    for chart in charts:
        head, body = chart.svg().split(">", 1)
        across, down = (float(re.findall(rf' {name}="([\d.]+)"', head)[0]) for name in ("width", "height"))
        parts.append(f'<g transform="translate(0,{height:g})">{body.removesuffix("</svg>")}</g>')
        width, height = max(width, across), height + down
    words = escape("; ".join(chart.title for chart in charts), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img" aria-label="{words}" '
        f'style="max-width:100%;height:auto" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}">'
        f"{''.join(parts)}</svg>"
    )
