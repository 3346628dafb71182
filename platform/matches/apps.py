"""The app's name for Django."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """Tell Django the name."""

    name = "matches"
