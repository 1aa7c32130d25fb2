# Everything a newcomer needs: `make play` and `make test` do all their own set-up.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

.PHONY: install play test lint unit cover bench soak docs lock clean

install: $(INSTALLED)

$(INSTALLED): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	touch $@

play: install
	$(BIN)/paigow play

test: lint unit docs

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: install
	$(BIN)/python -m pytest -n auto
	$(BIN)/paigow rules coverage

# The lines that the tests do not reach, the exhaustive ones apart.
cover: install
	$(BIN)/python -m pytest -n auto -m "not slow" --cov --cov-report=term-missing:skip-covered

bench: install
	$(BIN)/python -m benchmarks

# A million random rounds of every standard and a thousand million deals take hours; rounds go on where they stopped.
ROUNDS ?= 1000000
soak: install
	$(BIN)/python -m benchmarks.soak_rounds --rounds $(ROUNDS)
	$(BIN)/python -m benchmarks.soak_odds

docs: install
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet --site-dir build/site

# The lock has names and versions only: no addresses.
lock: install
	$(BIN)/python -m pip freeze --exclude-editable | LC_ALL=C sort -f > requirements.lock

clean:
	rm -rf $(VENV) build dist site .coverage* .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
