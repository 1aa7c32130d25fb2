"""Submission files as plain data, read without the models that validate them, so that the command line starts fast."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from paigow.errors import SubmissionError
from paigow.rules.standards import STANDARDS
from paigow.toml_text import read_toml

Data = Mapping[str, Any]
"""A submission as plain data: `Submission.data()`, or the contents of a file."""


@cache
def packaged_data(standard: str) -> Data:
    """Return the default submission of a standard. A test proves that each is complete and valid."""
    elsewhere = STANDARDS[standard].sources.submission
    path = Path(elsewhere) if elsewhere else files("paigow.rules") / "data" / f"{standard}.toml"
    return read_toml(path.read_text(encoding="utf-8"))


def file_data(path: str | Path) -> Data:
    """Return the contents of a submission file, checked only for being TOML."""
    try:
        return read_toml(Path(path).read_text(encoding="utf-8-sig"))
    except (FileNotFoundError, IsADirectoryError):
        raise SubmissionError(
            f"{str(path)!r} is neither a standard ({', '.join(STANDARDS)}) nor an existing file"
        ) from None
    except OSError as error:
        raise SubmissionError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SubmissionError(f"{str(path)!r} is not a text file in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise SubmissionError(f"{str(path)!r} is not valid TOML: {error}") from None
