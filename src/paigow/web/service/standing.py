"""Actions that the house takes for people without asking each time.

It applies their preferences, acts when they miss their turn, and seats those who have reserved a seat.
"""

from collections.abc import Callable
from dataclasses import replace

from django.db import transaction

from paigow.errors import PaigowError
from paigow.table import Command, Phase, TableState
from paigow.table.awaited import ask_of
from paigow.table.boxes.dealer_sets import AskDealerToSet, ConfirmHand
from paigow.table.boxes.staking import YieldBank
from paigow.table.cards.card_cut import PassCut
from paigow.table.core.model import BANK_STAKE, MAIN
from paigow.table.floor.conduct import WalkAway
from paigow.table.floor.irregularities import PlayOn
from paigow.table.steps.banking import PassBank, bank_position
from paigow.table.steps.seating import BuyIn, LeaveTable, SitDown
from paigow.table.steps.setting import LookAtHand, SetBankHand, SetHand, to_set
from paigow.table.steps.wagers import PlaceWager
from paigow.text import Text
from paigow.web.service import attendance
from paigow.web.service.attendance import ASKED, BY_HOST, MISSED, NOBODY, REMOVED, Attendance, Pace
from paigow.web.service.booking import Booking

Do = Callable[[Booking, Command, str], None]
PATIENCE = 5  # factor on the number of rounds for somebody who chose to sit out


def act_for_people(book: Booking, do: Do) -> None:
    """Apply people's preferences until there is nothing left to apply."""
    for name in attendance.here(book.table, book.state):
        while (command := _wished(book.state, name, book.attendance(name))) is not None:
            do(book, command, f"standing-{name}"[:40])
        _rebet(book, name)


def _wished(state: TableState, name: str, known: Attendance) -> Command | None:
    """Return the command that the person's preferences call for now.

    A person who is sitting out takes neither the bank nor the cut.
    """
    ask = ask_of(state, name)
    if ask is None:
        return None
    if state.phase is Phase.OFFERING and (known.out or known.wishes.pass_bank):
        return PassBank(player=name)
    if state.phase is Phase.CUTTING and (known.out or known.wishes.never_cut):
        return PassCut(player=name)
    if LookAtHand in ask.kinds and known.wishes.pick_up:
        position = next(iter(to_set(state, name))) if state.phase is Phase.SETTING else bank_position(state)
        return LookAtHand(player=name, position=position)
    return None


def _rebet(book: Booking, name: str) -> None:
    """Repeat the bets of the last round, once per round, as far as possible."""
    state, known = book.state, book.attendance(name)
    if state.phase is not Phase.BETTING or not known.wishes.rebet or known.out or known.rebet == state.rounds:
        return
    if name not in state.players or any(key.player == name for key in state.current.wagers):
        return
    book.note(name, replace(known, rebet=state.rounds))
    for position, kind, amount in known.last:
        command = PlaceWager(player=name, position=position, kind=kind, amount=amount)
        _attempt(book, command, f"standing-{name}"[:40], f"standing-{name}"[:40] + f".{book.state.sequence}")


def _attempt(book: Booking, command: Command, person: str, key: str) -> Text | None:
    """Carry out a command or report why not: one person's limit or empty wallet must not hold up the others."""
    try:
        with transaction.atomic():
            book.carry_out(command, person, key)
    except PaigowError as error:
        return error.text
    return None


def on_behalf(state: TableState, name: str) -> list[Command]:
    """Return the commands to try, in order, for a person who does not act."""
    found: list[Command] = []
    match state.phase:
        case Phase.OFFERING:
            found = [PassBank(player=name)]
        case Phase.CUTTING:
            found = [PassCut(player=name)]
        case Phase.BETTING:
            found = [YieldBank(player=name)] if state.current.bank.player == name else []
        case Phase.SETTING:
            found = [WalkAway(player=name)]
            found += [PlayOn(player=name, position=position) for position in sorted(state.current.choices)]
            for position in to_set(state, name):
                hand = state.current.hands[position]
                house = state.game.kit.house_set(hand.pieces).setting
                found += [AskDealerToSet(player=name, position=position), LookAtHand(player=name, position=position)]
                found.append(SetHand(player=name, position=position, setting=house))
        case Phase.BANKING:
            found = [
                ConfirmHand(player=name),
                WalkAway(player=name),
                PlayOn(player=name, position=bank_position(state)),
            ]
            found += [AskDealerToSet(player=name, position=bank_position(state))]
            found += [LookAtHand(player=name, position=bank_position(state))]
            hand = state.current.hands[bank_position(state)]
            found.append(SetBankHand(player=name, setting=state.game.kit.house_set(hand.pieces).setting))
    return found


