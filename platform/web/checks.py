"""What Django's system checks say of the pages: compiled catalogues that lag behind."""

from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register  # noqa: A004 - Django's name.

OUTDATED = Warning(
    "The pages' translations are newer than what was compiled from them.",
    hint="Run make setup, or requirements/install.sh .venv where the site is installed.",
    id="cutpurse.W002",
)


def is_outdated(catalogue: Path) -> bool:
    """Return whether a catalogue was not compiled since it changed, to the second."""
    compiled = catalogue.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < int(catalogue.stat().st_mtime)


@register(Tags.translation)
def catalogues_are_compiled(**_options: object) -> Sequence[CheckMessage]:
    """Say so when some page would speak English, or in words of before."""
    catalogues = (file for part in settings.LOCALE_PATHS for file in Path(part).rglob("*.po"))
    return (OUTDATED,) if any(map(is_outdated, catalogues)) else ()
