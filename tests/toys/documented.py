"""A plugin of pytest (-p tests.toys.documented) that registers the examples of recipes.

RECIPES names the pages. The Python blocks of each become modules, and what they add is registered
as the lines would register it that the page asks for; then the suite takes it up. The page about
games has no such block and names a toy instead.
"""

import atexit
import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from cutpurse.embedded.addresses import ROOT

REGISTRIES = {
    "adding-a-format": ("tournaments.formats.registry", "_FORMATS", ("Everybody", "Stairs")),
    "adding-a-rating-system": ("ratings.systems.registry", "_SYSTEMS", ("Steps",)),
}
"""By page: the registry, its table, and the class in each example."""
TOYS = {"adding-a-game": "tests.toys.high_card:HighCard"}
"""By page: the rules that it names as the shortest example, as a line of GAMES has them."""


def example(page: str, block: int = 1) -> str:
    """Return a block of Python on a page of the docs, by default the first."""
    text = (ROOT / "docs" / f"{page}.md").read_text()
    return text.split("```python\n")[block].partition("```")[0]


def examples(page: str) -> list[str]:
    """Return all blocks of Python on a page of the docs."""
    blocks = (ROOT / "docs" / f"{page}.md").read_text().split("```python\n")[1:]
    return [block.partition("```")[0] for block in blocks]


def load(page: str, block: int = 1) -> ModuleType:
    """Make an example of a page a module."""
    folder = tempfile.TemporaryDirectory(prefix="cutpurse-recipe-")
    atexit.register(folder.cleanup)
    name = f"documented_{page.replace('-', '_')}_{block}"
    (Path(folder.name) / f"{name}.py").write_text(example(page, block))
    sys.path.append(folder.name)
    return import_module(name)


def register(page: str) -> None:
    """Register the classes that a page adds."""
    registry_name, table, names = REGISTRIES[page]
    registry = import_module(registry_name)
    for block, name in enumerate(names, start=1):
        found = registry.load(f"{load(page, block).__name__}:{name}")
        getattr(registry, table)[found.id] = found


def register_game(page: str) -> None:
    """Register the game that a page names."""
    registry = import_module("games.registry")
    rules = registry.load(TOYS[page])
    for table, key in (("_RULES", rules.id), ("_CURRENT", rules.game)):
        getattr(registry, table)[key] = rules


def register_command(page: str) -> None:
    """Add the lines to the tables of tournaments that the page on commands names."""
    added: Any = load(page)
    commands: Any
    commands, events, folds = (
        import_module(f"tournaments.{each}") for each in ("api.commands", "events", "folds")
    )
    types = events.CATALOGUE._types  # noqa: SLF001 - Stands for a line in its source.
    events.CATALOGUE.__init__({**types, "announcement_made": added.AnnouncementMade})
    folds.FOLDS[added.AnnouncementMade] = added.announced
    commands.COMMANDS = {**commands.COMMANDS, added.ANNOUNCE.id: added.ANNOUNCE}


def register_match_command(page: str) -> None:
    """Add the lines to the tables of matches that the page on commands names."""
    added: Any = load(page, block=2)
    commands: Any
    folds: Any
    commands, events, folds = (
        import_module(f"matches.{each}") for each in ("api.commands", "events", "folds")
    )
    types = events.CATALOGUE._types  # noqa: SLF001 - Stands for a line in its source.
    events.CATALOGUE.__init__({**types, "seat_waved": added.SeatWaved})
    folds.FOLDS[added.SeatWaved], folds.SHARED = added.waved, frozenset(events.CATALOGUE)
    commands.COMMANDS = {**commands.COMMANDS, added.WAVE.id: added.WAVE}


def tell_suites_of_commands() -> None:
    """Add the lines to the tests that the page on commands names."""
    of_tournaments: Any = import_module("tests.tournaments.test_commands")
    of_tournaments.BODIES["announce"] = {"text": "Lunch is at one."}
    of_matches: Any = import_module("tests.matches.test_commands")
    of_matches.GRANTED["wave"] = frozenset({of_matches.SEATED, of_matches.OPENER})
    of_matches.BODIES["wave"] = {"to": 2}


RECIPES = os.environ.get("RECIPES", "").split()
for each in REGISTRIES.keys() & RECIPES:
    register(each)
for each in TOYS.keys() & RECIPES:
    register_game(each)


def pytest_collection() -> None:
    """Add commands once Django is there, and before a test is read."""
    if "adding-a-command" in RECIPES:
        register_command("adding-a-command")
        register_match_command("adding-a-command")
        tell_suites_of_commands()  # They know the addresses, so all commands are there by then.
