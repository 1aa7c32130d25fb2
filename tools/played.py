"""A house where people and bots have played rounds without waiting, for tests of what it stores.

    python -m tools.played --rounds 3 maryland-tiles maryland-poker

plays in the house that `PAIGOW_DATA` and `DATABASE_URL` name, at tables named like the standards.
"""

import argparse
import os
import uuid


def open_house(slugs: dict[str, str], rounds: int) -> None:
    """Open tables with these rules, each with Ann, Bob and two bots.

    Ann plays, Bob leaves with his chips after a round, and at the end a round is in progress.
    """
    from paigow.rules import load_submission
    from paigow.web.people.models import User
    from paigow.web.people.registration import sign_up
    from paigow.web.service import tables
    from paigow.web.service.attendance import Pace

    pace = Pace(between=0, offer=0, cut=0, bet=0, quiet=0, seeds=0, choose=0, set=0, surrender=0, step=0, bot=0)
    for name in ("ann", "bob"):
        if not User.objects.filter(username=name).exists():
            sign_up(name, "heaven earth man goose")
    for slug, standard in slugs.items():
        bots = {"bot-a": "house-way", "bot-b": "best-low"}
        tables.open_table(slug, load_submission(standard), "operator", pace=pace, bots=bots)
        _play(slug, rounds)


def _play(slug: str, rounds: int) -> None:
    from django.utils import timezone

    from paigow.table import Command, Phase
    from paigow.table.core.engine import can
    from paigow.table.floor.conduct import ComeBack
    from paigow.table.steps.seating import BuyIn, LeaveTable, SitDown
    from paigow.web.service import tables
    from paigow.web.service.dealer import Desk

    def do(command: Command) -> None:
        tables.submit(slug, command, person=command.by, key=str(uuid.uuid4()))

    def steps() -> None:
        desk.attend(slug, timezone.now())
        state = tables.state_of(slug)
        if state.round is None and state.players["ann"].away:
            do(ComeBack(player="ann"))
        if state.round is None and state.rounds == 1 and can(state, LeaveTable(player="bob")):
            do(LeaveTable(player="bob"))
        if state.phase is Phase.BETTING:
            _wager(slug)

    desk = Desk()
    desk.take(slug, timezone.now())
    for _ in range(8):
        desk.attend(slug, timezone.now())
    for name in ("ann", "bob"):
        state = tables.state_of(slug)
        place = next(place for place in state.game.seats if state.at(place) is None)
        do(SitDown(player=name, position=place, seed=f"seed-{name}"))
        do(BuyIn(player=name, amount=100_000))
    while (state := tables.state_of(slug)).rounds < rounds or state.phase is not Phase.SETTING:
        if state.rounds > rounds:  # the last round waited for nobody
            break
        steps()
    desk.release()


def _wager(slug: str) -> None:
    """Place one of Ann's wagers of each kind."""
    from paigow.table import legal_commands
    from paigow.table.steps.wagers import PlaceWager
    from paigow.web.service import tables

    state = tables.state_of(slug)
    placed = {key.kind for key in state.current.wagers if key.player == "ann"}
    for offer in legal_commands(state, "ann"):
        command = offer.command
        if not isinstance(command, PlaceWager) or command.kind in placed:
            continue
        if command.position == state.players["ann"].position:
            tables.submit(slug, command, person="ann", key=f"{command.kind}-{state.rounds}")
            return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("standards", nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "paigow.web.settings")
    from paigow.house.migrating import prepare_database

    prepare_database(practice=False)
    open_house({standard: standard for standard in chosen.standards}, chosen.rounds)


if __name__ == "__main__":
    main()
