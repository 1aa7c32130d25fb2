"""The program's own identity: a digest of every file and setting, noted, signed and compared (gaming standards L5)."""

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

from paigow.house.manifest import NOT_SET, Manifest, Program, manifest, settings_in_force, sums
from paigow.house.software import look, with_accepted_settings
from paigow.web.people.events import Kind, note
from paigow.web.people.log_models import SignificantEvent
from paigow.web.seals.sealing import sign
from paigow.web.serving.environment import data_directory

pytestmark = pytest.mark.django_db


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """A package of two files and a library of three, with what Python and its installer leave there."""
    root, site = tmp_path / "src" / "paigow", tmp_path / "site"
    written = {
        root / "__init__.py": "",
        root / "rules" / "a.toml": "a = 1",
        root / "rules" / "__pycache__" / "a.pyc": "x",
        site / "felt" / "__init__.py": "green = 1",
        site / "felt" / "__pycache__" / "__init__.pyc": "x",
        site / "felt" / "cloth.so": "\x7fELF",
        site / "felt-1.0.dist-info" / "METADATA": "Metadata-Version: 2.1\nName: felt\nVersion: 1.0\n",
        site / "felt-1.0.dist-info" / "RECORD": "felt/__init__.py,,\n",
    }
    for path, text in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Program(root, (site,))


def at(program: Program, **environment: str) -> Manifest:
    return manifest(program, environment)


def test_the_manifest_has_code_data_libraries_and_settings(program: Program) -> None:
    here = at(program)
    assert set(here.files) == {"paigow/__init__.py", "paigow/rules/a.toml"}
    assert set(here.library_files) == {"felt/__init__.py", "felt/cloth.so", "felt-1.0.dist-info/METADATA"}
    assert here.libraries["felt"] == "1.0"
    assert here.library_files["felt/__init__.py"] == hashlib.sha256(b"green = 1").hexdigest()
    assert {"PAIGOW_RATES", "DATABASE_URL", "PAIGOW_SEALING_KEY"} <= set(here.settings)


def test_the_program_that_runs_here() -> None:
    """Every file of it and of its libraries; where they are is Python's to say."""
    import django

    here = Program.installed()
    names, libraries = dict(here.files()), dict(here.library_files())
    assert {"paigow/cli.py", "paigow/rules/data/clauses.csv"} <= set(names)
    assert libraries["django/__init__.py"] == Path(django.__file__).resolve()
    assert "django" in here.libraries()
    assert not [name for name in (*names, *libraries) if "__pycache__" in name]
    assert not set(names) & set(libraries), "each is looked at once"


def test_a_changed_file_is_named(program: Program) -> None:
    first = look(here=at(program))
    assert (first.accepted, first.before) == (True, "")
    again = look(here=at(program))
    assert (again.accepted, again.before, again.differences) == (True, first.manifest.digest, ())
    (program.root / "rules" / "a.toml").write_text("a = 2")
    (program.root / "b.py").write_text("")
    for _ in range(2):
        found = look(here=at(program))
        assert (found.accepted, found.upgraded) == (False, False)
        assert found.differences == ("paigow/b.py: added", "paigow/rules/a.toml: changed")
    assert SignificantEvent.objects.filter(kind="mismatch").count() == 2
    assert look(accept=True, here=at(program)).accepted
    assert look(here=at(program)).differences == ()


def test_a_changed_library_file_is_named(program: Program) -> None:
    """Also one that no installer wrote down: Python carries out what lies in a `.pth` file."""
    look(here=at(program))
    site = program.sites[0]
    (site / "felt" / "__init__.py").write_text("green = 2")
    (site / "felt" / "cloth.so").unlink()
    (site / "late.pth").write_text("import evil")
    found = look(here=at(program))
    assert not found.accepted
    assert found.differences == ("felt/__init__.py: changed", "felt/cloth.so: gone", "late.pth: added")


