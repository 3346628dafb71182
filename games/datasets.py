"""Component tables of the games: versioned JSON, checked on load.

Those that ship lie beside their game's rules. A host names a folder for further ones (`also_in`)
before the engines are loaded: `<folder>/<game>/<name>.json`.
"""

from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Protocol, TypeVar

import msgspec

from games.errors import DatasetError


class DatasetHeader(Protocol):
    """A table that says which one it is."""

    @property
    def dataset(self) -> str:
        """Return its id, `<game>/<name>`."""


TableT = TypeVar("TableT", bound=DatasetHeader)

SUFFIX = ".json"
_folders: list[Traversable] = []


def add_folder(folder: Traversable) -> None:
    """Look for tables in a folder too; call it before any engine is imported.

    Raise DatasetError where there is no such folder.
    """
    if not folder.is_dir():
        message = f"{folder} is no folder; tables of components were to be there"
        raise DatasetError(message)
    if folder not in _folders:
        _folders.append(folder)


def dataset_ids(package: str, default: str) -> tuple[str, ...]:
    """Return the ids of all tables of a game, the default first."""
    return (default, *sorted(set(_found(package, default.partition("/")[0])) - {default}))


def load_dataset(package: str, dataset: str, table: type[TableT]) -> TableT:
    """Return the table of `<game>/<name>`, read from `<name>.json`.

    Raise DatasetError, naming the file and what is wrong with it, where it does not fit; a table
    checks what its form cannot say in its `__post_init__`.
    """
    file = _found(package, dataset.partition("/")[0])[dataset]
    try:
        loaded = msgspec.json.decode(file.read_bytes(), type=table)
    except msgspec.DecodeError as error:
        message = f"{file} cannot be played with: {error}"
        raise DatasetError(message) from error
    if loaded.dataset != dataset:
        message = f"{file} must be the dataset {dataset}, not {loaded.dataset}"
        raise DatasetError(message)
    return loaded


def _found(package: str, game: str) -> dict[str, Traversable]:
    """Return every table of a game by its id; raise DatasetError where two have one."""
    places = [files(package), *(folder.joinpath(game) for folder in _folders)]
    found: dict[str, Traversable] = {}
    for place in places:
        for entry in place.iterdir() if place.is_dir() else ():
            dataset = f"{game}/{entry.name.removesuffix(SUFFIX)}"
            if not entry.name.endswith(SUFFIX):
                continue
            if dataset in found:
                message = f"{entry} would replace {found[dataset]}; give it another name"
                raise DatasetError(message)
            found[dataset] = entry
    return found
