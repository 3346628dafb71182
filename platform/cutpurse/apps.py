"""The project as a Django app: what has to be wired wherever Django runs."""

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class CutpurseConfig(AppConfig):
    """Make the Celery app the current one and register what the agenda runs."""

    name = "cutpurse"

    def ready(self) -> None:
        """Wire, now that the models of every app are there."""
        from cutpurse import celery, periodic_jobs, startup, subscriptions  # noqa: F401, PLC0415

        startup.demand_postgres()
        subscriptions.wire()
        # The signal comes for apps with tables, and this one has none.
        post_migrate.connect(periodic_jobs.schedule_missing, sender=apps.get_app_config("agenda"))
