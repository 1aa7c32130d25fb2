"""`python -m paigow` is the command `paigow`."""

from paigow.cli import main

if __name__ == "__main__":  # a process of `paigow serve` imports it too
    main()
