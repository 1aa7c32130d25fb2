"""What is heard of an event tells nobody what he may not see.

Every kind is classified, field by field; in two worlds that differ only in what is hidden the same is heard; and no
face-down piece or sealed seed is ever in it.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from paigow.bots.session import NAMES, Session
from paigow.errors import PaigowError
from paigow.hands.pieces import Piece, Setting
from paigow.poker import DECK, Card, PokerSetting
from paigow.record import Replay
from paigow.rules import STANDARDS, load_submission
from paigow.table import Command, Event, Game, TableState, evolve, game_of, legal_commands, perform
from paigow.table.core.engine import event_name, events
from paigow.table.core.log import everyone
from paigow.table.core.model import DEALER, FLOOR, SYSTEM, Hand
from paigow.table.core.values import changed
from paigow.table.hearing import everything, hear
from paigow.table.steps.setting import AskHouseWay, HandSet, HouseWayTold
from paigow.table.view import FACE_DOWN, may_see, own_fields, view
from paigow.tiles import HOUSE_WAYS, TileSetting
from tools.tiers import examples

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*/*.toml"))
ROUNDS = examples(60, 250)
TWO_WORLDS = examples(12, 25)
SEATS = 4
BYSTANDERS = (DEALER, FLOOR, SYSTEM, "nobody")
VIEWERS = (*NAMES[:SEATS], *BYSTANDERS)
TILE_SETTINGS = (TileSetting.parse("66 45 / 12 24"), TileSetting.parse("11 13 / 44 55"))
FACE_UP = frozenset({"face-up-found", "set-laid-out", "set-turned-up"})
"""Shown to all at the table, though no view keeps it."""
HOUSE_RULES = frozenset(rule.clause for way in HOUSE_WAYS.values() for rule in way.rules)
RULES = sorted(HOUSE_RULES)
BY_HOUSE_WAY = frozenset({"hand-set", "house-way-told", "hand-disturbed"})
"""Set by a rule that tells what the hand holds, and face down."""


@pytest.fixture(scope="module", autouse=True)
def _games() -> None:
    for standard in STANDARDS:
        game_of(load_submission(standard))  # a game may have events of its own


def test_every_field_of_every_kind_of_event_is_classified() -> None:
    assert len(events()) > 100
    for kind in events():
        audience = kind.audience
        assert not audience.public & audience.hidden, kind
        assert audience.fields == set(own_fields(kind)), kind
        assert audience.hearer in ("", FLOOR) or audience.hearer in audience.public, kind
        assert audience.covered is None or set(audience.covered) <= audience.public, kind


def test_an_event_that_does_not_say_who_hears_it_cannot_be_made() -> None:
    """Nothing is heard by default: a field that nobody thought of stops the program when it is loaded."""
    with pytest.raises(TypeError, match="Unspoken does not say who hears it"):
        type("Unspoken", (Event,), {"__annotations__": {}, "log": "Nothing."})
    body = {"__annotations__": {"position": int, "order": tuple}, "audience": everyone("position"), "log": "Mixed."}
    with pytest.raises(TypeError, match="Careless does not say who hears order"):
        type("Careless", (Event,), body)
    assert not {"unspoken", "careless"} & {event_name(kind) for kind in events()}


def test_kinds_under_seal() -> None:
    mixes = {"mixed", "stacks-cut", "laja-performed", "delivered", "dice-shaken", "card-lost"}
    hands = {"hand-set", "house-way-told", "hand-disturbed"}
    assert mixes | hands | {"player-seated", "seed-given", "seeds-closed", "set-received", "damage-found"} == {
        event_name(kind) for kind in events() if kind.audience.hidden
    }


# What is not classified as for all, in whatever event, could be anything else: nobody else would notice.


def other(item: Any, random: Random) -> Any:
    """Another value of the same type."""
    match item:
        case bool():
            return not item
        case int():
            return item + random.randint(1, 9)
        case str():
            return f"{item}{random.randint(0, 9)}"
        case tuple():
            return tuple(reversed(item)) + item[:1]
        case Card():
            return random.choice([card for card in DECK if card != item])
        case PokerSetting():
            return PokerSetting(item.low + item.high[:3], item.high[3:])
        case _:
            return random.choice([each for each in TILE_SETTINGS if each != item])


def with_other_secrets(event: Event, random: Random) -> Event:
    hidden = event.audience.hidden & {f.name for f in fields(event)} - {"clauses"}
    clauses = tuple(random.choice(RULES) if clause in HOUSE_RULES else clause for clause in event.clauses)
    return replace(
        event,
        clauses=clauses if event_name(type(event)) in BY_HOUSE_WAY else event.clauses,
        **{name: other(getattr(event, name), random) for name in hidden},
    )


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_other_secrets_sound_alike(path: Path) -> None:
    random = Random(path.stem)
    with path.open(encoding="utf-8", newline="\n") as file:
        for step in Replay(file):
            for event in step.events:
                name = event_name(type(event))
                whose = str(getattr(event, event.audience.hearer, event.audience.hearer))
                changed_one = with_other_secrets(event, random)
                assert not event.audience.hidden or changed_one != event or name == "player-seated"
                for viewer in (*step.state.players, *BYSTANDERS):
                    if viewer != whose or viewer == DEALER:
                        assert json.dumps(hear(event, viewer)) == json.dumps(hear(changed_one, viewer))


# Two worlds: the same happens at a table where all that the viewer may not see is otherwise.


def relaid(hand: Hand, pieces: tuple[Piece, ...]) -> Hand:
    """The hand with other pieces, set in the same places."""
    setting = hand.setting and reset(hand.setting, hand.pieces, pieces)
    return changed(hand, pieces=pieces, setting=setting)


def reset(setting: Setting, old: tuple[Piece, ...], new: tuple[Piece, ...]) -> Setting:
    left = list(old)
    places = []
    for piece in (*setting.high, *setting.low):
        place = left.index(piece)
        left[place] = None  # type: ignore[call-overload]
        places.append(new[place])
    size = len(setting.high)
    return type(setting)(tuple(places[:size]), tuple(places[size:]))  # type: ignore[arg-type]


def shuffled(pieces: tuple[Piece, ...], random: Random) -> tuple[Piece, ...]:
    return tuple(random.sample(pieces, len(pieces)))


def elsewhere(state: TableState, viewer: str, random: Random) -> TableState:
    """The same table with the pieces and dice that the viewer may not see dealt otherwise."""
    if state.round is None:
        return state
    current = state.round
    dice = current.start.dice
    if dice is not None and current.start.position is None:
        dice = (random.randint(1, 6), random.randint(1, 6), random.randint(1, 6))
    unseen = [
        (position, place)
        for position, hand in current.hands.items()
        if not may_see(state, position, hand, viewer)
        for place in range(len(hand.pieces))
        if place not in hand.shown
    ]
    pool = shuffled((*(current.hands[p].pieces[n] for p, n in unseen), *current.stack.stub), random)
    dealt = dict(zip(unseen, pool, strict=False))
    hands = {
        position: relaid(hand, tuple(dealt.get((position, n), piece) for n, piece in enumerate(hand.pieces)))
        for position, hand in current.hands.items()
    }
    after = changed(
        current,
        hands=hands,
        stack=changed(current.stack, order=shuffled(current.stack.order, random), stub=pool[len(unseen) :]),
        start=changed(current.start, dice=dice),
    )
    return changed(state, round=after)


def same_there(command: Command, here: TableState, there: TableState, viewer: str, random: Random) -> Command:
    """The same command as far as the viewer can see, in the other world."""
    given: dict[str, Any] = {}
    for name in (f.name for f in fields(command)):
        item = getattr(command, name)
        if name == "order":
            given[name] = shuffled(item, random)
        elif name == "dice" and command.verb == "shake":
            given[name] = tuple(random.randint(1, 6) for _ in range(3))
        elif name == "seed" and command.verb in ("sit", "seed") and command.by != viewer:
            given[name] = f"y{random.random()}"
        elif name == "setting" and item is not None:
            for position, hand in here.current.hands.items():
                if Counter((*item.high, *item.low)) == Counter(hand.pieces):
                    given[name] = reset(item, hand.pieces, there.current.hands[position].pieces)
                    break
    return replace(command, **given)


def compare_worlds(state: TableState, command: Command, viewer: str, random: Random) -> int:
    """Plays the command in both worlds. As long as the viewer sees the same, he hears the same."""
    there = elsewhere(state, viewer, random)
    assert view(state, viewer) == view(there, viewer)
    try:
        _, here = perform(state, command)
        _, theirs = perform(there, same_there(command, state, there, viewer, random))
    except PaigowError:
        return 0  # refused in one of them
    different = 0
    for event, twin in zip(here, theirs, strict=False):
        state, there = evolve(state, event), evolve(there, twin)
        if view(state, viewer) != view(there, viewer):
            return different  # something was opened
        if event_name(type(event)) not in FACE_UP:
            assert json.dumps(hear(event, viewer)) == json.dumps(hear(twin, viewer))
            different += event != twin
    return different


def played(game: Game, rounds: int) -> Iterator[tuple[TableState, Command, tuple[Event, ...]]]:
    """Rounds of bots: every state, with the command that left it and its events."""
    session = Session(game.submission, SEATS, "hearing")
    met: list[tuple[TableState, Command, tuple[Event, ...]]] = []
    before = [session.driver.state]

    def note(command: Command, done: tuple[Event, ...]) -> None:
        met.append((before[0], command, done))
        before[0] = session.driver.state

    session.driver.on_command = note
    session.open()
    for number in range(rounds):
        session.play_round()
        if number % 10 == 0:
            met += [(s, *asked(s, o.command)) for s, o in advice(met)]
        yield from met
        met.clear()


def advice(met: list[tuple[TableState, Command, tuple[Event, ...]]]) -> list[tuple[TableState, Any]]:
    """Where somebody could have asked how the house would set a hand, which bots never do."""
    states = [s for s, command, _ in met if command.verb == "set"]
    return [(s, o) for s in states for n in s.players for o in legal_commands(s, n) if type(o.command) is AskHouseWay]


def asked(state: TableState, command: Command) -> tuple[Command, tuple[Event, ...]]:
    return command, perform(state, command)[1]


def test_what_cannot_be_seen_is_not_heard(game: Game) -> None:
    random = Random(game.standard)
    different: Counter[str] = Counter()
    for state, command, _ in played(game, TWO_WORLDS):
        for viewer in VIEWERS:
            different[command.verb] += compare_worlds(state, command, viewer, random)
    expected = {"sit", "mix", "deliver", "set"} | ({"ask-house-way"} if "set.help" in game.cites else set())
    assert expected <= {verb for verb, n in different.items() if n}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_cannot_be_seen_is_not_heard_when_things_go_wrong(path: Path) -> None:
    random = Random(path.stem)
    with path.open(encoding="utf-8", newline="\n") as file:
        replay = Replay(file)
        before = replay.state
        compared = 0
        for step in replay:
            for viewer in (*before.players, FLOOR, "nobody"):
                compared += compare_worlds(before, step.command, viewer, random)
            before = step.state
    assert compared


# Over many rounds: what is heard of pieces is seen by the same viewer, and a seed is heard by all when it is revealed.


def pieces_in(item: Any, codes: frozenset[str]) -> Iterator[str]:
    """Codes of pieces in texts that are made of nothing else."""
    if isinstance(item, str):
        words = item.replace("/", " ").split()
        if words and codes.issuperset(words):
            yield from words
    elif isinstance(item, dict | list):
        for each in item.values() if isinstance(item, dict) else item:
            yield from pieces_in(each, codes)


def seen_pieces(state: TableState, viewer: str) -> Counter[str]:
    shown = view(state, viewer)
    hands = (shown["round"] or {"hands": {}})["hands"].values()
    codes = [code for hand in hands for code in hand["pieces"]] + shown["set"]
    return Counter(code for code in codes if code != FACE_DOWN)


def test_no_face_down_piece_and_no_sealed_seed_is_heard(game: Game) -> None:
    codes = frozenset(map(str, game.kit.full_set))
    told: Counter[str] = Counter()
    for before, _command, done in played(game, ROUNDS):
        state = before
        for event in done:
            state = evolve(state, event)
            name = event_name(type(event))
            for viewer in VIEWERS:
                heard = hear(event, viewer)
                found = Counter(pieces_in(heard, codes))
                if found:
                    assert found <= seen_pieces(state, viewer), (name, viewer)
                    told[name] += 1
                text = json.dumps(heard)
                assert not any(f"seed-of-{other}" in text for other in VIEWERS if other != viewer)
                if viewer in BYSTANDERS and name in ("hand-set", "house-way-told"):
                    assert not HOUSE_RULES.intersection(heard["clauses"])
                assert ("seed" in heard) == (
                    name == "round-closed" or (name in ("player-seated", "seed-given") and viewer == event.player)  # type: ignore[attr-defined]
                )
    assert set(told) >= {"hand-set", "house-hand-set", "hand-exposed"}
    assert ("house-way-told" in told) == ("set.help" in game.cites)
    assert not {"mixed", "delivered", "stacks-cut", "laja-performed", "set-received"} & set(told)


# What is one's own is heard.


def test_a_player_hears_how_he_set_his_own_hand(game: Game) -> None:
    own = 0
    for _, _, done in played(game, 5):
        for event in done:
            if isinstance(event, HandSet) and event.set_by != DEALER:
                assert hear(event, event.set_by) == everything(event)
                assert hear(event, event.set_by)["setting"] == str(event.setting)
                own += 1
    assert own


def test_what_the_dealer_sets_for_a_player_is_heard_by_nobody() -> None:
    setting = TILE_SETTINGS[0]
    event = HandSet(position=3, setting=setting, set_by=DEALER, clauses=("NZ-10.4.a", "NZ-A4.2.1"))
    for viewer in VIEWERS:
        heard = hear(event, viewer)
        assert heard == {
            "event": "hand-set",
            "position": 3,
            "set_by": DEALER,
            "clauses": ["NZ-10.4.a"],
            "transfers": [],
        }


def test_advice_is_for_who_asked() -> None:
    setting = TILE_SETTINGS[0]
    clauses = ("MDT-8.B.2", "MDT-8.D.3")
    event = HouseWayTold(player="ann", position=3, setting=setting, rule="the highest", clauses=clauses)
    assert hear(event, "ann") == everything(event)
    assert everything(event)["clauses"] == list(clauses)
    for viewer in VIEWERS[1:]:
        assert set(hear(event, viewer)) == {"event", "player", "position", "clauses", "transfers"}
        assert hear(event, viewer)["clauses"] == ["MDT-8.B.2"]


def test_transfers_are_heard_by_all(game: Game) -> None:
    moves = 0
    for _, _, done in played(game, 2):
        for event in done:
            heard = hear(event, "nobody")["transfers"]
            assert [(m["from"], m["to"], m["cents"], m["for"], m["clause"]) for m in heard] == [
                (t.debit, t.credit, t.amount, str(t.reason), t.clause) for t in event.transfers
            ]
            moves += len(heard)
    assert moves
