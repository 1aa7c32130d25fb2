"""A dealer's visit to one table."""

from collections.abc import Iterator
from datetime import datetime

from paigow.errors import PaigowError
from paigow.fairness import chain_of, commit, derived_seed, new_server_seed
from paigow.table import Command, Phase, TableState
from paigow.table.chance import RoundChance
from paigow.table.core.model import FLOOR
from paigow.table.driver import next_opening_command
from paigow.table.floor.equipment import PassTime, RemoveSet, ReplaceDice, require_fit
from paigow.table.steps.banking import can_be_dealt
from paigow.table.steps.closing import BEFORE_DEAL, AbandonRound, CloseRound
from paigow.table.steps.mixing import REVISION, OpenRound
from paigow.table.steps.opening import TurnSetDown
from paigow.table.steps.seating import LeaveTable
from paigow.table.steps.seeds import (
    CloseSeeds,
    GiveSeed,
    PublishChain,
    contributors,
    needs_chain,
    protocol_of,
    publication,
    seeds_missing,
)
from paigow.table.steps.wagers import NoMoreBets
from paigow.web.observe.metrics import COMMANDS
from paigow.web.service import attendance, bots, standing
from paigow.web.service.attendance import PHASE, REVEAL, ROUND, SHOWN, Pace, Waiting, later, waits_for
from paigow.web.service.booking import Booking, booking
from paigow.web.store import journal
from paigow.web.store.models import Dealer, Table

MOST_STEPS = 400  # dealer steps in one visit
WATCHED = 900.0  # seconds for which bots keep playing for a spectator


