"""The process that works out odds for `figures`, at low priority: a question on standard input, the answer in a file
that is there as a whole or not at all."""

import json
import os
import sys
from pathlib import Path
from typing import Any

from paigow.analysis import odds
from paigow.errors import PaigowError
from paigow.rules import build_submission

NICE = 10


def answer(question: dict[str, Any]) -> dict[str, Any]:
    try:
        found = odds(build_submission(question.pop("submission")), **question).to_dict()
    except PaigowError as error:
        return {"error": error.message, "clause": error.clause}
    del found["seconds"]
    return found


def main(path: Path, question: str) -> None:
    os.nice(NICE)
    draft = path.with_suffix(f".{os.getpid()}")
    draft.write_text(json.dumps(answer(json.loads(question)), ensure_ascii=False), encoding="utf-8")
    draft.replace(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.stdin.read())
