"""The app's name for Django, and what it has on the agenda."""

from django.apps import AppConfig


class PuzzlesConfig(AppConfig):
    """Have puzzles found, and one of each game set for every day."""

    name = "puzzles"

    def ready(self) -> None:
        """Register the jobs."""
        from agenda import periodic_jobs  # noqa: PLC0415 - models load first.
        from puzzles import jobs  # noqa: PLC0415

        periodic_jobs.register(*jobs.PERIODIC)
