"""The table page.

Every legal command is a form and every form a legal command; a spectator gets none; what one may not see changes no
byte; the markup is sound and holds neither script nor style.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from html.parser import HTMLParser
from itertools import combinations
from random import Random
from typing import Any

import pytest
from django.http import QueryDict

from paigow import art
from paigow.bots import CHOOSERS, Bot
from paigow.comparison import Result
from paigow.errors import NotationError
from paigow.hands.pieces import Piece
from paigow.money import rack
from paigow.rules import load_submission
from paigow.rules.clauses import known
from paigow.table import Command, Event, Game, Offer, Phase, TableState, game_of, legal_commands, perform
from paigow.table.cards.envy import EnvyPaid
from paigow.table.cards.jacks import JacksDeclared
from paigow.table.cards.progressive import ProgressivePaid
from paigow.table.core.model import Hand, WagerKey
from paigow.table.core.values import changed
from paigow.table.driver import TableDriver, new_table
from paigow.table.steps.banking import BankAccepted, bankers
from paigow.table.steps.setting import LookAtHand, to_set
from paigow.table.steps.settlement import HandExposed, RoundSettled
from paigow.table.steps.side_wagers import SideWagerSettled
from paigow.table.steps.wagers import WagerPlaced, total_against_bank
from paigow.table.view import may_see
from paigow.web.pages import words
from paigow.web.pages.advice import AdviceQuestion
from paigow.web.pages.play import read_form
from paigow.web.pages.table import (
    LogLine,
    Notice,
    forms,
    pacing,
    present,
    render_layout,
    render_log,
    render_notice,
    render_signs,
    render_table,
    results,
)
from paigow.web.pages.table.model import HandResult, Paid
from paigow.web.pages.table.pieces import HandView
from paigow.web.pages.table.present import last_bank
from paigow.web.people.display import called

STANDARDS = ("maryland-tiles", "maryland-poker", "new-zealand", "dealer-open")
PLAYERS = ("ann", "bob", "cho", "dee")
VOID = frozenset({"input", "br", "img", "meta", "link", "hr", "use", "path", "circle", "rect"})


@dataclass
class Moment:
    """A state, the events of its round so far, and the driver's chance."""

    state: TableState
    events: tuple[Event, ...]
    driver: TableDriver = field(repr=False)


def moments(standard: str, rounds: int = 6, seed: str = "page") -> Iterator[Moment]:
    """Every state of some rounds, one command at a time; each player's hand is met picked up and not yet set."""
    game = game_of(load_submission(standard))
    styles = list(CHOOSERS)
    bots = {name: Bot(name, styles[n % len(styles)], seed) for n, name in enumerate(PLAYERS)}
    driver = TableDriver(new_table(game), bots, seed)
    story: list[Event] = []
    met: list[Moment] = []

    def note(command: Command, events: tuple[Event, ...]) -> None:
        story.extend(events)
        met.append(Moment(driver.state, tuple(story), driver))

    driver.on_command = note
    driver.open_table(500_000)
    yield from met
    for _ in range(rounds):
        if driver.state.phase is Phase.CLOSED:
            driver.reopen()
        story.clear()
        met.clear()
        driver.open_round()
        yield from met
        while driver.state.round is not None:
            met.clear()
            before = driver.state
            driver.step()
            if before.phase is Phase.SETTING:
                yield from (Moment(looked, tuple(story), driver) for looked in picked_up(before))
            yield from met


def picked_up(state: TableState) -> Iterator[TableState]:
    for name in PLAYERS:
        for position in to_set(state, name)[:1]:
            if not state.current.hands[position].viewed and position not in state.current.choices:
                yield perform(state, LookAtHand(player=name, position=position))[0]


def shown(moment: Moment, viewer: str, **more: Any) -> str:
    return render_table(moment.state, viewer, slug="one", events=moment.events, csrf="token", key="key", **more)


