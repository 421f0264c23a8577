#!/bin/bash
# Installs frameworks for language models for tests, each in an environment of its own, because they
# exclude each other: `make frameworks`, or `scripts/frameworks.sh NAME...` for some. Quick if nothing
# has changed. The file `ready` says for what they were made, `seconds` how long the installation took.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# = 0 ]; then
    for needs in requirements/frameworks/*.txt; do set -- "$@" "$(basename "$needs" .txt)"; done
fi
export UV_PYTHON_DOWNLOADS=never
unset VIRTUAL_ENV

for name in "$@"; do
    needs=requirements/frameworks/$name.txt
    folder=build/frameworks/$name
    if [ ! -f "$needs" ]; then
        echo "empile: there is no framework $name: see requirements/frameworks" >&2
        exit 2
    fi
    wanted=$(.venv/bin/python --version && cat "$needs")
    [ "$(cat "$folder/ready" 2>/dev/null)" != "$wanted" ] || continue
    echo "empile: installing the packages of $needs in $folder" >&2
    begun=$(date +%s.%N)
    .venv/bin/uv venv --quiet --clear --python .venv/bin/python "$folder"
    .venv/bin/uv pip install --quiet --python "$folder/bin/python" --require-hashes --requirement "$needs"
    awk "BEGIN { printf \"%.1f\\n\", $(date +%s.%N) - $begun }" >"$folder/seconds"
    printf '%s\n' "$wanted" >"$folder/ready"
done
