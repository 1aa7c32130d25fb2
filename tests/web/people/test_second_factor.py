"""The second factor: RFC 6238, setting it up, both doors, codes that are good once, and a house that demands it."""

import base64
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from paigow.errors import PaigowError
from paigow.web.people import roles, second_factor
from paigow.web.people.access import IDLE, SEEN, WINDOW
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import RecoveryCode, SecondFactor, User
from paigow.web.people.second_factor import STEP, hotp, step_of
from paigow.web.people.second_factor_views import WAITING
from paigow.web.service import tokens
from paigow.web.serving.environment import second_factor_required

NewPerson = Callable[..., User]
SignedIn = Callable[[User], Client]
pytestmark = pytest.mark.django_db

RFC_KEY = b"12345678901234567890"
RFC_6238 = {
    59: "94287082",
    1111111109: "07081804",
    1111111111: "14050471",
    1234567890: "89005924",
    2000000000: "69279037",
    20000000000: "65353130",
}  # appendix B, SHA-1


@pytest.mark.parametrize(("seconds", "code"), RFC_6238.items())
def test_the_vectors_of_the_standard(seconds: int, code: str) -> None:
    moment = datetime.fromtimestamp(seconds, UTC)
    assert hotp(RFC_KEY, step_of(moment), 8) == code
    assert hotp(RFC_KEY, step_of(moment)) == code[-6:]


def enrol(person: User, now: datetime | None = None) -> list[str]:
    """As the pages do it; the answer is the recovery codes."""
    moment = now or timezone.now() - timedelta(minutes=10)
    factor = second_factor.begin(person, moment)
    codes = second_factor.confirm(person, hotp(second_factor.key_of(factor), step_of(moment)), moment)
    assert len(codes) == second_factor.CODES
    return codes


def code_of(person: User, now: datetime | None = None) -> str:
    factor = SecondFactor.objects.get(person=person)
    return hotp(second_factor.key_of(factor), step_of(now or timezone.now()))


def test_codes_are_good_once_and_not_for_long(new_person: NewPerson) -> None:
    person, now = new_person(), timezone.now()
    enrol(person)
    late = code_of(person, now - timedelta(seconds=STEP))
    assert not second_factor.check(person, code_of(person, now - timedelta(seconds=2 * STEP)), now)
    assert second_factor.check(person, late, now)
    assert not second_factor.check(person, late, now), "no code twice"
    assert second_factor.check(person, code_of(person, now), now)
    assert second_factor.check(person, code_of(person, now + timedelta(seconds=STEP)), now)
    assert not second_factor.check(person, code_of(person, now), now), "nor an earlier one than the last"


@pytest.mark.parametrize("code", ["", "12345", "1234567", "abcdef", "１２３４５６", "-12345", "12 34 5", "A" * 41])
def test_what_is_no_code(new_person: NewPerson, code: str) -> None:
    person = new_person()
    enrol(person)
    assert not second_factor.check(person, code, timezone.now())


def test_three_failures_lock_codes_and_recovery_codes(new_person: NewPerson) -> None:
    person, now = new_person(), timezone.now()
    spare = enrol(person)[0]
    for _ in range(3):
        assert not second_factor.check(person, "000000", now)
    assert not second_factor.check(person, code_of(person, now), now)
    assert not second_factor.check(person, spare, now)
    told = SignificantEvent.objects.filter(kind="sign-in-failed").values_list("detail", flat=True)
    assert [detail.get("locked", False) for detail in told] == [False, False, False, True, True]
    assert SignificantEvent.objects.get(kind="locked-out").detail == {"second factor": True}
    later = now + WINDOW
    assert second_factor.check(person, code_of(person, later), later)


