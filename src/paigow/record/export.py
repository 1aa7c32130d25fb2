"""Export records as JSON, as rows in JSON lines or Parquet, or as PHH for cards.

Each record is verified during the export.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TextIO

from paigow.errors import PaigowError
from paigow.record.phh import hands
from paigow.record.plain_form import data_of, schema
from paigow.record.replay import verify
from paigow.record.rows import Row, rows

GROUP = 50_000
"""The number of rows in one row group of a Parquet file."""


def export(files: Sequence[Path], what: str, out: Path) -> int:
    """Write the records into one file; return the number of rows, rounds or records written.

    If a record is invalid, no new file is written and any existing one is kept.
    """
    if what not in FORMATS:
        raise PaigowError(f"there is no format {what!r}; there are {', '.join(FORMATS)}")
    if not files and what != "schema":
        raise PaigowError(f"{what} is made of records: name their files")
    if out.exists() and not out.is_file():  # a pipe or a terminal
        return FORMATS[what](files, out)
    part = out.with_name(f".{out.name}.part")
    try:
        count = FORMATS[what](files, part)
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
    return count


def _every_row(files: Iterable[Path]) -> Iterator[Row]:
    for path in files:
        with _opened(path) as lines:
            yield from rows(lines)


def _opened(path: Path) -> TextIO:
    return path.open(encoding="utf-8", newline="\n")


def _write_jsonl(files: Sequence[Path], out: Path) -> int:
    count = 0
    with out.open("w", encoding="utf-8", newline="\n") as file:
        for row in _every_row(files):
            file.write(json.dumps(row.to_dict(), ensure_ascii=False) + "\n")
            count += 1
    return count


def _write_parquet(files: Sequence[Path], out: Path) -> int:
    import pyarrow
    import pyarrow.parquet

    kinds = {str: pyarrow.string(), int: pyarrow.int64(), bool: pyarrow.bool_()}
    columns = pyarrow.schema([(field.name, kinds[field.type]) for field in fields(Row)])  # type: ignore[index]
    found = _every_row(files)
    count = 0
    with pyarrow.parquet.ParquetWriter(out, columns, compression="zstd") as writer:
        while group := [row.to_dict() for row in islice(found, GROUP)]:
            writer.write_table(pyarrow.Table.from_pylist(group, schema=columns))
            count += len(group)
    return count


def _write_phh(files: Sequence[Path], out: Path) -> int:
    """Write several hands into one PHH file: one numbered table per hand."""
    count = 0
    with out.open("w", encoding="utf-8", newline="\n") as file:
        for path in files:
            with _opened(path) as lines:
                for text in hands(lines):
                    count += 1
                    file.write(f"[{count}]\n{text}\n")
    return count


def _write_json(files: Sequence[Path], out: Path) -> int:
    if len(files) != 1:
        raise PaigowError("the JSON form is of one record")
    text = files[0].read_text(encoding="utf-8").splitlines(keepends=True)
    verify(text)
    out.write_text(json.dumps(data_of(text), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return 1


def _write_schema(files: Sequence[Path], out: Path) -> int:
    out.write_text(json.dumps(schema(), indent=1) + "\n", encoding="utf-8")
    return 1


FORMATS: Mapping[str, Callable[[Sequence[Path], Path], int]] = MappingProxyType(
    {
        "json": _write_json,
        "jsonl": _write_jsonl,
        "parquet": _write_parquet,
        "phh": _write_phh,
        "schema": _write_schema,
    }
)
"""The supported formats: JSON records, their schema, rows, and card hands."""
