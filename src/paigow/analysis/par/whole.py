"""The par sheet itself: its contents, and how a notebook shows them."""

from html import escape

from paigow.analysis.par.page import to_html
from paigow.analysis.par.sheet import Contents


class ParSheet(Contents):
    """Everything about a submission's odds that a regulator asks for."""

    __slots__ = ()

    def __repr__(self) -> str:
        checks = "all checks passed" if self.passed else "CHECKS FAILED"
        return f"<ParSheet {self.identification.submission}: {len(self.wagers)} wagers, {checks}>"

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(to_html(self))}" width="100%" height="600"></iframe>'
