"""Component tables that ship with a game: versioned JSON beside its rules, checked on load."""

from importlib.resources import files
from typing import TypeVar

import msgspec

TableT = TypeVar("TableT", bound=msgspec.Struct)


def names(package: str, default: str) -> tuple[str, ...]:
    """Return the ids of all tables that lie in a game's package, the default first.

    A table is a JSON file there, so that a club adds its own without touching code.
    """
    game = default.partition("/")[0]
    found = (entry.name for entry in files(package).iterdir())
    ids = {f"{game}/{name.removesuffix('.json')}" for name in found if name.endswith(".json")}
    return (default, *sorted(ids - {default}))


def load(package: str, dataset: str, table: type[TableT]) -> TableT:
    """Return the table of `<game>/<name>`, read from `<name>.json` in the package.

    Raise msgspec.ValidationError where the file does not fit the table; a table checks the rest
    in its `__post_init__`.
    """
    name = dataset.partition("/")[2]
    return msgspec.json.decode(files(package).joinpath(f"{name}.json").read_bytes(), type=table)
