"""The app's name for Django."""

from django.apps import AppConfig


class EventstoreConfig(AppConfig):
    """Tell Django the name."""

    name = "eventstore"
