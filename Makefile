# Needs Python 3.11 or newer and make; everything else is set up in .venv on first use.
PYTHON ?= python3
BIN := .venv/bin
PY := $(BIN)/python
GAMES ?= 1000
SEED ?= 1
CASES ?= 1000
SECONDS ?= 86400
ANSWERS ?= 1000000
WHAT ?= all

.PHONY: play install test check long docs browser fuzz torture referee bench golden clean help

play: install            ## open the table
	$(BIN)/wargame

install: .venv/.installed  ## set up .venv with the `wargame` command

test: .venv/.dev         ## the whole suite, then the kernel and the golden games under another hash seed
	PYTHONHASHSEED=0 $(PY) -m pytest -n 2 --dist worksteal
	PYTHONHASHSEED=4242 $(PY) -m pytest -n 2 --dist worksteal -m "(kernel or golden) and not long"

check: .venv/.dev        ## what CI runs: lint, format, types, then the tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(MAKE) test

long: .venv/.dev         ## what takes too long for every day: whole campaigns of years
	$(PY) -m pytest -n 2 --dist worksteal -m long

fuzz: .venv/.installed   ## guided random play of every game, all checks on; goes on where it stopped: ANSWERS, WHAT
	$(BIN)/wargame fuzz $(WHAT) --guided --answers $(ANSWERS) --state build/guided.json

torture: .venv/.dev      ## hostile files, faults, power cuts, kills; goes on where it stopped: CASES, SECONDS
	$(PY) -m tests.torture --cases $(CASES) --seconds $(SECONDS)

referee: .venv/.dev      ## Ardennes and East Front held against their referees: GAMES, SEED
	$(PY) -m tests.games.ardennes.watched impulses $(SEED) $(GAMES)
	$(PY) -m tests.games.ardennes.watched attacks $(SEED) $(GAMES)
	$(PY) -m tests.games.eastfront.watched crowds $(SEED) $(GAMES)
	$(PY) -m tests.games.eastfront.watched minsk $(SEED) $(GAMES)
	$(PY) -m tests.games.eastfront.watched games $(SEED) $(GAMES)

docs: .venv/.installed    ## the atlas: pictures and pages of every game in build/site, to be read without a network
	$(PY) -m pip install --quiet --group docs
	$(PY) docs/site/pages.py build/atlas
	NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --quiet --config-file docs/site/mkdocs.yml

browser: .venv/.dev      ## the table in a real browser, CHROMIUM or the one on the path; screenshots in tests/browser
	$(PY) -m pip install --quiet --group browser
	$(PY) -m pytest -m browser tests/browser

bench: .venv/.bench      ## ratios against reference programs
	$(PY) -m benchmarks

golden: .venv/.dev       ## write the golden files anew; read the difference before committing it
	$(PY) -m pytest -m golden --golden
	git --no-pager diff --stat -- tests || true

clean:                   ## remove everything that was made here, but no save
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help:                    ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1: /p' Makefile

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; }
	$(PYTHON) -m venv .venv

.venv/.installed: pyproject.toml | .venv/bin/python
	$(PY) -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/.dev: pyproject.toml .venv/.installed
	$(PY) -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(PY) -m pip install --quiet --group dev
	@touch $@

.venv/.bench: pyproject.toml .venv/.dev
	$(PY) -m pip install --quiet --group bench
	@touch $@
