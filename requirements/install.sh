#!/bin/sh
# Makes a virtual environment from lists of this folder, or brings it up to date, and installs this
# clone into it, so that its Python and its commands run from any folder:
#     requirements/install.sh .venv base       # to run it
#     requirements/install.sh .venv base dev   # to work on it
#     requirements/install.sh .venv            # the clone alone, without a network
# Needs Python 3.11 or newer; PYTHON names one that is not found by itself.
set -eu

venv=$1
shift
here=$(dirname "$0")

fail() {
    printf '%s\n' "$@" >&2
    exit 1
}

is_whole() {
    [ -x "$venv/bin/python" ] && has "$venv/bin/python" pip
}

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

has() {
    "$1" -c "import $2" 2>/dev/null
}

# Since 22.3 pip can work for another Python than its own.
pip_serves() {
    "$1" -m pip --python "$2" --version >/dev/null 2>&1
}

is_optimised() {
    "$1" -c 'import sys, sysconfig
sys.exit("--enable-optimizations" not in (sysconfig.get_config_var("CONFIG_ARGS") or ""))' \
        2>/dev/null
}

find_python() {
    for each in ${PYTHON:-} python3.11 python3.12 python3.13 python3.14 python3 python; do
        if is_new_enough "$each"; then
            [ "$each" = "${PYTHON:-}" ] || each=$(quicker "$each")
            printf '%s\n' "$each"
            return
        fi
    done
    fail "Cutpurse needs Python 3.11 or newer, and none was found." \
        "Install one, or name it: make PYTHON=/path/to/python3.11"
}

# Compiled by hand or by pyenv, Python is not optimised unless somebody asks for it, and moves took a
# seventh longer with such a one. Distributions do ask, though Debian's configuration does not show
# it. Who has activated an environment has chosen.
quicker() {
    own=/usr/bin/$1
    if [ -z "${VIRTUAL_ENV:-}${CONDA_PREFIX:-}" ] && ! is_optimised "$1" &&
        is_new_enough "$own" && { has "$own" ensurepip || pip_serves "$own" "$own"; }; then
        printf '%s\n' "$own"
    else
        printf '%s\n' "$1"
    fi
}

make_venv() {
    python=$(find_python)
    echo "Making $venv with $python (for another: make clean, then make PYTHON=/path/to/it ...)."
    rm -rf "$venv"
    if has "$python" ensurepip; then
        "$python" -m venv "$venv"
    elif has "$python" pip; then
        # Debian takes ensurepip out of Python; the system's own pip can stand in for it.
        "$python" -m venv --without-pip "$venv"
        "$python" -m pip --python "$venv/bin/python" install --quiet pip
    else
        fail "$python can make no virtual environment: it has neither ensurepip nor pip." \
            "On Debian and Ubuntu: apt install python3-venv"
    fi
}

install() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input "$@"
}

is_whole || make_venv
if [ $# -gt 0 ]; then
    echo "Installing $* of requirements/ into $venv: the first time this takes a minute or two."
    for list; do
        shift
        set -- "$@" --requirement "$here/$list.txt"
    done
    install --require-hashes "$@"
fi
# The first list has brought the build backend along.
install --no-index --no-deps --no-build-isolation --editable "$here/.."
