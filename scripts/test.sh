#!/bin/sh
# Every test. pytest comes last, so that its summary closes the log.
set -u
cd "$(dirname "$0")/.."
. scripts/node.sh
status=0

web_packages && npm test --prefix web --silent || status=1
python hatch_build.py || status=1
python -m pytest "$@" || status=1
exit "$status"
