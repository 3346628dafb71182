"""The app's name for Django, and its system checks."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Tell Django the name, and what to check."""

    name = "web"

    def ready(self) -> None:
        """Register the checks."""
        from web import checks  # noqa: F401, PLC0415
