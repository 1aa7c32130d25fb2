"""Records of earlier versions and revisions, which cited less precisely in places, hold to the letter."""

import io
from pathlib import Path

import pytest

from paigow.record import verify
from paigow.record.errors import RecordError

HERE = Path(__file__).parent
EARLIER = ("version-0.2.0", "revision-1", "revision-2", "revision-3")
RECORDS = sorted(path for folder in EARLIER for path in HERE.glob(f"{folder}/*/*.toml"))
BANKER = HERE / "version-0.2.0/new-zealand/04-player-banker.toml"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: str(path.relative_to(HERE).with_suffix("")))
def test_a_record_of_an_earlier_version_verifies(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text != (HERE / path.parent.name / path.name).read_text(encoding="utf-8")
    verdict = verify(io.StringIO(text, newline="\n"))
    assert verdict.head.submission.edition == 2
    assert verdict.rounds > 0


def test_other_grounds_than_either_version_cites_are_noticed() -> None:
    altered = BANKER.read_text(encoding="utf-8").replace('"NZ-5.2.s2", "NZ-5.4"]', '"NZ-5.2.s2", "NZ-5.6"]')
    with pytest.raises(RecordError, match="by the rules it is"):
        verify(io.StringIO(altered, newline="\n"))
