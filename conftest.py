"""Record which clauses the tests assert; see `paigow rules coverage`."""

pytest_plugins = ("paigow.rules.pytest_plugin",)
