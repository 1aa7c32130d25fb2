"""Past play: rounds, their records, and verification."""

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from ninja import Path, Query, Router, Status

from paigow.errors import PaigowError
from paigow.web.api.access import OPEN, PLAY, person_of, reader_of, whole_person
from paigow.web.api.answers import answers
from paigow.web.api.schemas import (
    MAX_SAFE_INTEGER,
    RecordIn,
    Round,
    RoundPage,
    SeedChains,
    SharedLink,
    Verdict,
    Working,
)
from paigow.web.api.tables import Limit, Slug
from paigow.web.people.access import check_rate, client_of
from paigow.web.service import history, proofs, records, sharing
from paigow.web.service.authority import found_by
from paigow.web.service.errors import NoSuchRecord, NoSuchRound
from paigow.web.store.models import StoredRound, Table
from paigow.web.work.record_check import KEY, RecordCheck

router = Router(tags=["rounds"])
RoundNumber = Annotated[int, Path(ge=1, le=MAX_SAFE_INTEGER, example=1)]
Key = Annotated[str, Path(pattern=f"^{KEY.pattern}$")]
TOML = "application/toml"
AS_TEXT = {"schema": {"type": "string"}}
RECORD = {"200": {"description": "Lines of a record", "content": {TOML: AS_TEXT, "text/plain": AS_TEXT}}}
WHOLE = 100
"""The number of rounds that may be requested at once."""
AT_A_TIME = 20
"""The number of rounds that are sent at once, since each is rebuilt; a link leads to the next page."""
RECORDS, ROUNDS = 20, 60
"""The number of records and rounds per minute that a client may have verified."""


@router.get("/{slug}/rounds", response=answers({200: RoundPage}), auth=OPEN)
def list_rounds(
    request: HttpRequest,
    slug: Slug,
    before: Annotated[int | None, Query(ge=1, le=MAX_SAFE_INTEGER)] = None,
    limit: Limit = 100,
) -> Any:
    """Return the rounds of a table, latest first."""
    rows = found_by(reader_of(request), slug).rounds.order_by("-number")
    if before is not None:
        rows = rows.filter(number__lt=before)
    found = list(rows[: limit + 1])
    return {"rounds": found[:limit], "next": found[limit - 1].number if len(found) > limit else None}


@router.get("/{slug}/chains", response=answers({200: SeedChains}), auth=OPEN)
def list_chains(request: HttpRequest, slug: Slug) -> Any:
    """Return the published hash chains of the table's server seeds, signed by the house, oldest first."""
    return {"chains": history.chains(found_by(reader_of(request), slug))}


@router.get("/{slug}/rounds/{number}", response=answers({200: Round}), auth=OPEN)
def get_round(request: HttpRequest, slug: Slug, number: RoundNumber) -> Any:
    """Return what a round was committed to, and what was revealed."""
    return _round(found_by(reader_of(request), slug), number)


@router.get("/{slug}/rounds/{number}/record", response=answers({200: str}), openapi_extra={"responses": RECORD})
def get_round_record(request: HttpRequest, slug: Slug, number: RoundNumber) -> Any:
    """Return the block of a finished round as it appears in the table's record.

    For those who played at the table, the floor and auditors.
    """
    table = found_by(person_of(request), slug)
    records.require_may_read(person_of(request), table)
    return _record(request, records.text_of(records.round_lines(table, number)))


@router.get("/{slug}/record", response=answers({200: str}), openapi_extra={"responses": RECORD})
def get_record(
    request: HttpRequest,
    slug: Slug,
    after: Annotated[int, Query(ge=0, le=MAX_SAFE_INTEGER)] = 0,
    limit: Annotated[int, Query(ge=1, le=WHOLE)] = WHOLE,
) -> Any:
    """Return the record of a table from its opening to its last finished round, up to the limit.

    Use `after` to continue after a round; the `Link` header of a response leads there. Concatenated, the responses are
    the whole record. For those who played at the table, the floor and auditors.
    """
    table = found_by(person_of(request), slug)
    records.require_may_read(person_of(request), table)
    last = records.last_finished(table)
    through = min(last, after + min(limit, AT_A_TIME))
    response = _record(request, records.text_of(records.record_lines(table, through, after=after)))
    if through < last:
        response["Link"] = f'<{request.path}?after={through}&limit={limit}>; rel="next"'
    return response


