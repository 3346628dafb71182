"""The app's name for Django, and what it gives to the others."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Let `manage.py verify` check ladders."""

    name = "ratings"

    def ready(self) -> None:
        """Register the verifier of the streams of ladders."""
        from eventstore.checkpoints import Rows  # noqa: PLC0415 - models load first.
        from eventstore.verification import register  # noqa: PLC0415
        from ratings.ladder.events import KIND  # noqa: PLC0415
        from ratings.verification import verify_ladder  # noqa: PLC0415

        tables = ("standing", "ratedmatch", "seatstatistic", "seasonrow", "challengerow")
        parts = tuple((f"ratings_{table}", "ladder_id") for table in tables)
        register(KIND, verify_ladder, Rows("ratings_ladder", "id", parts=parts))
