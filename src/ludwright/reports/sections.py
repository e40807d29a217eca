"""All charts of a report, in their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ludwright.findings.play import Play
from ludwright.reports.board_charts import heat
from ludwright.reports.choice_charts import flow, holdings, power
from ludwright.reports.course_charts import decision_space, drama, economy, lead_curves
from ludwright.reports.depth_charts import depth, luck
from ludwright.reports.power_charts import places, without
from ludwright.reports.result_charts import length_by_winner, lengths, results, skill, win_shares
from ludwright.reports.section import Section

Maker = Callable[[Play, Sequence[Play]], Section | None]
_MAKERS: tuple[Maker, ...] = (
    win_shares,
    results,
    lengths,
    length_by_winner,
    lead_curves,
    drama,
    skill,
    luck,
    depth,
    power,
    holdings,
    without,
    places,
    decision_space,
    flow,
    heat,
    economy,
)


def sections(play: Play, plays: Sequence[Play]) -> list[Section]:
    """All charts of a play that can be drawn; ``plays`` are all of the same number of players. What shows nowhere in particular shows in a usual game."""
    made = [section for make in _MAKERS if (section := make(play, plays)) is not None]
    return [one if one.witnesses else replace(one, witnesses=one.play.usual) for one in made]
