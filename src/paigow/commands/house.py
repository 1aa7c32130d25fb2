"""`paigow audit`, `export`, `backup` and `restore`: check a house, and copy its data elsewhere."""

import os
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from paigow.commands.output import in_a_directory, say, say_json
from paigow.commands.progress import progress_bar
from paigow.commands.rounds import STEERED

if TYPE_CHECKING:
    from paigow.house.audit.faults import Fault

FAULTS = 1
"""The exit status if something is invalid."""
DATA = "Where the house keeps its database and keys."
Data = Annotated[Path, typer.Option(help=DATA, envvar="PAIGOW_DATA", exists=True, file_okay=False)]
NewData = Annotated[Path, typer.Option(help=DATA, envvar="PAIGOW_DATA", file_okay=False)]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
HERE = Path("paigow-data")
IDLE = timedelta(hours=1)
"""The time without any action after which an audit lists a round as unfinished."""


def _enter(data: Path, migrating: bool = False) -> None:
    """Open the house named by `--data` and `DATABASE_URL`. Only a restore creates tables in it."""
    os.environ["PAIGOW_DATA"] = str(data.absolute())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "paigow.web.settings")
    from paigow.errors import PaigowError
    from paigow.web.serving.environment import SQLITE

    elsewhere = bool(os.environ.get("DATABASE_URL"))
    where = "the database of DATABASE_URL" if elsewhere else str(data)
    none = PaigowError(f"{where} holds no house of this version; `paigow serve` makes or migrates one")
    if not migrating and not elsewhere and not (data / SQLITE).exists():
        raise none  # before a key and an empty database are created there
    from paigow.house.migrating import enter, migrate_database

    if migrating:
        migrate_database()
        return
    enter()
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise none
    from paigow.house.own_key import require_own_key

    require_own_key()


def audit(
    table: Annotated[list[str] | None, typer.Option(metavar="SLUG", help="Only this table; can be repeated.")] = None,
    software: Annotated[bool, typer.Option("--software", help="Verify the program itself instead.")] = False,
    accept: Annotated[bool, typer.Option("--accept", help="With --software: accept it as it is now.")] = False,
    settings: Annotated[
        bool, typer.Option(help="With --software: whether this shell has the server's settings.")
    ] = True,
    sums: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="With --software: only write a list for `sha256sum --check`; - for standard output.",
            allow_dash=True,
            dir_okay=False,
        ),
    ] = None,
    as_json: Json = False,
    data: Data = HERE,
) -> None:
    """Verify a whole house: its deals and its money. Check chain, signatures, ledgers, meters and wallets."""
    if sums is not None:
        _write_sums(sums, software, as_json)
        return
    _enter(data)
    if software:
        _audit_software(accept, settings, as_json)
        return
    from django.utils import timezone

    from paigow.house.audit.whole import DATABASE
    from paigow.house.audit.whole import audit as faults_of
    from paigow.web.people.events import Kind, note
    from paigow.web.service import history
    from paigow.web.store.models import StoredRound, Table

    with progress_bar("auditing") as progress:
        found = list(faults_of(table, progress))
    if any(fault.row == DATABASE for fault in found):  # and nothing else is done
        _say_damaged(found, as_json)
    tables = Table.objects.filter(slug__in=table) if table else Table.objects.all()
    events = sum(tables.values_list("sequence", flat=True))
    rounds = StoredRound.objects.filter(table__in=tables).exclude(seed="").count()
    voids = history.voids(StoredRound.objects.filter(table__in=tables))
    unseeded = history.unseeded(tables)
    steered = history.steered(tables)
    older = history.older_terms(tables)
    unfinished = history.unfinished(tables, timezone.now() - IDLE)
    if found:
        note(Kind.MISMATCH, "", {"audit": len(found), "first": str(found[0])})
    if as_json:
        faults = [{"table": fault.table, "row": fault.row, "what": fault.what} for fault in found]
        counts = {"tables": len(tables), "rounds": rounds, "events": events}
        noted = {"voids": voids, "steered": steered, "unseeded": unseeded}
        noted |= {"older_terms": older, "unfinished": unfinished}
        say_json({"holds": not found, **counts, **noted, "faults": faults})
    else:
        for fault in found:
            say(str(fault))
        for each in voids:
            known = f", {each['known']} after the deal could be known" if each["known"] else ""
            say(f"void: {each['void']}: {each['rounds']}{known}")
        if steered:
            say(f"{STEERED}: {steered} times")
        for each in unfinished:
            say(f"unfinished: {each['table']}: round {each['round']}, opened at {each['opened_at']}")
        for each in older:
            terms = f"protocol {each['protocol']}, revision {each['revision']} of the rules"
            say(f"older terms: {each['table']}: {terms}: {_several(each['rounds'], 'round')}")
        for each in unseeded:
            say(f"no seed: {each['table']}: {each['player']}: {_several(each['rounds'], 'round')}")
        looked = ", ".join((_several(len(tables), "table"), _several(rounds, "round"), _several(events, "event")))
        say(f"{looked}: {_several(len(found), 'fault') if found else 'everything holds'}")
    if found:
        raise typer.Exit(FAULTS)


