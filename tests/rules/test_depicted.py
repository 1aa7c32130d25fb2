"""Clauses that software can only show or explain, tested by what a person sees on the table's page."""

import re
from collections.abc import Callable, Mapping
from html import unescape
from typing import Any

import pytest

from paigow.rules import CLAUSES, load_submission
from paigow.rules.depicted import DEPICTED, ENFORCED, depicted, nature
from paigow.table import Phase, game_of
from paigow.table.floor.conduct import ConductNoted, NoteConduct, kinds_of_conduct
from paigow.table.hearing import everything
from paigow.table.script import Plan, TableScript
from paigow.table.steps.settlement import ExposeHand
from paigow.table.steps.start import ShakeDice, UncoverDice
from paigow.table.steps.surrender import Surrender
from paigow.web.pages.table import line_of, render_layout, render_log, render_signs, render_table

Table = Callable[..., TableScript]
TILES, CARDS, NZ = "maryland-tiles", "maryland-poker", "new-zealand"
NAMED = {"operator": "Harbour House"}


def seen(*clauses: str) -> pytest.MarkDecorator:
    return pytest.mark.clause(*clauses, seen=True)


def page_of(script: TableScript, **more: Any) -> str:
    """Return the table's page as a spectator sees it, with the real layout open."""
    page = render_table(script.state, "", slug="t", csrf="token", key="key", spectator=True, **more)
    return page + render_layout(script.state.game) + render_signs(script.state.game)


def words_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def part(html: str, name: str) -> str:
    """Return the element with that id, up to its closing tag."""
    start = html.index(f'id="{name}"')
    start = html.rindex("<", 0, start)
    tag = re.match(r"<(\w+)", html[start:])[1]  # type: ignore[index]
    depth = 0
    for found in re.finditer(rf"<(/?){tag}\b", html[start:]):
        depth += -1 if found[1] else 1
        if not depth:
            return html[start : start + found.start()]
    raise AssertionError(f"{name} is not closed")


def inscription(script: TableScript) -> str:
    return words_of("".join(re.findall(r'class="inscription">.*?</p>', page_of(script), re.DOTALL)))


def things(script: TableScript) -> dict[str, str]:
    """Return the table's equipment, by the clauses named next to it."""
    found: dict[str, str] = {}
    for item in re.findall(r"<li>(.*?)</li>", page_of(script), re.DOTALL):
        for clause_id in re.findall(r'href="/rules/([^"]+)/"', item):
            found[clause_id] = f"{found.get(clause_id, '')} {words_of(item)}".strip()
    return found


def test_the_two_natures() -> None:
    assert set(depicted()) <= set(CLAUSES)
    assert {nature(clause_id) for clause_id in CLAUSES} == {ENFORCED, DEPICTED}
    assert all(len(reason) > 20 for reason in depicted().values())
    assert nature("MDT-2.C") == DEPICTED
    assert nature("MDT-2.E") == ENFORCED


SHAKER = ("Shaker “Harbour House”", "protects the integrity of the game", "holds the dice between shakes")


@pytest.mark.parametrize(
    ("standard", "choices", "clause", "shown"),
    [
        pytest.param(standard, choices, clause, shown, marks=seen(clause), id=clause)
        for standard, choices, clause, shown in (
            (TILES, NAMED, "MDT-2.C", ("Drop box", "Tip box")),
            (TILES, NAMED, "MDT-2.D.4", SHAKER[1:2]),
            (TILES, NAMED, "MDT-2.D.5", ("Dice × 3", SHAKER[2])),
            (TILES, NAMED, "MDT-2.D.7", SHAKER[:1]),
            (CARDS, NAMED, "MDP-2.C.1.a", SHAKER[1:2]),
            (CARDS, NAMED, "MDP-2.C.1.b.ii", ("Dice × 3", SHAKER[2])),
            (CARDS, NAMED, "MDP-2.C.1.e", SHAKER[:1]),
            (CARDS, {}, "MDP-2.D.1", ("Wagering device × 6",)),
            (CARDS, {}, "MDP-2.E.1", ("Drop box", "Tip box")),
            (CARDS, {}, "MDP-2.E.2", ("Discard rack", "attached")),
            (CARDS, {}, "MDP-3.A.2", ("Deck", "backs")),
            (CARDS, {}, "MDP-3.A.3.a", ("Cover card × 2",)),
            (NZ, {}, "NZ-3.1.s2", ("Drop box",)),
            (NZ, {}, "NZ-3.3.a", ("Tiles × 32", "alike in size, shape")),
            (NZ, {}, "NZ-3.3.b", ("Dice × 3", "plastic")),
            (NZ, {}, "NZ-3.3.b.ii", ("values marked by dots",)),
            (NZ, {}, "NZ-3.3.c", ("Dice cup", "an opaque cover")),
            (NZ, {"bank.adjustment": True}, "NZ-3.3.d", ("“+4”", "4”")),
            (NZ, {}, "NZ-3.3.e", ("“Off”",)),
            (NZ, {}, "NZ-3.3.f", ("“Banker / Co-banker”",)),
        )
    ],
)
def test_what_belongs_to_a_table_is_listed_with_its_clause(
    table: Table, standard: str, choices: Mapping[str, object], clause: str, shown: tuple[str, ...]
) -> None:
    listed = things(table(standard, choices))[clause]
    assert [text for text in shown if text not in listed] == []