def count_missed_bets(book: Booking) -> None:
    """Close the betting: everyone who neither bet nor pressed Deal sits out from now on, and nobody waits for them."""
    state = book.state
    betting = {key.player for key in state.current.wagers if key.kind in (MAIN, BANK_STAKE)} | {
        state.current.bank.player
    }
    for name, known in attendance.here(book.table, state).items():
        if name not in betting and not known.out and known.done != f"{state.rounds}/{Phase.BETTING}":
            book.note(name, replace(known, out=MISSED))


def count_misses(book: Booking) -> None:
    """Count a miss for everyone who did nothing this round.

    For people who are sitting out or have left, count one more round away.
    """
    for name in attendance.people_at(book.state):
        known = book.attendance(name)
        if known.out or book.state.players[name].away:
            book.note(name, replace(known, misses=known.misses + 1))


def overdue(book: Booking, pace: Pace, resting: bool) -> str | None:
    """Return somebody who loses their seat because they have been away too long.

    Too long means too many rounds and enough time to come back, or too much time at a table that `rests` because nobody
    is playing. The host's removal takes effect at once.
    """
    for name in sorted(attendance.people_at(book.state)):
        known = book.attendance(name)
        if not (known.out or book.state.players[name].away) or not pace.clock:
            continue
        patience = PATIENCE if known.out == ASKED else 1
        idle = book.at.timestamp() - known.seen
        gone = known.misses >= pace.misses * patience and (idle >= pace.away or known.misses >= REMOVED)
        if gone or (resting and idle >= pace.hold * patience):
            return name
    return None


def give_up_seat(book: Booking, name: str, do: Do) -> None:
    """Give up a seat on a person's behalf. They are notified when they next look at the table."""
    rounds = book.attendance(name).misses
    do(book, LeaveTable(player=name), "")
    book.note(name, Attendance(lost=BY_HOST if rounds >= REMOVED else f"missed {rounds}"))


def seat_reserved(book: Booking) -> bool:
    """Seat the people who reserved a seat, now that the round is over; a bot makes room if no seat is free."""
    state, table = book.state, book.table
    waiting = [name for name in table.attendance if book.attendance(name).reserved is not None]
    for name in waiting:
        wish = book.attendance(name).reserved
        if wish is None or name in state.players:
            book.note(name, None if name not in state.players else replace(book.attendance(name), reserved=None))
            continue
        free = [place for place in state.game.seats if state.at(place) is None]
        if not free:
            bot = next((each for each in reversed(tuple(state.players)) if attendance.is_bot(each)), None)
            if bot is None:
                continue  # people stay; the reservation waits for the next round
            table.bots = {each: style for each, style in table.bots.items() if each != bot}
            book.change(bots=table.bots)
            book.carry_out(LeaveTable(player=bot), bot, f"room.{state.sequence}")
            free = [place for place in book.state.game.seats if book.state.at(place) is None]
        place = wish.position if wish.position in free else free[0]
        sit = SitDown(player=name, position=place)
        book.note(name, NOBODY)
        why = _attempt(book, sit, name, f"reserved.{book.state.sequence}")
        if not why and wish.chips:
            buy = BuyIn(player=name, amount=wish.chips)
            why = _attempt(book, buy, name, f"reserved.{book.state.sequence}")
        if why:
            book.note(name, replace(book.attendance(name), lost=why))
        return True
    return False
