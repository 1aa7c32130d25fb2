"""The three drills as pages use them: asking a question, reading an answer from a form, and showing both.

Questions and answers are stored as plain values; marking an answer again gives the same result.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from paigow.errors import PaigowError
from paigow.learning import house_way, irregularities, settlement
from paigow.learning.cases import WORDS as OUTCOMES
from paigow.learning.cases import Ruling
from paigow.learning.layout import CENTS, Lying, Part
from paigow.learning.progress import Progress
from paigow.learning.rounds import ASKED, BANKER, THEMES, game_for
from paigow.learning.shown import Shown, hands_to_drill
from paigow.money import format_cents
from paigow.table import Game
from paigow.web.pages import words
from paigow.web.pages.standards import TITLES, house_ways, way_name
from paigow.web.pages.table.pieces import HandView, SetForm, low_choices, piece_view
from paigow.web.pages.words import local_names, phrase, translate

Data = dict[str, Any]
MAX_AMOUNT_LENGTH = 40
"""The longest typed amount in characters."""


@dataclass(frozen=True, slots=True)
class Drill(ABC):
    """One drill under some rules."""

    rules: str
    way: str = ""
    kind: ClassVar[str]
    label: ClassVar[str | Promise]
    timed: ClassVar[bool] = False
    """Whether it can be played against the clock."""

    @property
    def key(self) -> str:
        return "/".join(filter(None, (self.kind, self.rules, self.way)))

    @property
    def title(self) -> str:
        return f"{self.label}: {TITLES[self.rules]}"

    @property
    def game(self) -> Game:
        return game_for(self.rules)

    @property
    def template(self) -> str:
        return f"lessons/{self.kind}.html"

    @abstractmethod
    def ask(self, seed: str, number: int, progress: Progress) -> Data:
        """Return the question with this number, as stored."""

    @abstractmethod
    def read(self, question: Data, posted: QueryDict) -> Data:
        """Return the answer, as stored; refuse anything else."""

    @abstractmethod
    def learned(self, progress: Progress, question: Data, given: Data, milliseconds: int, limit: int) -> Progress:
        """Return the progress with this answer added."""

    @abstractmethod
    def show(self, question: Data, given: Data | None, milliseconds: int, limit: int) -> Data:
        """Return the template's data for the question and, if there is one, the answer."""

    def spot(self, name: str) -> str:
        """Return the name of a weak spot."""
        return phrase(name)


@dataclass(frozen=True, slots=True)
class HouseWayDrill(Drill):
    kind = "house-way"
    label = lazy("The house way")
    timed = True

    @property
    def title(self) -> str:
        return _("The %(way)s house way: %(game)s") % {"way": way_name(self.way), "game": TITLES[self.rules]}

    @property
    def advised(self) -> bool:
        """Return whether the advice page knows the house way."""
        return self.way in house_ways(self.game.rules.game)

    def ask(self, seed: str, number: int, progress: Progress) -> Data:
        return house_way.question(self.rules, self.way, seed=seed, number=number, progress=progress).data()

    def read(self, question: Data, posted: QueryDict) -> Data:
        """Return the two positions of the low hand; None if the visitor gives up."""
        if "show" in posted:
            return {}
        pieces = question["pieces"]
        places = sorted({int(place) for place in posted.getlist("low") if place.isdecimal() and len(place) < 3})
        if len(places) != 2 or places[-1] >= len(pieces):
            raise PaigowError(_("Pick two for your low hand."))
        high = [piece for place, piece in enumerate(pieces) if place not in places]
        return {"setting": f"{' '.join(high)} / {' '.join(pieces[place] for place in places)}"}

    def mark(self, question: Data, given: Data, milliseconds: int, limit: int) -> house_way.Marked:
        asked = house_way.HandQuestion.read(question)
        if not given:
            return house_way.give_up(asked, milliseconds)
        return house_way.answer(asked, given["setting"], milliseconds, 1000 * limit or None)

    def learned(self, progress: Progress, question: Data, given: Data, milliseconds: int, limit: int) -> Progress:
        return house_way.learned(progress, self.mark(question, given, milliseconds, limit))

    def show(self, question: Data, given: Data | None, milliseconds: int, limit: int) -> Data:
        game = self.game
        pieces = game.kit.parse(question["pieces"])
        if given is None:
            form = SetForm(
                id="answer",
                verb="answer",
                label=_("Set it the house way"),
                hidden=(),
                pieces=tuple(map(piece_view, pieces)),
                lows=tuple(low_choices(pieces, game)),
                suggestion=None,
                foul_clause=game.rules.comparing.foul_clause,
            )
            return {"form": form, "again": question["again"]}
        marked = self.mark(question, given, milliseconds, limit)
        names = local_names((marked.setting, marked.house), game)
        asked = {"rules": self.rules, "way": self.way, "hand": marked.question.hand}
        if given and not marked.setting.foul:
            asked["set"] = str(marked.setting)
        return {
            "marked": marked,
            "mine": hand_of(marked.setting, game) if given else None,
            "house": hand_of(marked.house, game),
            "same": bool(given) and marked.setting.ranks == marked.house.ranks,
            "explanation": [translate(each, names) for each in marked.explanation],
            "advice": f"{reverse('advice')}?{urlencode(asked)}" if self.advised else None,
        }


