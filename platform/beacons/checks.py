"""What is looked at when a process starts: a setting of the beacon that cannot be meant."""

from collections.abc import Sequence

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from api.setting_checks import SETTINGS
from beacons import source


@register(SETTINGS)
def beacon_can_be_read(**_options: object) -> Sequence[CheckMessage]:
    """Say what is wrong with the setting."""
    try:
        source.of_site()
    except ValueError as error:
        return [
            Error(
                f"BEACON is {settings.BEACON!r}, which names no beacon: {error}.",
                hint="Write drand, nist, or such a name and the address of a relay:"
                " drand https://drand.example",
                id="cutpurse.E022",
            )
        ]
    return []
