"""The process that computes odds for `figures`: it reads a question from a file and writes the answer to another."""

import json
import sys
from pathlib import Path
from typing import Any

from paigow.errors import PaigowError
from paigow.rules import build_submission
from paigow.web.work.jobs import Say, carry_out

QUESTION = "question.json"


def answer(question: dict[str, Any]) -> dict[str, Any]:
    from paigow.analysis import odds  # the server imports this module but does not need the analysis

    try:
        found = odds(build_submission(question.pop("submission")), **question).to_dict()
    except PaigowError as error:
        return {"error": error.message, "clause": error.clause}
    del found["seconds"]
    return found


def main(folder: Path) -> None:
    def work(say: Say) -> dict[str, Any]:
        return answer(json.loads((folder / QUESTION).read_text(encoding="utf-8")))

    carry_out(folder, work)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
