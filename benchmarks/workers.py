"""How speed grows with workers: the same question with one, two and four threads."""

from concurrent.futures import ThreadPoolExecutor

from benchmarks.timing import line, shortest
from paigow.analysis.execution import default_workers
from paigow.analysis.poker import main_wager
from paigow.analysis.simulate import CHUNK, SimulationQuestion, simulate


def main() -> None:
    line("processors here", str(default_workers()))
    question = SimulationQuestion("poker", 32 * CHUNK, 6)
    simulate(question, chunks=1)
    main_wager()
    alone: dict[str, float] = {}
    for workers in (1, 2, 4):
        with ThreadPoolExecutor(workers) as threads:
            for name, seconds in (
                ("exact main wager", shortest(lambda threads=threads: main_wager(executor=threads), 2)),  # type: ignore[misc]
                ("simulation", shortest(lambda threads=threads: simulate(question, executor=threads), 2)),  # type: ignore[misc]
            ):
                alone.setdefault(name, seconds)
                line(f"{name}, {workers} threads", f"{seconds:,.2f} s", f"{alone[name] / seconds:.2f} times one thread")


if __name__ == "__main__":
    main()
