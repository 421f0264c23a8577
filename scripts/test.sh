#!/bin/bash
# All checks and tests, even if one fails. The log ends with the summary of pytest.
# Tests run in JOBS processes, as soon as the page is built and the games are compiled; checks run
# beside them at low priority. Four processes suit two cores: many tests wait.
set -u
cd "$(dirname "$0")/.."
. scripts/node.sh
. scripts/steps.sh
JOBS="${JOBS:-4}"
[ -t 1 ] && set -- --color=yes "$@"

compile_games() {
    python -c 'import empile; print(*empile.game_names())' |
        xargs -n 1 -P "$JOBS" empile warm >/dev/null
}

run_tests() {
    local found
    python -m pytest --numprocesses "$JOBS" --dist worksteal --durations 40 "$@"
    found=$?
    [ "$found" = 1 ] || return "$found"
    # Parallel tests can overload a machine; real failures fail again.
    echo 'empile: running the failed tests again, one at a time'
    python -m pytest --last-failed --last-failed-no-failures none "$@"
}

step warm compile_games &
warm=$!
start_python_checks
step packages web_packages
step page python hatch_build.py &
page=$!
later tsc npm run --prefix web --silent check &
later node npm test --prefix web --silent &
wait "$warm" "$page"

show_steps
live pytest run_tests "$@"
wait
show_steps
list_steps
status=$?
tail -n 1 "$steps/pytest.shown"
exit "$status"
