"""The app's name for Django, what it has on the agenda, and how its streams are checked."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """Cases, and what a decision does."""

    name = "moderation"

    def ready(self) -> None:
        """Register handlers and the verifier."""
        from agenda import registry as agenda  # noqa: PLC0415 - models load first.
        from eventstore import verification  # noqa: PLC0415
        from moderation import jobs  # noqa: PLC0415
        from moderation.events import KIND  # noqa: PLC0415
        from moderation.verification import verify_case  # noqa: PLC0415

        agenda.register(*jobs.HANDLERS)
        verification.register(KIND, verify_case)
