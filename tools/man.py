"""`python -m tools.man`: the manual page `deploy/paigow.1`, written from the commands themselves."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from paigow.cli import app
from paigow.version import __version__

PAGE = Path(__file__).resolve().parents[1] / "deploy" / "paigow.1"


def page() -> str:
    command: Any = typer.main.get_command(app)
    lines = [
        f'.TH PAIGOW 1 "" "paigow {__version__}" "User Commands"',
        ".SH NAME",
        "paigow \\- Pai Gow, tiles and poker, exactly as four rule documents describe it",
        ".SH SYNOPSIS",
        ".B paigow",
        "\\fICOMMAND\\fR [\\fIOPTIONS\\fR]...",
        ".SH DESCRIPTION",
        _plain(command.help),
        ".SH COMMANDS",
        *_commands(command, "paigow"),
        ".SH EXIT STATUS",
        "0 if all is well, 2 if something that was asked is wrong; then one line on standard error says what.",
        ".SH ENVIRONMENT",
        "PAIGOW_DATA names the folder of the site, DATABASE_URL its PostgreSQL.",
    ]
    return "\n".join(lines) + "\n"


def _commands(group: Any, name: str) -> Iterator[str]:
    for each, command in sorted(group.commands.items()):
        whole = f"{name} {each}"
        if hasattr(command, "commands"):
            yield from _commands(command, whole)
            continue
        arguments = " ".join(_argument(each) for each in command.params if each.param_type_name == "argument")
        yield f".SS {_plain(f'{whole} {arguments}'.strip())}"
        yield _plain(command.help or "")
        for option in command.params:
            if option.param_type_name == "option" and option.help and not getattr(option, "hidden", False):
                yield ".TP"
                yield f"\\fB{_plain(', '.join(option.opts))}\\fR"
                yield _plain(option.help)


def _argument(parameter: Any) -> str:
    name = str(parameter.metavar or parameter.name.upper()) + ("..." if parameter.nargs < 0 else "")
    return name if parameter.required else f"[{name}]"


def _plain(text: str) -> str:
    """Escape text so that roff prints it unchanged."""
    words = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace("`", "")
    return f"\\&{words}" if words.startswith((".", "'")) else words


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
