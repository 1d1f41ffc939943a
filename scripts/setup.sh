#!/bin/sh
# Make .venv at the top of the repository, with hookctl and what its tests need.
# Sourced by scripts/demo and scripts/test; HOOKCTL_PYTHON names another interpreter.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
python=${HOOKCTL_PYTHON:-python3}
stamp=$root/.venv/.ready-$1
if [ ! -e "$stamp" ] || [ "$root/pyproject.toml" -nt "$stamp" ]; then
    [ -x "$root/.venv/bin/python" ] || "$python" -m venv "$root/.venv"
    "$root/.venv/bin/python" -m pip install -q --disable-pip-version-check "pip>=25.1"
    case $1 in
        run) "$root/.venv/bin/python" -m pip install -q --disable-pip-version-check -e "$root" ;;
        test)
            (cd "$root" && .venv/bin/python -m pip install -q --disable-pip-version-check \
                -e . --group dev)
            ;;
    esac
    # As an installer does; some machines tell Python not to write these by itself.
    "$root/.venv/bin/python" -m compileall -q "$root/hooks_cli"
    : >"$stamp"
fi
