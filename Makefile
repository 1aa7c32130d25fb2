# Everything a newcomer needs: `make play` and `make test` set up everything they need.
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
define EVERY_TEST
$(PYTEST) -m "not exhaustive"
$(BIN)/paigow rules coverage
endef
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync)
# Tests of locks, transactions, SQL and stored data; pages and the API use the database through this code.
ON_BOTH_DATABASES := $(addprefix tests/web/,service test_database.py test_rows.py \
	$(addprefix house/test_,audit.py export.py heads.py house.py live.py noticed.py older_states.py rekey.py sealed.py standing.py) \
	$(addprefix people/test_,limits.py sessions.py signing_in.py wallet.py))

TEMPLATES := src/paigow/web/templates src/paigow/house/templates tools/static
SCRIPTS := src/paigow/web/static src/paigow/fairness/browser tools/static tests/fairness "!**/*.html" "!**/*.json"

.PHONY: install prepare play check test exhaustive mutants lint format quick core unit collect postgresql sqlite browser cover bench bench-web soak messages docs static screenshots lock sbom clean

install: $(INSTALLED)
	@$(BIN)/python -m tools.messages compile

$(INSTALLED): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	$(BIN)/paigow compile
	touch $@

# Find a browser and PostgreSQL for the tests, or install them if allowed.
prepare: install
	@$(BIN)/python -m tools.prepare

play: install
	$(BIN)/paigow serve

# Before a commit: minutes. Before a hand-over: every test that protects money, a secret or a clause. Before a release: the rest.
check: install
	@$(MAKE) --no-print-directory --jobs=2 $(SYNC) lint quick
# What needs one processor goes beside the tests on PostgreSQL; each part's output comes when it is done.
test: prepare
	@$(MAKE) --no-print-directory --jobs=2 $(SYNC) lint docs postgresql
	$(EVERY_TEST)

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djangofmt --quiet --check $(TEMPLATES)
	$(BIN)/oxfmt --check $(SCRIPTS)
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.prose

# Format all code, templates, style sheets and scripts the way `make lint` checks them.
format: install
	$(BIN)/ruff format .
	$(BIN)/djangofmt --quiet $(TEMPLATES)
	$(BIN)/oxfmt $(SCRIPTS)

# Everything except the site: no server, database or browser. `quick` leaves out the tests that take many seconds.
NO_SITE := --ignore=tests/web --ignore=tests/browser
quick: install
	$(PYTEST) -m "not exhaustive and not long" $(NO_SITE)
core: install
	$(PYTEST) -m "not exhaustive" $(NO_SITE)

# First some tests on PostgreSQL, then all on SQLite. The last run counts the clauses.
unit: postgresql
	$(EVERY_TEST)

# Compile all tests once: in a new clone every worker would do it for itself, at the same time.
collect: install
	@$(BIN)/python -m pytest --collect-only --quiet -p no:randomly > $(VENV)/collected.txt || { cat $(VENV)/collected.txt; exit 1; }

# Parts of it, for a CI host that runs them in parallel.
postgresql: prepare collect
	$(BIN)/python -m tools.with_postgres --no-sync $(PYTEST) $(ON_BOTH_DATABASES) -m "not own_database and not exhaustive"
sqlite: prepare
	$(PYTEST) tests/web -m "not exhaustive"
browser: prepare
	$(PYTEST) tests/browser -m "not exhaustive"

# Every hand and deal, many more random rounds, new examples, and the whole site on PostgreSQL too.
# `make exhaustive SEED=...` replays a run.
SEED ?= $(shell $(PYTHON) -c 'import random; print(random.SystemRandom().getrandbits(32))')
exhaustive: export PAIGOW_TIER := exhaustive
exhaustive: seed := $(SEED)
exhaustive: prepare
	$(BIN)/python -m tools.with_postgres --no-sync $(PYTEST) tests/web -m "not own_database" --randomly-seed=$(seed)
	$(PYTEST) --randomly-seed=$(seed) --hypothesis-seed=$(seed) --hypothesis-profile=hunt
	$(BIN)/paigow rules coverage

# Break every line that implements a clause and see whether its tests notice. Run it again to resume where it
# stopped; `make mutants CLAUSES="MDP-13 NZ-6"` tries some of them.
CLAUSES ?=
mutants: install
	$(BIN)/python -m tools.mutants $(addprefix --clause ,$(CLAUSES))

# Report the lines that no test reaches, not counting the exhaustive tests.
cover: prepare
	$(PYTEST) -m "not exhaustive" --cov --cov-report=term-missing:skip-covered

bench: install
	$(BIN)/python -m benchmarks

# What a round, a command, a watcher and a page cost, on both databases; then real servers on a real PostgreSQL, with
# hundreds of tables and thousands of clients.
bench-web: prepare
	$(BIN)/python -m benchmarks.unit_costs
	$(BIN)/python -m tools.with_postgres $(BIN)/python -m benchmarks.unit_costs
	$(BIN)/python -m benchmarks.web

# A million random rounds of every standard and a billion deals take hours; an interrupted run of rounds resumes.
ROUNDS ?= 1000000
soak: install
	$(BIN)/python -m benchmarks.soak_rounds --rounds $(ROUNDS)
	PAIGOW_EXAMPLES=2500 $(BIN)/python -m pytest -n $(WORKERS) tests/table/test_state_machine.py --hypothesis-profile=hunt
	$(BIN)/python -m benchmarks.soak_odds
	$(BIN)/python -m benchmarks.soak_crashes
	$(BIN)/python -m benchmarks.two_hosts
	$(BIN)/python -m benchmarks.soak_hours

# Update the translation catalogues from the sources and compile them.
messages: install
	$(BIN)/python -m tools.messages extract
	$(BIN)/python -m tools.messages compile

# Screenshots for the docs, taken while playing in a browser.
screenshots: prepare
	$(BIN)/python -m tools.screenshots

docs: install
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet --site-dir build/site

# Pages that need no server, in build/static: the package itself in WebAssembly.
static: prepare
	$(BIN)/python -m tools.static build/static

# Versions and hashes of everything developers use, and of what runs on a server; no URLs in either.
lock: install
	$(BIN)/python -m tools.lock

# The software bill of materials of a server, as CycloneDX.
sbom: install
	@mkdir -p build
	$(BIN)/python -m tools.sbom > build/sbom.json

clean:
	rm -rf $(VENV) build dist site .coverage* .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
