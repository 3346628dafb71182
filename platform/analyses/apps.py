"""The app's name for Django, and what it has on the agenda."""

from django.apps import AppConfig


class AnalysesConfig(AppConfig):
    """Have finished matches analysed."""

    name = "analyses"

    def ready(self) -> None:
        """Register the jobs."""
        from agenda import periodic_jobs  # noqa: PLC0415 - models load first.
        from analyses import jobs  # noqa: PLC0415

        periodic_jobs.register(*jobs.PERIODIC)
