#!/bin/sh
# Pins all packages by version and hash, for every system and Python version. The files name no
# registry: packages come from the one that the machine is configured to use.
# `scripts/lock.sh --upgrade` updates all pins; without it, pins change only if necessary.
set -eu
cd "$(dirname "$0")/.."

lock() {
    output=$1
    shift
    .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
        --output-file "$output" "$@"
}

engine=packaging/engine/pyproject.toml
lock requirements/test.txt "$engine" --all-extras --group table --group dev "$@"
lock requirements/run.txt "$engine" --extra client --extra physics --group table --group accounts \
    --group lobby --group build --constraint requirements/test.txt "$@"
lock requirements/server.txt "$engine" --extra physics --group table --group accounts --group lobby \
    --group postgres --group redis --constraint requirements/test.txt "$@"
echo 'uv>=0.9' | lock requirements/uv.txt - "$@"