class Reader(HTMLParser):
    """Reads the fragment: forms with what they can send, ids, and whatever should not be there."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.labels: set[str] = set()
        self.forms: list[dict[str, Any]] = []
        self.outside: list[tuple[str, str, str]] = []
        self.feed(html)
        self.close()
        for name, key, value in self.outside:  # buttons that name their form
            next(form for form in self.forms if form["attrs"]["id"] == name)["buttons"].append((key, value))
        self.faults += [f"{tag} is not closed" for tag in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.faults += [f"{tag} has {name}" for name in given if name == "style" or name.startswith("on")]
        if tag in ("script", "style"):
            self.faults.append(f"a {tag}")
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a":
            self.links.append(given["href"])
        if tag not in VOID:
            self.open.append(tag)
        if tag == "form":
            self.forms.append({"attrs": given, "hidden": {}, "buttons": [], "options": [], "typed": [], "picks": []})
        elif tag == "label":
            self.labels.add(given.get("for", ""))
        elif tag == "button" and "form" in given:
            self.outside.append((given["form"], given.get("name", ""), given.get("value", "")))
        elif self.forms and "form" in self.open:
            self._control(tag, given)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def _control(self, tag: str, given: dict[str, str]) -> None:
        form = self.forms[-1]
        if tag == "input":
            kind = given.get("type", "text")
            if kind == "hidden":
                form["hidden"][given["name"]] = given["value"]
            elif kind == "checkbox":
                form["picks"].append(given["value"])
            else:
                form["typed"].append(given)
        elif tag == "option":
            form["options"].append(("choice", given["value"]))
        elif tag == "button" and given.get("type") != "button":
            form["buttons"].append((given.get("name", ""), given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes something else")


def posts(form: dict[str, Any]) -> Iterator[QueryDict]:
    """What a person can send with a form: each button, each option, each pick of two, the least and the most."""
    chosen = form["options"] or [button for button in form["buttons"] if button[0]] or [("", "")]
    if any(not name for name, _ in form["buttons"]) and not form["options"]:
        chosen = [*chosen, ("", "")]
    lows: list[tuple[str, ...]] = [*combinations(form["picks"], 2)] or [()]
    typed_in: list[dict[str, str]] = [{}]
    for control in form["typed"]:
        if control["name"] == "amount":
            typed_in = [{"amount": control["min"]}, {"amount": control["max"]}]
        else:
            typed_in = [{control["name"]: "seed"}]
    for name, value in dict.fromkeys(chosen):
        for low in lows:
            for written in typed_in:
                sent = QueryDict(mutable=True)
                sent.update({**form["hidden"], **written, **({name: value} if name else {})})
                sent.setlist("low", list(low))
                yield sent


def reachable(moment: Moment, viewer: str) -> set[Command]:
    """Every command that the page lets the viewer send."""
    chance = moment.driver.draws() if moment.state.round is not None else None
    found: set[Command] = set()
    for form in Reader(shown(moment, viewer)).forms:
        for sent in posts(form):
            if form["picks"] and not sent.getlist("low") and not sent.get("choice"):
                continue  # pressed before two cards or tiles were picked
            found.add(read_form(sent, viewer, moment.state, lambda: chance))
    return found


def bounds(offer: Offer) -> list[Command]:
    """The commands that an offer stands for, as far as they can be told apart: the least and the greatest amount."""
    if offer.amounts is None:
        return [offer.command]
    command: Any = offer.command
    ends: list[Command] = [replace(command, amount=end) for end in (offer.amounts[0], offer.amounts[-1])]
    return [command for command in ends if offer.admits(command)]


def sample(standard: str, every: int, **more: Any) -> Iterator[Moment]:
    """Some of the states: every so many, and all in which a hand is being set."""
    for number, moment in enumerate(moments(standard, **more)):
        held = moment.state.round is not None and any(h.viewed for h in moment.state.round.hands.values())
        if number % every == 0 or (held and moment.state.phase is Phase.SETTING):
            yield moment


@pytest.mark.parametrize("standard", STANDARDS)
def test_every_legal_command_is_a_form_and_every_form_a_legal_command(standard: str) -> None:
    verbs = set()
    for number, moment in enumerate(sample(standard, 7)):
        for viewer in (PLAYERS[number % len(PLAYERS)], "visitor")[: 2 - number % 2]:
            offers = legal_commands(moment.state, viewer)
            sent = reachable(moment, viewer)
            verbs |= {offer.command.verb for offer in offers}
            for offer in offers:
                for command in bounds(offer):
                    assert command in sent or any(_alike(command, other, offer) for other in sent), command
            for command in sent:
                assert any(offer.admits(command) for offer in offers), command
    assert {"sit", "buy-in", "wager", "look", "set", "leave", "seed"} <= verbs


def _alike(command: Command, other: Command, offer: Offer) -> bool:
    """The same but for chance."""
    if type(command) is not type(other):
        return False
    names = [name for name in type(command).__dataclass_fields__ if name not in offer.chance]
    return all(getattr(command, name) == getattr(other, name) for name in names)


@pytest.mark.parametrize("standard", STANDARDS)
def test_the_markup_is_sound_and_has_no_script_or_style_of_its_own(standard: str) -> None:
    for moment in sample(standard, 9, rounds=2):
        for viewer in ("ann", "visitor", ""):
            read = Reader(shown(moment, viewer) + render_log([LogLine("so <it> went", ("MDT-8.A.2",))]))
            assert not read.faults
            assert len(read.ids) == len(set(read.ids))
            assert read.ids[0] == "table"
            for link in read.links:
                if link.startswith("/advice/?"):
                    asked = AdviceQuestion.read(QueryDict(link.partition("?")[2]).dict())
                    assert (asked.rules, asked.way) == (standard, str(moment.state.game.submission.data()["house_way"]))
                    moment.state.game.kit.parse(asked.hand.split())
                elif link != "/review/one/":
                    assert known(link.removeprefix("/rules/").removesuffix("/")), link


@pytest.mark.parametrize("standard", STANDARDS)
def test_forms_work_without_script_and_carry_key_and_round(standard: str) -> None:
    for moment in sample(standard, 6, rounds=2):
        for form in Reader(shown(moment, "ann")).forms:
            assert form["attrs"]["method"] == "post"
            assert form["attrs"]["action"] == "/tables/one/do/"
            assert form["buttons"]
            assert form["hidden"]["csrfmiddlewaretoken"] == "token"
            assert form["hidden"]["key"].startswith("key.")
            assert form["hidden"]["round"] == str(moment.state.rounds)


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_spectator_gets_no_form(standard: str) -> None:
    for moment in sample(standard, 6, rounds=3):
        assert "<form" not in shown(moment, "")
        assert "<form" not in shown(moment, "ann", spectator=True)


@pytest.mark.parametrize("standard", STANDARDS)
def test_hidden_pieces_change_no_byte(standard: str) -> None:
    random = Random(standard)
    compared = 0
    for moment in sample(standard, 5, rounds=6, seed=f"hidden/{standard}"):
        if moment.state.round is None:
            continue
        for viewer in (random.choice(PLAYERS), ""):
            other = replace(moment, state=rearranged(moment.state, viewer, random))
            assert shown(moment, viewer) == shown(other, viewer)
            compared += other.state.current.hands != moment.state.current.hands
    assert compared > 30


def rearranged(state: TableState, viewer: str, random: Random) -> TableState:
    """The same table with the pieces that the viewer may not see dealt otherwise, and the covered dice fallen so."""
    current = state.current
    order = random.sample(current.stack.order, len(current.stack.order))
    dice = current.start.dice
    if dice is not None and current.start.position is None:
        dice = (random.randint(1, 6), random.randint(1, 6), random.randint(1, 6))
    hidden = [p for p, hand in current.hands.items() if not may_see(state, p, hand, viewer)]
    places = [(p, n) for p in hidden for n, _ in enumerate(current.hands[p].pieces) if n not in current.hands[p].shown]
    pool: list[Piece] = [current.hands[p].pieces[n] for p, n in places] + list(current.stack.stub)
    random.shuffle(pool)
    fresh = dict(zip(places, pool, strict=False))

    def relaid(position: int, hand: Hand) -> Hand:
        pieces = tuple(fresh.get((position, n), piece) for n, piece in enumerate(hand.pieces))
        if hand.setting is None or position not in hidden:
            return changed(hand, pieces=pieces)
        return changed(hand, pieces=pieces, setting=state.game.kit.house_set(pieces).setting)

    hands = {position: relaid(position, hand) for position, hand in current.hands.items()}
    stub = tuple(pool[len(places) :])
    return changed(state, round=changed(current, hands=hands)).put(
        changed(current.stack, order=tuple(order), stub=stub), changed(current.start, dice=dice)
    )


@pytest.mark.parametrize("standard", STANDARDS)
def test_the_result_tells_what_the_round_brought(standard: str) -> None:
    """The net that is shown is what the rack gained since the round opened, and every line of it is told.

    What was won, lost and given back, of every wager, comes to that net.
    """
    told = 0
    kinds: set[str] = set()
    opened: dict[str, int] = {}
    for moment in moments(standard, rounds=30):
        state = moment.state
        if state.round is not None and state.phase in (Phase.OFFERING, Phase.MIXING) and not state.round.wagers:
            opened = {name: state.ledger[rack(name)] for name in state.players}
        if state.phase is not Phase.FINISHED:
            continue
        for name in state.players:
            page = present(state, name, events=moment.events)
            assert page.account is not None
            assert page.account.net == state.ledger[rack(name)] - opened[name]
            lines = [line for outcome in page.results.own for line in outcome.money]
            brought = sum(line.brings for line in lines) + sum(outcome.brings for outcome in page.results.own)
            assert brought == page.account.net, [*lines, page.results.own]
            assert all(known(clause) for line in lines for clause in line.clauses)
            assert all(known(outcome.clause) for outcome in page.results.own)
            if name in bankers(state) and not state.current.void:
                assert any(outcome.label == "Bank" for outcome in page.results.own)
            for key in state.current.wagers:
                if key.player == name and key.kind != "bank":
                    word = "Your " if key.kind == "main" else words.word(words.KINDS, key.kind)
                    assert any(line.text.startswith(word) for line in lines) or state.current.void, (key, lines)
                    kinds.add(key.kind)
            for outcome in page.results.outcomes:
                if outcome.mine:
                    told += 1
                    assert outcome.label in page.results.told
                    assert outcome.headline in page.results.told
                    assert all(half.mine in page.results.told for half in outcome.halves)
    assert told > 10
    assert kinds == {"main", *state.game.options.side_wagers}


def test_a_bank_that_neither_wins_nor_loses_is_told_so() -> None:
    game = game_of(load_submission("maryland-tiles"))
    events: list[Event] = [
        BankAccepted(player="ann", co=False, position=1, clauses=("MDT-9.A",)),
        RoundSettled(clauses=game.cite("round.end")),
    ]
    (own,) = results.outcomes(events, "ann", game, 1)
    assert (own.label, own.headline, own.result, own.mine) == ("Bank", "The bank breaks even", "push", True)
    assert known(own.clause)
    assert list(results.outcomes(events, "bob", game, 1)) == []


def test_envy_and_the_progressive_are_told_with_their_clauses() -> None:
    game = game_of(load_submission("maryland-poker"))
    wager = WagerKey("ann", 2, "progressive")
    events: list[Event] = [
        WagerPlaced(wager=wager, amount=500, clauses=("MDP-9.A",)),
        EnvyPaid(player="ann", position=4, kind="fortune", hand="Straight flush", amount=2500, clauses=("MDP-13.G.2",)),
        ProgressivePaid(wager=wager, hand="Full house", amount=2000, clauses=("MDP-11.H.6", "MDP-13.E.7.a")),
        SideWagerSettled(
            wager=WagerKey("ann", 2, "insurance"), result=Result.WIN, line="King-high", won=1500, clauses=("MDP-13.C",)
        ),
    ]
    events.append(HandExposed(**exposed(game)))
    own = [outcome for outcome in results.outcomes(events, "ann", game, 0) if outcome.mine]
    told = results.summary(own, 5500)
    assert "Progressive pays $20 on $5 (Full house)" in told
    assert "Pai Gow Insurance wins $15 (King-high)" in told
    assert "Fortune Bonus: ann wins a $25 envy bonus for Position 4" in told
    assert own[-1].clause == "MDP-13.G.2"
    assert sum(line.brings for outcome in own for line in outcome.money) + own[-1].brings == 1500 + 1500 + 2500


def exposed(game: Game) -> dict[str, Any]:
    """A hand of seven cards against another, as the dealer compares them."""
    mine, bank = (game.kit.parse_setting(text) for text in ("As Ad Kh Qc 9d / 8s 7c", "Kd Ks Jh Tc 9h / 8c 6c"))
    match = game.kit.compare(mine, bank)
    return {
        "position": 2, "setting": mine, "result": match.result, "match": match, "foul": False,
        "clauses": (match.clause, match.high.clause, match.low.clause),
    }  # fmt: skip


def test_the_dealers_jacks_are_told() -> None:
    """Dealer Open: nobody sets, every wager loses, and the page says so and by which clause."""
    met = 0
    for moment in moments("dealer-open", rounds=60, seed="jacks"):
        if moment.state.phase is Phase.FINISHED and any(isinstance(event, JacksDeclared) for event in moment.events):
            for name in PLAYERS:
                page = present(moment.state, name, events=moment.events)
                if page.results.own:
                    met += 1
                    assert re.search("Dealer has (two|three|four) jacks — all bets lose", page.results.told)
                    assert "Your bet loses $" in page.results.told
                    assert page.results.own[0].clause.startswith("DO-")
                    assert page.felt.house is not None
                    faces = [piece.name for piece in page.felt.house.pieces]
                    assert len(faces) == 7
                    assert sum("jack" in face.lower() for face in faces) >= 2
                    assert page.felt.banker == ""
    assert met


def test_a_box_on_which_only_others_have_bet_is_still_ones_own() -> None:
    """New Zealand: boxes are shared; the owner's circle does not vanish under another player's chips."""
    met = 0
    for moment in moments("new-zealand", rounds=20, seed="shared"):
        state = moment.state
        if state.phase is not Phase.BETTING:
            continue
        for name in PLAYERS:
            keys = [key for key in state.current.wagers if key.position == state.players[name].position]
            if not keys or any(key.player == name for key in keys):
                continue
            page = present(state, name, events=moment.events)
            if page.forms.bets:
                met += 1
                assert [(spot.kind, spot.pile) for spot in page.felt.mine[0].spots] == [("main", None)]
        if met > 2:
            break
    assert met


@pytest.mark.parametrize("standard", STANDARDS)
def test_the_last_wagers_can_be_made_again(standard: str) -> None:
    """All of them that are legal now, the Pai Gow wager first; made, they are gone from the offer."""
    before: dict[WagerKey, int] = {}
    made: set[str] = set()
    placed: dict[WagerKey, int] = {}
    for moment in moments(standard, rounds=12, seed="rebet"):
        state = moment.state
        if state.phase is Phase.FINISHED:
            before = results.wagers_of(moment.events)
        if state.phase is not Phase.BETTING or not before:
            continue
        for name in PLAYERS:
            commands = tuple(forms.rebets(state, name, before))
            page = present(state, name, last_wagers=before)
            assert (page.forms.rebet is None) == (not commands)
            after = state
            for command in commands:
                key = WagerKey(name, command.position, command.kind)
                assert before[key] == command.amount
                after, _events = perform(after, command)
                placed = dict(after.current.wagers)
                assert placed[key] == command.amount
                made.add(command.kind)
            assert page.forms.rebet is None or page.forms.rebet.total == sum(command.amount for command in commands)
            assert not tuple(forms.rebets(after, name, before)) or commands == ()
    assert "main" in made
    assert len(made) > 1 or not state.game.options.side_wagers


def test_the_showdown_stays_until_the_next_bet() -> None:
    """Both hands of the last round and what it brought, while bets are open and the viewer has none down."""
    story: dict[int, tuple[Event, ...]] = {}
    stayed = 0
    for moment in moments("maryland-poker", rounds=3):
        state = moment.state
        story[state.rounds] = moment.events
        if state.phase is not Phase.BETTING or state.rounds < 2:
            continue
        for name in PLAYERS:
            before = story[state.rounds - 1]
            page = present(state, name, events=moment.events, last_events=before)
            placed = any(key.player == name for key in state.current.wagers)
            assert not (page.results.resting and placed)
            if not page.results.resting:
                assert placed or page.headline.mood == ""
                continue
            stayed += 1
            assert page.headline.cents == results.net_of(before, name)
            assert page.told_round == state.rounds - 1
            for told in page.results.own:
                if told.hand is None:
                    continue
                assert told.hand in [own.hand for own in page.felt.mine]
                assert page.felt.house == told.house or told.label == "Bank"
                assert told.banked == bool(results.bankers(before)) or told.label == "Bank"
            assert page.felt.bank.startswith("Next round: ")  # the result names the bank that it was played against
            assert page.felt.banker == banker_named(before, name)
    assert stayed > 0


def test_the_showdown_stays_when_the_bank_is_offered() -> None:
    """A player who is offered the bank again still sees the last result, with the offer below it."""
    story: dict[int, tuple[Event, ...]] = {}
    asked = 0
    for moment in moments("maryland-tiles", rounds=4):
        state = moment.state
        story[state.rounds] = moment.events
        for name in PLAYERS:
            before = story.get(state.rounds - 1, ())
            if state.phase is not Phase.OFFERING or not results.bankers(before):
                continue
            page = present(state, name, events=moment.events, last_events=before)
            if "accept-bank" in page.forms.awaited and page.results.last is not None:
                asked += 1
                assert page.results.resting
                assert page.headline.cents == results.net_of(before, name)
                assert page.forms.question == "You are offered the bank"
                assert page.forms.has_gold
    assert asked > 0


def test_who_watches_is_told_that_the_table_has_closed() -> None:
    *_, last = moments("dealer-open", rounds=1)
    opening = replace(last.state, phase=Phase.CLOSED, round=None, rounds=0)
    assert pacing.prompt(opening, "nobody", ()) == "You are watching"
    assert pacing.prompt(replace(opening, rounds=1), "nobody", ()) == "The table is closed"


def test_a_foul_hand_is_not_compared() -> None:
    """It loses whatever the halves are, so no half is said to win."""
    fouls = 0
    for moment in moments("maryland-poker", rounds=1):
        exposed = [event for event in moment.events if isinstance(event, HandExposed)]
        if not exposed:
            continue
        foul = tuple(
            replace(event, foul=True, result=Result.LOSE) if event is exposed[0] else event for event in moment.events
        )
        found = results.outcomes(foul, "", moment.state.game, last_bank(foul))
        (outcome,) = [each for each in found if each.hand is not None and each.hand.foul]
        assert outcome.halves == ()
        fouls += 1
    assert fouls > 0


def test_screen_readers_hear_the_phase_as_one_sentence() -> None:
    said = {
        present(moment.state, "ann", events=moment.events).said_phase for moment in moments("maryland-tiles", rounds=1)
    }
    assert "Set your hands." in said
    assert not [each for each in said if each.endswith("….")]


def banker_named(events: tuple[Event, ...], viewer: str) -> str:
    """What stands over the hand that the viewer's was compared with, where a player held the bank."""
    names = results.bankers(events)
    return "" if not names or viewer in names else f"{', '.join(sorted(names))} banks"


