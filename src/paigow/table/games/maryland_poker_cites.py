"""The clauses of Maryland's poker document that apply to each step; some depend on how cards are handled."""

from collections.abc import Mapping
from types import MappingProxyType

from paigow.rules.submission import MarylandPoker
from paigow.table import first_edition

Cites = dict[str, tuple[str, ...]]

COMMON: Cites = {
    "set.receive": ("MDP-4.A", "MDP-3.A.1"),
    "set.inspect": ("MDP-4.A", "MDP-3.A.2", "MDP-3.A.3.b"),
    "set.replace": ("MDP-4.A",),
    "set.spare": ("MDP-4.B", "MDP-3.A.4"),
    "set.verify": ("MDP-4.A.s2",),
    "set.display": ("MDP-4.B.1", "MDP-4.B.2"),
    "set.view": ("MDP-4.C.1",),
    "set.idle": ("MDP-5.H.1", "MDP-5.H.2"),
    "set.face-up": ("MDP-5.H.2",),
    "set.remove": ("MDP-3.C.2",),
    "timer.dice": ("MDP-2.C.1.c",),
    "seat": ("MDP-7.C", "MDP-2.A"),
    "chips": ("MDP-7.A",),
    "barred": ("MDP-7.C",),
    "stay": ("MDP-7.C.1",),
    "abandon": ("MDP-7.C.2",),
    "round.open": ("MDP-5.A.2",),
    "round.end": ("MDP-11.J", "MDP-5.A.2"),
    "decks": ("MDP-3.B.2", "MDP-3.B.3", "MDP-3.B.4"),
    "mix": ("MDP-5.A.2",),
    "mix.start": ("MDP-5.A.1", "MDP-4.C.2", "MDP-4.C.3", "MDP-4.D"),
    "mix.bank": ("MDP-12.G",),
    "mix.directed": ("MDP-5.A.3",),
    "mix.preshuffled": ("MDP-4.F",),
    "mix.none": ("MDP-5.C.2", "MDP-5.D"),
    "mix.automated": ("MDP-5.C.1",),
    "mix.into-shoe": ("MDP-5.B", "MDP-5.C.1"),
    "mix.reshuffling-device": ("MDP-5.I", "MDP-5.J"),
    "load.into-shoe": ("MDP-5.B",),
    "load.reshuffling-device": ("MDP-5.I", "MDP-5.J"),
    "cut": ("MDP-5.F", "MDP-5.F.1", "MDP-5.F.2"),
    "cut.discard-rack": ("MDP-5.F.3.a", "MDP-3.A.3.a"),
    "cut.fourth-from-bottom": ("MDP-5.F.3.b", "MDP-3.A.3.a"),
    "cut.offer": ("MDP-5.D.1",),
    "cut.dealer": ("MDP-5.D.2",),
    "cut.first-arrival": ("MDP-5.E.1",),
    "cut.bank": ("MDP-5.E.2",),
    "cut.after-bank": ("MDP-5.E.3",),
    "cut.far-right": ("MDP-5.E.4",),
    "recut": ("MDP-5.G.1", "MDP-5.G.2"),
    "wager.place": ("MDP-7.A", "MDP-7.D", "MDP-7.D.1"),
    "wager.chips": ("MDP-7.A",),
    "wager.area": ("MDP-2.B.2",),
    "wager.seated": ("MDP-7.C",),
    "wager.late": ("MDP-7.D.2", "MDP-7.D.1"),
    "wager.adjacent": ("MDP-7.F",),
    "wager.verbal": ("MDP-7.B",),
    "late.progressive": ("MDP-2.D.2", "MDP-7.D.2"),
    "side.offered": ("MDP-7.E",),
    "side.needs-main": ("MDP-7.E",),
    "side.fortune": ("MDP-7.E.1",),
    "side.emperors": ("MDP-7.E.2",),
    "side.insurance": ("MDP-7.E.3",),
    "side.progressive": ("MDP-7.E.4", "MDP-2.D.1"),
    "progressive.rate": ("MDP-13.E.6",),
    "start.shake": ("MDP-5.K.1.a",),
    "start.bank-shakes": ("MDP-5.K.1.a.i", "MDP-5.K.1.a.ii"),
    "start.uncover": ("MDP-5.K.1.b.i", "MDP-5.K.1.b.ii"),
    "start.uncover-bank": ("MDP-5.K.1.b.i", "MDP-5.K.1.b.ii"),
    "start.number": ("MDP-5.K.2",),
    "start.button": ("MDP-5.K.3", "MDP-5.K.3.a"),
    "start.button.moved": ("MDP-5.K.3", "MDP-5.K.3.b"),
    "start.button-moves": ("MDP-5.K.3.b",),
    "start.mark": ("MDP-5.L",),
    "deal.shaker": ("MDP-5.K.1.f",),
    "deal.shaker-bank": ("MDP-5.K.1.f",),
    "delivery.choose": ("MDP-8.D.2",),
    "face-up": ("MDP-14.E",),
    "face-up.second": ("MDP-14.F",),
    "drawn-in-error": ("MDP-14.G",),
    "exposed.dealing": ("MDP-14.J",),
    "device.shuffler": ("MDP-14.L",),
    "device.shoe": ("MDP-14.M",),
    "device.cover": ("MDP-14.N.1",),
    "device.sign": ("MDP-14.N.2",),
    "set": ("MDP-11.A.1", "MDP-11.B"),
    "set.own": ("MDP-11.A", "MDP-11.A.1", "MDP-11.A.2", "MDP-11.A.4"),
    "set.help": ("MDP-11.A.3",),
    "set.final": ("MDP-11.A.5", "MDP-7.F.4"),
    "set.larger-first": ("MDP-7.F.2",),
    "set.equal-order": ("MDP-7.F.3",),
    "set.ready": ("MDP-11.C",),
    "set.dealer": ("MDP-11.C", "MDP-11.C.1", "MDP-11.C.2"),
    "set.bank": ("MDP-11.C.3",),
    "set.bank-request": ("MDP-7.C.2", "MDP-11.C.3"),
    "surrender": ("MDP-11.D", "MDP-11.D.1", "MDP-11.D.2"),
    "surrender.discard": ("MDP-11.D.4", "MDP-11.J"),
    "surrender.kept": ("MDP-11.D.3",),
    "set.shown": ("MDP-11.E", "MDP-11.E.1", "MDP-11.E.2"),
    "set.shown.bank": ("MDP-12.J", "MDP-12.J.1"),
    "set.shown.co-bank": ("MDP-12.L", "MDP-12.L.1.a"),
    "expose": ("MDP-11.E", "MDP-11.E.1", "MDP-11.E.2"),
    "expose.bank": ("MDP-12.J", "MDP-12.J.1"),
    "expose.co-bank": ("MDP-12.L", "MDP-12.L.1.a"),
    "result.win": (),
    "result.push": (),
    "result.lose": (),
    "foul": ("MDP-11.F.1.c",),
    "collect": (),  # by the clause that decided
    "collect.bank": ("MDP-12.J.2",),
    "collect.co-bank": ("MDP-12.L.1.b",),
    "push": (),  # by the clause that decided
    "pay": ("MDP-13.A", "MDP-11.F.4"),
    "pay.dealer": ("MDP-12.K",),
    "vigorish": ("MDP-13.A.s2", "MDP-13.A.2"),
    "vigorish.rounded": ("MDP-13.A.1",),
    "vigorish.against-bank": ("MDP-12.M",),
    "rearrange": ("MDP-11.H.1",),
    "rearrange.all": ("MDP-11.H.2",),
    "fortune.lose": ("MDP-11.H.3.a.i",),
    "fortune.win": ("MDP-11.H.3.a.ii",),
    "emperors.lose": ("MDP-11.H.4.a",),
    "emperors.win": ("MDP-11.H.4.b",),
    "insurance.lose": ("MDP-11.H.5.a",),
    "insurance.win": ("MDP-11.H.5.b",),
    "progressive.lose": ("MDP-11.H.6.a",),
    "progressive.hit": ("MDP-11.H.6.b.i", "MDP-11.H.6.b.ii"),
    "progressive.validate": ("MDP-11.H.6.b.iii",),
    "progressive.pay": ("MDP-11.H.6.b.iv",),
    "progressive.meter": ("MDP-11.H.6.b.v", "MDP-13.F", "MDP-13.E.8"),
    "progressive.documents": ("MDP-11.H.6.b.vi",),
    "limit": ("MDP-13.G",),
    "envy.fortune": ("MDP-11.H.3.a.iii",),
    "envy.fortune.without": ("MDP-11.H.3.a.iv",),
    "envy.fortune.pay": ("MDP-11.H.3.b",),
    "envy.emperors": ("MDP-11.H.4.c",),
    "envy.emperors.without": ("MDP-11.H.4.d",),
    "envy.emperors.pay": ("MDP-11.H.4.e",),
    "envy.fortune.discard": ("MDP-11.H.3.c",),
    "envy.emperors.discard": ("MDP-11.H.4.f",),
    "discard": ("MDP-11.J",),
    "discard.main": ("MDP-11.G", "MDP-11.J"),
    "discard.optional": ("MDP-11.I", "MDP-11.J"),
    "bank.offer": ("MDP-12.C.1.a", "MDP-12.C"),
    "bank.pass": ("MDP-12.C",),
    "bank.accept": ("MDP-12.C.1.b", "MDP-12.A.1"),
    "bank.nobody": ("MDP-12.C.4",),
    "bank.start": ("MDP-12.B.1", "MDP-12.B.2"),
    "bank.consecutive": ("MDP-12.C.3",),
    "bank.prior": ("MDP-12.D.1",),
    "bank.cover": ("MDP-12.D.2",),
    "bank.one-area": ("MDP-12.F",),
    "bank.dealer-wager": ("MDP-12.G.4", "MDP-12.G.1", "MDP-12.G.2"),
    "bank.dealer-wager.less": ("MDP-12.G.4", "MDP-12.G.3", "MDP-12.G.2"),
    "bank.dealer-less": ("MDP-12.G.3",),
    "bank.compare-dealer": ("MDP-12.I", "MDP-12.I.1"),
    "bank.expose": ("MDP-12.I.1",),
    "bank.dealer-wins": ("MDP-12.I.3",),
    "bank.dealer-ties": ("MDP-12.I.4",),
    "bank.dealer-loses": ("MDP-12.I.5",),
    "bank.shortfall": ("MDP-12.J.4",),
    "bank.pay": ("MDP-12.J.3",),
    "bank.pay-rest": ("MDP-12.J.5",),
    "bank.surplus": ("MDP-12.J.6", "MDP-12.J.7"),
    "co-bank.offered": ("MDP-12.E",),
    "co-bank.request": ("MDP-12.E.2", "MDP-12.E.3", "MDP-12.E.1"),
    "co-bank.no-wager": ("MDP-12.E.5",),
    "co-bank.set": ("MDP-12.E.4",),
    "co-bank.shortfall": ("MDP-12.L.2", "MDP-12.L.3.a"),
    "co-bank.pay": ("MDP-12.L.1.c",),
    "co-bank.pay-rest": ("MDP-12.L.3.b",),
    "co-bank.surplus": ("MDP-12.L.3.c", "MDP-12.L.3.d", "MDP-12.L.3.e"),
    "no-roll.not-flat": ("MDP-14.A.1",),
    "no-roll.fell-out": ("MDP-14.A.2",),
    "no-roll.lid-lifted": ("MDP-5.K.1.c",),
    "misdeal.wrong-positions": ("MDP-14.B",),
    "misdeal.number-fault": ("MDP-5.K.2", "MDP-2.C.2"),
    "misdeal.wrong-count": ("MDP-14.H", "MDP-14.K"),
    "exposed.player": ("MDP-14.C",),
    "exposed.choice": ("MDP-14.C",),
    "exposed.void": ("MDP-14.C",),
    "exposed.house": ("MDP-14.D",),
    "exposed.own": ("MDP-11.A.4",),
    "misset": ("MDP-14.I",),
    "misset.bank": ("MDP-12.I.2", "MDP-14.I"),
    "conduct.shaker-unattended": ("MDP-2.C.1.b.i", "MDP-2.C.1.b"),
    "conduct.left-seat": ("MDP-7.C.1",),
    "conduct.touched-cards": ("MDP-11.A.2",),
    "conduct.cards-out-of-view": ("MDP-11.A.4",),
    "conduct.touched-set-hands": ("MDP-11.A.5",),
    "conduct.deck-not-over-inventory": ("MDP-9.A.2.b",),
    "conduct.stub-exposed": ("MDP-8.E.2", "MDP-9.D.2", "MDP-10.D.2"),
}

