"""The endpoint."""

import pickle
from typing import Any
from uuid import UUID

from django.db import transaction
from django.shortcuts import get_object_or_404
from rest_framework import status
from rest_framework.exceptions import APIException, PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import registry
from games.core import RulesError
from tests.bench.orm_control.models import Event, Match, Seat
from tests.bench.orm_control.serializers import EventSerializer, MatchSerializer, MoveSerializer
from tests.bench.rest.deals import chance_of


class ConflictError(APIException):
    """Somebody else was faster."""

    status_code = status.HTTP_409_CONFLICT


class Moves(APIView):
    """The moves of a match."""

    def post(self, request: Request, match_id: UUID) -> Response:
        """Make a move."""
        asked = MoveSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        key = request.headers.get("Idempotency-Key")
        if not key:
            raise ValidationError({"Idempotency-Key": "is required"})
        with transaction.atomic():
            match = get_object_or_404(Match.objects.select_for_update(), id=match_id)
            seat = Seat.objects.filter(match=match, player=request.user).first()
            if seat is None:
                raise PermissionDenied
            known = Event.objects.filter(actor=request.user, key=key).first()
            if known is not None:
                raise ConflictError("the key has been used")
            if match.version != asked.validated_data["expected_version"]:
                raise ConflictError("the match has moved on")
            body = self._play(request, match, seat.seat, asked.validated_data["move"], key)
        return Response(body, status=status.HTTP_201_CREATED)

    def _play(
        self, request: Request, match: Match, seat: int, asked: dict[str, Any], key: str
    ) -> dict[str, Any]:
        rules = registry.rules(match.rules)
        state = pickle.loads(match.state)  # noqa: S301 - Our own row.
        seeds = {int(number): text for number, text in match.client_seeds.items()}
        fair = chance_of(bytes(match.seed), str(match.id), seeds)
        try:
            move = rules.parse_move(state, seat, asked)
            events = rules.decide(state, seat, move, fair)
        except RulesError as error:
            raise ValidationError({"move": str(error)}) from error
        rows: list[Event] = []
        for event in events:
            rules.evolve(state, event)
            match.version += 1
            rows.append(
                Event.objects.create(
                    match=match,
                    version=match.version,
                    type=rules.event_type(event),
                    data=rules.event_data(event),
                    actor=request.user,
                    key=None if rows else key,
                )
            )
        match.state = pickle.dumps(state)
        match.to_act = list(rules.to_act(state))
        match.save()
        return {
            **MatchSerializer(match).data,
            "view": rules.view(state, seat),
            "legal_moves": [
                rules.move_data(state, seat, legal) for legal in rules.legal_moves(state, seat)
            ],
            "events": EventSerializer(rows, many=True).data,
        }
