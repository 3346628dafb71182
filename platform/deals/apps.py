"""The app's name for Django, how its streams are checked, and what it has on the agenda."""

from django.apps import AppConfig


class DealsConfig(AppConfig):
    """Let `manage.py verify` check deals, the agenda close them, and visits be noted."""

    name = "deals"

    def ready(self) -> None:
        """Register the verifier, the jobs and who hears of visits."""
        from agenda import periodic_jobs, registry  # noqa: PLC0415 - models load first.
        from deals import jobs, sightings  # noqa: PLC0415
        from deals.events import KIND  # noqa: PLC0415
        from deals.verification import verify_deal  # noqa: PLC0415
        from eventstore import verification  # noqa: PLC0415
        from matches import visits  # noqa: PLC0415

        verification.register(KIND, verify_deal)
        registry.register(*jobs.HANDLERS)
        periodic_jobs.register(*jobs.PERIODIC)
        visits.register(sightings.note_visit)