@pytest.mark.parametrize("standard", ["maryland-tiles", "maryland-poker", "new-zealand"])
def test_the_bank_lies_across_from_whoever_plays_against_it(standard: str) -> None:
    """From the deal on, for every bank: not at the rim, and not in front of the player who holds it."""
    met = 0
    for moment in moments(standard, rounds=12, seed="across"):
        state = moment.state
        if state.phase is not Phase.SETTING or state.current.bank.player is None:
            continue
        for name in PLAYERS:
            page = present(state, name, events=moment.events)
            if name in bankers(state):
                assert page.felt.banker == ""
                continue
            met += 1
            assert page.felt.banker == f"{', '.join(sorted(bankers(state)))} banks"
            assert page.felt.house is not None
            assert not any(piece.up for piece in page.felt.house.pieces)
            assert all(
                seat.hand is None for side in page.felt.rim for seat in side if seat.name == state.current.bank.player
            )
    assert met > 0


@pytest.mark.parametrize(
    ("side", "net", "expected"),
    [
        (0, 2375, ("You win $23.75", "Both hands win", "win")),
        (-7600, -5225, ("You lose $52.25", "Both hands win · side bets −$76", "lose")),
        (0, 0, ("Push", "One hand each (Jowl)", "push")),
        (-2500, 0, ("You break even", "Both hands win · side bets −$25", "push")),
        (2500, 2500, ("You win $25", "Push — one hand each · side bets +$25", "win")),
    ],
)
def test_a_result_that_side_bets_turn_around_says_so(side: int, net: int, expected: tuple[str, str, str]) -> None:
    won = net - side
    headline, call = ("Both hands win", "") if won else ("Push — one hand each", "Jowl")
    money = (Paid("", brings=won), Paid("", brings=side, side=True))
    own = HandResult(1, "", "win" if won else "push", headline, True, call=call, money=money)
    told = pacing.headline(next(iter(moments("maryland-poker", rounds=0))).state, "ann", (), (own,), net, resting=True)
    assert (told.text, told.hint, told.mood) == expected


