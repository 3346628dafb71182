#!/bin/sh
# Installs Chromium for the tests of the pages where there is none and apt may do it.
set -eu

for each in "${CHROMIUM:-chromium}" chromium-browser google-chrome-stable google-chrome; do
    if command -v "$each" >/dev/null 2>&1; then found="$each"; fi
done
# Without windows around its pages it takes half of the time; only a message by push needs them.
if [ -n "${found:-}" ] && [ "$found" != chromium ]; then exit 0; fi
if command -v chromium >/dev/null 2>&1 && command -v chromium-headless-shell >/dev/null 2>&1; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Chromium for the tests of the pages."
    export DEBIAN_FRONTEND=noninteractive
    apt-get update --quiet=2
    apt-get install --yes --quiet=2 --no-install-recommends chromium
    # Older systems have no such package, and do without.
    apt-get install --yes --quiet=2 --no-install-recommends chromium-headless-shell || true
elif [ -z "${found:-}" ]; then
    echo "There is no Chromium here, so the tests of the pages will fail." >&2
    echo "Install it (apt install chromium), or name it: make test CHROMIUM=/path/to/chromium" >&2
fi