def test_what_python_and_installers_leave_behind_changes_nothing(program: Program) -> None:
    look(here=at(program))
    site = program.sites[0]
    (site / "felt" / "__pycache__" / "__init__.pyc").write_text("y")
    (site / "felt-1.0.dist-info" / "RECORD").write_text("")
    (site / "felt-1.0.dist-info" / "REQUESTED").write_text("")
    assert look(here=at(program)).differences == ()


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("PAIGOW_RATES", "sign-in=20", "sign-in=2000"),
        ("PAIGOW_STAFF_SECOND_FACTOR", "required", None),
        ("PAIGOW_DEBUG", None, "1"),
        ("PAIGOW_SEALING_KEY", "aa" * 32, "bb" * 32),
        ("DATABASE_URL", "postgres://p:secret@localhost/a", "postgres://p:secret@localhost/b"),
        ("DATABASE_URL", "postgres://p@localhost/a?sslmode=verify-full", "postgres://p@localhost/a?sslmode=disable"),
    ],
)
def test_a_changed_setting_is_told_by_name(program: Program, name: str, before: str | None, after: str | None) -> None:
    first, then = ({name: value} if value else {} for value in (before, after))
    accepted = look(here=at(program, **first))
    found = look(here=at(program, **then))
    assert not found.accepted
    assert found.differences == (f"{name}: changed",)
    digests = (accepted.manifest.digest, found.manifest.digest)
    kept = "".join((data_directory() / "software" / f"{digest}.json").read_text() for digest in digests)
    assert not [value for value in (before, after) if value and len(value) > 8 and value in kept]
    assert "secret" not in kept


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"PAIGOW_DEALER": "0"}, {}),
        ({"PAIGOW_DATA": "/a", "PAIGOW_DRAIN": "60"}, {"PAIGOW_DATA": "/b", "PAIGOW_DRAIN": "120"}),
        ({"PAIGOW_LOG_LEVEL": "DEBUG"}, {"PAIGOW_LOG_LEVEL": "INFO"}),
        ({"DATABASE_URL": "postgres://p:old@h:5432/a"}, {"DATABASE_URL": "postgres://p:new@h:5432/a"}),
        ({"DATABASE_URL": "postgres:///a?user=p&password=old"}, {"DATABASE_URL": "postgres:///a?user=p&password=new"}),
        ({"DATABASE_URL": ""}, {}),
    ],
)
def test_what_processes_of_one_house_may_differ_in(before: dict[str, str], after: dict[str, str]) -> None:
    """And a password: it says neither which database it is nor how it is reached."""
    assert settings_in_force(before) == settings_in_force(after)


def test_a_setting_is_kept_by_its_sha256_and_can_be_checked_by_hand() -> None:
    said = settings_in_force({"PAIGOW_HOSTS": "paigow.example"})
    by_hand = subprocess.run(["sha256sum"], input=b"paigow.example", capture_output=True, check=True).stdout
    assert said["PAIGOW_HOSTS"] == by_hand.decode().split()[0]
    assert said["PAIGOW_RATES"] == NOT_SET


def test_a_key_is_the_same_from_the_environment_and_from_the_data_directory() -> None:
    kept = settings_in_force({})
    given = (data_directory() / "sealing-key.secret").read_text().strip()
    assert settings_in_force({"PAIGOW_SEALING_KEY": given}) == kept


def test_who_looks_from_another_shell_can_leave_the_settings_out(program: Program) -> None:
    look(here=at(program, PAIGOW_HOSTS="paigow.example"))
    assert look(here=with_accepted_settings(at(program))).accepted
    (program.root / "b.py").write_text("")
    assert look(here=with_accepted_settings(at(program))).differences == ("paigow/b.py: added",)


