"""A cache of limited size."""

from paigow.memo import LIMIT, Memo


def test_a_full_memo_starts_over_and_keeps_what_is_new() -> None:
    memo: Memo[int, str] = Memo()
    for key in range(LIMIT):
        assert memo.keep(key, str(key)) == str(key)
    assert (len(memo), memo.get(0)) == (LIMIT, "0")
    memo.keep(LIMIT, "new")
    assert memo == {LIMIT: "new"}


def test_a_memo_can_have_a_limit_of_its_own() -> None:
    memo: Memo[int, str] = Memo(2)
    memo.keep(1, "one")
    memo.keep(2, "two")
    assert memo == {1: "one", 2: "two"}
    memo.keep(3, "three")
    assert memo == {3: "three"}
