#!/bin/sh
# Pin every package that the project needs, by version and hash, for every system and Python.
# The files name no registry: a package comes from whichever one the machine is set to use.
# `scripts/lock.sh --upgrade` takes the newest versions; without it those that fit stay.
set -eu
cd "$(dirname "$0")/.."

lock() {
    output=$1
    shift
    .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
        --output-file "$output" "$@"
}

lock requirements/test.txt pyproject.toml --all-extras --group dev "$@"
lock requirements/run.txt pyproject.toml --group build --constraint requirements/test.txt "$@"
echo 'uv>=0.9' | lock requirements/uv.txt - "$@"
