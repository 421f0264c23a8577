#!/bin/bash
# A suite of tests: `scripts/test.sh quick` or `scripts/test.sh long`, then options of pytest.
# The quick one contains all checks. Each part runs, even if another fails; the log ends with the
# summary of pytest. Tests run in JOBS processes, as soon as the page is built and the games are
# compiled; checks run beside them at low priority. Three processes suit two cores, four the long
# suite, whose tests wait for each other's programs; six were no quicker.
# COSTS=FILE: write what each test costs, see tests/support/costs.py.
# CHANGED=1: only the quick tests of what has changed since the last commit on main, and the core.
set -u
cd "$(dirname "$0")/.."
. scripts/node.sh
. scripts/steps.sh
suite=$1
shift
JOBS="${JOBS:-$([ "$suite" = long ] && echo 4 || echo 3)}"
# The tests start some hundred programs, which would compile every module anew.
unset PYTHONDONTWRITEBYTECODE
[ -t 1 ] && set -- --color=yes "$@"

each_game() {
    python -c 'import empile; print(*empile.game_names())' | xargs -n 1 "$@"
}

compile_games() {
    each_game -P "$JOBS" empile warm >/dev/null
}

# At the low priority of this work, tests that need a module would wait for many minutes.
compile_modules() {
    each_game -P 2 sh -c 'python -m empile.engine.wasm "$0" /dev/null'
}

run_tests() {
    python -m pytest --numprocesses "$JOBS" --dist worksteal ${COSTS:+-p tests.support.costs --costs "$COSTS"} \
        "${tests[@]}" "$@"
}

web=yes
sources=()
case "$suite${CHANGED:+-changed}" in
    quick) tests=(tests) ;;
    long) tests=(tests -m long) ;;
    quick-changed)
        # Paths have no spaces; `mapfile` needs bash 4, which macOS lacks.
        tests=($(python scripts/changed_tests.py)) && [ "${#tests[@]}" -gt 0 ] || exit 1
        sources=($(python scripts/changed_tests.py --sources))
        [[ " ${tests[*]} " =~ ' tests'(/browser)?' ' ]] || web=
        ;;
    *) echo 'usage: scripts/test.sh quick|long [OPTION...]' >&2 && exit 2 ;;
esac

step warm compile_games &
warm=$!
if [ "$suite" = quick ] && { [ -z "${CHANGED:-}" ] || [ "${#sources[@]}" -gt 0 ]; }; then
    start_python_checks ${sources[@]+"${sources[@]}"}
fi
step packages web_packages
step page python hatch_build.py &
page=$!
if [ "$suite$web" = quickyes ]; then
    later tsc npm run --prefix web --silent check &
    later node npm test --prefix web --silent &
fi
wait "$warm" "$page"
[ "$suite" = quick ] || step modules compile_modules

show_steps
live pytest run_tests "$@"
wait
show_steps
list_steps
status=$?
tail -n 1 "$steps/pytest.shown"
exit "$status"
