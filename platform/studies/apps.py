"""The app's name for Django, and how its streams are checked."""

from django.apps import AppConfig


class StudiesConfig(AppConfig):
    """Let `manage.py verify` check studies."""

    name = "studies"

    def ready(self) -> None:
        """Register the verifier."""
        from eventstore import verification  # noqa: PLC0415 - models load first.
        from studies.events import KIND  # noqa: PLC0415
        from studies.verification import verify_study  # noqa: PLC0415

        verification.register(KIND, verify_study)
