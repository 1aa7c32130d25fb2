"""The operator: rules that are checked against the document, people, limits, returns, and the software's identity."""

import hashlib
import time
from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from math import exp
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from paigow.house.audit.house import house
from paigow.money import Movement, rack
from paigow.money.ledger import BANK_OWN
from paigow.rules import build_submission, load_submission, submission_hash
from paigow.web.people.models import Account, SignificantEvent, SignInGuard, User
from paigow.web.people.wallet import house_limit, open_wallet
from paigow.web.service import tables
from paigow.web.staff import returns
from paigow.web.store.models import LedgerEntry, Table, UploadedSubmission
from paigow.web.work.sheets import SHEET, Work

BrowserOf = Callable[..., Client]
pytestmark = pytest.mark.django_db
GOOD = 'standard = "maryland-tiles"\ntitle = "High limits"\n[table]\nminimum = "$100"\nmaximum = "$5000"\n'


def test_a_submission_is_checked_and_kept(browser_of: BrowserOf) -> None:
    opal = browser_of("opal", "operator")
    answer = opal.post("/operator/", {"name": "High", "text": GOOD})
    kept = UploadedSubmission.objects.get()
    assert answer["Location"] == f"/operator/submissions/{kept.pk}/"
    assert (kept.person, kept.standard, kept.name) == ("opal", "maryland-tiles", "High")
    rules = build_submission(
        {"standard": "maryland-tiles", "title": "High limits", "table": {"minimum": "$100", "maximum": "$5000"}}
    )
    assert kept.hash == submission_hash(rules)
    page = opal.get(answer["Location"]).content.decode()
    assert "High limits" in page
    assert kept.hash in page
    file = SimpleUploadedFile("again.toml", b"\xef\xbb\xbf" + GOOD.encode())
    assert opal.post("/operator/", {"name": "Again", "file": file})["Location"] == answer["Location"]
    assert UploadedSubmission.objects.count() == 1
    told = [(event.person, event.detail) for event in SignificantEvent.objects.filter(kind="game").order_by("pk")]
    assert [(who, detail["submission"], detail.get("repeated", False)) for who, detail in told] == [
        ("opal", kept.hash, False),
        ("opal", kept.hash, True),
    ]
    assert told[0][1]["text"] == hashlib.sha256(kept.text.encode()).hexdigest()
    assert list(house()) == []
    altered = {"text": f"{kept.text}#", "name": "Low", "person": "eve", "at": kept.at + timedelta(days=1)}
    for name, value in altered.items():
        UploadedSubmission.objects.update(**{name: value})
        assert [fault.row for fault in house()] == [f"submission {kept.pk}"], name
        UploadedSubmission.objects.update(**{name: getattr(kept, name)})


@pytest.mark.parametrize(
    ("text", "said", "clauses"),
    [
        ('standard = "maryland-tiles"\nvigorish = 3\n[table]\nminimum = "$5000"\nmaximum = "$1"', "vigorish", 0),
        ('standard = "maryland-tiles"\nhouse_way = "mine"\nnothing = 1', "nothing", 1),
        ("standard = 1", "says which standard", 0),
        ("no toml", "not valid TOML", 0),
        ('standard = "elsewhere"', "elsewhere", 0),
        ('standard = "maryland-poker"\ntitle = "a\\u0000b"', "cannot be printed", 0),
        (f'standard = "maryland-poker"\n{"a." * 3000}a = 1', "A key has at most 16 parts", 0),
    ],
)
def test_what_the_document_forbids_is_told(browser_of: BrowserOf, text: str, said: str, clauses: int) -> None:
    opal = browser_of("opal", "operator")
    answer = opal.post("/operator/", {"name": "Bad", "text": text})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "does not allow this" in page
    assert said in page
    assert page.count('class="clause"') >= clauses
    assert not UploadedSubmission.objects.exists()


def test_what_is_no_submission_at_all(browser_of: BrowserOf) -> None:
    opal = browser_of("opal", "operator")
    assert opal.post("/operator/", {"name": "x"}).status_code == 422
    assert opal.post("/operator/", {"name": "x\u202e", "text": GOOD}).status_code == 422
    assert opal.post("/operator/", {"name": "x", "file": SimpleUploadedFile("x", b"\xff\xfe")}).status_code == 422
    large = SimpleUploadedFile("x", b"#" * 200_000)
    assert opal.post("/operator/", {"name": "x", "file": large}).status_code == 422


