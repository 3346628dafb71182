"""What comes in and what goes out."""

from typing import Any, ClassVar

from rest_framework import serializers

from tests.bench.orm_control.models import Event, Match


class MoveSerializer(serializers.Serializer[Any]):
    """A move and the version that it was decided at."""

    expected_version = serializers.IntegerField(min_value=0)
    move = serializers.DictField()


class EventSerializer(serializers.ModelSerializer[Event]):
    """An event."""

    class Meta:
        """All that a player may know of its own move."""

        model = Event
        fields: ClassVar = ["version", "type", "data", "created_at"]


class MatchSerializer(serializers.ModelSerializer[Match]):
    """A match after a move."""

    class Meta:
        """What changes with a move."""

        model = Match
        fields: ClassVar = ["id", "version", "to_act", "updated_at"]
