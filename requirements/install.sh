#!/bin/sh
# Makes a virtual environment from one of the lists here, or brings it up to date:
#     requirements/install.sh .venv dev
# Needs Python 3.11 or newer; PYTHON names one that is not found by itself.
set -eu

venv=$1
list=$2
here=$(dirname "$0")

fail() {
    printf '%s\n' "$@" >&2
    exit 1
}

is_whole() {
    [ -x "$venv/bin/python" ] && "$venv/bin/python" -c 'import pip' 2>/dev/null
}

find_python() {
    for each in ${PYTHON:-} python3.11 python3.12 python3.13 python3.14 python3 python; do
        if "$each" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$each"
            return
        fi
    done
    fail "Cutpurse needs Python 3.11 or newer, and none was found." \
        "Install one, or name it: make PYTHON=/path/to/python3.11"
}

make_venv() {
    python=$(find_python)
    rm -rf "$venv"
    if "$python" -c 'import ensurepip' 2>/dev/null; then
        "$python" -m venv "$venv"
    elif "$python" -m pip --version >/dev/null 2>&1; then
        # Debian takes ensurepip out of Python; the system's own pip can stand in for it.
        "$python" -m venv --without-pip "$venv"
        "$python" -m pip --python "$venv/bin/python" install --quiet pip
    else
        fail "$python can make no virtual environment: it has neither ensurepip nor pip." \
            "On Debian and Ubuntu: apt install python3-venv"
    fi
}

is_whole || make_venv
echo "Installing requirements/$list.txt into $venv: the first time this takes a minute or two."
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
    --require-hashes --requirement "$here/$list.txt"
"$here/commands.sh" "$venv"
