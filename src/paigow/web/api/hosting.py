"""Tables that people open for themselves and their friends."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Router, Status

from paigow.web.api.access import PLAY, person_of, whole_person
from paigow.web.api.answers import answers
from paigow.web.api.schemas import SLUG, HostAct, HostedTable, HostIn, Joined
from paigow.web.service import hosting, tables
from paigow.web.service.errors import NoSuchTable
from paigow.web.store.models import Table

router = Router(tags=["hosting"])
Slug = Annotated[str, Path(pattern=SLUG, example="night-0123456789ab")]


@router.get("/hosted", response=answers({200: list[HostedTable]}))
def list_hosted(request: HttpRequest) -> Any:
    """Return the open tables of the token's owner, with their invitations."""
    return [_table_data(table) for table in hosting.hosted_by(person_of(request))]


@router.post("/hosted", response=answers({201: HostedTable}), auth=PLAY)
def host_table(request: HttpRequest, body: HostIn) -> Any:
    """Open a table with a game's packaged rules. `/join/` and `POST /api/invitations/` take its `invitation`."""
    plan = hosting.Plan(body.standard, body.limits, body.pace, body.bots, body.invitation_only)
    return Status(201, _table_data(hosting.open_for(whole_person(request), plan, request)))


@router.post("/hosted/{slug}", response=answers({200: HostedTable}), auth=PLAY)
def control_table(request: HttpRequest, slug: Slug, body: HostAct) -> Any:
    """Pause, resume or close your own table, or free the seat of an inactive player."""
    hosting.act(slug, whole_person(request), body.act, body.player, request)
    return _table_data(tables.find(slug))


@router.post("/invitations/{token}", response=answers({200: Joined}), auth=PLAY)
def accept_invitation(request: HttpRequest, token: Annotated[str, Path(max_length=32)]) -> Any:
    """Accept an invitation: from now on the token's owner sees the table."""
    table = hosting.invited_to(token)
    if table is None:
        raise NoSuchTable("there is no such invitation")
    hosting.accept(whole_person(request), table, request)
    return {"slug": table.slug}


def _table_data(table: Table) -> dict[str, Any]:
    names = ("slug", "title", "standard", "invitation", "paused", "closing", "closed_at")
    return {name: getattr(table, name) for name in names}
