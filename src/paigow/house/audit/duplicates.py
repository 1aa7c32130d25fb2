"""Audit of duplicate tournaments: commitments, signatures, log entries, and every hand."""

from collections.abc import Iterator

from paigow.errors import PaigowError
from paigow.house.audit.faults import Fault, difference
from paigow.learning import duplicate
from paigow.rules import stored_submission, submission_hash
from paigow.web.people.log_models import SignificantEvent
from paigow.web.seals.sealing import SealBroken, is_signed
from paigow.web.service import duplicates
from paigow.web.store.models import Tournament


def faults() -> Iterator[Fault]:
    log = SignificantEvent.objects.filter(kind=SignificantEvent.Kind.TOURNAMENT).values_list("person", "detail")
    noted = {entry["tournament"]: {**entry, "by": person} for person, entry in log if entry.get("done") == "published"}
    for tournament in Tournament.objects.order_by("pk"):
        for what in _wrong(tournament, noted.pop(tournament.slug, None)):
            yield Fault(tournament.slug, "tournament", what)
    for slug in sorted(noted):
        yield Fault(slug, "tournament", "the row is missing: the house's log tells of it")


def _has_its_rules(tournament: Tournament) -> bool:
    try:
        rules = stored_submission(tournament.submission)
    except PaigowError:
        return False
    return (rules.standard, submission_hash(rules)) == (tournament.standard, tournament.submission_hash)


def _wrong(tournament: Tournament, note: dict[str, str] | None) -> Iterator[str]:
    statement = duplicates.statement(tournament)
    if note is None:
        yield "no note that it was published"
    elif (note["statement"], note["signature"]) != (statement, tournament.signature):
        yield "it is not what was published, by the house's log"
    elif tournament.opened_by != note["by"]:
        yield difference("opened_by", tournament.opened_by, note["by"])
    if not _has_its_rules(tournament):
        yield "its rules are not those of its submission_hash"
        return
    if not is_signed(statement, tournament.signature, tournament.key):
        yield "the signature under its commitment does not hold"
    try:
        secret = duplicates.secret_of(tournament)
    except SealBroken as broken:
        yield str(broken)
        return
    if duplicate.commitment(tournament.slug, secret, tournament.deals).tip.hex() != tournament.tip:
        yield "its secret does not give the tip that was published"
    if tournament.secret not in ("", secret.hex()):
        yield "another secret was revealed than was committed to"
    if (tournament.revealed_at is None) is not (tournament.secret == ""):
        yield f"its secret is {'not ' if tournament.secret == '' else ''}revealed, but revealed_at says otherwise"
    elif tournament.revealed_at is not None and tournament.revealed_at < tournament.deadline:
        yield "its secret was revealed before the deadline"
    for entry in tournament.entries.select_related("tournament").order_by("pk"):
        try:
            play = duplicates.play_of(entry)
        except PaigowError as error:
            yield f"the hands of {entry.person} cannot be played: {error}"
            continue
        if play.is_over is not (entry.finished_at is not None):
            yield f"{entry.person} has set {play.played} of {tournament.deals} hands, but finished_at says otherwise"
