"""The results of the round in words and money, from the public events of its settlement.

Every amount a player is paid, loses or gets back is a line with its clause; a player's lines add up to the round's net
result.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from paigow.comparison import HandComparison, Result, Winner
from paigow.hands.pieces import Setting
from paigow.money import Movement, bet, rack
from paigow.money.ledger import EXCHANGES, RETURNS, STAKE_RETURNS
from paigow.poker.card import RANKS
from paigow.poker.evaluator import HandRank
from paigow.table import Event, Game
from paigow.table.boxes.staking import BankUncovered
from paigow.table.cards.envy import EnvyPaid
from paigow.table.cards.jacks import DealerCardsShown, JacksDeclared
from paigow.table.cards.progressive import ProgressiveHit, ProgressivePaid
from paigow.table.core.model import DEALER, MAIN, WagerKey
from paigow.table.floor.irregularities import HouseHandReset, standing
from paigow.table.steps.banking import BankAccepted
from paigow.table.steps.delivery import Delivered
from paigow.table.steps.setting import BankHandExposed, HouseHandSet
from paigow.table.steps.settlement import BankSettled, HandExposed, RoundSettled, WagerSettled
from paigow.table.steps.side_wagers import SideWagerSettled
from paigow.table.steps.surrender import Surrendered
from paigow.table.steps.wagers import WagerPlaced, WagerWithdrawn
from paigow.web.pages import words
from paigow.web.pages.table.model import Half, HandResult, Paid
from paigow.web.pages.table.pieces import HandView, advice_link, piece_view, setting_view, short
from paigow.web.pages.words import phrase
from paigow.web.people.display import called

Settled = WagerSettled | SideWagerSettled | Surrendered | ProgressiveHit | ProgressivePaid
END = HandExposed | Surrendered
DECISIVE = HandExposed | Settled | EnvyPaid | BankSettled | RoundSettled
"""Events without which a round has no outcome, unless a bet was returned."""


def net_of(events: Iterable[Event], viewer: str) -> int:
    """Return the viewer's net result of the round so far, without chips bought or changed."""
    mine = rack(viewer)
    moves = [move for event in events for move in event.transfers if move.kind not in EXCHANGES]
    return sum(move.amount for move in moves if move.credit == mine) - sum(
        move.amount for move in moves if move.debit == mine
    )


def wagers_of(events: Iterable[Event]) -> dict[WagerKey, int]:
    """Return the wagers on the table when betting closed."""
    placed: dict[WagerKey, int] = {}
    for event in events:
        if isinstance(event, WagerPlaced):
            placed[event.wager] = event.amount
        elif isinstance(event, WagerWithdrawn):
            placed.pop(event.wager, None)
    return placed


def outcomes(events: Sequence[Event], viewer: str, game: Game, bank: int | None) -> Iterator[HandResult]:
    """Yield the results position by position in the document's order, with the viewer's own first."""
    found = list(_outcomes(standing(events), viewer, game, bank))
    yield from sorted(found, key=lambda outcome: not outcome.mine)


def _outcomes(events: Sequence[Event], viewer: str, game: Game, bank: int | None) -> Iterator[HandResult]:
    house, banks = bank_setting(events, bank), bankers(events)
    placed = wagers_of(events)
    jacks = next((event for event in events if isinstance(event, JacksDeclared)), None)
    ends: dict[int, END] = {}
    settled: dict[int, dict[WagerKey, Settled]] = defaultdict(dict)  # settling again replaces the earlier result
    for event in events:
        if isinstance(event, HandExposed):
            ends[event.position] = event
            settled.setdefault(event.position, {})
        elif isinstance(event, WagerSettled | SideWagerSettled | Surrendered | ProgressiveHit | ProgressivePaid):
            if isinstance(event, Surrendered):
                ends[event.wager.position] = event
            if event.wager.player != DEALER:
                settled[event.wager.position][event.wager] = event
    for position, found in settled.items():
        end = ends.get(position)
        lines = [_paid(event, placed, viewer) for event in found.values()]
        mine = any(key.player == viewer for key in found)
        label = words.place(position, game)
        if isinstance(end, HandExposed):
            yield HandResult(
                position,
                label,
                end.result.value,
                _headline(end, mine),
                mine,
                call=phrase(end.call) if end.call else "",
                halves=tuple(_halves(end, house, game)) if house is not None and not end.foul else (),
                money=tuple(lines),
                clause=game.cite("foul")[0] if end.foul else end.match.clause,
                advice="" if end.foul else advice_link(game, end.setting, house),
                hand=setting_view(end.setting, game, foul=end.foul),
                house=setting_view(house, game) if house is not None else None,
                banked=bool(banks),
            )
        elif isinstance(end, Surrendered):
            who = {"player": called(end.wager.player)}
            headline = _("You surrendered") if mine else _("%(player)s surrendered") % who
            yield HandResult(position, label, "lose", headline, mine, money=tuple(lines), clause=end.clauses[0])
        elif jacks is not None:
            number = {2: _("two"), 3: _("three"), 4: _("four")}.get(jacks.jacks, str(jacks.jacks))
            headline = _("Dealer has %(jacks)s jacks — all bets lose") % {"jacks": number}
            yield HandResult(
                position, label, "lose", headline, mine, money=tuple(lines), clause=jacks.clauses[0],
                house=open_hand(events),
            )  # fmt: skip
    own = setting_view(house, game) if house is not None and viewer in banks else None
    for event in events:
        if isinstance(event, EnvyPaid):
            yield _envy(event, viewer, game)
        elif isinstance(event, BankSettled) and bank is not None:
            yield replace(_bank_outcome(event, viewer, bank), hand=own)
        elif viewer and (back := _returned(event, viewer)):
            headline = _("Your %(sum)s is returned") % {"sum": short(back)}
            yield HandResult(0, _("Bet"), "push", headline, True, clause=event.clauses[0])
    settled_by = next((event for event in events if isinstance(event, RoundSettled)), None)
    if viewer and bank is not None and settled_by is not None:
        lost = [replace(found, hand=own) for found in _stake_lost(events, viewer, bank)]
        yield from lost
        moved = any(net_of((event,), viewer) for event in events if isinstance(event, BankSettled))
        if viewer in bankers(events) and not lost and not moved:
            even = _("The bank breaks even")
            yield HandResult(bank, _("Bank"), "push", even, True, clause=settled_by.clauses[0], hand=own)


