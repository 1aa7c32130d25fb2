"""`paigow play`."""


def play() -> None:
    """x"""
