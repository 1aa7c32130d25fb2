"""The table's pace as the page shows it, and what the viewer is to do: the headline, the buttons, and who sits out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from paigow.table import Offer, Phase, TableState
from paigow.table.awaited import ask_of
from paigow.table.boxes.cutting import DeclineCut, NominateAdjustment
from paigow.table.boxes.dealer_sets import ConfirmHand, TurnBankTile, ViewUnused
from paigow.table.boxes.staking import AgreeToCoBank, StakeBank, YieldBank
from paigow.table.cards.card_cut import CutCards
from paigow.table.core.model import MAIN
from paigow.table.floor.conduct import ComeBack
from paigow.table.floor.irregularities import PlayOn
from paigow.table.steps.banking import AcceptBank, DirectDealerWager, PassBank
from paigow.table.steps.seating import BuyIn, SitDown
from paigow.table.steps.setting import LookAtHand, SetBankHand, SetHand
from paigow.table.steps.stacks import CutStacks
from paigow.table.steps.start import ChooseDelivery, ShakeDice
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager
from paigow.text import Text
from paigow.web.pages import words
from paigow.web.pages.table import forms
from paigow.web.pages.table.model import HandResult, Headline
from paigow.web.pages.table.pieces import short
from paigow.web.pages.table.results import signed
from paigow.web.pages.words import phrase
from paigow.web.people.display import called
from paigow.web.service import attendance, seats
from paigow.web.service.attendance import REVEAL, Pace, asked, preset_of, waits_for
from paigow.web.store.models import Table


def prompt_for(state: TableState, viewer: str) -> Headline | None:
    """Return what the table expects from the viewer."""
    ask = ask_of(state, viewer)
    if ask is None:
        return None
    kind = ask.kinds[0]
    tiles = state.game.kit.kind == "tiles"
    if kind is StakeBank:
        if not ask.must:
            return Headline(_("Your stake is down"), _("You can still change it."))
        return Headline(_("You are the banker"), _("Put up your stake."))
    if kind is PlaceWager:
        betting = state.phase is Phase.BETTING and any(key.player == viewer for key in state.current.wagers)
        return (
            Headline(_("Your bet is down"), _("Deal when you are ready.")) if betting else Headline(_("Place your bet"))
        )
    if kind is LookAtHand:
        return Headline(_("Your tiles are dealt") if tiles else _("Your cards are dealt"), _("Pick them up."))
    if kind in (SetHand, SetBankHand):
        return Headline(_("Pick two tiles for your low hand") if tiles else _("Pick two cards for your low hand"))
    if kind is PlayOn:
        exposed = _("One of your tiles was exposed") if tiles else _("One of your cards was exposed")
        return Headline(exposed, _("Play on or void the hand."))
    text, hint = TEXTS[kind.verb]
    return Headline(str(text), str(hint))


_UNCOVERED = (
    lazy("You cannot cover the bets against you"),
    lazy("Give up the bank, or share it with the house."),
)
_BANKER = lazy("You are the banker")
TEXTS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    AcceptBank.verb: (lazy("You are offered the bank"), ""),
    PassBank.verb: (lazy("You are offered the bank"), ""),
    CutCards.verb: (lazy("You may cut the cards"), ""),
    BuyIn.verb: (lazy("Buy chips to play"), ""),
    YieldBank.verb: _UNCOVERED,
    AgreeToCoBank.verb: _UNCOVERED,
    CutStacks.verb: (_BANKER, lazy("You may cut the stacks.")),
    DirectDealerWager.verb: (_BANKER, lazy("You may set the dealer’s bet.")),
    ChooseDelivery.verb: (_BANKER, lazy("Choose how the tiles are dealt.")),
    DeclineCut.verb: (_BANKER, lazy("Choose the cut, or leave it to the dealer.")),
    ShakeDice.verb: (_BANKER, lazy("Shake the dice.")),
    NominateAdjustment.verb: (lazy("You may change the count"), lazy("Add four, take four away, or continue.")),
    ConfirmHand.verb: (lazy("The dealer has set your hand"), lazy("Confirm it.")),
    TurnBankTile.verb: (lazy("You may turn two of the bank’s tiles"), ""),
    Surrender.verb: (lazy("You can surrender: your bet loses and your hand stays hidden"), ""),
    ViewUnused.verb: (lazy("You may look at the unused tiles"), ""),
}
"""The headline for each other command that is expected, and what it adds."""


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

    verbs: tuple[str, ...] = ()
    prompt: Headline | None = None
    deal: str = ""
    skip: str = ""
    out: str = ""
    lost: str = ""
    reserved: int | None = None
    may_reserve: bool = False
    held: tuple[Held, ...] = ()
    may_hold: tuple[Holdable, ...] = ()
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
    heard = [
        each
        for each in attendance.phrases_at(table, state, timezone.now())
        if each.name == viewer or not known.wishes.mute
    ]
    may_talk = viewer in state.players and len(here) > 1 and seats.may_talk(state)
    playing = [name for name, each in here.items() if not each.out]
    return PaceView(
        verbs=ask.verbs if ask is not None else (),
        prompt=prompt_for(state, viewer) if ask is not None else None,
        deal=_deal(viewer in playing and ask is not None and not ask.must, waiting.name if waiting else "", known.done),
        skip=_skip(state, viewer in playing and not (table.paused and state.round is None), known.skipped),
        out=known.out if viewer in state.players else "",
        lost=_lost(known.lost),
        reserved=known.reserved.position if known.reserved is not None else None,
        may_reserve=may_play and viewer != "" and viewer not in state.players and table.closed_at is None,
        held=tuple(Held(place, kind, words.word(words.KINDS, kind), cents) for place, kind, cents in known.held),
        may_hold=tuple(_may_hold(state, viewer)),
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
    if player is None or player.position is None or state.phase is not Phase.BETTING:
        return []
    found = seats.holdable(state, viewer, player.position)
    return [
        Holdable(player.position, kind, words.word(words.KINDS, kind), span.start, span[-1], span.step)
        for kind, span in found.items()
    ]


DOLLAR = 100
OFFERED = (AcceptBank.verb, CutCards.verb, CutStacks.verb)
"""What a player is asked whether they want, before they bet."""


def is_resting(state: TableState, viewer: str, legal: Sequence[Offer]) -> bool:
    """Return whether the showdown of the last round is still the most important thing for the viewer to see.

    The viewer has no bet on the table, and is asked for nothing but a bet, or whether they want the bank or the cut.
    """
    current = state.round
    if current is None or current.hands or state.stopped or viewer not in state.players:
        return False
    asked = set(verbs_awaited(state, viewer, legal)) - {PlaceWager.verb, *OFFERED}
    return not asked and not any(key.player == viewer for key in current.wagers) and viewer != current.bank.player


def headline(
    state: TableState,
    viewer: str,
    legal: Sequence[Offer],
    outcomes: Sequence[HandResult],
    net: int | None,
    resting: bool = False,
) -> Headline:
    """Return the headline: what the viewer won or lost, what to do, or what the table is waiting for."""
    own = [outcome for outcome in outcomes if outcome.mine]
    settled = resting or state.round is None or state.phase in (Phase.EXPOSING, Phase.PAYING, Phase.FINISHED)
    if own and settled and not state.stopped and state.phase is not Phase.CLOSED:
        return _result_headline(own, net if net is not None else sum(outcome.total for outcome in own))
    return Headline(prompt(state, viewer, legal), _hint(state, viewer, legal))


def _result_headline(own: Sequence[HandResult], net: int) -> Headline:
    """Return the round's net result, with the result of the hand below it.

    Side bets are mentioned too if they reverse the result of the hand.
    """
    first, mood = own[0], "win" if net > 0 else "lose" if net < 0 else "push"
    hint = first.headline
    if first.hand is not None and first.hand.foul and mood != "lose":
        hint = _("Foul")
    if first.result == mood == "push":
        hint = words.bracketed(_("One hand each"), first.call) if first.call else _("One hand each")
    side = sum(line.brings for outcome in own for line in outcome.money if line.side)
    if side and first.result != mood:
        hint += " · " + _("side bets %(sum)s") % {"sum": signed(side)}
    text = {
        "win": _("You win %(sum)s") % {"sum": short(net)},
        "lose": _("You lose %(sum)s") % {"sum": short(-net)},
        "push": _("Push") if first.result == mood else _("You break even"),
    }[mood]
    return Headline(text, hint, mood, net)


def _hint(state: TableState, viewer: str, legal: Sequence[Offer]) -> str:
    verbs = {offer.command.verb for offer in legal}
    if PlaceWager.verb in verbs and AcceptBank.verb not in verbs:
        steps = [offer.amounts.step for offer in legal if offer.amounts and getattr(offer.command, "kind", "") == MAIN]
        if steps and steps[0] > DOLLAR:
            return _("Tap a chip, then a circle. Bets go up in steps of %(sum)s.") % {"sum": short(steps[0])}
        return _("Tap a chip, then a circle.")
    if {SetHand.verb, SetBankHand.verb} & verbs and state.game.kit.kind == "tiles":
        return _("Four tiles, three ways. Tap two.")
    return ""


def prompt(state: TableState, viewer: str, legal: Sequence[Offer]) -> str:
    """Return what the viewer is expected to do, or what the table is waiting for."""
    verbs = _timely(state, legal)
    if state.stopped:
        return _("The floor has stopped the table: %(reason)s") % {"reason": state.stopped}
    if viewer not in state.players:
        if SitDown.verb in verbs:
            return _("Take a seat")
        if state.phase is Phase.CLOSED and state.rounds:
            return _("The table is closed")
        return _("You are watching")
    if forms.is_broke(state, viewer):
        return _("Buy chips to play")
    for verb, text in _asked(state).items():
        if verb in verbs:
            return text
    if PlaceWager.verb in verbs:
        placed = state.round is not None and any(key.player == viewer for key in state.round.wagers)
        return _("Your bet is down") if placed else _("Place your bet")
    if Surrender.verb in verbs and state.phase is Phase.EXPOSING:
        return _("Comparing hands…")
    return waiting_for(state, viewer)


def _timely(state: TableState, legal: Sequence[Offer]) -> set[str]:
    """Return the verbs of the legal commands without those it is too early to ask for."""
    return {offer.command.verb for offer in legal if not forms.too_early(state, offer.command.verb)}


def verbs_awaited(state: TableState, viewer: str, legal: Sequence[Offer]) -> tuple[str, ...]:
    """Return the verbs that the table expects from the viewer, derived from the legal commands and the phase."""
    if viewer not in state.players or state.round is None:
        return ()
    verbs = _timely(state, legal)
    asked = tuple(verb for verb in _asked(state) if verb in verbs)
    placed = any(key.player == viewer for key in state.round.wagers)
    return asked or ((PlaceWager.verb,) if PlaceWager.verb in verbs and not placed else ())


def _asked(state: TableState) -> Mapping[str, str]:
    """Return the prompts for commands that a person may be asked for, most pressing first."""
    tiles = state.game.kit.kind == "tiles"
    low = _("Pick two tiles for your low hand") if tiles else _("Pick two cards for your low hand")
    return {
        ComeBack.verb: _("You are away"),
        AcceptBank.verb: _("You are offered the bank"),
        CutCards.verb: _("You may cut the cards"),
        CutStacks.verb: _("You may cut the tiles"),
        StakeBank.verb: _("Put up the bank’s stake"),
        AgreeToCoBank.verb: _("Co-bank or give up the bank"),
        ShakeDice.verb: _("Shake the dice"),
        ChooseDelivery.verb: _("Choose how the tiles are dealt"),
        ConfirmHand.verb: _("Confirm your hand"),
        LookAtHand.verb: _("Pick up your tiles") if tiles else _("Pick up your cards"),
        SetHand.verb: low,
        SetBankHand.verb: low,
    }


def waiting_for(state: TableState, viewer: str) -> str:
    """Return the reason why there is nothing to do."""
    current, phase = state.round, state.phase
    if current is None:
        return _("Next round soon") if phase is Phase.OPEN else _("Table opening")
    in_it = any(key.player == viewer for key in current.wagers) or viewer in (
        current.bank.player,
        *current.bank.sharers,
    )
    own = [
        current.hands[key.position] for key in current.wagers if key.player == viewer and key.position in current.hands
    ]
    match phase:
        case Phase.OFFERING:
            return _("Offering the bank…")
        case Phase.MIXING:
            return _("Washing the tiles…") if state.game.kit.kind == "tiles" else _("Shuffling…")
        case Phase.CUTTING:
            return _("Cutting the cards…")
        case Phase.BETTING:
            return _("Waiting for the other bets")
        case Phase.FINISHED:
            return _("Round over")
        case _ if not in_it:
            return _("You’re sitting out this round")
        case Phase.SEEDING | Phase.STARTING | Phase.DEALING:
            return _("Dealing…")
        case Phase.SETTING if own and all(hand.setting is not None for hand in own):
            return _("Waiting for the other players")
        case Phase.BANKING | Phase.SETTING:
            return _("Dealer is setting…")
        case Phase.EXPOSING:
            return _("Comparing hands…")
        case _:
            return _("Paying winners…")
