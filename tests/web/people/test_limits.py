"""Limits, exclusion and time (gaming standards S3), at times that the tests choose."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from paigow.web.people import wallet
from paigow.web.people.errors import Excluded, LimitReached, NotAllowed
from paigow.web.people.models import Immutable, SignificantEvent, User
from paigow.web.people.wallet import (
    PAUSE,
    PERIODS,
    exclude,
    limit_in_force,
    require_may_buy,
    require_may_play,
    set_limits,
)

NewPerson = Callable[..., User]
pytestmark = pytest.mark.django_db
HOUR, DAY, SECOND = timedelta(hours=1), timedelta(days=1), timedelta(seconds=1)


@pytest.fixture
def mei(new_person: NewPerson) -> User:
    return new_person("mei")


def test_time_counts_however_often_somebody_is_seen(mei: User, noon: datetime) -> None:
    """As with many sessions at once: what is less than a second each time is not lost."""
    for tenth in range(101):
        wallet.sign_of_life(mei, noon + tenth * SECOND / 10)
    assert wallet.used(mei, "time", noon) == 10


@pytest.mark.parametrize("kind", ["deposit", "buy-in", "loss", "time"])
def test_tighten_at_once_loosen_after_a_day(mei: User, noon: datetime, kind: str) -> None:
    def in_force(at: datetime) -> int | None:
        return wallet.own_limit(mei, kind, at)

    assert in_force(noon) is None
    set_limits(mei, {kind: 500}, noon)
    assert in_force(noon) == 500
    set_limits(mei, {kind: 200}, noon + HOUR)
    assert in_force(noon + HOUR) == 200
    set_limits(mei, {kind: 300}, noon + 2 * HOUR)
    assert in_force(noon + 2 * HOUR + DAY - SECOND) == 200
    assert in_force(noon + 2 * HOUR + DAY) == 300
    set_limits(mei, {kind: None}, noon + 3 * HOUR)
    assert in_force(noon + 2 * HOUR + DAY) == 200, "a new wish starts its own day"
    assert in_force(noon + 3 * HOUR + DAY) is None
    set_limits(mei, {kind: 150}, noon + 4 * HOUR)
    assert in_force(noon + 9 * DAY) == 150, "a stricter one forgets the looser that waited"
    set_limits(mei, {kind: 400}, noon + 9 * DAY)
    set_limits(mei, {kind: 150}, noon + 9 * DAY + HOUR)
    assert in_force(noon + 19 * DAY) == 150, "the same again takes the wish back"
    told = [event.detail for event in SignificantEvent.objects.filter(kind="limit", person="mei")]
    assert [(one["before"], one["after"]) for one in told][:3] == [(None, 500), (500, 200), (200, 300)]
    assert told[2]["from"] == (noon + 2 * HOUR + DAY).isoformat()


def test_a_waiting_limit_counts_once_it_holds(mei: User, noon: datetime) -> None:
    set_limits(mei, {"loss": 200}, noon)
    set_limits(mei, {"loss": 300}, noon)
    set_limits(mei, {"loss": 400}, noon + 2 * DAY)
    assert wallet.own_limit(mei, "loss", noon + 2 * DAY) == 300
    assert wallet.own_limit(mei, "loss", noon + 3 * DAY) == 400


@pytest.mark.parametrize(
    ("own", "house", "holds"), [(5, 9, 5), (9, 5, 5), (None, 5, 5), (5, None, 5), (None, None, None)]
)
def test_the_stricter_holds(
    new_person: NewPerson, mei: User, noon: datetime, own: int | None, house: int | None, holds: int | None
) -> None:
    set_limits(mei, {"loss": own}, noon)
    wallet.set_house_limits({"loss": house}, new_person("boss", "operator"))
    assert limit_in_force(mei, "loss", noon) == holds
    assert SignificantEvent.objects.get(kind="config").detail["after"] == house


def test_nonsense_is_no_limit(mei: User, noon: datetime) -> None:
    for kind, value in (("wins", 5), ("loss", -1)):
        with pytest.raises(NotAllowed):
            set_limits(mei, {kind: value}, noon)


def test_buy_in_limit(mei: User, noon: datetime) -> None:
    set_limits(mei, {"buy-in": 300_00}, noon)
    wallet.pay_in(mei, 200_00, "one", 1, noon)
    wallet.pay_out(mei, 200_00, "one", 2, noon)
    with pytest.raises(LimitReached, match=r"\$300.00. You have \$100.00 left today"):
        wallet.pay_in(mei, 100_01, "one", 3, noon)
    wallet.pay_in(mei, 100_00, "one", 3, noon)
    with pytest.raises(LimitReached):
        require_may_buy(mei, 1, noon + 12 * HOUR - SECOND)
    require_may_buy(mei, 300_00, noon + 12 * HOUR)  # midnight


def test_loss_limit(mei: User, noon: datetime) -> None:
    set_limits(mei, {"loss": 300_00}, noon)
    wallet.pay_in(mei, 200_00, "one", 1, noon)
    with pytest.raises(LimitReached):
        require_may_buy(mei, 100_01, noon)
    wallet.pay_out(mei, 150_00, "one", 2, noon)
    assert wallet.used(mei, "loss", noon) == 50_00
    require_may_buy(mei, 250_00, noon)
    wallet.pay_out(mei, 9_000_00, "one", 3, noon)
    assert wallet.used(mei, "loss", noon) == 0
    with pytest.raises(LimitReached):
        require_may_buy(mei, 300_01, noon)
    wallet.pay_in(mei, 300_00, "one", 4, noon)
    assert wallet.used(mei, "loss", noon) == 300_00, "a gain does not raise what may be lost after it"
    assert wallet.used(mei, "loss", noon + DAY) == 0


def test_deposit_limit(mei: User, noon: datetime) -> None:
    set_limits(mei, {"deposit": 2 * wallet.TOP_UP}, noon)
    for deed in range(2):
        wallet.pay_in(mei, wallet.balance(mei), "one", deed, noon)
        wallet.top_up(mei, noon)
    wallet.pay_in(mei, wallet.balance(mei), "one", 2, noon)
    with pytest.raises(LimitReached):
        wallet.top_up(mei, noon)
    assert wallet.top_up(mei, noon + DAY).balance == wallet.TOP_UP


def test_the_house_limits_top_ups_from_the_start(mei: User, noon: datetime) -> None:
    for deed in range(10):
        wallet.pay_in(mei, wallet.balance(mei), "one", deed, noon)
        wallet.top_up(mei, noon)
    wallet.pay_in(mei, wallet.balance(mei), "one", 11, noon)
    with pytest.raises(LimitReached):
        wallet.top_up(mei, noon)


def test_time_limit(mei: User, noon: datetime) -> None:
    set_limits(mei, {"time": 600}, noon)
    wallet.sign_of_life(mei, noon)
    wallet.sign_of_life(mei, noon + PAUSE)
    wallet.sign_of_life(mei, noon + PAUSE)
    wallet.sign_of_life(mei, noon + PAUSE - SECOND)  # late news adds nothing
    assert wallet.used(mei, "time", noon) == 300
    away = noon + 2 * PAUSE + SECOND
    wallet.sign_of_life(mei, away)
    assert wallet.used(mei, "time", noon) == 300, "a pause is not time played"
    wallet.sign_of_life(mei, away + timedelta(seconds=299))
    require_may_play(mei, away)
    wallet.sign_of_life(mei, away + timedelta(seconds=300))
    with pytest.raises(LimitReached, match="10 minutes"):
        require_may_play(mei, away)
    with pytest.raises(LimitReached):
        wallet.pay_in(mei, 100, "one", 1, away)
    require_may_play(mei, noon + 12 * HOUR)


def test_exclusion(mei: User, noon: datetime) -> None:
    wallet.pay_in(mei, 500, "one", 1, noon)
    until = exclude(mei, timedelta(days=7), noon)
    assert until == noon + timedelta(days=7)
    attempts: list[Callable[[], object]] = [
        lambda: require_may_play(mei, noon),
        lambda: require_may_play(mei, until - SECOND),
        lambda: require_may_buy(mei, 1, noon),
        lambda: wallet.pay_in(mei, 1, "one", 2, noon),
    ]
    for attempt in attempts:
        with pytest.raises(Excluded, match="until") as caught:
            attempt()
        assert caught.value.until == until
    wallet.pay_out(mei, 500, "one", 3, noon)
    assert wallet.balance(mei) == wallet.GRANT, "cashing in is always possible"
    require_may_play(mei, until)
    told = {"days": 7, "until": until.isoformat(), "from": noon.isoformat(), "to": until.isoformat()}
    assert SignificantEvent.objects.get(kind="exclusion").detail == told


def test_exclusion_is_never_shortened(mei: User, noon: datetime) -> None:
    until = exclude(mei, timedelta(days=30), noon)
    assert exclude(mei, timedelta(days=1), noon + HOUR) == until
    assert wallet.excluded_until(mei, noon + 2 * DAY) == until
    changes: list[Callable[[], object]] = [mei.exclusions.all().delete, mei.exclusions.get(until=until).delete]
    for change in changes:
        with pytest.raises(Immutable):
            change()
    with pytest.raises(NotAllowed):
        exclude(mei, timedelta(days=-1), noon)
    assert exclude(mei, PERIODS[-1], noon) == noon + PERIODS[-1]


def test_an_excluded_person_gets_no_more_money(mei: User, noon: datetime) -> None:
    wallet.pay_in(mei, wallet.balance(mei), "one", 1, noon)
    exclude(mei, DAY, noon)
    with pytest.raises(Excluded):
        wallet.top_up(mei, noon)


def test_a_suspended_account_does_not_play(mei: User, noon: datetime) -> None:
    mei.is_active = False
    with pytest.raises(NotAllowed, match="suspended"):
        require_may_play(mei, noon)
