"""`python -m tools.sizes`: megabytes that each extra adds, as installed here, for the installation page."""

import tomllib
from importlib.metadata import distribution

from tools.sbom import PROJECT, ROOT, closure

MEGABYTE = 1_000_000


def size(name: str) -> int:
    """Return the size of a distribution's files in bytes, without compiled caches."""
    files = distribution(name).files or ()
    return sum(each.size or 0 for each in files if each.suffix != ".pyc")


def sizes() -> dict[str, tuple[int, int]]:
    """Return, for each extra and for none, the number of distributions it installs and their size."""
    extras = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    found = {}
    for extra in ("", *extras):
        names = set(closure((extra,) if extra else ())) - {ROOT}
        found[extra] = len(names), sum(map(size, names))
    return found


def main() -> None:
    for extra, (count, total) in sizes().items():
        print(f"| `paigow{f'[{extra}]' if extra else ''}` | {count} | {total / MEGABYTE:.0f} |")


if __name__ == "__main__":
    main()
