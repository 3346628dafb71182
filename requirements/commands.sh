#!/bin/sh
# Lets a virtual environment run this clone from any folder: its Python finds the packages, and its
# commands cutpurse and cutpurse-verify are the ones that an installed package has.
#     requirements/commands.sh .venv
set -eu

venv=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)

packages=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
printf '%s\n' "$root/platform" "$root" > "$packages/cutpurse.pth"

script() {
    printf '#!%s\nimport sys\n\nfrom %s import main\n\nsys.exit(main())\n' \
        "$venv/bin/python" "$2" > "$venv/bin/$1"
    chmod +x "$venv/bin/$1"
}

script cutpurse cutpurse.cli.app
script cutpurse-verify cutpurse.verify
