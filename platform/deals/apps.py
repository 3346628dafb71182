"""The app's name for Django, how its streams are checked, and what it has on the agenda."""

from django.apps import AppConfig


class DealsConfig(AppConfig):
    """Let `manage.py verify` check deals, and the agenda close them."""

    name = "deals"

    def ready(self) -> None:
        """Register the verifier and the jobs."""
        from agenda import periodic_jobs, registry  # noqa: PLC0415 - models load first.
        from deals import jobs  # noqa: PLC0415
        from deals.events import KIND  # noqa: PLC0415
        from deals.verification import verify_deal  # noqa: PLC0415
        from eventstore import verification  # noqa: PLC0415

        verification.register(KIND, verify_deal)
        registry.register(*jobs.HANDLERS)
        periodic_jobs.register(*jobs.PERIODIC)
