"""The app's name for Django, what it gives to the others, and what it has on the agenda."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class TournamentsConfig(AppConfig):
    """Let `manage.py verify` check tournaments and series; matches and the agenda tell them."""

    name = "tournaments"

    def ready(self) -> None:
        """Register the verifier of the streams of tournaments and series, handlers, subscribers."""
        from agenda import registry as agenda  # noqa: PLC0415 - models load first.
        from deals import round_tables  # noqa: PLC0415
        from eventstore.checkpoints import Rows  # noqa: PLC0415
        from eventstore.verification import register  # noqa: PLC0415
        from matches import account_news, groupings, integration_events  # noqa: PLC0415
        from ratings.services import settling  # noqa: PLC0415
        from tournaments import jobs, news, projection, rolls  # noqa: PLC0415
        from tournaments.events import KIND  # noqa: PLC0415
        from tournaments.selectors import deal_tables, lists  # noqa: PLC0415
        from tournaments.series import following  # noqa: PLC0415
        from tournaments.series import jobs as series_jobs  # noqa: PLC0415
        from tournaments.series.events import KIND as SERIES  # noqa: PLC0415
        from tournaments.series.verification import verify_series  # noqa: PLC0415
        from tournaments.services import asking, table_matches  # noqa: PLC0415
        from tournaments.verification import verify_tournament  # noqa: PLC0415

        parts = tuple((each.name, each.owner) for each in projection.ALL)
        register(KIND, verify_tournament, Rows("tournaments_tournament", "id", parts=parts))
        series = (("tournaments_seriesevent", "series_id"), ("tournaments_seriesline", "series_id"))
        register(SERIES, verify_series, Rows("tournaments_series", "id", parts=series))
        post_migrate.connect(asking.ask_missing, sender=self)
        news.subscribe(following.schedule)
        agenda.register(*jobs.HANDLERS, *series_jobs.HANDLERS)
        account_news.subscribe(rolls.news_of)
        groupings.register("tournament", lists.match_ids)
        round_tables.register(deal_tables.tables_of_deal)
        integration_events.subscribe("table", table_matches.record_result)
        settling.follow_rulings("table", table_matches.find_ruling)
