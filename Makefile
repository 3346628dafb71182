# Everything to do with a clone, from nothing but Python 3.11 and make.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# All targets fill one environment.
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory
SHELL := /bin/sh

VENV := .venv
RUN := $(VENV)/bin/python
# A virtual environment is whole when its stamp is newer than its requirements.
BASE := $(VENV)/base.stamp
DEV := $(VENV)/dev.stamp
BENCH := $(VENV)/bench.stamp
RELEASE := $(VENV)/release.stamp
# This clone, installed into the environment so that it runs from any folder.
CLONE := $(VENV)/clone.stamp

.PHONY: help setup up down demo test test-more test-long test-fast lint check bench chaos drill-failover drill-restart drill-disk-full pictures docs release requirements clean

help:  ## Show this list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' Makefile

setup: $(DEV) $(CLONE)  ## Make the virtual environment .venv for development.

up: $(CLONE)  ## Run Cutpurse with demo data on this machine until Ctrl-C (PORT=8000).
	@$(RUN) manage.py up

down: $(CLONE)  ## Stop what "make up" runs.
	@$(RUN) manage.py down

demo: $(CLONE)  ## Play matches over real HTTP with real workers, and verify them.
	@$(RUN) manage.py demo

test: setup  ## Run the test suite: what everything does, and what it refuses.
	@CHROMIUM="$(CHROMIUM)" requirements/chromium.sh
	@$(PYTEST) $(SIDE_BY_SIDE) -m "not alone and not more and not long" $(UNCOLLECTED)
	@$(PYTEST) -m "alone and not more and not long" $(ALONE)

test-more: setup  ## Run one more of each kind: other games and sizes, finer points of pages, processes that end.
	@CHROMIUM="$(CHROMIUM)" requirements/chromium.sh
	@$(PYTEST) $(SIDE_BY_SIDE) -m "more and not alone and not long" $(MORE)
	@$(PYTEST) -m "more and alone and not long" $(ALONE)

test-long: setup  ## Run what is left: every size and number of seats, whole matches, random requests, sites that are killed.
	@CHROMIUM="$(CHROMIUM)" requirements/chromium.sh
	@requirements/generators.sh $(VENV) || \
		echo "Without them the tests of generated clients and of the examples will fail." >&2
	@$(PYTEST) $(SIDE_BY_SIDE) -m "long and not alone" $(LONG)
	@$(PYTEST) -m "long and alone" $(ALONE)

test-fast: setup  ## Run what needs no process, database, page, browser or patience.
	@$(PYTEST) $(SIDE_BY_SIDE) -m "not database and not alone and not slow and not more and not long" $(UNHURRIED)

lint: setup  ## Check style, types and import contracts.
	@$(RUN) -m ruff format --check
	@$(RUN) -m ruff check
	@$(RUN) -m mypy
	@$(VENV)/bin/lint-imports

check: lint test test-more test-long  ## Check style, types and import contracts, then run all tests.

bench: $(BENCH) $(CLONE)  ## Measure beside anchors and write bench.json (ONLY=rest_moves measures one).
	@$(RUN) -m tests.bench $(if $(ONLY),--only $(ONLY))

chaos: setup  ## Break everything for some minutes and audit what is left (SEED=7 repeats a run).
	@$(RUN) -m tests.chaos $(if $(SEED),--seed $(SEED))
	@CHROMIUM="$(CHROMIUM)" PARTITION_SEED="$(or $(SEED),23)" \
		$(RUN) -m pytest -sq tests/e2e/test_partitions.py

drill-failover: $(CLONE)  ## Lose PostgreSQL's primary in every way under play, and count (SEED=7 repeats a run).
	@$(RUN) -m tests.failover $(if $(SEED),--seed $(SEED))

drill-restart: $(CLONE)  ## Start every process anew under play, one after another, and count (SEED=7 repeats a run).
	@$(RUN) -m tests.drills restart $(if $(SEED),--seed $(SEED))

drill-disk-full: $(CLONE)  ## Fill the database's disk under play, and count (needs root; SEED=7 repeats a run).
	@$(RUN) -m tests.drills disk-full $(if $(SEED),--seed $(SEED))

