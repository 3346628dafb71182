"""The app's name for Django."""

from django.apps import AppConfig


class AgendaConfig(AppConfig):
    """Tell Django the name."""

    name = "agenda"