class Dealing:
    """A dealer at a table. It knows nothing about other tables and processes."""

    name: str
    me: Dealer
    draining: bool

    def attend(self, slug: str, now: datetime | None = None) -> None:
        """Visit one table.

        The bots act, the house plays for absent players, and then the dealer performs the next step, or as many as the
        table's pace allows. All of this is one booking, in which each action is a separate command.
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
                    self._bots_act(book)  # a bank that waited for the others' bets puts up its stake now
                self._go_on(book)
                self._close_seeds(book)
                if book.state.sequence == before or not self._goes_further(book, phase):
                    standing.act_for_people(book, self._do)
                    return

    def _go_on(self, book: Booking) -> None:
        """Perform the dealer's next step, if there is one."""
        table, pace, state = book.table, Pace.of(book.table.pace), book.state
        book.change(due_at=None if state.round is None else later(book.at, pace.step))  # if there is nothing to do
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
        """Return whether the dealer performs another step in the same visit."""
        stride = Pace.of(book.table.pace).stride
        if stride == ROUND or self._is_skipped(book):
            return True
        return (
            stride == PHASE
            and (book.state.phase is phase or book.state.phase not in SHOWN)
            and phase is not Phase.FINISHED
        )

    def _is_skipped(self, book: Booking) -> bool:
        """Return whether all players have asked to skip the reveal, the settlement and the pause."""
        state = book.state
        if state.round is not None and state.phase not in REVEAL:
            return False
        playing = [known for known in attendance.here(book.table, state).values() if not known.out]
        return bool(playing) and all(known.skipped == state.rounds for known in playing)

    def _still_waits(self, book: Booking) -> bool:
        """Return whether people have time left; if not, act as the document prescribes for those who did nothing."""
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
        """Return the current deadline. The bots may just have opened a window in which nobody could have acted yet."""
        if not pace.clock and book.state.phase is not Phase.SEEDING:  # do not wait for a page that sends no seed
            return None
        known = book.table.deadline_at if waiting.name == book.table.awaited else None
        return known or later(book.at, max(waiting.seconds, 0.001))

    def _do(self, book: Booking, command: Command, person: str = "") -> None:
        """Perform a dealer command under a key derived from the state, so that no two processes can both perform it."""
        state = book.state
        key = f"{person or 'dealer'}.{state.sequence}"
        secret = b""
        if isinstance(command, PublishChain):
            secret = self.new_seed(state)
            command = publication(chain_of(state.table_id, state.rounds + 1, secret))
        elif isinstance(command, OpenRound):
            secret = self.round_seed(book.table, state)
            command = opening(state, secret)
        book.carry_out(command, person or self.name, key[:64], secret)
        COMMANDS.labels(command.verb, "done").inc()

    chained = True  # whether tables without a seed chain get one

    def round_seed(self, table: Table, state: TableState) -> bytes:
        """Return the seed for the round about to open: the next one in the table's chain."""
        if state.chain is None:
            return self.new_seed(state)
        return journal.chained_seed(table.slug, state.chain.tip, state.rounds + 1)

    def new_seed(self, state: TableState) -> bytes:
        """Return the secret of a new chain, independent of the table's state."""
        return new_server_seed()

    def _bots_act(self, book: Booking) -> None:
        """Let every bot act as long as it wants to."""
        table = book.table
        while book.state.round is None and not table.closing:
            joining = bots.seating(table, book.state)
            if joining is None or not book.accepts(joining):
                break
            self._do(book, joining, joining.by)
        for name in filter(attendance.is_bot, tuple(book.state.players)):
            style = table.bots.get(name, bots.USUAL)
            while (player := book.state.players.get(name)) is not None and not player.away and book.state.round:
                command = bots.move(table.slug, name, style, book.state)
                if command is None or not book.accepts(command):
                    break
                self._do(book, command, name)
        for given in _bot_seeds(book.state):
            self._do(book, given, given.player)

    def _close_seeds(self, book: Booking) -> None:
        """Stop waiting for seeds once every player has given one."""
        for given in _bot_seeds(book.state):
            self._do(book, given, given.player)
        if book.state.phase is Phase.SEEDING and not seeds_missing(book.state):
            self._do(book, CloseSeeds(order=()))

    def _play_for(self, book: Booking, people: tuple[str, ...]) -> bool:
        """Play for an absent person. The action is recorded as the house's."""
        before = book.state.sequence
        for name in people:
            likely = standing.on_behalf(book.state, name)
            command = next((each for each in likely if book.accepts(each)), None)
            if command is not None:
                self._do(book, command, f"deadline-{name}"[:40])
        return book.state.sequence > before

    def _next(self, table: Table, state: TableState, pace: Pace) -> Command | None:
        """Return the next command of the dealer, the floor or the system in a round."""
        if state.phase in BEFORE_DEAL and not can_be_dealt(state):
            if not state.seated():
                return AbandonRound(reason="nobody is seated")
            if state.phase is Phase.BETTING:
                return AbandonRound(reason="nobody wagers")
        if state.phase is Phase.SEEDING:
            return CloseSeeds(order=())
        drew = bool(state.current.stack.order)
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
        if state.stopped:  # the current round has been played to its end
            return None
        if state.phase is not Phase.OPEN and (command := next_opening_command(state)) is not None:
            return command
        if table.paused:
            return None
        if self.draining:  # a table changes hands between rounds
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
                book.change(due_at=later(book.at, pace.hold / 10))  # to check whether the seats are still wanted
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
        return OpenRound(commitment="", revision=REVISION)

    def _close(self, book: Booking) -> Command | None:
        """Cash everyone out, remove the cards or tiles, and close the table."""
        for name in book.state.players:
            return LeaveTable(player=name)
        if book.state.phase in (Phase.OPEN, Phase.DISPLAY):
            return RemoveSet(reason="the table closes")
        book.change(closed_at=book.at, due_at=None)
        return None

    def _is_watched(self, book: Booking) -> bool:
        """Return whether a spectator keeps a table of bots playing."""
        seen = book.table.watched_at
        return seen is not None and book.at < later(seen, WATCHED)


def opening(state: TableState, seed: bytes) -> OpenRound:
    """Return the command that opens the next round with a commitment to its seed."""
    rules = bytes.fromhex(state.game.submission_hash)
    named = (state.table_id, state.rounds + 1, seed)
    sealed = str(commit(*named, submission=rules, protocol=protocol_of(state)))
    return OpenRound(commitment=sealed, revision=REVISION)


def _bot_seeds(state: TableState) -> Iterator[GiveSeed]:
    """Yield the seeds of the bots that are playing, once betting is closed. They are derived from the commitment."""
    if state.phase is not Phase.SEEDING:
        return
    commitment, places = state.current.commitment, contributors(state)
    for name in filter(attendance.is_bot, seeds_missing(state)):
        yield GiveSeed(player=name, seed=derived_seed(commitment, places[name]), commitment=commitment)
