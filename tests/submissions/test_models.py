"""The models of submissions, and what of the package needs no library at all."""

import subprocess
import sys
from typing import Annotated, Literal

import pytest

from paigow.errors import SubmissionError
from paigow.rules.models import Bounds, Model, Reads, check, key

LIBRARIES = ("pydantic", "pydantic_core", "typer", "rich", "numpy", "numba", "django")


class Inner(Model):
    names: tuple[Annotated[str, Bounds(max_length=3)], ...] = key("Names.", max_length=2)


class Outer(Model):
    count: int = key("How many.", "MDT-1", ge=1, le=5)
    flag: Literal[True] = key("Always.")
    inner: Inner
    cents: Annotated[int, Reads(lambda said: int(str(said)), str)] = key("Money.", ge=0)

    @check
    def _not_four(self) -> None:
        if self.count == 4:
            raise SubmissionError("four is unlucky")


class Under(Outer):
    count: int = key("How many.", ge=2)
    more: bool = key("More.")


GOOD = {"count": 3, "flag": True, "inner": {"names": ("a", "b")}, "cents": "7"}


def test_what_is_good_is_read_and_written_again() -> None:
    found, wrong = Outer.read(GOOD)
    assert found is not None
    assert not wrong
    assert (found.count, found.inner.names, found.cents) == (3, ("a", "b"), 7)
    assert found.model_dump() == GOOD | {"inner": {"names": ["a", "b"]}}
    assert found == Outer.read(GOOD)[0]
    assert hash(found) == hash(Outer.read(GOOD)[0])
    assert found != found.model_copy({"count": 2})


@pytest.mark.parametrize(
    ("changed", "path", "kind"),
    [
        ({"count": 0}, ("count",), "greater_than_equal"),
        ({"count": 6}, ("count",), "less_than_equal"),
        ({"count": True}, ("count",), "int_type"),
        ({"count": 2**70}, ("count",), "int_parsing_size"),
        ({"flag": 1}, ("flag",), "literal_error"),
        ({"inner": 5}, ("inner",), "model_type"),
        ({"inner": {"names": ["a"]}}, ("inner", "names"), "tuple_type"),
        ({"inner": {"names": ("a", "b", "c")}}, ("inner", "names"), "too_long"),
        ({"inner": {"names": ("a", "long")}}, ("inner", "names", 1), "string_too_long"),
        ({"inner": {"names": (1,)}}, ("inner", "names", 0), "string_type"),
        ({"inner": {}}, ("inner", "names"), "missing"),
        ({"more": 1}, ("more",), "extra_forbidden"),
        ({"cents": "-1"}, ("cents",), "greater_than_equal"),
        ({"count": 4}, (), "value_error"),
    ],
)
def test_what_is_wrong_is_told_with_its_path(
    changed: dict[str, object], path: tuple[str | int, ...], kind: str
) -> None:
    found, wrong = Outer.read({**GOOD, **changed})
    assert found is None
    assert [(each.path, each.kind) for each in wrong] == [(path, kind)]


def test_everything_wrong_is_told_and_a_model_may_stand_on_another() -> None:
    _, wrong = Under.read({**GOOD, "count": 1, "flag": False})
    assert [each.path for each in wrong] == [("count",), ("flag",), ("more",)]
    assert list(Under.model_fields) == ["count", "flag", "inner", "cents", "more"]
    assert Under.read({**GOOD, "count": 4, "more": True})[1][0].kind == "value_error"


def test_tables_records_and_fairness_need_the_standard_library_only() -> None:
    """A record is verified, and a table played, where none of the libraries can be imported."""
    code = f"""
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {LIBRARIES}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
import io
import paigow.fairness, paigow.learning, paigow.record, paigow.table
from paigow.bots.session import Session
from paigow.record import record, verify
from paigow.rules import STANDARDS, load_submission
for standard in STANDARDS:
    written = io.StringIO()
    session = Session(load_submission(standard), 2, "alone")
    writer = record(session.driver, written)
    session.open()
    session.play_round()
    writer.end(session.driver.state)
    assert verify(written.getvalue().splitlines(keepends=True)).hash == writer.hash
    print(standard)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert len(ran.stdout.split()) == 4
