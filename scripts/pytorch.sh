#!/bin/bash
# Installs PyTorch for tests in build/torch, outside of .venv: `make pytorch`. Quick if nothing has
# changed. Installs with pip, because PyTorch's wheels for the CPU are often found only through
# settings of pip (`PIP_FIND_LINKS`, `PIP_EXTRA_INDEX_URL`); uv runs pip without installing it.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=build/torch
needs=requirements/pytorch.txt
wanted=$(.venv/bin/python --version && cat "$needs")
[ "$(cat "$folder/ready" 2>/dev/null)" != "$wanted" ] || exit 0

install() {
    UV_PYTHON_DOWNLOADS=never .venv/bin/uv tool run --quiet --python .venv/bin/python pip \
        --disable-pip-version-check install --quiet --no-compile --target "$folder" "$@"
}

echo "empile: installing the packages of $needs in $folder" >&2
rm -rf "$folder"
install --no-deps --requirement "$needs"
if ! PYTHONPATH="$folder" .venv/bin/python -c 'import torch' 2>/dev/null; then
    echo 'empile: this PyTorch is not only for the CPU: installing what it needs, some gigabytes' >&2
    install --upgrade "$(grep '^torch==' "$needs")"
    PYTHONPATH="$folder" .venv/bin/python -c 'import torch'
fi
printf '%s\n' "$wanted" >"$folder/ready"
