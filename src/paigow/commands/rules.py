"""`paigow rules`: the clause index, clause by clause, and how much of it the tests check."""

from pathlib import Path
from typing import Annotated

import typer

from paigow.commands.output import say, say_json, table
from paigow.errors import PaigowError

app = typer.Typer(help="Show the clause index, and which tests check it.")

Document = Annotated[str | None, typer.Option("--document", help="MDT, MDP, NZ, DO, or a standard's name.")]
Kind = Annotated[list[str] | None, typer.Option("--kind", help="A kind of clause; can be repeated.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.callback(invoke_without_command=True)
def _root(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        say(context.get_help())


@app.command("list")
def list_clauses(document: Document = None, kind: Kind = None, as_json: Json = False) -> None:
    """List the clauses: id, kind and title."""
    from paigow.rules.clauses import clauses

    prefix, kinds = _prefix(document), _kinds(kind)
    found = [
        clause
        for clause in clauses().values()
        if prefix in (None, clause.prefix) and (kinds is None or clause.kind in kinds)
    ]
    if as_json:
        for clause in found:
            say_json({"id": clause.id, "kind": clause.kind, "actor": clause.actor, "title": clause.title})
    elif found:
        say(table([(clause.id, clause.kind, clause.title) for clause in found]))


@app.command()
def show(
    clause_id: Annotated[str, typer.Argument(metavar="ID", help="Such as MDT-8.D.4, or an id that introduces a list.")],
    as_json: Json = False,
) -> None:
    """Show a clause. Show its summary, where it is implemented and which tests check it."""
    from paigow.rules.clauses import clause, under
    from paigow.rules.coverage import RESULTS, implemented, read_results
    from paigow.rules.tested import asserted_by

    rows = under(clause_id) or (clause(clause_id),)
    results = read_results() if RESULTS.exists() else ()
    for row in rows:
        places = [f"{place} (parent {place.id})" if place.id != row.id else str(place) for place in implemented(row.id)]
        checks = [f"{test.id} ({test.verdict})" for test in results if row.id in test.clauses]
        checks = checks or list(asserted_by(row.id))
        answer = {
            "id": row.id,
            "document": row.document,
            "title": row.title,
            "kind": row.kind,
            "actor": row.actor,
            "summary": row.summary,
            "implemented": places,
            "tests": checks,
        }
        if as_json:
            say_json(answer)
            continue
        say(f"{row.id}  {row.title}  ({row.kind}, {row.actor})")
        say(f"  {row.summary}")
        say(f"  carried out: {', '.join(places) or 'nowhere yet'}")
        say(f"  checked by:  {', '.join(checks) or 'no test yet'}")


@app.command()
def coverage(
    document: Document = None,
    kind: Kind = None,
    as_json: Json = False,
    results: Annotated[
        Path | None,
        typer.Option(
            "--results",
            help="Test results (default: build/clauses.json, or those of this release).",
        ),
    ] = None,
) -> None:
    """Show the share of clauses that tests check. List those that no passing, asserting test checks."""
    from textwrap import fill

    from paigow.rules.coverage import RESULTS, read_mutants, read_results
    from paigow.rules.coverage import coverage as measure
    from paigow.rules.standards import STANDARDS
    from paigow.rules.tested import shipped_results

    shipped = results is None and not RESULTS.exists()
    tested = shipped_results() if shipped else read_results(results or RESULTS)
    found = measure(tested, _prefix(document), _kinds(kind))
    if as_json:
        say_json(found.to_dict())
        return
    for attribute in ("document", "kind"):
        shares = found.by(attribute)
        rows: list[tuple[str, ...]] = [
            (name, f"{good:>4} of {total:>4}", f"{good / total:>7.1%}") for name, (good, total) in shares.items()
        ]
        say(table(rows) + "\n")
    natures = {name: share for name, share in found.by_nature().items() if share[1]}
    seen = natures.get("depicted", (0, 0))[1] - len(found.unseen)
    notes = {
        "enforced": "a test fails if the software ignores the clause",
        "depicted": "furniture and conduct, shown or explained"
        + ("" if shipped else f"; {seen} tested by what a person sees"),
    }
    if shipped:
        say("Results of this release's own tests. In a checkout, run `make test` to measure again.\n")
    say(
        table(
            [
                (name, f"{good:>4} of {total:>4}", f"{good / total:>7.1%}", notes[name])
                for name, (good, total) in natures.items()
            ]
        )
        + "\n"
    )
    good, total = len(found.index) - len(found.uncovered), len(found.index)
    say(
        f"{good} of {total} clauses have a passing test that asserts them" + (f" ({good / total:.1%})" if total else "")
    )
    mutants = read_mutants()
    if broken := {row.id: mutants[row.id] for row in found.index if row.id in mutants}:
        full = sum(not each["survivors"] and not each["untried"] for each in broken.values())
        tried = sum(not each["untried"] for each in broken.values())
        say(
            f"{full} of {len(broken)} clauses that functions name or cite are fully mutation-tested "
            f"({full / len(broken):.1%}); {tried} have been tried in full (make mutants)"
        )
    else:
        say("The share of clauses that are fully mutation-tested is not known here: run `make mutants` in a checkout.")
    for standard in STANDARDS.values():
        if missing := [clause_id for clause_id in found.uncovered if clause_id.startswith(f"{standard.prefix}-")]:
            say(f"\nnot yet in {standard.name} ({len(missing)}):")
            say(fill(" ".join(missing), 118, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False))


@app.command()
def index() -> None:
    """Record which tests assert which clauses. The package carries the list to installations without tests."""
    from paigow.rules.tested import INDEX, collect, to_text

    tests = collect()
    INDEX.write_text(to_text(tests), encoding="utf-8")
    say(f"{INDEX.name}: {len(tests):,} tests, {len({row for rows in tests.values() for row in rows}):,} clauses")


def _prefix(document: str | None) -> str | None:
    from paigow.rules.standards import STANDARDS

    if document is None:
        return None
    for standard in STANDARDS.values():
        if document in (standard.prefix, standard.name, standard.document):
            return standard.prefix
    names = ", ".join(f"{standard.prefix} ({standard.name})" for standard in STANDARDS.values())
    raise PaigowError(f"there is no document {document!r}; the documents are {names}")


def _kinds(kinds: list[str] | None) -> frozenset[str] | None:
    from paigow.rules.clauses import clauses

    known = sorted({clause.kind for clause in clauses().values()})
    for kind in kinds or ():
        if kind not in known:
            raise PaigowError(f"there is no kind {kind!r}; the kinds are {', '.join(known)}")
    return frozenset(kinds) if kinds else None
