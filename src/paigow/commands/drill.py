"""`paigow drill`: practise setting hands, settling wagers and handling irregularities, line by line."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from paigow.commands.output import in_a_directory, say, unicode_output
from paigow.errors import PaigowError
from paigow.language import languages
from paigow.rules.house_way_files import house_way_text


def drill(
    rules: Annotated[
        str | None, typer.Argument(metavar="RULES", help="A standard's name, or the path to a submission file.")
    ] = None,
    house_way: Annotated[
        str | None,
        typer.Option(
            "--house-way",
            parser=house_way_text,
            metavar="NAME|FILE",
            help="Another house way for the game; a name, or a file written by `solve`.",
        ),
    ] = None,
    dealer: Annotated[bool, typer.Option("--dealer", help="Settle wagers: who wins, payouts, vigorish.")] = False,
    irregularities: Annotated[
        bool, typer.Option("--irregularities", help="Say what the rules require when something goes wrong.")
    ] = False,
    seconds: Annotated[
        int | None, typer.Option("--seconds", min=1, help="Time limit for setting a hand; late answers are wrong.")
    ] = None,
    seed: Annotated[str, typer.Option("--seed", help="The same seed asks the same questions again.")] = "",
    language: Annotated[
        str | None, typer.Option("--language", help=f"One of {', '.join(languages())}; default: from LANG.")
    ] = None,
    kept: Annotated[
        Path | None,
        typer.Option(
            "--progress",
            metavar="FILE",
            help="Remember weak spots and streaks in this file.",
            callback=in_a_directory,
        ),
    ] = None,
) -> None:
    """Practise setting hands the house way. Each answer shows its rule and clause; weak spots come up again."""
    from secrets import token_hex
    from time import monotonic

    from paigow.learning.progress import Progress
    from paigow.rules.choices import choices
    from paigow.terminal import drill as terminal
    from paigow.terminal.text import speak

    speak(language if language or unicode_output() else "en")
    if dealer and irregularities:
        raise PaigowError("one drill at a time: --dealer or --irregularities")
    chosen = rules or _choose()
    if not chosen:
        return
    looked_up = choices(chosen)
    standard = looked_up.standard.name
    what = "settlement" if dealer else "irregularities" if irregularities else house_way or looked_up.house_way
    book = _read(kept) if kept else {}
    known = Progress.read(book[f"{standard} {what}"]) if f"{standard} {what}" in book else Progress()
    person = terminal.Person(input, say, monotonic, seconds)
    seed = seed or token_hex(8)
    if dealer:
        after = terminal.drill_settlement(chosen, person, seed, progress=known)
    elif irregularities:
        after = terminal.drill_irregularities(standard, person, seed, progress=known)
    else:
        after = terminal.drill(chosen, person, seed, house_way=house_way, progress=known)
    if kept:
        _write(kept, {**book, f"{standard} {what}": after.data()})


def _read(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        book = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PaigowError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        book = None
    if not isinstance(book, dict):
        raise PaigowError(f"{path} holds no progress: name the file of an earlier drill, or a new one")
    return book


def _write(path: Path, book: dict[str, Any]) -> None:
    """Write the file atomically: half-written progress would be lost."""
    try:
        part = path.with_name(path.name + ".part")
        part.write_text(json.dumps(book, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise PaigowError(f"{path} cannot be written: {error.strerror}") from None


def _choose() -> str | None:
    """Ask which game to practise; None to quit."""
    from paigow.rules.standards import STANDARDS
    from paigow.terminal.text import _
    from paigow.terminal.words import standard_name

    names = list(STANDARDS)
    for number, name in enumerate(names, start=1):
        say(f"{number}  {name}: {standard_name(name)}")
    while True:
        try:
            typed = input(_("Which one (1 to 4, q quits)? ")).strip().lower()
        except (EOFError, KeyboardInterrupt):
            say()
            return None
        if typed in ("q", "quit", "exit"):
            return None
        if typed in STANDARDS:
            return typed
        if typed in ("1", "2", "3", "4"):
            return names[int(typed) - 1]
        say(_("{typed} is not one of them.").format(typed=typed))
