"""The app's name for Django, and what it has on the agenda."""

from django.apps import AppConfig


class TransparencyConfig(AppConfig):
    """A public log of what every stream has come to."""

    name = "transparency"
    verbose_name = "The public log"

    def ready(self) -> None:
        """Register the jobs that write it, and the checks of its settings, and its verifier."""
        from agenda import periodic_jobs  # noqa: PLC0415 - models load first.
        from eventstore.verification import register  # noqa: PLC0415
        from transparency import checks, jobs, site_stream  # noqa: F401, PLC0415

        register(site_stream.KIND, site_stream.verify)
        periodic_jobs.register(*jobs.PERIODIC)
