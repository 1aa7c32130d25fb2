"""New Zealand, appendix 5: twenty cuts, some documented, some inferred, the rest up to the operator."""

import pytest

from paigow.errors import Refused
from paigow.tiles import CUTS, DELIVERIES, NEW_ZEALAND_DELIVERIES, Provenance, approved_cut, operator_delivery, place

clause = pytest.mark.clause

RL = ("right", "left")
TB = ("top", "bottom")
APPENDIX: list[tuple[str, str, str, tuple[tuple[str, ...], ...]]] = [
    ("yat-dong-dong", "Yat Dong Dong", "1 Stack", (RL,)),
    ("cup-say", "Cup Say", "Tiger", (TB, RL)),
    ("chee-yee", "Chee Yee", "Chop the Ears", (TB,)),
    ("dai-pin", "Dai Pin", "Big Slice", (RL,)),
    ("jung-quat", "Jung Quat", "From the Heart", (TB,)),
    ("long-tau-fong-may", "Long Tau/Fong May", "Dragon Head/Phoenix Tail", (RL,)),
    ("wui-fung-bank", "Wui Fung Bank", "Hong Kong Bank", ()),
    ("foot-say", "Foot Say", "4 Across", ()),
    ("seung-gwai-pak-moon", "Seung Gwai Pak Moon", "Ghost Closing the Door", ()),
    ("pong-yun", "Pong Yun", "Buddha's Signal", (RL,)),
    ("china-bank", "China Bank", "China Bank", ()),
    ("harbour-bridge", "Harbour Bridge", "Harbour Bridge", ()),
    ("bo-bo-go-sing", "Bo Bo Go Sing", "Boy Walks Up Stairs", (RL,)),
    ("gum-un-que", "Gum Un Que", "Double Bridge", (RL,)),
    ("ghan-dong-ping-say", "Ghan Dong Ping Say", "Kangaroo Jump", (RL,)),
    ("chong-wan-sup-lok", "Chong Wan Sup Lok", "16 Across", ()),
    ("yat-kai-sum-may", "Yat Kai Sum May", "Chicken 3 Ways", (RL,)),
    ("ghan-dong-cup-say", "Ghan Dong Cup Say", "Striped Tiger", (RL,)),
    ("arn-lok-peng-sar", "Arn Lok Peng Sar", "Flying Dragon", (RL, ("head", "tail"))),
    ("girl-on-the-right-and-left", "Girl on the Right and Left", "Girl on the Right and Left", ()),
]
NOTES = {"gum-un-que": "Front to Back", "chong-wan-sup-lok": "Top and Bottom"}

DOCUMENTED = {
    "yat-dong-dong-right": "house-way-right",
    "yat-dong-dong-left": "house-way-left",
    "cup-say-top-right": "cup-say-right",
    "cup-say-top-left": "cup-say-left",
    "chee-yee-top": "chee-yee",
    "jung-quat-top": "jung-quat",
    "long-tau-fong-may-right": "dragon-head-phoenix-tail-right",
    "long-tau-fong-may-left": "dragon-head-phoenix-tail-left",
}
INFERRED = {
    "cup-say-bottom-right",
    "cup-say-bottom-left",
    "chee-yee-bottom",
    "jung-quat-bottom",
    "foot-say",
    "ghan-dong-ping-say-right",
    "ghan-dong-ping-say-left",
    "ghan-dong-cup-say-right",
    "ghan-dong-cup-say-left",
}
PLAIN = [range(4 * stack, 4 * stack + 4) for stack in range(8)]


@pytest.mark.parametrize(
    ("key", "traditional", "english", "options"),
    [pytest.param(*row, marks=clause(f"NZ-A5.{row[0]}"), id=row[0]) for row in APPENDIX],
)
def test_catalogue(key: str, traditional: str, english: str, options: tuple[tuple[str, ...], ...]) -> None:
    cut = CUTS[key]
    assert (cut.traditional_name, cut.english_name, cut.options) == (traditional, english, options)
    assert (cut.note, cut.clause) == (NOTES.get(key, ""), f"NZ-A5.{key}")
    for delivery in cut.deliveries:
        if delivery in NEW_ZEALAND_DELIVERIES:
            assert approved_cut(delivery, cut.deliveries).clause == cut.clause
            continue
        # A cut that nobody documents is refused until the operator supplies its table.
        with pytest.raises(Refused, match="must supply its table") as refused:
            approved_cut(delivery, cut.deliveries)
        assert refused.value.clause == cut.clause
        supplied = approved_cut(delivery, cut.deliveries, {delivery: PLAIN})
        assert supplied.provenance is Provenance.OPERATOR


def test_the_appendix_has_twenty_cuts() -> None:
    assert list(CUTS) == [row[0] for row in APPENDIX]


def test_documented_cuts_are_the_styles_of_the_same_name() -> None:
    documented = {k: d for k, d in NEW_ZEALAND_DELIVERIES.items() if d.provenance is Provenance.DOCUMENTED}
    assert set(documented) == set(DOCUMENTED)
    for key, style in DOCUMENTED.items():
        assert documented[key].groups == DELIVERIES[style].groups
        assert documented[key].enabled


def test_inferred_cuts_are_labelled_and_not_enabled() -> None:
    inferred = {k: d for k, d in NEW_ZEALAND_DELIVERIES.items() if d.provenance is Provenance.INFERRED}
    assert set(inferred) == INFERRED
    assert not any(delivery.enabled for delivery in inferred.values())
    assert all(delivery.reason for delivery in inferred.values())


def test_bottom_swaps_the_groups_of_top() -> None:
    for top, bottom in (("cup-say-top-right", "cup-say-bottom-right"), ("chee-yee-top", "chee-yee-bottom")):
        first, second = DELIVERIES[top].groups, DELIVERIES[bottom].groups
        assert second == tuple(
            group for odd, even in zip(first[::2], first[1::2], strict=True) for group in (even, odd)
        )


def test_inferred_patterns() -> None:
    assert DELIVERIES["foot-say"].groups == DELIVERIES["pin-say-right"].groups
    kangaroo = DELIVERIES["ghan-dong-ping-say-right"].groups
    assert kangaroo[0] == tuple(place(stack, 1) for stack in (1, 3, 5, 7))
    assert kangaroo[1] == tuple(place(stack, 1) for stack in (2, 4, 6, 8))
    tiger = DELIVERIES["ghan-dong-cup-say-right"].groups
    for number, (a, b) in enumerate([(1, 3), (2, 4), (5, 7), (6, 8)]):
        assert set(tiger[2 * number]) == {place(stack, level) for stack in (a, b) for level in (1, 2)}
        assert set(tiger[2 * number + 1]) == {place(stack, level) for stack in (a, b) for level in (3, 4)}


@pytest.mark.parametrize(
    ("right", "left"),
    [(key, key.replace("right", "left")) for key in DELIVERIES if "right" in key and "girl" not in key],
)
def test_left_is_the_mirror_image_of_right(right: str, left: str) -> None:
    def mirrored(index: int) -> int:
        return 4 * (7 - index // 4) + index % 4

    expected = [{mirrored(index) for index in group} for group in DELIVERIES[right].groups]
    assert [set(group) for group in DELIVERIES[left].groups] == expected


def test_an_operator_cannot_add_a_cut() -> None:
    with pytest.raises(Refused) as refused:
        operator_delivery("my-own-cut", PLAIN)
    assert refused.value.clause == "NZ-1.approved-cut.a"
