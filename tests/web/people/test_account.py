"""The pages of one's own account, and that they are nobody else's."""

import csv
import io
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from paigow.web.people import wallet
from paigow.web.people.events import note
from paigow.web.people.log_models import Immutable, SignificantEvent
from paigow.web.people.models import User

NewPerson = Callable[..., User]
SignedIn = Callable[[User], Client]
pytestmark = pytest.mark.django_db


def test_statement_is_complete_paged_and_ones_own(new_person: NewPerson, signed_in: SignedIn) -> None:
    mei, lin = new_person("mei"), new_person("lin")
    for number in range(60):
        wallet.pay_in(mei, 1_00 + number, "one", number)
    wallet.pay_in(lin, 77_77, "two", 1)
    client = signed_in(mei)
    first, second = (client.get("/account/statement/", {"page": page}).content.decode() for page in (1, 2))
    assert "Page 1 of 2" in first
    assert "−$1.59" in first
    assert "−$1.00" not in first
    assert "−$1.00" in second
    assert "$10,000.00" in second
    assert "77.77" not in first + second
    for odd in ("0", "-1", "x", "999"):
        assert client.get("/account/statement/", {"page": odd}).status_code == 200
    answer = client.get("/account/statement.csv")
    assert answer["Content-Disposition"] == 'attachment; filename="statement.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [int(row["number"]) for row in rows] == list(range(1, 62))
    assert sum(int(row["cents"]) for row in rows) == int(rows[-1]["balance"]) == wallet.balance(mei)
    assert {row["counterpart"] for row in rows} == {"house", "cage:one"}
    assert (rows[1]["table"], rows[1]["event"], rows[1]["reason"]) == ("one", "0", "buy-in")


def test_top_up(new_person: NewPerson, signed_in: SignedIn) -> None:
    mei = new_person("mei")
    client = signed_in(mei)
    assert "Ask for" not in client.get("/account/").content.decode()
    assert "when you have less" in client.post("/account/top-up/", follow=True).content.decode()
    wallet.pay_in(mei, wallet.GRANT, "one", 1)
    assert "Ask for $5,000.00 more" in client.get("/account/").content.decode()
    assert client.get("/account/top-up/").status_code == 405
    assert "$5,000.00 more to play with" in client.post("/account/top-up/", follow=True).content.decode()
    assert wallet.balance(mei) == wallet.TOP_UP


def test_limits_page(new_person: NewPerson, signed_in: SignedIn) -> None:
    mei = new_person("mei")
    client = signed_in(mei)
    client.post("/account/limits/", {"deposit": "", "buy_in": "1,000", "loss": "250.50", "time": "90"})
    now = timezone.now()
    assert {kind: wallet.own_limit(mei, kind, now) for kind in ("deposit", "buy-in", "loss", "time")} == {
        "deposit": None,
        "buy-in": 1_000_00,
        "loss": 250_50,
        "time": 5400,
    }
    assert SignificantEvent.objects.filter(kind="limit").count() == 3, "what stays is not noted"
    page = client.get("/account/limits/").content.decode()
    assert 'value="250.50"' in page
    assert 'value="90"' in page
    client.post("/account/limits/", {"deposit": "", "buy_in": "1,000", "loss": "", "time": "60"})
    assert wallet.own_limit(mei, "loss", timezone.now()) == 250_50
    assert wallet.own_limit(mei, "time", timezone.now()) == 3600
    page = client.get("/account/limits/").content.decode()
    assert "none\n" in page
    assert "(UTC)" in page
    waits = mei.limits.get(kind="loss").pending_from
    client.post("/account/limits/", {"buy_in": "1,000", "loss": "", "time": "50"})
    assert mei.limits.get(kind="loss").pending_from == waits, "what is not touched goes on waiting"
    client.post("/account/limits/", {"buy_in": "1,000", "loss": "250.50", "time": "50"})
    assert wallet.own_limit(mei, "loss", timezone.now() + 2 * wallet.DELAY) == 250_50


