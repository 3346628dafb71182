"""The app's name for Django, and what it has on the agenda."""

from django.apps import AppConfig


class BeaconsConfig(AppConfig):
    """Values of public beacons, which deals are drawn with."""

    name = "beacons"
    verbose_name = "Public beacons"

    def ready(self) -> None:
        """Register what asks the beacon, and the check of the setting."""
        from agenda import periodic_jobs, registry  # noqa: PLC0415 - models load first.
        from beacons import checks, jobs  # noqa: F401, PLC0415

        registry.register(*jobs.HANDLERS)
        periodic_jobs.register(*jobs.PERIODIC)