def drawn_spots(script: TableScript, kind: str) -> list[str]:
    """Return the positions for which the real layout draws an area of that kind."""
    return re.findall(rf'data-kind="{kind}"\s+data-position="(\d+)"', render_layout(script.state.game))


SIX = list("123456")


@pytest.mark.parametrize(
    ("standard", "kind", "name", "option"),
    [
        pytest.param(standard, kind, name, option, marks=seen(clause), id=clause)
        for standard, clause, kind, name, option in (
            (TILES, "MDT-2.B.2", "main", "Pai Gow × 6", ""),
            (TILES, "MDT-2.B.4.a", "pair-fortunes", "Pair Fortunes × 6", "wagers.pair_fortunes.offered"),
            (CARDS, "MDP-2.B.2", "main", "Pai Gow Poker × 6", ""),
            (CARDS, "MDP-2.B.5", "fortune", "Fortune Bonus × 6", "wagers.fortune.offered"),
            (CARDS, "MDP-2.B.6", "emperors", "Emperor's Treasure × 6", "wagers.emperors.offered"),
            (CARDS, "MDP-2.B.7", "insurance", "Pai Gow Insurance × 6", "wagers.insurance.offered"),
            (CARDS, "MDP-2.B.8", "progressive", "Progressive × 6", "wagers.progressive.offered"),
        )
    ],
)
def test_every_player_has_a_betting_area_of_their_own(
    table: Table, standard: str, kind: str, name: str, option: str, request: pytest.FixtureRequest
) -> None:
    """Each is drawn at all six positions and explained next to its clause; an area that is not offered is missing."""
    clause = request.node.callspec.id
    script = table(standard)
    assert drawn_spots(script, kind) == SIX
    assert name in things(script)[clause]
    if option:
        without = table(standard, {option: False})
        assert drawn_spots(without, kind) == []
        assert clause not in things(without)


@seen("NZ-3.2.a")
def test_eight_numbered_boxes(table: Table) -> None:
    script = table(NZ)
    assert drawn_spots(script, "main") == [*SIX, "7", "8"]
    boxes = re.findall(r'data-kind="main".*?<text[^>]*>(\d)</text>', render_layout(script.state.game), re.DOTALL)
    assert boxes == [*SIX, "7", "8"]
    assert "“1 2 3 4 5 6 7 8”" in things(script)["NZ-3.2.a"]


@seen("MDT-2.B.1", "MDP-2.B.1")
@pytest.mark.parametrize("standard", [TILES, CARDS])
def test_the_cloth_bears_the_operators_name(table: Table, standard: str) -> None:
    assert "Harbour House" in words_of(
        "".join(re.findall(r'class="inscription">.*?</p>', page_of(table(standard, NAMED)), re.DOTALL))
    )


@seen("MDP-2.B.4")
def test_the_dealer_has_an_area_for_each_hand(table: Table) -> None:
    assert "High · Low" in inscription(table(CARDS))


@seen("MDT-2.B.3", "MDT-1.B.4")
def test_the_dead_hand_has_an_area_of_its_own(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.SETTING, Plan(wagers=dict.fromkeys(("ann", "bob"), 1000)))
    assert "Dead Hand" in things(script)["MDT-2.B.3"]
    assert script.state.game.dead is not None
    assert len(script.state.current.hands[script.state.game.dead].pieces) == 4


@seen("NZ-3.2.b", "NZ-A1", "NZ-1.banker-wager-area")
def test_the_dealers_areas(table: Table) -> None:
    page = page_of(table(NZ))
    for zone in ("Banker wager area", "Losing wager area", "Used tiles"):
        assert zone in words_of(page)


@seen("NZ-6.6.s2")
def test_the_maxima_of_boxes_and_players_are_on_a_sign(table: Table) -> None:
    script = table(NZ, {"wagers.box_maximum": "$3,000", "wagers.player_maximum": "$4,000"})
    sign = words_of("".join(re.findall(r'<table class="sign">.*?</table>', page_of(script), re.DOTALL)))
    assert "Box maximum $3,000" in sign
    assert "Player maximum $4,000" in sign
    assert 'class="sign"' not in page_of(table(NZ))


@seen("MDP-2.B.9", "MDP-2.B.10")
def test_what_wagers_pay_and_the_payout_limit_are_posted(table: Table) -> None:
    script = table(CARDS, {"payout_limit": "$55,000"})
    signs = words_of("".join(re.findall(r'<table class="sign">.*?</table>', page_of(script), re.DOTALL)))
    for text in ("1 to 1, less 5 percent", "Fortune Bonus", "Emperor’s Treasure", "Pai Gow Insurance", "Progressive"):
        assert text in signs
    assert "$55,000" in signs


