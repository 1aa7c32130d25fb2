"""Running the command line inside the test process."""

from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO

import pytest

from paigow.cli import main
from tools.waiting import without_compiling


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("set", "maryland-tiles", ...)`: what the command prints and its exit status."""

    def ran(*arguments: str, stdin: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", StringIO(stdin))
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        captured = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Ran(ended.value.code, captured.out, without_compiling(captured.err))

    return ran
