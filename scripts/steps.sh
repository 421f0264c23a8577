# Sourced by other scripts: steps that run side by side, each with its output as one block.
#
#   step NAME COMMAND...   run a command; keep its output, exit status and times
#   later NAME COMMAND...  the same at low priority; only with `&`
#   live NAME COMMAND...   the same, but show the output while it runs
#   show_steps             print the output of the steps that ended since the last call
#   list_steps             print a table of all steps; its status is 1 if one failed
steps=$(mktemp -d)
trap 'rm -rf "$steps"' EXIT
set -o pipefail
TIMEFORMAT='%R %U %S'

step() {
    local status
    { time "${@:2}" >"$steps/$1.log" 2>&1; } 2>"$steps/$1.times"
    status=$?
    end_step "$1" "$status"
}

later() {
    # This subshell; $BASHPID needs bash 4, which macOS lacks.
    renice -n 5 -p "$(exec sh -c 'echo $PPID')" >/dev/null
    step "$@"
}

live() {
    local status
    { time "${@:2}" 2>&1 | tee "$steps/$1.shown" >&3; } 3>&1 2>"$steps/$1.times"
    status=$?
    end_step "$1" "$status"
}

end_step() {
    echo "$2 $(cat "$steps/$1.times")" >"$steps/$1.ending"
    mv "$steps/$1.ending" "$steps/$1.done"
    return "$2"
}

show_steps() {
    local name status wall
    for name in $(ended_steps); do
        if [ -e "$steps/$name.log" ]; then
            read -r status wall _ <"$steps/$name.done"
            printf '\n== %s: %s, %.1f s\n' "$name" "$(verdict "$status")" "$wall"
            cat "$steps/$name.log"
            rm "$steps/$name.log"
        fi
    done
}

list_steps() {
    local failed=0 name status wall user system
    printf '\n%-10s %8s %8s\n' step 'wall s' 'CPU s'
    for name in $(ended_steps); do
        read -r status wall user system <"$steps/$name.done"
        [ "$status" = 0 ] || failed=1
        printf '%-10s %8.1f %8.1f  %s\n' "$name" "$wall" \
            "$(awk "BEGIN { print $user + $system }")" "$(verdict "$status")"
    done
    return "$failed"
}

ended_steps() {
    ls -tr "$steps" | sed -n 's/\.done$//p'
}

verdict() {
    if [ "$1" = 0 ]; then echo passed; else echo "failed with status $1"; fi
}

# The checks that need Python only, of all files or of those named; `wait` waits for them.
start_python_checks() {
    later ruff ruff check "${@:-.}" &
    later format ruff format --check "${@:-.}" &
    later mypy mypy "$@" &
    PYRIGHT_PYTHON_IGNORE_WARNINGS=1 later pyright pyright "$@" &  # no check for a newer version
}