def _envy(event: EnvyPaid, viewer: str, game: Game) -> HandResult:
    fields = {"player": called(event.player), "won": short(event.amount), "place": words.place(event.position, game)}
    headline = _("%(player)s wins a %(won)s envy bonus for %(place)s") % fields
    line = Paid(phrase(event.hand), event.clauses[-1:])
    name = words.word(words.KINDS, event.kind)
    return HandResult(
        event.position, name, "win", headline, event.player == viewer, money=(line,), clause=event.clauses[0],
        brings=event.amount,
    )  # fmt: skip


def _returned(event: Event, viewer: str) -> int:
    moves = (move for move in event.transfers if move.kind in RETURNS and move.credit == rack(viewer))
    return sum(move.amount for move in moves)


def bankers(events: Iterable[Event]) -> set[str]:
    """Return the players who held the bank at the end."""
    found: set[str] = set()
    for event in events:
        if isinstance(event, BankAccepted):
            found = {event.player, *event.sharers}
        elif isinstance(event, BankUncovered) and not event.co:
            found = set()
    return found


def _stake_lost(events: Sequence[Event], viewer: str, bank: int) -> Iterator[HandResult]:
    """Yield the amounts that winners were paid from the bank's stake (New Zealand)."""
    mine, lost, clause = rack(viewer), 0, ""
    for event in events:
        for move in event.transfers:
            if move.debit == mine and move.kind is Movement.STAKE:
                lost, clause = lost + move.amount, move.clause
            elif move.credit == mine and move.kind in STAKE_RETURNS:
                lost, clause = lost - move.amount, move.clause
    if lost > 0:
        headline = _("The bank loses %(sum)s of its stake") % {"sum": short(lost)}
        yield HandResult(bank, _("Bank"), "lose", headline, True, clause=clause, brings=-lost)


def bank_setting(events: Iterable[Event], bank: int | None) -> Setting | None:
    found = None
    for event in events:
        if isinstance(event, HouseHandSet | BankHandExposed | HouseHandReset) and event.position == bank:
            found = event.setting
    return found


def open_hand(events: Sequence[Event]) -> HandView | None:
    """Return the dealer's cards if they were turned up before anybody set a hand (DO-R2.s2)."""
    shown = next((event.position for event in events if isinstance(event, DealerCardsShown)), None)
    dealt = (dict(event.hands) for event in events if isinstance(event, Delivered))
    found = next((hands[shown] for hands in dealt if shown in hands), None) if shown is not None else None
    return None if found is None else HandView(pieces=tuple(map(piece_view, found)), status="exposed")


def _headline(event: HandExposed, mine: bool) -> str:
    if event.foul:
        return _("Foul hand — you lose") if mine else _("Foul hand — it loses")
    said = {
        Result.WIN: _("Both hands win"),
        Result.PUSH: _("Push — one hand each"),
        Result.LOSE: _("Both hands lose"),
    }
    return words.bracketed(said[event.result], phrase(event.call)) if event.call else said[event.result]


def _halves(event: HandExposed, house: Setting, game: Game) -> Iterator[Half]:
    """Yield the low hands first, since they are shown on the left."""
    names = zip(words.setting_names(event.setting, game), words.setting_names(house, game), strict=True)
    ranks = zip(game.kit.ranks(event.setting), game.kit.ranks(house), strict=True)
    high, low = (_with_kicker(*both, *compared) for both, compared in zip(names, ranks, strict=True))
    for label, (mine, theirs), compared in (
        (_("Low"), low, event.match.low),
        (_("High"), high, event.match.high),
    ):
        yield Half(label, mine, theirs, compared.winner.value, _outcome_words(compared), compared.clause)


