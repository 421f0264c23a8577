#!/bin/sh
# Style and type checks. All of them run, even if one fails.
set -u
cd "$(dirname "$0")/.."
. scripts/node.sh
export PYRIGHT_PYTHON_IGNORE_WARNINGS=1  # skips the check for a newer version
mkdir -p build
status=0

pyright >build/pyright.log 2>&1 &
pyright=$!
ruff check . || status=1
ruff format --check . || status=1
mypy || status=1
web_packages && npm run --prefix web --silent check || status=1
wait "$pyright" || status=1
cat build/pyright.log
exit "$status"
