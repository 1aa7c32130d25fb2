"""The pace of the table as the page shows it: whom it waits for and until when, the buttons, and who sits out."""

from dataclasses import dataclass, field
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from paigow.table import Phase, TableState
from paigow.table.awaited import Ask, ask_of, awaited
from paigow.table.boxes.cutting import DeclineCut, NominateAdjustment
from paigow.table.boxes.dealer_sets import ConfirmHand, TurnBankTile, ViewUnused
from paigow.table.boxes.staking import StakeBank, YieldBank
from paigow.table.cards.card_cut import CutCards
from paigow.table.floor.irregularities import PlayOn
from paigow.table.steps.banking import AcceptBank, DirectDealerWager
from paigow.table.steps.seating import BuyIn
from paigow.table.steps.setting import LookAtHand, SetBankHand, SetHand
from paigow.table.steps.stacks import CutStacks
from paigow.table.steps.start import ChooseDelivery, ShakeDice
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager
from paigow.text import Text
from paigow.web.pages import words
from paigow.web.pages.words import Words, phrase
from paigow.web.people.display import called
from paigow.web.people.models import Preferences
from paigow.web.service import attendance, seats
from paigow.web.service.attendance import REVEAL, Pace, asked, preset_of, waits_for
from paigow.web.store.models import Table

DEAL = "deal"  # not a command: the player has finished


@dataclass(frozen=True, slots=True)
class Prompt:
    """A task for the player: `verb` is that of the primary action, or "deal"; `label` is its button's text."""

    text: str
    verb: str
    label: str


LABELS: Words = {
    AcceptBank.verb: lazy("Take the bank"),
    CutCards.verb: lazy("Cut the cards"),
    PlaceWager.verb: lazy("Place your bet"),
    BuyIn.verb: lazy("Buy chips"),
    StakeBank.verb: lazy("Put up your stake"),
    "pass-bank": lazy("Pass the bank"),
    "agree-co-bank": lazy("Share the bank"),
    YieldBank.verb: lazy("Give up the bank"),
    CutStacks.verb: lazy("Cut the stacks"),
    DirectDealerWager.verb: lazy("Dealer’s bet"),
    ChooseDelivery.verb: lazy("Choose the delivery"),
    DeclineCut.verb: lazy("No cut"),
    ShakeDice.verb: lazy("Shake the dice"),
    NominateAdjustment.verb: lazy("Add or take four"),
    LookAtHand.verb: lazy("Pick up"),
    SetHand.verb: lazy("Set hand"),
    SetBankHand.verb: lazy("Set the bank’s hand"),
    PlayOn.verb: lazy("Play on"),
    ConfirmHand.verb: lazy("Confirm"),
    TurnBankTile.verb: lazy("Turn a tile"),
    Surrender.verb: lazy("Surrender"),
    ViewUnused.verb: lazy("See the unused tiles"),
    DEAL: lazy("Deal"),
}


def prompt_for(state: TableState, viewer: str) -> Prompt | None:
    """Return the action that the table expects from the viewer; None if there is none."""
    ask = ask_of(state, viewer)
    if ask is None:
        return None
    kind = ask.kinds[0]
    betting = state.phase is Phase.BETTING and any(key.player == viewer for key in state.current.wagers)
    verb = DEAL if betting and not ask.must else kind.verb
    return Prompt(_text(state, ask, betting), verb, str(LABELS[verb]))


def _text(state: TableState, ask: Ask, betting: bool) -> str:
    kind = ask.kinds[0]
    tiles = state.game.kit.kind == "tiles"
    if kind is StakeBank:
        if not ask.must:
            return _("Your stake is down. You can still change it.")
        return _("You are the banker. Put up your stake.")
    if kind is PlaceWager:
        return _("Your bet is down. Deal when you are ready.") if betting else _("Place your bet.")
    if kind is LookAtHand:
        return _("Your tiles are dealt. Pick them up.") if tiles else _("Your cards are dealt. Pick them up.")
    if kind in (SetHand, SetBankHand):
        return _("Pick two tiles for your low hand.") if tiles else _("Pick two cards for your low hand.")
    if kind is PlayOn:
        if tiles:
            return _("One of your tiles was exposed. Play on or void the hand.")
        return _("One of your cards was exposed. Play on or void the hand.")
    return str(TEXTS[kind.verb])


