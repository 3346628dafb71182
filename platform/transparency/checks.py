"""What is looked at when a process starts: settings of the public log that cannot be meant."""

from collections.abc import Iterator, Sequence

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from api.setting_checks import SETTINGS
from transparency import identity, notes
from transparency.notes import NoteError


@register(SETTINGS)
def witnesses_can_be_read(**_options: object) -> Sequence[CheckMessage]:
    """Say which witness, or which log that is witnessed here, cannot be read."""
    return [*_witnesses(), *_witnessed()]


def _witnesses() -> Iterator[CheckMessage]:
    for line in settings.LOG_WITNESSES:
        try:
            identity.witness(line)
        except NoteError as error:
            yield Error(
                f"LOG_WITNESSES has {line!r}, which is no witness: {error}.",
                hint="Write a key and an address for each, with semicolons between them:"
                " witness.example/cutpurse+1a2b3c4d+AbC… https://witness.example/witness",
                id="cutpurse.E020",
            )


def _witnessed() -> Iterator[CheckMessage]:
    for line in settings.LOGS_WITNESSED:
        try:
            notes.read_key(line)
        except NoteError as error:
            yield Error(
                f"LOGS_WITNESSED has {line!r}, which is no key of a log: {error}.",
                hint="Write keys with semicolons between them: log.example/cutpurse+1a2b3c4d+AbC…",
                id="cutpurse.E021",
            )
