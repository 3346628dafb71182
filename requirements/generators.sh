#!/bin/sh
# Installs what makes clients from the API's description, and what compiles them: into a folder of
# its own, since it wants older packages than the platform.
#     requirements/generators.sh .venv
set -eu

venv=$1
here=$(dirname "$0")
home=$venv/generators
typescript=$here/../tests/clients/typescript
wanted=$(cat "$here/generators.txt" "$typescript/package-lock.json" | cksum)

if [ "$(cat "$home/installed" 2>/dev/null)" = "$wanted" ]; then exit 0; fi
echo "Installing generators of clients into $home."
rm -rf "$home"
"$venv/bin/python" -m venv --without-pip "$home"
"$venv/bin/python" -m pip --python "$home/bin/python" install --quiet --no-input \
    --disable-pip-version-check --require-hashes --requirement "$here/generators.txt"
mkdir "$home/typescript"
cp "$typescript/package.json" "$typescript/package-lock.json" "$home/typescript/"
PATH=$(cd "$home/bin" && pwd):$PATH
(cd "$home/typescript" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
printf '%s\n' "$wanted" >"$home/installed"
