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
frameworks='inspect-ai openenv textarena verifiers'
# PyTorch for Linux comes with gigabytes for GPUs. The checker of Stable-Baselines3 does without
# (`tests/support/stable_baselines.py`); other tests find it in `build/torch` (`make pytorch`), with
# the other packages of the extra `train`. Here, not in `pyproject.toml`: uv would leave them out of
# every installation in this folder, without a word.
pytorch='onnx onnxscript tensorboard torch'
mkdir -p build requirements/frameworks

# Frameworks for language models exclude each other: each has a file of its own.
for one in $frameworks $pytorch; do echo "$one; python_version < '0'"; done >build/left-out.txt
lock requirements/test.txt "$engine" --all-extras --group table --group dev \
    --override build/left-out.txt "$@"
lock requirements/run.txt "$engine" --extra client --extra physics --group table --group accounts \
    --group lobby --group build --constraint requirements/test.txt "$@"
lock requirements/server.txt "$engine" --extra physics --group table --group accounts --group lobby \
    --group postgres --group redis --constraint requirements/test.txt "$@"
echo 'uv>=0.9' | lock requirements/uv.txt - "$@"

# The same compiler everywhere, so that environments share the machine code of the games.
grep -E '^(llvmlite|numba|numpy)==' requirements/test.txt | sed 's/ *\\$//' >build/compiler.txt
for one in $frameworks; do
    echo 'pytest>=9' | lock "requirements/frameworks/$one.txt" "$engine" - --extra "$one" \
        --constraint build/compiler.txt "$@"
done
