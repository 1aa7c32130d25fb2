"""`paigow serve`: the site."""

import os
from pathlib import Path
from typing import Annotated

import typer


def serve(
    data: Annotated[
        Path, typer.Option(help="Where the site keeps its database and keys.", envvar="PAIGOW_DATA", file_okay=False)
    ] = Path("paigow-data"),
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(help="The port to listen on; 0 picks a free port.", min=0, max=65535)
    ] = None,
    processes: Annotated[int, typer.Option(help="Number of processes; more than one requires PostgreSQL.", min=1)] = 1,
    drain: Annotated[
        int,
        typer.Option(help="Seconds to let rounds finish on shutdown.", envvar="PAIGOW_DRAIN", min=0),
    ] = 60,
    practice: Annotated[
        bool, typer.Option(help="Open a table of each game, with bots, in a house that has no table yet.")
    ] = True,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the site in a browser.")] = False,
) -> None:
    """Serve the site: tables, lessons and the math room."""
    from paigow.errors import PaigowError

    if os.name != "posix":
        raise PaigowError("the site runs on Linux and macOS; on Windows use WSL. Everything but the site works here")
    if processes > 1 and not os.environ.get("DATABASE_URL"):
        raise PaigowError("several processes need PostgreSQL: name one in DATABASE_URL, or let --processes be 1")
    os.environ["PAIGOW_DATA"] = str(data.absolute())
    os.environ["PAIGOW_DRAIN"] = str(drain)
    os.environ["DJANGO_SETTINGS_MODULE"] = "paigow.web.settings"

    from rich.console import Console

    from paigow.house.holding import only_server, shared
    from paigow.house.migrating import prepare_database
    from paigow.house.self_test import self_test
    from paigow.web.serving import server

    self_test()
    with shared(), only_server(), server.listen(host, port) as listening:
        prepare_database(practice)
        address = server.address_of(listening)
        Console().print(f"The house is open at [bold][link={address}]{address}[/link][/bold]  (Ctrl-C closes it)")
        if open_browser:
            import webbrowser

            webbrowser.open(address)
        server.serve(listening, processes)
