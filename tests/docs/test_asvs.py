"""The page about OWASP ASVS answers every requirement once and names tests that exist.

What it says about sources, scripts, deployment and keys is true.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from paigow.web import settings
from paigow.web.people.models import User
from paigow.web.serving.server import configuration

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "paigow"
PAGE = (ROOT / "docs/reference/asvs.md").read_text(encoding="utf-8")
SECURITY = (ROOT / "docs/reference/security.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs/how-to/run-the-site.md").read_text(encoding="utf-8")
UNIT = (ROOT / "deploy/paigow@.service").read_text(encoding="utf-8")
SCRIPTS = [*(SOURCE / "web/static").rglob("*.js"), *(SOURCE / "fairness/browser").glob("*.js")]

# Version 5.0.0: how many requirements each section has, by chapter, and which of them are of Level 3.
SECTIONS = {
    1: (2, 10, 12, 3, 3),
    2: (3, 3, 5, 2),
    3: (1, 3, 5, 8, 8, 1, 5),
    4: (5, 5, 2, 4),
    5: (1, 6, 3, 3),
    6: (3, 12, 8, 6, 8, 4, 2, 4),
    7: (3, 4, 2, 5, 3, 2),
    8: (4, 4, 3, 2),
    9: (3, 4),
    10: (2, 3, 5, 16, 5, 2, 3),
    11: (4, 5, 5, 4, 2, 2, 2),
    12: (5, 2, 5),
    13: (4, 6, 4, 7),
    14: (2, 8, 3),
    15: (5, 5, 7, 4),
    16: (1, 5, 4, 3, 4),
    17: (2, 8, 2),
}
OF_LEVEL_3 = """
1.2.10 1.3.12 1.5.3 2.3.5 2.4.2 3.1.1 3.2.3 3.3.5 3.4.7 3.4.8 3.5.6 3.5.7 3.5.8 3.6.1 3.7.3 3.7.4 3.7.5 4.1.4 4.1.5
4.2.2 4.2.3 4.2.4 4.2.5 5.2.4 5.2.5 5.2.6 5.3.3 6.3.5 6.3.6 6.3.7 6.3.8 6.4.5 6.4.6 6.5.6 6.5.7 6.5.8 6.6.4 6.7.1
6.7.2 7.5.3 8.1.3 8.1.4 8.2.4 8.3.2 8.3.3 8.4.2 10.2.3 10.3.5 10.4.12 10.4.13 10.4.14 10.4.15 10.4.16 11.1.3 11.1.4
11.2.4 11.2.5 11.3.4 11.3.5 11.5.2 11.6.2 11.7.1 11.7.2 12.1.4 12.1.5 12.3.5 13.1.2 13.1.3 13.1.4 13.2.6 13.3.3 13.3.4
13.4.6 13.4.7 14.2.5 14.2.6 14.2.7 14.2.8 15.1.4 15.1.5 15.2.4 15.2.5 15.4.1 15.4.2 15.4.3 15.4.4 16.5.4 17.1.2 17.2.5
17.2.6 17.2.7 17.2.8
"""
THIRD = frozenset(OF_LEVEL_3.split())
ROW = re.compile(
    r"^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \| .+? \| (met|does not apply|gap|not asked) \| (.*?) ?\| ?(.*?) ?\|$",
    re.MULTILINE,
)
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def rows() -> list[tuple[list[str], str, str, str]]:
    return [(ids.split(", "), status, how, shown) for ids, status, how, shown in ROW.findall(PAGE)]


def test_every_requirement_is_answered_once() -> None:
    asked = {
        f"{chapter}.{section}.{number}"
        for chapter, counts in SECTIONS.items()
        for section, count in enumerate(counts, 1)
        for number in range(1, count + 1)
    }
    answered = Counter(each for ids, *_rest in rows() for each in ids)
    assert len(asked) == 345
    assert set(answered) == asked
    assert set(answered.values()) == {1}


def test_what_is_met_names_a_test_that_is_there() -> None:
    for ids, status, how, shown in rows():
        named = TEST.findall(how + shown)
        assert named or status != "met", ids
        for path, name in named:
            assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), (ids, path, name)


def test_what_is_left_is_of_the_third_level() -> None:
    found: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for ids, status, _how, _shown in rows():
        for each in ids:
            found[each in THIRD][status] += 1
            if status in ("gap", "not asked"):
                assert each in THIRD, each
            if status == "gap":
                assert f"({each})" in PAGE, "the beginning of the page names it"
    said = {
        level: tuple(map(int, numbers.split(" | ")))
        for level, numbers in re.findall(r"^\| ([123]) \| ([\d |]+) \|$", PAGE, re.MULTILINE)
    }
    for third, levels in ((False, "12"), (True, "3")):
        counts = found[third]
        due = (counts.total(), *(counts[status] for status in ("met", "does not apply", "gap", "not asked")))
        assert tuple(map(sum, zip(*(said[level] for level in levels), strict=True))) == due


# --- sources


def trees(folder: Path = SOURCE) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
        elif isinstance(node, ast.Attribute) and node.attr == "urandom":
            found.add("os.urandom")
    return found


CRYPTOGRAPHY = re.compile(
    r"(hashlib|hmac|secrets|random|argon2|cryptography|os\.urandom"
    r"|django\.utils\.crypto|django\.core\.signing|django\.contrib\.auth\.tokens)(\.|$)"
)


def test_every_use_of_cryptography_is_in_the_inventory() -> None:
    """Every module that the inventory names uses it, too."""
    begin = SECURITY.index("## Cryptography")
    inventory = SECURITY[begin : SECURITY.index("## Outside connections")]
    named = set(re.findall(r"`([\w/]+\.py)`", inventory)) - {"web/settings.py"}
    used = {path for path, tree in trees() if any(map(CRYPTOGRAPHY.match, imported(tree)))}
    assert named == used


def test_no_code_is_run_that_is_not_ours() -> None:
    for path, tree in trees():
        assert not imported(tree) & {"pickle", "marshal", "shelve", "dill", "cloudpickle", "yaml", "xml.etree"}, path
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                assert not (isinstance(node.func, ast.Name) and node.func.id in ("eval", "exec", "__import__")), path
                assert not any(word.arg == "shell" for word in node.keywords), path
                called = ast.unparse(node.func)
                assert called not in ("os.system", "os.popen"), path


def test_nobody_elsewhere_is_asked() -> None:
    others = re.compile(r"(urllib\.request|http\.client|httpx|requests|aiohttp|smtplib|ftplib|telnetlib)(\.|$)")
    for path, tree in trees(SOURCE / "web"):
        assert not any(map(others.match, imported(tree))), path


def test_scripts_write_text_only() -> None:
    for path in SCRIPTS:
        text = path.read_text(encoding="utf-8")
        for word in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "Function(",
            "__proto__",
        ):
            assert word not in text, (path.name, word)


def test_the_browser_stores_choices_and_its_own_seeds_only() -> None:
    """Two scripts may use browser storage: one for the viewer's choices, one for the seeds this browser made."""
    using = {path.name for path in SCRIPTS if "localStorage" in path.read_text(encoding="utf-8")}
    assert using == {"seed-log.js", "settings.js"}
    text = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    assert set(re.findall(r"remember\(\"([\w-]+)\"", text)) == {"speed", "chip", "sort"}
    assert not re.search(r"sessionStorage|indexedDB|document\.cookie", text)