def test_a_table_is_opened_with_it(site: Any, browser_of: BrowserOf) -> None:
    opal, mei = browser_of("opal", "operator"), browser_of("mei", "floor")
    opal.post("/operator/", {"name": "High", "text": GOOD})
    kept = UploadedSubmission.objects.get()
    sends = {"title": "High room", "pace": "usual", "bots": "1"}
    assert opal.post(f"/operator/submissions/{kept.pk}/", sends).status_code == 302
    table = Table.objects.get(slug="high-room")
    assert (table.submission_hash, table.opened_by) == (kept.hash, "opal")
    assert tables.state_of("high-room").game.options.minimum == 10_000
    assert mei.post("/floor/open/", {**sends, "rules": str(kept.pk)})["Location"] == "/floor/tables/high-room-2/"
    assert Table.objects.get(slug="high-room-2").submission_hash == kept.hash


def test_people(browser_of: BrowserOf, person: Callable[..., User]) -> None:
    opal, boss = browser_of("opal", "operator"), browser_of("boss", "administrator")
    ann = person("ann")
    assert "ann" in opal.get("/operator/people/", {"name": "an"}).content.decode()
    opal.post("/operator/people/ann/role/", {"role": "auditor"})  # an operator does not choose who watches him
    assert [group.name for group in ann.groups.all()] == ["player"]
    boss.post("/operator/people/ann/role/", {"role": "auditor"})
    assert [group.name for group in ann.groups.all()] == ["auditor"]
    boss.post("/operator/people/ann/role/", {"role": "king"})
    assert [group.name for group in ann.groups.all()] == ["auditor"]
    assert SignificantEvent.objects.filter(kind="role", person="boss").count() == 1


def test_a_name_is_unlocked(browser_of: BrowserOf, person: Callable[..., User]) -> None:
    opal = browser_of("opal", "operator")
    person("ann")
    for _ in range(3):
        Client().post("/account/sign-in/", {"name": "ann", "password": "wrong"})
    assert "locked out" in opal.get("/operator/people/ann/").content.decode()
    opal.post("/operator/people/ann/unlock/")
    assert not SignInGuard.objects.filter(name="ann").exists()
    assert SignificantEvent.objects.filter(kind="unlocked", person="opal").count() == 1


def test_a_balance_is_adjusted_with_a_reason(browser_of: BrowserOf, person: Callable[..., User]) -> None:
    """Gaming standards A5: before, after, who and why."""
    opal = browser_of("opal", "operator")
    start = open_wallet(person("ann"))

    def balance() -> int:
        return Account.objects.get(owner__username="ann").balance

    opal.post("/operator/people/ann/adjust/", {"amount": "12.50", "why": "a slip of ours"})
    assert balance() == start + 1250
    opal.post("/operator/people/ann/adjust/", {"amount": "-2.50", "why": "too much"})
    assert balance() == start + 1000
    for sends in (
        {"amount": "5", "why": " "},
        {"amount": "much", "why": "x"},
        {"amount": "-99999999", "why": "x"},
        {"amount": "0", "why": "x"},
        {"amount": "--5", "why": "x"},
        {"amount": "99999999999999999999", "why": "x"},
        {"amount": "10,000,000,000,000.01", "why": "x"},
    ):
        page = opal.post("/operator/people/ann/adjust/", sends, follow=True).content.decode()
        assert 'class="message error"' in page, sends
    opal.post("/operator/people/opal/adjust/", {"amount": "5", "why": "for me"})
    assert balance() == start + 1000
    told = SignificantEvent.objects.filter(kind="adjustment").order_by("pk").values_list("person", "detail")
    assert [(who, each["before"], each["after"], each["why"]) for who, each in told] == [
        ("opal", start, start + 1250, "a slip of ours"),
        ("opal", start + 1250, start + 1000, "too much"),
    ]


def test_an_account_is_shut(browser_of: BrowserOf, person: Callable[..., User]) -> None:
    opal = browser_of("opal", "operator")
    person("ann")
    opal.post("/operator/people/ann/active/", {"active": "false", "why": "asked for"})
    assert not User.objects.get(username="ann").is_active
    assert opal.post("/operator/people/ann/active/", {"active": "perhaps", "why": "x"}).status_code == 404


def test_house_limits(browser_of: BrowserOf) -> None:
    opal = browser_of("opal", "operator")
    sends = {"deposit": "1000", "buy_in": "", "loss": "250.50", "time": "90"}
    assert opal.post("/operator/limits/", sends).status_code == 302
    assert [house_limit(kind) for kind in ("deposit", "buy-in", "loss", "time")] == [100_000, None, 25_050, 5_400]
    assert opal.post("/operator/limits/", {**sends, "loss": "some"}).status_code == 422
    assert SignificantEvent.objects.filter(kind="config", person="opal").count() == 3


