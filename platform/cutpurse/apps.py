"""The project as a Django app: what has to be set up wherever Django runs."""

from django.apps import AppConfig


class CutpurseConfig(AppConfig):
    """Make the Celery app the current one, and watch what the site should know."""

    name = "cutpurse"

    def ready(self) -> None:
        """Set up, now that the models of every app are there."""
        from cutpurse import celery, durability, metrics, startup  # noqa: F401, PLC0415
        from eventstore import rewinds  # noqa: PLC0415

        startup.demand_postgres()
        rewinds.noted.connect(metrics.count_rewound, dispatch_uid="cutpurse.count_rewound")
