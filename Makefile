# Every command of the project. All of them work on a fresh clone: they make .venv first where it is missing.
# PYTHON picks the interpreter, PIP_ARGS is handed to pip (an index with a smaller build of torch, say).
PYTHON ?= $(shell for python in python3.11 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$python; break; }; done)
PIP_ARGS ?=
WORKERS ?= 2

BIN := .venv/bin
STAMP := .venv/.setup-done
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet $(PIP_ARGS) --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-all lint format soak bench study docs build play pictures clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMP) ## make .venv with every extra but bench, all versions pinned

$(STAMP): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer found; name one with: make setup PYTHON=path" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing the pinned packages into .venv; the first time takes some minutes."
	@$(PIP) setuptools
	@$(PIP) --no-build-isolation --editable '.[arena,dev,docs,ray,render,train,web]'
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || { \
	  test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing chromium for the tests in a browser." && \
	  apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null; } || \
	  echo "There is no chromium here and none could be installed: tests in a browser will say so."
	@echo "Compiling the game once."
	-@$(BIN)/hadara demo --sets 1 >/dev/null
	@touch $@

demo: setup ## a short tournament of the shipped agents, with a ladder and a page
	@$(BIN)/hadara demo

play: setup ## the table in the browser, against the agents
	@$(BIN)/hadara play $(ARGS)

pictures: setup ## the pictures of the page for the README
	PYTHONPATH=. $(BIN)/python -m experiments.screenshots $(ARGS)

test: lint ## style, types, then the tests (the slow ones left out)
	$(BIN)/python -m pytest -n $(WORKERS) -m "not slow"

test-all: lint ## the same with the slow tests
	$(BIN)/python -m pytest -n $(WORKERS)

lint: setup ## style and types only
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/basedpyright

format: setup ## let ruff put style right where it can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

soak: setup ## engine against reference over 100,000 games (can be taken up again), then odd play and damaged files
	PYTHONPATH=. $(BIN)/python experiments/soak.py $(ARGS)
	PYTHONPATH=. $(BIN)/python -m experiments.soak_fuzz $(FUZZ_ARGS)

bench: setup ## measure speed and write experiments/results
	PYTHONPATH=. $(BIN)/python experiments/bench.py $(ARGS)

study: setup ## what wins: many games of the strongest agents taken apart, docs/strategy.md
	PYTHONPATH=. $(BIN)/python -m experiments.study $(ARGS)

docs: setup ## the pages of docs/ as a site, in build/site
	PYTHONPATH=. $(BIN)/python -m experiments.docs_pages
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "Open build/site/index.html."

build: setup ## sdist and wheel, in dist/
	$(BIN)/python -m build --no-isolation

clean: ## remove the environment and all caches
	rm -rf .venv build dist *.egg-info .pytest_cache .ruff_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
