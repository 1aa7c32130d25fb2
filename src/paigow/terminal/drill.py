"""A drill: hands dealt at random, set by the person, then by the house way, and compared with a bank's hand."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from paigow.comparison import Result
from paigow.desk import Answer, Desk
from paigow.errors import PaigowError

Ask = Callable[[str], str]
Say = Callable[[str], None]

HELP = """Write the two pieces of your low hand, or both hands as HIGH / LOW.
Nothing but Enter sets the hand the house way; ? says this again; q quits."""

_WINNERS = {"player": "you", "bank": "the bank", "copy": "the bank by a copy"}


@dataclass(slots=True)
class Score:
    """How it went so far."""

    results: Counter[str] = field(default_factory=Counter)
    as_the_house: int = 0

    def __str__(self) -> str:
        outcomes = ", ".join(f"{self.results[result]} {result}" for result in Result)
        return f"Hands: {self.results.total()} ({outcomes}), {self.as_the_house} set as the house would."


def drill(desk: Desk, ask: Ask, say: Say, random: Random) -> Score:
    """Hand after hand until the person quits or the input ends."""
    score = Score()
    say(HELP)
    try:
        while _hand(desk, ask, say, random, score):
            pass
    except (EOFError, KeyboardInterrupt):
        say("")
    say(str(score))
    return score


def _hand(desk: Desk, ask: Ask, say: Say, random: Random, score: Score) -> bool:
    """One hand; False to quit."""
    size = desk.hand_size
    dealt = random.sample(desk.pieces, 2 * size)
    house, bank = desk.set(" ".join(dealt[:size])), desk.set(" ".join(dealt[size:]))
    shown = f"{house['high']} {house['low']}".split()
    shown.sort(key=desk.pieces.index, reverse=desk.choices.standard.game == "poker")
    say("")
    if desk.choices.standard.name == "dealer-open":
        say(f"Dealer:     {_setting(bank)}")  # DO-R4.s3: the dealer's hand is set, face up, before any player's
    say(f"Your hand:  {' '.join(shown)}")
    while True:
        typed = ask("Low hand, or HIGH / LOW: ").strip()
        if typed.lower() in ("q", "quit", "exit"):
            return False
        if typed == "?":
            say(HELP)
            continue
        try:
            chosen = _chosen(typed, shown) if typed else f"{house['high']} / {house['low']}"
            answer = desk.compare(chosen, f"{bank['high']} / {bank['low']}")
            break
        except PaigowError as error:
            say(str(error))
    player = answer["player"]
    same = player["low"].split() == house["low"].split()
    score.as_the_house += same
    score.results[answer["result"]] += 1
    say(f"You:        {_setting(player)}")
    say(f"House way:  {'the same' if same else _setting(house)} - {house['rule']} [{house['clause']}]")
    say(f"Bank:       {_setting(bank)}")
    reason = f", for {answer['reason']}" if answer["reason"] else ""
    high, low = (_WINNERS[answer[hand]] for hand in ("high", "low"))
    say(f"High to {high}, low to {low}. You {answer['result']}{reason} [{answer['clause']}]")
    return True


def _chosen(typed: str, hand: list[str]) -> str:
    """The setting that a person means: both hands, or the low hand and the rest of the pieces."""
    high, stroke, low = typed.partition("/")
    named = _pieces(low if stroke else high, hand)
    rest = list(hand)
    for piece in named:
        if piece not in rest:
            raise PaigowError(f"{piece} is not in your hand: {' '.join(hand)}")
        rest.remove(piece)
    if len(named) != 2:
        raise PaigowError(f"a low hand has two pieces, not {len(named)}")
    if stroke and sorted(_pieces(high, hand)) != sorted(rest):
        raise PaigowError(f"both hands together must be your hand: {' '.join(hand)}")
    return f"{' '.join(rest)} / {' '.join(named)}"


def _pieces(text: str, hand: list[str]) -> list[str]:
    """Pieces as a person types them: case does not matter, nor which pips of a tile come first."""
    known = {spelling: piece for piece in hand for spelling in (piece.lower(), piece[::-1] if piece.isdigit() else "")}
    return [known.get(piece.lower(), piece) for piece in text.replace(",", " ").split()]


def _setting(answer: Answer) -> str:
    return f"{answer['high']} / {answer['low']}  ({answer['high_name']} / {answer['low_name']})"