TEXTS: Words = {
    AcceptBank.verb: lazy("You are offered the bank."),
    "pass-bank": lazy("You are offered the bank."),
    CutCards.verb: lazy("You may cut the cards."),
    BuyIn.verb: lazy("Buy chips to play."),
    YieldBank.verb: lazy("You cannot cover the bets against you. Give up the bank, or share it with the house."),
    "agree-co-bank": lazy("You cannot cover the bets against you. Give up the bank, or share it with the house."),
    CutStacks.verb: lazy("You are the banker. You may cut the stacks."),
    DirectDealerWager.verb: lazy("You are the banker. You may set the dealer’s bet."),
    ChooseDelivery.verb: lazy("You are the banker. Choose how the tiles are dealt."),
    DeclineCut.verb: lazy("You are the banker. Choose the cut, or leave it to the dealer."),
    ShakeDice.verb: lazy("You are the banker. Shake the dice."),
    NominateAdjustment.verb: lazy("You may change the count. Add four, take four away, or continue."),
    ConfirmHand.verb: lazy("The dealer has set your hand. Confirm it."),
    TurnBankTile.verb: lazy("You may turn two of the bank’s tiles."),
    Surrender.verb: lazy("You can surrender: your bet loses and your hand stays hidden."),
    ViewUnused.verb: lazy("You may look at the unused tiles."),
}


OPEN, PRESSED = "open", "pressed"
SAID: words.Words = {
    "hello": lazy("Hello!"),
    "good-luck": lazy("Good luck!"),
    "nice-hand": lazy("Nice hand!"),
    "well-played": lazy("Well played!"),
    "thanks": lazy("Thanks!"),
    "sorry": lazy("Sorry!"),
    "one-moment": lazy("One moment, please."),
    "good-night": lazy("Good game. Good night!"),
    "thumbs-up": "👍",
    "clap": "👏",
    "wow": "😮",
    "laugh": "😄",
    "party": "🎉",
    "clover": "🍀",
}


@dataclass(frozen=True, slots=True)
class Held:
    """A side bet that waits for the main bet, in cents."""

    position: int
    kind: str
    label: str
    amount: int


@dataclass(frozen=True, slots=True)
class Holdable:
    """A side bet that can be placed before the main bet, in cents."""

    position: int
    kind: str
    label: str
    least: int
    most: int
    step: int


@dataclass(frozen=True, slots=True)
class Said:
    """A quick phrase as a page shows it; `id` changes whenever something is said."""

    id: str
    name: str
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class PaceView:
    """The pace for one viewer."""

    awaited: tuple[str, ...] = ()
    mine: bool = False
    verbs: tuple[str, ...] = ()
    must: bool = False
    prompt: str = ""
    primary: str = ""
    label: str = ""
    deadline: datetime | None = None
    window: float = 0.0
    deal: str = ""
    skip: str = ""
    deal_waits: int = 0
    out: str = ""
    lost: str = ""
    reserved: int | None = None
    may_reserve: bool = False
    held: tuple[Held, ...] = ()
    may_hold: tuple[Holdable, ...] = ()
    preferences: Preferences = field(default_factory=Preferences)
    practice: bool = False
    coach: bool = False
    paused: bool = False
    closing: bool = False
    hosting: bool = False  # the viewer is the table's host
    clock: bool = True
    preset: str = ""
    said: tuple[Said, ...] = ()  # who said what just now
    phrases: tuple[tuple[str, str], ...] = ()  # what the viewer may say now: code and words