def test_recovery_codes_are_good_once_and_kept_as_digests(new_person: NewPerson) -> None:
    person, now = new_person(), timezone.now()
    codes = enrol(person)
    assert all(re.fullmatch(r"[A-Z2-7]{4}(-[A-Z2-7]{4}){6}", code) for code in codes)
    kept = set(RecoveryCode.objects.values_list("digest", flat=True))
    assert len(kept) == 10
    assert not any(code.replace("-", "") in digest.upper() for code in codes for digest in kept)
    assert second_factor.check(person, codes[0].lower().replace("-", " "), now)
    assert not second_factor.check(person, codes[0], now)
    assert SignificantEvent.objects.filter(kind="second-factor").last().detail["left"] == 9  # type: ignore[union-attr]
    renewed = second_factor.renew_codes(person)
    assert not second_factor.check(person, codes[1], now)
    assert second_factor.check(person, renewed[1], now)


def test_the_key_is_sealed_and_another_persons_is_no_use(new_person: NewPerson) -> None:
    mei, ann = new_person("mei"), new_person("ann")
    enrol(mei)
    enrol(ann)
    factor = SecondFactor.objects.get(person=mei)
    key = second_factor.key_of(factor)
    assert key not in bytes(factor.sealed)
    assert key.hex().encode() not in bytes(factor.sealed)
    SecondFactor.objects.filter(person=ann).update(sealed=factor.sealed)
    with pytest.raises(PaigowError):
        second_factor.check(ann, code_of(mei), timezone.now())


@pytest.mark.django_db(transaction=True)
def test_one_code_at_many_doors_opens_one(new_person: NewPerson) -> None:
    person = new_person()
    enrol(person)
    now, code = timezone.now(), code_of(person)

    def tried(_number: int) -> bool:
        try:
            return second_factor.check(person, code, now)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(tried, range(4))) == 1


def key_on(page: str) -> bytes:
    found = re.search(r"<dd><code>([A-Z2-7 ]+)</code>", page)
    assert found is not None
    text = found[1].replace(" ", "")
    assert f"secret={text}&amp;issuer=Pai%20Gow" in page
    return base64.b32decode(text)


def test_setting_it_up(new_person: NewPerson, signed_in: SignedIn, password: str) -> None:
    person = new_person("boss", "floor")
    here, elsewhere = signed_in(person), signed_in(person)
    page = "/account/second-factor/"
    assert "Second factor" in here.get("/account/").content.decode()
    assert "otpauth" not in here.get(page).content.decode()
    assert "Wrong name or password" in here.post(page, {"password": "wrong"}).content.decode()
    key = key_on(here.post(page, {"password": password}).content.decode())
    assert "code is wrong" in here.post(page, {"code": "000000"}).content.decode()
    assert second_factor.factor_of(person) is None
    told = here.post(page, {"code": hotp(key, step_of(timezone.now()))})
    codes = re.findall(r"<li><code>([A-Z2-7-]{34})</code>", told.content.decode())
    assert len(codes) == 10
    assert told["Cache-Control"] == "no-store"
    assert here.get("/account/").status_code == 200, "this session goes on"
    assert elsewhere.get("/account/").status_code == 302, "every other ends"
    assert "10 recovery codes are left" in here.get(page).content.decode()
    assert SignificantEvent.objects.get(kind="second-factor").shown_detail == {"done": "enrolled"}


def test_changes_need_both_factors(new_person: NewPerson, signed_in: SignedIn, password: str) -> None:
    person = new_person("boss", "floor")
    codes = enrol(person)
    client = signed_in(person)
    page = "/account/second-factor/"
    for sent in ({"password": "wrong", "code": codes[0]}, {"password": password, "code": "000000"}):
        client.post(page, {**sent, "wish": "remove"})
        assert second_factor.factor_of(person) is not None
    renewed = client.post(page, {"password": password, "code": codes[1], "wish": "codes"}).content.decode()
    code = re.findall(r"<li><code>([A-Z2-7-]{34})</code>", renewed)[0]
    assert client.post(page, {"password": password, "code": code, "wish": "remove"})["Location"] == "/account/"
    assert second_factor.factor_of(person) is None
    assert not RecoveryCode.objects.exists()


