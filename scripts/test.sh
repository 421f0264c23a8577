#!/bin/sh
# Every check and every test, whatever fails on the way. pytest comes last, so that its summary
# closes the log.
set -u
cd "$(dirname "$0")/.."
. scripts/node.sh
status=0

scripts/check.sh || status=1
web_packages && npm test --prefix web --silent || status=1
python hatch_build.py || status=1
[ "$status" = 0 ] || echo 'empile: something above is wrong; the tests are run all the same' >&2
python -m pytest "$@" || status=1
exit "$status"