BY_METHOD: Mapping[str, Cites] = MappingProxyType(
    {
        "manual-shoe": {
            "load": ("MDP-8.B", "MDP-8.D.3"),
            "close": ("MDP-8.C",),
            "lammer": ("MDP-8.C.1",),
            "lock": ("MDP-8.C.2",),
            "count": ("MDP-8.C.3", "MDP-8.C.4"),
            "start": ("MDP-8.D.1",),
            "deal": ("MDP-8.D.2", "MDP-8.D.3"),
            "stub": ("MDP-8.E.1", "MDP-8.E.2"),
            "stub.wrong": ("MDP-8.F",),
            "stub.misdealt": ("MDP-8.F.1",),
            "stub.deck": ("MDP-8.F.2",),
            "collect": ("MDP-8.G",),
        },
        "hand": {
            "load": ("MDP-9.A.2", "MDP-9.A.2.b", "MDP-9.B.1", "MDP-9.A.2.a"),
            "close": ("MDP-9.A.3",),
            "lammer": ("MDP-9.A.3.a",),
            "lock": ("MDP-9.A.3.b",),
            "count": ("MDP-9.A.3.b.i", "MDP-9.A.3.b.ii", "MDP-9.A.3.b.iii"),
            "start": ("MDP-9.B.2",),
            "deal": ("MDP-9.C", "MDP-9.B.1"),
            "stub": ("MDP-9.D.1", "MDP-9.D.2", "MDP-9.D.3"),
            "stub.wrong": ("MDP-9.E",),
            "stub.misdealt": ("MDP-9.E.1",),
            "stub.deck": ("MDP-9.E.2",),
            "collect": ("MDP-9.F",),
        },
        "automated-shoe": {
            "load": ("MDP-10.A.1",),
            "close": ("MDP-10.A.2",),
            "lammer": ("MDP-10.A.2.a",),
            "lock": ("MDP-10.A.2.b",),
            "count": ("MDP-10.A.2.c", "MDP-10.A.2.d"),
            "start": ("MDP-10.B",),
            "deal": ("MDP-10.C.1", "MDP-10.C.2.a", "MDP-10.C.2.b"),
            "stub": ("MDP-10.D.1", "MDP-10.D.2", "MDP-10.D.3"),
            "stub.wrong": ("MDP-10.E",),
            "stub.misdealt": ("MDP-10.E.1",),
            "stub.deck": ("MDP-10.E.2",),
            "collect": ("MDP-10.F.1", "MDP-10.F.2"),
        },
    }
)
"""Clauses of chapters 8, 9 and 10, which say the same thing about three ways of dealing."""

