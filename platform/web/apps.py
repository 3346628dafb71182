"""The app's name for Django, its system checks, and what it has on the agenda."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Check the pages, and have mails sent."""

    name = "web"

    def ready(self) -> None:
        """Register checks and handlers."""
        from agenda import periodic_jobs  # noqa: PLC0415 - models load first.
        from agenda import registry as agenda  # noqa: PLC0415
        from web import checks, jobs  # noqa: F401, PLC0415
        from web.backoffice import histories, words  # noqa: PLC0415
        from web.embeds import social  # noqa: PLC0415

        words.name_models()
        histories.tell_histories()
        social.register()

        agenda.register(*jobs.HANDLERS)
        periodic_jobs.register(*jobs.PERIODIC)
