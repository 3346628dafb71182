#!/bin/sh
# Builds what a release consists of into dist/: the wheel and the source, each built twice and compared,
# the list of parts (CycloneDX) and the hashes of all of them.
#     CUTPURSE_REPOSITORY=https://… deploy/release.sh .venv
# The environment has the list release of requirements/. What is not committed is not in a release.
set -eu

python=$(cd "$1/bin" && pwd)/python
cd "$(dirname "$0")/.."
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT

# Reproducible: no moment but that of the commit, and no file but those of the commit.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
for each in first second; do
    git clone --quiet --no-local . "$box/$each"
    (cd "$box/$each" && "$python" -m hatchling build --target sdist --target wheel --directory "$box/$each.dist" >/dev/null 2>&1)
done
(cd "$box/first.dist" && sha256sum -- *) >"$box/SHA256SUMS"
(cd "$box/second.dist" && sha256sum --quiet --check "$box/SHA256SUMS") || {
    echo "Two builds of this commit differ." >&2
    exit 1
}

rm -rf dist
mkdir dist
cp "$box"/first.dist/* dist/
"$python" -m cyclonedx_py requirements --output-reproducible --pyproject pyproject.toml \
    --output-file dist/parts.cdx.json "$box/first/requirements/base.txt" 2>/dev/null
(cd dist && sha256sum -- *) >"$box/SHA256SUMS"
mv "$box/SHA256SUMS" dist/
cat dist/SHA256SUMS
