"""`python -m tools.sizes`: megabytes that each extra brings, as installed here, for the page about installing."""

import tomllib
from importlib.metadata import distribution

from tools.sbom import PROJECT, ROOT, closure

MEGABYTE = 1_000_000


def size(name: str) -> int:
    """Bytes of a distribution's files, without what Python compiles of them."""
    files = distribution(name).files or ()
    return sum(each.size or 0 for each in files if each.suffix != ".pyc")


def sizes() -> dict[str, tuple[int, int]]:
    """For each extra, and for none: how many distributions come with it, and their bytes."""
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
