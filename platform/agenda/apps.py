"""The app's name for Django, and what follows a migration."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class AgendaConfig(AppConfig):
    """Keep the periodic jobs on the agenda."""

    name = "agenda"

    def ready(self) -> None:
        """Listen to migrations."""
        from agenda import periodic_jobs  # noqa: PLC0415 - models load first.

        post_migrate.connect(periodic_jobs.schedule_missing, sender=self)
