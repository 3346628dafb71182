"""Where the files of the pages lie that are no app's own. Settings read this before any app."""

from pathlib import Path

WEB = Path(__file__).parent
BACKOFFICE_TEMPLATES = WEB / "backoffice" / "templates"
LOCALE = WEB / "locale"
"""The catalogues of the pages' parts."""
RULEBOOKS = WEB.parent / "rulebooks"
"""Where a wheel has docs/games (requirements/build_hook.py)."""
