"""What is offered through the API is accepted as it is offered: rules, wallet and limits all have their say."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from paigow.table import Phase
from paigow.web.people import wallet
from paigow.web.people.models import LimitKind, User


@pytest.fixture
def mei(house: Any, new_caller: Any) -> Any:
    """With chips, while the bets are open."""
    caller = new_caller("mei")
    caller.sit(house.slug, 1)
    return caller


def offered(house: Any, mei: Any, do: str) -> list[dict[str, Any]]:
    offers = mei.get(f"tables/{house.slug}/legal").json()["offers"]
    return [offer for offer in offers if offer["command"]["do"] == do]


def test_chips_are_offered_as_far_as_the_wallet_goes(house: Any, mei: Any) -> None:
    person = User.objects.get(username="mei")
    held = wallet.balance(person)
    [offer] = offered(house, mei, "buy-in")
    assert offer["amounts"] == {"least": 1, "most": held, "step": 1}
    assert mei.do(house.slug, "buy-in", amount=held).status_code == 200
    assert wallet.balance(person) == 0
    assert offered(house, mei, "buy-in") == []


@pytest.mark.parametrize("kind", [LimitKind.BUY_IN, LimitKind.LOSS])
def test_and_as_far_as_limits_go(house: Any, mei: Any, kind: LimitKind) -> None:
    wallet.set_limits(User.objects.get(username="mei"), {kind: 150_000}, timezone.now())
    [offer] = offered(house, mei, "buy-in")
    assert offer["amounts"]["most"] == 50_000  # 100,000 were bought
    assert mei.do(house.slug, "buy-in", amount=50_001).json()["reason"] == "limit-reached"
    assert mei.do(house.slug, "buy-in", amount=50_000).status_code == 200
    assert offered(house, mei, "buy-in") == []


def test_who_is_shut_out_is_offered_neither_chips_nor_wagers(house: Any, mei: Any) -> None:
    house.deal(lambda state: state.phase is Phase.BETTING)
    assert offered(house, mei, "wager")
    wallet.exclude(User.objects.get(username="mei"), timedelta(days=1), timezone.now())
    assert offered(house, mei, "wager") == offered(house, mei, "buy-in") == []
    assert offered(house, mei, "leave")
    assert mei.do(house.slug, "wager", position=1, amount=1000).json()["reason"] == "excluded"
