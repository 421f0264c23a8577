# Targets of Empile; `make` lists them.

PYTHON ?= python3
BIN := .venv/bin

# Options of `make play` and `make dev`: port, host, LAN=1 to allow other machines, OPEN=0 to open
# no browser; of `make play` also ACCOUNTS=open, invitation or closed.
PORT ?=
HOST ?=
LAN ?=
OPEN ?= 1
ACCOUNTS ?=
LOBBY ?=
# Option of `make test`: 1 or a commit.
CHANGED ?=

.DEFAULT_GOAL := help
.PHONY: help play dev test test-long check pytorch frameworks bench docs lock release clean

help:
	@echo 'make play    build what is missing and open Empile in the browser'
	@echo '             (LAN=1: allow phones in your network; PORT=4747: port; OPEN=0: no browser;'
	@echo '             ACCOUNTS=open: accounts for families and clubs; LOBBY=1: strangers may meet)'
	@echo 'make dev     serve from the sources; changes reload the page and restart the server'
	@echo '             (LAN=1, HOST, PORT and OPEN=0 as above; tables in build/dev.sqlite3)'
	@echo 'make test    run all checks and the quick tests, in some minutes (JOBS=2: in two processes;'
	@echo '             CHANGED=1: only what has changed since main, and the core)'
	@echo 'make test-long  run the other tests: before a release, and what CI adds'
	@echo 'make check   run only the quick checks, style and types'
	@echo 'make pytorch install PyTorch in build/torch: tests that need it are skipped without it'
	@echo 'make frameworks  install frameworks for language models in build/frameworks, for their tests'
	@echo 'make bench   run the benchmarks'
	@echo 'make docs    build the documentation as a site in build/docs, served at /docs/'
	@echo 'make lock    update all pinned packages in requirements/'
	@echo 'make release build, test and tag a release (DRY_RUN=1: without the tag)'
	@echo 'make clean   remove all build products'

play:
	@$(PYTHON) scripts/environment.py run
	@$(BIN)/python hatch_build.py
	@exec $(BIN)/empile serve $(if $(PORT),--port $(PORT)) $(if $(HOST),--host $(HOST)) \
		$(if $(filter 1,$(LAN)),--lan) $(if $(filter 1,$(OPEN)),--open) \
		$(if $(ACCOUNTS),--accounts $(ACCOUNTS)) $(if $(filter 1,$(LOBBY)),--lobby)

dev:
	@$(PYTHON) scripts/environment.py test
	@. scripts/node.sh && web_packages && exec python scripts/dev.py $(if $(PORT),--port $(PORT)) \
		$(if $(filter 1,$(LAN)),--host 0.0.0.0,$(if $(HOST),--host $(HOST))) $(if $(filter 1,$(OPEN)),--open)

test:
	@$(PYTHON) scripts/environment.py test
	@CHANGED=$(CHANGED) scripts/test.sh quick

test-long:
	@$(PYTHON) scripts/environment.py test
	@scripts/test.sh long

check:
	@$(PYTHON) scripts/environment.py test
	@scripts/check.sh

pytorch:
	@$(PYTHON) scripts/environment.py test
	@scripts/pytorch.sh

frameworks:
	@$(PYTHON) scripts/environment.py test
	@scripts/frameworks.sh

bench:
	@$(PYTHON) scripts/environment.py test
	@$(BIN)/python hatch_build.py
	@$(BIN)/python benchmarks/all.py

docs:
	@$(PYTHON) scripts/environment.py test
	@$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --fresh-env \
		--doctree-dir build/doctrees docs build/docs
	@echo 'The documentation is in build/docs/index.html'

lock:
	@$(PYTHON) scripts/environment.py test
	@scripts/lock.sh --upgrade

release:
	@$(PYTHON) scripts/environment.py test
	@$(BIN)/python scripts/release.py $(if $(filter 1,$(DRY_RUN)),--dry-run)

clean:
	rm -rf .venv build dist web/node_modules src/empile/server/pages \
		src/empile/engine/wasm/javascript
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
