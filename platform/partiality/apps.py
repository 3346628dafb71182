"""The app's name for Django, and what it has on the agenda."""

from django.apps import AppConfig


class PartialityConfig(AppConfig):
    """Have pairs compared once a month."""

    name = "partiality"

    def ready(self) -> None:
        """Register the job."""
        from agenda import periodic_jobs  # noqa: PLC0415 - models load first.
        from partiality import jobs  # noqa: PLC0415

        periodic_jobs.register(*jobs.PERIODIC)
