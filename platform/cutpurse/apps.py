"""The project as a Django app: what has to be wired wherever Django runs."""

from django.apps import AppConfig


class CutpurseConfig(AppConfig):
    """Make the Celery app the current one and register what the agenda runs."""

    name = "cutpurse"

    def ready(self) -> None:
        """Wire, now that the models of every app are there."""
        from cutpurse import celery, subscriptions  # noqa: F401, PLC0415

        subscriptions.wire()
