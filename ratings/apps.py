"""The app's name for Django, what it gives to the others, and what it has on the agenda."""

from datetime import timedelta

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Let `manage.py verify` check ladders, and matches and the agenda tell them."""

    name = "ratings"

    def ready(self) -> None:
        """Register the verifier of the streams of ladders, the handlers and the subscriber."""
        from agenda import periodic_jobs  # noqa: PLC0415 - models load first.
        from agenda import registry as agenda  # noqa: PLC0415
        from eventstore.checkpoints import Rows  # noqa: PLC0415
        from eventstore.verification import register  # noqa: PLC0415
        from matches import integration_events  # noqa: PLC0415
        from ratings import jobs  # noqa: PLC0415
        from ratings.ladder.events import KIND  # noqa: PLC0415
        from ratings.services import settling, sightings  # noqa: PLC0415
        from ratings.verification import verify_ladder  # noqa: PLC0415

        tables = ("standing", "ratedmatch", "seatstatistic", "seasonrow", "challengerow")
        parts = tuple((f"ratings_{table}", "ladder_id") for table in tables)
        register(KIND, verify_ladder, Rows("ratings_ladder", "id", parts=parts))
        agenda.register(*jobs.HANDLERS)
        purge = periodic_jobs.PeriodicJob("purge_sightings", sightings.purge, timedelta(hours=1))
        periodic_jobs.register(purge)
        integration_events.subscribe("ladder", settling.rate_match)
