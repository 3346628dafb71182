"""The app's name for Django, and what it gives to the others."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """Let `manage.py verify` check matches."""

    name = "matches"

    def ready(self) -> None:
        """Register the verifiers of the streams of matches and vacations."""
        from eventstore.checkpoints import Rows  # noqa: PLC0415 - models load first.
        from eventstore.verification import register  # noqa: PLC0415
        from matches import vacations  # noqa: PLC0415
        from matches.state import KIND  # noqa: PLC0415
        from matches.verification import verify_match, verify_vacations  # noqa: PLC0415

        parts = (("matches_seat", "match_id"), ("matches_dealseed", "match_id"))
        register(KIND, verify_match, Rows("matches_match", "id", "head_hash", parts))
        register(vacations.KIND, verify_vacations, Rows("matches_vacation", "account_id"))
