"""Builds the golden transcripts: a record (.toml) and its narration (.txt) for every scenario.

    python tests/golden/build.py

Run it after a change that is meant to be seen in them, and read the difference before it is committed. The tests only
replay and verify what lies here. Orders and dice are chosen so that the situation arises; such records say so.
"""

import io
import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))


def main() -> None:
    from scenario import SCENARIOS, play

    from paigow.record import Replay
    from paigow.record.narration import narrate

    for module in sorted(path.stem for path in (HERE / "scenarios").glob("*.py")):
        import_module(f"scenarios.{module}")
    for scenario in SCENARIOS:
        text = play(scenario)
        folder = HERE / scenario.standard
        folder.mkdir(exist_ok=True)
        told = "".join(f"{line}\n" for line in narrate(Replay(io.StringIO(text, newline="\n"))))
        for suffix, content in ((".toml", text), (".txt", told)):
            (folder / f"{scenario.name}{suffix}").write_text(content, encoding="utf-8", newline="\n")
    sys.stdout.write(f"{len(SCENARIOS)} transcripts\n")


if __name__ == "__main__":
    main()
