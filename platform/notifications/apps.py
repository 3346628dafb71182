"""The app's name for Django, what it listens to, and what it has on the agenda."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """What reaches people, and how."""

    name = "notifications"

    def ready(self) -> None:
        """Register handlers, and subscribe to the news of the layers below."""
        from django.contrib.auth import user_logged_out  # noqa: PLC0415

        from accounts import programs, sessions  # noqa: PLC0415 - models load first.
        from agenda import announcements, periodic_jobs  # noqa: PLC0415 - models load first.
        from agenda import registry as agenda  # noqa: PLC0415
        from matches import integration_events  # noqa: PLC0415
        from notifications import (  # noqa: PLC0415
            checks,  # noqa: F401
            jobs,
            program_addresses,
            sources,
            subscribing,
        )
        from tournaments import news  # noqa: PLC0415

        agenda.register(*jobs.HANDLERS)
        periodic_jobs.register(*jobs.PERIODIC)
        announcements.subscribe(sources.hear_announcement)
        integration_events.subscribe("ladder", sources.hear_match)
        integration_events.subscribe("table", sources.hear_match)
        news.subscribe(sources.hear_tournament)
        user_logged_out.connect(subscribing.hear_signed_out, dispatch_uid="notifications.sign_out")
        sessions.ended.connect(subscribing.hear_ended, dispatch_uid="notifications.ended")
        programs.ended.connect(program_addresses.hear_ended, dispatch_uid="notifications.programs")
