"""The house way drill: a hand is dealt, you set it as the house would, and learn which rule applies."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from paigow.errors import PaigowError
from paigow.hands import HouseSet
from paigow.hands.pieces import Setting
from paigow.learning.progress import Progress
from paigow.learning.shown import Shown, called, hands_to_drill, read_setting, show
from paigow.rules.clauses import clauses
from paigow.text import Data, Text, gettext_noop, text

DEALT = 24
"""The number of hands dealt to pick one from, weighted by progress with its rule."""
SET_AT_RANDOM = 1 / 3
"""The frequency of hands that a mixed strategy sets at random; such hands are rarely dealt."""


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """A hand to set."""

    rules: str
    house_way: str
    pieces: tuple[str, ...]
    number: int = 0
    again: bool = False
    """Whether its rule has been answered wrong before."""

    @property
    def hand(self) -> str:
        return " ".join(self.pieces)

    @property
    def prompt(self) -> Text:
        template = gettext_noop("Set this hand the {house_way} house way: {hand}")
        return text(template, house_way=Text(called(self.house_way)), hand=self.hand)

    def data(self) -> Data:
        """Return what `read` rebuilds the question from."""
        return {**asdict(self), "pieces": list(self.pieces)}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "HandQuestion":
        """Parse the output of `data`, from a page or a file; the hand must be one that can be dealt."""
        try:
            asked = ask(str(data["rules"]), str(data["house_way"]), data["pieces"])
            return cls(asked.rules, asked.house_way, asked.pieces, int(data["number"]), bool(data["again"]))
        except (KeyError, TypeError, ValueError) as error:
            raise PaigowError(f"this is no question of the drill: {error}") from None


@dataclass(frozen=True, slots=True)
class Marked:
    """A marked answer."""

    question: HandQuestion
    correct: bool
    setting: Shown
    """The answer."""
    house: Shown
    rule: str
    clause: str
    tie_break: str | None
    """The additional clause that chose among settings the rule left equal."""
    gap: bool
    """Whether the house way's source is incomplete here."""
    late: bool = False
    milliseconds: int = 0
    explanation: tuple[Text, ...] = field(default=())

    def data(self) -> Data:
        return {
            "question": self.question.data(),
            "correct": self.correct,
            "setting": self.setting.data(),
            "house": self.house.data(),
            "rule": self.rule,
            "clause": self.clause,
            "tie_break": self.tie_break,
            "gap": self.gap,
            "late": self.late,
            "milliseconds": self.milliseconds,
            "explanation": [each.data() for each in self.explanation],
        }


def question(
    rules: str, house_way: str | None = None, *, seed: str, number: int, progress: Progress | None = None
) -> HandQuestion:
    """Return the hand with this number.

    The seed, number and progress determine it; weak rules come up more often, sometimes with a hand that was missed.
    """
    game = hands_to_drill(rules, house_way)
    known = progress or Progress()
    random = Random(f"{seed}/{rules}/{game.choices.house_way}/{number}")
    codes, size, examples = tuple(map(str, game.full_set)), game.hand_size, game.mixed_examples()
    dealt = [tuple(random.sample(codes, size)) for _ in range(DEALT)]
    missed = [tuple(hand.split()) for name in known.weak for hand in known.spots[name].missed]
    dealt += [hand for hand in missed if len(hand) == size and set(hand) <= set(codes)]
    if examples and random.random() < SET_AT_RANDOM:
        dealt = [tuple(random.choice(examples).split())]
    hands = [game.hand(game.parse(each)) for each in dealt]
    candidates = [(game.house_set(hand).rule, tuple(map(str, hand))) for hand in hands]
    chosen = known.choose(random, [(rule, (rule, pieces)) for rule, pieces in candidates])
    return HandQuestion(rules, game.choices.house_way, chosen[1], number, chosen[0] in known.weak)


def ask(rules: str, house_way: str | None, pieces: str | tuple[str, ...]) -> HandQuestion:
    """Return a given hand as a question."""
    game = hands_to_drill(rules, house_way)
    named = tuple(pieces.split()) if isinstance(pieces, str) else tuple(map(str, pieces))
    return HandQuestion(rules, game.choices.house_way, tuple(map(str, game.hand(game.parse(named)))))


