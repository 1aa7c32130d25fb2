"""The program's own identity: a digest of every file, noted, signed and compared (gaming standards L5)."""

from pathlib import Path

import pytest

from paigow.web.audit.software import look, manifest
from paigow.web.people.models import SignificantEvent

pytestmark = pytest.mark.django_db


@pytest.fixture
def package(tmp_path: Path) -> Path:
    root = tmp_path / "paigow"
    (root / "rules" / "__pycache__").mkdir(parents=True)
    (root / "__init__.py").write_text("")
    (root / "rules" / "a.toml").write_text("a = 1")
    (root / "rules" / "__pycache__" / "a.pyc").write_text("x")
    return root


def test_the_manifest_has_code_data_and_libraries(package: Path) -> None:
    here = manifest()
    assert {"paigow/cli.py", "paigow/rules/data/clauses.csv"} <= set(here.files)
    assert not [name for name in here.files if "__pycache__" in name]
    assert "django" in here.libraries
    assert set(manifest(package).files) == {"paigow/__init__.py", "paigow/rules/a.toml"}


def test_a_changed_file_is_named(package: Path) -> None:
    first = look(root=package)
    assert (first.accepted, first.before) == (True, "")
    again = look(root=package)
    assert (again.accepted, again.before, again.differences) == (True, first.manifest.digest, ())
    (package / "rules" / "a.toml").write_text("a = 2")
    (package / "b.py").write_text("")
    for _ in range(2):
        found = look(root=package)
        assert (found.accepted, found.upgraded) == (False, False)
        assert found.differences == ("paigow/b.py: added", "paigow/rules/a.toml: changed")
    assert SignificantEvent.objects.filter(kind="mismatch").count() == 2
    assert look(accept=True, root=package).accepted
    assert look(root=package).differences == ()


def test_a_note_that_the_house_did_not_sign_does_not_count(package: Path) -> None:
    first = look(root=package)
    (package / "b.py").write_text("")
    forged = dict(SignificantEvent.objects.get().detail)
    forged["digest"] = manifest(package).digest
    SignificantEvent.objects.create(kind="config", detail=forged, number=99)
    found = look(root=package)
    assert (found.accepted, found.before) == (False, first.manifest.digest)