def _several(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _say_damaged(found: "list[Fault]", as_json: bool) -> NoReturn:
    if as_json:
        say_json({"holds": False, "faults": [{"table": f.table, "row": f.row, "what": f.what} for f in found]})
    else:
        for fault in found:
            say(str(fault))
        say("the database is damaged: take the house back from a backup")
    raise typer.Exit(FAULTS)


def _write_sums(file: Path, software: bool, as_json: bool) -> None:
    """Write the list for the program as installed here, independent of any house, for somebody who trusts neither."""
    from paigow.errors import PaigowError
    from paigow.house.manifest import INSTALLED, sums

    if not software:
        raise PaigowError("--sums writes the files of the program: it goes with --software")
    if str(file) == "-":
        for line in sums():
            typer.echo(os.fsencode(line))
        return
    written = 0
    with file.open("wb") as out:
        for line in sums():
            out.write(os.fsencode(line) + b"\n")
            written += 1
    if as_json:
        say_json({"file": str(file), "files": written, "directory": str(INSTALLED.parent)})
    else:
        say(f"{file}: {written} files; `sha256sum --check` verifies them in {INSTALLED.parent}")


def _audit_software(accept: bool, settings: bool, as_json: bool) -> None:
    from paigow.house.manifest import manifest
    from paigow.house.software import look, with_accepted_settings

    here = manifest()
    verdict = look(accept, here if settings else with_accepted_settings(here))
    here = verdict.manifest
    if as_json:
        say_json(
            {
                "accepted": verdict.accepted,
                "version": here.version,
                "digest": here.digest,
                "before": verdict.before,
                "differences": list(verdict.differences),
                "files": here.files,
                "libraries": here.libraries,
                "library_files": here.library_files,
                "settings": here.settings,
            }
        )
    else:
        libraries = f"{len(here.libraries)} libraries of {len(here.library_files)} files"
        say(f"paigow {here.version}: {len(here.files)} files, {libraries}, {len(here.settings)} settings")
        say(f"SHA-256 {here.digest}")
        for difference in verdict.differences:
            say(difference)
        if not verdict.before:
            say("noted for the first time")
        elif not verdict.differences:
            say("as it was noted last")
        elif verdict.accepted:
            say(f"another one than {verdict.before}; noted as the one to compare with from now on")
        else:
            say(f"this is not what was noted last, {verdict.before}, though the version is the same")
            if settings and any(each.partition(":")[0] in here.settings for each in verdict.differences):
                say("settings are those of this shell: if they are not the server's, leave them out with --no-settings")
    if not verdict.accepted:
        raise typer.Exit(FAULTS)


def export(
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="The file to write; .csv gives CSV.", callback=in_a_directory)
    ],
    files: Annotated[list[Path] | None, typer.Argument(metavar="RECORD", help="Records to convert.")] = None,
    table: Annotated[str | None, typer.Option(metavar="SLUG", help="The table.")] = None,
    since: Annotated[str | None, typer.Option("--from", metavar="ROUND|DATE", help="The first round or day.")] = None,
    until: Annotated[str | None, typer.Option("--to", metavar="ROUND|DATE", help="The last round or day.")] = None,
    what: Annotated[
        str,
        typer.Option(
            "--format",
            help="Of the house: records, events, ledger, meters, wallet or significant. Of records: jsonl or parquet "
            "(a row for each wager), json (the whole record), phh (hands of cards) or schema.",
        ),
    ] = "records",
    as_json: Json = False,
    data: NewData = HERE,
) -> None:
    """Export data for a regulator, or convert records.

    Of a house: a period of its stored data, as a record that anyone can verify or as rows of JSON lines or CSV. Of
    records: data tables and other formats.
    """
    from paigow.errors import PaigowError
    from paigow.record import export as of_records

    if what in of_records.FORMATS:
        rows = of_records.export(files or [], what, out)
        if as_json:
            say_json({"file": str(out), "format": what, "rows": rows})
        else:
            say(f"{out}: {rows} {'rows' if rows != 1 else 'row'} of {what}")
        return
    if files:
        raise PaigowError(f"records are converted to {', '.join(of_records.FORMATS)}: choose one with --format")
    if not data.is_dir():
        raise PaigowError(f"the folder {data} does not exist")
    _enter(data)
    from paigow.house.export import FORMATS, RECORDS, Span
    from paigow.house.export import export as write

    if what not in FORMATS:
        raise PaigowError(f"there is no format {what!r}; there are {', '.join((*FORMATS, *of_records.FORMATS))}")
    with progress_bar("exporting") as progress:
        done = write(what, table, Span.between(since, until), out, progress)
    if as_json:
        say_json({"file": str(out), "format": what, "rows": done.rows, "first": done.first, "last": done.last})
    elif what != RECORDS:
        say(f"{out}: {done.rows} rows of {what}")
    else:
        say(f"{out}: rounds {done.first} to {done.last} of {table}")
        if done.first > 1:
            say("the rounds before are in it too, for a round is verified with all before it")