def answer(question: HandQuestion, setting: str, milliseconds: int = 0, limit: int | None = None) -> Marked:
    """Mark a setting, given as HIGH / LOW or as the low hand alone.

    An answer that took longer than `limit` milliseconds is late, and so not correct.
    """
    game = hands_to_drill(question.rules, question.house_way)
    high, low = read_setting(question.pieces, setting)
    chosen = show(game, game.make_setting(game.parse(high), game.parse(low)))
    decided = game.house_set(game.parse(question.pieces))
    house = show(game, decided.setting)
    accepted = [each for each, _ in decided.mixed] or [decided.setting]
    same = chosen.ranks in [game.keys(each) for each in accepted]
    late = limit is not None and milliseconds > limit
    return Marked(
        question=question,
        correct=same and not late,
        setting=chosen,
        house=house,
        rule=decided.rule,
        clause=decided.clause,
        tie_break=decided.tie_break,
        gap=decided.gap,
        late=late,
        milliseconds=milliseconds,
        explanation=(*_explain(chosen, chosen if same else house, same, late), *_why(decided)),
    )


def give_up(question: HandQuestion, milliseconds: int = 0) -> Marked:
    """Return the house way's setting, counted as a miss."""
    game = hands_to_drill(question.rules, question.house_way)
    decided = game.house_set(game.parse(question.pieces))
    house = show(game, decided.setting)
    why = _why(decided)
    return Marked(
        question,
        False,
        house,
        house,
        decided.rule,
        decided.clause,
        decided.tie_break,
        decided.gap,
        milliseconds=milliseconds,
        explanation=(_house(house), *why),
    )


def learned(progress: Progress, marked: Marked) -> Progress:
    """Return the progress with this answer added, under the rule that was applied."""
    return progress.after(marked.rule, marked.correct, marked.milliseconds, marked.question.hand)


def _house(house: Shown) -> Text:
    return text(
        gettext_noop("The house way sets {setting}: {high_name} high, {low_name} low."),
        setting=str(house),
        high_name=house.high_name,
        low_name=house.low_name,
    )


def _explain(chosen: Shown, house: Shown, same: bool, late: bool) -> list[Text]:
    lines = []
    if same and late:
        lines.append(text(gettext_noop("That is the house way, but the time was up.")))
    elif same:
        lines.append(
            text(
                gettext_noop("That is the house way: {high_name} high, {low_name} low."),
                high_name=house.high_name,
                low_name=house.low_name,
            )
        )
    else:
        lines.append(
            text(
                gettext_noop("You set {setting}: {high_name} high, {low_name} low."),
                setting=str(chosen),
                high_name=chosen.high_name,
                low_name=chosen.low_name,
            )
        )
        if chosen.foul:
            template = gettext_noop("That is a foul hand: low ranks above high, so it loses ({clause}).")
            lines.append(text(template, clause=chosen.foul))
        lines.append(_house(house))
    return lines


def _why(decided: HouseSet[Setting]) -> tuple[Text, ...]:
    index, clause, tie_break, gap = clauses(), decided.clause, decided.tie_break, decided.gap
    lines = [text(gettext_noop("The rule is “{rule}”."), rule=Text(decided.rule))]
    for setting, share in decided.mixed:
        template = gettext_noop("It sets {setting} with probability {share} ({percent}).")
        lines.append(text(template, setting=str(setting), share=str(share), percent=f"{float(share):.1%}"))
    if clause in index:
        lines.append(text(gettext_noop("{clause}: {summary}"), clause=clause, summary=index[clause].summary))
    if tie_break is not None and tie_break in index:
        template = gettext_noop("To break the tie, {clause}: {summary}")
        lines.append(text(template, clause=tie_break, summary=index[tie_break].summary))
    if gap:
        lines.append(text(gettext_noop("The source of this house way does not cover this hand; we fill the gap.")))
    return tuple(lines)
