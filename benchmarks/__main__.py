"""Run all benchmarks, or those named."""

import sys
from importlib import import_module

BENCHMARKS = (
    "evaluators", "rounds", "exact", "tile_solver", "poker_solver", "advice", "simulation", "workers", "envs", "screen",
    "site_speed",
)  # fmt: skip


def main(names: list[str]) -> None:
    unknown = sorted(set(names) - set(BENCHMARKS))
    if unknown:
        sys.exit(f"no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    sys.argv[1:] = []  # a benchmark's own options apply only when it runs alone
    for name in names or BENCHMARKS:
        module = import_module(f"benchmarks.{name}")
        print(f"\n{name}: {(module.__doc__ or name).splitlines()[0]}")
        module.main()


if __name__ == "__main__":
    main(sys.argv[1:])