@router.get("/{slug}/rounds/{number}/verification", response=answers({200: Verdict}), auth=OPEN)
def verify_round(request: HttpRequest, slug: Slug, number: RoundNumber) -> Any:
    """Verify a finished round: the commitment, the draws, the events that follow from every command, and the hashes."""
    check_rate("verify-round", client_of(request), ROUNDS, timezone.now(), shared=False)
    proof = proofs.prove(found_by(reader_of(request), slug), number)
    return Verdict(
        holds=proof.holds, rounds=1, hash=proof.hash, message=proof.message, clause=proof.clause, line=None, seeds=None
    )


@router.post("/{slug}/rounds/{number}/share", response=answers({200: SharedLink}), auth=PLAY)
def share_round(request: HttpRequest, slug: Slug, number: RoundNumber) -> Any:
    """Create a link that shows a finished round to everybody as the token's owner saw it.

    It is recorded in the house's log. Repeating the request returns the same link.
    """
    token = sharing.share(whole_person(request), found_by(person_of(request), slug), number, request).token
    preview = reverse("shared-preview", args=(token, "png"))
    return {
        "url": reverse("shared", args=(token,)),
        "embed": reverse("shared-embed", args=(token,)),
        "preview": preview,
    }


@router.delete("/{slug}/rounds/{number}/share", response=answers({204: None}), auth=PLAY)
def withdraw_share(request: HttpRequest, slug: Slug, number: RoundNumber) -> Any:
    """Withdraw the link; it stops working at once."""
    sharing.withdraw(whole_person(request), found_by(person_of(request), slug), number, request)
    return Status(204, None)


verification = Router(tags=["rounds"])


@verification.post("", response=answers({200: Verdict, 202: Working}))
def verify_record(request: HttpRequest, response: HttpResponse, body: RecordIn) -> Any:
    """Verify any table's record. `Location` is where the verdict will be: request it after `Retry-After` seconds."""
    check_rate("verify", client_of(request), RECORDS, timezone.now(), shared=False)
    return _verdict(request, response, RecordCheck.of(body.record))


@verification.get("/{key}", response=answers({200: Verdict, 202: Working}))
def get_verdict(request: HttpRequest, response: HttpResponse, key: Key) -> Any:
    """Return the verdict on a submitted record; it names the first invalid line."""
    check = RecordCheck(key)
    if not check.is_known:
        raise NoSuchRecord("no such record was sent, or it was thrown away by now")
    return _verdict(request, response, check)


def _verdict(request: HttpRequest, response: HttpResponse, check: RecordCheck) -> Any:
    found = check.found()
    if found is None:
        if check.begin(client_of(request)).failed:
            raise PaigowError("the server could not work this record out; `paigow verify` does so at home")
        response["Location"] = f"/api/verification/{check.key}"
        response["Retry-After"] = "1"
        return Status(202, Working())
    if found["holds"] is None:
        minutes = found["minutes"]
        raise PaigowError(f"it takes more than the {minutes} minutes that a server gives it: `paigow verify` does it")
    rounds, digest, message = found.get("rounds", 0), found.get("hash", ""), found.get("message", "")
    line, clause = found.get("line"), found.get("clause")
    verdict = Verdict(
        holds=found["holds"], rounds=rounds, hash=digest, message=message, clause=clause, line=line,
        seeds=found.get("seeds"),
    )  # fmt: skip
    return Status(200, verdict)


def _round(table: Table, number: int) -> StoredRound:
    found = table.rounds.filter(number=number).first()
    if found is None:
        raise NoSuchRound(f"the table {table.slug} has no round {number}")
    return found


def _record(request: HttpRequest, text: str) -> HttpResponse:
    """Return a record as TOML, or as plain text on request: not every client knows the TOML media type."""
    kind = request.get_preferred_type([TOML, "text/plain"]) or TOML
    return HttpResponse(text, content_type=f"{kind}; charset=utf-8")
