"""What was played: rounds, their record, and whether it holds."""

from io import StringIO
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Path, Query, Router

from paigow.record import RecordError, verify
from paigow.web.api.access import person_of
from paigow.web.api.answers import answers
from paigow.web.api.schemas import MOST, RecordIn, Round, RoundPage, SeedChains, Verdict
from paigow.web.api.tables import Limit, Slug
from paigow.web.service import history, proofs, records
from paigow.web.service.authority import found_by
from paigow.web.service.errors import NoSuchRound
from paigow.web.store.models import StoredRound, Table

router = Router(tags=["rounds"])
RoundNumber = Annotated[int, Path(ge=1, le=MOST, example=1)]
TOML = {"200": {"description": "OK", "content": {"application/toml": {"schema": {"type": "string"}}}}}
WHOLE = 100
"""Rounds that are sent at once."""


@router.get("/{slug}/rounds", response=answers({200: RoundPage}))
def list_rounds(
    request: HttpRequest, slug: Slug, before: Annotated[int | None, Query(ge=1, le=MOST)] = None, limit: Limit = 100
) -> Any:
    """The rounds of a table, the latest first."""
    rows = found_by(person_of(request), slug).rounds.order_by("-number")
    if before is not None:
        rows = rows.filter(number__lt=before)
    found = list(rows[: limit + 1])
    return {"rounds": found[:limit], "next": found[limit - 1].number if len(found) > limit else None}


@router.get("/{slug}/chains", response=answers({200: SeedChains}))
def list_chains(request: HttpRequest, slug: Slug) -> Any:
    """The published hash chains of the table's server seeds, signed by the house, oldest first."""
    return {"chains": history.chains(found_by(person_of(request), slug))}


@router.get("/{slug}/rounds/{number}", response=answers({200: Round}))
def get_round(request: HttpRequest, slug: Slug, number: RoundNumber) -> Any:
    """What a round was committed to, and what was revealed."""
    return _round(found_by(person_of(request), slug), number)


@router.get("/{slug}/rounds/{number}/record", response=answers({200: str}), openapi_extra={"responses": TOML})
def get_round_record(request: HttpRequest, slug: Slug, number: RoundNumber) -> Any:
    """The block of a finished round, as it stands in the table's record. For those who played at the table, the floor
    and auditors."""
    table = found_by(person_of(request), slug)
    records.require_may_read(person_of(request), table)
    return _toml(records.text_of(records.round_lines(table, number)))


@router.get("/{slug}/record", response=answers({200: str}), openapi_extra={"responses": TOML})
def get_record(
    request: HttpRequest,
    slug: Slug,
    after: Annotated[int, Query(ge=0, le=MOST)] = 0,
    limit: Annotated[int, Query(ge=1, le=WHOLE)] = WHOLE,
) -> Any:
    """The record of a table from its opening to its last finished round, as many rounds as the limit says. What comes
    `after` a round is the rest; the `Link` of an answer leads there. Put together they are the whole record. For those
    who played at the table, the floor and auditors."""
    table = found_by(person_of(request), slug)
    records.require_may_read(person_of(request), table)
    last = records.last_finished(table)
    through = min(last, after + limit)
    response = _toml(records.text_of(records.record_lines(table, through, after=after)))
    if through < last:
        response["Link"] = f'<{request.path}?after={through}&limit={limit}>; rel="next"'
    return response


@router.get("/{slug}/rounds/{number}/verification", response=answers({200: Verdict}))
def verify_round(request: HttpRequest, slug: Slug, number: RoundNumber) -> Any:
    """Works a finished round out anew: commitment, chance, what the rules make of every command, and the hashes."""
    proof = proofs.prove(found_by(person_of(request), slug), number)
    return _verdict(holds=proof.holds, rounds=1, hash=proof.hash, message=proof.message, clause=proof.clause)


verification = Router(tags=["rounds"])


@verification.post("", response=answers({200: Verdict}))
def verify_record(request: HttpRequest, body: RecordIn) -> Any:
    """Works out a record anew, from whatever table: the first line that does not hold is named."""
    try:
        found = verify(StringIO(body.record, newline="\n"))
    except RecordError as error:
        return _verdict(message=error.message, clause=error.clause, line=error.line)
    return _verdict(holds=True, rounds=found.rounds, hash=found.hash, seeds=found.seeds.data())


def _verdict(**found: Any) -> Verdict:
    nothing: dict[str, Any] = {"holds": False, "rounds": 0, "hash": "", "message": "", "clause": None}
    return Verdict(**(nothing | {"line": None, "seeds": None} | found))


def _round(table: Table, number: int) -> StoredRound:
    found = table.rounds.filter(number=number).first()
    if found is None:
        raise NoSuchRound(f"the table {table.slug} has no round {number}")
    return found


def _toml(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="application/toml; charset=utf-8")
