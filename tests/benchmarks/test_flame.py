"""Flame graphs: time goes to the whole stack, and the picture is as wide as it says."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from benchmarks.flame import WIDE, Node, draw, engine_shares, part_of

ROOT = Path(__file__).parents[2]


def rectangles(picture: str) -> dict[str, float]:
    """Return the width of each frame by its label."""
    found = {}
    for group in ElementTree.fromstring(picture).findall(".//{*}g"):
        title, box = group.find("{*}title"), group.find("{*}rect")
        assert title is not None
        assert box is not None
        found[str(title.text).rsplit(" ", 2)[0]] = float(box.attrib["width"])
    return found


def test_a_caller_is_as_wide_as_what_it_calls() -> None:
    root = Node("round")
    root.add([("a", "engine"), ("a.b", "engine")], 0.3)
    root.add([("a", "engine")], 0.1)
    root.add([("c", "other")], 0.6)
    wide = rectangles(draw(root, rounds=10, scale=0.0, title="a test"))
    assert wide == {"round": WIDE, "a": 0.4 * WIDE, "a.b": 0.3 * WIDE, "c": 0.6 * WIDE}
    assert rectangles(draw(root, rounds=10, scale=200.0, title="a test"))["round"] == WIDE / 2


def test_parts_of_the_program() -> None:
    assert part_of("paigow.table.core.engine") == "engine"
    assert part_of("paigow.web.service.booking") == "site"
    assert part_of("django.db.models.query") == "database"
    assert part_of("json.encoder") == "other"


def test_a_part_of_the_engine_counts_without_what_it_calls_in_another() -> None:
    play, put = (
        ("paigow.table.driver.TableDriver.play_round", "engine"),
        ("paigow.table.core.model.TableState.put", "engine"),
    )
    settle, sorting = ("paigow.table.steps.settlement.expose", "engine"), ("json.encoder.encode", "other")
    root = Node("round")
    root.add([play], 0.1)
    root.add([play, settle], 0.2)
    root.add([play, settle, sorting], 0.3)
    root.add([play, settle, put], 0.4)
    assert {part: round(share, 6) for part, share in engine_shares(root).items()} == {
        "driver and bots": 0.1,
        "commands, events, state, ledger": 0.4,
        "hands": 0.0,
        "chance": 0.0,
        "rules of the table": 0.5,
    }


def test_a_round_of_the_engine_is_drawn(tmp_path: Path) -> None:
    place = tmp_path / "round.svg"
    command = [sys.executable, "-m", "benchmarks.flame", str(place), "--engine", "--rounds", "20"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    wide = rectangles(place.read_text(encoding="utf-8"))
    assert any("play_round" in name for name in wide), list(wide)
    assert "rules of the table" in done.stdout