def test_a_foul_does_not_tell_who_wins_by_a_side_bet_that_they_lose() -> None:
    money = (Paid("", brings=-2500), Paid("", brings=12500, side=True))
    own = HandResult(1, "", "lose", "Foul hand — you lose", True, money=money, hand=HandView(foul=True))
    state = next(iter(moments("maryland-poker", rounds=0))).state
    told = [pacing.headline(state, "ann", (), (own,), net, resting=True).hint for net in (10000, -15000)]
    assert told == ["Foul · side bets +$125", "Foul hand — you lose"]


def test_a_second_hand_bears_the_name_of_who_plays_it() -> None:
    """New Zealand: a box without a player may have chips on it, and is then not free."""
    met = 0
    for moment in moments("new-zealand", rounds=20, seed="shared"):
        for seat in present(moment.state, "", events=moment.events).felt.seats:
            if seat.bet and not seat.name and not seat.house:
                met += 1
                assert seat.called in map(called, PLAYERS)
    assert met


def test_a_co_bank_is_asked_for_its_half() -> None:
    """The house covers the rest; who banks alone puts up everything."""
    met = set()
    for moment in moments("new-zealand", rounds=30, seed="shared"):
        state = moment.state
        if state.phase is not Phase.BETTING or state.current.bank.player is None or not total_against_bank(state):
            continue
        page = present(state, state.current.bank.player, events=moment.events)
        for form in (form for form in page.forms.questions if form.verb == "stake"):
            share = 2 if state.current.bank.co_banked else 1
            assert form.amounts is not None
            assert Decimal(form.amounts.value) * 100 * share == total_against_bank(state)
            met.add(share)
    assert met == {1, 2}


