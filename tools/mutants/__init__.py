"""Mutation testing by clause: break each line that implements a clause, and see whether a test of that clause notices.

    python -m tools.mutants --clause MDP-13 --clause NZ-6    clauses whose ids begin with these; by default, all
    python -m tools.mutants --workers 4 --minutes 30         run again to continue
    python -m tools.mutants --report                         what is known so far, without running anything

A run writes each result to `build/mutants.jsonl` as soon as it is known, and does not try a mutant again whose function
and tests are the same as before. `tests/mutants.toml` records why a survivor is equivalent to the original.
"""
