"""Duplicate tournaments: the same deals for everybody, played through the API."""

from typing import Annotated, Any

from django.db.models import Q
from django.http import HttpRequest
from ninja import Path, Router, Status

from paigow.learning.duplicate import PLAYER
from paigow.table.view import view
from paigow.web.api.access import OPEN, PLAY, person_of, reader_of, whole_person
from paigow.web.api.answers import answers
from paigow.web.api.schemas import SLUG, TournamentHand, TournamentIn, TournamentOut, TournamentSetting
from paigow.web.service import duplicates
from paigow.web.service.errors import NoSuchTournament, NotYours
from paigow.web.store.models import Tournament, TournamentEntry
from paigow.web.work.duplicate_scores import ranked

router = Router(tags=["tournaments"])
Slug = Annotated[str, Path(pattern=SLUG, example="duplicate-0123456789ab")]
Number = Annotated[int, Path(ge=1, le=max(duplicates.DEALS), example=1)]


@router.get("", response=answers({200: list[TournamentOut]}))
def list_tournaments(request: HttpRequest) -> Any:
    """Return tournaments that the token's owner has opened or entered."""
    name = person_of(request).username
    rows = Tournament.objects.filter(Q(opened_by=name) | Q(entries__person=name)).distinct().order_by("pk")
    return [_tournament_data(each, name) for each in rows]


@router.post("", response=answers({201: TournamentOut}), auth=PLAY)
def create_tournament(request: HttpRequest, body: TournamentIn) -> Any:
    """Publish a tournament with its commitment; anyone who knows its name can enter until the deadline."""
    made = duplicates.create(whole_person(request), body.standard, body.deals, body.hours, request)
    return Status(201, _tournament_data(made, made.opened_by))


@router.get("/{slug}", response=answers({200: TournamentOut}), auth=OPEN)
def get_tournament(request: HttpRequest, slug: Slug) -> Any:
    """Return the commitment and, for those who may see them, the standings."""
    return _tournament_data(_found(slug), reader_of(request).get_username())


@router.post("/{slug}/entry", response=answers({200: TournamentHand}), auth=PLAY)
def enter_tournament(request: HttpRequest, slug: Slug) -> Any:
    """Enter a tournament; entering again changes nothing."""
    return _hand(duplicates.enter(whole_person(request), _found(slug), request))


@router.get("/{slug}/hand", response=answers({200: TournamentHand}))
def get_tournament_hand(request: HttpRequest, slug: Slug) -> Any:
    """Return the next hand to set. Nobody sees a deal before all earlier hands are set."""
    return _hand(_entry(_found(slug), person_of(request).username))


@router.post("/{slug}/hands/{number}", response=answers({200: TournamentHand}), auth=PLAY)
def set_tournament_hand(request: HttpRequest, slug: Slug, number: Number, body: TournamentSetting) -> Any:
    """Set the next hand, which is final, and get the one after it."""
    tournament = _found(slug)
    duplicates.set_hand(whole_person(request), tournament, number, body.setting)
    return _hand(_entry(tournament, person_of(request).username))


def _found(slug: str) -> Tournament:
    tournament = duplicates.find(slug)
    if tournament is None:
        raise NoSuchTournament("there is no tournament {slug}", slug=slug)
    return tournament


def _entry(tournament: Tournament, name: str) -> TournamentEntry:
    entry = tournament.entries.select_related("tournament").filter(person=name).first()
    if entry is None:
        raise NotYours("enter the tournament first")
    return entry


def _hand(entry: TournamentEntry) -> dict[str, Any]:
    play = duplicates.play_of(entry)
    data = {"number": play.played + 1, "deals": entry.tournament.deals, "done": play.is_over, "pieces": []}
    if play.is_over or duplicates.is_over(entry.tournament):
        return data
    return {**data, "pieces": view(play.state, PLAYER)["round"]["hands"][play.position]["pieces"]}


def _tournament_data(tournament: Tournament, name: str) -> dict[str, Any]:
    data = duplicates.published(tournament)
    if not duplicates.may_compare(tournament, name):
        return data
    entries = list(tournament.entries.select_related("tournament").order_by("pk"))
    standings = [
        {"place": place, "player": each.entry.person, "cost": str(each.cost), "net": each.net}
        for place, each in ranked(entries)
    ]
    return {**data, "standings": standings}
