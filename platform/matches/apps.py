"""The app's name for Django, what it gives to the others, and what it has on the agenda."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """Let `manage.py verify` check matches, and the agenda run them."""

    name = "matches"

    def ready(self) -> None:
        """Register verifiers and handlers, and keep the names of built-in bots for them."""
        from accounts.names import reserve_bots  # noqa: PLC0415 - models load first.
        from agenda import periodic_jobs  # noqa: PLC0415
        from agenda import registry as agenda  # noqa: PLC0415
        from bots import registry as bots  # noqa: PLC0415
        from eventstore.checkpoints import Rows  # noqa: PLC0415
        from eventstore.verification import register  # noqa: PLC0415
        from matches import dealer, jobs, vacations  # noqa: PLC0415
        from matches.events import KIND  # noqa: PLC0415
        from matches.verification import verify_match, verify_vacations  # noqa: PLC0415
        from transparency import blinds  # noqa: PLC0415

        parts = (("matches_seat", "match_id"), ("matches_dealseed", "match_id"))
        register(KIND, verify_match, Rows("matches_match", "id", "head_hash", parts))
        register(vacations.KIND, verify_vacations, Rows("matches_vacation", "account_id"))
        blinds.register(KIND, dealer.blinds)
        agenda.register(*jobs.HANDLERS)
        periodic_jobs.register(*jobs.PERIODIC)
        reserve_bots(bot.id for bot in bots.all_bots())
