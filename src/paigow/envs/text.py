"""A table in words, for language models: read the situation, answer with a line, get the outcome or a refusal."""

from dataclasses import dataclass, field, fields, replace
from typing import Any

from paigow.errors import PaigowError
from paigow.front.game import Game
from paigow.front.table import Table
from paigow.money import format_cents, parse_cents
from paigow.table import Offer
from paigow.table.awaited import ask_of
from paigow.table.core.engine import PlayerCommand
from paigow.table.steps.setting import LookAtHand, SetBankHand, SetHand, house_positions, to_set

DONE = "done"
HOUSE_WAY = "house way"


@dataclass(frozen=True)
class Turn:
    """What a language model reads after each of its answers."""

    text: str
    """The situation in words, with the legal answers."""
    legal: tuple[str, ...]
    """Answers that are accepted, exactly as they can be written; amounts and settings may vary as the text says."""
    reward: float = 0.0
    """What the round gained, in table minimums; 0 until it is over."""
    done: bool = False
    refused: str = ""
    """Why the last answer was not accepted, with its clause; nothing has changed then."""
    info: dict[str, Any] = field(default_factory=dict)
    """When a hand has been set: `values` of every setting and the `regret`, exactly, if asked for."""


class TextTable:
    """One seat at a table of bots, played in words.

    >>> table = TextTable("maryland-tiles", seed="demo")
    >>> turn = table.reset()
    >>> turn = table.step("wager 1 main $25")
    >>> turn = table.step("done")
    """

    def __init__(
        self,
        rules: str = "maryland-tiles",
        *,
        name: str = "you",
        bots: int = 2,
        rounds: int = 1,
        seed: str = "text",
        exact: bool = False,
    ) -> None:
        self.game = Game(rules)
        self.name = name
        self.bots = bots
        self.rounds = rounds
        self.seed = seed
        self.exact = exact

    def reset(self, seed: str | None = None) -> Turn:
        """Open a new table and describe the first decision."""
        self.seed = self.seed if seed is None else seed
        players: dict[str, Any] = {self.name: None, **{f"bot{n}": "house-way" for n in range(1, self.bots + 1)}}
        self.table = Table(self.game, players, seed=self.seed)
        self._chips = self.table.chips[self.name]
        self.table.play()
        return self._turn()

    def step(self, answer: str) -> Turn:
        """Act on one line; a line that is not understood or not legal changes nothing and says why."""
        if not hasattr(self, "table"):
            raise PaigowError("call reset() before step()")
        info: dict[str, Any] = {}
        try:
            words = answer.strip()
            if words == DONE:
                self.table.proceed()
            else:
                info = self._do(words)
                self.table.advance()
        except PaigowError as error:
            return self._turn(refused=str(error))
        return self._turn(info=info)

    def _do(self, words: str) -> dict[str, Any]:
        verb, _, rest = words.partition(" ")
        if words == HOUSE_WAY or verb == SetHand.verb:
            return self._set(rest if verb == SetHand.verb else "")
        for offer in self.table.legal(self.name):
            line = self._line(offer)
            amount = words.rpartition(" ")[2]
            if offer.amounts is not None and words.rpartition(" ")[0] == line.rpartition(" ")[0]:
                cents = parse_cents(amount)
                self.table.do(replace(offer.command, amount=cents))  # type: ignore[call-arg]
                return {}
            if words == line:
                self.table.do(offer.command)
                return {}
        raise PaigowError(f"{words!r} is not a legal answer now; legal are: {'; '.join(self._legal())}")

    def _set(self, setting: str) -> dict[str, Any]:
        mine = to_set(self.table.state, self.name)
        place = mine[0] if mine else next(iter(house_positions(self.table.state)), None)
        if place is None or self.table.state.round is None:
            raise PaigowError("there is no hand to set now")
        pieces = " ".join(map(str, self.table.state.round.hands[place].pieces))
        chosen = self.game.setting(setting) if setting else self.game.house_way(pieces).setting
        info: dict[str, Any] = {}
        if self.exact:
            advice = self.game.advise(pieces)
            values = {f"{each.high} / {each.low}": each.value for each in advice.settings}
            info = {"values": values, "regret": advice.best.value - values.get(str(chosen), advice.settings[-1].value)}
        if mine:
            self.table.do(SetHand(player=self.name, position=place, setting=chosen))
        else:
            self.table.do(SetBankHand(player=self.name, setting=chosen))
        return info

    def _turn(self, refused: str = "", info: dict[str, Any] | None = None) -> Turn:
        self._look()
        over = self.table.state.round is None
        if over and self.table.rounds < self.rounds:
            self.table.play()
            self._look()
        gained = self.table.chips[self.name] - self._chips if over else 0
        if over:
            self._chips = self.table.chips[self.name]
        done = over and self.table.rounds >= self.rounds
        legal = () if done else self._legal()
        lines = [f"Refused: {refused}"] if refused else []
        lines.append(str(self.table))
        if over:
            lines.append(f"The round is over. {_outcome(gained)}")
        if not done:
            lines += self._hand()
            lines.append("Answer with one line. Legal answers:")
            lines += [f"- {line}" for line in legal]
        return Turn(
            "\n".join(lines), legal, gained / self.game.engine.options.minimum, done, refused, info if info else {}
        )

    def _look(self) -> None:
        while (ask := ask_of(self.table.state, self.name)) is not None and LookAtHand in ask.kinds:
            mine = to_set(self.table.state, self.name)
            place = mine[0] if mine else house_positions(self.table.state)[0]
            self.table.do(LookAtHand(player=self.name, position=place))

    def _hand(self) -> list[str]:
        current = self.table.view(self.name)["round"]
        mine = to_set(self.table.state, self.name) if current and current["hands"] else ()
        return [f"Your hand: {' '.join(current['hands'][place]['pieces'])}" for place in mine[:1]]

    def _legal(self) -> tuple[str, ...]:
        ask = ask_of(self.table.state, self.name)
        if ask is None:
            return (DONE,)
        if SetHand in ask.kinds or SetBankHand in ask.kinds:
            state = self.table.state
            mine = to_set(state, self.name) or house_positions(state)
            held = " ".join(map(str, state.current.hands[mine[0]].pieces))
            return (HOUSE_WAY, *(f"set {setting}" for setting in self.game.settings(held)))
        asked = (offer for offer in self.table.legal(self.name) if type(offer.command) in ask.kinds)
        lines = tuple(dict.fromkeys(self._line(offer) for offer in asked))
        return lines if ask.must else (*lines, DONE)

    def _line(self, offer: Offer) -> str:
        """Return a command as a line.

        Its verb, its fields in order, an amount last as the smallest that is accepted.
        """
        command = offer.command
        names = [each.name for each in fields(command) if each.name != "player" or not _own(offer)]
        words = [command.verb]
        words += [str(getattr(command, name)) for name in names if name != "amount" and is_set(getattr(command, name))]
        if "amount" in names:
            words.append(format_cents(offer.amounts.start if offer.amounts is not None else command.amount))  # type: ignore[attr-defined]
        return " ".join(words)


def _outcome(gained: int) -> str:
    if not gained:
        return "You broke even."
    return f"You {'won' if gained > 0 else 'lost'} {format_cents(abs(gained))}."


def _own(offer: Offer) -> bool:
    return isinstance(offer.command, PlayerCommand)


def is_set(value: object) -> bool:
    return value not in (None, "", False, ())
