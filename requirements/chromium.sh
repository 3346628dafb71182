#!/bin/sh
# Installs Chromium for the tests of the pages where there is none and apt may do it.
set -eu

has() {
    command -v "$1" >/dev/null 2>&1
}

may_install() {
    [ "$(id -u)" = 0 ] && has apt-get
}

install() {
    apt-get update --quiet=2 &&
        DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet=2 --no-install-recommends "$1"
}

for each in "${CHROMIUM:-chromium}" chromium-browser google-chrome-stable google-chrome; do
    if has "$each"; then found=$each; break; fi
done
if [ -z "${found:-}" ] && may_install; then
    echo "Installing Chromium for the tests of the pages."
    install chromium
    found=chromium
fi
if [ -z "${found:-}" ]; then
    echo "There is no Chromium here, so the tests of the pages will fail." >&2
    echo "Install it (apt install chromium), or name it: make test CHROMIUM=/path/to/chromium" >&2
fi
# Without windows around its pages it takes half of the time. Where it cannot be had, all goes without.
if [ "${found:-}" = chromium ] && ! has chromium-headless-shell && may_install; then
    install chromium-headless-shell >/dev/null 2>&1 || true
fi
