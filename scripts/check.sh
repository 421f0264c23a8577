#!/bin/bash
# Style and type checks, side by side. All of them run, even if one fails.
set -u
cd "$(dirname "$0")/.."
. scripts/node.sh
. scripts/steps.sh

start_python_checks
step packages web_packages && step tsc npm run --prefix web --silent check
wait
show_steps
list_steps