OPENING_TWO = {"set.receive": ("MDP-4.A", "MDP-4.E", "MDP-3.B")}
WITH_DICE = {"start.count": ("MDP-5.K.1.d",), "start.count-bank": ("MDP-5.K.1.e", "MDP-12.H")}
COUNT = {
    "shaker": WITH_DICE,
    "random-number": {"start.count": ("MDP-5.K.2.a",), "start.count-bank": ("MDP-5.K.2.b", "MDP-12.H")},
    "button": WITH_DICE,  # with these, the shaker replaces the button
}


def cites(submission: MarylandPoker) -> Mapping[str, tuple[str, ...]]:
    """Return all names, each with the clauses of the chapters that apply to this submission."""
    dealing = submission.dealing
    mine = BY_METHOD[dealing.method]
    found = {**COMMON, **COUNT[submission.start]}
    for method, names in BY_METHOD.items():
        found.update({f"{name}.{method}": clauses for name, clauses in names.items()})
    found["wager.close"] = (*mine["close"], "MDP-7.D.1")
    found["start"] = (*mine["start"], "MDP-5.F.4" if dealing.shuffler == "none" else "MDP-5.C.1")
    found["deal"] = found["deal.bank"] = mine["deal"]
    found["deal.collect"] = found["deal.collect-bank"] = mine["collect"]
    by_hand = dealing.method == "hand"
    found["timer.set"] = found["set.remove"] = ("MDP-3.C.1" if by_hand else "MDP-3.C.2",)
    shuffler = dealing.shuffler != "none"
    resumed = ("MDP-5.H.5", "MDP-5.H.5.a", "MDP-5.H.5.b") if shuffler else ("MDP-5.H.4",)
    found["set.resume"] = ("MDP-5.H.3", *resumed)
    if dealing.decks == 2:
        found.update(OPENING_TWO)  # MDP-4.E
    found["set.prepared"] = ("MDP-4.F",)
    if submission.edition == 1:  # which said less exactly why a hand is foul (MDP-11.F.1.c)
        found.update({**first_edition.CITES["MDP"], **earlier_cites(submission)})
    return MappingProxyType(found)


def earlier_cites(submission: MarylandPoker) -> Mapping[str, tuple[str, ...]]:
    """Return the names that version 0.2.0 cited otherwise: it returned progressive wagers by chapters 8 to 10."""
    return {**first_edition.EARLIER["MDP"], "progressive.return": BY_METHOD[submission.dealing.method]["stub.misdealt"]}
