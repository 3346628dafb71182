#!/bin/sh
# Builds the documentation as a site into var/docs/site:
#     deploy/docs/build.sh .venv
# The environment has the list docs of requirements/. Needs npm for what draws the diagrams, once.
set -eu

python=$(cd "$1/bin" && pwd)/python
cd "$(dirname "$0")/../.."
mermaid=mermaid@11.17.2
digest=581ed7d74bd9048d0e3a91363927d72ef22942d7722546b27f7cc29e35390eb8
drawings=var/$mermaid.min.js

is_whole() {
    [ "$(sha256sum "$drawings" 2>/dev/null | cut -d ' ' -f 1)" = "$digest" ]
}

if ! is_whole; then
    command -v npm >/dev/null || {
        echo "The diagrams need $mermaid, which npm brings. On Debian and Ubuntu: apt install npm" >&2
        exit 1
    }
    mkdir -p var
    box=$(mktemp -d)
    trap 'rm -rf "$box"' EXIT
    archive=$(npm pack --silent --pack-destination "$box" "$mermaid")
    tar -xzOf "$box/$archive" package/dist/mermaid.min.js >"$drawings"
    is_whole || { echo "$mermaid is not what it was when it was chosen." >&2; exit 1; }
fi

PYTHONPATH=platform:. "$python" deploy/docs/sources.py var/docs
cp "$drawings" var/docs/pages/mermaid.min.js
"$python" -m zensical build --strict --config-file var/docs/mkdocs.yml
echo "The site is in var/docs/site."