def test_a_bank_is_asked_for_its_stake_only_once_there_are_bets() -> None:
    """Before that the banker waits; covering bets stays possible, but not as what the table asks for."""
    met = set()
    for moment in moments("new-zealand", rounds=30, seed="shared"):
        state = moment.state
        if state.phase is not Phase.BETTING or state.current.bank.player is None or state.current.bank.stake_taken:
            continue
        page = present(state, state.current.bank.player, events=moment.events)
        covered = bool(total_against_bank(state))
        offered = {form.verb for form in page.forms.others} | {form.verb for form in page.forms.asks}
        assert "stake" in offered
        assert ("stake" in {form.verb for form in page.forms.asks}) == covered
        assert (page.headline.text == "Waiting for the other bets") == (not covered)
        met.add(covered)
    assert met == {True, False}


def test_a_foul_is_marked_before_it_is_committed() -> None:
    fouls = 0
    for moment in sample("maryland-poker", 9999):
        for viewer in PLAYERS:
            for form in present(moment.state, viewer).forms.sets:
                assert len(form.lows) == 21
                fouls += sum(low.foul for low in form.lows)
                places = tuple(map(int, form.suggestion.places.split())) if form.suggestion else ()
                chosen = next(low for low in form.lows if low.css == f"low-{places[0]}-{places[1]}")
                assert form.suggestion is not None
                assert (chosen.high, chosen.low, chosen.foul) == (form.suggestion.high, form.suggestion.low, False)
    assert fouls > 0


