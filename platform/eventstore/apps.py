"""The app's name for Django."""

from django.apps import AppConfig


class EventstoreConfig(AppConfig):
    """Look where every new connection has come to."""

    name = "eventstore"

    def ready(self) -> None:
        """Listen to connections."""
        from django.db.backends.signals import connection_created  # noqa: PLC0415

        from eventstore import lineage  # noqa: PLC0415

        connection_created.connect(lineage.look, dispatch_uid="eventstore.lineage")
