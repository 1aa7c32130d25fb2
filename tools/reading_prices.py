"""Compute what every reading does to the edge and store it in the package.

    python -m tools.reading_prices

Run it after changing a reading, a default, a pay table or a house way, and review the difference. It takes minutes.
"""

import json
from pathlib import Path

import paigow.rules
from paigow.analysis.readings import priced
from paigow.rules import STANDARDS, readings_of
from paigow.rules.prices import FILE


def main() -> None:
    found = {
        standard: {
            reading.name: {
                value: [price.data() for price in moved] for value, moved in priced(standard, reading.name).items()
            }
            for reading in readings_of(standard)
        }
        for standard in STANDARDS
    }
    path = Path(paigow.rules.__file__).parent / "data" / FILE
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