@pytest.mark.parametrize(
    "wrong", [{"loss": "-5"}, {"loss": "5.5"}, {"loss": "9" * 20}, {"time": "-1"}, {"time": "1441"}]
)
def test_limits_page_refuses(new_person: NewPerson, signed_in: SignedIn, wrong: dict[str, str]) -> None:
    mei = new_person("mei")
    answer = signed_in(mei).post("/account/limits/", wrong)
    assert answer.status_code == 200
    assert list(answer.context["form"].errors) == list(wrong)
    assert not mei.limits.exists()


def test_exclusion_page(new_person: NewPerson, signed_in: SignedIn) -> None:
    mei = new_person("mei")
    client = signed_in(mei)
    for wrong in ({"days": "7"}, {"days": "8", "sure": "on"}, {"days": "-7", "sure": "on"}):
        assert client.post("/account/exclusion/", wrong).status_code == 200
        assert not mei.exclusions.exists()
    assert client.post("/account/exclusion/", {"days": "7", "sure": "on"}).status_code == 302
    assert mei.exclusions.get().until - mei.exclusions.get().at == wallet.PERIODS[1]
    for page in ("/account/", "/account/exclusion/"):
        assert "You have excluded yourself" in client.get(page).content.decode()


def test_password_change_ends_other_sessions(new_person: NewPerson, signed_in: SignedIn, password: str) -> None:
    mei = new_person("mei")
    here, elsewhere = signed_in(mei), signed_in(mei)
    new = "seven ivory cards"
    assert here.post("/account/password/", {"current": "wrong", "new": new, "again": new}).status_code == 200
    assert here.post("/account/password/", {"current": password, "new": "short", "again": "short"}).status_code == 200
    assert User.objects.get().check_password(password)
    assert here.post("/account/password/", {"current": password, "new": new, "again": new}).status_code == 302
    assert User.objects.get().check_password(new)
    assert here.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302
    assert SignificantEvent.objects.get(kind="password").person == "mei"


def test_the_password_is_not_guessed_from_inside(new_person: NewPerson, signed_in: SignedIn, password: str) -> None:
    client = signed_in(new_person("mei"))
    sent = {"new": "seven ivory cards", "again": "seven ivory cards"}
    answers = [client.post("/account/password/", sent | {"current": f"guess {i}"}) for i in range(3)]
    assert answers[-1]["Location"] == "/account/sign-in/"
    assert client.post("/account/password/", sent | {"current": password})["Location"].startswith("/account/sign-in/")


def test_language(new_person: NewPerson, signed_in: SignedIn) -> None:
    mei = new_person("mei")
    client = signed_in(mei)
    client.post("/account/language/", {"language": "zh-hant"})
    assert User.objects.get().language == "zh-hant"
    assert '<html lang="zh-hant">' in client.get("/account/").content.decode()
    client.post("/account/language/", {"language": "xx"})
    assert User.objects.get().language == "zh-hant"


def test_significant_events_are_only_ever_added(new_person: NewPerson) -> None:
    event = note("config", new_person("mei"), {"table": "one"})
    assert SignificantEvent.objects.get(pk=event.pk).detail == {"table": "one"}
    for change in (event.save, event.delete, SignificantEvent.objects.all().delete):
        with pytest.raises(Immutable):
            change()
    with pytest.raises(ValueError, match="no kind"):
        note("gossip")


def test_what_people_type_is_shown_as_text(client: Client) -> None:
    page = client.post("/account/sign-in/", {"name": "<script>alert(1)</script>", "password": "x"}).content.decode()
    assert "<script>alert" not in page
    client.post("/account/sign-in/", {"name": "' OR 1=1 --", "password": "' OR 1=1 --"})
    assert "_auth_user_id" not in client.session
    assert client.post("/account/sign-in/", {"name": "a\x00b", "password": "x"}).status_code == 400
