"""Reports: what playtests found, as a page, as Markdown, as PDF, as data, or on one sheet."""

from ludwright.reports.playing import ReportError, ReportOptions
from ludwright.reports.report import Report, report

__all__ = ["Report", "ReportError", "ReportOptions", "report"]
