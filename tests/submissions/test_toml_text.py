"""TOML from anybody: what would take without end to read is refused at once, and all else is read as ever."""

import time
import tomllib
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from paigow.toml_text import MOST_DEPTH, MOST_PARTS, read_toml

ROOT = Path(__file__).resolve().parents[2]
MANY = 200_000
ENDLESS = {
    "a key": "a" + ".a" * MANY + " = 1\n",
    "a key in quotation marks": '"a"' + '."a"' * MANY + " = 1\n",
    "a key behind a backslash": "x = {'\\'" + ".a" * MANY + " = 1}\n",
    "a key behind a long string": "x = '''\\'''\na" + ".a" * MANY + " = 1\n",
    "a key behind a comment": '# "\na' + ".a" * MANY + " = 1\n",
    "a table": "[a" + ".a" * MANY + "]\n",
    "arrays": "a = " + "[" * MANY,
    "tables": "a = " + "{a=" * MANY,
    "arrays over lines": "a = " + "[\n" * MANY,
    "a number": "a = " + "9" * MANY,
    "a number with strokes": "a = " + "9_" * MANY + "9",
    "a number to the base of sixteen": "a = 0x" + "f" * MANY,
    "a string that does not end": 'a = "' + '\\"' * MANY,
    "quotation marks": "a = " + '"' * MANY,
}


@pytest.mark.parametrize("what", ENDLESS)
def test_what_has_no_end_is_refused_at_once(what: str) -> None:
    began = time.process_time()
    with pytest.raises(tomllib.TOMLDecodeError):
        read_toml(ENDLESS[what])
    assert time.process_time() - began < 5  # Python's own reader would take hours, or all memory


def test_the_place_is_named() -> None:
    with pytest.raises(tomllib.TOMLDecodeError, match=r"at most 16 parts \(at line 3, column 3[0-9]\)"):
        read_toml("a = 1\n\nb" + ".b" * 20 + " = 1\n")


def test_what_is_usual_is_read_as_ever() -> None:
    paths = [*ROOT.glob("src/paigow/rules/data/*.toml"), *ROOT.glob("tests/golden/*/*.toml"), ROOT / "pyproject.toml"]
    assert len(paths) > 60
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert read_toml(text) == tomllib.loads(text)


def test_up_to_the_bounds() -> None:
    parts = ".".join("a" * MOST_PARTS)
    assert read_toml(f"{parts} = 1") == tomllib.loads(f"{parts} = 1")
    deep = "[" * MOST_DEPTH + "]" * MOST_DEPTH
    assert read_toml(f"a = {deep}") == tomllib.loads(f"a = {deep}")
    prose = "'. . .' # " + ". " * 100 + '\nb = """' + "[.]\n" * 100 + '"""'
    assert read_toml(f"a = {prose}") == tomllib.loads(f"a = {prose}")


@given(st.text(alphabet="ab.='\"[]{}#\\\n 1_,", max_size=30))
def test_any_short_text_is_read_or_refused_as_python_does(text: str) -> None:
    assume(text.count(".") < MOST_PARTS)
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(tomllib.TOMLDecodeError):
            read_toml(text)
    else:
        assert read_toml(text) == expected
