"""The dealer of the site: does at every table what is next when it is due.

When something is due, who deals, and until when people are waited for is kept with the table; this process only looks.
A table belongs to one dealing process at a time. Should that process die, another takes its tables over as soon as
its heart has stood still long enough, and gives people back the time during which nobody dealt. So does a process that
lived but could not deal: the database was away, the disk was full, or the machine slept.
"""

import os
import secrets
import socket
import threading
import time
from datetime import datetime, timedelta
from functools import partial

import structlog
from django.db import DatabaseError, InterfaceError, OperationalError, close_old_connections, connection
from django.db.models import Q
from django.utils import timezone

from paigow.errors import PaigowError
from paigow.fairness import new_server_seed
from paigow.table import Command, Phase, TableState
from paigow.table.chance import RoundChance
from paigow.table.core.engine import can
from paigow.table.core.model import FLOOR
from paigow.table.driver import next_opening_command
from paigow.table.floor.equipment import PassTime, RemoveSet, ReplaceDice, require_fit
from paigow.table.steps.closing import BEFORE_DEAL, AbandonRound, CloseRound
from paigow.table.steps.mixing import OpenRound
from paigow.table.steps.opening import TurnSetDown
from paigow.table.steps.seating import LeaveTable
from paigow.table.steps.seeds import CloseSeeds, PublishChain, needs_chain, seeds_missing
from paigow.table.steps.wagers import NoMoreBets, has_main_wager
from paigow.web.fast.precedence import precedence
from paigow.web.observe.metrics import COMMANDS
from paigow.web.people.failures import note_failure
from paigow.web.people.housekeeping import tidy
from paigow.web.service import attendance, bots, duplicates, hosting, notices, seeding, standing
from paigow.web.service.booking import Booking, booking, last_deed
from paigow.web.service.locking import locked, past_deadlocks, writing
from paigow.web.service.outages import note_outage
from paigow.web.service.pace import PHASE, REVEAL, ROUND, Pace, Waiting, later, waits_for
from paigow.web.service.practice import close_idle
from paigow.web.serving.draining import draining
from paigow.web.store import journal
from paigow.web.store.models import Dealer, Table

log = structlog.get_logger("paigow.dealer")

BEAT = 1.0  # seconds between two heartbeats
DEAD = 4.0  # seconds without one after which a dealer counts as dead
STUCK = 30.0  # seconds in which a dealer has looked at no table, after which its heart stops
STANDS_STILL = 10.0  # seconds without a heartbeat after which newcomers are sent elsewhere
TICK = 0.05
MOMENT = 0.03  # seconds for which the dealer gives way to requests before each table
LATE = 1.0  # seconds after which it does not
HOUR = 3600.0
MINUTE = 60.0
JUMP = 1.0  # seconds by which the clock must go back to have been set; a clock that is corrected drifts
MOST = 64  # tables looked at in one go
REFUSED = 5.0  # seconds until a dealer who was refused, or failed, tries again
MOST_STEPS = 400  # of the dealer at one look
WATCHED = 900.0  # seconds for which bots play on for somebody who looks at the table


