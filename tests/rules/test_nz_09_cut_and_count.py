"""New Zealand, section 9: the approved cut."""

import pytest

from paigow.errors import Refused
from paigow.tiles import approved_cut

clause = pytest.mark.clause


@clause("NZ-9.5")
def test_only_an_approved_cut_is_used() -> None:
    approved = ["yat-dong-dong-right", "cup-say-top-left"]
    for key in approved:
        assert approved_cut(key, approved).key == key
    for key in ("chee-yee-top", "foot-say", "dai-pin-left"):
        with pytest.raises(Refused):
            approved_cut(key, approved)
