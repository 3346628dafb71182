"""The project as a Django app: what has to be set up wherever Django runs."""

from django.apps import AppConfig


class CutpurseConfig(AppConfig):
    """Make the Celery app the current one, and watch what the site should know."""

    name = "cutpurse"

    def ready(self) -> None:
        """Set up, now that the models of every app are there."""
        from cutpurse import (  # noqa: PLC0415
            celery,  # noqa: F401
            durability,  # noqa: F401
            error_reports,
            metrics,
            startup,
            traces,
        )
        from eventstore import rewinds  # noqa: PLC0415

        startup.demand_postgres()
        error_reports.start()
        traces.start()
        rewinds.noted.connect(metrics.count_rewound, dispatch_uid="cutpurse.count_rewound")