@seen("MDT-6.A.2.a", "MDT-6.A.2.b", "MDT-6.E.2", "MDT-6.E.3")
def test_the_shaker_is_open_from_the_announcement_to_the_end_of_the_deal(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
    script.do(ShakeDice(dice=(1, 2, 6)))
    assert 'class="start covered"' in page_of(script)
    script.do(UncoverDice())
    drawn = part(page_of(script), "start")
    assert 'class="start uncovered"' in drawn
    assert "Count of 9: the deal starts at" in words_of(drawn)
    script.to(Phase.SETTING)
    assert 'class="start covered"' in page_of(script)


@seen("MDT-6.D.2")
def test_stacks_without_a_wager_lie_with_the_dead_hand(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000, "bob": 1000}))
    assert part(page_of(script), "zone-dead-hand").count('class="hand') == 5  # four positions and the Dead Hand itself


@seen("MDT-8.E.2.c")
def test_a_surrendered_hand_lies_face_down_with_the_settled_ones(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.EXPOSING, Plan(wagers={"ann": 1000, "bob": 1000}))
    assert "hand" not in re.sub(r"Settled hands", "", part(page_of(script), "zone-settled"))
    script.do(Surrender(player="ann", position=1))
    drawn = part(page_of(script), "zone-settled")
    assert "is-surrendered" in drawn
    assert not re.search(r"#t\d\d", drawn)  # no face of a tile


FOUR = {"ann": 1, "bob": 3, "cyd": 4, "dan": 6}


@pytest.mark.parametrize(
    ("co", "marker"),
    [
        pytest.param(False, "Bank", marks=seen("MDT-9.C.1.b", "MDT-1.B.7")),
        pytest.param(True, "Co-Bank", marks=seen("MDT-9.E.3", "MDT-1.B.7")),
    ],
)
def test_a_marker_lies_before_the_bank(table: Table, co: bool, marker: str) -> None:
    script = table(TILES, players=FOUR)
    script.play(Plan(wagers=dict.fromkeys(FOUR, 1000)))
    script.to(Phase.MIXING, Plan(bank="cyd", co=co))
    page = page_of(script)
    drawn = {place: re.findall(r'class="marker [^>]*>([^<]*)', part(page, f"seat-{place}")) for place in FOUR.values()}
    assert drawn == {1: [], 3: [], 4: [marker], 6: []}


@seen("MDT-9.I.2")
def test_the_dealers_wager_lies_before_the_inventory(table: Table) -> None:
    script = table(TILES, players=FOUR)
    script.play(Plan(wagers=dict.fromkeys(FOUR, 1000)))
    assert 'class="pile"' not in part(page_of(script), "zone-dealer-wager")
    script.to(Phase.STARTING, Plan(wagers=dict.fromkeys(("ann", "cyd", "dan"), 1000), bank="bob"))
    assert 'class="pile"' in part(page_of(script), "zone-dealer-wager")


@seen("MDT-9.J.3", "MDT-9.M.2", "MDT-9.N.1", "MDT-9.N.2")
def test_shaker_and_dead_hand_when_a_player_banks(table: Table) -> None:
    script = table(TILES, players=FOUR)
    script.play(Plan(wagers=dict.fromkeys(FOUR, 1000)))
    script.to(Phase.DEALING, Plan(wagers=dict.fromkeys(("ann", "cyd", "dan"), 1000), bank="bob"))
    assert 'class="start uncovered"' in page_of(script)
    script.to(Phase.SETTING)
    assert 'class="start covered"' in page_of(script)
    assert part(page_of(script), "zone-dead-hand").count('class="hand') >= 3


@seen("MDT-8.J")
def test_a_settled_hand_is_drawn_as_put_away_with_its_result(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.EXPOSING, Plan(wagers={"ann": 1000, "bob": 1000}))
    script.do(ExposeHand())
    page = page_of(script)
    settled, waiting = part(page, "seat-1"), part(page, "seat-2")
    assert "gone" in settled
    assert 'class="verdict"' in settled
    assert "gone" not in waiting


CONDUCTS = [
    pytest.param(standard, kind, clauses, id=f"{standard}-{kind}", marks=seen(*clauses))
    for standard in (TILES, CARDS, NZ)
    for game in (game_of(load_submission(standard)),)
    for kind in kinds_of_conduct(game)
    for clauses in (game.cite(f"conduct.{kind}"),)
]


@pytest.mark.parametrize(("standard", "kind", "clauses"), CONDUCTS)
def test_a_breach_that_is_noted_can_be_read_by_everybody(
    table: Table, standard: str, kind: str, clauses: tuple[str, ...]
) -> None:
    script = table(standard)
    script.to(Phase.SETTING, Plan(wagers={"ann": 10_000, "bob": 10_000}))
    script.do(NoteConduct(kind=kind, player="bob", reporter="floor"))
    noted = script.last(ConductNoted)
    log = render_log([line_of(everything(noted), script.state.game)])
    assert "bob" in words_of(log)
    cited = re.findall(r'href="/rules/([^"]+)/"', log)
    assert cited
    assert set(cited) <= set(clauses)
