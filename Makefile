# studio: the workbench in your browser.  demo: try it.  test: the whole suite.  test-all: with the long proofs.  bench: the speed.  lint: style and types.
# golden: record the games of tests/golden anew.
# Every target sets itself up in .venv; all that is needed is Python 3.11 or newer, and make.

PYTHON ?= python3
BIN := .venv/bin
CORES ?= 2
# What is compiled once is kept, also where the environment says otherwise: the suite starts hundreds of processes.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: studio demo test test-all bench browser golden lint clean

studio: .venv/.ready
	@mkdir -p my-games
	@$(BIN)/ludwright studio my-games

demo: .venv/.ready
	@$(BIN)/ludwright report colors --players 3 --seed 1 --html demo-report.html
	@echo
	@echo "The report is $(CURDIR)/demo-report.html: open it in a browser."
	@echo
	@echo "To have the command as plain 'ludwright', as the report writes it: . .venv/bin/activate"
	@echo "To go on, paste one of these:"
	@echo "  $(BIN)/ludwright games                                   # what is bundled"
	@echo "  $(BIN)/ludwright play othello --seats human,mcts:200     # sit down yourself"
	@echo "  $(BIN)/ludwright report pig --quick                      # a first look at a dice game"

test: .venv/.ready-dev browser
	@$(BIN)/python -m tests.build_kernels
	$(BIN)/python -m pytest -q -n $(CORES) --dist worksteal

test-all: .venv/.ready-dev browser
	@$(BIN)/python -m tests.build_kernels
	$(BIN)/python -m pytest -q -n $(CORES) --dist worksteal -m "slow or not slow"

bench: .venv/.ready-dev
	$(BIN)/python -m bench

golden: .venv/.ready-dev
	$(BIN)/python -m tests.golden.renew

lint: .venv/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Pages are tested in a real browser. Where there is none it is installed, if that can be done without asking.
browser:
	@for name in chromium chromium-browser google-chrome google-chrome-stable; do \
		command -v $$name >/dev/null 2>&1 && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
		echo "Installing a browser for the tests ..."; \
		{ apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } >/dev/null 2>&1 && exit 0; fi; \
	echo "There is no browser: the tests of pages in a browser are skipped. Chromium would do."

clean:
	rm -rf .venv build dist demo-report.html bench/results .mypy_cache .pytest_cache .ruff_cache .hypothesis

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Ludwright needs Python 3.11 or newer; $(PYTHON) is older or missing. Try: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
		{ echo "This Python has no venv module. On Debian and Ubuntu it comes with the package python3-venv."; exit 1; }
	@echo "Setting up .venv ..."
	@$(PYTHON) -m venv .venv

.venv/.ready: .venv/bin/python requirements.lock pyproject.toml
	@echo "Installing Ludwright and what it needs ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.ready-dev: .venv/.ready requirements-dev.lock
	@echo "Installing the tools for testing ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.lock
	@touch $@
