"""The app's name for Django, and what it gives to the others."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Let `manage.py verify` check tournaments."""

    name = "tournaments"

    def ready(self) -> None:
        """Register the verifier of the streams of tournaments."""
        from eventstore.checkpoints import Rows  # noqa: PLC0415 - models load first.
        from eventstore.verification import register  # noqa: PLC0415
        from tournaments.state import KIND  # noqa: PLC0415
        from tournaments.verification import verify_tournament  # noqa: PLC0415

        parts = tuple((f"tournaments_{table}", "tournament_id") for table in ("entrant", "table"))
        register(KIND, verify_tournament, Rows("tournaments_tournament", "id", parts=parts))
