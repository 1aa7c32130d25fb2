"""Rounds for the dealer's drill, played at a scripted table: the engine deals, compares, settles and cites."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, TypeVar

from paigow.errors import PaigowError
from paigow.hands.pieces import Piece, Setting
from paigow.money import Ledger
from paigow.poker import dealer_wins_outright
from paigow.rules import build_submission, load_submission
from paigow.rules.wagers import SideBetResult
from paigow.table import Command, Event, Game, Phase, TableState, game_of
from paigow.table.cards import jacks
from paigow.table.cards.progressive import PROGRESSIVE
from paigow.table.driver import new_table
from paigow.table.script import Plan, TableScript
from paigow.table.steps import banking
from paigow.table.steps.wagers import PlaceWager
from paigow.text import gettext_noop

E = TypeVar("E", bound=Event)

ASKED, BANKER, OTHER = "Ann", "Bob", "Cyd"
CHIPS = 10_000_000
TRIES = 2_000
"""The number of deals to search for one that shows the theme."""

HOUSE, COPY, FOUL, BONUS, ROUNDED, JACKS, PLAYER_BANK, CO_BANK = (
    "house-bank", "copy", "foul", "bonus", "rounded-vigorish", "jacks", "player-bank", "co-bank",
)  # fmt: skip
THEMES = {
    HOUSE: gettext_noop("Settling against the house"),
    COPY: gettext_noop("Copies"),
    FOUL: gettext_noop("Foul hands"),
    BONUS: gettext_noop("Optional wagers"),
    ROUNDED: gettext_noop("Rounded vigorish"),
    JACKS: gettext_noop("The dealer’s jacks"),
    PLAYER_BANK: gettext_noop("A player’s bank"),
    CO_BANK: gettext_noop("A co-bank"),
}
"""The name of each theme."""


@dataclass(frozen=True)
class Played:
    """A settled round."""

    theme: str
    state: TableState
    """The table with every hand open and every wager settled."""
    start: Ledger
    """The table before any wagers."""
    events: tuple[Event, ...]

    @property
    def game(self) -> Game:
        return self.state.game

    def find(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]


@lru_cache(maxsize=32)
def game_for(rules: str, theme: str = HOUSE) -> Game:
    """Return the table for these rules.

    To drill rounding, use one that rounds vigorish up to the quarter (MDT-8.K.1).
    """
    submission = load_submission(rules)
    if theme == ROUNDED:
        submission = build_submission({**submission.data(), "vigorish": {"percent": 5, "rounding": "quarter"}})
    return game_of(submission)


def themes(rules: str) -> tuple[str, ...]:
    """Return the themes that can be drilled under these rules."""
    game = game_for(rules)
    data = game.submission.data()
    able = {
        HOUSE: True,
        COPY: True,
        FOUL: game.kit.can_foul,
        BONUS: any(kind != PROGRESSIVE for kind in game.options.side_wagers),
        ROUNDED: "vigorish" in data,
        JACKS: game.has(jacks),
        PLAYER_BANK: game.has(banking) and _banking(data, "offered"),
        CO_BANK: game.has(banking) and _banking(data, "co_banking"),
    }
    return tuple(theme for theme, possible in able.items() if possible)


def _banking(data: Mapping[str, Any], key: str) -> bool:
    return bool(data.get("banking", {}).get(key, True))


@dataclass(frozen=True)
class _Deal:
    """Two hands and their settings."""

    pieces: tuple[Piece, ...]
    setting: Setting
    house: tuple[Piece, ...]
    house_setting: Setting


def play(rules: str, theme: str, random: Random) -> Played:
    """Return a round that shows the theme; `random` determines the rest."""
    if theme not in themes(rules):
        raise PaigowError(f"there is no drill of {theme!r} under {rules}; there are {', '.join(themes(rules))}")
    game = game_for(rules, theme)
    script = TableScript(new_table(game, "drill"), {}, seed=str(random.getrandbits(64)))
    banked = theme in (PLAYER_BANK, CO_BANK)
    names = (ASKED, BANKER, OTHER) if banked else (ASKED,)
    at = dict(zip(names, game.seats, strict=False))
    script.open(at, CHIPS)
    plan = _against_bank(game, theme, random, script, at) if banked else _against_house(game, theme, random, at[ASKED])
    start, done = script.state.ledger, len(script.history)
    script.to(Phase.FINISHED, plan)
    events = tuple(event for _, events in script.history[done:] for event in events)
    return Played(theme, script.state, start, events)


def _against_bank(game: Game, theme: str, random: Random, script: TableScript, at: Mapping[str, int]) -> Plan:
    """Return a round in which a player banks, after one in which that player wagered against the house."""
    script.play(Plan(wagers={name: _amount(game, random, 500) for name in at}))
    wagers = {name: _amount(game, random, 500) for name in at if name != BANKER}
    return Plan(wagers=wagers, bank=BANKER, co=theme == CO_BANK)


def _against_house(game: Game, theme: str, random: Random, seat: int) -> Plan:
    deal = _find(game, theme, random)
    wager = _amount(game, random, 100 if theme == ROUNDED else 500)
    bets: list[Command] = [PlaceWager(player=ASKED, position=seat, amount=wager)]
    offered = [kind for kind in game.options.side_wagers if kind != PROGRESSIVE]
    paid = [_kind(outcome) for outcome in _outcomes(game, deal) if outcome.pays]
    if theme == BONUS:
        offered = [kind for kind in offered if kind in paid]
    elif random.randrange(3):
        offered = []
    for kind in offered[:2]:
        side = game.options.side_wagers[kind]
        unit = max(side.unit, 100)
        amount = max(side.minimum, min(side.maximum, random.randint(1, 20) * 500)) // unit * unit
        bets.append(PlaceWager(player=ASKED, position=seat, kind=kind, amount=amount))
    return Plan(
        hands={game.house: " ".join(map(str, deal.house)), seat: " ".join(map(str, deal.pieces))},
        settings={seat: str(deal.setting)},
        before={Phase.BETTING: bets},
    )


def _amount(game: Game, random: Random, step: int) -> int:
    options = game.options
    least = max(options.minimum, step)
    amount = least + step * random.randint(0, 40)
    return max(options.minimum, min(amount, options.maximum) // options.unit * options.unit)


def _find(game: Game, theme: str, random: Random) -> _Deal:
    """Return the first of many deals that shows the theme, or the last one if none does."""
    shows = _SHOWS[theme]
    for _ in range(TRIES):
        deal = _deal(game, theme, random)
        if shows(game, deal):
            break
    return deal


def _deal(game: Game, theme: str, random: Random) -> _Deal:
    kit = game.kit
    dealt = random.sample(kit.full_set, 2 * kit.hand_size)
    mine, house = tuple(dealt[: kit.hand_size]), tuple(dealt[kit.hand_size :])
    setting = kit.house_set(mine).setting
    if theme == FOUL or not random.randrange(4):
        others = [each for each in kit.settings(mine) if kit.is_foul(each) == (theme == FOUL)]
        setting = random.choice(others) if others else setting
    return _Deal(mine, setting, house, kit.house_set(house).setting)


def _has_jacks(game: Game, deal: _Deal) -> bool:
    return game.has(jacks) and dealer_wins_outright(deal.house)  # type: ignore[arg-type]


def _shows_copy(game: Game, deal: _Deal) -> bool:
    match = game.kit.compare(deal.setting, deal.house_setting)
    return "copy" in (match.high.winner, match.low.winner) and not _has_jacks(game, deal)


def _kind(outcome: SideBetResult) -> str:
    return outcome.wager.replace("_", "-")


def _outcomes(game: Game, deal: _Deal) -> tuple[SideBetResult, ...]:
    if game.kit.bets_on_dealer:
        return game.kit.side_bets(deal.house, deal.pieces)
    return game.kit.side_bets(deal.pieces)


def _shows_bonus(game: Game, deal: _Deal) -> bool:
    offered = game.options.side_wagers
    return any(each.pays and _kind(each) in offered and _kind(each) != PROGRESSIVE for each in _outcomes(game, deal))


def _shows_win(game: Game, deal: _Deal) -> bool:
    return game.kit.compare(deal.setting, deal.house_setting).result == "win"


def _shows_foul(game: Game, deal: _Deal) -> bool:
    return game.kit.is_foul(deal.setting) and not _has_jacks(game, deal)


_SHOWS: Mapping[str, Callable[[Game, _Deal], bool]] = {
    COPY: _shows_copy,
    FOUL: _shows_foul,
    BONUS: _shows_bonus,
    ROUNDED: _shows_win,
    JACKS: _has_jacks,
    HOUSE: lambda game, deal: not _has_jacks(game, deal),
}
