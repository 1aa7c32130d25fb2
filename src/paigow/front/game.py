"""A game under some rules: deal and set hands, compare them, price bets, open a table."""

import secrets
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from paigow.errors import NotationError, SubmissionError
from paigow.fairness import RoundSeeds, practice_seed, shuffle
from paigow.front.hand import Comparison, Hand, HouseSetting
from paigow.hands.pieces import Piece, Setting
from paigow.rules.standards import STANDARDS, Standard

if TYPE_CHECKING:
    from paigow.analysis.par import ParSheet
    from paigow.analysis.questions import WagerOdds
    from paigow.analysis.settings import Advice
    from paigow.analysis.ways import HouseWayComparison
    from paigow.front.table import Player, Table
    from paigow.rules.submission import Submission
    from paigow.solver.model import Solution
    from paigow.table.core.game import Game as TableGame

Pieces: TypeAlias = "str | Hand | Iterable[Piece] | Iterable[str]"
"""A hand in notation ("66 45 12 23", "As Kd ..."), or its pieces."""


class Game:
    """One of the four games, under a standard's default rules or an operator's own.

    `rules` is a standard's name, the path of a submission file, a mapping of choices with a `standard` key, or a
    `Submission`.
    """

    def __init__(self, rules: "str | Path | Mapping[str, Any] | Submission") -> None:
        from paigow.rules.submission import Submission, build_submission, load_submission

        if isinstance(rules, Submission):
            self.submission: Submission = rules
        elif isinstance(rules, Mapping):
            self.submission = build_submission(rules)
        elif isinstance(rules, str | Path):
            self.submission = load_submission(rules)
        else:
            raise SubmissionError(
                f"{rules!r} is not a game: give a standard ({', '.join(STANDARDS)}), the path of a submission file, "
                "a mapping of choices or a Submission"
            )

    def __eq__(self, other: object) -> bool:
        """Return whether two games have the same rules."""
        return self.submission == other.submission if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.name, self.submission.title))

    def __reduce__(self) -> "tuple[type[Game], tuple[Submission]]":
        return type(self), (self.submission,)  # the engine is built again: it holds functions, which cannot be pickled

    def __repr__(self) -> str:
        return f"Game({self.name!r})" if self.is_default else f"<Game {self.name}: {self.submission.title}>"

    def __str__(self) -> str:
        return f"{self.submission.title} ({self.name}, house way {self.submission.house_way})"

    @property
    def name(self) -> str:
        """The standard's name, such as `maryland-tiles`."""
        return self.submission.standard

    @property
    def standard(self) -> Standard:
        """The rule document this game follows."""
        return self.submission.rules

    @cached_property
    def is_default(self) -> bool:
        """Whether these are the standard's own default rules."""
        from paigow.rules.submission import load_submission

        return self.submission == load_submission(self.name)

    @cached_property
    def engine(self) -> "TableGame":
        """The game as `paigow.table` plays it."""
        from paigow.table.games import game_of

        return game_of(self.submission)

    @property
    def bets(self) -> tuple[str, ...]:
        """The bets that `odds` can price, `main` first."""
        return self.standard.wagers

    def hand(self, pieces: Pieces) -> Hand:
        """Read a hand; raise `HandError` or `NotationError` if it is not one."""
        kit = self.engine.kit
        if not isinstance(pieces, Iterable):
            raise NotationError(f"{pieces!r} is not a hand: write its {kit.kind} as text, or give them one by one")
        return Hand(kit.hand(kit.parse(pieces if isinstance(pieces, str) else [str(piece) for piece in pieces])))

    def deal(self, seed: str | int | None = None) -> Hand:
        """Deal one hand from a shuffled set. The same seed deals the same hand; without a seed the hand is random."""
        chosen = secrets.token_hex(16) if seed in (None, "") else str(seed)
        seeds = RoundSeeds("front", 1, practice_seed(chosen, "front", 1), ((1, "front"),))
        kit = self.engine.kit
        order = shuffle(seeds, len(kit.full_set)).values
        return self.hand([str(kit.full_set[place]) for place in order[: kit.hand_size]])

    def setting(self, text: str) -> Setting:
        """Read a setting written `high / low`."""
        if not isinstance(text, str):
            raise NotationError(f"{text!r} is not a setting: write it as text, high / low")
        return self.engine.kit.parse_setting(text)

    def settings(self, hand: Pieces) -> tuple[Setting, ...]:
        """Every legal way to set a hand."""
        kit = self.engine.kit
        return tuple(each for each in kit.settings(self.hand(hand).pieces) if not kit.is_foul(each))

    def house_way(self, hand: Pieces) -> HouseSetting:
        """Set a hand as the house would, with the rule that was applied and its clause."""
        found = self.engine.kit.house_set(self.hand(hand).pieces)
        return HouseSetting(found.setting, found.high_name, found.low_name, found.rule, found.clause)

    def compare(self, player: "HouseSetting | Setting | str", bank: "HouseSetting | Setting | str") -> Comparison:
        """Compare a player's setting with the bank's."""
        given = (each.setting if isinstance(each, HouseSetting) else each for each in (player, bank))
        held, banked = (each if isinstance(each, Setting) else self.setting(each) for each in given)
        verdict = self.engine.kit.judge(held, banked)
        return Comparison(held, banked, verdict.match, verdict.reason or "")

    def classify(self, hand: Pieces) -> dict[str, Any]:
        """Return how the side bets rate a hand."""
        from paigow.hands.answers import classify_answer

        return classify_answer(self.engine.kit, str(self.hand(hand)))

    def advise(self, hand: Pieces, **options: Any) -> "Advice":
        """Return the exact value of every legal setting, best first. Options as for `paigow.analysis.advise`."""
        from paigow.analysis import advise

        return advise(self.submission, str(self.hand(hand)), **options)

    def odds(self, bet: str = "main", **options: Any) -> "WagerOdds":
        """Return the exact odds of a bet. Options as for `paigow.analysis.odds`."""
        from paigow.analysis import odds

        return odds(self.submission, bet, **options)

    def compare_house_ways(self, *names: str, **options: Any) -> "HouseWayComparison":
        """Return what one house way keeps against another, exactly.

        Options as for `paigow.analysis.compare_house_ways`.
        """
        from paigow.analysis import compare_house_ways

        return compare_house_ways(*names, game=self.standard.game, **options)

    def par_sheet(self, **options: Any) -> "ParSheet":
        """Return the game's par sheet. Options as for `paigow.analysis.par_sheet`."""
        from paigow.analysis import par_sheet

        return par_sheet(self.submission, **options)

    def solve(self, **options: Any) -> "Solution":
        """Return what the game is worth when both sides play perfectly. Options as for `paigow.solver.solve`."""
        from paigow.solver import solve

        return solve(self.submission, **options)

    def table(
        self,
        players: "Iterable[str] | Mapping[str, Player]",
        *,
        seed: str | int | None = None,
        chips: int | None = None,
    ) -> "Table":
        """Open a table and seat these players, who buy in for `chips` cents.

        Names alone are seated as bots. A mapping says how each plays: a bot style, a strategy such as
        `game.solve().player`, a function of the state and the player's name that returns a command or None, or None
        for a player whose commands you give with `Table.do`.
        """
        from paigow.front.table import Table

        return Table(self, players, seed=seed, chips=chips)
