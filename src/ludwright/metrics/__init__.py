"""What games tell: metrics, each with an interval, and with games that show it."""

from ludwright.metrics.catalogue import GROUPS, METRICS, Metric, metric
from ludwright.metrics.curve import OutcomeCurve
from ludwright.metrics.evidence import Evidence, NoEvidenceError
from ludwright.metrics.figure import Figure, Witness
from ludwright.metrics.measuring import Measured, measure

__all__ = [
    "GROUPS",
    "METRICS",
    "Evidence",
    "Figure",
    "Measured",
    "Metric",
    "NoEvidenceError",
    "OutcomeCurve",
    "Witness",
    "measure",
    "metric",
]
