"""Values of public beacons that deals wait for, or were drawn with."""

from typing import ClassVar

from django.db import models


class BeaconValue(models.Model):
    """A beacon that a seal has named, or the latest one that its source has published."""

    id = models.UUIDField(primary_key=True)
    source = models.TextField()
    number = models.BigIntegerField()
    due_at = models.DateTimeField()
    """When it is to come at the earliest; of a pulse of NIST that has come, when it was made."""
    given_up_at = models.DateTimeField(null=True)
    """When nobody waits for it any more; null of a pulse that nobody had named."""
    value = models.BinaryField(null=True)
    """Null until it has come, and of one that did not come in time for ever."""
    settled_at = models.DateTimeField(null=True)
    """Since when it is known whether it came in time."""

    class Meta:
        """Each is there once."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["source", "number"], name="beacons_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["due_at"], name="beacons_by_due")]

    def __str__(self) -> str:
        return f"{self.source} {self.number}"