@pytest.mark.parametrize("standard", ["maryland-tiles", "maryland-poker", "new-zealand", "dealer-open"])
def test_returns_are_what_the_ledger_says(standard: str, site: Any, browser_of: BrowserOf) -> None:
    """Gaming standards G17.

    What all wagers returned less what was staked is what the racks gained, but for what banks gained and envy paid, in
    rounds that are over.
    """
    house = site(standard)
    house.seat()
    for _ in range(4):
        house.to_setting()
        house.finish_round()
    table = Table.objects.get(slug="t")
    flows = returns.actual(table)
    assert ("main", "house") in flows or ("main", "player") in flows
    for flow in flows.values():
        assert flow.staked > 0
        assert flow.wagers > 0
    state = house.state
    held = sum(state.ledger[rack(name)] for name in state.players)
    bought = sum(LedgerEntry.objects.filter(movement=Movement.BUY_IN).values_list("cents", flat=True))
    others = 0
    for entry in LedgerEntry.objects.all():
        own = Movement(entry.movement) in BANK_OWN | {Movement.ENVY}
        others += entry.cents * own * (entry.credit.startswith("rack") - entry.debit.startswith("rack"))
    assert sum(flow.returned - flow.staked for flow in flows.values()) == held - bought - others
    page = browser_of("opal", "operator").get("/operator/returns/", {"table": "t"}).content.decode()
    assert "not been calculated yet" in page or "%" in page


def test_an_alarm_is_a_return_that_the_odds_do_not_allow() -> None:
    theory = returns.Theory(Fraction(97, 100), Fraction(99, 100), 1.0)
    quiet = returns.Flow(staked=100_000, returned=98_000, wagers=100, squares=100 * 1000**2, largest=1000)
    loud = returns.Flow(staked=100_000, returned=160_000, wagers=100, squares=100 * 1000**2, largest=1000)
    assert returns.Compared("main", "house", quiet, theory).errors == 0
    assert returns.Compared("main", "house", quiet, theory).chance == 1
    assert not returns.Compared("main", "house", quiet, theory).alarm
    found = returns.Compared("main", "house", loud, theory)
    assert found.errors == pytest.approx(6.1)
    assert found.chance == pytest.approx(exp(-(6.1**2) / 2 / (1 + 0.61 / 3)))
    assert found.alarm
    assert returns.Compared("main", "house", returns.Flow(), None).errors is None
    assert not returns.Compared("main", "house", returns.Flow(), None).alarm


def test_one_large_win_in_a_few_wagers_is_no_alarm() -> None:
    """25 to 1, which comes once in 300 times: far from what is due, and yet nothing to wonder at."""
    theory = returns.Theory(Fraction(95, 100), Fraction(95, 100), 2.8, above=300.05, below=0.95)
    lucky = returns.Flow(staked=8_000, returned=34_000, wagers=8, squares=8 * 1000**2, largest=1000)
    found = returns.Compared("pair-fortunes", "house", lucky, theory)
    assert found.errors is not None
    assert found.errors > 3
    assert not found.alarm


def test_wagers_of_one_round_count_as_one() -> None:
    """They are against one bank: eight that win together are no eight wonders."""
    apart, together = returns.Flow(), returns.Flow()
    for number in range(1, 9):
        apart.settled(1000, number)
        together.settled(1000, 1)
    assert (apart.wagers, apart.squares, apart.largest) == (8, 8 * 1000**2, 1000)
    assert (together.wagers, together.squares, together.largest) == (8, 8000**2, 8000)


def test_the_software_is_looked_at(browser_of: BrowserOf) -> None:
    """Gaming standards L5: on demand, noted, signed."""
    opal = browser_of("opal", "operator")
    page = opal.post("/operator/software/").content.decode()
    assert "It matches the accepted version." in page
    noted = SignificantEvent.objects.filter(detail__software="accepted").get()
    assert noted.detail["digest"] in page
    assert noted.detail["digest"] in opal.get("/operator/software/").content.decode()


@pytest.mark.exhaustive
def test_the_theory_is_the_par_sheets() -> None:
    """The exact returns of the main wager, by who banks, and of the optional wager."""
    rules = load_submission("maryland-tiles")
    work = Work(rules, SHEET)
    for _ in range(600):
        if work.found() is not None:
            break
        assert not work.begin("house").failed
        time.sleep(0.5)
    known = returns.theory(rules)
    assert known["main", "house"].least == Fraction(1791342403, 1840702500)
    assert known["main", "house"].most == Fraction(88500709, 87652500)
    assert known["pair-fortunes", "house"].least == known["pair-fortunes", "player"].most == Fraction(6811, 7192)
    assert ("main", "player") in known
