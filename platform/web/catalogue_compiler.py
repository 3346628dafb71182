"""The compiled catalogues, which gettext reads: built from the translations, and not committed.

Knows no Django, since the build of the package runs it (requirements/build_hook.py).
"""

import re
from pathlib import Path

import polib

LOOSE = re.compile(r" (?=[?!:;»])|(?<=«) ")
"""Where French has a space at which no line may break."""
FIRM = "\N{NO-BREAK SPACE}"


def compiled(file: Path) -> bytes:
    """Return what a catalogue's file is for gettext."""
    catalogue = polib.pofile(str(file))
    if file.parts[-3] == "fr":
        for entry in catalogue:
            entry.msgstr = LOOSE.sub(FIRM, entry.msgstr)
            entry.msgstr_plural = {
                number: LOOSE.sub(FIRM, said) for number, said in entry.msgstr_plural.items()
            }
    return bytes(catalogue.to_binary())


def compile_catalogues(locale: Path) -> None:
    """Write the compiled file beside every catalogue, and remove those whose catalogue is gone.

    A file that is right is only dated anew: a server may be reading it.
    """
    for file in sorted(locale.rglob("*.po")):
        target, content = file.with_suffix(".mo"), compiled(file)
        if not target.exists() or target.read_bytes() != content:
            target.write_bytes(content)
        target.touch()
    for target in sorted(locale.rglob("*.mo")):
        if not target.with_suffix(".po").exists():
            target.unlink()
            remove_empty(target.parent, locale)


def remove_empty(folder: Path, top: Path) -> None:
    """Remove a folder and those above it, below `top`, as far as they are empty."""
    while folder != top and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
