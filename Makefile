# Everything a newcomer needs: `make play` and `make test` do all their own set-up.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
# Two workers more than processors, since some tests wait for servers; idle workers take tests from busy ones.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2)
# Tests start hundreds of processes: none of them should compile the sources again.
unexport PYTHONDONTWRITEBYTECODE
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
# Where locks, transactions, SQL and what is read back matter; pages and the API ask the database through these.
ON_BOTH_DATABASES := $(addprefix tests/web/,service test_database.py test_rows.py \
	$(addprefix house/test_,audit.py export.py heads.py house.py live.py noticed.py older_states.py rekey.py sealed.py standing.py) \
	$(addprefix people/test_,limits.py sessions.py signing_in.py wallet.py))

TEMPLATES := src/paigow/web/templates src/paigow/house/templates tools/static
SCRIPTS := src/paigow/web/static src/paigow/fairness/browser tools/static tests/fairness "!**/*.html" "!**/*.json"

.PHONY: install prepare play check test exhaustive mutants lint format quick unit postgresql sqlite browser cover bench bench-web soak messages docs static screenshots lock sbom clean

install: $(INSTALLED)
	@$(BIN)/python -m tools.messages compile

$(INSTALLED): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	$(BIN)/paigow compile
	touch $@

# A browser and PostgreSQL for the tests: found, or installed where that is allowed.
prepare: install
	@$(BIN)/python -m tools.prepare

play: install
	$(BIN)/paigow serve

# Before a commit: minutes. Before a hand-over: all that protects money, secrecy and clauses. Before a release: the rest.
check: lint quick
test: lint unit docs

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djangofmt --quiet --check $(TEMPLATES)
	$(BIN)/oxfmt --check $(SCRIPTS)
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.prose

# Write all code, templates, style sheets and scripts as `make lint` wants them.
format: install
	$(BIN)/ruff format .
	$(BIN)/djangofmt --quiet $(TEMPLATES)
	$(BIN)/oxfmt $(SCRIPTS)

# All but the site: no server, database or browser.
quick: install
	$(PYTEST) -m "not exhaustive" --ignore=tests/web --ignore=tests/browser

# Some run on PostgreSQL, and then all on SQLite. The last run is the one that counts clauses.
unit: postgresql
	$(PYTEST) -m "not exhaustive"
	$(BIN)/paigow rules coverage

# Parts of it, for a host that runs them side by side.
postgresql: prepare
	$(BIN)/python -m tools.with_postgres --no-sync $(PYTEST) $(ON_BOTH_DATABASES) -m "not own_database and not exhaustive"
sqlite: prepare
	$(PYTEST) tests/web -m "not exhaustive"
browser: prepare
	$(PYTEST) tests/browser -m "not exhaustive"

# Every hand and deal, many more random rounds, examples nobody has seen before, and all of the site on PostgreSQL too.
# `make exhaustive SEED=...` replays a run.
SEED ?= $(shell $(PYTHON) -c 'import random; print(random.SystemRandom().getrandbits(32))')
exhaustive: export PAIGOW_TIER := exhaustive
exhaustive: seed := $(SEED)
exhaustive: prepare
	$(BIN)/python -m tools.with_postgres --no-sync $(PYTEST) tests/web -m "not own_database" --randomly-seed=$(seed)
	$(PYTEST) --randomly-seed=$(seed) --hypothesis-seed=$(seed) --hypothesis-profile=hunt
	$(BIN)/paigow rules coverage

# Break every line that implements a clause and see whether its tests notice. Run it again to go on where it
# stopped; `make mutants CLAUSES="MDP-13 NZ-6"` tries some of them.
CLAUSES ?=
mutants: install
	$(BIN)/python -m tools.mutants $(addprefix --clause ,$(CLAUSES))

# The lines that the tests do not reach, the exhaustive ones apart.
cover: prepare
	$(PYTEST) -m "not exhaustive" --cov --cov-report=term-missing:skip-covered

bench: install
	$(BIN)/python -m benchmarks

# Real servers on a real PostgreSQL, with hundreds of tables and thousands of clients.
bench-web: prepare
	$(BIN)/python -m benchmarks.web

# A million random rounds of every standard and a thousand million deals take hours; rounds go on where they stopped.
ROUNDS ?= 1000000
soak: install
	$(BIN)/python -m benchmarks.soak_rounds --rounds $(ROUNDS)
	PAIGOW_EXAMPLES=2500 $(BIN)/python -m pytest -n $(WORKERS) tests/table/test_state_machine.py --hypothesis-profile=hunt
	$(BIN)/python -m benchmarks.soak_odds
	$(BIN)/python -m benchmarks.soak_crashes
	$(BIN)/python -m benchmarks.two_hosts

# The catalogues of the site's texts: what the sources say, and what the site reads.
messages: install
	$(BIN)/python -m tools.messages extract
	$(BIN)/python -m tools.messages compile

# Pictures for the docs, played for in a browser.
screenshots: prepare
	$(BIN)/python -m tools.screenshots

docs: install
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet --site-dir build/site

# Pages that need no server, in build/static: the package itself in WebAssembly.
static: prepare
	$(BIN)/python -m tools.static build/static

# Versions and hashes of all that developers use, and of what runs on a server; no addresses in either.
lock: install
	$(BIN)/python -m tools.lock

# What runs on a server, as CycloneDX.
sbom: install
	@mkdir -p build
	$(BIN)/python -m tools.sbom > build/sbom.json

clean:
	rm -rf $(VENV) build dist site .coverage* .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