def pace_of(table: Table, state: TableState, viewer: str, may_play: bool = True) -> PaceView:
    """Return the pace for one viewer; `may_play` is whether the viewer could take a seat."""
    pace, known = Pace.of(table.pace), attendance.attendance_of(table, viewer)
    here = attendance.here(table, state)
    waiting = waits_for(state, here, pace)
    ask = asked(state, viewer, known) if viewer in state.players else None
    prompt = prompt_for(state, viewer) if ask is not None else None
    span = (table.deadline_at - table.window_at).total_seconds() if table.deadline_at and table.window_at else 0.0
    heard = [
        each
        for each in attendance.phrases_at(table, state, timezone.now())
        if each.name == viewer or not known.wishes.mute
    ]
    may_talk = viewer in state.players and len(here) > 1 and seats.may_talk(state)
    playing = [name for name, each in here.items() if not each.out]
    return PaceView(
        awaited=tuple(each.player for each in awaited(state)),
        mine=ask is not None,
        verbs=ask.verbs if ask is not None else (),
        must=ask is not None and ask.must,
        prompt=prompt.text if prompt is not None else "",
        primary=prompt.verb if prompt is not None else "",
        label=prompt.label if prompt is not None else "",
        deadline=table.deadline_at,
        window=span,
        deal=_deal(viewer in playing and ask is not None and not ask.must, waiting.name if waiting else "", known.done),
        skip=_skip(state, viewer in playing and not (table.paused and state.round is None), known.skipped),
        deal_waits=sum(1 for name in playing if waiting is not None and here[name].done != waiting.name),
        out=known.out if viewer in state.players else "",
        lost=_lost(known.lost),
        reserved=known.reserved.position if known.reserved is not None else None,
        may_reserve=may_play and viewer != "" and viewer not in state.players and table.closed_at is None,
        held=tuple(Held(place, kind, words.word(words.KINDS, kind), cents) for place, kind, cents in known.held),
        may_hold=tuple(_may_hold(state, viewer)),
        preferences=known.wishes,
        practice=table.private,
        coach=table.coach,
        paused=table.paused,
        closing=table.closing,
        hosting=table.hosted and table.opened_by == viewer,
        clock=pace.clock,
        preset=preset_of(pace) or "own",
        said=tuple(
            Said(f"{each.name}-{each.at}", called(each.name), each.code, words.word(SAID, each.code)) for each in heard
        ),
        phrases=tuple((code, words.word(SAID, code)) for code in seats.CODES) if may_talk else (),
    )


def _deal(asked: bool, window: str, done: str) -> str:
    """Return the label of the button that closes betting.

    If the table only waits in case the viewer wants to act, the button declines.
    """
    if not asked or not window:
        return ""
    return PRESSED if done == window else OPEN


def _skip(state: TableState, playing: bool, skipped: int) -> str:
    over = state.round is None and state.rounds > 0 and state.phase is Phase.OPEN
    if not playing or not (over or state.phase in REVEAL):
        return ""
    return PRESSED if skipped == state.rounds else OPEN


def _lost(why: str | Text) -> str:
    if isinstance(why, Text):
        return _("Your seat could not be kept: %(why)s") % {"why": phrase(why)}
    if why == attendance.BY_HOST:
        return _("The host freed your seat because you were away. Your chips are back in your wallet.")
    cause, _space, rounds = why.partition(" ")
    if cause == "missed" and rounds.isdecimal():
        return _("You lost your seat because you missed %(rounds)s rounds. Your chips are back in your wallet.") % {
            "rounds": rounds
        }
    return _("Your seat could not be kept: %(why)s") % {"why": phrase(why)} if why else ""


def _may_hold(state: TableState, viewer: str) -> list[Holdable]:
    player = state.players.get(viewer)
    if player is None or player.position is None:
        return []
    found = seats.holdable(state, viewer, player.position)
    return [
        Holdable(player.position, kind, words.word(words.KINDS, kind), span.start, span[-1], span.step)
        for kind, span in found.items()
    ]