class Desk:
    """What one process deals."""

    def __init__(self, name: str = "") -> None:
        self.name = name or f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"
        self.draining = False
        now = timezone.now()
        self.me = Dealer.objects.create(name=self.name, started_at=now, beat_at=now)
        self.lived_at = now
        self.moved_at = time.monotonic()  # at the same moment, by a clock that nobody sets
        self._away: tuple[datetime, datetime] | None = None  # from when to when, if tables here still count that time
        self._pulse = threading.Lock()

    def live(self, now: datetime) -> None:
        """Send a heartbeat, and notice whether it was missing for a while."""
        with self._pulse:
            Dealer.objects.filter(pk=self.me.pk).update(beat_at=now)
            if now - self.lived_at > timedelta(seconds=DEAD):
                self._away = self._away[0] if self._away else self.lived_at, now
            self.lived_at = now
            self.moved_at = time.monotonic()

    def beat(self, now: datetime, take_all: bool = False) -> None:
        """Send a heartbeat and take over the tables of dead processes.

        Takes all tables where no other process can be alive.
        """
        self.live(now)
        self._come_back()
        if self.draining:
            return
        orphaned = Q(dealer=None) | Q(dealer__beat_at__lt=now - timedelta(seconds=DEAD))
        if take_all:
            orphaned |= ~Q(dealer=self.me)
        for slug in Table.objects.filter(orphaned, closed_at=None).values_list("slug", flat=True)[:MOST]:
            self.take(slug, now, take_all)

    def take(self, slug: str, now: datetime, even_alive: bool = False) -> None:
        """Take a table over.

        The time since the last sign of life there does not count against anyone, nor that since it was let go in
        mid-round. Whoever still had it has ended without a word.
        """
        dead: Dealer | None = None
        tables = 0
        with locked(slug) as table:
            last, since = table.dealer, table.due_at  # what was let go is due since then
            if last is not None:
                if last.pk == self.me.pk or (not even_alive and last.beat_at >= now - timedelta(seconds=DEAD)):
                    return  # another process already took it
                dead, tables = last, Table.objects.filter(dealer=last, closed_at=None).count()
                since = max(last.beat_at, last_deed(table))
            if since is not None:
                _give_back(table, since, now)
            table.due_at = table.due_at and now
            table.dealer = self.me
            table.save(update_fields=("dealer", "window_at", "deadline_at", "due_at"))
            notices.announce(slug, table.sequence + 1)
        notices.publish(slug)  # the clock of whoever looks on may be another
        log.info("table taken", table=slug, dealer=self.name)
        if dead is not None and note_outage(dead.name, dead.beat_at, tables):
            log.warning("a dealer ended without a word", dealer=dead.name, tables=tables)

    def _come_back(self) -> None:
        """After a while without a sign of life of this process, though nobody has taken its tables.

        They all get that time back, or none does and it is tried again.
        """
        if self._away is None:
            return
        since, until = self._away
        mine = Table.objects.filter(dealer=self.me, closed_at=None).order_by("slug")
        given = []
        with writing():
            for slug in mine.values_list("slug", flat=True):
                with locked(slug) as table:
                    if table.dealer_id == self.me.pk:
                        _give_back(table, max(since, last_deed(table)), until)
                        table.save(update_fields=("window_at", "deadline_at"))
                        notices.announce(slug, table.sequence + 1)
                        given.append(slug)
        self._away = None
        for slug in given:
            notices.publish(slug)
        if given and note_outage(self.name, since, len(given)):
            log.warning("nobody dealt for a while", dealer=self.name, since=since.isoformat(), tables=len(given))

    def set_back(self, by: timedelta) -> None:
        """Handle a clock that was set back.

        Whatever is due at the tables of this process is due that much earlier by the new time, and people keep the
        seconds that they had left.
        """
        mine = Table.objects.filter(dealer=self.me, closed_at=None).order_by("slug")
        ahead = timezone.now() + by / 2  # what is nearer was set by the new time
        with writing():
            for slug in mine.values_list("slug", flat=True):
                with locked(slug) as table:
                    for name in ("due_at", "deadline_at"):
                        if (at := getattr(table, name)) is not None and at > ahead:
                            setattr(table, name, at - by)
                    table.save(update_fields=("due_at", "deadline_at"))
                    notices.announce(slug, table.sequence + 1)
        self.lived_at -= by
        for slug in mine.values_list("slug", flat=True):
            notices.publish(slug)
        log.warning("the clock was set back", seconds=round(by.total_seconds(), 1))

    def release(self) -> None:
        """Leaves the tables to others; called when the process is about to end.

        Whatever they wait for is due now, so that whoever takes them sees since when nobody deals.
        """
        mine = Table.objects.filter(dealer=self.me)
        mine.exclude(due_at=None).update(due_at=timezone.now())
        mine.update(dealer=None)

    def rounds_on(self) -> bool:
        """Whether any table of this process is in mid-round."""
        return Table.objects.filter(dealer=self.me, rounds__closed_at=None, rounds__number__gt=0).exists()

    def deal_due(self, now: datetime) -> int:
        """Do what is due at every table of this process; gives the number of tables looked at.

        A table at which the program fails is out of play until it does not; the others go on. Only a database that is
        away holds up all.
        """
        self._keep_living(now)
        due = Table.objects.filter(dealer=self.me, due_at__lte=now, closed_at=None).order_by("due_at")
        looks = list(due.values_list("slug", "due_at")[:MOST])
        for slug, due_at in looks:
            if due_at is not None and timezone.now() < later(due_at, LATE):
                precedence.give_way(MOMENT)
            self._keep_living(timezone.now())
            try:
                past_deadlocks(partial(self.attend, slug))
            except (OperationalError, InterfaceError):
                raise
            except PaigowError as error:
                log.warning("the dealer was refused", table=slug, error=str(error))
                self._put_off(slug)
            except Exception:
                log.exception("the dealer failed at a table", table=slug)
                note_failure({"dealer": slug})
                self._put_off(slug)
        return len(looks)

    def _keep_living(self, now: datetime) -> None:
        """However many tables there are to look at; none is looked at before it has its time back."""
        if now - self.lived_at > timedelta(seconds=2 * BEAT):
            self.live(now)
        self._come_back()

    def _put_off(self, slug: str) -> None:
        Table.objects.filter(slug=slug, dealer=self.me).update(due_at=later(timezone.now(), REFUSED))

    def attend(self, slug: str, now: datetime | None = None) -> None:
        """One look at one table.

        The bots act, then whoever kept the table waiting too long is played for, then the dealer does what is next, or
        as much as the table's pace has it. All of it is one booking; each action in it is a command of its own.
        """
        with booking(slug, now) as book:
            if book.table.dealer_id != self.me.pk or book.table.due_at is None:
                return
            for _ in range(MOST_STEPS):
                phase, before = book.state.phase, book.state.sequence
                self._bots_act(book)
                standing.act_for_people(book, self._do)
                if self._still_waits(book):
                    return
                if phase is Phase.BETTING:
                    self._bots_act(book)  # a bank that waited for the others' bets stakes now
                self._go_on(book)
                self._close_seeds(book)
                if book.state.sequence == before or not self._goes_further(book, phase):
                    standing.act_for_people(book, self._do)
                    return

    def _go_on(self, book: Booking) -> None:
        """Do what the dealer does next, if anything."""
        table, pace, state = book.table, Pace.of(book.table.pace), book.state
        book.change(due_at=None if state.round is None else later(book.at, pace.step))  # if nothing is to be done
        command = self._between_rounds(book, pace) if state.round is None else self._next(table, state, pace)
        if command is None:
            return
        if isinstance(command, NoMoreBets) or (isinstance(command, AbandonRound) and state.phase is Phase.BETTING):
            standing.count_missed_bets(book)
        if isinstance(command, CloseRound):
            standing.count_misses(book)
        self._do(book, command)
        self._close_seeds(book)

    def _goes_further(self, book: Booking, phase: Phase) -> bool:
        """Whether the dealer does the next step at the same look."""
        stride = Pace.of(book.table.pace).stride
        if stride == ROUND or self._is_skipped(book):
            return True
        return stride == PHASE and book.state.phase is phase and phase is not Phase.FINISHED

    def _is_skipped(self, book: Booking) -> bool:
        """Whether all who play want the reveal, the settlement and the pause to be over."""
        state = book.state
        if state.round is not None and state.phase not in REVEAL:
            return False
        playing = [known for known in attendance.here(book.table, state).values() if not known.out]
        return bool(playing) and all(known.skipped == state.rounds for known in playing)

    def _still_waits(self, book: Booking) -> bool:
        """Whether people have time left; if it is over, what the document has for those who do not act is done."""
        table, state = book.table, book.state
        pace = Pace.of(table.pace)
        waiting = waits_for(state, attendance.here(table, state), pace)
        if waiting is None:
            return False
        until = self._deadline(book, waiting, pace)
        if until is None and not table.closing:
            book.change(due_at=later(book.at, pace.bot) if book.has_written else None)
            return True
        if until is not None and book.at < until:
            book.change(due_at=until)
            return True
        return self._play_for(book, waiting.people)

    def _deadline(self, book: Booking, waiting: Waiting, pace: Pace) -> datetime | None:
        """With what the bots have just done a window may begin, in which nobody could have acted yet."""
        if not pace.clock and book.state.phase is not Phase.SEEDING:  # a page that sends no seed keeps nobody waiting
            return None
        known = book.table.deadline_at if waiting.name == book.table.awaited else None
        return known or later(book.at, max(waiting.seconds, 0.001))

    def _do(self, book: Booking, command: Command, person: str = "") -> None:
        """Perform a dealer's command under a key that names the state it belongs to.

        The key names the state that the command belongs to: no process can do it twice.
        """
        state = book.state
        key = f"{person or 'dealer'}.{state.sequence}"
        secret = b""
        if isinstance(command, PublishChain):
            secret = self.new_seed(state)
            command = seeding.publication(state, secret)
        elif isinstance(command, OpenRound):
            secret = self.round_seed(book.table, state)
            command = seeding.opening(state, secret)
        book.carry_out(command, person or self.name, key[:64], secret)
        COMMANDS.labels(command.verb, "done").inc()

    chained = True  # whether tables that have no chain of seeds get one

    def round_seed(self, table: Table, state: TableState) -> bytes:
        """Return the seed of the round that opens: the next one of the table's chain."""
        return self.new_seed(state) if state.chain is None else journal.chained_seed(table, state.rounds + 1)

    def new_seed(self, state: TableState) -> bytes:
        """Return the secret of a chain, whatever the table looks like."""
        return new_server_seed()

    def _bots_act(self, book: Booking) -> None:
        """Every bot acts as long as it wants to."""
        table = book.table
        while book.state.round is None and not table.closing:
            joining = bots.seating(table, book.state)
            if joining is None or not can(book.state, joining):
                break
            self._do(book, joining, joining.by)
        for name in filter(bots.is_bot, tuple(book.state.players)):
            style = table.bots.get(name, bots.USUAL)
            while (player := book.state.players.get(name)) is not None and not player.away and book.state.round:
                command = bots.bot(table.slug, name, style)(book.state, name)
                if command is None or not can(book.state, command):
                    break
                self._do(book, command, name)
        for given in seeding.bot_seeds(book.state):
            self._do(book, given, given.player)

    def _close_seeds(self, book: Booking) -> None:
        """If everyone who plays has given a seed there is nothing to wait for."""
        for given in seeding.bot_seeds(book.state):
            self._do(book, given, given.player)
        if book.state.phase is Phase.SEEDING and not seeds_missing(book.state):
            self._do(book, CloseSeeds(order=()))

    def _play_for(self, book: Booking, people: tuple[str, ...]) -> bool:
        """Play for an absent person. It is noted as the house's deed."""
        before = book.state.sequence
        for name in people:
            likely = standing.on_behalf(book.state, name)
            command = next((each for each in likely if can(book.state, each)), None)
            if command is not None:
                self._do(book, command, f"deadline-{name}"[:40])
        return book.state.sequence > before

    def _next(self, table: Table, state: TableState, pace: Pace) -> Command | None:
        """Return what the dealer, the floor or the system does next in a round."""
        if state.phase in BEFORE_DEAL and not has_main_wager(state):
            if not state.seated():
                return AbandonRound(reason="nobody is seated")
            if state.phase is Phase.BETTING:
                return AbandonRound(reason="nobody wagers")
        if state.phase is Phase.SEEDING:
            return CloseSeeds(order=())
        drew = bool(state.current.order)
        if state.phase is not Phase.FINISHED or drew:
            chance = RoundChance(state, journal.server_seed(table, state.rounds))
            command = state.game.strategy.dealer(state, chance)
            if command is not None:
                return None if pace.floor and command.role == FLOOR else command
        if state.phase is Phase.FINISHED:
            return CloseRound(seed=journal.server_seed(table, state.rounds).hex())
        return None

    def _between_rounds(self, book: Booking, pace: Pace) -> Command | None:
        table, state = book.table, book.state
        if table.closing:
            return self._close(book)
        if (unwanted := bots.sent_away(table, state)) is not None:
            return LeaveTable(player=unwanted)
        if state.stopped:  # a round that was on has been played to its end
            return None
        if state.phase is not Phase.OPEN and (command := next_opening_command(state)) is not None:
            return command
        if table.paused:
            return None
        if self.draining:  # between rounds is where a table changes hands
            book.change(dealer=None, due_at=book.at)
            return None
        here = [name for name, known in attendance.here(table, state).items() if not known.out]
        if (gone := standing.overdue(book, pace, resting=not here)) is not None:
            standing.give_up_seat(book, gone, self._do)
            return None
        if standing.seat_reserved(book):
            return None
        if not (here or (state.players and (pace.always or self._is_watched(book)))):
            if attendance.people_at(state):
                book.change(due_at=later(book.at, pace.hold / 10))  # to see whether the seats are still wanted
            return None
        if state.phase is Phase.DISPLAY:
            return TurnSetDown()
        seconds = int((book.at - table.opened_at).total_seconds())
        if seconds >= state.now + 60:
            return PassTime(now=seconds)
        try:
            require_fit(state)
        except PaigowError as error:
            replaced = error.clause in state.game.cite("timer.dice")
            return ReplaceDice() if replaced else RemoveSet(reason=str(error))
        if self.chained and needs_chain(state):
            return PublishChain(tip="", length=0)
        return OpenRound(commitment="")

    def _close(self, book: Booking) -> Command | None:
        """Everyone is cashed out, the set leaves, and the table is closed."""
        for name in book.state.players:
            return LeaveTable(player=name)
        if book.state.phase in (Phase.OPEN, Phase.DISPLAY):
            return RemoveSet(reason="the table closes")
        book.change(closed_at=book.at, due_at=None)
        return None

    def _is_watched(self, book: Booking) -> bool:
        """Bots alone play on for somebody who looks on."""
        seen = book.table.watched_at
        return seen is not None and book.at < later(seen, WATCHED)


