"""The app's name for Django."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Tell Django the name."""

    name = "web"