def _with_kicker(mine: str, theirs: str, my_rank: object, their_rank: object) -> tuple[str, str]:
    """Return the names of two hands, each with the card that decides between them if the names are the same."""
    if mine == theirs and isinstance(my_rank, HandRank) and isinstance(their_rank, HandRank):
        for pair in zip(my_rank.ranks, their_rank.ranks, strict=True):
            if pair[0] != pair[1]:
                kicker = _("%(hand)s, %(card)s kicker")
                first, second = (kicker % {"hand": mine, "card": _symbol(rank)} for rank in pair)
                return first, second
    return mine, theirs


def _symbol(rank: int) -> str:
    return RANKS[rank - 2].replace("T", "10")


def _outcome_words(compared: HandComparison) -> str:
    match compared.winner:
        case Winner.PLAYER:
            return _("beats")
        case Winner.BANK:
            return _("loses to")
        case Winner.COPY:
            return _("is a copy, so it loses to")


def _paid(event: Settled, placed: dict[WagerKey, int], viewer: str) -> Paid:
    """Return the result of one wager, to the cent."""
    text, brings = _sentence(event, placed, viewer)
    clauses = tuple(dict.fromkeys((event.clauses[0], event.clauses[-1])))
    return Paid(text, clauses, brings if event.wager.player == viewer else 0, side=event.wager.kind != MAIN)


def _whose(key: WagerKey, viewer: str) -> str:
    if key.kind == MAIN:
        return _("Your bet") if key.player == viewer else called(key.player)
    name = words.bet_name(key.kind)
    if key.player == viewer:
        return name
    return _("%(player)s’s %(bet)s") % {"player": called(key.player), "bet": name}


def _sentence(event: Settled, placed: dict[WagerKey, int], viewer: str) -> tuple[str, int]:
    """Return the sentence, and the player's gain from the wager."""
    key = event.wager
    whose = _whose(key, viewer)
    area = bet(key.position, key.kind, key.player)
    amount = sum(move.amount for move in event.transfers if move.debit == area) or placed.get(key, 0)
    fields = {"whose": whose, "sum": short(amount)}
    match event:
        case ProgressiveHit():
            text = _("%(whose)s: the floor is checking the payout") % fields
            return words.bracketed(text, phrase(event.hand)), 0
        case ProgressivePaid():
            text = _("%(whose)s pays %(won)s on %(sum)s") % {**fields, "won": short(event.amount)}
            return words.bracketed(text, phrase(event.hand)), event.amount - amount
        case Surrendered():
            return _("%(whose)s loses %(sum)s") % fields, -amount
    if event.result is Result.PUSH:
        if key.kind == MAIN and key.player == viewer:
            return _("Your %(sum)s is returned") % fields, 0
        return _("%(whose)s pushes: %(sum)s is returned") % fields, 0
    if event.result is Result.LOSE:
        return _("%(whose)s loses %(sum)s") % fields, -amount
    fee = event.vigorish if isinstance(event, WagerSettled) else 0
    fields = {"whose": whose, "won": short(event.won), "fee": short(fee)}
    text = (_("%(whose)s wins %(won)s, less %(fee)s commission") if fee else _("%(whose)s wins %(won)s")) % fields
    line = event.line if isinstance(event, SideWagerSettled) else ""
    return words.bracketed(text, phrase(line)) if line else text, event.won - fee


def _bank_outcome(event: BankSettled, viewer: str, bank: int) -> HandResult:
    """Return the amount that the bank makes up or takes; for a co-bank or a shared bank, only the viewer's own part."""
    brings = net_of((event,), viewer) if viewer else 0
    mine = bool(brings)
    lines = []
    if event.collected:
        headline, result = _("The bank pays in %(sum)s") % {"sum": short(event.collected)}, "lose"
        whole = -event.collected
    else:
        headline, result = _("The bank takes %(sum)s") % {"sum": short(event.surplus)}, "win"
        whole = event.surplus - event.vigorish
        if event.vigorish:
            fee = {"fee": short(event.vigorish)}
            lines.append(Paid(_("less %(fee)s commission") % fee, event.clauses[-1:]))
    if mine and brings != whole:
        lines.append(Paid(_("Your share: %(sum)s") % {"sum": signed(brings)}, event.clauses[:1]))
    return HandResult(
        bank, _("Bank"), result, headline, mine, money=tuple(lines), clause=event.clauses[0], brings=brings
    )


def signed(cents: int) -> str:
    return f"+{short(cents)}" if cents > 0 else short(cents)


def summary(found: Sequence[HandResult], net: int | None) -> str:
    """Return a summary of the viewer's results for screen readers."""
    parts = []
    for outcome in found:
        if outcome.mine:
            halves = "; ".join(f"{half.label}: {half.mine} {half.said} {half.theirs}" for half in outcome.halves)
            money = (line.text for line in outcome.money)
            parts.append(". ".join(filter(None, (f"{outcome.label}: {outcome.headline}", halves, *money))))
    if parts and net is not None:
        parts.append(_("This round: %(net)s") % {"net": signed(net)})
    return ". ".join(parts)
