"""A club's own tables of components, as a host keeps them in a folder."""

import json
from importlib.resources import files
from pathlib import Path

COPIES = {"sticky-fingers": "games.sticky_fingers", "pickpocket": "games.pickpocket"}
"""The games that a club may have a copy of, and where what ships with them lies."""


def folder(at: Path) -> str:
    """Return a folder with a copy of each game's table under a name of its own."""
    for game, package in COPIES.items():
        table = json.loads(files(package).joinpath("recon-1.json").read_bytes())
        table["dataset"] = f"{game}/our-copy"
        (at / game).mkdir(parents=True)
        (at / game / "our-copy.json").write_text(json.dumps(table))
    return str(at)