def backup(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist yet.", callback=in_a_directory)
    ],
    as_json: Json = False,
    data: Data = HERE,
) -> None:
    """Write the whole house, with its keys, into one file. It may be running.

    It can be restored into either kind of database.
    """
    _enter(data)
    from paigow.house.backup import backup as write

    with progress_bar("backing up") as progress:
        contents = write(file, progress)
    if as_json:
        say_json({"file": str(file), "rows": contents.rows, "keys": list(contents.keys), "sha256": contents.sha256})
        return
    say(f"{file}: {contents.rows} rows, and the keys {', '.join(contents.keys)}")
    say(f"SHA-256 {contents.sha256}")
    say("whoever has this file has the keys of the house: it is for its owner only (mode 0600); keep it so elsewhere")


def rekey(
    seal_only: Annotated[
        bool, typer.Option("--seal-only", help="Create no keys; re-encrypt with the first one given.")
    ] = False,
    as_json: Json = False,
    data: Data = HERE,
) -> None:
    """Rotate keys and re-encrypt. No server may be running; make a backup first."""
    _enter(data)
    from paigow.house.holding import alone
    from paigow.house.rekey import rekey as renew
    from paigow.house.rekey import reseal
    from paigow.web.seals.sealing import public_key

    with alone(), progress_bar("sealing anew") as progress:
        rows = (reseal if seal_only else renew)(progress)
    if as_json:
        say_json({"rows": rows, "public_key": public_key()})
        return
    say(f"{rows} rows are sealed with the new key; the old ones stay behind it, for what was signed with them")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.", exists=True, dir_okay=False)],
    replace: Annotated[bool, typer.Option("--replace", help="Discard what is in this house now.")] = False,
    as_json: Json = False,
    data: NewData = HERE,
) -> None:
    """Restore from a backup, keys included. No server may be running on the database."""
    _enter(data, migrating=True)
    from paigow.house.backup import restore as read
    from paigow.house.holding import alone
    from paigow.web.people.events import Kind, note

    with alone(), progress_bar("restoring") as progress:
        contents = read(file, replace, progress)
        note(Kind.DATA, "", {"done": "restored", "sha256": contents.sha256, "rows": contents.rows})
    if as_json:
        say_json({"file": str(file), "rows": contents.rows, "keys": list(contents.keys), "sha256": contents.sha256})
        return
    say(f"{contents.rows} rows and the keys {', '.join(contents.keys)} are back; `paigow audit` verifies them")
