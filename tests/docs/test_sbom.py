"""The bill of materials names what runs, in the versions that are locked, and nothing that only tests need."""

import re
from pathlib import Path

from packaging.utils import canonicalize_name

from tools.sbom import bill


def test_the_bill_is_what_is_locked() -> None:
    lock = {
        canonicalize_name(name): version
        for name, version in re.findall(
            r"^([\w.-]+)(?:\[[\w,-]+\])?==(\S+)", Path("requirements.lock").read_text(), re.MULTILINE
        )
    }
    told = bill()
    listed = {each["name"]: each["version"] for each in told["components"]}
    assert listed == {name: lock[name] for name in listed}
    assert {"django", "django-ninja", "cryptography", "argon2-cffi", "uvicorn", "psycopg", "asgiref"} <= set(listed)
    assert not {"pytest", "mypy", "playwright", "mkdocs"} & set(listed)
    references = {each["bom-ref"] for each in (*told["components"], told["metadata"]["component"])}
    assert {each["ref"] for each in told["dependencies"]} == references
    assert {wanted for each in told["dependencies"] for wanted in each["dependsOn"]} <= references
