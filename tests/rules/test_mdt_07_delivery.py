"""Maryland tiles, chapter 7: nine styles of delivery.

Each style is carried out here by hand, on stacks of named tiles, as the chapter instructs the dealer; then each step is
compared with the group that the delivery table gives for it.
"""

from collections.abc import Callable, Iterator

import pytest

from paigow.tiles import DELIVERIES, MARYLAND_DELIVERIES

clause = pytest.mark.clause

Stack = list[str]
Stacks = list[Stack]
Dealer = Callable[[Stacks], Iterator[set[str]]]


def new_stacks() -> Stacks:
    """Return eight stacks from the dealer's right, each from the top; a tile is named after its place."""
    return [[f"{stack}.{level}" for level in (1, 2, 3, 4)] for stack in range(1, 9)]


def take(stack: Stack, count: int) -> set[str]:
    taken = {stack.pop(0) for _ in range(count)}
    assert len(taken) == count
    return taken


def two_and_two(first: Stack, second: Stack) -> Iterator[set[str]]:
    yield take(first, 2) | take(second, 2)
    yield {*first, *second}


def house_way_left(stacks: Stacks) -> Iterator[set[str]]:
    while stacks:
        yield set(stacks.pop())


def cup_say_right(stacks: Stacks) -> Iterator[set[str]]:
    while stacks:
        yield from two_and_two(stacks.pop(0), stacks.pop(0))


def cup_say_left(stacks: Stacks) -> Iterator[set[str]]:
    while stacks:
        yield from two_and_two(stacks.pop(), stacks.pop())


def jung_quat(stacks: Stacks) -> Iterator[set[str]]:
    while stacks:
        centre = len(stacks) // 2
        right, left = stacks[centre - 1], stacks[centre]
        del stacks[centre - 1 : centre + 1]
        yield from two_and_two(right, left)


def chee_yee(stacks: Stacks) -> Iterator[set[str]]:
    while stacks:
        yield from two_and_two(stacks.pop(0), stacks.pop())


def pin_say(near: Stacks, far: Stacks) -> Iterator[set[str]]:
    while near[0]:
        for side in (near, far):
            yield {tile for stack in side for tile in take(stack, 1)}


def pin_say_right(stacks: Stacks) -> Iterator[set[str]]:
    return pin_say(stacks[:4], stacks[4:])


def pin_say_left(stacks: Stacks) -> Iterator[set[str]]:
    return pin_say(stacks[4:], stacks[:4])


def dragon(first: Stack, second: Stack, third: Stack, fourth: Stack, tail: Stacks) -> Iterator[set[str]]:
    tall = [first + third, second + fourth]
    while tall[0]:
        yield {tile for stack in tall for tile in take(stack, 2)}
        yield {tile for stack in tail for tile in take(stack, 1)}


def dragon_right(stacks: Stacks) -> Iterator[set[str]]:
    return dragon(stacks[0], stacks[1], stacks[2], stacks[3], stacks[4:])


def dragon_left(stacks: Stacks) -> Iterator[set[str]]:
    return dragon(stacks[7], stacks[6], stacks[5], stacks[4], stacks[:4])


STYLES: dict[str, tuple[str, Dealer]] = {
    "MDT-7.B.1": ("house-way-left", house_way_left),
    "MDT-7.B.2": ("cup-say-right", cup_say_right),
    "MDT-7.B.3": ("cup-say-left", cup_say_left),
    "MDT-7.B.4": ("jung-quat", jung_quat),
    "MDT-7.B.5": ("chee-yee", chee_yee),
    "MDT-7.B.6": ("pin-say-right", pin_say_right),
    "MDT-7.B.7": ("pin-say-left", pin_say_left),
    "MDT-7.B.8": ("dragon-head-phoenix-tail-right", dragon_right),
    "MDT-7.B.9": ("dragon-head-phoenix-tail-left", dragon_left),
}

# Which groups, counted from one, each step delivers.
REST = (3, 4, 5, 6, 7, 8)
STEPS = {
    "MDT-7.B.1": {"b": (1,), "c": (2, 3, 4, 5, 6, 7, 8)},
    "MDT-7.B.2": {"b": (1,), "c": (2,), "d": REST},
    "MDT-7.B.3": {"b": (1,), "c": (2,), "d": REST},
    "MDT-7.B.4": {"b": (1,), "c": (2,), "d": (3,), "e": (3, 4), "f": (5, 6, 7, 8)},
    "MDT-7.B.5": {"b": (1, 2), "c": (1,), "d": (2,), "e": (3, 4), "f": (5, 6, 7, 8)},
    **{f"MDT-7.B.{number}": {"b": (1,), "c": (2,), "d": (3,), "e": (4,), "f": (5, 6, 7, 8)} for number in (6, 7, 8, 9)},
}


def delivered(key: str) -> list[set[str]]:
    tiles = [tile for stack in new_stacks() for tile in stack]
    return [set(group) for group in DELIVERIES[key].deliver(tiles)]


@pytest.mark.parametrize(
    ("style", "groups"),
    [
        pytest.param(style, groups, marks=clause(f"{style}.{letter}"), id=f"{style}.{letter}")
        for style, steps in STEPS.items()
        for letter, groups in steps.items()
    ],
)
def test_each_step_delivers_what_the_dealers_hands_would(style: str, groups: tuple[int, ...]) -> None:
    key, dealer = STYLES[style]
    by_hand, by_table = list(dealer(new_stacks())), delivered(key)
    assert len(by_hand) == 8
    for number in groups:
        assert by_table[number - 1] == by_hand[number - 1]


@pytest.mark.parametrize(
    ("style", "words", "pushed"),
    [
        pytest.param(f"MDT-7.B.{number}", words, pushed, marks=clause(f"MDT-7.B.{number}.a"), id=f"MDT-7.B.{number}.a")
        for number, words, pushed in (
            (1, "first stack on the dealer's left", {"8"}),
            (2, "first two stacks on the dealer's right", {"1", "2"}),
            (3, "first two stacks on the dealer's left", {"8", "7"}),
            (4, "two centre stacks", {"4", "5"}),
            (5, "first and the last stack", {"1", "8"}),
            (6, "top tile of the first stack on the dealer's right lies across the next three", {"1", "2", "3", "4"}),
            (7, "top tile of the first stack on the dealer's left lies across the next three", {"8", "7", "6", "5"}),
            (8, "first two stacks on the dealer's right go on top of the next two", {"1", "2"}),
            (9, "first two stacks on the dealer's left go on top of the next two", {"8", "7"}),
        )
    ],
)
def test_the_signal_shows_where_the_first_group_comes_from(style: str, words: str, pushed: set[str]) -> None:
    key, _ = STYLES[style]
    assert words in DELIVERIES[key].indication
    assert {tile.split(".")[0] for tile in delivered(key)[0]} == pushed


def test_the_styles_are_these_nine_and_chapter_6() -> None:
    assert {style.clause for style in MARYLAND_DELIVERIES.values()} == {"MDT-6.C", *STYLES}
    assert all(style.enabled for style in MARYLAND_DELIVERIES.values())