def test_a_look_from_before_settings_were_in_it_is_an_upgrade(program: Program) -> None:
    """As the version before noted it: no form, and another message under the signature."""
    here = at(program)
    old = {"software": "accepted", "version": here.version, "digest": "ab" * 32, "before": ""}
    signature = sign(f"paigow/v1/software accepted {here.version} {'ab' * 32} ")
    note(Kind.CONFIG, "", {**old, "signature": signature})
    found = look(here=here)
    assert (found.accepted, found.upgraded, found.before) == (True, True, "ab" * 32)
    assert len(found.differences) == 1
    assert "of form 2 and covers more than the last one, of form 1" in found.differences[0]
    assert not SignificantEvent.objects.filter(kind="mismatch").exists()
    (program.root / "b.py").write_text("")
    assert not look(here=at(program)).accepted, "from now on it is compared"


def test_a_list_is_named_by_its_own_sha256(program: Program) -> None:
    """So that anybody can see that it is the one that was noted."""
    here = look(here=at(program)).manifest
    path = data_directory() / "software" / f"{here.digest}.json"
    told = subprocess.run(["sha256sum", path], capture_output=True, text=True, check=True).stdout
    assert told.startswith(here.digest)
    (program.root / "b.py").write_text("")
    path.write_text(path.read_text().replace("a.toml", "c.toml"))
    assert look(here=at(program)).differences == ("the list of files of the last one was altered",)
    path.unlink()
    assert look(here=at(program)).differences == ("the list of files of the last one is not there any more",)


def test_a_note_that_the_house_did_not_sign_does_not_count(program: Program) -> None:
    first = look(here=at(program))
    (program.root / "b.py").write_text("")
    forged = dict(SignificantEvent.objects.get().detail)
    forged["digest"] = at(program).digest
    SignificantEvent.objects.create(kind="config", detail=forged, number=99)
    found = look(here=at(program))
    assert (found.accepted, found.before) == (False, first.manifest.digest)


def test_looks_that_this_house_signed_none_of_are_no_first_look(program: Program) -> None:
    """With another key, everything before is somebody else's word."""
    look(here=at(program))
    detail = {**SignificantEvent.objects.get().detail, "signature": "00" * 64}
    SignificantEvent._base_manager.update(detail=detail)
    found = look(here=at(program))
    assert not found.accepted
    assert found.differences == ("none of the looks before was signed with this house's key",)


def check(tree: Path, listed: Path) -> subprocess.CompletedProcess[str]:
    """By coreutils; there is no code of ours in it."""
    command = ["sha256sum", "--check", "--strict", "--quiet", str(listed)]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False, env={"LC_ALL": "C"})


def test_sha256sum_verifies_package_and_libraries(program: Program, tmp_path: Path) -> None:
    (program.root / "odd\\name\n.txt").write_text("such a name needs escapes")
    listed = tmp_path / "sums"
    listed.write_text("".join(f"{line}\n" for line in sums(program)))
    assert len(listed.read_text().splitlines()) == 6
    assert check(program.root.parent, listed).returncode == 0
    copy = tmp_path / "copy"
    for name in ("src", "site"):
        shutil.copytree(tmp_path / name, copy / name)
    assert check(copy / "src", listed).returncode == 0
    (copy / "site" / "felt" / "__init__.py").write_text("green = 2")
    (copy / "src" / "paigow" / "rules" / "a.toml").write_text("a = 2")
    found = check(copy / "src", listed)
    assert found.returncode == 1
    assert found.stdout.splitlines() == ["paigow/rules/a.toml: FAILED", "../site/felt/__init__.py: FAILED"]


def test_sha256sum_verifies_this_very_package(tmp_path: Path) -> None:
    """A copy of it, in which one file is changed."""
    here = Program.installed()
    copy = Program(tmp_path / "paigow")
    shutil.copytree(here.root, copy.root, ignore=shutil.ignore_patterns("__pycache__"))
    listed = tmp_path / "sums"
    listed.write_text("".join(f"{line}\n" for line in sums(Program(here.root))))
    assert check(tmp_path, listed).returncode == 0
    with (copy.root / "cli.py").open("a") as file:
        file.write("# a change\n")
    found = check(tmp_path, listed)
    assert (found.returncode, found.stdout) == (1, "paigow/cli.py: FAILED\n")