def test_the_layout_is_drawn_in_its_documents_words() -> None:
    """Every inscription and area of the layout stands on the page once the real layout is opened."""
    expected = {
        "maryland-tiles": ("Dead Hand", "Pair Fortunes", "Pai Gow", "Drop box", "Tip box", "Shaker", "The House"),
        "maryland-poker": ("Fortune Bonus", "Emperor’s Treasure", "Pai Gow Insurance", "Progressive", "Discard rack"),
        "new-zealand": ("Banker wager area", "Losing wager area", "Used tiles", "Chung", "Dice cup", "Float tray"),
        "dealer-open": ("Ace High", "Random number"),
    }
    for standard, said in expected.items():
        moment = next(iter(moments(standard, rounds=0)))
        html = shown(moment, "") + render_layout(moment.state.game) + render_signs(moment.state.game)
        for text in said:
            assert text in html, (standard, text)


def test_a_refusal_says_why_and_by_which_clause() -> None:
    html = render_notice(Notice("too <late>", "MDT-5.D"))
    assert 'role="alert"' in html
    assert "Too &lt;late&gt;" in html
    assert 'href="/rules/MDT-5.D/"' in html


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ("verb=nothing", "no action"),
        ("verb=wager&position=x&amount=10", "position"),
        ("verb=wager&position=1&amount=ten", "amount"),
        ("verb=set&position=1&low=0", "two cards or tiles"),
        ("verb=mix", "by dealer"),
    ],
)
def test_a_form_that_makes_no_sense_is_refused_in_words(sent: str, said: str) -> None:
    state = next(m.state for m in moments("maryland-tiles", rounds=1) if m.state.phase is Phase.BETTING)
    with pytest.raises(NotationError):
        read_form(QueryDict(sent), "ann", state)