# --- answers


@pytest.mark.parametrize("path", ["/healthz", "/api/openapi.json", "/static/paigow/site.css"])
def test_nothing_is_shared_with_other_origins(client: Client, path: str) -> None:
    for method in ("GET", "OPTIONS"):
        answer = client.generic(method, path, headers={"origin": "https://evil.example"})
        assert not any(name.lower().startswith("access-control-") for name in answer.headers)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/static/", "/static/paigow/", "/static/admin/", "/tables/", "/.git/HEAD", "/.env"])
def test_folders_are_not_listed(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.django_db
def test_a_new_house_has_no_accounts() -> None:
    assert not User.objects.exists()


@pytest.mark.django_db
def test_of_two_the_last_counts(client: Client) -> None:
    """Parameters in the URL are never taken for form fields."""
    password = "nine brass tiles"
    User.objects.create_user("mei", password=password)
    client.post(f"/account/sign-in/?name=mei&password={password}", {})
    assert "_auth_user_id" not in client.session
    client.post("/account/sign-in/", {"name": ["mei", "ann"], "password": password})
    assert "_auth_user_id" not in client.session
    client.post("/account/sign-in/", {"name": ["ann", "mei"], "password": password})
    assert "_auth_user_id" in client.session


def test_debugging_is_off() -> None:
    assert settings.DEBUG is False


# --- where it runs


def test_the_guide_has_what_the_site_counts_on() -> None:
    proxy = GUIDE[GUIDE.index("```nginx") :]
    proxy = proxy[: proxy.index("```", 9)]
    for header in (
        "Host $host",
        "X-Forwarded-For $remote_addr",
        "X-Forwarded-Proto $scheme",
        "X-Request-ID $request_id",
    ):
        assert f"proxy_set_header {header};" in proxy, "the visitor's own header is overwritten"
    protocols = re.search(r"ssl_protocols ([^;]+);", proxy)
    ciphers = re.search(r"ssl_ciphers ([^;]+);", proxy)
    assert protocols
    assert protocols[1].split() == ["TLSv1.2", "TLSv1.3"]
    assert ciphers
    assert all(re.fullmatch(r"ECDHE-\w+-(AES\d+-GCM-SHA\d+|CHACHA20-POLY1305)", each) for each in ciphers[1].split(":"))
    assert "location /api/ { return 403; }" in proxy
    assert re.findall(r"server (\S+):\d+;", proxy) == ["127.0.0.1", "127.0.0.1"], "on the same machine"
    assert "limit_conn visitors" in proxy
    kept = re.search(r"keepalive_timeout (\d+)s;", proxy)
    assert kept
    assert int(kept[1]) < configuration().timeout_keep_alive, "the proxy hangs up first"
    assert "DATABASE_URL=postgres://paigow@/paigow?host=/run/postgresql" in GUIDE, "no password"
    assert "PAIGOW_HTTPS=1" in GUIDE
    assert "TrustedCertificateFile=" in GUIDE, "logs go elsewhere over TLS"


def test_the_unit_allows_little() -> None:
    lines = UNIT.splitlines()
    for line in ("User=paigow", "NoNewPrivileges=yes", "CapabilityBoundingSet=", "ProtectSystem=strict", "UMask=0077"):
        assert line in lines
    assert [line for line in lines if line.startswith("IPAddress")] == ["IPAddressDeny=any", "IPAddressAllow=localhost"]


def test_the_image_holds_what_runs() -> None:
    image = (ROOT / "deploy/Containerfile").read_text(encoding="utf-8")
    last = image[image.rindex("FROM ") :]
    assert re.findall(r"^COPY (.+)$", last, re.MULTILINE) == ["--from=build /opt/paigow /opt/paigow"]
    assert "USER paigow" in last
    assert "--require-hashes --requirement deploy/requirements.lock" in image
    assert ".git" in (ROOT / ".containerignore").read_text(encoding="utf-8").split()
    assert 'packages = ["src/paigow"]' in (ROOT / "pyproject.toml").read_text(encoding="utf-8"), "and no tests"
