"""The folders of games beside this file. Settings read them before any app is there."""

from pathlib import Path

FOLDERS = tuple(
    sorted(folder.parent.name for folder in Path(__file__).parent.glob("*/__init__.py"))
)
"""The games that bring a table of their own, and `plain` for those that don't."""
APPS = tuple(f"web.games.{name}" for name in FOLDERS)
"""The same as Django's apps, which bring their templates and static files along."""
