"""`python -m paigow` is the command `paigow`."""

from paigow.cli import main

main()
