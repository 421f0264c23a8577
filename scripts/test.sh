#!/bin/sh
# Every check and every test, whatever fails on the way. pytest comes last, so that its summary
# closes the log. Tests run in JOBS processes side by side; what they compile is compiled before.
set -u
cd "$(dirname "$0")/.."
. scripts/node.sh
status=0

scripts/check.sh || status=1
web_packages && npm test --prefix web --silent || status=1
python hatch_build.py || status=1
export EMPILE_CACHE="${EMPILE_CACHE:-$PWD/.cache/empile}"
empile warm blox block-out >/dev/null &
empile warm block-ness on-top >/dev/null || status=1
wait $! || status=1
[ "$status" = 0 ] || echo 'empile: something above is wrong; the tests are run all the same' >&2
python -m pytest --numprocesses "${JOBS:-2}" --dist loadscope "$@" || status=1
exit "$status"