@dataclass(frozen=True, slots=True)
class SettlementDrill(Drill):
    kind = "settlement"
    label = lazy("Settling bets")

    def ask(self, seed: str, number: int, progress: Progress) -> Data:
        return settlement.situation(self.rules, seed=seed, number=number, progress=progress).data()

    def read(self, question: Data, posted: QueryDict) -> Data:
        """Return every part that was answered; an invalid amount is refused, so that a typo does not count."""
        given: Data = {}
        for part in settlement.Situation.read(question).parts:
            typed = posted.get(part.name, "").strip()
            if len(typed) > MAX_AMOUNT_LENGTH:
                raise PaigowError(_("That is too long for an amount."))
            if typed:
                settlement.read_answer(part, typed)
                given[part.name] = typed
        return given

    def mark(self, question: Data, given: Data, milliseconds: int, limit: int) -> settlement.Marked:
        return settlement.mark(settlement.Situation.read(question), given, milliseconds)

    def learned(self, progress: Progress, question: Data, given: Data, milliseconds: int, limit: int) -> Progress:
        return settlement.learned(progress, self.mark(question, given, milliseconds, limit))

    def show(self, question: Data, given: Data | None, milliseconds: int, limit: int) -> Data:
        situation = settlement.Situation.read(question)
        shown: Data = {
            "situation": situation,
            "bank": self._bank(situation.bank),
            "vigorish": translate(situation.vigorish),
            "hands": [self._lying(each, given is not None) for each in (*situation.hands, situation.bank_hand)],
            "parts": [self._part(part) for part in situation.parts],
        }
        if given is not None:
            marked = self.mark(question, given, milliseconds, limit)
            lying = (*situation.hands, situation.bank_hand)
            names = local_names((each.setting for each in lying), self.game)
            shown |= {"marked": marked, "parts": [self._marked(part, names) for part in marked.parts]}
        return shown

    def spot(self, name: str) -> str:
        return phrase(THEMES.get(name, name))

    def _bank(self, bank: str) -> str:
        if bank == "house":
            return _("The house banks")
        if bank == "co-bank":
            return _("%(player)s co-banks with the house") % {"player": BANKER}
        return _("%(player)s banks") % {"player": BANKER}

    def _lying(self, lying: Lying, open_names: bool) -> Data:
        """Return a hand on the layout; the names of its hands are shown with the answer."""
        pieces = tuple(map(piece_view, self.game.kit.parse(lying.pieces)))
        hand = hand_of(lying.setting, self.game) if lying.setting else HandView(pieces=pieces)
        named = lying.name in (ASKED, BANKER) or lying.name[0].isupper()
        return {
            "name": lying.name if named else {"the house": _("The house"), "the dealer": _("The dealer")}[lying.name],
            "place": words.place(lying.position, self.game),
            "hand": hand,
            "named": open_names and lying.setting is not None,
            "wager": lying.wager,
            "side_wagers": lying.side_wagers,
            "asked": lying.name == ASKED,
        }

    def _part(self, part: Part) -> Data:
        return {
            "name": part.name,
            "prompt": translate(part.prompt),
            "money": part.kind == CENTS,
            "choices": [(value, translate(label)) for value, label in part.choices],
        }

    def _marked(self, marked: settlement.MarkedPart, names: Mapping[str, str]) -> Data:
        labels = {value: translate(label) for value, label in marked.part.choices}

        def word(value: str | int | None) -> str:
            if value is None:
                return ""
            return format_cents(value) if isinstance(value, int) else labels.get(value, value)

        return {
            **self._part(marked.part),
            "given": word(marked.given),
            "right": word(marked.right),
            "correct": marked.correct,
            "clauses": marked.clauses,
            "explanation": [translate(each, names) for each in marked.explanation],
        }


