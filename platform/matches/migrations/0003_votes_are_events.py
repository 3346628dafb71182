"""Votes to call a match off are events now, like everything else that happens in it."""

from typing import ClassVar

from django.db import migrations


class Migration(migrations.Migration):
    """Drop the table that kept them."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("matches", "0002_belongs_to")]

    operations: ClassVar = [migrations.DeleteModel(name="AbortVote")]
