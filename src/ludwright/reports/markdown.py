"""A report as Markdown: the sentences without the pictures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ludwright.reports.section import capital

if TYPE_CHECKING:
    from ludwright.reports.report import Report


_TAG = re.compile(r"<(?=[A-Za-z/!?])")


def markdown(report: Report) -> str:
    """The whole text."""
    from ludwright.balancing.mending import mend_command

    lines = [f"# {report.title}", "", report.summary, ""]
    for proof in report.verdict.proofs:
        lines += [proof.sentence, ""]
    for place, finding in enumerate(report.verdict.findings, 1):
        lines.append(
            f"{place}. **{capital(finding.headline)}.** {capital(finding.sentence[len(finding.headline) :].strip())}"
        )
        if tried := report.mend_of(finding):
            lines.append(f"   {tried}")
        if command := mend_command(finding):
            lines.append(f"   Look for a fix: `{command}`")
    if report.verdict.findings:
        lines.append("")
    for note in report.verdict.notes:
        lines += [f"Worth knowing: {note.sentence}", ""]
    for line in report.checked:
        lines += [line, ""]
    lines += [report.verdict.promise, "", *_expected(report)]
    group = ""
    for section in report.sections:
        if section.group != group:
            group = section.group
            lines += [f"## {capital(group)}", ""]
        lines += [f"**{section.title}.** {section.sentence}", ""]
    lines += ["## The games", "", "| Who played | Games | Seed |", "| --- | ---: | ---: |"]
    lines += [f"| {capital(play.told)} | {play.games:,} | {play.run.plan.seed} |" for play in report.plays]
    return "\n".join(map(_without_tags, lines)) + "\n"


def _expected(report: Report) -> list[str]:
    """What the designer expects, where the text of the game says so."""
    expected = report.expected
    if not expected:
        return []
    lines = ["## What the designer expects", ""]
    if expected.told:
        lines += ["| Expectation | Verdict | What was seen | Whose games |", "| --- | --- | --- | --- |"]
        for one in expected.told:
            cells = (one.verdict.title, one.verdict.status, one.sentence, one.where)
            lines.append(f"| {' | '.join(cell.replace('|', ' ') for cell in cells)} |")
        lines += ["", expected.promise, ""]
    return [*lines, *([expected.not_asked, ""] if expected.missing else [])]


def _without_tags(line: str) -> str:
    """Titles and names are a stranger's words: they must not become HTML, links or pictures, whatever backticks stand around them."""
    return _TAG.sub("&lt;", line).replace("](", r"]\(")