@dataclass(frozen=True, slots=True)
class IrregularitiesDrill(Drill):
    kind = "irregularities"
    label = lazy("Irregularities")

    def ask(self, seed: str, number: int, progress: Progress) -> Data:
        return irregularities.question(self.rules, seed=seed, number=number, progress=progress).data()

    def read(self, question: Data, posted: QueryDict) -> Data:
        value = posted.get("value", "")
        if value not in {each["value"] for each in question["choices"]}:
            raise PaigowError(_("Choose one of the answers."))
        return {"value": value}

    def mark(self, question: Data, given: Data, milliseconds: int, limit: int) -> irregularities.Marked:
        return irregularities.answer(irregularities.CaseQuestion.read(question), given["value"], milliseconds)

    def learned(self, progress: Progress, question: Data, given: Data, milliseconds: int, limit: int) -> Progress:
        return irregularities.learned(progress, self.mark(question, given, milliseconds, limit))

    def show(self, question: Data, given: Data | None, milliseconds: int, limit: int) -> Data:
        asked = irregularities.CaseQuestion.read(question)
        shown: Data = {
            "story": translate(asked.story),
            "prompt": translate(asked.prompt),
            "choices": [(value, translate(label)) for value, label in asked.choices],
            "again": asked.again,
        }
        if given is not None:
            marked = self.mark(question, given, milliseconds, limit)
            shown |= {
                "marked": marked,
                "required": translate(marked.required),
                "given": translate(OUTCOMES[Ruling(marked.given)]),
                "explanation": [translate(each) for each in marked.explanation],
            }
        return shown

    def spot(self, name: str) -> str:
        try:
            return translate(irregularities.case_of(self.rules, name).story)
        except PaigowError:
            return name


KINDS: Mapping[str, type[Drill]] = {each.kind: each for each in (HouseWayDrill, SettlementDrill, IrregularitiesDrill)}


def drill_of(kind: str, rules: str, way: str = "") -> Drill:
    """Return the drill of a known kind and standard, optionally with another house way."""
    if kind == HouseWayDrill.kind:
        return HouseWayDrill(rules, hands_to_drill(rules, way or None).choices.house_way)
    return KINDS[kind](rules)


def hand_of(shown: Shown, game: Game) -> HandView:
    """Return a setting in the form in which it is drawn."""
    high, low = (tuple(map(piece_view, game.kit.parse(each))) for each in (shown.high, shown.low))
    high_name, low_name = words.setting_names(game.kit.parse_setting(str(shown)), game)
    return HandView(high=high, low=low, high_name=high_name, low_name=low_name, foul=shown.foul is not None)


def weak_spots(drill: Drill, progress: Progress, most: int = 5) -> Sequence[tuple[str, int, int]]:
    """Return the spots that were answered wrong and have not recovered: name, right, wrong."""
    return [(drill.spot(name), progress.spots[name].right, progress.spots[name].wrong) for name in progress.weak[:most]]
