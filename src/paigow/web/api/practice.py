"""A person's own practice tables and preferences."""

from dataclasses import asdict
from typing import Any

from django.http import HttpRequest
from ninja import Router

from paigow.web.api.access import PLAY, whole_person
from paigow.web.api.answers import answers
from paigow.web.api.schemas import PracticeIn, PreferencesIn, TableWhole
from paigow.web.api.tables import whole
from paigow.web.people.models import Preferences
from paigow.web.service import practice, seats

router = Router(tags=["practice"])


@router.post("/practice", response=answers({200: TableWhole}), auth=PLAY)
def open_practice_table(request: HttpRequest, body: PracticeIn) -> Any:
    """Open a practice table with a seat and chips for the token's owner, or return a matching open one."""
    wanted = practice.Wanted(body.standard, body.pace, body.bots, body.coach)
    return whole(practice.open_for(whole_person(request), wanted))


@router.get("/preferences", response=answers({200: PreferencesIn}))
def get_preferences(request: HttpRequest) -> Any:
    """Return the preferences of the token's owner, which apply at every table."""
    return asdict(Preferences.read(whole_person(request).preferences))


@router.put("/preferences", response=answers({200: PreferencesIn}), auth=PLAY)
def put_preferences(request: HttpRequest, body: PreferencesIn) -> Any:
    """Save the preferences. They apply from now on, also at tables where the person already sits."""
    wishes = Preferences.read(body.model_dump())
    seats.prefer(whole_person(request), wishes)
    return asdict(wishes)