def clock_offset() -> float:
    """Return the clock on the wall against one that nobody sets: their difference moves when the former is set."""
    return time.time() - time.monotonic()


def _give_back(table: Table, since: datetime, until: datetime) -> None:
    """Extend the deadlines by the time in which nobody dealt."""
    gone = max(until - since, timedelta(0))
    if table.deadline_at:
        table.deadline_at += gone
    if table.window_at:
        table.window_at += gone


class Heart(threading.Thread):
    """Keep the heartbeat going while the dealer is busy; stop it if the loop is stuck."""

    def __init__(self, desk: Desk, every: float = BEAT) -> None:
        super().__init__(name="paigow-heart", daemon=True)
        self._desk, self._every = desk, every
        self._stop_now = threading.Event()
        self.moved_at = time.monotonic()

    def run(self) -> None:
        while not self._stop_now.wait(self._every):
            if time.monotonic() - self.moved_at > STUCK:
                continue
            try:
                self._desk.live(timezone.now())
            except DatabaseError:
                close_old_connections()
        connection.close()

    def stop(self) -> None:
        self._stop_now.set()


class DealerThread(threading.Thread):
    """Deals until it is told to stop; neither a database that is away for a moment nor a failure ends it."""

    def __init__(self) -> None:
        super().__init__(name="paigow-dealer", daemon=True)
        self._stop_now = threading.Event()
        self._busy = True
        self.desk: Desk | None = None
        self._heart: Heart | None = None

    def run(self) -> None:
        last, tidied, swept = 0.0, -HOUR, -MINUTE
        offset = clock_offset()
        while not self._stop_now.is_set():
            try:
                if self.desk is None:
                    self.desk = Desk()
                    alone = connection.vendor == "sqlite"
                    self.desk.beat(timezone.now(), take_all=alone)
                    if not alone:
                        self._heart = Heart(self.desk)
                        self._heart.start()
                if (jump := clock_offset() - offset) < -JUMP:
                    self.desk.set_back(timedelta(seconds=-jump))
                offset += jump
                if time.monotonic() - last >= BEAT:
                    last = time.monotonic()
                    self.desk.draining = draining.begun
                    self.desk.beat(timezone.now())
                    self._busy = not draining.begun or self.desk.rounds_on()  # else nobody asks
                if time.monotonic() - tidied >= HOUR:
                    tidied = time.monotonic()
                    tidy(timezone.now())
                if time.monotonic() - swept >= MINUTE:
                    swept = time.monotonic()
                    close_idle(timezone.now())
                    hosting.close_idle(timezone.now())
                    duplicates.reveal_due(timezone.now())
                if self._heart is not None:
                    self._heart.moved_at = time.monotonic()
                if not self.desk.deal_due(timezone.now()):
                    self._stop_now.wait(TICK)
            except DatabaseError:
                log.exception("the database is away")
                close_old_connections()
                self._stop_now.wait(1.0)
            except Exception:
                log.exception("the dealer failed")
                self._stop_now.wait(1.0)
        self._end()

    def _end(self) -> None:
        if self._heart is not None:
            self._heart.stop()
        try:
            if self.desk is not None:
                self.desk.release()
        except DatabaseError:
            log.warning("tables could not be released; they will be taken over")
        connection.close()

    def stop(self) -> None:
        self._stop_now.set()

    def is_dealing(self) -> bool:
        """Whether it has shown lately that it can."""
        if self.desk is None or not self.is_alive():
            return False
        return time.monotonic() - self.desk.moved_at < STANDS_STILL

    def is_busy(self) -> bool:
        """Whether rounds are on at tables of this process; asked when the process is about to end."""
        return self._busy
