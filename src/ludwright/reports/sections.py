"""All charts of a report, in their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludwright.findings.play import Play
from ludwright.reports.board_charts import heat
from ludwright.reports.choice_charts import flow, holdings, power
from ludwright.reports.course_charts import decision_space, drama, economy, lead_curves
from ludwright.reports.result_charts import length_by_winner, lengths, skill, win_shares
from ludwright.reports.section import Section

Maker = Callable[[Play, Sequence[Play]], Section | None]
_MAKERS: tuple[Maker, ...] = (
    win_shares,
    lengths,
    length_by_winner,
    lead_curves,
    drama,
    skill,
    power,
    holdings,
    decision_space,
    flow,
    heat,
    economy,
)


def sections(play: Play, plays: Sequence[Play]) -> list[Section]:
    """All charts of a play that can be drawn; ``plays`` are all of the same number of players."""
    found = []
    for make in _MAKERS:
        section = make(play, plays)
        if section is not None:
            found.append(section)
    return found