def test_only_a_command_with_chance_unseals_the_seed() -> None:
    """A bet must not even look at the round's seed; dice that a banker shakes come from it."""
    state = next(m.state for m in moments("maryland-tiles", rounds=1) if m.state.phase is Phase.BETTING)
    asked: list[str] = []

    def draws() -> None:
        asked.append("seed")

    read_form(QueryDict("verb=wager&position=1&kind=main&amount=10"), "ann", state, draws)
    assert not asked
    with pytest.raises(NotationError, match="needs a random draw"):
        read_form(QueryDict("verb=shake"), "ann", state, draws)
    assert asked == ["seed"]


def test_the_sprite_on_disk_is_the_one_that_is_drawn() -> None:
    assert art.SPRITE.read_text(encoding="utf-8") == art.sprite()
    for symbol in ("t66", "cAs", "cJk", "tile-back", "card-back", "die-6", "chip"):
        assert f'<symbol id="{symbol}"' in art.sprite()
    assert art.sprite().count("<symbol") == 21 + 53 + 6 + 17


def test_ones_and_fours_are_red_and_the_double_six_is_half_red() -> None:
    symbols = dict(part.split('"', 1) for part in art.sprite().split('<symbol id="')[1:])
    red = {
        name: symbols[name].split(art.RED)[0].count("h0") for name in ("t11", "t44", "t66") if art.RED in symbols[name]
    }
    assert art.WHITE not in symbols["t11"]
    assert art.WHITE not in symbols["t44"]
    assert art.RED not in symbols["t55"]
    assert art.RED in symbols["t66"]
    assert art.WHITE in symbols["t66"]
    assert red["t11"] == 2
