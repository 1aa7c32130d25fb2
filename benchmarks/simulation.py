"""Simulated rounds per second per core."""

from concurrent.futures import ThreadPoolExecutor

from benchmarks.timing import line, shortest_on_a_core
from paigow.analysis.simulate import CHUNK, SimulationQuestion, simulate


def main() -> None:
    with ThreadPoolExecutor(1) as one:
        for game, positions, name, note in (
            ("poker", 6, "poker, seven hands a round", "goal: 3 M/s"),
            ("dealer-open", 6, "Dealer Open, seven hands a round, best play", ""),
            ("tiles", 7, "tiles, eight hands a round", ""),
        ):
            question = SimulationQuestion(game, 16 * CHUNK, positions)
            simulate(question, chunks=1, executor=one)
            taken = shortest_on_a_core(lambda question=question: simulate(question, executor=one))  # type: ignore[misc]
            line(name, f"{question.rounds / taken / 1e6:,.2f} M/s", note)


if __name__ == "__main__":
    main()
