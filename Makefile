# The verbs of Empile; `make` alone lists them.

PYTHON ?= python3
BIN := .venv/bin

# The port and the host of `make play`; LAN=1 lets the whole house in; OPEN=0 opens no browser.
PORT ?=
HOST ?=
LAN ?=
OPEN ?= 1

.DEFAULT_GOAL := help
.PHONY: help play test check bench lock clean

help:
	@echo 'make play    build what is missing and open the table in the browser'
	@echo '             LAN=1 for all phones in the house, PORT=4747 on that port, OPEN=0 no browser'
	@echo 'make test    every check and every test; JOBS=4 in four processes at a time'
	@echo 'make check   the quick checks alone: style and types'
	@echo 'make bench   how fast everything is, measured on this machine'
	@echo 'make lock    pin the newest versions of all packages in requirements/'
	@echo 'make clean   remove everything that was built'

play:
	@$(PYTHON) scripts/environment.py run
	@$(BIN)/python hatch_build.py
	@exec $(BIN)/empile serve $(if $(PORT),--port $(PORT)) $(if $(HOST),--host $(HOST)) \
		$(if $(filter 1,$(LAN)),--lan) $(if $(filter 1,$(OPEN)),--open)

test:
	@$(PYTHON) scripts/environment.py test
	@scripts/test.sh

check:
	@$(PYTHON) scripts/environment.py test
	@scripts/check.sh

bench:
	@$(PYTHON) scripts/environment.py test
	@$(BIN)/python hatch_build.py
	@$(BIN)/python benchmarks/all.py

lock:
	@$(PYTHON) scripts/environment.py test
	@scripts/lock.sh --upgrade

clean:
	rm -rf .venv build dist web/node_modules src/empile/server/pages
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