@pytest.mark.parametrize("role", ["floor", "auditor", "operator", "administrator", "player"])
def test_signing_in_takes_both(new_person: NewPerson, client: Client, password: str, role: str) -> None:
    person = new_person("boss", role)
    enrol(person)
    key = client.session.session_key
    sent = {"name": "boss", "password": password, "next": "/account/limits/"}
    answer = client.post("/account/sign-in/", sent)
    assert answer["Location"] == "/account/second-step/?next=%2Faccount%2Flimits%2F"
    assert "_auth_user_id" not in client.session
    for url in ("/account/", "/floor/", "/audit/", "/operator/", "/admin/", "/api/tokens"):
        assert client.get(url).status_code in (302, 401), url
    assert not SignificantEvent.objects.filter(kind="sign-in").exists()
    assert "code is wrong" in client.post("/account/second-step/", {"code": "000000"}).content.decode()
    assert "_auth_user_id" not in client.session
    middle = client.session.session_key
    answer = client.post("/account/second-step/", {"code": code_of(person), "next": "/account/limits/"})
    assert answer["Location"] == "/account/limits/"
    assert client.session["_auth_user_id"] == str(person.pk)
    assert len({key, middle, client.session.session_key}) == 3, "the session changes at every step"
    assert WAITING not in client.session
    assert SignificantEvent.objects.filter(kind="sign-in").count() == 1


def test_the_admins_door_is_the_same(new_person: NewPerson, client: Client, password: str) -> None:
    enrol(new_person("boss", "administrator"))
    sent = {"username": "boss", "password": password, "next": "/admin/"}
    for method in (client.get, client.post):
        answer = method("/admin/login/?next=/admin/", sent)
        assert answer["Location"].startswith("/account/sign-in/")
    assert client.get("/admin/")["Location"].startswith("/admin/login/")
    assert client.post("/admin/", sent).status_code == 302
    assert "_auth_user_id" not in client.session
    assert client.post("/admin/password_change/")["Location"] == "/account/password/"


def test_the_code_may_not_be_waited_for_for_long(new_person: NewPerson, client: Client, password: str) -> None:
    person = new_person("boss", "floor")
    codes = enrol(person)
    assert client.get("/account/second-step/")["Location"] == "/account/sign-in/"
    client.post("/account/sign-in/", {"name": "boss", "password": password})
    session = client.session
    session[WAITING] = {**session[WAITING], "at": session[WAITING]["at"] - 301}
    session.save()
    assert client.post("/account/second-step/", {"code": codes[0]})["Location"] == "/account/sign-in/"
    client.post("/account/sign-in/", {"name": "boss", "password": password})
    person.set_password("another nine tiles")
    person.save()
    assert client.post("/account/second-step/", {"code": codes[0]})["Location"] == "/account/sign-in/"
    assert "_auth_user_id" not in client.session


def test_the_step_is_no_open_redirect(new_person: NewPerson, client: Client, password: str) -> None:
    codes = enrol(new_person("boss", "floor"))
    answer = client.post("/account/sign-in/", {"name": "boss", "password": password, "next": "//evil.example/"})
    assert answer["Location"] == "/account/second-step/?next=%2F"
    sent = {"code": codes[0], "next": "https://evil.example/"}
    assert client.post("/account/second-step/", sent)["Location"] == "/"


def test_staff_who_were_away_give_both(new_person: NewPerson, signed_in: SignedIn, password: str) -> None:
    person = new_person("boss", "operator")
    codes = enrol(person)
    client = signed_in(person)
    session = client.session
    session[SEEN] -= IDLE + 5
    session.save()
    page = client.get("/operator/", follow=True).content.decode()
    assert 'name="code"' in page
    assert client.post("/account/confirm/", {"password": password}).status_code == 200
    assert client.post("/account/confirm/", {"password": password, "code": "000000"}).status_code == 200
    assert client.get("/operator/").status_code == 302
    assert client.post("/account/confirm/", {"password": password, "code": codes[0]}).status_code == 302
    assert client.get("/operator/").status_code == 200


def test_wrong_codes_while_away_sign_out(new_person: NewPerson, signed_in: SignedIn, password: str) -> None:
    person = new_person("boss", "operator")
    enrol(person)
    client = signed_in(person)
    session = client.session
    session[SEEN] -= IDLE + 5
    session.save()
    client.get("/operator/")
    for _ in range(3):
        answer = client.post("/account/confirm/", {"password": password, "code": "000000"})
    assert answer["Location"] == "/account/sign-in/"
    assert "_auth_user_id" not in client.session


