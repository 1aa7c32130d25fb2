"""House ways in files: the output of `paigow solve --out`, or a list of rules, usable wherever a house way is named.

A file is read once, where a person names it. From then on the house way is text that contains its own table or rules,
so a submission, a record or another machine does not need the file.
"""

import json
from pathlib import Path

from paigow.errors import PaigowError
from paigow.rules.packaged import file_data

FORMAT = "paigow-solution-1"


def house_way_text(name: str, beside: Path | None = None) -> str:
    """Return a house way's name unchanged; replace the path of a file by a house way that contains its table."""
    path = Path(name) if beside is None else beside / name
    if not path.suffix or len(name) > MAX_PATH_LENGTH or not path.is_file():
        return name
    content = path.read_bytes()
    if content.startswith(b"PK"):
        from paigow.poker.table_way import TableWay, table_in

        return TableWay.of(path.stem, "a table of its own", table_in(content)).text
    name = "".join(sign for sign in path.stem if sign.isalnum() or sign in "-_") or "own"
    if path.suffix == ".toml":
        listed = dict(file_data(path))
        if listed.get("game") == "poker":
            from paigow.poker.lists import read_rules as read_card_rules
            from paigow.poker.lists import written_list as card_list

            rules = listed.get("rule")
            read_card_rules(rules)
            return card_list(name, rules or ())
        from paigow.tiles.lists import read_rules, written_list

        return written_list(name, read_rules(listed.get("rule")))
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("fixed"), dict):
        raise PaigowError(f"{path} holds no house way: `paigow solve --out FILE` writes one")
    from paigow.tiles.table import digits_of, written_table

    return written_table(name, digits_of(data["fixed"]))


MAX_PATH_LENGTH = 1000
"""Longest text that is tried as a path."""
