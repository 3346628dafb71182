"""The app's name for Django, and what it has on the agenda."""

from django.apps import AppConfig


class DumpsConfig(AppConfig):
    """Have dumps written."""

    name = "dumps"

    def ready(self) -> None:
        """Register the job and its steps."""
        from agenda import periodic_jobs  # noqa: PLC0415 - models load first.
        from agenda import registry as agenda  # noqa: PLC0415
        from dumps import jobs  # noqa: PLC0415

        agenda.register(*jobs.HANDLERS)
        periodic_jobs.register(*jobs.PERIODIC)