AREAS = {"floor": "/floor/", "auditor": "/audit/", "operator": "/operator/", "administrator": "/operator/"}


@pytest.mark.parametrize("role", AREAS)
def test_a_house_that_demands_it(new_person: NewPerson, signed_in: SignedIn, settings: Any, role: str) -> None:
    person = new_person("boss", role)
    _made, text = tokens.issue(person, "bot")
    client = signed_in(person)
    assert client.get(AREAS[role]).status_code == 200
    settings.STAFF_SECOND_FACTOR = True
    assert client.get(AREAS[role])["Location"] == "/account/second-factor/"
    assert "need a second factor" in client.get("/account/second-factor/").content.decode()
    assert client.get("/admin/people/user/").status_code in (302, 403)
    boss = User.objects.get(pk=person.pk)
    assert not any(boss.has_perm(f"people.{code}") for code in ("run_tables", "read_records", "run_house"))
    bot = Client(headers={"authorization": f"Bearer {text}"})
    wish = {"slug": "t", "standard": "maryland-tiles"}
    opened = bot.post("/api/tables", wish, content_type="application/json")
    assert opened.status_code == 403, "a token is no way round"
    enrol(person)
    assert signed_in(User.objects.get(pk=person.pk)).get(AREAS[role]).status_code == 200
    opened = bot.post("/api/tables", wish, content_type="application/json")
    assert opened.status_code == (403 if role == "auditor" else 201)


def test_players_need_none(new_person: NewPerson, settings: Any) -> None:
    settings.STAFF_SECOND_FACTOR = True
    assert new_person("mei").has_perm("people.play")


def test_the_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not second_factor_required()
    monkeypatch.setenv("PAIGOW_STAFF_SECOND_FACTOR", "required")
    assert second_factor_required()
    monkeypatch.setenv("PAIGOW_STAFF_SECOND_FACTOR", "yes")
    with pytest.raises(PaigowError, match="required or optional"):
        second_factor_required()


def test_who_lost_everything_is_helped(new_person: NewPerson, signed_in: SignedIn) -> None:
    opal, boss, mei = new_person("opal", "operator"), new_person("boss", "administrator"), new_person("mei")
    flo = new_person("flo", "floor")
    for person in (mei, flo, boss):
        enrol(person)

    def asked(by: User, of: User, why: str = "lost the phone") -> bool:
        client = signed_in(User.objects.get(pk=by.pk))
        client.post(f"/operator/people/{of.username}/second-factor/", {"why": why})
        return second_factor.factor_of(of) is None

    assert not asked(opal, flo)
    assert not asked(boss, boss)
    assert not asked(opal, mei, "")
    assert asked(opal, mei)
    assert asked(boss, flo)
    told = SignificantEvent.objects.filter(kind="second-factor", detail__done="removed").values_list(
        "person", flat=True
    )
    assert list(told) == ["opal", "boss"]


def test_a_new_role_is_begun_anew(new_person: NewPerson, signed_in: SignedIn) -> None:
    """What was let in as a player does not go on as the floor."""
    mei = new_person("mei")
    client = signed_in(mei)
    _made, text = tokens.issue(mei, "bot")
    assert tokens.token_of(text) is not None
    roles.appoint(User.objects.get(pk=mei.pk), "floor")
    assert client.get("/account/").status_code == 302
    assert tokens.token_of(text) is None


def test_a_key_that_was_shown_for_a_password_is_not_shown_again_to_whoever_finds_the_session(
    new_person: NewPerson, signed_in: SignedIn
) -> None:
    """Somebody began to set up a factor and left it: without the password, nobody else may finish it."""
    person = new_person()
    factor = second_factor.begin(person, timezone.now() - timedelta(hours=1))
    key = second_factor.written(second_factor.key_of(factor))
    thief = signed_in(person)
    for code in ("000000", code_of(person)):
        page = thief.post("/account/second-factor/", {"code": code})
        assert key not in page.content.decode()
    assert second_factor.factor_of(person) is None
    assert second_factor.confirm(person, code_of(person), timezone.now()) == []
