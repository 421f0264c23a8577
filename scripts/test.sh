#!/bin/sh
# Every check and every test, whatever fails on the way. pytest comes last, so that its summary
# closes the log. Tests run in JOBS processes side by side; what they compile is compiled before.
set -u
cd "$(dirname "$0")/.."
. scripts/node.sh
status=0
JOBS="${JOBS:-2}"

scripts/check.sh || status=1
web_packages && npm test --prefix web --silent || status=1
python hatch_build.py || status=1
export EMPILE_CACHE="${EMPILE_CACHE:-$PWD/.cache/empile}"
python -c 'import empile; print(*empile.game_names())' |
    xargs -n 1 -P "$JOBS" empile warm >/dev/null || status=1
[ "$status" = 0 ] || echo 'empile: something above is wrong; the tests are run all the same' >&2
python -m pytest --numprocesses "$JOBS" --dist loadscope "$@"
found=$?
if [ "$found" = 1 ]; then
    # Several programs at once can be too much for a machine; what is wrong fails again.
    echo 'empile: what failed is run once more, with nothing beside it' >&2
    python -m pytest --last-failed --last-failed-no-failures none "$@"
    found=$?
fi
[ "$found" = 0 ] || status=1
exit "$status"