pictures: setup  ## Take the pictures of the README anew, on a throw-away site.
	@CHROMIUM="$(CHROMIUM)" $(RUN) -m tests.pictures

docs: $(RELEASE) $(CLONE)  ## Build the documentation as a site, into var/docs/site (needs npm once).
	@deploy/docs/build.sh $(VENV)

release: $(RELEASE) $(CLONE)  ## Build what a release consists of, into dist/: wheel, source, list of parts, hashes.
	@deploy/release.sh $(VENV)

requirements:  ## Pin what pyproject.toml asks for (needs uv; UPGRADE=1 takes the newest versions).
	@$(PIN) $(BASE_EXTRAS) --output-file requirements/base.txt
	@$(PIN) $(BASE_EXTRAS) --extra beacons $(call except,base) --output-file requirements/beacons.txt
	@$(PIN) $(BASE_EXTRAS) --extra telemetry $(call except,base) --output-file requirements/telemetry.txt
	@$(PIN) $(BASE_EXTRAS) --extra dev $(call except,base) --output-file requirements/dev.txt
	@$(PIN) $(BASE_EXTRAS) --extra dev --extra bench $(call except,base) $(call except,dev) \
		--output-file requirements/bench.txt
	@$(PIN) $(BASE_EXTRAS) --extra dev --extra release $(call except,base) $(call except,dev) \
		--output-file requirements/release.txt
	@$(PIN_APART) requirements/generators.in --output-file requirements/generators.txt

clean: down  ## Remove the virtual environment and the caches, and keep var/ with its data.
	@rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache staticfiles

# The tests start more than a hundred processes, each much faster with compiled bytecode.
PYTEST := PYTHONDONTWRITEBYTECODE= CHROMIUM="$(CHROMIUM)" $(RUN) -m pytest
SIDE_BY_SIDE := --numprocesses auto --dist worksteal
# Each worker collects all that it is given: modules without a test for this run are left out, as is
# schemathesis, which the tests of one of them use.
files_with = $(shell grep -rlE --include="test_*.py" "$(1)" tests)
ALONE = $(call files_with,mark[.]alone)
MORE = $(call files_with,mark[.]more|tests[.]samples)
LONG = $(call files_with,mark[.]long)
UNCOLLECTED = -p no:schemathesis $(addprefix --ignore=,$(call files_with,^pytestmark = .*mark[.](more|long)))
UNHURRIED = --ignore=tests/web $(UNCOLLECTED)

PIN_APART := uv pip compile --quiet $(if $(UPGRADE),--upgrade) --universal \
	--python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	--custom-compile-command "make requirements"
PIN := $(PIN_APART) pyproject.toml

BASE_EXTRAS := --extra build --extra embedded --extra server
# A list names what it adds to the ones before, whose versions it keeps.
except = --constraints requirements/$(1).txt \
	$$(sed -n 's/^\([A-Za-z0-9._-]*\).*==.*/--no-emit-package \1/p' requirements/$(1).txt)

$(BASE): requirements/base.txt
	@requirements/install.sh $(VENV) base
	@touch $(BASE) $(CLONE)

$(DEV): requirements/base.txt requirements/dev.txt
	@requirements/install.sh $(VENV) base dev
	@touch $(BASE) $(DEV) $(CLONE)

$(BENCH): requirements/base.txt requirements/dev.txt requirements/bench.txt
	@requirements/install.sh $(VENV) base dev bench
	@touch $(BASE) $(DEV) $(BENCH) $(CLONE)

$(RELEASE): requirements/base.txt requirements/dev.txt requirements/release.txt
	@requirements/install.sh $(VENV) base dev release
	@touch $(BASE) $(DEV) $(RELEASE) $(CLONE)

# With the clone its catalogues are compiled; the folders tell of one that is gone.
LOCALE := platform/web/locale/*/*/LC_MESSAGES
$(CLONE): $(BASE) pyproject.toml requirements/build_hook.py requirements/metadata_hook.py $(wildcard $(LOCALE) $(LOCALE)/*.po)
	@requirements/install.sh $(VENV)
	@touch $(CLONE)
