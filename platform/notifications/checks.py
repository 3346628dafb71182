"""What is looked at when a process starts: settings of notifications that cannot be meant."""

import ssl
from collections.abc import Iterator, Sequence

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from api.setting_checks import SETTINGS
from notifications import networks, push


@register(SETTINGS)
def settings_are_usable(**_options: object) -> Sequence[CheckMessage]:
    """Say which setting cannot be used, and what it should look like."""
    return [*_networks(), *_certificates(), *_push_key()]


def _networks() -> Iterator[CheckMessage]:
    for each in settings.NOTIFY_NETWORKS:
        try:
            networks.named((each,))
        except ValueError as error:
            yield Error(
                f"NOTIFY_NETWORKS names {each!r}, which is no network: {error}.",
                hint="Write networks with commas between them: 192.168.7.0/24,fd00:7::/64",
                id="cutpurse.E010",
            )


def _certificates() -> Iterator[CheckMessage]:
    if not settings.NOTIFY_CA_FILE:
        return
    try:
        ssl.create_default_context(cafile=settings.NOTIFY_CA_FILE)
    except (OSError, ssl.SSLError) as error:
        yield Error(
            f"NOTIFY_CA_FILE, {settings.NOTIFY_CA_FILE}, cannot be used: {error}.",
            hint="Name a file of certificates in PEM that this process may read.",
            id="cutpurse.E011",
        )


def _push_key() -> Iterator[CheckMessage]:
    try:
        push.public_key()
    except ValueError:
        yield Error(
            "VAPID_PRIVATE_KEY is no key.",
            hint="Make one: python3 -c 'import secrets; print(secrets.token_urlsafe(32))'",
            id="cutpurse.E012",
        )
